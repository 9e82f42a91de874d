//! A text file holding one comment, or a bundle of them.

use super::{InputBytes, RawComment, RawInput, bundle};
use crate::ingest::decode;

pub(super) fn read(input: &InputBytes<'_>) -> Vec<RawInput> {
    let text = with_line_feeds(&decode::text(input.bytes));
    let Some(letters) = bundle::letters(&text) else {
        return vec![RawComment::of_file(input, text)];
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
    let text = with_line_feeds(&decode::text(input.bytes));
    RawComment::of_file(input, bundle::without_rule(&text).to_owned())
}

fn with_line_feeds(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}
