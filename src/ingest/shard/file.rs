//! Shards on disk: a line that says what the file is, then sections, each with its length and SHA-1.
//!
//! | section | holds |
//! |---|---|
//! | head | version of the program, settings, how many there are of everything |
//! | inputs, names, routes, set aside and their dockets, warnings, counts, items | a list each |
//! | entries, kept, copies | as many sections as are needed, so that all threads read and write them |
//!
//! A section is packed by postcard and compressed by LZ4. The last one is empty: what lacks it was cut off.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{ReadInput, Settings, Shard};
use crate::corpus::{Copies, Digest, Document, Names};
use crate::guard::guarded;
use crate::ingest::normalize::sha1;

/// How a shard begins. The number is the version of its form.
const MAGIC: &[u8] = b"durian shard 1\n\0";
/// How a shard of any version begins.
pub(in crate::ingest) const ANY_MAGIC: &[u8] = b"durian shard ";
const ENTRIES_IN_SECTION: usize = 16_384;
const TEXTS_IN_SECTION: usize = 256;
const BLOCKS_IN_SECTION: usize = 64;
/// Sections that are packed or unpacked at once.
const AT_ONCE: usize = 32;
/// Bytes of a section at the most, as they are in memory. A comment's text is at most as long as `--max-text-size`.
const LONGEST: u64 = 1 << 36;

/// What stands first.
#[derive(Serialize, Deserialize)]
struct Head {
    program: String,
    settings: Settings,
    n_entries: usize,
    n_kept: usize,
    n_blocks: usize,
}

/// Whether a file is a shard, of this version or another.
pub fn is_shard(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = || {
        File::open(path)?
            .take(ANY_MAGIC.len() as u64)
            .read_to_end(&mut start)
    };
    path.is_file() && { read }().is_ok_and(|_| start == ANY_MAGIC)
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
            n_entries: self.entries.len(),
            n_kept: self.kept.len(),
            n_blocks: self.copies.blocks().len(),
        };
        write_section(out, &packed(&head)?)?;
        write_section(out, &packed(&self.inputs)?)?;
        write_section(out, &packed(&self.items)?)?;
        write_section(out, &packed(&self.names.all())?)?;
        write_section(out, &packed(&self.routes)?)?;
        write_section(out, &packed(&self.set_aside)?)?;
        write_section(out, &packed(&self.aside_dockets)?)?;
        write_section(out, &packed(&self.warnings)?)?;
        write_section(out, &packed(&self.refused_counts)?)?;
        write_list(out, &self.entries, ENTRIES_IN_SECTION)?;
        write_list(out, &self.kept, TEXTS_IN_SECTION)?;
        write_list(out, self.copies.blocks(), BLOCKS_IN_SECTION)?;
        write_section(out, &[])
    }

    /// Reads a shard.
    ///
    /// # Errors
    /// Where the file cannot be read, is none, is damaged, or was written by another version of the program.
    pub fn read(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        // What a file holds that has the right sums is believed only so far.
        let read = guarded(|| read_from(path, name.clone()));
        read.unwrap_or_else(|said| Err(anyhow!(damaged(&said))))
            .with_context(|| format!("cannot read the shard `{name}`"))
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
    opened.with_context(|| format!("cannot read the shard `{}`", path.display()))
}

/// Opens a shard of this version, and reads what stands first.
fn open(path: &Path) -> Result<(Head, Sections)> {
    let mut file = BufReader::with_capacity(1 << 20, File::open(path)?);
    let mut magic = vec![0; MAGIC.len()];
    let is_read = file.read_exact(&mut magic).is_ok();
    ensure!(
        is_read && magic.starts_with(ANY_MAGIC),
        "it is no shard of durian's"
    );
    let other = || format!("it was written by another version of durian; {AGAIN}");
    ensure!(magic == MAGIC, other());
    let mut sections = Sections { file };
    let head: Head = sections.one()?;
    ensure!(head.program == env!("CARGO_PKG_VERSION"), other());
    Ok((head, sections))
}

fn read_from(path: &Path, name: String) -> Result<Shard> {
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
        aside_dockets: sections.one()?,
        warnings: sections.one()?,
        refused_counts: sections.one()?,
        entries: sections.list(head.n_entries)?,
        kept: sections.list(head.n_kept)?,
        copies: Copies::default(),
    };
    names.iter().for_each(|name| _ = shard.names.number(name));
    shard.copies.append(sections.list(head.n_blocks)?, None);
    let is_end = sections.next()?.is_empty() && sections.file.fill_buf()?.is_empty();
    ensure!(is_end, damaged("its end"));
    check(&shard)?;
    Ok(shard)
}

fn damaged(what: &str) -> String {
    format!("it is damaged or cut off ({what}); {AGAIN}")
}

/// Refuses a shard whose parts do not fit together.
fn check(shard: &Shard) -> Result<()> {
    let n_items: usize = shard.inputs.iter().map(|input| input.n_items).sum();
    let n_ranges = shard
        .inputs
        .iter()
        .filter(|input| input.range.is_some())
        .count();
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
        && shard.aside_dockets.len() == shard.set_aside.len()
        && shard.aside_dockets.iter().flatten().all(is_name)
        && (n_ranges == 0 || shard.inputs.len() == 1)
        && shard.entries.iter().all(is_held)
        && shard.kept.iter().all(has_zones)
        && shard.routes.are_within(shard.entries.len(), n_names);
    ensure!(fits, damaged("its numbers"));
    Ok(())
}

/// The sections of a shard, one after the other.
struct Sections {
    file: BufReader<File>,
}

impl Sections {
    /// The next section, as it stands in the file.
    fn next(&mut self) -> Result<Vec<u8>> {
        let cut_off = || damaged("its end");
        let mut length = [0; 8];
        self.file.read_exact(&mut length).with_context(cut_off)?;
        let length = u64::from_le_bytes(length);
        ensure!(length < LONGEST, damaged("a length"));
        let mut digest: Digest = [0; 20];
        self.file.read_exact(&mut digest).with_context(cut_off)?;
        let mut section = Vec::new();
        let n_read = self.file.by_ref().take(length).read_to_end(&mut section)?;
        ensure!(n_read as u64 == length, cut_off());
        ensure!(sha1(&section) == digest, damaged("a checksum"));
        Ok(section)
    }

    fn one<T: DeserializeOwned>(&mut self) -> Result<T> {
        unpacked(&self.next()?)
    }

    /// A list of so many, of as many sections as it takes.
    fn list<T: DeserializeOwned + Send>(&mut self, n: usize) -> Result<Vec<T>> {
        let mut all = Vec::new();
        while all.len() < n {
            let n_sections: usize = self.one()?;
            ensure!((1..=AT_ONCE).contains(&n_sections), damaged("a list"));
            let sections: Vec<Vec<u8>> = (0..n_sections)
                .map(|_| self.next())
                .collect::<Result<_>>()?;
            let lists: Vec<Vec<T>> = sections
                .par_iter()
                .map(|section| unpacked(section))
                .collect::<Result<_>>()?;
            all.extend(lists.into_iter().flatten());
        }
        ensure!(all.len() == n, damaged("a list"));
        Ok(all)
    }
}

fn write_list<T: Serialize + Sync>(out: &mut dyn Write, list: &[T], in_one: usize) -> Result<()> {
    for batch in list.chunks(in_one * AT_ONCE) {
        let sections: Vec<Vec<u8>> = batch
            .par_chunks(in_one)
            .map(|some| packed(&some))
            .collect::<Result<_>>()?;
        write_section(out, &packed(&sections.len())?)?;
        sections
            .iter()
            .try_for_each(|section| write_section(out, section))?;
    }
    Ok(())
}

fn write_section(out: &mut dyn Write, section: &[u8]) -> Result<()> {
    out.write_all(&(section.len() as u64).to_le_bytes())?;
    out.write_all(&sha1(section))?;
    out.write_all(section)?;
    Ok(())
}

fn packed<T: Serialize>(what: &T) -> Result<Vec<u8>> {
    Ok(lz4_flex::block::compress_prepend_size(
        &postcard::to_allocvec(what)?,
    ))
}

fn unpacked<T: DeserializeOwned>(section: &[u8]) -> Result<T> {
    let bytes = lz4_flex::block::decompress_size_prepended(section);
    let bytes = bytes.map_err(|error| anyhow!(damaged(&error.to_string())))?;
    match postcard::from_bytes(&bytes) {
        Ok(what) => Ok(what),
        Err(error) => bail!(damaged(&error.to_string())),
    }
}
