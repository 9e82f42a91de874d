//! Sorted runs of words in, where one stands among them out.
//!
//! A sorted list and where each bucket of it begins take less than half the room of a hash table.

use std::num::NonZeroU32;
use std::ops::Range;

use super::passages::Gram;

/// The number of a run, from 1 on.
pub(super) type Number = NonZeroU32;

/// Where the runs of a sorted list stand. A run's upper bits, which are mixed best, say its bucket.
#[derive(Debug)]
pub(super) struct Buckets {
    /// Where each begins, and at the end how many runs there are.
    starts: Vec<u32>,
    shift: u32,
}

impl Buckets {
    /// About so many buckets, for runs in any order.
    pub(super) fn new(runs: impl Iterator<Item = Gram>, n_buckets: usize) -> Self {
        // More than one, for a shift by all bits is none.
        let n_buckets = n_buckets.next_power_of_two().max(2);
        let shift = Gram::BITS - n_buckets.trailing_zeros();
        let mut starts = vec![0; n_buckets + 1];
        for run in runs {
            starts[(run >> shift) as usize + 1] += 1;
        }
        for bucket in 0..n_buckets {
            starts[bucket + 1] += starts[bucket];
        }
        Self { starts, shift }
    }

    /// Between which places a run stands, if it does.
    pub(super) fn of(&self, run: Gram) -> Range<usize> {
        let bucket = (run >> self.shift) as usize;
        self.starts[bucket] as usize..self.starts[bucket + 1] as usize
    }
}

/// Some runs, numbered in their order.
#[derive(Debug)]
pub(super) struct NumberedRuns {
    runs: Vec<Gram>,
    buckets: Buckets,
}

impl NumberedRuns {
    /// Numbers distinct runs.
    pub(super) fn new(runs: impl IntoIterator<Item = Gram>) -> Self {
        let mut runs: Vec<Gram> = runs.into_iter().collect();
        runs.sort_unstable();
        let buckets = Buckets::new(runs.iter().copied(), runs.len() / 2);
        Self { runs, buckets }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.runs.len()
    }

    /// The numbers, in their order.
    pub(super) fn numbers(&self) -> impl Iterator<Item = Number> + use<> {
        (1..=self.runs.len() as u32).filter_map(Number::new)
    }

    /// The number of a run, where it is one of them.
    pub(super) fn number(&self, run: Gram) -> Option<Number> {
        let bucket = self.buckets.of(run);
        let before = bucket.start;
        let nth = self.runs[bucket].iter().position(|own| *own == run)?;
        Number::new((before + nth + 1) as u32)
    }

    /// The run of a number.
    pub(super) fn run(&self, number: Number) -> Gram {
        self.runs[place(number)]
    }
}

/// Each of some numbers once, ascending.
pub(super) fn once_each<T: Ord>(numbers: impl Iterator<Item = T>) -> Vec<T> {
    let mut distinct: Vec<T> = numbers.collect();
    distinct.sort_unstable();
    distinct.dedup();
    distinct
}

/// Where a list by numbers holds what belongs to one.
pub(super) fn place(number: Number) -> usize {
    number.get() as usize - 1
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::{Buckets, NumberedRuns, place};

    /// Two buckets, told apart by the uppermost bit.
    #[test]
    fn a_bucket_is_told_by_the_upper_bits() {
        let runs = [1, 2, 1 << 63];
        let buckets = Buckets::new(runs.into_iter(), 1);
        assert_eq!(buckets.of(7), 0..2);
        assert_eq!(buckets.of(u64::MAX), 2..3);
    }

    #[test]
    fn runs_are_numbered_in_their_order() {
        let runs = NumberedRuns::new([9 << 60, 3, 5 << 60, 7]);
        let number = |run: u64| runs.number(run).map(NonZeroU32::get);
        let found = [3, 7, 5 << 60, 9 << 60, 4, u64::MAX].map(number);
        assert_eq!(found, [Some(1), Some(2), Some(3), Some(4), None, None]);
        let back: Vec<u64> = runs.numbers().map(|number| runs.run(number)).collect();
        assert_eq!(back, [3, 7, 5 << 60, 9 << 60]);
        assert_eq!(runs.numbers().map(place).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!(NumberedRuns::new([]).number(3), None);
    }
}
