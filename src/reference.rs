//! Exact groups in, reference copies out: redundancy-based detection (SIGIR 2006 §4.3).
//!
//! "Any document that has many exact duplicates is considered an instance of a form letter." The
//! group's representative is the reference copy; a handful of copies is somebody pressing a button twice.
//!
//! # Invariants
//! - Reference copies and others together are the representatives of all exact groups.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use crate::corpus::{Corpus, DocId};
use crate::exact::{ExactGroup, ExactGroups};

/// What the user can choose about form letters.
#[derive(Clone, Debug)]
pub struct ReferenceConfig {
    /// Smallest exact group that makes a form letter: "bigger than m, m = 5" (SIGIR 2006 §4.3), so 6.
    pub min_copies: usize,
}

impl Default for ReferenceConfig {
    fn default() -> Self {
        Self { min_copies: 6 }
    }
}

/// The unique documents, told apart by redundancy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceCopies {
    references: Vec<DocId>,
    others: Vec<DocId>,
    unique: Vec<DocId>,
    redundancy: FxHashMap<DocId, usize>,
    min_copies: usize,
}

impl ReferenceCopies {
    /// Reference copies, the most redundant first, then the earliest, then by content.
    pub fn references(&self) -> &[DocId] {
        &self.references
    }

    /// Whether a document is a reference copy.
    pub fn is_reference(&self, document: DocId) -> bool {
        self.redundancy(document) >= self.min_copies
    }

    /// Unique documents that are no reference copy, ascending.
    pub fn others(&self) -> &[DocId] {
        &self.others
    }

    /// How many exact copies a unique document has, itself included.
    pub fn redundancy(&self, document: DocId) -> usize {
        self.redundancy.get(&document).copied().unwrap_or(0)
    }

    /// All unique documents, ascending.
    pub fn unique(&self) -> &[DocId] {
        &self.unique
    }
}

#[cfg(test)]
impl ReferenceCopies {
    /// Those of a corpus.
    pub(crate) fn of(corpus: &Corpus) -> Self {
        let groups = crate::exact::group(corpus, true, &FxHashMap::default());
        detect(corpus, &groups, &ReferenceConfig::default())
    }

    /// Documents none of which has a copy.
    pub(crate) fn none_among(documents: impl Iterator<Item = DocId>) -> Self {
        let others: Vec<DocId> = documents.collect();
        let redundancy = others.iter().map(|id| (*id, 1)).collect();
        Self { references: Vec::new(), unique: others.clone(), others, redundancy, min_copies: 2 }
    }
}

/// Tells the form letters among the exact groups.
pub fn detect(corpus: &Corpus, groups: &ExactGroups, config: &ReferenceConfig) -> ReferenceCopies {
    let min_copies = config.min_copies;
    let (mut letters, others): (Vec<&ExactGroup>, Vec<&ExactGroup>) =
        groups.groups().iter().partition(|group| group.redundancy() >= min_copies);
    letters.sort_by_cached_key(|group| {
        let earliest = group.members.iter().map(|id| corpus.entry(*id).time).min();
        (Reverse(group.redundancy()), earliest, corpus.content_order(group.representative))
    });
    let [references, others] =
        [letters, others].map(|groups| groups.iter().map(|group| group.representative).collect());
    let unique = groups.groups().iter().map(|group| group.representative).collect();
    let sizes = groups.groups().iter().map(|group| (group.representative, group.redundancy()));
    ReferenceCopies { references, others, unique, redundancy: sizes.collect(), min_copies }
}

#[cfg(test)]
mod tests {
    use super::ReferenceCopies;
    use crate::corpus::DocId;
    use crate::corpus::examples::corpus;

    /// "Bigger than m, m = 5": of five, six and seven copies the last two are form letters, the larger one first.
    #[test]
    fn six_copies_are_a_form_letter() {
        let texts = [vec!["a:9"; 5], vec!["b:9"; 6], vec!["c:9"; 7]].concat();
        let found = ReferenceCopies::of(&corpus(&texts));
        assert_eq!(found.references(), [DocId(11), DocId(5)]);
        assert_eq!(found.others(), [DocId(0)]);
        assert_eq!([0, 5, 11, 6].map(|id| found.redundancy(DocId(id))), [5, 6, 7, 0]);
    }
}
