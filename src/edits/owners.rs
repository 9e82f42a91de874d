//! A copy aligned with its letter in, whose each of its sentences is out.
//!
//! The unit of what a sender added is the sentence. A sentence of which half stands in the letter is the letter's, kept or
//! changed, unless a whole clause was put into it, or all that it has of the letter stands in another sentence of the copy,
//! unchanged; any other one was added, whole. Who else has added it is known only where all copies are (`held`).
//!
//! # Invariants
//! - Every word of a copy lies in a sentence, and every sentence has one owner.
//! - A sentence that is [`Owner::Letter`] has no word that does not stand in the letter.

use super::alignment::Alignment;
use super::letter::{Letter, LetterText};
use crate::compare::in_both;
use crate::ngrams::{CLAUSE, COPIED, ngram, sorted_dedup, stretches};
use crate::thresholds::{HALF, Share};

/// Whose a sentence of a copy is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// The letter's, form text, or a quotation of a known text.
    Letter,
    /// The letter's, changed: the sentences of the letter that it was made of, by number.
    Changed(Vec<u32>),
    /// Not the letter's.
    Added,
}

/// Whose each sentence of a copy is.
pub(super) fn of(
    letter: &Letter<'_>,
    text: &LetterText,
    alignment: &Alignment,
    in_ngrams: Share,
) -> Vec<Owner> {
    let (of_letter, of_text) = &alignment.covered;
    // Words that are neither the letter's, nor a form's, nor quoted.
    let mut is_foreign = of_text | &text.of_others;
    is_foreign.toggle_range(..);
    // Sentences of the letter that it kept, but not all their words.
    let is_cut: Vec<bool> = letter
        .text
        .sentences
        .iter()
        .map(|sentence| {
            let n_kept = of_letter.count_ones(sentence.clone());
            HALF.is_met(n_kept, sentence.len()) && n_kept < sentence.len()
        })
        .collect();
    let any_is_cut = is_cut.contains(&true);
    let mut places = None;
    text.sentences
        .iter()
        .enumerate()
        .map(|(nth, sentence)| {
            if text.quoted[sentence.start] {
                return Owner::Letter;
            }
            let n_foreign = is_foreign.count_ones(sentence.clone());
            let n_kept = of_text.count_ones(sentence.clone());
            let n_copied = alignment.copied.count_ones(sentence.clone());
            let is_kept = HALF.is_met(n_kept, sentence.len())
                && (in_ngrams.is_met(n_copied, sentence.len()) || n_kept * 3 >= sentence.len() * 2);
            // The words of a clause are counted as added wherever they stand (`alignment::settle`).
            let gains_a_clause = stretches(sentence.clone(), |word| is_foreign[word])
                .any(|words| words.len() >= CLAUSE);
            if n_foreign > 0 && !is_kept || gains_a_clause {
                return Owner::Added;
            }
            let may_be_turned = !alignment.aligned.1.contains_all_in_range(sentence.clone());
            if n_foreign == 0 && (!any_is_cut && !may_be_turned || n_kept == 0) {
                return Owner::Letter;
            }
            let (in_letter, whole) = places.get_or_insert_with(|| {
                let places = places_in_letter(letter, text, alignment);
                let whole = kept_whole(letter.text, text, &places);
                (places, whole)
            });
            let sentences = made_of(letter.text, &in_letter[sentence.clone()], |at| {
                n_foreign == 0 || whole[at as usize].is_none_or(|keeper| keeper == nth)
            });
            let is_turned = may_be_turned
                && sentences.len() == 1
                && is_out_of_order(letter.text, &in_letter[sentence.clone()], sentences[0]);
            if n_foreign == 0 && !is_turned && !sentences.iter().any(|at| is_cut[*at as usize]) {
                Owner::Letter
            } else if sentences.is_empty() {
                Owner::Added
            } else {
                Owner::Changed(sentences)
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
    let mut places: Vec<Option<u32>> = vec![None; text.terms.len()];
    for (word, here) in in_both(&alignment.aligned) {
        places[here] = Some(word as u32);
    }
    // What was moved stands where its n-gram does.
    for (at, words) in text.terms.windows(COPIED).enumerate() {
        if places[at..at + COPIED].contains(&None)
            && let Some((_, first)) = letter.places(ngram(words)).first()
        {
            for (place, word) in places[at..at + COPIED].iter_mut().zip(*first..) {
                place.get_or_insert(word);
            }
        }
    }
    places
}

/// For each sentence of a letter that of a copy in which all its words stand; none where no sentence has all of them.
fn kept_whole(
    letter: &LetterText,
    text: &LetterText,
    in_letter: &[Option<u32>],
) -> Vec<Option<usize>> {
    let mut whole = vec![None; letter.sentences.len()];
    for (nth, sentence) in text.sentences.iter().enumerate() {
        let words = sorted_dedup(in_letter[sentence.clone()].iter().flatten().copied());
        let of_one = words.chunk_by(|a, b| sentence_of(letter, *a) == sentence_of(letter, *b));
        for same in of_one {
            let at = sentence_of(letter, same[0]);
            if same.len() == letter.sentences[at].len() {
                whole[at].get_or_insert(nth);
            }
        }
    }
    whole
}

/// Whether words stand in another order than in the sentence of the letter that they are all of: two that changed places may
/// turn it around.
fn is_out_of_order(letter: &LetterText, places: &[Option<u32>], sentence: u32) -> bool {
    let words = &letter.sentences[sentence as usize];
    let aligned = places.iter().flatten();
    aligned.clone().all(|place| words.contains(&(*place as usize))) && !aligned.is_sorted()
}

/// Which sentence of a letter a word of it stands in.
fn sentence_of(letter: &LetterText, word: u32) -> usize {
    letter.sentences.partition_point(|sentence| sentence.end <= word as usize)
}

/// The sentences of a letter of which half the words or more stand in these places, or else of those that may be the one
/// that has most of them, of several the first.
fn made_of(letter: &LetterText, places: &[Option<u32>], may_be: impl Fn(u32) -> bool) -> Vec<u32> {
    let mut n_words: Vec<(u32, usize)> = Vec::new();
    for place in places.iter().flatten() {
        let sentence = sentence_of(letter, *place) as u32;
        match n_words.iter_mut().find(|(own, _)| *own == sentence) {
            Some((_, n)) => *n += 1,
            None => n_words.push((sentence, 1)),
        }
    }
    n_words.sort_unstable();
    let mut halves: Vec<u32> = n_words
        .iter()
        .filter(|(sentence, n)| HALF.is_met(*n, letter.sentences[*sentence as usize].len()))
        .map(|(sentence, _)| *sentence)
        .collect();
    if halves.is_empty() {
        let others = n_words.iter().rev().filter(|(sentence, _)| may_be(*sentence));
        halves.extend(others.max_by_key(|(_, n)| *n).map(|(sentence, _)| *sentence));
    }
    halves
}

#[cfg(test)]
mod tests {
    use super::{Owner, Share, made_of, of};
    use crate::corpus::examples::corpus;
    use crate::corpus::{DocId, TermId, cases};
    use crate::edits::alignment::Alignment;
    use crate::edits::letter::{Letter, LetterText};

    /// A text whose sentences are a block each.
    fn text(sentences: &str) -> LetterText {
        let mut terms = Vec::new();
        let blocks: Vec<&str> = sentences.split(" / ").collect();
        let text = LetterText::of_paragraphs(&blocks, |word| {
            let number = word.bytes().fold(0, |sum, byte| sum * 31 % 65_521 + u32::from(byte));
            terms.push(TermId(number));
        });
        LetterText { terms, ..text }
    }

    fn shown(owner: Owner) -> String {
        match owner {
            Owner::Letter => "letter".to_owned(),
            Owner::Added => "added".to_owned(),
            Owner::Changed(sentences) => {
                sentences.iter().fold("changed".to_owned(), |shown, at| format!("{shown} {at}"))
            }
        }
    }

    #[test]
    fn a_sentence_has_one_owner() {
        let mut letter = text("");
        for case in cases::cells(include_str!("owners.txt")) {
            let [copy, expect] = case[..] else {
                letter = text(case[0]);
                continue;
            };
            let (letter, copy) = (Letter::new(&letter), text(copy));
            let owners = of(&letter, &copy, &Alignment::new(&letter, &copy), Share(1, 3));
            let found: Vec<String> = owners.into_iter().map(shown).collect();
            assert_eq!(found.join(", "), expect, "{case:?}");
        }
    }

    /// Form text is the form's, wherever it stands.
    #[test]
    fn form_text_has_a_list_of_its_own() {
        let corpus = corpus(&["a:20", "b:6 a:20"]);
        let [letter, mut copy] = [0, 1].map(|id| LetterText::new(&corpus, DocId(id)));
        copy.of_others.grow(copy.terms.len());
        let ready = Letter::new(&letter);
        let alignment = Alignment::new(&ready, &copy);
        for (form, owner) in [(0..6, Owner::Letter), (0..5, Owner::Changed(vec![0]))] {
            copy.of_others.clear();
            copy.of_others.insert_range(form);
            assert_eq!(of(&ready, &copy, &alignment, Share(1, 3)), [owner]);
        }
    }

    /// Of two sentences of six words the second begins with word 6: three words are half of a sentence.
    #[test]
    fn of_two_sentences_with_as_many_words_the_first_was_changed() {
        let letter = LetterText::examples(&["We ask you to wait now. It is good for the eels."]);
        for (places, expect) in [
            (&[0, 1, 6, 7, 8][..], &[1][..]),
            (&[0, 1, 6, 7], &[0]),
            (&[0, 1, 2, 6, 7, 8, 9], &[0, 1]),
        ] {
            let known: Vec<Option<u32>> = places.iter().copied().map(Some).collect();
            assert_eq!(made_of(&letter[0], &known, |_| true), expect);
        }
    }
}
