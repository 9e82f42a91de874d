//! A respondent's answers in, where each of them ended out.

use rustc_hash::FxHashMap;

use super::{ClusterPlace, Lines, aside_bucket};
use crate::corpus::Attributes;
use crate::detection::Detection;
use crate::report::schema::{Bucket, ReportedAnswer};

/// The open questions of a detection, by their names.
pub(in crate::report) struct Answers<'a>(FxHashMap<&'a str, OpenQuestion<'a>>);

/// A question, and the lines of its answers.
struct OpenQuestion<'a> {
    number: usize,
    lines: Lines<'a>,
    /// Where its answers ended that were not compared.
    set_aside: FxHashMap<&'a str, Bucket>,
}

/// Id of a cluster or campaign among the answers to a question, the first of which has the number 0.
pub(in crate::report) fn id_in_question(question: usize, id: &str) -> String {
    format!("q{}-{id}", question + 1)
}

impl<'a> Answers<'a> {
    pub(super) fn of(detection: &'a Detection) -> Self {
        let open = detection.survey.open.iter().zip(&detection.answers).enumerate();
        let questions = open.map(|(number, (name, answers))| {
            let aside = answers.corpus.set_aside().iter();
            let set_aside = aside.map(|aside| (&*aside.id, aside_bucket(aside.bucket))).collect();
            (name.as_str(), OpenQuestion { number, lines: Lines::of(answers), set_aside })
        });
        Self(questions.collect())
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
                let OpenQuestion { number, lines, set_aside } =
                    self.0.get(answer.question.as_str())?;
                let (question, text) = (answer.question.clone(), answer.text.clone());
                let Some(document) = lines.detection.corpus.find(id) else {
                    let bucket = *set_aside.get(id)?;
                    return Some(ReportedAnswer { question, text, bucket, ..Default::default() });
                };
                let found = lines.found_in(document)?;
                let cluster = lines.clusters.get(&found.place.cluster.seed);
                let campaign =
                    lines.campaign_of(found.place).filter(|_| lines.has_origin(found.place));
                Some(ReportedAnswer {
                    question,
                    text,
                    cluster: cluster.map(|id| id_in_question(*number, id)),
                    campaign: campaign.map(|id| id_in_question(*number, id)),
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
        let at = campaigns.of_seed.get(&place.cluster.seed).copied();
        at.is_some_and(|at| self.detection.has_origin(&campaigns.campaigns[at]))
    }
}
