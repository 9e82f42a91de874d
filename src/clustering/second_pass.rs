//! Second pass: the seeds are the documents that the first pass left.
//!
//! It finds campaigns without exact copies. The document that links most others becomes the first seed
//! and takes them out of the running, then the next. Then each document goes to the best of the seeds
//! it is linked with. What is alone after that, a seed whose documents all went to better ones or what the
//! cut-off removed, has a [second chance](super::second_chance); what that leaves may form clusters of
//! its own, once.
//!
//! A document is compared with its neighbours only when it may be next: one whose neighbours are fewer
//! than another's links is not. Members of a large campaign are attracted before their turn comes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::assignment::{best_links, finish};
use super::constraints::MustLink;
use super::kits::{note_other_letters, note_shared_passages};
use super::links::Link;
use super::neighbours::Neighbours;
use super::second_chance::SecondChance;
use super::{Cluster, Clusters, Config, Member, Models, Rule};
use crate::corpus::{DocId, Timestamp};
use crate::retrieval::Candidates;

/// A document that may become a seed; the greatest is next.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Contender {
    /// Links, or as long as they are not known neighbours: never fewer.
    n_links: usize,
    earliest: Reverse<(Timestamp, DocId)>,
}

impl Contender {
    fn seed(&self) -> DocId {
        self.earliest.0.1
    }
}

/// Seeds, each with the documents it is linked with.
pub(super) type Stars = FxHashMap<DocId, Vec<Link>>;

/// Documents compared at once, at first: most members of a large campaign need never be compared, and
/// the first few seeds find it. Where they find little, more and more are compared at once.
const FEWEST_AT_ONCE: usize = 2;
const MOST_AT_ONCE: usize = 1024;

/// Completes the clusters of the first pass to a partition.
pub fn around_others(
    models: &Models<'_>,
    candidates: &Candidates,
    first: Clusters,
    config: &Config,
) -> Clusters {
    let neighbours = Neighbours::new(models, candidates, &first.unplaced);
    let stars = choose_seeds(models, &neighbours, &first.unplaced, config);
    let mut found = gather(models, &stars, first.unplaced, config);
    let chance = SecondChance {
        models,
        neighbours: &neighbours,
        stars: &stars,
        config,
    };
    let alone = chance.place(&mut found.clusters, &found.unplaced);
    let seeds = found.clusters.iter().map(Cluster::seed);
    let links: Vec<&Link> = seeds
        .filter_map(|seed| stars.get(&seed))
        .flatten()
        .collect();
    note_other_letters(&mut found.clusters, links.into_iter());
    let late_stars = choose_seeds(models, &neighbours.among(&alone), &alone, config);
    let late = gather(models, &late_stars, alone, config);
    let mut clusters = first.clusters;
    clusters.extend(found.clusters);
    clusters.extend(late.clusters);
    let alone = late.unplaced.into_iter();
    clusters.extend(alone.map(|seed| models.cluster(seed, Vec::new(), config.threshold)));
    clusters.sort_by_key(Cluster::seed);
    note_shared_passages(&mut clusters);
    Clusters {
        clusters,
        unplaced: Vec::new(),
    }
}

/// Puts each document to the best seed it is linked with. What no seed attracts, seeds that keep no
/// document, and what the cut-off removes are unplaced.
fn gather(models: &Models<'_>, stars: &Stars, documents: Vec<DocId>, config: &Config) -> Clusters {
    let links = stars.values().flatten();
    let links = links.filter(|link| !stars.contains_key(&link.document));
    let mut clusters: FxHashMap<DocId, Vec<Member>> = FxHashMap::default();
    let mut unplaced: FxHashSet<DocId> = documents.into_iter().collect();
    for member in best_links(models, links.copied()).into_values() {
        unplaced.remove(&member.document);
        unplaced.remove(&member.compared_with);
        let members = clusters.entry(member.compared_with).or_default();
        members.push(member);
    }
    finish(models, clusters, unplaced.into_iter().collect(), config)
}

/// Chooses the seeds among some documents, each with its links: most links first, then the earliest;
/// what a seed attracts is no seed, unless it is an excerpt.
fn choose_seeds(
    models: &Models<'_>,
    neighbours: &Neighbours,
    documents: &[DocId],
    config: &Config,
) -> Stars {
    let timestamp = |id: DocId| models.corpus().entry(id).timestamp;
    let contender = |seed: &DocId| Contender {
        n_links: neighbours.of(*seed).len(),
        earliest: Reverse((timestamp(*seed).unwrap_or(Timestamp::MAX), *seed)),
    };
    let mut contenders: BinaryHeap<Contender> = documents.iter().map(contender).collect();
    let mut known = Stars::default();
    let mut attracted: FxHashSet<DocId> = FxHashSet::default();
    let mut stars = Stars::default();
    let mut n_at_once = FEWEST_AT_ONCE;
    loop {
        // Those that may be next and are not compared yet.
        let mut batch = Vec::new();
        while batch.len() < n_at_once {
            let Some(next) = contenders.pop() else { break };
            let seed = next.seed();
            if next.n_links == 0 || attracted.contains(&seed) {
                continue;
            }
            if !known.contains_key(&seed) {
                batch.push(next);
            } else if batch.is_empty() {
                let links = known.remove(&seed).unwrap_or_default();
                if links.len() > n_at_once {
                    n_at_once = FEWEST_AT_ONCE;
                }
                attracted.insert(seed);
                attracted.extend(
                    links
                        .iter()
                        .filter(|link| !is_excerpt(link))
                        .map(|link| link.document),
                );
                stars.insert(seed, links);
            } else {
                contenders.push(next);
                break;
            }
        }
        if batch.is_empty() {
            return stars;
        }
        n_at_once = (n_at_once * 2).min(MOST_AT_ONCE);
        let compare = |next: Contender| {
            let links = neighbours.links_of(models, next.seed(), &[], config);
            (next, links)
        };
        let compared: Vec<(Contender, Vec<Link>)> = batch.into_par_iter().map(compare).collect();
        for (mut next, found) in compared {
            next.n_links = found.len();
            known.insert(next.seed(), found);
            contenders.push(next);
        }
    }
}

/// Whether a document is but an excerpt of a seed: it may still be one of its own, around which there
/// are copies that hold no more of the larger text than itself.
fn is_excerpt(link: &Link) -> bool {
    link.rule == Rule::Must(MustLink::Excerpt)
}
