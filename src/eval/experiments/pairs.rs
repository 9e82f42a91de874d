//! Pairs of documents to judge similarities by (msr2013 §4.1, §4.8).
//!
//! In a small docket all pairs of distinct labelled texts are taken, as on the SpotSigs GoldSet (§4.8). In
//! a large one nearly all of them share nothing ("a random sample of pairs does not lead to a viable
//! corpus", §4.1), so pairs are drawn from those that share a 7-word phrase, evenly over the values of
//! their unweighted Jaccard coefficient.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::{Docket, Labelled};
use crate::corpus::DocId;
use crate::eval::rivals::hashing::keyed;
use crate::eval::rivals::rare_phrases::phrase_set;
use crate::eval::rivals::spot_signatures::jaccard;

/// Most pairs that are all taken.
const ALL_PAIRS: usize = 500_000;
/// Pairs drawn from the groups that share a phrase, before they are evened out.
const DRAWN: f64 = 200_000.0;
/// Ranges of the Jaccard coefficient, and pairs kept of each.
const RANGES: usize = 10;
const PER_RANGE: usize = 400;
/// "Documents … share at least one seven word phrase whose IDF is in the interval [0.2, 0.85]" (§4.1),
/// idf being ln (N / df) / ln N.
const IDF: std::ops::RangeInclusive<f64> = 0.2..=0.85;

/// Two documents, and whether the labels put them into one cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) a: DocId,
    pub(super) b: DocId,
    pub(super) is_near: bool,
}

/// The pairs, and whether they are all there are.
pub(super) fn draw(docket: Docket<'_>, labelled: &Labelled) -> (Vec<Pair>, bool) {
    let clusters: FxHashMap<DocId, u32> = labelled
        .documents
        .iter()
        .zip(labelled.clusters.of_documents())
        .filter_map(|(id, cluster)| Some(((*id)?, *cluster)))
        .collect();
    let unique: Vec<DocId> = docket
        .references
        .unique()
        .into_iter()
        .filter(|id| clusters.contains_key(id))
        .collect();
    let pair = |a: DocId, b: DocId| Pair {
        a,
        b,
        is_near: clusters[&a] == clusters[&b],
    };
    if unique.len() * unique.len().saturating_sub(1) / 2 <= ALL_PAIRS {
        let tails = unique
            .iter()
            .enumerate()
            .flat_map(|(nth, a)| unique[nth + 1..].iter().map(move |b| (*a, *b)));
        return (tails.map(|(a, b)| pair(a, b)).collect(), true);
    }
    let sets: Vec<Vec<u64>> = unique
        .iter()
        .map(|id| phrase_set(docket.corpus.token_text(*id)))
        .collect();
    let mut ranges: Vec<Vec<(u64, usize, usize)>> = vec![Vec::new(); RANGES];
    for (a, b) in sharing_a_phrase(&sets) {
        let range = (jaccard(&sets[a], &sets[b]) * RANGES as f64) as usize;
        ranges[range.min(RANGES - 1)].push((keyed(a as u64, b as u64), a, b));
    }
    let mut pairs = Vec::new();
    for mut range in ranges {
        range.sort_unstable();
        pairs.extend(
            range
                .into_iter()
                .take(PER_RANGE)
                .map(|(_, a, b)| pair(unique[a], unique[b])),
        );
    }
    (pairs, false)
}

/// Pairs drawn from each group of documents that share a phrase, in proportion to the group's pairs.
fn sharing_a_phrase(sets: &[Vec<u64>]) -> BTreeSet<(usize, usize)> {
    let mut holders: Vec<(u64, usize)> = sets
        .iter()
        .enumerate()
        .flat_map(|(nth, set)| set.iter().map(move |phrase| (*phrase, nth)))
        .collect();
    holders.sort_unstable();
    let n = sets.len() as f64;
    let is_telling = |group: &&[(u64, usize)]| {
        group.len() > 1 && IDF.contains(&((n / group.len() as f64).ln() / n.ln()))
    };
    let groups = || holders.chunk_by(|a, b| a.0 == b.0).filter(is_telling);
    let n_pairs = |group: &[(u64, usize)]| (group.len() * (group.len() - 1) / 2) as f64;
    let rate = (DRAWN / groups().map(n_pairs).sum::<f64>()).min(1.0);
    let mut pairs = BTreeSet::new();
    for group in groups() {
        for nth in 0..(n_pairs(group) * rate).ceil() as u64 {
            let pick = |side: u64| {
                group[(keyed(group[0].0, nth * 2 + side) % group.len() as u64) as usize].1
            };
            let (a, b) = (pick(0), pick(1));
            if a != b {
                pairs.insert((a.min(b), a.max(b)));
            }
        }
    }
    pairs
}
