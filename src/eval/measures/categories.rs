//! Clusters by edit category (SIGIR 2006 Table 2, dg.o 2006 Table 8).
//!
//! For a form letter the retrieved set is the predicted cluster that holds most of its exact copies
//! (most of its documents where there is no exact copy). For category k precision is the share of the
//! retrieved documents of category k that belong to the letter, recall the share of the letter's
//! documents of category k that are retrieved. The papers give "average precision, average recall …
//! averaged for each form letter" (dg.o 2006 §4.2), over the letters that have the category. F1 is that of the two averages.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::agreement::{Counts, share};
use super::partition::Partition;
use crate::eval::labels::{NO_TEXT, category_name, is_edit};
use crate::eval::schema::{CategoryAccuracy, CategoryScores, PrecisionRecall};

/// Categories of comments that belong to no letter: right when the comment is alone.
const ALONE: [&str; 2] = ["singleton", NO_TEXT];

/// Precision, recall and F1 of every category that occurs in the labels. `categories` are the labeled
/// ones; comments without take part as members of clusters only.
pub fn by_category(
    labels: &Partition,
    predicted: &Partition,
    categories: &[Option<String>],
) -> BTreeMap<String, CategoryScores> {
    let homes = homes(labels, predicted, categories);
    let mut retrieved: FxHashMap<(u32, &str), u64> = FxHashMap::default();
    let mut of_letter: FxHashMap<(u32, &str), (u64, u64)> = FxHashMap::default();
    for ((label, found), category) in rows(labels, predicted, categories) {
        let Some(category) = category else { continue };
        *retrieved.entry((found, category)).or_default() += 1;
        if let Some(home) = homes.get(&label) {
            let (hits, all) = of_letter.entry((label, category)).or_default();
            *hits += u64::from(*home == found);
            *all += 1;
        }
    }
    let mut letters: Vec<((&str, u32), Counts)> = of_letter
        .into_iter()
        .map(|((label, category), (hits, all))| {
            let n_retrieved = retrieved.get(&(homes[&label], category)).copied().unwrap_or(0);
            ((category, label), Counts::marked(hits, all, n_retrieved))
        })
        .filter(|((category, _), _)| !ALONE.contains(category))
        .collect();
    letters.sort_unstable_by_key(|(key, _)| *key);
    let mut scores: BTreeMap<String, CategoryScores> = letters
        .chunk_by(|a, b| a.0.0 == b.0.0)
        .map(|of_category| (of_category[0].0.0.to_owned(), averages(of_category)))
        .collect();
    for name in ALONE {
        scores.extend(
            alone(name, labels, predicted, categories).map(|found| (name.to_owned(), found)),
        );
    }
    scores
}

type CategoryRow<'a> = ((u32, u32), Option<&'a str>);

fn rows<'a>(
    labels: &'a Partition,
    predicted: &'a Partition,
    categories: &'a [Option<String>],
) -> impl Iterator<Item = CategoryRow<'a>> {
    let clusters =
        labels.of_documents().iter().copied().zip(predicted.of_documents().iter().copied());
    clusters.zip(categories.iter().map(Option::as_deref))
}

/// The retrieved set of every labeled cluster of two and more. Ties: the smaller cluster, then the
/// name that sorts last.
fn homes(
    labels: &Partition,
    predicted: &Partition,
    categories: &[Option<String>],
) -> FxHashMap<u32, u32> {
    let mut held: FxHashMap<(u32, u32), (u64, u64)> = FxHashMap::default();
    for ((label, found), category) in
        rows(labels, predicted, categories).filter(|((label, _), _)| labels.size(*label) > 1)
    {
        let (exact, all) = held.entry((label, found)).or_default();
        *exact += u64::from(category == Some("exact"));
        *all += 1;
    }
    let mut held: Vec<_> = held
        .into_iter()
        .map(|((label, found), (exact, all))| {
            // Where a letter has exact copies, the most of them decide.
            let weight = if exact > 0 { (1, exact) } else { (0, all) };
            (label, weight, Reverse(predicted.size(found)), predicted.name(found), found)
        })
        .collect();
    held.sort_unstable();
    // Of each label the last.
    held.into_iter().map(|(label, .., found)| (label, found)).collect()
}

fn averages(letters: &[((&str, u32), Counts)]) -> CategoryScores {
    let n = letters.len() as f64;
    let (mut precision, mut recall) = (0.0, 0.0);
    for (_, counts) in letters {
        // A letter of which nothing is retrieved has precision 0, not 1: it was looked for.
        precision += counts.a as f64 / (counts.a + counts.c).max(1) as f64;
        recall += counts.a as f64 / (counts.a + counts.b) as f64;
    }
    CategoryScores {
        scores: PrecisionRecall::new(precision / n, recall / n),
        documents: letters.iter().map(|(_, counts)| counts.a + counts.b).sum(),
        letters: letters.len(),
    }
}

/// Comments that must be alone: precision is their share of those predicted alone, where comments that
/// are alone in the labels for another reason count neither way.
fn alone(
    name: &str,
    labels: &Partition,
    predicted: &Partition,
    categories: &[Option<String>],
) -> Option<CategoryScores> {
    let mut counts = Counts::default();
    for ((label, found), category) in rows(labels, predicted, categories) {
        match (category == Some(name), predicted.size(found) == 1) {
            (true, true) => counts.a += 1,
            (true, false) => counts.b += 1,
            (false, true) if labels.size(label) > 1 => counts.c += 1,
            _ => {}
        }
    }
    let documents = counts.a + counts.b;
    let scores = CategoryScores { scores: counts.precision_recall(), documents, letters: 0 };
    (documents > 0).then_some(scores)
}

/// Predicted edit categories against labeled ones: how often the category is named rightly.
#[derive(Debug, Default)]
pub struct Confusion {
    cells: BTreeMap<String, BTreeMap<String, u64>>,
    n: u64,
    n_right: u64,
    n_allowed: u64,
}

impl Confusion {
    /// Counts a comment: what the labels say, what they allow, and what the report says, empty where it says
    /// nothing.
    pub fn add(&mut self, labelled: &str, also: &[String], predicted: &str) {
        let row = self.cells.entry(labelled.to_owned()).or_default();
        *row.entry(predicted.to_owned()).or_default() += 1;
        // No report can name what is no edit.
        if !is_edit(labelled) {
            return;
        }
        let is_right = predicted == labelled;
        self.n += 1;
        self.n_right += u64::from(is_right);
        self.n_allowed +=
            u64::from(is_right || also.iter().any(|also| category_name(also) == predicted));
    }

    /// The shares.
    pub fn accuracy(self) -> CategoryAccuracy {
        CategoryAccuracy {
            documents: self.n,
            accuracy: share(self.n_right, self.n),
            accuracy_with_allowed: share(self.n_allowed, self.n),
            confusion: self.cells,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Confusion, by_category};
    use crate::eval::measures::check;
    use crate::eval::measures::partition::Partition;

    /// Letter A: exact 1, 2, block added 3 (in x), 4 (in y). Letter B: exact 5, 6, block added 7, all in
    /// y. Singletons 8 (alone), 9 (in x). For block added: A retrieves x: precision 1/1, recall 1/2; B
    /// retrieves y: 4 and 7, precision 1/2, recall 1/1.
    #[test]
    fn hand_computed_categories() {
        let labels = Partition::new("A A A A B B B S T U".split(' ').map(Some));
        let predicted = Partition::new("x x x y y y y z x w".split(' ').map(Some));
        let names = "exact exact block_added block_added exact exact block_added singleton singleton no_text";
        let categories: Vec<Option<String>> =
            names.split(' ').map(|name| Some(name.to_owned())).collect();
        let scores = by_category(&labels, &predicted, &categories);
        let added = &scores["block_added"];
        check(added.scores.precision, 0.75);
        check(added.scores.recall, 0.75);
        assert_eq!((added.documents, added.letters), (3, 2));
        check(scores["exact"].scores.f1, 1.0);
        // One of two is alone; so is a comment that is alone for another reason, which counts neither way.
        check(scores["singleton"].scores.precision, 1.0);
        check(scores["singleton"].scores.recall, 0.5);
    }

    /// Of four comments two are named rightly, and one more is allowed. One has no text,
    /// and one a category of the labels' own.
    #[test]
    fn hand_computed_accuracy() {
        let mut confusion = Confusion::default();
        for (labelled, predicted) in [
            ("exact", "exact"),
            ("block_added", "key_block"),
            ("block_added", "minor_change"),
            ("block_added", "block_added"),
            ("no_text", ""),
            ("illegible", "key_block"),
        ] {
            confusion.add(labelled, &["Minor Change".to_owned()], predicted);
        }
        let accuracy = confusion.accuracy();
        assert_eq!(accuracy.documents, 4);
        check(accuracy.accuracy, 0.5);
        check(accuracy.accuracy_with_allowed, 0.75);
        assert_eq!(accuracy.confusion["block_added"]["key_block"], 1);
    }
}
