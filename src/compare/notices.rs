//! Texts in, the notices behind their senders' names out: the disclaimer of an office, the footer of a list or a mail program.
//!
//! Strangers who write for one office share its notice, and nothing else. A notice is known by its place, whatever it says:
//! several strangers have it behind their names, and hardly any comment has it elsewhere. A postscript is its sender's alone, or
//! of those who share the letter before it; a letter below somebody's cover note has a greeting, or a name of its own behind it.

use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::corpus::tokens::for_each_token;
use crate::corpus::{Corpus, DocId, Text, ZoneKind};
use crate::known::Quotes;
use crate::ngrams::{
    COUNTED, DistinctText, DocumentFrequencies, NGram, covered, distinct_ngrams, ngram, ngrams,
};
use crate::thresholds::{HALF, Thresholds};

/// What a text has behind its sender's name.
struct Behind {
    /// Whether what stands before it is for half in nobody else's text.
    is_strangers: bool,
    n_comments: usize,
    ngrams: Vec<NGram>,
}

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
        let Thresholds { counts, shares, .. } = corpus.thresholds();
        let behind: Vec<Behind> = documents
            .par_iter()
            .zip(texts)
            .filter_map(|(id, text)| {
                let terms = text.text.terms();
                // What nobody else's text ends with is no notice, and the text need not be read again.
                let last = &terms[terms.len().saturating_sub(COUNTED)..];
                if ngrams(last, COUNTED).all(|ngram| frequencies.of(ngram) < counts.several as u32)
                {
                    return None;
                }
                let words = behind_the_name(corpus, quotes, *id)?;
                // Of fewer words nobody knows whose they are.
                let before: Vec<NGram> = terms[..words.start].windows(COUNTED).map(ngram).collect();
                let n_own =
                    before.iter().filter(|held| frequencies.of(**held) <= text.n_comments).count();
                Some(Behind {
                    is_strangers: n_own > 0 && HALF.is_met(n_own, before.len()),
                    n_comments: text.n_comments as usize,
                    ngrams: distinct_ngrams(&terms[words], COUNTED),
                })
            })
            .collect();
        // Of each n-gram how many strangers have it there, and how many comments.
        let mut held: FxHashMap<NGram, (usize, usize)> = FxHashMap::default();
        for Behind { is_strangers, n_comments, ngrams } in behind {
            for ngram in ngrams {
                let (n_strangers, n_holders) = held.entry(ngram).or_default();
                *n_strangers += usize::from(is_strangers);
                *n_holders += n_comments;
            }
        }
        held.retain(|ngram, (n_strangers, n_holders)| {
            *n_strangers >= counts.several
                && shares.wholly.is_met(*n_holders, frequencies.of(*ngram) as usize)
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
        if self.0.is_empty() || !ngrams(terms, COUNTED).any(|ngram| self.0.contains(&ngram)) {
            return None;
        }
        let words = behind_the_name(corpus, quotes, id)?;
        let in_notices = covered(&terms[words.clone()], COUNTED, |it| self.0.contains(&it));
        HALF.is_met(in_notices.count_ones(..), words.len()).then_some(words)
    }
}

/// The own words of a document that stand behind its sender's name, where some stand before it.
fn behind_the_name(corpus: &Corpus, quotes: &Quotes, id: DocId) -> Option<Range<usize>> {
    let thresholds = corpus.thresholds();
    let n_words = n_behind_the_name(&corpus.text(id), thresholds)?;
    let start = corpus.token_text(id).len().checked_sub(n_words)?;
    let quoted = quotes.words(corpus, id).iter();
    let n_quoted: usize = quoted.map(|words| words.end.min(start) - words.start.min(start)).sum();
    let own = start - n_quoted..quotes.own_text(corpus, id).len();
    (own.start >= thresholds.boilerplate.fewest_left && !own.is_empty()).then_some(own)
}

/// Words of the main text behind the last name; none where a greeting stands there.
fn n_behind_the_name(text: &Text, thresholds: &Thresholds) -> Option<usize> {
    let name = text.zones.iter().rposition(|zone| match zone.kind {
        ZoneKind::Signature => true,
        ZoneKind::Main => is_name(&text.decoded[zone.span.clone()], thresholds),
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
fn is_name(block: &str, thresholds: &Thresholds) -> bool {
    let words = block.lines().next().unwrap_or_default().split_whitespace();
    (2..=thresholds.boilerplate.name_words).contains(&words.clone().count())
        && words.clone().all(|word| word.starts_with(char::is_uppercase))
        && block.split_whitespace().count() <= thresholds.words.statement
}

#[cfg(test)]
mod tests {
    use super::is_name;
    use crate::compare::examples::with_tables;
    use crate::corpus::DocId;
    use crate::corpus::examples::docket;
    use crate::thresholds::Thresholds;

    /// Three strangers have sixty words behind their names, or two; with the name's two words seven words stand before them, or
    /// five. Of ten comments nine have them there, or eight. Copies of one letter have its postscript there: of 25 n-grams
    /// before it the letter's 20 are others', too.
    #[test]
    fn a_notice_stands_behind_the_names_of_strangers() {
        for (texts, n_form_text) in [
            ("3x own#:8|Ann Quay|n:60", 60),
            ("2x own#:8|Ann Quay|n:60", 0),
            ("3x own#:5|Ann Quay|n:60", 60),
            ("3x own#:3|Ann Quay|n:60", 0),
            ("9x own#:8|Ann Quay|n:60 / own#:30 n:60 end#:30", 60),
            ("8x own#:8|Ann Quay|n:60 / 2x own#:30 n:60 end#:30", 0),
            ("4x own#:5 letter:25|Ann Quay|n:60", 0),
        ] {
            let found = with_tables(&docket(texts), |tables| {
                tables.form_text(DocId(0)).iter().map(ExactSizeIterator::len).sum::<usize>()
            });
            assert_eq!(found, n_form_text, "{texts}");
        }
    }

    #[test]
    fn a_name_is_a_short_line_in_capitals() {
        for (block, expect) in [
            ("Ann Quay", true),
            ("Ann B. Quay\nHead of the harbor office", true),
            ("Ann", false),
            ("Ann of the quay", false),
            ("I am Ann Quay Too Yes", false),
        ] {
            assert_eq!(is_name(block, &Thresholds::default()), expect, "{block}");
        }
    }
}
