//! Labeled and predicted unique text in, agreement out (dg.o 2006 Tables 2, 3 and 5).
//!
//! Words of the main text are marked by the labels and by the prediction; a predicted word that stands
//! nowhere in the text is wrong. "Without overlap" (Tables 2 and 3) a passage is right when it is
//! the same, "with overlap" when it touches one. The papers leave open what the items of Table 5 are;
//! both words and sentences are given, a sentence being marked when half of its words are.

use std::collections::BTreeSet;

use super::words::{Words, mark, sentences};
use crate::laboratory::schema::{MarkedScores, UniqueTextScores};
use durian::eval::labels::Label;
use durian::eval::measures::agreement::Counts;
use durian::eval::measures::unique_text::compared;

/// What was compared of one comment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct UniqueText {
    is_compared: bool,
    has_text: bool,
    words: Counts,
    sentences: Counts,
    passages: Counts,
    /// Labeled passages that are touched (a) and missed (b), predicted ones that touch none (c).
    touching: Counts,
}

impl UniqueText {
    /// Compares one comment.
    pub(crate) fn of(label: &Label, category: Option<&str>, predicted: &[String]) -> Self {
        let Some(labelled) = compared(label, category, predicted) else { return Self::default() };
        let [labelled, predicted] = [labelled, predicted].map(|passages| {
            let words = passages.iter().map(|passage| Words::of(passage));
            words.filter(|words| !words.forms.is_empty()).collect::<Vec<_>>()
        });
        let has_text = label.body.is_some();
        let mut compared = Self { is_compared: true, has_text, ..Self::default() };
        match &label.body {
            Some(body) => compared.compare_places(label, body, &labelled, &predicted),
            None => compared.compare_passages(&labelled, &predicted),
        }
        compared
    }

    /// Compares marked words, sentences and passages by their places in the text.
    fn compare_places(
        &mut self,
        label: &Label,
        body: &str,
        labelled: &[Words],
        predicted: &[Words],
    ) {
        let text = Words::of(body);
        let (own, own_stretches) = labelled_marks(label, &text, labelled);
        let found = mark(&text, predicted);
        for (own, found) in own.iter().zip(&found.marked) {
            self.words.count(*own, *found);
        }
        self.words.c += found.n_lost as u64;
        for sentence in sentences(body) {
            let [is_labelled, is_predicted] = [&own, &found.marked].map(|marks| {
                marks[sentence.clone()].iter().filter(|mark| **mark).count() * 2 >= sentence.len()
            });
            self.sentences.count(is_labelled, is_predicted);
        }
        let n_predicted = found.stretches.len();
        let stretches = found.stretches.into_iter().flatten().collect();
        self.compare_sets(&own_stretches, &stretches, n_predicted, |one, other| {
            one.0 < other.1 && other.0 < one.1
        });
    }

    /// Compares passages by their words alone, where the labels hold no text. Passages touch when one
    /// holds three words in a row of the other.
    fn compare_passages(&mut self, labelled: &[Words], predicted: &[Words]) {
        let (own, found) = (distinct(labelled), distinct(predicted));
        self.compare_sets(&own, &found, found.len(), |one, other| {
            has_run(one, other) || has_run(other, one)
        });
    }

    fn compare_sets<T: Ord>(
        &mut self,
        own: &BTreeSet<T>,
        found: &BTreeSet<T>,
        n_found: usize,
        touch: impl Fn(&T, &T) -> bool,
    ) {
        let (n_own, n_found) = (own.len() as u64, n_found as u64);
        self.passages = Counts::marked(own.intersection(found).count() as u64, n_own, n_found);
        let [a, n_touching] = [(own, found), (found, own)].map(|(these, those)| {
            these.iter().filter(|one| those.iter().any(|other| touch(one, other))).count() as u64
        });
        self.touching = Counts { a, b: n_own - a, c: n_found - n_touching, d: 0 };
    }

    /// The scores over all comments, where one was compared.
    pub(crate) fn scores(comments: &[Self]) -> Option<UniqueTextScores> {
        let all = |counts: fn(&Self) -> Counts| comments.iter().map(counts).sum::<Counts>();
        let documents = comments.iter().filter(|comment| comment.is_compared).count() as u64;
        let has_text = comments.iter().any(|comment| comment.has_text);
        let placed = |counts| has_text.then(|| MarkedScores::new(all(counts), true));
        (documents > 0).then(|| UniqueTextScores {
            documents,
            words: placed(|comment| comment.words),
            sentences: placed(|comment| comment.sentences),
            passages_without_overlap: all(|comment| comment.passages).precision_recall(),
            passages_with_overlap: all(|comment| comment.touching).precision_recall(),
        })
    }
}

/// Which words of a text the labels mark, and the stretches.
fn labelled_marks(
    label: &Label,
    text: &Words,
    labelled: &[Words],
) -> (Vec<bool>, BTreeSet<(usize, usize)>) {
    if label.unique_spans.is_empty() {
        let marks = mark(text, labelled);
        return (marks.marked, marks.stretches.into_iter().flatten().collect());
    }
    let mut marked = vec![false; text.forms.len()];
    let stretches: BTreeSet<(usize, usize)> = label
        .unique_spans
        .iter()
        .map(|(start, end)| (text.at_place(*start), text.at_place(*end)))
        .filter(|(from, to)| from < to)
        .collect();
    stretches.iter().for_each(|(from, to)| marked[*from..*to].fill(true));
    (marked, stretches)
}

/// Passages as words, each once.
fn distinct(passages: &[Words]) -> BTreeSet<&[String]> {
    passages.iter().map(|passage| &passage.forms[..]).filter(|forms| !forms.is_empty()).collect()
}

/// Whether a passage holds three words in a row of another one, or all of it.
fn has_run(passage: &[String], other: &[String]) -> bool {
    let length = 3.min(other.len());
    other.windows(length).any(|run| passage.windows(length).any(|own| own == run))
}

#[cfg(test)]
mod tests {
    use super::UniqueText;
    use crate::laboratory::check;
    use crate::laboratory::schema::UniqueTextScores;
    use durian::eval::labels::Label;

    fn scores(body: Option<&str>, unique: &[&str], predicted: &[&str]) -> UniqueTextScores {
        let predicted: Vec<String> = predicted.iter().map(|text| (*text).to_owned()).collect();
        let compared = UniqueText::of(&label(body, unique), Some("block_added"), &predicted);
        UniqueText::scores(&[compared]).expect("scores")
    }

    fn label(body: Option<&str>, unique: &[&str]) -> Label {
        Label {
            id: "1".to_owned(),
            body: body.map(str::to_owned),
            unique_text: Some(unique.iter().map(|text| (*text).to_owned()).collect()),
            ..Label::default()
        }
    }

    /// Twelve words in three sentences; the labels mark the last sentence (4 words), the prediction its
    /// last three and one of the second.
    #[test]
    fn hand_computed_unique_text() {
        let body = "The ferry must stay. Please keep the boat. My son needs it.";
        let scores = scores(Some(body), &["My son needs it."], &["boat.", "son needs it."]);
        let words = scores.words.expect("a text");
        check(words.scores.precision, 3.0 / 4.0);
        check(words.scores.recall, 3.0 / 4.0);
        // a = 3, b = 1, c = 1, d = 7: p(A) = 10/12, p(E) = (4·4 + 8·8) / 144 = 5/9, κ = (10/12 − 5/9) / (4/9)
        check(words.agreement.expect("places").kappa, 0.625);
        // Sentence 3 is marked in both, 1 and 2 in neither.
        check(scores.sentences.expect("a text").scores.f1, 1.0);
        check(scores.passages_without_overlap.f1, 0.0);
        check(scores.passages_with_overlap.recall, 1.0);
        check(scores.passages_with_overlap.precision, 0.5);
    }

    #[test]
    fn without_text_passages_are_compared_by_their_words() {
        let scores = scores(None, &["My son needs it."], &["son needs it badly", "boat"]);
        assert!(scores.words.is_none());
        check(scores.passages_with_overlap.recall, 1.0);
        check(scores.passages_with_overlap.precision, 0.5);
    }
}
