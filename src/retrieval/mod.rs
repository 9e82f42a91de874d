//! Seeds in, candidates out: feature-based document retrieval (dg.o 2006 §2.1, dg.o 2005 slides 16–18).
//!
//! Each seed is broken into chunks; of each chunk the most telling three words become a phrase
//! query; what any of them finds is a candidate. tantivy is the engine and is named only here. The three
//! words are those in a row whose rarest term is the rarest of the chunk: t* stands first, in the middle or
//! last among them, whichever phrase another document holds.
//!
//! tantivy holds the phrases as terms, and each that is asked for is looked up once, whoever asks: its
//! posting list is read. Asked by its own queries instead (for each seed a union of term queries with constant
//! scores, of which a collector keeps documents and sums), the same candidates take half as long again: in a
//! docket of 22,583 comments this stage takes 1.8 s in place of 1.2 s (median of 2 runs each, in turn),
//! because most seeds ask for a few rare phrases and the union is set up for each of them anew.
//!
//! Deviations from the papers:
//! - Senders, receivers, signatures and dates, which slides 16 to 18 put into the query, are not asked for:
//!   copies of one letter differ in just these.
//! - The mail relayer is not part of the query: a fifth of the edited copies lose it.
//! - Nor is the docket: whether it parts two texts hangs on what else they share, which only the comparison
//!   tells (a docket number mistyped by its sender finds its letter).
//! - A phrase that occurs in no other document is passed over for one that does: a query for it
//!   could only find the seed.
//! - In the second pass of a phrase that thousands hold only the first `retrieval.hubs` holders are candidates.
//! - In the second pass one phrase in common is not enough where more than `retrieval.rare_phrase` documents
//!   hold it: of 6.1 million such pairs in a docket of 22,000 mostly unique comments 0.4 % were
//!   near-duplicates, of pairs with two phrases in common 11 %, with three 48 %.
//!
//! # Invariants
//! - No seed is its own candidate.
//! - Which candidates are kept, where there are too many, hangs on phrases in common and content, not on ids.

mod index;
mod query;
pub(crate) mod segment;

use std::cmp::Ordering;

use anyhow::Result;
use rayon::prelude::*;

use crate::corpus::{Corpus, DocId, TokenText};
use index::Index;

/// What the user can choose about retrieval.
#[derive(Clone, Debug)]
pub struct RetrievalConfig {
    /// Documents longer than this many words are cut into chunks of `chunk_words` (N = 200, dg.o 2006 §2.1).
    pub long_document_words: usize,
    /// Words in a chunk of a long document (m = 40).
    pub chunk_words: usize,
    /// Chunks of a shorter document (n = 8).
    pub chunks: usize,
    /// Most candidates for a seed that is no reference copy; those of reference copies have no limit.
    pub depth: usize,
}

impl Default for RetrievalConfig {
    fn default() -> Self {
        Self { long_document_words: 200, chunk_words: 40, chunks: 8, depth: 1000 }
    }
}

/// The candidate set of one seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateSet {
    /// The document whose near-duplicates are sought.
    pub seed: DocId,
    /// Documents that share a phrase with it.
    pub documents: Vec<DocId>,
    /// Of a seed that is no form letter those of them that share most phrases with it, at most eight.
    pub first: Vec<DocId>,
    /// How many more there were beyond the depth.
    pub n_cut: usize,
}

/// Candidate sets, one per seed, in their order.
pub type Candidates = Vec<CandidateSet>;

/// A document that is searched, or that near-duplicates are sought of, with its words; of a letter that nobody sent the one
/// that stands for it, with the letter's words.
pub type Searched<'a> = (DocId, &'a TokenText);

/// Candidates of form letters among the documents, to which they belong: all that share a phrase.
///
/// # Errors
/// Where tantivy fails.
pub fn of_letters(
    corpus: &Corpus,
    letters: &[Searched<'_>],
    documents: &[Searched<'_>],
    config: &RetrievalConfig,
) -> Result<Candidates> {
    candidates(corpus, letters, documents, (usize::MAX, usize::MAX), config)
}

/// Candidates of documents among themselves, down to the configured depth.
///
/// # Errors
/// As [`of_letters`].
pub fn of_others(
    corpus: &Corpus,
    documents: &[Searched<'_>],
    config: &RetrievalConfig,
) -> Result<Candidates> {
    let limits = (config.depth, corpus.thresholds().retrieval.rare_phrase);
    candidates(corpus, documents, documents, limits, config)
}

/// Candidates of seeds: so many of each at the most, and such as share two phrases with it, or one that so few documents hold.
fn candidates(
    corpus: &Corpus,
    seeds: &[Searched<'_>],
    documents: &[Searched<'_>],
    (depth, rare): (usize, usize),
    config: &RetrievalConfig,
) -> Result<Candidates> {
    if seeds.is_empty() {
        return Ok(Candidates::default());
    }
    let thresholds = corpus.thresholds();
    let queries = query::of_seeds(corpus, documents, seeds, config);
    let holders = Index::build(documents, &queries)?.holders(&queries, |holders| {
        if holders.len() > depth {
            holders.sort_unstable_by_key(|id| corpus.content_order(*id));
            holders.truncate(thresholds.retrieval.hubs);
            holders.shrink_to_fit();
        }
    })?;
    let sets = seeds.par_iter().zip(&queries).map(|((seed, _), query)| {
        let holders = query.iter().filter_map(|phrase| holders.get(phrase));
        let needed = query.len().min(2);
        let mut found = sharing(holders, needed, rare);
        found.retain(|(_, id)| id != seed);
        let n_cut = found.len().saturating_sub(depth);
        if n_cut > 0 {
            found.sort_unstable_by(|a, b| by_rank(corpus, a, b));
            found.truncate(depth);
        }
        let (mut first, n_most) = (Vec::new(), thresholds.nearest.most_candidates);
        if depth < usize::MAX {
            first.clone_from(&found);
            if first.len() > n_most {
                first.select_nth_unstable_by(n_most, |a, b| by_rank(corpus, a, b));
                first.truncate(n_most);
            }
        }
        CandidateSet { seed: *seed, first: ids(first), documents: ids(found), n_cut }
    });
    Ok(sets.collect())
}

/// The documents of some candidates. A list collected where they are would keep the room that their weights took.
fn ids(candidates: Vec<(usize, DocId)>) -> Vec<DocId> {
    candidates.into_iter().map(|(_, id)| id).collect::<Box<[DocId]>>().into_vec()
}

/// How candidates are ordered: the most phrases in common first, then by content.
fn by_rank(corpus: &Corpus, a: &(usize, DocId), b: &(usize, DocId)) -> Ordering {
    b.0.cmp(&a.0).then_with(|| corpus.content_order(a.1).cmp(&corpus.content_order(b.1)))
}

/// The documents that share two phrases with a seed, or one that few documents hold, each with the number
/// of its phrases, rare ones counted twice.
fn sharing<'a>(
    holders: impl Iterator<Item = &'a Vec<DocId>>,
    needed: usize,
    rare: usize,
) -> Vec<(usize, DocId)> {
    let mut hits: Vec<DocId> = Vec::new();
    for holders in holders {
        let times = 1 + usize::from(holders.len() <= rare);
        (0..times).for_each(|_| hits.extend(holders));
    }
    hits.sort_unstable();
    hits.chunk_by(|a, b| a == b)
        .map(|same| (same.len(), same[0]))
        .filter(|(weight, _)| *weight >= needed)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Candidates, RetrievalConfig, Searched, of_others};
    use crate::corpus::examples::{corpus, docket};

    /// The candidates of texts of 24 words, of which each chunk is three words.
    fn candidates(texts: &str, config: &RetrievalConfig) -> Candidates {
        let corpus = corpus(&docket(texts));
        let documents: Vec<Searched<'_>> =
            corpus.ids().map(|id| (id, corpus.token_text(id))).collect();
        of_others(&corpus, &documents, config).expect("candidates")
    }

    /// Twenty texts, or 21, hold one phrase, and the first two another one besides.
    #[test]
    fn a_phrase_that_twenty_hold_makes_a_candidate() {
        for (n_others, n_candidates) in [(18, 19), (19, 1)] {
            let texts = format!("2x p:3 own#:18 q:3 / {n_others}x p:3 own#:18 r#:3");
            let found = candidates(&texts, &RetrievalConfig::default());
            assert_eq!(found[0].documents.len(), n_candidates);
        }
    }

    /// Of 110 texts with two phrases in common, where a seed has 105 candidates at the most.
    #[test]
    fn of_frequent_phrases_a_hundred_holders_are_candidates() {
        let config = RetrievalConfig { depth: 105, ..RetrievalConfig::default() };
        let found = candidates("110x p:6 own#:18", &config);
        let last = found.last().expect("a seed");
        assert_eq!((last.documents.len(), last.first.len()), (100, 8));
    }
}
