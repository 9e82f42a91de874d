//! Counts over the unique documents, each once, as in the pipeline's collection model.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::corpus::{Corpus, TermId};
use crate::reference::ReferenceCopies;

/// In how many unique documents each term occurs.
pub(super) fn document_frequencies(corpus: &Corpus, references: &ReferenceCopies) -> Vec<u32> {
    let mut frequencies = vec![0; corpus.vocabulary().len()];
    let mut terms: Vec<TermId> = Vec::new();
    for id in references.unique() {
        terms.clear();
        terms.extend_from_slice(corpus.token_text(id).terms());
        terms.sort_unstable();
        terms.dedup();
        terms.iter().for_each(|term| frequencies[term.0 as usize] += 1);
    }
    frequencies
}

/// In how many of the feature sets each feature occurs; those in one only are left out.
pub(super) fn feature_frequencies(sets: &[Vec<u64>]) -> FxHashMap<u64, u32> {
    let mut all: Vec<u64> = sets.iter().flatten().copied().collect();
    all.par_sort_unstable();
    let repeated = all.chunk_by(|a, b| a == b).filter(|same| same.len() > 1);
    repeated.map(|same| (same[0], same.len() as u32)).collect()
}

/// Pairs of sets that share features, with how many: an inverted index, walked set by set. `each` gets
/// a set and, for every earlier one that shares something, the number of shared features.
pub(super) fn for_shared(sets: &[Vec<u64>], mut each: impl FnMut(usize, usize, usize)) {
    let mut holders: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
    let mut counts = vec![0_u32; sets.len()];
    let mut touched: Vec<u32> = Vec::new();
    for (nth, set) in sets.iter().enumerate() {
        for feature in set {
            let holders = holders.entry(*feature).or_default();
            for earlier in holders.iter() {
                let count = &mut counts[*earlier as usize];
                if *count == 0 {
                    touched.push(*earlier);
                }
                *count += 1;
            }
            holders.push(nth as u32);
        }
        touched.sort_unstable();
        for earlier in touched.drain(..) {
            each(nth, earlier as usize, std::mem::take(&mut counts[earlier as usize]) as usize);
        }
    }
}
