//! Report and lines in, one page for people out: `report.html`, and beside it the whole docket in volumes that it loads.
//!
//! | part | where |
//! |---|---|
//! | the docket in numbers | `glance.rs` |
//! | when comments came | `timeline/` |
//! | letters of which a sentence says the opposite of another's | `opposed.rs` |
//! | the campaigns, and those that are more than a letter | `campaigns.rs`, `related/` |
//! | what many say, whoever asked for it | `said.rs` |
//! | the questions that comments answer | `questions.rs` |
//! | each letter: what was added, its telling copies | `letters.rs`, `copies.rs`, `hints.rs` |
//! | what was added to all letters, the comments like no other | `passages.rs`, `unique.rs`, both of `reading.rs`, `text.rs` |
//! | what was not compared or not read | `aside.rs` |
//! | every comment, passage and letter, for the script | `volumes.rs`, `records.rs` |
//! | what it takes of every line, and of those that it shows | `line_summary.rs`, `wanted.rs` |
//! | how much stands on the page itself | `budget.rs` |
//! | what became of the words, a page of its own | `traced.rs` |
//! | what the templates call | `filters.rs`, `linked.rs`, `shares.rs`, `wrapping.rs` |
//! | form and behavior | the templates `*.html`, `style.css`, `script.js`, `volumes.js`, `search.js` |
//!
//! # Invariants
//! - The page is made from the report and the lines alone: a summary of each, then those that it shows.
//! - With its volumes it shows every comment whole. The page itself is small, and useful where no script runs.
//! - Text of comments is escaped, and no script but ours would run if it were not. The policy names the one script of
//!   the page; what that loads is trusted with it (`strict-dynamic`), and a script that a text brings is not.

mod aside;
mod budget;
mod campaigns;
mod copies;
#[expect(unreachable_pub, reason = "the macro makes them public")]
mod filters;
mod glance;
mod hints;
mod letters;
mod line_summary;
mod linked;
mod listed;
mod opposed;
mod passages;
mod questions;
mod reading;
mod records;
mod related;
mod said;
mod shares;
#[cfg(test)]
mod tests;
mod text;
mod timeline;
mod traced;
mod unique;
mod volumes;
mod wanted;
mod wrapping;

use std::io::Write;

use anyhow::Result;
use askama::Template;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use self::aside::{Aside, ReasonView, ToFetch};
use self::budget::Budget;
use self::campaigns::{CampaignTable, Columns, section};
use self::glance::{Glance, GlanceView};
pub(super) use self::glance::{reading_time, reading_times};
use self::hints::Hints;
use self::letters::LetterSections;
pub use self::line_summary::LineSummary;
pub use self::listed::write_index;
use self::opposed::{Opposed, OpposedPair};
use self::passages::Passages;
use self::questions::QuestionsView;
pub use self::records::{Record, Records};
use self::related::{ShownCampaigns, Together};
use self::said::SaidView;
pub(super) use self::shares::{tenths, words as words_of_share};
use self::timeline::{DocketTimeline, TimelineView};
pub use self::traced::write_trace;
use self::unique::Uniques;
pub use self::volumes::WriteVolume;
use self::volumes::{END_OF_FIELD, ListedVolume, Volumes, inert, key};
pub use self::wanted::FindLine;
use self::wanted::Wanted;
use super::schema::{Bucket, CampaignKind, Report, Since};
use super::words::EXACT;
use super::{citation, printable};

/// What stands on the page itself, in bytes: more takes a browser longer to show, and is in the volumes.
const SECTIONS: usize = 1_200_000;
const ROWS: usize = 800_000;
const RELATED: usize = 500_000;
const COPIES: usize = 700_000;
const PASSAGES: usize = 350_000;
const UNIQUES: usize = 500_000;
/// Warnings; the rest is in the other files.
const MOST_WARNINGS: usize = 200;

/// The scripts of the page, as one.
const SCRIPT: &str =
    concat!(include_str!("script.js"), include_str!("volumes.js"), include_str!("search.js"));
/// The only script that a browser runs in the page by itself.
const SCRIPT_DIGEST: &str = "sha256-l5hvNptQGECwGGYmVLyZPB2Kv1+TexT0JOJrzXbmLRU=";

/// What the page knows so far.
pub struct Page<'a> {
    report: &'a Report,
    write_volume: &'a WriteVolume<'a>,
    comments: Volumes<'a, 3>,
    glance: Glance<'a>,
    aside: Aside<'a>,
    timeline: DocketTimeline,
    hints: Hints,
    letters: LetterSections<'a>,
    together: Together<'a>,
    passages: Passages<'a>,
    uniques: Uniques,
    wanted: Wanted<'a>,
    /// The numbers of the clusters, by their ids.
    clusters: FxHashMap<&'a str, usize>,
    n_lines: usize,
}

/// The volumes beside the page, as its script knows them.
#[derive(Default, Serialize)]
struct Listed {
    key: String,
    buckets: Vec<&'static str>,
    bucket_names: Vec<&'static str>,
    comments: Vec<ListedVolume>,
    passages: Vec<ListedVolume>,
    letters: Vec<ListedVolume>,
    campaigns: Vec<ListedVolume>,
}

impl<'a> Page<'a> {
    /// A page about a report, before any line of it was seen.
    pub fn new(report: &'a Report, write_volume: &'a WriteVolume<'a>) -> Self {
        let letters = LetterSections::new(report);
        let (together, passages) = (Together::new(report), Passages::new(report));
        let wanted = letters
            .shown_comments()
            .chain(together.shown_comments())
            .chain(passages.shown_comments());
        let clusters = report.clusters.iter().enumerate();
        Self {
            report,
            write_volume,
            comments: Volumes::new(report, "comments", write_volume),
            glance: Glance::new(report),
            aside: Aside::new(report),
            timeline: DocketTimeline::new(report),
            hints: Hints::new(report),
            wanted: Wanted::new(wanted),
            letters,
            together,
            passages,
            uniques: Uniques::default(),
            clusters: clusters.map(|(number, it)| (it.id.as_str(), number)).collect(),
            n_lines: 0,
        }
    }

    /// Takes in what it takes of the next line, and its record.
    ///
    /// # Errors
    /// Where a volume cannot be written.
    pub fn see(&mut self, line: &LineSummary, record: &Record) -> Result<()> {
        let number = self.n_lines;
        self.n_lines += 1;
        self.glance.see(line);
        self.aside.see(line);
        let cluster = line.cluster.as_deref().and_then(|id| self.clusters.get(id)).copied();
        self.timeline.see(cluster, line);
        if let Some(cluster) = cluster {
            self.hints.see(cluster, line);
        }
        self.together.see(line);
        self.uniques.see(number, line);
        self.wanted.see(number, &line.id);
        self.comments.push(&record.id, [&record.row, &record.text, &record.marks])
    }

    /// Writes the page, once all lines were seen. It asks for those again that it shows.
    ///
    /// # Errors
    /// Where `out` or a volume cannot be written to, or a line is not found.
    pub fn write(mut self, find: &FindLine<'_>, mut out: impl Write) -> Result<()> {
        let report = self.report;
        let lines = self.wanted.found_by(find);
        let campaigns = ShownCampaigns::of(report);
        let mut listed = Listed {
            key: key(report),
            buckets: Bucket::ALL.into_iter().map(Bucket::words).collect(),
            bucket_names: Bucket::ALL.into_iter().map(Bucket::name).collect(),
            comments: self.comments.finish()?,
            ..Listed::default()
        };
        let mut shown: FxHashSet<&str> = FxHashSet::default();

        let mut letters = Volumes::new(report, "letters", self.write_volume);
        let (mut sections, mut budget) = (Vec::new(), Budget::new(SECTIONS));
        let views = self.letters.sections(&campaigns, &self.timeline, &self.hints);
        for (cluster, section) in report.clusters.iter().zip(views) {
            let html = section.to_string();
            let is_shown = sections.len() == shown.len() && budget.take(html.len());
            let known = [&cluster.id, &cluster.title, &cluster.n_comments.to_string()]
                .map(|field| printable::line(field))
                .join(&END_OF_FIELD.to_string());
            let text = printable::text(&cluster.reference.paragraphs.join("\n\n"));
            letters.push("", [&known, &text, if is_shown { "" } else { &html }])?;
            if is_shown {
                shown.insert(&cluster.id);
                sections.push(section);
            } else {
                budget = Budget::new(0);
            }
        }
        listed.letters = letters.finish()?;
        let copies = self.letters.copies(sections.len(), lines, &mut Budget::new(COPIES))?;
        let with_copies: Vec<String> = sections
            .into_iter()
            .zip(&copies)
            .map(|(section, copies)| section.with(copies))
            .collect();

        let (mut related, mut budget) = (Vec::new(), Budget::new(RELATED));
        let mut left_out: FxHashMap<&str, String> = FxHashMap::default();
        for section in self.together.sections(lines) {
            let (campaign, html) = section?;
            if left_out.is_empty() && budget.take(html.len()) {
                shown.insert(&campaign.id);
                related.push(html);
            } else {
                left_out.insert(&campaign.id, html);
            }
        }

        let table = CampaignTable::new(report);
        let mut volumes = Volumes::new(report, "campaigns", self.write_volume);
        let (mut rows, mut budget) = (Vec::new(), Budget::new(ROWS));
        for campaign in &report.campaigns {
            let row = table.row(campaign, &|id| shown.contains(id)).to_string();
            let fits = budget.take(row.len());
            let title = printable::line(&campaign.title);
            let n_comments = campaign.n_comments.to_string();
            let known = [
                campaign.id.as_str(),
                &title,
                &n_comments,
                if campaign.kind == CampaignKind::Letter { "letter" } else { "" },
                section(campaign),
                campaign.kind.words(),
            ]
            .join(&END_OF_FIELD.to_string());
            let html = left_out.remove(campaign.id.as_str()).unwrap_or_default();
            volumes.push("", [&known, if fits { "" } else { &row }, &html])?;
            if fits {
                rows.push(row);
            } else {
                budget = Budget::new(0);
            }
        }
        listed.campaigns = volumes.finish()?;

        let volumes = Volumes::new(report, "passages", self.write_volume);
        let (passages, listed_passages) =
            self.passages.views(lines, volumes, &mut Budget::new(PASSAGES))?;
        listed.passages = listed_passages;
        let unique = self.uniques.views(lines, &campaigns, &mut Budget::new(UNIQUES))?;
        let page = PageView {
            script_digest: SCRIPT_DIGEST,
            style: include_str!("style.css"),
            script: SCRIPT,
            title: printable::line(&report.title),
            cite: citation::docket(report),
            exact: EXACT,
            glance: self.glance.view(),
            since: report.since.as_ref().map(Since::words),
            opposed: Opposed::new(report).pairs(),
            timeline: self.timeline.view(report),
            questions: QuestionsView::of(report),
            columns: table.columns,
            n_rows_left_out: report.campaigns.len() - rows.len(),
            rows,
            n_related: self.together.len(),
            related,
            said: SaidView::of(report),
            n_sections_left_out: report.clusters.len() - with_copies.len(),
            sections: with_copies,
            n_unique: self.uniques.len(),
            n_unique_left_out: self.uniques.len() - unique.len(),
            unique,
            n_passages: self.passages.len(),
            n_passages_left_out: self.passages.len() - passages.len(),
            passages,
            n_aside: report.set_aside.len(),
            n_unread_attachments: self.aside.n_attachments(),
            to_fetch: self.aside.to_fetch(),
            aside: self.aside.reasons(),
            n_warnings_left_out: report.warnings.len().saturating_sub(MOST_WARNINGS),
            warnings: report
                .warnings
                .iter()
                .take(MOST_WARNINGS)
                .map(|warning| printable::excerpt(warning, 500))
                .collect(),
            conflicts: conflicts(report),
            report,
            listed: inert(&serde_json::to_string(&listed)?),
        };
        page.write_into(&mut out)?;
        Ok(())
    }
}

#[derive(Template)]
#[template(path = "page.html", config = ".ci/askama.toml")]
struct PageView<'a> {
    script_digest: &'a str,
    style: &'a str,
    script: &'a str,
    title: String,
    /// The line to cite.
    cite: String,
    /// What exact means.
    exact: &'a str,
    glance: GlanceView,
    since: Option<[String; 2]>,
    opposed: Vec<OpposedPair>,
    timeline: Option<TimelineView>,
    questions: QuestionsView<'a>,
    columns: Columns,
    rows: Vec<String>,
    n_rows_left_out: usize,
    n_related: usize,
    related: Vec<String>,
    said: SaidView<'a>,
    sections: Vec<String>,
    n_sections_left_out: usize,
    passages: Vec<String>,
    n_passages: usize,
    n_passages_left_out: usize,
    unique: Vec<String>,
    n_unique: usize,
    n_unique_left_out: usize,
    aside: Vec<ReasonView>,
    n_aside: usize,
    n_unread_attachments: usize,
    to_fetch: Vec<ToFetch>,
    conflicts: Vec<String>,
    warnings: Vec<String>,
    n_warnings_left_out: usize,
    report: &'a Report,
    /// The volumes as JSON.
    listed: String,
}

fn conflicts(report: &Report) -> Vec<String> {
    let conflicts = report.conflicts.iter().take(MOST_WARNINGS);
    conflicts
        .map(|conflict| {
            let text = format!("{}: {}", conflict.reason, conflict.chain.join(" – "));
            printable::excerpt(&text, 500)
        })
        .collect()
}
