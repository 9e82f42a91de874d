//! The copies of a letter in, its sentences out: which sentences of the copies stand for each other.
//!
//! The sentences of one copy are sought in the others, then those of another copy that are not found yet. Copies of
//! one sentence may be so far apart that each finds some of the others: where a sentence is found by both
//! and no copy holds both, they are one.

use std::cmp::Reverse;
use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::letter::LetterText;
use crate::corpus::TermId;
use crate::disjoint_sets::DisjointSets;
use crate::spun::Wording;
use crate::thresholds::{Share, Thresholds};

/// A sentence of a letter.
pub(super) struct LetterSentence {
    /// What stands for it: the number of a copy, and its words there; by copy.
    pub(super) places: Vec<(usize, Range<usize>)>,
    /// The copies that hold it, ascending.
    pub(super) copies: Vec<usize>,
    /// Where it stands in them, from 0, the beginning, to 1, the end.
    mean_place: f64,
}

impl LetterSentence {
    pub(super) fn new(copies: &[LetterText], mut places: Vec<(usize, Range<usize>)>) -> Self {
        places.sort_unstable_by_key(|(copy, words)| (*copy, words.start));
        let mut holders: Vec<usize> = places.iter().map(|(copy, _)| *copy).collect();
        holders.dedup();
        Self {
            mean_place: places
                .iter()
                .map(|(copy, words)| words.start as f64 / copies[*copy].terms.len() as f64)
                .sum::<f64>()
                / places.len() as f64,
            copies: holders,
            places,
        }
    }

    /// How many copies hold it and another one, and how many would by chance.
    pub(super) fn meetings(&self, other: &Self, n_copies: usize) -> (usize, f64) {
        let (copies, others) = (&self.copies, &other.copies);
        let both = copies.iter().filter(|copy| others.binary_search(copy).is_ok());
        let by_chance = (copies.len() * others.len()) as f64 / n_copies as f64;
        (both.count(), by_chance)
    }

    /// Whether hardly a copy holds both.
    pub(super) fn excludes(&self, other: &Self, n_copies: usize, thresholds: &Thresholds) -> bool {
        let (n_both, by_chance) = self.meetings(other, n_copies);
        n_both as f64 <= thresholds.shares.hardly_any.part() * by_chance
    }
}

/// The sentences of a letter in the order in which they mostly stand.
pub(super) fn letter_sentences(
    copies: &[LetterText],
    wording: &Wording,
    thresholds: &Thresholds,
) -> Vec<LetterSentence> {
    let same = thresholds.shares.many;
    let sought = sought(copies, wording, thresholds);
    let found: Vec<(usize, &Range<usize>, Vec<usize>)> = copies
        .par_iter()
        .enumerate()
        .flat_map_iter(|(at, copy)| {
            let sentences = copy
                .sentences
                .iter()
                .map(|words| (at, words, alike(&sought, &copy.terms[words.clone()], same)));
            sentences.collect::<Vec<_>>()
        })
        .collect();
    let mut places: Vec<Vec<(usize, Range<usize>)>> = vec![Vec::new(); sought.len()];
    let mut n_both: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    for (copy, sentence, alike) in found {
        let Some((nearest, others)) = alike.split_first() else {
            continue;
        };
        places[*nearest].push((copy, sentence.clone()));
        for other in others {
            *n_both.entry((*nearest.min(other), *nearest.max(other))).or_default() += 1;
        }
    }
    let fewest = (copies.len() / thresholds.template.rare).max(2);
    let found: Vec<Option<LetterSentence>> = places
        .into_iter()
        .map(|places| (places.len() >= fewest).then(|| LetterSentence::new(copies, places)))
        .collect();
    let mut united = DisjointSets::new(sought.len());
    for ((a, b), n) in n_both {
        if let (Some(one), Some(other)) = (&found[a], &found[b])
            && n > 1
            && one.excludes(other, copies.len(), thresholds)
        {
            united.union(a as u32, b as u32);
        }
    }
    let mut by_sentence: FxHashMap<u32, Vec<(usize, Range<usize>)>> = FxHashMap::default();
    for (at, sentence) in (0u32..).zip(found) {
        if let Some(sentence) = sentence {
            let places = by_sentence.entry(united.find(at)).or_default();
            places.extend(sentence.places);
        }
    }
    let mut sentences: Vec<LetterSentence> =
        by_sentence.into_values().map(|places| LetterSentence::new(copies, places)).collect();
    sentences.sort_unstable_by(|a, b| {
        let by_place = a.mean_place.total_cmp(&b.mean_place);
        by_place.then_with(|| a.places[0].0.cmp(&b.places[0].0))
    });
    sentences
}

/// The distinct words of sentences that are sought in all copies. None is like another one.
fn sought(
    copies: &[LetterText],
    wording: &Wording,
    thresholds: &Thresholds,
) -> Vec<FxHashSet<TermId>> {
    let (of_letter, same_sentence) = (thresholds.shares.similar, thresholds.shares.many);
    let seekers = thresholds.work.copies;
    let mut left: Vec<Vec<Range<usize>>> = copies
        .par_iter()
        .map(|copy| -> Vec<Range<usize>> {
            let covered = wording.covered(&copy.terms);
            copy.sentences
                .iter()
                .filter(|sentence| {
                    of_letter.is_met(covered.count_ones((*sentence).clone()), sentence.len())
                })
                .cloned()
                .collect()
        })
        .collect();
    let mut sought: Vec<FxHashSet<TermId>> = Vec::new();
    for _ in 0..seekers {
        // Of several the first one.
        let most = (0..copies.len())
            .map(|at| (left[at].iter().map(Range::len).sum::<usize>(), Reverse(at)))
            .max();
        let Some((1.., Reverse(seeker))) = most else {
            break;
        };
        let from = sought.len();
        for sentence in std::mem::take(&mut left[seeker]) {
            let words = &copies[seeker].terms[sentence];
            if alike(&sought[from..], words, same_sentence).is_empty() {
                sought.push(words.iter().copied().collect());
            }
        }
        left.par_iter_mut().zip(copies).for_each(|(left, copy)| {
            left.retain(|sentence| {
                alike(&sought[from..], &copy.terms[sentence.clone()], same_sentence).is_empty()
            });
        });
    }
    sought
}

/// The places of the sentences sought that share enough distinct words with one, the one that shares most first.
pub(in crate::edits) fn alike(
    sought: &[FxHashSet<TermId>],
    sentence: &[TermId],
    same: Share,
) -> Vec<usize> {
    let own: FxHashSet<TermId> = sentence.iter().copied().collect();
    let mut alike: Vec<_> = sought
        .iter()
        .enumerate()
        .filter_map(|(at, words)| {
            let n_shared = own.intersection(words).count();
            let enough = same.is_met(n_shared, own.len().max(words.len()));
            enough.then_some((Reverse(n_shared), at))
        })
        .collect();
    alike.sort_unstable();
    alike.into_iter().map(|(_, at)| at).collect()
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use rustc_hash::FxHashSet;

    use super::super::alternatives;
    use super::{LetterSentence, LetterText, Share, Thresholds, alike, letter_sentences, sought};
    use crate::compare::examples::with_tables;
    use crate::corpus::TermId;
    use crate::corpus::examples::docket;
    use crate::spun;

    fn held_by(copies: Range<usize>) -> LetterSentence {
        LetterSentence {
            places: copies.clone().map(|copy| (copy, 0..1)).collect(),
            copies: copies.collect(),
            mean_place: 0.5,
        }
    }

    /// Twenty and twenty of forty copies hold two sentences: by chance ten hold both, and one in twenty of ten may. Of eighty
    /// copies forty and forty do: of twenty by chance one may hold both. Of 39 and 40 it is one of 19.5.
    #[test]
    fn sentences_of_which_copies_hold_one_exclude_each_other() {
        for (one, other, n_copies, meetings, expect) in [
            (0..20, 20..40, 40, (0, 10.0), true),
            (0..20, 19..39, 40, (1, 10.0), false),
            (0..20, 10..30, 40, (10, 10.0), false),
            (0..40, 39..79, 80, (1, 20.0), true),
            (0..39, 38..78, 80, (1, 19.5), false),
        ] {
            let (one, other) = (held_by(one), held_by(other));
            assert_eq!(one.meetings(&other, n_copies), meetings);
            assert_eq!(one.excludes(&other, n_copies, &Thresholds::default()), expect);
        }
    }

    /// By chance five copies of twenty would hold both of two sentences that ten and ten hold, and 4.5 where nine do.
    #[test]
    fn sentences_are_alternatives_where_five_copies_would_hold_both() {
        let n_alternatives = [10, 9].map(|n_first: usize| {
            alternatives(&[held_by(0..n_first), held_by(10..20)], 20, &Thresholds::default())
        });
        assert_eq!(n_alternatives, [2, 1]);
    }

    /// Two of five words in common are enough, two of six are not; the one that shares more comes first.
    #[test]
    fn sentences_that_share_two_words_of_five_are_alike() {
        let sought = [&[1, 2, 10, 11, 12][..], &[1, 2, 3, 13, 14], &[1, 2, 10, 11, 12, 13]]
            .map(|words| words.iter().copied().map(TermId).collect::<FxHashSet<TermId>>());
        assert_eq!(alike(&sought, &[1, 2, 3, 4, 5].map(TermId), Share(4, 10)), [1, 0]);
    }

    /// Eight words of ten, or seven, are those of another copy. Of seventy sentences in two copies each those of 64 copies are
    /// sought. Two sentences of ten words are one where two copies are like both, of which they have four words each.
    #[test]
    fn a_sentence_is_sought_by_eight_words_of_ten_and_found_by_four() {
        let pairs: Vec<String> = (0..70).map(|at| format!("2x a{at}z:8")).collect();
        for (texts, n_sought, n_sentences) in [
            ("2x a:8 own#:2", 1, 1),
            ("2x a:7 own#:3", 0, 0),
            (&pairs.join(" / "), 64, 64),
            ("2x a:10 / 2x b:10 / 2x a:4 b:4", 2, 1),
            ("2x a:10 / 2x b:10 / 1x a:4 b:4", 2, 2),
        ] {
            with_tables(&docket(texts), |tables| {
                let (corpus, thresholds) = (tables.corpus(), tables.thresholds());
                let wording = spun::wording(tables, corpus.ids().collect(), &[]);
                let copies: Vec<LetterText> =
                    corpus.ids().map(|id| LetterText::new(corpus, id)).collect();
                assert_eq!(sought(&copies, &wording, thresholds).len(), n_sought, "{texts}");
                let found = letter_sentences(&copies, &wording, thresholds).len();
                assert_eq!(found, n_sentences, "{texts}");
            });
        }
    }
}
