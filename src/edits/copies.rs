//! Copies and their letters in, what was done to each copy out.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::alignment::{Alignment, WordLabel};
use super::fields::{self, Filling};
use super::letter::{Letter, LetterText, in_one_line};
use super::owners::{self, Owner};
use super::{Change, Edit, SharedText, categories, in_bytes};
use crate::clustering::{Clusters, Nearest, Wordings};
use crate::compare::{Tables, is_coarse};
use crate::corpus::DocId;
use crate::ngrams::sorted_dedup;
use crate::thresholds::Thresholds;

/// A letter, and what was done to it in each of its copies.
pub(super) struct CopiedLetter<'a> {
    /// The seed of the cluster.
    pub(super) seed: DocId,
    /// The letter: a consensus, or the seed.
    pub(super) text: Cow<'a, LetterText>,
    /// Its fields, in words of it.
    pub(super) fields: Vec<Range<usize>>,
    /// The documents that are no more than copies of it.
    pub(super) copies: Vec<(DocId, CopyEdit)>,
}

/// The letters of clusters that are not worded anew, by seed; the consensus is given of each cluster that has one.
pub(super) fn letters<'a>(
    tables: &Tables<'_>,
    all: &Clusters,
    wordings: &Wordings,
    consensus: &'a FxHashMap<DocId, LetterText>,
) -> Vec<CopiedLetter<'a>> {
    all.clusters
        .par_iter()
        .filter(|cluster| !wordings.contains_key(&cluster.seed))
        .filter_map(|cluster| {
            // Where the seed is the letter, it is no copy.
            let n_letters = usize::from(!consensus.contains_key(&cluster.seed));
            let copies: Vec<DocId> = cluster.documents().skip(n_letters).collect();
            (!copies.is_empty()).then(|| CopiedLetter::new(tables, cluster.seed, copies, consensus))
        })
        .collect()
}

/// The letters that comments turn around, each with those as its copies: one of `letters`, or a text that nobody edited.
pub(super) fn opposing<'a>(
    tables: &Tables<'_>,
    nearest: &FxHashMap<DocId, Nearest>,
    consensus: &'a FxHashMap<DocId, LetterText>,
    letters: &[CopiedLetter<'_>],
) -> Vec<CopiedLetter<'a>> {
    let opposing = nearest.iter().filter_map(|(id, nearest)| Some((nearest.opposed()?, *id)));
    sorted_dedup(opposing)
        .chunk_by(|a, b| a.0 == b.0)
        .map(|of_seed| {
            let (seed, _) = of_seed[0];
            let copies = of_seed.iter().map(|(_, document)| *document).collect();
            let mut letter = CopiedLetter::new(tables, seed, copies, consensus);
            if let Ok(at) = letters.binary_search_by_key(&seed, |copied| copied.seed) {
                letter.fields.clone_from(&letters[at].fields);
            }
            // All else that they say is their own.
            letter.copies.iter_mut().for_each(|(_, edit)| edit.added.clear());
            letter
        })
        .collect()
}

impl<'a> CopiedLetter<'a> {
    /// The letter around a seed, and its copies; its fields are not known yet.
    fn new(
        tables: &Tables<'_>,
        seed: DocId,
        documents: Vec<DocId>,
        consensus: &'a FxHashMap<DocId, LetterText>,
    ) -> Self {
        let text = match consensus.get(&seed) {
            Some(consensus) => Cow::Borrowed(consensus),
            None => Cow::Owned(LetterText::new(tables.corpus(), seed)),
        };
        let letter = Letter::new(&text);
        let copies = documents
            .into_par_iter()
            .map(|id| {
                let copy = LetterText::told_apart(tables, id);
                (id, edit(&letter, &copy, tables.form_text(id), tables.thresholds()))
            })
            .collect();
        Self { seed, text, fields: Vec::new(), copies }
    }

    /// How many copies are aligned with it by rare words alone.
    pub(super) fn n_coarse(&self, tables: &Tables<'_>) -> usize {
        let lengths = self.copies.iter().map(|(id, _)| tables.corpus().token_text(*id).len());
        lengths.filter(|n_words| is_coarse(self.text.terms.len(), *n_words)).count()
    }

    /// Finds its fields.
    pub(super) fn find_fields(&mut self, tables: &Tables<'_>, is_consensus: bool) {
        let n_own = if is_consensus { 0 } else { tables.n_comments(self.seed) as usize };
        let fillings: Vec<(usize, &[Filling])> = self
            .copies
            .iter()
            .map(|(id, edit)| (tables.n_comments(*id) as usize, &*edit.fillings))
            .collect();
        self.fields = fields::of(&self.text, n_own, &fillings, tables.thresholds());
    }

    /// Some of its sentences, its fields left open, the words parted by single spaces.
    fn sentences(&self, sentences: &[u32]) -> String {
        let texts = sentences.iter().map(|sentence| {
            let at = *sentence as usize;
            let (words, place) =
                (self.text.sentences[at].clone(), self.text.sentence_places[at].clone());
            fields::passage(&self.text, &self.fields, words, place)
        });
        in_one_line(&texts.collect::<Vec<_>>().join(" "))
    }

    /// The edits of its copies, once it is known of all sentences that they added how many comments hold them.
    pub(super) fn finish(
        mut self,
        n_comments: &FxHashMap<DocId, Vec<Option<usize>>>,
    ) -> impl Iterator<Item = (DocId, Box<Edit>)> {
        // Many copies change the same sentences, of which each is kept once.
        let mut changed: FxHashMap<Vec<u32>, Arc<str>> = FxHashMap::default();
        std::mem::take(&mut self.copies).into_iter().map(move |(document, edit)| {
            let finished = edit.finish(&n_comments[&document], |sentences| {
                let text =
                    changed.entry(sentences).or_insert_with_key(|at| self.sentences(at).into());
                Arc::clone(text)
            });
            (document, finished)
        })
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
        category: categories::category(letter.text, text, &alignment, thresholds),
        ..Edit::default()
    };
    let in_ngrams = thresholds.shares.a_third;
    let of_sentences = owners::of(letter, text, &alignment, in_ngrams);
    CopyEdit { fillings: alignment.fillings, ..CopyEdit::new(edit, text, of_sentences) }
}

impl CopyEdit {
    /// An edit with whose the sentences of its text are.
    pub(super) fn new(edit: Edit, text: &LetterText, owners: Vec<Owner>) -> Self {
        let (mut added, mut changed): (Vec<AddedSentence>, _) = (Vec::new(), Vec::new());
        let sentences = text.sentences.iter().zip(&text.sentence_places);
        for ((words, place), owner) in sentences.zip(owners) {
            match owner {
                Owner::Letter => {}
                Owner::Changed(of) => changed.push((place.clone(), of)),
                Owner::Added => {
                    let begins_block =
                        text.blocks.binary_search_by_key(&words.start, |block| block.start).is_ok();
                    let goes_on = !begins_block
                        && added.last().is_some_and(|before| before.words.end == words.start);
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
        mut in_letter: impl FnMut(Vec<u32>) -> Arc<str>,
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
            .map(|(here, sentences)| Change { letter: in_letter(sentences), here })
            .collect();
        edit
    }
}

pub(super) fn blocks_dropped(letter: &LetterText, alignment: &Alignment) -> Box<[u32]> {
    letter
        .blocks
        .iter()
        .zip(&letter.block_numbers)
        .filter(|(words, _)| {
            alignment.seed.n_in((*words).clone(), WordLabel::New) * 2 > words.len()
        })
        .map(|(_, number)| *number)
        .collect()
}
