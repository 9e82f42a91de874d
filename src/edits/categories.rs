//! Aligned texts in, edit category out: the ten of SIGIR 2006 §2, with its numbers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::alignment::{Alignment, Labels, WordLabel};
use super::letter::LetterText;
use crate::ngrams::{PHRASE, counts};
use crate::thresholds::{HALF, Thresholds};

/// How a comment was made from the reference copy of its cluster (SIGIR 2006 §2).
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// The same words.
    // "100% word overlap": the same document string.
    #[default]
    Exact,
    /// The whole letter several times.
    // "Repeat the entire document several times in another document".
    Repeated,
    /// The same paragraphs in another order.
    // "Reorder the same set of paragraphs".
    BlockReordering,
    /// A few words altered within paragraphs.
    // "A few words altered within a paragraph (<5% or 15 word change in a paragraph)".
    MinorChange,
    /// Fewer than 200 words added.
    // "Add one or more paragraphs (<200 words)".
    BlockAdded,
    /// Fewer than 200 words left out.
    // "Remove one or more paragraphs (<200 words)".
    BlockDeleted,
    /// Words altered, and paragraphs added or left out.
    // "A combination of minor change and block edit".
    MinorChangeBlockEdit,
    /// At least one paragraph of the letter among the commenter's own.
    // "Contains at least one paragraph from a document".
    KeyBlock,
    /// Much the same words in another arrangement.
    // ">80% word overlap (not in above categories)".
    BagOfWordSimilar,
    /// A passage of the letter, which is neither a paragraph nor most of it.
    // Ours: the paper's categories end with ">80% word overlap", and such a copy has less.
    SharesPassage,
    /// A letter worded anew: phrases of many copies, put together as no other copy has them.
    Reworded,
    /// Like no other comment.
    Singleton,
}

/// The category of a document that is not identical to its seed; first match wins.
pub(super) fn category(
    seed: &LetterText,
    document: &LetterText,
    alignment: &Alignment,
    thresholds: &Thresholds,
) -> Category {
    if seed.terms == document.terms {
        return Category::Exact;
    }
    let (added, deleted) = (alignment.document.n_new(), alignment.seed.n_new());
    let changed = alignment.document.n_changed() + alignment.seed.n_changed();
    let is_minor = is_minor(&alignment.document, document, thresholds)
        && is_minor(&alignment.seed, seed, thresholds);
    if added == 0
        && deleted == 0
        && is_repeated(
            seed.terms.len(),
            document.terms.len() - alignment.n_quoted,
            thresholds.shares.hardly_any.part(),
        )
    {
        return Category::Repeated;
    }
    let is_moved = alignment.n_moved >= PHRASE;
    if added == 0 && deleted == 0 && is_moved && is_minor {
        // Whole paragraphs moved leave no more pieces than there are paragraphs; where paragraphs were lost,
        // sentences are what can move.
        let n_parts = match (seed.blocks.len(), document.blocks.len()) {
            (1, _) | (_, 1) => seed.sentences.len(),
            (own, others) => own.max(others),
        };
        return if alignment.n_pieces <= n_parts {
            Category::BlockReordering
        } else {
            Category::BagOfWordSimilar
        };
    }
    if added == 0
        && is_moved
        && alignment.n_pieces > seed.blocks.len()
        && thresholds.shares.similar.is_exceeded(seed.terms.len() - deleted, seed.terms.len())
    {
        return Category::BagOfWordSimilar;
    }
    let long = thresholds.categories.long_block_edit;
    match (added, deleted) {
        (0, 0) if is_minor => Category::MinorChange,
        (1.., 0) if changed == 0 && added < long => Category::BlockAdded,
        (0, 1..) if changed == 0 && deleted < long => Category::BlockDeleted,
        (_, 0) | (0, _) if is_minor && added.max(deleted) < long => Category::MinorChangeBlockEdit,
        _ if keeps_a_block(seed, alignment) => Category::KeyBlock,
        _ if word_overlap(seed, document) > thresholds.shares.similar.part() => {
            Category::BagOfWordSimilar
        }
        _ => Category::SharesPassage,
    }
}

/// Σ min(tf) / max(|a|, |b|), as in SIGIR 2006 §4.4.1.
fn word_overlap(a: &LetterText, b: &LetterText) -> f64 {
    let of_a = counts(a.terms.iter().copied());
    let of_b = counts(b.terms.iter().copied());
    let n_shared: usize =
        of_a.iter().map(|(term, n)| (*n).min(of_b.get(term).copied().unwrap_or_default())).sum();
    n_shared as f64 / a.terms.len().max(b.terms.len()).max(1) as f64
}

/// Every changed paragraph has few changed words, in number or in share.
fn is_minor(labels: &Labels, text: &LetterText, thresholds: &Thresholds) -> bool {
    text.blocks.iter().all(|block| {
        let changed = labels.n_in(block.clone(), WordLabel::Changed);
        changed < thresholds.words.sentence
            || !thresholds.shares.hardly_any.is_met(changed, block.len())
    })
}

fn is_repeated(seed: usize, document: usize, tolerance: f64) -> bool {
    let copies = document as f64 / seed as f64;
    copies.round() >= 2.0 && (copies - copies.round()).abs() <= tolerance * copies.round()
}

fn keeps_a_block(seed: &LetterText, alignment: &Alignment) -> bool {
    seed.blocks
        .iter()
        .any(|block| !HALF.is_met(alignment.seed.n_in(block.clone(), WordLabel::New), block.len()))
}

#[cfg(test)]
mod tests {
    use super::{category, is_repeated};
    use crate::corpus::examples::corpus;
    use crate::corpus::{DocId, cases};
    use crate::edits::alignment::Alignment;
    use crate::edits::letter::{Letter, LetterText};

    #[test]
    fn a_copy_is_of_one_category() {
        for case in cases::cells(include_str!("categories.txt")) {
            let corpus = corpus(&case[..2]);
            let [own, text] = [0, 1].map(|id| LetterText::new(&corpus, DocId(id)));
            let alignment = Alignment::new(&Letter::new(&own), &text);
            let found = category(&own, &text, &alignment, corpus.thresholds());
            assert_eq!(format!("{found:?}"), case[2], "{case:?}");
        }
    }

    /// 209 words are nearly twice 100, 211 are not.
    #[test]
    fn a_repeated_letter_has_nearly_a_whole_number_of_copies() {
        assert!(is_repeated(100, 209, 0.05) && !is_repeated(100, 211, 0.05));
    }
}
