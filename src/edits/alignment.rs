//! Two texts in, a label for every word out: kept, changed, or new.
//!
//! A word is covered when an n-gram of three words around it stands in the other text, wherever that is
//! (re-ordering and repetition do not matter), or when a diff aligns it (so that an edit every other
//! word is still an edit). Labels are then settled sentence by sentence: what a person calls added is
//! a sentence, not a word.

use std::ops::Range;

use fixedbitset::FixedBitSet;

use super::fields::Filling;
use super::letter::{Letter, LetterText};
use crate::compare::Differences;
use crate::ngrams::{CLAUSE, stretches};
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
    pub(super) aligned: (FixedBitSet, FixedBitSet),
    /// Which words of the seed, and which of the document, stand in the other text.
    pub(super) covered: (FixedBitSet, FixedBitSet),
    /// Which words of the document lie in an n-gram that stands in the seed.
    pub(super) copied: FixedBitSet,
    /// Words that the document quotes from known texts, and the seed does not have.
    pub(super) n_quoted: usize,
    /// What the document has in place of words of the seed.
    pub(super) fillings: Box<[Filling]>,
}

impl Alignment {
    pub(super) fn new(letter: &Letter<'_>, document: &LetterText) -> Self {
        let seed = letter.text;
        let Differences { aligned } = letter.words.with(&document.terms);
        let copied = letter.copied(&document.terms);
        let covered = (&copied.letter | &aligned.0, &copied.document | &aligned.1);
        // What a document quotes is nothing that it added.
        let accounted_for = &covered.1 | &document.quoted;
        let labels = settle(&covered.0, &seed.sentences);
        Self {
            n_pieces: copied.n_pieces,
            n_quoted: accounted_for.difference_count(&covered.1),
            fillings: Filling::all(&aligned, &document.terms, |word| {
                covered.0[word] && labels.0[word] != WordLabel::New
            }),
            document: settle(&accounted_for, &document.sentences),
            n_moved: copied.document.difference_count(&aligned.1),
            seed: labels,
            aligned,
            covered,
            copied: copied.document,
        }
    }
}

/// Settles labels sentence by sentence: a sentence is kept when half of its words are covered, and
/// clauses are judged apart from the rest of their sentence.
pub(super) fn settle(covered: &FixedBitSet, sentences: &[Range<usize>]) -> Labels {
    let mut labels = vec![WordLabel::Kept; covered.len()];
    for sentence in sentences {
        let is_kept = HALF.is_met(covered.count_ones(sentence.clone()), sentence.len());
        if is_kept {
            for words in stretches(sentence.clone(), |word| !covered[word]) {
                let is_clause = words.len() >= CLAUSE;
                labels[words].fill(if is_clause { WordLabel::New } else { WordLabel::Changed });
            }
        } else {
            labels[sentence.clone()].fill(WordLabel::New);
            let kept = stretches(sentence.clone(), |word| covered[word]);
            for words in kept.filter(|words| words.len() >= CLAUSE) {
                labels[words].fill(WordLabel::Kept);
            }
        }
    }
    Labels(labels)
}

#[cfg(test)]
mod tests {
    use super::{FixedBitSet, WordLabel, settle};

    /// Eight words in a row are kept in any case.
    #[test]
    fn a_sentence_is_kept_when_half_of_it_is() {
        for (covered, expect) in [
            ("xx..", "kkcc"),
            ("x...", "nnnn"),
            ("xxxxxxxx........", "kkkkkkkknnnnnnnn"),
            ("xxxxxxx........", "nnnnnnnnnnnnnnn"),
        ] {
            let mut words = FixedBitSet::with_capacity(covered.len());
            words.extend(covered.match_indices('x').map(|(at, _)| at));
            let labels = settle(&words, std::slice::from_ref(&(0..words.len()))).0;
            let shown = labels.iter().map(|label| match label {
                WordLabel::Kept => 'k',
                WordLabel::Changed => 'c',
                WordLabel::New => 'n',
            });
            assert_eq!(shown.collect::<String>(), expect);
        }
    }
}
