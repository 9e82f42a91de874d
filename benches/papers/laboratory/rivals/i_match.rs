//! I-Match (Chowdhury, Frieder, Grossman & McCabe 2002; SIGIR 2006 §6.3): one fingerprint per document,
//! of "the N words with the highest idf values …, N = 30. … The 5 words with the highest idfs are
//! ignored, because they might be mistakes such as misspellings."
//!
//! Documents agree when their fingerprints are equal: nothing else is compared, so I-Match clusters on
//! its own in linear time, and one changed word among the thirty parts two documents.

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use sha1::{Digest as _, Sha1};

use super::letters::around_letters;
use super::statistics::document_frequencies;
use crate::laboratory::clusters::Clustering;
use durian::corpus::{Corpus, Digest, DocId, TermId, TokenText};
use durian::ngrams::sorted_dedup;
use durian::reference::ReferenceCopies;

/// N, the words that are kept.
pub(crate) const WORDS: usize = 30;
/// The words with higher idf that are passed over.
pub(crate) const PASSED_OVER: usize = 5;

/// Clusters around the given letters.
pub(crate) fn cluster(corpus: &Corpus, references: &ReferenceCopies) -> Clustering {
    let fingerprints = fingerprints(corpus, references);
    let mut letters: FxHashMap<Digest, usize> = FxHashMap::default();
    for (nth, letter) in references.references().iter().enumerate() {
        letters.entry(fingerprints[letter]).or_insert(nth);
    }
    around_letters(references, |id, n_letters| {
        letters.get(&fingerprints[&id]).copied().filter(|nth| *nth < n_letters)
    })
}

/// Clusters of equal fingerprints.
pub(crate) fn on_its_own(corpus: &Corpus, references: &ReferenceCopies) -> Clustering {
    let fingerprints = fingerprints(corpus, references);
    let mut first: FxHashMap<Digest, DocId> = FxHashMap::default();
    for id in references.unique().iter().copied() {
        first.entry(fingerprints[&id]).or_insert(id);
    }
    Clustering::around(references, |id| first.get(&fingerprints[&id]).copied())
}

fn fingerprints(corpus: &Corpus, references: &ReferenceCopies) -> FxHashMap<DocId, Digest> {
    let frequencies = document_frequencies(corpus, references);
    references
        .unique()
        .par_iter()
        .copied()
        .map(|id| (id, fingerprint(corpus.token_text(id), &frequencies)))
        .collect()
}

/// SHA-1 over the sorted set of a document's rare words. Words of equal idf are told apart by their
/// numbers, the same way in every document. Where five words or fewer are all there is, all are kept.
pub(crate) fn fingerprint(text: &TokenText, frequencies: &[u32]) -> Digest {
    let mut words: Vec<TermId> = sorted_dedup(text.terms().iter().copied());
    // idf = ln(N / df) falls as df rises.
    words.sort_by_key(|term| (frequencies[term.0 as usize], *term));
    let passed_over = if words.len() > PASSED_OVER { PASSED_OVER } else { 0 };
    let mut kept: Vec<TermId> = words.into_iter().skip(passed_over).take(WORDS).collect();
    kept.sort_unstable();
    let mut hasher = Sha1::new();
    for term in kept {
        hasher.update(term.0.to_le_bytes());
    }
    hasher.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::fingerprint;
    use durian::corpus::{TermId, TokenText};

    fn of(terms: impl IntoIterator<Item = u32>) -> [u8; 20] {
        let terms: Vec<TermId> = terms.into_iter().map(TermId).collect();
        // Word n is in n + 1 documents: the smaller its number, the higher its idf.
        let frequencies: Vec<u32> = (1..200).collect();
        fingerprint(&TokenText::from_blocks([terms.as_slice()]), &frequencies)
    }

    /// Of the words 0–59 the words 0–4 are passed over, 5–34 kept, 35–59 cut off.
    #[test]
    fn the_kept_words_are_counted_by_hand() {
        let whole = of(0..60);
        assert_eq!(of((0..60).rev().chain(0..60)), whole, "order and repetition do not count");
        assert_eq!(of((0..60).filter(|word| *word != 40)), whole, "a common word is not kept");
        assert_ne!(of((0..60).filter(|word| *word != 20)), whole, "a kept word is missed");
        assert_ne!(
            of((0..60).filter(|word| *word != 2)),
            whole,
            "a rare word gone moves the window"
        );
        assert_ne!(of(0..4), of(0..5), "a short text keeps all it has");
    }
}
