//! Runs of words in, a number for each out.

use std::cmp::Ordering;
use std::num::NonZeroU32;

use rayon::prelude::*;

use super::passages::Gram;

/// The number of a run, from 1 on.
pub(super) type Number = NonZeroU32;

/// Some runs, numbered in their order. Each stands in a slot that its upper bits tell, or in the first free one behind
/// it: a hash table that is sorted (Amble and Knuth, "Ordered hash tables", 1974). To ask for a run is to look at one
/// place of memory in most cases.
#[derive(Debug)]
pub(super) struct NumberedRuns {
    slots: Vec<Gram>,
    /// Slots that runs belong to; those behind hold what found no place.
    n_homes: usize,
}

/// Five slots for four runs.
const SLOTS: (usize, usize) = (5, 4);
/// A slot without a run. A run that is this number by chance has no number of its own.
pub(super) const FREE: Gram = 0;
/// Runs that are looked up together: memory answers about so many questions at a time.
const AT_ONCE: usize = 16;

impl NumberedRuns {
    /// Numbers distinct runs.
    pub(super) fn new(mut runs: Vec<Gram>) -> Self {
        runs.par_sort_unstable();
        let (slots, of_runs) = SLOTS;
        let mut numbered =
            Self { n_homes: (runs.len() * slots).div_ceil(of_runs), slots: Vec::new() };
        numbered.slots = vec![FREE; numbered.n_homes];
        let mut next = 0;
        for run in runs.into_iter().filter(|run| *run != FREE) {
            let slot = numbered.home(run).max(next);
            if slot == numbered.slots.len() {
                numbered.slots.push(FREE);
            }
            numbered.slots[slot] = run;
            next = slot + 1;
        }
        numbered
    }

    /// How many numbers there are; some belong to no run.
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// The numbers of all runs, in their order.
    pub(super) fn numbers(&self) -> impl Iterator<Item = Number> {
        let slots = self.slots.iter().zip(1..);
        slots.filter_map(|(run, number)| Number::new(number).filter(|_| *run != FREE))
    }

    /// The number of a run, where it is one of them.
    pub(super) fn number(&self, run: Gram) -> Option<Number> {
        self.number_from(run, self.home(run))
    }

    /// The numbers of some runs, in their order: faster than one after the other.
    pub(super) fn numbers_of(&self, runs: impl Iterator<Item = Gram>) -> Vec<Option<Number>> {
        let runs: Vec<Gram> = runs.collect();
        let mut numbers = Vec::with_capacity(runs.len());
        for runs in runs.chunks(AT_ONCE) {
            let mut first = [(0, FREE); AT_ONCE];
            for (run, first) in runs.iter().zip(&mut first) {
                let home = self.home(*run);
                *first = (home, self.slots.get(home).copied().unwrap_or(FREE));
            }
            let looked_up = runs.iter().zip(first);
            numbers.extend(looked_up.map(|(run, (home, held))| match held.cmp(run) {
                Ordering::Less if held != FREE => self.number_from(*run, home + 1),
                Ordering::Equal => Number::new(home as u32 + 1),
                Ordering::Less | Ordering::Greater => None,
            }));
        }
        numbers
    }

    fn home(&self, run: Gram) -> usize {
        share_of(run, self.n_homes)
    }

    /// The number of a run that stands in a slot or behind it.
    fn number_from(&self, run: Gram, slot: usize) -> Option<Number> {
        let mut slots = (slot as u32 + 1..).zip(&self.slots[slot..]);
        let (number, held) = slots.find(|(_, held)| **held >= run || **held == FREE)?;
        Number::new(number).filter(|_| *held == run)
    }

    /// The run of a number.
    pub(super) fn run(&self, number: Number) -> Gram {
        self.slots[place(number)]
    }
}

/// Each of some numbers once, ascending.
pub(crate) fn once_each<T: Ord>(numbers: impl Iterator<Item = T>) -> Vec<T> {
    let mut distinct: Vec<T> = numbers.collect();
    distinct.sort_unstable();
    distinct.dedup();
    distinct
}

/// Which of so many a run belongs to: the share of all runs that are smaller, by its upper bits, which are mixed best
/// (Lemire, "Fast random integer generation in an interval", 2019).
pub(super) fn share_of(run: Gram, n: usize) -> usize {
    ((u128::from(run) * n as u128) >> Gram::BITS) as usize
}

/// Where a list by numbers holds what belongs to one.
pub(super) fn place(number: Number) -> usize {
    number.get() as usize - 1
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::{NumberedRuns, share_of};

    /// Five runs have seven slots (6.25 rounded up). The first three belong to the first of them, the last two to the last.
    #[test]
    fn runs_are_numbered_in_their_order() {
        let held = [1, 2, 3, u64::MAX - 5, u64::MAX];
        let runs = NumberedRuns::new([3, u64::MAX, 1, u64::MAX - 5, 2].to_vec());
        assert_eq!(runs.slots, [1, 2, 3, 0, 0, 0, u64::MAX - 5, u64::MAX]);
        let expect = [1, 2, 3, 7, 8].map(NonZeroU32::new);
        assert_eq!(held.map(|run| runs.number(run)), expect);
        assert_eq!(runs.numbers_of(held.into_iter()), expect);
        let numbers: Vec<_> = runs.numbers().collect();
        assert_eq!(numbers, expect.map(Option::unwrap));
        let back: Vec<u64> = numbers.iter().map(|number| runs.run(*number)).collect();
        assert_eq!((back.as_slice(), runs.len()), (held.as_slice(), 8));
        let others = [0, 4, 1 << 63, u64::MAX - 6, u64::MAX - 1];
        assert_eq!(others.map(|run| runs.number(run)), [None; 5]);
        assert_eq!(runs.numbers_of(others.into_iter()), [None; 5]);
        assert_eq!(NumberedRuns::new(Vec::new()).number(3), None);
    }

    #[test]
    fn many_runs_are_found_at_once() {
        let runs: Vec<u64> = (1..=1000).map(|n| n * n * n * (u64::MAX >> 30)).collect();
        let numbered = NumberedRuns::new(runs.clone());
        let asked = runs.iter().flat_map(|run| [*run, run + 1]);
        let found = numbered.numbers_of(asked.clone());
        let one_by_one: Vec<_> = asked.map(|run| numbered.number(run)).collect();
        assert_eq!(found, one_by_one);
        let held: Vec<u64> =
            found.into_iter().flatten().map(|number| numbered.run(number)).collect();
        assert_eq!(held, runs);
    }

    /// Halves, and the end of the last of three thirds.
    #[test]
    fn a_run_belongs_to_its_share() {
        let found = [(0, 2), (u64::MAX / 2, 2), (1 << 63, 2), (u64::MAX, 3)];
        assert_eq!(found.map(|(run, n)| share_of(run, n)), [0, 0, 1, 2]);
    }
}
