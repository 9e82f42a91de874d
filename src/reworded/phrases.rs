//! Words in, phrases out: three words in a row, and two words with one or two others between them.
//!
//! Who varies a letter word by word leaves no long run unchanged. Of three words in a row, or of two with a
//! gap, some stand in many copies all the same: an option of a slot with the words around it, the words on
//! both sides of a slot.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use rayon::prelude::*;

use crate::compare::passages::gram;
use crate::corpus::TermId;

/// A phrase, as one number: two share one by chance once in four billion times.
pub(super) type Phrase = u32;

/// What stands for the words in a gap.
const GAP: TermId = TermId(u32::MAX);

/// Calls `each` with every phrase and the places of its words.
pub(super) fn for_each(terms: &[TermId], mut each: impl FnMut(Phrase, &[usize])) {
    for at in 0..terms.len() {
        let word = |nth: usize| terms.get(at + nth).copied();
        let (Some(first), Some(third)) = (word(0), word(2)) else {
            return;
        };
        each(number(&terms[at..at + 3]), &[at, at + 1, at + 2]);
        each(number(&[first, GAP, third]), &[at, at + 2]);
        if let Some(fourth) = word(3) {
            each(number(&[first, GAP, GAP, fourth]), &[at, at + 3]);
        }
    }
}

/// The upper bits are mixed best.
fn number(words: &[TermId]) -> Phrase {
    (gram(words) >> 32) as Phrase
}

/// The phrases of a text, each once, ascending.
pub(super) fn of(terms: &[TermId]) -> Vec<Phrase> {
    let mut phrases = Vec::new();
    for_each(terms, |phrase, _| phrases.push(phrase));
    phrases.sort_unstable();
    phrases.dedup();
    phrases
}

/// Counters for each phrase of the texts: one shares its own with another one by chance once in as many times.
const COUNTERS_PER_PHRASE: usize = 2;

/// Which phrases several texts hold. Most phrases are of one text: they need not be kept.
pub(super) struct PhraseCounters(Vec<AtomicU8>);

impl PhraseCounters {
    /// Counts the phrases of each text once.
    pub(super) fn of(texts: Vec<&[TermId]>) -> Self {
        let n_phrases: usize = texts.iter().map(|terms| 3 * terms.len()).sum();
        let n_counters = (COUNTERS_PER_PHRASE * n_phrases).next_power_of_two();
        let mut counts = Vec::new();
        counts.resize_with(n_counters, AtomicU8::default);
        let counts = Self(counts);
        texts.into_par_iter().for_each(|terms| {
            for phrase in of(terms) {
                counts.counter(phrase).update(Relaxed, Relaxed, |n| n.saturating_add(1));
            }
        });
        counts
    }

    /// Whether several texts hold a phrase, or hold two that share a counter.
    pub(super) fn is_shared(&self, phrase: Phrase) -> bool {
        self.counter(phrase).load(Relaxed) > 1
    }

    fn counter(&self, phrase: Phrase) -> &AtomicU8 {
        &self.0[phrase as usize & (self.0.len() - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::{for_each, of};
    use crate::corpus::TermId;

    #[test]
    fn three_in_a_row_and_two_with_a_gap() {
        let terms: Vec<TermId> = [1, 2, 3, 4].map(TermId).to_vec();
        let mut places = Vec::new();
        for_each(&terms, |_, words| places.push(words.to_vec()));
        let expect: [&[usize]; 5] = [&[0, 1, 2], &[0, 2], &[0, 3], &[1, 2, 3], &[1, 3]];
        assert_eq!(places, expect);
        let other: Vec<TermId> = [1, 9, 3, 4].map(TermId).to_vec();
        let shared = of(&other);
        // "1 _ 3" and "1 _ _ 4".
        assert_eq!(of(&terms).iter().filter(|phrase| shared.contains(phrase)).count(), 2);
        assert!(of(&terms[..2]).is_empty());
    }
}
