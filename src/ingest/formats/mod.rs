//! Bytes in, comments out: which format a file is in, told by its content first.
//!
//! A new format is one new file here and one line in [`read`].

mod html;
mod json;
mod mail;
mod plain;
mod records;
mod table;

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::Config;
use super::routes::Route;
use crate::corpus::{AsideBucket, Attributes, SetAside, ZoneLines};

/// One file.
pub(super) struct Input<'a> {
    /// Path relative to the docket.
    pub(super) place: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) config: &'a Config,
}

/// What a file holds.
pub(super) enum Found {
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
    /// How it came, where it is a mail.
    pub(super) route: Option<Route>,
    /// What the agency says about duplicates, where that is no count.
    pub(super) no_count: Option<String>,
}

impl RawComment {
    /// A file that holds one comment and tells nothing else about it.
    fn of_file(input: &Input<'_>, body: String) -> Found {
        let attributes = Attributes {
            n_bytes: input.bytes.len() as u64,
            ..Attributes::default()
        };
        let place = input.place.to_owned();
        Found::Comment(Box::new(Self {
            place,
            body,
            attributes,
            ..Self::default()
        }))
    }
}

/// Reads all comments of a file. A parser that panics makes the file unreadable, not the run.
pub(super) fn read(input: &Input<'_>, warnings: &mut Vec<String>) -> Vec<Found> {
    let mut own_warnings = Vec::new();
    let read = catch_unwind(AssertUnwindSafe(|| dispatch(input, &mut own_warnings)));
    warnings.append(&mut own_warnings);
    read.unwrap_or_else(|_| {
        vec![refuse(
            input.place,
            AsideBucket::Unreadable,
            "a parser failed on it; please report the file",
        )]
    })
}

fn dispatch(input: &Input<'_>, warnings: &mut Vec<String>) -> Vec<Found> {
    let Input { place, bytes, .. } = *input;
    let extension = place
        .rsplit_once('.')
        .map_or("", |(_, extension)| extension)
        .to_lowercase();
    if let Some(reason) = not_text(bytes) {
        let bucket = if reason.readable_later {
            AsideBucket::Unreadable
        } else {
            AsideBucket::NotAComment
        };
        return vec![refuse(place, bucket, reason.words)];
    }
    if extension == "md" {
        let reason = "a note about the docket, not a comment; name it .txt to have it read";
        return vec![refuse(place, AsideBucket::NotAComment, reason)];
    }
    if place == "-" || matches!(extension.as_str(), "jsonl" | "ndjson") {
        return json::read_lines(input, warnings);
    }
    if matches!(extension.as_str(), "csv" | "tsv") {
        return table::read(input, warnings);
    }
    if mail::is_mail(bytes, extension == "eml") {
        return vec![mail::read(input)];
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
    vec![plain::read(input)]
}

/// Why a file holds no text.
struct NotText {
    words: &'static str,
    /// The file may well hold a comment.
    readable_later: bool,
}

/// Tells pictures, documents and other binary files by their first bytes.
fn not_text(bytes: &[u8]) -> Option<NotText> {
    let starts = |magic: &[u8]| bytes.starts_with(magic);
    let picture = NotText {
        words: "a picture; only its text could be compared, please have it transcribed",
        readable_later: false,
    };
    if starts(b"\x89PNG")
        || starts(b"\xFF\xD8\xFF")
        || starts(b"GIF8")
        || starts(b"II*\0")
        || starts(b"MM\0*")
        || starts(b"BM") && bytes.contains(&0)
    {
        return Some(picture);
    }
    if starts(b"%PDF") {
        return Some(NotText {
            words: "PDF is not read; extract its text to a .txt file",
            readable_later: true,
        });
    }
    if starts(b"PK\x03\x04") || starts(b"\x1F\x8B") || starts(b"\xD0\xCF\x11\xE0") {
        return Some(NotText {
            words: "an archive or office document, which is not read; unpack it or save it as text",
            readable_later: true,
        });
    }
    let sample = &bytes[..bytes.len().min(4096)];
    let zeros = sample.iter().filter(|byte| **byte == 0).count();
    let utf16 = starts(b"\xFF\xFE")
        || starts(b"\xFE\xFF")
        || zeros * 4 > sample.len() && zeros * 5 < sample.len() * 3;
    (zeros * 20 > sample.len() && !utf16).then_some(NotText {
        words: "a binary file",
        readable_later: false,
    })
}

/// An input that is no document.
pub(super) fn aside(place: &str, bucket: AsideBucket, reason: &str) -> SetAside {
    SetAside {
        id: place.to_owned(),
        source: place.to_owned(),
        bucket,
        reason: reason.to_owned(),
        lines: ZoneLines::default(),
    }
}

fn refuse(place: &str, bucket: AsideBucket, reason: &str) -> Found {
    Found::Aside(aside(place, bucket, reason))
}
