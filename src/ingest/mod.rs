//! Docket in, [`Corpus`] out: every comment decoded, cut into zones and described.
//!
//! | step | where |
//! |---|---|
//! | which files there are | `discover.rs` |
//! | bytes → comments | `formats/`, one file per format |
//! | decoded text → zones | `zones/` |
//! | headers and text → attributes | `attributes.rs`, `dates.rs`, `docket_ids/`, `mail_headers.rs`, `relayers.rs` |
//! | what only all comments together tell | `gather.rs`, `dockets.rs`, `routes.rs` |
//! | text → document string | `normalize.rs` |
//!
//! # Invariants
//! - Every input becomes a document or an entry of [`Corpus::set_aside`].
//! - The same files give the same corpus, whatever order the disk lists them in.
//! - Of the exact copies that cite the same dockets only the earliest keeps its text.

mod attributes;
mod dates;
mod decode;
mod discover;
mod docket_ids;
mod dockets;
mod formats;
mod gather;
mod mail_headers;
mod markup;
mod normalize;
mod relayers;
mod routes;
mod zones;

use std::path::PathBuf;

use anyhow::Result;
use rayon::prelude::*;

use crate::corpus::Corpus;
pub use discover::Input;
use discover::Source;
use formats::Found;
use gather::Gathering;
pub use relayers::Relayers;

/// What the user can choose about reading.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Column or field that holds a comment's id, where the usual names do not fit.
    pub id_field: Option<String>,
    /// Column or field that holds a comment's text, where the usual names do not fit.
    pub text_field: Option<String>,
    /// Which mail servers belong to mass mailers.
    pub relayers: Relayers,
    /// A path that is never read: the report's own folder.
    pub exclude: Option<PathBuf>,
}

/// Files are read in portions of at most this many bytes, so that a docket need not fit into memory.
const PORTION_BYTES: u64 = 64 << 20;
const PORTION_FILES: usize = 4096;

/// Reads every input. Files that cannot be read become entries of [`Corpus::set_aside`].
///
/// # Errors
/// Only where standard input was asked for and cannot be read.
pub fn read(inputs: &[Input], config: &Config) -> Result<Corpus> {
    let sources = discover::sources(inputs, config.exclude.as_deref());
    let mut gathering = Gathering::default();
    for portion in portions(&sources) {
        let read: Vec<_> = portion
            .par_iter()
            .map(|source| read_source(source, config))
            .collect();
        for file in read {
            gathering.add(file?);
        }
    }
    Ok(gathering.finish())
}

/// One file's digest, comments and refusals.
struct FileContents {
    digest_line: String,
    found: Vec<gather::Prepared>,
    warnings: Vec<String>,
}

fn read_source(source: &Source, config: &Config) -> Result<FileContents> {
    let mut contents = FileContents {
        digest_line: String::new(),
        found: Vec::new(),
        warnings: Vec::new(),
    };
    let bytes = match source.bytes()? {
        Ok(bytes) => bytes,
        Err(refusal) => {
            contents.digest_line = format!("{}\0{}\n", source.place, refusal.reason);
            contents.found.push(gather::Prepared::Aside(refusal));
            return Ok(contents);
        }
    };
    contents.digest_line = format!(
        "{}\0{}\n",
        source.place,
        normalize::hexadecimal(&normalize::sha1(&bytes))
    );
    let input = formats::Input {
        place: &source.place,
        bytes: &bytes,
        config,
    };
    let found = formats::read(&input, &mut contents.warnings);
    contents
        .warnings
        .extend(refused_counts(&source.place, &found));
    contents.found = found
        .into_par_iter()
        .map(|found| gather::prepare(found, &config.relayers))
        .collect();
    Ok(contents)
}

/// One warning for all records of a file whose duplicates the agency counts in no number.
fn refused_counts(place: &str, found: &[Found]) -> Option<String> {
    let mut refused = found.iter().filter_map(|found| match found {
        Found::Comment(comment) => comment.no_count.as_deref(),
        Found::Aside(_) => None,
    });
    let first = refused.next()?;
    Some(format!(
        "{place}: {} records claim a number of duplicates that is no count, for example `{first}`; each counts as one",
        refused.count() + 1
    ))
}

/// Cuts the sources into runs that are held in memory together.
fn portions(sources: &[Source]) -> Vec<&[Source]> {
    let mut portions = Vec::new();
    let (mut first, mut bytes) = (0, 0);
    for (index, source) in sources.iter().enumerate() {
        bytes += source.n_bytes;
        if bytes >= PORTION_BYTES || index + 1 - first >= PORTION_FILES {
            portions.push(&sources[first..=index]);
            (first, bytes) = (index + 1, 0);
        }
    }
    portions.push(&sources[first..]);
    portions
}
