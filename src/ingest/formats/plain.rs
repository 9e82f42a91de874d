//! A text file holding one comment, or a bundle of them.

use super::bundle;
use super::format::Format;
use super::input::InputBytes;
use crate::corpus::{AsideBucket, Limit};
use crate::ingest::decode;
use crate::ingest::raw::{RawInput, beyond, refuse};

/// What no other format takes.
pub(super) const FORMAT: Format = Format::text(|_| true, |input, _| read(input));

/// A note about the docket.
pub(super) const NOTES: Format = Format::text(
    |file| file.is_named(&["md"]),
    |input, _| {
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
    let text = decode::with_line_feeds(decode::text(input.bytes));
    let Some(letters) = bundle::letters(&text) else {
        return vec![input.comment(text)];
    };
    let letters = letters.into_iter().zip(1..);
    letters
        .map(|(letter, number)| {
            let place = &format!("{}#{number}", input.place);
            self::letter(&InputBytes { place, bytes: text[letter].as_bytes(), ..*input })
        })
        .collect()
}

/// One letter of a bundle.
pub(super) fn letter(input: &InputBytes<'_>) -> RawInput {
    let text = decode::with_line_feeds(decode::text(input.bytes));
    input.comment(bundle::without_rule(&text).to_owned())
}
