//! A spun letter in, what its senders added out.
//!
//! There is no letter to align the copies with: what the campaign's wording does not cover is a change within
//! a sentence of it, or a sentence of the sender's own.

use std::borrow::Cow;
use std::cmp::Reverse;

use fixedbitset::FixedBitSet;
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::alignment::Alignment;
use super::consensus::Consensus;
use super::copies::{CopiedLetter, CopyEdit, blocks_dropped};
use super::letter::{Letter, LetterText};
use super::owners::Owner;
use super::template::alike;
use super::{Category, Edit, in_bytes};
use crate::clustering::Cluster;
use crate::compare::Tables;
use crate::corpus::{DocId, TermId};
use crate::spun::Wording;
use crate::thresholds::HALF;

/// The copy of which most words are the wording, its sender's own sentences left out.
pub(super) fn consensus(tables: &Tables<'_>, cluster: &Cluster, wording: &Wording) -> Consensus {
    let corpus = tables.corpus();
    let n_copies = corpus.thresholds().work.copies;
    let documents = corpus.first_by_content(cluster.documents(), n_copies);
    // Of several the one with the smallest digest.
    let best = (0..documents.len()).max_by_key(|at| {
        let terms = corpus.token_text(documents[*at]).terms();
        (wording.covered(terms).count_ones(..), Reverse(*at))
    });
    let representative = best.map_or(cluster.seed, |best| documents[best]);
    let text = LetterText::new(corpus, representative);
    let covered = wording.covered(&text.terms);
    let mut is_shown = FixedBitSet::with_capacity(text.terms.len());
    for words in &text.sentences {
        let is_half = HALF.is_met(covered.count_ones(words.clone()), words.len());
        is_shown.set_range(words.clone(), is_half);
    }
    Consensus::of_passages((representative, &text), &text.passages(|word| is_shown[word]))
}

/// What was done to all its copies, of which `text` is shown.
pub(super) fn copied<'a>(
    tables: &Tables<'_>,
    cluster: &Cluster,
    wording: &Wording,
    text: &'a LetterText,
) -> CopiedLetter<'a> {
    let letter = Letter::new(text);
    let copies = cluster.documents().collect::<Vec<_>>().into_par_iter();
    CopiedLetter {
        seed: cluster.seed,
        text: Cow::Borrowed(text),
        fields: Vec::new(),
        copies: copies.map(|id| (id, edit(tables, id, wording, &letter))).collect(),
    }
}

fn edit(tables: &Tables<'_>, id: DocId, wording: &Wording, letter: &Letter<'_>) -> CopyEdit {
    let text = LetterText::told_apart(tables, id);
    let covered = &wording.covered(&text.terms) | &text.of_others;
    let alignment = Alignment::new(letter, &text);
    let same_sentence = tables.thresholds().shares.many;
    let sentences = letter.text.sentences.iter().map(|words| &letter.text.terms[words.clone()]);
    let of_letter: Vec<FxHashSet<TermId>> =
        sentences.map(|words| words.iter().copied().collect()).collect();
    let is_known = &alignment.covered.1 | &text.of_others;
    let owners: Vec<Owner> = text
        .sentences
        .iter()
        .map(|sentence| {
            if is_known.contains_all_in_range(sentence.clone()) || text.quoted[sentence.start] {
                Owner::Letter
            } else if !HALF.is_met(covered.count_ones(sentence.clone()), sentence.len()) {
                Owner::Added
            } else {
                let terms = &text.terms[sentence.clone()];
                // None where no one has enough words of it.
                let like = alike(&of_letter, terms, same_sentence);
                Owner::Changed(like.first().map(|at| *at as u32).into_iter().collect())
            }
        })
        .collect();
    let mut edit = Edit {
        category: Category::Reworded,
        form_text: in_bytes(tables.form_text(id), &text),
        blocks_dropped: blocks_dropped(letter.text, &alignment),
        ..Edit::default()
    };
    for (words, owner) in text.sentences.iter().zip(&owners) {
        match owner {
            Owner::Letter => {}
            Owner::Added => edit.n_added_words += words.len(),
            Owner::Changed(_) => {
                edit.n_changed_words += words.len() - covered.count_ones(words.clone());
            }
        }
    }
    CopyEdit::new(edit, &text, owners)
}

#[cfg(test)]
mod tests {
    use super::edit;
    use crate::compare::examples::with_tables;
    use crate::corpus::DocId;
    use crate::corpus::examples::docket;
    use crate::edits::letter::{Letter, LetterText};
    use crate::spun;

    /// Five texts have ten words of the letter in common and ten of their own; elsewhere nobody has them. Of a copy's
    /// sentence ten words are changed.
    #[test]
    fn words_that_are_the_wordings_are_not_changed() {
        with_tables(&docket("5x w:10 own#:10 / other:100"), |tables| {
            let corpus = tables.corpus();
            let clusters: Vec<Vec<DocId>> = corpus.ids().map(|id| vec![id]).collect();
            let wording = spun::wording(tables, (0..5).map(DocId).collect(), &clusters);
            let letter = LetterText::new(corpus, DocId(1));
            let found = edit(tables, DocId(0), &wording, &Letter::new(&letter)).edit;
            assert_eq!((found.n_changed_words, found.n_added_words), (10, 0));
        });
    }
}
