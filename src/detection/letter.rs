//! A cluster in, its letter out, the reference copy where somebody sent it, else what the documents share; and what of it its
//! comments hold, sentence by sentence.

use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Detection;
use crate::clustering::Cluster;
use crate::corpus::tokens::for_each_token;
use crate::corpus::{TermId, sentences};

/// Bytes of a letter or a text that is held against another word by word where there are many.
pub const MOST_BYTES: usize = 30_000;

/// Sentences of a letter that are looked at.
const MOST_SENTENCES: usize = 60;

/// The reference copy of a cluster, or its consensus.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Reference {
    /// Id of the comment.
    pub id: String,
    /// File and place.
    pub source: String,
    /// Whether nobody sent exactly this letter: `paragraphs` holds what many comments of the cluster
    /// share of the comment `id`, which is itself among the members.
    pub is_consensus: bool,
    /// Its main text, paragraph by paragraph, verbatim; of a consensus what is shared.
    pub paragraphs: Vec<String>,
    /// Words of it.
    #[serde(default)]
    pub n_words: usize,
    /// For each paragraph, how many comments of the cluster keep at least half of it; the reference
    /// copy and its exact copies included.
    pub n_kept: Vec<usize>,
    /// How many comments have exactly its words, itself included; 0 of a consensus.
    pub n_copies: usize,
}

/// A sentence of a letter.
pub struct HeldSentence {
    /// Its words, verbatim.
    pub text: String,
    /// How many they are.
    pub n_words: usize,
    /// Comments that hold it word for word; case and punctuation do not count.
    pub n_holding: usize,
}

impl Detection {
    /// The letter of a cluster.
    pub fn letter(&self, cluster: &Cluster) -> Reference {
        let (document, is_consensus) = self.edits.reference(cluster.seed);
        let paragraphs = self.edits.shown_letter(&self.corpus, cluster.seed);
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
        Reference {
            id: self.corpus.id(document).to_owned(),
            source: self.corpus.record(document).source,
            is_consensus,
            paragraphs,
            n_words,
            n_kept,
            n_copies: if is_consensus { 0 } else { self.copies(document).len() },
        }
    }

    /// The first sentences of a letter of these paragraphs.
    pub fn held_sentences(&self, cluster: &Cluster, paragraphs: &[String]) -> Vec<HeldSentence> {
        let texts = paragraphs
            .iter()
            .flat_map(|block| sentences(block).into_iter().map(|span| &block[span]))
            .take(MOST_SENTENCES);
        let (mut held, mut words) = (Vec::new(), Vec::new());
        // By its first two words, where a sentence may begin.
        let mut begins: FxHashMap<[TermId; 2], Vec<usize>> = FxHashMap::default();
        for (at, text) in texts.enumerate() {
            let mut terms = Vec::new();
            for_each_token(text, |form, _| terms.extend(self.corpus.vocabulary().number(form)));
            if let [first, second, ..] = terms[..] {
                begins.entry([first, second]).or_default().push(at);
            }
            held.push(HeldSentence { text: text.to_owned(), n_words: terms.len(), n_holding: 0 });
            words.push(terms);
        }
        for document in cluster.documents() {
            let terms = self.corpus.token_text(document).terms();
            let mut holds = vec![false; held.len()];
            for (start, pair) in terms.windows(2).enumerate() {
                for at in begins.get(pair).into_iter().flatten() {
                    holds[*at] |= terms[start..].starts_with(&words[*at]);
                }
            }
            let n_copies = self.copies(document).len();
            for (sentence, holds) in held.iter_mut().zip(holds) {
                sentence.n_holding += if holds { n_copies } else { 0 };
            }
        }
        held
    }
}
