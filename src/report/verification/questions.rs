//! The answers in the lines in, the proof that the questions of a report have the same out.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};

use super::same;
use crate::report::questions::{Others, campaigns_of, is_compared};
use crate::report::schema::{Bucket, DocumentLine, Report};

/// What the lines tell of the answers.
#[derive(Default)]
pub(super) struct Answers {
    /// By question.
    open: BTreeMap<String, OpenAnswers>,
    closed: BTreeMap<String, ChosenAnswers>,
    /// By campaign, its clusters and what its respondents' other answers are.
    campaigns: BTreeMap<String, (BTreeSet<String>, Others)>,
}

#[derive(Default)]
struct OpenAnswers {
    buckets: BTreeMap<Bucket, usize>,
    n_blank: usize,
}

#[derive(Default)]
struct ChosenAnswers {
    /// By what was chosen, how many did, in all and of each campaign.
    chosen: BTreeMap<String, (usize, BTreeMap<String, usize>)>,
    n_blank: usize,
}

impl Answers {
    /// Takes in a line.
    pub(super) fn see(&mut self, line: &DocumentLine) -> Result<()> {
        for answer in &line.answers {
            let is_in_cluster = matches!(answer.bucket, Bucket::Clustered | Bucket::ExactCopy);
            ensure!(
                is_in_cluster == answer.cluster.is_some()
                    && (is_compared(answer.bucket) || answer.campaign.is_none())
                    && !answer.text.is_empty(),
                "an answer of `{}` is in a cluster and in none",
                line.id
            );
            let of_question = self.open.entry(answer.question.clone()).or_default();
            *of_question.buckets.entry(answer.bucket).or_default() += 1;
            if let Some(campaign) = &answer.campaign {
                let (clusters, _) = self.campaigns.entry(campaign.clone()).or_default();
                clusters.extend(answer.cluster.clone());
            }
        }
        for (campaign, n_others, n_in_campaigns) in campaigns_of(&line.answers) {
            let (_, others) = self.campaigns.entry(campaign.clone()).or_default();
            others.add(n_others, n_in_campaigns);
        }
        for question in &line.unanswered.open {
            self.open.entry(question.clone()).or_default().n_blank += 1;
        }
        for chosen in &line.chosen {
            let of_question = self.closed.entry(chosen.question.clone()).or_default();
            let (n_all, campaigns) = of_question.chosen.entry(chosen.answer.clone()).or_default();
            *n_all += 1;
            if let Some(campaign) = &line.campaign {
                *campaigns.entry(campaign.clone()).or_default() += 1;
            }
        }
        for question in &line.unanswered.closed {
            self.closed.entry(question.clone()).or_default().n_blank += 1;
        }
        Ok(())
    }

    /// How many rows `answers.csv` has.
    pub(super) fn n_rows(&self) -> usize {
        let open = self.open.values().flat_map(|answers| answers.buckets.values());
        let chosen = self.closed.values().flat_map(|answers| answers.chosen.values());
        open.sum::<usize>() + chosen.map(|(n, _)| n).sum::<usize>()
    }

    /// Proves that a report says the same.
    pub(super) fn prove(&self, report: &Report) -> Result<()> {
        same("questions", self.open.len(), report.questions.len())?;
        same("closed_questions", self.closed.len(), report.closed_questions.len())?;
        let mut n_campaigns = 0;
        for question in &report.questions {
            let context = || format!("question `{}`", question.name);
            let answers = self.open.get(&question.name).with_context(context)?;
            let n = |bucket| answers.buckets.get(&bucket).copied().unwrap_or_default();
            let buckets: BTreeMap<Bucket, usize> = answers
                .buckets
                .iter()
                .filter(|(own, _)| is_compared(**own))
                .map(|(own, n)| (*own, *n))
                .collect();
            let n_compared: usize = buckets.values().sum();
            let n_all: usize = answers.buckets.values().sum();
            let n_in_campaigns: usize =
                question.campaigns.iter().map(|campaign| campaign.n_answers).sum();
            for (what, counted, reported) in [
                ("n_respondents", n_all + answers.n_blank, question.n_respondents),
                ("n_answers", n_compared, question.n_answers),
                ("n_by_reference", n(Bucket::NoText), question.n_by_reference),
                ("n_set_aside", n_all - n_compared - n(Bucket::NoText), question.n_set_aside),
                ("n_blank", answers.n_blank, question.n_blank),
                ("n_distinct", n(Bucket::Clustered) + n(Bucket::Singleton), question.n_distinct),
                ("n_in_campaigns", n_in_campaigns, question.n_in_campaigns),
            ] {
                same(what, counted, reported).with_context(context)?;
            }
            same("buckets", &buckets, &question.buckets).with_context(context)?;
            for campaign in &question.campaigns {
                n_campaigns += 1;
                let context = || format!("campaign `{}`", campaign.id);
                let (clusters, others) = self.campaigns.get(&campaign.id).with_context(context)?;
                let named: BTreeSet<String> = campaign.clusters.iter().cloned().collect();
                same("clusters", clusters, &named).with_context(context)?;
                for (what, counted, reported) in [
                    ("n_answers", others.n_respondents(), campaign.n_answers),
                    ("copied_others", others.copied, campaign.copied_others),
                    ("wrote_others", others.wrote, campaign.wrote_others),
                    ("mixed_others", others.mixed, campaign.mixed_others),
                    ("no_others", others.none, campaign.no_others),
                ] {
                    same(what, counted, reported).with_context(context)?;
                }
            }
        }
        same("campaigns of answers", self.campaigns.len(), n_campaigns)?;
        for question in &report.closed_questions {
            let context = || format!("question `{}`", question.name);
            let answers = self.closed.get(&question.name).with_context(context)?;
            let n_chosen: usize = answers.chosen.values().map(|(n, _)| n).sum();
            same("n_blank", answers.n_blank, question.n_blank).with_context(context)?;
            same("n_respondents", n_chosen + answers.n_blank, question.n_respondents)
                .with_context(context)?;
            same("answers", answers.chosen.len(), question.answers.len()).with_context(context)?;
            for choice in &question.answers {
                let counted = answers.chosen.get(&choice.answer).with_context(context)?;
                let reported = (choice.n_respondents, choice.campaigns.clone());
                same("answers", counted, &reported).with_context(context)?;
            }
        }
        Ok(())
    }
}
