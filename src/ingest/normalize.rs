//! Main text in, digest out: the document string of SIGIR 2006 §4.3 and its SHA-1.

use std::hash::Hasher;

use rustc_hash::FxHasher;
use sha1::{Digest as _, Sha1};

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
    let mut letters = String::with_capacity(text.len());
    let mut wording = FxHasher::default();
    let mut n_tokens = 0;
    for zone in zones.iter().filter(|zone| zone.kind == ZoneKind::Main) {
        for_each_overlapping(&text[zone.span.clone()], |form, n_shared, _| {
            letters.push_str(&form[n_shared..]);
            wording.write_usize(form.len());
            n_tokens += 1;
        });
        // Where paragraphs end is a part of the wording: which of them a copy keeps is evidence.
        wording.write_u8(0);
    }
    DocumentString {
        digest: sha1(letters.as_bytes()),
        wording: wording.finish(),
        n_tokens,
    }
}

/// SHA-1 of some bytes.
pub(super) fn sha1(bytes: &[u8]) -> Digest {
    Sha1::digest(bytes).into()
}

/// Lower-case hexadecimal.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xF]);
    digits
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{document_string, hexadecimal};
    use crate::corpus::{Zone, ZoneKind};

    fn digest(text: &str) -> String {
        let zones = [Zone {
            kind: ZoneKind::Main,
            span: 0..text.len(),
        }];
        hexadecimal(&document_string(text, &zones).digest)
    }

    #[test]
    fn white_space_case_and_punctuation_do_not_count() {
        // SHA-1("abc"), FIPS 180-1 appendix A.
        assert_eq!(
            digest("A, b.\n\nC!"),
            "a9993e364706816aba3e25717850c26c9cd0d89d"
        );
        assert_eq!(digest("don't"), digest("Don’t"));
        // Pairs of characters overlap, letters count once.
        assert_eq!(digest("川を\n守れ"), digest("川 を守れ。"));
        assert_ne!(digest("川を守れ"), digest("川を。を守れ"));
        assert_ne!(digest("support"), digest("oppose"));
    }
}
