//! Labels in, passages out: spans of unique text, and what else has a label of its own.

use std::ops::Range;

use super::alignment::{Alignment, Labels, LetterText, WordLabel};

/// What the commenter wrote: stretches of words that stand in no reference copy. A stretch ends with
/// its block.
pub(super) fn spans(text: &LetterText, alignment: &Alignment) -> Vec<Range<usize>> {
    let blocks = text.blocks.iter();
    blocks
        .flat_map(|block| passages(text, &alignment.own, block, |label| label == WordLabel::New))
        .collect()
}

/// What stands in no letter of the docket and is not the commenter's own either: many others share it.
pub(super) fn shared_spans(text: &LetterText, alignment: &Alignment) -> Vec<Range<usize>> {
    let blocks = text.blocks.iter();
    blocks.flat_map(|block| stretches(text, block, |word| alignment.is_shared[word])).collect()
}

/// The stretches of words of a block with certain labels, with the punctuation that belongs to them, as
/// byte ranges of the decoded text.
pub(super) fn passages(
    text: &LetterText,
    labels: &Labels,
    block: &Range<usize>,
    is_wanted: impl Fn(WordLabel) -> bool,
) -> Vec<Range<usize>> {
    stretches(text, block, |word| is_wanted(labels.0[word]))
}

pub(super) fn stretches(
    text: &LetterText,
    block: &Range<usize>,
    is_wanted: impl Fn(usize) -> bool,
) -> Vec<Range<usize>> {
    let words: Vec<usize> = block.clone().collect();
    let runs = words.chunk_by(|a, b| is_wanted(*a) == is_wanted(*b));
    let wanted = runs.filter(|run| is_wanted(run[0]));
    wanted.map(|run| place(text, run[0]..run[run.len() - 1] + 1)).collect()
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
