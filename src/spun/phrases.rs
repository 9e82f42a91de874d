//! Words in, phrases out: three words in a row, and two words with one or two others between them.
//!
//! Who varies a letter word by word leaves no long run unchanged. Of three words in a row, or of two with a
//! gap, some stand in many copies all the same: an option of a slot with the words around it, the words on
//! both sides of a slot.

use crate::corpus::TermId;
use crate::ngrams::{NGram, ngram, sorted_dedup};

/// A phrase, as one number: two share one by chance once in four billion times.
pub(super) type Phrase = u32;

/// What stands for the words in a gap.
const GAP: TermId = TermId(u32::MAX);

/// A phrase as an n-gram, of which it is the upper half.
pub(super) fn as_ngram(phrase: Phrase) -> NGram {
    NGram::from(phrase) << Phrase::BITS
}

/// Calls `each` with every phrase and the places of its words.
pub(super) fn for_each(terms: &[TermId], mut each: impl FnMut(Phrase, &[usize])) {
    for at in 0..terms.len() {
        let [first, second, third, rest @ ..] = &terms[at..] else {
            return;
        };
        each(number(&[*first, *second, *third]), &[at, at + 1, at + 2]);
        each(number(&[*first, GAP, *third]), &[at, at + 2]);
        if let Some(fourth) = rest.first() {
            each(number(&[*first, GAP, GAP, *fourth]), &[at, at + 3]);
        }
    }
}

/// The upper bits are mixed best.
fn number(words: &[TermId]) -> Phrase {
    (ngram(words) >> 32) as Phrase
}

/// The phrases of a text, each once, ascending.
pub(super) fn of(terms: &[TermId]) -> Vec<Phrase> {
    let mut phrases = Vec::new();
    for_each(terms, |phrase, _| phrases.push(phrase));
    sorted_dedup(phrases)
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
