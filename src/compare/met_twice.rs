//! Runs of words in, which of them may be met twice out: most are met once, and need be neither sorted nor kept.

use fixedbitset::FixedBitSet;

use super::passages::Gram;

/// Bits for each run.
const BITS: usize = 8;

/// The runs that are met twice, and by chance a few that are not. Each has a bit, by its upper bits, which are mixed best.
pub struct MetTwice {
    twice: FixedBitSet,
    /// Bits of a run that tell nothing.
    shift: u32,
}

impl MetTwice {
    /// Looks at runs, about so many.
    pub fn among(n_runs: usize, runs: impl Iterator<Item = Gram>) -> Self {
        let n_bits = (n_runs * BITS).next_power_of_two().max(64);
        let mut once = FixedBitSet::with_capacity(n_bits);
        let mut met = Self {
            twice: FixedBitSet::with_capacity(n_bits),
            shift: Gram::BITS - n_bits.trailing_zeros(),
        };
        for run in runs {
            let bit = met.bit(run);
            if once.put(bit) {
                met.twice.insert(bit);
            }
        }
        met
    }

    /// Whether a run may be one of them.
    pub fn may_hold(&self, run: Gram) -> bool {
        self.twice.contains(self.bit(run))
    }

    fn bit(&self, run: Gram) -> usize {
        (run >> self.shift) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::MetTwice;

    /// Seven runs have 64 bits: the upper six bits of each tell. Two that have these in common are taken for one.
    #[test]
    fn runs_that_are_met_once_are_known() {
        let run = |bit: u64, rest: u64| (bit << 58) + rest;
        let runs = [1, 5, 5, 63, 0, 0, 9].map(|bit| run(bit, 3));
        let met = MetTwice::among(runs.len(), runs.into_iter());
        let found = [1, 5, 63, 0, 9, 2].map(|bit| met.may_hold(run(bit, 3)));
        assert_eq!(found, [false, true, false, true, false, false]);
        assert!(met.may_hold(run(5, 4)));
        assert!(!MetTwice::among(0, [].into_iter()).may_hold(7));
    }
}
