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
mod named_values;
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

use super::IngestConfig;
use super::raw::{RawInput, aside, refuse};
use crate::corpus::AsideBucket;
use crate::guard::guarded;
pub(super) use fields::Records;
pub(super) use format::Structure;
use format::{FileSigns, Format};
pub(super) use input::{FilePart, InputBytes, InputPiece};
pub(super) use json::{learned, learning};
pub(super) use letters::together;
pub(super) use mailbox::BEFORE_BOUNDARY;
pub use workbook::rows_of_sheet;

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
const STRUCTURES: [&dyn Structure; 2] = [&json::Lines, &mail::Mailbox];

/// How a file is cut, told by its first bytes.
pub(super) fn structure(input: &InputBytes<'_>) -> Option<&'static dyn Structure> {
    STRUCTURES.iter().copied().find(|structure| structure.is_of(input))
}

fn format(file: &FileSigns<'_>) -> &'static Format {
    FORMATS.iter().copied().find(|format| (format.is_in)(file)).unwrap_or(&plain::FORMAT)
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

/// Decodes a piece. A parser that panics makes the piece unreadable, not the run.
pub(super) fn decode(piece: &InputPiece<'_>, config: &IngestConfig) -> Vec<RawInput> {
    let input = InputBytes::whole(&piece.place, piece.bytes, config);
    guarded(|| (piece.read)(&input))
        .unwrap_or_else(|_| vec![refuse(input.place, AsideBucket::Unreadable, PANICKED)])
}

/// Reads a file that is held whole, piece by piece.
pub(super) fn read_whole(input: &InputBytes<'_>) -> Vec<RawInput> {
    decode_all(&split(input), input.config)
}

/// Decodes pieces one after the other.
fn decode_all(pieces: &[InputPiece<'_>], config: &IngestConfig) -> Vec<RawInput> {
    pieces.iter().flat_map(|piece| decode(piece, config)).collect()
}

#[cfg(test)]
mod tests;
