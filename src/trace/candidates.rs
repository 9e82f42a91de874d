//! A text and a final text in, what the one has of the other's sentences in the same order out.
//!
//! Every text is asked, so that no ranking decides who was first: n-grams of the final text find where a passage may stand,
//! and the alignment of edits says how much of it does.

use std::ops::Range;

use super::Context;
use super::docket::NumberedText;
use crate::compare::{WordDiff, in_both};
use crate::corpus::TermId;
use crate::ngrams::{PROBE, PositionalIndex, ngram};
use crate::report::schema::SourceKind;
use crate::thresholds::work::MOST_PLACES;
use crate::thresholds::{Shares, Words};

/// What a text has of a sentence of the final text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Candidate {
    /// Which text.
    pub(super) text: usize,
    /// Words of the sentence, numbered within it.
    pub(super) words: Range<usize>,
    /// Words of the text.
    pub(super) source: Range<usize>,
    /// How it has them.
    pub(super) kind: SourceKind,
    /// For each of `words` where the text has it, if it does; of one that is reworded, that it does.
    pub(super) places: Vec<Option<usize>>,
}

impl Candidate {
    pub(super) fn is_reworded(&self) -> bool {
        self.kind == SourceKind::Reworded
    }

    /// Whether the text has a word of the sentence.
    pub(super) fn has(&self, word: usize) -> bool {
        self.words.contains(&word) && self.places[word - self.words.start].is_some()
    }

    /// How many words it has.
    pub(super) fn n_same(&self) -> usize {
        self.places.iter().flatten().count()
    }

    /// What the text has of some of the words, if it has any. Words in the place of others at an end of both are a part of it.
    pub(super) fn part(&self, words: Range<usize>) -> Option<Self> {
        let places = self.places[words.start - self.words.start..][..words.len()].to_vec();
        let (first, last) = (places.iter().flatten().next()?, places.iter().flatten().last()?);
        let mut source = self.source.clone();
        if !self.is_reworded() && words.start > self.words.start {
            source.start = *first;
        }
        if !self.is_reworded() && words.end < self.words.end {
            source.end = *last + 1;
        }
        Some(Self { words, source, places, ..*self })
    }

    /// The same where its words begin in another text, or elsewhere in this one.
    pub(super) fn moved(&self, from: usize, (text, to): (usize, usize)) -> Self {
        let mut moved = Self { text, ..self.clone() };
        let ends = [&mut moved.source.start, &mut moved.source.end];
        for place in ends.into_iter().chain(moved.places.iter_mut().flatten()) {
            *place = *place - from + to;
        }
        moved
    }
}

/// N-grams of the final text that known texts do not hold whole, and where they stand. None reaches beyond its sentence.
pub(super) fn anchors(text: &NumberedText, is_known: &[bool]) -> PositionalIndex {
    PositionalIndex::new(text.sentences.iter().flat_map(|sentence| {
        let starts = sentence.start..(sentence.end + 1).saturating_sub(PROBE);
        starts.filter_map(|at| {
            let is_own = is_known[at..at + PROBE].contains(&false);
            is_own.then(|| (ngram(&text.terms[at..at + PROBE]), at as u32))
        })
    }))
}

/// What a text has of each sentence, with the number of the sentence.
pub(super) fn copied(context: &Context<'_>, number: usize) -> Vec<(usize, Candidate)> {
    let text = &context.docket.texts[number];
    // Sentence, word of the text, word of the final text.
    let mut hits: Vec<(usize, usize, usize)> = Vec::new();
    for (at, words) in text.terms.windows(PROBE).enumerate() {
        for (_, place) in context.anchors.of(ngram(words)).iter().take(MOST_PLACES) {
            hits.push((context.text.nth_sentence(*place as usize), at, *place as usize));
        }
    }
    hits.sort_unstable();
    let mut found = Vec::new();
    for of_sentence in hits.chunk_by(|a, b| a.0 == b.0) {
        let nth = of_sentence[0].0;
        let sentence = context.text.sentences[nth].clone();
        for near in of_sentence.chunk_by(|a, b| b.1 - a.1 <= sentence.len()) {
            if may_be_passage(context, near) {
                let window = window(&sentence, near, text.terms.len());
                let candidate = candidate(&context.diffs[nth], (number, text), window);
                found.extend(candidate.map(|candidate| (nth, candidate)));
            }
        }
    }
    found
}

/// Whether what is in common tells half of what it takes: edits may hide the rest.
fn may_be_passage(context: &Context<'_>, hits: &[(usize, usize, usize)]) -> bool {
    let held = hits.iter().flat_map(|(_, _, place)| *place..place + PROBE);
    let own = held.filter(|place| !context.is_known[*place]);
    let terms: Vec<TermId> = own.map(|place| context.text.terms[place]).collect();
    let weights = context.weights;
    weights.weight(&weights.set(&terms)) >= weights.least / 2.0
}

/// Where in the text the sentence would stand, by its first and last n-gram.
fn window(sentence: &Range<usize>, hits: &[(usize, usize, usize)], n_words: usize) -> Range<usize> {
    let before = hits.iter().map(|(_, at, place)| at.saturating_sub(place - sentence.start)).min();
    let behind = hits.iter().map(|(_, at, place)| at + (sentence.end - place)).max();
    before.unwrap_or_default().saturating_sub(Words::slip)
        ..(behind.unwrap_or_default() + Words::slip).min(n_words)
}

/// Of all words that the diff aligns the stretch that is densest: each word in common counts one; a gap between two takes
/// away one, and one for each of its words, in whichever text there are more (the affine gaps of Gotoh 1982, with words for
/// letters).
fn densest(pairs: &[(usize, usize)]) -> &[(usize, usize)] {
    let (mut best, mut best_sum) = (0..0, 0);
    let (mut start, mut sum) = (0, 0);
    for at in 0..pairs.len() {
        if at > start {
            let (before, now) = (pairs[at - 1], pairs[at]);
            let gap = (now.0 - before.0 - 1).max(now.1 - before.1 - 1) as i64;
            sum -= if gap > 0 { gap + 1 } else { 0 };
        }
        if sum <= 0 {
            (start, sum) = (at, 0);
        }
        sum += 1;
        if sum > best_sum {
            (best, best_sum) = (start..at + 1, sum);
        }
    }
    &pairs[best]
}

/// What a text has of a sentence within some of its words, where it has enough. A few words of one more sentence of the text
/// are chance. Where both sentences go on at an end of what they have in common, with few words (as many as a quotation may
/// slip), other words stand there in the place of others, and belong to the passage; where one of them ends there, the
/// passage is a part of the other one.
pub(super) fn candidate(
    sentence: &WordDiff,
    (number, text): (usize, &NumberedText),
    window: Range<usize>,
) -> Option<Candidate> {
    let aligned = sentence.with(&text.terms[window.clone()]).aligned;
    let all: Vec<(usize, usize)> =
        in_both(&aligned).map(|(word, place)| (word, window.start + place)).collect();
    // What goes on in another sentence of the text behind other words is another passage.
    let densest = densest(&all)
        .chunk_by(|a, b| (b.0 - a.0, b.1 - a.1) == (1, 1) || text.sentence_of(a.1).contains(&b.1));
    let longest = densest.rev().max_by_key(|same| same.len())?;
    let mut sentences: Vec<&[(usize, usize)]> =
        longest.chunk_by(|a, b| text.sentence_of(a.1).contains(&b.1)).collect();
    if sentences.len() > 1 && sentences[0].len() < PROBE {
        sentences.remove(0);
    }
    if sentences.len() > 1 {
        sentences.pop_if(|last| last.len() < PROBE);
    }
    let pairs = sentences.concat();
    let (first, last) = (*pairs.first()?, *pairs.last()?);
    let (mut words, mut source) = (first.0..last.0 + 1, first.1..last.1 + 1);
    let n_same = pairs.len();
    let before = source.start - text.sentence_of(source.start).start;
    if are_edited(n_same, [words.len(), source.len()], [words.start, before]) {
        (words.start, source.start) = (0, source.start - before);
    }
    let behind = text.sentence_of(source.end - 1).end - source.end;
    if are_edited(n_same, [words.len(), source.len()], [aligned.0.len() - words.end, behind]) {
        (words.end, source.end) = (aligned.0.len(), source.end + behind);
    }
    // Where other words stand at an end, some behind them may be the same again.
    let pairs: Vec<(usize, usize)> = all
        .into_iter()
        .filter(|(word, place)| words.contains(word) && source.contains(place))
        .collect();
    let longer = words.len().max(source.len());
    if !Shares::most.is_met(pairs.len(), longer) {
        return None;
    }
    let kind = if pairs.len() == longer { SourceKind::Verbatim } else { SourceKind::Edited };
    let mut places = vec![None; words.len()];
    pairs.into_iter().for_each(|(word, place)| places[word - words.start] = Some(place));
    Some(Candidate { text: number, words, source, kind, places })
}

/// Whether two stretches with so many words in common are one passage with the words that stand beside them at one end: these
/// are few on both sides, and most of all is the same.
fn are_edited(n_same: usize, lengths: [usize; 2], beside: [usize; 2]) -> bool {
    let longer = (lengths[0] + beside[0]).max(lengths[1] + beside[1]);
    let are_few = beside.iter().all(|n| (1..=Words::slip).contains(n));
    are_few && Shares::mostly_kept.is_met(n_same, longer)
}

#[cfg(test)]
mod tests {
    use super::{NumberedText, candidate};
    use crate::compare::WordDiff;
    use crate::corpus::examples::letters;
    use crate::report::schema::SourceKind;

    /// A sentence and a text of one sentence, a letter a word: the words that they have of each other, and how many are the
    /// same, with `=` where all are. A part of one of the two; one word for another, within and at both ends, and the last but
    /// one; one left out; five for five, which is no edit: 8 of 13 are less than seven tenths; one far from the others.
    #[test]
    fn passages_are_found_in_sentences() {
        for (sentence, text, expect) in [
            ("abcdefgh", "abcdefgh", "abcdefgh =8 abcdefgh"),
            ("xyabcdefgh", "abcdefgh", "abcdefgh =8 abcdefgh"),
            ("abcdefgh", "xyabcdefghz", "abcdefgh =8 abcdefgh"),
            ("abcdefgh", "abcxefgh", "abcdefgh ~7 abcxefgh"),
            ("abcdefgh", "abcdefgx", "abcdefgh ~7 abcdefgx"),
            ("abcdefgh", "xbcdefgh", "abcdefgh ~7 xbcdefgh"),
            ("abcdefgh", "abcdefxh", "abcdefgh ~7 abcdefxh"),
            ("abcdefgh", "axcdefgh", "abcdefgh ~7 axcdefgh"),
            ("abcdefgh", "abcefgh", "abcdefgh ~7 abcefgh"),
            ("abcdefghijklm", "abcdefghuvwxy", "abcdefgh =8 abcdefgh"),
            ("abcdefgh", "hxxxabcdef", "abcdef =6 abcdef"),
            ("abcd", "wxyz", ""),
        ] {
            let whole = 0..text.len();
            let other = NumberedText {
                terms: letters(text),
                sentences: vec![whole.clone()],
                ..NumberedText::default()
            };
            let found = candidate(&WordDiff::new(&letters(sentence)), (0, &other), whole);
            let shown = found.map(|one| {
                let sign = if one.kind == SourceKind::Verbatim { '=' } else { '~' };
                let n_same = one.n_same();
                format!("{} {sign}{n_same} {}", &sentence[one.words], &text[one.source])
            });
            assert_eq!(shown.unwrap_or_default(), expect, "{sentence} {text}");
        }
    }
}
