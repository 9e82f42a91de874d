//! Two texts in, the second out with marks: what it kept of the first, added, changed and left out.
//!
//! Marks are the labels of the [`Alignment`] that names the edit, so that what is shown is what was
//! counted. Only words are marked, not punctuation; a paragraph that stands in another place is kept.
//!
//! # Invariants
//! - The pieces that are not taken from the reference copy give the document back, byte for byte.

mod writer;

use std::ops::Range;

use super::alignment::{Alignment, WordLabel};
use super::letter::{Letter, LetterText, WordNumbers};
use crate::compare::in_both;
use writer::RedlineWriter;

/// What became of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// It stands in both texts.
    Kept,
    /// In a sentence that the document added.
    Added,
    /// In a sentence that was kept, it is new.
    ChangedTo,
    /// In a sentence that was kept, it is gone.
    ChangedFrom,
    /// In a sentence that the document left out.
    Removed,
    /// No word of either text: it parts a piece that is gone from its neighbors.
    Spacing,
}

/// A piece of text with its mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What became of it.
    pub mark: Mark,
    /// The text.
    pub text: String,
}

/// A paragraph of the marked text.
pub type Paragraph = Vec<Piece>;

/// Marks a document against its reference copy, both given paragraph by paragraph.
pub fn redline(reference: &[String], document: &[String]) -> Vec<Paragraph> {
    Reference::new(reference).redline(document)
}

/// A reference copy, made ready for its copies.
pub struct Reference {
    text: LetterText,
    numbers: WordNumbers,
}

impl Reference {
    /// A reference copy, paragraph by paragraph.
    pub fn new(paragraphs: &[String]) -> Self {
        let (text, numbers) = LetterText::numbered(paragraphs, &WordNumbers::default());
        Self { text, numbers }
    }

    /// Marks a document against it.
    pub fn redline(&self, document: &[String]) -> Vec<Paragraph> {
        let (document, _) = LetterText::numbered(document, &self.numbers);
        let alignment = Alignment::new(&Letter::new(&self.text), &document);
        let items = in_order(&self.text, &alignment);
        paragraphs(&self.text, &document, &items)
    }
}

/// A step through the marked text.
enum Step {
    /// A word of the document.
    Word(usize, Mark),
    /// Words of the reference copy, all of one block.
    Gone(Range<usize>, Mark),
}

/// Words of the document in their order, what is gone before them. The two texts run in step from one
/// word that both keep to the next; what is gone between them comes first, in one piece.
fn in_order(reference: &LetterText, alignment: &Alignment) -> Vec<Step> {
    let (seed, own) = (&alignment.seed.0, &alignment.document.0);
    let in_step = in_both(&alignment.aligned)
        .filter(|(in_seed, in_own)| {
            seed[*in_seed] == WordLabel::Kept && own[*in_own] == WordLabel::Kept
        })
        .chain([(seed.len(), own.len())]);
    let (mut items, mut next_seed, mut next_own) = (Vec::new(), 0, 0);
    for (in_seed, in_own) in in_step {
        items.extend(gone(reference, seed, next_seed..in_seed));
        let words = next_own..(in_own + 1).min(own.len());
        items.extend(words.map(|at| {
            let mark = match own[at] {
                WordLabel::Kept => Mark::Kept,
                WordLabel::Changed => Mark::ChangedTo,
                WordLabel::New => Mark::Added,
            };
            Step::Word(at, mark)
        }));
        (next_seed, next_own) = (in_seed + 1, in_own + 1);
    }
    items
}

/// What is gone of some words, in pieces of one label and block.
fn gone(reference: &LetterText, labels: &[WordLabel], words: Range<usize>) -> Vec<Step> {
    let mut pieces = Vec::new();
    for block in &reference.blocks {
        let mut at = block.start.max(words.start);
        let end = block.end.min(words.end);
        while at < end {
            let run = labels[at..end].iter().take_while(|label| **label == labels[at]);
            let piece = at..at + run.count();
            at = piece.end;
            match labels[piece.start] {
                WordLabel::Kept => {}
                WordLabel::Changed => pieces.push(Step::Gone(piece, Mark::ChangedFrom)),
                WordLabel::New => pieces.push(Step::Gone(piece, Mark::Removed)),
            }
        }
    }
    pieces
}

/// Puts every item into a paragraph: words into their own, a paragraph that is gone into one by
/// itself, and less than a paragraph to the words beside which it stood.
fn paragraphs(reference: &LetterText, document: &LetterText, items: &[Step]) -> Vec<Paragraph> {
    let block_of: Vec<usize> = document
        .blocks
        .iter()
        .zip(&document.block_numbers)
        .flat_map(|(words, number)| words.clone().map(|_| *number as usize))
        .collect();
    let mut marked: Vec<Paragraph> = Vec::new();
    let mut writer = RedlineWriter::new(document);
    for (at, item) in items.iter().enumerate() {
        match item {
            Step::Word(word, mark) => {
                writer.go_to(block_of[*word], &mut marked);
                let mut place = document.places[*word].clone();
                // Where words overlap, what they share is kept if one of them is.
                if let Some(Step::Word(next, Mark::Kept)) = items.get(at + 1)
                    && *mark != Mark::Kept
                {
                    place.end = place.end.min(document.places[*next].start).max(place.start);
                }
                writer.word(place, *mark);
            }
            Step::Gone(words, mark) => {
                let text = gone_text(reference, words);
                if text.is_empty() {
                    continue;
                }
                let next = items[at..].iter().find_map(|item| match item {
                    Step::Word(word, _) => Some(block_of[*word]),
                    Step::Gone(..) => None,
                });
                let block = reference.blocks.iter().find(|block| block.contains(&words.start));
                let piece = Piece { mark: *mark, text };
                if block == Some(words) {
                    if next != writer.block {
                        writer.close(&mut marked);
                    }
                    writer.apart(piece, &mut marked);
                    continue;
                }
                // The beginning of a block goes with what follows.
                if let Some(next) = next
                    && block.is_some_and(|block| block.start == words.start)
                {
                    writer.go_to(next, &mut marked);
                }
                writer.gone(piece);
            }
        }
    }
    writer.go_to(document.block_places.len(), &mut marked);
    marked
}

/// Some words of the letter with the marks that follow the last, as far as the next word. What they share
/// with the words beside them is not gone; of overlapping words that may be all.
fn gone_text(reference: &LetterText, words: &Range<usize>) -> String {
    let places = &reference.places;
    let before = words.start.checked_sub(1).map_or(0, |at| places[at].end);
    let after = places.get(words.end).map(|next| next.start);
    let own = places[words.start].start..places[words.end - 1].end;
    let (start, end) = (own.start.max(before), own.end.min(after.unwrap_or(own.end)));
    if start >= end {
        return String::new();
    }
    let block = reference.block_places.iter().find(|block| block.contains(&start));
    let block_end = block.map_or(end, |block| block.end);
    // One character may be two words: "½".
    let next =
        reference.places.get(words.end).map_or(block_end, |next| next.start.clamp(end, block_end));
    let rest = &reference.decoded[end..next];
    let tail = rest.find(char::is_whitespace).unwrap_or(rest.len());
    reference.decoded[start..end + tail].to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Mark, redline};
    use crate::corpus::cases;

    /// A copy with what is marked in it, where the copy itself can be read off the marks.
    fn marked(letter: &str, copy: &str) -> String {
        let [letter, copy] = [letter, copy]
            .map(|text| text.split("\n\n").map(str::to_owned).collect::<Vec<String>>());
        let (mut own, mut shown) = (String::new(), Vec::new());
        for paragraph in redline(&letter, &copy) {
            shown.push(String::new());
            for piece in paragraph {
                let text = piece.text;
                if matches!(piece.mark, Mark::Kept | Mark::Added | Mark::ChangedTo) {
                    own += &text;
                }
                *shown.last_mut().expect("a paragraph") += &match piece.mark {
                    Mark::Kept | Mark::Spacing => text,
                    Mark::Added => format!("{{+{text}+}}"),
                    Mark::ChangedTo => format!("{{~{text}~}}"),
                    Mark::ChangedFrom => format!("[~{text}~]"),
                    Mark::Removed => format!("[-{text}-]"),
                };
            }
        }
        assert_eq!(own, copy.concat());
        shown.join("\n\n")
    }

    #[test]
    fn words_sentences_and_paragraphs_are_marked() {
        let mut letter = String::new();
        for case in cases::rows(include_str!("cases.txt")) {
            let [words, others, expect] = &case[..] else {
                letter.clone_from(&case[0]);
                continue;
            };
            let found = marked(&letter, &letter.replacen(words, others, 1));
            assert_eq!(found, letter.replacen(words, expect, 1), "{others}");
        }
        assert_eq!(marked("", ""), "");
    }
}
