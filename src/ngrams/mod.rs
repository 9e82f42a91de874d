//! Words in, n-grams out: words in a row as one number each, and what texts tell of them.
//!
//! - [`RepeatedFilter`]: which are seen more than once.
//! - [`NGramIndex`]: an ordinal for each.
//! - [`DocumentFrequencies`]: how many comments of a docket hold each.
//! - [`PositionalIndex`]: where each begins in a text.
//! - [`covered`]: which words of a text lie in some of them.

mod index;
mod positions;
mod repeated;

use std::hash::Hash;
use std::ops::Range;

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::corpus::TermId;
pub use crate::thresholds::ngrams::{CLAUSE, COPIED, COUNTED, PHRASE, PROBE, SPAN};
pub use index::{DistinctText, DocumentFrequencies, NGramIndex, Ordinal, place};
pub use positions::PositionalIndex;
pub use repeated::{RepeatedFilter, held_by_several, pairs};

/// Words in a row, as one number.
pub type NGram = u64;

/// The number of an n-gram: a hash, so that any length fits. Its upper bits are mixed best.
pub fn ngram(words: &[TermId]) -> NGram {
    words.iter().fold(words.len() as u64, |ngram, term| {
        (ngram.rotate_left(23) ^ u64::from(term.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    })
}

/// The n-grams of so many words of a text, or a shorter text as a whole, in their order.
pub fn ngrams(terms: &[TermId], n_words: usize) -> impl Iterator<Item = NGram> {
    terms.windows(n_words.min(terms.len()).max(1)).map(ngram)
}

/// The distinct n-grams of so many words of a text, or a shorter text as a whole; ascending.
pub fn distinct_ngrams(terms: &[TermId], n_words: usize) -> Vec<NGram> {
    sorted_dedup(ngrams(terms, n_words))
}

/// The words of a text that lie in those of its n-grams of so many words that are wanted; a shorter text is one.
pub fn covered(
    terms: &[TermId],
    n_words: usize,
    mut is_wanted: impl FnMut(NGram) -> bool,
) -> FixedBitSet {
    let mut covered = FixedBitSet::with_capacity(terms.len());
    for (at, ngram) in ngrams(terms, n_words).enumerate() {
        if is_wanted(ngram) {
            covered.insert_range(at..(at + n_words).min(terms.len()));
        }
    }
    covered
}

/// The stretches of words that are of a kind, as long as they go.
pub fn stretches(
    words: Range<usize>,
    is_wanted: impl Fn(usize) -> bool,
) -> impl Iterator<Item = Range<usize>> {
    let mut at = words.start;
    std::iter::from_fn(move || {
        let start = (at..words.end).find(|word| is_wanted(*word))?;
        at = (start..words.end).find(|word| !is_wanted(*word)).unwrap_or(words.end);
        Some(start..at)
    })
}

/// Each of some things once, ascending.
pub fn sorted_dedup<T: Ord>(things: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut distinct: Vec<T> = things.into_iter().collect();
    distinct.sort_unstable();
    distinct.dedup();
    distinct
}

/// How often each of some things is among them.
pub fn counts<T: Eq + Hash>(things: impl IntoIterator<Item = T>) -> FxHashMap<T, usize> {
    sums(things.into_iter().map(|thing| (thing, 1)))
}

/// The n-grams of so many words that enough of some texts hold.
pub fn commonly_held<'a>(
    texts: impl Iterator<Item = &'a [TermId]>,
    n_words: usize,
    are_enough: impl Fn(usize) -> bool,
) -> FxHashSet<NGram> {
    let mut n_holders = counts(texts.flat_map(|terms| distinct_ngrams(terms, n_words)));
    n_holders.retain(|_, n| are_enough(*n));
    n_holders.into_keys().collect()
}

/// The sum of the numbers that come with each of some things.
pub fn sums<T: Eq + Hash>(things: impl IntoIterator<Item = (T, usize)>) -> FxHashMap<T, usize> {
    let mut sums = FxHashMap::default();
    for (thing, n) in things {
        *sums.entry(thing).or_default() += n;
    }
    sums
}

/// Which of so many an n-gram belongs to: the share of all that are smaller, by its upper bits (Lemire, "Fast random
/// integer generation in an interval", 2019).
pub fn share_of(ngram: NGram, n: usize) -> usize {
    ((u128::from(ngram) * n as u128) >> NGram::BITS) as usize
}

#[cfg(test)]
mod tests {
    use super::{NGram, covered, ngram, ngrams, share_of, stretches};
    use crate::corpus::TermId;
    use crate::corpus::examples::letters;

    #[test]
    fn a_short_text_is_one_ngram() {
        let terms: Vec<TermId> = (0..8).map(TermId).collect();
        assert_eq!([0, 4, 6, 8].map(|n| ngrams(&terms[..n], 6).count()), [0, 1, 1, 3]);
    }

    /// "bcd" and "cde" of "abcdefg" are wanted: its words 1 to 4.
    #[test]
    fn words_lie_in_ngrams_and_stretches() {
        let wanted = ["bcd", "cde"].map(|words| ngram(&letters(words)));
        let found = covered(&letters("abcdefg"), 3, |ngram| wanted.contains(&ngram));
        assert!(found.ones().eq(1..5));
        assert!(stretches(0..7, |word| word != 4).eq([0..4, 5..7]));
        assert!(stretches(2..4, |word| found[word]).eq(std::iter::once(2..4)));
    }

    /// Halves, and the end of the last of three thirds.
    #[test]
    fn an_ngram_belongs_to_its_share() {
        let found = [(0, 2), (NGram::MAX / 2, 2), (1 << 63, 2), (NGram::MAX, 3)];
        assert_eq!(found.map(|(ngram, n)| share_of(ngram, n)), [0, 0, 1, 2]);
    }
}
