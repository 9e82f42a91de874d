//! Bytes in, comments out: which format a file is in, told by its content first.
//!
//! A new format is one new file here and one line in [`dispatch`].

mod archive;
mod bundle;
mod docx;
mod ecfs;
mod expansion;
mod html;
mod json;
mod mail;
mod mail_body;
mod mailbox;
mod normalized;
mod pdf;
mod plain;
mod records;
mod rtf;
mod table;

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::IngestConfig;
use super::routes::Route;
use crate::corpus::{AsideBucket, Attributes, Limit, SetAside, Zone, ZoneLines};
use archive::ArchiveKind;

/// What is said of an input that a parser panicked on.
pub(super) const PANICKED: &str = "a parser failed on it; please report the file";

/// One file, or a block of it.
#[derive(Clone, Copy)]
pub(super) struct InputBytes<'a> {
    /// Path relative to the docket.
    pub(super) place: &'a str,
    pub(super) bytes: &'a [u8],
    /// Whether it is a block of a larger file.
    pub(super) is_block: bool,
    /// Records in the blocks before this one.
    pub(super) n_before: usize,
    pub(super) config: &'a IngestConfig,
}

/// A part of a file that can be decoded by itself.
pub(super) struct InputPiece<'a> {
    kind: PieceKind,
    place: String,
    bytes: &'a [u8],
}

impl InputPiece<'_> {
    /// File and place, for messages.
    pub(super) fn place(&self) -> &str {
        &self.place
    }
}

#[derive(Clone, Copy)]
enum PieceKind {
    File,
    Mail,
    Line,
    Letter,
}

/// What a file holds.
pub(super) enum RawInput {
    Comment(Box<RawComment>),
    Aside(SetAside),
}

/// A decoded comment, not yet cut into zones.
#[derive(Debug, Default)]
pub(super) struct RawComment {
    /// The record's own id.
    pub(super) id: Option<String>,
    /// File and place in it.
    pub(super) place: String,
    /// Decoded text without mark-up.
    pub(super) body: String,
    /// What the record says; cited dockets come later.
    pub(super) attributes: Attributes,
    /// Why the agency withdrew it, where it did.
    pub(super) withdrawn: Option<String>,
    /// Its zones, where they are known: then its attributes are complete, too.
    pub(super) zones: Option<Vec<Zone>>,
    /// How it came, where it is a mail.
    pub(super) route: Option<Route>,
    /// What the agency says about duplicates, where that is no count.
    pub(super) no_count: Option<String>,
}

impl RawComment {
    /// A file that holds one comment and tells nothing else about it.
    fn of_file(input: &InputBytes<'_>, body: String) -> RawInput {
        let attributes = Attributes {
            n_bytes: input.bytes.len() as u64,
            ..Attributes::default()
        };
        let place = input.place.to_owned();
        RawInput::Comment(Box::new(Self {
            place,
            body,
            attributes,
            ..Self::default()
        }))
    }
}

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
    if input.place == "-" || matches!(extension.as_str(), "jsonl" | "ndjson") {
        Structure::Lines
    } else if mailbox::is_mailbox(input.bytes) && extension != "eml" {
        Structure::Mailbox
    } else if input.is_block && matches!(extension.as_str(), "txt" | "") && bundle::is_part(input) {
        Structure::Bundle
    } else {
        Structure::Whole
    }
}

/// Cuts a file at its seams.
pub(super) fn split<'a>(input: &InputBytes<'a>) -> Vec<InputPiece<'a>> {
    match structure(input) {
        Structure::Lines => json::lines(input),
        Structure::Mailbox => mailbox::mails(input),
        Structure::Bundle => bundle::pieces(input),
        Structure::Whole => {
            vec![InputPiece {
                kind: PieceKind::File,
                place: input.place.to_owned(),
                bytes: input.bytes,
            }]
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
        Structure::Mailbox | Structure::Bundle | Structure::Whole => pieces.len(),
    }
}

/// Decodes a piece. A parser that panics makes the piece unreadable, not the run.
pub(super) fn decode(
    piece: &InputPiece<'_>,
    config: &IngestConfig,
    warnings: &mut Vec<String>,
) -> Vec<RawInput> {
    let input = InputBytes {
        place: &piece.place,
        bytes: piece.bytes,
        is_block: false,
        n_before: 0,
        config,
    };
    let mut own_warnings = Vec::new();
    let read = catch_unwind(AssertUnwindSafe(|| match piece.kind {
        PieceKind::File => dispatch(&input, &mut own_warnings),
        PieceKind::Mail => mail::read(&input),
        PieceKind::Line => json::read_line(&input),
        PieceKind::Letter => vec![plain::letter(&input)],
    }));
    warnings.append(&mut own_warnings);
    read.unwrap_or_else(|_| vec![refuse(input.place, AsideBucket::Unreadable, PANICKED)])
}

/// Reads a file by its format.
pub(super) fn read_file(place: &str, bytes: &[u8], config: &IngestConfig) -> Vec<RawInput> {
    let piece = InputPiece {
        kind: PieceKind::File,
        place: place.to_owned(),
        bytes,
    };
    decode(&piece, config, &mut Vec::new())
}

/// The extension of a place, in lower case.
fn extension(place: &str) -> String {
    let name = place.rsplit('/').next().unwrap_or(place);
    name.rsplit_once('.')
        .map_or("", |(_, extension)| extension)
        .to_lowercase()
}

fn dispatch(input: &InputBytes<'_>, warnings: &mut Vec<String>) -> Vec<RawInput> {
    let InputBytes { place, bytes, .. } = *input;
    let extension = extension(place);
    if let Some(found) = document(input, &extension, warnings) {
        return found;
    }
    if let Some((bucket, reason)) = not_text(bytes) {
        return vec![refuse(place, bucket, reason)];
    }
    if extension == "md" {
        let reason = "a note about the docket, not a comment; name it .txt to have it read";
        return vec![refuse(place, AsideBucket::NotAComment, reason)];
    }
    if normalized::is_normalized(bytes) {
        return normalized::read(input);
    }
    if matches!(extension.as_str(), "csv" | "tsv") {
        return table::read(input, warnings);
    }
    if mail::is_mail(bytes, extension == "eml" || mailbox::is_maildir(place)) {
        return mail::read(input);
    }
    let start = bytes.trim_ascii_start();
    if extension == "json"
        || (start.starts_with(b"{") || start.starts_with(b"[")) && extension != "txt"
    {
        return json::read(input, warnings);
    }
    if matches!(extension.as_str(), "html" | "htm" | "xhtml") || html::is_page(bytes) {
        return vec![html::read(input)];
    }
    if table::is_bulk_export(bytes) {
        return table::read(input, warnings);
    }
    plain::read(input)
}

/// Formats that are no plain text, told by their first bytes.
fn document(
    input: &InputBytes<'_>,
    extension: &str,
    warnings: &mut Vec<String>,
) -> Option<Vec<RawInput>> {
    if pdf::is_pdf(input.bytes, extension == "pdf") {
        return Some(vec![pdf::read(input)]);
    }
    if rtf::is_rtf(input.bytes) {
        return Some(vec![rtf::read(input)]);
    }
    match archive::kind(input.bytes, &input.config.limits)? {
        ArchiveKind::Archive => Some(archive::read(input, warnings)),
        ArchiveKind::Word => Some(vec![docx::read(input)]),
        ArchiveKind::Refused(bucket, reason) => Some(vec![refuse(input.place, bucket, reason)]),
    }
}

/// Tells pictures and other binary files by their first bytes, and why they hold no text.
fn not_text(bytes: &[u8]) -> Option<(AsideBucket, &'static str)> {
    let starts = |magic: &[u8]| bytes.starts_with(magic);
    if starts(b"\x89PNG")
        || starts(b"\xFF\xD8\xFF")
        || starts(b"GIF8")
        || starts(b"II*\0")
        || starts(b"MM\0*")
        || starts(b"BM") && bytes.contains(&0)
    {
        let reason = "a picture; only its text could be compared, please have it transcribed";
        return Some((AsideBucket::NotAComment, reason));
    }
    if starts(b"\xD0\xCF\x11\xE0") {
        let reason = "an old office document, which is not read; save it as .docx or .txt";
        return Some((AsideBucket::Unreadable, reason));
    }
    if bytes.get(257..262) == Some(b"ustar") {
        let reason = "a tar archive, which is not read; pack the files as .zip";
        return Some((AsideBucket::Unreadable, reason));
    }
    let sample = &bytes[..bytes.len().min(4096)];
    let zeros = sample.iter().filter(|byte| **byte == 0).count();
    let utf16 = starts(b"\xFF\xFE")
        || starts(b"\xFE\xFF")
        || zeros * 4 > sample.len() && zeros * 5 < sample.len() * 3;
    (zeros * 20 > sample.len() && !utf16).then_some((AsideBucket::NotAComment, "a binary file"))
}

/// An input that is no document.
pub(super) fn aside(place: &str, bucket: AsideBucket, reason: &str) -> SetAside {
    SetAside {
        id: place.to_owned(),
        source: place.to_owned(),
        bucket,
        reason: reason.to_owned(),
        limit: None,
        lines: ZoneLines::default(),
    }
}

/// An input that reaches a limit.
pub(super) fn beyond(place: &str, limit: Limit) -> SetAside {
    SetAside {
        limit: Some(limit),
        ..aside(place, AsideBucket::Unreadable, limit.reason())
    }
}

fn refuse(place: &str, bucket: AsideBucket, reason: &str) -> RawInput {
    RawInput::Aside(aside(place, bucket, reason))
}
