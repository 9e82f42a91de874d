//! A text in, made ready to tell where an n-gram begins in it.

use super::NGram;

/// Buckets for each n-gram.
const BUCKETS_PER_NGRAM: usize = 2;

/// N-grams with the places where they begin.
#[derive(Debug)]
pub struct PositionalIndex {
    /// Sorted: those of one n-gram stand together and ascend.
    ngrams: Vec<(NGram, u32)>,
    /// Where each bucket begins, and at the end how many n-grams there are. The upper bits of an n-gram say its bucket.
    buckets: Vec<u32>,
    shift: u32,
    /// By place the n-gram that begins there, where it begins nowhere else.
    single: Vec<Option<NGram>>,
}

impl PositionalIndex {
    /// Sorts n-grams with their places.
    pub fn new(places: impl Iterator<Item = (NGram, u32)>) -> Self {
        let mut ngrams: Vec<(NGram, u32)> = places.collect();
        ngrams.sort_unstable();
        // More than one, for a shift by all bits is none.
        let n_buckets = (ngrams.len() * BUCKETS_PER_NGRAM).next_power_of_two().max(2);
        let shift = NGram::BITS - n_buckets.trailing_zeros();
        let mut buckets = vec![0; n_buckets + 1];
        for (ngram, _) in &ngrams {
            buckets[(ngram >> shift) as usize + 1] += 1;
        }
        for bucket in 0..n_buckets {
            buckets[bucket + 1] += buckets[bucket];
        }
        let n_places =
            ngrams.iter().map(|(_, place)| *place as usize + 1).max().unwrap_or_default();
        let mut single = vec![None; n_places];
        for same in ngrams.chunk_by(|a, b| a.0 == b.0) {
            if let [(ngram, place)] = same {
                single[*place as usize] = Some(*ngram);
            }
        }
        Self { ngrams, buckets, shift, single }
    }

    /// Whether an n-gram begins at a place, and nowhere else.
    pub fn stands_only_at(&self, place: u32, ngram: NGram) -> bool {
        self.single.get(place as usize).is_some_and(|own| *own == Some(ngram))
    }

    /// Where an n-gram begins, in ascending order; nowhere in most cases.
    pub fn of(&self, ngram: NGram) -> &[(NGram, u32)] {
        let bucket = (ngram >> self.shift) as usize;
        let held = &self.ngrams[self.buckets[bucket] as usize..self.buckets[bucket + 1] as usize];
        let Some(first) = held.iter().position(|(other, _)| *other == ngram) else {
            return &[];
        };
        let from = &held[first..];
        // A refrain stands in many places.
        &from[..from.partition_point(|(other, _)| *other == ngram)]
    }
}

#[cfg(test)]
mod tests {
    use super::PositionalIndex;
    use crate::corpus::examples::letters;
    use crate::ngrams::{ngram, ngrams};

    #[test]
    fn ngrams_are_told_by_where_they_begin() {
        let (a, everywhere) = ("a".repeat(100), (0..98).collect::<Vec<u32>>());
        for (text, words, expect) in [
            ("abcabcd", "abc", &[0, 3][..]),
            ("abcabcd", "bcd", &[4]),
            ("abcabcd", "cba", &[]),
            (&a, "aaa", &everywhere),
        ] {
            let index = PositionalIndex::new(ngrams(&letters(text), 3).zip(0..));
            let ngram = ngram(&letters(words));
            assert!(index.of(ngram).iter().map(|(_, place)| place).eq(expect), "{words}");
            let only = (0..=text.len() as u32).filter(|at| index.stands_only_at(*at, ngram));
            assert_eq!(only.collect::<Vec<_>>(), if expect.len() == 1 { expect } else { &[] });
        }
    }

    /// Of three n-grams there are eight buckets: the upper three bits tell.
    #[test]
    fn ngrams_of_one_bucket_are_told_apart() {
        let index = PositionalIndex::new([(2, 7), (1 << 63, 9), (1, 8)].into_iter());
        assert_eq!(index.buckets, [0, 2, 2, 2, 2, 3, 3, 3, 3]);
        assert_eq!(
            [1, 2, 1 << 63, 3, u64::MAX].map(|ngram| index.of(ngram).len()),
            [1, 1, 1, 0, 0]
        );
    }
}
