//! A text and a final text in, what the one has of the other's sentences in the same order out.
//!
//! Every text is asked, so that no ranking decides who was first: n-grams of the final text find where a passage may stand,
//! and the alignment of edits says how much of it does.

use std::ops::Range;

use super::FinalWords;
use super::candidates::{Candidate, candidate};
use super::docket::NumberedText;
use super::information::Information;
use crate::ngrams::{PROBE, PositionalIndex, ngram};
use crate::thresholds::Words;
use crate::thresholds::work::MOST_PLACES;

/// N-grams of the final text that known texts do not hold whole, and where they stand. None reaches beyond its sentence.
pub(super) fn anchors(of: &FinalWords<'_>) -> PositionalIndex {
    PositionalIndex::new(of.text.sentences.iter().flat_map(|sentence| {
        let starts = sentence.start..(sentence.end + 1).saturating_sub(PROBE);
        starts.filter_map(|at| {
            let is_own = of.is_known[at..at + PROBE].contains(&false);
            is_own.then(|| (ngram(&of.text.terms[at..at + PROBE]), at as u32))
        })
    }))
}

/// What a text has of each sentence, with the number of the sentence.
pub(super) fn find(
    of: &FinalWords<'_>,
    anchors: &PositionalIndex,
    (number, text): (usize, &NumberedText),
    information: &Information,
) -> Vec<(usize, Candidate)> {
    // Sentence, word of the text, word of the final text.
    let mut hits: Vec<(usize, usize, usize)> = Vec::new();
    for (at, words) in text.terms.windows(PROBE).enumerate() {
        for (_, place) in anchors.of(ngram(words)).iter().take(MOST_PLACES) {
            hits.push((of.sentence_of(*place as usize), at, *place as usize));
        }
    }
    hits.sort_unstable();
    let mut found = Vec::new();
    for of_sentence in hits.chunk_by(|a, b| a.0 == b.0) {
        let nth = of_sentence[0].0;
        let sentence = of.text.sentences[nth].clone();
        for near in of_sentence.chunk_by(|a, b| b.1 - a.1 <= sentence.len()) {
            if !may_be_passage(of, &sentence, near, information) {
                continue;
            }
            let window = window(&sentence, near, text.terms.len());
            let own = (&of.diffs[nth], sentence.len());
            found.extend(
                candidate(own, number, &text.terms, window, |word| text.sentence_of(word))
                    .map(|candidate| (nth, candidate)),
            );
        }
    }
    found
}

/// Whether what is in common tells half of what it takes: edits may hide the rest.
fn may_be_passage(
    of: &FinalWords<'_>,
    sentence: &Range<usize>,
    hits: &[(usize, usize, usize)],
    information: &Information,
) -> bool {
    let mut held = vec![false; sentence.len()];
    for (_, _, place) in hits {
        let at = place - sentence.start;
        held[at..at + PROBE].fill(true);
    }
    let terms = held.iter().zip(sentence.clone()).filter(|(held, at)| **held && !of.is_known[*at]);
    information.bits(terms.map(|(_, at)| of.text.terms[at])) >= information.least / 2.0
}

/// Where in the text the sentence would stand, by its first and last n-gram.
fn window(sentence: &Range<usize>, hits: &[(usize, usize, usize)], n_words: usize) -> Range<usize> {
    let before = hits.iter().map(|(_, at, place)| at.saturating_sub(place - sentence.start)).min();
    let behind = hits.iter().map(|(_, at, place)| at + (sentence.end - place)).max();
    before.unwrap_or_default().saturating_sub(Words::slip)
        ..(behind.unwrap_or_default() + Words::slip).min(n_words)
}
