//! What copies have in one place in, the slots that it is made of out.
//!
//! Where slots follow each other without a fixed word between them, copies have there every combination of
//! their options, and hardly one twice. Two slots meet where words branch both ways: different words follow
//! the one before, and different words stand before the one behind (successor and predecessor variety, Harris,
//! "From phoneme to morpheme", Language 31, 1955, of words instead of sounds). Within an option a word has one
//! neighbor. Two slots may also meet at a word that stands beside every option of both, an *anchor*. What stands
//! between two such points is a *segment*. Segments have an order; a place is cut in two between those before some point of
//! it and those behind, and each part is looked at again. Of all points the one is taken that makes the options shortest to
//! write down, each once (minimum description length: Rissanen, "Modeling by shortest data description", 1978).

use std::cmp::Reverse;
use std::hash::Hash;
use std::ops::Range;

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
    let distinct: FxHashSet<&[TermId]> = texts.iter().map(SlotText::terms).collect();
    if distinct.len() < thresholds.template.fewest_distinct {
        return vec![texts];
    }
    let branching = Branching::of(&texts, thresholds);
    let cuts = [Cut::BetweenBranches, Cut::AroundAnchors];
    let parted = cuts.into_iter().filter_map(|cut| in_two(&texts, &branching, cut, thresholds));
    match parted.max_by_key(|(gain, _)| *gain) {
        Some((_, parts)) => parts.into_iter().flat_map(|texts| split(texts, thresholds)).collect(),
        None => vec![texts],
    }
}

/// What it takes to write down each of some options once: its words, and its end.
fn length<T: AsRef<[TermId]> + Hash + Eq>(options: impl Iterator<Item = T>) -> usize {
    let distinct: FxHashSet<T> = options.collect();
    distinct.iter().map(|option| option.as_ref().len() + 1).sum()
}

/// A place cut in two parts, and how much less it takes to write down the options of each than those of the whole; none where
/// it takes as much. Of options that never mix those of the parts are as many.
fn in_two<'a>(
    texts: &[SlotText<'a>],
    branching: &Branching,
    cut: Cut,
    thresholds: &Thresholds,
) -> Option<(usize, [Vec<SlotText<'a>>; 2])> {
    let in_segments: Vec<Vec<SlotText<'a>>> =
        texts.iter().map(|text| branching.cut(text, cut)).collect();
    let order = in_order(&in_segments, thresholds);
    // Of each text the segments that are not rare: their places in the order, and their words.
    let known: Vec<Vec<(usize, Range<usize>)>> = in_segments
        .iter()
        .map(|segments| {
            let placed = numbered(segments).zip(segments);
            placed.filter_map(|(one, text)| Some((*order.get(&one)?, text.words.clone()))).collect()
        })
        .collect();
    let parted = (1..order.len()).filter_map(|first| {
        let (before, behind) = texts
            .iter()
            .zip(&known)
            .map(|(text, known)| {
                let (before, behind) =
                    known.split_at(known.iter().take_while(|(place, _)| *place < first).count());
                // A text that has its segments in another order keeps what stands in the order of most.
                let n_behind = behind.iter().take_while(|(place, _)| *place >= first).count();
                let end = before.last().map_or(text.words.start, |(_, words)| words.end);
                let slots = [before, &behind[..n_behind]].map(|segments| SlotText {
                    copy: text.copy,
                    words: segments.first().map_or(end, |(_, words)| words.start)
                        ..segments.last().map_or(end, |(_, words)| words.end),
                });
                slots.into()
            })
            .unzip();
        let parts: [Vec<SlotText<'a>>; 2] = [before, behind];
        let [before, behind] = &parts;
        let pairs = before.iter().zip(behind).map(|(a, b)| [a.terms(), b.terms()].concat());
        let n_parted: usize =
            parts.iter().map(|part| length(part.iter().map(SlotText::terms))).sum();
        let gain = length(pairs).checked_sub(n_parted).filter(|gain| *gain > 0)?;
        Some((gain, first, parts))
    });
    // An anchor goes with what is before it.
    let best = parted.max_by_key(|(gain, first, _)| (*gain, *first));
    best.map(|(gain, _, parts)| (gain, parts))
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

/// The places of segments in the order in which they mostly stand; of rare ones none.
fn in_order<'a>(
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
    let mut left: Vec<(Segment<'a>, (usize, usize))> = counts.into_iter().collect();
    left.retain(|(_, (n, _))| *n >= fewest(texts.len(), thresholds));
    left.sort_unstable_by_key(|(segment, (n, _))| (Reverse(*n), *segment));
    left.truncate(thresholds.template.most_segments);
    // By their mean place; of two with the same one by their words.
    left.sort_unstable_by(|(a, (n, places)), (b, (m, others))| {
        (places * m).cmp(&(others * n)).then(a.cmp(b))
    });
    let known: FxHashSet<Segment<'a>> = left.iter().map(|(segment, _)| *segment).collect();
    let mut n_before: FxHashMap<[Segment<'a>; 2], usize> = FxHashMap::default();
    for segments in texts {
        let ordered: Vec<_> = numbered(segments).filter(|one| known.contains(one)).collect();
        for (at, segment) in ordered.iter().enumerate() {
            for behind in &ordered[at + 1..] {
                *n_before.entry([*segment, *behind]).or_default() += 1;
            }
        }
    }
    let mut order = FxHashMap::default();
    while !left.is_empty() {
        // The first that no other one stands mostly before; where segments are each before the other, the one that mostly
        // comes first.
        let first = left.iter().position(|(at, _)| {
            left.iter().all(|(other, _)| {
                let [n, n_behind] = [[*other, *at], [*at, *other]]
                    .map(|pair| n_before.get(&pair).copied().unwrap_or_default());
                n <= thresholds.template.before * n_behind
            })
        });
        let (next, _) = left.remove(first.unwrap_or(0));
        order.insert(next, order.len());
    }
    order
}

#[cfg(test)]
mod tests {
    use super::super::LetterText;
    use super::super::SlotText;
    use super::super::tests::whole_texts;
    use super::{TermId, Thresholds, fewest, in_order, length, split};
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

    /// Four texts of two words each, or two and two options of one word.
    #[test]
    fn an_option_takes_its_words_and_its_end_once() {
        let texts = [[1, 3], [1, 4], [2, 3], [2, 4], [1, 3]].map(|text| text.map(TermId));
        assert_eq!(length(texts.iter()), 12);
        let parts = [0, 1].map(|at| length(texts.iter().map(|text| [text[at]])));
        assert_eq!(parts, [4, 4]);
    }

    /// One text of a hundred, and two at the least.
    #[test]
    fn what_one_text_of_a_hundred_has_counts() {
        assert_eq!([100, 299, 300].map(|n| fewest(n, &Thresholds::default())), [2, 2, 3]);
    }

    /// The words of some texts in the order of segments, each of which is one.
    fn order_of(texts: &[String]) -> Vec<String> {
        let copies = LetterText::examples(texts);
        let cut = copies.iter().map(|copy| {
            let words = 0..copy.terms.len();
            words.map(|at| SlotText { copy, words: at..at + 1 }).collect()
        });
        let all: Vec<Vec<SlotText<'_>>> = cut.collect();
        let order = in_order(&all, &Thresholds::default());
        let mut words: Vec<(usize, String)> = all
            .iter()
            .flatten()
            .filter_map(|word| Some((*order.get(&(word.terms(), 0))?, word.written())))
            .collect();
        words.sort_unstable();
        words.dedup();
        words.into_iter().map(|(_, word)| word).collect()
    }

    /// Of six texts five have "red" before "car", which by its mean place comes first; with four of five it does. Of texts of
    /// four segments, of which two have each, 256 segments are put in order.
    #[test]
    fn segments_stand_in_the_order_of_most() {
        for (n, expect) in [(5, ["red", "car"]), (4, ["car", "red"])] {
            let texts =
                [vec!["x y z red car"; n], vec!["car a b c d e red"], vec!["car"; 9]].concat();
            let owned: Vec<String> = texts.into_iter().map(str::to_owned).collect();
            let mut order = order_of(&owned);
            order.retain(|word| expect.contains(&&**word));
            assert_eq!(order, expect);
        }
        let texts =
            (0..160).map(|at| ["a", "b", "c", "d"].map(|slot| format!("{slot}{}x", at / 2)));
        assert_eq!(order_of(&texts.map(|words| words.join(" ")).collect::<Vec<_>>()).len(), 256);
    }
}
