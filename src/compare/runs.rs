//! Texts in, how many comments hold each run of words out.
//!
//! Most runs stand in one text alone. They are told from the others by marks first (a Bloom filter with one hash,
//! CACM 1970), then the others are counted.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::passages::{COMMON_RUN, Gram, gram};
use super::sorted_runs::{Number, NumberedRuns, once_each, place, share_of};
use crate::corpus::{TermId, TokenText};

/// A text that holds runs of words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Holder<'a> {
    pub(super) text: &'a TokenText,
    /// How many comments consist of this text.
    pub(super) n_comments: usize,
}

/// How many comments hold each run of [`COMMON_RUN`] words, exact copies included.
#[derive(Clone, Debug)]
pub struct RunCounts {
    /// Those that two comments hold, and by chance some that one holds.
    runs: Arc<NumberedRuns>,
    /// By number.
    n_holders: Vec<u32>,
}

impl RunCounts {
    /// Counts the comments of each text once for each of its runs.
    pub(super) fn new(holders: &[Holder<'_>]) -> Self {
        let runs = NumberedRuns::new(several_hold(holders));
        let mut n_holders = Vec::new();
        n_holders.resize_with(runs.len(), AtomicU32::default);
        holders.par_iter().for_each(|holder| {
            let numbers = runs.numbers_of(counted_runs(holder.text.terms()));
            for number in once_each(numbers.into_iter().flatten()) {
                n_holders[place(number)].fetch_add(holder.n_comments as u32, Relaxed);
            }
        });
        Self {
            runs: Arc::new(runs),
            n_holders: n_holders.into_iter().map(AtomicU32::into_inner).collect(),
        }
    }

    /// How many comments hold a run of the docket.
    pub fn n_holders(&self, run: Gram) -> u32 {
        self.runs.number(run).map_or(1, |number| self.of(number))
    }

    /// The runs of a text that another comment holds too, each with its number.
    pub fn shared_runs(&self, text: &TokenText) -> impl Iterator<Item = (Gram, u32)> {
        let numbers = self.runs.numbers_of(counted_runs(text.terms()));
        let shared = numbers.into_iter().flatten();
        shared
            .filter(|number| self.of(*number) > 1)
            .map(|number| (self.runs.run(number), number.get()))
    }

    /// The runs that are counted, with their numbers.
    pub(super) fn runs(&self) -> &Arc<NumberedRuns> {
        &self.runs
    }

    /// How many comments hold the run of a number.
    pub(super) fn of(&self, number: Number) -> u32 {
        self.n_holders[place(number)]
    }
}

/// The runs of words that are counted: of [`COMMON_RUN`] words, or a shorter text as a whole.
pub fn counted_runs(terms: &[TermId]) -> impl Iterator<Item = Gram> {
    terms.windows(COMMON_RUN.min(terms.len()).max(1)).map(gram)
}

/// Marks for each word of the texts: of the runs that one comment holds, less than one in eight shares its mark with
/// another one and is counted for nothing.
const MARKS_PER_WORD: usize = 8;
/// Marks of a small docket, and as many as have a number.
const FEWEST_MARKS: usize = 1 << 12;
const MOST_MARKS: usize = 1 << 32;
/// Marks in a word of memory: a bit for "seen", a bit for "seen again".
const MARKS_IN_WORD: u32 = u64::BITS / 2;

/// Which runs have been seen, and which again.
struct Marks {
    n_marks: usize,
    bits: Vec<AtomicU64>,
}

impl Marks {
    fn new(n_words: usize) -> Self {
        let n_marks = (n_words * MARKS_PER_WORD).clamp(FEWEST_MARKS, MOST_MARKS);
        let mut bits = Vec::new();
        bits.resize_with(n_marks / MARKS_IN_WORD as usize + 1, AtomicU64::default);
        Self { n_marks, bits }
    }

    /// The mark of a run.
    fn of(&self, run: Gram) -> u32 {
        share_of(run, self.n_marks) as u32
    }

    /// Where a mark's bits are, and the one for "seen".
    fn bit(&self, mark: u32) -> (&AtomicU64, u64) {
        let word = &self.bits[(mark / MARKS_IN_WORD) as usize];
        (word, 1 << (2 * (mark % MARKS_IN_WORD)))
    }

    /// Marks the runs of a text.
    fn add(&self, holder: &Holder<'_>) {
        let runs = counted_runs(holder.text.terms());
        for mark in once_each(runs.map(|run| self.of(run))) {
            let (word, seen) = self.bit(mark);
            let before = word.fetch_or(seen, Relaxed);
            // Who comes second does not matter.
            if before & seen != 0 || holder.n_comments > 1 {
                word.fetch_or(seen << 1, Relaxed);
            }
        }
    }

    /// Whether several comments hold a run, or runs that share its mark.
    fn is_again(&self, run: Gram) -> bool {
        let (word, seen) = self.bit(self.of(run));
        word.load(Relaxed) & (seen << 1) != 0
    }
}

/// Sets of runs that are filled apart from each other.
const PARTS: usize = 256;
const PART_SHIFT: u32 = Gram::BITS - PARTS.trailing_zeros();
const UNHARMED: &str = "nothing panics while it holds a set";

/// The runs that several comments hold by their marks.
fn several_hold(holders: &[Holder<'_>]) -> Vec<Gram> {
    let marks = Marks::new(holders.iter().map(|holder| holder.text.len()).sum());
    holders.par_iter().for_each(|holder| marks.add(holder));
    // One set for all threads: most runs of a docket stand in texts of each. Parted by the upper bits, so that threads
    // seldom wait for each other.
    let mut parts = Vec::new();
    parts.resize_with(PARTS, Mutex::<FxHashSet<Gram>>::default);
    holders.par_iter().for_each(|holder| {
        let runs = counted_runs(holder.text.terms());
        for run in runs.filter(|run| marks.is_again(*run)) {
            let part = parts[(run >> PART_SHIFT) as usize].lock();
            part.expect(UNHARMED).insert(run);
        }
    });
    let parts = parts.into_iter();
    parts.flat_map(|part| part.into_inner().expect(UNHARMED)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Holder, Marks, RunCounts, counted_runs};
    use crate::compare::passages::gram;
    use crate::corpus::{TermId, TokenText};

    fn text(words: std::ops::Range<u32>) -> TokenText {
        let words: Vec<TermId> = words.map(TermId).collect();
        TokenText::from_blocks([words.as_slice()])
    }

    #[test]
    fn a_short_text_is_one_run() {
        let n_runs = |words: std::ops::Range<u32>| counted_runs(text(words).terms()).count();
        assert_eq!((n_runs(0..4), n_runs(0..6), n_runs(0..8)), (1, 1, 3));
        assert_eq!(n_runs(0..0), 0);
    }

    /// Of 4,096 marks a run has the one that the upper half of it says: 2^62 is a quarter of all.
    #[test]
    fn a_run_is_marked_again_where_two_comments_hold_it() {
        let marks = Marks::new(1);
        assert_eq!((marks.of(1 << 62), marks.of(u64::MAX)), (1024, 4095));
        let texts = [text(0..6), text(50..56), text(90..96)];
        let add = |at: usize, n_comments: usize| {
            marks.add(&Holder { text: &texts[at], n_comments });
        };
        add(0, 1);
        add(1, 2);
        add(2, 1);
        add(2, 1);
        let found = texts.each_ref().map(|text| marks.is_again(gram(text.terms())));
        assert_eq!(found, [false, true, true]);
    }

    /// Words 0 to 5 stand in two texts of three, one of which four people sent; words 2 to 7 in the other.
    #[test]
    fn each_comment_counts_once() {
        let texts = [text(0..8), text(0..6), text(50..90)];
        let holders = [(0, 1), (1, 4), (2, 1)];
        let counts = RunCounts::new(
            &holders.map(|(at, n_comments)| Holder { text: &texts[at], n_comments }),
        );
        let run = |from: u32| gram(&text(from..from + 6).terms()[..6]);
        assert_eq!((counts.n_holders(run(0)), counts.n_holders(run(2))), (5, 1));
        let shared: Vec<_> = counts.shared_runs(&texts[0]).map(|(run, _)| run).collect();
        assert_eq!(shared, [run(0)]);
    }
}
