//! Bytes in, comments out: which format a file is in, told by its content first.
//!
//! A new format is one new file here, with a [`Format`] of its own, and one row of [`FORMATS`]; a new way to cut large
//! files is a [`Structure`] and a row of [`STRUCTURES`].
//! What holds records, and what people attach to them, is besides known by its extension in `attachments.rs`.

mod archive;
mod binary;
mod columns;
mod compound;
mod docx;
mod entries;
mod expansion;
mod fields;
mod format;
mod headings;
mod html;
mod input;
mod json;
mod letters;
mod machine_mail;
mod mail;
mod mail_attachments;
mod mail_body;
mod mail_text;
mod mailbox;
mod office_text;
mod open_document;
mod pdf;
mod plain;
mod questions;
mod quotes;
mod records;
mod rtf;
mod sheets;
mod table;
mod tnef;
mod workbook;
mod xml;

use std::io::{self, BufRead};

use super::raw::{RawInput, aside, refuse};
use super::{IngestConfig, Limits};
use crate::corpus::{AsideBucket, Limit};
use crate::guard::guarded;
use expansion::Refusal;
pub(super) use fields::Records;
pub(super) use format::Boundaries;
use format::{FileSigns, Format, Structure};
use input::PieceKind;
pub(super) use input::{FilePart, InputBytes, InputPiece};
pub(super) use letters::told_together;

/// What is said of an input that a parser panicked on.
pub(super) const PANICKED: &str = "a parser failed on it; please report the file";

/// The formats in the order in which they are tried. What none of them takes is plain text.
const FORMATS: &[&Format] = &[
    &pdf::FORMAT,
    &rtf::FORMAT,
    &docx::FORMAT,
    &workbook::FORMAT,
    &archive::DOCUMENTS,
    &open_document::PACKED_TEXT,
    &open_document::PACKED,
    &archive::FORMAT,
    &compound::FORMAT,
    &open_document::FLAT,
    &binary::FORMAT,
    &plain::NOTES,
    &table::FORMAT,
    &mail::FORMAT,
    &json::FORMAT,
    &html::FORMAT,
    &binary::FOREIGN_XML,
    &table::BULK_EXPORT,
    &plain::FORMAT,
];

/// How files are cut, in the order in which it is tried. What none of them cuts is a table, or read whole.
const STRUCTURES: [&dyn Structure; 3] = [&json::Lines, &mail::Mailbox, &plain::Bundle];

fn structure(input: &InputBytes<'_>) -> Option<&'static dyn Structure> {
    STRUCTURES.iter().copied().find(|structure| structure.is_of(input))
}

fn format(file: &FileSigns<'_>) -> &'static Format {
    FORMATS.iter().copied().find(|format| (format.is_in)(file)).unwrap_or(&plain::FORMAT)
}

/// The rows of a sheet of an Excel workbook.
///
/// # Errors
/// Why it cannot be read, in words for people.
pub(super) fn rows_of_sheet(
    workbook: &[u8],
    name: &str,
    limits: &Limits,
) -> Result<Option<Vec<Vec<String>>>, String> {
    workbook::rows_of_sheet(workbook, name, limits).map_err(Refusal::into_reason)
}

/// Where a file can be cut, told by its first bytes.
pub(super) fn boundaries(head: &InputBytes<'_>) -> Boundaries {
    structure(head).map_or(Boundaries::None, |structure| structure.boundaries(head))
}

/// Whether all records of a file must be learned from before any of them is read, told by its first bytes: see [`learned`].
pub(super) fn are_learned(head: &InputBytes<'_>) -> bool {
    json::may_answer(head)
}

/// What all records of a file tell together.
///
/// # Errors
/// Where the file cannot be read.
pub(super) fn learned(file: impl BufRead, config: &IngestConfig) -> io::Result<Records> {
    json::learned(file, config)
}

/// Bytes before a record that tell that it begins.
pub(super) fn bytes_before(boundaries: Boundaries) -> u64 {
    if boundaries == Boundaries::Mails { mailbox::BEFORE_BOUNDARY as u64 } else { 1 }
}

/// Where in some bytes, the first `n_before` apart, a record begins; none where more bytes are needed to tell.
pub(super) fn first_boundary(
    boundaries: Boundaries,
    bytes: &[u8],
    n_before: usize,
    is_end: bool,
) -> Option<usize> {
    if boundaries == Boundaries::Mails {
        return mailbox::later_boundaries(bytes)
            .find(|at| *at >= n_before && (is_end || bytes[*at..].contains(&b'\n')));
    }
    Some(bytes.iter().position(|byte| *byte == b'\n')? + 1)
}

/// Cuts a file at its boundaries, a table between its rows.
pub(super) fn split<'a>(input: &InputBytes<'a>) -> Vec<InputPiece<'a>> {
    if let Some(structure) = structure(input) {
        return structure.pieces(input);
    }
    let format = format(&FileSigns::of(input));
    if format.has_rows {
        return guarded(|| table::pieces(input)).unwrap_or_else(|_| {
            vec![InputPiece::aside(aside(input.place, AsideBucket::Unreadable, PANICKED))]
        });
    }
    vec![InputPiece::new(input.place, input.bytes, format.read)]
}

/// What one piece of a file may hold in memory, before its end is known.
pub(super) fn most_bytes(input: &InputBytes<'_>) -> (u64, Limit) {
    let whole = (input.config.limits.file_bytes, Limit::FileSize);
    structure(input).map_or(whole, |structure| structure.most_bytes(input))
}

/// Up to where a block that does not end with its file can be cut; `None` where it has no boundary.
pub(super) fn last_boundary(input: &InputBytes<'_>) -> Option<usize> {
    structure(input)?.last_boundary(input)
}

/// How far a block takes the numbers of its file's records. The rows of a table are numbered from its beginning.
pub(super) fn n_records(input: &InputBytes<'_>, pieces: &[InputPiece<'_>]) -> usize {
    structure(input).map_or(0, |structure| structure.n_records(input, pieces))
}

/// Decodes a piece. A parser that panics makes the piece unreadable, not the run.
pub(super) fn decode(
    piece: &InputPiece<'_>,
    config: &IngestConfig,
    warnings: &mut Vec<String>,
) -> Vec<RawInput> {
    let input = InputBytes::whole(&piece.place, piece.bytes, config);
    let mut own_warnings = Vec::new();
    let read = guarded(|| match &piece.kind {
        PieceKind::Bytes(read) => read(&input, &mut own_warnings),
        PieceKind::Line(records) => json::read_line(&input, Some(records)),
        PieceKind::Decoded { read, .. } => read(input.place),
        PieceKind::Aside(aside) => vec![RawInput::Aside(aside.clone())],
        PieceKind::Warnings(told) => {
            own_warnings.extend_from_slice(told);
            Vec::new()
        }
    });
    warnings.append(&mut own_warnings);
    read.unwrap_or_else(|_| vec![refuse(input.place, AsideBucket::Unreadable, PANICKED)])
}

/// Reads a file by its format.
pub(super) fn read_file(
    place: &str,
    bytes: &[u8],
    config: &IngestConfig,
    warnings: &mut Vec<String>,
) -> Vec<RawInput> {
    decode(&InputPiece::new(place, bytes, read), config, warnings)
}

fn read(input: &InputBytes<'_>, warnings: &mut Vec<String>) -> Vec<RawInput> {
    (format(&FileSigns::of(input)).read)(input, warnings)
}

#[cfg(test)]
mod tests;
