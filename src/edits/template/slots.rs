//! What copies have in one place in, the slots that it is made of out.
//!
//! Where slots follow each other without a fixed word between them, copies have there every combination of
//! their options, and hardly one twice. Two slots meet where words branch both ways: different words follow
//! the one before, and different words stand before the one behind (successor and predecessor variety, Harris,
//! "From phoneme to morpheme", Language 31, 1955, of words instead of sounds). Within an option a word has one
//! neighbor. Two slots may also meet at a word that stands beside every option of both, an *anchor*. What stands
//! between two such points is a *segment*; segments that never stand beside each other and come after the same others
//! are options of one slot.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use super::SlotText;
use crate::corpus::TermId;
use crate::ngrams::counts;
use crate::thresholds::Thresholds;

/// A segment of some texts: its words, and how many segments of the same words stand before it in the text.
type Segment<'a> = (&'a [TermId], usize);

/// The slots of a place, in order, each with what copies have there.
pub(super) fn split<'a>(
    texts: Vec<SlotText<'a>>,
    thresholds: &Thresholds,
) -> Vec<Vec<SlotText<'a>>> {
    let slots = split_by(texts, Cut::BetweenBranches, thresholds).into_iter();
    slots.flat_map(|texts| finer(texts, thresholds)).collect()
}

/// The slots of a slot that meet at a word which stands beside every option of both, where that leaves fewer options.
fn finer<'a>(texts: Vec<SlotText<'a>>, thresholds: &Thresholds) -> Vec<Vec<SlotText<'a>>> {
    let slots = split_by(texts.clone(), Cut::AroundAnchors, thresholds);
    let n_options: usize = slots.iter().map(|slot| n_common(slot, thresholds)).sum();
    if n_options < n_common(&texts, thresholds) { slots } else { vec![texts] }
}

/// How many options of a slot are not rare.
fn n_common(texts: &[SlotText<'_>], thresholds: &Thresholds) -> usize {
    let n_texts = counts(texts.iter().map(SlotText::terms));
    n_texts.into_values().filter(|n| *n >= fewest(texts.len(), thresholds)).count()
}

/// The slots of a place, in order, of one that cannot be cut itself.
fn split_by<'a>(
    texts: Vec<SlotText<'a>>,
    cut: Cut,
    thresholds: &Thresholds,
) -> Vec<Vec<SlotText<'a>>> {
    let distinct: FxHashSet<&[TermId]> = texts.iter().map(SlotText::terms).collect();
    if distinct.len() < thresholds.template.fewest_distinct {
        return vec![texts];
    }
    let branching = Branching::of(&texts, thresholds);
    let cut: Vec<Vec<SlotText<'a>>> = texts.iter().map(|text| branching.cut(text, cut)).collect();
    let columns = columns(&cut, thresholds);
    let n_columns = columns.values().max().map_or(0, |last| last + 1);
    if n_columns < 2 {
        return vec![texts];
    }
    let mut slots: Vec<Vec<SlotText<'a>>> = vec![Vec::new(); n_columns];
    for (text, segments) in texts.iter().zip(&cut) {
        let mut place = text.words.start;
        let mut own: Vec<Option<&SlotText<'a>>> = vec![None; n_columns];
        let mut next_column = 0;
        for (segment, text) in numbered(segments).zip(segments) {
            // A text that has its segments in another order keeps what stands in the order of most.
            if let Some(column) = columns.get(&segment).filter(|at| **at >= next_column) {
                own[*column] = Some(text);
                next_column = column + 1;
            }
        }
        for (slot, segment) in slots.iter_mut().zip(own) {
            let words = segment.map_or(place..place, |segment| segment.words.clone());
            place = place.max(words.end);
            slot.push(SlotText { copy: text.copy, words });
        }
    }
    joined(slots, thresholds)
}

/// Where texts are cut.
#[derive(Clone, Copy)]
enum Cut {
    /// Between a word with several successors and one with several predecessors.
    BetweenBranches,
    /// There, and before and behind a word that has several of both.
    AroundAnchors,
}

/// How words follow each other in some texts.
struct Branching {
    /// Words with several successors, words with several predecessors.
    branches: [FxHashSet<TermId>; 2],
}

impl Branching {
    fn of(texts: &[SlotText<'_>], thresholds: &Thresholds) -> Self {
        let n_pairs = counts(texts.iter().flat_map(|text| {
            let words = text.terms().iter().copied().map(Some);
            [None].into_iter().chain(words.clone()).zip(words.chain([None]))
        }));
        let fewest = fewest(texts.len(), thresholds);
        let mut n_neighbors: [FxHashMap<TermId, usize>; 2] = Default::default();
        for ((before, behind), n) in n_pairs {
            if n >= fewest {
                for (counts, word) in n_neighbors.iter_mut().zip([before, behind]) {
                    if let Some(word) = word {
                        *counts.entry(word).or_default() += 1;
                    }
                }
            }
        }
        Self {
            branches: n_neighbors.map(|counts| {
                counts.into_iter().filter(|(_, n)| *n > 1).map(|(word, _)| word).collect()
            }),
        }
    }

    /// Whether words differ on both sides of a word.
    fn is_anchor(&self, term: &TermId) -> bool {
        self.branches.iter().all(|branching| branching.contains(term))
    }

    /// The segments of a text.
    fn cut<'a>(&self, text: &SlotText<'a>, cut: Cut) -> Vec<SlotText<'a>> {
        let [behind, before] = &self.branches;
        let terms = text.terms();
        let mut start = 0;
        (1..terms.len())
            .filter(|at| {
                let (last, next) = (&terms[at - 1], &terms[*at]);
                behind.contains(last) && before.contains(next)
                    || matches!(cut, Cut::AroundAnchors)
                        && (self.is_anchor(last) || self.is_anchor(next))
            })
            .chain([terms.len()])
            .filter(|end| *end > 0)
            .map(|end| {
                let words = text.words.start + start..text.words.start + end;
                start = end;
                SlotText { copy: text.copy, words }
            })
            .collect()
    }
}

/// How many of some texts must have something for it to count.
fn fewest(n_texts: usize, thresholds: &Thresholds) -> usize {
    (n_texts / thresholds.template.rare).max(2)
}

/// The segments of a text, told apart where it repeats one.
fn numbered<'a>(segments: &[SlotText<'a>]) -> impl Iterator<Item = Segment<'a>> {
    let mut n_seen: FxHashMap<&[TermId], usize> = FxHashMap::default();
    segments.iter().map(move |segment| {
        let n = n_seen.entry(segment.terms()).or_default();
        *n += 1;
        (segment.terms(), *n - 1)
    })
}

/// The slot of each segment: behind those that it comes after.
fn columns<'a>(
    texts: &[Vec<SlotText<'a>>],
    thresholds: &Thresholds,
) -> FxHashMap<Segment<'a>, usize> {
    // Of each segment how many texts have it, and the sum of its places in them.
    let mut counts: FxHashMap<Segment<'a>, (usize, usize)> = FxHashMap::default();
    for segments in texts {
        for (at, segment) in numbered(segments).enumerate() {
            let (n, places) = counts.entry(segment).or_default();
            *n += 1;
            *places += at;
        }
    }
    let mut segments: Vec<(Segment<'a>, usize, usize)> = counts
        .into_iter()
        .map(|(segment, (n, places))| (segment, n, places))
        .filter(|(_, n, _)| *n >= fewest(texts.len(), thresholds))
        .collect();
    segments.sort_unstable_by_key(|(segment, n, _)| (Reverse(*n), *segment));
    segments.truncate(thresholds.template.most_segments);
    // By their mean place; of two with the same one by their words.
    segments.sort_unstable_by(|(a, n, places), (b, m, others)| {
        (places * m).cmp(&(others * n)).then(a.cmp(b))
    });
    let number: FxHashMap<Segment<'a>, usize> =
        segments.iter().enumerate().map(|(at, (segment, ..))| (*segment, at)).collect();
    let mut n_before = vec![vec![0usize; segments.len()]; segments.len()];
    for text in texts {
        let own: Vec<usize> =
            numbered(text).filter_map(|segment| number.get(&segment).copied()).collect();
        for (at, before) in own.iter().enumerate() {
            for behind in &own[at + 1..] {
                n_before[*before][*behind] += 1;
            }
        }
    }
    let least = thresholds.template.before;
    let is_before: Vec<Vec<bool>> = (0..segments.len())
        .map(|a| {
            (0..segments.len())
                .map(|b| {
                    let (n, back) = (n_before[a][b], n_before[b][a]);
                    n > least * back && n * texts.len() * least >= segments[a].1 * segments[b].1
                })
                .collect()
        })
        .collect();
    let mut column = in_order(&is_before);
    let n_texts: Vec<usize> = segments.iter().map(|(_, n, _)| *n).collect();
    move_to_fullest(&mut column, &n_texts, &is_before);
    number.into_iter().map(|(segment, at)| (segment, column[at])).collect()
}

/// The column of each of some segments: behind the last of those that are before it.
fn in_order(is_before: &[Vec<bool>]) -> Vec<usize> {
    let mut column = vec![0; is_before.len()];
    let mut placed: Vec<usize> = Vec::new();
    let mut open: Vec<usize> = (0..is_before.len()).collect();
    while !open.is_empty() {
        // Where segments are each before the other, the one that mostly comes first is.
        let first = open.iter().position(|at| open.iter().all(|other| !is_before[*other][*at]));
        let next = open.remove(first.unwrap_or(0));
        let last = placed.iter().filter(|at| is_before[**at][next]).map(|at| column[*at]).max();
        column[next] = last.map_or(0, |last| last + 1);
        placed.push(next);
    }
    column
}

/// Moves each segment that may stand in several columns to the one whose segments most texts have: an option that never
/// stands beside an optional one may go before it or behind.
fn move_to_fullest(column: &mut [usize], n_texts: &[usize], is_before: &[Vec<bool>]) {
    let last = column.iter().max().copied().unwrap_or_default();
    for segment in 0..column.len() {
        let (mut earliest, mut latest) = (0, last);
        // By column the texts that have the other segments of it.
        let mut n_in = vec![0; last + 1];
        for other in (0..column.len()).filter(|other| *other != segment) {
            n_in[column[other]] += n_texts[other];
            if is_before[other][segment] {
                earliest = earliest.max(column[other] + 1);
            }
            if is_before[segment][other] {
                latest = latest.min(column[other].saturating_sub(1));
            }
        }
        let fullest = (earliest..=latest).max_by_key(|at| (n_in[*at], Reverse(*at)));
        column[segment] = fullest.unwrap_or(column[segment]);
    }
}

/// Puts slots together that are one: where the pairs of their options are no more than the options of one of them.
fn joined<'a>(slots: Vec<Vec<SlotText<'a>>>, thresholds: &Thresholds) -> Vec<Vec<SlotText<'a>>> {
    let mut joined: Vec<Vec<SlotText<'_>>> = Vec::new();
    for slot in slots {
        match joined.last_mut().filter(|last| are_one(last, &slot, thresholds)) {
            None => joined.push(slot),
            Some(last) => {
                for (text, behind) in last.iter_mut().zip(slot) {
                    if text.is_empty() {
                        text.words = behind.words;
                    } else if !behind.is_empty() {
                        text.words.end = behind.words.end;
                    }
                }
            }
        }
    }
    joined
}

fn are_one(a: &[SlotText<'_>], b: &[SlotText<'_>], thresholds: &Thresholds) -> bool {
    let n_texts = counts(a.iter().map(SlotText::terms).zip(b.iter().map(SlotText::terms)));
    let n_pairs = n_texts.into_values().filter(|n| *n >= fewest(a.len(), thresholds)).count();
    n_pairs <= n_common(a, thresholds).max(n_common(b, thresholds))
}

#[cfg(test)]
mod tests {
    use super::super::LetterText;
    use super::super::SlotText;
    use super::super::tests::whole_texts;
    use super::{FxHashSet, Thresholds, columns, fewest, split};
    use crate::corpus::cases;

    #[test]
    fn slots_meet_where_words_branch_both_ways() {
        for case in cases::cells(include_str!("slots.txt")) {
            let [words, expect @ ..] = &case[..] else { panic!("{case:?}") };
            let texts: Vec<&str> = words.split(" / ").collect();
            let copies = LetterText::examples(&texts.repeat(2));
            let slots = split(whole_texts(&copies), &Thresholds::default());
            assert_eq!(slots.len(), expect.len(), "{texts:?}");
            for (slot, expect) in slots.iter().zip(expect) {
                let written = slot[..texts.len()].iter().map(SlotText::written);
                assert!(written.eq(expect.split('/').map(str::trim)), "{expect}");
            }
        }
    }

    /// One text of a hundred, and two at the least.
    #[test]
    fn what_one_text_of_a_hundred_has_counts() {
        assert_eq!([100, 299, 300].map(|n| fewest(n, &Thresholds::default())), [2, 2, 3]);
    }

    /// The columns of texts, each word of which is a segment.
    fn columns_of(texts: &[String]) -> Vec<usize> {
        let copies = LetterText::examples(texts);
        let cut = copies.iter().map(|copy| {
            let words = 0..copy.terms.len();
            words.map(|at| SlotText { copy, words: at..at + 1 }).collect()
        });
        columns(&cut.collect::<Vec<_>>(), &Thresholds::default()).into_values().collect()
    }

    /// Five texts, or four, of five or six have one segment before another one. Of texts of four segments, of which two have each,
    /// 256 segments are put in order.
    #[test]
    fn a_segment_stands_before_another_one_four_times_as_often() {
        let n_columns = [5, 4].map(|n: usize| {
            let texts = [vec!["red car".to_owned(); n], vec!["car red".to_owned()]].concat();
            columns_of(&texts).into_iter().collect::<FxHashSet<_>>().len()
        });
        assert_eq!(n_columns, [2, 1]);
        let texts =
            (0..160).map(|at| ["a", "b", "c", "d"].map(|slot| format!("{slot}{}x", at / 2)));
        assert_eq!(columns_of(&texts.map(|words| words.join(" ")).collect::<Vec<_>>()).len(), 256);
    }
}
