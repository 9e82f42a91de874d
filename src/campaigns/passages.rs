//! Clusters in, groups of clusters out of which many copies hold the same passage.
//!
//! Two letters hang together where a passage of [`PASSAGE`] words stands in a fifth of the comments of each:
//! one grew from the other, or an alert gave out several texts of which senders took one, two or all. One comment
//! that holds two letters ties nothing. What is common property (`compare::common_property`) ties nothing
//! either.

use fixedbitset::FixedBitSet;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::clustering::{Cluster, Clusters, Grounds};
use crate::compare::common_property::Origin;
use crate::compare::passages::{COMMON_RUN, Gram, gram};
use crate::corpus::{DocId, TermId};
use crate::reworded::ties::{find, unite};

/// Words of a passage: evidence where it is known to be somebody's (`clustering::rules`).
const PASSAGE: usize = 15;
/// Of the comments of a cluster, those that hold a passage for it to tie the cluster to others: one in five.
const HELD: usize = 5;

/// Groups of clusters, and of single comments with them: every cluster is in one group.
pub(super) fn groups<'a>(grounds: &Grounds<'_>, clusters: &'a Clusters) -> Vec<Vec<&'a Cluster>> {
    let all = clusters.clusters();
    let mut held: Vec<(Gram, u32)> = all
        .par_iter()
        .enumerate()
        .flat_map_iter(|(at, cluster)| {
            let passages = widely_held(grounds, cluster).into_iter();
            passages.map(move |passage| (passage, at as u32))
        })
        .collect();
    held.par_sort_unstable();
    let mut first: Vec<u32> = (0..all.len() as u32).collect();
    for holders in held.chunk_by(|a, b| a.0 == b.0) {
        let (_, one) = holders[0];
        holders
            .iter()
            .for_each(|(_, other)| unite(&mut first, one, *other));
    }
    let place = |seed: &DocId| all.binary_search_by_key(seed, Cluster::seed).ok();
    for (at, cluster) in all.iter().enumerate() {
        for other in cluster.opposed().iter().filter_map(place) {
            unite(&mut first, at as u32, other as u32);
        }
    }
    let mut groups: FxHashMap<u32, Vec<&Cluster>> = FxHashMap::default();
    for (at, cluster) in all.iter().enumerate() {
        groups
            .entry(find(&mut first, at as u32))
            .or_default()
            .push(cluster);
    }
    let is_campaign = |group: &Vec<&Cluster>| group.iter().any(|cluster| !cluster.is_singleton());
    groups.into_values().filter(is_campaign).collect()
}

/// The passages that a fifth of a cluster's comments hold.
fn widely_held(grounds: &Grounds<'_>, cluster: &Cluster) -> Vec<Gram> {
    let n_comments = |id: DocId| grounds.references.redundancy(id);
    let n_all: usize = cluster.documents().map(n_comments).sum();
    let mut n_holders: FxHashMap<Gram, usize> = FxHashMap::default();
    for id in cluster.documents() {
        for passage in passages(grounds, id, cluster.is_singleton()) {
            *n_holders.entry(passage).or_default() += n_comments(id);
        }
    }
    let widely = n_holders.into_iter().filter(|(_, n)| n * HELD >= n_all);
    widely.map(|(passage, _)| passage).collect()
}

/// The passages of a document that may tie it to others, each once. Of a single comment it must be known that
/// they are somebody's, and they must be half of it: it may quote a letter.
fn passages(grounds: &Grounds<'_>, id: DocId, is_single: bool) -> Vec<Gram> {
    let terms = grounds.tables.text(id).terms();
    let common = grounds.tables.common_property();
    let ties = |run: &[TermId]| match common.origin(gram(run)) {
        Some(Origin::Somebody) => true,
        Some(_) => false,
        None => !is_single,
    };
    let ties: Vec<bool> = terms.windows(COMMON_RUN).map(ties).collect();
    let runs_in_passage = PASSAGE - COMMON_RUN + 1;
    let mut covered = FixedBitSet::with_capacity(terms.len());
    let mut passages: Vec<Gram> = Vec::new();
    for (at, ties) in ties.windows(runs_in_passage).enumerate() {
        if ties.iter().all(|ties| *ties) {
            passages.push(gram(&terms[at..at + PASSAGE]));
            covered.insert_range(at..at + PASSAGE);
        }
    }
    if is_single && covered.count_ones(..) * 2 < terms.len() {
        return Vec::new();
    }
    passages.sort_unstable();
    passages.dedup();
    passages
}

/// The words of the shorter text that a cluster's letter, or a single comment, shares with the largest letter
/// of its campaign, where it shares the fewest; and how many there are.
pub(super) fn least_shared(
    grounds: &Grounds<'_>,
    clusters: &[&Cluster],
    singles: &[&Cluster],
) -> (usize, usize) {
    let terms = |cluster: &Cluster| grounds.tables.text(cluster.seed()).terms();
    let Some((largest, others)) = clusters.split_first() else {
        return (0, 0);
    };
    let largest = terms(largest);
    let shared = others.iter().chain(singles).map(|other| {
        let (shorter, longer) = match terms(other) {
            other if other.len() < largest.len() => (other, largest),
            other => (largest, other),
        };
        let runs: FxHashSet<Gram> = longer.windows(COMMON_RUN).map(gram).collect();
        let mut words = FixedBitSet::with_capacity(shorter.len());
        for (at, run) in shorter.windows(COMMON_RUN).enumerate() {
            if runs.contains(&gram(run)) {
                words.insert_range(at..at + COMMON_RUN);
            }
        }
        (words.count_ones(..), shorter.len())
    });
    shared
        .min_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)))
        .unwrap_or_default()
}
