//! The clusters, and where each document is: documents are moved between them one by one, as rules of more than two texts
//! and the analyst's links ask.

use rustc_hash::FxHashMap;

use super::{Cluster, Member};
use crate::corpus::DocId;
use crate::ngrams::{counts, sorted_dedup};
use crate::thresholds::Thresholds;

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

    /// Whether two documents are in one cluster.
    pub(super) fn are_together(&self, a: DocId, b: DocId) -> bool {
        self.homes[&a] == self.homes[&b]
    }

    /// Shows the clusters that two documents are in as opposed.
    pub(super) fn oppose(&mut self, a: DocId, b: DocId) {
        self.of_mut(a).opposed.push(b);
        self.of_mut(b).opposed.push(a);
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

    /// Puts a document that is no seed to the cluster of another one, where it may be already.
    pub(super) fn put(&mut self, anchor: DocId, member: Member) {
        if self.find(member.document).is_some() {
            self.take(member.document);
        }
        self.add(anchor, member);
    }

    /// Adds a member to the cluster that a document is in.
    pub(super) fn add(&mut self, anchor: DocId, member: Member) {
        self.homes.insert(member.document, self.homes[&anchor]);
        self.of_mut(anchor).members.push(member);
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

    /// The same once documents have moved: clusters and members ascend, and other letters are named by the clusters that are
    /// there now.
    pub(super) fn in_order(self, thresholds: &Thresholds) -> Self {
        let Self { mut clusters, homes } = self;
        let mut at = 0..;
        clusters.retain(|cluster| at.next() == homes.get(&cluster.seed).copied());
        for cluster in &mut clusters {
            cluster.members.sort_by_key(|member| member.document);
        }
        rename_letters(&mut clusters, thresholds);
        Self::new(clusters)
    }
}

/// Names letters by the clusters that are there now, after documents were moved; what is alone is no
/// letter. Then notes again which clusters share passages.
fn rename_letters(clusters: &mut [Cluster], thresholds: &Thresholds) {
    let of_several = clusters.iter().filter(|cluster| !cluster.is_singleton());
    let letters: FxHashMap<DocId, DocId> = of_several
        .flat_map(|cluster| cluster.documents().map(|document| (document, cluster.seed)))
        .collect();
    for cluster in clusters.iter_mut() {
        let of_members = cluster.members.iter_mut().map(|member| &mut member.also_contains);
        for seeds in of_members.chain([&mut cluster.opposed]) {
            *seeds = sorted_dedup(
                seeds
                    .iter()
                    .filter_map(|seed| letters.get(seed).copied())
                    .filter(|seed| *seed != cluster.seed),
            );
        }
    }
    note_shared_passages(clusters, thresholds);
}

/// Notes which clusters share passages, and how many members hold one of both letters.
fn note_shared_passages(clusters: &mut [Cluster], thresholds: &Thresholds) {
    let (several, a_third) = (thresholds.counts.several, thresholds.shares.a_third);
    let mut n_sharing: FxHashMap<(DocId, DocId), usize> = FxHashMap::default();
    let mut shares: FxHashMap<DocId, Vec<DocId>> = FxHashMap::default();
    for cluster in clusters.iter() {
        for (other, n) in counts(cluster.members.iter().flat_map(|it| &it.also_contains).copied()) {
            let seed = cluster.seed;
            *n_sharing.entry((seed, other)).or_default() += n;
            *n_sharing.entry((other, seed)).or_default() += n;
            if n >= several && a_third.is_met(n, cluster.members.len()) {
                shares.entry(seed).or_default().push(other);
                shares.entry(other).or_default().push(seed);
            }
        }
    }
    for cluster in clusters {
        cluster.shares_passages = sorted_dedup(shares.remove(&cluster.seed).unwrap_or_default())
            .into_iter()
            .map(|other| (other, n_sharing[&(cluster.seed, other)]))
            .collect();
    }
}

#[cfg(test)]
mod tests {
    use super::Thresholds;
    use crate::clustering::examples::clusters;
    use crate::corpus::DocId;
    use crate::reference::ReferenceCopies;

    /// Two clusters: of so many members, from 10 on, of which so many hold a passage of the other letter; of four, from 20 on, of
    /// which one does. Of nine three are a third, of ten they are not, and two are few.
    #[test]
    fn three_members_and_a_third_of_them_share_passages() {
        for (n_members, n_sharing, expect) in [(9, 3, Some(4)), (10, 3, None), (6, 2, None)] {
            let references = ReferenceCopies::none_among((0..2).map(DocId));
            let members: Vec<String> = (10..10 + n_members).map(|id| id.to_string()).collect();
            let mut clusters =
                clusters(&references, &format!("0 {} / 1 20 21 22 23", members.join(" ")));
            for document in (10..10 + n_sharing).chain([20]) {
                let other = DocId(u32::from(document < 20));
                let members = &mut clusters.of_mut(DocId(document)).members;
                members[document as usize % 10].also_contains.push(other);
            }
            let found = clusters.in_order(&Thresholds::default()).clusters;
            for (cluster, other) in found.iter().zip([1, 0]) {
                let shared: Vec<_> = expect.map(|n| (DocId(other), n)).into_iter().collect();
                assert_eq!(cluster.shares_passages, shared, "{n_members}");
            }
        }
    }
}
