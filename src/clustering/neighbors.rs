//! Candidates in, pairs out: which texts without a form letter are compared with each other.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::compare::Tables;
use crate::compare::boilerplate::Origin;
use crate::corpus::DocId;
use crate::ngrams::{COUNTED, ngrams, sorted_dedup};
use crate::retrieval::Candidates;
use crate::thresholds::HALF;

/// For each document those that it is compared with.
#[derive(Debug)]
pub(super) struct Neighbors {
    /// By document, of those that have any; each ascending.
    sets: FxHashMap<DocId, Vec<DocId>>,
}

impl Neighbors {
    /// The pairs that retrieval found in either direction and that have an n-gram in common.
    ///
    /// Retrieval asks for the distinctive phrases of one text: those of a passage find the letter around it,
    /// while the letter's own may lie elsewhere. Which of the two becomes the seed is not known yet.
    ///
    /// Without an n-gram of six words in common there is no passage to speak of. In a docket of 22,000 mostly
    /// unique comments this leaves 0.6 of 1.7 million pairs; of the fifteen texts that lost their place
    /// thirteen were linked by "no, no, no". Nor does a passage tell anything that is common property, unless the
    /// two are the same text for the most part: see [`SharedNGrams::are_candidates`].
    pub(super) fn new(tables: &Tables<'_>, candidates: &Candidates, documents: &[DocId]) -> Self {
        let ngrams: FxHashMap<DocId, SharedNGrams> =
            documents.par_iter().map(|id| (*id, SharedNGrams::of(tables, *id))).collect();
        let found: Vec<Vec<DocId>> = candidates
            .sets()
            .par_iter()
            .map(|set| {
                let own = &ngrams[&set.seed];
                let mut found = set.documents.clone();
                found.retain(|id| own.are_candidates(&ngrams[id]));
                found.sort_unstable();
                found
            })
            .collect();
        let mut sets: FxHashMap<DocId, Vec<DocId>> = FxHashMap::default();
        // Who found a document: ascending, as the sets are.
        for (set, found) in candidates.sets().iter().zip(&found) {
            for id in found {
                sets.entry(*id).or_default().push(set.seed);
            }
        }
        for (set, found) in candidates.sets().iter().zip(found) {
            sets.entry(set.seed).or_default().extend(found);
        }
        sets.par_iter_mut().for_each(|(_, others)| {
            // Two ascending lists: the stable sort merges them.
            others.sort();
            others.dedup();
        });
        Self { sets }
    }

    /// What a document is compared with, ascending.
    pub(super) fn of(&self, document: DocId) -> &[DocId] {
        self.sets.get(&document).map_or(&[], Vec::as_slice)
    }
}

/// The n-grams of six words that a text shares, by their ordinals, with any other, each list ascending.
#[derive(Clone, Debug, Default)]
struct SharedNGrams {
    /// Those that may be evidence.
    distinctive: Vec<u32>,
    /// Those that are common property.
    common: Vec<u32>,
    /// All that the text has, shared or not.
    n_all: usize,
}

impl SharedNGrams {
    fn of(tables: &Tables<'_>, document: DocId) -> Self {
        let text = tables.text(document);
        let (mut distinctive, mut common) = (Vec::new(), Vec::new());
        for (ngram, ordinal) in tables.frequencies().shared(text) {
            match tables.origins().origin(ngram) {
                Some(Origin::FormText | Origin::Boilerplate) => common.push(ordinal.get()),
                Some(Origin::Distinctive) | None => distinctive.push(ordinal.get()),
            }
        }
        let (distinctive, common) = (sorted_dedup(distinctive), sorted_dedup(common));
        Self { distinctive, common, n_all: ngrams(text.terms(), COUNTED).count() }
    }

    /// Whether two texts need be compared: they share an n-gram that may be evidence, or half of the shorter one's n-grams,
    /// as texts do that are the same for the most part, or as near as the threshold asks.
    fn are_candidates(&self, other: &Self) -> bool {
        let n_shorter = self.n_all.min(other.n_all).max(1);
        common(&self.distinctive, &other.distinctive).next().is_some()
            || HALF.is_met(common(&self.common, &other.common).count(), n_shorter)
    }
}

/// What two ascending lists have in common.
fn common<'a>(a: &'a [u32], b: &'a [u32]) -> impl Iterator<Item = &'a u32> {
    let (shorter, longer) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    shorter.iter().filter(|ordinal| longer.binary_search(ordinal).is_ok())
}

#[cfg(test)]
mod tests {
    use super::{SharedNGrams, common};

    /// Of ten n-grams of the shorter text five are half, and four are not.
    #[test]
    fn boilerplate_makes_candidates_of_texts_that_are_half_of_it() {
        let ngrams = |distinctive: u32, common: &[u32], n_all: usize| SharedNGrams {
            distinctive: vec![distinctive],
            common: common.to_vec(),
            n_all,
        };
        let own = ngrams(50, &[1, 2, 3, 4, 5], 10);
        for (other, n_common, expect) in [
            (ngrams(50, &[], 90), 0, true),
            (ngrams(51, &[1, 2, 3, 4, 5, 6], 90), 5, true),
            (ngrams(51, &[0, 1, 3, 4, 5], 90), 4, false),
        ] {
            assert_eq!(common(&own.common, &other.common).count(), n_common);
            assert_eq!(own.are_candidates(&other), expect);
        }
    }
}
