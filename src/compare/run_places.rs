//! A text in, made ready to tell where a run of words stands in it.

use std::ops::Range;

use super::passages::{Gram, RUN, gram};
use crate::corpus::TermId;

/// Buckets for each run.
const BUCKETS_PER_RUN: usize = 2;

/// The runs of [`RUN`] words of a text with the places where they begin.
#[derive(Debug)]
pub struct RunPlaces {
    /// Sorted: those of one run stand together and ascend.
    runs: Vec<(Gram, u32)>,
    buckets: Buckets,
    /// By place the run that begins there, where it begins nowhere else.
    single: Vec<Option<Gram>>,
}

impl RunPlaces {
    /// Finds the runs of a text.
    pub fn new(terms: &[TermId]) -> Self {
        let runs = terms.windows(RUN).map(gram);
        let mut runs: Vec<(Gram, u32)> = runs.zip(0..).collect();
        runs.sort_unstable();
        let n_buckets = runs.len() * BUCKETS_PER_RUN;
        let buckets = Buckets::new(runs.iter().map(|(run, _)| *run), n_buckets);
        let mut single = vec![None; runs.len()];
        for same in runs.chunk_by(|a, b| a.0 == b.0) {
            if let [(run, place)] = same {
                single[*place as usize] = Some(*run);
            }
        }
        Self { runs, buckets, single }
    }

    /// Whether a run begins at a place, and nowhere else.
    pub fn stands_only_at(&self, place: u32, run: Gram) -> bool {
        self.single.get(place as usize).is_some_and(|own| *own == Some(run))
    }

    /// Where a run begins, in ascending order; nowhere in most cases.
    pub fn of(&self, run: Gram) -> &[(Gram, u32)] {
        let runs = &self.runs[self.buckets.of(run)];
        let Some(first) = runs.iter().position(|(own, _)| *own == run) else {
            return &[];
        };
        let runs = &runs[first..];
        // A refrain stands in many places.
        &runs[..runs.partition_point(|(own, _)| *own == run)]
    }
}

/// Where the runs of a sorted list stand. A run's upper bits, which are mixed best, say its bucket.
#[derive(Debug)]
struct Buckets {
    /// Where each begins, and at the end how many runs there are.
    starts: Vec<u32>,
    shift: u32,
}

impl Buckets {
    /// About so many buckets, for runs in any order.
    fn new(runs: impl Iterator<Item = Gram>, n_buckets: usize) -> Self {
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
    fn of(&self, run: Gram) -> Range<usize> {
        let bucket = (run >> self.shift) as usize;
        self.starts[bucket] as usize..self.starts[bucket + 1] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::{Buckets, RunPlaces};
    use crate::compare::passages::gram;
    use crate::corpus::TermId;

    /// A word for each character.
    fn terms(text: &str) -> Vec<TermId> {
        text.bytes().map(|word| TermId(u32::from(word))).collect()
    }

    #[test]
    fn runs_are_told_by_where_they_begin() {
        let check = |text: &str, run: &str, expect: &[u32]| {
            let (places, run_of) = (RunPlaces::new(&terms(text)), gram(&terms(run)));
            let found = places.of(run_of).iter();
            let found: Vec<u32> = found.map(|(_, place)| *place).collect();
            assert_eq!(found, expect, "{run}");
            let only = (0..=text.len() as u32).filter(|at| places.stands_only_at(*at, run_of));
            assert_eq!(only.collect::<Vec<u32>>(), if expect.len() == 1 { expect } else { &[] });
        };
        check("abcabcd", "abc", &[0, 3]);
        check("abcabcd", "bcd", &[4]);
        check("abcabcd", "cba", &[]);
        check(&"a".repeat(100), "aaa", &(0..98).collect::<Vec<u32>>());
        check("ab", "abc", &[]);
    }

    /// Two buckets, told apart by the uppermost bit.
    #[test]
    fn a_bucket_is_told_by_the_upper_bits() {
        let runs = [1, 2, 1 << 63];
        let buckets = Buckets::new(runs.into_iter(), 1);
        assert_eq!(buckets.of(7), 0..2);
        assert_eq!(buckets.of(u64::MAX), 2..3);
    }
}
