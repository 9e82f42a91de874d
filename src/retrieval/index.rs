//! tantivy: the phrases of documents in, documents that hold a phrase out.
//!
//! A phrase of three words is indexed as one term, as a shingle filter does: a query then reads one
//! posting list instead of three with their positions. Only phrases that a query asks for are indexed.

use std::sync::Arc;

use anyhow::{Context, Result};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use tantivy::columnar::Column;
use tantivy::indexer::NoMergePolicy;
use tantivy::schema::{FAST, INDEXED, IndexRecordOption, Schema};
use tantivy::{DocSet, InvertedIndexReader, ReloadPolicy, TERMINATED, TantivyDocument, Term};

use super::Searched;
use super::query;
use crate::corpus::DocId;
use crate::ngrams::{RepeatedFilter, sorted_dedup};

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
    /// Indexes those phrases of the documents that a query asks for.
    pub(super) fn build(documents: &[Searched<'_>], queries: &[Vec<u64>]) -> Result<Self> {
        let n_asked: usize = queries.iter().map(Vec::len).sum();
        // Four times the room it needs: what the filter claims too much is indexed for nothing, and of all phrases of a docket
        // few are asked for.
        let asked = RepeatedFilter::with_room_for(n_asked * 4);
        queries.par_iter().flatten().for_each(|phrase| asked.add(*phrase));
        let mut schema = Schema::builder();
        let phrases = schema.add_u64_field(PHRASES, INDEXED);
        let number = schema.add_u64_field(NUMBER, FAST);
        let index = tantivy::Index::create_in_ram(schema.build());
        // Each thread begins with megabytes of its own, which few documents do not fill.
        let threads = rayon::current_num_threads().min(4).min(1 + documents.len() / 1_000).max(1);
        let bytes_per_thread = 64 << 20;
        let mut writer = index
            .writer_with_num_threads(threads, threads * bytes_per_thread)
            .context("cannot start the search index")?;
        writer.set_merge_policy(Box::new(NoMergePolicy));
        documents.par_iter().try_for_each(|(id, text)| {
            let own = sorted_dedup(query::phrases(text).filter(|phrase| asked.may_hold(*phrase)));
            if own.is_empty() {
                // Nobody's candidate.
                return Ok(());
            }
            let mut document = TantivyDocument::default();
            document.add_u64(number, u64::from(id.0));
            own.iter().for_each(|phrase| document.add_u64(phrases, *phrase));
            writer.add_document(document).context("cannot index a document").map(|_| ())
        })?;
        writer.commit().context("cannot finish the search index")?;
        let reader: tantivy::IndexReader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .try_into()
            .context("cannot open the search index")?;
        let searcher = reader.searcher();
        let segments: tantivy::Result<Vec<Segment>> = searcher
            .segment_readers()
            .iter()
            .map(|segment| {
                let postings = segment.inverted_index(phrases)?;
                Ok(Segment { postings, numbers: segment.fast_fields().u64(NUMBER)? })
            })
            .collect();
        Ok(Self { segments: segments.context("cannot open the search index")?, phrases })
    }

    /// The documents that hold each phrase that is asked for, as `keep` leaves them, in any order. A phrase
    /// is looked up once, whoever asks.
    pub(super) fn holders(
        &self,
        queries: &[Vec<u64>],
        keep: impl Fn(&mut Vec<DocId>) + Sync,
    ) -> Result<FxHashMap<u64, Vec<DocId>>> {
        let asked: Vec<u64> = sorted_dedup(queries.concat());
        asked
            .into_par_iter()
            .map(|phrase| {
                let mut holders = self.search(phrase)?;
                keep(&mut holders);
                Ok((phrase, holders))
            })
            .collect()
    }

    /// Every document that holds the phrase, in any order.
    fn search(&self, phrase: u64) -> Result<Vec<DocId>> {
        let mut hits = Vec::new();
        let term = Term::from_field_u64(self.phrases, phrase);
        for segment in &self.segments {
            let postings = segment.postings.read_postings(&term, IndexRecordOption::Basic);
            let Some(mut postings) = postings.context("the search index failed")? else {
                continue;
            };
            hits.reserve(postings.size_hint() as usize);
            let mut document = postings.doc();
            while document != TERMINATED {
                hits.extend(segment.numbers.first(document).map(|number| DocId(number as u32)));
                document = postings.advance();
            }
        }
        Ok(hits)
    }
}
