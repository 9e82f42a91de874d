//! tantivy: the phrases of the unique documents in, documents that hold a phrase out.
//!
//! A phrase of three words is indexed as one term, as a shingle filter does: a query then reads one
//! posting list instead of three with their positions. Only phrases that a second document holds are
//! indexed; the others can find nothing.

use std::sync::Arc;

use anyhow::{Context, Result};
use tantivy::columnar::Column;
use tantivy::indexer::NoMergePolicy;
use tantivy::schema::{FAST, INDEXED, IndexRecordOption, Schema};
use tantivy::{DocSet, InvertedIndexReader, ReloadPolicy, TERMINATED, TantivyDocument, Term};

use super::query::SharedSpans;
use crate::corpus::{Corpus, DocId};

/// Memory for each indexing thread.
const BYTES_PER_THREAD: usize = 64 << 20;
const LARGE_CORPUS: usize = 200_000;
const LARGE_BYTES_PER_THREAD: usize = 300 << 20;
const MOST_THREADS: usize = 4;
/// The field with our document numbers: tantivy's own depend on scheduling.
const NUMBER: &str = "number";
const PHRASES: &str = "phrases";

/// An index in memory over the phrases of the main texts.
pub(super) struct Index {
    segments: Vec<Segment>,
    phrases: tantivy::schema::Field,
}

struct Segment {
    postings: Arc<InvertedIndexReader>,
    numbers: Column<u64>,
}

impl Index {
    pub(super) fn build(corpus: &Corpus, unique: &[DocId], shared: &SharedSpans) -> Result<Self> {
        let mut schema = Schema::builder();
        let phrases = schema.add_u64_field(PHRASES, INDEXED);
        let number = schema.add_u64_field(NUMBER, FAST);
        let index = tantivy::Index::create_in_ram(schema.build());
        let threads = rayon::current_num_threads().clamp(1, MOST_THREADS);
        let is_large = unique.len() > LARGE_CORPUS;
        let bytes = if is_large {
            LARGE_BYTES_PER_THREAD
        } else {
            BYTES_PER_THREAD
        };
        let mut writer = index
            .writer_with_num_threads(threads, threads * bytes)
            .context("cannot start the search index")?;
        writer.set_merge_policy(Box::new(NoMergePolicy));
        let mut own_phrases = Vec::new();
        for id in unique {
            own_phrases.clear();
            own_phrases.extend(shared.phrases_of(corpus.token_text(*id)));
            own_phrases.sort_unstable();
            own_phrases.dedup();
            let mut document = TantivyDocument::default();
            document.add_u64(number, u64::from(id.0));
            own_phrases
                .iter()
                .for_each(|phrase| document.add_u64(phrases, *phrase));
            writer
                .add_document(document)
                .context("cannot index a document")?;
        }
        writer.commit().context("cannot finish the search index")?;
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .try_into();
        let reader: tantivy::IndexReader = reader.context("cannot open the search index")?;
        let searcher = reader.searcher();
        let segments = searcher.segment_readers().iter().map(|segment| {
            let postings = segment.inverted_index(phrases)?;
            Ok(Segment {
                postings,
                numbers: segment.fast_fields().u64(NUMBER)?,
            })
        });
        let segments: tantivy::Result<Vec<Segment>> = segments.collect();
        Ok(Self {
            segments: segments.context("cannot open the search index")?,
            phrases,
        })
    }

    /// Adds every document that holds the phrase to `hits`.
    pub(super) fn search(&self, phrase: u64, hits: &mut Vec<DocId>) -> Result<()> {
        let term = Term::from_field_u64(self.phrases, phrase);
        for segment in &self.segments {
            let postings = segment
                .postings
                .read_postings(&term, IndexRecordOption::Basic);
            let Some(mut postings) = postings.context("the search index failed")? else {
                continue;
            };
            hits.reserve(postings.size_hint() as usize);
            let mut document = postings.doc();
            while document != TERMINATED {
                hits.extend(
                    segment
                        .numbers
                        .first(document)
                        .map(|number| DocId(number as u32)),
                );
                document = postings.advance();
            }
        }
        Ok(())
    }
}
