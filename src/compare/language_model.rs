//! Term counts in, divergences out: the distance of SIGIR 2006 §4.2, in nats.
//!
//! - collection model `p(w|C)`, maximum likelihood over the unique documents, each once (eq. 7)
//! - document model `p_a(w)`, maximum likelihood (eq. 8)
//! - document model `p_b(w)`, Dirichlet-smoothed with μ = 1 (eq. 5, 6)
//! - `KL(a‖b) = Σ p_a ln (p_a / p_b)` (eq. 1) and `dist = min(KL(a‖b), KL(b‖a))` (eq. 9)
//!
//! The short form of eq. 4 is not used: its last sign is wrong (it is − log α_d), and it drops the
//! first term of eq. 1, which the minimum of two directions needs. What is computed instead is the
//! same sum rearranged: with `g_b(w) = ln(1 + tf_b(w) / (μ p(w|C)))`,
//!
//! `KL(a‖b) = Σ_a p_a ln (p_a / p(w|C)) − ln α_b − Σ_{w ∈ a ∩ b} p_a(w) g_b(w)`
//!
//! so that a pair costs O(|a| + |b|) over sorted terms, and a logarithm only for shared terms.

use std::borrow::Borrow;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::corpus::{TermId, TokenText, collection_frequencies};

/// Background model p(w|C).
#[derive(Clone, Debug)]
pub struct CollectionModel {
    counts: Vec<u64>,
    n_tokens: u64,
    /// Prior mass μ.
    mu: f64,
    /// For each term g of a document that holds it once, as most documents hold most of their terms.
    once: Vec<f64>,
}

impl CollectionModel {
    /// Counts the terms of the unique documents; every `TermId` is below `n_terms`.
    pub fn new(texts: &[impl Borrow<TokenText> + Sync], n_terms: usize, mu: f64) -> Self {
        let counts = collection_frequencies(texts, n_terms);
        let mut model = Self { n_tokens: counts.iter().sum(), counts, mu, once: Vec::new() };
        model.once = (0..n_terms as u32)
            .into_par_iter()
            .map(|term| model.log_ratio(TermId(term), 1))
            .collect();
        model
    }

    /// g(w) = ln(1 + tf(w) / (μ p(w|C))) of a document that holds a term so many times.
    fn gain(&self, term: TermId, count: u32) -> f64 {
        if count == 1 { self.once[term.0 as usize] } else { self.log_ratio(term, count) }
    }

    fn log_ratio(&self, term: TermId, count: u32) -> f64 {
        (f64::from(count) / (self.mu * self.probability(term))).ln_1p()
    }

    /// p_b(w) of a text: Dirichlet-smoothed, eq. 5 and 6.
    pub fn smoothed_probability(&self, text: &TokenText, term: TermId) -> f64 {
        let count = text.terms().iter().filter(|own| **own == term).count();
        (count as f64 + self.mu * self.probability(term)) / (self.mu + text.len() as f64)
    }

    /// How often a term occurs.
    pub fn count(&self, term: TermId) -> u64 {
        self.counts[term.0 as usize]
    }

    /// p(w|C), eq. 7.
    pub fn probability(&self, term: TermId) -> f64 {
        self.counts[term.0 as usize] as f64 / self.n_tokens as f64
    }
}

/// What one document brings to a divergence.
#[derive(Clone, Debug)]
pub struct DocumentModel {
    /// Its terms with their counts, by number.
    counts: Box<[(TermId, u32)]>,
    length: f64,
    /// The collection's.
    mu: f64,
    /// Σ p_a ln (p_a / p(w|C)).
    own_divergence: f64,
}

impl DocumentModel {
    /// Counts a document's terms.
    pub fn new(text: &TokenText, collection: &CollectionModel) -> Self {
        let counts = text.term_counts();
        let length = text.len() as f64;
        let own_divergence = counts
            .iter()
            .map(|(term, count)| {
                let p = f64::from(*count) / length;
                p * (p / collection.probability(*term)).ln()
            })
            .sum();
        Self { counts, length, mu: collection.mu, own_divergence }
    }

    /// Its terms that a text holds, by number, each with how often the document and the text do. The text needs no model:
    /// most that are asked about are asked about once. `places` tells which of its terms each is.
    fn shared_with(
        &self,
        text: &TokenText,
        places: &FxHashMap<TermId, usize>,
    ) -> impl Iterator<Item = (TermId, u32, u32)> {
        let mut n_others = vec![0; self.counts.len()];
        for at in text.terms().iter().filter_map(|term| places.get(term)) {
            n_others[*at] += 1;
        }
        let shared = self.counts.iter().zip(n_others).filter(|(_, n)| *n > 0);
        shared.map(|((term, own), others)| (*term, *own, others))
    }

    /// Which of its terms each is: a model that is held against many texts finds theirs without a search.
    pub fn places(&self) -> FxHashMap<TermId, usize> {
        self.counts.iter().map(|(term, _)| *term).zip(0..).collect()
    }

    /// What it has in common with a text, without a logarithm for every term.
    pub fn in_common(&self, text: &TokenText, places: &FxHashMap<TermId, usize>) -> InCommon {
        let lengths = (self.length, text.len() as f64);
        let mut found = InCommon { lengths, mu: self.mu, n_shared: 0, n_tokens: (0, 0) };
        for (_, own, others) in self.shared_with(text, places) {
            found.n_shared += own.min(others);
            found.n_tokens.0 += own;
            found.n_tokens.1 += others;
        }
        found
    }

    /// KL(a‖b) of the document and each of some texts in nats, rounded as the distance is.
    pub fn divergences_from<'t>(
        &self,
        texts: impl Iterator<Item = &'t TokenText>,
        collection: &CollectionModel,
    ) -> Vec<f64> {
        let places = self.places();
        texts
            .map(|text| {
                let explained: f64 = self
                    .shared_with(text, &places)
                    .map(|(term, n, others)| {
                        f64::from(n) / self.length * collection.gain(term, others)
                    })
                    .sum();
                let smoothed = log_alpha(self.mu, text.len() as f64);
                round((self.own_divergence - smoothed - explained).max(0.0))
            })
            .collect()
    }

    /// Calls `each` with every shared term and its two counts.
    fn for_shared(&self, other: &Self, mut each: impl FnMut(TermId, u32, u32)) {
        let (mut at, mut others_at) = (0, 0);
        while let (Some((a, own)), Some((b, others))) =
            (self.counts.get(at), other.counts.get(others_at))
        {
            if a == b {
                each(*a, *own, *others);
            }
            // Which of the two is behind cannot be foretold: no branch hangs on it.
            at += usize::from(a <= b);
            others_at += usize::from(b <= a);
        }
    }
}

/// What two documents have in common.
#[derive(Clone, Copy, Debug)]
pub struct InCommon {
    /// Tokens of the two documents.
    lengths: (f64, f64),
    mu: f64,
    /// Σ min(tf).
    n_shared: u32,
    /// Tokens of each that are of terms of the other.
    n_tokens: (u32, u32),
}

impl InCommon {
    /// Tokens that both hold, each as often as both do.
    pub fn n_shared(&self) -> usize {
        self.n_shared as usize
    }

    /// Σ min(tf) / max(|a|, |b|), the word overlap of SIGIR 2006 §2 and §4.4.1, from 0 to 1.
    pub fn word_overlap(&self) -> f64 {
        f64::from(self.n_shared) / self.lengths.0.max(self.lengths.1)
    }

    /// The distance is not smaller.
    pub fn least_distance(&self) -> f64 {
        let (a, b) = self.lengths;
        let forward = least_divergence((a, self.n_tokens.0), b, self.mu);
        let backward = least_divergence((b, self.n_tokens.1), a, self.mu);
        round(forward.min(backward).max(0.0))
    }
}

/// What KL(a‖b) is at least, where `n_shared` tokens of a are of terms that b holds, too.
///
/// By the log-sum inequality (Cover and Thomas, *Elements of Information Theory*, theorem 2.7.1), taken
/// over two sets of terms, those that b holds and the rest. The rest has mass m in a and at most α_b in
/// b: KL ≥ m ln (m / α_b) + (1 − m) ln (1 − m).
fn least_divergence((a_length, n_shared): (f64, u32), b_length: f64, mu: f64) -> f64 {
    let rest = 1.0 - f64::from(n_shared) / a_length;
    [(rest, mu / (mu + b_length)), (1.0 - rest, 1.0)]
        .into_iter()
        .map(|(mass, most)| if mass > 0.0 { mass * (mass / most).ln() } else { 0.0 })
        .sum()
}

/// dist(a, b), eq. 9, in nats, rounded to 1e-9 so that no comparison hangs on the last bit.
/// It is at least 0, symmetric, and small but not 0 between equal documents.
pub fn distance(a: &DocumentModel, b: &DocumentModel, collection: &CollectionModel) -> f64 {
    let (mut explained_ab, mut explained_ba) = (0.0, 0.0);
    a.for_shared(b, |term, tf_a, tf_b| {
        explained_ab += f64::from(tf_a) / a.length * collection.gain(term, tf_b);
        explained_ba += f64::from(tf_b) / b.length * collection.gain(term, tf_a);
    });
    let forward = a.own_divergence - log_alpha(b.mu, b.length) - explained_ab;
    let backward = b.own_divergence - log_alpha(a.mu, a.length) - explained_ba;
    round(forward.min(backward).max(0.0))
}

/// ln α, the logarithm of the mass that smoothing gives to the collection in a document of so many words.
fn log_alpha(mu: f64, length: f64) -> f64 {
    (mu / (mu + length)).ln()
}

/// Rounds to 1e-9.
pub fn round(distance: f64) -> f64 {
    (distance * 1e9).round() / 1e9
}

/// KL(p_a ‖ p_b) by eq. 1 term by term: the definition, for tests and as a reading aid.
pub fn naive_divergence(a: &TokenText, b: &TokenText, collection: &CollectionModel) -> f64 {
    a.term_counts()
        .into_iter()
        .map(|(term, count)| {
            let p_a = f64::from(count) / a.len() as f64;
            p_a * (p_a / collection.smoothed_probability(b, term)).ln()
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::{CollectionModel, DocumentModel, distance, naive_divergence};
    use crate::corpus::examples::token_text as text;

    /// Documents "0 0 1" and "0 2"; C = 0:3, 1:1, 2:1 of 5.
    /// KL(a‖b): p_a = 2/3, 1/3; p_b(0) = (1 + 0.6)/3 = 0.53333, p_b(1) = 0.2/3 = 0.06667
    ///   = 2/3 ln(0.66667/0.53333) + 1/3 ln(0.33333/0.06667) = 0.148762 + 0.536479 = 0.685242
    /// KL(b‖a): p_b = 1/2, 1/2; p_a(0) = 2.6/4 = 0.65, p_a(2) = 0.2/4 = 0.05
    ///   = 1/2 ln(0.5/0.65) + 1/2 ln(0.5/0.05) = -0.131182 + 1.151293 = 1.020110
    /// They share one 0, of the three tokens of the longer document.
    #[test]
    fn hand_computed_pair() {
        let (a, b) = (text(&[0, 0, 1]), text(&[0, 2]));
        let collection = CollectionModel::new(&[&a, &b], 3, 1.0);
        let [of_a, of_b] = [&a, &b].map(|text| DocumentModel::new(text, &collection));
        for (found, expect) in [
            (naive_divergence(&a, &b, &collection), 0.685_242),
            (naive_divergence(&b, &a, &collection), 1.020_110),
            (distance(&of_a, &of_b, &collection), 0.685_242),
            (of_a.divergences_from([&b].into_iter(), &collection)[0], 0.685_242),
            (of_b.divergences_from([&a].into_iter(), &collection)[0], 1.020_110),
            (of_a.in_common(&b, &of_a.places()).word_overlap(), 0.333_333),
            (of_a.in_common(&a, &of_a.places()).word_overlap(), 1.0),
        ] {
            assert!((found - expect).abs() < 1e-6, "{found} {expect}");
        }
    }
}
