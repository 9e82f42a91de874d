//! Shards on disk: a line that says what the file is, then sections, each with its length and SHA-1.
//!
//! | section | holds |
//! |---|---|
//! | head | version of the program, settings, how many there are of everything |
//! | inputs, items, names, routes | a list each; what was set aside and what is warned of have another section |
//! | entries, texts, descriptions | as many sections as are needed, so that all threads read and write them |
//!
//! See [`sections`](crate::sections).

use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Item, Settings, Shard};
use crate::corpus::{Descriptions, Text, Vocabulary};
use crate::guard::guarded;
use crate::ingest::dates;
use crate::ingest::discover::SHARD_HEAD;
use crate::sections::{Sections, damaged, write_end, write_list, write_one};

/// How a shard of this form begins: with [`SHARD_HEAD`] and the version.
const MAGIC: &[u8] = b"durian shard 9\n\0";
const ENTRIES_IN_SECTION: usize = 16_384;
const TEXTS_IN_SECTION: usize = 256;
const BLOCKS_IN_SECTION: usize = 64;

/// What stands first.
#[derive(Serialize, Deserialize)]
struct Head {
    program: String,
    settings: Settings,
    has_answers: bool,
    n_entries: usize,
    n_kept: usize,
    n_blocks: usize,
}

impl Shard {
    /// Writes the shard.
    ///
    /// # Errors
    /// Where `out` cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> Result<()> {
        out.write_all(MAGIC)?;
        let head = Head {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            settings: self.settings.clone(),
            has_answers: self.has_answers,
            n_entries: self.entries.len(),
            n_kept: self.texts.len(),
            n_blocks: self.descriptions.blocks().len(),
        };
        write_one(out, &head)?;
        write_one(out, &(&self.inputs, &self.items, self.names.forms(), &self.routes))?;
        write_one(out, &(&self.set_aside, &self.warnings))?;
        write_list(out, &self.entries, ENTRIES_IN_SECTION)?;
        write_list(out, &self.texts, TEXTS_IN_SECTION)?;
        write_list(out, self.descriptions.blocks(), BLOCKS_IN_SECTION)?;
        write_end(out)
    }

    /// Reads a shard.
    ///
    /// # Errors
    /// Where the file cannot be read, is none, is damaged, or was written by another version of the program.
    pub fn read(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        // What a file holds that has the right sums is believed only so far.
        guarded(|| read_from(path, name))
            .unwrap_or_else(|said| Err(anyhow!(damaged(&said))))
            .with_context(|| cannot_read(path))
    }
}

const OTHER_VERSION: &str = "it was written by another version of durian";
/// What to do about a shard that cannot be used.
const AGAIN: &str = "make it again with `durian read`";

/// The settings that a shard was read with.
///
/// # Errors
/// As [`Shard::read`].
pub(in crate::ingest) fn settings(path: &Path) -> Result<Settings> {
    open(path).map(|(head, _)| head.settings).with_context(|| cannot_read(path))
}

fn cannot_read(path: &Path) -> String {
    format!("cannot read the shard `{}`; {AGAIN}", path.display())
}

/// Opens a shard of this version, and reads what stands first.
fn open(path: &Path) -> Result<(Head, Sections<BufReader<File>>)> {
    let mut file = BufReader::with_capacity(1 << 20, File::open(path)?);
    let mut magic = vec![0; MAGIC.len()];
    let is_read = file.read_exact(&mut magic).is_ok();
    ensure!(is_read && magic.starts_with(SHARD_HEAD), "it is no shard of durian's");
    ensure!(magic == MAGIC, OTHER_VERSION);
    let mut sections = Sections(file);
    let head: Head = sections.one()?;
    ensure!(head.program == env!("CARGO_PKG_VERSION"), OTHER_VERSION);
    Ok((head, sections))
}

fn read_from(path: &Path, name: String) -> Result<Shard> {
    let (head, mut sections) = open(path)?;
    let (inputs, items, names, routes): (_, _, Vec<Box<str>>, _) = sections.one()?;
    let (set_aside, warnings) = sections.one()?;
    let mut shard = Shard {
        name,
        settings: head.settings,
        inputs,
        items,
        names: Vocabulary::default(),
        routes,
        set_aside,
        warnings,
        entries: sections.list(head.n_entries)?,
        texts: Vec::new(),
        descriptions: Descriptions::default(),
        has_answers: head.has_answers,
    };
    shard.texts = sections.list(head.n_kept)?;
    names.iter().for_each(|name| _ = shard.names.number_or_add(name));
    shard.descriptions.append(sections.list(head.n_blocks)?, None);
    sections.end()?;
    check(&shard, names.len())?;
    Ok(shard)
}

/// Refuses a shard whose parts do not fit together. What reads a shard later takes every number in it as it is.
fn check(shard: &Shard, n_names: usize) -> Result<()> {
    let (n_entries, n_kept) = (shard.entries.len(), shard.texts.len());
    let n_documents = shard.items.iter().filter(|item| **item == Item::Document).count();
    let are_inputs = sum(shard.inputs.iter().map(|input| input.n_items)) == Some(shard.items.len())
        && sum(shard.inputs.iter().map(|input| input.n_records)).is_some()
        && (shard.inputs.len() == 1 || shard.inputs.iter().all(|input| input.range.is_none()))
        && n_documents == n_entries
        && shard.items.len() - n_documents == shard.set_aside.len();
    // Names that stand twice would shift the numbers of others.
    let fits = are_inputs
        && n_names == shard.names.len()
        && shard.entries.par_iter().all(|entry| {
            (entry.text as usize) < n_kept
                && entry.relayer.is_none_or(|name| (name.0 as usize) < n_names)
                && entry.timestamp().is_none_or(dates::is_believed)
                && shard.descriptions.holds(entry.description)
        })
        && are_kept_once(shard)
        && shard.routes.are_within(n_entries, n_names);
    ensure!(fits, damaged("its numbers"));
    ensure!(shard.texts.par_iter().all(Text::is_whole), damaged("its texts"));
    ensure!(shard.descriptions.are_sound(), damaged("its descriptions"));
    Ok(())
}

/// Most records of all inputs of a shard. Those of several are added up.
const MOST_RECORDS: usize = 1 << 40;

/// A sum that can be added to others.
fn sum(mut numbers: impl Iterator<Item = usize>) -> Option<usize> {
    numbers.try_fold(0_usize, |sum, n| sum.checked_add(n).filter(|sum| *sum <= MOST_RECORDS))
}

/// Whether each text is kept by one entry.
fn are_kept_once(shard: &Shard) -> bool {
    let mut is_kept = vec![false; shard.texts.len()];
    let mut keepers = shard.entries.iter().filter(|entry| entry.keeps_text);
    keepers.all(|entry| {
        is_kept.get_mut(entry.text as usize).is_some_and(|kept| !std::mem::replace(kept, true))
    }) && is_kept.iter().all(|is_kept| *is_kept)
}
