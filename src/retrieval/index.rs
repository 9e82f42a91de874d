//! tantivy: the phrases of documents in, documents that hold a phrase out.
//!
//! A phrase of three words is indexed as one term, as a shingle filter does: a query then reads one
//! posting list instead of three with their positions. Only phrases that a query asks for are indexed.

use std::sync::Arc;

use anyhow::{Context, Result};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use tantivy::schema::{INDEXED, IndexRecordOption, Schema};
use tantivy::tokenizer::TokenizerManager;
use tantivy::{DocSet, InvertedIndexReader, TERMINATED, TantivyDocument, Term};

use super::Searched;
use super::{query, segment};
use crate::corpus::DocId;
use crate::ngrams::{RepeatedFilter, sorted_dedup};

const PHRASES: &str = "phrases";

/// An index in memory over the phrases of the main texts.
pub(super) struct Index {
    segments: Vec<Segment>,
    phrases: tantivy::schema::Field,
}

struct Segment {
    postings: Arc<InvertedIndexReader>,
    /// The documents in the order of tantivy's numbers.
    documents: Vec<DocId>,
}

impl Index {
    /// Indexes those phrases of the documents that a query asks for.
    pub(super) fn build(documents: &[Searched<'_>], queries: &[Vec<u64>]) -> Result<Self> {
        let n_asked: usize = queries.iter().map(Vec::len).sum();
        // Even an index of nothing takes milliseconds to make.
        let documents = if n_asked == 0 { &[] } else { documents };
        // Four times the room it needs: what the filter claims too much is indexed for nothing, and of all phrases of a docket
        // few are asked for.
        let asked = RepeatedFilter::with_room_for(n_asked * 4);
        queries.par_iter().flatten().for_each(|phrase| asked.add(*phrase));
        let mut fields = Schema::builder();
        let phrases = fields.add_u64_field(PHRASES, INDEXED);
        let schema = fields.build();
        let n_in_segment =
            documents.len().div_ceil(rayon::current_num_threads()).clamp(1_000, 100_000);
        let segments: Result<Vec<Segment>> = documents
            .par_chunks(n_in_segment)
            .map(|documents| {
                let own = documents.iter().map(|(_, text)| {
                    let own = query::phrases(text).filter(|phrase| asked.may_hold(*phrase));
                    let mut document = TantivyDocument::default();
                    sorted_dedup(own).iter().for_each(|own| document.add_u64(phrases, *own));
                    document
                });
                let searcher = segment::searcher(schema.clone(), TokenizerManager::default(), own)?;
                let postings = searcher.segment_reader(0).inverted_index(phrases);
                Ok(Segment {
                    postings: postings.context("cannot open the search index")?,
                    documents: documents.iter().map(|(id, _)| *id).collect(),
                })
            })
            .collect();
        Ok(Self { segments: segments?, phrases })
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
                hits.extend(segment.documents.get(document as usize));
                document = postings.advance();
            }
        }
        Ok(hits)
    }
}
