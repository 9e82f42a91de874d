//! The clusters, and where each document is: documents are moved between them one by one, as rules of more than two texts
//! and the analyst's links ask.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::links::{Context, Link};
use super::notes::rename_letters;
use super::{Cluster, Member, Rule};
use crate::compare::Seed;
use crate::corpus::DocId;

fn held_by_analyst(context: &Context<'_>, document: DocId, with: DocId) -> Member {
    let seed = Seed::of(context.tables, with);
    let shared = seed.compare(context.tables, document);
    Member {
        document,
        compared_with: with,
        rule: Rule::Analyst,
        distance: context.tables.distance(with, document),
        n_shared_words: 0,
        shares: Some(context.evidence(&seed, document, &shared).shares()),
        n_blocks_kept: 0,
        also_contains: Vec::new(),
    }
}

/// A partition of the unique documents.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clusters {
    /// The clusters, by seed. Some have no member besides it.
    pub clusters: Vec<Cluster>,
    /// In which of them a document is. What a seed left is there until they are put [in order](Self::in_order).
    homes: FxHashMap<DocId, usize>,
}

impl Clusters {
    /// Clusters of different documents.
    pub(super) fn new(mut clusters: Vec<Cluster>) -> Self {
        clusters.sort_by_key(|cluster| cluster.seed);
        let mut found = Self::default();
        clusters.into_iter().for_each(|cluster| found.form(cluster));
        found
    }

    /// The cluster around a seed.
    pub fn around(&self, seed: DocId) -> Option<&Cluster> {
        self.find(seed).filter(|cluster| cluster.seed == seed)
    }

    /// The cluster that a document is in, if it is in one.
    pub(super) fn find(&self, document: DocId) -> Option<&Cluster> {
        Some(&self.clusters[*self.homes.get(&document)?])
    }

    /// The cluster that a document is in.
    pub(super) fn of(&self, document: DocId) -> &Cluster {
        &self.clusters[self.homes[&document]]
    }

    pub(super) fn of_mut(&mut self, document: DocId) -> &mut Cluster {
        &mut self.clusters[self.homes[&document]]
    }

    /// The clusters, but for what a seed left.
    pub(super) fn there(&self) -> Vec<&Cluster> {
        let clusters = self.clusters.iter().enumerate();
        let there = clusters.filter(|(at, cluster)| self.homes.get(&cluster.seed) == Some(at));
        there.map(|(_, cluster)| cluster).collect()
    }

    /// Whether two documents are in one cluster.
    pub(super) fn are_together(&self, a: DocId, b: DocId) -> bool {
        self.homes[&a] == self.homes[&b]
    }

    /// Whether a document has a cluster to itself.
    pub(super) fn is_alone(&self, document: DocId) -> bool {
        self.of(document).members.is_empty()
    }

    /// Shows the clusters that two documents are in as opposed.
    pub(super) fn oppose(&mut self, a: DocId, b: DocId) {
        self.of_mut(a).opposed.push(b);
        self.of_mut(b).opposed.push(a);
    }

    /// Puts together what the analyst's must-links join, and parts what the cannot-links part.
    pub(super) fn apply_links(&mut self, context: &Context<'_>) {
        let links = context.analyst;
        for start in links.starts() {
            let anchor = links
                .reached_from(start)
                .into_iter()
                .map(|(document, _)| document)
                .max_by_key(|document| {
                    let cluster = self.of(*document);
                    let is_letter = cluster.is_form_letter && cluster.seed == *document;
                    (is_letter, cluster.redundancy, cluster.members.len(), Reverse(*document))
                })
                .unwrap_or(start);
            for (document, before) in links.reached_from(anchor).into_iter().skip(1) {
                self.move_to(document, anchor, held_by_analyst(context, document, before));
            }
        }
        for (a, b) in links.parted() {
            if !links.must(a, b) && self.are_together(a, b) {
                self.part(context, &links.reached_from(self.weaker(context, a, b)));
            }
        }
    }

    /// Takes a document out of its cluster: with all its members where it is the seed.
    fn take(&mut self, document: DocId) -> Vec<Member> {
        let cluster = self.of_mut(document);
        if cluster.seed == document {
            return std::mem::take(&mut cluster.members);
        }
        cluster.members.retain(|member| member.document != document);
        Vec::new()
    }

    /// Puts a document into the cluster of another one: with all its members where it is a seed.
    pub(super) fn move_to(&mut self, document: DocId, anchor: DocId, member: Member) {
        if self.are_together(document, anchor) {
            return;
        }
        for member in self.take(document).into_iter().chain([member]) {
            self.add(anchor, member);
        }
    }

    /// Adds a member to the cluster that a document is in.
    pub(super) fn add(&mut self, anchor: DocId, member: Member) {
        self.homes.insert(member.document, self.homes[&anchor]);
        self.of_mut(anchor).members.push(member);
    }

    /// Which of two documents of a cluster leaves it: not the one that must be with the seed, else the
    /// one with the weaker evidence.
    fn weaker(&self, context: &Context<'_>, a: DocId, b: DocId) -> DocId {
        let links = context.analyst;
        let cluster = self.of(a);
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
        leaving.iter().for_each(|(document, _)| _ = self.take(*document));
        let members =
            rest.iter().map(|(document, with)| held_by_analyst(context, *document, *with));
        self.form(context.cluster(*seed, members.collect()));
    }

    /// Makes one cluster of the clusters around some seeds.
    pub(super) fn unite(&mut self, seeds: &[DocId], cluster: Cluster) {
        seeds.iter().for_each(|seed| _ = self.take(*seed));
        self.form(cluster);
    }

    /// Adds a cluster of documents that are in no other one.
    pub(super) fn form(&mut self, cluster: Cluster) {
        let at = self.clusters.len();
        self.homes.extend(cluster.documents().map(|document| (document, at)));
        self.clusters.push(cluster);
    }

    /// Takes the members out that are of a kind.
    pub(super) fn take_members(&mut self, is_wanted: impl Fn(&Member) -> bool) -> Vec<Member> {
        let of_clusters = self.clusters.iter_mut();
        let taken: Vec<Member> = of_clusters
            .flat_map(|cluster| cluster.members.extract_if(.., |member| is_wanted(member)))
            .collect();
        taken.iter().for_each(|member| _ = self.homes.remove(&member.document));
        taken
    }

    /// The same once documents have moved: clusters and members ascend, and other letters are named by the clusters that are
    /// there now.
    pub(super) fn in_order(self, context: &Context<'_>) -> Self {
        let Self { mut clusters, homes } = self;
        let mut at = 0..;
        clusters.retain(|cluster| at.next() == homes.get(&cluster.seed).copied());
        for cluster in &mut clusters {
            cluster.members.sort_by_key(|member| member.document);
        }
        rename_letters(&mut clusters, context.tables.thresholds());
        Self::new(clusters)
    }
}

#[cfg(test)]
mod tests {
    use crate::clustering::{AnalystLinks, Context, analyst, examples};
    use crate::corpus::DocId;
    use crate::corpus::examples::docket;

    /// The clusters of four texts, of which the first has three copies, under the analyst's links: around the second text
    /// are the last two, the first of them with so many words in common, the second with 20. Three exact copies are more than
    /// one with two members: those come to the text of the three. Of two members that the analyst parts the one leaves that
    /// has fewer words in common with the letter.
    #[test]
    fn the_analysts_links_leave_most_copies_and_the_stronger_member() {
        for (link, n_shared_words, expect) in [
            ("must,0000,0001", 20, &[&[0, 1, 2, 3][..]][..]),
            ("cannot,0002,0003", 30, &[&[0], &[1, 2], &[3]]),
            ("cannot,0002,0003", 10, &[&[0], &[1, 3], &[2]]),
        ] {
            let texts = docket("a:30 / b:30 / b:20 c:10 / b:20 d:10 / 2x a:30");
            examples::with_context(&texts, |context| {
                let constraints = analyst::parse(&format!("link,a,b\n{link}\n")).expect("valid");
                let find = |id: &str| context.tables.corpus().find(id);
                let analyst = &AnalystLinks::new(&constraints, find).expect("known ids");
                let members = [(DocId(2), n_shared_words), (DocId(3), 20)];
                let all = [(DocId(0), &[][..]), (DocId(1), &members)];
                let mut clusters = examples::clusters(context.references, &all);
                clusters.apply_links(&Context { analyst, ..*context });
                let placed = clusters.in_order(context);
                let clusters = placed.clusters.iter();
                let found: Vec<Vec<u32>> =
                    clusters.map(|cluster| cluster.documents().map(|id| id.0).collect()).collect();
                assert_eq!(found, expect, "{link} {n_shared_words}");
            });
        }
    }
}
