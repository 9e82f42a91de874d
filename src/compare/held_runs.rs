//! Texts in, of each run of words that several hold: how many do, and how much of their text it is.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use super::passages::{COMMON_RUN, Gram};
use super::runs::{Holder, RunCounts, counted_runs};
use super::sorted_runs::{Number, NumberedRuns, once_each, place};
use crate::thresholds::boilerplate::{
    ALL_BUT, AS_WIDELY, HALF, HARDLY_ELSE, MANY, MOSTLY, OF_LETTER, SAMPLE,
};

/// The first holders of a run, in their order; [`NOBODY`] where there are no more.
pub(super) type Sample = [u32; SAMPLE];
const NOBODY: u32 = u32::MAX;
/// A sample to be filled in.
pub(super) const EMPTY: Sample = [NOBODY; SAMPLE];

/// The holders of a sample.
pub(super) fn holders_of(sample: &Sample) -> &[u32] {
    let n_holders = sample.iter().position(|holder| *holder == NOBODY);
    &sample[..n_holders.unwrap_or(SAMPLE)]
}

/// Texts that are looked at together for samples.
const TEXTS_AT_ONCE: usize = 1 << 12;

/// Finds the first [`SAMPLE`] holders of each of some runs, in the order of the runs.
pub(super) fn samples(holders: &[Holder<'_>], runs: &[Gram]) -> Vec<Sample> {
    let wanted = NumberedRuns::new(runs.to_vec());
    // By number.
    let mut samples = vec![EMPTY; wanted.len()];
    let at_once = holders.chunks(TEXTS_AT_ONCE);
    for (first, some) in (0..).step_by(TEXTS_AT_ONCE).zip(at_once) {
        let held = |holder: &Holder<'_>| {
            let numbers = wanted.numbers_of(counted_runs(holder.text.terms()));
            once_each(numbers.into_iter().flatten())
        };
        let held: Vec<Vec<Number>> = some.par_iter().map(held).collect();
        for (holder, numbers) in (first..).zip(held) {
            for number in numbers {
                let mut sample = samples[place(number)].iter_mut();
                if let Some(free) = sample.find(|own| **own == NOBODY) {
                    *free = holder;
                }
            }
        }
    }
    let sample = |run: &Gram| {
        let number = wanted.number(*run);
        number.map_or(EMPTY, |number| samples[place(number)])
    };
    runs.iter().map(sample).collect()
}

/// How a run of words is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Holding {
    pub(super) n_texts: u32,
    /// Of the comments that hold it, those of whose text nine words of ten lie in runs as widely held.
    pub(super) n_alone: u32,
    /// Those of whose words half lie in runs about as widely held.
    pub(super) n_half: u32,
    /// Those of whose words eight of ten lie in runs half as widely held.
    pub(super) n_mostly_form: u32,
    /// Those of whose words eight of ten, or all but a few, lie in runs half as widely held.
    pub(super) n_nearly: u32,
    /// Those of whose words eight of ten lie in runs a tenth as widely held.
    pub(super) n_of_letters: u32,
}

/// [`Holding`], while it is summed. The sums do not depend on who adds first.
#[derive(Debug, Default)]
struct HoldingSums {
    n_texts: AtomicU32,
    n_alone: AtomicU32,
    n_half: AtomicU32,
    n_mostly_form: AtomicU32,
    n_nearly: AtomicU32,
    n_of_letters: AtomicU32,
}

/// How the runs are held that [`MANY`] comments hold.
#[derive(Debug)]
pub(super) struct HeldRuns<'a> {
    counts: &'a RunCounts,
    /// By number.
    sums: Vec<HoldingSums>,
}

impl<'a> HeldRuns<'a> {
    pub(super) fn new(holders: &[Holder<'_>], counts: &'a RunCounts) -> Self {
        let mut sums = Vec::new();
        sums.resize_with(counts.runs().len(), HoldingSums::default);
        let held = Self { counts, sums };
        holders.par_iter().for_each(|holder| held.add(holder));
        held
    }

    /// How a run is held.
    pub(super) fn held(&self, number: Number) -> Holding {
        let sums = self.sums_of(number);
        Holding {
            n_texts: sums.n_texts.load(Relaxed),
            n_alone: sums.n_alone.load(Relaxed),
            n_half: sums.n_half.load(Relaxed),
            n_mostly_form: sums.n_mostly_form.load(Relaxed),
            n_nearly: sums.n_nearly.load(Relaxed),
            n_of_letters: sums.n_of_letters.load(Relaxed),
        }
    }

    fn sums_of(&self, number: Number) -> &HoldingSums {
        &self.sums[place(number)]
    }

    /// The numbers of a text's runs by place, `None` of those that fewer than [`MANY`] hold.
    fn numbered(&self, holder: &Holder<'_>) -> Vec<Option<Number>> {
        let is_held_by_many = |number: &Number| self.counts.of(*number) as usize >= MANY;
        let runs = self.counts.runs();
        let numbers = runs.numbers_of(counted_runs(holder.text.terms())).into_iter();
        let numbers = numbers.map(|number| number.filter(is_held_by_many));
        numbers.collect()
    }

    /// Adds what a holder consists of.
    fn add(&self, holder: &Holder<'_>) {
        let runs = self.numbered(holder);
        // Most texts in people's own words hold none.
        if runs.iter().all(Option::is_none) {
            return;
        }
        let n_words = holder.text.len();
        let n_comments = |number: Number| self.counts.of(number);
        // What fewer than MANY hold is one's own.
        let held_by = runs.iter().map(|number| number.map_or(1, n_comments));
        let held_by: Vec<u32> = held_by.collect();
        let spread = Spread::new(&held_by, n_words);
        let held = runs.into_iter().flatten();
        let held = once_each(held.map(|number| (n_comments(number), number)));
        // Runs of one passage are mostly as widely held as each other.
        for same in held.chunk_by(|a, b| a.0 == b.0) {
            let n_holders = same[0].0;
            let n_if = |n_covered: usize, of_ten: usize| match n_covered * 10 >= n_words * of_ten {
                true => holder.n_comments as u32,
                false => 0,
            };
            let least = (n_holders / OF_LETTER).max(MANY as u32);
            let n_half_as_widely = spread.n_from(n_holders / 2);
            let n_mostly_form = n_if(n_half_as_widely, MOSTLY);
            let own = Holding {
                n_texts: 1,
                n_alone: n_if(spread.n_at_least(n_holders), HARDLY_ELSE),
                n_half: n_if(spread.n_about(n_holders), HALF),
                n_mostly_form,
                n_nearly: if n_words - n_half_as_widely <= ALL_BUT {
                    holder.n_comments as u32
                } else {
                    n_mostly_form
                },
                n_of_letters: n_if(spread.n_from(least), MOSTLY),
            };
            for (_, number) in same {
                self.sums_of(*number).add(own);
            }
        }
    }
}

impl HoldingSums {
    fn add(&self, own: Holding) {
        let add = |sum: &AtomicU32, n: u32| {
            if n > 0 {
                sum.fetch_add(n, Relaxed);
            }
        };
        add(&self.n_texts, own.n_texts);
        add(&self.n_alone, own.n_alone);
        add(&self.n_half, own.n_half);
        add(&self.n_mostly_form, own.n_mostly_form);
        add(&self.n_nearly, own.n_nearly);
        add(&self.n_of_letters, own.n_of_letters);
    }
}

/// How widely held each word of a text is: by the comments that hold the run around it that most hold,
/// ascending.
struct Spread(Vec<u32>);

impl Spread {
    fn new(held_by: &[u32], n_words: usize) -> Self {
        let mut widest = vec![0; n_words];
        for (at, n_holders) in held_by.iter().enumerate() {
            for widest in &mut widest[at..(at + COMMON_RUN).min(n_words)] {
                *widest = (*n_holders).max(*widest);
            }
        }
        widest.sort_unstable();
        Self(widest)
    }

    /// Words that so many comments hold, or more.
    fn n_from(&self, n_holders: u32) -> usize {
        self.0.len() - self.0.partition_point(|own| *own < n_holders)
    }

    /// Words that are as widely held as a run, or more.
    fn n_at_least(&self, n_holders: u32) -> usize {
        let (four, three) = AS_WIDELY;
        let least = (n_holders * three).div_ceil(four);
        self.n_from(least.min(n_holders - 1))
    }

    /// Words that are about as widely held as a run: at least half as widely, at most twice.
    fn n_about(&self, n_holders: u32) -> usize {
        self.n_from(n_holders.div_ceil(2)) - self.n_from(2 * n_holders + 1)
    }
}
