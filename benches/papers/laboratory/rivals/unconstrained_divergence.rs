//! KL divergence without constraints: "our baseline is a unsupervised clustering algorithm with smoothed
//! KL divergence as the distance metric" (SIGIR 2006 §6.2; §4.2 eq. 1–9 for the distance).
//!
//! Given the letters, a document goes to the nearest one below the pipeline's cut-off. On its own it is
//! DURIAN with every kind of link switched off.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::letters::{around_letters, best};
use crate::laboratory::clusters::Clustering;
use durian::clustering::ClusteringConfig;
use durian::compare::language_model::{CollectionModel, DocumentModel, distance};
use durian::corpus::{Corpus, DocId, TokenText};
use durian::reference::ReferenceCopies;

/// Clusters around the given letters; of equally near ones the most redundant.
pub(crate) fn cluster(corpus: &Corpus, references: &ReferenceCopies) -> Clustering {
    let distances = DocumentDistances::new(corpus, references);
    let threshold = ClusteringConfig::default().threshold;
    around_letters(references, |id, n_letters| {
        best(references.references()[..n_letters].iter().map(|letter| {
            let nearness = -distances.between(*letter, id);
            (nearness > -threshold).then_some(nearness)
        }))
    })
}

/// Language models of the unique documents.
#[derive(Debug)]
pub(crate) struct DocumentDistances {
    collection: CollectionModel,
    models: FxHashMap<DocId, DocumentModel>,
}

impl DocumentDistances {
    /// Estimates the models.
    pub(crate) fn new(corpus: &Corpus, references: &ReferenceCopies) -> Self {
        let unique = references.unique();
        let texts: Vec<&TokenText> = unique.iter().map(|id| corpus.token_text(*id)).collect();
        let collection =
            CollectionModel::new(&texts, corpus.vocabulary().len(), corpus.thresholds().compare.mu);
        let models = unique
            .par_iter()
            .zip(texts)
            .map(|(id, text)| (*id, DocumentModel::new(text, &collection)))
            .collect();
        Self { models, collection }
    }

    /// dist(a, b) in nats.
    pub(crate) fn between(&self, a: DocId, b: DocId) -> f64 {
        distance(&self.models[&a], &self.models[&b], &self.collection)
    }
}
