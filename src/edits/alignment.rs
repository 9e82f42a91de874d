//! Two texts in, a label for every word out: kept, changed, or new.
//!
//! A word is covered when a run of three words around it stands in the other text, wherever that is
//! (re-ordering and repetition do not matter), or when a diff aligns it (so that an edit every other
//! word is still an edit). Labels are then settled sentence by sentence: what a person calls added is
//! a sentence, not a word.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::letter::Letter;
use crate::compare::Differences;
use crate::corpus::tokens::for_each_token;
use crate::corpus::{Corpus, DocId, TermId, TokenText, sentences};
use crate::ngrams::{NGram, ngram};

/// Run of words that is judged apart from its sentence: a clause.
const CLAUSE: usize = 8;

/// A main text with its words, their places, and its blocks and sentences as word ranges.
#[derive(Clone, Serialize, Deserialize)]
pub struct LetterText {
    pub(super) terms: Vec<TermId>,
    /// Byte ranges in the decoded text.
    pub(super) places: Vec<Range<usize>>,
    pub(super) blocks: Vec<Range<usize>>,
    /// Which block of the document each is: a block without a word is none here.
    pub(super) block_numbers: Vec<u32>,
    pub(super) sentences: Vec<Range<usize>>,
    /// Byte range of each sentence in the decoded text.
    pub(super) sentence_places: Vec<Range<usize>>,
    /// Words that quote known texts, in order and apart from each other.
    pub(super) quoted: Vec<Range<usize>>,
}

impl LetterText {
    pub(crate) fn new(corpus: &Corpus, id: DocId) -> Self {
        let terms = corpus.token_text(id).terms().to_vec();
        Self::of_blocks(terms, corpus.document(id).blocks())
    }

    /// A text of known terms, from its blocks and their places.
    pub(crate) fn of_blocks<'a>(
        terms: Vec<TermId>,
        blocks: impl Iterator<Item = (Range<usize>, &'a str)>,
    ) -> Self {
        Self { terms, ..Self::placed(blocks, |_| ()) }
    }

    /// A text whose words are numbered here, from its blocks and their places.
    pub(super) fn numbered<'a>(
        blocks: impl Iterator<Item = (Range<usize>, &'a str)>,
        mut number: impl FnMut(&str) -> TermId,
    ) -> Self {
        let mut terms = Vec::new();
        let text = Self::placed(blocks, |form| terms.push(number(form)));
        Self { terms, ..text }
    }

    /// The places of a text, whose words are told one after the other.
    fn placed<'a>(
        blocks: impl Iterator<Item = (Range<usize>, &'a str)>,
        mut each: impl FnMut(&str),
    ) -> Self {
        let mut text = Self {
            terms: Vec::new(),
            places: Vec::new(),
            blocks: Vec::new(),
            block_numbers: Vec::new(),
            sentences: Vec::new(),
            sentence_places: Vec::new(),
            quoted: Vec::new(),
        };
        for (number, (span, block)) in blocks.enumerate() {
            let block_start = text.places.len();
            for_each_token(block, |form, place| {
                each(form);
                text.places.push(span.start + place.start..span.start + place.end);
            });
            if text.places.len() > block_start {
                text.blocks.push(block_start..text.places.len());
                text.block_numbers.push(number as u32);
            }
            let mut start = block_start;
            for sentence in sentences(block) {
                let place = span.start + sentence.start..span.start + sentence.end;
                let end =
                    start + text.places[start..].partition_point(|word| word.start < place.end);
                if end > start {
                    text.sentences.push(start..end);
                    text.sentence_places.push(place);
                }
                start = end;
            }
        }
        text
    }
}

impl LetterText {
    /// The same with words that quote known texts. Where a quotation begins or ends within a sentence, the sentence is
    /// cut: whatever is said of sentences is said of quotations, or of what their sender wrote.
    pub(crate) fn quoting(mut self, quoted: &[Range<usize>]) -> Self {
        if quoted.is_empty() {
            return self;
        }
        let (mut sentences, mut places) = (Vec::new(), Vec::new());
        for (sentence, place) in self.sentences.iter().zip(&self.sentence_places) {
            let cuts = quoted.iter().flat_map(|words| [words.start, words.end]);
            let mut start = sentence.start;
            for end in cuts.filter(|cut| sentence.contains(cut)).chain([sentence.end]) {
                if start == end {
                    continue;
                }
                let (first, last) = (&self.places[start], &self.places[end - 1]);
                let from = if start == sentence.start { place.start } else { first.start };
                let to = if end == sentence.end { place.end } else { last.end };
                sentences.push(start..end);
                places.push(from..to);
                start = end;
            }
        }
        (self.sentences, self.sentence_places) = (sentences, places);
        self.quoted = quoted.to_vec();
        self
    }

    /// Whether a word quotes a known text.
    pub(super) fn is_quoted(&self, word: usize) -> bool {
        self.quoted.iter().any(|words| words.contains(&word))
    }

    /// Its words, block by block.
    pub(super) fn tokens(&self) -> TokenText {
        TokenText::from_blocks(self.blocks.iter().map(|block| &self.terms[block.clone()]))
    }

    /// Which block of the document a sentence stands in.
    pub(super) fn block_of(&self, sentence: u32) -> usize {
        let first = self.sentences[sentence as usize].start;
        let at = self.blocks.partition_point(|block| block.end <= first);
        self.block_numbers[at] as usize
    }
}

/// What became of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordLabel {
    /// It stands in the other text.
    Kept,
    /// It does not, but its sentence does.
    Changed,
    /// Its sentence does not.
    New,
}

/// The labels of one of two compared texts.
#[derive(Debug)]
pub(super) struct Labels(pub(super) Vec<WordLabel>);

impl Labels {
    pub(super) fn n_new(&self) -> usize {
        self.0.iter().filter(|label| **label == WordLabel::New).count()
    }

    pub(super) fn n_changed(&self) -> usize {
        self.n_changed_in(0..self.0.len())
    }

    pub(super) fn n_changed_in(&self, words: Range<usize>) -> usize {
        self.0[words].iter().filter(|label| **label == WordLabel::Changed).count()
    }

    pub(super) fn n_new_in(&self, words: Range<usize>) -> usize {
        self.0[words].iter().filter(|label| **label == WordLabel::New).count()
    }
}

/// How a document and its seed correspond.
#[derive(Debug)]
pub(super) struct Alignment {
    /// Labels of the document's words; [`WordLabel::New`] is what it added.
    pub(super) document: Labels,
    /// Labels of the seed's words; [`WordLabel::New`] is what the document dropped.
    pub(super) seed: Labels,
    /// Words of the document that were copied from another place than the diff aligns.
    pub(super) n_moved: usize,
    /// Runs of the document that are contiguous in the seed.
    pub(super) n_runs: usize,
    /// Which words of the seed, and which of the document, the diff aligns.
    pub(super) aligned: (Vec<bool>, Vec<bool>),
    /// Which words of the seed, and which of the document, stand in the other text.
    pub(super) covered: (Vec<bool>, Vec<bool>),
    /// Which words of the document lie in a run of words that stands in the seed.
    pub(super) copied: Vec<bool>,
    /// Words that the document quotes from known texts, and the seed does not have.
    pub(super) n_quoted: usize,
}

impl Alignment {
    pub(super) fn new(letter: &Letter<'_>, document: &LetterText) -> Self {
        let seed = letter.text;
        let Differences { aligned: (seed_aligned, document_aligned) } =
            letter.words.with(&document.terms);
        let copied = letter.copied(&document.terms);
        let n_moved = copied
            .document
            .iter()
            .zip(&document_aligned)
            .filter(|(copied, aligned)| **copied && !**aligned)
            .count();
        let seed_covered = or(&copied.letter, &seed_aligned);
        let document_covered = or(&copied.document, &document_aligned);
        let (n_quoted, accounted_for) = with_quotes(document, &document_covered);
        Self {
            n_runs: copied.n_pieces,
            n_quoted,
            document: settle(&accounted_for, &document.sentences),
            seed: settle(&seed_covered, &seed.sentences),
            n_moved,
            aligned: (seed_aligned, document_aligned),
            covered: (seed_covered, document_covered),
            copied: copied.document,
        }
    }
}

/// What a document quotes is nothing that it added: how many words it quotes besides those that are covered, and all of
/// them.
fn with_quotes(document: &LetterText, covered: &[bool]) -> (usize, Vec<bool>) {
    let mut all = covered.to_vec();
    document.quoted.iter().for_each(|words| all[words.clone()].fill(true));
    let n_covered = |covered: &[bool]| covered.iter().filter(|word| **word).count();
    (n_covered(&all) - n_covered(covered), all)
}

fn or(a: &[bool], b: &[bool]) -> Vec<bool> {
    a.iter().zip(b).map(|(a, b)| *a || *b).collect()
}

/// Covers the words that lie in a run that is held, besides those that are covered.
pub(super) fn or_held(
    mut covered: Vec<bool>,
    text: &[TermId],
    length: usize,
    holds: impl Fn(NGram) -> bool,
) -> Vec<bool> {
    for (at, run) in text.windows(length).enumerate() {
        let words = &mut covered[at..at + length];
        // Most words of most copies are covered; nobody asks about them again.
        if words.contains(&false) && holds(ngram(run)) {
            words.fill(true);
        }
    }
    covered
}

/// Settles labels sentence by sentence: a sentence is kept when half of its words are covered, and
/// clauses are judged apart from the rest of their sentence.
pub(super) fn settle(covered: &[bool], sentences: &[Range<usize>]) -> Labels {
    let mut labels = vec![WordLabel::Kept; covered.len()];
    for sentence in sentences {
        let words = &covered[sentence.clone()];
        let is_kept = words.iter().filter(|covered| **covered).count() * 2 >= words.len();
        let mut at = sentence.start;
        for run in words.chunk_by(|a, b| a == b) {
            let label = match (run[0], is_kept) {
                (true, true) => WordLabel::Kept,
                (true, false) if run.len() >= CLAUSE => WordLabel::Kept,
                (false, true) if run.len() < CLAUSE => WordLabel::Changed,
                _ => WordLabel::New,
            };
            labels[at..at + run.len()].fill(label);
            at += run.len();
        }
    }
    Labels(labels)
}

#[cfg(test)]
mod tests {
    use super::{WordLabel, settle};

    fn check(covered: &str, expect: &str) {
        let covered: Vec<bool> = covered.chars().map(|c| c == 'x').collect();
        let labels = settle(&covered, std::slice::from_ref(&(0..covered.len())));
        let found: String = labels
            .0
            .iter()
            .map(|label| match label {
                WordLabel::Kept => 'k',
                WordLabel::Changed => 'c',
                WordLabel::New => 'n',
            })
            .collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn a_sentence_is_kept_when_half_of_it_is() {
        check("xx..", "kkcc");
        check("x...", "nnnn");
        check("xxxxxxxx........", "kkkkkkkknnnnnnnn");
        check("xxxxxxx........", "nnnnnnnnnnnnnnn");
    }
}
