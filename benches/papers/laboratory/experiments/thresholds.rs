//! Scores of pairs in, the best threshold out (msr2013 §4.4).
//!
//! "We set the threshold for each technique by choosing a sample of the document pairs, and finding the
//! threshold value resulting in the maximum F1 score on this set. We then use this threshold on the full
//! set of pairs", and "compare the F1 scores for thresholds in small neighborhoods."

use rayon::prelude::*;

use crate::laboratory::measures::correlation::pearson;
use crate::laboratory::rivals::hashing::mix;
use crate::laboratory::schema::{MatthewsAtThreshold, ThresholdScores};
use durian::eval::measures::agreement::Counts;

/// How far the neighbors of the fitted threshold are.
const NEIGHBORHOOD: f64 = 0.05;

/// Steps from threshold 0 to threshold 1 on the curves (msr2013 Figure 6).
const STEPS: u32 = 50;

/// A pair's score, and whether it is a near-duplicate.
pub(super) type Scored = (f64, bool);

/// Fits the threshold on half of the pairs and scores all of them.
pub(super) fn fit(name: String, scored: &[Scored]) -> ThresholdScores {
    let half: Vec<Scored> = (0_u64..)
        .zip(scored)
        .filter(|(nth, _)| mix(*nth) & 1 == 0)
        .map(|(_, scored)| *scored)
        .collect();
    let (fitted, _) = best(&half);
    let (best_threshold, best_f1) = best(scored);
    let at_fitted = counts(scored, fitted);
    ThresholdScores {
        name,
        best_f1,
        best_threshold,
        fitted_threshold: fitted,
        fitted: at_fitted.precision_recall(),
        f1_below: counts(scored, fitted - NEIGHBORHOOD).precision_recall().f1,
        f1_above: counts(scored, fitted + NEIGHBORHOOD).precision_recall().f1,
        matthews: at_fitted.matthews(),
        curve: curve(scored),
        pearson: pearson(
            scored.iter().map(|(score, is_near)| (*score, f64::from(u8::from(*is_near)))),
        ),
        pearson_with: Vec::new(),
    }
}

/// The Matthews correlation at every threshold (msr2013 §4.7, Figure 6).
fn curve(scored: &[Scored]) -> Vec<MatthewsAtThreshold> {
    (0..=STEPS)
        .into_par_iter()
        .map(|step| {
            let threshold = f64::from(step) / f64::from(STEPS);
            MatthewsAtThreshold { threshold, matthews: counts(scored, threshold).matthews() }
        })
        .collect()
}

/// The threshold with the highest F1, and that F1; of equal ones the highest threshold. A score at the
/// threshold is accepted; one of 0 never is.
fn best(scored: &[Scored]) -> (f64, f64) {
    let mut sorted = scored.to_vec();
    sorted.sort_by(|a, b| b.0.total_cmp(&a.0));
    let n_near = scored.iter().filter(|(_, is_near)| *is_near).count() as u64;
    let (mut best, mut seen, mut right) = ((1.0, 0.0), 0_u64, 0_u64);
    for same in sorted.chunk_by(|a, b| a.0 == b.0).take_while(|same| same[0].0 > 0.0) {
        seen += same.len() as u64;
        right += same.iter().filter(|(_, is_near)| *is_near).count() as u64;
        // 2TP / (2TP + FN + FP), msr2013 §4.4.
        let f1 = 2.0 * right as f64 / (seen + n_near) as f64;
        if f1 > best.1 {
            best = (same[0].0, f1);
        }
    }
    best
}

fn counts(scored: &[Scored], threshold: f64) -> Counts {
    let mut counts = Counts::default();
    for (score, is_near) in scored {
        counts.count(*is_near, *score >= threshold && *score > 0.0);
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::{best, counts, curve, fit};

    const SCORED: [(f64, bool); 6] =
        [(0.9, true), (0.8, false), (0.7, true), (0.4, true), (0.3, false), (0.0, false)];

    /// At 0.9: 2·1/(1 + 3) = 0.5; at 0.7: 2·2/(3 + 3) = 0.667; at 0.4: 2·3/(4 + 3) = 0.857; at 0.3: 6/8.
    #[test]
    fn the_best_threshold_is_found_by_hand() {
        let (threshold, f1) = best(&SCORED);
        assert!((threshold - 0.4).abs() < 1e-12 && (f1 - 6.0 / 7.0).abs() < 1e-12);
        let counts = counts(&SCORED, 0.4);
        assert_eq!((counts.a, counts.b, counts.c, counts.d), (3, 0, 1, 2));
    }

    /// At 0, where only a score of 0 is refused: TP 3, FP 2, FN 0, TN 1, so 3 · 1 / √(5 · 3 · 3 · 1) = 0.4472;
    /// at 0.7: 2, 1, 1, 2, so (4 − 1) / √81 = 1/3; at 0.86: 1, 0, 2, 3, so 3/√(1·3·3·5) = 0.4472; at 1 nothing
    /// is accepted, which correlates with nothing.
    #[test]
    fn the_curve_is_computed_by_hand() {
        let curve = curve(&SCORED);
        for (step, threshold, expect) in [
            (0, 0.0, 3.0 / 45_f64.sqrt()),
            (35, 0.7, 1.0 / 3.0),
            (43, 0.86, 3.0 / 45_f64.sqrt()),
            (50, 1.0, 0.0),
        ] {
            let point = curve[step];
            assert!((point.threshold - threshold).abs() < 1e-12);
            assert!((point.matthews - expect).abs() < 1e-9);
        }
        assert_eq!(curve.len(), 51);
    }

    #[test]
    fn a_perfect_score_fits_perfectly() {
        let scored: Vec<(f64, bool)> =
            (0..40).map(|nth| if nth % 2 == 0 { (0.9, true) } else { (0.1, false) }).collect();
        let fitted = fit("perfect".to_owned(), &scored);
        assert!(
            (fitted.fitted.f1 - 1.0).abs() < 1e-12
                && (fitted.matthews - 1.0).abs() < 1e-12
                && (fitted.pearson - 1.0).abs() < 1e-12
        );
    }
}
