//! Main text in, digest out: the document string of SIGIR 2006 §4.3 and its SHA-1.

use std::cell::RefCell;
use std::hash::Hasher;

use rustc_hash::FxHasher;
use sha1::{Digest as _, Sha1};

use super::memo::Memo;
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
    static PARAGRAPHS: RefCell<Memo<Paragraph>> = RefCell::default();
}

/// Frees what this thread remembers of paragraphs.
pub(super) fn forget() {
    PARAGRAPHS.take();
}

/// The words of a paragraph.
#[derive(Debug)]
struct Paragraph {
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

/// The SHA-1 of a file's bytes as they are read, as `sha1sum` tells it.
#[derive(Debug, Default)]
pub(super) struct FileDigest(Sha1);

impl FileDigest {
    pub(super) fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    pub(super) fn finish(self) -> Digest {
        self.0.finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use super::{FileDigest, document_string, sha1};
    use crate::corpus::{Zone, ZoneKind, hexadecimal};

    fn digest(text: &str) -> String {
        let zones = [Zone { kind: ZoneKind::Main, span: 0..text.len() }];
        hexadecimal(&document_string(text, &zones).digest)
    }

    /// SHA-1 of a million times "a" (FIPS 180-1, appendix C), in two parts.
    #[test]
    fn a_file_has_the_digest_of_its_bytes() {
        let mut digest = FileDigest::default();
        digest.update(&vec![b'a'; 999_993]);
        digest.update(b"aaaaaaa");
        let expect = "34aa973cd4c4daa4f61eeb2bdbad27316534016f";
        assert_eq!(hexadecimal(&digest.finish()), expect);
        assert_eq!(hexadecimal(&sha1(&vec![b'a'; 1_000_000])), expect);
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
