//! A text file holding one comment, or a bundle of them.

use super::bundle;
use super::input::InputBytes;
use crate::corpus::Limit;
use crate::ingest::decode;
use crate::ingest::raw::{RawInput, beyond};

pub(super) fn read(input: &InputBytes<'_>) -> Vec<RawInput> {
    // A text in one line is one letter, and need not be decoded to be too long: no charset has more than four bytes
    // for a byte of text.
    if input.bytes.len() / 4 > input.config.limits.text_bytes && !input.bytes.contains(&b'\n') {
        return vec![RawInput::Aside(beyond(input.place, Limit::TextSize))];
    }
    let text = decode::with_line_feeds(decode::text(input.bytes));
    let Some(letters) = bundle::letters(&text) else {
        return vec![input.comment(text)];
    };
    let letter = |(index, letter): (usize, std::ops::Range<usize>)| {
        self::letter(&InputBytes {
            place: &format!("{}#{}", input.place, index + 1),
            bytes: text[letter].as_bytes(),
            ..*input
        })
    };
    letters.into_iter().enumerate().map(letter).collect()
}

/// One letter of a bundle.
pub(super) fn letter(input: &InputBytes<'_>) -> RawInput {
    let text = decode::with_line_feeds(decode::text(input.bytes));
    input.comment(bundle::without_rule(&text).to_owned())
}
