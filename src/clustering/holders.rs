//! Documents in, how many of them hold a run of words out.
//!
//! A seed's candidates are those that share its telling phrases. Of what everybody cites, such as the
//! rule's title, they are a small part of the holders: only a count over all documents tells.

use rayon::prelude::*;

use super::Models;
use super::passages::{COMMON_RUN, Gram, gram};
use crate::corpus::{DocId, TokenText};

/// Counters for each word of the documents: a run shares its own with another one by chance once in as
/// many times.
const COUNTERS_PER_WORD: usize = 2;
/// Documents whose runs are held at once.
const AT_ONCE: usize = 4096;

/// How many documents hold each run of [`COMMON_RUN`] words, up to 65,535. By chance it claims more,
/// never fewer.
pub(super) struct RunHolders(Vec<u16>);

impl RunHolders {
    /// Counts each document once for each of its runs.
    pub(super) fn count(models: &Models<'_>, documents: &[DocId]) -> Self {
        let n_words: usize = documents.iter().map(|id| models.text(*id).len()).sum();
        let n_counters = (n_words * COUNTERS_PER_WORD).next_power_of_two();
        let mut counts = vec![0u16; n_counters];
        for part in documents.chunks(AT_ONCE) {
            let runs = part.par_iter();
            let runs: Vec<Vec<u32>> = runs
                .map(|id| runs_of(models.text(*id), n_counters))
                .collect();
            for run in runs.into_iter().flatten() {
                let count = &mut counts[run as usize];
                *count = count.saturating_add(1);
            }
        }
        Self(counts)
    }

    /// The runs of a text that another document holds too, as numbers, ascending.
    pub(super) fn shared_runs(&self, text: &TokenText) -> Vec<u32> {
        let mut runs = runs_of(text, self.0.len());
        runs.retain(|run| self.0[*run as usize] > 1);
        runs
    }

    /// For each word of a text how many documents hold the run around it that most hold.
    pub(super) fn of_words(&self, text: &TokenText) -> Vec<u32> {
        let mut n_holders = vec![0; text.len()];
        for (at, run) in text.terms().windows(COMMON_RUN).enumerate() {
            let held_by = u32::from(self.0[counter(gram(run), self.0.len()) as usize]);
            for n_holders in &mut n_holders[at..at + COMMON_RUN] {
                *n_holders = held_by.max(*n_holders);
            }
        }
        n_holders
    }
}

/// The runs of a text, each as the number of its counter, ascending. A text that is shorter than a run
/// is one.
fn runs_of(text: &TokenText, n_counters: usize) -> Vec<u32> {
    let words = COMMON_RUN.min(text.len()).max(1);
    let runs = text.terms().windows(words);
    let mut runs: Vec<u32> = runs.map(|run| counter(gram(run), n_counters)).collect();
    runs.sort_unstable();
    runs.dedup();
    runs
}

/// Where a run is counted, in a power of two of counters. The upper bits are mixed best.
fn counter(run: Gram, n_counters: usize) -> u32 {
    ((run >> 32) as usize & (n_counters - 1)) as u32
}

#[cfg(test)]
mod tests {
    use super::runs_of;
    use crate::corpus::{TermId, TokenText};

    #[test]
    fn a_short_text_is_one_run() {
        let runs = |words: std::ops::Range<u32>| {
            let words: Vec<TermId> = words.map(TermId).collect();
            runs_of(&TokenText::from_blocks([words.as_slice()]), 1 << 16)
        };
        assert_eq!(
            (runs(0..4).len(), runs(0..6).len(), runs(0..8).len()),
            (1, 1, 3)
        );
        assert_eq!(runs(0..4), runs(0..4));
        assert!(runs(0..0).is_empty());
    }
}
