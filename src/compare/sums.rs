//! Texts of a part of a docket in, sums out that add up to the docket's tables: for dockets whose texts lie on several
//! machines.
//!
//! Four steps, each of a part of the texts or of a range of the runs: runs are counted in each part ([`count`]), the
//! counts of a range are added up ([`add_up`]), each part tells how its texts hold those that many hold ([`hold`]), and
//! what it comes to is judged range by range ([`judge`]). [`Tables`](super::Tables) are made from that.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

pub use super::common_property::ByHolders;
use super::common_property::MANY;
use super::held_runs::HeldRuns;
pub use super::held_runs::Holding;
use super::passages::Gram;
use super::runs::{Holder, RunCounts, counted_runs};
use super::sorted_runs::{FREE, NumberedRuns, once_each, share_of};
use crate::corpus::TokenText;

/// A run and how many comments hold it.
pub type Counted = (Gram, u32);

/// A distinct text of a part.
#[derive(Debug, Serialize, Deserialize)]
pub struct PartText {
    /// Its words.
    pub text: TokenText,
    /// How many comments of the docket consist of it.
    pub n_comments: u32,
}

/// Which of so many ranges a run belongs to; ranges ascend as runs do.
pub fn range_of(run: Gram, n_ranges: usize) -> usize {
    share_of(run, n_ranges)
}

/// The runs of some texts, ascending, with how many comments hold each.
pub fn count(texts: &[PartText]) -> Vec<Counted> {
    let runs = texts.par_iter().flat_map_iter(|text| {
        let runs = once_each(counted_runs(text.text.terms()));
        runs.into_iter().map(|run| (run, text.n_comments))
    });
    added_up(runs.collect())
}

/// The sums of some counts, of those runs that several comments hold.
pub fn add_up(counts: Vec<Vec<Counted>>) -> Vec<Counted> {
    let mut sums = added_up(counts.into_iter().flatten().collect());
    sums.retain(|(run, n)| *n > 1 && *run != FREE);
    sums
}

fn added_up(mut counts: Vec<Counted>) -> Vec<Counted> {
    counts.par_sort_unstable();
    let same = counts.chunk_by(|a, b| a.0 == b.0);
    let sums = same.map(|same| (same[0].0, same.iter().map(|(_, n)| n).sum()));
    sums.collect()
}

/// Of counted runs those that are judged: many comments hold them.
pub fn judged(counted: &[Counted]) -> impl Iterator<Item = &Counted> {
    counted.iter().filter(|(_, n)| *n as usize >= MANY)
}

/// How some texts hold the judged runs, which ascend: the place of each that they hold, and how they do.
pub fn hold(texts: &[PartText], judged: &[Counted]) -> Vec<(u32, Holding)> {
    let counts = RunCounts::of_counted(judged);
    let holder = |text| Holder::of_part(text);
    let holders: Vec<Holder<'_>> = texts.iter().map(holder).collect();
    let held = HeldRuns::new(&holders, &counts);
    let numbers = (0..).zip(counts.runs().numbers());
    let held = numbers.map(|(place, number)| (place, held.held(number)));
    held.filter(|(_, held)| held.n_texts > 0).collect()
}

/// The runs that many texts hold.
pub struct HeldByMany(NumberedRuns);

impl HeldByMany {
    /// Of judged runs, which ascend, those of which their holders tell something.
    pub fn of(judged: &[Counted], by_holders: &[Option<ByHolders>]) -> Self {
        let runs = judged.iter().zip(by_holders);
        let runs = runs.filter_map(|((run, _), by_holders)| by_holders.map(|_| *run));
        Self(NumberedRuns::new(runs.collect()))
    }

    /// Whether a run is one of them.
    pub fn holds(&self, run: Gram) -> bool {
        self.0.number(run).is_some()
    }
}

/// What their holders tell of judged runs, by what each part told of them; the places are those among these runs.
pub fn judge(judged: &[Counted], held: &[Vec<(u32, Holding)>]) -> Vec<Option<ByHolders>> {
    let mut sums = vec![Holding::default(); judged.len()];
    for (place, held) in held.iter().flatten() {
        sums[*place as usize] += *held;
    }
    let sums = sums.into_iter().zip(judged);
    sums.map(|(held, (_, n_comments))| ByHolders::of(held, *n_comments))
        .collect()
}
