//! What both passes compare with: a language model of every unique document.

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::language_model::{self, CollectionModel, DocumentModel};
use super::{AnalystLinks, Cluster, Member};
use crate::corpus::{Corpus, DocId, Document, TokenText};
use crate::reference::ReferenceCopies;

/// The unique documents of a corpus as language models.
pub struct Models<'a> {
    corpus: &'a Corpus,
    references: &'a ReferenceCopies,
    collection: CollectionModel,
    documents: Vec<DocumentModel>,
    /// Where the model of a unique document is, by `DocId`.
    places: Vec<u32>,
    form_letters: FxHashSet<DocId>,
    analyst: AnalystLinks,
}

impl<'a> Models<'a> {
    /// Estimates the collection model and the models of all unique documents.
    pub fn new(corpus: &'a Corpus, references: &'a ReferenceCopies) -> Self {
        let unique = references.unique();
        let texts: Vec<&TokenText> = unique.iter().map(|id| corpus.token_text(*id)).collect();
        let collection = CollectionModel::new(&texts, corpus.vocabulary().len());
        let models = texts.par_iter();
        let models = models.map(|text| DocumentModel::new(text, &collection));
        let documents = models.collect();
        // What is not unique has no place, rather than another's.
        let mut places = vec![u32::MAX; corpus.len()];
        for (place, id) in unique.iter().enumerate() {
            places[id.index()] = place as u32;
        }
        Self {
            corpus,
            references,
            collection,
            documents,
            places,
            form_letters: references.references().iter().copied().collect(),
            analyst: AnalystLinks::default(),
        }
    }

    /// The same with the analyst's links.
    #[must_use]
    pub fn with_links(self, analyst: AnalystLinks) -> Self {
        Self { analyst, ..self }
    }

    /// The analyst's links.
    pub fn analyst(&self) -> &AnalystLinks {
        &self.analyst
    }

    /// The corpus they are of.
    pub fn corpus(&self) -> &'a Corpus {
        self.corpus
    }

    pub(super) fn references(&self) -> &'a ReferenceCopies {
        self.references
    }

    pub(super) fn document(&self, id: DocId) -> &'a Document {
        self.corpus.document(id)
    }

    pub(super) fn text(&self, id: DocId) -> &'a TokenText {
        self.corpus.token_text(id)
    }

    pub(super) fn of(&self, id: DocId) -> &DocumentModel {
        &self.documents[self.places[id.index()] as usize]
    }

    pub(super) fn collection(&self) -> &CollectionModel {
        &self.collection
    }

    pub(super) fn distance(&self, a: DocId, b: DocId) -> f64 {
        language_model::distance(self.of(a), self.of(b), &self.collection)
    }

    pub(super) fn cluster(&self, seed: DocId, members: Vec<Member>, cut_off: f64) -> Cluster {
        let redundancy = self.references.redundancy(seed);
        let is_form_letter = self.form_letters.contains(&seed);
        Cluster {
            seed,
            members,
            redundancy,
            is_form_letter,
            cut_off,
            related: Vec::new(),
            shares_passages: Vec::new(),
        }
    }
}
