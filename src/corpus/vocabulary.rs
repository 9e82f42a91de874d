//! Terms and their numbers, and documents as sequences of term numbers.

use rustc_hash::FxHashMap;

use super::Document;
use super::tokens::for_each_token;

/// A term's number in the [`Vocabulary`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(pub u32);

/// Term table of a corpus. Numbers follow first occurrence in `DocId` order.
#[derive(Debug, Default)]
pub struct Vocabulary {
    numbers: FxHashMap<Box<str>, TermId>,
}

impl Vocabulary {
    /// How many distinct terms there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there is no term at all.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The number of a term in its normal form.
    pub fn number(&self, form: &str) -> Option<TermId> {
        self.numbers.get(form).copied()
    }

    /// The tokens of a document's main text, numbering terms not met before.
    pub(super) fn token_text(&mut self, document: &Document) -> TokenText {
        let mut text = TokenText::default();
        for (_, block) in document.blocks() {
            for_each_token(block, |form, _| {
                let next = TermId(self.numbers.len() as u32);
                let term = match self.numbers.get(form) {
                    Some(term) => *term,
                    None => *self.numbers.entry(form.into()).or_insert(next),
                };
                text.terms.push(term);
            });
            text.end_block();
        }
        text.terms.shrink_to_fit();
        text
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

    /// Token ranges of the blocks that hold a token, in order.
    pub fn block_ranges(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let mut start = 0;
        self.block_ends.iter().map(move |&end| {
            let range = start..end as usize;
            start = end as usize;
            range
        })
    }

    /// The blocks that hold a token, in order.
    pub fn blocks(&self) -> impl Iterator<Item = &[TermId]> {
        self.block_ranges().map(|range| &self.terms[range])
    }
}
