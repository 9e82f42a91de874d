//! 7-word phrases and their weights (Alonso, Fetterly & Manasse 2013 §4.3–4.5).
//!
//! W = f(df of the first word), times 1 / df(phrase) where that is asked for, times 1 for a rare phrase
//! and 0 for a common one (§4.3). A phrase is rare when it occurs in no more documents than those in
//! the lowest 50 % of the phrases that occur in two documents and more, by document frequency (§4.3,
//! §4.5: "considering the bottom 50% performs best"). Of the functions of Table 4 df² is the default:
//! it has the highest correlation with the labels (Table 7).

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::hashing::sequence;
use super::statistics::{document_frequencies, feature_frequencies};
use super::weighted_sampling::{Sample, Weighted, samples};
use crate::corpus::{Corpus, TokenText};
use crate::reference::ReferenceCopies;

/// "All of the experiments in this paper use a phrase length of 7" (§4.4).
pub const PHRASE_WORDS: usize = 7;
/// The functions of Table 4.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Weighting {
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
    pub const ALL: [Self; 11] = [
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
    pub fn of(self, frequency: u32, n_documents: usize) -> f64 {
        let df = f64::from(frequency);
        match self {
            Self::Uniform => 1.0,
            Self::Power(power) => df.powi(power),
            Self::Logarithm(power) => df.ln().powi(power),
            Self::InverseFrequency => (n_documents as f64 / df).ln(),
        }
    }

    /// The function as the paper writes it.
    pub fn name(self) -> String {
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
pub struct Weights {
    /// f.
    pub weighting: Weighting,
    /// Whether the weight is divided by the phrase's document frequency.
    pub by_phrase_frequency: bool,
    /// Per cent of the repeated phrases that count as rare, the rarest first; 100 drops no phrase.
    pub rare_percent: u8,
}

impl Default for Weights {
    fn default() -> Self {
        Self { weighting: Weighting::Power(2), by_phrase_frequency: false, rare_percent: 50 }
    }
}

/// The phrases of a docket and their frequencies.
#[derive(Debug)]
pub struct PhraseCounts {
    word_frequencies: Vec<u32>,
    /// Of the phrases in two documents and more.
    frequencies: FxHashMap<u64, u32>,
    n_documents: usize,
}

impl PhraseCounts {
    /// Counts the phrases of the unique documents.
    pub fn count(corpus: &Corpus, references: &ReferenceCopies) -> Self {
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
    pub fn weighted(&self, weights: Weights) -> WeightedPhrases<'_> {
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
    let mut phrases: Vec<(u64, u32)> = text
        .terms()
        .windows(size)
        .map(|phrase| (sequence(phrase.iter().copied()), phrase[0].0))
        .collect();
    phrases.sort_unstable();
    phrases.dedup();
    phrases
}

/// The distinct phrases of a document, ascending.
pub fn phrase_set(text: &TokenText) -> Vec<u64> {
    phrases(text).into_iter().map(|(phrase, _)| phrase).collect()
}

/// The phrases of a docket with a way to weight them.
#[derive(Debug)]
pub struct WeightedPhrases<'a> {
    phrases: &'a PhraseCounts,
    weights: Weights,
    rare_up_to: u32,
}

impl WeightedPhrases<'_> {
    /// The phrases of a document that have weight, ascending.
    pub fn of(&self, text: &TokenText) -> Vec<Weighted> {
        let weight = |(phrase, first): (u64, u32)| {
            let frequency = self.phrases.frequencies.get(&phrase).copied().unwrap_or(1);
            let weight = self
                .weights
                .weighting
                .of(self.phrases.word_frequencies[first as usize], self.phrases.n_documents);
            let divisor = if self.weights.by_phrase_frequency { f64::from(frequency) } else { 1.0 };
            (frequency <= self.rare_up_to && weight > 0.0).then_some((phrase, weight / divisor))
        };
        phrases(text).into_iter().filter_map(weight).collect()
    }

    /// The samples of a document.
    pub fn samples(&self, text: &TokenText, n: usize) -> Vec<Sample> {
        samples(&self.of(text), n)
    }
}

#[cfg(test)]
mod tests {
    use super::{PhraseCounts, Weighting, Weights};
    use rustc_hash::FxHashMap;

    #[test]
    fn weights_are_computed_by_hand() {
        let check = |weighting: Weighting, expect: f64| {
            assert!((weighting.of(8, 64) - expect).abs() < 1e-9, "{}", weighting.name())
        };
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
        let check = |percent, expect| assert_eq!(phrases.rare_up_to(percent), expect);
        check(50, 2);
        check(75, 3);
        check(99, 9);
        check(100, u32::MAX);
        assert_eq!(Weights::default().rare_percent, 50);
    }
}
