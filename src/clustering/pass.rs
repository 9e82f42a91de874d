//! Stars in, clusters out: the one pass (SIGIR 2006 Figure 3), run for form letters and for the rest.
//!
//! A star is a seed with the documents that a link holds with. A document goes to the best of its seeds; what is left is left to
//! the next round. The adaptive cut-off of dg.o 2005, slide 23, which takes away what only distance holds where distances jump,
//! was tried and took nobody away in twelve dockets.
//!
//! Of texts without a form letter any may be the seed. The one that links most others becomes the first
//! seed and takes them out of the running, then the next: clusters are stars around their most typical
//! member, and no chain of small edits can grow. A seed all of whose documents went to better ones is left, and goes through the
//! pass again, until a round places nobody.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BinaryHeap};

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::links::{Citation, Context, Link, Order};
use super::neighbors::Neighbors;
use super::{Clusters, Member};
use crate::compare::Seed;
use crate::corpus::DocId;
use crate::ngrams::sorted_dedup;

/// A seed and its links.
#[derive(Debug)]
pub(super) struct Star {
    pub(super) seed: DocId,
    pub(super) links: Vec<Link>,
}

/// Puts each document to the best seed that it is linked with; what is left ascends. A seed is no document, and one that
/// attracts nobody is left, unless it `stands` by itself.
pub(super) fn gather(
    context: &Context<'_>,
    stars: &[Star],
    documents: &[DocId],
    stands: impl Fn(DocId) -> bool,
) -> (Clusters, Vec<DocId>) {
    let seeds: FxHashSet<DocId> = stars.iter().map(|star| star.seed).collect();
    let links =
        stars.iter().flat_map(|star| &star.links).filter(|link| !seeds.contains(&link.document));
    let mut members: BTreeMap<DocId, Vec<Member>> = BTreeMap::new();
    let mut left: FxHashSet<DocId> = documents.iter().copied().collect();
    for member in best_links(context, links) {
        left.remove(&member.document);
        members.entry(member.compared_with).or_default().push(member);
    }
    let mut clusters = Vec::new();
    for star in stars {
        let mut gathered = members.remove(&star.seed).unwrap_or_default();
        if gathered.is_empty() && !stands(star.seed) {
            continue;
        }
        left.remove(&star.seed);
        gathered.sort_by_key(|member| member.document);
        clusters.push(context.cluster(star.seed, gathered));
    }
    (Clusters::new(clusters), sorted_dedup(left))
}

/// Of the links of each document the best, as a member of its cluster.
pub(super) fn best_links<'a>(
    context: &Context<'_>,
    links: impl Iterator<Item = &'a Link>,
) -> Vec<Member> {
    let mut best: FxHashMap<DocId, &Link> = FxHashMap::default();
    for link in links {
        match best.entry(link.document) {
            Entry::Vacant(place) => _ = place.insert(link),
            Entry::Occupied(mut known) => {
                if context.is_better(link, known.get()) {
                    known.insert(link);
                }
            }
        }
    }
    let links: Vec<&Link> = best.into_values().collect();
    links.into_par_iter().map(|link| context.member(link)).collect()
}

/// Clusters of texts without a form letter, all links of their seeds, and which texts cite others. Every document is placed:
/// what is alone is a cluster of one.
pub(super) fn around_most_linked(
    context: &Context<'_>,
    neighbors: &Neighbors,
    documents: &[DocId],
    watch: &dyn Fn(usize, usize),
) -> (Clusters, Vec<Link>, Vec<Citation>) {
    let (mut clusters, mut links, mut citations) = (Vec::new(), Vec::new(), Vec::new());
    let (mut alone, mut left) = (Vec::new(), documents.to_vec());
    while !left.is_empty() {
        let n_before = documents.len() - left.len();
        let stars = choose_seeds(context, neighbors, &left, &mut citations, &|n_compared| {
            watch(n_before + n_compared, documents.len());
        });
        let (found, unplaced) = gather(context, &stars, &left, |_| false);
        let linked: FxHashSet<DocId> = stars
            .iter()
            .flat_map(|star| star.links.iter().map(|link| link.document).chain([star.seed]))
            .collect();
        // What no link holds is not compared again.
        let (again, unlinked): (Vec<DocId>, Vec<DocId>) = unplaced
            .into_iter()
            .partition(|document| !found.clusters.is_empty() && linked.contains(document));
        left = again;
        alone.extend(unlinked);
        for star in stars.into_iter().filter(|star| found.around(star.seed).is_some()) {
            links.extend(star.links);
        }
        clusters.extend(found.clusters);
    }
    clusters.extend(alone.into_iter().map(|document| context.cluster(document, Vec::new())));
    (Clusters::new(clusters), links, citations)
}

/// A document that may become a seed; the greatest is next.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Bound<'a> {
    /// Links, or as long as they are not known neighbors: never fewer.
    n_links: usize,
    /// Comments that consist of it: what several sent as it is is no fragment of what one of them sent.
    redundancy: usize,
    first: Reverse<Order<'a>>,
}

impl Bound<'_> {
    fn seed(&self) -> DocId {
        let Reverse((.., (.., seed))) = self.first;
        seed
    }
}

/// Chooses the seeds among some documents, each with its links: most links first, then most exact copies, then the earliest;
/// what a seed attracts is no seed.
///
/// A document is compared with its neighbors only when it may be next: one whose neighbors are fewer
/// than another's links is not (lazy greedy: Minoux, 1978). Members of a large campaign are attracted before their turn comes.
///
/// Who cites what is compared is added to `citations`. `watch` is called with how many documents are compared, or need not be.
fn choose_seeds(
    context: &Context<'_>,
    neighbors: &Neighbors,
    documents: &[DocId],
    citations: &mut Vec<Citation>,
    watch: &dyn Fn(usize),
) -> Vec<Star> {
    let is_there: FxHashSet<DocId> = documents.iter().copied().collect();
    let mut bounds: BinaryHeap<Bound<'_>> = documents
        .iter()
        .map(|seed| Bound {
            n_links: neighbors.of(*seed).len(),
            redundancy: context.references.redundancy(*seed),
            first: Reverse(context.order(*seed)),
        })
        .collect();
    let mut known: FxHashMap<DocId, Vec<Link>> = FxHashMap::default();
    let mut attracted: FxHashSet<DocId> = FxHashSet::default();
    let mut stars = Vec::new();
    // Most members of a large campaign need never be compared, and the first few seeds find it. Where they find little,
    // more and more are compared at once.
    let (fewest_at_once, most_at_once) = (2, 1024);
    let mut n_at_once = fewest_at_once;
    let mut n_compared = 0;
    loop {
        // Those that may be next and are not compared yet.
        let mut batch = Vec::new();
        while batch.len() < n_at_once {
            let Some(next) = bounds.pop() else { break };
            let seed = next.seed();
            n_compared += usize::from(!known.contains_key(&seed));
            if next.n_links == 0 || attracted.contains(&seed) {
                continue;
            }
            if !known.contains_key(&seed) {
                batch.push(next);
            } else if batch.is_empty() {
                let links = known.remove(&seed).unwrap_or_default();
                if links.len() > n_at_once {
                    n_at_once = fewest_at_once;
                }
                attracted.insert(seed);
                attracted.extend(links.iter().map(|link| link.document));
                stars.push(Star { seed, links });
            } else {
                bounds.push(next);
                break;
            }
        }
        watch(n_compared.min(documents.len()));
        if batch.is_empty() {
            return stars;
        }
        n_at_once = (n_at_once * 2).min(most_at_once);
        let compared: Vec<_> = batch
            .into_par_iter()
            .map(|next| {
                let mut near = neighbors.of(next.seed()).to_vec();
                near.retain(|id| is_there.contains(id));
                let links = context.links(&Seed::of(context.tables, next.seed()), &near);
                (next, links)
            })
            .collect();
        for (mut next, (found, cited)) in compared {
            citations.extend(cited);
            next.n_links = found.len();
            known.insert(next.seed(), found);
            bounds.push(next);
        }
    }
}
