//! The texts of a report, a final text, and known texts in; out the passages of the final text that stand in comments, and
//! who had each first.
//!
//! | | from → to | |
//! |---|---|---|
//! | [`Docket`] | lines of `documents.jsonl` → words of the distinct texts | who has each, and who had it first |
//! | `weights` | distinct sentences → what words tell | what chance does not explain |
//! | `candidates` | a text → what it has in the order of the final text | n-grams, then the alignment of edits |
//! | `reworded` | a sentence → those that say it in other words | tantivy, then what both have in common |
//! | `passages` | candidates of a sentence → its passages | what known texts have carries nothing |
//! | [`Found`] | the lines once more → [`Trace`](crate::report::schema::Trace) | the comments that have the passages |
//!
//! # Invariants
//! - Every distinct text of the report is held against the final text, so that no ranking decides who was first.
//! - A passage stands on words that no known text has in its place, and these tell more than chance explains.
//! - The same report and texts give the same trace, whatever the number of threads.

mod candidates;
mod docket;
mod found;
mod passages;
mod reworded;
mod weights;

use anyhow::Result;
use rayon::prelude::*;

use self::candidates::Candidate;
pub use self::docket::Docket;
use self::docket::NumberedText;
pub use self::found::Found;
use self::passages::Passage;
use self::weights::{Sentences, Weights};
use crate::compare::WordDiff;
use crate::compare::language_model::CollectionModel;
use crate::corpus::TokenText;
use crate::ingest::KnownText;
use crate::known;
use crate::ngrams::PositionalIndex;
use crate::report::schema::TraceTotals;
use crate::search::PassageIndex;
use crate::thresholds::Thresholds;
use crate::thresholds::work::LANGUAGE;

/// What passages are found with.
struct Context<'a> {
    docket: &'a Docket,
    sentences: &'a Sentences<'a>,
    weights: &'a Weights,
    /// By which what copies the final text is found,
    anchors: PositionalIndex,
    /// and sentences that say something in other words.
    index: PassageIndex,
    /// The final text.
    text: &'a NumberedText,
    /// Which of its words stand in known texts.
    is_known: Vec<bool>,
    /// Its sentences, each ready to be aligned.
    diffs: Vec<WordDiff>,
    /// How often each word stands in distinct sentences and in the final text.
    collection: CollectionModel,
}

/// Finds the passages of a final text that stand in comments.
///
/// # Errors
/// Where the search engine fails.
pub fn find(mut docket: Docket, final_text: &KnownText, known: &[KnownText]) -> Result<Found> {
    docket.finish();
    let text = docket.number(&final_text.paragraphs);
    known.iter().for_each(|known| docket.keep(&known.paragraphs));
    let sentences = Sentences::of(&docket.texts);
    let opening: String = final_text.paragraphs.join(" ").chars().take(LANGUAGE).collect();
    let weights = Weights::new(&sentences, &docket, &opening, text.sentences.len());
    let thresholds = Thresholds::default();
    let mut is_known = vec![false; text.terms.len()];
    for words in known::quoted_words(&docket.vocabulary, known, &thresholds, &text.terms) {
        is_known[words].fill(true);
    }
    let all = TokenText::from_blocks(sentences.terms.iter().copied().chain([&text.terms[..]]));
    let diffs = text.sentences.iter().map(|words| WordDiff::new(&text.terms[words.clone()]));
    let context = Context {
        collection: CollectionModel::new(&[all], docket.vocabulary.len(), thresholds.compare.mu),
        docket: &docket,
        sentences: &sentences,
        weights: &weights,
        anchors: candidates::anchors(&text, &is_known),
        index: reworded::index(&sentences, &weights)?,
        text: &text,
        is_known,
        diffs: diffs.collect(),
    };
    let copied: Vec<Vec<(usize, Candidate)>> = (0..docket.texts.len())
        .into_par_iter()
        .map(|number| candidates::copied(&context, number))
        .collect();
    let mut candidates: Vec<Vec<Candidate>> = vec![Vec::new(); text.sentences.len()];
    for (sentence, candidate) in copied.into_iter().flatten() {
        candidates[sentence].push(candidate);
    }
    let (found, n_commonplaces): (Vec<Vec<Passage>>, Vec<usize>) = candidates
        .into_par_iter()
        .enumerate()
        .map(|(nth, mut candidates)| {
            candidates.extend(reworded::find(&context, nth)?);
            Ok(passages::of_sentence(&context, nth, candidates))
        })
        .collect::<Result<_>>()?;
    let mut passages: Vec<Passage> = found.into_iter().flatten().collect();
    passages.dedup_by(|next, last| last.takes(next, &text));
    let totals = TraceTotals {
        n_known_words: context.is_known.iter().filter(|is_known| **is_known).count(),
        commonplaces: n_commonplaces.into_iter().sum(),
        comments: docket.n_comments,
        ..TraceTotals::default()
    };
    Ok(Found::new(docket, text, final_text, passages, totals))
}
