//! Aligned texts in, edit category out: the ten of SIGIR 2006 §2, with its numbers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::alignment::{Alignment, Labels};
use super::letter::LetterText;
use crate::ngrams::{PHRASE, counts};
use crate::thresholds::{HALF, Thresholds};

/// How a comment was made from the reference copy of its cluster (SIGIR 2006 §2).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// The same words.
    // "100% word overlap": the same document string.
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
        let changed = labels.n_changed_in(block.clone());
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
        .any(|block| !HALF.is_met(alignment.seed.n_new_in(block.clone()), block.len()))
}

#[cfg(test)]
mod tests {
    use super::{Category, category, is_repeated};
    use crate::corpus::DocId;
    use crate::corpus::examples::corpus;
    use crate::edits::alignment::Alignment;
    use crate::edits::letter::{Letter, LetterText};

    fn check(seed: &str, document: &str, expect: Category) {
        let corpus = corpus(&[seed, document]);
        let (own, text) = (LetterText::new(&corpus, DocId(0)), LetterText::new(&corpus, DocId(1)));
        let alignment = Alignment::new(&Letter::new(&own), &text);
        assert_eq!(category(&own, &text, &alignment, corpus.thresholds()), expect, "{document}");
    }

    /// 199 words are a block edit, 200 are not.
    #[test]
    fn a_block_edit_has_fewer_than_200_words() {
        check("a:60", "a:60|b:199", Category::BlockAdded);
        check("a:60", "a:60|b:200", Category::KeyBlock);
        check("a:60|b:199", "a:60", Category::BlockDeleted);
        check("a:60|b:200", "a:60", Category::KeyBlock);
        // The 31st word is another one.
        check("a:60", "a:30 c:1 a:31-60|b:199", Category::MinorChangeBlockEdit);
        check("a:60", "a:30 c:1 a:31-60|b:200", Category::KeyBlock);
    }

    /// Seven words, seven more, and the last words of a paragraph are changed.
    fn changed(n_words: usize, n_changed: usize) -> String {
        let n_last = n_changed - 14;
        let n_kept = n_words - n_last;
        format!("b:7 a:7-20 c:7 a:27-{n_kept} d:{n_last}")
    }

    /// 14 changed words of 100 are a minor change, 15 are not.
    #[test]
    fn a_minor_change_has_fewer_than_15_words() {
        check("a:100", &changed(100, 14), Category::MinorChange);
        check("a:100", &changed(100, 15), Category::KeyBlock);
    }

    /// 15 words are 5 % of 300, and less than 5 % of 301.
    #[test]
    fn a_minor_change_of_a_long_paragraph_is_less_than_5_percent() {
        check("a:301", &changed(301, 15), Category::MinorChange);
        check("a:300", &changed(300, 15), Category::KeyBlock);
        check("a:300|e:300", &format!("{}|e:300", changed(300, 15)), Category::KeyBlock);
    }

    /// 209 words are nearly twice 100, 211 are not.
    #[test]
    fn a_repeated_letter_has_nearly_a_whole_number_of_copies() {
        assert!(is_repeated(100, 209, 0.05));
        assert!(!is_repeated(100, 211, 0.05));
    }

    #[test]
    fn five_words_are_moved_and_four_by_chance() {
        check("a:40|m:5", "m:5|a:40", Category::BlockReordering);
        check("a:40|m:4", "m:4|a:40", Category::MinorChange);
    }

    /// Of 100 words 81 are left in another order, or 80.
    #[test]
    fn similar_words_are_more_than_four_fifths() {
        let mixed = |n_kept: usize| {
            let words = (0..n_kept).map(|nth| {
                let at = nth * 37 % n_kept;
                format!("a:{at}-{}", at + 1)
            });
            format!("{} c:{}", words.collect::<Vec<_>>().join(" "), 100 - n_kept)
        };
        check("a:100", &mixed(81), Category::BagOfWordSimilar);
        check("a:100", &mixed(80), Category::SharesPassage);
    }

    /// The halves of four paragraphs are mixed. Of 99 words 19 are left out, which is less than a fifth, or of 100 twenty.
    #[test]
    fn much_the_same_words_are_four_fifths() {
        let mixed = "b:10-20 d:10 a:10-20|c:10 b:10 d:10-20|a:10 c:10-20";
        check("a:20|b:20|c:20|d:20|e:19", mixed, Category::BagOfWordSimilar);
        check("a:20|b:20|c:20|d:20|e:20", mixed, Category::BlockDeleted);
    }
}
