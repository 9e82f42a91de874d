//! What every method makes: a partition of the unique documents, and nothing that tells who made it.
//!
//! The pipeline's own clusters carry evidence beside; rivals have none to give.

use rustc_hash::FxHashMap;

use durian::corpus::{Corpus, DocId};
use durian::disjoint_sets::DisjointSets;
use durian::exact::ExactGroups;
use durian::reference::ReferenceCopies;

/// A partition of the unique documents.
///
/// # Invariants
/// - Every unique document is in exactly one cluster.
/// - A cluster is known by one of its documents, its seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clustering {
    seed_of: FxHashMap<DocId, DocId>,
}

impl Clustering {
    /// Every unique document with the seed that `seed_of` names; alone where it names none.
    pub(crate) fn around(
        references: &ReferenceCopies,
        seed_of: impl Fn(DocId) -> Option<DocId>,
    ) -> Self {
        Self {
            seed_of: references
                .unique()
                .iter()
                .copied()
                .map(|id| (id, seed_of(id).unwrap_or(id)))
                .collect(),
        }
    }

    /// Connected components: documents joined by a chain of pairs are in one cluster, whose seed is the
    /// smallest. What Broder et al. (1997) do with their similar pairs.
    pub(crate) fn components(
        references: &ReferenceCopies,
        pairs: impl IntoIterator<Item = (DocId, DocId)>,
    ) -> Self {
        let unique = references.unique();
        let mut sets = DisjointSets::new(unique.last().map_or(0, |id| id.index() + 1));
        for (a, b) in pairs {
            sets.union(a.0, b.0);
        }
        Self { seed_of: unique.iter().map(|id| (*id, DocId(sets.find(id.0)))).collect() }
    }

    /// The seed of a unique document's cluster.
    pub(crate) fn seed_of(&self, unique: DocId) -> Option<DocId> {
        self.seed_of.get(&unique).copied()
    }

    /// For every document of the corpus, copies included, the id of its cluster's seed.
    pub(crate) fn names<'a>(
        &self,
        corpus: &'a Corpus,
        groups: &ExactGroups,
    ) -> Vec<Option<&'a str>> {
        let mut names = vec![None; corpus.len()];
        for group in groups.groups() {
            let seed = self.seed_of(group.representative);
            for member in &group.members {
                names[member.index()] = seed.map(|seed| corpus.id(seed));
            }
        }
        names
    }
}
