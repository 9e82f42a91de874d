//! The questions that comments answer, side by side: how many answered, what campaigns gave out, what was added to it.

use rustc_hash::FxHashMap;

use crate::report::printable;
use crate::report::schema::{
    AddedToAnswer, AnswerCampaign, Report, ReportedClosedQuestion, ReportedQuestion,
};

/// Of each question the campaigns that are shown, of these the passages, and their bytes; `report.json` has all.
const MOST_CAMPAIGNS: usize = 10;
const MOST_ADDED: usize = 5;
const LONGEST: usize = 1_500;
/// Answers to choose from, and the campaigns named beside each.
const MOST_CHOICES: usize = 30;
const MOST_NAMED: usize = 3;

/// What the page shows of the questions.
pub(super) struct QuestionsView<'a> {
    pub(super) open: Vec<QuestionView<'a>>,
    pub(super) closed: Vec<ClosedView<'a>>,
}

/// An open question.
pub(super) struct QuestionView<'a> {
    pub(super) question: &'a ReportedQuestion,
    pub(super) name: String,
    pub(super) campaigns: Vec<CampaignView<'a>>,
    pub(super) n_left_out: usize,
}

/// A campaign among the answers to it.
pub(super) struct CampaignView<'a> {
    pub(super) campaign: &'a AnswerCampaign,
    pub(super) title: String,
    pub(super) text: String,
    pub(super) added: Vec<(String, usize)>,
    pub(super) n_left_out: usize,
}

/// A question with answers to choose from.
pub(super) struct ClosedView<'a> {
    pub(super) question: &'a ReportedClosedQuestion,
    pub(super) name: String,
    pub(super) choices: Vec<ChoiceView>,
    pub(super) n_left_out: usize,
}

/// One of the answers.
pub(super) struct ChoiceView {
    pub(super) answer: String,
    pub(super) n_respondents: usize,
    pub(super) n_in_campaigns: usize,
    /// The largest campaigns whose comments chose it.
    pub(super) campaigns: Vec<(String, usize)>,
}

impl<'a> QuestionsView<'a> {
    pub(super) fn of(report: &'a Report) -> Self {
        let titles: FxHashMap<&str, &str> = report
            .campaigns
            .iter()
            .map(|campaign| (campaign.id.as_str(), campaign.title.as_str()))
            .collect();
        Self {
            open: report.questions.iter().map(QuestionView::of).collect(),
            closed: report
                .closed_questions
                .iter()
                .map(|question| ClosedView::of(question, &titles))
                .collect(),
        }
    }
}

impl<'a> QuestionView<'a> {
    fn of(question: &'a ReportedQuestion) -> Self {
        let campaigns: Vec<_> =
            question.campaigns.iter().take(MOST_CAMPAIGNS).map(CampaignView::of).collect();
        Self {
            name: printable::line(&question.name),
            n_left_out: question.campaigns.len() - campaigns.len(),
            campaigns,
            question,
        }
    }
}

impl<'a> CampaignView<'a> {
    fn of(campaign: &'a AnswerCampaign) -> Self {
        let added: Vec<(String, usize)> = campaign
            .added
            .iter()
            .take(MOST_ADDED)
            .map(|AddedToAnswer { text, n_answers }| {
                (printable::excerpt(text, LONGEST), *n_answers)
            })
            .collect();
        Self {
            title: printable::line(&campaign.title),
            text: printable::excerpt(&campaign.text.join(" "), LONGEST),
            n_left_out: campaign.added.len() - added.len(),
            added,
            campaign,
        }
    }
}

impl<'a> ClosedView<'a> {
    fn of(question: &'a ReportedClosedQuestion, titles: &FxHashMap<&str, &str>) -> Self {
        let choices: Vec<ChoiceView> = question
            .answers
            .iter()
            .take(MOST_CHOICES)
            .map(|choice| {
                let mut campaigns: Vec<(&String, usize)> =
                    choice.campaigns.iter().map(|(id, n)| (id, *n)).collect();
                campaigns.sort_by(|a, b| (b.1, a.0).cmp(&(a.1, b.0)));
                ChoiceView {
                    answer: printable::excerpt(&choice.answer, 300),
                    n_respondents: choice.n_respondents,
                    n_in_campaigns: choice.campaigns.values().sum(),
                    campaigns: campaigns
                        .into_iter()
                        .take(MOST_NAMED)
                        .map(|(id, n)| (titles.get(id.as_str()).copied().unwrap_or(id), n))
                        .map(|(title, n)| (printable::line(title), n))
                        .collect(),
                }
            })
            .collect();
        Self {
            name: printable::line(&question.name),
            n_left_out: question.answers.len() - choices.len(),
            choices,
            question,
        }
    }
}
