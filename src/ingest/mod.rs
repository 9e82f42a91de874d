//! Docket in, [`Corpus`] out: every comment decoded, cut into zones and described.
//!
//! | step | where |
//! |---|---|
//! | which files there are, and parts of them to be read apart | `discover.rs`, `attachments.rs`, `plan.rs` |
//! | small files together, large files block by block | `files.rs`, `stream.rs` |
//! | bytes → pieces → comments | `formats/`, one file per format; what they make is in `raw.rs` |
//! | text that was decoded wrongly before, words that were divided | `mojibake/`, `divided.rs` |
//! | decoded text → zones | `zones/` |
//! | headers and text → attributes | `attributes.rs`, `dates.rs`, `docket_ids/`, `mail_headers.rs`, `relayers.rs`, `senders.rs` |
//! | comments without words of their own, documents that list many comments | `placeholder.rs`, `listing.rs` |
//! | what rules look for in a text | `patterns.rs` |
//! | text → document string | `normalize.rs` |
//! | one comment, cut and described | `prepare.rs` |
//! | comments → shard: what some inputs hold, in memory or on disk | `shard/` |
//! | files that comments quote → their paragraphs | `known.rs` |
//! | answers to one question of a survey → corpus | `answers.rs` |
//! | shards → corpus: what only all comments together tell, whether they fit | `gather/`, `dockets.rs`, `routes.rs`, `memory.rs` |
//!
//! # Invariants
//! - Every input becomes a document or an entry of [`Corpus::set_aside`].
//! - The same files give the same corpus, whatever order the disk lists them in.
//! - Of the exact copies that cite the same dockets only the earliest keeps its text, or the one that stood for
//!   them in an earlier report.

mod answers;
mod attachments;
mod attributes;
mod dates;
mod decode;
mod discover;
mod divided;
mod docket_ids;
mod dockets;
mod files;
mod formats;
mod gather;
mod known;
mod limits;
mod listing;
mod mail_headers;
mod markup;
mod memo;
mod memory;
mod mojibake;
mod normalize;
mod patterns;
mod placeholder;
mod plan;
mod prepare;
mod raw;
mod relayers;
mod rewritten_links;
mod routes;
mod senders;
mod shard;
mod stream;
mod zones;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, bail, ensure};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

#[cfg(test)]
use crate::corpus::cases;
use crate::corpus::{Corpus, Digest, Overflow};
pub use answers::{GivenAnswer, read_answers};
use attachments::Attachments;
use discover::{FileRange, Source};
pub use discover::{Input, holds_report, is_shard, names_program};
use files::{is_alone, portions, read_portion};
pub use formats::rows_of_sheet;
pub use known::{KnownText, read_known};
pub use limits::Limits;
pub use plan::{plan, read_part, shard_of_part, shards_of_plan};
pub use relayers::Relayers;
use shard::Packing;
pub use shard::{Shard, all_standing};

/// Ranges of a file begin and end at multiples of so many bytes.
const RANGE_BLOCK: u64 = 1 << 20;

/// What the user can choose about reading.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct IngestConfig {
    /// Column or field that holds a comment's id, where the usual names do not fit.
    pub id_field: Option<String>,
    /// Columns or fields that hold a comment's text, where the run names them.
    pub text_fields: TextFields,
    /// Whether exact copies keep their text, which clustering does not need.
    pub keeps_all_texts: bool,
    /// Which mail servers belong to mass mailers.
    pub relayers: Relayers,
    /// How much of an input is read.
    pub limits: Limits,
    /// Bytes of memory that clustering may use: a docket that will not fit is refused. Unknown by default.
    pub memory: Option<u64>,
    /// Texts that an earlier report compared, by the ids of the comments that stood for them: these keep their
    /// text, whatever copies there are.
    pub standing: Arc<FxHashMap<String, Digest>>,
    /// Where decoded texts go that are too many for memory; without, all stay there.
    #[serde(skip)]
    pub overflow: Option<Overflow>,
    /// Folders that are never read: those of reports.
    #[serde(skip)]
    pub exclude: Vec<PathBuf>,
}

/// Which columns or fields hold a comment's text: with several each is a question, and what it holds an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextFields {
    /// Their names.
    pub named: Vec<String>,
    /// Names in which `*` stands for anything.
    pub patterns: Vec<String>,
}

impl TextFields {
    /// Whether the run names none.
    pub fn is_empty(&self) -> bool {
        self.named.is_empty() && self.patterns.is_empty()
    }

    /// The name, where the run names one field.
    pub fn one(&self) -> Option<&String> {
        match (&self.named[..], &self.patterns[..]) {
            ([name], []) => Some(name),
            _ => None,
        }
    }

    /// Whether a field is one of several.
    pub(crate) fn hold(&self, name: &str) -> bool {
        self.named.iter().any(|own| own == name)
            || self.patterns.iter().any(|pattern| fits(pattern, name))
    }
}

/// Whether a name fits a pattern in which `*` stands for anything.
fn fits(pattern: &str, name: &str) -> bool {
    let written = format!("(?s)^{}$", regex::escape(pattern).replace(r"\*", ".*"));
    regex::Regex::new(&written).is_ok_and(|pattern| pattern.is_match(name))
}

/// Files are read in portions of at most this many bytes, so that a docket need not fit into memory.
const PORTION_BYTES: u64 = 32 << 20;
/// Files of a portion for each thread, and pieces of files that are decoded before their texts are gathered, and most of them
/// dropped: what is made of so many mails stays in the memory of a processor. With 16 times as many, 30,000 mails took a
/// seventh more of its time.
const PORTION_FOR_THREAD: usize = 64;

/// What is known before the first file is opened.
struct Reading<'a> {
    config: &'a IngestConfig,
    attachments: Attachments,
}

/// Reads every input. Files that cannot be read become entries of [`Corpus::set_aside`].
///
/// # Errors
/// Where standard input was asked for and cannot be read, and where the docket will not fit into memory.
pub fn read(inputs: &[Input], config: &IngestConfig) -> Result<Corpus> {
    read_watched(inputs, config, &|_, _| ())
}

/// Reads all comments. `watch` is told from time to time how many bytes are done, and of how many.
///
/// # Errors
/// As [`read`], and where shards are damaged or do not go together.
pub fn read_watched(
    inputs: &[Input],
    config: &IngestConfig,
    watch: &dyn Fn(u64, u64),
) -> Result<Corpus> {
    let (of_shards, others): (Vec<Input>, Vec<Input>) =
        inputs.iter().cloned().partition(|input| input.shard().is_some());
    let paths: Vec<&Path> = of_shards.iter().filter_map(Input::shard).collect();
    let mut shards = Vec::new();
    if !others.is_empty() {
        shards.push(read_shard(&others, config, watch)?);
    }
    let mut needed = shards.first().map_or(0, Shard::memory_needed);
    for (n_done, path) in (1..).zip(&paths) {
        let shard = Shard::read(path)?;
        watch(n_done, paths.len() as u64);
        needed += shard.memory_needed();
        if let Some(memory) = config.memory {
            memory::check(needed, 0, 0, memory)?;
        }
        shards.push(shard);
    }
    gather::gather(shards, config)
}

/// Makes the options that a shard among the inputs was read with those of a run that chose none itself.
///
/// # Errors
/// Where it cannot be read.
pub fn adopt_settings(inputs: &[Input], config: &mut IngestConfig) -> Result<()> {
    if let Some(path) = inputs.iter().find_map(Input::shard) {
        shard::settings(path)?.adopt(config);
    }
    Ok(())
}

/// Reads some inputs, independent of all others.
///
/// # Errors
/// As [`read`].
pub fn read_shard(
    inputs: &[Input],
    config: &IngestConfig,
    watch: &dyn Fn(u64, u64),
) -> Result<Shard> {
    read_within(None, inputs, None, config, watch)
}

/// The same. Inputs that lie in a docket are read as if all of it were: their places are told from it, and attachments
/// are known wherever in it they are. Of a file the records may be read alone that begin in a range of its bytes.
///
/// # Errors
/// Where an input does not lie in the docket, the range is of another number of files than one, does not lie in the file
/// or cannot be digested by itself, or as [`read`].
pub fn read_within(
    docket: Option<&Path>,
    inputs: &[Input],
    range: Option<Range<u64>>,
    config: &IngestConfig,
    watch: &dyn Fn(u64, u64),
) -> Result<Shard> {
    let (sources, attachments) = sources(docket, inputs, config)?;
    let Some(range) = range else { return read_sources(&sources, attachments, config, watch) };
    let [source] = &sources[..] else { bail!("a range is of one file; name one") };
    let (n_bytes, block) = (source.n_bytes, RANGE_BLOCK);
    ensure!(
        range.start < n_bytes && range.start < range.end,
        "the range lies beyond the file, which has {n_bytes} bytes"
    );
    ensure!(
        range.start.is_multiple_of(block)
            && (range.end.is_multiple_of(block) || range.end >= n_bytes),
        "a range begins and ends at multiples of 1M, or with the file"
    );
    let range = FileRange { start: range.start, end: range.end.min(n_bytes), n_bytes };
    read_sources(&[source.part(range)], attachments, config, watch)
}

/// The files below the inputs, and which attachments belong to which comments: those of the docket that they lie in.
fn sources(
    docket: Option<&Path>,
    inputs: &[Input],
    config: &IngestConfig,
) -> Result<(Vec<Source>, Attachments)> {
    let whole = docket.map(|docket| [Input::Path(docket.to_owned())]);
    let mut sources =
        discover::sources(whole.as_ref().map_or(inputs, |whole| whole), &config.exclude);
    let attachments = attachments::part(&mut sources, config)?;
    if let Some(docket) = docket {
        sources = discover::named(sources, inputs, docket)?;
    }
    Ok((sources, attachments))
}

fn read_sources(
    sources: &[Source],
    attachments: Attachments,
    config: &IngestConfig,
    watch: &dyn Fn(u64, u64),
) -> Result<Shard> {
    let mut packing = Packing::new(config);
    let config = &IngestConfig { limits: config.limits.within(config.memory), ..config.clone() };
    let reading = Reading { config, attachments };
    let n_bytes = sources.iter().map(|source| source.n_bytes).sum();
    let progress = |packing: &Packing, n_done: u64| {
        watch(n_done, n_bytes);
        match config.memory {
            Some(memory) => memory::check(packing.memory_needed(), n_done, n_bytes, memory),
            None => Ok(()),
        }
    };
    let mut n_done = 0;
    for portion in portions(sources, config) {
        match portion {
            [source] if is_alone(source, config) => {
                stream::read(source, &reading, &mut packing, &|packing, n_read| {
                    progress(packing, n_done + n_read)
                })?;
            }
            _ => read_portion(portion, &reading, &mut packing),
        }
        n_done += portion.iter().map(|source| source.n_bytes).sum::<u64>();
        progress(&packing, n_done)?;
    }
    packing.settle();
    progress(&packing, n_done)?;
    // Nothing is recalled any more, and the stages to come need the memory.
    rayon::broadcast(|_| {
        normalize::PARAGRAPHS.take();
        zones::LETTERS.take();
        docket_ids::CITED.take();
    });
    Ok(packing.finish())
}

#[cfg(test)]
mod tests;
