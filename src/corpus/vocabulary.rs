//! Terms and their numbers, and texts as sequences of term numbers.

use std::borrow::Cow;

use fixedbitset::FixedBitSet;
use indexmap::IndexSet;
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};

use super::Text;
use super::tokens::{WORDS_PER_PAIR, for_each_token, is_unspaced_token};

/// A term's number in the [`Vocabulary`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TermId(pub u32);

/// Terms, or names that many comments share, each kept once and known by its number. In the term table of a corpus numbers
/// follow the order of the terms, so that other ids for the same comments change none.
#[derive(Debug, Default)]
pub struct Vocabulary(IndexSet<Box<str>, FxBuildHasher>);

impl Vocabulary {
    /// How many distinct terms there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no term at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The term of a number.
    pub fn form(&self, number: TermId) -> &str {
        &self.0[number.0 as usize]
    }

    /// The number of a term in its normal form.
    pub fn number(&self, form: &str) -> Option<TermId> {
        self.0.get_index_of(form).map(|number| TermId(number as u32))
    }

    /// The same, of a term that has none the next one.
    pub fn number_or_add(&mut self, form: &str) -> TermId {
        self.number(form).unwrap_or_else(|| TermId(self.0.insert_full(form.into()).0 as u32))
    }

    /// All terms with their numbers.
    pub fn terms(&self) -> impl Iterator<Item = (&str, TermId)> {
        self.0.iter().zip(0..).map(|(form, number)| (&**form, TermId(number)))
    }

    /// All terms, each in the place of its number.
    pub fn forms(&self) -> Vec<&str> {
        self.0.iter().map(|form| &**form).collect()
    }

    /// The terms of scripts without spaces between words.
    pub fn character_pairs(&self) -> PairTerms {
        let pairs = self.terms().filter(|(form, _)| is_unspaced_token(form));
        PairTerms(pairs.map(|(_, term)| term.0 as usize).collect())
    }

    /// The token texts of documents, in their order, with all their terms numbered.
    ///
    /// Runs of documents are numbered by themselves, all at once; then the numbers of each run are
    /// replaced by those of the whole.
    pub(super) fn of<'a>(
        n_texts: usize,
        text: impl Fn(usize) -> Cow<'a, Text> + Sync,
    ) -> (Self, Vec<TokenText>) {
        let n_in_run = n_texts.div_ceil(MOST_RUNS).max(FEWEST_IN_RUN);
        let runs: Vec<(Self, Vec<TokenText>)> = (0..n_texts.div_ceil(n_in_run))
            .into_par_iter()
            .map(|run| {
                let mut terms = Self::default();
                let places = run * n_in_run..n_texts.min((run + 1) * n_in_run);
                let numbered = places
                    .map(|place| TokenText::of(&text(place), |form| terms.number_or_add(form)));
                let texts = numbered.collect();
                (terms, texts)
            })
            .collect();
        let mut forms: Vec<&str> = runs.iter().flat_map(|(terms, _)| terms.forms()).collect();
        forms.par_sort_unstable();
        forms.dedup();
        let all = Self(forms.into_iter().map(Box::from).collect());
        let renumbered = runs.into_par_iter().flat_map_iter(|(terms, mut texts)| {
            let numbers: Vec<TermId> =
                terms.terms().filter_map(|(form, _)| all.number(form)).collect();
            for term in texts.iter_mut().flat_map(|text| &mut text.terms) {
                *term = numbers[term.0 as usize];
            }
            texts
        });
        let texts = renumbered.collect();
        (all, texts)
    }
}

/// Documents whose terms are numbered together at first,
const FEWEST_IN_RUN: usize = 512;
/// and more where there are many: each run brings its own list of nearly all terms.
const MOST_RUNS: usize = 64;

/// The terms that are pairs of characters.
#[derive(Debug, Default)]
pub struct PairTerms(FixedBitSet);

impl PairTerms {
    /// Whether a term is one of them.
    pub fn contains(&self, term: TermId) -> bool {
        self.0.contains(term.0 as usize)
    }

    /// How many words some tokens are worth.
    pub fn n_words(&self, terms: &[TermId]) -> usize {
        if self.0.is_empty() {
            return terms.len();
        }
        let n_pairs = terms.iter().filter(|term| self.contains(**term)).count();
        terms.len() - n_pairs + (n_pairs as f64 * WORDS_PER_PAIR) as usize
    }
}

/// A main text as term numbers, block by block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenText {
    terms: Vec<TermId>,
    block_ends: Vec<u32>,
}

impl TokenText {
    /// A text of the given blocks.
    pub fn from_blocks<'a>(blocks: impl IntoIterator<Item = &'a [TermId]>) -> Self {
        let mut text = Self::default();
        for block in blocks {
            text.terms.extend_from_slice(block);
            text.end_block();
        }
        text
    }

    /// The main text of a document, with the number of each term.
    fn of(whole: &Text, mut number: impl FnMut(&str) -> TermId) -> Self {
        let mut text = Self::default();
        for (_, block) in whole.blocks() {
            for_each_token(block, |form, _| text.terms.push(number(form)));
            text.end_block();
        }
        // The copy takes no more memory than it needs.
        text.clone()
    }

    fn end_block(&mut self) {
        let end = self.terms.len() as u32;
        if self.block_ends.last().copied().unwrap_or(0) < end {
            self.block_ends.push(end);
        }
    }

    /// How many tokens.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether there is no token.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// All tokens in order.
    pub fn terms(&self) -> &[TermId] {
        &self.terms
    }

    /// Every term with the number of its tokens, by term.
    pub fn term_counts(&self) -> Box<[(TermId, u32)]> {
        let mut sorted = self.terms.clone();
        sorted.sort_unstable();
        let same = sorted.chunk_by(|a, b| a == b);
        let counts: Vec<(TermId, u32)> = same.map(|same| (same[0], same.len() as u32)).collect();
        // The copy takes no more memory than it needs.
        counts.as_slice().into()
    }

    /// Token ranges of the blocks that hold a token, in order.
    pub fn block_ranges(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let mut start = 0;
        self.block_ends.iter().map(move |&end| {
            let range = start..end as usize;
            start = end as usize;
            range
        })
    }

    /// The text without some of its words.
    #[must_use]
    pub fn without(&self, dropped: &[std::ops::Range<usize>]) -> Self {
        let blocks: Vec<Vec<TermId>> = self
            .block_ranges()
            .map(|block| {
                block
                    .filter(|at| !dropped.iter().any(|range| range.contains(at)))
                    .map(|at| self.terms[at])
                    .collect()
            })
            .collect();
        Self::from_blocks(blocks.iter().map(Vec::as_slice))
    }

    /// The blocks that hold a token, in order.
    pub fn blocks(&self) -> impl Iterator<Item = &[TermId]> {
        self.block_ranges().map(|range| &self.terms[range])
    }
}

#[cfg(test)]
mod tests {
    use super::{FEWEST_IN_RUN, TermId, TokenText};
    use crate::corpus::{Corpus, DocId, examples};

    /// The words in their order: bridge, ferry, narrow, the, toll. The last text is numbered in another run than the first.
    #[test]
    fn terms_are_numbered_in_their_order() {
        let mut texts = vec!["the narrow bridge"; FEWEST_IN_RUN];
        texts.push("the ferry, the toll");
        let documents = (0..).zip(&texts).map(|(at, text)| examples::document(at, text));
        let corpus = Corpus::of(documents.collect());
        let terms = |id| corpus.token_text(DocId(id)).terms();
        assert_eq!(terms(0), [3, 2, 0].map(TermId));
        assert_eq!(terms(FEWEST_IN_RUN as u32), [3, 1, 3, 4].map(TermId));
    }

    #[test]
    fn what_is_left_keeps_its_blocks() {
        let terms: Vec<TermId> = (0..10).map(TermId).collect();
        let text = TokenText::from_blocks([&terms[..3], &terms[3..6], &terms[6..]]);
        let left = text.without(&[0..4, 9..10]);
        assert_eq!(left, TokenText::from_blocks([&terms[4..6], &terms[6..9]]));
    }
}
