//! Files in, their comments out: small files together, what one file holds a portion at a time.

use rayon::prelude::*;

use super::discover::Source;
use super::formats::{self, FilePart, InputBytes, InputPiece};
use super::prepare::{self, Prepared};
use super::raw::RawInput;
use super::shard::{Fingerprint, Packing, RefusedCounts};
use super::{PORTION_BYTES, PORTION_COMMENTS, PORTION_FILES, Reading, listing};

/// A file that was read whole.
struct WholeFile<'a> {
    place: &'a str,
    fingerprint: Fingerprint,
    decoded: Vec<Decoded>,
}

/// Reads and decodes a file, so that no more than a file for each thread is in memory as it was.
fn read_whole<'a>(source: &'a Source, reading: &Reading<'_>) -> WholeFile<'a> {
    match source.bytes(reading.config.limits.file_bytes) {
        Ok(bytes) => {
            let pieces = formats::split(&InputBytes {
                place: &source.place,
                bytes: &bytes,
                part: FilePart::Whole,
                config: reading.config,
            });
            WholeFile {
                place: &source.place,
                fingerprint: Fingerprint::of(&bytes),
                decoded: decode_some(pieces, reading),
            }
        }
        Err(refusal) => {
            let attached = source.attached_digest();
            let told = attached.unwrap_or_else(|| refusal.reason.clone());
            WholeFile {
                place: &source.place,
                fingerprint: Fingerprint::Told(told),
                decoded: vec![Decoded {
                    comments: vec![Prepared::Aside(*refusal)],
                    ..Decoded::default()
                }],
            }
        }
    }
}

/// Reads some files in parallel; what was read before is settled meanwhile.
pub(super) fn read_portion(portion: &[Source], reading: &Reading<'_>, packing: &mut Packing) {
    let read = || -> Vec<WholeFile<'_>> {
        let files = portion.par_iter();
        files.map(|source| read_whole(source, reading)).collect()
    };
    let (files, ()) = rayon::join(read, || packing.settle());
    for file in files {
        packing.begin(file.place, None);
        packing.add_decoded(file.decoded);
        packing.end(file.fingerprint, 0);
    }
}

/// Decodes pieces in parallel, some at a time; what was decoded before is settled meanwhile.
pub(super) fn decode(
    mut pieces: Vec<InputPiece<'_>>,
    reading: &Reading<'_>,
    packing: &mut Packing,
) {
    while !pieces.is_empty() {
        let rest = pieces.split_off(pieces.len().min(PORTION_COMMENTS));
        let (decoded, ()) = rayon::join(|| decode_some(pieces, reading), || packing.settle());
        packing.add_decoded(decoded);
        pieces = rest;
    }
}

/// What a piece holds.
#[derive(Default)]
pub(super) struct Decoded {
    pub(super) comments: Vec<Prepared>,
    pub(super) warnings: Vec<String>,
    pub(super) refused_counts: Option<RefusedCounts>,
}

fn decode_some(pieces: Vec<InputPiece<'_>>, reading: &Reading<'_>) -> Vec<Decoded> {
    let decode = |piece: InputPiece<'_>| {
        let mut warnings = Vec::new();
        let found = formats::decode(&piece, reading.config, &mut warnings);
        let refused_counts = refused_counts(piece.place(), &found);
        let prepare = |mut found: RawInput| {
            let mut warnings = Vec::new();
            if let RawInput::Comment(comment) = &mut found {
                let attachments = &reading.attachments;
                attachments.read_with(comment, reading.config, &mut warnings);
                if let Some(n_entries) = listing::n_entries(&comment.body) {
                    warnings.push(format!(
                        "{}: it is read as one comment, though it has {n_entries} numbered and dated entries; if each is a comment, make it a file or a table row of its own",
                        comment.place
                    ));
                }
            }
            (prepare::prepare_guarded(found, reading.config), warnings)
        };
        let (comments, told): (_, Vec<Vec<String>>) = found.into_par_iter().map(prepare).unzip();
        warnings.extend(told.into_iter().flatten());
        Decoded { comments, warnings, refused_counts }
    };
    pieces.into_par_iter().map(decode).collect()
}

/// The records of a file whose duplicates the agency counts in no number.
fn refused_counts(place: &str, found: &[RawInput]) -> Option<RefusedCounts> {
    let mut refused = found.iter().filter_map(|found| match found {
        RawInput::Comment(comment) => comment.no_count.as_deref(),
        RawInput::Aside(_) => None,
    });
    let first = refused.next()?;
    Some(RefusedCounts { place: place.to_owned(), first: first.to_owned(), n: refused.count() + 1 })
}

/// Whether a file is not held in memory with others.
pub(super) fn is_alone(source: &Source) -> bool {
    source.n_bytes >= PORTION_BYTES || source.range.is_some() || source.is_standard_input()
}

/// Cuts the sources into runs that are held in memory together; a large file is a run of its own.
pub(super) fn portions(sources: &[Source]) -> Vec<&[Source]> {
    let mut portions = Vec::new();
    let (mut first, mut bytes) = (0, 0);
    for (index, source) in sources.iter().enumerate() {
        let is_alone = is_alone(source);
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
