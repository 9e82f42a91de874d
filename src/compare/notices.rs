//! Texts in, the notices behind their senders' names out: the disclaimer of an office, the footer of a list or a mail program.
//!
//! Strangers who write for one office share its notice, and nothing else. A notice is known by its place, whatever it says:
//! several texts have it behind the sender's name, and hardly any comment has it elsewhere. A postscript is its sender's alone;
//! a letter below somebody's cover note has a greeting, or a name of its own behind it.

use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::corpus::tokens::for_each_token;
use crate::corpus::{Corpus, DocId, Text, ZoneKind};
use crate::known::Quotes;
use crate::ngrams::{COUNTED, DistinctText, DocumentFrequencies, NGram, distinct_ngrams, ngrams};
use crate::thresholds::HALF;
use crate::thresholds::boilerplate::{
    FEWEST_LEFT, MANY, NAME_WORDS, NOT_ELSEWHERE, SIGNATURE_WORDS,
};

/// The n-grams of notices.
#[derive(Debug, Default)]
pub(super) struct Notices(FxHashSet<NGram>);

impl Notices {
    /// Finds what stands behind the names of senders and hardly elsewhere. The texts are those of the documents.
    pub(super) fn of(
        corpus: &Corpus,
        quotes: &Quotes,
        documents: &[DocId],
        texts: &[DistinctText<'_>],
        frequencies: &DocumentFrequencies,
    ) -> Self {
        let behind: Vec<Vec<NGram>> = documents
            .par_iter()
            .zip(texts)
            .map(|(id, text)| {
                let terms = text.text.terms();
                // What nobody else's text ends with is no notice, and the text need not be read again.
                let last = &terms[terms.len().saturating_sub(COUNTED)..];
                if ngrams(last, COUNTED).all(|ngram| frequencies.of(ngram) < MANY as u32) {
                    return Vec::new();
                }
                behind_the_name(corpus, quotes, *id)
                    .map_or_else(Vec::new, |words| distinct_ngrams(&terms[words], COUNTED))
            })
            .collect();
        // Of each n-gram how many texts have it there, and how many comments.
        let mut held: FxHashMap<NGram, (usize, usize)> = FxHashMap::default();
        for (ngrams, text) in behind.into_iter().zip(texts) {
            for ngram in ngrams {
                let (n_texts, n_comments) = held.entry(ngram).or_default();
                *n_texts += 1;
                *n_comments += text.n_comments as usize;
            }
        }
        held.retain(|ngram, (n_texts, n_comments)| {
            *n_texts >= MANY && NOT_ELSEWHERE.is_met(*n_comments, frequencies.of(*ngram) as usize)
        });
        Self(held.into_keys().collect())
    }

    /// The words of a document that are a notice: all that stand behind the sender's name, where half of them do so behind
    /// others' names. They are numbered as its own words.
    pub(super) fn in_text(
        &self,
        corpus: &Corpus,
        quotes: &Quotes,
        id: DocId,
    ) -> Option<Range<usize>> {
        let terms = quotes.own_text(corpus, id).terms();
        let is_notice = |ngram: NGram| self.0.contains(&ngram);
        if self.0.is_empty() || !ngrams(terms, COUNTED).any(is_notice) {
            return None;
        }
        let words = behind_the_name(corpus, quotes, id)?;
        let mut n_words = 0;
        let mut end = 0;
        for (at, ngram) in ngrams(&terms[words.clone()], COUNTED).enumerate() {
            if is_notice(ngram) {
                n_words += at + COUNTED - end.max(at);
                end = at + COUNTED;
            }
        }
        HALF.is_met(n_words, words.len()).then_some(words)
    }
}

/// The own words of a document that stand behind its sender's name, where some stand before it.
fn behind_the_name(corpus: &Corpus, quotes: &Quotes, id: DocId) -> Option<Range<usize>> {
    let n_words = n_behind_the_name(&corpus.text(id))?;
    let start = corpus.token_text(id).len().checked_sub(n_words)?;
    let quoted = quotes.words(corpus, id).iter();
    let n_quoted: usize = quoted.map(|words| words.end.min(start) - words.start.min(start)).sum();
    let own = start - n_quoted..quotes.own_text(corpus, id).len();
    (own.start >= FEWEST_LEFT && !own.is_empty()).then_some(own)
}

/// Words of the main text behind the last name; none where a greeting stands there.
fn n_behind_the_name(text: &Text) -> Option<usize> {
    let name = text.zones.iter().rposition(|zone| match zone.kind {
        ZoneKind::Signature => true,
        ZoneKind::Main => is_name(&text.decoded[zone.span.clone()]),
        ZoneKind::Header | ZoneKind::Salutation | ZoneKind::Footer => false,
    })?;
    let mut n_words = 0;
    for zone in &text.zones[name + 1..] {
        match zone.kind {
            ZoneKind::Main => {
                for_each_token(&text.decoded[zone.span.clone()], |_, _| n_words += 1);
            }
            ZoneKind::Footer => {}
            ZoneKind::Header | ZoneKind::Salutation | ZoneKind::Signature => return None,
        }
    }
    Some(n_words)
}

/// Whether a block begins with a line of a few capitalized words and says little more: a name, perhaps with a title.
fn is_name(block: &str) -> bool {
    let words = block.lines().next().unwrap_or_default().split_whitespace();
    let are_capitalized = |word: &str| word.starts_with(char::is_uppercase);
    (2..=NAME_WORDS).contains(&words.clone().count())
        && words.clone().all(are_capitalized)
        && block.split_whitespace().count() <= SIGNATURE_WORDS
}
