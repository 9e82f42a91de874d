//! Shards on disk: a line that says what the file is, then sections, each with its length and SHA-1.
//!
//! | section | holds |
//! |---|---|
//! | head | version of the program, settings, how many there are of everything |
//! | inputs, names, routes, set aside, warnings, counts, items | a list each |
//! | file | the one that all of it is from |
//! | entries, kept, copies, terms, words of what is kept | as many sections as are needed, so that all threads read and write them |
//!
//! See [`sections`](crate::sections).

use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use serde::{Deserialize, Serialize};

use super::{ReadInput, Settings, Shard};
use crate::corpus::{Copies, Document, Names, NumberedTexts};
use crate::guard::guarded;
use crate::sections::{Sections, damaged, write_end, write_list, write_one};

/// How a shard begins. The number is the version of its form.
const MAGIC: &[u8] = b"durian shard 2\n\0";
/// How a shard of any version begins.
pub(in crate::ingest) const ANY_MAGIC: &[u8] = b"durian shard ";
const ENTRIES_IN_SECTION: usize = 16_384;
const TEXTS_IN_SECTION: usize = 256;
const BLOCKS_IN_SECTION: usize = 64;
const TERMS_IN_SECTION: usize = 16_384;

/// What stands first.
#[derive(Serialize, Deserialize)]
struct Head {
    program: String,
    settings: Settings,
    n_entries: usize,
    n_kept: usize,
    n_blocks: usize,
    n_terms: usize,
}

/// Whether a file is a shard, of this version or another.
pub fn is_shard(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = || File::open(path)?.take(ANY_MAGIC.len() as u64).read_to_end(&mut start);
    path.is_file() && { read }().is_ok_and(|_| start == ANY_MAGIC)
}

impl Shard {
    /// Writes the shard.
    ///
    /// # Errors
    /// Where `out` cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> Result<()> {
        out.write_all(MAGIC)?;
        let numbered;
        let words = match &self.words {
            Some(words) => words,
            None => {
                numbered = NumberedTexts::of(&self.kept);
                &numbered
            }
        };
        let terms: Vec<&str> = words.terms().collect();
        let head = Head {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            settings: self.settings.clone(),
            n_entries: self.entries.len(),
            n_kept: self.kept.len(),
            n_blocks: self.copies.blocks().len(),
            n_terms: terms.len(),
        };
        write_one(out, &head)?;
        write_one(out, &self.inputs)?;
        write_one(out, &self.items)?;
        write_one(out, &self.names.all())?;
        write_one(out, &self.routes)?;
        write_one(out, &self.set_aside)?;
        write_one(out, &self.warnings)?;
        write_one(out, &self.refused_counts)?;
        write_one(out, &self.file)?;
        write_list(out, &self.entries, ENTRIES_IN_SECTION)?;
        write_list(out, &self.kept, TEXTS_IN_SECTION)?;
        write_list(out, self.copies.blocks(), BLOCKS_IN_SECTION)?;
        write_list(out, &terms, TERMS_IN_SECTION)?;
        write_list(out, words.texts(), TEXTS_IN_SECTION)?;
        write_end(out)
    }

    /// Reads a shard.
    ///
    /// # Errors
    /// Where the file cannot be read, is none, is damaged, or was written by another version of the program.
    pub fn read(path: &Path) -> Result<Self> {
        Self::read_some(path, true)
    }

    /// Reads a shard without the numbers of its words.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_records(path: &Path) -> Result<Self> {
        Self::read_some(path, false)
    }

    fn read_some(path: &Path, with_words: bool) -> Result<Self> {
        let name = path.display().to_string();
        // What a file holds that has the right sums is believed only so far.
        let read = guarded(|| read_from(path, name.clone(), with_words));
        read.unwrap_or_else(|said| Err(anyhow!(damaged(&said)))).with_context(|| cannot_read(path))
    }
}

/// What to do about a shard that cannot be used.
const AGAIN: &str = "make it again with `durian read`";

/// The settings that a shard was read with.
///
/// # Errors
/// As [`Shard::read`].
pub(in crate::ingest) fn settings(path: &Path) -> Result<Settings> {
    let opened = open(path).map(|(head, _)| head.settings);
    opened.with_context(|| cannot_read(path))
}

fn cannot_read(path: &Path) -> String {
    format!("cannot read the shard `{}`; {AGAIN}", path.display())
}

/// Opens a shard of this version, and reads what stands first.
fn open(path: &Path) -> Result<(Head, Sections<BufReader<File>>)> {
    let mut file = BufReader::with_capacity(1 << 20, File::open(path)?);
    let mut magic = vec![0; MAGIC.len()];
    let is_read = file.read_exact(&mut magic).is_ok();
    ensure!(is_read && magic.starts_with(ANY_MAGIC), "it is no shard of durian's");
    let other = "it was written by another version of durian";
    ensure!(magic == MAGIC, other);
    let mut sections = Sections::new(file);
    let head: Head = sections.one()?;
    ensure!(head.program == env!("CARGO_PKG_VERSION"), other);
    Ok((head, sections))
}

fn read_from(path: &Path, name: String, with_words: bool) -> Result<Shard> {
    let (head, mut sections) = open(path)?;
    let inputs: Vec<ReadInput> = sections.one()?;
    let items = sections.one()?;
    let names: Vec<Box<str>> = sections.one()?;
    let mut shard = Shard {
        name,
        settings: head.settings,
        inputs,
        items,
        names: Names::default(),
        routes: sections.one()?,
        set_aside: sections.one()?,
        warnings: sections.one()?,
        refused_counts: sections.one()?,
        file: sections.one()?,
        entries: sections.list(head.n_entries)?,
        kept: sections.list(head.n_kept)?,
        copies: Copies::default(),
        words: None,
    };
    names.iter().for_each(|name| _ = shard.names.number(name));
    shard.copies.append(sections.list(head.n_blocks)?, None);
    if with_words {
        let (terms, texts) = (sections.list(head.n_terms)?, sections.list(head.n_kept)?);
        sections.end()?;
        let words = NumberedTexts::from_parts(terms, texts);
        shard.words = Some(words.with_context(|| damaged("its words"))?);
    }
    check(&shard)?;
    Ok(shard)
}

/// Refuses a shard whose parts do not fit together.
fn check(shard: &Shard) -> Result<()> {
    let n_items: usize = shard.inputs.iter().map(|input| input.n_items).sum();
    let n_ranges = shard.inputs.iter().filter(|input| input.range.is_some()).count();
    let n_names = shard.names.all().len();
    let is_name = |name: &crate::corpus::NameId| name.index() < n_names;
    let is_held = |entry: &crate::corpus::Entry| {
        (entry.keeper as usize) < shard.kept.len()
            && entry.relayer.iter().all(is_name)
            && entry.copy.is_none_or(|copy| shard.copies.holds(copy))
    };
    let has_zones = |document: &Document| {
        let text = document.text.as_deref().unwrap_or_default();
        let mut zones = document.zones.iter();
        zones.all(|zone| text.get(zone.span.clone()).is_some())
    };
    let fits = n_items == shard.items.len()
        && n_items == shard.entries.len() + shard.set_aside.len()
        && (n_ranges == 0 || shard.inputs.len() == 1)
        && shard.entries.iter().all(is_held)
        && shard.kept.iter().all(has_zones)
        && shard.routes.are_within(shard.entries.len(), n_names);
    ensure!(fits, damaged("its numbers"));
    Ok(())
}
