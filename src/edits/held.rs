//! Sentences that copies added in, how many comments hold each out.
//!
//! A comment holds a sentence where its words stand there in a row, nine tenths of them in n-grams that both have:
//! senders mend a word of what an alert gave them. Sentences that are the same but for a tenth are one, and the one
//! that most have stands for it. It is looked for in every text of the docket, also within longer sentences.
//!
//! The work grows with the docket: a text is asked about a sentence only where it has one of its rarest n-grams, in
//! as many parts of the sentence as it takes for one to be whole in whoever holds it.
//!
//! # Invariants
//! - The counts do not depend on the order of texts, on their ids, or on the numbers of their words.
//! - A sentence that no other text holds has none.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use fixedbitset::FixedBitSet;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::compare::Tables;
use crate::corpus::{DocId, TermId};
use crate::ngrams::{
    COPIED, COUNTED, NGram, PROBE, RepeatedFilter, counts, distinct_ngrams, ngram,
};
use crate::thresholds::{Share, Thresholds};

/// Some sentences of a text, as ranges of its words.
pub(super) type Sentences = (DocId, Vec<Range<usize>>);

/// How many comments hold each sentence, exact copies of its own text included; none where no other text holds it.
pub(super) fn n_comments(tables: &Tables<'_>, added: &[Sentences]) -> Vec<Vec<Option<usize>>> {
    let wordings = Wordings::of(tables, added);
    let held = wordings.held(tables);
    added
        .par_iter()
        .zip(&wordings.of_texts)
        .map(|((document, sentences), own)| {
            sentences
                .iter()
                .zip(own)
                .map(|(words, wording)| {
                    let holding = &held[*wording as usize];
                    if holding.n_texts > 1 {
                        return Some(holding.n_comments as usize);
                    }
                    let terms = &tables.corpus().token_text(*document).terms()[words.clone()];
                    wordings
                        .edited(terms, &held)
                        .map(|of| (of.n_comments + holding.n_comments) as usize)
                        .or_else(|| in_pieces(tables, *document, terms))
                })
                .collect()
        })
        .collect()
}

/// How many comments hold a sentence of which nine tenths stand in n-grams that others hold, though no other has all:
/// as many as hold the one of these n-grams that fewest hold.
fn in_pieces(tables: &Tables<'_>, document: DocId, terms: &[TermId]) -> Option<usize> {
    let mut is_held = vec![false; terms.len()];
    let mut n_comments = u32::MAX;
    for (at, words) in terms.windows(COUNTED).enumerate() {
        let n_holders = tables.frequencies().of(ngram(words));
        if n_holders > tables.n_comments(document) {
            is_held[at..at + COUNTED].fill(true);
            n_comments = n_comments.min(n_holders);
        }
    }
    let n_held = is_held.iter().filter(|held| **held).count();
    (n_held > 0 && tables.thresholds().shares.wholly.is_met(n_held, terms.len()))
        .then_some(n_comments as usize)
}

/// Who holds a wording.
#[derive(Debug, Default)]
struct Holding {
    n_texts: u32,
    n_comments: u32,
}

/// Distinct sentences, those that are the same but for a tenth together.
struct Wordings<'a> {
    thresholds: &'a Thresholds,
    /// The one that most have of each.
    sentences: Vec<&'a [TermId]>,
    /// By n-gram that several sentences have the wordings that have it, of those long enough to be edited.
    postings: FxHashMap<NGram, Vec<u32>>,
    repeated: RepeatedFilter,
    /// The wording of each sentence of each text.
    of_texts: Vec<Vec<u32>>,
    /// The wordings of each text that added some.
    of_documents: FxHashMap<DocId, Vec<u32>>,
}

impl<'a> Wordings<'a> {
    fn of(tables: &Tables<'a>, added: &[Sentences]) -> Self {
        let corpus = tables.corpus();
        // By its words: its number, how many comments added it, and where it stands first, by content.
        let mut distinct: FxHashMap<&[TermId], u32> = FxHashMap::default();
        let mut sentences: Vec<(&[TermId], u32, _)> = Vec::new();
        let numbers: Vec<Vec<u32>> = added
            .iter()
            .map(|(document, ranges)| {
                let (terms, digest) =
                    (corpus.token_text(*document).terms(), corpus.digest(*document));
                ranges
                    .iter()
                    .map(|words| {
                        let sentence = &terms[words.clone()];
                        let next = sentences.len() as u32;
                        let number = *distinct.entry(sentence).or_insert(next);
                        let place = (digest, words.start);
                        if number == next {
                            sentences.push((sentence, 0, place));
                        }
                        let (_, n, first) = &mut sentences[number as usize];
                        *n += tables.n_comments(*document);
                        *first = place.min(*first);
                        number
                    })
                    .collect()
            })
            .collect();
        let mut order: Vec<u32> = (0..sentences.len() as u32).collect();
        order.par_sort_unstable_by_key(|at| {
            let (sentence, n, first) = &sentences[*at as usize];
            (Reverse((*n, sentence.len())), *first)
        });
        let repeated = repeated(sentences.iter().map(|(sentence, ..)| *sentence));
        let mut wordings = Self::none(repeated, tables.thresholds());
        let mut wording_of = vec![0; sentences.len()];
        for at in order {
            let sentence = sentences[at as usize].0;
            wording_of[at as usize] =
                wordings.same(sentence).unwrap_or_else(|| wordings.push(sentence));
        }
        for ((document, _), numbers) in added.iter().zip(numbers) {
            let own: Vec<u32> = numbers.iter().map(|at| wording_of[*at as usize]).collect();
            if !own.is_empty() {
                wordings.of_documents.entry(*document).or_default().extend(&own);
            }
            wordings.of_texts.push(own);
        }
        wordings
    }

    /// No wording yet, of sentences of which it is known what n-grams several have.
    fn none(repeated: RepeatedFilter, thresholds: &'a Thresholds) -> Self {
        Self {
            thresholds,
            sentences: Vec::new(),
            postings: FxHashMap::default(),
            repeated,
            of_texts: Vec::new(),
            of_documents: FxHashMap::default(),
        }
    }

    fn push(&mut self, sentence: &'a [TermId]) -> u32 {
        let number = self.sentences.len() as u32;
        self.sentences.push(sentence);
        if slack(sentence, self.thresholds.shares.wholly) > 0 {
            let mut probes = distinct_ngrams(sentence, PROBE);
            probes.retain(|probe| self.repeated.may_repeat(*probe));
            for probe in probes {
                let postings = self.postings.entry(probe).or_default();
                if postings.len() < self.thresholds.work.postings {
                    postings.push(number);
                }
            }
        }
        number
    }

    /// The wording that is the same as a sentence but for a tenth.
    fn same(&self, sentence: &[TermId]) -> Option<u32> {
        self.nearest(sentence, self.thresholds.shares.wholly, |_| true)
    }

    /// The wording of several texts that a sentence was made of, with changes.
    fn edited<'b>(&self, sentence: &[TermId], held: &'b [Holding]) -> Option<&'b Holding> {
        let Thresholds { shares, counts, .. } = self.thresholds;
        let number = self.nearest(sentence, shares.largest_part, |other| {
            held[other].n_texts as usize >= counts.several
        })?;
        Some(&held[number as usize])
    }

    /// Of the wordings that share n-grams with a sentence the first that has so much of it, and it of the wording; those
    /// first that most have.
    fn nearest(
        &self,
        sentence: &[TermId],
        share: Share,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Option<u32> {
        if slack(sentence, self.thresholds.shares.wholly) == 0 {
            return None;
        }
        let mut numbers: Vec<u32> = sentence
            .windows(PROBE)
            .filter_map(|words| self.postings.get(&ngram(words)))
            .flatten()
            .copied()
            .collect();
        numbers.sort_unstable();
        let Share(one, four) = self.thresholds.shares.a_quarter;
        let fewest = sentence.len() * one / four;
        let ngrams = distinct_ngrams(sentence, COPIED);
        numbers
            .chunk_by(|a, b| a == b)
            .filter(|same| same.len() >= fewest)
            .map(|same| same[0])
            .find(|number| {
                let other = *number as usize;
                is_wanted(other)
                    && is_held(self.sentences[other], &ngrams, share)
                    && is_held(sentence, &distinct_ngrams(self.sentences[other], COPIED), share)
            })
    }

    /// Who holds each wording.
    fn held(&self, tables: &Tables<'_>) -> Vec<Holding> {
        let probes = Probes::of(&self.sentences, self.thresholds.shares.wholly);
        let mut sums: Vec<(AtomicU32, AtomicU32)> = Vec::new();
        sums.resize_with(self.sentences.len(), Default::default);
        tables.unique().par_iter().for_each(|document| {
            let own = self.of_documents.get(document).into_iter().flatten();
            let mut found: FxHashSet<u32> = own.copied().collect();
            probes.find(tables.corpus().token_text(*document).terms(), &self.sentences, &mut found);
            for wording in found {
                let (n_texts, n_comments) = &sums[wording as usize];
                n_texts.fetch_add(1, Relaxed);
                n_comments.fetch_add(tables.n_comments(*document), Relaxed);
            }
        });
        sums.into_iter()
            .map(|(n_texts, n_comments)| Holding {
                n_texts: n_texts.into_inner(),
                n_comments: n_comments.into_inner(),
            })
            .collect()
    }
}

/// The n-grams of [`PROBE`] words that some sentences have more than once: most are another's nowhere, and cost more than
/// all others where they are kept.
fn repeated<'a>(sentences: impl Iterator<Item = &'a [TermId]> + Clone) -> RepeatedFilter {
    let ngrams = sentences.flat_map(|sentence| sentence.windows(PROBE)).map(ngram);
    let filter = RepeatedFilter::with_room_for(ngrams.clone().count());
    ngrams.for_each(|ngram| filter.add(ngram));
    filter
}

/// Whether so many of some words lie in n-grams of others, which are given. Most that are asked about do not, and are
/// looked at no further than that takes.
fn is_held(terms: &[TermId], others: &[NGram], share: Share) -> bool {
    let most_missing = share.most_missing(terms.len());
    let (mut end, mut n_missing) = (0, 0);
    for (at, words) in terms.windows(COPIED).enumerate() {
        if others.binary_search(&ngram(words)).is_ok() {
            n_missing += at.saturating_sub(end);
            end = at + COPIED;
        } else if n_missing + (at + 1).saturating_sub(end) > most_missing {
            return false;
        }
    }
    n_missing + terms.len() - end <= most_missing
}

/// N-grams by which sentences are looked for in texts.
struct Probes {
    /// How much of a sentence is all of it.
    held: Share,
    /// Each n-gram with a sentence and which of its words it begins at; ascending.
    places: Vec<(NGram, u32, u32)>,
    /// Which n-grams may be among them: most are not, and this stays near the processor.
    filter: RepeatedFilter,
}

impl Probes {
    fn of(sentences: &[&[TermId]], held: Share) -> Self {
        let repeated = repeated(sentences.iter().copied());
        let ngrams = sentences.iter().flat_map(|sentence| sentence.windows(PROBE)).map(ngram);
        // What is not among them is held once.
        let n_holders = counts(ngrams.filter(|probe| repeated.may_repeat(*probe)));
        let filter = RepeatedFilter::with_room_for(sentences.len());
        let mut probes = Self { held, places: Vec::new(), filter };
        for (number, sentence) in (0u32..).zip(sentences) {
            if sentence.len() < PROBE {
                continue;
            }
            // Whoever holds it lacks fewer words than it has parts, so that one of them is whole.
            let n_parts = slack(sentence, held) + 1;
            for part in 0..n_parts {
                let start = sentence.len() * part / n_parts;
                let end = sentence.len() * (part + 1) / n_parts;
                let rarest = (start..(end + 1).saturating_sub(PROBE))
                    .map(|at| (ngram(&sentence[at..at + PROBE]), at as u32))
                    .min_by_key(|(probe, at)| (n_holders.get(probe).map_or(1, |n| *n), *at));
                if let Some((probe, at)) = rarest {
                    probes.filter.add(probe);
                    probes.places.push((probe, number, at));
                }
            }
        }
        probes.places.par_sort_unstable();
        probes
    }

    /// Adds the sentences that a text holds. Tells how many were looked for word by word: where thousands share an
    /// n-gram, most of them lack too many words of the text, wherever these stand.
    fn find(&self, terms: &[TermId], sentences: &[&[TermId]], found: &mut FxHashSet<u32>) -> usize {
        let words = WordMarks::of(terms);
        let mut hopeless: FxHashSet<u32> = FxHashSet::default();
        let mut n_compared = 0;
        for (at, probe) in terms.windows(PROBE).map(ngram).enumerate() {
            if !self.filter.may_hold(probe) {
                continue;
            }
            let first = self.places.partition_point(|(other, ..)| *other < probe);
            let places = self.places[first..].iter().take_while(|(other, ..)| *other == probe);
            for (_, number, offset) in places {
                if found.contains(number) || hopeless.contains(number) {
                    continue;
                }
                let sentence = sentences[*number as usize];
                if !words.may_hold(sentence, self.held) {
                    hopeless.insert(*number);
                    continue;
                }
                n_compared += 1;
                if stands(sentence, terms, at, *offset as usize, self.held) {
                    found.insert(*number);
                }
            }
        }
        n_compared
    }
}

/// Which words may be among those of a text.
struct WordMarks(FixedBitSet);

impl WordMarks {
    fn of(terms: &[TermId]) -> Self {
        // Sixteen bits for each word: of sixteen others one seems to be among them.
        let n_bits = (terms.len() * 16).next_power_of_two();
        let mut marks = FixedBitSet::with_capacity(n_bits);
        terms.iter().for_each(|term| marks.insert(term.0 as usize & (n_bits - 1)));
        Self(marks)
    }

    /// Whether no more words of a sentence are missing than of one that is held.
    fn may_hold(&self, sentence: &[TermId], held: Share) -> bool {
        let lowest_bits = self.0.len() - 1;
        sentence
            .iter()
            .filter(|term| !self.0.contains(term.0 as usize & lowest_bits))
            .nth(slack(sentence, held))
            .is_none()
    }
}

/// Words of a sentence that may be missing where it is held: of one that is not long enough to be itself without a word, none.
fn slack(sentence: &[TermId], held: Share) -> usize {
    held.most_missing(sentence.len())
}

/// Whether a sentence stands in a text of which one word is known to be one of its words.
fn stands(sentence: &[TermId], terms: &[TermId], at: usize, offset: usize, held: Share) -> bool {
    if let Some(start) = at.checked_sub(offset)
        && terms[start..].starts_with(sentence)
    {
        return true;
    }
    // With as many words more as it may have less.
    let slack = slack(sentence, held);
    let start = at.saturating_sub(offset + slack);
    let end = (at + sentence.len() - offset + slack).min(terms.len());
    let near = &terms[start..end];
    // Most lack more words than a tenth, in whatever order they stand there.
    slack > 0
        && sentence.iter().filter(|word| !near.contains(word)).nth(slack).is_none()
        && is_held(sentence, &distinct_ngrams(near, COPIED), held)
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashSet;

    use super::{
        COPIED, Holding, Probes, Thresholds, Wordings, in_pieces, is_held, ngram, repeated, stands,
    };
    use crate::clustering::examples::with_context;
    use crate::corpus::examples::letters;
    use crate::corpus::{DocId, TermId, cases};
    use crate::ngrams::distinct_ngrams;
    use crate::thresholds::Share;

    const HELD: Share = Share(9, 10);

    /// Which sentences are found in a text, and how many are compared.
    fn found(sentences: &[Vec<TermId>], text: &[TermId]) -> (FxHashSet<u32>, usize) {
        let slices: Vec<&[TermId]> = sentences.iter().map(Vec::as_slice).collect();
        let mut found = FxHashSet::default();
        let n_compared = Probes::of(&slices, HELD).find(text, &slices, &mut found);
        (found, n_compared)
    }

    #[test]
    fn sentences_are_found_in_other_texts() {
        let thresholds = Thresholds::default();
        for case in cases::cells(include_str!("held.txt")) {
            let (question, number) = case[0].split_once(' ').unwrap_or((case[0], "0"));
            let number: u32 = number.parse().expect("a number");
            let (a, b) = (letters(case[1]), letters(case[2]));
            let yes = |is_so: bool| if is_so { "yes" } else { "no" }.to_owned();
            let answer = match question {
                "tenths" => {
                    let [in_a, in_b] = [&a, &b].map(|text| distinct_ngrams(text, COPIED));
                    let most = (0..=10).rfind(|n| is_held(&a, &in_b, Share(*n, 10)));
                    let is_same = is_held(&a, &in_b, HELD) && is_held(&b, &in_a, HELD);
                    let ending = if is_same { ", the same" } else { "" };
                    format!("{}{ending}", most.expect("none at the least"))
                }
                "found" => yes(found(&[a], &b).0.contains(&0)),
                "stands" => yes(stands(&a, &b, number as usize, 0, HELD)),
                _ => {
                    let mut wordings = Wordings::none(repeated([&*a, &b].into_iter()), &thresholds);
                    wordings.push(&a);
                    let held = [Holding { n_texts: number, n_comments: number }];
                    yes(wordings.edited(&b, &held).is_some())
                }
            };
            assert_eq!(answer, case[3], "{case:?}");
        }
    }

    /// A thousand sentences have the same first half, ten words of their own behind it, and the n-gram that they are looked
    /// for by in common. Of a text that holds one of them, hardly another one has as many words. Of forty with an n-gram in
    /// common 32 are compared as wordings.
    #[test]
    fn sentences_with_an_n_gram_in_common_are_not_all_compared() {
        let sentence = |n: u32| (0..10).chain(1_000 + n * 10..1_010 + n * 10).map(TermId).collect();
        let sentences: Vec<Vec<TermId>> = (0..1_000).map(sentence).collect();
        let (found, n_compared) = found(&sentences, &sentences[7]);
        assert_eq!(found, FxHashSet::from_iter([7]));
        assert!(n_compared < 50, "{n_compared}");
        let thresholds = Thresholds::default();
        let held_twice = repeated(sentences[..40].iter().map(Vec::as_slice));
        let mut wordings = Wordings::none(held_twice, &thresholds);
        sentences[..40].iter().for_each(|sentence| _ = wordings.push(sentence));
        assert_eq!(wordings.postings[&ngram(&sentences[0][..4])].len(), 32);
    }

    /// What only a text and its own exact copies hold is held by nobody else; another text that holds nine words of ten
    /// counts, and the two copies with it.
    #[test]
    fn own_copies_of_a_text_are_nobody_else() {
        for (other, expect) in [("b:20", None), ("a:18 b:2", Some(3)), ("a:17 b:3", None)] {
            let found = with_context(&["a:20", "a:20", other], |context| {
                in_pieces(context.tables, DocId(0), context.tables.text(DocId(0)).terms())
            });
            assert_eq!(found, expect, "{other}");
        }
    }
}
