//! The products of all stages, side by side: what a report is made of.

use rustc_hash::FxHashMap;

use crate::campaigns::Campaigns;
use crate::clustering::analyst::Conflict;
use crate::clustering::earlier::Late;
use crate::clustering::{Clusters, Nearest};
use crate::corpus::{Corpus, DocId};
use crate::edits::Edits;
use crate::exact::ExactGroups;
use crate::known::Quotes;

/// The products that a report is made of.
#[derive(Debug)]
pub struct Detection {
    /// What was read.
    pub corpus: Corpus,
    /// Names of the texts that were known beforehand.
    pub known: Vec<String>,
    /// What quotes them.
    pub quotes: Quotes,
    /// The text that is nearest to each comment like no other.
    pub nearest: FxHashMap<DocId, Nearest>,
    /// Exact copies.
    pub groups: ExactGroups,
    /// Near-duplicates.
    pub clusters: Clusters,
    /// What belongs together beyond that.
    pub campaigns: Campaigns,
    /// How each was edited.
    pub edits: Edits,
    /// Where the analyst's links contradict each other or the dockets.
    pub conflicts: Vec<Conflict>,
    /// Candidates left out because a seed had too many.
    pub n_candidates_cut: usize,
    /// What is new since an earlier report, where one was given.
    pub late: Option<Late>,
}
