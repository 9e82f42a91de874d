//! A text in, made ready to tell where a run of words stands in it.

use super::passages::{Gram, RUN, gram};
use super::sorted_runs::Buckets;
use crate::corpus::TermId;

/// Buckets for each run.
const BUCKETS_PER_RUN: usize = 2;

/// The runs of [`RUN`] words of a text with the places where they begin.
#[derive(Debug)]
pub struct RunPlaces {
    /// Sorted: those of one run stand together and ascend.
    runs: Vec<(Gram, u32)>,
    buckets: Buckets,
}

impl RunPlaces {
    /// Finds the runs of a text.
    pub fn new(terms: &[TermId]) -> Self {
        let runs = terms.windows(RUN).map(gram);
        let mut runs: Vec<(Gram, u32)> = runs.zip(0..).collect();
        runs.sort_unstable();
        let n_buckets = runs.len() * BUCKETS_PER_RUN;
        let buckets = Buckets::new(runs.iter().map(|(run, _)| *run), n_buckets);
        Self { runs, buckets }
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

#[cfg(test)]
mod tests {
    use super::RunPlaces;
    use crate::compare::passages::gram;
    use crate::corpus::TermId;

    /// A word for each character.
    fn terms(text: &str) -> Vec<TermId> {
        text.bytes().map(|word| TermId(u32::from(word))).collect()
    }

    #[test]
    fn runs_are_told_by_where_they_begin() {
        let check = |text: &str, run: &str, expect: &[u32]| {
            let found = RunPlaces::new(&terms(text));
            let found = found.of(gram(&terms(run))).iter();
            let found: Vec<u32> = found.map(|(_, place)| *place).collect();
            assert_eq!(found, expect, "{run}");
        };
        check("abcabcd", "abc", &[0, 3]);
        check("abcabcd", "bcd", &[4]);
        check("abcabcd", "cba", &[]);
        check(&"a".repeat(100), "aaa", &(0..98).collect::<Vec<u32>>());
        check("ab", "abc", &[]);
    }
}
