//! A text file holding one comment, or a bundle: one text that holds many letters, as agencies file what a campaign
//! delivers in one piece.
//!
//! One real text of 207 MB holds 61,999 copies. A text is a bundle where the same mark stands at the
//! head of at least [`FEWEST_LETTERS`] stretches of letter length: a ruled line with a number, a
//! block of mail headers, or the letter's own salutation. What is claimed or listed, such as the
//! signers of one coalition letter, makes no bundle: their stretches are too short.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::format::{Format, Structure};
use super::input::{InputBytes, InputPiece, extension};
use crate::corpus::{AsideBucket, Limit};
use crate::ingest::decode;
use crate::ingest::raw::{RawInput, beyond, refuse};

/// Fewer stretches are a letter that quotes another, not a bundle.
const FEWEST_LETTERS: usize = 10;
/// Bytes between two marks of a bundle, on the average: a short letter, a long one.
const SHORTEST_LETTER: usize = 150;
const LONGEST_LETTER: usize = 20_000;
/// Bytes in which a bundle shows itself.
const LARGEST_FIRST_BLOCK: usize = 48 << 20;

/// `--------- Email 1,234 ---------`, or a ruled line of `=`.
static RULE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?mi)^(?:-{3,}\s*(?:e-?mail|letter|comment|message)\s+#?[\d,]+\s*-{3,}|={40,})\s*$",
    )
    .expect("the pattern is valid")
});
/// A From: line with another header below it.
static ENVELOPE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^From: .{1,200}\n(?:(?:Sent|To|Date|Subject|Cc): .{0,300}\n){1,5}")
        .expect("the pattern is valid")
});
/// The first salutation of the text; its very words mark the other letters.
static SALUTATION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:Dear (?:[A-Z][\w.'’-]* ?){1,6}[:,]|To Whom It May Concern[:,])")
        .expect("the pattern is valid")
});

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
    let Some(spans) = letters(&text) else {
        return vec![input.comment(text)];
    };
    spans
        .into_iter()
        .zip(1..)
        .map(|(span, number)| {
            let place = &format!("{}#{number}", input.place);
            letter(&InputBytes { place, bytes: text[span].as_bytes(), ..*input })
        })
        .collect()
}

/// One letter of a bundle.
pub(super) fn letter(input: &InputBytes<'_>) -> RawInput {
    let text = decode::with_line_feeds(decode::text(input.bytes));
    input.comment(without_rule(&text).to_owned())
}

/// The letters of a bundle, as byte ranges of the text that cover all of it; none where it is no bundle.
pub(super) fn letters(text: &str) -> Option<Vec<Range<usize>>> {
    cut(text, FEWEST_LETTERS)
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
                InputPiece::numbered(input, nth, bytes, |input, _| vec![letter(input)])
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
        cut(text, 1).unwrap_or_else(|| std::iter::once(0..0).collect())
    } else {
        letters(text)?
    };
    letters.last_mut()?.end = input.bytes.len();
    Some(letters)
}

fn cut(text: &str, fewest: usize) -> Option<Vec<Range<usize>>> {
    if text.len() < fewest * SHORTEST_LETTER {
        return None;
    }
    let kinds: [fn(&str) -> Vec<usize>; 3] = [
        |text| RULE.find_iter(text).map(|mark| mark.start()).collect(),
        |text| ENVELOPE.find_iter(text).map(|mark| mark.start()).collect(),
        |text| match SALUTATION.find(text) {
            Some(first) => text.match_indices(first.as_str()).map(|(at, _)| at).collect(),
            None => Vec::new(),
        },
    ];
    let mut bounds = kinds
        .iter()
        .map(|marks| marks(text))
        .find(|marks| marks.len() >= fewest && are_heads(marks, text))?;
    // What stands above the first mark is a letter of its own where it is long enough, else its head.
    if text[..bounds[0]].trim().len() >= SHORTEST_LETTER {
        bounds.insert(0, 0);
    } else {
        bounds[0] = 0;
    }
    bounds.push(text.len());
    Some(bounds.windows(2).map(|bound| bound[0]..bound[1]).collect())
}

/// Whether marks stand at the heads of letters: a letter's length apart.
fn are_heads(marks: &[usize], text: &str) -> bool {
    let Some(first) = marks.first() else {
        return false;
    };
    let apart = (text.len() - first) / marks.len();
    (SHORTEST_LETTER..=LONGEST_LETTER).contains(&apart)
}

/// The letter without the ruled line above it.
pub(super) fn without_rule(letter: &str) -> &str {
    match RULE.find(letter) {
        Some(rule) if letter[..rule.start()].trim().is_empty() => &letter[rule.end()..],
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::{Bundle, InputBytes, Structure, letters, without_rule};
    use crate::ingest::IngestConfig;
    use crate::ingest::formats::FilePart;

    const BODY: &str = "The lamps on the quay have been dark since the storm of November, and the night \
        ferry lands by torchlight. Please let the harbor office mend them before the winter timetable begins, \
        for the steps are wet and people fall.";

    fn check(text: &str, expect: Option<usize>) {
        let found = letters(text);
        assert_eq!(found.as_ref().map(Vec::len), expect);
        if let Some(letters) = found {
            assert_eq!(
                letters.iter().map(ExactSizeIterator::len).sum::<usize>(),
                text.len(),
                "nothing is lost"
            );
        }
    }

    #[test]
    fn salutations_mark_letters_with_and_without_lines() {
        let lines: String =
            (0..50).map(|n| format!("Dear Harbor Master:\n\n{BODY}\n\nSigner {n}\n\n")).collect();
        check(&lines, Some(50));
        check(&lines.replace('\n', " "), Some(50));
    }

    #[test]
    fn blocks_of_a_bundle_are_cut_at_their_last_letter() {
        let text: String = (0..40)
            .map(|n| format!("Dear Harbor Master:\n\n{BODY}\n\nSigner {n:02}\n\n"))
            .collect();
        let letter = text.len() / 40;
        let mut block = InputBytes {
            place: "delivered.txt",
            bytes: &text.as_bytes()[..30 * letter + 7],
            part: FilePart::First,
            questions: None,
            config: &IngestConfig::default(),
        };
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

    #[test]
    fn ruled_lines_and_envelopes_mark_letters() {
        let ruled: String =
            (1..=12).map(|n| format!("--------- Email 1,2{n:02} ---------\n{BODY}\n")).collect();
        check(&ruled, Some(12));
        let letters = letters(&ruled).expect("a bundle");
        assert!(without_rule(&ruled[letters[3].clone()]).trim().starts_with("The lamps"));
        let mails: String = (0..12)
            .map(|n| {
                format!("From: Signer {n}\nSent: today\nTo: office\nDear Sir or Madam,\n{BODY}\n")
            })
            .collect();
        check(&mails, Some(12));
    }

    #[test]
    fn a_letter_with_many_signers_is_one_letter() {
        let signers: String =
            (0..3_000).map(|n| format!("Signer Number {n}, Quay Street\n")).collect();
        check(&format!("Dear Harbor Master:\n\n{BODY}\n\n{signers}"), None);
        check(&format!("Dear Harbor Master:\n\n{BODY}"), None);
    }
}
