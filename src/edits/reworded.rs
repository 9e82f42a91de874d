//! A letter of which every copy is worded anew in, what its senders added out.
//!
//! There is no letter to align the copies with: what the campaign's wording does not cover is a change within
//! a sentence of it, or a sentence of the sender's own.

use rayon::prelude::*;

use super::alignment::LetterText;
use super::consensus::Consensus;
use super::unique_text::stretches;
use super::{Category, Edit, in_bytes};
use crate::clustering::Cluster;
use crate::compare::Tables;
use crate::corpus::DocId;
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

/// The edits of all its copies.
pub(super) fn edits(
    tables: &Tables<'_>,
    cluster: &Cluster,
    wording: &Wording,
) -> Vec<(DocId, Edit)> {
    let documents: Vec<DocId> = cluster.documents().collect();
    let documents = documents.par_iter();
    documents.map(|id| (*id, edit(tables, *id, wording))).collect()
}

fn edit(tables: &Tables<'_>, id: DocId, wording: &Wording) -> Edit {
    let text = LetterText::new(tables.corpus(), id);
    let mut covered = wording.covered(&text.terms);
    let form_text = tables.form_text(id);
    for words in form_text {
        covered.insert_range(words.clone());
    }
    let mut is_own = vec![false; text.terms.len()];
    for sentence in &text.sentences {
        let n_covered = covered.count_ones(sentence.clone());
        if n_covered * 2 < sentence.len() {
            is_own[sentence.clone()].fill(true);
        }
    }
    let is_changed = |word: &usize| !covered.contains(*word) && !is_own[*word];
    let n_own = is_own.iter().filter(|own| **own).count();
    let blocks = text.blocks.iter();
    Edit {
        category: Category::Reworded,
        unique_text: blocks
            .flat_map(|block| stretches(&text, block, |word| is_own[word]))
            .collect(),
        shared_text: Vec::new(),
        form_text: in_bytes(form_text, &text),
        n_added_words: n_own,
        n_deleted_words: 0,
        n_changed_words: (0..text.terms.len()).filter(is_changed).count(),
        blocks_dropped: Box::default(),
    }
}
