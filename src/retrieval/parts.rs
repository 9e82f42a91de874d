//! The documents of a part of a docket in, what they have of phrases out: for dockets whose texts lie on several machines.

use anyhow::Result;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::Searched;
use super::index::Index;
pub use super::query::{SpanQuestion, SpanSums};
use crate::corpus::DocId;

/// Which of the two searches of a run it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchOf {
    /// For copies of form letters.
    Letters,
    /// For the rest among themselves.
    Others,
}

/// Those who search the documents of a docket where they are.
pub trait Searchers {
    /// Counts phrases and terms of the documents, part by part.
    ///
    /// # Errors
    /// Where it cannot be done.
    fn spans(
        &self,
        of: SearchOf,
        documents: &[Searched<'_>],
        question: &SpanQuestion,
    ) -> Result<Vec<SpanSums>>;

    /// Of the same documents those that hold each phrase, in any order.
    ///
    /// # Errors
    /// Where it cannot be done.
    fn holders(&self, of: SearchOf, phrases: &[u64]) -> Result<FxHashMap<u64, Vec<DocId>>>;
}

/// Of some documents those that hold each phrase, in any order, by phrase; without phrases that none holds.
///
/// # Errors
/// Where tantivy fails.
pub fn holders(documents: &[Searched<'_>], phrases: Vec<u64>) -> Result<Vec<(u64, Vec<DocId>)>> {
    let queries = [phrases];
    let mut holders: Vec<(u64, Vec<DocId>)> =
        Index::build(documents, &queries)?.holders(&queries, |_| ())?.into_iter().collect();
    holders.retain(|(_, holders)| !holders.is_empty());
    holders.par_sort_unstable();
    Ok(holders)
}
