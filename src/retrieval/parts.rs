//! The documents of a part of a docket in, what they have of phrases out: for dockets whose texts lie on several machines.

use anyhow::Result;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::index::Index;
use super::query::phrases;
use super::{RetrievalSeed, Searched};
use crate::corpus::{DocId, TokenText, document_frequencies};
use crate::ngrams::{RepeatedFilter, share_of, sorted_dedup};

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

/// Which phrases are counted.
#[derive(Debug, Serialize, Deserialize)]
pub struct SpanQuestion {
    /// Those of the seeds.
    asked: RepeatedFilter,
    /// Room for the phrases of the whole docket.
    pub(super) n_places: usize,
    /// How many terms the docket has.
    pub(super) n_terms: usize,
}

/// What the documents of a part have of phrases and terms; it adds up.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SpanSums {
    /// Places of phrases that are asked for, see [`Self::places`].
    places: Vec<u64>,
    /// Terms, and in how many documents they occur.
    pub(super) document_frequency: Vec<(u32, u32)>,
}

impl SpanQuestion {
    pub(super) fn new(
        n_terms: usize,
        documents: &[Searched<'_>],
        seeds: &[RetrievalSeed<'_>],
    ) -> Self {
        let n_phrases = seeds.iter().map(|seed| phrases(seed.text).len()).sum();
        let asked = RepeatedFilter::with_room_for(n_phrases);
        seeds.par_iter().for_each(|seed| phrases(seed.text).for_each(|phrase| asked.add(phrase)));
        let n_tokens = documents.iter().map(|(_, text)| text.len()).sum();
        Self { asked, n_places: RepeatedFilter::n_places_for(n_tokens), n_terms }
    }

    /// The distinct phrases of a text that are asked for.
    pub(super) fn asked_of(&self, text: &TokenText) -> Vec<u64> {
        sorted_dedup(phrases(text).filter(|phrase| self.asked.may_hold(*phrase)))
    }

    /// What some documents have of the phrases, and of terms.
    pub fn sums(&self, documents: &[Searched<'_>]) -> SpanSums {
        let places = documents.par_iter().flat_map_iter(|(_, text)| {
            let place = |phrase| share_of(phrase, self.n_places) as u64;
            self.asked_of(text).into_iter().map(place)
        });
        let mut places: Vec<u64> = places.collect();
        places.par_sort_unstable();
        let same = places.chunk_by(|a, b| a == b);
        let texts: Vec<&TokenText> = documents.iter().map(|(_, text)| *text).collect();
        let frequencies = document_frequencies(&texts, self.n_terms).into_iter();
        let frequencies = (0..).zip(frequencies.map(|n| n as u32));
        let mut before = 0;
        let packed = same.map(|same| {
            let step = same[0] - std::mem::replace(&mut before, same[0]);
            step << 1 | u64::from(same.len() > 1)
        });
        SpanSums {
            places: packed.collect(),
            document_frequency: frequencies.filter(|(_, n)| *n > 0).collect(),
        }
    }
}

impl SpanSums {
    /// Places of phrases that are asked for, ascending, and whether several documents hold one of a place. They are kept
    /// as differences, which are small numbers.
    pub(super) fn places(&self) -> impl Iterator<Item = (usize, bool)> {
        let mut place: u64 = 0;
        self.places.iter().map(move |packed| {
            place = place.wrapping_add(packed >> 1);
            (place as usize, packed & 1 == 1)
        })
    }
}

/// The distinct phrases of some queries, ascending.
pub(super) fn asked(queries: &[Vec<u64>]) -> Vec<u64> {
    let mut asked: Vec<u64> = queries.iter().flatten().copied().collect();
    asked.par_sort_unstable();
    asked.dedup();
    asked
}

/// Of some documents those that hold each phrase, in any order, by phrase; without phrases that none holds.
///
/// # Errors
/// Where tantivy fails.
pub fn holders(documents: &[Searched<'_>], phrases: Vec<u64>) -> Result<Vec<(u64, Vec<DocId>)>> {
    let queries = [phrases];
    let holders = Index::build(documents, &queries)?.holders(&queries, |_| ())?;
    let mut holders: Vec<(u64, Vec<DocId>)> = holders.into_iter().collect();
    holders.retain(|(_, holders)| !holders.is_empty());
    holders.par_sort_unstable();
    Ok(holders)
}
