//! Report and lines in, the one list of campaigns out: a row for each, the largest first, which opens its letters.
//!
//! What one sender sent again is no campaign; such letters end the list.

use std::collections::BTreeSet;

use anyhow::Result;
use askama::Template;

use super::days::span;
use super::filters;
use super::letters::Letters;
use super::room::{Budget, Found};
use super::together::TogetherView;
use super::volumes::{END_OF_FIELD, ListedVolume, Volumes};
use crate::report::schema::{CampaignKind, Report, ReportedCampaign, ReportedCluster};
use crate::report::words::made_of;
use crate::report::{citation, counted, printable, versions};

/// The list.
pub(super) struct CampaignList<'a> {
    report: &'a Report,
    pub(super) letters: Letters<'a>,
    /// Comments of the largest.
    most: usize,
}

/// A campaign, or a letter that is in none, with its letters in the order in which they are shown.
struct Item<'a> {
    /// What its row is named by; a letter in it has the cluster's id.
    id: String,
    title: &'a str,
    n_comments: usize,
    /// What it is, and the same in short.
    kind: String,
    in_short: &'static str,
    is_letter: bool,
    /// Its comments that are no copies.
    n_single: usize,
    first: Option<&'a str>,
    last: Option<&'a str>,
    letters: Vec<&'a ReportedCluster>,
    /// None of what one sender sent again.
    campaign: Option<&'a ReportedCampaign>,
}

/// The row of a campaign, and what it opens.
#[derive(Template)]
#[template(path = "campaign.html", config = ".ci/askama.toml")]
struct RowView<'a> {
    item: &'a Item<'a>,
    /// Parts of the bar's whole length by their colors.
    bar: Vec<(&'static str, f64)>,
    made_of: String,
    n_added: usize,
    n_new: usize,
    is_new: bool,
    is_opposed: bool,
    days: String,
    /// None where it is fetched.
    body: Option<&'a str>,
}

/// The list as the page has it.
#[derive(Default)]
pub(super) struct ShownList {
    pub(super) rows: Vec<String>,
    pub(super) n_left_out: usize,
    pub(super) volumes: Vec<ListedVolume>,
}

impl<'a> CampaignList<'a> {
    pub(super) fn new(report: &'a Report) -> Self {
        Self {
            report,
            letters: Letters::new(report),
            most: report.campaigns.iter().map(|campaign| campaign.n_comments).max().unwrap_or(1),
        }
    }

    /// Of each cluster the number of its campaign.
    pub(super) fn of_clusters(&self) -> Vec<usize> {
        let mut homes = vec![0; self.report.clusters.len()];
        for (at, item) in self.items().enumerate() {
            for number in item.letters.iter().filter_map(|letter| self.letters.number(&letter.id)) {
                homes[number] = at;
            }
        }
        homes
    }

    /// The rows, as far as they fit, and what they open, as far as that does. What does not fit goes into volumes.
    pub(super) fn shown(
        &self,
        lines: Found<'_>,
        mut volumes: Volumes<'_, 3>,
        [row_bytes, body_bytes]: [usize; 2],
    ) -> Result<ShownList> {
        let (mut rows, mut bodies) = (Budget::new(row_bytes), Budget::new(body_bytes));
        let mut shown = ShownList::default();
        for item in self.items() {
            let mut body = self.body(&item, lines, !bodies.is_spent())?;
            let mut row = self.row(&item);
            let is_listed = shown.n_left_out == 0 && rows.take(row.to_string().len());
            if is_listed && bodies.take(body.len()) {
                row.body = Some(&body);
            }
            let html = row.to_string();
            if row.body.is_some() {
                body.clear();
            }
            volumes.push("", [&item.known(), if is_listed { "" } else { &html }, &body])?;
            if is_listed {
                shown.rows.push(html);
            } else {
                shown.n_left_out += 1;
            }
        }
        shown.volumes = volumes.finish()?;
        Ok(shown)
    }

    fn items(&self) -> impl Iterator<Item = Item<'a>> {
        let campaigns = &self.report.campaigns;
        let homes: BTreeSet<&str> =
            campaigns.iter().flat_map(|campaign| &campaign.clusters).map(String::as_str).collect();
        let clusters = self.report.clusters.iter();
        let alone = clusters.filter(move |cluster| !homes.contains(cluster.id.as_str()));
        let of_campaigns = campaigns.iter().map(|campaign| {
            Item::campaign(campaign, versions::letters(campaign, |id| self.letters.letter(id)))
        });
        of_campaigns.chain(alone.map(Item::sent_again))
    }

    fn row<'b>(&self, item: &'b Item<'a>) -> RowView<'b> {
        let n_letters = item.sum(ReportedCluster::n_letter);
        let n_same = item.sum(ReportedCluster::n_same);
        let n_edited = item.sum(ReportedCluster::n_edited);
        RowView {
            item,
            bar: [("exact", n_letters + n_same), ("edited", n_edited), ("unique", item.n_single)]
                .into_iter()
                .filter(|(_, n)| *n > 0)
                .map(|(class, n)| (class, n as f64 * 100.0 / self.most.max(1) as f64))
                .collect(),
            made_of: made_of([n_letters, n_same, n_edited, item.n_single]),
            n_added: item.sum(|letter| letter.added.len()),
            n_new: item.sum(|letter| letter.n_new),
            is_new: !item.letters.is_empty() && item.letters.iter().all(|letter| letter.is_new),
            is_opposed: item.letters.iter().any(|letter| !letter.related.is_empty()),
            days: span(item.first, item.last),
            body: None,
        }
    }

    /// What a row opens.
    fn body(&self, item: &Item<'a>, lines: Found<'_>, with_copies: bool) -> Result<String> {
        let mut html = String::new();
        if let Some(campaign) = item.campaign.filter(|_| !item.is_letter) {
            html += &TogetherView::of(campaign, &item.letters, lines)?.render().unwrap_or_default();
        }
        let is_one_of_several = item.letters.len() > 1 || !html.is_empty();
        for letter in &item.letters {
            let Some(number) = self.letters.number(&letter.id) else { continue };
            let mut view = self.letters.view(number, lines, with_copies)?;
            view.is_one_of_several = is_one_of_several;
            html += &view.render().unwrap_or_default();
        }
        if let Some(campaign) = item.campaign {
            let cite = citation::campaign(self.report, campaign, &item.letters);
            html += &Cite { cite, id: &campaign.id }.render().unwrap_or_default();
        }
        Ok(html)
    }
}

impl<'a> Item<'a> {
    fn campaign(campaign: &'a ReportedCampaign, letters: Vec<&'a ReportedCluster>) -> Self {
        Self {
            id: campaign.id.clone(),
            title: &campaign.title,
            n_comments: campaign.n_comments,
            kind: match campaign.kind {
                CampaignKind::Letter => "one letter".to_owned(),
                CampaignKind::Versions => counted(letters.len(), "version"),
                CampaignKind::Kit => {
                    format!("kit of passages, {}", counted(letters.len(), "letter"))
                }
                CampaignKind::Reworded => "reworded for each sender".to_owned(),
            },
            in_short: campaign.kind.words(),
            is_letter: campaign.kind == CampaignKind::Letter,
            n_single: campaign.members.len(),
            first: campaign.first_date.as_deref(),
            last: campaign.last_date.as_deref(),
            letters,
            campaign: Some(campaign),
        }
    }

    fn sent_again(letter: &'a ReportedCluster) -> Self {
        Self {
            id: format!("again-{}", letter.id),
            title: &letter.title,
            n_comments: letter.n_comments,
            kind: "one sender’s, sent again".to_owned(),
            in_short: "letter",
            is_letter: true,
            n_single: 0,
            first: letter.first_date.as_deref(),
            last: letter.last_date.as_deref(),
            letters: vec![letter],
            campaign: None,
        }
    }

    /// So many of each letter.
    fn sum(&self, n: fn(&ReportedCluster) -> usize) -> usize {
        self.letters.iter().map(|letter| n(letter)).sum()
    }

    /// What the script knows of it: id, title, number of comments, whether it is a letter alone, and what it is.
    fn known(&self) -> String {
        let letter = if self.is_letter { "letter" } else { "" };
        let (title, n_comments) = (printable::line(self.title), self.n_comments.to_string());
        [&self.id, &*title, &n_comments, letter, self.in_short].join(&END_OF_FIELD.to_string())
    }
}

/// A line to cite.
#[derive(Template)]
#[template(
    ext = "html",
    source = "<p class=\"meta cite\">To cite: <span>{{ cite }}</span> \
              <button type=\"button\" aria-label=\"Copy the line to cite of {{ id }}\">Copy</button></p>\n"
)]
pub(super) struct Cite<'a> {
    pub(super) cite: String,
    pub(super) id: &'a str,
}
