//! Aligned texts in, edit category out: the ten of SIGIR 2006 §2, with its numbers.

use super::alignment::{Alignment, Labels, LetterText};

/// How a document was made from its reference copy (SIGIR 2006 §2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// "100% word overlap": the same document string.
    Exact,
    /// "Repeat the entire document several times in another document".
    Repeated,
    /// "Reorder the same set of paragraphs".
    BlockReordering,
    /// "A few words altered within a paragraph (<5% or 15 word change in a paragraph)".
    MinorChange,
    /// "Add one or more paragraphs (<200 words)".
    BlockAdded,
    /// "Remove one or more paragraphs (<200 words)".
    BlockDeleted,
    /// "A combination of minor change and block edit".
    MinorChangeAndBlockEdit,
    /// "Contains at least one paragraph from a document".
    KeyBlock,
    /// ">80% word overlap (not in above categories)".
    BagOfWordSimilar,
    /// Alone in its cluster.
    Singleton,
}

/// Words from which an addition or a deletion is no block edit any more.
const LONG_BLOCK_EDIT: usize = 200;
/// A paragraph with fewer changed words than this is a minor change,
const MINOR_WORDS: usize = 15;
/// or with a smaller share of changed words than this.
const MINOR_SHARE: f64 = 0.05;
/// How far a repeated text may be from a whole number of copies.
const REPEAT_TOLERANCE: f64 = 0.05;
/// Moved words that are no chance.
const FEW_WORDS: usize = 5;

/// The category of a document that is not identical to its seed; first match wins.
pub(super) fn category(
    seed: &LetterText,
    document: &LetterText,
    alignment: &Alignment,
) -> Category {
    if seed.terms == document.terms {
        return Category::Exact;
    }
    let (added, deleted) = (alignment.document.n_new(), alignment.seed.n_new());
    let changed = alignment.document.n_changed() + alignment.seed.n_changed();
    let is_minor = is_minor(&alignment.document, document) && is_minor(&alignment.seed, seed);
    if added == 0 && deleted == 0 && is_repeated(seed.terms.len(), document.terms.len()) {
        return Category::Repeated;
    }
    let is_moved = alignment.n_moved >= FEW_WORDS;
    if added == 0 && deleted == 0 && is_moved && is_minor {
        // Whole paragraphs moved leave no more pieces than there are paragraphs; where paragraphs were lost,
        // sentences are what can move.
        let n_parts = match (seed.blocks.len(), document.blocks.len()) {
            (1, _) | (_, 1) => seed.sentences.len(),
            (own, others) => own.max(others),
        };
        return if alignment.n_runs <= n_parts {
            Category::BlockReordering
        } else {
            Category::BagOfWordSimilar
        };
    }
    if added == 0
        && is_moved
        && alignment.n_runs > seed.blocks.len()
        && deleted * 5 < seed.terms.len()
    {
        return Category::BagOfWordSimilar;
    }
    match (added, deleted) {
        (0, 0) if is_minor => Category::MinorChange,
        (1..LONG_BLOCK_EDIT, 0) if changed == 0 => Category::BlockAdded,
        (0, 1..LONG_BLOCK_EDIT) if changed == 0 => Category::BlockDeleted,
        (0..LONG_BLOCK_EDIT, 0) | (0, 0..LONG_BLOCK_EDIT) if is_minor => {
            Category::MinorChangeAndBlockEdit
        }
        _ if keeps_a_block(seed, alignment) => Category::KeyBlock,
        _ => Category::BagOfWordSimilar,
    }
}

/// Every changed paragraph has few changed words, in number or in share.
fn is_minor(labels: &Labels, text: &LetterText) -> bool {
    text.blocks.iter().all(|block| {
        let changed = labels.n_changed_in(block.clone());
        changed < MINOR_WORDS || (changed as f64) < MINOR_SHARE * block.len() as f64
    })
}

fn is_repeated(seed: usize, document: usize) -> bool {
    let copies = document as f64 / seed as f64;
    copies.round() >= 2.0 && (copies - copies.round()).abs() <= REPEAT_TOLERANCE * copies.round()
}

fn keeps_a_block(seed: &LetterText, alignment: &Alignment) -> bool {
    seed.blocks
        .iter()
        .any(|block| alignment.seed.n_new_in(block.clone()) * 2 < block.len())
}
