//! Texts in, how many comments hold each run of words out.
//!
//! The table adds up: that of a docket is the sum of those of its parts.

use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use rayon::prelude::*;

use super::passages::{COMMON_RUN, Gram, gram};
use crate::corpus::{TermId, TokenText};

/// A text that holds runs of words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Holder<'a> {
    pub(super) text: &'a TokenText,
    /// How many comments consist of this text.
    pub(super) n_comments: usize,
}

/// Counters for each word of the texts: a run shares its own with another one by chance once in as many
/// times.
const COUNTERS_PER_WORD: usize = 2;
/// Counters of a small docket, and as many as have a number.
const FEWEST_COUNTERS: usize = 1 << 12;
const MOST_COUNTERS: usize = 1 << 32;

/// How many comments hold each run of [`COMMON_RUN`] words, exact copies included, up to 65,535. By chance it
/// claims more, never fewer.
#[derive(Clone, Debug)]
pub struct RunCounts(Vec<u16>);

impl RunCounts {
    /// Counts the comments of each text once for each of its runs.
    pub(super) fn new(holders: &[Holder<'_>]) -> Self {
        let n_words: usize = holders.iter().map(|holder| holder.text.len()).sum();
        let n_counters = (n_words * COUNTERS_PER_WORD).clamp(FEWEST_COUNTERS, MOST_COUNTERS);
        let mut counts = Vec::new();
        counts.resize_with(n_counters, AtomicU16::default);
        holders.par_iter().for_each(|holder| {
            let n_comments = u16::try_from(holder.n_comments).unwrap_or(u16::MAX);
            for run in counters_of(holder.text, n_counters) {
                // A sum that is cut off does not depend on who adds first either.
                counts[run as usize].update(Relaxed, Relaxed, |n| n.saturating_add(n_comments));
            }
        });
        Self(counts.into_iter().map(AtomicU16::into_inner).collect())
    }

    /// How many comments hold a run, or as many as two runs that share a counter.
    pub fn n_holders(&self, run: Gram) -> u32 {
        u32::from(self.counted(run))
    }

    /// The same as it is kept.
    pub(super) fn counted(&self, run: Gram) -> u16 {
        self.0[counter(run, self.0.len()) as usize]
    }

    /// The runs of a text that another comment holds too, each with its number.
    pub fn shared_runs(&self, text: &TokenText) -> impl Iterator<Item = (Gram, u32)> {
        let runs = counted_runs(text.terms()).filter(|run| self.n_holders(*run) > 1);
        runs.map(|run| (run, counter(run, self.0.len())))
    }
}

/// The runs of words that are counted: of [`COMMON_RUN`] words, or a shorter text as a whole.
pub fn counted_runs(terms: &[TermId]) -> impl Iterator<Item = Gram> {
    terms.windows(COMMON_RUN.min(terms.len()).max(1)).map(gram)
}

/// The runs of a text, each as the number of its counter, ascending.
fn counters_of(text: &TokenText, n_counters: usize) -> Vec<u32> {
    let mut runs: Vec<u32> = counted_runs(text.terms())
        .map(|run| counter(run, n_counters))
        .collect();
    runs.sort_unstable();
    runs.dedup();
    runs
}

/// Where a run is counted: its upper half, whose bits are mixed best, as a share of all there may be (Lemire, "Fast
/// random integer generation in an interval", 2019).
fn counter(run: Gram, n_counters: usize) -> u32 {
    (((run >> 32) * n_counters as u64) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::{Holder, RunCounts, counters_of};
    use crate::compare::passages::gram;
    use crate::corpus::{TermId, TokenText};

    fn text(words: std::ops::Range<u32>) -> TokenText {
        let words: Vec<TermId> = words.map(TermId).collect();
        TokenText::from_blocks([words.as_slice()])
    }

    #[test]
    fn a_short_text_is_one_run() {
        let runs = |words: std::ops::Range<u32>| counters_of(&text(words), 1 << 16);
        assert_eq!(
            (runs(0..4).len(), runs(0..6).len(), runs(0..8).len()),
            (1, 1, 3)
        );
        assert_eq!(runs(0..4), runs(0..4));
        assert!(runs(0..0).is_empty());
    }

    /// Words 0 to 5 stand in two texts of three, one of which four people sent; words 2 to 7 in the other.
    #[test]
    fn each_comment_counts_once() {
        let texts = [text(0..8), text(0..6), text(50..90)];
        let holders = [(0, 1), (1, 4), (2, 1)];
        let counts = RunCounts::new(&holders.map(|(at, n_comments)| Holder {
            text: &texts[at],
            n_comments,
        }));
        let run = |from: u32| gram(&text(from..from + 6).terms()[..6]);
        assert_eq!((counts.n_holders(run(0)), counts.n_holders(run(2))), (5, 1));
        let shared: Vec<_> = counts.shared_runs(&texts[0]).map(|(run, _)| run).collect();
        assert_eq!(shared, [run(0)]);
    }
}
