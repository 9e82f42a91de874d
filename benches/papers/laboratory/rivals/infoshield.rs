//! The coarse stage of InfoShield (Lee, Vajiac, Kulshrestha, Levy, Park, Jones, Rabbany & Faloutsos 2021,
//! "InfoShield: Generalizable Information-Theoretic Human-Trafficking Detection", ICDE): whoever shares a
//! telling phrase is in one cluster.
//!
//! Of each document the phrases with the highest tf·idf are its top phrases. Documents and phrases are the two
//! sides of a graph, a document is tied to its top phrases, and the connected components are the clusters. The
//! second stage, which describes each cluster by templates and parts what does not fit, is not here.
//!
//! tf·idf is (1 + ln tf) · (1 + ln ((1 + N) / (1 + df))), as the authors' program weighs (mengchillee/InfoShield,
//! `infoshieldcoarse.py`). That program keeps phrases of five words, ten unless told otherwise: [`TEN_PHRASES`].
//! Phrases of up to five words, and a tenth of them for each document, are run beside it: [`TENTH_OF_PHRASES`]. One
//! word that a long text repeats then outweighs phrases nobody else has, and chance ties chain most of a docket
//! together.
//!
//! The cost is that of sorting all phrases. Exact copies are out before, as for every method: in the paper they
//! make their phrases common, here they count once.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::hashing::sequence;
use super::statistics::feature_frequencies;
use crate::laboratory::clusters::Clustering;
use durian::corpus::{Corpus, DocId, TokenText};
use durian::ngrams::sorted_dedup;
use durian::reference::ReferenceCopies;

/// Which phrases of a document are its top phrases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Selection {
    /// Words in the shortest phrase.
    pub(crate) shortest: usize,
    /// Words in the longest phrase.
    pub(crate) longest: usize,
    /// How many of its phrases a document keeps.
    pub(crate) kept: Kept,
}

/// How many phrases a document keeps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kept {
    /// As many of each document.
    Number(usize),
    /// Per cent of the distinct phrases of the document, rounded up.
    Percent(usize),
}

/// What the authors' program keeps unless told otherwise; called by itself it tells itself five.
pub(crate) const TEN_PHRASES: Selection =
    Selection { shortest: 5, longest: 5, kept: Kept::Number(10) };

/// A share of all phrases of up to five words.
pub(crate) const TENTH_OF_PHRASES: Selection =
    Selection { shortest: 1, longest: 5, kept: Kept::Percent(10) };

impl Kept {
    fn of(self, n_phrases: usize) -> usize {
        match self {
            Self::Number(number) => number,
            Self::Percent(percent) => (n_phrases * percent).div_ceil(100),
        }
    }
}

/// Clusters of documents that hang together by top phrases.
pub(crate) fn on_its_own(
    corpus: &Corpus,
    references: &ReferenceCopies,
    selection: Selection,
) -> Clustering {
    let phrases = PhraseFrequencies::count(corpus, references, selection);
    let unique = references.unique();
    let tops: Vec<Vec<u64>> =
        unique.par_iter().map(|id| phrases.top(corpus.token_text(*id))).collect();
    // Whoever holds a phrase hangs together with the first who does.
    let mut first: FxHashMap<u64, DocId> = FxHashMap::default();
    let mut pairs: Vec<(DocId, DocId)> = Vec::new();
    for (id, phrases) in unique.iter().zip(&tops) {
        for phrase in phrases {
            let holder = *first.entry(*phrase).or_insert(*id);
            if holder != *id {
                pairs.push((holder, *id));
            }
        }
    }
    Clustering::components(references, pairs)
}

/// How many documents hold each phrase.
#[derive(Debug)]
pub(crate) struct PhraseFrequencies {
    selection: Selection,
    /// Of the phrases in two documents and more.
    frequencies: FxHashMap<u64, u32>,
    n_documents: usize,
}

impl PhraseFrequencies {
    /// Counts the phrases of the unique documents, those of one length at a time.
    pub(crate) fn count(
        corpus: &Corpus,
        references: &ReferenceCopies,
        selection: Selection,
    ) -> Self {
        let unique = references.unique();
        let mut frequencies = FxHashMap::default();
        for size in selection.shortest..=selection.longest {
            let sets: Vec<Vec<u64>> = unique
                .par_iter()
                .map(|id| sorted_dedup(phrases(corpus.token_text(*id), size)))
                .collect();
            frequencies.extend(feature_frequencies(&sets));
        }
        Self { selection, frequencies, n_documents: unique.len() }
    }

    /// The top phrases of a document; of equal weights those of the smaller hash, which are the same ones in
    /// every document.
    pub(crate) fn top(&self, text: &TokenText) -> Vec<u64> {
        let Selection { shortest, longest, .. } = self.selection;
        let mut all: Vec<u64> = (shortest..=longest).flat_map(|size| phrases(text, size)).collect();
        all.sort_unstable();
        let mut weighted: Vec<(f64, u64)> = all
            .chunk_by(|a, b| a == b)
            .map(|same| {
                let frequency = self.frequencies.get(&same[0]).copied().unwrap_or(1);
                (weight(same.len(), frequency, self.n_documents), same[0])
            })
            .collect();
        weighted.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        weighted.truncate(self.selection.kept.of(weighted.len()));
        weighted.into_iter().map(|(_, phrase)| phrase).collect()
    }
}

/// The phrases of a text with so many words, repeated ones as often as they stand there.
fn phrases(text: &TokenText, size: usize) -> impl Iterator<Item = u64> {
    text.terms().windows(size).map(|phrase| sequence(phrase.iter().copied()))
}

/// (1 + ln tf) · (1 + ln ((1 + N) / (1 + df))).
fn weight(n_in_text: usize, frequency: u32, n_documents: usize) -> f64 {
    let inverse = (1 + n_documents) as f64 / (1.0 + f64::from(frequency));
    (1.0 + (n_in_text as f64).ln()) * (1.0 + inverse.ln())
}

#[cfg(test)]
mod tests {
    use super::{Kept, PhraseFrequencies, Selection, weight};
    use crate::laboratory::check;
    use crate::laboratory::rivals::hashing::sequence;
    use crate::laboratory::text;
    use durian::corpus::TermId;

    /// Of 9 documents: one place in one, 1 + ln (10/2) = 2.6094379; one place in four, 1 + ln (10/5) =
    /// 1.6931472; three places in four, (1 + 1.0986123) · 1.6931472 = 3.5532595: a word said three times
    /// outweighs one that nobody else says.
    #[test]
    fn weights_are_computed_by_hand() {
        check(weight(1, 1, 9), 2.609_437_9);
        check(weight(1, 4, 9), 1.693_147_2);
        check(weight(3, 4, 9), 3.553_259_5);
    }

    /// "1 2 1 3": words 1 (twice), 2, 3; pairs 12, 21, 13. Word 1 is in all 9 documents: (1 + ln 2) · 1 = 1.69;
    /// pair 13 is in 5: 1 + ln (10/6) = 1.51; all others are in one: 2.61.
    #[test]
    fn top_phrases_are_those_with_the_highest_weight() {
        fn phrase(terms: &[u32]) -> u64 {
            sequence(terms.iter().map(|term| TermId(*term)))
        }
        fn top(kept: Kept) -> Vec<u64> {
            let phrases = PhraseFrequencies {
                selection: Selection { shortest: 1, longest: 2, kept },
                frequencies: [(phrase(&[1]), 9), (phrase(&[1, 3]), 5)].into_iter().collect(),
                n_documents: 9,
            };
            phrases.top(&text(&[1, 2, 1, 3]))
        }
        let mut rare = [&[2][..], &[3], &[1, 2], &[2, 1]].map(phrase);
        rare.sort_unstable();
        assert_eq!(top(Kept::Number(4)), rare);
        // Of six distinct phrases a tenth is one, half is three.
        assert_eq!(top(Kept::Percent(10)), rare[..1]);
        assert_eq!(top(Kept::Percent(50)), rare[..3]);
        assert_eq!(top(Kept::Number(5))[4], phrase(&[1]));
        assert_eq!(top(Kept::Number(9)).len(), 6);
    }

    #[test]
    fn a_text_shorter_than_a_phrase_has_none() {
        let phrases = PhraseFrequencies {
            selection: super::TEN_PHRASES,
            frequencies: rustc_hash::FxHashMap::default(),
            n_documents: 1,
        };
        assert!(phrases.top(&text(&[1, 2, 3, 4])).is_empty());
        assert_eq!(phrases.top(&text(&[1, 2, 3, 4, 5])).len(), 1);
    }
}
