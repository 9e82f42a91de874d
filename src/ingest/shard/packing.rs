//! Comments in, a shard out: exact copies lose their text, and everything else is kept as it was read.

use super::keepers::Keepers;
use super::{Fingerprint, Item, ReadInput, Settings, Shard};
use crate::corpus::{Document, Entry};
use crate::ingest::IngestConfig;
use crate::ingest::discover::FileRange;
use crate::ingest::files::Decoded;
use crate::ingest::memory::Kept;
use crate::ingest::prepare::{Prepared, Provenance};

/// A shard that is being read.
#[derive(Default)]
pub(in crate::ingest) struct Packing {
    /// Taken in, not yet settled.
    pending: Vec<Prepared>,
    shard: Shard,
    /// Bytes of the texts that are kept.
    n_text_bytes: u64,
    keepers: Keepers,
}

impl Packing {
    pub(in crate::ingest) fn new(config: &IngestConfig) -> Self {
        Self {
            keepers: Keepers::of(config),
            shard: Shard { settings: Settings::of(config), ..Shard::default() },
            ..Self::default()
        }
    }

    /// Begins an input. What is added belongs to it, until the next one begins.
    pub(in crate::ingest) fn begin(&mut self, place: &str, range: Option<FileRange>) {
        self.shard.inputs.push(ReadInput {
            place: place.to_owned(),
            range,
            fingerprint: Fingerprint::Told(String::new()),
            n_items: 0,
            n_records: 0,
        });
    }

    /// Tells what an input was, once it is read.
    pub(in crate::ingest) fn end(&mut self, fingerprint: Fingerprint, n_records: usize) {
        if let Some(input) = self.shard.inputs.last_mut() {
            input.n_records = n_records;
            input.fingerprint = match (fingerprint, input.range) {
                (Fingerprint::Blocks(blocks), None) => Fingerprint::of_blocks(&blocks),
                (fingerprint, _) => fingerprint,
            };
        }
    }

    /// What the memory must hold of what has been settled.
    pub(in crate::ingest) fn kept(&self) -> Kept {
        Kept { text_bytes: self.n_text_bytes, n_comments: self.shard.entries.len() as u64 }
    }

    /// Takes in comments of the input that began last.
    pub(in crate::ingest) fn add(&mut self, comments: Vec<Prepared>) {
        if let Some(input) = self.shard.inputs.last_mut() {
            input.n_items += comments.len();
        }
        self.pending.extend(comments);
    }

    /// The same for pieces, with what is to be warned of.
    pub(in crate::ingest) fn add_decoded(&mut self, decoded: Vec<Decoded>) {
        for piece in decoded {
            self.shard.warnings.extend(piece.warnings);
            self.shard.refused_counts.extend(piece.refused_counts);
            self.add(piece.comments);
        }
    }

    /// Gives every comment taken in its place; exact copies lose their text.
    pub(in crate::ingest) fn settle(&mut self) {
        for prepared in std::mem::take(&mut self.pending) {
            match prepared {
                Prepared::Document(document, provenance) => {
                    self.shard.items.push(Item::Document);
                    self.add_document(*document, provenance);
                }
                Prepared::Aside(set_aside) => {
                    self.shard.items.push(Item::Aside);
                    self.shard.file.see(&set_aside.source);
                    self.shard.set_aside.push(set_aside);
                }
            }
        }
    }

    /// The shard of all that was taken in.
    pub(in crate::ingest) fn finish(mut self) -> Shard {
        self.settle();
        self.shard.copies.finish();
        self.shard
    }

    fn add_document(&mut self, document: Document, provenance: Provenance) {
        let Provenance { route, received } = provenance;
        let shard = &mut self.shard;
        shard.file.see(&document.source);
        let number = shard.entries.len();
        let attributes = &document.attributes;
        let entry = Entry {
            id: document.id.as_str().into(),
            timestamp: attributes.timestamp,
            n_submissions: attributes.claimed_duplicates.unwrap_or(1).max(1),
            relayer: attributes.relayer.as_deref().map(|relayer| shard.names.number(relayer)),
            keeper: 0,
            copy: None,
            number: 0,
            sender: attributes.sender,
            n_not_read: attributes.n_not_read(),
            received,
        };
        if let Some(route) = route.filter(|_| entry.relayer.is_none()) {
            shard.routes.push(number, &route, &mut shard.names);
        }
        shard.entries.push(entry);
        let n_kept = shard.kept.len();
        let n_bytes = document.text.as_deref().map_or(0, str::len) as u64;
        let parts = (&mut shard.kept, &mut shard.copies, &mut shard.entries[..]);
        let keeper = self.keepers.add(document, number as u32, parts);
        shard.entries[number].keeper = keeper;
        if shard.kept.len() > n_kept {
            self.n_text_bytes += n_bytes;
        }
    }
}
