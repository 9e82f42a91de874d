//! Copies and their letters in, what was done to each copy out.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::alignment::Alignment;
use super::fields::{self, Filling};
use super::letter::{Letter, LetterText};
use super::owners::{self, Owner};
use super::{Change, Edit, SharedText, categories, in_bytes};
use crate::clustering::{Clusters, Wordings};
use crate::compare::{Tables, is_coarse};
use crate::corpus::DocId;
use crate::thresholds::Thresholds;

/// A copy of a letter.
#[derive(Debug)]
pub(super) struct LetterCopy {
    /// Its document.
    pub(super) document: DocId,
    /// Which of the letters.
    pub(super) letter: u32,
}

/// Letters and their copies.
#[derive(Default)]
pub(super) struct LetterCopies<'a> {
    /// The letters: a consensus each, or the seed of a cluster.
    pub(super) letters: Vec<Cow<'a, LetterText>>,
    /// The seeds of their clusters.
    pub(super) seeds: Vec<DocId>,
    /// The copies, letter by letter.
    pub(super) copies: Vec<LetterCopy>,
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
        let mut letters: Vec<(DocId, Option<&'a LetterText>)> = Vec::new();
        for cluster in clusters.clusters() {
            let seed = cluster.seed();
            if wordings.contains_key(&seed) {
                continue;
            }
            let shared = consensus.get(&seed);
            // Where the seed is the letter, it is no copy.
            let mut copies = cluster.documents().skip(usize::from(shared.is_none())).peekable();
            if copies.peek().is_none() {
                continue;
            }
            let letter = letters.len() as u32;
            letters.push((seed, shared));
            all.copies.extend(copies.map(|document| LetterCopy { document, letter }));
        }
        all.seeds = letters.iter().map(|(seed, _)| *seed).collect();
        all.letters = letters
            .into_par_iter()
            .map(|(seed, consensus)| match consensus {
                Some(text) => Cow::Borrowed(text),
                None => Cow::Owned(LetterText::new(tables.corpus(), seed)),
            })
            .collect();
        all
    }

    /// How many copies are aligned with their letters by rare words alone.
    pub(super) fn n_coarse(&self, tables: &Tables<'_>) -> usize {
        self.copies
            .iter()
            .filter(|copy| {
                let letter = &self.letters[copy.letter as usize];
                is_coarse(letter.terms.len(), tables.corpus().token_text(copy.document).len())
            })
            .count()
    }

    /// The letters that have fields, by number, each with these in words of it. `n_comments` says how many comments have
    /// the words of a document.
    pub(super) fn fields(
        &self,
        tables: &Tables<'_>,
        edits: &[CopyEdit],
        consensus: &FxHashMap<DocId, LetterText>,
        n_comments: impl Fn(DocId) -> usize + Sync,
    ) -> Vec<(usize, Vec<Range<usize>>)> {
        let copies: Vec<(&LetterCopy, &CopyEdit)> = self.copies.iter().zip(edits).collect();
        let same_letter: Vec<&[(&LetterCopy, &CopyEdit)]> =
            copies.chunk_by(|(a, _), (b, _)| a.letter == b.letter).collect();
        same_letter
            .into_par_iter()
            .filter_map(|copies| {
                let letter = copies[0].0.letter as usize;
                let (seed, text) = (self.seeds[letter], self.letters[letter].as_ref());
                let n_own = if consensus.contains_key(&seed) { 0 } else { n_comments(seed) };
                let fillings: Vec<(usize, &[Filling])> = copies
                    .iter()
                    .map(|(copy, edit)| (n_comments(copy.document), &*edit.fillings))
                    .collect();
                let fields = fields::of(text, n_own, &fillings, tables.thresholds());
                (!fields.is_empty()).then_some((letter, fields))
            })
            .collect()
    }

    /// What was done to each copy, in their order.
    pub(super) fn edits(&self, tables: &Tables<'_>) -> Vec<CopyEdit> {
        let same_letter: Vec<&[LetterCopy]> =
            self.copies.chunk_by(|a, b| a.letter == b.letter).collect();
        same_letter
            .into_par_iter()
            .flat_map(|copies| {
                let letter = Letter::new(&self.letters[copies[0].letter as usize]);
                copies
                    .par_iter()
                    .map(|copy| {
                        let text = LetterText::new(tables.corpus(), copy.document)
                            .quoting(tables.quoted_words(copy.document));
                        edit(&letter, &text, tables.form_text(copy.document), tables.thresholds())
                    })
                    .collect::<Vec<CopyEdit>>()
            })
            .collect()
    }
}

/// What was done to a copy, before it is known what others added, too.
#[derive(Debug)]
pub(super) struct CopyEdit {
    /// The edit, without unique and shared text and without changes. It is moved several times before it is kept.
    pub(super) edit: Box<Edit>,
    /// The sentences that it added.
    pub(super) added: Vec<AddedSentence>,
    /// Its changed sentences, in bytes of its decoded text, each with the sentences of the letter that it was made of.
    pub(super) changed: Vec<(Range<usize>, Vec<u32>)>,
    /// What it has in place of words of the letter.
    fillings: Box<[Filling]>,
}

/// A sentence that stands in no letter.
#[derive(Debug)]
pub(super) struct AddedSentence {
    /// Words of the text.
    pub(super) words: Range<usize>,
    /// Bytes of the decoded text.
    pub(super) place: Range<usize>,
    /// Whether it follows the one before it in the same block.
    pub(super) goes_on: bool,
}

/// What a copy did to its letter.
fn edit(
    letter: &Letter<'_>,
    text: &LetterText,
    form_text: &[Range<usize>],
    thresholds: &Thresholds,
) -> CopyEdit {
    let alignment = Alignment::new(letter, text);
    let (document, seed) = (&alignment.document, &alignment.seed);
    let edit = Edit {
        form_text: in_bytes(form_text, text),
        n_added_words: document.n_new(),
        n_deleted_words: seed.n_new(),
        n_changed_words: document.n_changed().max(seed.n_changed()),
        blocks_dropped: blocks_dropped(letter.text, &alignment),
        ..Edit::new(categories::category(letter.text, text, &alignment, thresholds))
    };
    let in_ngrams = thresholds.shares.a_third;
    let owners = owners::of(letter, text, &alignment, form_text, in_ngrams);
    CopyEdit { fillings: alignment.fillings, ..CopyEdit::new(edit, text, owners) }
}

impl CopyEdit {
    /// An edit with whose the sentences of its text are.
    pub(super) fn new(edit: Edit, text: &LetterText, owners: Vec<Owner>) -> Self {
        let (mut added, mut changed): (Vec<AddedSentence>, _) = (Vec::new(), Vec::new());
        let mut ends = text.blocks.iter().map(|block| block.end).peekable();
        let mut before = None;
        let sentences = text.sentences.iter().zip(&text.sentence_places);
        for (at, ((words, place), owner)) in sentences.zip(owners).enumerate() {
            let mut is_first = false;
            while ends.next_if(|end| *end <= words.start).is_some() {
                is_first = true;
            }
            match owner {
                Owner::Letter => {}
                Owner::Changed(of) => changed.push((place.clone(), of)),
                Owner::Added => {
                    let goes_on = !is_first && at > 0 && before == Some(at - 1);
                    before = Some(at);
                    let (words, place) = (words.clone(), place.clone());
                    added.push(AddedSentence { words, place, goes_on });
                }
            }
        }
        added.shrink_to_fit();
        Self { edit: Box::new(edit), added, changed, fillings: Box::default() }
    }

    /// The sentences that it added, in words.
    pub(super) fn sentences(&self) -> Vec<Range<usize>> {
        self.added.iter().map(|sentence| sentence.words.clone()).collect()
    }

    /// The edit, now that it is known how many comments hold each sentence that was added, and what the letter says.
    pub(super) fn finish(
        self,
        n_comments: &[Option<usize>],
        in_letter: impl Fn(&[u32]) -> Arc<str>,
    ) -> Box<Edit> {
        let mut unique_text: Vec<Range<usize>> = Vec::new();
        let mut shared_text: Vec<SharedText> = Vec::new();
        let mut before_was_unique = false;
        for (AddedSentence { place, goes_on, .. }, n_comments) in
            self.added.into_iter().zip(n_comments)
        {
            match (n_comments, unique_text.last_mut()) {
                (Some(n_comments), _) => {
                    shared_text.push(SharedText { place, n_comments: *n_comments });
                }
                (None, Some(last)) if goes_on && before_was_unique => last.end = place.end,
                (None, _) => unique_text.push(place),
            }
            before_was_unique = n_comments.is_none();
        }
        let mut edit = self.edit;
        edit.unique_text = unique_text.into();
        edit.shared_text = shared_text.into();
        edit.changes = self
            .changed
            .into_iter()
            .map(|(here, sentences)| Change { letter: in_letter(&sentences), here })
            .collect();
        edit
    }
}

pub(super) fn blocks_dropped(letter: &LetterText, alignment: &Alignment) -> Box<[u32]> {
    letter
        .blocks
        .iter()
        .zip(&letter.block_numbers)
        .filter(|(words, _)| alignment.seed.n_new_in((*words).clone()) * 2 > words.len())
        .map(|(_, number)| *number)
        .collect()
}
