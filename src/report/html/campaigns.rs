//! Report and lines in, the one list of campaigns out: a row for each, the largest first, which opens its letters.
//!
//! What one sender sent again is no campaign; such letters end the list.

use anyhow::Result;
use askama::Template;
use rustc_hash::FxHashMap;

use super::budget::Budget;
use super::days::span;
use super::filters;
use super::letters::Letters;
use super::together::TogetherView;
use super::volumes::{END_OF_FIELD, ListedVolume, Volumes};
use super::wanted::Found;
use crate::report::schema::{CampaignKind, Report, ReportedCampaign, ReportedCluster};
use crate::report::words::made_of;
use crate::report::{citation, counted, printable, versions};

/// The list.
pub(super) struct CampaignList<'a> {
    report: &'a Report,
    /// The numbers of the clusters, by their ids.
    numbers: FxHashMap<&'a str, usize>,
    /// Comments of the largest.
    most: usize,
}

/// A campaign, or a letter that is in none.
#[derive(Clone, Copy)]
enum Item<'a> {
    Campaign(&'a ReportedCampaign),
    SentAgain(&'a ReportedCluster),
}

/// The row of a campaign, and what it opens.
#[derive(Template)]
#[template(path = "campaign.html", config = ".ci/askama.toml")]
struct RowView<'a> {
    id: String,
    title: &'a str,
    kind: String,
    n_comments: usize,
    /// Parts of the bar's whole length by their colors.
    bar: Vec<(&'static str, f64)>,
    made_of: String,
    n_added: usize,
    n_new: usize,
    is_new: bool,
    is_opposed: bool,
    first: &'a str,
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
        let clusters = report.clusters.iter().enumerate();
        Self {
            report,
            numbers: clusters.map(|(number, cluster)| (cluster.id.as_str(), number)).collect(),
            most: report.campaigns.iter().map(|campaign| campaign.n_comments).max().unwrap_or(1),
        }
    }

    /// The number of a cluster.
    pub(super) fn number(&self, cluster: &str) -> Option<usize> {
        self.numbers.get(cluster).copied()
    }

    /// Of each cluster the number of its campaign.
    pub(super) fn of_clusters(&self) -> Vec<usize> {
        let mut homes = vec![0; self.report.clusters.len()];
        for (at, item) in self.items().enumerate() {
            for letter in self.letters(item) {
                if let Some(number) = self.number(&letter.id) {
                    homes[number] = at;
                }
            }
        }
        homes
    }

    /// The rows, as far as they fit, and what they open, as far as that does. What does not fit goes into volumes.
    pub(super) fn shown(
        &self,
        letters: &Letters<'a>,
        lines: Found<'_>,
        mut volumes: Volumes<'_, 3>,
        [row_bytes, body_bytes]: [usize; 2],
    ) -> Result<ShownList> {
        let (mut rows, mut bodies) = (Budget::new(row_bytes), Budget::new(body_bytes));
        let mut shown = ShownList::default();
        for item in self.items() {
            let mut body = self.body(item, letters, lines, !bodies.is_spent())?;
            let mut row = self.row(item, letters);
            let is_listed = shown.n_left_out == 0 && rows.take(row.to_string().len());
            if is_listed && bodies.take(body.len()) {
                row.body = Some(&body);
            }
            let html = row.to_string();
            let is_whole = row.body.is_some();
            let known = known(item);
            if is_whole {
                body.clear();
            }
            volumes.push("", [&known, if is_listed { "" } else { &html }, &body])?;
            if is_listed {
                shown.rows.push(html);
            } else {
                shown.n_left_out += 1;
            }
        }
        shown.volumes = volumes.finish()?;
        Ok(shown)
    }

    fn items(&self) -> impl Iterator<Item = Item<'a>> + use<'a> {
        let campaigns = &self.report.campaigns;
        let homes: std::collections::BTreeSet<&str> =
            campaigns.iter().flat_map(|campaign| &campaign.clusters).map(String::as_str).collect();
        let clusters = self.report.clusters.iter();
        let alone = clusters.filter(move |cluster| !homes.contains(cluster.id.as_str()));
        campaigns.iter().map(Item::Campaign).chain(alone.map(Item::SentAgain))
    }

    /// Its letters, in the order in which they are shown.
    fn letters(&self, item: Item<'a>) -> Vec<&'a ReportedCluster> {
        match item {
            Item::Campaign(campaign) => {
                versions::letters(campaign, |id| Some(&self.report.clusters[self.number(id)?]))
            }
            Item::SentAgain(cluster) => vec![cluster],
        }
    }

    fn row(&self, item: Item<'a>, letters: &Letters<'a>) -> RowView<'a> {
        let of_item = self.letters(item);
        let sum = |n: fn(&ReportedCluster) -> usize| of_item.iter().map(|letter| n(letter)).sum();
        let (n_letters, n_same): (usize, usize) =
            (sum(ReportedCluster::n_letter), sum(ReportedCluster::n_same));
        let n_edited: usize = sum(ReportedCluster::n_edited);
        let (title, n_comments, n_single, first, last) = match item {
            Item::Campaign(campaign) => (
                &campaign.title,
                campaign.n_comments,
                campaign.members.len(),
                &campaign.first_date,
                &campaign.last_date,
            ),
            Item::SentAgain(letter) => {
                (&letter.title, letter.n_comments, 0, &letter.first_date, &letter.last_date)
            }
        };
        RowView {
            id: id(item),
            title,
            kind: kind(item, of_item.len()),
            n_comments,
            bar: [("exact", n_letters + n_same), ("edited", n_edited), ("unique", n_single)]
                .into_iter()
                .filter(|(_, n)| *n > 0)
                .map(|(class, n)| (class, n as f64 * 100.0 / self.most.max(1) as f64))
                .collect(),
            made_of: made_of([n_letters, n_same, n_edited, n_single]),
            n_added: sum(|letter| letter.added.len()),
            n_new: sum(|letter| letter.n_new),
            is_new: !of_item.is_empty() && of_item.iter().all(|letter| letter.is_new),
            is_opposed: of_item.iter().any(|letter| !letters.opposed().of(letter).is_empty()),
            first: first.as_deref().and_then(|time| time.get(..10)).unwrap_or_default(),
            days: span(first.as_deref(), last.as_deref()),
            body: None,
        }
    }

    /// What a row opens.
    fn body(
        &self,
        item: Item<'a>,
        letters: &Letters<'a>,
        lines: Found<'_>,
        with_copies: bool,
    ) -> Result<String> {
        let mut html = String::new();
        let of_item = self.letters(item);
        if let Item::Campaign(campaign) = item
            && campaign.kind != CampaignKind::Letter
        {
            html += &TogetherView::of(campaign, &of_item, lines)?.render().unwrap_or_default();
        }
        let folds = of_item.len() > 1 || !html.is_empty();
        for letter in &of_item {
            let Some(number) = self.number(&letter.id) else { continue };
            let view = letters.view(number, lines, with_copies)?.render().unwrap_or_default();
            let folded = LetterFold { letter, view: &view, folds };
            html += &folded.render().unwrap_or_default();
        }
        if let Item::Campaign(campaign) = item {
            let cite = citation::campaign(self.report, campaign, &of_item);
            html += &Cite { cite, id: &campaign.id }.render().unwrap_or_default();
        }
        Ok(html)
    }
}

/// A letter among others, which opens by itself.
#[derive(Template)]
#[template(
    ext = "html",
    source = "{% if folds %}<details class=\"one\"><summary><h4>{{ letter.title }}</h4> \
              <span class=\"size\">{{ letter.n_comments|counted(\"comment\") }}</span></summary>\n\
              {{ view|safe }}</details>\n{% else %}{{ view|safe }}{% endif %}"
)]
struct LetterFold<'a> {
    letter: &'a ReportedCluster,
    view: &'a str,
    folds: bool,
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

/// What a row is named by; its letter has the cluster's id.
fn id(item: Item<'_>) -> String {
    match item {
        Item::Campaign(campaign) => campaign.id.clone(),
        Item::SentAgain(letter) => format!("again-{}", letter.id),
    }
}

/// What a campaign is.
fn kind(item: Item<'_>, n_letters: usize) -> String {
    match item {
        Item::SentAgain(_) => "one sender’s, sent again".to_owned(),
        Item::Campaign(campaign) => match campaign.kind {
            CampaignKind::Letter => "one letter".to_owned(),
            CampaignKind::Versions => counted(n_letters, "version"),
            CampaignKind::Kit => format!("kit of passages, {}", counted(n_letters, "letter")),
            CampaignKind::Reworded => "reworded for each sender".to_owned(),
        },
    }
}

/// What the script knows of an item: id, title, number of comments, whether it is a letter alone, and what it is.
fn known(item: Item<'_>) -> String {
    let (title, n_comments, is_letter, kind) = match item {
        Item::Campaign(campaign) => (
            &campaign.title,
            campaign.n_comments,
            campaign.kind == CampaignKind::Letter,
            campaign.kind.words(),
        ),
        Item::SentAgain(letter) => (&letter.title, letter.n_comments, true, "letter"),
    };
    let (title, n_comments) = (printable::line(title), n_comments.to_string());
    [id(item).as_str(), &title, &n_comments, if is_letter { "letter" } else { "" }, kind]
        .join(&END_OF_FIELD.to_string())
}
