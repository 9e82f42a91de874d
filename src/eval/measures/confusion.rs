//! Predicted edit categories against labelled ones.

use std::collections::BTreeMap;

use crate::eval::labels::is_edit;
use crate::eval::schema::CategoryAccuracy;

/// One comment's categories: labelled, right as well, predicted.
pub struct CategoryPair<'a> {
    /// What the labels say.
    pub labelled: &'a str,
    /// What they allow.
    pub also: &'a [String],
    /// What the report says; empty where it says nothing.
    pub predicted: &'a str,
}

/// Categories that belong to one coarse kind, "block edit" (dg.o 2005 slide 8).
const BLOCK_EDITS: [&str; 5] =
    ["block_added", "key_block", "block_deleted", "minor_change_block_edit", "block_reordering"];

/// How often the category is named rightly.
#[derive(Debug, Default)]
pub struct Confusion {
    cells: BTreeMap<String, BTreeMap<String, u64>>,
    n: u64,
    n_right: u64,
    n_allowed: u64,
    n_coarse: u64,
}

impl Confusion {
    /// Counts a comment.
    pub fn add(&mut self, pair: &CategoryPair<'_>) {
        *self
            .cells
            .entry(pair.labelled.to_owned())
            .or_default()
            .entry(pair.predicted.to_owned())
            .or_default() += 1;
        // No report can name what is no edit.
        if !is_edit(pair.labelled) {
            return;
        }
        let coarse = |name| {
            if BLOCK_EDITS.contains(&name) { "block_edit" } else { name }
        };
        let is_right = pair.predicted == pair.labelled;
        self.n += 1;
        self.n_right += u64::from(is_right);
        self.n_allowed +=
            u64::from(is_right || pair.also.iter().any(|also| also == pair.predicted));
        self.n_coarse += u64::from(coarse(pair.predicted) == coarse(pair.labelled));
    }

    /// The shares.
    pub fn accuracy(self) -> CategoryAccuracy {
        let share = |n: u64| {
            if self.n == 0 { 1.0 } else { n as f64 / self.n as f64 }
        };
        let per_category: BTreeMap<String, f64> = self
            .cells
            .iter()
            .filter(|(labelled, _)| is_edit(labelled))
            .map(|(labelled, row)| {
                let right = row.get(labelled).copied().unwrap_or(0);
                (labelled.clone(), right as f64 / row.values().sum::<u64>() as f64)
            })
            .collect();
        let macro_recall = if per_category.is_empty() {
            1.0
        } else {
            per_category.values().sum::<f64>() / per_category.len() as f64
        };
        CategoryAccuracy {
            documents: self.n,
            accuracy: share(self.n_right),
            accuracy_with_allowed: share(self.n_allowed),
            accuracy_coarse: share(self.n_coarse),
            macro_recall,
            per_category,
            confusion: self.cells,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CategoryPair, Confusion};

    fn check(value: f64, expect: f64) {
        assert!((value - expect).abs() < 1e-6, "{value} is not {expect}");
    }

    /// Of four comments two are named rightly, one more is allowed, and a third is a block edit too. One has
    /// no text, and one a category of the labels' own.
    #[test]
    fn hand_computed_accuracy() {
        let also = ["minor_change".to_owned()];
        let mut confusion = Confusion::default();
        for (labelled, predicted) in [
            ("exact", "exact"),
            ("block_added", "key_block"),
            ("block_added", "minor_change"),
            ("block_added", "block_added"),
            ("no_text", ""),
            ("illegible", "key_block"),
        ] {
            confusion.add(&CategoryPair { labelled, also: &also, predicted });
        }
        let accuracy = confusion.accuracy();
        assert_eq!(accuracy.documents, 4);
        check(accuracy.accuracy, 0.5);
        check(accuracy.accuracy_with_allowed, 0.75);
        check(accuracy.accuracy_coarse, 0.75);
        check(accuracy.macro_recall, (1.0 + 1.0 / 3.0) / 2.0);
        assert_eq!(accuracy.confusion["block_added"]["key_block"], 1);
    }
}
