//! A text file holding one comment, or many letters, which may be more than memory holds.

use std::ops::Range;

use super::format::{Attached, Format, Structure};
use super::input::{InputBytes, InputPiece, extension};
use super::letters::{MANY, Parted, marked, without_rule};
use crate::corpus::{AsideBucket, Limit};
use crate::ingest::decode;
use crate::ingest::raw::{RawComment, RawInput, beyond, refuse};

/// Bytes in which a bundle shows itself.
const LARGEST_FIRST_BLOCK: usize = 48 << 20;

/// What no other format takes.
pub(super) const FORMAT: Format = Format::of(Attached::Text, |_| true, read);

pub(super) const NOTES: Format = Format::of(
    Attached::Text,
    |file| file.is_named(&["md"]),
    |input, _| {
        let reason = "a note about the docket, not a comment; name it .txt to have it read";
        vec![refuse(input.place, AsideBucket::NotAComment, reason)]
    },
);

fn read(input: &InputBytes<'_>, warnings: &mut Vec<String>) -> Vec<RawInput> {
    // A text in one line is one letter, and need not be decoded to be too long: no charset has more than four bytes
    // for a byte of text.
    if input.bytes.len() / 4 > input.config.limits.text_bytes && !input.bytes.contains(&b'\n') {
        return vec![RawInput::Aside(beyond(input.place, Limit::TextSize))];
    }
    Parted::of_text(decode::with_line_feeds(decode::text(input.bytes))).comments(input, warnings)
}

fn letter(input: &InputBytes<'_>) -> RawComment {
    let text = decode::with_line_feeds(decode::text(input.bytes));
    input.comment(without_rule(&text).to_owned())
}

/// Letter after letter in one large text.
pub(super) struct Bundle;

impl Structure for Bundle {
    fn is_of(&self, input: &InputBytes<'_>) -> bool {
        input.is_block()
            && matches!(extension(input.place).as_str(), "txt" | "")
            && letters_of(input).is_some()
    }

    fn pieces<'a>(&self, input: &InputBytes<'a>) -> Vec<InputPiece<'a>> {
        letters_of(input)
            .unwrap_or_default()
            .into_iter()
            .enumerate()
            .map(|(nth, span)| {
                let bytes = &input.bytes[span];
                InputPiece::numbered(input, nth, bytes, |input, _| vec![letter(input).into()])
            })
            .collect()
    }

    /// Where the last letter of a block begins, which may not be whole.
    fn last_boundary(&self, block: &InputBytes<'_>) -> Option<usize> {
        Some(letters_of(block)?.pop()?.start).filter(|boundary| *boundary > 0)
    }
}

/// The letters of a block in UTF-8. Where there is none in a first block of [`LARGEST_FIRST_BLOCK`],
/// there is no need to look again when it has grown; after a first block any number will do.
fn letters_of(input: &InputBytes<'_>) -> Option<Vec<Range<usize>>> {
    if !input.is_later() && input.bytes.len() > LARGEST_FIRST_BLOCK {
        return None;
    }
    let text = match std::str::from_utf8(input.bytes) {
        Ok(text) => text,
        // A block may end within a character.
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&input.bytes[..error.valid_up_to()]).ok()?
        }
        Err(_) => return None,
    };
    let mut letters = if input.is_later() {
        marked(text, 1).unwrap_or_else(|| std::iter::once(0..0).collect())
    } else {
        marked(text, MANY)?
    };
    letters.last_mut()?.end = input.bytes.len();
    Some(letters)
}

#[cfg(test)]
mod tests {
    use super::{Bundle, InputBytes, Structure};
    use crate::ingest::IngestConfig;
    use crate::ingest::formats::FilePart;
    use crate::ingest::formats::letters::tests::BODY;

    #[test]
    fn blocks_of_a_bundle_are_cut_at_their_last_letter() {
        let text: String = (0..40)
            .map(|n| format!("Dear Harbor Master:\n\n{BODY}\n\nSigner {n:02}\n\n"))
            .collect();
        let letter = text.len() / 40;
        let (config, bytes) = (IngestConfig::default(), &text.as_bytes()[..30 * letter + 7]);
        let whole = InputBytes::whole("delivered.txt", bytes, &config);
        let mut block = InputBytes { part: FilePart::First, ..whole };
        assert_eq!(Bundle.last_boundary(&block), Some(29 * letter));
        block.bytes = &text.as_bytes()[..29 * letter];
        assert_eq!(Bundle.pieces(&block).len(), 29);
        let rest = &text.as_bytes()[29 * letter..];
        let rest = InputBytes { bytes: rest, part: FilePart::Later(29), ..block };
        let places: Vec<String> =
            Bundle.pieces(&rest).into_iter().map(|piece| piece.place).collect();
        assert_eq!(places.len(), 11);
        assert_eq!(places[0], "delivered.txt#30");
    }
}
