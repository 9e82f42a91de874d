//! Labelled and predicted unique text in, agreement out (dg.o 2006 Tables 2, 3 and 5).
//!
//! Words of the main text are marked by the labels and by the prediction; a predicted word that stands
//! nowhere in the text is wrong. "Without overlap" (Tables 2 and 3) a passage is right when it is
//! the same, "with overlap" when it touches one. The papers leave open what the items of Table 5 are;
//! both words and sentences are given, a sentence being marked when half of its words are.
//!
//! Comments whose whole text is unique are left out, and those without text. So are exact copies for which
//! nothing is predicted: that is right, but it would drown the rest.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::agreement::Counts;
use super::sentences::sentences;
use super::words::{Words, mark};
use crate::eval::labels::{Label, NO_TEXT};
use crate::eval::schema::{MarkedScores, UniqueTextScores};

/// Categories of comments whose whole text is unique, or that have none.
const LEFT_OUT: [&str; 2] = ["singleton", NO_TEXT];

/// Counts over comments.
#[derive(Debug, Default)]
pub struct UniqueText {
    n_documents: u64,
    n_without: u64,
    n_without_but_predicted: u64,
    has_texts: bool,
    words: Counts,
    words_in_any_order: Counts,
    sentences: Counts,
    passages: Counts,
    /// Labelled passages that are touched (a) and missed (b), predicted ones that touch none (c).
    touching: Counts,
    by_category: BTreeMap<String, Counts>,
}

impl UniqueText {
    /// Compares one comment.
    pub fn of(label: &Label, category: &str, predicted: &[String]) -> Self {
        let mut scores = Self::default();
        let predicted: Vec<&String> =
            predicted.iter().filter(|passage| !passage.trim().is_empty()).collect();
        let labelled = label.unique_text.as_ref();
        let Some(labelled) = labelled.filter(|_| !LEFT_OUT.contains(&category)) else {
            return scores;
        };
        scores.n_without = u64::from(labelled.is_empty());
        if category == "exact" && predicted.is_empty() {
            scores.n_without = 1;
            return scores;
        }
        scores.n_documents = 1;
        let labelled: Vec<Words> = labelled.iter().map(|passage| Words::of(passage)).collect();
        let predicted: Vec<Words> =
            predicted.into_iter().map(|passage| Words::of(passage)).collect();
        scores.words_in_any_order = in_any_order(&labelled, &predicted);
        if let Some(body) = &label.body {
            scores.compare_places(label, category, body, &labelled, &predicted);
        } else {
            scores.n_without_but_predicted = u64::from(
                scores.n_without == 1 && predicted.iter().any(|passage| !passage.is_empty()),
            );
            scores.compare_passages(&labelled, &predicted);
        }
        scores
    }

    /// Compares marked words, sentences and passages by their places in the text.
    fn compare_places(
        &mut self,
        label: &Label,
        category: &str,
        body: &str,
        labelled: &[Words],
        predicted: &[Words],
    ) {
        self.has_texts = true;
        let text = Words::of(body);
        let (own, own_stretches) = labelled_marks(label, &text, labelled);
        let found = mark(&text, predicted);
        let mut words = Counts::default();
        for (own, found) in own.iter().zip(&found.marked) {
            words.count(*own, *found);
        }
        words.c += found.n_lost as u64;
        self.words = words;
        self.n_without_but_predicted = u64::from(self.n_without == 1 && words.a + words.c > 0);
        self.by_category.insert(category.to_owned(), Counts { d: 0, ..words });
        for sentence in sentences(body) {
            let is_marked = |marks: &[bool]| {
                marks[sentence.clone()].iter().filter(|mark| **mark).count() * 2 >= sentence.len()
            };
            self.sentences.count(is_marked(&own), is_marked(&found.marked));
        }
        let n_predicted = found.stretches.len() as u64;
        let stretches: BTreeSet<(usize, usize)> = found.stretches.into_iter().flatten().collect();
        let same = own_stretches.intersection(&stretches).count() as u64;
        self.passages =
            Counts { a: same, b: own_stretches.len() as u64 - same, c: n_predicted - same, d: 0 };
        let touches = |one: &(usize, usize), others: &BTreeSet<(usize, usize)>| {
            others.iter().any(|other| one.0 < other.1 && other.0 < one.1)
        };
        let n_own_touched =
            own_stretches.iter().filter(|own| touches(own, &stretches)).count() as u64;
        let n_found_touched =
            stretches.iter().filter(|found| touches(found, &own_stretches)).count() as u64;
        self.touching = Counts {
            a: n_own_touched,
            b: own_stretches.len() as u64 - n_own_touched,
            c: n_predicted - n_found_touched,
            d: 0,
        };
    }

    /// Compares passages by their words alone, where the labels hold no text. Passages touch when one
    /// holds three words in a row of the other.
    fn compare_passages(&mut self, labelled: &[Words], predicted: &[Words]) {
        let (own, found) = (distinct(labelled), distinct(predicted));
        let same = own.intersection(&found).count() as u64;
        self.passages =
            Counts { a: same, b: own.len() as u64 - same, c: found.len() as u64 - same, d: 0 };
        let touches =
            |one: &Vec<&str>, other: &Vec<&str>| has_run(one, other) || has_run(other, one);
        let n_touched = |these: &BTreeSet<Vec<&str>>, those: &BTreeSet<Vec<&str>>| {
            these.iter().filter(|one| those.iter().any(|other| touches(one, other))).count() as u64
        };
        let (n_own, n_found) = (n_touched(&own, &found), n_touched(&found, &own));
        self.touching =
            Counts { a: n_own, b: own.len() as u64 - n_own, c: found.len() as u64 - n_found, d: 0 };
    }

    /// Adds the counts of other comments.
    pub fn add(&mut self, other: Self) {
        self.n_documents += other.n_documents;
        self.n_without += other.n_without;
        self.n_without_but_predicted += other.n_without_but_predicted;
        self.has_texts |= other.has_texts;
        self.words.add(other.words);
        self.words_in_any_order.add(other.words_in_any_order);
        self.sentences.add(other.sentences);
        self.passages.add(other.passages);
        self.touching.add(other.touching);
        for (category, counts) in other.by_category {
            self.by_category.entry(category).or_default().add(counts);
        }
    }

    /// The scores, where a comment was compared.
    pub fn scores(&self) -> Option<UniqueTextScores> {
        let marked = |counts: Counts| MarkedScores {
            scores: counts.precision_recall(),
            agreement: self.has_texts.then(|| counts.agreement()),
        };
        (self.n_documents > 0).then(|| UniqueTextScores {
            documents: self.n_documents,
            words: self.has_texts.then(|| marked(self.words)),
            sentences: self.has_texts.then(|| marked(self.sentences)),
            words_in_any_order: self.words_in_any_order.precision_recall(),
            passages_without_overlap: self.passages.precision_recall(),
            passages_with_overlap: self.touching.precision_recall(),
            without_unique_text: self.n_without,
            of_these_predicted: self.n_without_but_predicted,
            words_by_category: self
                .by_category
                .iter()
                .map(|(category, counts)| (category.clone(), counts.precision_recall()))
                .collect(),
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
    let mut marked = vec![false; text.len()];
    let places =
        label.unique_spans.iter().map(|(start, end)| (text.at_place(*start), text.at_place(*end)));
    let stretches: BTreeSet<(usize, usize)> = places.filter(|(from, to)| from < to).collect();
    stretches.iter().for_each(|(from, to)| marked[*from..*to].fill(true));
    (marked, stretches)
}

/// Passages as words, each once.
fn distinct(passages: &[Words]) -> BTreeSet<Vec<&str>> {
    passages
        .iter()
        .filter(|passage| !passage.is_empty())
        .map(|passage| passage.forms().collect())
        .collect()
}

/// Whether a passage holds three words in a row of another one, or all of it.
fn has_run(passage: &[&str], other: &[&str]) -> bool {
    let length = 3.min(other.len());
    other.windows(length).any(|run| passage.windows(length).any(|own| own == run))
}

/// Counts of words whatever their places.
fn in_any_order(labelled: &[Words], predicted: &[Words]) -> Counts {
    let mut counts: FxHashMap<&str, (u64, u64)> = FxHashMap::default();
    for word in labelled.iter().flat_map(Words::forms) {
        counts.entry(word).or_default().0 += 1;
    }
    for word in predicted.iter().flat_map(Words::forms) {
        counts.entry(word).or_default().1 += 1;
    }
    let sum = |part: fn(&(u64, u64)) -> u64| counts.values().map(part).sum::<u64>();
    let both = sum(|(own, found)| *own.min(found));
    Counts { a: both, b: sum(|(own, _)| *own) - both, c: sum(|(_, found)| *found) - both, d: 0 }
}

#[cfg(test)]
mod tests {
    use super::UniqueText;
    use crate::eval::labels::Label;

    fn check(value: f64, expect: f64) {
        assert!((value - expect).abs() < 1e-6, "{value} is not {expect}");
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
        let predicted = ["boat.".to_owned(), "son needs it.".to_owned()];
        let scores =
            UniqueText::of(&label(Some(body), &["My son needs it."]), "block_added", &predicted)
                .scores()
                .expect("scores");
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
        check(scores.words_by_category["block_added"].f1, 0.75);
    }

    #[test]
    fn without_text_passages_are_compared_by_their_words() {
        let predicted = ["son needs it badly".to_owned(), "boat".to_owned()];
        let scores = UniqueText::of(&label(None, &["My son needs it."]), "block_added", &predicted)
            .scores()
            .expect("scores");
        assert!(scores.words.is_none());
        check(scores.words_in_any_order.precision, 3.0 / 5.0);
        check(scores.words_in_any_order.recall, 3.0 / 4.0);
        check(scores.passages_with_overlap.recall, 1.0);
        check(scores.passages_with_overlap.precision, 0.5);
    }

    #[test]
    fn what_is_wholly_unique_is_not_compared() {
        let predicted = ["My son needs it.".to_owned()];
        for category in ["singleton", "no_text"] {
            assert!(UniqueText::of(&label(None, &[]), category, &predicted).scores().is_none());
        }
        let clean = UniqueText::of(&label(None, &[]), "exact", &[]);
        assert_eq!((clean.n_documents, clean.n_without), (0, 1));
        let spurious = UniqueText::of(&label(None, &[]), "exact", &predicted);
        assert_eq!((spurious.n_documents, spurious.n_without_but_predicted), (1, 1));
    }
}
