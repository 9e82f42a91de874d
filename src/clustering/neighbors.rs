//! Candidates in, pairs out: which texts without a form letter are compared with each other.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::compare::Tables;
use crate::compare::boilerplate::Origin;
use crate::corpus::DocId;
use crate::ngrams::{Ordinal, sorted_dedup};
use crate::retrieval::Candidates;

/// For each document those that it is compared with, if any, ascending.
#[derive(Debug)]
pub(super) struct Neighbors(FxHashMap<DocId, Vec<DocId>>);

impl Neighbors {
    /// The pairs that retrieval found in either direction and that have an n-gram in common.
    ///
    /// Retrieval asks for the distinctive phrases of one text: those of a passage find the letter around it,
    /// while the letter's own may lie elsewhere. Which of the two becomes the seed is not known yet.
    ///
    /// Without an n-gram of six words in common there is no passage to speak of. In a docket of 22,000 mostly
    /// unique comments this leaves 0.6 of 1.7 million pairs; of the fifteen texts that lost their place
    /// thirteen were linked by "no, no, no". Nor does a passage tell anything that is common property.
    pub(super) fn new(tables: &Tables<'_>, candidates: &Candidates, documents: &[DocId]) -> Self {
        let ngrams: FxHashMap<DocId, Vec<u32>> =
            documents.par_iter().map(|id| (*id, shared_ngrams(tables, *id))).collect();
        let found: Vec<Vec<DocId>> = candidates
            .par_iter()
            .map(|set| {
                let own = &ngrams[&set.seed];
                let mut found = set.documents.clone();
                found.retain(|id| have_common(own, &ngrams[id]));
                found
            })
            .collect();
        let mut sets: FxHashMap<DocId, Vec<DocId>> = FxHashMap::default();
        for (set, found) in candidates.iter().zip(found) {
            found.iter().for_each(|id| sets.entry(*id).or_default().push(set.seed));
            sets.entry(set.seed).or_default().extend(found);
        }
        sets.par_iter_mut().for_each(|(_, others)| *others = sorted_dedup(std::mem::take(others)));
        Self(sets)
    }

    /// What a document is compared with, ascending.
    pub(super) fn of(&self, document: DocId) -> &[DocId] {
        self.0.get(&document).map_or(&[], Vec::as_slice)
    }
}

/// The n-grams of six words that a text shares with any other and that may be evidence, by their ordinals, ascending.
fn shared_ngrams(tables: &Tables<'_>, document: DocId) -> Vec<u32> {
    let shared = tables.frequencies().shared(tables.text(document));
    let origins = tables.origins();
    sorted_dedup(
        shared
            .filter(|it| !origins.of_ordinal(*it).is_some_and(Origin::is_boilerplate))
            .map(Ordinal::get),
    )
}

/// Whether two ascending lists have something in common.
fn have_common(a: &[u32], b: &[u32]) -> bool {
    let (shorter, longer) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    shorter.iter().any(|ordinal| longer.binary_search(ordinal).is_ok())
}
