//! A respondent's answers in, where each of them ended out.

use rustc_hash::FxHashMap;

use super::{ClusterPlace, Lines, aside_bucket};
use crate::corpus::Attributes;
use crate::detection::Detection;
use crate::report::schema::{Bucket, ReportedAnswer};

/// The open questions of a detection, each with the lines of its answers.
pub(in crate::report) struct Answers<'a> {
    questions: Vec<Lines<'a>>,
    /// By name.
    numbers: FxHashMap<&'a str, usize>,
    /// Of each question, where its answers ended that were not compared.
    set_aside: Vec<FxHashMap<&'a str, Bucket>>,
}

/// Id of a cluster or campaign among the answers to a question, the first of which has the number 0.
pub(in crate::report) fn id_in_question(question: usize, id: &str) -> String {
    format!("q{}-{id}", question + 1)
}

impl<'a> Answers<'a> {
    pub(super) fn of(detection: &'a Detection) -> Self {
        let Detection { survey, answers, .. } = detection;
        Self {
            numbers: survey.open.iter().map(String::as_str).zip(0..).collect(),
            set_aside: answers
                .iter()
                .map(|answers| {
                    let set_aside = answers.corpus.set_aside().iter();
                    set_aside.map(|aside| (&*aside.id, aside_bucket(aside.bucket))).collect()
                })
                .collect(),
            questions: answers.iter().map(Lines::of).collect(),
        }
    }

    /// The answers of the respondent with an id.
    pub(in crate::report) fn of_respondent(
        &self,
        id: &str,
        known: &Attributes,
    ) -> Vec<ReportedAnswer> {
        let given =
            known.answers.iter().filter(|answer| !answer.is_closed && !answer.text.is_empty());
        given
            .filter_map(|answer| {
                let number = *self.numbers.get(answer.question.as_str())?;
                let lines = &self.questions[number];
                let (question, text) = (answer.question.clone(), answer.text.clone());
                let Some(document) = lines.detection.corpus.find(id) else {
                    let bucket = *self.set_aside[number].get(id)?;
                    return Some(ReportedAnswer { question, text, bucket, ..Default::default() });
                };
                let found = lines.found_in(document)?;
                let in_question = |id: &str| id_in_question(number, id);
                Some(ReportedAnswer {
                    question,
                    text,
                    cluster: lines
                        .clusters
                        .get(&found.place.cluster.seed)
                        .map(|id| in_question(id)),
                    campaign: lines
                        .campaign_of(found.place)
                        .filter(|_| lines.has_origin(found.place))
                        .map(in_question),
                    bucket: found.bucket(document),
                    unique_text: found.unique_text(),
                    shared_text: found.shared_text(),
                })
            })
            .collect()
    }
}

impl Lines<'_> {
    /// Whether the campaign of a place has one origin.
    fn has_origin(&self, place: ClusterPlace<'_>) -> bool {
        let campaigns = &self.detection.campaigns;
        let at = campaigns.of_seed.get(&place.cluster().seed).copied();
        at.is_some_and(|at| self.detection.has_origin(&campaigns.campaigns[at]))
    }
}
