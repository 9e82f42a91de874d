//! Clusters in, clusters out: documents are moved between them one by one, as the analyst's links ask.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::links::{Context, Link};
use super::notes::rename_letters;
use super::pass::homes;
use super::{Cluster, Clusters, Member, Rule};
use crate::corpus::DocId;

/// Puts together what the analyst's must-links join, and parts what the cannot-links part.
pub(super) fn apply(context: &Context<'_>, clusters: Clusters) -> Clusters {
    let links = context.analyst;
    let starts = links.starts();
    if starts.is_empty() && links.parted().next().is_none() {
        return clusters;
    }
    let mut places = Places::of(clusters);
    for start in starts {
        let anchor = links
            .reached_from(start)
            .into_iter()
            .map(|(document, _)| document)
            .max_by_key(|document| {
                let cluster = places.cluster_of(*document);
                let is_letter = cluster.is_form_letter && cluster.seed == *document;
                (is_letter, cluster.redundancy, cluster.members.len(), Reverse(*document))
            })
            .unwrap_or(start);
        for (document, before) in links.reached_from(anchor).into_iter().skip(1) {
            places.move_to(document, anchor, held_by_analyst(context, document, before));
        }
    }
    for (a, b) in links.parted() {
        if !links.must(a, b) && places.home(a) == places.home(b) {
            let leaving = links.reached_from(places.weaker(context, a, b));
            places.part(context, &leaving);
        }
    }
    places.into_clusters()
}

fn held_by_analyst(context: &Context<'_>, document: DocId, with: DocId) -> Member {
    Member {
        document,
        compared_with: with,
        rule: Rule::Analyst,
        distance: context.tables.distance(with, document),
        n_shared_words: 0,
        n_blocks_kept: 0,
        also_contains: Vec::new(),
    }
}

/// Clusters, and where each document is.
pub(super) struct Places {
    clusters: Vec<Option<Cluster>>,
    homes: FxHashMap<DocId, usize>,
}

impl Places {
    pub(super) fn of(clusters: Clusters) -> Self {
        let homes = homes(&clusters.clusters);
        Self { clusters: clusters.clusters.into_iter().map(Some).collect(), homes }
    }

    fn home(&self, document: DocId) -> usize {
        self.homes[&document]
    }

    pub(super) fn cluster_of(&self, document: DocId) -> &Cluster {
        let cluster = self.clusters[self.home(document)].as_ref();
        cluster.expect("a document's home holds it")
    }

    /// Whether a document has a cluster to itself.
    pub(super) fn is_alone(&self, document: DocId) -> bool {
        self.cluster_of(document).members.is_empty()
    }

    /// Takes a document out of its cluster: with all its members where it is the seed.
    fn take(&mut self, document: DocId) -> Vec<Member> {
        let home = self.home(document);
        let cluster = self.clusters[home].as_mut().expect("a home");
        if cluster.seed == document {
            return self.clusters[home].take().map(|cluster| cluster.members).unwrap_or_default();
        }
        cluster.members.retain(|member| member.document != document);
        Vec::new()
    }

    /// Puts a document into the cluster of another one: with all its members where it is a seed.
    pub(super) fn move_to(&mut self, document: DocId, anchor: DocId, member: Member) {
        let target = self.home(anchor);
        if self.home(document) == target {
            return;
        }
        let mut members = self.take(document);
        members.push(member);
        for member in members {
            self.homes.insert(member.document, target);
            let cluster = self.clusters[target].as_mut().expect("a home");
            cluster.members.push(member);
        }
    }

    /// Which of two documents of a cluster leaves it: not the one that must be with the seed, else the
    /// one with the weaker evidence.
    fn weaker(&self, context: &Context<'_>, a: DocId, b: DocId) -> DocId {
        let links = context.analyst;
        let cluster = self.cluster_of(a);
        if links.must(a, cluster.seed) {
            return b;
        }
        if links.must(b, cluster.seed) {
            return a;
        }
        let [own, other] = [a, b].map(|document| {
            cluster.members.iter().find(|member| member.document == document).map(Link::from)
        });
        match (own, other) {
            (Some(own), Some(other)) if context.is_better(&other, &own) => a,
            _ => b,
        }
    }

    /// Makes a cluster of its own of some documents of one cluster.
    fn part(&mut self, context: &Context<'_>, leaving: &[(DocId, DocId)]) {
        let Some(((seed, _), rest)) = leaving.split_first() else {
            return;
        };
        self.take(*seed);
        let mut members = Vec::new();
        for (document, before) in rest {
            self.take(*document);
            members.push(held_by_analyst(context, *document, *before));
        }
        let at = self.clusters.len();
        self.homes.extend(leaving.iter().map(|(document, _)| (*document, at)));
        self.clusters.push(Some(context.cluster(*seed, members, 0.0)));
    }

    pub(super) fn into_clusters(self) -> Clusters {
        in_order(self.clusters.into_iter().flatten().collect())
    }
}

/// Clusters whose members moved, in order.
pub(super) fn in_order(mut clusters: Vec<Cluster>) -> Clusters {
    for cluster in &mut clusters {
        cluster.members.sort_by_key(|member| member.document);
    }
    clusters.sort_by_key(Cluster::seed);
    rename_letters(&mut clusters);
    Clusters { clusters, unplaced: Vec::new() }
}
