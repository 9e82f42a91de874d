//! Docket in, [`Corpus`] out: every comment decoded, cut into zones and described.
//!
//! | step | where |
//! |---|---|
//! | which files there are | `discover.rs`, `attachments.rs` |
//! | large files, block by block | `stream.rs` |
//! | bytes → pieces → comments | `formats/`, one file per format; what they make is in `raw.rs` |
//! | text that was decoded wrongly before | `mojibake/` |
//! | decoded text → zones | `zones/` |
//! | headers and text → attributes | `attributes.rs`, `dates.rs`, `docket_ids/`, `mail_headers.rs`, `relayers.rs` |
//! | comments without words of their own, documents that list many comments | `placeholder.rs`, `listing.rs` |
//! | what only all comments together tell, whether they fit | `memory.rs`, `gather.rs`, `dockets.rs`, `routes.rs` |
//! | text → document string | `normalize.rs` |
//! | comments → corpus | `gather.rs` |
//!
//! # Invariants
//! - Every input becomes a document or an entry of [`Corpus::set_aside`].
//! - The same files give the same corpus, whatever order the disk lists them in.
//! - Of the exact copies that cite the same dockets only the earliest keeps its text, or the one that stood for
//!   them in an earlier report.

mod attachments;
mod attributes;
mod dates;
mod decode;
mod discover;
mod docket_ids;
mod dockets;
mod formats;
mod gather;
mod limits;
mod listing;
mod mail_headers;
mod markup;
mod memory;
mod mojibake;
mod normalize;
mod placeholder;
mod raw;
mod relayers;
mod routes;
mod stream;
mod zones;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::corpus::{Corpus, Digest};
use attachments::Attachments;
use discover::Source;
pub use discover::{Input, UNFINISHED, holds_report};
use formats::{InputBytes, InputPiece};
use gather::{Gathering, Prepared};
pub use limits::Limits;
use raw::RawInput;
pub use relayers::Relayers;

/// What the user can choose about reading.
#[derive(Clone, Debug, Default)]
pub struct IngestConfig {
    /// Column or field that holds a comment's id, where the usual names do not fit.
    pub id_field: Option<String>,
    /// Column or field that holds a comment's text, where the usual names do not fit.
    pub text_field: Option<String>,
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
    /// Folders that are never read: those of reports.
    pub exclude: Vec<PathBuf>,
}

/// Files are read in portions of at most this many bytes, so that a docket need not fit into memory.
const PORTION_BYTES: u64 = 32 << 20;
const PORTION_FILES: usize = 2048;
/// Comments that are decoded before their texts are gathered, and most of them dropped.
const PORTION_COMMENTS: usize = 2048;

/// What is known before the first file is opened.
struct Reading<'a> {
    config: &'a IngestConfig,
    attachments: Attachments,
}

/// The rows of a sheet of an Excel workbook that are not empty, cell by cell; none where there is no such sheet.
///
/// # Errors
/// Where it is no workbook, or expands too far.
pub fn rows_of_sheet(
    workbook: &[u8],
    name: &str,
    limits: &Limits,
) -> Result<Option<Vec<Vec<String>>>> {
    formats::rows_of_sheet(workbook, name, limits).map_err(anyhow::Error::msg)
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
/// As [`read`].
pub fn read_watched(
    inputs: &[Input],
    config: &IngestConfig,
    watch: &dyn Fn(u64, u64),
) -> Result<Corpus> {
    let config = &IngestConfig {
        limits: config.limits.within(config.memory),
        ..config.clone()
    };
    let mut sources = discover::sources(inputs, &config.exclude);
    let reading = Reading {
        config,
        attachments: attachments::part(&mut sources),
    };
    let mut gathering = Gathering::new(config);
    let n_bytes = sources.iter().map(|source| source.n_bytes).sum();
    let progress = |gathering: &Gathering, n_done: u64| {
        watch(n_done, n_bytes);
        match config.memory {
            Some(memory) => memory::check(gathering.kept(), n_done, n_bytes, memory),
            None => Ok(()),
        }
    };
    let mut n_done = 0;
    for portion in portions(&sources) {
        match portion {
            [source] if source.n_bytes >= PORTION_BYTES || source.is_standard_input() => {
                let progress = |gathering: &Gathering, n_read| progress(gathering, n_done + n_read);
                stream::read(source, &reading, &mut gathering, &progress)?;
            }
            _ => read_portion(portion, &reading, &mut gathering),
        }
        n_done += portion.iter().map(|source| source.n_bytes).sum::<u64>();
        progress(&gathering, n_done)?;
    }
    gathering.settle();
    progress(&gathering, n_done)?;
    Ok(gathering.finish())
}

/// A file that was read whole.
struct WholeFile {
    /// What it adds to the digest over all inputs.
    digest_line: String,
    decoded: Vec<Decoded>,
}

/// Reads and decodes a file, so that no more than a file for each thread is in memory as it was.
fn read_whole(source: &Source, reading: &Reading<'_>) -> WholeFile {
    match source.bytes(reading.config.limits.file_bytes) {
        Ok(bytes) => {
            let digest = normalize::hexadecimal(&normalize::sha1(&bytes));
            let pieces = formats::split(&InputBytes {
                place: &source.place,
                bytes: &bytes,
                is_block: false,
                n_before: 0,
                config: reading.config,
            });
            WholeFile {
                digest_line: format!("{}\0{digest}\n", source.place),
                decoded: decode_some(pieces, reading),
            }
        }
        Err(refusal) => {
            let attached = source.attached_digest();
            let told = attached.as_ref().unwrap_or(&refusal.reason);
            WholeFile {
                digest_line: format!("{}\0{told}\n", source.place),
                decoded: vec![(vec![Prepared::Aside(*refusal)], Vec::new())],
            }
        }
    }
}

/// Reads some files in parallel; what was read before is settled meanwhile.
fn read_portion(portion: &[Source], reading: &Reading<'_>, gathering: &mut Gathering) {
    let read = || -> Vec<WholeFile> {
        let files = portion.par_iter();
        files.map(|source| read_whole(source, reading)).collect()
    };
    let (files, ()) = rayon::join(read, || gathering.settle());
    for file in files {
        gathering.note_input(&file.digest_line);
        gathering.add_decoded(file.decoded);
    }
}

/// Decodes pieces in parallel, some at a time; what was decoded before is settled meanwhile.
fn decode(mut pieces: Vec<InputPiece<'_>>, reading: &Reading<'_>, gathering: &mut Gathering) {
    while !pieces.is_empty() {
        let rest = pieces.split_off(pieces.len().min(PORTION_COMMENTS));
        let (decoded, ()) = rayon::join(|| decode_some(pieces, reading), || gathering.settle());
        gathering.add_decoded(decoded);
        pieces = rest;
    }
}

/// Comments of a piece, with warnings.
type Decoded = (Vec<Prepared>, Vec<String>);

fn decode_some(pieces: Vec<InputPiece<'_>>, reading: &Reading<'_>) -> Vec<Decoded> {
    let decode = |piece: InputPiece<'_>| {
        let mut warnings = Vec::new();
        let found = formats::decode(&piece, reading.config, &mut warnings);
        warnings.extend(refused_counts(piece.place(), &found));
        let prepare = |mut found: RawInput| {
            let mut warnings = Vec::new();
            if let RawInput::Comment(comment) = &mut found {
                let attachments = &reading.attachments;
                attachments.read_with(comment, reading.config, &mut warnings);
                if let Some(n_entries) = listing::n_entries(&comment.body) {
                    warnings.push(format!(
                        "{}: it is read as one comment, and has {n_entries} numbered and dated entries; where each is somebody's comment, make it a file or a row of a table",
                        comment.place
                    ));
                }
            }
            (gather::prepare_guarded(found, reading.config), warnings)
        };
        let (prepared, told): (_, Vec<Vec<String>>) = found.into_par_iter().map(prepare).unzip();
        warnings.extend(told.into_iter().flatten());
        (prepared, warnings)
    };
    pieces.into_par_iter().map(decode).collect()
}

/// One warning for all records of a file whose duplicates the agency counts in no number.
fn refused_counts(place: &str, found: &[RawInput]) -> Option<String> {
    let mut refused = found.iter().filter_map(|found| match found {
        RawInput::Comment(comment) => comment.no_count.as_deref(),
        RawInput::Aside(_) => None,
    });
    let first = refused.next()?;
    Some(format!(
        "{place}: {} records claim a number of duplicates that is no count, for example `{first}`; each counts as one",
        refused.count() + 1
    ))
}

/// Cuts the sources into runs that are held in memory together; a large file is a run of its own.
fn portions(sources: &[Source]) -> Vec<&[Source]> {
    let mut portions = Vec::new();
    let (mut first, mut bytes) = (0, 0);
    for (index, source) in sources.iter().enumerate() {
        let is_alone = source.n_bytes >= PORTION_BYTES || source.is_standard_input();
        if index > first
            && (is_alone
                || bytes + source.n_bytes > PORTION_BYTES
                || index - first >= PORTION_FILES)
        {
            portions.push(&sources[first..index]);
            (first, bytes) = (index, 0);
        }
        bytes += source.n_bytes;
        if is_alone {
            portions.push(&sources[first..=index]);
            (first, bytes) = (index + 1, 0);
        }
    }
    portions.push(&sources[first..]);
    portions
}
