//! Corpus in, the questions that its respondents were asked out, and a corpus of the answers to each open one.
//!
//! A respondent is one comment; its text is that of all answers. What one answer has in common with others' is told apart:
//! the answers to a question are a docket of their own, in which each has its respondent's id.
//!
//! # Invariants
//! - Of each question, every respondent whose table asks it has an answer, or none: blank.
//! - Questions are in the order of their columns, whatever order the respondents are in.

use std::borrow::Cow;
use std::collections::BTreeMap;

use anyhow::Result;
use rustc_hash::FxHashMap;
use sha1::{Digest as _, Sha1};

use crate::config::Config;
use crate::corpus::{Answer, AsideBucket, Attributes, Corpus, Dockets, hexadecimal};
use crate::edits::EarlierEdits;
use crate::ingest::{self, GivenAnswer, IngestConfig, KnownText};

/// The name under which quotations of the questions are reported.
pub const HEADINGS: &str = "the questions";

/// What the respondents of a corpus were asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// The open questions.
    pub open: Vec<String>,
    /// Those with answers to choose from.
    pub closed: Vec<String>,
}

impl Survey {
    /// The questions of a corpus; none where its comments are no answers.
    pub fn of(corpus: &Corpus) -> Self {
        // By kind and name, the first column that has it.
        let mut columns: [BTreeMap<String, u32>; 2] = Default::default();
        each_respondent(corpus, |_, attributes, _| {
            for Answer { question, column, is_closed, .. } in &attributes.answers {
                let of_kind = &mut columns[usize::from(*is_closed)];
                let first = of_kind.entry(question.clone()).or_insert(*column);
                *first = (*first).min(*column);
            }
        });
        let [open, closed] = columns.map(|columns| {
            let mut questions: Vec<(u32, String)> =
                columns.into_iter().map(|(name, column)| (column, name)).collect();
            questions.sort_unstable();
            questions.into_iter().map(|(_, name)| name).collect()
        });
        Self { open, closed }
    }

    /// Whether nothing was asked.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// The questions as a text that is known beforehand: who repeats one has not made it up. Each is a paragraph, open ones
    /// first.
    fn headings(&self) -> KnownText {
        let paragraphs: Vec<String> = self.open.iter().chain(&self.closed).cloned().collect();
        let digest = hexadecimal(&Sha1::digest(paragraphs.join("\n")));
        KnownText { name: HEADINGS.to_owned(), digest, paragraphs }
    }

    /// The settings of a run, in which the questions are known.
    pub fn config<'a>(&self, config: &'a Config) -> Cow<'a, Config> {
        let mut with_headings = Cow::Borrowed(config);
        if !self.is_empty() {
            with_headings.to_mut().known.push(self.headings());
        }
        with_headings
    }

    /// Those with which answers are compared: what concerns whole comments is left out.
    pub fn config_of_answers(&self, config: &Config) -> Config {
        let mut of_answers = self.config(config).into_owned();
        of_answers.clustering.constraints = Vec::new();
        of_answers.clustering.earlier = None;
        of_answers.earlier_edits = EarlierEdits::default();
        of_answers
    }

    /// For each open question the corpus of its answers.
    ///
    /// # Errors
    /// As [`ingest::read_answers`].
    pub fn answers(&self, corpus: &Corpus, config: &IngestConfig) -> Result<Vec<Corpus>> {
        let numbers: FxHashMap<&str, usize> =
            self.open.iter().map(String::as_str).zip(0..).collect();
        let mut answers: Vec<Vec<GivenAnswer>> = self.open.iter().map(|_| Vec::new()).collect();
        each_respondent(corpus, |id, attributes, not_compared| {
            let given = attributes.answers.iter();
            for answer in given.filter(|answer| !answer.is_closed && !answer.text.is_empty()) {
                answers[numbers[answer.question.as_str()]].push(GivenAnswer {
                    id: id.to_owned(),
                    text: answer.text.clone(),
                    attributes: of_respondent(attributes),
                    not_compared: not_compared.clone(),
                });
            }
        });
        answers.into_iter().map(|answers| ingest::read_answers(answers, config)).collect()
    }
}

/// What is known of a respondent, but for what is answered and what came with it.
fn of_respondent(attributes: &Attributes) -> Attributes {
    let dockets = Dockets { filed: attributes.dockets.filed.clone(), ..Dockets::default() };
    Attributes {
        author: attributes.author.clone(),
        organization: attributes.organization.clone(),
        home: attributes.home.clone(),
        relayer: attributes.relayer.clone(),
        timestamp: attributes.timestamp,
        subject: attributes.subject.clone(),
        dockets,
        sender: attributes.sender,
        ..Attributes::default()
    }
}

/// Goes through all respondents: the id of each, what is known, and why nothing of it is compared, where that is so
/// whatever it says.
fn each_respondent(
    corpus: &Corpus,
    mut see: impl FnMut(&str, &Attributes, Option<(AsideBucket, String)>),
) {
    if !corpus.parts().has_answers {
        return;
    }
    for document in corpus.records() {
        see(&document.id, &document.attributes, None);
    }
    for aside in corpus.set_aside() {
        let Some(attributes) = &aside.attributes else { continue };
        let is_bare = aside.bucket == AsideBucket::NoText;
        let reason = (!is_bare).then(|| (aside.bucket, aside.reason.to_string()));
        see(&aside.id, attributes, reason);
    }
}

#[cfg(test)]
mod tests {
    use super::Survey;
    use crate::corpus::examples::document;
    use crate::corpus::{Answer, Corpus};

    /// Where tables ask in another order, the first column that a question has in any of them decides.
    #[test]
    fn questions_stand_in_the_order_of_their_first_columns() {
        let asked = [[("Why?", 0), ("Who?", 7)], [("Where?", 1), ("Why?", 5)]];
        let documents = asked.iter().enumerate().map(|(at, answers)| {
            let mut document = document(at, "because");
            document.attributes.answers = answers
                .map(|(question, column)| Answer {
                    question: question.to_owned(),
                    column,
                    is_closed: question == "Who?",
                    ..Answer::default()
                })
                .into();
            document
        });
        let survey = Survey::of(&Corpus::of(documents.collect()));
        assert_eq!(survey.open, ["Why?", "Where?"]);
        assert_eq!(survey.closed, ["Who?"]);
        assert!(Survey::of(&Corpus::of(vec![document(0, "because")])).is_empty());
    }
}
