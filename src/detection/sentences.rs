//! A letter in, its first sentences out, each with how many of its comments hold it word for word.

use rustc_hash::FxHashMap;

use super::Detection;
use crate::clustering::Cluster;
use crate::corpus::tokens::for_each_token;
use crate::corpus::{TermId, sentences};

/// Sentences of a letter that are looked at.
const MOST_SENTENCES: usize = 60;

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
