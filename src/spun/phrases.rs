//! Words in, phrases out: three words in a row, and two words with one or two others between them.
//!
//! Who varies a letter word by word leaves no long run unchanged. Of three words in a row, or of two with a
//! gap, some stand in many copies all the same: an option of a slot with the words around it, the words on
//! both sides of a slot.

use fixedbitset::FixedBitSet;

use crate::corpus::TermId;
use crate::ngrams::{NGram, ngram, sorted_dedup};

/// A phrase, as one number, by the upper bits of its hash, which are mixed best: two share one by chance once in four billion times.
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

/// Calls `each` with every phrase of which no word is left out, where it begins, and its shape.
pub(super) fn for_each(
    terms: &[TermId],
    left_out: &FixedBitSet,
    mut each: impl FnMut(Phrase, usize, Shape),
) {
    for at in 0..terms.len() {
        let [first, second, third, rest @ ..] = &terms[at..] else {
            return;
        };
        let (row, gap) = ([*first, *second, *third], [*first, GAP, *third]);
        let wider = rest.first().map(|fourth| [*first, GAP, GAP, *fourth]);
        let phrases = [(Shape::Row, &row[..]), (Shape::Gap, &gap[..])];
        let wide_gap = wider.iter().map(|words| (Shape::WideGap, &words[..]));
        for (shape, words) in phrases.into_iter().chain(wide_gap) {
            if !shape.words(at).any(|word| left_out.contains(word)) {
                each((ngram(words) >> 32) as Phrase, at, shape);
            }
        }
    }
}

/// The phrases of a text of which no word is left out; each once, ascending.
pub(super) fn of(terms: &[TermId], left_out: &FixedBitSet) -> Vec<Phrase> {
    let mut phrases = Vec::new();
    for_each(terms, left_out, |phrase, _, _| phrases.push(phrase));
    sorted_dedup(phrases)
}

#[cfg(test)]
mod tests {
    use fixedbitset::FixedBitSet;

    use super::{for_each, of};
    use crate::corpus::TermId;

    #[test]
    fn three_in_a_row_and_two_with_a_gap() {
        let terms: Vec<TermId> = [1, 2, 3, 4].map(TermId).to_vec();
        let mut places = Vec::new();
        let mut left_out = FixedBitSet::with_capacity(4);
        for_each(&terms, &left_out, |_, at, shape| {
            places.push(shape.words(at).collect::<Vec<_>>())
        });
        let expect: [&[usize]; 5] = [&[0, 1, 2], &[0, 2], &[0, 3], &[1, 2, 3], &[1, 3]];
        assert_eq!(places, expect);
        let other: Vec<TermId> = [1, 9, 3, 4].map(TermId).to_vec();
        let shared = of(&other, &left_out);
        assert!(of(&terms[..2], &left_out).is_empty());
        // "1 _ 3" and "1 _ _ 4", or the second one alone.
        for (out, n_shared) in [(None, 2), (Some(2), 1)] {
            left_out.extend(out);
            let own = of(&terms, &left_out);
            assert_eq!(own.iter().filter(|phrase| shared.contains(phrase)).count(), n_shared);
        }
    }
}
