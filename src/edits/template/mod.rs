//! A letter of which every copy is worded anew in, its template out: what is fixed, and what fills its slots.
//!
//! Sentence by sentence, for copies may order their sentences as they like: a sentence of each copy goes to the
//! sentence of one copy, the *backbone*, with which it shares most words, and is aligned with it. A word of the
//! backbone that most of them hold is fixed; between two fixed words stands a slot, and what copies have
//! there are its options.

mod slots;

use std::cmp::Reverse;
use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::alignment::{LetterText, aligned};
use crate::clustering::Cluster;
use crate::compare::Tables;
use crate::corpus::{DocId, TermId};
use crate::reworded::Wording;

/// Copies that are aligned, the ones with the smallest digests.
const COPIES: usize = 1000;
/// Of ten sentences that a backbone's sentence stands for, those that hold a fixed word of it.
const FIXED: usize = 8;
/// Words of the longer of two sentences, of ten, that they share to stand for each other.
const SAME_SENTENCE: usize = 4;
/// Options of a slot that are named.
const OPTIONS: usize = 24;

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplatePart {
    /// The same in most copies.
    Fixed(String),
    /// What copies have in this place, each with how many have it, the commonest first. It may be empty.
    Slot(Vec<(String, usize)>),
}

/// A copy made ready.
struct AlignedCopy<'a> {
    text: LetterText,
    decoded: &'a str,
}

impl AlignedCopy<'_> {
    fn terms(&self, sentence: &Range<usize>) -> &[TermId] {
        &self.text.terms[sentence.clone()]
    }

    /// Some words as they stand there.
    fn written(&self, words: Range<usize>) -> String {
        let places = &self.text.places[words];
        match (places.first(), places.last()) {
            (Some(first), Some(last)) => {
                let text = &self.decoded[first.start..last.end];
                text.split_whitespace().collect::<Vec<_>>().join(" ")
            }
            _ => String::new(),
        }
    }
}

/// The template of a cluster's copies.
pub(super) fn of(tables: &Tables<'_>, cluster: &Cluster, wording: &Wording) -> Vec<TemplatePart> {
    let corpus = tables.corpus();
    let mut documents: Vec<DocId> = cluster.documents().collect();
    documents.sort_unstable_by_key(|id| (corpus.document(*id).digest, *id));
    documents.truncate(COPIES);
    let copies: Vec<AlignedCopy<'_>> = documents
        .par_iter()
        .map(|id| AlignedCopy {
            text: LetterText::new(corpus, *id),
            decoded: corpus.document(*id).text.as_deref().unwrap_or_default(),
        })
        .collect();
    // The one with the most words of the wording holds the most of its sentences.
    let n_covered = |copy: &AlignedCopy<'_>| wording.covered(&copy.text.terms).count_ones(..);
    let backbone = (0..copies.len()).max_by_key(|at| (n_covered(&copies[*at]), Reverse(*at)));
    let Some(backbone) = backbone.map(|at| &copies[at]) else {
        return Vec::new();
    };
    let sentences = backbone.text.sentences.iter();
    let own_terms: Vec<FxHashSet<TermId>> = sentences
        .map(|sentence| backbone.terms(sentence).iter().copied().collect())
        .collect();
    // Of each sentence of the backbone those that stand for it, as copy and sentence.
    let pairs: Vec<(usize, usize, Range<usize>)> = copies
        .par_iter()
        .enumerate()
        .flat_map_iter(|(at, copy)| {
            let own_terms = &own_terms;
            let nearest = move |sentence: &Range<usize>| {
                let own = nearest_sentence(own_terms, copy.terms(sentence))?;
                Some((own, at, sentence.clone()))
            };
            copy.text.sentences.iter().filter_map(nearest)
        })
        .collect();
    let mut standing: Vec<Vec<(usize, Range<usize>)>> =
        vec![Vec::new(); backbone.text.sentences.len()];
    for (own, at, sentence) in pairs {
        standing[own].push((at, sentence));
    }
    let sentences = backbone.text.sentences.par_iter().zip(&standing);
    let segments = sentences.flat_map_iter(|(sentence, standing)| {
        let standing = standing.iter().map(|(at, place)| (&copies[*at], place));
        segments(backbone, sentence, &standing.collect::<Vec<_>>())
    });
    segments.collect()
}

/// The sentence of the backbone that shares the most words with a sentence, if enough.
fn nearest_sentence(backbone: &[FxHashSet<TermId>], sentence: &[TermId]) -> Option<usize> {
    let shared =
        |own: &FxHashSet<TermId>| sentence.iter().filter(|term| own.contains(term)).count();
    let sentences = backbone.iter().enumerate();
    let (n_shared, Reverse(at)) = sentences
        .map(|(at, own)| (shared(own), Reverse(at)))
        .max()?;
    let n_words = backbone[at].len().max(sentence.len());
    (n_shared * 10 >= n_words * SAME_SENTENCE).then_some(at)
}

/// The segments of one sentence of the backbone.
fn segments(
    backbone: &AlignedCopy<'_>,
    sentence: &Range<usize>,
    standing: &[(&AlignedCopy<'_>, &Range<usize>)],
) -> Vec<TemplatePart> {
    // For each copy: of each word of the backbone's sentence the word that stands for it.
    let matches: Vec<Vec<Option<usize>>> = standing
        .iter()
        .map(|(copy, place)| matched(backbone.terms(sentence), copy.terms(place), place.start))
        .collect();
    let is_fixed = |word: &usize| {
        let n_held = matches
            .iter()
            .filter(|words| words[*word].is_some())
            .count();
        n_held * 10 >= matches.len() * FIXED
    };
    let fixed: Vec<usize> = (0..sentence.len()).filter(is_fixed).collect();
    let mut segments: Vec<TemplatePart> = Vec::new();
    let mut open = 0..0;
    for nth in 0..=fixed.len() {
        let before = nth.checked_sub(1).map(|nth| fixed[nth]);
        let after = fixed.get(nth).copied();
        let options = options(standing, &matches, before, after);
        if options.iter().any(|option| !option.is_empty()) {
            push_fixed(&mut segments, backbone, sentence, open.clone());
            segments.extend(slots::split(options).into_iter().map(slot));
            open = after.map_or(0..0, |after| after..after + 1);
        } else if let Some(after) = after {
            let start = if open.is_empty() { after } else { open.start };
            open = start..after + 1;
        }
    }
    push_fixed(&mut segments, backbone, sentence, open);
    segments
}

fn push_fixed(
    segments: &mut Vec<TemplatePart>,
    backbone: &AlignedCopy<'_>,
    sentence: &Range<usize>,
    words: Range<usize>,
) {
    if !words.is_empty() {
        let words = sentence.start + words.start..sentence.start + words.end;
        segments.push(TemplatePart::Fixed(backbone.written(words)));
    }
}

/// The options of a slot, equal ones together.
fn slot(options: Vec<SlotText<'_>>) -> TemplatePart {
    // The same words may be written in several ways: the first one stands for them.
    let mut counts: FxHashMap<&[TermId], (String, usize)> = FxHashMap::default();
    for option in options {
        let count = counts.entry(option.terms());
        count.or_insert_with(|| (option.written(), 0)).1 += 1;
    }
    let mut counts: Vec<(String, usize)> = counts.into_values().collect();
    counts.sort_unstable_by(|a, b| (Reverse(a.1), &a.0).cmp(&(Reverse(b.1), &b.0)));
    counts.truncate(OPTIONS);
    TemplatePart::Slot(counts)
}

/// Some words of a copy, in a slot.
#[derive(Clone)]
struct SlotText<'a> {
    copy: &'a AlignedCopy<'a>,
    words: Range<usize>,
}

impl<'a> SlotText<'a> {
    fn terms(&self) -> &'a [TermId] {
        &self.copy.text.terms[self.words.clone()]
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    fn written(&self) -> String {
        self.copy.written(self.words.clone())
    }

    /// The words before and behind one of them.
    fn cut(&self, at: usize) -> (Self, Self) {
        let middle = self.words.start + at;
        let part = |words| Self {
            copy: self.copy,
            words,
        };
        (part(self.words.start..middle), part(middle..self.words.end))
    }
}

/// What copies have between two fixed words, where they hold both.
fn options<'a>(
    standing: &[(&'a AlignedCopy<'a>, &Range<usize>)],
    matches: &[Vec<Option<usize>>],
    before: Option<usize>,
    after: Option<usize>,
) -> Vec<SlotText<'a>> {
    let mut options = Vec::new();
    for ((copy, place), words) in standing.iter().zip(matches) {
        let start = match before {
            Some(before) => words[before].map(|at| at + 1),
            None => Some(place.start),
        };
        let end = match after {
            Some(after) => words[after],
            None => Some(place.end),
        };
        if let (Some(start), Some(end)) = (start, end)
            && start <= end
        {
            options.push(SlotText {
                copy,
                words: start..end,
            });
        }
    }
    options
}

/// Of each word of a backbone's sentence the word of a copy that is aligned with it.
fn matched(own: &[TermId], other: &[TermId], start: usize) -> Vec<Option<usize>> {
    let (in_own, in_other) = aligned(own, other);
    let mut others = (0..other.len()).filter(|at| in_other[*at]);
    let word = |held: bool| held.then(|| others.next()).flatten().map(|at| start + at);
    in_own.into_iter().map(word).collect()
}
