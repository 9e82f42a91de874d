//! SpotSigs (Theobald, Siddharth & Paepcke 2008; msr2013 §2–4): chains of content words that follow
//! common "antecedent" words, compared by the Jaccard coefficient.
//!
//! At each antecedent a chain of 3 words is taken: two words on, then past stopwords, three times over
//! ("chain length of 3 plus a distance of 2", "the non-stopwords that are at least d terms apart",
//! msr2013 §4.4). The antecedent itself is left out (msr2013 §3); a chain that the text cuts short is
//! kept. Chains are compared as sets (msr2013 §3, "unweighted Jaccard").
//!
//! The stopwords are English function words; the papers take the 571 of SMART, of which these are the
//! most frequent.

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::fingerprints::n_shared;
use super::hashing::sequence;
use super::letters::by_similarity;
use super::statistics::joined;
use crate::laboratory::clusters::Clustering;
use durian::corpus::{Corpus, TermId, TokenText, Vocabulary};
use durian::ngrams::sorted_dedup;
use durian::reference::ReferenceCopies;

/// Words in a chain.
pub(crate) const CHAIN: usize = 3;
/// Words from one link of the chain to the next, at least.
pub(crate) const DISTANCE: usize = 2;
/// Jaccard coefficient of near-duplicates, where it is not fitted to labels.
pub(crate) const THRESHOLD: f64 = 0.5;

/// The antecedent lists of msr2013 Table 5; its last, all stopwords, is [`STOPWORDS`].
pub(crate) const ANTECEDENTS: [&str; 10] = [
    "is",
    "the",
    "is the",
    "is the said",
    "is the said was",
    "is the said was there",
    "is the said was there a",
    BEST_ANTECEDENTS,
    "the a can be will have do",
    STOPWORDS,
];

/// The list with the highest F1 in msr2013 Table 5 (0.7967).
pub(crate) const BEST_ANTECEDENTS: &str = "is the said was there a it";

/// Clusters around the given letters.
pub(crate) fn cluster(corpus: &Corpus, references: &ReferenceCopies) -> Clustering {
    let words = SpotWords::new(corpus.vocabulary(), BEST_ANTECEDENTS);
    by_similarity(
        corpus,
        references,
        THRESHOLD,
        |text| words.signatures(text),
        |a, b| jaccard(a, b),
    )
}

/// Clusters of documents joined by similar pairs.
pub(crate) fn on_its_own(corpus: &Corpus, references: &ReferenceCopies) -> Clustering {
    let words = SpotWords::new(corpus.vocabulary(), BEST_ANTECEDENTS);
    let sets: Vec<Vec<u64>> = references
        .unique()
        .par_iter()
        .copied()
        .map(|id| words.signatures(corpus.token_text(id)))
        .collect();
    joined(references, &sets, |a, b, n_shared| {
        n_shared as f64 >= THRESHOLD * (a.len() + b.len() - n_shared) as f64
    })
}

/// |A ∩ B| / |A ∪ B| of two sorted sets; 0 where both are empty.
pub(crate) fn jaccard(a: &[u64], b: &[u64]) -> f64 {
    let shared = n_shared(a, b);
    let all = a.len() + b.len() - shared;
    if all == 0 { 0.0 } else { shared as f64 / all as f64 }
}

/// The words that steer the choice of chains.
#[derive(Debug)]
pub(crate) struct SpotWords {
    antecedents: FxHashSet<TermId>,
    stopwords: FxHashSet<TermId>,
}

impl SpotWords {
    /// Finds the words in a vocabulary. An antecedent is no part of a chain either.
    pub(crate) fn new(vocabulary: &Vocabulary, antecedents: &str) -> Self {
        let antecedents = numbers(vocabulary, antecedents);
        let mut stopwords = numbers(vocabulary, STOPWORDS);
        stopwords.extend(&antecedents);
        Self { antecedents, stopwords }
    }

    /// The distinct spot signatures of a document, ascending.
    pub(crate) fn signatures(&self, text: &TokenText) -> Vec<u64> {
        let terms = text.terms();
        sorted_dedup(
            (0..terms.len())
                .filter(|at| self.antecedents.contains(&terms[*at]))
                .map(|at| self.chain(terms, at))
                .filter(|chain| !chain.is_empty())
                .map(sequence),
        )
    }

    fn chain(&self, terms: &[TermId], antecedent: usize) -> Vec<TermId> {
        let mut chain = Vec::with_capacity(CHAIN);
        let mut at = antecedent;
        while chain.len() < CHAIN {
            at += DISTANCE;
            while terms.get(at).is_some_and(|term| self.stopwords.contains(term)) {
                at += 1;
            }
            let Some(term) = terms.get(at) else { break };
            chain.push(*term);
        }
        chain
    }
}

/// The numbers of some words, as far as the vocabulary has them.
fn numbers(vocabulary: &Vocabulary, words: &str) -> FxHashSet<TermId> {
    words.split_whitespace().filter_map(|word| vocabulary.number(word)).collect()
}

/// English function words.
pub(crate) const STOPWORDS: &str = include_str!("stopwords.txt");

#[cfg(test)]
mod tests {
    use super::{SpotWords, jaccard};
    use crate::laboratory::corpus;
    use crate::laboratory::rivals::hashing::sequence;
    use durian::corpus::DocId;
    use durian::ngrams::sorted_dedup;

    /// Antecedent "the" at 0: two on is "boat" (2), two on is "to" (4), past it "dock" (5), two on
    /// "ferry" (7). At 6: two on is "of" (8), past it and "the" (9) is "town" (10), and the text ends.
    /// At 9 the text ends at once.
    #[test]
    fn chains_are_followed_by_hand() {
        let corpus = corpus(&["the old boat came to dock the ferry of the town"]);
        let vocabulary = corpus.vocabulary();
        let chains = [&["boat", "dock", "ferry"][..], &["town"]].map(|words| {
            sequence(words.iter().map(|word| vocabulary.number(word).expect("a word")))
        });
        let words = SpotWords::new(vocabulary, "the");
        assert_eq!(words.signatures(corpus.token_text(DocId(0))), sorted_dedup(chains));
    }

    #[test]
    fn jaccard_is_computed_by_hand() {
        assert!((jaccard(&[1, 2, 3], &[2, 3, 4]) - 0.5).abs() < 1e-12);
        assert!(jaccard(&[], &[]).abs() < 1e-12);
    }
}
