//! Counts over the unique documents, each once, as in the pipeline's collection model.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::laboratory::clusters::Clustering;
use durian::corpus::{Corpus, DocId};
use durian::ngrams::sorted_dedup;
use durian::reference::ReferenceCopies;

/// In how many unique documents each term occurs: what idf is made of.
pub(crate) fn document_frequencies(corpus: &Corpus, references: &ReferenceCopies) -> Vec<u32> {
    let mut frequencies = vec![0; corpus.vocabulary().len()];
    for id in references.unique().iter().copied() {
        for term in sorted_dedup(corpus.token_text(id).terms().iter()) {
            frequencies[term.0 as usize] += 1;
        }
    }
    frequencies
}

/// In how many of the feature sets each feature occurs; those in one only are left out.
pub(super) fn feature_frequencies(sets: &[Vec<u64>]) -> FxHashMap<u64, u32> {
    let mut all: Vec<u64> = sets.iter().flatten().copied().collect();
    all.par_sort_unstable();
    all.chunk_by(|a, b| a == b)
        .filter(|same| same.len() > 1)
        .map(|same| (same[0], same.len() as u32))
        .collect()
}

/// Components of the unique documents by pairs of their feature sets: `is_near` gets two that share features, and
/// how many. An inverted index, walked set by set.
pub(super) fn joined(
    references: &ReferenceCopies,
    sets: &[Vec<u64>],
    is_near: impl Fn(&[u64], &[u64], usize) -> bool,
) -> Clustering {
    let unique = references.unique();
    let mut pairs: Vec<(DocId, DocId)> = Vec::new();
    let mut postings: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
    let mut counts = vec![0_usize; sets.len()];
    let mut touched: Vec<u32> = Vec::new();
    for (nth, set) in sets.iter().enumerate() {
        for feature in set {
            let posting = postings.entry(*feature).or_default();
            for earlier in posting.iter() {
                if counts[*earlier as usize] == 0 {
                    touched.push(*earlier);
                }
                counts[*earlier as usize] += 1;
            }
            posting.push(nth as u32);
        }
        for earlier in touched.drain(..).map(|earlier| earlier as usize) {
            if is_near(set, &sets[earlier], std::mem::take(&mut counts[earlier])) {
                pairs.push((unique[nth], unique[earlier]));
            }
        }
    }
    Clustering::components(references, pairs)
}
