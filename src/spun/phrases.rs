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

/// How the words of a phrase stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Three in a row.
    Row,
    /// Two with another one between them.
    Gap,
    /// Two with two others between them.
    WideGap,
}

impl Shape {
    /// Where the words stand of a phrase that begins at a place.
    pub(super) fn words(self, at: usize) -> impl Iterator<Item = usize> {
        let words: &[usize] = match self {
            Self::Row => &[0, 1, 2],
            Self::Gap => &[0, 2],
            Self::WideGap => &[0, 3],
        };
        words.iter().map(move |word| at + word)
    }
}

/// Calls `each` with every phrase, where it begins, and its shape.
pub(super) fn for_each(terms: &[TermId], mut each: impl FnMut(Phrase, usize, Shape)) {
    for at in 0..terms.len() {
        let [first, second, third, rest @ ..] = &terms[at..] else {
            return;
        };
        each(number(&[*first, *second, *third]), at, Shape::Row);
        each(number(&[*first, GAP, *third]), at, Shape::Gap);
        if let Some(fourth) = rest.first() {
            each(number(&[*first, GAP, GAP, *fourth]), at, Shape::WideGap);
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
    for_each(terms, |phrase, _, _| phrases.push(phrase));
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
        for_each(&terms, |_, at, shape| places.push(shape.words(at).collect::<Vec<_>>()));
        let expect: [&[usize]; 5] = [&[0, 1, 2], &[0, 2], &[0, 3], &[1, 2, 3], &[1, 3]];
        assert_eq!(places, expect);
        let other: Vec<TermId> = [1, 9, 3, 4].map(TermId).to_vec();
        let shared = of(&other);
        // "1 _ 3" and "1 _ _ 4".
        assert_eq!(of(&terms).iter().filter(|phrase| shared.contains(phrase)).count(), 2);
        assert!(of(&terms[..2]).is_empty());
    }
}
