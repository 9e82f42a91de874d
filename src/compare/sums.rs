//! Texts of a part of a docket in, sums out that add up to the docket's tables: for dockets whose texts lie on several
//! machines.
//!
//! Four steps, each of a part of the texts or of a range of the n-grams: n-grams are counted in each part ([`count`]), the
//! counts of a range are added up ([`add_up`]), each part tells how its texts hold those that many hold ([`hold`]), and
//! what it comes to is judged range by range ([`judge`]). [`Tables`](super::Tables) are made from that.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::boilerplate::Statistics;
pub use super::boilerplate::{ByHolders, Holding};
use crate::corpus::TokenText;
use crate::ngrams::{
    COUNTED, DistinctText, DocumentFrequencies, FREE, NGram, distinct_ngrams, share_of,
};
use crate::thresholds::boilerplate::MANY;

/// An n-gram and how many comments hold it.
pub type Counted = (NGram, u32);

/// A distinct text of a part.
#[derive(Debug, Serialize, Deserialize)]
pub struct PartText {
    /// Its words.
    pub text: TokenText,
    /// How many comments of the docket consist of it.
    pub n_comments: u32,
}

impl PartText {
    fn distinct(&self) -> DistinctText<'_> {
        DistinctText { text: &self.text, n_comments: self.n_comments }
    }
}

/// Which of so many ranges an n-gram belongs to; ranges ascend as n-grams do.
pub fn range_of(ngram: NGram, n_ranges: usize) -> usize {
    share_of(ngram, n_ranges)
}

/// The n-grams of some texts, ascending, with how many comments hold each.
pub fn count(texts: &[PartText]) -> Vec<Counted> {
    let counts = texts.par_iter().flat_map_iter(|text| {
        distinct_ngrams(text.text.terms(), COUNTED)
            .into_iter()
            .map(|ngram| (ngram, text.n_comments))
    });
    added_up(counts.collect())
}

/// The sums of some counts, of those n-grams that several comments hold.
pub fn add_up(counts: Vec<Vec<Counted>>) -> Vec<Counted> {
    let mut sums = added_up(counts.into_iter().flatten().collect());
    sums.retain(|(ngram, n)| *n > 1 && *ngram != FREE);
    sums
}

fn added_up(mut counts: Vec<Counted>) -> Vec<Counted> {
    counts.par_sort_unstable();
    counts
        .chunk_by(|a, b| a.0 == b.0)
        .map(|same| (same[0].0, same.iter().map(|(_, n)| n).sum()))
        .collect()
}

/// Whether a counted n-gram is judged: many comments hold it.
pub fn is_judged(counted: &Counted) -> bool {
    counted.1 as usize >= MANY
}

/// Of counted n-grams those that are judged.
pub fn judged(counted: &[Counted]) -> impl Iterator<Item = &Counted> {
    counted.iter().filter(|counted| is_judged(counted))
}

/// How some texts hold the judged n-grams, which ascend: the place of each that they hold, and how they do.
pub fn hold(texts: &[PartText], judged: &[Counted]) -> Vec<(u32, Holding)> {
    let frequencies = DocumentFrequencies::of_counted(judged);
    let texts: Vec<DistinctText<'_>> = texts.iter().map(PartText::distinct).collect();
    let statistics = Statistics::new(&texts, &frequencies);
    (0..)
        .zip(frequencies.index().all())
        .map(|(place, (ordinal, _))| (place, statistics.of(ordinal)))
        .filter(|(_, holding)| holding.n_texts > 0)
        .collect()
}

/// What their holders tell of judged n-grams, by what each part told of them; the places are those among these.
pub fn judge(judged: &[Counted], held: &[Vec<(u32, Holding)>]) -> Vec<Option<ByHolders>> {
    let mut sums = vec![Holding::default(); judged.len()];
    for (place, held) in held.iter().flatten() {
        sums[*place as usize] += *held;
    }
    sums.into_iter()
        .zip(judged)
        .map(|(holding, (_, n_comments))| ByHolders::of(holding, *n_comments))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{
        ByHolders, Counted, DistinctText, DocumentFrequencies, PartText, Statistics, add_up, count,
        hold, is_judged, judge, range_of,
    };
    use crate::corpus::{TermId, TokenText};

    /// 40 texts: some hold a passage of 12 words that few, three or many hold, some nothing else, some are short.
    fn texts() -> Vec<PartText> {
        (0..40)
            .map(|nth| {
                let passage = nth % 7 * 100..nth % 7 * 100 + 12;
                let own = 1000 * (nth + 1)..1000 * (nth + 1) + nth % 5 * 9;
                let words: Vec<TermId> = passage.chain(own).map(TermId).collect();
                let n_words = if nth % 11 == 3 { 4 } else { words.len() };
                PartText {
                    text: TokenText::from_blocks([&words[..n_words]]),
                    n_comments: 1 + nth % 4,
                }
            })
            .collect()
    }

    /// Each step over parts, of which one is empty, or over ranges of n-grams.
    fn in_parts(n_parts: usize) -> Vec<(Counted, Option<ByHolders>)> {
        let mut parts: Vec<Vec<PartText>> = (0..n_parts).map(|_| Vec::new()).collect();
        for (nth, text) in texts().into_iter().enumerate() {
            parts[nth * nth % (n_parts - 1).max(1)].push(text);
        }
        let counts: Vec<Vec<Counted>> = parts.iter().map(|part| count(part)).collect();
        let mut judged: Vec<Vec<Counted>> = Vec::new();
        for range in 0..n_parts {
            let own = counts.iter().map(|counts| {
                counts.iter().filter(|(ngram, _)| range_of(*ngram, n_parts) == range).copied()
            });
            let mut sums = add_up(own.map(Iterator::collect).collect());
            sums.retain(is_judged);
            judged.push(sums);
        }
        let all = judged.concat();
        let held: Vec<_> = parts.iter().map(|part| hold(part, &all)).collect();
        let by_holders = judge(&all, &held);
        all.into_iter().zip(by_holders).collect()
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        let texts = texts();
        let distinct: Vec<DistinctText<'_>> = texts.iter().map(PartText::distinct).collect();
        let frequencies = DocumentFrequencies::new(&distinct);
        let statistics = Statistics::new(&distinct, &frequencies);
        let whole: Vec<_> = frequencies
            .index()
            .all()
            .map(|(ordinal, ngram)| {
                let n = frequencies.of_ordinal(ordinal);
                ((ngram, n), ByHolders::of(statistics.of(ordinal), n))
            })
            .filter(|(counted, _)| is_judged(counted))
            .collect();
        let n_of = |wanted: fn(&Option<ByHolders>) -> bool| {
            whole.iter().filter(|(_, by_holders)| wanted(by_holders)).count()
        };
        let is_doubtful = |it: &Option<ByHolders>| matches!(it, Some(ByHolders::Doubtful(_)));
        assert!(n_of(is_doubtful) > 0 && n_of(Option::is_none) > 0);
        assert!(n_of(|it| *it == Some(ByHolders::Distinctive)) > 0);
        for n_parts in [1, 2, 5] {
            assert_eq!(in_parts(n_parts), whole, "{n_parts} parts");
        }
    }
}
