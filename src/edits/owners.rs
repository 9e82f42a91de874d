//! A copy aligned with its letter in, whose each of its sentences is out.
//!
//! The unit of what a sender added is the sentence. A sentence of which half stands in the letter is the letter's, kept or
//! changed; any other one was added, whole. Who else has added it is known only where all copies are (`held`).
//!
//! # Invariants
//! - Every word of a copy lies in a sentence, and every sentence has one owner.
//! - A sentence that is [`Owner::Letter`] has no word that does not stand in the letter.

use std::ops::Range;

use super::alignment::{Alignment, LetterText};
use super::letter::Letter;
use crate::compare::passages::{RUN, gram};

/// Whose a sentence of a copy is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// The letter's, or form text.
    Letter,
    /// The letter's, changed: the sentences of the letter that it was made of, by number.
    Changed(Vec<u32>),
    /// Not the letter's.
    Added,
}

/// Whose each sentence of a copy is. The form text is given in words of the copy.
pub(super) fn of(
    letter: &Letter<'_>,
    text: &LetterText,
    alignment: &Alignment,
    form_text: &[Range<usize>],
) -> Vec<Owner> {
    let (of_letter, of_text) = &alignment.covered;
    let mut is_form = vec![false; text.terms.len()];
    for words in form_text {
        is_form[words.clone()].fill(true);
    }
    let is_foreign = |word: &usize| !of_text[*word] && !is_form[*word];
    // Sentences of the letter that it kept, but not all their words.
    let is_cut: Vec<bool> = letter
        .text
        .sentences
        .iter()
        .map(|sentence| {
            let n_kept = of_letter[sentence.clone()].iter().filter(|kept| **kept).count();
            n_kept * 2 >= sentence.len() && n_kept < sentence.len()
        })
        .collect();
    let any_is_cut = is_cut.contains(&true);
    let mut places = None;
    text.sentences
        .iter()
        .map(|sentence| {
            let n_foreign = sentence.clone().filter(is_foreign).count();
            let n_kept = of_text[sentence.clone()].iter().filter(|kept| **kept).count();
            if n_foreign > 0 && n_kept * 2 < sentence.len() {
                return Owner::Added;
            }
            if n_foreign == 0 && (!any_is_cut || n_kept == 0) {
                return Owner::Letter;
            }
            let places = places.get_or_insert_with(|| places_in_letter(letter, text, alignment));
            let sentences = made_of(letter.text, &places[sentence.clone()]);
            match sentences {
                _ if n_foreign == 0 && !sentences.iter().any(|at| is_cut[*at as usize]) => {
                    Owner::Letter
                }
                sentences if sentences.is_empty() => Owner::Added,
                sentences => Owner::Changed(sentences),
            }
        })
        .collect()
}

/// Of each word of a copy where it stands in the letter.
fn places_in_letter(
    letter: &Letter<'_>,
    text: &LetterText,
    alignment: &Alignment,
) -> Vec<Option<u32>> {
    let (of_letter, of_text) = &alignment.aligned;
    let mut aligned = (0..of_letter.len() as u32).filter(|word| of_letter[*word as usize]);
    let mut places: Vec<Option<u32>> =
        of_text.iter().map(|is_aligned| if *is_aligned { aligned.next() } else { None }).collect();
    // What was moved stands where its n-gram does.
    for (at, run) in text.terms.windows(RUN).enumerate() {
        if places[at..at + RUN].contains(&None)
            && let Some((_, first)) = letter.places(gram(run)).first()
        {
            for (place, word) in places[at..at + RUN].iter_mut().zip(*first..) {
                place.get_or_insert(word);
            }
        }
    }
    places
}

/// The sentences of a letter of which half the words or more stand in these places, or else the one that has most of
/// them, of several the first.
fn made_of(letter: &LetterText, places: &[Option<u32>]) -> Vec<u32> {
    let mut n_words: Vec<(u32, usize)> = Vec::new();
    for place in places.iter().flatten() {
        let sentence =
            letter.sentences.partition_point(|sentence| sentence.end <= *place as usize) as u32;
        match n_words.iter_mut().find(|(own, _)| *own == sentence) {
            Some((_, n)) => *n += 1,
            None => n_words.push((sentence, 1)),
        }
    }
    n_words.sort_unstable();
    let mut halves: Vec<u32> = n_words
        .iter()
        .filter(|(sentence, n)| n * 2 >= letter.sentences[*sentence as usize].len())
        .map(|(sentence, _)| *sentence)
        .collect();
    if halves.is_empty() {
        halves.extend(n_words.iter().rev().max_by_key(|(_, n)| *n).map(|(sentence, _)| *sentence));
    }
    halves
}
