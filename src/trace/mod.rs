//! The texts of a report, a final text, and known texts in; out the passages of the final text that stand in comments, and
//! who had each first.
//!
//! | | from → to | |
//! |---|---|---|
//! | [`Docket`] | lines of `documents.jsonl` → words of the distinct texts | who has each, and who had it first |
//! | `information` | distinct sentences → what words tell | what chance does not explain |
//! | `copied` | a text → what it has in the order of the final text | n-grams, then the alignment of edits |
//! | `reworded` | a sentence → those that say it in other words | tantivy, then what both have in common |
//! | `passages` | candidates of a sentence → its passages | what known texts have carries nothing |
//! | [`Found`] | the lines once more → [`Trace`](crate::report::schema::Trace) | the comments that have the passages |
//!
//! # Invariants
//! - Every distinct text of the report is held against the final text, so that no ranking decides who was first.
//! - A passage stands on words that no known text has in its place, and these tell more than chance explains.
//! - The same report and texts give the same trace, whatever the number of threads.

mod candidates;
mod copied;
mod docket;
mod found;
mod information;
mod law;
mod passages;
mod reworded;

use anyhow::Result;
use rayon::prelude::*;

use self::candidates::Candidate;
pub use self::docket::Docket;
use self::docket::NumberedText;
pub use self::found::Found;
use self::information::{Information, Sentences};
use self::passages::{Grounds, Passage};
use self::reworded::Rewordings;
use crate::compare::WordDiff;
use crate::compare::language_model::{CollectionModel, DocumentModel, distance};
use crate::corpus::{TermId, TokenText, Vocabulary};
use crate::ingest::KnownText;
use crate::known;
use crate::report::schema::SourceKind;
use crate::thresholds::Thresholds;
use crate::thresholds::work::LANGUAGE;

/// The words of the final text, ready to be held against others.
struct FinalWords<'a> {
    text: &'a NumberedText,
    /// Which of them stand in known texts.
    is_known: Vec<bool>,
    /// A sentence each, ready to be aligned.
    diffs: Vec<WordDiff>,
    /// How it begins.
    opening: String,
}

impl FinalWords<'_> {
    /// Which sentence a word stands in.
    fn sentence_of(&self, word: usize) -> usize {
        self.text.sentences.partition_point(|sentence| sentence.end <= word)
    }
}

/// Finds the passages of a final text that stand in comments.
///
/// # Errors
/// Where the search engine fails.
pub fn find(mut docket: Docket, final_text: &KnownText, known: &[KnownText]) -> Result<Found> {
    docket.finish();
    let words = docket.number(&final_text.paragraphs, true);
    for text in known {
        let numbered = docket.number(&text.paragraphs, false);
        docket.texts.push(numbered);
    }
    let (vocabulary, thresholds) = (docket.vocabulary(), Thresholds::default());
    let of = FinalWords {
        is_known: known_words(&words, &vocabulary, known, &thresholds),
        diffs: words.in_sentences().map(WordDiff::new).collect(),
        opening: final_text.paragraphs.join(" ").chars().take(LANGUAGE).collect(),
        text: &words,
    };
    let is_voice = |text: usize| docket.holders.get(text).is_some_and(|of| of.is_voice);
    let sentences = Sentences::of(&docket.texts, is_voice);
    let information = Information::new(&sentences, &vocabulary, words.terms.len());
    let rewordings = Rewordings::new(&sentences, docket.holders.len(), &vocabulary, &of)?;
    let anchors = copied::anchors(&of);
    let mut candidates: Vec<Vec<Candidate>> = vec![Vec::new(); words.sentences.len()];
    let copied: Vec<Vec<(usize, Candidate)>> = docket
        .texts
        .par_iter()
        .enumerate()
        .map(|text| copied::find(&of, &anchors, text, &information))
        .collect();
    for (sentence, candidate) in copied.into_iter().flatten() {
        candidates[sentence].push(candidate);
    }
    let grounds = Grounds {
        of: &of,
        texts: &docket.texts,
        holders: &docket.holders,
        information: &information,
        rewordings: &rewordings,
    };
    let found: Vec<(Vec<Passage>, usize)> = candidates
        .into_par_iter()
        .enumerate()
        .map(|(nth, mut candidates)| {
            candidates.extend(rewordings.find(&of, nth)?);
            Ok(passages::of_sentence(&grounds, nth, candidates))
        })
        .collect::<Result<_>>()?;
    let n_commonplaces = found.iter().map(|(_, n)| n).sum();
    let mut passages = joined(&words, found.into_iter().flat_map(|(passages, _)| passages));
    measure(&words, &docket, (&sentences, thresholds.compare.mu), &mut passages);
    let n_known_words = of.is_known.iter().filter(|known| **known).count();
    drop(of);
    drop(sentences);
    Ok(Found::new(docket, words, final_text, passages, [n_known_words, n_commonplaces]))
}

/// Which words of a final text stand in known texts, paragraph by paragraph.
fn known_words(
    words: &NumberedText,
    vocabulary: &Vocabulary,
    known: &[KnownText],
    thresholds: &Thresholds,
) -> Vec<bool> {
    let mut rest = &words.terms[..];
    let paragraphs: Vec<&[TermId]> = words
        .places
        .chunk_by(|a, b| a.0 == b.0)
        .filter_map(|same| rest.split_off(..same.len()))
        .collect();
    let mut is_known = Vec::with_capacity(words.terms.len());
    let quoted = known::quoted_words(vocabulary, known, thresholds, &paragraphs);
    for (paragraph, quotes) in paragraphs.iter().zip(quoted) {
        let start = is_known.len();
        is_known.resize(start + paragraph.len(), false);
        quotes.into_iter().for_each(|words| is_known[start..][words].fill(true));
    }
    is_known
}

/// Passages that follow each other in one paragraph, and that the same texts have in the same places, as one.
fn joined(words: &NumberedText, passages: impl Iterator<Item = Passage>) -> Vec<Passage> {
    let mut joined: Vec<Passage> = Vec::new();
    for passage in passages {
        match joined.last_mut().filter(|last| last.goes_on_in(&passage, words)) {
            Some(last) => last.append(passage),
            None => joined.push(passage),
        }
    }
    joined
}

/// Gives every source that says a passage in other words its distance.
fn measure(
    words: &NumberedText,
    docket: &Docket,
    (sentences, mu): (&Sentences<'_>, f64),
    passages: &mut [Passage],
) {
    let all = TokenText::from_blocks(sentences.terms.iter().copied());
    let own = TokenText::from_blocks([&words.terms[..]]);
    let collection = CollectionModel::new(&[all, own], docket.n_words(), mu);
    let model =
        |terms: &[TermId]| DocumentModel::new(&TokenText::from_blocks([terms]), &collection);
    passages.par_iter_mut().for_each(|passage| {
        let own = model(&words.terms[passage.words.clone()]);
        for source in &mut passage.sources {
            if source.kind == SourceKind::Reworded {
                let theirs = model(&docket.texts[source.text].terms[source.words.clone()]);
                source.distance = Some(distance(&own, &theirs, &collection));
            }
        }
    });
}

impl Passage {
    /// Whether another passage is the rest of this one.
    fn goes_on_in(&self, next: &Self, words: &NumberedText) -> bool {
        self.words.end == next.words.start
            && words.places[self.words.start].0 == words.places[next.words.start].0
            && self.sources.len() == next.sources.len()
            && self.sources.iter().zip(&next.sources).all(|(own, next)| {
                own.text == next.text
                    && own.kind == next.kind
                    && own.kind != SourceKind::Reworded
                    && own.words.end == next.words.start
            })
    }

    fn append(&mut self, next: Self) {
        self.words.end = next.words.end;
        for (own, next) in self.sources.iter_mut().zip(next.sources) {
            own.words.end = next.words.end;
            own.n_same += next.n_same;
        }
    }
}
