//! Main text in, digest out: the document string of SIGIR 2006 §4.3 and its SHA-1.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::hash::Hasher;

use rustc_hash::FxHasher;
use sha1::{Digest as _, Sha1};

use super::memo::Memo;
use super::patterns::holds;
use crate::corpus::{Digest, Zone, ZoneKind, tokens::for_each_overlapping};

/// What a main text is compared by.
pub(super) struct DocumentString {
    /// SHA-1 of the document string, "a long string of characters with all the words in the document
    /// concatenated together (white spaces and punctuations removed)".
    pub(super) digest: Digest,
    /// Hash of the words' lengths and of where paragraphs end: with the digest it tells them one by one.
    pub(super) wording: u64,
    pub(super) n_tokens: usize,
}

/// Reads the main text of a decoded text.
pub(super) fn document_string(text: &str, zones: &[Zone]) -> DocumentString {
    let mut digest = Sha1::new();
    let mut wording = FxHasher::default();
    let mut n_tokens = 0;
    PARAGRAPHS.with_borrow_mut(|paragraphs| {
        for zone in zones.iter().filter(|zone| zone.kind == ZoneKind::Main) {
            paragraphs.recall(&text[zone.span.clone()], Paragraph::of, |paragraph| {
                digest.update(&paragraph.letters);
                for length in &paragraph.lengths {
                    wording.write_usize(*length as usize);
                }
                n_tokens += paragraph.lengths.len();
                // Where paragraphs end is a part of the wording: which of them a copy keeps is evidence.
                wording.write_u8(0);
            });
        }
    });
    DocumentString { digest: digest.finalize().into(), wording: wording.finish(), n_tokens }
}

thread_local! {
    /// What this thread remembers.
    pub(super) static PARAGRAPHS: RefCell<Memo<Paragraph>> = RefCell::default();
}

/// The words of a paragraph.
#[derive(Debug)]
pub(super) struct Paragraph {
    /// All of them, one behind the other.
    letters: String,
    /// Bytes of each.
    lengths: Vec<u32>,
}

impl Paragraph {
    fn of(text: &str) -> Self {
        let mut letters = String::with_capacity(text.len());
        let mut lengths = Vec::with_capacity(text.len() / SHORT_WORD);
        for_each_overlapping(text, |form, n_shared, _| {
            letters.push_str(&form[n_shared..]);
            lengths.push(form.len() as u32);
        });
        Self { letters, lengths }
    }
}

/// Bytes of a short word with the space behind it.
const SHORT_WORD: usize = 4;

/// SHA-1 of some bytes.
pub(super) fn sha1(bytes: &[u8]) -> Digest {
    Sha1::digest(bytes).into()
}

/// The first eight bytes of a text's SHA-1: that any two of 22 million different texts agree in them has a chance of one
/// in 76,000 (n² / 2 pairs, 2⁶⁴ values).
pub(super) fn short_digest(text: &str) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = sha1(text.as_bytes());
    u64::from_be_bytes([a, b, c, d, e, f, g, h])
}

/// The words of a text with one space between them.
pub(super) fn in_one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for part in text.split('\n').map(str::trim) {
        // Most lines have one space as they are.
        if part.contains("  ") || holds(part.as_bytes(), |byte| !matches!(byte, b' '..=b'~')) {
            part.split_whitespace().for_each(|word| add_words(&mut line, word));
        } else {
            add_words(&mut line, part);
        }
    }
    line
}

fn add_words(line: &mut String, words: &str) {
    if !line.is_empty() && !words.is_empty() {
        line.push(' ');
    }
    line.push_str(words);
}

/// The order of names as people have it: "Q2" before "Q10", `box.mbox#9` before `box.mbox#10`. So a range of a file orders
/// records without ids of their own as the file does, wherever it begins.
pub(super) fn in_natural_order(a: &str, b: &str) -> Ordering {
    fn parts(name: &str) -> impl Iterator<Item = (&str, u64, &str)> {
        let runs = name.as_bytes().chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
        let mut at = 0;
        runs.map(move |run| {
            let part = &name[at..at + run.len()];
            at += run.len();
            part.parse().map_or((part, 0, ""), |number| ("", number, part))
        })
    }
    parts(a).cmp(parts(b))
}

#[cfg(test)]
mod tests {
    use super::{document_string, in_natural_order};
    use crate::corpus::{Zone, ZoneKind, hexadecimal};

    fn digest(text: &str) -> String {
        let zones = [Zone { kind: ZoneKind::Main, span: 0..text.len() }];
        hexadecimal(&document_string(text, &zones).digest)
    }

    #[test]
    fn names_are_ordered_by_their_numbers() {
        let names =
            ["EPA-0009", "EPA-0010", "box#2", "box#2#1", "box#2#10", "box#10", "box#10a", "boxes"];
        assert!(names.is_sorted_by(|a, b| in_natural_order(a, b).is_lt()));
    }

    #[test]
    fn white_space_case_and_punctuation_do_not_count() {
        // SHA-1("abc"), FIPS 180-1 appendix A; the third time it is remembered.
        for _ in 0..3 {
            assert_eq!(digest("A, b.\n\nC!"), "a9993e364706816aba3e25717850c26c9cd0d89d");
        }
        assert_eq!(digest("don't"), digest("Don’t"));
        // Pairs of characters overlap, letters count once.
        assert_eq!(digest("川を\n守れ"), digest("川 を守れ。"));
        assert_ne!(digest("川を守れ"), digest("川を。を守れ"));
        assert_ne!(digest("support"), digest("oppose"));
    }
}
