//! Words of a text in, the passages that they make out, as byte ranges of the decoded text.

use std::ops::Range;

use super::alignment::LetterText;

/// The stretches of wanted words of a text, with the punctuation that belongs to them. A stretch ends with its block.
pub(super) fn stretches(
    text: &LetterText,
    block: &Range<usize>,
    is_wanted: impl Fn(usize) -> bool,
) -> Vec<Range<usize>> {
    let words: Vec<usize> = block.clone().collect();
    words
        .chunk_by(|a, b| is_wanted(*a) == is_wanted(*b))
        .filter(|run| is_wanted(run[0]))
        .map(|run| place(text, run[0]..run[run.len() - 1] + 1))
        .collect()
}

/// The bytes of some words: whole sentences come with their first and last marks.
pub(super) fn place(text: &LetterText, words: Range<usize>) -> Range<usize> {
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
