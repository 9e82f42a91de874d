//! Full fingerprinting and shingling, DSC (SIGIR 2006 §6.3): "every substring of size s in the documents is selected
//! and hashed (s = 3)"; a document that shares more than 80 % with a letter is its near-duplicate. Shingling is
//! "performed in the same way as … full fingerprinting except that every 5 overlapping substrings of size s in the
//! documents are selected and hashed".
//!
//! Read by place (every fifth substring) a block that is added before another shifts all that follows, which is what
//! the papers' figures for added blocks show. Broder et al. (1997) keep the shingles whose integer is 0 modulo n:
//! that does not depend on the place. Both are given.
//!
//! Cost: linear in the words of the docket and the letters that hold each substring.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::hashing::sequence;
use super::letters::{around_letters, best};
use crate::laboratory::clusters::Clustering;
use durian::corpus::{Corpus, TokenText};
use durian::ngrams::sorted_dedup;
use durian::reference::ReferenceCopies;

/// "Every substring of size s … s = 3 in our experiments" (SIGIR 2006 §6.3).
pub(crate) const SUBSTRING_WORDS: usize = 3;
/// "If the overlap is above 80%, the document is considered as a (near) duplicate" (same place).
pub(crate) const OVERLAP: f64 = 0.8;

/// One substring of five (same place).
pub(crate) const ONE_OF: usize = 5;

/// Which substrings are kept (SIGIR 2006 §3.1.1, "substring selection strategy").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Selection {
    /// All of them.
    Full,
    /// Every n-th by its place in the document.
    Position(usize),
    /// Those whose integer is a multiple of n.
    Modulus(u64),
}

/// The distinct integers of a document, ascending. A text shorter than a substring is one itself.
pub(crate) fn fingerprint(text: &TokenText, selection: Selection) -> Vec<u64> {
    let terms = text.terms();
    let size = SUBSTRING_WORDS.min(terms.len());
    if size == 0 {
        return Vec::new();
    }
    let integers = terms.windows(size).map(|substring| sequence(substring.iter().copied()));
    match selection {
        Selection::Full => sorted_dedup(integers),
        Selection::Position(n) => sorted_dedup(integers.step_by(n)),
        Selection::Modulus(n) => sorted_dedup(integers.filter(|integer| integer % n == 0)),
    }
}

/// Shared integers over those of the smaller fingerprint. The papers say "the overlap" only; with the
/// smaller one below, a letter with an added block still overlaps in full, as their tables need it.
pub(crate) fn overlap(n_shared: usize, n_own: usize, n_other: usize) -> f64 {
    match n_own.min(n_other) {
        0 => 0.0,
        smaller => n_shared as f64 / smaller as f64,
    }
}

/// Integers of two sorted fingerprints that are in both.
pub(crate) fn n_shared(a: &[u64], b: &[u64]) -> usize {
    let (mut at_a, mut at_b, mut shared) = (0, 0, 0);
    while at_a < a.len() && at_b < b.len() {
        let order = a[at_a].cmp(&b[at_b]);
        shared += usize::from(order.is_eq());
        at_a += usize::from(order.is_le());
        at_b += usize::from(order.is_ge());
    }
    shared
}

/// Clusters around the letters: each document goes to the letter with most overlap above 80 %, of
/// equals to the one with more integers shared, then the most redundant.
///
/// The papers sort <integer, document> tuples of the whole collection and flag those that "also appear
/// in the reference copy". Looking up the letters' integers only counts the same without the sort.
pub(crate) fn cluster(
    corpus: &Corpus,
    references: &ReferenceCopies,
    selection: Selection,
) -> Clustering {
    let letters: Vec<Vec<u64>> = references
        .references()
        .par_iter()
        .map(|id| fingerprint(corpus.token_text(*id), selection))
        .collect();
    let mut postings: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
    for (letter, integers) in (0..).zip(&letters) {
        for integer in integers {
            postings.entry(*integer).or_default().push(letter);
        }
    }
    around_letters(references, |id, n_letters| {
        let own = fingerprint(corpus.token_text(id), selection);
        let mut shared = vec![0_usize; letters.len()];
        for letter in own.iter().filter_map(|integer| postings.get(integer)).flatten() {
            shared[*letter as usize] += 1;
        }
        best(shared.iter().zip(&letters).take(n_letters).map(|(shared, letter)| {
            let overlap = overlap(*shared, own.len(), letter.len());
            (overlap > OVERLAP).then_some((overlap, *shared))
        }))
    })
}

#[cfg(test)]
mod tests {
    use super::{Selection, fingerprint, n_shared, overlap};
    use crate::laboratory::text;

    /// Ten words make eight substrings of three; every fifth by place are the first and the sixth.
    #[test]
    fn substrings_are_counted_by_hand() {
        let words = text(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(fingerprint(&words, Selection::Full).len(), 8);
        assert_eq!(fingerprint(&words, Selection::Position(5)).len(), 2);
        // "0 1 0 1 0": 010, 101, 010.
        assert_eq!(fingerprint(&text(&[0, 1, 0, 1, 0]), Selection::Full).len(), 2);
        assert_eq!(fingerprint(&text(&[4, 5]), Selection::Full).len(), 1);
        assert!(fingerprint(&text(&[]), Selection::Full).is_empty());
    }

    /// Letter 0–9 (8 substrings) with two words added behind: all 8 of the smaller are shared. With the
    /// middle word changed: 012 123 and 567 678 789 of 8 are left.
    #[test]
    fn overlap_is_computed_by_hand() {
        fn check(a: &[u32], b: &[u32], expect: f64) {
            let [a, b] = [a, b].map(|words| fingerprint(&text(words), Selection::Full));
            assert!((overlap(n_shared(&a, &b), a.len(), b.len()) - expect).abs() < 1e-12);
        }
        check(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 21], 1.0);
        check(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], &[0, 1, 2, 3, 20, 5, 6, 7, 8, 9], 5.0 / 8.0);
        check(&[0, 1, 2], &[3, 4, 5], 0.0);
        check(&[], &[3, 4, 5], 0.0);
    }
}
