//! Copies and their letters in, what was done to each copy out: here, or where the texts of the copies are.

use std::borrow::Cow;
use std::ops::Range;

use anyhow::Result;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

pub use super::alignment::LetterText;
use super::alignment::{Alignment, DocketTexts};
use super::letter::Letter;
use super::{Edit, categories, in_bytes, in_bytes_of, unique_text};
use crate::clustering::{Cluster, Clusters, Wordings};
use crate::compare::Tables;
use crate::compare::opposition::Stance;
use crate::compare::passages::Gram;
use crate::corpus::DocId;

/// Has copies compared with their letters, and gives their edits in the same order.
pub type Elsewhere<'a> = &'a dyn Fn(&Copies) -> Result<Vec<Edit>>;

/// A letter that copies are compared with.
#[derive(Serialize, Deserialize)]
pub struct CopiedLetter {
    text: LetterText,
    /// Whether its words are nobody's own: it is a form letter, or what the members of a cluster share.
    is_of_docket: bool,
}

/// A copy of a letter.
#[derive(Debug)]
pub struct LetterCopy {
    /// Its document.
    pub document: DocId,
    /// Which of the letters.
    pub letter: u32,
    /// Words of it that are form text.
    pub form_text: Vec<Range<usize>>,
}

/// Letters and their copies.
#[derive(Default)]
pub struct Copies {
    /// All letters of a docket.
    pub letters: Vec<CopiedLetter>,
    /// The copies, letter by letter.
    pub copies: Vec<LetterCopy>,
}

impl Copies {
    /// The edit of each copy, given its words and what the docket knows: which runs of words many texts hold, and words
    /// of stance.
    ///
    /// # Errors
    /// As `text_of`.
    pub fn edits(
        &self,
        text_of: impl Fn(&LetterCopy) -> Result<LetterText> + Sync,
        is_held_by_many: impl Fn(Gram) -> bool + Sync,
        stance: &Stance,
    ) -> Result<Vec<Edit>> {
        let of_docket = self.letters.iter().filter(|letter| letter.is_of_docket);
        let of_docket = of_docket.map(|letter| letter.text.terms.as_slice());
        let docket = DocketTexts::new(of_docket, is_held_by_many, stance);
        let same_letter: Vec<&[LetterCopy]> =
            self.copies.chunk_by(|a, b| a.letter == b.letter).collect();
        let edits = same_letter.into_par_iter().flat_map(|copies| {
            let letter = Letter::new(&self.letters[copies[0].letter as usize].text);
            let edit = |copy: &LetterCopy| {
                let text = text_of(copy)?;
                Ok(edit(&letter, &text, &copy.form_text, &docket))
            };
            copies.par_iter().map(edit).collect::<Vec<Result<Edit>>>()
        });
        edits.collect()
    }
}

/// Who holds copies against letters.
pub(super) enum Made<'a> {
    /// They are compared here.
    Here(DocketTexts<'a>),
    /// They were, by others.
    Elsewhere(FxHashMap<DocId, Edit>),
}

/// The letters of clusters that are not worded anew: a consensus, or the seed.
pub(super) struct Letters<'a> {
    pub(super) tables: &'a Tables<'a>,
    /// The consensus of each cluster that has one, by seed.
    pub(super) consensus: &'a FxHashMap<DocId, LetterText>,
}

impl<'a> Letters<'a> {
    /// What copies are compared with besides their letter.
    pub(super) fn docket(&self, clusters: &Clusters) -> DocketTexts<'a> {
        let (tables, clusters) = (self.tables, clusters.clusters().iter());
        let form_letters = clusters
            .filter(|cluster| cluster.is_form_letter())
            .map(|cluster| tables.corpus().token_text(cluster.seed()).terms());
        let others = self.consensus.values().map(|text| text.terms.as_slice());
        let is_held_by_many = |run| tables.common_property().origin(run).is_some();
        DocketTexts::new(form_letters.chain(others), is_held_by_many, tables.stance())
    }

    /// All letters and copies.
    pub(super) fn copies(&self, clusters: &Clusters, wordings: &Wordings) -> Copies {
        let mut all = Copies::default();
        let corpus = self.tables.corpus();
        for cluster in clusters.clusters() {
            let seed = cluster.seed();
            let consensus = self.consensus.get(&seed);
            let documents = match wordings.contains_key(&seed) {
                true => Vec::new(),
                false => self.compared(cluster),
            };
            // The one that copies are compared with comes last.
            if cluster.is_form_letter() || (consensus.is_none() && !documents.is_empty()) {
                all.letters.push(CopiedLetter {
                    text: LetterText::new(corpus, seed),
                    is_of_docket: cluster.is_form_letter(),
                });
            }
            all.letters.extend(consensus.map(|text| CopiedLetter {
                text: text.clone(),
                is_of_docket: true,
            }));
            let letter = all.letters.len().saturating_sub(1) as u32;
            all.copies
                .extend(documents.into_iter().map(|document| LetterCopy {
                    document,
                    letter,
                    form_text: self.tables.form_text(document).to_vec(),
                }));
        }
        all
    }

    /// The documents of a cluster that are compared with its letter: all but the seed where it is the letter itself.
    fn compared(&self, cluster: &Cluster) -> Vec<DocId> {
        let is_letter = !self.consensus.contains_key(&cluster.seed());
        cluster.documents().skip(usize::from(is_letter)).collect()
    }

    /// The edits of the documents of a cluster.
    pub(super) fn of_cluster(&self, cluster: &Cluster, made: &Made<'_>) -> Vec<(DocId, Edit)> {
        let corpus = self.tables.corpus();
        let (seed, documents) = (cluster.seed(), self.compared(cluster));
        let mut edits = match made {
            Made::Elsewhere(edits) => {
                let made = documents.iter().map(|id| (*id, edits[id].clone()));
                made.collect()
            }
            Made::Here(_) if documents.is_empty() => Vec::new(),
            Made::Here(docket) => {
                let own = || LetterText::new(corpus, seed);
                let consensus = self.consensus.get(&seed).map(Cow::Borrowed);
                let text = consensus.unwrap_or_else(|| Cow::Owned(own()));
                let letter = Letter::new(&text);
                let edits = documents.par_iter().map(|id| {
                    let text = LetterText::new(corpus, *id);
                    (
                        *id,
                        edit(&letter, &text, self.tables.form_text(*id), docket),
                    )
                });
                edits.collect()
            }
        };
        if !self.consensus.contains_key(&seed) {
            let form_text = in_bytes_of(self.tables, seed, self.tables.form_text(seed));
            edits.push((seed, Edit::of_letter(cluster, form_text)));
        }
        edits
    }
}

/// What a copy did to its letter.
fn edit(
    letter: &Letter<'_>,
    text: &LetterText,
    form_text: &[Range<usize>],
    docket: &DocketTexts<'_>,
) -> Edit {
    let alignment = Alignment::new(letter, text, docket);
    let (document, seed) = (&alignment.document, &alignment.seed);
    Edit {
        category: categories::category(letter.text, text, &alignment),
        unique_text: unique_text::spans(text, &alignment),
        shared_text: unique_text::shared_spans(text, &alignment),
        form_text: in_bytes(form_text, text),
        n_added_words: document.n_new(),
        n_deleted_words: seed.n_new(),
        n_changed_words: document.n_changed().max(seed.n_changed()),
        blocks_dropped: blocks_dropped(letter.text, &alignment),
    }
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
