//! Two texts in, out the words that one has in the same order as the other.

use imara_diff::{Algorithm, Diff, Token};
use rustc_hash::FxHashMap;

use crate::corpus::TermId;

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

    /// What was removed from the text, and what added, to make another one of it.
    pub fn with(&self, other: &[TermId]) -> Diff {
        let mut added: FxHashMap<TermId, Token> = FxHashMap::default();
        let number = |term| {
            let next = Token((self.numbers.len() + added.len()) as u32);
            let own = self.numbers.get(term).copied();
            own.unwrap_or_else(|| *added.entry(*term).or_insert(next))
        };
        let others: Vec<Token> = other.iter().map(number).collect();
        let n_distinct = (self.numbers.len() + added.len()) as u32;
        let mut diff = Diff::default();
        diff.compute_with(Algorithm::Histogram, &self.tokens, &others, n_distinct);
        diff
    }

    /// Which words of the text, and which of the other, a diff of the two leaves in their places.
    pub fn aligned(&self, diff: &Diff, n_others: usize) -> (Vec<bool>, Vec<bool>) {
        let own = (0..self.tokens.len() as u32).map(|at| !diff.is_removed(at));
        let others = (0..n_others as u32).map(|at| !diff.is_added(at));
        (own.collect(), others.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::WordDiff;
    use crate::corpus::TermId;

    /// "a b c d" and "a x c d x e": "b" goes, "x" and "x e" come. The text is the same with the next one.
    #[test]
    fn words_in_the_same_order_are_aligned() {
        let terms = |words: &str| -> Vec<TermId> {
            words.bytes().map(|word| TermId(u32::from(word))).collect()
        };
        let words = WordDiff::new(&terms("abcd"));
        let check = |other: &str, own: &str, others: &str| {
            let (found, in_other) = words.aligned(&words.with(&terms(other)), other.len());
            let shown = |held: Vec<bool>| -> String {
                held.into_iter().map(|it| if it { '=' } else { '-' }).collect()
            };
            assert_eq!((shown(found).as_str(), shown(in_other).as_str()), (own, others));
        };
        check("axcdxe", "=-==", "=-==--");
        check("abcd", "====", "====");
        check("", "----", "");
        check("yabz", "==--", "-==-");
    }
}
