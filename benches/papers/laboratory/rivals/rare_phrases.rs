//! Rare-phrase weighted sampling (Alonso, Fetterly & Manasse 2013): 7-word phrases, weighted by how
//! common their first word is, those that too many documents hold left out, compared by samples.
//!
//! W = f(df of the first word), times 1 / df(phrase) where that is asked for, times 1 for a rare phrase
//! and 0 for a common one (§4.3). A phrase is rare when it occurs in no more documents than those in
//! the lowest 50 % of the phrases that occur in two documents and more, by document frequency (§4.3,
//! §4.5: "considering the bottom 50% performs best"). Of the functions of Table 4 df² is the default:
//! it has the highest correlation with the labels (Table 7).
//!
//! Given the letters, a document goes to the one with the highest share of equal samples. On its own the
//! method joins documents by supershingles (§3; Broder et al. 1997), for speed, or by an inverted
//! index of all samples, for quality.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::hashing::{mix, sequence};
use super::letters::by_similarity;
use super::statistics::{document_frequencies, feature_frequencies, joined};
use super::weighted_sampling::{Sample, Weighted, estimate, samples};
use crate::laboratory::clusters::Clustering;
use durian::corpus::{Corpus, TokenText};
use durian::ngrams::sorted_dedup;
use durian::reference::ReferenceCopies;

/// Samples of a document.
pub(crate) const SAMPLES: usize = 128;
/// Supershingles of a document and the samples hashed into each: 6 of 14 (Broder 2000; Fetterly,
/// Manasse & Najork 2003 take two of six in common for a near-duplicate).
pub(crate) const SUPERSHINGLES: usize = 6;
/// Samples in a supershingle.
pub(crate) const SAMPLES_PER_SUPERSHINGLE: usize = 14;
/// Supershingles in common that join two documents.
pub(crate) const SUPERSHINGLES_SHARED: usize = 2;
/// Weighted Jaccard of near-duplicates, where it is not fitted to labels: "the variants we chose
/// concentrate around a threshold of roughly 1/4 to 1/2" (§4.7).
pub(crate) const THRESHOLD: f64 = 0.375;

/// Clusters around the given letters.
pub(crate) fn cluster(corpus: &Corpus, references: &ReferenceCopies) -> Clustering {
    let phrases = PhraseCounts::count(corpus, references);
    let weighted = phrases.weighted(Weights::default());
    by_similarity(
        corpus,
        references,
        THRESHOLD,
        |text| weighted.samples(text, SAMPLES),
        |a, b| estimate(a, b),
    )
}

/// Clusters of documents joined by an estimated similarity at the threshold and above.
pub(crate) fn on_its_own(corpus: &Corpus, references: &ReferenceCopies) -> Clustering {
    let least = (THRESHOLD * SAMPLES as f64).ceil() as usize;
    let samples = numbered_samples(corpus, references, SAMPLES);
    joined(references, &samples, |_, _, n_shared| n_shared >= least)
}

/// Clusters of documents joined by two supershingles in common.
pub(crate) fn by_supershingles(corpus: &Corpus, references: &ReferenceCopies) -> Clustering {
    let samples = numbered_samples(corpus, references, SUPERSHINGLES * SAMPLES_PER_SUPERSHINGLE);
    let shingles: Vec<Vec<u64>> = samples.iter().map(|samples| supershingles(samples)).collect();
    joined(references, &shingles, |_, _, n_shared| n_shared >= SUPERSHINGLES_SHARED)
}

/// Hashes of groups of samples.
fn supershingles(samples: &[u64]) -> Vec<u64> {
    samples
        .chunks_exact(SAMPLES_PER_SUPERSHINGLE)
        .map(|group| group.iter().fold(0, |hash, sample| mix(hash ^ sample)))
        .collect()
}

/// The samples of each unique document, each told from those of another number.
fn numbered_samples(corpus: &Corpus, references: &ReferenceCopies, n: usize) -> Vec<Vec<u64>> {
    let phrases = PhraseCounts::count(corpus, references);
    let weighted = phrases.weighted(Weights::default());
    references
        .unique()
        .par_iter()
        .map(|id| {
            let samples = weighted.samples(corpus.token_text(*id), n);
            (0..).zip(samples).map(|(number, sample)| mix(sample.integer() ^ number)).collect()
        })
        .collect()
}

/// "All of the experiments in this paper use a phrase length of 7" (§4.4).
pub(crate) const PHRASE_WORDS: usize = 7;
/// The functions of Table 4.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Weighting {
    /// 1.
    Uniform,
    /// df to a power.
    Power(i32),
    /// ln df to a power.
    Logarithm(i32),
    /// ln (documents / df).
    InverseFrequency,
}

impl Weighting {
    /// All of them, in the order of Table 4.
    pub(crate) const ALL: [Self; 11] = [
        Self::Uniform,
        Self::Power(1),
        Self::Logarithm(1),
        Self::Logarithm(2),
        Self::Logarithm(3),
        Self::Logarithm(4),
        Self::Logarithm(10),
        Self::Power(2),
        Self::Power(3),
        Self::Power(4),
        Self::InverseFrequency,
    ];

    /// f(df).
    pub(crate) fn of(self, frequency: u32, n_documents: usize) -> f64 {
        let df = f64::from(frequency);
        match self {
            Self::Uniform => 1.0,
            Self::Power(power) => df.powi(power),
            Self::Logarithm(power) => df.ln().powi(power),
            Self::InverseFrequency => (n_documents as f64 / df).ln(),
        }
    }

    /// The function as the paper writes it.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Uniform => "uniform".to_owned(),
            Self::Power(1) => "df".to_owned(),
            Self::Power(power) => format!("df^{power}"),
            Self::Logarithm(1) => "ln df".to_owned(),
            Self::Logarithm(power) => format!("(ln df)^{power}"),
            Self::InverseFrequency => "ln (N/df)".to_owned(),
        }
    }
}

/// How phrases are weighted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Weights {
    /// f.
    pub(crate) weighting: Weighting,
    /// Whether the weight is divided by the phrase's document frequency.
    pub(crate) by_phrase_frequency: bool,
    /// Per cent of the repeated phrases that count as rare, the rarest first; 100 drops no phrase.
    pub(crate) rare_percent: u8,
}

impl Default for Weights {
    fn default() -> Self {
        Self { weighting: Weighting::Power(2), by_phrase_frequency: false, rare_percent: 50 }
    }
}

/// The phrases of a docket and their frequencies.
#[derive(Debug)]
pub(crate) struct PhraseCounts {
    word_frequencies: Vec<u32>,
    /// Of the phrases in two documents and more.
    frequencies: FxHashMap<u64, u32>,
    n_documents: usize,
}

impl PhraseCounts {
    /// Counts the phrases of the unique documents.
    pub(crate) fn count(corpus: &Corpus, references: &ReferenceCopies) -> Self {
        let unique = references.unique();
        let sets: Vec<Vec<u64>> =
            unique.par_iter().map(|id| phrase_set(corpus.token_text(*id))).collect();
        Self {
            word_frequencies: document_frequencies(corpus, references),
            frequencies: feature_frequencies(&sets),
            n_documents: unique.len(),
        }
    }

    /// Largest document frequency of a rare phrase.
    fn rare_up_to(&self, percent: u8) -> u32 {
        if percent >= 100 {
            return u32::MAX;
        }
        let mut frequencies: Vec<u32> = self.frequencies.values().copied().collect();
        frequencies.sort_unstable();
        let n_rare = (frequencies.len() * usize::from(percent)).div_ceil(100);
        n_rare.checked_sub(1).map_or(1, |last| frequencies[last])
    }

    /// How a docket's phrases are weighted.
    pub(crate) fn weighted(&self, weights: Weights) -> WeightedPhrases<'_> {
        WeightedPhrases {
            phrases: self,
            weights,
            rare_up_to: self.rare_up_to(weights.rare_percent),
        }
    }
}

/// The distinct phrases of a document with the word each begins with, ascending. A text shorter than a
/// phrase is one itself.
fn phrases(text: &TokenText) -> Vec<(u64, u32)> {
    let size = PHRASE_WORDS.min(text.len());
    if size == 0 {
        return Vec::new();
    }
    let windows = text.terms().windows(size);
    sorted_dedup(windows.map(|phrase| (sequence(phrase.iter().copied()), phrase[0].0)))
}

/// The distinct phrases of a document, ascending.
pub(crate) fn phrase_set(text: &TokenText) -> Vec<u64> {
    phrases(text).into_iter().map(|(phrase, _)| phrase).collect()
}

/// The phrases of a docket with a way to weight them.
#[derive(Debug)]
pub(crate) struct WeightedPhrases<'a> {
    phrases: &'a PhraseCounts,
    weights: Weights,
    rare_up_to: u32,
}

impl WeightedPhrases<'_> {
    /// The phrases of a document that have weight, ascending.
    pub(crate) fn of(&self, text: &TokenText) -> Vec<Weighted> {
        let PhraseCounts { word_frequencies, frequencies, n_documents } = self.phrases;
        let Weights { weighting, by_phrase_frequency, .. } = self.weights;
        let mut weighted = Vec::new();
        for (phrase, first) in phrases(text) {
            let frequency = frequencies.get(&phrase).copied().unwrap_or(1);
            let weight = weighting.of(word_frequencies[first as usize], *n_documents);
            let divisor = if by_phrase_frequency { f64::from(frequency) } else { 1.0 };
            if frequency <= self.rare_up_to && weight > 0.0 {
                weighted.push((phrase, weight / divisor));
            }
        }
        weighted
    }

    /// The samples of a document.
    pub(crate) fn samples(&self, text: &TokenText, n: usize) -> Vec<Sample> {
        samples(&self.of(text), n)
    }
}

#[cfg(test)]
mod tests {
    use super::{PhraseCounts, Weighting, Weights, supershingles};
    use rustc_hash::FxHashMap;

    #[test]
    fn six_supershingles_of_fourteen_samples() {
        let samples: Vec<u64> = (0..84).collect();
        let mut other = samples.clone();
        other[3] = 99;
        let (own, others) = (supershingles(&samples), supershingles(&other));
        assert_eq!(own.len(), 6);
        assert_eq!(own.iter().zip(&others).filter(|(own, other)| own == other).count(), 5);
    }

    #[test]
    fn weights_are_computed_by_hand() {
        fn check(weighting: Weighting, expect: f64) {
            assert!((weighting.of(8, 64) - expect).abs() < 1e-9, "{}", weighting.name())
        }
        check(Weighting::Uniform, 1.0);
        check(Weighting::Power(2), 64.0);
        // ln 8 = 2.0794415; squared 4.3240770
        check(Weighting::Logarithm(2), 4.324_077_125);
        check(Weighting::InverseFrequency, 2.079_441_542);
    }

    /// Repeated phrases with document frequencies 2, 2, 3, 9: the lowest half ends at 2, three quarters
    /// at 3, and without a limit nothing is common.
    #[test]
    fn rare_phrases_are_the_lowest_half() {
        let frequencies: FxHashMap<u64, u32> =
            [(1, 2), (2, 9), (3, 3), (4, 2)].into_iter().collect();
        let phrases = PhraseCounts { word_frequencies: Vec::new(), frequencies, n_documents: 10 };
        assert_eq!(
            [50, 75, 99, 100].map(|percent| phrases.rare_up_to(percent)),
            [2, 3, 9, u32::MAX]
        );
        assert_eq!(Weights::default().rare_percent, 50);
    }
}
