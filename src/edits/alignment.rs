//! Two texts in, a label for every word out: kept, changed, or new.
//!
//! A word is covered when an n-gram of three words around it stands in the other text, wherever that is
//! (re-ordering and repetition do not matter), or when a diff aligns it (so that an edit every other
//! word is still an edit). Labels are then settled sentence by sentence: what a person calls added is
//! a sentence, not a word.

use std::ops::Range;

use super::fields::Filling;
use super::letter::{Letter, LetterText};
use crate::compare::Differences;
use crate::ngrams::CLAUSE;
use crate::thresholds::HALF;

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
        self.n_in(0..self.0.len(), WordLabel::New)
    }

    pub(super) fn n_changed(&self) -> usize {
        self.n_in(0..self.0.len(), WordLabel::Changed)
    }

    /// How many of some words have a label.
    pub(super) fn n_in(&self, words: Range<usize>, wanted: WordLabel) -> usize {
        self.0[words].iter().filter(|label| **label == wanted).count()
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
    /// In how many pieces the words of the document come from the seed that are copied.
    pub(super) n_pieces: usize,
    /// Which words of the seed, and which of the document, the diff aligns.
    pub(super) aligned: (Vec<bool>, Vec<bool>),
    /// Which words of the seed, and which of the document, stand in the other text.
    pub(super) covered: (Vec<bool>, Vec<bool>),
    /// Which words of the document lie in an n-gram that stands in the seed.
    pub(super) copied: Vec<bool>,
    /// Words that the document quotes from known texts, and the seed does not have.
    pub(super) n_quoted: usize,
    /// What the document has in place of words of the seed.
    pub(super) fillings: Box<[Filling]>,
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
        // What a document quotes is nothing that it added.
        let mut accounted_for = document_covered.clone();
        document.quoted.iter().for_each(|words| accounted_for[words.clone()].fill(true));
        let both = accounted_for.iter().zip(&document_covered);
        let n_quoted = both.filter(|(now, before)| now != before).count();
        let labels = settle(&seed_covered, &seed.sentences);
        let is_kept = |word: usize| seed_covered[word] && labels.0[word] != WordLabel::New;
        let fillings = Filling::all((&seed_aligned, &document_aligned), is_kept, &document.terms);
        Self {
            n_pieces: copied.n_pieces,
            n_quoted,
            fillings,
            document: settle(&accounted_for, &document.sentences),
            seed: labels,
            n_moved,
            aligned: (seed_aligned, document_aligned),
            covered: (seed_covered, document_covered),
            copied: copied.document,
        }
    }
}

fn or(a: &[bool], b: &[bool]) -> Vec<bool> {
    a.iter().zip(b).map(|(a, b)| *a || *b).collect()
}

/// Settles labels sentence by sentence: a sentence is kept when half of its words are covered, and
/// clauses are judged apart from the rest of their sentence.
pub(super) fn settle(covered: &[bool], sentences: &[Range<usize>]) -> Labels {
    let mut labels = vec![WordLabel::Kept; covered.len()];
    for sentence in sentences {
        let words = &covered[sentence.clone()];
        let is_kept = HALF.is_met(words.iter().filter(|covered| **covered).count(), words.len());
        let mut at = sentence.start;
        for same in words.chunk_by(|a, b| a == b) {
            let label = match (same[0], is_kept) {
                (true, true) => WordLabel::Kept,
                (true, false) if same.len() >= CLAUSE => WordLabel::Kept,
                (false, true) if same.len() < CLAUSE => WordLabel::Changed,
                _ => WordLabel::New,
            };
            labels[at..at + same.len()].fill(label);
            at += same.len();
        }
    }
    Labels(labels)
}

#[cfg(test)]
mod tests {
    use super::{WordLabel, settle};

    /// Eight words in a row are kept in any case.
    #[test]
    fn a_sentence_is_kept_when_half_of_it_is() {
        for (covered, expect) in [
            ("xx..", "kkcc"),
            ("x...", "nnnn"),
            ("xxxxxxxx........", "kkkkkkkknnnnnnnn"),
            ("xxxxxxx........", "nnnnnnnnnnnnnnn"),
        ] {
            let covered: Vec<bool> = covered.chars().map(|word| word == 'x').collect();
            let labels = settle(&covered, std::slice::from_ref(&(0..covered.len()))).0;
            let shown = labels.iter().map(|label| match label {
                WordLabel::Kept => 'k',
                WordLabel::Changed => 'c',
                WordLabel::New => 'n',
            });
            assert_eq!(shown.collect::<String>(), expect);
        }
    }
}
