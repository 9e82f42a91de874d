//! tantivy: unique documents in, phrase queries answered.

use anyhow::{Context, Result};
use tantivy::collector::{Collector, SegmentCollector};
use tantivy::columnar::Column;
use tantivy::indexer::NoMergePolicy;
use tantivy::query::PhraseQuery;
use tantivy::schema::{FAST, Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::{PreTokenizedString, Token};
use tantivy::{
    DocId as SegmentDocId, ReloadPolicy, Score, Searcher, SegmentOrdinal, SegmentReader,
    TantivyDocument, Term,
};

use crate::corpus::{Corpus, DocId, TermId};

/// Memory for each indexing thread: 32 MB serve up to 200,000 unique documents.
const BYTES_PER_THREAD: usize = 64 << 20;
const LARGE_CORPUS: usize = 200_000;
const LARGE_BYTES_PER_THREAD: usize = 300 << 20;
const MOST_THREADS: usize = 4;
/// The field with our document numbers: tantivy's own depend on scheduling.
const NUMBER: &str = "number";

/// An index in memory over the main texts.
pub(super) struct Index {
    searcher: Searcher,
    text: Field,
}

impl Index {
    pub(super) fn build(corpus: &Corpus, unique: &[DocId]) -> Result<Self> {
        let mut schema = Schema::builder();
        let indexing = TextFieldIndexing::default()
            .set_index_option(IndexRecordOption::WithFreqsAndPositions)
            .set_fieldnorms(false);
        let text = schema.add_text_field(
            "text",
            TextOptions::default().set_indexing_options(indexing),
        );
        let number = schema.add_u64_field(NUMBER, FAST);
        let index = tantivy::Index::create_in_ram(schema.build());
        let threads = rayon::current_num_threads().clamp(1, MOST_THREADS);
        let bytes = if unique.len() > LARGE_CORPUS {
            LARGE_BYTES_PER_THREAD
        } else {
            BYTES_PER_THREAD
        };
        let mut writer = index
            .writer_with_num_threads(threads, threads * bytes)
            .context("cannot start the search index")?;
        writer.set_merge_policy(Box::new(NoMergePolicy));
        for id in unique {
            let mut document = TantivyDocument::default();
            document.add_pre_tokenized_text(text, tokens(corpus.token_text(*id).terms()));
            document.add_u64(number, u64::from(id.0));
            writer
                .add_document(document)
                .context("cannot index a document")?;
        }
        writer.commit().context("cannot finish the search index")?;
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .try_into()
            .context("cannot open the search index")?;
        Ok(Self {
            searcher: reader.searcher(),
            text,
        })
    }

    /// Adds every document that holds the phrase of two and more terms to `hits`.
    pub(super) fn search(&self, phrase: &[TermId], hits: &mut Vec<DocId>) -> Result<()> {
        let terms = phrase
            .iter()
            .map(|term| Term::from_field_text(self.text, &name(*term)))
            .collect();
        let mut found = self
            .searcher
            .search(&PhraseQuery::new(terms), &Numbers)
            .context("the search index failed")?;
        hits.append(&mut found);
        Ok(())
    }
}

/// Our tokens as tantivy's: terms are written as their numbers.
fn tokens(terms: &[TermId]) -> PreTokenizedString {
    let tokens = terms
        .iter()
        .enumerate()
        .map(|(position, term)| Token {
            offset_from: 0,
            offset_to: 0,
            position,
            text: name(*term),
            position_length: 1,
        })
        .collect();
    PreTokenizedString {
        text: String::new(),
        tokens,
    }
}

fn name(term: TermId) -> String {
    term.0.to_string()
}

/// Collects our document numbers, without scores.
struct Numbers;

struct SegmentNumbers {
    numbers: Column<u64>,
    found: Vec<DocId>,
}

impl Collector for Numbers {
    type Fruit = Vec<DocId>;
    type Child = SegmentNumbers;

    fn for_segment(
        &self,
        _: SegmentOrdinal,
        segment: &SegmentReader,
    ) -> tantivy::Result<SegmentNumbers> {
        Ok(SegmentNumbers {
            numbers: segment.fast_fields().u64(NUMBER)?,
            found: Vec::new(),
        })
    }

    fn requires_scoring(&self) -> bool {
        false
    }

    fn merge_fruits(&self, segments: Vec<Vec<DocId>>) -> tantivy::Result<Vec<DocId>> {
        Ok(segments.concat())
    }
}

impl SegmentCollector for SegmentNumbers {
    type Fruit = Vec<DocId>;

    fn collect(&mut self, document: SegmentDocId, _: Score) {
        self.found.extend(
            self.numbers
                .first(document)
                .map(|number| DocId(number as u32)),
        );
    }

    fn harvest(self) -> Vec<DocId> {
        self.found
    }
}
