//! A spun letter in, its template out: what is fixed, and what fills its slots.
//!
//! Sentence by sentence, for copies may order their sentences as they like (`sentences`): what stands for a
//! sentence in the copies is aligned with the longest of them, the *reference row*. A word of it that most of them
//! hold is fixed; between two fixed words stand slots (`slots`), and what copies have there are their
//! options. Sentences of which a copy has one are the options of one slot.

mod sentences;
mod slots;

use std::cmp::Reverse;
use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha1::{Digest as _, Sha1};

pub(super) use self::sentences::alike;
use self::sentences::{LetterSentence, letter_sentences};
use super::letter::LetterText;
use crate::clustering::Cluster;
use crate::compare::{Tables, WordDiff, in_both};
use crate::corpus::{DocId, TermId};
use crate::spun::Wording;
use crate::thresholds::Thresholds;

/// A part of a reworded letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "TemplateSegment", untagged)]
pub enum TemplatePart {
    /// The same in most copies.
    Fixed {
        /// Its words, as one copy has them.
        text: String,
    },
    /// What copies have in one place.
    Slot {
        /// The commonest first; an empty one where copies may have nothing there.
        options: Vec<SlotOption>,
    },
}

/// What some copies have in a slot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SlotOption {
    /// Its words, as one copy has them.
    pub text: String,
    /// Of the copies that were aligned, those that have it.
    pub n: usize,
}

/// A spun letter: what is fixed in it and what fills its slots, and some copies beside it.
#[derive(Clone, Debug, Default)]
pub struct Template {
    /// Its parts, in their order.
    pub parts: Vec<TemplatePart>,
    /// Copies drawn blindly, and always the same.
    pub copies: Vec<DrawnCopy>,
}

/// A copy beside its template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnCopy {
    /// The copy.
    pub document: DocId,
    /// Its words that are fixed in the template, in order, in bytes of the decoded text.
    pub fixed: Vec<Range<usize>>,
}

/// A sentence of the letter: its parts, and of each copy's sentence that stands for it the fixed words.
#[derive(Default)]
struct SentenceParts {
    parts: Vec<TemplatePart>,
    fixed: Vec<Vec<usize>>,
}

/// The template of a cluster's copies.
pub(super) fn of(tables: &Tables<'_>, cluster: &Cluster, wording: &Wording) -> Template {
    let corpus = tables.corpus();
    let thresholds = corpus.thresholds();
    let documents = corpus.first_by_content(cluster.documents(), thresholds.work.sample);
    let copies: Vec<LetterText> =
        documents.par_iter().map(|id| LetterText::new(corpus, *id)).collect();
    let sentences = letter_sentences(&copies, wording, thresholds);
    let mut parts: Vec<SentenceParts> = sentences
        .par_iter()
        .map(|sentence| {
            let standing = sentence.places.iter().map(|(at, place)| (&copies[*at], place));
            parts(&standing.collect::<Vec<_>>(), thresholds)
        })
        .collect();
    let template = with_alternatives(&sentences, &mut parts, copies.len(), thresholds);
    let mut drawn: Vec<usize> = (0..documents.len()).collect();
    drawn.sort_by_cached_key(|copy| {
        let id = corpus.id(documents[*copy]);
        (Sha1::digest(id), id)
    });
    drawn.truncate(thresholds.template.drawn);
    let beside = drawn.into_iter().map(|copy| {
        let standing = sentences.iter().zip(&parts).flat_map(|(sentence, parts)| {
            sentence.places.iter().zip(&parts.fixed).filter(|((at, _), _)| *at == copy)
        });
        let words = standing.flat_map(|(_, words)| words);
        let mut fixed: Vec<Range<usize>> =
            words.map(|word| copies[copy].places[*word].clone()).collect();
        fixed.sort_unstable_by_key(|word| (word.start, word.end));
        DrawnCopy { document: documents[copy], fixed }
    });
    Template { parts: template, copies: beside.collect() }
}

/// The parts of all sentences. Those that follow each other of which a copy has one are the options of one slot, and no word
/// of them is fixed.
fn with_alternatives(
    sentences: &[LetterSentence],
    parts: &mut [SentenceParts],
    n_copies: usize,
    thresholds: &Thresholds,
) -> Vec<TemplatePart> {
    let mut template = Vec::new();
    let mut at = 0;
    while at < sentences.len() {
        let n_alternatives = alternatives(&sentences[at..], n_copies, thresholds);
        let here = sentences[at..at + n_alternatives].iter().zip(&parts[at..]);
        let mut options: Vec<(String, usize)> = here
            .map_while(|(sentence, of_it)| Some((whole(&of_it.parts)?, sentence.copies.len())))
            .collect();
        let n_with: usize = options.iter().map(|(_, n)| n).sum();
        let is_optional = !thresholds.shares.similar.is_met(n_with, n_copies);
        if options.is_empty() || options.len() == 1 && !is_optional {
            template.append(&mut parts[at].parts);
            at += 1;
            continue;
        }
        for of_it in &mut parts[at..at + options.len()] {
            of_it.fixed.clear();
        }
        at += options.len();
        if is_optional {
            options.push((String::new(), n_copies - n_with));
        }
        template.push(slot(options, thresholds));
    }
    template
}

/// How many sentences, the first one of some and those that follow it, exclude each other, where that is no chance.
fn alternatives(sentences: &[LetterSentence], n_copies: usize, thresholds: &Thresholds) -> usize {
    let mut n = 1;
    let mut n_by_chance = 0.0;
    while let Some(next) = sentences.get(n) {
        if !sentences[..n].iter().all(|known| known.excludes(next, n_copies, thresholds)) {
            break;
        }
        n_by_chance +=
            sentences[..n].iter().map(|known| known.meetings(next, n_copies).1).sum::<f64>();
        n += 1;
    }
    if n_by_chance < thresholds.template.meetings { 1 } else { n }
}

/// The text of a sentence without slots.
fn whole(parts: &[TemplatePart]) -> Option<String> {
    match parts {
        [TemplatePart::Fixed { text }] => Some(text.clone()),
        _ => None,
    }
}

/// The parts of one sentence of the letter. The longest one that stands for it is the reference row.
fn parts(standing: &[(&LetterText, &Range<usize>)], thresholds: &Thresholds) -> SentenceParts {
    let reference = standing.iter().rev().max_by_key(|(_, place)| place.len());
    let Some((reference, sentence)) = reference.copied() else {
        return SentenceParts::default();
    };
    // For each copy: where the word ends that stands for each of the reference row's sentence. The sentence begins where a word
    // before it would end, and ends before a last one.
    let ends: Vec<Vec<Option<usize>>> = standing
        .iter()
        .map(|(copy, place)| {
            let (own, other) = (&reference.terms[sentence.clone()], &copy.terms[(*place).clone()]);
            let mut ends = vec![None; own.len() + 2];
            (ends[0], ends[own.len() + 1]) = (Some(place.start), Some(place.end + 1));
            for (word, there) in in_both(&WordDiff::new(own).with(other).aligned) {
                ends[word + 1] = Some(place.start + there + 1);
            }
            ends
        })
        .collect();
    let fixed: Vec<usize> = (0..sentence.len() + 2)
        .filter(|word| {
            let n_held = ends.iter().filter(|ends| ends[*word].is_some()).count();
            thresholds.shares.similar.is_met(n_held, ends.len())
        })
        .collect();
    let mut parts: Vec<TemplatePart> = Vec::new();
    let mut open = 0..0;
    for neighbors in fixed.windows(2) {
        let (before, after) = (neighbors[0], neighbors[1]);
        // What copies have between two fixed words, where they hold both.
        let options: Vec<SlotText<'_>> = standing
            .iter()
            .zip(&ends)
            .filter_map(|((copy, _), ends)| Some((copy, ends[before]?..ends[after]? - 1)))
            .filter(|(_, words)| words.start <= words.end)
            .map(|(copy, words)| SlotText { copy, words })
            .collect();
        let last = after.min(sentence.len());
        if options.iter().any(|option| !option.is_empty()) {
            push_fixed(&mut parts, reference, sentence, open);
            for texts in slots::split(options, thresholds) {
                parts.push(slot(options_of(texts), thresholds));
            }
            open = after - 1..last;
        } else {
            open = if open.is_empty() { after - 1..last } else { open.start..last };
        }
    }
    push_fixed(&mut parts, reference, sentence, open);
    let inside = &fixed[1..fixed.len() - 1];
    let of_copies =
        ends.iter().map(|ends| inside.iter().filter_map(|word| Some(ends[*word]? - 1)).collect());
    SentenceParts { parts, fixed: of_copies.collect() }
}

fn push_fixed(
    parts: &mut Vec<TemplatePart>,
    reference: &LetterText,
    sentence: &Range<usize>,
    words: Range<usize>,
) {
    if !words.is_empty() {
        let (from, to) = (sentence.start + words.start, sentence.start + words.end);
        parts.push(TemplatePart::Fixed { text: reference.written(from..to) });
    }
}

/// The options of what copies have in one place, equal ones together.
fn options_of(texts: Vec<SlotText<'_>>) -> Vec<(String, usize)> {
    // The same words may be written in several ways: the first one stands for them.
    let mut counts: FxHashMap<&[TermId], (String, usize)> = FxHashMap::default();
    for text in texts {
        let count = counts.entry(text.terms());
        count.or_insert_with(|| (text.written(), 0)).1 += 1;
    }
    counts.into_values().collect()
}

/// A slot, its commonest options first.
fn slot(mut options: Vec<(String, usize)>, thresholds: &Thresholds) -> TemplatePart {
    options.sort_unstable_by(|a, b| (Reverse(a.1), &a.0).cmp(&(Reverse(b.1), &b.0)));
    options.truncate(thresholds.template.most_options);
    let commonest = options.into_iter().map(|(text, n)| SlotOption { text, n });
    TemplatePart::Slot { options: commonest.collect() }
}

/// Some words of a copy, in a slot.
#[derive(Clone)]
struct SlotText<'a> {
    copy: &'a LetterText,
    words: Range<usize>,
}

impl<'a> SlotText<'a> {
    fn terms(&self) -> &'a [TermId] {
        &self.copy.terms[self.words.clone()]
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    fn written(&self) -> String {
        self.copy.written(self.words.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::{
        LetterSentence, LetterText, SentenceParts, SlotText, TemplatePart, parts, slot,
        with_alternatives,
    };
    use crate::thresholds::Thresholds;

    /// All words of each copy.
    pub(super) fn whole_texts(copies: &[LetterText]) -> Vec<SlotText<'_>> {
        copies.iter().map(|copy| SlotText { copy, words: 0..copy.terms.len() }).collect()
    }

    /// The parts of a sentence that some words of some copies are.
    fn parts_of(copies: &[SlotText<'_>]) -> SentenceParts {
        let standing: Vec<_> = copies.iter().map(|text| (text.copy, &text.words)).collect();
        parts(&standing, &Thresholds::default())
    }

    fn shown(parts: &[TemplatePart]) -> Vec<String> {
        let shown = parts.iter().map(|part| match part {
            TemplatePart::Fixed { text } => text.clone(),
            TemplatePart::Slot { options } => {
                let all = options.iter().map(|option| format!("{} {}", option.text, option.n));
                all.collect::<Vec<_>>().join("|")
            }
        });
        shown.collect()
    }

    /// Nine of ten copies hold "we ask you to", of which eight are enough; five end with each of two options. Of the nine
    /// the first four words are fixed, of the tenth none. Seven copies of ten hold "old", which are not enough.
    #[test]
    fn words_that_most_copies_hold_are_fixed() {
        let texts = [
            &["We ask you to act.", "We ask you to wait."].repeat(4)[..],
            &["We ask you to act.", "Please wait."],
        ];
        let copies = LetterText::examples(&texts.concat());
        let found = parts_of(&whole_texts(&copies));
        assert_eq!(shown(&found.parts), ["We ask you to", "act 5|wait 4"]);
        assert_eq!(found.fixed, [vec![vec![0, 1, 2, 3]; 9], vec![Vec::new()]].concat());
        let texts = [vec!["We keep the old pond."; 7], vec!["We keep the pond."; 3]].concat();
        let found = parts_of(&whole_texts(&LetterText::examples(&texts)));
        assert_eq!(shown(&found.parts), ["We keep the", "old 7| 3", "pond"]);
    }

    /// All of ten copies hold the first sentence, and five each of two others, which are optional: they fill slots.
    #[test]
    fn words_of_an_optional_sentence_fill_a_slot() {
        let texts = ["Keep the pond. Act now.", "Keep the pond. Please wait."];
        let copies = LetterText::examples(&texts.map(|text| [text; 5]).concat());
        let all = [(0..10, 0..3), (0..5, 3..5), (5..10, 3..5)]
            .map(|(copies, words)| copies.map(|copy| (copy, words.clone())).collect::<Vec<_>>());
        let mut parts = all.each_ref().map(|places| {
            let standing = places.iter();
            let texts =
                standing.map(|(at, words)| SlotText { copy: &copies[*at], words: words.clone() });
            parts_of(&texts.collect::<Vec<_>>())
        });
        let sentences = all.map(|places| LetterSentence::new(&copies, places));
        let template = with_alternatives(&sentences, &mut parts, 10, &Thresholds::default());
        assert_eq!(shown(&template), ["Keep the pond", " 5|Act now 5", " 5|Please wait 5"]);
        let fixed = parts.map(|sentence| sentence.fixed);
        assert_eq!(fixed, [vec![vec![0, 1, 2]; 10], Vec::new(), Vec::new()]);
    }

    #[test]
    fn a_slot_names_24_options() {
        let options = (0..30).map(|at| (at.to_string(), 1)).collect();
        let slot = slot(options, &Thresholds::default());
        assert!(matches!(slot, TemplatePart::Slot { options } if options.len() == 24));
    }
}
