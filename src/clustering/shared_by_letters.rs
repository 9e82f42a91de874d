//! Letters in, the n-grams that they have in common out: they are no evidence for any of them.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::compare::Tables;
use crate::corpus::DocId;
use crate::ngrams::{COUNTED, NGram, RepeatedFilter, ngram};

/// The n-grams of letters that are no versions of each other: rule citations and courtesy lines.
pub(super) fn shared_by_letters(tables: &Tables<'_>, letters: &[DocId]) -> FxHashSet<NGram> {
    let mut postings: Vec<(NGram, u32)> = Vec::new();
    for (letter, id) in (0..).zip(letters) {
        let terms = tables.text(*id).terms();
        postings.extend(terms.windows(COUNTED).map(|words| (ngram(words), letter)));
    }
    let filter = RepeatedFilter::with_room_for(postings.len());
    postings.iter().for_each(|(ngram, _)| filter.add(*ngram));
    postings.retain(|(ngram, _)| filter.may_repeat(*ngram));
    postings.sort_unstable();
    let mut n_shared: FxHashMap<(u32, u32), usize> = FxHashMap::default();
    for (pair, n_places) in postings.chunk_by(|a, b| a.0 == b.0).flat_map(pairs) {
        *n_shared.entry(pair).or_default() += n_places;
    }
    // Those that share half of the shorter one are versions of each other.
    let n_words: Vec<usize> = letters.iter().map(|letter| tables.text(*letter).len()).collect();
    n_shared.retain(|(a, b), n| *n * 2 <= n_words[*a as usize].min(n_words[*b as usize]));
    postings
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|holders| pairs(holders).any(|(pair, _)| n_shared.contains_key(&pair)))
        .map(|holders| holders[0].0)
        .collect()
}

/// Every pair of letters that hold an n-gram, once, and how many pairs of places they hold it in: of letters of one word
/// repeated each holds it in hundreds.
fn pairs(holders: &[(NGram, u32)]) -> impl Iterator<Item = ((u32, u32), usize)> {
    let letters: Vec<(u32, usize)> =
        holders.chunk_by(|a, b| a.1 == b.1).map(|places| (places[0].1, places.len())).collect();
    (0..letters.len()).flat_map(move |nth| {
        let (a, n_places) = letters[nth];
        letters[nth + 1..].iter().map(|(b, n)| ((a, *b), n_places * n)).collect::<Vec<_>>()
    })
}

#[cfg(test)]
mod tests {
    use super::{pairs, shared_by_letters};
    use crate::compare::examples::with_tables;
    use crate::corpus::DocId;

    /// The first letter holds the n-gram in three places, the others in two and one.
    #[test]
    fn letters_make_a_pair_once() {
        let found: Vec<_> = pairs(&[(7, 0), (7, 0), (7, 0), (7, 4), (7, 4), (7, 6)]).collect();
        assert_eq!(found, [((0, 4), 6), ((0, 6), 3), ((4, 6), 2)]);
    }

    /// A paragraph of two letters is evidence for neither: 20 words have 15 n-grams of six. What versions share is evidence for
    /// both: 36 of 60 words are 31 n-grams, more than half of 60; 35 are 30, which is half.
    #[test]
    fn n_grams_of_two_letters_are_no_evidence() {
        for (letters, expect) in [
            (["a:40|p:20", "b:40|p:20"], 15),
            (["a:40|p:20", "b:20 p:20 c:20"], 15),
            (["a:40|p:20", "b:40|c:20"], 0),
            (["a:60", "a:36 b:40"], 0),
            (["a:60", "a:35 b:40"], 30),
        ] {
            let n_shared = with_tables(&letters, |tables| {
                let letters: Vec<DocId> = tables.corpus().ids().collect();
                shared_by_letters(tables, &letters).len()
            });
            assert_eq!(n_shared, expect, "{letters:?}");
        }
    }
}
