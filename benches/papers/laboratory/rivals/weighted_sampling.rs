//! Ioffe's consistent weighted sampling (ICDM 2010; msr2013 §4.3): weighted sets in, samples out, such
//! that two samples drawn with the same uniforms are equal with the probability of the weighted Jaccard
//! coefficient of the sets.
//!
//! Per phrase, with uniforms u1, u2, v1, v2, β from (0, 1) that depend on the phrase and the number of
//! the sample only: r = 1 / (u1 u2), t = ⌊β + log_r W⌋, y = r^(t−β), a = −ln(v1 v2) / (r y); the phrase
//! with the least a is the sample, together with its t (the paper writes y, which t and the uniforms
//! determine; a whole number compares exactly). Logarithms of a are compared, so that no weight is too
//! large or too small.

use super::hashing::{keyed, mix, unit};

/// A phrase and its weight, which is above 0.
pub(crate) type Weighted = (u64, f64);

/// One sample: the phrase that won, and its t.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Sample {
    phrase: u64,
    t: i64,
}

impl Sample {
    /// One integer for the sample, for hashing several together.
    pub(crate) fn integer(self) -> u64 {
        mix(self.phrase ^ mix(self.t as u64))
    }
}

/// Draws samples number `0..n`; none from a set without weight.
pub(crate) fn samples(phrases: &[Weighted], n: usize) -> Vec<Sample> {
    let logarithms: Vec<(u64, f64)> = phrases
        .iter()
        .filter(|(_, weight)| *weight > 0.0)
        .map(|(phrase, weight)| (*phrase, weight.ln()))
        .collect();
    (0..n as u64).filter_map(|number| sample(&logarithms, number)).collect()
}

fn sample(logarithms: &[(u64, f64)], number: u64) -> Option<Sample> {
    logarithms
        .iter()
        .map(|(phrase, ln_weight)| {
            let (t, ln_a) = candidate(*phrase, *ln_weight, number);
            (ln_a, Sample { phrase: *phrase, t })
        })
        .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.phrase.cmp(&b.1.phrase)))
        .map(|(_, sample)| sample)
}

/// t and ln a of one phrase.
fn candidate(phrase: u64, ln_weight: f64, number: u64) -> (i64, f64) {
    let key = keyed(phrase, number);
    let [u1, u2, v1, v2, beta] = [1, 2, 3, 4, 5].map(|nth| unit(mix(key.wrapping_add(nth))));
    let ln_r = -(u1 * u2).ln();
    let t = (beta + ln_weight / ln_r).floor();
    let ln_y = (t - beta) * ln_r;
    let ln_a = (-(v1 * v2).ln()).ln() - ln_r - ln_y;
    (t as i64, ln_a)
}

/// Share of equal samples: an unbiased estimate of the weighted Jaccard coefficient (msr2013 §4.3).
pub(crate) fn estimate(a: &[Sample], b: &[Sample]) -> f64 {
    let n = a.len().min(b.len());
    let equal = a.iter().zip(b).filter(|(a, b)| a == b).count();
    if n == 0 { 0.0 } else { equal as f64 / n as f64 }
}

/// Σ min(W_1, W_2) / Σ max(W_1, W_2) (msr2013 §3) of two sets sorted by phrase; 0 where both are empty.
pub(crate) fn weighted_jaccard(a: &[Weighted], b: &[Weighted]) -> f64 {
    let (mut least, mut most) = (0.0, 0.0);
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    while let Some(phrase) = [a.peek(), b.peek()].into_iter().flatten().map(|next| next.0).min() {
        let [own, other] = [&mut a, &mut b]
            .map(|next| next.next_if(|next| next.0 == phrase).map_or(0.0, |(_, weight)| *weight));
        least += own.min(other);
        most += own.max(other);
    }
    if most > 0.0 { least / most } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::{candidate, estimate, samples, weighted_jaccard};

    /// Weights 1, 2, 3 on phrases 1, 2, 3 against 2, 1 on 2, 4: min 2; max 1 + 2 + 3 + 1 = 7.
    #[test]
    fn weighted_jaccard_is_computed_by_hand() {
        let (a, b) = ([(1, 1.0), (2, 2.0), (3, 3.0)], [(2, 2.0), (4, 1.0)]);
        assert!((weighted_jaccard(&a, &b) - 2.0 / 7.0).abs() < 1e-12);
        assert!((weighted_jaccard(&b, &a) - 2.0 / 7.0).abs() < 1e-12);
        assert!((weighted_jaccard(&a, &a) - 1.0).abs() < 1e-12);
        assert!(weighted_jaccard(&[], &[]).abs() < 1e-12);
    }

    /// y = r^(t−β) is the largest such value that is at most W, so ln W lies in [ln y, ln y + ln r).
    #[test]
    fn the_sampled_weight_is_at_most_the_weight() {
        for number in 0..200 {
            let (t_small, a_small) = candidate(9, 0.3_f64.ln(), number);
            let (t_large, a_large) = candidate(9, 30.0_f64.ln(), number);
            assert!(t_small <= t_large && a_small >= a_large, "more weight never loses");
        }
    }

    #[test]
    fn equal_sets_have_equal_samples() {
        let a: Vec<(u64, f64)> = (0..50).map(|phrase| (phrase, 1.0 + phrase as f64)).collect();
        let scaled: Vec<(u64, f64)> = a.iter().rev().copied().collect();
        assert!(
            (estimate(&samples(&a, 64), &samples(&scaled, 64)) - 1.0).abs() < 1e-12,
            "order does not count"
        );
        assert!(estimate(&samples(&a, 64), &samples(&[(99, 1.0)], 64)).abs() < 1e-12);
        assert!(samples(&[(1, 0.0)], 64).is_empty());
    }
}
