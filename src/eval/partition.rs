//! Cluster names in, partitions out: the form in which clusterings are compared, whoever made them.

use rustc_hash::FxHashMap;

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
    names: Vec<ClusterName>,
    sizes: Vec<u64>,
    numbers: FxHashMap<String, u32>,
}

impl Partition {
    /// The partition of documents whose clusters have the given names.
    pub fn new<'a>(clusters: impl IntoIterator<Item = Option<&'a str>>) -> Self {
        let mut partition = Self::default();
        for cluster in clusters {
            partition.push(cluster);
        }
        partition
    }

    /// Adds the next document. A name that is empty is none.
    pub fn push(&mut self, cluster: Option<&str>) {
        let next = self.names.len() as u32;
        let number = match cluster.filter(|name| !name.is_empty()) {
            None => next,
            Some(name) => match self.numbers.get(name) {
                Some(number) => *number,
                None => {
                    self.numbers.insert(name.to_owned(), next);
                    next
                }
            },
        };
        if number == next {
            let alone = || ClusterName::Alone(self.of_document.len().to_string());
            let name = cluster.filter(|name| !name.is_empty());
            self.names.push(name.map_or_else(alone, |name| ClusterName::Named(name.to_owned())));
            self.sizes.push(0);
        }
        self.sizes[number as usize] += 1;
        self.of_document.push(number);
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
        self.names.len()
    }

    /// Documents in a cluster.
    pub fn size(&self, cluster: u32) -> u64 {
        self.sizes[cluster as usize]
    }

    /// Sizes of all clusters.
    pub fn sizes(&self) -> &[u64] {
        &self.sizes
    }

    /// A cluster's name.
    pub fn name(&self, cluster: u32) -> &ClusterName {
        &self.names[cluster as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::Partition;

    #[test]
    fn comments_without_cluster_are_alone() {
        let partition = Partition::new([Some("a"), None, Some("a"), Some(""), None]);
        assert_eq!(partition.of_documents(), [0, 1, 0, 2, 3]);
        assert_eq!(partition.sizes(), [2, 1, 1, 1]);
    }
}
