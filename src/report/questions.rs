//! Questions and the answers to them in, what the report says of each out.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::lines::{Lines, id_in_question};
use super::schema::{
    AddedToAnswer, AnswerCampaign, Bucket, ReportedChoice, ReportedClosedQuestion, ReportedQuestion,
};
use super::{buckets, campaigns, clusters};
use crate::corpus::{Answer, Attributes, DocId};
use crate::detection::Detection;

/// What the report says of the questions, open and closed ones.
pub(super) fn questions(
    detection: &Detection,
) -> (Vec<ReportedQuestion>, Vec<ReportedClosedQuestion>) {
    if detection.answers.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let mut tally = Tally::of(detection);
    let open = detection
        .answers
        .par_iter()
        .zip(&detection.survey.open)
        .enumerate()
        .map(|(number, (answers, name))| {
            reported(answers, name, number, tally.n_blank(false, name), &tally.others)
        })
        .collect();
    let closed = detection.survey.closed.iter().map(|name| {
        let mut answers: Vec<ReportedChoice> = tally
            .chosen
            .remove(name)
            .unwrap_or_default()
            .into_iter()
            .map(|(answer, (n_respondents, campaigns))| ReportedChoice {
                answer,
                n_respondents,
                campaigns,
            })
            .collect();
        answers.sort_by(|a, b| (b.n_respondents, &a.answer).cmp(&(a.n_respondents, &b.answer)));
        let n_blank = tally.n_blank(true, name);
        let n_chosen: usize = answers.iter().map(|answer| answer.n_respondents).sum();
        ReportedClosedQuestion {
            name: name.clone(),
            n_respondents: n_blank + n_chosen,
            n_blank,
            answers,
        }
    });
    (open, closed.collect())
}

/// Of how many respondents the other answers are all in campaigns, all in none, some in campaigns; and how many have no
/// others.
type Others = [usize; 4];

/// Whether an answer in a bucket was compared.
fn is_compared(bucket: Bucket) -> bool {
    matches!(bucket, Bucket::Clustered | Bucket::Singleton | Bucket::ExactCopy)
}

/// How many chose an answer, in all and of each campaign.
type Choosers = (usize, BTreeMap<String, usize>);

/// What all respondents tell.
#[derive(Default)]
struct Tally {
    /// Of open and of closed questions, who left each blank.
    n_blank: [FxHashMap<String, usize>; 2],
    /// By the closed question and what was chosen, how many did, in all and of each campaign.
    chosen: FxHashMap<String, BTreeMap<String, Choosers>>,
    /// By the campaign of an answer, what became of the others.
    others: FxHashMap<String, Others>,
}

impl Tally {
    fn of(detection: &Detection) -> Self {
        let mut tally = Self::default();
        let lines = Lines::of(detection);
        for (at, document) in detection.corpus.records().enumerate() {
            let campaign = lines.place(DocId(at as u32)).and_then(|place| lines.campaign_of(place));
            tally.see(&lines, &document.id, &document.attributes, campaign);
        }
        for aside in detection.corpus.set_aside() {
            if let Some(known) = &aside.attributes {
                tally.see(&lines, &aside.id, known, None);
            }
        }
        tally
    }

    fn n_blank(&self, is_closed: bool, question: &str) -> usize {
        self.n_blank[usize::from(is_closed)].get(question).copied().unwrap_or_default()
    }

    fn see(&mut self, lines: &Lines<'_>, id: &str, known: &Attributes, campaign: Option<&str>) {
        for Answer { question, text, is_closed, .. } in &known.answers {
            if text.is_empty() {
                let n_blank = &mut self.n_blank[usize::from(*is_closed)];
                *n_blank.entry(question.clone()).or_default() += 1;
            } else if *is_closed {
                let chosen = self.chosen.entry(question.clone()).or_default();
                let (n_all, of_campaigns) = chosen.entry(text.clone()).or_default();
                *n_all += 1;
                if let Some(campaign) = campaign {
                    *of_campaigns.entry(campaign.to_owned()).or_default() += 1;
                }
            }
        }
        let answers = lines.answers.of_respondent(id, known);
        let n_compared = answers.iter().filter(|answer| is_compared(answer.bucket)).count();
        let campaigns: Vec<&String> =
            answers.iter().filter_map(|answer| answer.campaign.as_ref()).collect();
        for campaign in &campaigns {
            let [copied, wrote, mixed, none] = self.others.entry((*campaign).clone()).or_default();
            let count = match (n_compared - 1, campaigns.len() - 1) {
                (0, _) => none,
                (_, 0) => wrote,
                (n_others, n_in_campaigns) if n_others == n_in_campaigns => copied,
                _ => mixed,
            };
            *count += 1;
        }
    }
}

fn reported(
    answers: &Detection,
    name: &str,
    number: usize,
    n_blank: usize,
    others: &FxHashMap<String, Others>,
) -> ReportedQuestion {
    let found = clusters::clusters(answers);
    let with_origin: FxHashSet<String> = answers
        .campaigns
        .campaigns
        .iter()
        .filter(|campaign| answers.has_origin(campaign))
        .filter_map(|campaign| answers.campaign_id(campaign))
        .collect();
    let campaigns: Vec<AnswerCampaign> = campaigns::campaigns(answers, &found)
        .into_iter()
        .filter(|campaign| with_origin.contains(&campaign.id))
        .map(|campaign| {
            let id = id_in_question(number, &campaign.id);
            let [copied_others, wrote_others, mixed_others, no_others] =
                others.get(&id).copied().unwrap_or_default();
            let letters: Vec<_> = campaign
                .clusters
                .iter()
                .filter_map(|id| found.iter().find(|cluster| cluster.id == *id))
                .collect();
            let mut added: Vec<AddedToAnswer> = letters
                .iter()
                .flat_map(|letter| &letter.added)
                .map(|added| AddedToAnswer {
                    text: added.text.clone(),
                    n_answers: added.n_comments,
                })
                .collect();
            added.sort_by_key(|added| Reverse(added.n_answers));
            AnswerCampaign {
                kind: campaign.kind,
                n_answers: campaign.n_comments,
                clusters: campaign.clusters.iter().map(|id| id_in_question(number, id)).collect(),
                text: match letters.first() {
                    Some(letter) => letter.reference.paragraphs.clone(),
                    None => vec![campaign.title.clone()],
                },
                title: campaign.title,
                added,
                copied_others,
                wrote_others,
                mixed_others,
                no_others,
                id,
            }
        })
        .collect();
    let mut buckets = buckets(answers);
    let n_by_reference = buckets.remove(&Bucket::NoText).unwrap_or_default();
    let n_set_aside =
        buckets.iter().filter(|(bucket, _)| !is_compared(**bucket)).map(|(_, n)| *n).sum::<usize>();
    buckets.retain(|bucket, _| is_compared(*bucket));
    let n_answers: usize = buckets.values().sum();
    ReportedQuestion {
        name: name.to_owned(),
        number: number + 1,
        n_respondents: n_answers + n_by_reference + n_set_aside + n_blank,
        n_answers,
        n_by_reference,
        n_set_aside,
        n_blank,
        n_distinct: answers.groups.groups().len(),
        buckets,
        n_in_campaigns: campaigns.iter().map(|campaign| campaign.n_answers).sum(),
        n_added_passages: campaigns.iter().map(|campaign| campaign.added.len()).sum(),
        campaigns,
    }
}
