//! Clusters for tests, told by their texts.

use super::{AnalystLinks, Cluster, ClusteringConfig, Clusters, Context, Member, Rule};
use crate::compare::Tables;
use crate::corpus::examples::corpus;
use crate::corpus::{Corpus, DocId};
use crate::reference::ReferenceCopies;

/// Asks about texts and their exact copies, without links of the analyst.
pub(crate) fn with_context<T>(texts: &[impl AsRef<str>], ask: impl FnOnce(&Context<'_>) -> T) -> T {
    with_corpus(&corpus(texts), ask)
}

/// Asks about the documents of a corpus, likewise.
pub(crate) fn with_corpus<T>(corpus: &Corpus, ask: impl FnOnce(&Context<'_>) -> T) -> T {
    let references = ReferenceCopies::of(corpus);
    ask(&Context {
        tables: &Tables::new(corpus, &references),
        references: &references,
        analyst: &AnalystLinks::default(),
        config: &ClusteringConfig::default(),
    })
}

/// A document in a cluster, with so many words in common with its seed.
pub(crate) fn member(document: DocId, compared_with: DocId, n_shared_words: usize) -> Member {
    Member {
        document,
        compared_with,
        rule: Rule::Containment,
        distance: 0.0,
        n_shared_words,
        shares: None,
        n_blocks_kept: 0,
        also_contains: Vec::new(),
    }
}

/// Clusters parted by strokes, told by the numbers of their documents: in "0 1 2=30 / 5" the seed of the first is 0. A member
/// has 20 words in common with its seed, or those behind an equals sign.
pub(crate) fn clusters(references: &ReferenceCopies, line: &str) -> Clusters {
    let clusters = line.split('/').map(|documents| {
        let mut documents = documents.split_whitespace().map(|document| {
            let (id, n_shared) = document.split_once('=').unwrap_or((document, "20"));
            (DocId(id.parse().expect("an id")), n_shared.parse().expect("a number"))
        });
        let (seed, _) = documents.next().expect("a seed");
        Cluster {
            seed,
            members: documents.map(|(document, n)| member(document, seed, n)).collect(),
            redundancy: references.redundancy(seed),
            is_form_letter: references.is_reference(seed),
            cut_off: 0.7,
            opposed: Vec::new(),
            shares_passages: Vec::new(),
        }
    });
    Clusters::new(clusters.collect())
}
