//! Passages as sets of words in, those that are nearest to one out: tantivy's BM25 over sentences, in memory, for
//! `durian trace`.

use anyhow::{Context, Result};
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, Occur, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::{TokenizerManager, WhitespaceTokenizer};
use tantivy::{Searcher, TantivyDocument, Term};

use crate::corpus::TermId;
use crate::retrieval::segment;

const WORDS: &str = "words";
/// How numbers that stand for words are cut.
const NUMBERS: &str = "durian_numbers";

/// An index over passages.
pub struct PassageIndex {
    searcher: Searcher,
    words: Field,
}

impl PassageIndex {
    /// Indexes passages, each as the words by which it is found; they are numbered in their order.
    ///
    /// # Errors
    /// Where the engine fails.
    pub fn new(passages: impl Iterator<Item = Vec<TermId>>) -> Result<Self> {
        let indexing = TextFieldIndexing::default()
            .set_tokenizer(NUMBERS)
            .set_index_option(IndexRecordOption::WithFreqs);
        let mut schema = Schema::builder();
        let words =
            schema.add_text_field(WORDS, TextOptions::default().set_indexing_options(indexing));
        let tokenizers = TokenizerManager::default();
        tokenizers.register(NUMBERS, WhitespaceTokenizer::default());
        let documents = passages.map(|passage| {
            let mut document = TantivyDocument::default();
            let written: Vec<String> = passage.iter().map(|word| word.0.to_string()).collect();
            document.add_text(words, written.join(" "));
            document
        });
        Ok(Self { searcher: segment::searcher(schema.build(), tokenizers, documents)?, words })
    }

    /// The passages that hold some of these words, the best match first, of equal ones the first: so many at the most.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn nearest(&self, words: &[TermId], n_most: usize) -> Result<Vec<usize>> {
        self.search(words, Occur::Should, n_most)
    }

    /// The passages that hold all of these words.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn holding(&self, words: &[TermId]) -> Result<Vec<usize>> {
        self.search(words, Occur::Must, (self.searcher.num_docs() as usize).max(1))
    }

    fn search(&self, words: &[TermId], occur: Occur, n_most: usize) -> Result<Vec<usize>> {
        let asked: Vec<(Occur, Box<dyn Query>)> = words
            .iter()
            .map(|word| {
                let term = Term::from_field_text(self.words, &word.0.to_string());
                let query: Box<dyn Query> =
                    Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs));
                (occur, query)
            })
            .collect();
        let top = TopDocs::with_limit(n_most).order_by_score();
        let found = self.searcher.search(&BooleanQuery::new(asked), &top);
        let mut hits: Vec<(f32, usize)> = found
            .context("the search failed")?
            .into_iter()
            .map(|(score, place)| (score, place.doc_id as usize))
            .collect();
        hits.sort_by(|(a_score, a), (b_score, b)| b_score.total_cmp(a_score).then(a.cmp(b)));
        Ok(hits.into_iter().map(|(_, number)| number).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::PassageIndex;
    use crate::corpus::TermId;

    /// Word 3 stands in one passage, word 1 in three: who holds the rare one comes first, of equal ones the first.
    #[test]
    fn passages_with_rare_words_come_first() {
        let passages = [[1, 2], [1, 4], [3, 4], [1, 4]].map(|words| words.map(TermId).to_vec());
        let index = PassageIndex::new(passages.into_iter()).expect("an index");
        assert_eq!(index.nearest(&[1, 3].map(TermId), 9).expect("found"), [2, 0, 1, 3]);
        assert_eq!(index.nearest(&[TermId(3)], 9).expect("found"), [2]);
        assert!(index.nearest(&[TermId(9)], 9).expect("found").is_empty());
        assert_eq!(index.holding(&[1, 4].map(TermId)).expect("found"), [1, 3]);
        let nothing = PassageIndex::new(std::iter::empty()).expect("an index");
        assert!(nothing.nearest(&[TermId(1)], 9).expect("found").is_empty());
    }
}
