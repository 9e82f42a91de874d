//! A cluster in, its letter out: the reference copy where somebody sent it, else what the documents share.

use super::Detection;
use crate::clustering::Cluster;
use crate::corpus::DocId;
use crate::corpus::tokens::for_each_token;

/// The letter of a cluster.
pub struct Letter {
    /// The document that it is, or that its consensus is made of.
    pub document: DocId,
    /// Whether nobody sent exactly this.
    pub is_consensus: bool,
    /// Its paragraphs, with the fields that every copy fills left open.
    pub paragraphs: Vec<String>,
    /// Words of it.
    pub n_words: usize,
    /// For each paragraph, how many comments keep at least half of it.
    pub n_kept: Vec<usize>,
}

impl Detection {
    /// The letter of a cluster.
    pub fn letter(&self, cluster: &Cluster) -> Letter {
        let (document, is_consensus) = self.edits.reference(cluster.seed());
        let paragraphs = self.edits.shown_letter(&self.corpus, cluster.seed());
        let mut n_words = 0;
        for paragraph in &paragraphs {
            for_each_token(paragraph, |_, _| n_words += 1);
        }
        let mut n_kept = vec![self.comments(cluster).count(); paragraphs.len()];
        for unique in cluster.documents() {
            for at in self.edits.of(unique).iter().flat_map(|edit| &edit.blocks_dropped) {
                n_kept[*at as usize] -= self.copies(unique).len();
            }
        }
        Letter { document, is_consensus, paragraphs, n_words, n_kept }
    }
}
