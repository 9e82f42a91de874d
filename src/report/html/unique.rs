//! Lines in, the comments like no other out, the longest first.

use std::borrow::Cow;
use std::cmp::Reverse;

use anyhow::Result;
use askama::Template;

use super::beyond::ShownCampaigns;
use super::budget::{Budget, shown};
use super::glimpse::Glimpse;
use super::linked::Linked;
use super::reading::{About, ReadingView, folded};
use super::wanted::Found;
use super::wrapping::unwrapped;
use crate::report::printable;
use crate::report::schema::{Bucket, DocumentLine, ReportedFacts};

/// Bytes of a comment that are shown; hardly anybody writes more.
const MOST_BYTES: usize = 60_000;

/// The unique comments seen so far: their words, and the numbers of their lines.
#[derive(Default)]
pub(super) struct Uniques {
    comments: Vec<(usize, usize)>,
}

/// A unique comment.
pub(super) struct Unique {
    id: String,
    about: About,
    is_new: bool,
    campaign: Option<String>,
    n_words: usize,
    facts: ReportedFacts,
    text: String,
    form_text: Vec<String>,
}

impl Uniques {
    pub(super) fn see(&mut self, number: usize, line: &Glimpse) {
        if line.bucket == Bucket::Singleton {
            self.comments.push((line.n_words, number));
        }
    }

    pub(super) fn len(&self) -> usize {
        self.comments.len()
    }

    /// The comments with a line for each, as far as they fit.
    pub(super) fn lines(
        &mut self,
        lines: Found<'_>,
        shown_campaigns: &ShownCampaigns<'_>,
        budget: &mut Budget,
    ) -> Result<Vec<(Unique, String)>> {
        self.comments.sort_unstable_by_key(|(n_words, number)| (Reverse(*n_words), *number));
        budget.part(55, |budget| {
            let mut shown = Vec::new();
            for (_, number) in &self.comments {
                let comment = Unique::of(&lines.at(*number)?);
                let html = comment.html(shown_campaigns, false);
                if !budget.take(html.len()) {
                    break;
                }
                shown.push((comment, html));
            }
            Ok(shown)
        })
    }
}

/// The same with the whole text, as far as that fits, and how many have only their first words.
pub(super) fn with_texts(
    comments: Vec<(Unique, String)>,
    shown_campaigns: &ShownCampaigns<'_>,
    budget: &mut Budget,
) -> (Vec<String>, usize) {
    let mut n_begun = 0;
    let texts = comments.into_iter().map(|(comment, line)| {
        let whole = comment.html(shown_campaigns, true);
        let fits = budget.take(whole.len().saturating_sub(line.len()));
        n_begun += usize::from(!fits);
        if fits { whole } else { line }
    });
    (texts.collect(), n_begun)
}

impl Unique {
    fn of(line: &DocumentLine) -> Self {
        let form_text = line.form_text.iter();
        Self {
            id: printable::line(&line.id),
            about: About::of(line),
            is_new: line.is_new,
            campaign: line.campaign.clone(),
            n_words: line.n_words,
            facts: line.facts,
            text: shown(&unwrapped(&line.paragraphs), MOST_BYTES).join("\n\n"),
            form_text: form_text.map(|it| on_one_line(&printable::text(&it.text))).collect(),
        }
    }

    fn html(&self, shown_campaigns: &ShownCampaigns<'_>, with_text: bool) -> String {
        // The first words are the sender's own, not the form's.
        let mut own = self.text.as_str().into();
        if !self.form_text.is_empty() {
            let text = on_one_line(&self.text);
            own = Cow::Owned(self.form_text.iter().fold(text, |text, it| text.replacen(it, "", 1)));
        }
        let (excerpt, text, folds) = folded(&own, &self.text, with_text);
        let campaign = self.campaign.as_ref();
        let campaign = campaign.and_then(|id| shown_campaigns.campaign(id));
        let view = ReadingView {
            id: &self.id,
            is_new: self.is_new,
            about: &self.about,
            n_words: self.n_words,
            facts_named: self.facts,
            n_comments: 1,
            belongs_to: campaign.map(|it| {
                let words = format!("Belongs to: {},", it.kind);
                (words, Linked::to(&it.campaign, &it.campaign))
            }),
            excerpt,
            text,
            form_text: if folds { &self.form_text } else { &[] },
            folds,
        };
        view.render().unwrap_or_default()
    }
}

fn on_one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}
