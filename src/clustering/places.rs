//! Clusters in, clusters out: documents are moved between them one by one, as the analyst's links ask.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::links::{Context, Link};
use super::notes::rename_letters;
use super::pass::assignments;
use super::{Cluster, Clusters, Member, Rule};
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

/// Clusters, and where each document is.
pub(super) struct Places {
    clusters: Vec<Option<Cluster>>,
    assignments: FxHashMap<DocId, usize>,
}

impl Places {
    pub(super) fn of(clusters: Clusters) -> Self {
        let assignments = assignments(&clusters.clusters);
        Self { clusters: clusters.clusters.into_iter().map(Some).collect(), assignments }
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
                    let cluster = self.cluster_of(*document);
                    let is_letter = cluster.is_form_letter && cluster.seed == *document;
                    (is_letter, cluster.redundancy, cluster.members.len(), Reverse(*document))
                })
                .unwrap_or(start);
            for (document, before) in links.reached_from(anchor).into_iter().skip(1) {
                self.move_to(document, anchor, held_by_analyst(context, document, before));
            }
        }
        for (a, b) in links.parted() {
            if !links.must(a, b) && self.assigned(a) == self.assigned(b) {
                self.part(context, &links.reached_from(self.weaker(context, a, b)));
            }
        }
    }

    /// The clusters that are there.
    pub(super) fn clusters(&self) -> Vec<&Cluster> {
        self.clusters.iter().flatten().collect()
    }

    fn assigned(&self, document: DocId) -> usize {
        self.assignments[&document]
    }

    /// The cluster that a document is in, if it has a place.
    pub(super) fn find(&self, document: DocId) -> Option<&Cluster> {
        self.clusters[*self.assignments.get(&document)?].as_ref()
    }

    pub(super) fn cluster_of(&self, document: DocId) -> &Cluster {
        self.find(document).expect("a document is in a cluster")
    }

    fn cluster_mut(&mut self, document: DocId) -> &mut Cluster {
        let assigned = self.assigned(document);
        self.clusters[assigned].as_mut().expect("a document is in a cluster")
    }

    /// Whether a document has a cluster to itself.
    pub(super) fn is_alone(&self, document: DocId) -> bool {
        self.cluster_of(document).members.is_empty()
    }

    /// Takes a document out of its cluster: with all its members where it is the seed.
    fn take(&mut self, document: DocId) -> Vec<Member> {
        let cluster = self.cluster_mut(document);
        if cluster.seed != document {
            cluster.members.retain(|member| member.document != document);
            return Vec::new();
        }
        let members = std::mem::take(&mut cluster.members);
        let assigned = self.assigned(document);
        self.clusters[assigned] = None;
        members
    }

    /// Puts a document into the cluster of another one: with all its members where it is a seed.
    pub(super) fn move_to(&mut self, document: DocId, anchor: DocId, member: Member) {
        if self.assigned(document) == self.assigned(anchor) {
            return;
        }
        for member in self.take(document).into_iter().chain([member]) {
            self.add(anchor, member);
        }
    }

    /// Adds a member to the cluster that a document is in.
    pub(super) fn add(&mut self, anchor: DocId, member: Member) {
        self.assignments.insert(member.document, self.assigned(anchor));
        self.cluster_mut(anchor).members.push(member);
    }

    /// Shows the cluster that a document is in as opposed to those of others.
    pub(super) fn oppose(&mut self, document: DocId, others: &[DocId]) {
        self.cluster_mut(document).opposed.extend(others);
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
        self.assignments.extend(cluster.documents().map(|document| (document, at)));
        self.clusters.push(Some(cluster));
    }

    /// The clusters with their members in order.
    pub(super) fn into_clusters(self, context: &Context<'_>) -> Clusters {
        let mut clusters: Vec<Cluster> = self.clusters.into_iter().flatten().collect();
        for cluster in &mut clusters {
            cluster.members.sort_by_key(|member| member.document);
        }
        clusters.sort_by_key(|cluster| cluster.seed);
        rename_letters(&mut clusters, context.tables.thresholds());
        Clusters { clusters, unplaced: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::Places;
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
                let clusters = examples::clusters(context.references, &all);
                let mut places = Places::of(clusters);
                places.apply_links(&Context { analyst, ..*context });
                let placed = places.into_clusters(context);
                let clusters = placed.clusters.iter();
                let found: Vec<Vec<u32>> =
                    clusters.map(|cluster| cluster.documents().map(|id| id.0).collect()).collect();
                assert_eq!(found, expect, "{link} {n_shared_words}");
            });
        }
    }
}
