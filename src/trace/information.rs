//! Distinct sentences in, what their words tell out, in bits: how improbable it is that two people write them by chance.
//!
//! A word that stands once in so many words of the docket tells −log₂ of that share, but no more than its letters do: 1.3 bits
//! each (Shannon 1951, table of bounds for 100 letters), since who has read the words before it guesses most of it. So
//! the stock phrases of officials tell little, however rare their words are in a docket. In scripts without spaces a pair of
//! characters overlaps the next, and tells half.
//!
//! Beyond chance is what tells more than it takes to name one pair among all pairs of places, and five bits besides.

use rustc_hash::FxHashMap;

use super::docket::NumberedText;
use crate::corpus::tokens::is_unspaced_token;
use crate::corpus::{TermId, Vocabulary};
use crate::thresholds::ShortCopies;
use crate::thresholds::trace::BEYOND_CHANCE;

/// The distinct sentences of some texts, and who has each.
#[derive(Debug)]
pub(super) struct Sentences<'a> {
    /// Their words.
    pub(super) terms: Vec<&'a [TermId]>,
    /// Sentence, text, and first word in the text, ascending.
    held: Vec<(u32, u32, u32)>,
    /// Whether a text has it that tells how people write.
    is_counted: Vec<bool>,
}

impl<'a> Sentences<'a> {
    pub(super) fn of(texts: &'a [NumberedText], is_voice: impl Fn(usize) -> bool) -> Self {
        let mut numbers: FxHashMap<&[TermId], u32> = FxHashMap::default();
        let (mut terms, mut held) = (Vec::new(), Vec::new());
        for (nth, text) in (0..).zip(texts) {
            for sentence in &text.sentences {
                let words = &text.terms[sentence.clone()];
                let number = *numbers.entry(words).or_insert_with(|| {
                    terms.push(words);
                    terms.len() as u32 - 1
                });
                held.push((number, nth, sentence.start as u32));
            }
        }
        held.sort_unstable();
        let mut is_counted = vec![false; terms.len()];
        for (sentence, text, _) in &held {
            is_counted[*sentence as usize] |= is_voice(*text as usize);
        }
        Self { terms, held, is_counted }
    }

    /// The texts that have a sentence, and where it begins in each.
    pub(super) fn holders(&self, sentence: usize) -> impl Iterator<Item = (usize, usize)> {
        let first = self.held.partition_point(|(other, ..)| (*other as usize) < sentence);
        let held = self.held[first..].iter().take_while(move |(of, ..)| *of as usize == sentence);
        held.map(|(_, text, start)| (*text as usize, *start as usize))
    }

    /// Those that tell how people write.
    pub(super) fn counted(&self) -> impl Iterator<Item = &'a [TermId]> {
        self.terms.iter().zip(&self.is_counted).filter(|(_, is)| **is).map(|(terms, _)| *terms)
    }
}

/// What words tell that stand in the same order.
#[derive(Debug)]
pub(super) struct Information {
    /// By the number of the word.
    bits: Vec<f64>,
    /// Two for a word, one for a pair of characters.
    halves: Vec<u8>,
    /// What is beyond chance.
    pub(super) least: f64,
}

impl Information {
    /// What words tell of which some stand in a final text of so many words.
    pub(super) fn new(
        sentences: &Sentences<'_>,
        vocabulary: &Vocabulary,
        n_final_words: usize,
    ) -> Self {
        let forms = vocabulary.forms();
        let mut counts = vec![0_usize; forms.len()];
        let mut n_words = 0;
        for term in sentences.counted().flatten() {
            counts[term.0 as usize] += 1;
            n_words += 1;
        }
        let bits = forms
            .iter()
            .zip(counts)
            .map(|(form, count)| {
                let rarity = (n_words.max(1) as f64 / count.max(1) as f64).log2();
                if is_unspaced_token(form) {
                    rarity / 2.0
                } else {
                    rarity.min(ShortCopies::bits_per_letter * form.chars().count() as f64)
                }
            })
            .collect();
        let pairs = (n_words.max(1) as f64).log2() + (n_final_words.max(1) as f64).log2();
        Self {
            bits,
            halves: forms.iter().map(|form| if is_unspaced_token(form) { 1 } else { 2 }).collect(),
            least: pairs + BEYOND_CHANCE,
        }
    }

    pub(super) fn bits(&self, terms: impl Iterator<Item = TermId>) -> f64 {
        terms.map(|term| self.bits[term.0 as usize]).sum()
    }

    /// How many words some terms are.
    pub(super) fn n_words(&self, terms: impl Iterator<Item = TermId>) -> usize {
        terms.map(|term| usize::from(self.halves[term.0 as usize])).sum::<usize>() / 2
    }
}

#[cfg(test)]
mod tests {
    use super::{Information, Sentences};
    use crate::trace::docket::Docket;

    /// Of 15 words in distinct sentences "the" stands there 4 times: log₂ 15/4 bits; "mole" once: log₂ 15, since 4 letters would
    /// tell 5.2; "ox" once, but its letters tell 2.6. A sentence that stands in two texts counts once. Among 15 and 8 words
    /// there are 120 pairs: log₂ 120 and 5 bits are beyond chance. Where the second text is no voice, 9 words are counted.
    #[test]
    fn words_tell_what_is_rare_and_no_more_than_their_letters() {
        let texts = [
            "The mole guards the harbor. An ox draws carts.",
            "The mole guards the harbor. The boats and the gulls fly.",
        ];
        let mut docket = Docket::default();
        let numbered = texts.map(|text| docket.number(&[text.to_owned()], false));
        let sentences = Sentences::of(&numbered, |_| true);
        assert_eq!(sentences.terms.len(), 3);
        assert_eq!(sentences.holders(0).collect::<Vec<_>>(), [(0, 0), (1, 0)]);
        let vocabulary = docket.vocabulary();
        let information = Information::new(&sentences, &vocabulary, 8);
        let bits = |word: &str| information.bits(vocabulary.number(word).into_iter());
        assert!((bits("the") - (15.0_f64 / 4.0).log2()).abs() < 1e-9);
        assert!((bits("mole") - 15.0_f64.log2()).abs() < 1e-9);
        assert!((bits("ox") - 2.6).abs() < 1e-9);
        assert!((information.least - (15.0_f64.log2() + 3.0 + 5.0)).abs() < 1e-9);
        assert_eq!(Sentences::of(&numbered, |text| text == 0).counted().flatten().count(), 9);
    }
}
