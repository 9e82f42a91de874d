//! Clusters in, groups of clusters out of which many copies hold the same passage.
//!
//! Two letters hang together where a passage of [`PASSAGE`] words stands in a fifth of the comments of each:
//! one grew from the other, or an alert gave out several texts of which senders took one, two or all. One comment
//! that holds two letters ties nothing. What is common property (`compare::common_property`) ties nothing
//! either, unless it is a good part of a letter and hardly anybody else cites it.

use fixedbitset::FixedBitSet;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::clustering::{Cluster, Clusters, Grounds};
use crate::compare::common_property::Origin;
use crate::compare::passages::{COMMON_RUN, Gram, gram};
use crate::corpus::DocId;
use crate::reworded::ties::{find, unite};

/// Letters are versions of one where they share this part of the shorter one's words: a quarter.
pub(super) const VERSIONS: usize = 4;
/// Comments that hold a passage against those among them that are single: common property is cited by such as share
/// nothing else, one in ten and more.
const CITED: u32 = 10;
/// Clusters that hold a passage with which another one's passages are counted: more tell nothing new.
const PARTNERS: usize = 16;
/// Words of a passage: evidence where it is known to be somebody's (`clustering::rules`).
const PASSAGE: usize = 15;
/// Runs of words in it.
const RUNS_IN_PASSAGE: usize = PASSAGE - COMMON_RUN + 1;
/// Of the comments of a cluster, those that hold a passage for it to tie the cluster to others: one in five.
const HELD: usize = 5;

/// A passage that a fifth of the comments of a cluster hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct HeldPassage {
    passage: Gram,
    /// The cluster's place.
    cluster: u32,
    /// Comments of it that hold the passage.
    n_comments: u32,
    /// By its holders alone it is common property.
    is_cited: bool,
}

/// Clusters, and single comments with them, that passages tie together.
pub(super) struct Group<'a> {
    pub(super) clusters: Vec<&'a Cluster>,
    /// Words of the passages that each shares with the one it shares most with, where these are the fewest.
    pub(super) n_shared_words: usize,
}

/// Groups of clusters, and of single comments with them: every cluster is in one group.
pub(super) fn groups<'a>(grounds: &Grounds<'_>, clusters: &'a Clusters) -> Vec<Group<'a>> {
    let all = clusters.clusters();
    let mut held: Vec<HeldPassage> = all
        .par_iter()
        .enumerate()
        .flat_map_iter(|(at, cluster)| widely_held(grounds, cluster, at as u32))
        .collect();
    held.par_sort_unstable();
    let (cited, held): (Vec<HeldPassage>, Vec<HeldPassage>) =
        held.into_iter().partition(|held| held.is_cited);
    let mut first: Vec<u32> = (0..all.len() as u32).collect();
    // Passages of two clusters.
    let mut n_shared: FxHashMap<(u32, u32), usize> = FxHashMap::default();
    for holders in held.chunk_by(|a, b| a.passage == b.passage) {
        for pair in pairs(holders) {
            *n_shared.entry(pair).or_default() += 1;
        }
    }
    for (pair, n_passages) in grown_apart(grounds, all, &cited) {
        *n_shared.entry(pair).or_default() += n_passages;
    }
    for (one, other) in n_shared.keys() {
        unite(&mut first, *one, *other);
    }
    // Passages follow each other word by word.
    let mut most_shared: FxHashMap<u32, usize> = FxHashMap::default();
    for ((one, other), n_passages) in n_shared {
        for cluster in [one, other] {
            let most = most_shared.entry(cluster).or_default();
            *most = (*most).max(n_passages + PASSAGE - 1);
        }
    }
    let place = |seed: &DocId| all.binary_search_by_key(seed, Cluster::seed).ok();
    for (at, cluster) in all.iter().enumerate() {
        for other in cluster.opposed().iter().filter_map(place) {
            unite(&mut first, at as u32, other as u32);
        }
    }
    let mut groups: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for at in 0..all.len() as u32 {
        groups.entry(find(&mut first, at)).or_default().push(at);
    }
    let group = |places: Vec<u32>| {
        let shared = places.iter().map(|at| most_shared.get(at).copied());
        Group {
            n_shared_words: shared.flatten().min().unwrap_or_default(),
            clusters: places.iter().map(|at| &all[*at as usize]).collect(),
        }
    };
    let is_campaign = |group: &Group<'_>| group.clusters.iter().any(|it| !it.is_singleton());
    groups
        .into_values()
        .map(group)
        .filter(is_campaign)
        .collect()
}

/// The clusters that hold a passage, two by two; of very many each with some.
fn pairs(holders: &[HeldPassage]) -> impl Iterator<Item = (u32, u32)> {
    holders.iter().enumerate().flat_map(|(nth, other)| {
        let others = holders[..nth.min(PARTNERS)].iter();
        others.map(|one| (one.cluster, other.cluster))
    })
}

/// The passages that a fifth of a cluster's comments hold.
fn widely_held(grounds: &Grounds<'_>, cluster: &Cluster, at: u32) -> Vec<HeldPassage> {
    let n_comments = |id: DocId| grounds.references.redundancy(id);
    let n_all: usize = cluster.documents().map(n_comments).sum();
    let mut n_holders: FxHashMap<(Gram, bool), usize> = FxHashMap::default();
    for id in cluster.documents() {
        for passage in passages(grounds, id, cluster.is_singleton()) {
            *n_holders.entry(passage).or_default() += n_comments(id);
        }
    }
    let widely = n_holders.into_iter().filter(|(_, n)| n * HELD >= n_all);
    let held = widely.map(|((passage, is_cited), n)| HeldPassage {
        passage,
        cluster: at,
        n_comments: n as u32,
        is_cited,
    });
    held.collect()
}

/// The passages of a document that may tie it to others, each once, and whether they are common property. Of a
/// single comment it must be known that they are somebody's, and they must be half of it: it may quote a letter.
fn passages(grounds: &Grounds<'_>, id: DocId, is_single: bool) -> Vec<(Gram, bool)> {
    let terms = grounds.tables.text(id).terms();
    let common = grounds.tables.common_property();
    let origins = common.origins(terms.windows(COMMON_RUN).map(gram));
    let is_evidence = |origin: &Option<Origin>| match origin {
        Some(Origin::Somebody) => true,
        Some(Origin::CommonProperty) | None => !is_single,
        Some(Origin::FormText) => false,
    };
    let mut covered = FixedBitSet::with_capacity(terms.len());
    let mut passages: Vec<(Gram, bool)> = Vec::new();
    for (at, origins) in origins.windows(RUNS_IN_PASSAGE).enumerate() {
        if origins.iter().all(is_evidence) {
            let is_cited = origins.contains(&Some(Origin::CommonProperty));
            passages.push((gram(&terms[at..at + PASSAGE]), is_cited));
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

/// Pairs of clusters, each with how many passages they share, whose letters share a quarter of the shorter one that is common property by its holders, of
/// which there are two circles, though hardly a single comment cites it: one letter grew from the other.
fn grown_apart(
    grounds: &Grounds<'_>,
    all: &[Cluster],
    cited: &[HeldPassage],
) -> Vec<((u32, u32), usize)> {
    let by_passage = cited.chunk_by(|a, b| a.passage == b.passage);
    let shared: Vec<&[HeldPassage]> = by_passage.filter(|holders| holders.len() > 1).collect();
    if shared.is_empty() {
        return Vec::new();
    }
    let asked: FxHashSet<Gram> = shared.iter().map(|holders| holders[0].passage).collect();
    let cited_by = |cluster: &Cluster| {
        let terms = grounds.tables.text(cluster.seed()).terms();
        let mut cited: Vec<Gram> = terms.windows(PASSAGE).map(gram).collect();
        cited.retain(|passage| asked.contains(passage));
        cited.sort_unstable();
        cited.dedup();
        cited
    };
    let singles = all.par_iter().filter(|cluster| cluster.is_singleton());
    let by_singles: Vec<Gram> = singles.flat_map_iter(cited_by).collect();
    let mut n_singles: FxHashMap<Gram, u32> = FxHashMap::default();
    for passage in by_singles {
        *n_singles.entry(passage).or_default() += 1;
    }
    let mut n_passages: FxHashMap<(u32, u32), usize> = FxHashMap::default();
    for holders in shared {
        let n_comments: u32 = holders.iter().map(|held| held.n_comments).sum();
        let n_singles = n_singles.get(&holders[0].passage).copied();
        if n_singles.unwrap_or_default() * CITED > n_comments {
            continue;
        }
        for pair in pairs(holders) {
            *n_passages.entry(pair).or_default() += 1;
        }
    }
    let is_good_part = |(one, other): (u32, u32)| {
        let (n_shared, n_words) = shared_words(grounds, &all[one as usize], &all[other as usize]);
        n_shared * VERSIONS >= n_words
    };
    n_passages.retain(|pair, _| is_good_part(*pair));
    n_passages.into_iter().collect()
}

/// The words of the shorter one of two letters that they share, and how many it has.
fn shared_words(grounds: &Grounds<'_>, one: &Cluster, other: &Cluster) -> (usize, usize) {
    let terms = |cluster: &Cluster| grounds.tables.text(cluster.seed()).terms();
    let (shorter, longer) = match (terms(one), terms(other)) {
        (one, other) if other.len() < one.len() => (other, one),
        (one, other) => (one, other),
    };
    let runs: FxHashSet<Gram> = longer.windows(COMMON_RUN).map(gram).collect();
    let mut words = FixedBitSet::with_capacity(shorter.len());
    for (at, run) in shorter.windows(COMMON_RUN).enumerate() {
        if runs.contains(&gram(run)) {
            words.insert_range(at..at + COMMON_RUN);
        }
    }
    (words.count_ones(..), shorter.len())
}

/// The words that a cluster's letter, or a single comment, shares with the largest letter of its campaign, where it
/// shares the fewest; and how many the shorter one has.
pub(super) fn least_shared(
    grounds: &Grounds<'_>,
    clusters: &[&Cluster],
    singles: &[&Cluster],
) -> (usize, usize) {
    let Some((largest, others)) = clusters.split_first() else {
        return (0, 0);
    };
    let others = others.iter().chain(singles);
    others
        .map(|other| shared_words(grounds, other, largest))
        .min_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)))
        .unwrap_or_default()
}
