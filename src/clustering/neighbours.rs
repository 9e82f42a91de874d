//! Candidates in, pairs out: which texts without a form letter are compared with each other.

use std::cmp::Ordering;

use rayon::prelude::*;

use crate::compare::Tables;
use crate::compare::boilerplate::Origin;
use crate::corpus::DocId;
use crate::ngrams::{COUNTED, ngrams};
use crate::retrieval::Candidates;

/// For each document those that it is compared with.
#[derive(Debug)]
pub(super) struct Neighbours {
    /// By number of the document; each ascending.
    sets: Vec<Vec<DocId>>,
}

impl Neighbours {
    /// The pairs that retrieval found in either direction and that have a run of words in common.
    ///
    /// Retrieval asks for the telling phrases of one text: those of a passage find the letter around it,
    /// while the letter's own may lie elsewhere. Which of the two becomes the seed is not known yet.
    ///
    /// Without a run of six words in common there is no passage to speak of. In a docket of 22,000 mostly
    /// unique comments this leaves 0.6 of 1.7 million pairs; of the fifteen texts that lost their place
    /// thirteen were linked by "no, no, no". Nor does a passage tell anything that is common property, unless the
    /// two are the same text for the most part: see [`Runs::speak_for`].
    pub(super) fn new(tables: &Tables<'_>, candidates: &Candidates, documents: &[DocId]) -> Self {
        let n_documents = tables.corpus().len();
        let shared: Vec<Runs> = documents.par_iter().map(|id| Runs::of(tables, *id)).collect();
        let mut runs = vec![Runs::default(); n_documents];
        for (id, shared) in documents.iter().zip(shared) {
            runs[id.index()] = shared;
        }
        let sets = candidates.sets().par_iter();
        let found: Vec<Vec<DocId>> = sets
            .map(|set| {
                let own = &runs[set.seed.index()];
                let others = set.documents.iter().copied();
                let others = others.filter(|id| own.speak_for(&runs[id.index()]));
                let mut found: Vec<DocId> = others.collect();
                found.sort_unstable();
                found
            })
            .collect();
        // Who found a document: ascending, as the sets are.
        let mut finders = vec![Vec::new(); n_documents];
        for (set, found) in candidates.sets().iter().zip(&found) {
            for id in found {
                finders[id.index()].push(set.seed);
            }
        }
        let mut sets = finders;
        for (set, found) in candidates.sets().iter().zip(found) {
            sets[set.seed.index()].extend(found);
        }
        sets.par_iter_mut().for_each(|others| {
            // Two ascending runs: the stable sort merges them.
            others.sort();
            others.dedup();
        });
        Self { sets }
    }

    /// What a document is compared with, ascending.
    pub(super) fn of(&self, document: DocId) -> &[DocId] {
        &self.sets[document.index()]
    }
}

/// The n-grams of six words that a text shares, by their ordinals, with any other, each list ascending.
#[derive(Clone, Debug, Default)]
struct Runs {
    /// Those that may be evidence.
    telling: Vec<u32>,
    /// Those that are common property.
    common: Vec<u32>,
    /// All that the text has, shared or not.
    n_all: usize,
}

impl Runs {
    fn of(tables: &Tables<'_>, document: DocId) -> Self {
        let text = tables.text(document);
        let (mut telling, mut common) = (Vec::new(), Vec::new());
        for (ngram, ordinal) in tables.frequencies().shared(text) {
            match tables.origins().origin(ngram) {
                Some(Origin::FormText | Origin::Boilerplate) => common.push(ordinal.get()),
                Some(Origin::CitedLetter | Origin::Distinctive) | None => {
                    telling.push(ordinal.get())
                }
            }
        }
        for runs in [&mut telling, &mut common] {
            runs.sort_unstable();
            runs.dedup();
        }
        Self { telling, common, n_all: ngrams(text.terms(), COUNTED).count() }
    }

    /// Whether two texts need be compared: they share a run that may be evidence, or half of the shorter one's runs,
    /// as texts do that are the same for the most part, or as near as the threshold asks.
    fn speak_for(&self, other: &Self) -> bool {
        let n_shorter = self.n_all.min(other.n_all).max(1);
        common(&self.telling, &other.telling).next().is_some()
            || common(&self.common, &other.common).count() * 2 >= n_shorter
    }
}

/// What two ascending lists have in common.
fn common<'a>(a: &'a [u32], b: &'a [u32]) -> impl Iterator<Item = u32> + 'a {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    std::iter::from_fn(move || {
        while let (Some(own), Some(other)) = (a.peek(), b.peek()) {
            match own.cmp(other) {
                Ordering::Less => _ = a.next(),
                Ordering::Greater => _ = b.next(),
                Ordering::Equal => {
                    b.next();
                    return a.next().copied();
                }
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::{Runs, common};

    #[test]
    fn ascending_lists_are_merged() {
        let found = |a: &[u32], b: &[u32]| common(a, b).collect::<Vec<_>>();
        assert_eq!(found(&[1, 4, 9, 12], &[2, 3, 9, 12]), [9, 12]);
        assert!(found(&[1, 4, 9], &[2, 3, 10]).is_empty());
        assert!(found(&[], &[2]).is_empty());
    }

    /// Of ten runs of the shorter text five are half, and four are not.
    #[test]
    fn common_property_speaks_for_texts_that_are_half_of_it() {
        let runs = |telling: &[u32], common: &[u32], n_all: usize| Runs {
            telling: telling.to_vec(),
            common: common.to_vec(),
            n_all,
        };
        let own = runs(&[50], &[1, 2, 3, 4, 5], 10);
        assert!(own.speak_for(&runs(&[50], &[], 90)));
        assert!(own.speak_for(&runs(&[51], &[1, 2, 3, 4, 5, 6], 90)));
        assert!(!own.speak_for(&runs(&[51], &[1, 2, 3, 4], 90)));
    }
}
