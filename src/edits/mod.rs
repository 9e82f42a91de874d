//! Clusters in, edits out: what each member did to its reference copy (SIGIR 2006 §2) and what it
//! added in its own words.
//!
//! # Invariants
//! - Every document of a cluster has exactly one category; a seed is exact, a lone document a singleton.
//! - Every span of unique text lies in the main text of its document and begins and ends at a word.

mod alignment;
mod categories;
mod redline;
mod sentences;
mod unique_text;

use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::clustering::{Cluster, Clusters};
use crate::corpus::{Corpus, DocId};
use alignment::{Alignment, LetterText, Letters};
pub use categories::Category;
pub use redline::{Mark, Paragraph, Piece, redline};

/// What a document did to the reference copy of its cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// How the document was edited.
    pub category: Category,
    /// What stands in no reference copy, as byte ranges of the decoded text.
    pub unique_text: Vec<Range<usize>>,
    /// Words in sentences of the document's own.
    pub n_added_words: usize,
    /// Words of the reference copy in sentences that the document dropped.
    pub n_deleted_words: usize,
    /// Words altered inside sentences that were kept.
    pub n_changed_words: usize,
    /// Blocks of the reference copy of which the document keeps less than half, by number.
    pub blocks_dropped: Box<[u32]>,
}

/// The edit of every unique document.
#[derive(Clone, Debug, Default)]
pub struct Edits(FxHashMap<DocId, Edit>);

impl Edits {
    /// The edit of a unique document.
    pub fn of(&self, document: DocId) -> Option<&Edit> {
        self.0.get(&document)
    }
}

/// Compares every member with its cluster's seed.
pub fn classify(corpus: &Corpus, clusters: &Clusters) -> Edits {
    let letters = Letters::new(
        corpus,
        clusters
            .clusters()
            .iter()
            .filter(|cluster| cluster.is_form_letter())
            .map(Cluster::seed),
    );
    let edits = clusters.clusters().par_iter().flat_map_iter(|cluster| {
        let seed_text = LetterText::new(corpus, cluster.seed());
        let seed = Edit::unchanged(if cluster.is_singleton() {
            Category::Singleton
        } else {
            Category::Exact
        });
        let members = members_of(corpus, cluster, &seed_text, &letters);
        std::iter::once((cluster.seed(), seed)).chain(members)
    });
    Edits(edits.collect())
}

fn members_of(
    corpus: &Corpus,
    cluster: &Cluster,
    seed: &LetterText,
    letters: &Letters,
) -> Vec<(DocId, Edit)> {
    cluster
        .members()
        .par_iter()
        .map(|member| {
            let text = LetterText::new(corpus, member.document);
            let alignment = Alignment::new(seed, &text, letters);
            let edit = Edit {
                category: categories::category(seed, &text, &alignment),
                unique_text: unique_text::spans(&text, &alignment),
                n_added_words: alignment.document.n_new(),
                n_deleted_words: alignment.seed.n_new(),
                n_changed_words: alignment
                    .document
                    .n_changed()
                    .max(alignment.seed.n_changed()),
                blocks_dropped: blocks_dropped(seed, &alignment),
            };
            (member.document, edit)
        })
        .collect()
}

fn blocks_dropped(seed: &LetterText, alignment: &Alignment) -> Box<[u32]> {
    let is_dropped =
        |words: &Range<usize>| alignment.seed.n_new_in(words.clone()) * 2 > words.len();
    seed.blocks
        .iter()
        .zip(&seed.block_numbers)
        .filter(|(words, _)| is_dropped(words))
        .map(|(_, number)| *number)
        .collect()
}

impl Edit {
    fn unchanged(category: Category) -> Self {
        Self {
            category,
            unique_text: Vec::new(),
            n_added_words: 0,
            n_deleted_words: 0,
            n_changed_words: 0,
            blocks_dropped: Box::default(),
        }
    }
}
