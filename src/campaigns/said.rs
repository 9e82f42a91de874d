//! Clusters in, out what many say that nothing shows to be of one origin: it is listed, and nobody's campaign.
//!
//! Whether an alert asked for it, a model wrote it, or neighbors of one school think the same, the text does not tell. The
//! comments stay what they are, unique or copies of a small letter.
//!
//! Passages are those that comments like no other hold, word by word: a script that callers read out, a law, a slogan.
//!
//! Whose the words are is not asked: boilerplate, which is no evidence of an origin, is what many say all the same. What a form
//! put there or was known beforehand nobody says.
//!
//! The comments are taken in the order in which they came. A passage is as long a stretch of one as goes on with n-grams that
//! many hold and that are no part of an earlier passage, so that each stands as the first who said it wrote it.

use std::cmp::Reverse;
use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::points;
use super::told::{Point, said_by_nobody};
use crate::clustering::{Clusters, Context};
use crate::corpus::{ContentOrder, Corpus, DocId, Timestamp};
use crate::edits::words_of;
use crate::ngrams::{NGram, held_by_several, ngram, sorted_dedup};
use crate::thresholds::told::IN_A_LINE;

/// What many say: the same words, or the same facts.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum SaidKind {
    /// A passage, word by word, that single comments hold.
    Passage,
    /// Facts that comments name together, each in its own words.
    Facts,
}

/// What many comments say.
#[derive(Clone, Debug, PartialEq)]
pub struct SaidByMany {
    /// What they share.
    pub kind: SaidKind,
    /// The passage as the first of them has it, or the commonest facts.
    pub text: String,
    /// Of facts each of them, the commonest first.
    pub facts: Vec<Point>,
    /// Who says it, ascending.
    pub comments: Vec<DocId>,
    /// The earliest of them.
    pub first: DocId,
}

/// What many say of whom no campaign has `taken` any, what most say first.
pub(super) fn by_many(
    context: &Context<'_>,
    clusters: &Clusters,
    taken: &FxHashSet<DocId>,
) -> Vec<SaidByMany> {
    let corpus = context.tables.corpus();
    let alone = clusters.clusters.iter().filter(|cluster| cluster.is_singleton());
    let singles: Vec<DocId> = alone.map(|cluster| cluster.seed).collect();
    let free = singles.iter().filter(|id| !taken.contains(id)).copied().collect();
    let facts = points::groups(context, free).into_iter().filter_map(|same| {
        let named: Vec<&str> =
            same.points.iter().take(IN_A_LINE).map(|point| point.text.as_str()).collect();
        Some(SaidByMany {
            kind: SaidKind::Facts,
            text: named.join(", "),
            first: same.comments.iter().copied().min_by_key(|id| arrival(corpus, *id))?,
            facts: same.points,
            comments: same.comments,
        })
    });
    let mut said = passages(context, singles);
    said.extend(facts);
    said.sort_by(|a, b| {
        let [one, other] =
            [a, b].map(|it| (Reverse(it.comments.len()), corpus.id(it.first), it.kind, &it.text));
        one.cmp(&other)
    });
    said
}

/// What orders comments by time, and those of one time by what they say.
fn arrival(corpus: &Corpus, id: DocId) -> (Timestamp, ContentOrder<'_>) {
    (corpus.entry(id).time, corpus.content_order(id))
}

/// A stretch of a comment, and who else holds an n-gram of it, by their places in the order of time.
struct Stretch {
    holder: u32,
    words: Range<usize>,
    holders: Vec<u32>,
}

/// The passages that many of some comments hold.
fn passages(context: &Context<'_>, mut comments: Vec<DocId>) -> Vec<SaidByMany> {
    let corpus = context.tables.corpus();
    comments.par_sort_by_cached_key(|id| arrival(corpus, *id));
    let n_words = corpus.thresholds().words.statement;
    let mut widely = widely_held(context, &comments);
    let first = sorted_dedup(widely.values().filter_map(|holders| holders.first().copied()));
    let mut stretches: Vec<Stretch> = Vec::new();
    for holder in first {
        for (at, ngram) in ngrams_of(context, comments[holder as usize]) {
            let Some(holders) = widely.remove(&ngram) else { continue };
            let end = at + n_words;
            match stretches.last_mut() {
                Some(last) if last.holder == holder && last.words.end + 1 == end => {
                    last.words.end = end;
                    last.holders.extend(holders);
                }
                _ => stretches.push(Stretch { holder, words: at..end, holders }),
            }
        }
    }
    stretches
        .into_iter()
        .map(|Stretch { holder, words, holders }| {
            let first = comments[holder as usize];
            SaidByMany {
                kind: SaidKind::Passage,
                text: words_of(corpus, first, words),
                facts: Vec::new(),
                comments: sorted_dedup(holders.into_iter().map(|nth| comments[nth as usize])),
                first,
            }
        })
        .collect()
}

/// The n-grams that many comments hold, each with the places of those, ascending.
fn widely_held(context: &Context<'_>, comments: &[DocId]) -> FxHashMap<NGram, Vec<u32>> {
    let corpus = context.tables.corpus();
    let n_words = comments.iter().map(|id| corpus.token_text(*id).len()).sum();
    let held = held_by_several(comments.len(), n_words, |nth| {
        ngrams_of(context, comments[nth]).map(|(_, ngram)| ngram)
    });
    held.chunk_by(|a, b| a.0 == b.0)
        .filter(|holders| holders.len() >= corpus.thresholds().said.fewest)
        .map(|holders| (holders[0].0, holders.iter().map(|(_, nth)| *nth).collect()))
        .collect()
}

/// The n-grams of a comment in which nothing stands that a form put there or that was known beforehand, each with the word at
/// which it begins.
fn ngrams_of(context: &Context<'_>, id: DocId) -> impl Iterator<Item = (usize, NGram)> {
    let tables = context.tables;
    let terms = tables.corpus().token_text(id).terms();
    let n_words = tables.thresholds().words.statement;
    let is_left_out = said_by_nobody(tables, id);
    let mut n_said = 0;
    terms.windows(n_words).enumerate().filter_map(move |(at, words)| {
        // The last word is the one that the window before had not.
        let from = if at == 0 { 0 } else { at + n_words - 1 };
        for word in from..at + n_words {
            n_said = if is_left_out.contains(word) { 0 } else { n_said + 1 };
        }
        (n_said >= n_words).then(|| (at, ngram(words)))
    })
}

#[cfg(test)]
mod tests {
    use super::passages;
    use crate::clustering::examples;
    use crate::corpus::examples::{docket, document, words};
    use crate::corpus::{Corpus, DocId};

    /// What comments say in the midst of words of their own, the first of them last: twelve words of ten comments, not eleven
    /// words, nor nine comments. Where one says twelve words and ten say fourteen, his twelve are a passage of eleven; words 1
    /// to 12 and 2 to 13 are held by ten, and are one as the second has it. Words that nobody else has part passages.
    #[test]
    fn a_passage_is_as_its_first_holder_has_it() {
        for (said, expect) in [
            ("10x s:12", "s0x s11x, 10 from 9"),
            ("10x s:11", ""),
            ("9x s:12", ""),
            ("10x s:14 / s:12", "s0x s11x, 11 from 10; s1x s13x, 10 from 9"),
            ("10x s:12 mine#:1 t:12", "s0x s11x, 10 from 9; t0x t11x, 10 from 9"),
        ] {
            let documents = docket(said).into_iter().enumerate().map(|(at, said)| {
                let text = format!("own{at}a:30 {said} own{at}b:30");
                let mut document = document(at, &words(&text));
                document.attributes.timestamp = Some(1000 - at as i64);
                document
            });
            let corpus = Corpus::of(documents.collect());
            let found = examples::with_corpus(&corpus, |context| {
                passages(context, corpus.ids().collect::<Vec<DocId>>())
            });
            let told = found.iter().map(|said| {
                let words: Vec<&str> = said.text.split(' ').collect();
                let (first, last) = (words[0], words[words.len() - 1]);
                format!("{first} {last}, {} from {}", said.comments.len(), said.first.0)
            });
            assert_eq!(told.collect::<Vec<_>>().join("; "), expect, "{said:?}");
        }
    }
}
