//! What an earlier report says of letters and edits in, the same again out: what an analyst has read stays as it
//! was, whatever came since.
//!
//! # Invariants
//! - A letter is kept where the cluster is the earlier one: around the comment that it started from then, with the
//!   same text.
//! - An edit is kept where the text is the same and the cluster is that of then.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use sha1::{Digest as _, Sha1};

use super::{Change, Consensus, Edit};
use crate::clustering::Cluster;
use crate::corpus::tokens::for_each_overlapping;
use crate::corpus::{Corpus, Digest, DocId};

/// Letters and edits of an earlier report.
#[derive(Clone, Debug, Default)]
pub struct EarlierEdits {
    /// By the ids of the clusters.
    pub letters: FxHashMap<String, EarlierLetter>,
    /// By the ids of the comments, of those that stood for a text.
    pub edits: FxHashMap<String, EarlierEdit>,
}

/// The letter of a cluster then.
#[derive(Clone, Debug)]
pub struct EarlierLetter {
    /// Id of the comment that is the reference copy, or that the consensus is made of.
    pub reference: String,
    /// Whether nobody had sent just that.
    pub is_consensus: bool,
    /// Its words.
    pub paragraphs: Vec<String>,
}

/// The edit of a text then.
#[derive(Clone, Debug)]
pub struct EarlierEdit {
    /// The text.
    pub digest: Digest,
    /// Id of its cluster; none where it was alone.
    pub cluster: Option<String>,
    /// Whether the cluster started from it.
    pub is_seed: bool,
    /// What it did to the letter; which paragraphs it dropped, and where its changes stand, is not told there.
    pub edit: Edit,
    /// Its quotations of known texts, word for word.
    pub quotes: Vec<String>,
    /// Sentences of the letter that it changed: what the letter says, and what it says.
    pub changes: Vec<(Arc<str>, String)>,
    /// The words of its passages, in the order of `unique_text`, `shared_text`, `form_text`: they tell whether the
    /// text still has them there.
    pub passages: Vec<String>,
}

/// SHA-1 of the document string of some paragraphs, as ingest computes it.
pub fn document_digest(paragraphs: &[String]) -> Digest {
    let mut hasher = Sha1::new();
    for paragraph in paragraphs {
        for_each_overlapping(paragraph, |form, n_shared, _| hasher.update(&form[n_shared..]));
    }
    hasher.finalize().into()
}

impl EarlierEdits {
    /// The earlier cluster that a cluster is: its id there.
    pub(super) fn cluster(&self, corpus: &Corpus, cluster: &Cluster) -> Option<&str> {
        let seed = self.of(corpus, cluster.seed)?;
        let id = seed.cluster.as_deref()?;
        (seed.is_seed && self.letters.contains_key(id)).then_some(id)
    }

    /// The comment that was the reference copy of an earlier cluster, or that its consensus was made of; none where
    /// it is no more among the cluster's texts.
    pub(super) fn reference(
        &self,
        corpus: &Corpus,
        cluster: &Cluster,
        id: &str,
    ) -> Option<(DocId, bool)> {
        let letter = self.letters.get(id)?;
        let reference = corpus.find(&letter.reference)?;
        let is_there = cluster.documents().any(|document| document == reference);
        is_there.then_some((reference, letter.is_consensus))
    }

    /// The letter of an earlier cluster; none where it is the seed.
    pub(super) fn consensus(
        &self,
        corpus: &Corpus,
        cluster: &Cluster,
        id: &str,
    ) -> Option<Consensus> {
        let letter = self.letters.get(id)?;
        let seed = corpus.text(cluster.seed);
        let blocks = seed.blocks().map(|(_, block)| block);
        if letter.reference == corpus.id(cluster.seed)
            && blocks.eq(letter.paragraphs.iter().map(String::as_str))
        {
            return None;
        }
        let (representative, _) = self.reference(corpus, cluster, id)?;
        Some(Consensus { representative, paragraphs: letter.paragraphs.clone() })
    }

    /// Makes the edit of a document in the cluster with an earlier id, or alone, what it was then; else it stays.
    pub(super) fn keep(
        &self,
        (corpus, document): (&Corpus, DocId),
        cluster: Option<&str>,
        edit: &mut Edit,
    ) {
        let text = &corpus.text(document).decoded;
        if let Some(earlier) = self.of(corpus, document)
            && earlier.cluster.as_deref() == cluster
            && earlier.fits(text, edit)
            && let Some(changes) = earlier.changes(text)
        {
            *edit = Edit {
                quotes: std::mem::take(&mut edit.quotes),
                blocks_dropped: std::mem::take(&mut edit.blocks_dropped),
                changes,
                ..earlier.edit.clone()
            };
        }
    }

    /// Whether it says of a document in the cluster with an earlier id what was done to it.
    pub(super) fn knows(&self, corpus: &Corpus, document: DocId, cluster: Option<&str>) -> bool {
        self.of(corpus, document).is_some_and(|earlier| earlier.cluster.as_deref() == cluster)
    }

    fn of(&self, corpus: &Corpus, document: DocId) -> Option<&EarlierEdit> {
        let earlier = self.edits.get(corpus.id(document))?;
        (earlier.digest == corpus.digest(document)).then_some(earlier)
    }
}

impl EarlierEdit {
    /// Whether its passages stand where they stood, and the known texts are those of now, as far as it quotes them: what is
    /// its sender's own hangs on that.
    fn fits(&self, text: &str, now: &Edit) -> bool {
        let Edit { unique_text, shared_text, form_text, .. } = &self.edit;
        let shared = shared_text.iter().map(|shared| &shared.place);
        let passages = unique_text.iter().chain(shared).chain(form_text);
        let quotes = now.quotes.iter().map(|quote| &quote.place);
        let known = self.passages.iter().chain(&self.quotes).map(|passage| Some(passage.as_str()));
        self.quotes.len() == now.quotes.len()
            && passages.chain(quotes).map(|place| text.get(place.clone())).eq(known)
    }

    /// Its changes where they stand; none where the text does not have one any more.
    fn changes(&self, text: &str) -> Option<Box<[Change]>> {
        let mut from = 0;
        self.changes
            .iter()
            .map(|(letter, here)| {
                let start = from + text[from..].find(here.as_str())?;
                from = start + here.len();
                Some(Change { letter: letter.clone(), here: start..from })
            })
            .collect()
    }
}
