//! Two partitions in, their measures out. Everything comes from the contingency table, so the cost is
//! linear in the documents whatever the number of pairs.

use rustc_hash::FxHashMap;

use super::agreement::Counts;
use crate::eval::partition::Partition;
use crate::eval::schema::{ClusterMeasures, Coefficients, MacroAgreement, PrecisionRecall};

/// How many documents each labelled cluster shares with each predicted one.
#[derive(Debug)]
pub struct Contingency<'a> {
    labels: &'a Partition,
    predicted: &'a Partition,
    /// (labelled cluster, predicted cluster, documents in both), sorted.
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
        let together = |sizes: &[u64]| sizes.iter().map(|size| pairs_of(*size)).sum::<u64>();
        let a = self.cells.iter().map(|(_, _, n)| pairs_of(*n)).sum::<u64>();
        let (b, c) = (together(self.labels.sizes()) - a, together(self.predicted.sizes()) - a);
        let all = pairs_of(self.labels.n_documents() as u64);
        Counts { a, b, c, d: all - a - b - c }
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
    /// n_j (dg.o 2005 slide 27): j are the labelled clusters, i the predicted ones.
    fn cluster_f1(&self) -> f64 {
        let best = self.cells.chunk_by(|a, b| a.0 == b.0).map(|cells| {
            let size = self.labels.size(cells[0].0);
            let f1 = |&(_, predicted, n): &(u32, u32, u64)| {
                2.0 * n as f64 / (size + self.predicted.size(predicted)) as f64
            };
            size as f64 * cells.iter().map(f1).fold(0.0, f64::max)
        });
        self.per_document(best.sum())
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
        let largest = self
            .cells
            .chunk_by(|a, b| a.0 == b.0)
            .map(|cells| cells.iter().map(|cell| cell.2).max().unwrap_or(0));
        self.per_document(largest.sum::<u64>() as f64)
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
    /// pairs of documents in the union of the labelled cluster and the predicted one it overlaps most.
    /// Averaged over labelled clusters of two and more, since a comment alone has no pairs. The other
    /// reading, documents of one cluster against the rest, is given beside it.
    fn macro_agreement(&self) -> MacroAgreement {
        let n = self.labels.n_documents() as u64;
        let (mut union_of_pairs, mut one_against_rest) = (Means::default(), Means::default());
        for cells in self.cells.chunk_by(|a, b| a.0 == b.0) {
            let size = self.labels.size(cells[0].0);
            let key =
                |cell: &&(u32, u32, u64)| (cell.2, std::cmp::Reverse(self.predicted.size(cell.1)));
            let Some((_, predicted, both)) = cells.iter().max_by_key(key) else {
                continue;
            };
            let predicted = self.predicted.size(*predicted);
            let a = pairs_of(*both);
            let (b, c) = (pairs_of(size) - a, pairs_of(predicted) - a);
            let d = pairs_of(size + predicted - both) - a - b - c;
            union_of_pairs.add(Counts { a, b, c, d }, size);
            let (b, c) = (size - both, predicted - both);
            one_against_rest.add(Counts { a: *both, b, c, d: n - both - b - c }, size);
        }
        MacroAgreement {
            ac1: union_of_pairs.campaigns().ac1,
            kappa: union_of_pairs.campaigns().kappa,
            clusters: union_of_pairs.n_campaigns,
            union_of_pairs_with_singletons: union_of_pairs.all(),
            one_against_rest: one_against_rest.campaigns(),
            one_against_rest_with_singletons: one_against_rest.all(),
        }
    }
}

/// n (n − 1) / 2.
fn pairs_of(n: u64) -> u64 {
    n * n.saturating_sub(1) / 2
}

/// Sums of coefficients over labelled clusters.
#[derive(Default)]
struct Means {
    all: (f64, f64),
    n_all: usize,
    campaigns: (f64, f64),
    n_campaigns: usize,
}

impl Means {
    fn add(&mut self, counts: Counts, size: u64) {
        let (ac1, kappa) = (counts.ac1(), counts.kappa());
        self.all = (self.all.0 + ac1, self.all.1 + kappa);
        self.n_all += 1;
        if size > 1 {
            self.campaigns = (self.campaigns.0 + ac1, self.campaigns.1 + kappa);
            self.n_campaigns += 1;
        }
    }

    fn all(&self) -> Coefficients {
        mean(self.all, self.n_all)
    }

    fn campaigns(&self) -> Coefficients {
        mean(self.campaigns, self.n_campaigns)
    }
}

fn mean((ac1, kappa): (f64, f64), n: usize) -> Coefficients {
    if n == 0 {
        return Coefficients { ac1: 1.0, kappa: 1.0 };
    }
    Coefficients { ac1: ac1 / n as f64, kappa: kappa / n as f64 }
}

#[cfg(test)]
mod tests {
    use super::Contingency;
    use crate::eval::measures::agreement::Counts;
    use crate::eval::partition::Partition;
    use crate::eval::schema::ClusterMeasures;

    fn measures(labels: &str, predicted: &str) -> ClusterMeasures {
        let partition = |names: &str| Partition::new(names.split(' ').map(Some));
        Contingency::new(&partition(labels), &partition(predicted)).measures()
    }

    fn check(value: f64, expect: f64) {
        assert!((value - expect).abs() < 1e-6, "{value} is not {expect}");
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
        assert_eq!(macro_.clusters, 2);
        check(macro_.union_of_pairs_with_singletons.ac1, 0.2);
        // A against x: a = 2, b = 1, c = 0, d = 3: P = 5/12, p(E) = 35/72, p(A) = 5/6, AC1 = 25/37.
        // B against y: a = 2, b = 0, c = 1, d = 3: the same.
        check(macro_.one_against_rest.ac1, 25.0 / 37.0);
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
