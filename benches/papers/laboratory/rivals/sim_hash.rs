//! SimHash (Charikar 2002): one bit string per document, near for documents with near word counts.
//!
//! Each word is hashed to 64 bits; a bit of the document is set where the counts of the words with that
//! bit outweigh those without. Two documents are near-duplicates when at most 3 of 64 bits differ
//! (Manku, Jain & Das Sarma 2007 §3), which four blocks of 16 bits find without comparing all pairs:
//! three different bits leave one block the same.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::hashing::sequence;
use super::letters::by_similarity;
use crate::laboratory::clusters::Clustering;
use durian::corpus::{Corpus, DocId, TermId, TokenText};
use durian::reference::ReferenceCopies;

/// Bits that may differ.
pub(crate) const DISTANCE: u32 = 3;
const BITS: u32 = 64;
const BLOCKS: u32 = 4;

/// Clusters around the given letters.
pub(crate) fn cluster(corpus: &Corpus, references: &ReferenceCopies) -> Clustering {
    by_similarity(corpus, references, similarity_at(DISTANCE), bits, |a, b| similarity(*a, *b))
}

/// Clusters of documents joined by pairs with few different bits.
pub(crate) fn on_its_own(corpus: &Corpus, references: &ReferenceCopies) -> Clustering {
    let unique = references.unique();
    let all: Vec<(u64, DocId)> =
        unique.par_iter().map(|id| (bits(corpus.token_text(*id)), *id)).collect();
    Clustering::components(references, near_pairs(&all))
}

/// The bit string of a text. A tie of the counts leaves the bit unset.
pub(crate) fn bits(text: &TokenText) -> u64 {
    let mut balance = [0_i64; BITS as usize];
    for term in text.terms() {
        let hash = word(*term);
        for (bit, balance) in balance.iter_mut().enumerate() {
            *balance += if hash >> bit & 1 == 1 { 1 } else { -1 };
        }
    }
    balance.iter().rev().fold(0, |bits, balance| bits << 1 | u64::from(*balance > 0))
}

fn word(term: TermId) -> u64 {
    sequence([term])
}

/// 1 − (different bits) / 64.
pub(crate) fn similarity(a: u64, b: u64) -> f64 {
    similarity_at((a ^ b).count_ones())
}

fn similarity_at(n_different: u32) -> f64 {
    1.0 - f64::from(n_different) / f64::from(BITS)
}

/// Pairs with at most three different bits, those with equal bits as a chain.
fn near_pairs(all: &[(u64, DocId)]) -> Vec<(DocId, DocId)> {
    let mut first: FxHashMap<u64, DocId> = FxHashMap::default();
    let mut pairs = Vec::new();
    for (bits, id) in all {
        match first.get(bits) {
            Some(same) => pairs.push((*same, *id)),
            None => drop(first.insert(*bits, *id)),
        }
    }
    let mut distinct: Vec<(u64, DocId)> = first.into_iter().collect();
    for _ in 0..BLOCKS {
        // Each block in turn is the upper sixteen bits.
        distinct.iter_mut().for_each(|(bits, _)| *bits = bits.rotate_left(BITS / BLOCKS));
        distinct.sort_unstable();
        let rest = BITS - BITS / BLOCKS;
        for same in distinct.chunk_by(|a, b| a.0 >> rest == b.0 >> rest) {
            for (nth, (bits, id)) in same.iter().enumerate() {
                pairs.extend(
                    same[nth + 1..]
                        .iter()
                        .filter(|(other, _)| (bits ^ other).count_ones() <= DISTANCE)
                        .map(|(_, other)| (*id, *other)),
                );
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::{bits, near_pairs, similarity, word};
    use crate::laboratory::text;
    use durian::corpus::{DocId, TermId};
    use durian::ngrams::sorted_dedup;

    /// One word alone is its own hash; of two against one the two decide every bit.
    #[test]
    fn bits_follow_the_majority() {
        assert_eq!(bits(&text(&[7])), word(TermId(7)));
        assert_eq!(bits(&text(&[7, 9, 7])), word(TermId(7)));
        // Of two different words only the bits that both have are set.
        assert_eq!(bits(&text(&[7, 9])), word(TermId(7)) & word(TermId(9)));
        assert!((similarity(0b1011, 0b0001) - 62.0 / 64.0).abs() < 1e-12);
    }

    #[test]
    fn blocks_find_what_comparing_all_finds() {
        let base = 0x0123_4567_89AB_CDEF_u64;
        let all = [
            (base, DocId(0)),
            (base ^ 0b111, DocId(1)),
            (base ^ (1 << 15 | 1 << 31 | 1 << 63), DocId(2)),
            (base ^ 0b1111, DocId(3)),
            (base, DocId(4)),
        ];
        let pairs = near_pairs(&all).into_iter().map(|(DocId(a), DocId(b))| (a.min(b), a.max(b)));
        assert_eq!(sorted_dedup(pairs), [(0, 1), (0, 2), (0, 4), (1, 3)]);
    }
}
