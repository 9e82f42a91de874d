//! Documents that the second pass left alone in, those of them that belong to a cluster after all out.
//!
//! A short copy may become a seed before the letter it was taken from does. What it attracted then goes
//! to the letter, with which it shares more, and the seed is left behind without ever having been
//! compared as a document. What the cut-off removes from a cluster is left behind likewise.
//!
//! Such a document is compared with the seeds of the clusters that its own links went to, besides those
//! that are its neighbours. If no link holds, it may be a copy of copies, or a passage of a kit of which
//! the letter holds others: then it goes to the cluster in most members of which it stands wholly.
//! There is one round, and nobody joins through what joined in it: no chain can grow.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::assignment::best_links;
use super::constraints::MustLink;
use super::links::Link;
use super::neighbours::Neighbours;
use super::passages::SeedPassages;
use super::second_pass::Stars;
use super::{Cluster, Config, Member, Models, Rule};
use crate::corpus::DocId;

/// Words of a text that stand in another one, of ten, for it to stand there wholly, small edits allowed.
const WHOLLY: usize = 9;

/// What the second pass knows when it gives documents a second chance.
pub(super) struct SecondChance<'a> {
    pub(super) models: &'a Models<'a>,
    pub(super) neighbours: &'a Neighbours,
    pub(super) stars: &'a Stars,
    pub(super) config: &'a Config,
}

impl SecondChance<'_> {
    /// Adds to the clusters those of the documents that belong to one; returns the rest, in order.
    pub(super) fn place(&self, clusters: &mut [Cluster], alone: &[DocId]) -> Vec<DocId> {
        let homes = homes(clusters);
        let linked = self.links_with_seeds(clusters, &homes, alone);
        let placed: Vec<Option<(usize, Member)>> = alone
            .par_iter()
            .map(|document| match linked.get(document) {
                Some(member) => Some((homes[&member.compared_with], member.clone())),
                None => self.held_by_members(&homes, *document),
            })
            .collect();
        let mut left = Vec::new();
        for (document, placed) in alone.iter().zip(placed) {
            match placed {
                Some((at, member)) => clusters[at].members.push(member),
                None => left.push(*document),
            }
        }
        for cluster in clusters {
            cluster.members.sort_by_key(|member| member.document);
        }
        left
    }

    /// The best link of each document with the seed of a cluster. What a cut-off removed does not come
    /// back by its distance.
    fn links_with_seeds(
        &self,
        clusters: &[Cluster],
        homes: &FxHashMap<DocId, usize>,
        alone: &[DocId],
    ) -> FxHashMap<DocId, Member> {
        let is_alone: FxHashSet<DocId> = alone.iter().copied().collect();
        let known = clusters
            .iter()
            .filter_map(|cluster| self.stars.get(&cluster.seed));
        let asked = self.not_yet_compared(clusters, homes, alone);
        let found: Vec<Vec<Link>> = asked
            .par_iter()
            .map(|(seed, documents)| {
                let (models, config) = (self.models, self.config);
                self.neighbours.links_of(models, *seed, documents, config)
            })
            .collect();
        let links = known.flatten().chain(found.iter().flatten());
        let holds = |link: &&Link| {
            let cut_off = clusters[homes[&link.compared_with]].cut_off;
            is_alone.contains(&link.document)
                && (matches!(link.rule, Rule::Must(_)) || link.distance(self.models) <= cut_off)
        };
        best_links(self.models, links.filter(holds).copied())
    }

    /// The seeds of the clusters that documents' own links went to, each with these documents, where
    /// they are no neighbours.
    fn not_yet_compared(
        &self,
        clusters: &[Cluster],
        homes: &FxHashMap<DocId, usize>,
        alone: &[DocId],
    ) -> Vec<(DocId, Vec<DocId>)> {
        let mut asked: BTreeMap<DocId, Vec<DocId>> = BTreeMap::new();
        for document in alone {
            let links = self.stars.get(document).into_iter().flatten();
            for at in links.filter_map(|link| homes.get(&link.document)) {
                let seed = clusters[*at].seed;
                if self.neighbours.of(seed).binary_search(document).is_err() {
                    asked.entry(seed).or_default().push(*document);
                }
            }
        }
        asked.values_mut().for_each(Vec::dedup);
        asked.into_iter().collect()
    }

    /// The cluster in most members of which a seed without documents stands, and the nearest of these.
    fn held_by_members(
        &self,
        homes: &FxHashMap<DocId, usize>,
        document: DocId,
    ) -> Option<(usize, Member)> {
        let mut holders: BTreeMap<usize, Vec<Member>> = BTreeMap::new();
        for link in self.stars.get(&document)? {
            if let Some(at) = homes.get(&link.document)
                && let Some(member) = self.stands_in(document, link.document)
            {
                holders.entry(*at).or_default().push(member);
            }
        }
        let (at, members) = holders
            .into_iter()
            .max_by_key(|(at, members)| (members.len(), Reverse(*at)))?;
        let nearest = members.into_iter().min_by(|a, b| {
            let by_distance = a.distance.total_cmp(&b.distance);
            by_distance.then(a.compared_with.cmp(&b.compared_with))
        });
        Some((at, nearest?))
    }

    /// The link of a document with a member that it stands in.
    fn stands_in(&self, document: DocId, member: DocId) -> Option<Member> {
        let text = self.models.text(document);
        let passages = SeedPassages::new(self.models.text(member), |_| false);
        let overlap = passages.overlap(&passages.compare(text));
        let stands = self.config.links.must && overlap.n_document * 10 >= text.len() * WHOLLY;
        stands.then(|| Member {
            document,
            compared_with: member,
            rule: Rule::Must(MustLink::Excerpt),
            distance: self.models.distance(member, document),
            n_shared_words: overlap.n_document,
            n_blocks_kept: overlap.n_blocks_kept,
            also_contains: Vec::new(),
        })
    }
}

/// The cluster of each document, by its place.
pub(super) fn homes(clusters: &[Cluster]) -> FxHashMap<DocId, usize> {
    let mut homes = FxHashMap::default();
    for (at, cluster) in clusters.iter().enumerate() {
        homes.insert(cluster.seed, at);
        homes.extend(cluster.members.iter().map(|member| (member.document, at)));
    }
    homes
}
