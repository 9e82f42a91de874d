//! Files in, their comments out: small files together, what one file holds a portion at a time.

use rayon::prelude::*;

use super::discover::Source;
use super::formats::{self, InputBytes, InputPiece};
use super::normalize::sha1;
use super::prepare::{self, Prepared};
use super::raw::RawInput;
use super::shard::Packing;
use super::{IngestConfig, PORTION_BYTES, PORTION_FOR_THREAD, Reading, listing};
use crate::corpus::hexadecimal;

pub(super) fn read_portion(portion: &[Source], reading: &Reading<'_>, packing: &mut Packing) {
    // The bytes of each file, or why there are none, and what they add to the digest over all inputs.
    let (files, ()) = rayon::join(
        || -> Vec<_> {
            let files = portion.par_iter().map(|source| {
                let bytes = source.bytes(reading.config.limits.file_bytes);
                let fingerprint = match &bytes {
                    Ok(bytes) => Some(hexadecimal(&sha1(bytes))),
                    Err(_) => source.digest(),
                };
                (bytes, fingerprint)
            });
            files.collect()
        },
        || packing.settle(),
    );
    let pieces: Vec<Vec<InputPiece<'_>>> = portion
        .par_iter()
        .zip(&files)
        .map(|(Source { place, .. }, (bytes, _))| match bytes {
            Ok(bytes) => formats::split(&InputBytes::whole(place, bytes, reading.config)),
            Err(refusal) => vec![InputPiece::aside((**refusal).clone())],
        })
        .collect();
    let mut numbered = Vec::new();
    for ((source, (_, fingerprint)), pieces) in portion.iter().zip(&files).zip(pieces) {
        let input = packing.begin(&source.place, None);
        packing.end(input, fingerprint.clone(), 0);
        numbered.extend(pieces.into_iter().map(|piece| (input, piece)));
    }
    decode(numbered, reading, packing);
}

/// Decodes pieces of the inputs whose numbers they come with, in parallel, some at a time; what was decoded before is
/// settled meanwhile.
pub(super) fn decode(
    pieces: Vec<(usize, InputPiece<'_>)>,
    reading: &Reading<'_>,
    packing: &mut Packing,
) {
    let most = PORTION_FOR_THREAD * rayon::current_num_threads();
    let mut pieces = pieces.into_iter();
    while pieces.len() > 0 {
        let mut some = Vec::new();
        let mut weight = 0;
        while weight < most
            && let Some((input, piece)) = pieces.next()
        {
            weight += piece.weight;
            some.push((input, piece));
        }
        let (decoded, ()) = rayon::join(
            || -> Vec<_> {
                some.into_par_iter()
                    .map(|(input, piece)| (input, decode_piece(&piece, reading)))
                    .collect()
            },
            || packing.settle(),
        );
        for (input, (comments, warnings)) in decoded {
            packing.warn(warnings);
            packing.add(input, comments);
        }
    }
}

/// The comments of a piece, and what is to be warned of.
fn decode_piece(piece: &InputPiece<'_>, reading: &Reading<'_>) -> (Vec<Prepared>, Vec<String>) {
    let found = formats::decode(piece, reading.config);
    let (comments, told): (Vec<Option<Prepared>>, Vec<Vec<String>>) =
        found.into_par_iter().map(|found| prepared(found, reading)).unzip();
    (comments.into_iter().flatten().collect(), told.concat())
}

/// What is made of an input, with its attachments, and what is told of it.
fn prepared(found: RawInput, reading: &Reading<'_>) -> (Option<Prepared>, Vec<String>) {
    let mut told = Vec::new();
    let prepared = match found {
        RawInput::Comment(mut comment) => {
            reading.attachments.read_with(&mut comment, reading.config, &mut told);
            if let Some(n_entries) = listing::n_entries(&comment.body) {
                told.push(format!(
                    "{}: it is read as one comment, though it has {n_entries} numbered and dated entries; if each is a comment, make it a file or a table row of its own",
                    comment.place
                ));
            }
            Some(prepare::prepare_guarded(*comment, reading.config))
        }
        RawInput::Aside(aside) => Some(Prepared::Aside(aside)),
        RawInput::Told(said) => {
            told.push(said);
            None
        }
    };
    (prepared, told)
}

/// Whether a file is not held in memory with others, but read as far as the memory allows.
pub(super) fn is_alone(source: &Source, config: &IngestConfig) -> bool {
    source.n_bytes >= PORTION_BYTES.min(config.limits.file_bytes)
        || source.range.is_some()
        || source.is_standard_input()
}

/// Cuts the sources into runs that are held in memory together; a large file is a run of its own.
pub(super) fn portions<'a>(sources: &'a [Source], config: &IngestConfig) -> Vec<&'a [Source]> {
    let mut portions = Vec::new();
    let most = PORTION_FOR_THREAD * rayon::current_num_threads();
    let (mut first, mut bytes) = (0, 0);
    for (index, source) in sources.iter().enumerate() {
        let is_alone = is_alone(source, config);
        if index > first
            && (is_alone || bytes + source.n_bytes > PORTION_BYTES || index - first >= most)
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
