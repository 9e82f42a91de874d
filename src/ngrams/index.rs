//! N-grams in, an ordinal for each out; texts in, how many comments hold each n-gram out.
//!
//! Most n-grams stand in one text alone: they are told from the others by a filter, then the others are counted.

use std::cmp::Ordering;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::{COUNTED, NGram, RepeatedFilter, ngrams, share_of, sorted_dedup};
use crate::corpus::TokenText;

/// The ordinal of an n-gram, from 1 on.
pub type Ordinal = NonZeroU32;

/// N-grams, numbered in their order. Each stands in a slot that its upper bits tell, or in the first free one behind
/// it: a hash table that is sorted (Amble and Knuth, "Ordered hash tables", 1974). To ask for one is to look at one
/// place of memory in most cases.
#[derive(Debug)]
pub struct NGramIndex {
    slots: Vec<NGram>,
    /// Slots that n-grams belong to; those behind hold what found no place.
    n_homes: usize,
}

/// Five slots for four n-grams.
const SLOTS: (usize, usize) = (5, 4);
/// A slot without an n-gram. One that is this number by chance has no ordinal.
pub(crate) const FREE: NGram = 0;
/// N-grams that are looked up together: memory answers about so many questions at a time.
const AT_ONCE: usize = 16;

impl NGramIndex {
    /// Numbers distinct n-grams.
    pub fn new(mut ngrams: Vec<NGram>) -> Self {
        ngrams.par_sort_unstable();
        let (slots, of_ngrams) = SLOTS;
        let n_homes = (ngrams.len() * slots).div_ceil(of_ngrams);
        let mut index = Self { n_homes, slots: vec![FREE; n_homes] };
        let mut next = 0;
        for ngram in ngrams.into_iter().filter(|ngram| *ngram != FREE) {
            let slot = index.home(ngram).max(next);
            if slot == index.slots.len() {
                index.slots.push(FREE);
            }
            index.slots[slot] = ngram;
            next = slot + 1;
        }
        index
    }

    /// How many ordinals there are; some belong to no n-gram.
    pub fn n_ordinals(&self) -> usize {
        self.slots.len()
    }

    /// All n-grams with their ordinals, ascending.
    pub fn all(&self) -> impl Iterator<Item = (Ordinal, NGram)> {
        (1..)
            .zip(&self.slots)
            .filter(|(_, ngram)| **ngram != FREE)
            .filter_map(|(ordinal, ngram)| Some((Ordinal::new(ordinal)?, *ngram)))
    }

    /// The ordinal of an n-gram, where it is one of them.
    pub fn ordinal(&self, ngram: NGram) -> Option<Ordinal> {
        self.ordinal_from(ngram, self.home(ngram))
    }

    /// The ordinals of some n-grams, in their order: faster than one after the other.
    pub fn ordinals(&self, ngrams: impl Iterator<Item = NGram>) -> Vec<Option<Ordinal>> {
        let all: Vec<NGram> = ngrams.collect();
        let mut ordinals = Vec::with_capacity(all.len());
        for ngrams in all.chunks(AT_ONCE) {
            let mut first = [(0, FREE); AT_ONCE];
            for (ngram, first) in ngrams.iter().zip(&mut first) {
                let home = self.home(*ngram);
                *first = (home, self.slots.get(home).copied().unwrap_or(FREE));
            }
            ordinals.extend(ngrams.iter().zip(first).map(|(ngram, (home, held))| {
                match held.cmp(ngram) {
                    Ordering::Less if held != FREE => self.ordinal_from(*ngram, home + 1),
                    Ordering::Equal => Ordinal::new(home as u32 + 1),
                    Ordering::Less | Ordering::Greater => None,
                }
            }));
        }
        ordinals
    }

    fn home(&self, ngram: NGram) -> usize {
        share_of(ngram, self.n_homes)
    }

    /// The ordinal of an n-gram that stands in a slot or behind it.
    fn ordinal_from(&self, ngram: NGram, slot: usize) -> Option<Ordinal> {
        let (ordinal, held) = (slot as u32 + 1..)
            .zip(&self.slots[slot..])
            .find(|(_, held)| **held >= ngram || **held == FREE)?;
        Ordinal::new(ordinal).filter(|_| *held == ngram)
    }

    /// The n-gram of an ordinal.
    pub fn ngram(&self, ordinal: Ordinal) -> NGram {
        self.slots[place(ordinal)]
    }
}

/// Where a list by ordinals holds what belongs to one.
pub fn place(ordinal: Ordinal) -> usize {
    ordinal.get() as usize - 1
}

/// A distinct text of a docket.
#[derive(Clone, Copy, Debug)]
pub struct DistinctText<'a> {
    /// Its words.
    pub text: &'a TokenText,
    /// How many comments consist of it.
    pub n_comments: u32,
}

/// How many comments hold each n-gram of [`COUNTED`] words, exact copies included.
#[derive(Clone, Debug)]
pub struct DocumentFrequencies {
    /// Those that two comments hold, and by chance some that one holds.
    index: Arc<NGramIndex>,
    /// By ordinal.
    frequencies: Vec<u32>,
}

impl DocumentFrequencies {
    /// Counts the comments of each text once for each of its n-grams.
    pub fn new(texts: &[DistinctText<'_>]) -> Self {
        let index = NGramIndex::new(repeated(texts));
        let mut frequencies = Vec::new();
        frequencies.resize_with(index.n_ordinals(), AtomicU32::default);
        texts.par_iter().for_each(|text| {
            let ordinals = index.ordinals(ngrams(text.text.terms(), COUNTED));
            for ordinal in sorted_dedup(ordinals.into_iter().flatten()) {
                frequencies[place(ordinal)].fetch_add(text.n_comments, Relaxed);
            }
        });
        Self {
            index: Arc::new(index),
            frequencies: frequencies.into_iter().map(AtomicU32::into_inner).collect(),
        }
    }

    /// How many comments hold an n-gram of the docket.
    pub fn of(&self, ngram: NGram) -> u32 {
        self.index.ordinal(ngram).map_or(1, |ordinal| self.of_ordinal(ordinal))
    }

    /// How many comments hold the n-gram of an ordinal.
    pub fn of_ordinal(&self, ordinal: Ordinal) -> u32 {
        self.frequencies[place(ordinal)]
    }

    /// The ordinals of the n-grams of a text that another comment holds too.
    pub fn shared(&self, text: &TokenText) -> impl Iterator<Item = Ordinal> {
        self.index
            .ordinals(ngrams(text.terms(), COUNTED))
            .into_iter()
            .flatten()
            .filter(|ordinal| self.of_ordinal(*ordinal) > 1)
    }

    /// The n-grams that are counted.
    pub fn index(&self) -> &Arc<NGramIndex> {
        &self.index
    }
}

/// Sets of n-grams that are filled apart from each other.
const SETS: usize = 256;
const UNHARMED: &str = "nothing panics while it holds a set";

/// The n-grams that several comments hold, and by chance some that one holds.
fn repeated(texts: &[DistinctText<'_>]) -> Vec<NGram> {
    let n_words = texts.iter().map(|text| text.text.len()).sum();
    let filter = RepeatedFilter::with_room_for(n_words);
    texts.par_iter().for_each(|text| {
        // What one text repeats is taken for what several hold, and counted once all the same.
        for ngram in ngrams(text.text.terms(), COUNTED) {
            filter.add_times(ngram, text.n_comments);
        }
    });
    // One list of sets for all threads: most n-grams of a docket stand in texts of each. Threads seldom wait for each
    // other.
    let mut sets = Vec::new();
    sets.resize_with(SETS, Mutex::<FxHashSet<NGram>>::default);
    texts.par_iter().for_each(|text| {
        for ngram in ngrams(text.text.terms(), COUNTED).filter(|ngram| filter.may_repeat(*ngram)) {
            sets[share_of(ngram, SETS)].lock().expect(UNHARMED).insert(ngram);
        }
    });
    sets.into_iter().flat_map(|set| set.into_inner().expect(UNHARMED)).collect()
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::{DistinctText, DocumentFrequencies, NGramIndex};
    use crate::corpus::DocId;
    use crate::corpus::examples::corpus;
    use crate::ngrams::ngram;

    /// Five n-grams have seven slots (6.25 rounded up). The first three belong to the first of them, the last two to the
    /// last.
    #[test]
    fn ngrams_are_numbered_in_their_order() {
        let held = [1, 2, 3, u64::MAX - 5, u64::MAX];
        let index = NGramIndex::new([3, u64::MAX, 1, u64::MAX - 5, 2].to_vec());
        assert_eq!(index.slots, [1, 2, 3, 0, 0, 0, u64::MAX - 5, u64::MAX]);
        let ordinals = [1, 2, 3, 7, 8].map(|at| NonZeroU32::new(at).expect("an ordinal"));
        assert_eq!(index.n_ordinals(), 8);
        assert!(index.all().eq(ordinals.into_iter().zip(held)));
        assert_eq!(ordinals.map(|ordinal| index.ngram(ordinal)), held);
        let others = [0, 4, 1 << 63, u64::MAX - 6, u64::MAX - 1];
        for (ngrams, expect) in [(held, ordinals.map(Some)), (others, [None; 5])] {
            assert_eq!(ngrams.map(|ngram| index.ordinal(ngram)), expect);
            assert_eq!(index.ordinals(ngrams.into_iter()), expect);
        }
        assert_eq!(NGramIndex::new(Vec::new()).ordinal(3), None);
    }

    #[test]
    fn many_ngrams_are_found_at_once() {
        let ngrams: Vec<u64> = (1..=1000).map(|n| n * n * n * (u64::MAX >> 30)).collect();
        let index = NGramIndex::new(ngrams.clone());
        let asked = ngrams.iter().flat_map(|ngram| [*ngram, ngram + 1]);
        let found = index.ordinals(asked.clone());
        assert_eq!(found, asked.map(|ngram| index.ordinal(ngram)).collect::<Vec<_>>());
        assert!(found.into_iter().flatten().map(|ordinal| index.ngram(ordinal)).eq(ngrams));
    }

    /// Six words stand in two texts of three, one of which four people sent; others in one.
    #[test]
    fn each_comment_counts_once() {
        let corpus = corpus(&["a:8", "a:6", "b:40", "a:2-8"]);
        let [first, second, third, other] = [0, 1, 2, 3].map(|id| corpus.token_text(DocId(id)));
        let distinct = [(first, 1), (second, 4), (third, 2)]
            .map(|(text, n_comments)| DistinctText { text, n_comments });
        let frequencies = DocumentFrequencies::new(&distinct);
        let [shared, own] = [second, other].map(|text| ngram(text.terms()));
        assert_eq!((frequencies.of(shared), frequencies.of(own)), (5, 1));
        assert!(frequencies.shared(first).eq(frequencies.index().ordinal(shared)));
    }
}
