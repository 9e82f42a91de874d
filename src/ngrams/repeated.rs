//! N-grams in, which of them are seen more than once out: most are seen once, and need be neither sorted nor kept.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::{NGram, share_of};

/// Places for each n-gram: of those that are seen once, less than one in eight shares its place with another one.
const PLACES_PER_NGRAM: usize = 8;
/// Places of few n-grams; up to how many they are rounded to a power of two, 64 MB, which gives more of them; and the most,
/// 1 GB.
const FEWEST_PLACES: usize = 1 << 12;
const MOST_ROUNDED: usize = 1 << 28;
const MOST_PLACES: usize = 1 << 32;
/// Places in a word of memory: a bit for "seen", a bit for "seen again".
const PLACES_IN_WORD: usize = u64::BITS as usize / 2;

/// A Bloom filter with one hash (CACM 1970) of what is seen, and what again. It may claim too much, never too little. All
/// threads fill it at once: who comes second does not matter.
#[derive(Debug)]
pub struct RepeatedFilter {
    n_places: usize,
    bits: Vec<AtomicU64>,
}

impl RepeatedFilter {
    /// Room for about so many n-grams.
    pub fn with_room_for(n_ngrams: usize) -> Self {
        let n_needed = n_ngrams * PLACES_PER_NGRAM;
        let n_places = if n_needed <= MOST_ROUNDED {
            n_needed.next_power_of_two().max(FEWEST_PLACES)
        } else {
            n_needed.min(MOST_PLACES)
        };
        let mut bits = Vec::new();
        bits.resize_with(n_places.div_ceil(PLACES_IN_WORD), AtomicU64::default);
        Self { n_places, bits }
    }

    fn place(&self, ngram: NGram) -> usize {
        share_of(ngram, self.n_places)
    }

    /// Sees an n-gram.
    pub fn add(&self, ngram: NGram) {
        self.add_times(ngram, 1);
    }

    /// Sees an n-gram so many times.
    pub fn add_times(&self, ngram: NGram, n_times: u32) {
        let (word, seen) = self.bit(ngram);
        if word.fetch_or(seen, Relaxed) & seen != 0 || n_times > 1 {
            word.fetch_or(seen << 1, Relaxed);
        }
    }

    /// Whether an n-gram may have been seen.
    pub fn may_hold(&self, ngram: NGram) -> bool {
        let (word, seen) = self.bit(ngram);
        word.load(Relaxed) & seen != 0
    }

    /// Whether an n-gram may have been seen more than once.
    pub fn may_repeat(&self, ngram: NGram) -> bool {
        let (word, seen) = self.bit(ngram);
        word.load(Relaxed) & (seen << 1) != 0
    }

    /// Where an n-gram's bits are, and the one for "seen".
    fn bit(&self, ngram: NGram) -> (&AtomicU64, u64) {
        let place = self.place(ngram);
        (&self.bits[place / PLACES_IN_WORD], 1 << (2 * (place % PLACES_IN_WORD)))
    }
}

/// The n-grams that several of so many hold, for the most part, each with its holders by number, both ascending. They have so
/// many n-grams in all.
pub fn held_by_several<NGrams: Iterator<Item = NGram>>(
    n_holders: usize,
    n_ngrams: usize,
    ngrams_of: impl Fn(usize) -> NGrams + Sync,
) -> Vec<(NGram, u32)> {
    // Most are held by one, and need be neither kept nor sorted.
    let filter = RepeatedFilter::with_room_for(n_ngrams);
    (0..n_holders).into_par_iter().for_each(|at| ngrams_of(at).for_each(|it| filter.add(it)));
    let mut held: Vec<(NGram, u32)> = (0..n_holders)
        .into_par_iter()
        .flat_map_iter(|at| {
            let repeated = ngrams_of(at).filter(|ngram| filter.may_repeat(*ngram));
            repeated.map(|ngram| (ngram, at as u32)).collect::<Vec<_>>()
        })
        .collect();
    held.par_sort_unstable();
    held.dedup();
    held
}

/// The holders of an n-gram, two by two; of very many each with so many before it.
pub fn pairs(holders: &[(NGram, u32)], partners: usize) -> impl Iterator<Item = (u32, u32)> {
    holders.iter().enumerate().flat_map(move |(nth, (_, other))| {
        holders[..nth.min(partners)].iter().map(|(_, one)| (*one, *other))
    })
}

#[cfg(test)]
mod tests {
    use super::{NGram, RepeatedFilter, pairs};

    /// Seven n-grams have 4,096 places: the upper twelve bits of each tell. Two that have these in common are taken for one.
    #[test]
    fn what_is_seen_once_is_known() {
        fn ngram(place: u64, rest: u64) -> NGram {
            (place << 52) + rest
        }
        let filter = RepeatedFilter::with_room_for(7);
        [1, 5, 5, 4095, 0, 0, 9].iter().for_each(|place| filter.add(ngram(*place, 3)));
        [9, 2].iter().for_each(|place| filter.add_times(ngram(*place, 3), 2));
        let n_times = [1, 5, 4095, 0, 9, 2, 3].map(|place| {
            let ngram = ngram(place, 3);
            usize::from(filter.may_hold(ngram)) + usize::from(filter.may_repeat(ngram))
        });
        assert_eq!(n_times, [1, 2, 1, 2, 2, 2, 0]);
        assert!(filter.may_repeat(ngram(5, 4)));
        assert_eq!(filter.place(NGram::MAX), 4095);
        let n_places =
            [0, 512, 513, (1 << 25) + 1].map(|n| RepeatedFilter::with_room_for(n).n_places);
        assert_eq!(n_places, [4096, 4096, 8192, (1 << 28) + 8]);
    }

    /// Of eighteen holders of an n-gram the last one is held against sixteen others, as the one before it.
    #[test]
    fn a_holder_is_held_against_sixteen_others() {
        let held: Vec<_> = (0..18).map(|holder| (7, holder)).collect();
        assert_eq!(pairs(&held, 16).count(), 17 * 16 / 2 + 16);
    }
}
