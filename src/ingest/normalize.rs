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

/// Bytes of a file that are digested together.
pub(super) const DIGEST_BLOCK: usize = 1 << 20;

/// Digests a file as it is read. A file of at most [`DIGEST_BLOCK`] bytes has the SHA-1 of its bytes, a larger one
/// the SHA-1 over those of its blocks: so parts of a file can be digested apart.
#[derive(Debug, Default)]
pub(super) struct FileDigest {
    blocks: Vec<Digest>,
    open: Sha1,
    n_open: usize,
}

impl FileDigest {
    /// The digest of bytes that are at hand.
    pub(super) fn of(bytes: &[u8]) -> Digest {
        let mut digest = Self::default();
        digest.update(bytes);
        whole(&digest.finish())
    }

    pub(super) fn update(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            // A block is ended by what comes after it: the last one may be full.
            if self.n_open == DIGEST_BLOCK {
                self.blocks.push(self.open.finalize_reset().into());
                self.n_open = 0;
            }
            let (fits, rest) = bytes.split_at(bytes.len().min(DIGEST_BLOCK - self.n_open));
            self.open.update(fits);
            self.n_open += fits.len();
            bytes = rest;
        }
    }

    /// The digests of all blocks; that of nothing where there was no byte.
    pub(super) fn finish(mut self) -> Vec<Digest> {
        self.blocks.push(self.open.finalize().into());
        self.blocks
    }
}

/// The digest of a file whose blocks have these.
pub(super) fn whole(blocks: &[Digest]) -> Digest {
    match blocks {
        [only] => *only,
        blocks => sha1(&blocks.concat()),
    }
}

/// Lower-case hexadecimal.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 0xF])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{DIGEST_BLOCK, FileDigest, document_string, hexadecimal, sha1, whole};
    use crate::corpus::{Zone, ZoneKind};

    fn digest(text: &str) -> String {
        let zones = [Zone { kind: ZoneKind::Main, span: 0..text.len() }];
        hexadecimal(&document_string(text, &zones).digest)
    }

    /// SHA-1 of a million times "a" (FIPS 180-1, appendix C), which is less than a block.
    #[test]
    fn parts_of_a_file_are_digested_apart() {
        let text = vec![b'a'; DIGEST_BLOCK + 7];
        assert_eq!(
            hexadecimal(&FileDigest::of(&text[..1_000_000])),
            "34aa973cd4c4daa4f61eeb2bdbad27316534016f"
        );
        assert_eq!(FileDigest::of(&text[..DIGEST_BLOCK]), sha1(&text[..DIGEST_BLOCK]));
        let (first, second) = text.split_at(DIGEST_BLOCK);
        assert_eq!(FileDigest::of(&text), whole(&[sha1(first), sha1(second)]));
        assert_eq!(FileDigest::of(b""), sha1(b""));
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
