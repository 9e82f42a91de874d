//! Labels in, spans of unique text out.

use std::ops::Range;

use super::alignment::{Alignment, Label, LetterText};

/// What the commenter wrote: stretches of words that stand in no reference copy, with the
/// punctuation that belongs to them, as byte ranges of the decoded text. A stretch ends with its block.
pub(super) fn spans(text: &LetterText, alignment: &Alignment) -> Vec<Range<usize>> {
    let labels = &alignment.own.0;
    let mut spans = Vec::new();
    for block in &text.blocks {
        let mut at = block.start;
        for run in labels[block.clone()].chunk_by(|a, b| (*a == Label::New) == (*b == Label::New)) {
            let words = at..at + run.len();
            at = words.end;
            if run[0] == Label::New {
                spans.push(place(text, words));
            }
        }
    }
    spans
}

/// The bytes of some words: whole sentences come with their first and last marks.
fn place(text: &LetterText, words: Range<usize>) -> Range<usize> {
    let mut place = text.places[words.start].start..text.places[words.end - 1].end;
    for (sentence, bytes) in text.sentences.iter().zip(&text.sentence_places) {
        if sentence.start == words.start {
            place.start = bytes.start;
        }
        if sentence.end == words.end {
            place.end = bytes.end;
        }
    }
    place
}
