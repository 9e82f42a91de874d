//! Two partitions in, the documents that they place otherwise out.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::clustering::Clusters;
use crate::corpus::DocId;

/// The cluster that each document is in, by the seed, in `DocId` order. `representatives` tells which document
/// stands for each.
pub fn homes(clusters: &Clusters, representatives: &[DocId]) -> Vec<DocId> {
    let each = clusters.clusters.iter();
    let homes: FxHashMap<DocId, DocId> =
        each.flat_map(|cluster| cluster.documents().map(|id| (id, cluster.seed))).collect();
    representatives.iter().map(|id| homes[id]).collect()
}

/// Documents that two partitions place otherwise, ascending: those that are not in the common part of two clusters
/// which, each, share more documents with one another than with any other.
pub fn differing(a: &[DocId], b: &[DocId]) -> Vec<DocId> {
    let main = |from: &[DocId], to: &[DocId]| {
        let mut shared: BTreeMap<(DocId, DocId), usize> = BTreeMap::new();
        for (cluster, other) in from.iter().zip(to) {
            *shared.entry((*cluster, *other)).or_default() += 1;
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
    let (main_of_a, main_of_b) = (main(a, b), main(b, a));
    let differs = |at: &usize| main_of_a[&a[*at]].1 != b[*at] || main_of_b[&b[*at]].1 != a[*at];
    let documents = (0..a.len()).filter(differs);
    documents.map(|at| DocId(at as u32)).collect()
}

#[cfg(test)]
mod tests {
    use super::differing;
    use crate::corpus::DocId;

    /// Documents 0 to 5 in clusters named by their seeds.
    fn check(a: [u32; 6], b: [u32; 6], expect: &[u32]) {
        let ids = |clusters: [u32; 6]| clusters.map(DocId);
        let found: Vec<u32> = differing(&ids(a), &ids(b)).iter().map(|id| id.0).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn those_outside_of_common_parts_differ() {
        check([0, 0, 0, 3, 3, 5], [1, 1, 1, 4, 4, 5], &[]);
        check([0, 0, 0, 3, 3, 5], [0, 0, 3, 3, 3, 5], &[2]);
        check([0, 0, 0, 3, 3, 5], [0, 0, 0, 0, 0, 5], &[3, 4]);
        check([0, 0, 2, 2, 4, 4], [0, 1, 2, 3, 4, 4], &[1, 3]);
    }
}
