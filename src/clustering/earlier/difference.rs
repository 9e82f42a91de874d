//! Two partitions in, the documents that they place otherwise out.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::clustering::{Clusters, Grounds};
use crate::corpus::DocId;

/// Unique documents that two partitions place otherwise, ascending: those that are not in the common
/// part of two clusters which, each, share more comments with one another than with any other.
pub fn differing(grounds: &Grounds<'_>, a: &Clusters, b: &Clusters) -> Vec<DocId> {
    let homes = |clusters: &Clusters| -> FxHashMap<DocId, DocId> {
        let each = clusters.clusters.iter();
        let documents = each.flat_map(|cluster| {
            let members = cluster.members.iter().map(|member| member.document);
            let documents = std::iter::once(cluster.seed).chain(members);
            documents.map(|document| (document, cluster.seed))
        });
        documents.collect()
    };
    let (of_a, of_b) = (homes(a), homes(b));
    let mut documents: Vec<DocId> = of_a.keys().copied().collect();
    documents.sort_unstable();
    let main = |from: &FxHashMap<DocId, DocId>, to: &FxHashMap<DocId, DocId>| {
        let mut shared: BTreeMap<(DocId, DocId), usize> = BTreeMap::new();
        for document in &documents {
            let n_copies = grounds.references.redundancy(*document);
            *shared.entry((from[document], to[document])).or_default() += n_copies;
        }
        let mut main: FxHashMap<DocId, (usize, DocId)> = FxHashMap::default();
        for ((cluster, other), n) in shared {
            let best = main.entry(cluster).or_insert((n, other));
            if n > best.0 {
                *best = (n, other);
            }
        }
        main
    };
    let (main_of_a, main_of_b) = (main(&of_a, &of_b), main(&of_b, &of_a));
    let differs = |document: &DocId| {
        let (home, other) = (of_a[document], of_b[document]);
        main_of_a[&home].1 != other || main_of_b[&other].1 != home
    };
    documents.iter().copied().filter(differs).collect()
}
