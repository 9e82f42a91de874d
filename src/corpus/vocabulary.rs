//! Terms and their numbers, texts as sequences of term numbers; how often each term occurs, and which are forms of one word.

use std::borrow::{Borrow, Cow};
use std::ops::Range;

use fixedbitset::FixedBitSet;
use indexmap::IndexSet;
use rayon::prelude::*;
use rust_stemmers::{Algorithm, Stemmer};
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};
use whichlang::Lang;

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
    pub fn block_ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let mut start = 0;
        self.block_ends.iter().map(move |&end| {
            let range = start..end as usize;
            start = end as usize;
            range
        })
    }

    /// The text without some of its words.
    #[must_use]
    pub fn without(&self, dropped: &[Range<usize>]) -> Self {
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
}

/// Parts that are counted at once, at the most: each has a number for every term.
const MOST_PARTS: usize = 8;

/// How many tokens of the texts are of each term; every `TermId` is below `n_terms`.
pub fn collection_frequencies(texts: &[impl Borrow<TokenText> + Sync], n_terms: usize) -> Vec<u64> {
    counted(texts, n_terms, |part, counts| {
        for term in part.iter().flat_map(|text| text.borrow().terms()) {
            counts[term.0 as usize] += 1;
        }
    })
}

/// In how many of the texts each term occurs; every `TermId` is below `n_terms`.
pub fn document_frequencies(texts: &[impl Borrow<TokenText> + Sync], n_terms: usize) -> Vec<u64> {
    counted(texts, n_terms, |part, counts| {
        // The text that held each term last, counted from 1.
        let mut last = vec![0; n_terms];
        for (nth, text) in part.iter().enumerate() {
            for term in text.borrow().terms() {
                let before = std::mem::replace(&mut last[term.0 as usize], nth + 1);
                counts[term.0 as usize] += u64::from(before != nth + 1);
            }
        }
    })
}

fn counted<T: Sync>(
    texts: &[T],
    n_terms: usize,
    count: impl Fn(&[T], &mut [u64]) + Sync,
) -> Vec<u64> {
    let n_parts = rayon::current_num_threads().min(MOST_PARTS);
    let sum = texts
        .par_chunks(texts.len().div_ceil(n_parts).max(1))
        .map(|part| {
            let mut counts = vec![0; n_terms];
            count(part, &mut counts);
            counts
        })
        .reduce_with(|mut sum, part| {
            sum.iter_mut().zip(part).for_each(|(sum, n)| *sum += n);
            sum
        });
    sum.unwrap_or_else(|| vec![0; n_terms])
}

/// For each term the first one with its stem; none of figures, and of names with figures in them.
pub(crate) fn stems(vocabulary: &Vocabulary, language: Lang) -> Vec<Option<u32>> {
    let stemmer = stemming(language).map(Stemmer::create);
    let mut by_stem: Vec<(Cow<'_, str>, TermId)> = vocabulary
        .terms()
        .filter(|(form, _)| !form.contains(char::is_numeric))
        .map(|(form, term)| match &stemmer {
            Some(stemmer) => (stemmer.stem(form), term),
            None => (Cow::Borrowed(form), term),
        })
        .collect();
    by_stem.par_sort_unstable();
    let mut stems = vec![None; vocabulary.len()];
    for same in by_stem.chunk_by(|a, b| a.0 == b.0) {
        for (_, term) in same {
            stems[term.0 as usize] = Some(same[0].1.0);
        }
    }
    stems
}

/// How the words of a language are stemmed, where that is known.
fn stemming(language: Lang) -> Option<Algorithm> {
    match language {
        Lang::Ara => Some(Algorithm::Arabic),
        Lang::Deu => Some(Algorithm::German),
        Lang::Eng => Some(Algorithm::English),
        Lang::Fra => Some(Algorithm::French),
        Lang::Ita => Some(Algorithm::Italian),
        Lang::Nld => Some(Algorithm::Dutch),
        Lang::Por => Some(Algorithm::Portuguese),
        Lang::Rus => Some(Algorithm::Russian),
        Lang::Spa => Some(Algorithm::Spanish),
        Lang::Swe => Some(Algorithm::Swedish),
        Lang::Tur => Some(Algorithm::Turkish),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{FEWEST_IN_RUN, TermId, TokenText, collection_frequencies, document_frequencies};
    use crate::corpus::examples::{self, token_text};
    use crate::corpus::{Corpus, DocId};

    /// The words in their order: bridge, ferry, narrow, the, toll. The last text is numbered in another run than the first.
    #[test]
    fn terms_are_numbered_in_their_order() {
        let mut texts = vec!["the narrow bridge"; FEWEST_IN_RUN];
        texts.push("the ferry, the toll");
        let documents = (0..).zip(&texts).map(|(at, text)| examples::document(at, text));
        let corpus = Corpus::of(documents.collect());
        let [first, last] = [0, FEWEST_IN_RUN as u32].map(|id| corpus.token_text(DocId(id)));
        assert_eq!(first.terms(), [3, 2, 0].map(TermId));
        assert_eq!(last.terms(), [3, 1, 3, 4].map(TermId));
    }

    #[test]
    fn what_is_left_keeps_its_blocks() {
        let terms: Vec<TermId> = (0..10).map(TermId).collect();
        let text = TokenText::from_blocks([&terms[..3], &terms[3..6], &terms[6..]]);
        let left = text.without(&[0..4, 9..10]);
        assert_eq!(left, TokenText::from_blocks([&terms[4..6], &terms[6..9]]));
    }

    /// "0 0 1", "0 2" and "2": 0 occurs three times in two texts, 1 once, 2 twice in two, 3 never.
    #[test]
    fn a_term_counts_for_each_token_or_for_each_text() {
        let texts = [&[0, 0, 1][..], &[0, 2], &[2]].map(token_text);
        assert_eq!(collection_frequencies(&texts, 4), [3, 1, 2, 0]);
        assert_eq!(document_frequencies(&texts, 4), [2, 1, 2, 0]);
        assert_eq!(document_frequencies(&texts[..0], 2), [0, 0]);
    }
}
