//! The questions that comments answer, side by side: how many answered, what campaigns gave out, what was added to it.

use std::cmp::Reverse;

use askama::Template;
use rustc_hash::FxHashMap;

use super::filters;
use crate::report::schema::{Report, ReportedChoice};

/// What the page shows of the questions; `report.json` has all.
#[derive(Template)]
#[template(path = "questions.html", config = ".ci/askama.toml")]
pub(super) struct QuestionsView<'a> {
    report: &'a Report,
    /// Of the campaigns, by their ids.
    titles: FxHashMap<&'a str, &'a str>,
}

impl<'a> QuestionsView<'a> {
    /// Campaigns of a question, passages of each of these, and characters of a passage.
    const CAMPAIGNS: usize = 10;
    const ADDED: usize = 5;
    const PASSAGE: usize = 1_500;
    /// Answers to choose from, characters of one, and the campaigns named beside it.
    const CHOICES: usize = 30;
    const CHOICE: usize = 300;
    const NAMED: usize = 3;

    pub(super) fn of(report: &'a Report) -> Self {
        let campaigns = report.campaigns.iter();
        let titles = campaigns.map(|campaign| (campaign.id.as_str(), campaign.title.as_str()));
        Self { report, titles: titles.collect() }
    }

    /// The largest campaigns whose comments chose an answer, and how many of each did.
    fn mostly_of<'b>(&'b self, choice: &'b ReportedChoice) -> Vec<(&'b str, usize)> {
        let campaigns = choice.campaigns.iter();
        let mut named: Vec<(&str, usize)> = campaigns
            .map(|(id, n)| (self.titles.get(id.as_str()).copied().unwrap_or(id), *n))
            .collect();
        named.sort_by_key(|(_, n)| Reverse(*n));
        named.truncate(Self::NAMED);
        named
    }
}
