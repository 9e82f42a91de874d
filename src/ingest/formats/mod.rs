//! Bytes in, comments out: which format a file is in, told by its content first.
//!
//! A new format is one new file here and one row of [`FORMATS`].

mod archive;
mod binary;
mod bundle;
mod columns;
mod compound;
mod docx;
mod ecfs;
mod entries;
mod expansion;
mod html;
mod input;
mod json;
mod mail;
mod mail_attachments;
mod mail_body;
mod mailbox;
mod normalized;
mod open_document;
mod pdf;
mod plain;
mod records;
mod rtf;
mod sheets;
mod table;
mod workbook;
mod xml;

use super::discover::STANDARD_INPUT;
use super::raw::{RawInput, aside, refuse};
use super::{IngestConfig, Limits};
use crate::corpus::{AsideBucket, Limit};
use crate::guard::guarded;
use archive::ArchiveKind;
use binary::Foreign;
use expansion::Refusal;
pub(super) use input::{FilePart, InputBytes, InputPiece, RowRange};
use input::{PieceKind, extension};

/// What is said of an input that a parser panicked on.
pub(super) const PANICKED: &str = "a parser failed on it; please report the file";

/// What the seams of a file are, where it has any.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Structure {
    /// A record on every line.
    Lines,
    /// A mail folder in one file.
    Mailbox,
    /// Letter after letter in one large text.
    Bundle,
    /// Nothing to cut at from outside.
    Whole,
}

fn structure(input: &InputBytes<'_>) -> Structure {
    let extension = extension(input.place);
    if input.place == STANDARD_INPUT || matches!(extension.as_str(), "jsonl" | "ndjson") {
        Structure::Lines
    } else if mailbox::is_mailbox(input.bytes) && extension != "eml" {
        Structure::Mailbox
    } else if input.is_block() && matches!(extension.as_str(), "txt" | "") && bundle::is_part(input)
    {
        Structure::Bundle
    } else {
        Structure::Whole
    }
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

/// Where a file can be cut so that each part can be read apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seams {
    None,
    Lines,
    Mails,
    /// Between the rows of a table, which is gone through from its beginning.
    Rows,
}

/// Where a file can be cut, told by its first bytes.
pub(super) fn seams(head: &InputBytes<'_>) -> Seams {
    match structure(head) {
        Structure::Lines => Seams::Lines,
        Structure::Mailbox => Seams::Mails,
        Structure::Bundle => Seams::None,
        Structure::Whole => match format(head) {
            Some((_, Reader::Table)) => Seams::Rows,
            _ => Seams::None,
        },
    }
}

/// Bytes before a record that tell that it begins.
pub(super) fn bytes_before(seams: Seams) -> u64 {
    match seams {
        Seams::Mails => mailbox::BEFORE_SEAM as u64,
        Seams::None | Seams::Lines | Seams::Rows => 1,
    }
}

/// Where in some bytes, the first `n_before` apart, a record begins; none where more bytes are needed to tell.
pub(super) fn first_seam(
    seams: Seams,
    bytes: &[u8],
    n_before: usize,
    is_end: bool,
) -> Option<usize> {
    let has_line = |at: &usize| is_end || bytes[*at..].contains(&b'\n');
    match seams {
        Seams::Mails => mailbox::later_seams(bytes).find(|at| *at >= n_before && has_line(at)),
        Seams::None | Seams::Lines | Seams::Rows => {
            Some(bytes.iter().position(|byte| *byte == b'\n')? + 1)
        }
    }
}

/// Cuts a file at its seams, a table between its rows.
pub(super) fn split<'a>(input: &InputBytes<'a>) -> Vec<InputPiece<'a>> {
    match structure(input) {
        Structure::Lines => json::lines(input),
        Structure::Mailbox => mailbox::mails(input),
        Structure::Bundle => bundle::pieces(input),
        Structure::Whole => match (format(input), input.part) {
            (Some((_, Reader::Table)), _) => {
                guarded(|| table::pieces(input)).unwrap_or_else(|_| {
                    let refusal = aside(input.place, AsideBucket::Unreadable, PANICKED);
                    vec![InputPiece::aside(refusal)]
                })
            }
            // What has no rows belongs to whoever reads its first byte.
            (_, FilePart::Rows(rows)) if rows.start > 0 => Vec::new(),
            _ => vec![InputPiece {
                kind: PieceKind::File,
                place: input.place.to_owned(),
                bytes: input.bytes,
            }],
        },
    }
}

/// What one piece of a file may hold in memory, before its end is known.
pub(super) fn most_bytes(input: &InputBytes<'_>) -> (u64, Limit) {
    let limits = &input.config.limits;
    match structure(input) {
        // A list of records may stand in one line.
        Structure::Lines if !input.bytes.trim_ascii_start().starts_with(b"[") => {
            (limits.record_bytes(), Limit::TextSize)
        }
        Structure::Lines | Structure::Mailbox | Structure::Bundle | Structure::Whole => {
            (limits.file_bytes, Limit::FileSize)
        }
    }
}

/// Up to where a block that does not end with its file can be cut; `None` where it has no seam.
pub(super) fn last_seam(input: &InputBytes<'_>) -> Option<usize> {
    match structure(input) {
        Structure::Lines => Some(input.bytes.iter().rposition(|byte| *byte == b'\n')? + 1),
        Structure::Mailbox => mailbox::last_seam(input.bytes),
        Structure::Bundle => bundle::last_seam(input),
        Structure::Whole => None,
    }
}

/// How far a block takes the numbers of its file's records.
pub(super) fn n_records(input: &InputBytes<'_>, pieces: &[InputPiece<'_>]) -> usize {
    match structure(input) {
        Structure::Lines => input.bytes.iter().filter(|byte| **byte == b'\n').count(),
        Structure::Mailbox | Structure::Bundle => pieces.len(),
        Structure::Whole => 0,
    }
}

/// Decodes a piece. A parser that panics makes the piece unreadable, not the run.
pub(super) fn decode(
    piece: &InputPiece<'_>,
    config: &IngestConfig,
    warnings: &mut Vec<String>,
) -> Vec<RawInput> {
    let input =
        InputBytes { place: &piece.place, bytes: piece.bytes, part: FilePart::Whole, config };
    let mut own_warnings = Vec::new();
    let read = guarded(|| match &piece.kind {
        PieceKind::File => dispatch(&input, &mut own_warnings),
        PieceKind::Rows(table, rows) => table.comments(input.place, rows),
        PieceKind::Aside(aside) => vec![RawInput::Aside(aside.clone())],
        PieceKind::Warnings(told) => {
            own_warnings.extend_from_slice(told);
            Vec::new()
        }
        PieceKind::Mail => mail::read(&input, &mut own_warnings),
        PieceKind::Line => json::read_line(&input),
        PieceKind::Letter => vec![plain::letter(&input)],
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
    let piece = InputPiece { kind: PieceKind::File, place: place.to_owned(), bytes };
    decode(&piece, config, warnings)
}

/// What tells the format of a file.
struct FileSigns<'a> {
    place: &'a str,
    /// In lower case.
    extension: &'a str,
    bytes: &'a [u8],
}

impl FileSigns<'_> {
    fn is_named(&self, extensions: &[&str]) -> bool {
        extensions.contains(&self.extension)
    }

    /// Whether the first visible bytes begin an object or a list of them: a letter begins with "[name withheld]".
    fn begins_as_json(&self) -> bool {
        let mut visible = self.bytes.iter().filter(|byte| !byte.is_ascii_whitespace());
        match visible.next() {
            Some(b'{') => matches!(visible.next(), Some(b'"' | b'}') | None),
            Some(b'[') => matches!(visible.next(), Some(b'{' | b'[' | b']') | None),
            _ => false,
        }
    }
}

/// How a format is known, and how it is read.
type Format = (fn(&FileSigns<'_>) -> bool, Reader);

/// How a file is read.
#[derive(Clone, Copy)]
enum Reader {
    File(fn(&InputBytes<'_>, &mut Vec<String>) -> Vec<RawInput>),
    /// Of a table some rows can be read.
    Table,
}

/// The formats in the order in which they are tried. What none of them takes is plain text.
const FORMATS: [Format; 14] = [
    (
        |file| pdf::is_pdf(file.bytes, file.is_named(&["pdf"])),
        Reader::File(|input, warnings| vec![pdf::read(input, warnings)]),
    ),
    (|file| rtf::is_rtf(file.bytes), Reader::File(|input, _| vec![rtf::read(input)])),
    (|file| archive::is_packed(file.bytes), Reader::File(read_packed)),
    (|file| compound::is_compound(file.bytes), Reader::File(compound::read)),
    (
        |file| open_document::flat_kind(file.bytes).is_some(),
        Reader::File(|input, warnings| {
            let kind = open_document::flat_kind(input.bytes).into_iter();
            let read = |kind| open_document::read(kind, input, warnings);
            kind.flat_map(read).collect()
        }),
    ),
    (
        |file| binary::refusal(file.bytes).is_some(),
        Reader::File(|input, _| {
            let refusal = binary::refusal(input.bytes).into_iter();
            let refuse = |(foreign, reason): (Foreign, String)| {
                refuse(input.place, foreign.bucket(), &reason)
            };
            refusal.map(refuse).collect()
        }),
    ),
    (
        |file| file.is_named(&["md"]),
        Reader::File(|input, _| {
            let reason = "a note about the docket, not a comment; name it .txt to have it read";
            vec![refuse(input.place, AsideBucket::NotAComment, reason)]
        }),
    ),
    (
        |file| normalized::is_normalized(file.bytes),
        Reader::File(|input, _| normalized::read(input)),
    ),
    (|file| file.is_named(&["csv", "tsv"]), Reader::Table),
    (
        |file| {
            let is_named = file.is_named(&["eml"]) || mailbox::is_maildir(file.place);
            mail::is_mail(file.bytes, is_named)
        },
        Reader::File(mail::read),
    ),
    (
        |file| file.is_named(&["json"]) || file.begins_as_json() && !file.is_named(&["txt"]),
        Reader::File(json::read),
    ),
    (
        |file| file.is_named(&["html", "htm", "xhtml"]) || html::is_page(file.bytes),
        Reader::File(|input, _| vec![html::read(input)]),
    ),
    (
        |file| binary::is_foreign_xml(file.bytes),
        Reader::File(|input, _| {
            let reason = "XML of a kind that is not read; save it as PDF, .txt, .csv or .json";
            vec![refuse(input.place, AsideBucket::Unreadable, reason)]
        }),
    ),
    (|file| table::is_bulk_export(file.bytes), Reader::Table),
];

/// The format of a file; none where it is plain text.
fn format(input: &InputBytes<'_>) -> Option<&'static Format> {
    let file =
        FileSigns { place: input.place, extension: &extension(input.place), bytes: input.bytes };
    FORMATS.iter().find(|(is_in, _)| is_in(&file))
}

fn dispatch(input: &InputBytes<'_>, warnings: &mut Vec<String>) -> Vec<RawInput> {
    match format(input) {
        Some((_, Reader::Table)) => {
            let pieces = table::pieces(input);
            pieces.iter().flat_map(|piece| decode(piece, input.config, warnings)).collect()
        }
        Some((_, Reader::File(read))) => read(input, warnings),
        None => plain::read(input),
    }
}

/// Reads an archive, or a document that is packed as one.
fn read_packed(input: &InputBytes<'_>, warnings: &mut Vec<String>) -> Vec<RawInput> {
    match archive::kind(input.bytes) {
        ArchiveKind::Archive => archive::read(input, |file| {
            let pieces = split(file);
            let decode = |piece| decode(piece, file.config, warnings);
            pieces.iter().flat_map(decode).collect()
        }),
        ArchiveKind::Word => vec![docx::read(input)],
        ArchiveKind::Workbook => workbook::read(input, warnings),
        ArchiveKind::OpenDocument(kind) => open_document::read(kind, input, warnings),
        ArchiveKind::Refused(bucket, reason) => vec![refuse(input.place, bucket, reason)],
    }
}
