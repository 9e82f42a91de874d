//! Texts and what many hold in, what forms and mail programs put at their ends out.
//!
//! Who fills in a form shares its trailer with everybody else who does. It stands at the end of all of them, or at the head:
//! what an alert asks to write stands at the head of some and at the end of others.

use std::ops::Range;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::common_property::CommonProperty;
use super::passages::{COMMON_RUN, Gram};
use super::runs::counted_runs;
use crate::corpus::TermId;
use crate::thresholds::boilerplate::{LOOSE_WORDS, ONE_END, WHOLLY};

/// How often runs that many hold stand in the last stretch of such words, and how often elsewhere.
#[derive(Debug, Default)]
pub(super) struct FormEnds(FxHashMap<Gram, (usize, usize)>);

impl FormEnds {
    /// Counts the runs of some texts.
    pub(super) fn of<'a>(
        texts: impl Iterator<Item = &'a [TermId]>,
        common: &CommonProperty,
    ) -> Self {
        let mut ends = Self::default();
        for terms in texts {
            let held = common.held_by_many(terms);
            let last = last_held(&held);
            // Of a text that many hold wholly nothing is known: its letter ends where the text does.
            if held.is_clear() || last.len() * 10 >= terms.len() * WHOLLY {
                continue;
            }
            for (at, run) in counted_runs(terms).enumerate() {
                let words = at..(at + COMMON_RUN).min(terms.len());
                if held.count_ones(words.clone()) == words.len() {
                    let (elsewhere, end) = ends.0.entry(run).or_default();
                    match last.contains(&at) {
                        true => *end += 1,
                        false => *elsewhere += 1,
                    }
                }
            }
        }
        ends
    }

    /// Whether some words stand at the same end of nearly all texts that hold them.
    pub(super) fn stand_at_one_end(&self, words: &[TermId]) -> bool {
        let (elsewhere, end) = self.sums(words);
        elsewhere.min(end) * ONE_END < elsewhere + end
    }

    /// The last words of a text, where a form or a mail program put them there; else none.
    pub(super) fn trailer(&self, terms: &[TermId], common: &CommonProperty) -> Range<usize> {
        let last = last_held(&common.held_by_many(terms));
        let (elsewhere, end) = self.sums(&terms[last.clone()]);
        match elsewhere * ONE_END < elsewhere + end {
            true => last,
            false => terms.len()..terms.len(),
        }
    }

    fn sums(&self, words: &[TermId]) -> (usize, usize) {
        counted_runs(words)
            .filter_map(|run| self.0.get(&run))
            .fold((0, 0), |sum, ends| (sum.0 + ends.0, sum.1 + ends.1))
    }
}

/// The last words of a text that many hold, up to its end, with loose words among and behind them.
fn last_held(held: &FixedBitSet) -> Range<usize> {
    let mut start = held.len();
    for at in held.ones().rev() {
        if start > at + 1 + LOOSE_WORDS {
            break;
        }
        start = at;
    }
    start..held.len()
}

#[cfg(test)]
mod tests {
    use fixedbitset::FixedBitSet;

    use super::last_held;

    /// Of twelve words two behind the trailer belong to it, three do not; two loose words part no trailer.
    #[test]
    fn a_trailer_reaches_the_end() {
        let check = |held: &[usize], expect: usize| {
            let mut words = FixedBitSet::with_capacity(12);
            words.extend(held.iter().copied());
            assert_eq!(last_held(&words), expect..12, "{held:?}");
        };
        check(&[6, 7, 8, 9], 6);
        check(&[6, 7, 8], 12);
        check(&[3, 6, 7, 10, 11], 3);
        check(&[2, 6, 7, 10, 11], 6);
    }
}
