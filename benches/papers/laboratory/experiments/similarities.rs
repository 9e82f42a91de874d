//! Every similarity on the same pairs (msr2013 Tables 5, 6 and 7, §4.1, §4.8).
//!
//! All pairs of distinct labeled texts are taken, as on the SpotSigs GoldSet (§4.8); of a large docket
//! those of a thousand texts drawn with a fixed seed. Drawing pairs that share a phrase, as the paper
//! does in its web collection (§4.1), would leave little to judge here: comments that share a telling
//! phrase are nearly always of one campaign (19 of 20 such pairs in a docket of 20,000). Where an assessor judged
//! pairs, as those of the paper did, they are taken, and no other.

use anyhow::{Result, ensure};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::thresholds::{Scored, fit};
use super::{Docket, Labelled, known};
use crate::laboratory::measures::correlation::pearson;
use crate::laboratory::rivals::fingerprints::{ONE_OF, Selection, fingerprint, n_shared, overlap};
use crate::laboratory::rivals::hashing::mix;
use crate::laboratory::rivals::rare_phrases::{
    PhraseCounts, SAMPLES, Weighting, Weights, phrase_set,
};
use crate::laboratory::rivals::spot_signatures::{ANTECEDENTS, STOPWORDS, SpotWords, jaccard};
use crate::laboratory::rivals::statistics::document_frequencies;
use crate::laboratory::rivals::unconstrained_divergence::DocumentDistances;
use crate::laboratory::rivals::weighted_sampling::{estimate, weighted_jaccard};
use crate::laboratory::rivals::{i_match, sim_hash};
use crate::laboratory::schema::{PairCounts, ThresholdScores};
use durian::corpus::{DocId, TokenText};
use durian::eval::judged_pairs::{JudgedPair, Judgement};
use durian::ngrams::sorted_dedup;

/// Shares of rare phrases (msr2013 §4.5).
const RARE_PERCENTS: [u8; 7] = [1, 5, 25, 50, 75, 95, 99];

/// Most texts of which all pairs are taken.
const TEXTS: usize = 1_000;

/// Two documents, and whether they are near-duplicates.
type LabelledPair = (DocId, DocId, bool);

/// The pairs with the texts they are of.
struct Pairs<'a> {
    docket: Docket<'a>,
    pairs: Vec<LabelledPair>,
    documents: Vec<DocId>,
    /// Whether the two share a 7-word phrase: most share none, and then no weight matters.
    share_phrase: Vec<bool>,
}

/// Best thresholds and correlations of every similarity.
///
/// # Errors
/// Where no judged pair fits the docket.
pub(super) fn on_pairs(
    docket: Docket<'_>,
    labelled: &Labelled,
    judged: Option<&[JudgedPair]>,
) -> Result<(PairCounts, Vec<ThresholdScores>)> {
    let (pairs, is_all) = match judged {
        Some(judged) => (judged_pairs(docket, judged)?, false),
        None => labelled_pairs(docket, labelled),
    };
    let counts = PairCounts {
        drawn: pairs.len(),
        is_all,
        are_judged: judged.is_some(),
        near_duplicates: pairs.iter().filter(|(.., is_near)| *is_near).count(),
    };
    let pairs = Pairs::new(docket, pairs);
    let mut all = pairs.other_methods();
    all.extend(pairs.spot_signatures());
    all.extend(pairs.rare_phrases());
    Ok((counts, correlated(all)))
}

/// Pairs of labeled texts, and whether they are all of them.
fn labelled_pairs(docket: Docket<'_>, labelled: &Labelled) -> (Vec<LabelledPair>, bool) {
    let clusters = labelled.cluster_of();
    let mut texts = docket.references.unique().to_vec();
    texts.retain(|id| clusters.contains_key(id));
    let is_all = texts.len() <= TEXTS;
    if !is_all {
        texts.sort_unstable_by_key(|id| mix(u64::from(id.0)));
        texts.truncate(TEXTS);
        texts.sort_unstable();
    }
    let mut pairs = Vec::new();
    for (nth, a) in texts.iter().enumerate() {
        pairs.extend(texts[nth + 1..].iter().map(|b| (*a, *b, clusters[a] == clusters[b])));
    }
    (pairs, is_all)
}

/// The pairs that an assessor judged. Two copies of one text try no similarity, and are left out.
fn judged_pairs(docket: Docket<'_>, judged: &[JudgedPair]) -> Result<Vec<LabelledPair>> {
    let known = known(docket.corpus);
    let mut text_of: FxHashMap<DocId, DocId> = FxHashMap::default();
    for group in docket.groups.groups() {
        text_of.extend(group.members.iter().map(|member| (*member, group.representative)));
    }
    let mut pairs = Vec::new();
    for pair in judged {
        let texts = [&pair.a, &pair.b].map(|id| {
            let found = &known.all()[known.find(id, None)?];
            text_of.get(&docket.corpus.find(&found.id)?).copied()
        });
        if let [Some(a), Some(b)] = texts
            && a != b
        {
            pairs.push((a, b, pair.judgement == Judgement::Same));
        }
    }
    ensure!(
        !pairs.is_empty(),
        "of none of the {} judged pairs both comments are in the docket, with different texts",
        judged.len()
    );
    Ok(pairs)
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
    let pearson_with: Vec<Vec<f64>> = all
        .par_iter()
        .map(|own| all.iter().map(|other| correlation(own, other)).collect())
        .collect();
    all.into_iter()
        .zip(pearson_with)
        .map(|(tried, pearson_with)| ThresholdScores { pearson_with, ..tried.scores })
        .collect()
}

fn correlation(a: &Tried, b: &Tried) -> f64 {
    pearson(a.of_pairs.iter().zip(&b.of_pairs).map(|(a, b)| (f64::from(*a), f64::from(*b))))
}

impl<'a> Pairs<'a> {
    fn new(docket: Docket<'a>, pairs: Vec<LabelledPair>) -> Self {
        let documents = sorted_dedup(pairs.iter().flat_map(|(a, b, _)| [*a, *b]));
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
        let features: FxHashMap<DocId, F> = self
            .documents
            .par_iter()
            .map(|id| (*id, features(self.docket.corpus.token_text(*id))))
            .collect();
        self.pairs
            .par_iter()
            .enumerate()
            .map(|(nth, (a, b, is_near))| {
                (if is_asked(nth) { similarity(&features[a], &features[b]) } else { 0.0 }, *is_near)
            })
            .collect()
    }

    /// The methods of SIGIR 2006, KL and SimHash.
    fn other_methods(&self) -> Vec<Tried> {
        let Docket { corpus, references, .. } = self.docket;
        let mut scores = Vec::new();
        for (name, selection) in [
            ("full fingerprinting", Selection::Full),
            ("DSC by position", Selection::Position(ONE_OF)),
            ("DSC by hash", Selection::Modulus(ONE_OF as u64)),
        ] {
            let scored = self.scores(
                |text| fingerprint(text, selection),
                |a, b| overlap(n_shared(a, b), a.len(), b.len()),
                |_| true,
            );
            scores.push(tried(name.to_owned(), &scored));
        }
        let frequencies = document_frequencies(corpus, references);
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
        let scored: Vec<Scored> = self
            .pairs
            .par_iter()
            .map(|(a, b, is_near)| ((-distances.between(*a, *b)).exp(), *is_near))
            .collect();
        scores.push(tried("KL".to_owned(), &scored));
        scores
    }

    /// Table 5.
    fn spot_signatures(&self) -> Vec<Tried> {
        ANTECEDENTS
            .into_iter()
            .map(|antecedents| {
                let words = SpotWords::new(self.docket.corpus.vocabulary(), antecedents);
                let name = match antecedents {
                    STOPWORDS => "stopwords".to_owned(),
                    words => words.replace(' ', ", "),
                };
                let scored =
                    self.scores(|text| words.signatures(text), |a, b| jaccard(a, b), |_| true);
                tried(format!("SpotSigs: {name}"), &scored)
            })
            .collect()
    }

    /// Table 6, the shares of §4.5 with every weight, and the default by samples. The others are exact, without the
    /// noise of sampling.
    fn rare_phrases(&self) -> Vec<Tried> {
        let phrases = PhraseCounts::count(self.docket.corpus, self.docket.references);
        let mut rules = vec![(100, false, String::new()), (100, true, " / df(phrase)".to_owned())];
        rules.extend(RARE_PERCENTS.map(|percent| (percent, false, format!(", rare {percent} %"))));
        let mut scores = Vec::new();
        for (rare_percent, by_phrase_frequency, rule) in rules {
            for weighting in Weighting::ALL {
                let weighted =
                    phrases.weighted(Weights { weighting, by_phrase_frequency, rare_percent });
                let scored = self.scores(
                    |text| weighted.of(text),
                    |a, b| weighted_jaccard(a, b),
                    |nth| self.share_phrase[nth],
                );
                scores.push(tried(format!("phrases: {}{rule}", weighting.name()), &scored));
            }
        }
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
            for (found, expect) in found.pearson_with.iter().zip(expect) {
                assert!((found - expect).abs() < 1e-6);
            }
        }
    }
}
