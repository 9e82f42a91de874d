//! Two texts in, out the words that one has in the same order as the other.

use std::ops::Range;

use fixedbitset::FixedBitSet;
use imara_diff::{Algorithm, Diff, Token};
use rustc_hash::FxHashMap;

use crate::corpus::TermId;
use crate::thresholds::work::{MOST_PAIRS, MOST_PLACES_OF_RARE};

/// A text made ready to be held against many others. Its words have numbers of its own: the diff allocates by
/// the number of distinct words, and a docket has many.
#[derive(Debug, Default)]
pub struct WordDiff {
    tokens: Vec<Token>,
    numbers: FxHashMap<TermId, Token>,
}

impl WordDiff {
    /// Numbers the words of a text.
    pub fn new(terms: &[TermId]) -> Self {
        let mut numbers = FxHashMap::default();
        let tokens = terms.iter().map(|term| {
            let next = Token(numbers.len() as u32);
            *numbers.entry(*term).or_insert(next)
        });
        Self { tokens: tokens.collect(), numbers }
    }

    /// Which words of the text stand in another one in the same order, and which of that one.
    pub fn with(&self, other: &[TermId]) -> Differences {
        let n_own = self.numbers.len() as u32;
        let mut added: FxHashMap<TermId, Token> = FxHashMap::default();
        let others: Vec<Token> = other
            .iter()
            .map(|term| {
                let next = Token(n_own + added.len() as u32);
                self.numbers
                    .get(term)
                    .copied()
                    .unwrap_or_else(|| *added.entry(*term).or_insert(next))
            })
            .collect();
        let n_distinct = n_own + added.len() as u32;
        let mut diff = Diff::default();
        if !is_coarse(self.tokens.len(), other.len()) {
            diff.compute_with(Algorithm::Histogram, &self.tokens, &others, n_distinct);
            return Differences::of(&diff, self.tokens.len(), other.len());
        }
        let mut n_places = vec![0; n_distinct as usize];
        self.tokens.iter().for_each(|token| n_places[token.0 as usize] += 1);
        let rare: Vec<Token> = others
            .iter()
            .map(|token| {
                if n_places[token.0 as usize] > MOST_PLACES_OF_RARE {
                    Token(n_distinct)
                } else {
                    *token
                }
            })
            .collect();
        diff.compute_with(Algorithm::Histogram, &self.tokens, &rare, n_distinct + 1);
        let mut differences = Differences::of(&diff, self.tokens.len(), other.len());
        differences.extend(&self.tokens, &others);
        differences
    }
}

/// Whether texts of so many words are aligned by their rare words, and the frequent ones beside them: another order of
/// frequent words between them is not seen.
pub(crate) fn is_coarse(n_words: usize, n_others: usize) -> bool {
    n_words.saturating_mul(n_others) > MOST_PAIRS
}

/// What two texts have in the same order, and where they differ.
#[derive(Debug)]
pub struct Differences {
    /// Which words of the text stand in the other one, and which of that one.
    pub aligned: (FixedBitSet, FixedBitSet),
}

/// Where each word stands that two texts have in the same order, in the one and in the other.
pub fn in_both<'a>(
    (own, other): &'a (FixedBitSet, FixedBitSet),
) -> impl Iterator<Item = (usize, usize)> + 'a {
    own.ones().zip(other.ones())
}

/// A place where two texts differ, in words of each; one of the ranges may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferingPlace {
    /// Words of the first text.
    pub a: Range<usize>,
    /// Words of the second.
    pub b: Range<usize>,
}

impl Differences {
    fn of(diff: &Diff, n_words: usize, n_others: usize) -> Self {
        let mut own = FixedBitSet::with_capacity(n_words);
        own.extend((0..n_words).filter(|at| !diff.is_removed(*at as u32)));
        let mut others = FixedBitSet::with_capacity(n_others);
        others.extend((0..n_others).filter(|at| !diff.is_added(*at as u32)));
        Self { aligned: (own, others) }
    }

    /// The places where the texts differ, in order.
    pub fn places(&self) -> Vec<DifferingPlace> {
        let mut next = (0, 0);
        in_both(&self.aligned)
            .chain([(self.aligned.0.len(), self.aligned.1.len())])
            .map(|(a, b)| {
                let (start, other) = std::mem::replace(&mut next, (a + 1, b + 1));
                DifferingPlace { a: start..a, b: other..b }
            })
            .filter(|place| !place.a.is_empty() || !place.b.is_empty())
            .collect()
    }

    /// Aligns the words with which a place where the texts differ begins and ends in both of them.
    fn extend(&mut self, own: &[Token], others: &[Token]) {
        for DifferingPlace { a, b } in self.places() {
            let n_before =
                own[a.clone()].iter().zip(&others[b.clone()]).take_while(|(a, b)| a == b).count();
            let (a, b) = (a.start + n_before..a.end, b.start + n_before..b.end);
            let n_behind = own[a.clone()]
                .iter()
                .rev()
                .zip(others[b.clone()].iter().rev())
                .take_while(|(a, b)| a == b)
                .count();
            for (aligned, words) in [(&mut self.aligned.0, a), (&mut self.aligned.1, b)] {
                aligned.insert_range(words.start - n_before..words.start);
                aligned.insert_range(words.end - n_behind..words.end);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{DifferingPlace, FixedBitSet, MOST_PAIRS, WordDiff, is_coarse};
    use crate::corpus::TermId;
    use crate::corpus::examples::letters;

    /// "a b c d" and "a x c d x e": "b" goes, "x" and "x e" come. The text is the same with the next one.
    #[test]
    fn words_in_the_same_order_are_aligned() {
        fn shown(aligned: &FixedBitSet) -> String {
            (0..aligned.len()).map(|word| if aligned[word] { '=' } else { '-' }).collect()
        }
        for (other, own, others) in [
            ("axcdxe", "=-==", "=-==--"),
            ("abcd", "====", "===="),
            ("", "----", ""),
            ("yabz", "==--", "-==-"),
        ] {
            let (found, in_other) = WordDiff::new(&letters("abcd")).with(&letters(other)).aligned;
            assert_eq!((&*shown(&found), &*shown(&in_other)), (own, others));
        }
    }

    /// 50,000 words in blocks of 100, each of which begins with a word that stands there alone; the other text has a
    /// frequent word altered in every block, and another rare one in the tenth. That is found without a diff of frequent
    /// words; what lies between the ninth rare word and the eleventh is found from both sides. 46,340 words each are aligned
    /// word by word; 46,341 are not.
    #[test]
    fn long_texts_are_aligned_by_their_rare_words() {
        let text: Vec<TermId> = (0..50_000)
            .map(|at| TermId(if at % 100 == 0 { 1_000 + at } else { at % 100 % 7 }))
            .collect();
        let mut other = text.clone();
        (0..500).for_each(|block| other[block * 100 + 50] = TermId(9));
        other[1_000] = TermId(10);
        assert!(is_coarse(46_341, 46_341) && !is_coarse(46_340, 46_340));
        assert!(is_coarse(text.len(), other.len()) && !is_coarse(MOST_PAIRS, 1));
        let mut expect: Vec<DifferingPlace> = (50..50_000)
            .step_by(100)
            .map(|at| DifferingPlace { a: at..at + 1, b: at..at + 1 })
            .collect();
        expect.splice(9..=10, [DifferingPlace { a: 950..1_051, b: 950..1_051 }]);
        assert_eq!(WordDiff::new(&text).with(&other).places(), expect);
    }

    /// Of 250,000 words each stands there fifty thousand times: nothing tells which belong together but the ends.
    #[test]
    fn what_consists_of_frequent_words_is_aligned_at_its_ends() {
        let text: Vec<TermId> = (0..250_000).map(|at: u32| TermId(at % 11 * at % 11 % 5)).collect();
        let mut other: Vec<TermId> = text.iter().rev().copied().collect();
        other[..3].copy_from_slice(&text[..3]);
        other[3] = TermId(7);
        let (own, _) = WordDiff::new(&text).with(&other).aligned;
        assert!(own.contains_all_in_range(..3) && !own[3]);
    }

    /// A word stands in 63 places of a long text of frequent words, or in 64: between its places single words are found.
    #[test]
    fn a_word_in_63_places_is_rare() {
        let n_places = [63, 64].map(|n: usize| {
            let mut text: Vec<TermId> = (0..50_000).map(|at: u32| TermId(at % 7)).collect();
            (0..n).for_each(|nth| text[nth * 700] = TermId(8));
            let mut other = text.clone();
            (other[1_000], other[40_000]) = (TermId(9), TermId(9));
            WordDiff::new(&text).with(&other).places().len()
        });
        assert_eq!(n_places, [2, 1]);
    }
}
