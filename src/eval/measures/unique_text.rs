//! Labeled and predicted unique text in, agreement of their words out.
//!
//! Labels are written by people and other programs, so words are compared in the plainest form, letters a–z and digits,
//! each as often as it is there, in whatever passage.

use std::collections::BTreeMap;

use super::agreement::Counts;
use crate::eval::labels::{Label, NO_TEXT};
use crate::eval::schema::UniqueTextScores;

/// Categories of comments whose whole text is unique, or that have none.
const LEFT_OUT: [&str; 2] = ["singleton", NO_TEXT];

/// The labeled unique text of a comment that is compared. Comments whose whole text is unique are not, nor those without
/// text. Nor are exact copies for which nothing is predicted: that is right, but it would drown the rest.
pub fn compared<'a>(
    label: &'a Label,
    category: Option<&str>,
    predicted: &[String],
) -> Option<&'a [String]> {
    let labelled = label.unique_text.as_deref()?;
    let is_left_out = category.is_some_and(|category| LEFT_OUT.contains(&category));
    let is_plain_copy = category == Some("exact") && words(predicted).next().is_none();
    (!is_left_out && !is_plain_copy).then_some(labelled)
}

/// The plain form of a word; empty where it holds no letter or digit.
pub fn plain(word: &str) -> String {
    word.chars().flat_map(char::to_lowercase).filter(char::is_ascii_alphanumeric).collect()
}

/// The words of some passages that hold a letter or digit.
fn words(passages: &[String]) -> impl Iterator<Item = String> {
    let words = passages.iter().flat_map(|passage| passage.split_whitespace().map(plain));
    words.filter(|word| !word.is_empty())
}

/// The scores of some comments, each with its label, category, and predicted passages; none where none is compared.
pub fn scores<'a>(
    comments: impl Iterator<Item = (&'a Label, Option<&'a str>, &'a [String])>,
) -> Option<UniqueTextScores> {
    let (mut documents, mut n_without, mut n_predicted) = (0, 0, 0);
    let mut by_category: BTreeMap<&str, Counts> = BTreeMap::new();
    for (label, category, predicted) in comments {
        let Some(labelled) = compared(label, category, predicted) else { continue };
        let counts = Counts::of_bags(words(labelled), words(predicted));
        documents += 1;
        n_without += u64::from(labelled.is_empty());
        n_predicted += u64::from(labelled.is_empty() && counts.c > 0);
        let of_category = by_category.entry(category.unwrap_or_default()).or_default();
        *of_category = *of_category + counts;
    }
    (documents > 0).then(|| UniqueTextScores {
        documents,
        words_in_any_order: by_category.values().copied().sum::<Counts>().precision_recall(),
        without_unique_text: n_without,
        of_these_predicted: n_predicted,
        words_by_category: by_category
            .into_iter()
            .map(|(name, counts)| (name.to_owned(), counts.precision_recall()))
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::scores;
    use crate::eval::labels::Label;
    use crate::eval::measures::check;

    fn label(unique: &[&str]) -> Label {
        let texts = unique.iter().map(|text| (*text).to_owned()).collect();
        Label { unique_text: Some(texts), ..Label::default() }
    }

    /// Three of four labeled words are found, with two wrong ones; a copy without words of its own has one wrong one. All: 3 of
    /// 6 predicted and of 4 labeled words.
    #[test]
    fn hand_computed_words() {
        let predicted = ["Son needs it — badly".to_owned(), "BOAT!".to_owned()];
        let (own, none) = (label(&["My son needs it."]), label(&[]));
        let comments = [
            (&own, Some("block_added"), &predicted[..]),
            (&none, Some("minor_change"), &predicted[1..]),
        ];
        let found = scores(comments.into_iter()).expect("scores");
        check(found.words_in_any_order.precision, 3.0 / 6.0);
        check(found.words_in_any_order.recall, 3.0 / 4.0);
        check(found.words_by_category["block_added"].precision, 3.0 / 5.0);
        check(found.words_by_category["minor_change"].recall, 1.0);
        let counts = (found.documents, found.without_unique_text, found.of_these_predicted);
        assert_eq!(counts, (2, 1, 1));
    }

    #[test]
    fn what_is_wholly_unique_is_not_compared() {
        fn check(category: &str, predicted: &[&str], expect: bool) {
            let texts: Vec<String> = predicted.iter().map(|text| (*text).to_owned()).collect();
            let found = scores([(&label(&[]), Some(category), &texts[..])].into_iter());
            assert_eq!(found.is_some(), expect, "{category}");
        }
        check("singleton", &["My son needs it."], false);
        check("no_text", &["My son needs it."], false);
        check("exact", &["…"], false);
        check("exact", &["My son needs it."], true);
        check("minor_change", &[], true);
    }
}
