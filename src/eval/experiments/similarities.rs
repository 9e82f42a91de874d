//! Every similarity on the same pairs (msr2013 Tables 5, 6 and 7, §4.8).

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::Docket;
use super::pairs::{DrawnPairs, LabelledPair};
use super::thresholds::{Scored, fit};
use crate::corpus::{DocId, TokenText};
use crate::eval::measures::agreement::pearson;
use crate::eval::rivals::fingerprints::{Selection, fingerprint, n_shared, overlap};
use crate::eval::rivals::phrases::{PhraseCounts, Weighting, Weights, phrase_set};
use crate::eval::rivals::rare_phrases::SAMPLES;
use crate::eval::rivals::shingling::ONE_OF;
use crate::eval::rivals::spot_signatures::{ANTECEDENTS, STOPWORDS, SpotWords, jaccard};
use crate::eval::rivals::unconstrained_divergence::DocumentDistances;
use crate::eval::rivals::weighted_sampling::{estimate, weighted_jaccard};
use crate::eval::rivals::{i_match, sim_hash};
use crate::eval::schema::{PairCounts, ThresholdScores};

/// Shares of rare phrases (msr2013 §4.5).
const RARE_PERCENTS: [u8; 7] = [1, 5, 25, 50, 75, 95, 99];

/// The pairs with the texts they are of.
struct Pairs<'a> {
    docket: Docket<'a>,
    pairs: Vec<LabelledPair>,
    documents: Vec<DocId>,
    /// Whether the two share a 7-word phrase: most share none, and then no weight matters.
    share_phrase: Vec<bool>,
}

/// Best thresholds and correlations of every similarity.
pub(super) fn on_pairs(
    docket: Docket<'_>,
    drawn: DrawnPairs,
) -> (PairCounts, Vec<ThresholdScores>) {
    let counts = PairCounts {
        drawn: drawn.pairs.len(),
        is_all: drawn.is_all,
        are_judged: drawn.are_judged,
        near_duplicates: drawn.pairs.iter().filter(|pair| pair.is_near).count(),
    };
    let pairs = Pairs::new(docket, drawn.pairs);
    let mut all = pairs.other_methods();
    all.extend(pairs.spot_signatures());
    all.extend(pairs.rare_phrases());
    (counts, correlated(all))
}

/// A similarity that was tried on all pairs.
struct Tried {
    scores: ThresholdScores,
    /// Its score of each pair; there are many, so with fewer digits.
    of_pairs: Vec<f32>,
}

fn tried(name: String, scored: &[Scored]) -> Tried {
    Tried {
        scores: fit(name, scored),
        of_pairs: scored.iter().map(|(score, _)| *score as f32).collect(),
    }
}

/// How far the similarities agree with each other (msr2013 §4.6, "to check the similarity between different choices
/// of method").
fn correlated(all: Vec<Tried>) -> Vec<ThresholdScores> {
    let with = |own: &Tried| -> Vec<f64> {
        let with = |other: &Tried| {
            let pairs = own.of_pairs.iter().zip(&other.of_pairs);
            pearson(pairs.map(|(own, other)| (f64::from(*own), f64::from(*other))))
        };
        all.iter().map(with).collect()
    };
    let pearson_with: Vec<Vec<f64>> = all.par_iter().map(with).collect();
    all.into_iter()
        .zip(pearson_with)
        .map(|(tried, pearson_with)| ThresholdScores { pearson_with, ..tried.scores })
        .collect()
}

impl<'a> Pairs<'a> {
    fn new(docket: Docket<'a>, pairs: Vec<LabelledPair>) -> Self {
        let mut documents: Vec<DocId> = pairs.iter().flat_map(|pair| [pair.a, pair.b]).collect();
        documents.sort_unstable();
        documents.dedup();
        let mut all = Self { docket, pairs, documents, share_phrase: Vec::new() };
        let shared = all.scores(phrase_set, |a, b| n_shared(a, b) as f64, |_| true);
        all.share_phrase = shared.into_iter().map(|(shared, _)| shared > 0.0).collect();
        all
    }

    /// The score of every pair that `is_asked`, and 0 for the others.
    fn scores<F: Sync + Send>(
        &self,
        features: impl Fn(&TokenText) -> F + Sync,
        similarity: impl Fn(&F, &F) -> f64 + Sync,
        is_asked: impl Fn(usize) -> bool + Sync,
    ) -> Vec<Scored> {
        let of = |id: &DocId| (*id, features(self.docket.corpus.token_text(*id)));
        let features: FxHashMap<DocId, F> = self.documents.par_iter().map(of).collect();
        let score = |(nth, pair): (usize, &LabelledPair)| {
            let score = if is_asked(nth) {
                similarity(&features[&pair.a], &features[&pair.b])
            } else {
                0.0
            };
            (score, pair.is_near)
        };
        self.pairs.par_iter().enumerate().map(score).collect()
    }

    /// The methods of SIGIR 2006, KL and SimHash.
    fn other_methods(&self) -> Vec<Tried> {
        let Docket { corpus, references, .. } = self.docket;
        let selections = [
            ("full fingerprinting", Selection::Full),
            ("DSC by position", Selection::Position(ONE_OF)),
            ("DSC by hash", Selection::Modulus(ONE_OF as u64)),
        ];
        let mut scores = Vec::new();
        for (name, selection) in selections {
            let scored = self.scores(
                |text| fingerprint(text, selection),
                |a, b| overlap(n_shared(a, b), a.len(), b.len()),
                |_| true,
            );
            scores.push(tried(name.to_owned(), &scored));
        }
        let frequencies = i_match::frequencies(corpus, references);
        let scored = self.scores(
            |text| i_match::fingerprint(text, &frequencies),
            |a, b| f64::from(u8::from(a == b)),
            |_| true,
        );
        scores.push(tried("I-Match".to_owned(), &scored));
        let scored = self.scores(sim_hash::bits, |a, b| sim_hash::similarity(*a, *b), |_| true);
        scores.push(tried("SimHash".to_owned(), &scored));
        // A distance becomes a score by exp(−distance), which keeps its order.
        let distances = DocumentDistances::new(corpus, references);
        let score =
            |pair: &LabelledPair| ((-distances.between(pair.a, pair.b)).exp(), pair.is_near);
        let scored: Vec<Scored> = self.pairs.par_iter().map(score).collect();
        scores.push(tried("KL".to_owned(), &scored));
        scores
    }

    /// Table 5.
    fn spot_signatures(&self) -> Vec<Tried> {
        let of = |antecedents: &str| {
            let words = SpotWords::new(self.docket.corpus.vocabulary(), antecedents);
            let name = if antecedents == STOPWORDS {
                "stopwords".to_owned()
            } else {
                antecedents.replace(' ', ", ")
            };
            let scored = self.scores(|text| words.signatures(text), |a, b| jaccard(a, b), |_| true);
            tried(format!("SpotSigs: {name}"), &scored)
        };
        ANTECEDENTS.into_iter().map(of).collect()
    }

    /// Table 6, the shares of §4.5 with every weight, and the default by samples. The others are exact, without the
    /// noise of sampling.
    fn rare_phrases(&self) -> Vec<Tried> {
        let phrases = PhraseCounts::count(self.docket.corpus, self.docket.references);
        let all_phrases = [(100, false, String::new()), (100, true, " / df(phrase)".to_owned())];
        let shares = RARE_PERCENTS.map(|percent| (percent, false, format!(", rare {percent} %")));
        let rules = all_phrases.into_iter().chain(shares);
        let all = rules.flat_map(|(rare_percent, by_phrase_frequency, rule)| {
            Weighting::ALL.map(|weighting| {
                (
                    Weights { weighting, by_phrase_frequency, rare_percent },
                    format!("phrases: {}{rule}", weighting.name()),
                )
            })
        });
        let mut scores: Vec<Tried> = all
            .map(|(weights, name)| {
                let weighted = phrases.weighted(weights);
                tried(
                    name,
                    &self.scores(
                        |text| weighted.of(text),
                        |a, b| weighted_jaccard(a, b),
                        |nth| self.share_phrase[nth],
                    ),
                )
            })
            .collect();
        let weighted = phrases.weighted(Weights::default());
        let scored = self.scores(
            |text| weighted.samples(text, SAMPLES),
            |a, b| estimate(a, b),
            |nth| self.share_phrase[nth],
        );
        scores.push(tried(format!("phrases: df^2, rare 50 %, {SAMPLES} samples"), &scored));
        scores
    }
}

#[cfg(test)]
mod tests {
    use super::{correlated, tried};

    /// 1, 0, 1, 0 and 1, 0, 0, 0: means 1/2 and 1/4, products 1/2, squares 1 and 3/4, so r = 1/2 / √(3/4) = 1/√3.
    /// What never varies correlates with nothing, not even with itself.
    #[test]
    fn similarities_are_correlated_by_hand() {
        let scores = [[1.0, 0.0, 1.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.5; 4]];
        let tried = scores.map(|scores| tried(String::new(), &scores.map(|score| (score, true))));
        let found = correlated(tried.into_iter().collect());
        let r = 1.0 / 3.0_f64.sqrt();
        let expect = [[1.0, r, 0.0], [r, 1.0, 0.0], [0.0; 3]];
        for (found, expect) in found.iter().zip(expect) {
            let near = |(found, expect): (&f64, f64)| (found - expect).abs() < 1e-6;
            assert!(found.pearson_with.iter().zip(expect).all(near));
        }
    }
}
