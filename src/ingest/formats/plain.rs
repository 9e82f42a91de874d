//! A text file holding one comment, or a bundle of them.

use super::{Found, Input, RawComment, bundle};
use crate::ingest::decode;

pub(super) fn read(input: &Input<'_>) -> Vec<Found> {
    let text = decode::text(input.bytes)
        .replace("\r\n", "\n")
        .replace('\r', "\n");
    match bundle::letters(&text) {
        None => vec![RawComment::of_file(input, text)],
        Some(letters) => {
            let numbered = letters.into_iter().enumerate();
            let letter = |(index, letter): (usize, std::ops::Range<usize>)| {
                let place = format!("{}#{}", input.place, index + 1);
                let letter = &text[letter];
                let input = Input {
                    place: &place,
                    bytes: letter.as_bytes(),
                    ..*input
                };
                RawComment::of_file(&input, bundle::without_rule(letter).to_owned())
            };
            numbered.map(letter).collect()
        }
    }
}
