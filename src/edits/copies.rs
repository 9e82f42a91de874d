//! Copies and their letters in, what was done to each copy out: here, or where the texts of the copies are.

use std::borrow::Cow;
use std::ops::Range;

use anyhow::Result;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::alignment::{Alignment, DocketTexts};
pub use super::alignment::{LetterText, WidelyHeld};
use super::letter::Letter;
use super::{Edit, categories, in_bytes, unique_text};
use crate::clustering::{Clusters, Wordings};
use crate::compare::Tables;
use crate::compare::opposition::Stance;
use crate::corpus::DocId;

/// Has copies compared with their letters, and gives their edits in the same order.
pub type Elsewhere<'a> = &'a dyn Fn(&LetterCopies<'_>) -> Result<Vec<Edit>>;

/// A letter that copies are compared with: a consensus, or the seed of a cluster.
#[derive(Serialize, Deserialize)]
pub struct CopiedLetter<'a> {
    text: Cow<'a, LetterText>,
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
pub struct LetterCopies<'a> {
    /// All letters of a docket.
    pub letters: Vec<CopiedLetter<'a>>,
    /// The copies, letter by letter.
    pub copies: Vec<LetterCopy>,
}

impl<'a> LetterCopies<'a> {
    /// Those of clusters that are not worded anew; the consensus is given of each cluster that has one, by seed.
    pub(super) fn of(
        tables: &Tables<'_>,
        clusters: &Clusters,
        wordings: &Wordings,
        consensus: &'a FxHashMap<DocId, LetterText>,
    ) -> Self {
        let mut all = Self::default();
        let mut letters: Vec<(DocId, Option<&'a LetterText>, bool)> = Vec::new();
        for cluster in clusters.clusters() {
            let seed = cluster.seed();
            let consensus = consensus.get(&seed);
            // Where the seed is the letter, it is no copy.
            let copies = cluster.documents().skip(usize::from(consensus.is_none()));
            let copies = copies.filter(|_| !wordings.contains_key(&seed));
            let copies: Vec<DocId> = copies.collect();
            // The one that copies are compared with comes last.
            if cluster.is_form_letter() || (consensus.is_none() && !copies.is_empty()) {
                letters.push((seed, None, cluster.is_form_letter()));
            }
            letters.extend(consensus.map(|text| (seed, Some(text), true)));
            let letter = letters.len().saturating_sub(1) as u32;
            all.copies.extend(copies.into_iter().map(|document| LetterCopy {
                document,
                letter,
                form_text: tables.form_text(document).to_vec(),
            }));
        }
        let text = |seed| Cow::Owned(LetterText::new(tables.corpus(), seed));
        let letters = letters.into_par_iter();
        let letters = letters.map(|(seed, consensus, is_of_docket)| CopiedLetter {
            text: consensus.map_or_else(|| text(seed), Cow::Borrowed),
            is_of_docket,
        });
        all.letters = letters.collect();
        all
    }

    /// The edit of each copy, given its words and what the docket knows: which runs of words many texts hold, and words
    /// of stance.
    ///
    /// # Errors
    /// As `text_of`.
    pub fn edits(
        &self,
        text_of: impl Fn(&LetterCopy) -> Result<LetterText> + Sync,
        widely_held: WidelyHeld<'_>,
        stance: &Stance,
    ) -> Result<Vec<Edit>> {
        let of_docket = self.letters.iter().filter(|letter| letter.is_of_docket);
        let of_docket = of_docket.map(|letter| letter.text.terms.as_slice());
        let docket = DocketTexts::new(of_docket, widely_held, stance);
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
