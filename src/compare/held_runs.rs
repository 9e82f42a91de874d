//! Texts in, of each run of words that several hold: how many do, and how much of their text it is.
//!
//! Every sum adds up over parts of a docket.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::common_property::{MANY, SAMPLE};
use super::passages::{COMMON_RUN, Gram};
use super::runs::{Holder, RunCounts, counted_runs};

/// Words of a text, of ten, in passages as widely held for it to be hardly anything else,
const HARDLY_ELSE: usize = 9;
/// or to consist of them for half.
pub(super) const HALF: usize = 5;
/// A passage is as widely held as another one that has at most four thirds of its holders, or one more.
const AS_WIDELY: (u32, u32) = (4, 3);
/// Eight words of ten of a text that lie in passages at least half as widely held make it consist of them.
const MOSTLY_FORM: usize = 8;
/// Texts whose runs one thread tells apart.
const TEXTS_AT_ONCE: usize = 4096;

/// The number of a run, from 1 on.
pub(super) type Number = NonZeroU32;

/// How a run of words is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Holding {
    pub(super) n_texts: u32,
    pub(super) n_comments: u32,
    /// Of the comments, those of whose text nine words of ten lie in runs as widely held.
    pub(super) n_alone: u32,
    /// Those of whose words half lie in runs about as widely held.
    pub(super) n_half: u32,
    /// Those of whose words eight of ten lie in runs half as widely held.
    pub(super) n_mostly_form: u32,
}

/// [`Holding`], while it is summed. The sums do not depend on who adds first.
#[derive(Debug, Default)]
struct HoldingSums {
    n_texts: AtomicU32,
    n_comments: AtomicU32,
    n_alone: AtomicU32,
    n_half: AtomicU32,
    n_mostly_form: AtomicU32,
}

/// The runs that several comments hold, numbered.
#[derive(Debug)]
pub(super) struct HeldRuns {
    numbers: FxHashMap<Gram, Number>,
    /// The numbers of each text's runs by place, `None` of those that nobody else holds; empty where all are.
    runs: Vec<Vec<Option<Number>>>,
    /// By number; the first one is of no run.
    sums: Vec<HoldingSums>,
}

impl HeldRuns {
    pub(super) fn new(holders: &[Holder<'_>], counts: &RunCounts) -> Self {
        let runs = several_hold(holders, counts).into_iter();
        let numbers: FxHashMap<Gram, Number> = runs.zip((1..).filter_map(Number::new)).collect();
        let mut sums = Vec::new();
        sums.resize_with(numbers.len() + 1, HoldingSums::default);
        let runs = holders.par_iter().map(|holder| numbered(holder, &numbers));
        let held = Self {
            runs: runs.collect(),
            numbers,
            sums,
        };
        let texts = || held.runs.par_iter().zip(holders);
        texts().for_each(|(runs, holder)| {
            for number in once_each(runs.iter().copied().flatten()) {
                let sums = held.sums_of(number);
                sums.n_texts.fetch_add(1, Relaxed);
                sums.n_comments.fetch_add(holder.n_comments as u32, Relaxed);
            }
        });
        texts().for_each(|(runs, holder)| held.add(holder, runs));
        held
    }

    /// The runs with their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Gram, Number)> {
        self.numbers.iter().map(|(run, number)| (*run, *number))
    }

    /// How a run is held.
    pub(super) fn held(&self, number: Number) -> Holding {
        let sums = self.sums_of(number);
        Holding {
            n_texts: sums.n_texts.load(Relaxed),
            n_comments: sums.n_comments.load(Relaxed),
            n_alone: sums.n_alone.load(Relaxed),
            n_half: sums.n_half.load(Relaxed),
            n_mostly_form: sums.n_mostly_form.load(Relaxed),
        }
    }

    /// The first [`SAMPLE`] holders of each of some runs.
    pub(super) fn sample(&self, numbers: &[Number]) -> Vec<Vec<u32>> {
        let mut wanted = vec![None; self.sums.len()];
        for (number, at) in numbers.iter().zip(0u32..) {
            wanted[number.get() as usize] = Some(at);
        }
        let mut samples: Vec<Vec<u32>> = vec![Vec::new(); numbers.len()];
        for (holder, runs) in (0..).zip(&self.runs) {
            let runs = runs.iter().copied().flatten();
            for at in runs.filter_map(|number| wanted[number.get() as usize]) {
                let sample = &mut samples[at as usize];
                if sample.len() < SAMPLE && sample.last() != Some(&holder) {
                    sample.push(holder);
                }
            }
        }
        samples
    }

    fn sums_of(&self, number: Number) -> &HoldingSums {
        &self.sums[number.get() as usize]
    }

    /// Adds what a holder consists of.
    fn add(&self, holder: &Holder<'_>, runs: &[Option<Number>]) {
        // Most texts in people's own words hold none.
        if runs.is_empty() {
            return;
        }
        let n_words = holder.text.len();
        let n_comments = |number: Number| self.sums_of(number).n_comments.load(Relaxed);
        // What fewer than MANY hold is one's own.
        let held_by = |number: Option<Number>| match number.map_or(1, n_comments) {
            n_comments if (n_comments as usize) < MANY => 1,
            n_comments => n_comments,
        };
        let held_by: Vec<u32> = runs.iter().map(|number| held_by(*number)).collect();
        let spread = Spread::new(&held_by, n_words);
        let add = |sum: &AtomicU32, n_covered: usize, of_ten: usize| {
            if n_covered * 10 >= n_words * of_ten {
                sum.fetch_add(holder.n_comments as u32, Relaxed);
            }
        };
        for number in once_each(runs.iter().copied().flatten()) {
            let (sums, n_holders) = (self.sums_of(number), n_comments(number));
            add(&sums.n_alone, spread.n_at_least(n_holders), HARDLY_ELSE);
            add(&sums.n_half, spread.n_about(n_holders), HALF);
            add(
                &sums.n_mostly_form,
                spread.n_from(n_holders / 2),
                MOSTLY_FORM,
            );
        }
    }
}

/// The runs that [`MANY`] comments hold by the counters: by chance there are some that fewer hold.
fn several_hold(holders: &[Holder<'_>], counts: &RunCounts) -> FxHashSet<Gram> {
    let add = |mut held: FxHashSet<Gram>, holder: &Holder<'_>| {
        let runs = counted_runs(holder.text.terms());
        held.extend(runs.filter(|run| counts.n_holders(*run) as usize >= MANY));
        held
    };
    let unite = |a: FxHashSet<Gram>, b: FxHashSet<Gram>| {
        let (mut larger, smaller) = if a.len() < b.len() { (b, a) } else { (a, b) };
        larger.extend(smaller);
        larger
    };
    let texts = holders.par_iter().with_min_len(TEXTS_AT_ONCE);
    texts
        .fold(FxHashSet::default, add)
        .reduce(FxHashSet::default, unite)
}

/// The numbers of a text's runs by place, empty where it has none.
fn numbered(holder: &Holder<'_>, numbers: &FxHashMap<Gram, Number>) -> Vec<Option<Number>> {
    let runs = counted_runs(holder.text.terms());
    let runs: Vec<Option<Number>> = runs.map(|run| numbers.get(&run).copied()).collect();
    match runs.iter().any(Option::is_some) {
        true => runs,
        false => Vec::new(),
    }
}

/// Each number once.
fn once_each(numbers: impl Iterator<Item = Number>) -> Vec<Number> {
    let mut distinct: Vec<Number> = numbers.collect();
    distinct.sort_unstable();
    distinct.dedup();
    distinct
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
