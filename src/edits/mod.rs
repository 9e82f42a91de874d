//! Clusters in, edits out: what each member did to the letter of its cluster (SIGIR 2006 §2) and what it
//! added in its own words.
//!
//! The letter is the reference copy; in a cluster around no form letter what its members share, and the
//! seed was edited like any member ([`Consensus`]).
//!
//! # Invariants
//! - Every document of a cluster has exactly one category; a reference copy is exact, a lone document a
//!   singleton.
//! - Every span of unique text lies in the main text of its document and begins and ends at a word.

mod alignment;
mod categories;
mod consensus;
mod earlier;
mod letter;
mod opposition;
mod redline;
mod reworded;
mod sentences;
mod template;
mod unique_text;

use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::clustering::Wordings;
use crate::clustering::{Cluster, Clusters};
use crate::compare::Tables;
use crate::corpus::DocId;
use alignment::{Alignment, DocketTexts, LetterText};
pub use categories::Category;
pub use consensus::Consensus;
pub use earlier::{EarlierEdit, EarlierEdits, EarlierLetter};
use letter::Letter;
pub use opposition::SentencePair;
pub use redline::{Mark, Paragraph, Piece, redline};
pub(crate) use sentences::sentences;
pub use template::TemplatePart;

/// What the user can choose about edits.
#[derive(Clone, Debug, Default)]
pub struct EditsConfig {
    /// What an earlier report says of letters and edits, which stays.
    pub earlier: EarlierEdits,
}

/// What a document did to the letter of its cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// How the document was edited.
    pub category: Category,
    /// What stands in no letter and nobody else's text, as byte ranges of the decoded text.
    pub unique_text: Vec<Range<usize>>,
    /// What stands in no letter, but in many other texts: passages of a kit, a version, a form.
    pub shared_text: Vec<Range<usize>>,
    /// What a form, an alert or the agency put at the head or the end of many comments; it is not compared.
    pub form_text: Vec<Range<usize>>,
    /// Words in sentences of the document's own.
    pub n_added_words: usize,
    /// Words of the letter in sentences that the document dropped.
    pub n_deleted_words: usize,
    /// Words altered inside sentences that were kept.
    pub n_changed_words: usize,
    /// Paragraphs of the letter of which the document keeps less than half, by number.
    pub blocks_dropped: Box<[u32]>,
}

/// The edit of every unique document, and the letters that no single one of them tells.
#[derive(Clone, Debug, Default)]
pub struct Edits {
    edits: FxHashMap<DocId, Edit>,
    consensus: FxHashMap<DocId, Consensus>,
    opposed: FxHashMap<(DocId, DocId), Vec<SentencePair>>,
    templates: FxHashMap<DocId, Vec<TemplatePart>>,
    /// By seed, where an earlier report names it: the reference copy, and whether it is a consensus.
    references: FxHashMap<DocId, (DocId, bool)>,
}

impl Edits {
    /// The edit of a unique document.
    pub fn of(&self, document: DocId) -> Option<&Edit> {
        self.edits.get(&document)
    }

    /// Where the letters around two seeds say opposite things.
    pub fn opposed(&self, seed: DocId, other: DocId) -> &[SentencePair] {
        self.opposed.get(&(seed, other)).map_or(&[], Vec::as_slice)
    }

    /// The template of the letter around a seed of which every copy is worded anew; empty of others.
    pub fn template(&self, seed: DocId) -> &[TemplatePart] {
        self.templates.get(&seed).map_or(&[], Vec::as_slice)
    }

    /// The reference copy that an earlier report names of the cluster around a seed, and whether its letter is a
    /// consensus.
    pub fn earlier_reference(&self, seed: DocId) -> Option<(DocId, bool)> {
        self.references.get(&seed).copied()
    }

    /// The letter of the cluster around a seed; none where the seed is the letter.
    pub fn consensus(&self, seed: DocId) -> Option<&Consensus> {
        self.consensus.get(&seed)
    }
}

/// Compares the documents of every cluster with its letter. What an earlier report
/// says of a cluster that it has, its letter and the edits of its comments, stays.
pub fn classify(
    tables: &Tables<'_>,
    clusters: &Clusters,
    wordings: &Wordings,
    EditsConfig { earlier }: &EditsConfig,
) -> Edits {
    let corpus = tables.corpus();
    let consensus: FxHashMap<DocId, Consensus> = clusters
        .clusters()
        .par_iter()
        .filter_map(|cluster| {
            let wording = wordings.get(&cluster.seed());
            let consensus = match (earlier.cluster(corpus, cluster), wording) {
                (Some(id), _) => earlier.consensus(corpus, cluster, id)?,
                (None, Some(wording)) => reworded::consensus(tables, cluster, wording),
                (None, None) => consensus::of(corpus, cluster)?,
            };
            Some((cluster.seed(), consensus))
        })
        .collect();
    let shared: FxHashMap<DocId, LetterText> = consensus
        .iter()
        .map(|(seed, consensus)| (*seed, consensus.text(corpus)))
        .collect();
    let form_letters = clusters
        .clusters()
        .iter()
        .filter(|cluster| cluster.is_form_letter())
        .map(|cluster| corpus.token_text(cluster.seed()).terms());
    let others = shared.values().map(|text| text.terms.as_slice());
    let docket = DocketTexts::new(tables, form_letters.chain(others));
    let edits = clusters.clusters().par_iter().flat_map_iter(|cluster| {
        let edits = match wordings.get(&cluster.seed()) {
            Some(wording) => reworded::edits(tables, cluster, wording),
            None => of_cluster(tables, cluster, shared.get(&cluster.seed()), &docket),
        };
        let id = earlier.cluster(corpus, cluster);
        let is_kept = id.is_some() || cluster.is_singleton();
        let keep = move |(document, edit)| match is_kept {
            true => {
                let edit = earlier.keep(corpus.document(document), id, edit);
                (document, edit)
            }
            false => (document, edit),
        };
        edits.into_iter().map(keep)
    });
    let references = clusters.clusters().iter().filter_map(|cluster| {
        let id = earlier.cluster(corpus, cluster)?;
        Some((cluster.seed(), earlier.reference(corpus, cluster, id)?))
    });
    Edits {
        edits: edits.collect(),
        references: references.collect(),
        consensus,
        opposed: opposition::of(tables, clusters),
        templates: templates(tables, clusters, wordings),
    }
}

/// The edits of the documents of a cluster around a letter that is not worded anew: a consensus, or its seed.
fn of_cluster(
    tables: &Tables<'_>,
    cluster: &Cluster,
    consensus: Option<&LetterText>,
    docket: &DocketTexts<'_>,
) -> Vec<(DocId, Edit)> {
    let documents: Vec<DocId> = cluster.documents().collect();
    if let Some(letter) = consensus {
        return edits_of(tables, &documents, letter, docket);
    }
    let seed = cluster.seed();
    let letter = LetterText::new(tables.corpus(), seed);
    let mut edits = edits_of(tables, &documents[1..], &letter, docket);
    let form_text = in_bytes(tables.form_text(seed), &letter);
    edits.push((seed, Edit::of_letter(cluster, form_text)));
    edits
}

fn templates(
    tables: &Tables<'_>,
    clusters: &Clusters,
    wordings: &Wordings,
) -> FxHashMap<DocId, Vec<TemplatePart>> {
    let clusters = clusters.clusters().iter();
    let templates = clusters.filter_map(|cluster| {
        let wording = wordings.get(&cluster.seed())?;
        Some((cluster.seed(), template::of(tables, cluster, wording)))
    });
    templates.collect()
}

fn edits_of(
    tables: &Tables<'_>,
    documents: &[DocId],
    letter: &LetterText,
    docket: &DocketTexts<'_>,
) -> Vec<(DocId, Edit)> {
    let ready = Letter::new(letter);
    documents
        .par_iter()
        .map(|id| {
            let text = LetterText::new(tables.corpus(), *id);
            let alignment = Alignment::new(&ready, &text, docket);
            let edit = Edit {
                category: categories::category(letter, &text, &alignment),
                unique_text: unique_text::spans(&text, &alignment),
                shared_text: unique_text::shared_spans(&text, &alignment),
                form_text: in_bytes(tables.form_text(*id), &text),
                n_added_words: alignment.document.n_new(),
                n_deleted_words: alignment.seed.n_new(),
                n_changed_words: alignment
                    .document
                    .n_changed()
                    .max(alignment.seed.n_changed()),
                blocks_dropped: blocks_dropped(letter, &alignment),
            };
            (*id, edit)
        })
        .collect()
}

/// The form text of any document, block by block, as byte ranges of its decoded text.
pub fn form_text_of(tables: &Tables<'_>, id: DocId) -> Vec<Range<usize>> {
    match tables.find_form_text(id) {
        words if words.is_empty() => Vec::new(),
        words => in_bytes(&words, &LetterText::new(tables.corpus(), id)),
    }
}

/// Some words of a text, block by block, as byte ranges of its decoded text.
fn in_bytes(words: &[Range<usize>], text: &LetterText) -> Vec<Range<usize>> {
    let is_among = |word: usize| words.iter().any(|range| range.contains(&word));
    let blocks = text.blocks.iter();
    blocks
        .flat_map(|block| unique_text::stretches(text, block, is_among))
        .collect()
}

fn blocks_dropped(letter: &LetterText, alignment: &Alignment) -> Box<[u32]> {
    let is_dropped =
        |words: &Range<usize>| alignment.seed.n_new_in(words.clone()) * 2 > words.len();
    letter
        .blocks
        .iter()
        .zip(&letter.block_numbers)
        .filter(|(words, _)| is_dropped(words))
        .map(|(_, number)| *number)
        .collect()
}

impl Edit {
    /// The edit of a seed that is its cluster's letter.
    fn of_letter(cluster: &Cluster, form_text: Vec<Range<usize>>) -> Self {
        Self {
            category: if cluster.is_singleton() {
                Category::Singleton
            } else {
                Category::Exact
            },
            unique_text: Vec::new(),
            shared_text: Vec::new(),
            form_text,
            n_added_words: 0,
            n_deleted_words: 0,
            n_changed_words: 0,
            blocks_dropped: Box::default(),
        }
    }
}
