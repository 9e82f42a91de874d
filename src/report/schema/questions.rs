//! The questions of a survey and the answers to them, as they are written.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Bucket;
use crate::campaigns::CampaignKind;

/// An open question, and what was found in the answers to it alone. A respondent whose table asks it is counted once:
/// `n_respondents` is the sum of `n_answers`, `n_by_reference`, `n_set_aside`, and `n_blank`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Question")]
pub struct ReportedQuestion {
    /// The heading of its column; of several that are the same the later ones have a number.
    pub name: String,
    /// Its number among the open ones, from 1, which ids of its clusters and campaigns begin with: `q3-`.
    pub number: usize,
    /// Who was asked.
    pub n_respondents: usize,
    /// Answers that were compared. Equals the sum of `buckets`.
    pub n_answers: usize,
    /// Answers that only refer to another one ("see above", "as question 2"), or say that there is none ("n/a").
    pub n_by_reference: usize,
    /// Answers of respondents who were set aside: withdrawn, unreadable.
    pub n_set_aside: usize,
    /// Respondents who left it blank.
    pub n_blank: usize,
    /// Distinct texts among the answers.
    pub n_distinct: usize,
    /// Answers by where they ended.
    pub buckets: BTreeMap<Bucket, usize>,
    /// Answers in campaigns. Equals the sum over `campaigns`.
    pub n_in_campaigns: usize,
    /// Different passages that were added to campaigns' answers.
    pub n_added_passages: usize,
    /// The campaigns among the answers, the largest first.
    pub campaigns: Vec<AnswerCampaign>,
}

/// What one origin set going in the answers to a question.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct AnswerCampaign {
    /// Stable, and begins with the number of the question: `q3-g…`.
    pub id: String,
    /// What it is.
    pub kind: CampaignKind,
    /// The first words of its largest answer.
    pub title: String,
    /// Answers in it. Equals the sum of `copied_others`, `wrote_others`, `mixed_others`, and `no_others`.
    pub n_answers: usize,
    /// Its clusters, the largest first.
    pub clusters: Vec<String>,
    /// The answer that it gave out, paragraph by paragraph: of its largest cluster.
    pub text: Vec<String>,
    /// Passages that were added to it, the most telling first.
    pub added: Vec<AddedToAnswer>,
    /// Respondents whose other answers are all in campaigns, too.
    pub copied_others: usize,
    /// Respondents whose other answers are all in none.
    pub wrote_others: usize,
    /// Respondents of whose other answers some are in campaigns.
    pub mixed_others: usize,
    /// Respondents without another answer that was compared.
    pub no_others: usize,
}

/// A passage that was added to a campaign's answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AddedToAnswer {
    /// Its words.
    pub text: String,
    /// Answers that have it.
    pub n_answers: usize,
}

/// A question with answers to choose from. `n_respondents` is the sum of `n_blank` and of the answers.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "ClosedQuestion")]
pub struct ReportedClosedQuestion {
    /// The heading of its column.
    pub name: String,
    /// Who was asked.
    pub n_respondents: usize,
    /// Respondents who left it blank.
    pub n_blank: usize,
    /// What was chosen, the commonest first.
    pub answers: Vec<ReportedChoice>,
}

/// An answer that was chosen. `n_respondents` is the sum over `campaigns`, of those in none, and of those set aside.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Choice")]
pub struct ReportedChoice {
    /// What a cell says: of several choices all of them.
    pub answer: String,
    /// Respondents who chose it.
    pub n_respondents: usize,
    /// Those of each campaign, by the id of that in `campaigns` of the report.
    pub campaigns: BTreeMap<String, usize>,
}

impl ReportedChoice {
    /// Respondents who chose it and whose comments are in campaigns.
    pub(in crate::report) fn n_in_campaigns(&self) -> usize {
        self.campaigns.values().sum()
    }
}
