//! Shards: what stage 1 makes of some inputs, independent of all others.
//!
//! A run reads one shard and gathers its corpus from it; beyond one machine there are many, each read apart, and they
//! are gathered in the same way. What only all comments together tell (unique ids, which copy keeps a text that
//! several shards have, mass mailers known by what they do, slips in docket numbers) is made of them all
//! (`../gather.rs`). A shard with the records of many dockets is parted into one for each (`parted.rs`).

mod canonical_copies;
mod file;
mod packing;
mod parted;

use serde::{Deserialize, Serialize};
use sha1::{Digest as _, Sha1};

use super::discover::FileRange;
use super::memory;
use super::routes::Routes;
use super::{IngestConfig, Relayers, TextFields};
use crate::corpus::{
    DescriptionReader, Descriptions, Digest, Document, Entry, Renumbering, SetAside, Text,
    Vocabulary,
};
use crate::ingest::Limits;
pub(super) use canonical_copies::Keepers;
pub use canonical_copies::all_standing;
pub(super) use file::settings;
pub(super) use packing::Packing;

/// What was read of some inputs.
#[derive(Debug, Default)]
pub struct Shard {
    /// Where it came from, for messages.
    pub(super) name: String,
    pub(super) settings: Settings,
    /// In byte order of their places.
    pub(super) inputs: Vec<ReadInput>,
    /// What the inputs hold, one after the other: the next of the entries, or of those set aside.
    pub(super) items: Vec<Item>,
    /// The documents, with the ids that they came with.
    pub(super) entries: Vec<Entry>,
    pub(super) texts: Vec<Text>,
    pub(super) descriptions: Descriptions,
    pub(super) names: Vocabulary,
    pub(super) routes: Routes,
    pub(super) set_aside: Vec<SetAside>,
    pub(super) warnings: Vec<String>,
    /// Whether some of the inputs are answers to questions.
    pub(super) has_answers: bool,
}

impl Shard {
    /// Bytes of memory that a run needs for it.
    pub(super) fn memory_needed(&self) -> u64 {
        let text_bytes = self.texts.iter().map(|text| text.decoded.len() as u64).sum();
        memory::needed(text_bytes, self.entries.len())
    }

    /// Its documents in their order, with the ids that they came with, each beside its text.
    pub fn documents(&self) -> impl Iterator<Item = (Document, &Text)> {
        let mut reader = DescriptionReader::new(&self.descriptions);
        self.entries.iter().map(move |entry| {
            let document = reader.document(entry);
            (document, &self.texts[entry.text as usize])
        })
    }

    /// How many inputs there are in it: comments, and others.
    pub fn n_items(&self) -> usize {
        self.items.len()
    }

    /// Makes the settings those of the run that gathers it, where it was read for several runs at once.
    pub fn adopt(&mut self, config: &IngestConfig) {
        self.settings = Settings::of(config);
    }

    /// Gives the records of a range their numbers in the file, but in what is packed.
    pub(super) fn renumber(&mut self, renumbering: &Renumbering) {
        for entry in &mut self.entries {
            let mut id = entry.id.to_string();
            renumbering.apply(&mut id);
            entry.id = id.into();
        }
        for aside in &mut self.set_aside {
            for name in [&mut aside.id, &mut aside.source] {
                let mut numbered = name.to_string();
                renumbering.apply(&mut numbered);
                *name = numbered.into();
            }
        }
        for warning in &mut self.warnings {
            renumbering.apply(warning);
        }
    }

    /// The inputs that were set aside.
    pub fn set_aside(&self) -> &[SetAside] {
        &self.set_aside
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Item {
    Document,
    Aside,
}

/// A file that was read, or a range of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ReadInput {
    pub(super) place: String,
    pub(super) range: Option<FileRange>,
    /// SHA-1 of the whole file, in hexadecimal; none of what could not be read, nor of a range but the first.
    pub(super) digest: Option<String>,
    pub(super) n_items: usize,
    /// How far a range takes the numbers of its file's records.
    pub(super) n_records: usize,
}

impl ReadInput {
    /// Whether it is a file or the first range of one.
    pub(super) fn begins_file(&self) -> bool {
        self.range.is_none_or(|range| range.start == 0)
    }
}

/// The settings that a shard was read with. Only shards of the same settings can be gathered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Settings {
    id_field: Option<String>,
    text_fields: TextFields,
    keeps_all_texts: bool,
    relayers_digest: String,
    limits: Limits,
    /// Of the texts that an earlier report compared, where there is one.
    standing: Option<Digest>,
}

impl Settings {
    pub(super) fn of(config: &IngestConfig) -> Self {
        let mut standing: Vec<(&String, &Digest)> = config.standing.iter().collect();
        standing.sort_unstable();
        let mut digest = Sha1::new();
        for (id, text) in &standing {
            digest.update(id.as_bytes());
            digest.update(text);
        }
        Self {
            id_field: config.id_field.clone(),
            text_fields: config.text_fields.clone(),
            keeps_all_texts: config.keeps_all_texts,
            relayers_digest: config.relayers.digest().to_owned(),
            limits: config.limits.clone(),
            standing: (!standing.is_empty()).then(|| digest.finalize().into()),
        }
    }

    /// Makes these the settings of a run that chose none itself.
    pub(super) fn adopt(&self, config: &mut IngestConfig) {
        let chosen = Self { standing: None, ..Self::of(config) };
        if chosen == Self::of(&IngestConfig::default()) {
            config.id_field = self.id_field.clone();
            config.text_fields = self.text_fields.clone();
            config.limits = self.limits.clone();
            if self.relayers_digest != config.relayers.digest() {
                config.relayers = Relayers::of_digest(&self.relayers_digest);
            }
        }
    }
}
