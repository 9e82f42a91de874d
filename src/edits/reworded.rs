//! A letter of which every copy is worded anew in, what its senders added out.
//!
//! There is no letter to align the copies with: what the campaign's wording does not cover is a change within
//! a sentence of it, or a sentence of the sender's own.

use std::cmp::Reverse;

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::alignment::{Alignment, LetterText};
use super::consensus::Consensus;
use super::copies::{CopyEdit, blocks_dropped};
use super::letter::Letter;
use super::owners::Owner;
use super::passages::stretches;
use super::template::SAME_SENTENCE;
use super::{Category, Done, Edit, in_bytes};
use crate::clustering::Cluster;
use crate::compare::Tables;
use crate::corpus::{DocId, TermId};
use crate::reworded::Wording;

/// What the first copy has of the wording.
pub(super) fn consensus(tables: &Tables<'_>, cluster: &Cluster, wording: &Wording) -> Consensus {
    let text = LetterText::new(tables.corpus(), cluster.seed());
    let covered = wording.covered(&text.terms);
    let blocks = text.blocks.iter();
    let kept = |block| stretches(&text, block, |word| covered.contains(word));
    let blocks: Vec<_> = blocks.map(kept).collect();
    Consensus::of_passages(tables.corpus(), cluster.seed(), &blocks)
}

/// What was done to all its copies, of which `letter` is shown.
pub(super) fn edits<'a>(
    tables: &Tables<'_>,
    cluster: &Cluster,
    wording: &Wording,
    text: &'a LetterText,
) -> Vec<Done<'a>> {
    let documents: Vec<DocId> = cluster.documents().collect();
    let (letter, seed) = (Letter::new(text), cluster.seed());
    documents
        .into_par_iter()
        .map(|document| {
            let edit = edit(tables, document, wording, &letter);
            Done { document, seed, letter: text, edit }
        })
        .collect()
}

fn edit(tables: &Tables<'_>, id: DocId, wording: &Wording, letter: &Letter<'_>) -> CopyEdit {
    let text = LetterText::new(tables.corpus(), id);
    let mut covered = wording.covered(&text.terms);
    let form_text = tables.form_text(id);
    for words in form_text {
        covered.insert_range(words.clone());
    }
    let owners: Vec<Owner> = text
        .sentences
        .iter()
        .map(|sentence| match covered.count_ones(sentence.clone()) {
            n if n == sentence.len() => Owner::Letter,
            n if n * 2 < sentence.len() => Owner::Added,
            _ => Owner::Changed(nearest(letter.text, &text.terms[sentence.clone()])),
        })
        .collect();
    let n_words = |wanted: fn(&Owner) -> bool, is_covered: bool| -> usize {
        let sentences = text.sentences.iter().zip(&owners).filter(|(_, owner)| wanted(owner));
        sentences
            .flat_map(|(words, _)| words.clone())
            .filter(|word| is_covered || !covered.contains(*word))
            .count()
    };
    let edit = Edit {
        form_text: in_bytes(form_text, &text),
        n_added_words: n_words(|owner| *owner == Owner::Added, true),
        n_changed_words: n_words(|owner| matches!(owner, Owner::Changed(_)), false),
        blocks_dropped: blocks_dropped(letter.text, &Alignment::new(letter, &text)),
        ..Edit::new(Category::Reworded)
    };
    CopyEdit::new(edit, &text, owners)
}

/// The sentence of the letter that a sentence of a copy stands for; none where no one has enough words of it.
fn nearest(letter: &LetterText, sentence: &[TermId]) -> Vec<u32> {
    let own: FxHashSet<TermId> = sentence.iter().copied().collect();
    let of_letter = letter.sentences.iter().zip(0u32..);
    of_letter
        .filter_map(|(words, at)| {
            let words: FxHashSet<TermId> = letter.terms[words.clone()].iter().copied().collect();
            let n_shared = own.intersection(&words).count();
            let are_alike = n_shared * 10 >= own.len().max(words.len()) * SAME_SENTENCE;
            are_alike.then_some((n_shared, Reverse(at)))
        })
        .max()
        .map(|(_, Reverse(at))| at)
        .into_iter()
        .collect()
}
