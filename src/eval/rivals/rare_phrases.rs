//! Rare-phrase weighted sampling (Alonso, Fetterly & Manasse 2013): 7-word phrases, weighted by how
//! common their first word is, those that too many documents hold left out, compared by samples.
//!
//! How phrases are weighted is told in [`super::phrases`].
//!
//! Given the letters, a document goes to the one with the highest share of equal samples. On its own the
//! method joins documents by supershingles (§3; Broder et al. 1997), for speed, or by an inverted
//! index of all samples, for quality.

use rayon::prelude::*;

use super::hashing::mix;
use super::letters::by_similarity;
use super::phrases::{PhraseCounts, Weights};
use super::statistics::for_shared;
use super::weighted_sampling::{Sample, estimate};
use crate::corpus::{Corpus, DocId};
use crate::eval::clusters::Clustering;
use crate::reference::ReferenceCopies;

/// Samples of a document.
pub const SAMPLES: usize = 128;
/// Supershingles of a document and the samples hashed into each: 6 of 14 (Broder 2000; Fetterly,
/// Manasse & Najork 2003 take two of six in common for a near-duplicate).
pub const SUPERSHINGLES: usize = 6;
/// Samples in a supershingle.
pub const SAMPLES_PER_SUPERSHINGLE: usize = 14;
/// Supershingles in common that join two documents.
pub const SUPERSHINGLES_SHARED: usize = 2;
/// Weighted Jaccard of near-duplicates, where it is not fitted to labels: "the variants we chose
/// concentrate around a threshold of roughly 1/4 to 1/2" (§4.7).
pub const THRESHOLD: f64 = 0.375;

/// Clusters around the given letters.
pub fn cluster(corpus: &Corpus, references: &ReferenceCopies) -> Clustering {
    let phrases = PhraseCounts::count(corpus, references);
    let weighted = phrases.weighted(Weights::default());
    let features = |corpus: &Corpus, id| weighted.samples(corpus.token_text(id), SAMPLES);
    by_similarity(corpus, references, THRESHOLD, features, |a, b| estimate(a, b))
}

/// Clusters of documents joined by an estimated similarity at the threshold and above.
pub fn on_its_own(corpus: &Corpus, references: &ReferenceCopies) -> Clustering {
    let unique = references.unique();
    let sets = numbered_samples(corpus, references, &unique, SAMPLES);
    joined(references, &unique, &sets, (THRESHOLD * SAMPLES as f64).ceil() as usize)
}

/// Clusters of documents joined by two supershingles in common.
pub fn by_supershingles(corpus: &Corpus, references: &ReferenceCopies) -> Clustering {
    let unique = references.unique();
    let samples =
        numbered_samples(corpus, references, &unique, SUPERSHINGLES * SAMPLES_PER_SUPERSHINGLE);
    let shingles: Vec<Vec<u64>> = samples.iter().map(|samples| supershingles(samples)).collect();
    joined(references, &unique, &shingles, SUPERSHINGLES_SHARED)
}

/// Hashes of groups of samples.
fn supershingles(samples: &[u64]) -> Vec<u64> {
    let hash = |group: &[u64]| group.iter().fold(0, |hash, sample| mix(hash ^ sample));
    samples.chunks_exact(SAMPLES_PER_SUPERSHINGLE).map(hash).collect()
}

/// The samples of each document, each told from those of another number.
fn numbered_samples(
    corpus: &Corpus,
    references: &ReferenceCopies,
    unique: &[DocId],
    n: usize,
) -> Vec<Vec<u64>> {
    let phrases = PhraseCounts::count(corpus, references);
    let weighted = phrases.weighted(Weights::default());
    let numbered = |samples: Vec<Sample>| {
        (0_u64..).zip(samples).map(|(number, sample)| mix(sample.integer() ^ number)).collect()
    };
    unique.par_iter().map(|id| numbered(weighted.samples(corpus.token_text(*id), n))).collect()
}

/// Components of the documents that share `least` features.
fn joined(
    references: &ReferenceCopies,
    unique: &[DocId],
    sets: &[Vec<u64>],
    least: usize,
) -> Clustering {
    let mut pairs: Vec<(DocId, DocId)> = Vec::new();
    for_shared(sets, |a, b, n_shared| {
        if n_shared >= least {
            pairs.push((unique[a], unique[b]));
        }
    });
    Clustering::components(references, pairs)
}

#[cfg(test)]
mod tests {
    use super::supershingles;

    #[test]
    fn six_supershingles_of_fourteen_samples() {
        let samples: Vec<u64> = (0..84).collect();
        let mut other = samples.clone();
        other[3] = 99;
        let (own, others) = (supershingles(&samples), supershingles(&other));
        assert_eq!(own.len(), 6);
        assert_eq!(own.iter().zip(&others).filter(|(own, other)| own == other).count(), 5);
    }
}
