//! What texts have of the sentences of a final text in, its passages and who has each out.
//!
//! Of a sentence the strongest candidate is a passage, the one with most words that nobody else's text explains; whoever has
//! half of it and more is its source, too. What is left of the sentence may be another passage. Words that are quoted from
//! known texts, or that a known sentence has which has half of the sentence, carry nothing, and are taken off its ends: a
//! passage stands on what remains.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::FinalWords;
use super::candidates::Candidate;
use super::docket::{Holders, NumberedText, Received};
use super::information::Information;
use super::reworded::Rewordings;
use crate::ngrams::CLAUSE;
use crate::report::schema::SourceKind;
use crate::thresholds::trace::MOST_ORIGINS;
use crate::thresholds::{HALF, Known, Shares};

/// A passage of the final text.
#[derive(Clone, Debug)]
pub(super) struct Passage {
    /// Its words.
    pub(super) words: Range<usize>,
    /// Texts that have it, the one whose comment had it first before the others.
    pub(super) sources: Vec<SourceText>,
}

/// A text that has a passage.
#[derive(Clone, Debug)]
pub(super) struct SourceText {
    pub(super) text: usize,
    /// Words of the text.
    pub(super) words: Range<usize>,
    pub(super) kind: SourceKind,
    /// Words of the passage that it has.
    pub(super) n_same: usize,
    /// What they tell, in any order, in millionths of a bit.
    pub(super) weight: u64,
    /// Of a passage that is reworded the distance of the two sentences.
    pub(super) distance: Option<f64>,
}

/// What passages are made of.
pub(super) struct Grounds<'a> {
    pub(super) of: &'a FinalWords<'a>,
    pub(super) texts: &'a [NumberedText],
    pub(super) holders: &'a [Holders],
    pub(super) information: &'a Information,
    pub(super) rewordings: &'a Rewordings<'a>,
}

/// The passages of a sentence, and how many of them are commonplaces.
pub(super) fn of_sentence(
    grounds: &Grounds<'_>,
    nth: usize,
    candidates: Vec<Candidate>,
) -> (Vec<Passage>, usize) {
    let sentence = grounds.of.text.sentences[nth].clone();
    let (own, mut known): (Vec<Candidate>, Vec<Candidate>) =
        candidates.into_iter().partition(|one| one.text < grounds.holders.len());
    // A phrase of a known sentence is no quotation; most of one, in any order, is.
    known.retain(|one| {
        let n_same = one.places.iter().flatten().count();
        one.kind == SourceKind::Reworded || HALF.is_met(n_same, sentence.len())
    });
    let is_known: Vec<bool> = (0..sentence.len())
        .map(|word| {
            grounds.of.is_known[sentence.start + word] || known.iter().any(|one| one.has(word))
        })
        .collect();
    let sentence = SentenceWords { grounds, start: sentence.start, is_known };
    let mut left: Vec<Candidate> =
        own.into_iter().filter_map(|one| sentence.carried(one)).collect();
    let (mut passages, mut n_commonplaces) = (Vec::new(), 0);
    while let Some(strongest) = sentence.strongest(&left) {
        let words = strongest.words.clone();
        let passage = sentence.passage(strongest, &left);
        left = left.into_iter().filter_map(|one| sentence.without(one, &words)).collect();
        if sentence.is_commonplace(&passage) {
            n_commonplaces += 1;
        } else {
            passages.push(passage);
        }
    }
    passages.sort_unstable_by_key(|passage| passage.words.start);
    (passages, n_commonplaces)
}

/// A sentence, and which of its words known texts have.
struct SentenceWords<'a> {
    grounds: &'a Grounds<'a>,
    start: usize,
    is_known: Vec<bool>,
}

impl SentenceWords<'_> {
    /// A candidate, where what known texts do not have of it carries it. Where that is the smaller part, it is without the
    /// known words at its ends.
    fn carried(&self, mut one: Candidate) -> Option<Candidate> {
        let n_known = one.words.clone().filter(|word| self.is_known[*word]).count();
        if one.kind != SourceKind::Reworded && n_known * 2 > one.words.len() {
            one.drop_first(one.words.clone().take_while(|word| self.is_known[*word]).count());
            one.drop_last(one.words.clone().rev().take_while(|word| self.is_known[*word]).count());
        }
        self.carries(&one).then_some(one)
    }

    /// Whether the words that a candidate has and known texts do not are more than chance.
    fn carries(&self, one: &Candidate) -> bool {
        let own: Vec<usize> =
            one.words.clone().filter(|word| one.has(*word) && !self.is_known[*word]).collect();
        let terms = || own.iter().map(|word| self.grounds.of.text.terms[self.start + word]);
        if one.kind == SourceKind::Reworded {
            return self.grounds.rewordings.are_telling(terms());
        }
        let n_words = self.grounds.information.n_words(terms());
        let is_whole = one.words.len() == self.is_known.len();
        let enough = n_words >= CLAUSE || is_whole && n_words >= Known::shortest_sentence;
        // Each edit may stand at any of the words.
        let edits = one.n_edits() as f64 * (one.words.len() as f64).log2();
        let is_beyond_chance =
            self.grounds.information.bits(terms()) >= self.grounds.information.least + edits;
        // What tells enough in any order does so in its own.
        enough && (is_beyond_chance || is_whole && self.grounds.rewordings.are_telling(terms()))
    }

    /// How many words of a candidate no known text has.
    fn n_own(&self, one: &Candidate) -> usize {
        one.words.clone().filter(|word| one.has(*word) && !self.is_known[*word]).count()
    }

    /// The candidate with most words that no known text has. Who has words in their order comes before who has them in any
    /// order, unless that is a part of the sentence with less than most of what the other one has.
    fn strongest<'b>(&self, all: &'b [Candidate]) -> Option<&'b Candidate> {
        let [copied, reworded] = [false, true].map(|is_reworded| {
            all.iter()
                .filter(|one| (one.kind == SourceKind::Reworded) == is_reworded)
                .map(|one| {
                    ((Reverse(self.n_own(one)), one.kind, one.words.len(), one.words.start), one)
                })
                .min_by_key(|(order, _)| *order)
                .map(|((Reverse(n), ..), one)| (n, one))
        });
        match (copied, reworded) {
            (Some((n, one)), Some((n_other, _))) if Shares::mostly_kept.is_met(n, n_other) => {
                Some(one)
            }
            (copied, reworded) => reworded.or(copied).map(|(_, one)| one),
        }
    }

    /// The passage of the strongest candidate, with whoever else has half of it and more.
    fn passage(&self, strongest: &Candidate, all: &[Candidate]) -> Passage {
        let words = &strongest.words;
        let mut best: BTreeMap<usize, SourceText> = BTreeMap::new();
        for one in all {
            let Some(source) = self.source(one, words) else { continue };
            match best.get_mut(&source.text) {
                Some(known) if known.order() <= source.order() => {}
                Some(known) => *known = source,
                None => {
                    best.insert(source.text, source);
                }
            }
        }
        let most = best.values().map(|source| source.weight).max().unwrap_or_default();
        let mut sources: Vec<SourceText> = best
            .into_values()
            .filter(|source| {
                source.kind != SourceKind::Reworded
                    || source.weight as f64 >= Shares::similar.part() * most as f64
            })
            .collect();
        sources.sort_by(|a, b| self.rank(a).cmp(&self.rank(b)));
        Passage { words: self.start + words.start..self.start + words.end, sources }
    }

    /// Who has most of a passage comes first, of those the earliest.
    fn rank(&self, source: &SourceText) -> (impl Ord + use<>, &Received) {
        (source.order(), &self.grounds.holders[source.text].first)
    }

    /// How a text has a passage, where it has half of it and more.
    fn source(&self, one: &Candidate, words: &Range<usize>) -> Option<SourceText> {
        let both = one.words.start.max(words.start)..one.words.end.min(words.end);
        if both.is_empty() || !HALF.is_met(both.len(), words.len()) {
            return None;
        }
        let places: Vec<usize> = both.clone().filter_map(|word| one.place(word)).collect();
        let n_same = places.len();
        let follow_each_other = || places.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let (kind, found) = match one.kind {
            SourceKind::Reworded
                if !Shares::mostly_kept.is_met(words.len(), self.is_known.len()) =>
            {
                return None;
            }
            SourceKind::Reworded => (SourceKind::Reworded, one.source.clone()),
            _ => {
                let is_whole = n_same == words.len() && follow_each_other();
                let kind = if is_whole { SourceKind::Verbatim } else { SourceKind::Edited };
                if !Shares::most.is_met(n_same, words.len()) {
                    return None;
                }
                // Of a passage in which it has words in the place of others at an end, these too.
                let start = if both.start == one.words.start {
                    one.source.start
                } else {
                    *places.first()?
                };
                let end =
                    if both.end == one.words.end { one.source.end } else { *places.last()? + 1 };
                (kind, start..end)
            }
        };
        let shared = both.filter(|word| one.has(*word));
        let terms = shared.map(|word| self.grounds.of.text.terms[self.start + word]);
        let weight = self.grounds.rewordings.strength(terms);
        Some(SourceText { text: one.text, words: found, kind, n_same, weight, distance: None })
    }

    /// A candidate without the words of a passage: what is longer of what stands before them and behind them, where that
    /// is a passage.
    fn without(&self, mut one: Candidate, words: &Range<usize>) -> Option<Candidate> {
        if one.kind == SourceKind::Reworded {
            return None;
        }
        if one.words.end <= words.start || words.end <= one.words.start {
            return Some(one);
        }
        let before = words.start.saturating_sub(one.words.start);
        let behind = one.words.end.saturating_sub(words.end);
        if before >= behind {
            one.drop_last(one.words.len() - before);
        } else {
            one.drop_first(one.words.len() - behind);
        }
        self.carried(one)
    }

    /// Whether more origins than a few have a part of a sentence, or say the same in other words.
    fn is_commonplace(&self, passage: &Passage) -> bool {
        let Some(first) = passage.sources.first() else { return true };
        let whole = self.grounds.texts[first.text].sentence_of(first.words.start);
        let is_sentence = first.kind != SourceKind::Reworded
            && (Shares::mostly_kept.is_met(first.words.len(), whole.len())
                || Shares::mostly_kept.is_met(passage.words.len(), self.is_known.len()));
        let origins: BTreeSet<(Option<usize>, usize)> = passage
            .sources
            .iter()
            .map(|source| {
                let campaign = self.grounds.holders[source.text].campaign;
                (campaign, if campaign.is_some() { 0 } else { source.text })
            })
            .collect();
        !is_sentence && origins.len() > MOST_ORIGINS
    }
}

impl SourceText {
    /// By what sources are ranked: who has it word for word, then who has most of what tells it.
    pub(super) fn order(&self) -> (bool, Reverse<u64>, SourceKind) {
        (self.kind != SourceKind::Verbatim, Reverse(self.weight), self.kind)
    }
}

impl Candidate {
    /// Stretches of words that the text does not have, or one where it has words besides.
    fn n_edits(&self) -> usize {
        let n_stretches = self
            .places
            .chunk_by(|a, b| a.is_some() == b.is_some())
            .filter(|same| same[0].is_none());
        n_stretches.count().max(usize::from(self.kind == SourceKind::Edited))
    }

    fn drop_first(&mut self, n: usize) {
        self.places.drain(..n);
        self.words.start += n;
        if let Some(place) = self.places.iter().flatten().next().filter(|_| n > 0) {
            self.source.start = *place;
        }
    }

    fn drop_last(&mut self, n: usize) {
        self.places.truncate(self.places.len() - n);
        self.words.end -= n;
        if let Some(place) = self.places.iter().flatten().next_back().filter(|_| n > 0) {
            self.source.end = *place + 1;
        }
    }
}
