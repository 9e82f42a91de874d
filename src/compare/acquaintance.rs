//! Sampled holders of a passage in, what they are to each other out: whether they share more elsewhere, and
//! whether they are one circle.

use std::ops::Range;

use fixedbitset::FixedBitSet;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::passages::{COMMON_RUN, Gram, gram};
use super::runs::{Holder, RunCounts, counted_runs};
use super::sorted_runs::Number;
use crate::corpus::TermId;
use crate::thresholds::boilerplate::{
    EDITED, HALF, KNOW_EACH_OTHER, LONGER_THAN_HEADING, MARGIN, MORE_WORDS, ONE_CIRCLE,
};

/// What the holders of a passage are to each other.
#[derive(PartialEq, Eq)]
pub(super) struct Circle {
    /// Many pairs share more elsewhere.
    pub(super) know_each_other: bool,
    /// Such pairs, and those that share half of the shorter text, tie most of them together.
    pub(super) is_one: bool,
}

impl Circle {
    const WHOLE: Self = Self { know_each_other: true, is_one: true };
}

/// The sampled texts, by place.
pub(super) struct SampledTexts<'a>(FxHashMap<u32, SampledText<'a>>);

impl<'a> SampledTexts<'a> {
    /// Makes the sampled texts ready.
    pub(super) fn new(
        samples: &[&[u32]],
        holders: &[Holder<'a>],
        counts: &RunCounts,
        passage_of: impl Fn(Number) -> Option<u32> + Sync,
    ) -> Self {
        let sampled: FxHashSet<u32> = samples.iter().copied().flatten().copied().collect();
        let sampled: Vec<u32> = sampled.into_iter().collect();
        let text = |at: u32| {
            let terms = holders[at as usize].text.terms();
            (at, SampledText::new(terms, counts, &passage_of))
        };
        Self(sampled.into_par_iter().map(text).collect())
    }

    /// What the holders of a passage are to each other.
    pub(super) fn circle(
        &self,
        sample: &[u32],
        has_same_holders: impl Fn(u32) -> bool,
        is_common: impl Fn(u32) -> bool,
    ) -> Circle {
        // Copies of a letter hold the same passages: each is asked about once.
        let mut told: FxHashMap<u32, bool> = FxHashMap::default();
        let mut is_told = |passage| {
            let told = told.entry(passage);
            *told.or_insert_with(|| is_common(passage) || has_same_holders(passage))
        };
        let holders: Vec<Sampled<'_>> =
            sample.iter().map(|at| Sampled::of(&self.0[at], &mut is_told)).collect();
        let n_pairs = holders.len() * (holders.len() - 1) / 2;
        let found = |n_acquainted: usize, circle: &[usize]| Circle {
            know_each_other: n_acquainted * KNOW_EACH_OTHER >= n_pairs,
            is_one: largest(circle) * 4 >= holders.len() * ONE_CIRCLE,
        };
        let mut n_acquainted = 0;
        // Of each holder the first one of its circle.
        let mut circle: Vec<usize> = (0..holders.len()).collect();
        for (nth, a) in holders.iter().enumerate() {
            for (other, b) in holders.iter().enumerate().skip(nth + 1) {
                let (share_elsewhere, share_half) = acquaintance(a, b);
                n_acquainted += usize::from(share_elsewhere);
                if share_elsewhere || share_half {
                    let (from, to) =
                        (circle[nth].max(circle[other]), circle[nth].min(circle[other]));
                    let joined = circle.iter_mut().filter(|first| **first == from);
                    joined.for_each(|first| *first = to);
                }
            }
            // More pairs make it more of a circle, never less.
            if found(n_acquainted, &circle) == Circle::WHOLE {
                break;
            }
        }
        found(n_acquainted, &circle)
    }
}

impl SampledTexts<'_> {
    /// Holders of a passage that share more elsewhere with no other one, where there are others who do.
    pub(super) fn outside_letters(
        &self,
        sample: &[u32],
        has_same_holders: impl Fn(u32) -> bool,
        is_common: impl Fn(u32) -> bool,
    ) -> Vec<u32> {
        let is_told = |passage| is_common(passage) || has_same_holders(passage);
        let holders: Vec<Sampled<'_>> =
            sample.iter().map(|at| Sampled::of(&self.0[at], is_told)).collect();
        let mut is_of_letter = FixedBitSet::with_capacity(holders.len());
        for (nth, a) in holders.iter().enumerate() {
            for (other, b) in holders.iter().enumerate().skip(nth + 1) {
                if acquaintance(a, b).0 {
                    is_of_letter.insert(nth);
                    is_of_letter.insert(other);
                }
            }
        }
        match is_of_letter.is_clear() {
            true => Vec::new(),
            false => is_of_letter.zeroes().map(|nth| sample[nth]).collect(),
        }
    }

    /// How many of some holders of a passage consist of it, or of passages with the same holders, for half, where these are
    /// longer than a heading.
    pub(super) fn n_consisting(
        &self,
        holders: &[u32],
        has_same_holders: impl Fn(u32) -> bool,
    ) -> usize {
        let consists = |at: &&u32| {
            let text = &self.0[*at];
            let words = text.passages.iter().filter(|(passage, _)| has_same_holders(*passage));
            let mut of_it = FixedBitSet::with_capacity(text.terms.len());
            words.for_each(|(_, words)| of_it.insert_range(words.clone()));
            let n_words = of_it.count_ones(..);
            n_words >= LONGER_THAN_HEADING && n_words * 10 >= text.terms.len() * HALF
        };
        holders.iter().filter(consists).count()
    }

    /// Whether a passage, given by its runs, has been edited: in most texts the run before or behind one of them has
    /// other holders, but nearly as many. What a form puts into comments stands in each as it is.
    pub(super) fn is_edited(&self, sample: &[u32], runs: &[Gram], counts: &RunCounts) -> bool {
        let is_edited_in = |at: &&u32| {
            let text = &self.0[*at];
            runs.iter().any(|run| text.is_edited_beside(*run, counts))
        };
        sample.iter().filter(is_edited_in).count() * 2 > sample.len()
    }
}

/// How many are of the largest circle, where each has the first one of its own.
fn largest(circle: &[usize]) -> usize {
    let in_circle = |first: usize| circle.iter().filter(|own| **own == first).count();
    (0..circle.len()).map(in_circle).max().unwrap_or_default()
}

/// A holder of the passage that is judged.
struct Sampled<'a> {
    text: &'a SampledText<'a>,
    /// Words that are not of the passage, of what has the same holders, or near them, nor known to be common
    /// property.
    elsewhere: FixedBitSet,
}

impl<'a> Sampled<'a> {
    fn of(text: &'a SampledText<'a>, is_told: impl FnMut(u32) -> bool) -> Self {
        Self { text, elsewhere: text.words_apart_from(is_told) }
    }
}

/// Whether two holders of a passage share more elsewhere, and whether they share half of the shorter one.
fn acquaintance(a: &Sampled<'_>, b: &Sampled<'_>) -> (bool, bool) {
    let (in_a, in_b) = shared_words(a.text, b.text);
    let share_elsewhere = in_a.intersection_count(&a.elsewhere) >= MORE_WORDS
        && in_b.intersection_count(&b.elsewhere) >= MORE_WORDS;
    let shorter = if in_a.len() <= in_b.len() { in_a } else { in_b };
    let share_half = shorter.count_ones(..) * 10 >= shorter.len() * HALF;
    (share_elsewhere, share_half)
}

/// A run and where a text holds it, as one number that sorts by run: there are as many of them as words of all sampled
/// texts. Of the run it has the upper bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct RunAt(u64);

/// Bits of a place. What stands behind the first million words of a text is not looked at.
const PLACE_BITS: u32 = 20;

impl RunAt {
    fn new(run: Gram, place: usize) -> Self {
        Self((run >> PLACE_BITS << PLACE_BITS) | place as u64)
    }

    fn run(self) -> u64 {
        self.0 >> PLACE_BITS
    }

    fn place(self) -> usize {
        (self.0 & ((1 << PLACE_BITS) - 1)) as usize
    }
}

/// The runs of a text that others hold.
struct SampledText<'a> {
    terms: &'a [TermId],
    /// Sorted.
    runs: Vec<RunAt>,
    /// Which passages it holds, and the words that belong to them; some in several pieces.
    passages: Vec<(u32, Range<usize>)>,
}

impl<'a> SampledText<'a> {
    fn new(
        terms: &'a [TermId],
        counts: &RunCounts,
        passage_of: impl Fn(Number) -> Option<u32>,
    ) -> Self {
        let numbers = counts.runs().numbers_of(counted_runs(terms));
        let numbers = (0..1 << PLACE_BITS).zip(numbers);
        let shared = numbers.filter_map(|(at, number)| Some((at, number?)));
        let shared: Vec<(usize, Number)> =
            shared.filter(|(_, number)| counts.of(*number) > 1).collect();
        let mut passages: Vec<(u32, Range<usize>)> = Vec::new();
        for (at, number) in &shared {
            let Some(passage) = passage_of(*number) else {
                continue;
            };
            let words = *at..(at + COMMON_RUN).min(terms.len());
            match passages.last_mut() {
                Some((last, open)) if *last == passage && words.start <= open.end => {
                    open.end = words.end;
                }
                _ => passages.push((passage, words)),
            }
        }
        let run = |number: Number| counts.runs().run(number);
        let runs = shared.iter().map(|(at, number)| RunAt::new(run(*number), *at));
        let mut runs: Vec<RunAt> = runs.collect();
        runs.sort_unstable();
        Self { terms, runs, passages: passages.as_slice().to_vec() }
    }

    /// Whether a run beside one of its runs has other holders, but half as many or more.
    fn is_edited_beside(&self, run: Gram, counts: &RunCounts) -> bool {
        let n = counts.n_holders(run);
        let run = RunAt::new(run, 0);
        let from = self.runs.partition_point(|other| *other < run);
        let own = self.runs[from..].iter().take_while(|other| other.run() == run.run());
        own.flat_map(|run| [run.place().checked_sub(1), Some(run.place() + 1)])
            .flatten()
            .filter_map(|at| self.terms.get(at..at + COMMON_RUN))
            .any(|beside| {
                let beside = counts.n_holders(gram(beside));
                beside * 2 >= n && n.abs_diff(beside) * EDITED > n
            })
    }

    /// Which words do not lie in, or near, a passage of some kind.
    fn words_apart_from(&self, mut is_wanted: impl FnMut(u32) -> bool) -> FixedBitSet {
        let mut apart = FixedBitSet::with_capacity(self.terms.len());
        apart.insert_range(..);
        for (passage, words) in &self.passages {
            if is_wanted(*passage) {
                let end = (words.end + MARGIN).min(self.terms.len());
                apart.remove_range(words.start.saturating_sub(MARGIN)..end);
            }
        }
        apart
    }
}

/// The words of two texts that lie in runs of both.
fn shared_words(a: &SampledText<'_>, b: &SampledText<'_>) -> (FixedBitSet, FixedBitSet) {
    let words = FixedBitSet::with_capacity;
    let mut shared = (words(a.terms.len()), words(b.terms.len()));
    let (mut own, mut others) = (a.runs.as_slice(), b.runs.as_slice());
    while let (Some(run), Some(other)) = (own.first(), others.first()) {
        if run.run() == other.run() {
            insert_run(&mut shared.0, run.place());
            insert_run(&mut shared.1, other.place());
        }
        // A run that one of them holds twice is marked in both places: only the smaller one moves on.
        let is_next = |runs: &[RunAt]| {
            let next = runs.get(1).map(|next| next.run());
            next == Some(runs[0].run())
        };
        let order = run.run().cmp(&other.run());
        if order.is_lt() || (order.is_eq() && (is_next(own) || !is_next(others))) {
            own = &own[1..];
        } else {
            others = &others[1..];
        }
    }
    shared
}

fn insert_run(words: &mut FixedBitSet, at: usize) {
    let end = (at + COMMON_RUN).min(words.len());
    words.insert_range(at..end);
}

#[cfg(test)]
mod tests {
    use super::RunAt;

    /// The lower 20 bits of a run give way to its place.
    #[test]
    fn a_run_is_kept_with_its_place() {
        let at = RunAt::new((5 << 20) + 77, 3);
        assert_eq!((at.run(), at.place()), (5, 3));
        let last = RunAt::new(u64::MAX, (1 << 20) - 1);
        assert_eq!((last.run(), last.place()), ((1 << 44) - 1, (1 << 20) - 1));
        assert!(
            at < RunAt::new((5 << 20) + 1, 4) && RunAt::new(5 << 20, 9) < RunAt::new(6 << 20, 0)
        );
    }
}
