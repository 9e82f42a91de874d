//! Second pass: the seeds are the documents that the first pass left.
//!
//! It finds campaigns without exact copies. Every unplaced document is compared with its candidates;
//! the one that links most others becomes the first seed and takes them out of the running, then the
//! next. Last, each document goes to the best of the seeds it is linked with.

use std::cmp::Reverse;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::assignment::{best_links, finish, links_of};
use super::{Cluster, Clusters, Config, Member, Models};
use crate::corpus::{DocId, Timestamp};
use crate::retrieval::Candidates;

/// A document and what it is linked with.
struct Star {
    seed: DocId,
    links: Vec<Member>,
}

/// Completes the clusters of the first pass to a partition.
pub fn around_others(
    models: &Models<'_>,
    candidates: &Candidates,
    first: Clusters,
    config: &Config,
) -> Clusters {
    let nothing_common = FxHashSet::default();
    let unplaced: FxHashSet<DocId> = first.unplaced.iter().copied().collect();
    let stars: Vec<Star> = candidates
        .sets()
        .par_iter()
        .map(|set| {
            let others = set
                .documents
                .iter()
                .copied()
                .filter(|id| unplaced.contains(id));
            let others: Vec<DocId> = others.collect();
            let links = links_of(models, set.seed, false, &others, &nothing_common, config);
            Star {
                seed: set.seed,
                links,
            }
        })
        .filter(|star| !star.links.is_empty())
        .collect();
    let stars = choose_seeds(models, stars);
    let is_seed: FxHashSet<DocId> = stars.iter().map(|star| star.seed).collect();
    let links = stars.into_iter().flat_map(|star| star.links);
    let best = best_links(links.filter(|member| !is_seed.contains(&member.document)));
    let mut clusters: FxHashMap<DocId, Vec<Member>> =
        is_seed.iter().map(|seed| (*seed, Vec::new())).collect();
    let mut left = Vec::new();
    for document in first.unplaced {
        match best.get(&document) {
            Some(member) => clusters
                .entry(member.compared_with)
                .or_default()
                .push(member.clone()),
            None if is_seed.contains(&document) => {}
            None => left.push(document),
        }
    }
    let Clusters {
        mut clusters,
        unplaced,
    } = finish(models, clusters, left, config);
    clusters.extend(first.clusters);
    clusters.extend(
        unplaced
            .into_iter()
            .map(|seed| models.cluster(seed, Vec::new())),
    );
    clusters.sort_by_key(Cluster::seed);
    Clusters {
        clusters,
        unplaced: Vec::new(),
    }
}

/// Chooses the seeds: most links first, then the earliest; what a seed attracts is no seed.
fn choose_seeds(models: &Models<'_>, mut stars: Vec<Star>) -> Vec<Star> {
    let timestamp = |id: DocId| {
        models
            .document(id)
            .attributes
            .timestamp
            .unwrap_or(Timestamp::MAX)
    };
    stars.sort_by_cached_key(|star| (Reverse(star.links.len()), timestamp(star.seed), star.seed));
    let mut attracted: FxHashSet<DocId> = FxHashSet::default();
    stars.retain(|star| {
        let is_seed = attracted.insert(star.seed);
        if is_seed {
            attracted.extend(star.links.iter().map(|member| member.document));
        }
        is_seed
    });
    stars
}
