//! Cluster names in, partitions out, and two partitions in, their measures out. Everything comes from the
//! contingency table, so the cost is linear in the documents whatever the number of pairs.

use std::cmp::Reverse;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::agreement::Counts;
use crate::eval::schema::{ClusterMeasures, MacroAgreement, PrecisionRecall};

/// Name of a cluster; comments in no cluster are alone. The order settles ties.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClusterName {
    /// A comment by itself, told from others by its number.
    Alone(String),
    /// A cluster.
    Named(String),
}

/// Which cluster each document is in.
///
/// # Invariants
/// - Clusters are numbered from 0 in the order in which they occur, without gaps.
#[derive(Clone, Debug, Default)]
pub struct Partition {
    of_document: Vec<u32>,
    /// By number: each with how many documents it has.
    clusters: IndexMap<ClusterName, u64, FxBuildHasher>,
}

impl Partition {
    /// The partition of documents whose clusters have the given names.
    pub fn new<'a>(clusters: impl IntoIterator<Item = Option<&'a str>>) -> Self {
        let mut partition = Self::default();
        clusters.into_iter().for_each(|cluster| partition.push(cluster));
        partition
    }

    /// Adds the next document. A name that is empty is none.
    fn push(&mut self, cluster: Option<&str>) {
        let name = match cluster {
            None | Some("") => ClusterName::Alone(self.of_document.len().to_string()),
            Some(name) => ClusterName::Named(name.to_owned()),
        };
        let cluster = self.clusters.entry(name);
        self.of_document.push(cluster.index() as u32);
        *cluster.or_default() += 1;
    }

    /// The cluster of each document.
    pub fn of_documents(&self) -> &[u32] {
        &self.of_document
    }

    /// How many documents.
    pub fn n_documents(&self) -> usize {
        self.of_document.len()
    }

    /// How many clusters.
    pub fn n_clusters(&self) -> usize {
        self.clusters.len()
    }

    /// How many pairs of documents are in one cluster.
    fn n_pairs(&self) -> u64 {
        self.clusters.values().map(|size| pairs_of(*size)).sum()
    }

    /// Documents in a cluster.
    pub fn size(&self, cluster: u32) -> u64 {
        self.clusters[cluster as usize]
    }

    /// A cluster's name.
    pub fn name(&self, cluster: u32) -> Option<&ClusterName> {
        Some(self.clusters.get_index(cluster as usize)?.0)
    }
}

/// How many documents each labeled cluster shares with each predicted one.
#[derive(Debug)]
pub struct Contingency<'a> {
    labels: &'a Partition,
    predicted: &'a Partition,
    /// (labeled cluster, predicted cluster, documents in both), sorted.
    cells: Vec<(u32, u32, u64)>,
}

impl<'a> Contingency<'a> {
    /// Counts the cells. Both partitions are of the same documents in the same order.
    pub fn new(labels: &'a Partition, predicted: &'a Partition) -> Self {
        let mut counts: FxHashMap<(u32, u32), u64> = FxHashMap::default();
        for cell in labels.of_documents().iter().zip(predicted.of_documents()) {
            *counts.entry((*cell.0, *cell.1)).or_default() += 1;
        }
        let mut cells: Vec<(u32, u32, u64)> =
            counts.into_iter().map(|((label, predicted), n)| (label, predicted, n)).collect();
        cells.sort_unstable();
        Self { labels, predicted, cells }
    }

    /// The counts over all pairs of documents.
    pub fn pairs(&self) -> Counts {
        let together: u64 = self.cells.iter().map(|(_, _, n)| pairs_of(*n)).sum();
        let marked = Counts::marked(together, self.labels.n_pairs(), self.predicted.n_pairs());
        let d = pairs_of(self.labels.n_documents() as u64) - together - marked.b - marked.c;
        Counts { d, ..marked }
    }

    /// All measures of clusters.
    pub fn measures(&self) -> ClusterMeasures {
        let pairs = self.pairs();
        ClusterMeasures {
            documents: self.labels.n_documents(),
            labelled_clusters: self.labels.n_clusters(),
            predicted_clusters: self.predicted.n_clusters(),
            pairwise: pairs.precision_recall(),
            pairs: [pairs.a, pairs.b, pairs.c, pairs.d],
            micro: pairs.agreement(),
            macro_: self.macro_agreement(),
            adjusted_rand: pairs.kappa(),
            fowlkes_mallows: pairs.fowlkes_mallows(),
            matthews: pairs.matthews(),
            cluster_f1: self.cluster_f1(),
            purity: self.purity(),
            inverse_purity: self.inverse_purity(),
            bcubed: self.bcubed(),
        }
    }

    /// Σ_j n_j/n · max_i F_ij with F_ij = 2 p_ij r_ij / (p_ij + r_ij), p_ij = n_ij / n_i, r_ij = n_ij /
    /// n_j (dg.o 2005 slide 27): j are the labeled clusters, i the predicted ones.
    fn cluster_f1(&self) -> f64 {
        let mut sum = 0.0;
        for cells in self.cells.chunk_by(|a, b| a.0 == b.0) {
            let size = self.labels.size(cells[0].0);
            let f1 = cells.iter().map(|(_, predicted, n)| {
                2.0 * *n as f64 / (size + self.predicted.size(*predicted)) as f64
            });
            sum += size as f64 * f1.fold(0.0, f64::max);
        }
        self.per_document(sum)
    }

    /// Σ_i n_i/n · max_j p_ij (dg.o 2005 slide 27): the share of documents in the majority of their
    /// predicted cluster.
    fn purity(&self) -> f64 {
        let mut largest = vec![0; self.predicted.n_clusters()];
        for (_, predicted, n) in &self.cells {
            let known: &mut u64 = &mut largest[*predicted as usize];
            *known = (*known).max(*n);
        }
        self.per_document(largest.iter().sum::<u64>() as f64)
    }

    /// Purity with the parts of labels and prediction exchanged.
    fn inverse_purity(&self) -> f64 {
        let in_largest: u64 = self
            .cells
            .chunk_by(|a, b| a.0 == b.0)
            .filter_map(|cells| cells.iter().map(|cell| cell.2).max())
            .sum();
        self.per_document(in_largest as f64)
    }

    /// B³ (Bagga & Baldwin 1998): precision and recall of each document's cluster, averaged over the
    /// documents. No paper of the task uses it; it is the measure that big campaigns sway least.
    fn bcubed(&self) -> PrecisionRecall {
        let (mut precision, mut recall) = (0.0, 0.0);
        for (label, predicted, n) in &self.cells {
            let square = (*n as f64).powi(2);
            precision += square / self.predicted.size(*predicted) as f64;
            recall += square / self.labels.size(*label) as f64;
        }
        PrecisionRecall::new(self.per_document(precision), self.per_document(recall))
    }

    fn per_document(&self, sum: f64) -> f64 {
        if self.labels.n_documents() == 0 { 1.0 } else { sum / self.labels.n_documents() as f64 }
    }

    /// Agreement "for each cluster and then average over the number of clusters" (dg.o 2006 §4.1). The
    /// paper does not say what is compared inside one cluster; that a ≫ d there (same place) fits the
    /// pairs of documents in the union of the labeled cluster and the predicted one it overlaps most.
    /// Averaged over labeled clusters of two and more, since a comment alone has no pairs.
    fn macro_agreement(&self) -> MacroAgreement {
        let mut clusters: Vec<Counts> = Vec::new();
        for cells in self.cells.chunk_by(|a, b| a.0 == b.0) {
            let best =
                cells.iter().max_by_key(|cell| (cell.2, Reverse(self.predicted.size(cell.1))));
            let Some((label, predicted, both)) = best else { continue };
            let (size, predicted) = (self.labels.size(*label), self.predicted.size(*predicted));
            if size > 1 {
                let pairs = Counts::marked(pairs_of(*both), pairs_of(size), pairs_of(predicted));
                let d = pairs_of(size + predicted - both) - pairs.a - pairs.b - pairs.c;
                clusters.push(Counts { d, ..pairs });
            }
        }
        let [ac1, kappa] = [Counts::ac1, Counts::kappa].map(|coefficient| match clusters.len() {
            0 => 1.0,
            n => clusters.iter().copied().map(coefficient).sum::<f64>() / n as f64,
        });
        MacroAgreement { ac1, kappa }
    }
}

/// n (n − 1) / 2.
fn pairs_of(n: u64) -> u64 {
    n * n.saturating_sub(1) / 2
}

#[cfg(test)]
mod tests {
    use super::{Contingency, Partition};
    use crate::eval::measures::agreement::Counts;
    use crate::eval::measures::check;
    use crate::eval::schema::ClusterMeasures;

    #[test]
    fn comments_without_cluster_are_alone() {
        let partition = Partition::new([Some("a"), None, Some("a"), Some(""), None]);
        assert_eq!(partition.of_documents(), [0, 1, 0, 2, 3]);
        assert!(partition.clusters.values().eq(&[2, 1, 1, 1]));
    }

    fn measures(labels: &str, predicted: &str) -> ClusterMeasures {
        let [labels, predicted] =
            [labels, predicted].map(|names| Partition::new(names.split(' ').map(Some)));
        Contingency::new(&labels, &predicted).measures()
    }

    /// {1,2,3} {4,5} {6} against {1,2} {3,4,5} {6}.
    #[test]
    fn hand_computed_clusters() {
        let measures = measures("A A A B B C", "x x y y y z");
        assert_eq!(measures.pairs, [2, 2, 2, 9]);
        // A: best F is with x: 2·2/(3+2) = 0.8; B with y: 2·2/(2+3) = 0.8; C: 1. (3·0.8 + 2·0.8 + 1) / 6
        check(measures.cluster_f1, 5.0 / 6.0);
        // x holds 2 of A, y 2 of B, z 1 of C.
        check(measures.purity, 5.0 / 6.0);
        check(measures.inverse_purity, 5.0 / 6.0);
        // Precision of 1, 2: 1; of 3: 1/3; of 4, 5: 2/3; of 6: 1.
        check(measures.bcubed.precision, (2.0 + 1.0 / 3.0 + 4.0 / 3.0 + 1.0) / 6.0);
        check(measures.bcubed.recall, (4.0 / 3.0 + 1.0 / 3.0 + 2.0 + 1.0) / 6.0);
    }

    /// A = {1,2,3} meets x = {1,2}: union of three, pairs a = 1, b = 2, c = 0, d = 0.
    /// B = {4,5} meets y = {3,4,5}: a = 1, b = 0, c = 2, d = 0. Both: P = 4/6, p(E) = 4/9, p(A) = 1/3,
    /// AC1 = (1/3 − 4/9) / (5/9) = −0.2; κ: p(E) = 3/9, so 0. C is alone and has no pairs.
    #[test]
    fn hand_computed_macro_agreement() {
        let macro_ = measures("A A A B B C", "x x y y y z").macro_;
        check(macro_.ac1, -0.2);
        check(macro_.kappa, 0.0);
    }

    /// Half of A is in x, which has others besides, half in y: y is the better one, and a = 1, b = 5, c = 0, d = 0.
    #[test]
    fn of_clusters_with_as_much_of_a_labeled_one_the_smaller_is_held_against_it() {
        let macro_ = measures("A A A A B C", "y y x x x x").macro_;
        // P = 7/12; p(E) = 70/144; p(A) = 1/6.
        check(macro_.ac1, (1.0 / 6.0 - 70.0 / 144.0) / (74.0 / 144.0));
    }

    #[test]
    fn counts_of_half_a_million_documents_fit() {
        let names: Vec<String> = (0..500_000).map(|at| (at % 2).to_string()).collect();
        let partition = Partition::new(names.iter().map(|name| Some(name.as_str())));
        let Counts { a, b, c, d } = Contingency::new(&partition, &partition).pairs();
        assert_eq!((a, b, c), (2 * 250_000 * 249_999 / 2, 0, 0));
        assert_eq!(d, 250_000 * 250_000);
    }
}
