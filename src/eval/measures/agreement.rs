//! Counts of agreement in, coefficients out.
//!
//! The counts are the papers': *a* yes in both, *b* yes in the first only, *c* yes in the second
//! only, *d* no in both (SIGIR 2006 §5.2; dg.o 2006 §3.2). The first are the labels. For clusters a
//! "yes" is a pair of documents in one cluster; for zones it is a line or a word that is marked.

use std::collections::BTreeMap;
use std::iter::Sum;
use std::ops::Add;

use crate::eval::schema::{Agreement, PrecisionRecall};

/// The four counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Yes in both.
    pub a: u64,
    /// Yes in the labels only.
    pub b: u64,
    /// Yes in the prediction only.
    pub c: u64,
    /// No in both.
    pub d: u64,
}

impl Counts {
    /// Of items that are all marked, so many in both, in the labels, and in the prediction.
    pub fn marked(n_both: u64, n_labelled: u64, n_predicted: u64) -> Self {
        Self { a: n_both, b: n_labelled - n_both, c: n_predicted - n_both, d: 0 }
    }

    /// Items wherever they stand, each as often as it is there.
    pub fn of_bags<T: Ord>(
        labelled: impl Iterator<Item = T>,
        predicted: impl Iterator<Item = T>,
    ) -> Self {
        let mut bags: BTreeMap<T, [u64; 2]> = BTreeMap::new();
        labelled.for_each(|item| bags.entry(item).or_default()[0] += 1);
        predicted.for_each(|item| bags.entry(item).or_default()[1] += 1);
        bags.into_values().map(|[own, found]| Self::marked(own.min(found), own, found)).sum()
    }

    /// Counts one item.
    pub fn count(&mut self, labelled: bool, predicted: bool) {
        match (labelled, predicted) {
            (true, true) => self.a += 1,
            (true, false) => self.b += 1,
            (false, true) => self.c += 1,
            (false, false) => self.d += 1,
        }
    }

    /// The counts as numbers, and m = a + b + c + d.
    fn numbers(self) -> [f64; 5] {
        let [a, b, c, d] = [self.a, self.b, self.c, self.d].map(|count| count as f64);
        [a, b, c, d, a + b + c + d]
    }

    /// p(A) = (a + d) / m (SIGIR 2006 §5.2; dg.o 2006 §3.2). Where nothing is compared all agrees.
    pub fn observed(self) -> f64 {
        let [a, _, _, d, m] = self.numbers();
        if m == 0.0 { 1.0 } else { (a + d) / m }
    }

    /// AC1 = (p(A) − p(E)) / (1 − p(E)) with p(E) = 2P(1 − P), P = ((a+b) + (a+c)) / 2m (SIGIR 2006
    /// eq. 10 and 11; Gwet 2002).
    pub fn ac1(self) -> f64 {
        let [a, b, c, _, m] = self.numbers();
        if m == 0.0 {
            return 1.0;
        }
        let p = ((a + b) + (a + c)) / (2.0 * m);
        let expected = 2.0 * p * (1.0 - p);
        (self.observed() - expected) / (1.0 - expected)
    }

    /// κ = (p(A) − p(E)) / (1 − p(E)) (dg.o 2006 eq. 12; Cohen 1960) with p(E) = [(a+b)(a+c) +
    /// (c+d)(b+d)] / m². The print (eq. 13) has (b+c)(c+d), which is no product of margins and can
    /// exceed 1. On pairs of documents κ equals the adjusted Rand index.
    pub fn kappa(self) -> f64 {
        let [a, b, c, d, m] = self.numbers();
        if m == 0.0 {
            return 1.0;
        }
        let expected = ((a + b) * (a + c) + (c + d) * (b + d)) / (m * m);
        if expected >= 1.0 - 1e-15 {
            return f64::from(u8::from(self.observed() >= 1.0));
        }
        (self.observed() - expected) / (1.0 - expected)
    }

    /// Precision a / (a + c), recall a / (a + b) and F1 = 2PR / (P + R). What is never claimed is
    /// never wrong: precision is 1 where nothing is predicted, recall 1 where nothing is to be found.
    pub fn precision_recall(self) -> PrecisionRecall {
        PrecisionRecall::new(share(self.a, self.a + self.c), share(self.a, self.a + self.b))
    }

    /// a / √((a+b)(a+c)), Fowlkes & Mallows (dg.o 2005 slide 27).
    pub fn fowlkes_mallows(self) -> f64 {
        let [a, b, c, _, _] = self.numbers();
        let product = (a + b) * (a + c);
        if product > 0.0 { a / product.sqrt() } else { f64::from(u8::from(b == c)) }
    }

    /// Matthews correlation (TP·TN − FP·FN) / √((TP+FP)(TP+FN)(TN+FP)(TN+FN)) (msr2013 §4.7). Of two
    /// yes-or-no variables it is also Pearson's r. Where a margin is empty it is 1 or 0.
    pub fn matthews(self) -> f64 {
        let [a, b, c, d, _] = self.numbers();
        let product = (a + c).sqrt() * (a + b).sqrt() * (d + c).sqrt() * (d + b).sqrt();
        if product > 0.0 { (a * d - c * b) / product } else { f64::from(u8::from(b + c == 0.0)) }
    }

    /// The agreement coefficients together.
    pub fn agreement(self) -> Agreement {
        Agreement { agreement: self.observed(), ac1: self.ac1(), kappa: self.kappa() }
    }
}

/// A part of a whole; all of it where there is nothing.
pub(super) fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { a: self.a + other.a, b: self.b + other.b, c: self.c + other.c, d: self.d + other.d }
    }
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::Counts;
    use crate::eval::measures::check;

    /// Clusters {1,2,3} {4,5} {6} against {1,2} {3,4,5} {6}: of 15 pairs a = 12, 45; b = 13, 23;
    /// c = 34, 35; d = 9.
    const COUNTS: Counts = Counts { a: 2, b: 2, c: 2, d: 9 };

    #[test]
    fn hand_computed_coefficients() {
        // P = 8/30; p(E) = 2 · 0.266667 · 0.733333 = 0.391111; (0.733333 − 0.391111) / 0.608889
        check(COUNTS.ac1(), 0.562_04);
        // p(E) = (4·4 + 11·11) / 225 = 0.608889; (0.733333 − 0.608889) / 0.391111
        check(COUNTS.kappa(), 0.318_18);
        check(COUNTS.observed(), 11.0 / 15.0);
        check(COUNTS.precision_recall().f1, 0.5);
        check(COUNTS.fowlkes_mallows(), 2.0 / 4.0);
        // (2·9 − 2·2) / √(4·4·11·11) = 14/44
        check(COUNTS.matthews(), 0.318_18);
    }

    /// Prevalence: κ falls though the two agree on 98 of 100, AC1 does not (dg.o 2006 §4.1).
    #[test]
    fn prevalence_spoils_kappa_but_not_ac1() {
        let skewed = Counts { a: 98, b: 1, c: 1, d: 0 };
        // P = 0.99; p(E) = 0.0198; (0.98 − 0.0198) / 0.9802
        check(skewed.ac1(), 0.979_60);
        // p(E) = (99·99 + 1) / 10000 = 0.9802; (0.98 − 0.9802) / 0.0198
        check(skewed.kappa(), -0.010_10);
    }

    #[test]
    fn nothing_to_compare_agrees() {
        let nothing = Counts::default();
        assert_eq!(
            (nothing.ac1(), nothing.kappa(), nothing.precision_recall().f1),
            (1.0, 1.0, 1.0)
        );
        assert_eq!(Counts { a: 0, b: 0, c: 0, d: 5 }.kappa(), 1.0);
        assert_eq!(Counts { a: 0, b: 2, c: 0, d: 0 }.fowlkes_mallows(), 0.0);
    }

    /// x twice and y against x, y twice and z: x and y once in both, x missed, y and z wrong.
    #[test]
    fn bags_are_counted_by_hand() {
        let found = Counts::of_bags("xxy".chars(), "xyyz".chars());
        assert_eq!(found, Counts { a: 2, b: 1, c: 2, d: 0 });
    }
}
