//! A text file holding one comment, or many letters.

use super::format::{Attached, Format};
use super::input::InputBytes;
use super::letters::Parted;
use crate::corpus::{AsideBucket, Limit};
use crate::ingest::decode;
use crate::ingest::raw::{RawInput, beyond, refuse};

/// What no other format takes.
pub(super) const FORMAT: Format = Format::of(Attached::Text, |_| true, read);

pub(super) const NOTES: Format = Format::of(
    Attached::Text,
    |file| file.is_named(&["md"]),
    |input| {
        let reason = "a note about the docket, not a comment; name it .txt to have it read";
        vec![refuse(input.place, AsideBucket::NotAComment, reason)]
    },
);

fn read(input: &InputBytes<'_>) -> Vec<RawInput> {
    // A text in one line is one letter, and need not be decoded to be too long: no charset has more than four bytes
    // for a byte of text.
    if input.bytes.len() / 4 > input.config.limits.text_bytes && !input.bytes.contains(&b'\n') {
        return vec![RawInput::Aside(beyond(input.place, Limit::TextSize))];
    }
    Parted::of_text(decode::with_line_feeds(decode::text(input.bytes))).comments(input)
}
