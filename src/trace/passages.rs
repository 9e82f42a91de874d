//! What texts have of the sentences of a final text in, its passages and who has each out.
//!
//! Of a sentence the strongest candidate is a passage, the one with most words that nobody else's text explains; whoever has
//! half of it and more is its source, too. What is left of the sentence may be another passage. Words that are quoted from
//! known texts, or that a known sentence has which has half of the sentence, carry nothing, and are taken off its ends: a
//! passage stands on what remains.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use super::Context;
use super::candidates::Candidate;
use super::docket::NumberedText;
use crate::compare::language_model::{DocumentModel, distance};
use crate::corpus::{TermId, TokenText};
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
    /// What those tell that few sentences have, in any order, in millionths of a bit.
    pub(super) weight: u64,
    /// Of a passage that is reworded the distance of the two sentences.
    pub(super) distance: Option<f64>,
}

/// The passages of a sentence, and how many of them are commonplaces.
pub(super) fn of_sentence(
    context: &Context<'_>,
    nth: usize,
    candidates: Vec<Candidate>,
) -> (Vec<Passage>, usize) {
    let words = context.text.sentences[nth].clone();
    let (own, mut known): (Vec<Candidate>, Vec<Candidate>) =
        candidates.into_iter().partition(|one| one.text < context.docket.holders.len());
    // A phrase of a known sentence is no quotation; most of one, in any order, is.
    known.retain(|one| one.is_reworded() || HALF.is_met(one.n_same(), words.len()));
    let sentence = SentenceWords {
        context,
        terms: &context.text.terms[words.clone()],
        is_known: (0..words.len())
            .map(|word| {
                context.is_known[words.start + word] || known.iter().any(|one| one.has(word))
            })
            .collect(),
    };
    let mut left: Vec<Candidate> =
        own.into_iter().filter_map(|one| sentence.carried(one)).collect();
    let (mut passages, mut n_commonplaces) = (Vec::new(), 0);
    while let Some(strongest) = sentence.strongest(&left) {
        let taken = strongest.words.clone();
        let sources = sentence.sources(&taken, &left);
        left = left.iter().filter_map(|one| sentence.without(one, &taken)).collect();
        if sentence.is_commonplace(&taken, &sources) {
            n_commonplaces += 1;
        } else {
            let in_text = words.start + taken.start..words.start + taken.end;
            passages.push(Passage { words: in_text, sources });
        }
    }
    passages.sort_unstable_by_key(|passage| passage.words.start);
    (passages, n_commonplaces)
}

/// A sentence, and which of its words known texts have.
struct SentenceWords<'a> {
    context: &'a Context<'a>,
    terms: &'a [TermId],
    is_known: Vec<bool>,
}

impl SentenceWords<'_> {
    /// A candidate, where what known texts do not have of it carries it. Where that is the smaller part, it is without the
    /// known words at its ends.
    fn carried(&self, one: Candidate) -> Option<Candidate> {
        let mut own = one.words.clone().filter(|word| !self.is_known[*word]);
        let carried = if !one.is_reworded() && own.clone().count() * 2 < one.words.len() {
            let first = own.next()?;
            one.part(first..own.next_back().unwrap_or(first) + 1)?
        } else {
            one
        };
        self.carries(&carried).then_some(carried)
    }

    /// Whether the words that a candidate has and known texts do not are a clause or a sentence, and more than chance.
    fn carries(&self, one: &Candidate) -> bool {
        let weights = self.context.weights;
        let terms = self.own(one);
        let n_words = weights.pairs.n_words(&terms);
        let is_sentence =
            one.words.len() == self.terms.len() && n_words >= Known::shortest_sentence;
        (one.is_reworded() || is_sentence || n_words >= CLAUSE)
            && weights.weight(&weights.set(&terms)) >= weights.least
    }

    /// The words that a candidate has and no known text.
    fn own(&self, one: &Candidate) -> Vec<TermId> {
        let own = one.words.clone().filter(|word| one.has(*word) && !self.is_known[*word]);
        own.map(|word| self.terms[word]).collect()
    }

    /// The candidate with most words that no known text has. Who has words in their order comes before who has them in any
    /// order, unless that is a part of the sentence with less than most of what the other one has.
    fn strongest<'b>(&self, all: &'b [Candidate]) -> Option<&'b Candidate> {
        let [copied, reworded] = [false, true].map(|is_reworded| {
            let of_kind = all.iter().filter(|one| one.is_reworded() == is_reworded);
            of_kind
                .map(|one| (self.own(one).len(), one))
                .min_by_key(|(n, one)| (Reverse(*n), one.kind, one.words.len(), one.words.start))
        });
        let (_, best) = match (copied, reworded) {
            (Some((n_own, _)), Some((n_of_other, _)))
                if !Shares::mostly_kept.is_met(n_own, n_of_other) =>
            {
                reworded
            }
            _ => copied.or(reworded),
        }?;
        Some(best)
    }

    /// Who has half of a passage and more: who has most of it first, of those the earliest.
    fn sources(&self, words: &Range<usize>, all: &[Candidate]) -> Vec<SourceText> {
        let mut sources: Vec<SourceText> =
            all.iter().filter_map(|one| self.source(one, words)).collect();
        sources.sort_by_key(|source| (source.text, source.order()));
        sources.dedup_by_key(|source| source.text);
        let most = sources.iter().map(|source| source.weight).max().unwrap_or_default() as f64;
        sources.retain(|source| {
            source.kind != SourceKind::Reworded
                || source.weight as f64 >= Shares::similar.part() * most
        });
        let holders = &self.context.docket.holders;
        sources.sort_by_key(|source| (source.order(), &holders[source.text].first));
        sources
    }

    /// How a text has a passage, where it has half of it and more.
    fn source(&self, one: &Candidate, words: &Range<usize>) -> Option<SourceText> {
        let both = one.words.start.max(words.start)..one.words.end.min(words.end);
        if both.is_empty() || !HALF.is_met(both.len(), words.len()) {
            return None;
        }
        let part = one.part(both)?;
        let n_same = part.n_same();
        let (share, n, n_all, kind) = if part.is_reworded() {
            (Shares::mostly_kept, words.len(), self.terms.len(), SourceKind::Reworded)
        } else if n_same == words.len() && part.source.len() == n_same {
            (Shares::most, n_same, n_same, SourceKind::Verbatim)
        } else {
            (Shares::most, n_same, words.len(), SourceKind::Edited)
        };
        let Context { weights, collection, .. } = self.context;
        let shared = part.words.clone().filter(|word| part.has(*word));
        let terms: Vec<TermId> = shared.map(|word| self.terms[word]).collect();
        let weight = weights.weight(&weights.rare(&weights.set(&terms)));
        share.is_met(n, n_all).then(|| SourceText {
            text: part.text,
            words: part.source.clone(),
            kind,
            n_same,
            weight: (weight * 1e6).round() as u64,
            distance: part.is_reworded().then(|| {
                let theirs = &self.context.docket.texts[part.text].terms[part.source.clone()];
                let [own, theirs] = [&self.terms[words.clone()], theirs]
                    .map(|terms| DocumentModel::new(&TokenText::from_blocks([terms]), collection));
                distance(&own, &theirs, collection)
            }),
        })
    }

    /// A candidate without the words of a passage: what is longer of what stands before them and behind them, where that
    /// is a passage.
    fn without(&self, one: &Candidate, words: &Range<usize>) -> Option<Candidate> {
        let before = one.words.start..one.words.end.min(words.start);
        let behind = one.words.start.max(words.end)..one.words.end;
        let longer = if before.len() >= behind.len() { before } else { behind };
        let is_left = !one.is_reworded() && !longer.is_empty();
        if is_left { self.carried(one.part(longer)?) } else { None }
    }

    /// Whether more origins than a few have a part of a sentence, or say the same in other words.
    fn is_commonplace(&self, words: &Range<usize>, sources: &[SourceText]) -> bool {
        let docket = self.context.docket;
        let Some(first) = sources.first() else { return true };
        let whole = docket.texts[first.text].sentence_of(first.words.start);
        let is_sentence = first.kind != SourceKind::Reworded
            && (Shares::mostly_kept.is_met(first.words.len(), whole.len())
                || Shares::mostly_kept.is_met(words.len(), self.terms.len()));
        let of_campaigns = sources
            .iter()
            .map(|source| docket.holders[source.text].first.campaign.as_ref().ok_or(source.text));
        let origins: BTreeSet<Result<&String, usize>> = of_campaigns.collect();
        !is_sentence && origins.len() > MOST_ORIGINS
    }
}

impl Passage {
    /// Takes the next one in, if that is the rest of it: it follows in the same paragraph, and the same texts have it in the
    /// same places.
    pub(super) fn takes(&mut self, next: &Self, text: &NumberedText) -> bool {
        let is_rest = self.words.end == next.words.start
            && text.places[self.words.start].0 == text.places[next.words.start].0
            && self.sources.len() == next.sources.len()
            && self.sources.iter().zip(&next.sources).all(|(own, next)| {
                own.text == next.text
                    && own.kind == next.kind
                    && own.kind != SourceKind::Reworded
                    && own.words.end == next.words.start
            });
        if is_rest {
            self.words.end = next.words.end;
            for (own, next) in self.sources.iter_mut().zip(&next.sources) {
                own.words.end = next.words.end;
                own.n_same += next.n_same;
            }
        }
        is_rest
    }
}

impl SourceText {
    /// By what sources are ranked: who has it word for word, then who has most of what tells it.
    pub(super) fn order(&self) -> (bool, Reverse<u64>, SourceKind) {
        (self.kind != SourceKind::Verbatim, Reverse(self.weight), self.kind)
    }
}
