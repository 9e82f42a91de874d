//! Sampled holders of a passage in, what they are to each other out: whether they share more elsewhere, and
//! whether they are one circle.

use rustc_hash::FxHashMap;

use super::common_property::HALF;
use super::passages::{COMMON_RUN, Gram};
use super::runs::{RunCounts, counted_runs};
use crate::corpus::TermId;

/// Of the pairs of holders of somebody's passage, those that know each other: one in four. Of the holders
/// of a kit's passage about two in five share another one; of a quotation's, one in ten.
const KNOW_EACH_OTHER: usize = 4;
/// Holders of somebody's passage, of four, that pairs of acquaintances tie together.
const ONE_CIRCLE: usize = 3;
/// Words that two holders share elsewhere.
const MORE_WORDS: usize = 10;
/// Words around a passage that still belong to it: it may be copied with a slip in it.
const MARGIN: usize = 15;

/// The runs of a text that others hold, with their places, by run.
pub(super) struct SampledText {
    n_words: usize,
    runs: Vec<(Gram, u32)>,
}

impl SampledText {
    pub(super) fn new(terms: &[TermId], counts: &RunCounts) -> Self {
        let runs = counted_runs(terms).enumerate();
        let runs = runs.filter(|(_, run)| counts.n_holders(*run) > 1);
        let mut runs: Vec<(Gram, u32)> = runs.map(|(at, run)| (run, at as u32)).collect();
        runs.sort_unstable();
        Self {
            n_words: terms.len(),
            runs,
        }
    }

    /// Which words lie in, or near, a run of some kind.
    fn words(&self, is_wanted: impl Fn(Gram) -> bool, margin: usize) -> Vec<bool> {
        let mut words = vec![false; self.n_words];
        for (run, at) in &self.runs {
            if is_wanted(*run) {
                let (start, end) = (*at as usize, *at as usize + COMMON_RUN);
                let end = (end + margin).min(self.n_words);
                words[start.saturating_sub(margin)..end].fill(true);
            }
        }
        words
    }
}

/// A holder of the passage that is judged.
struct Sampled<'a> {
    text: &'a SampledText,
    /// Words that are not of the passage, of what has the same holders, or near them, nor known to be common
    /// property.
    is_elsewhere: Vec<bool>,
}

/// What the holders of a passage are to each other.
pub(super) struct Circle {
    /// Many pairs share more elsewhere.
    pub(super) know_each_other: bool,
    /// Such pairs, and those that share half of the shorter text, tie most of them together.
    pub(super) is_one: bool,
}

impl Circle {
    pub(super) fn new(
        sample: &[u32],
        texts: &FxHashMap<u32, SampledText>,
        has_same_holders: impl Fn(Gram) -> bool,
        is_common: impl Fn(Gram) -> bool,
    ) -> Self {
        let sampled: Vec<Sampled<'_>> = sample
            .iter()
            .map(|at| {
                let text = &texts[at];
                let is_passage = text.words(&has_same_holders, MARGIN);
                let is_common = text.words(&is_common, MARGIN);
                let words = is_passage.iter().zip(is_common);
                Sampled {
                    is_elsewhere: words.map(|(passage, common)| !passage && !common).collect(),
                    text,
                }
            })
            .collect();
        let n_pairs = sampled.len() * (sampled.len() - 1) / 2;
        let mut n_acquainted = 0;
        // Of each holder the first one of its circle.
        let mut circle: Vec<usize> = (0..sampled.len()).collect();
        for (nth, a) in sampled.iter().enumerate() {
            for (other, b) in sampled.iter().enumerate().skip(nth + 1) {
                let (share_elsewhere, share_half) = acquaintance(a, b);
                n_acquainted += usize::from(share_elsewhere);
                if share_elsewhere || share_half {
                    let (from, to) = (
                        circle[nth].max(circle[other]),
                        circle[nth].min(circle[other]),
                    );
                    circle
                        .iter_mut()
                        .filter(|first| **first == from)
                        .for_each(|first| *first = to);
                }
            }
        }
        let in_circle = |first: usize| circle.iter().filter(|own| **own == first).count();
        let largest = (0..sampled.len()).map(in_circle).max().unwrap_or_default();
        Self {
            know_each_other: n_acquainted * KNOW_EACH_OTHER >= n_pairs,
            is_one: largest * 4 >= sampled.len() * ONE_CIRCLE,
        }
    }
}

/// Whether two holders of a passage share more elsewhere, and whether they share half of the shorter one.
fn acquaintance(a: &Sampled<'_>, b: &Sampled<'_>) -> (bool, bool) {
    let mut is_shared = (vec![false; a.text.n_words], vec![false; b.text.n_words]);
    let (mut own, mut others) = (a.text.runs.as_slice(), b.text.runs.as_slice());
    while let (Some((run, at)), Some((other, others_at))) = (own.first(), others.first()) {
        if run == other {
            mark(&mut is_shared.0, *at);
            mark(&mut is_shared.1, *others_at);
        }
        // A run that one of them holds twice is marked in both places: only the smaller one moves on.
        let is_next =
            |runs: &[(Gram, u32)]| runs.get(1).is_some_and(|(next, _)| *next == runs[0].0);
        if run < other || (run == other && (is_next(own) || !is_next(others))) {
            own = &own[1..];
        } else {
            others = &others[1..];
        }
    }
    let n_elsewhere = |shared: &[bool], text: &Sampled<'_>| {
        let words = shared.iter().zip(&text.is_elsewhere);
        words
            .filter(|(shared, elsewhere)| **shared && **elsewhere)
            .count()
    };
    let share_elsewhere =
        n_elsewhere(&is_shared.0, a) >= MORE_WORDS && n_elsewhere(&is_shared.1, b) >= MORE_WORDS;
    let shorter = if a.text.n_words <= b.text.n_words {
        is_shared.0
    } else {
        is_shared.1
    };
    let n_shared = shorter.iter().filter(|shared| **shared).count();
    (share_elsewhere, n_shared * 10 >= shorter.len() * HALF)
}

fn mark(is_shared: &mut [bool], at: u32) {
    let end = (at as usize + COMMON_RUN).min(is_shared.len());
    is_shared[at as usize..end].fill(true);
}
