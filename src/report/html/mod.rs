//! Report and lines in, one page for people out: `report.html`, which needs nothing but a browser.
//!
//! | part | where |
//! |---|---|
//! | the docket in numbers | `glance.rs` |
//! | when comments came, how large the campaigns are | `timeline/`, `sizes.rs` |
//! | campaigns that say the opposite | `opposed.rs` |
//! | campaigns that are more than a letter | `beyond/` |
//! | each campaign: its letter, what was added, its telling copies | `campaigns.rs`, `copies.rs` |
//! | what was added to all letters, the comments like no other | `passages.rs`, `unique.rs`, both of `reading.rs` |
//! | what was not compared or not read | `aside.rs` |
//! | where every comment is | `places.rs` |
//! | what it takes of every line, and of those that it shows | `glimpse.rs`, `wanted.rs` |
//! | what fits | `budget.rs` |
//! | what the templates call | `filters.rs`, `linked.rs`, `shares.rs`, `wrapping.rs` |
//! | form and behaviour | the templates `*.html`, `style.css`, `script.js` |
//!
//! # Invariants
//! - The page is made from the report and the lines alone: a glimpse of each, then those that it shows.
//! - It is no larger than 14 MB, which a browser shows within two seconds; whatever does not fit is counted on the page.
//! - Text of comments is escaped, and no script but ours would run if it were not.

mod aside;
mod beyond;
mod budget;
mod campaigns;
mod copies;
#[expect(unreachable_pub, reason = "the macro makes them public")]
mod filters;
mod glance;
mod glimpse;
mod linked;
mod opposed;
mod passages;
mod places;
mod reading;
mod shares;
mod sizes;
#[cfg(test)]
mod tests;
mod timeline;
mod unique;
mod wanted;
mod wrapping;

use std::io::Write;

use anyhow::Result;
use askama::Template;
use rustc_hash::FxHashMap;

use self::aside::{Aside, ReasonView};
use self::beyond::{Together, TogetherRow};
use self::budget::Budget;
use self::campaigns::{CampaignSections, RowView};
use self::glance::{Glance, GlanceView};
pub use self::glimpse::Glimpse;
use self::opposed::{Opposed, OpposedPair};
use self::passages::Passages;
use self::places::{CommentPlaces, Index};
use self::sizes::SizeView;
use self::timeline::{DocketTimeline, TimelineView};
use self::unique::Uniques;
pub use self::wanted::FindLine;
use self::wanted::Wanted;
use super::printable;
use super::schema::{Report, Since};

/// A page larger than this is slow to open and to send.
const MOST_BYTES: usize = 14_000_000;
/// Room for what is not counted piece by piece: frame, style, pictures, settings, warnings.
const FRAME: usize = 700_000;
/// Warnings; the rest is in the other files.
const MOST_WARNINGS: usize = 200;

/// The only script that a browser runs in the page.
const SCRIPT_DIGEST: &str = "sha256-z3pap40ycgCQ00xzlo7Yt1PR3MHqcTmFv6wfQKdLSfI=";

/// What the page knows so far.
pub struct Page<'a> {
    report: &'a Report,
    glance: Glance<'a>,
    aside: Aside<'a>,
    timeline: DocketTimeline,
    campaigns: CampaignSections<'a>,
    together: Together<'a>,
    passages: Passages<'a>,
    uniques: Uniques,
    places: CommentPlaces,
    wanted: Wanted<'a>,
    /// The numbers of the clusters, by their ids.
    clusters: FxHashMap<&'a str, usize>,
    n_lines: usize,
}

impl<'a> Page<'a> {
    /// A page about a report, before any line of it was seen.
    pub fn new(report: &'a Report) -> Self {
        let campaigns = CampaignSections::new(report);
        let (together, passages) = (Together::new(report), Passages::new(report));
        let wanted = campaigns.shown_comments();
        let wanted = wanted.chain(together.shown_comments());
        let wanted = wanted.chain(passages.shown_comments());
        let clusters = report.clusters.iter().enumerate();
        Self {
            report,
            glance: Glance::new(report),
            aside: Aside::new(report),
            timeline: DocketTimeline::new(report),
            wanted: Wanted::new(wanted),
            campaigns,
            together,
            passages,
            uniques: Uniques::default(),
            places: CommentPlaces::default(),
            clusters: clusters.map(|(number, it)| (it.id.as_str(), number)).collect(),
            n_lines: 0,
        }
    }

    /// Takes in what it takes of the next line.
    pub fn see(&mut self, line: &Glimpse) {
        let number = self.n_lines;
        self.n_lines += 1;
        self.glance.see(line);
        self.aside.see(line);
        let cluster = line.cluster.as_deref();
        let cluster = cluster.and_then(|id| self.clusters.get(id)).copied();
        self.timeline.see(cluster, line);
        self.together.see(number, line);
        self.uniques.see(number, line);
        self.places.see(cluster, line);
        self.wanted.see(number, &line.id);
    }

    /// Writes the page, once all lines were seen. It asks for those again that it shows.
    ///
    /// # Errors
    /// Where `out` cannot be written to, or a line is not found.
    pub fn write(mut self, find: &FindLine<'_>, mut out: impl Write) -> Result<()> {
        let report = self.report;
        let lines = self.wanted.found_by(find);
        let mut budget = Budget::new(MOST_BYTES - FRAME);
        let index = self.places.index(&mut budget);
        let aside = self.aside.reasons(&mut budget);
        let n_beyond = self.together.len();
        let together = self.together.views(lines, &mut budget)?;
        let mut rows = self.campaigns.rows(&mut budget);
        let sections =
            self.campaigns.sections(&together.shown_campaigns, &self.timeline, &mut budget);
        for row in rows.iter_mut().take(sections.len()) {
            row.has_section = true;
        }
        let passages = self.passages.views(lines, &mut budget)?;
        let shown_campaigns = &together.shown_campaigns;
        let unique_lines = self.uniques.lines(lines, shown_campaigns, &mut budget)?;
        let copies = self.campaigns.copies(sections.len(), lines, &mut budget)?;
        let n_unique_left_out = self.uniques.len() - unique_lines.len();
        let (unique, n_unique_begun) =
            unique::with_texts(unique_lines, shown_campaigns, &mut budget);
        let page = PageView {
            script_digest: SCRIPT_DIGEST,
            style: include_str!("style.css"),
            script: include_str!("script.js"),
            title: printable::line(&report.title),
            glance: self.glance.view(),
            since: report.since.as_ref().map(Since::words),
            opposed: Opposed::new(report).pairs(),
            timeline: self.timeline.view(report),
            sizes: sizes::sizes(report),
            n_beyond,
            together: together.rows,
            together_sections: together.sections,
            n_campaigns: report.clusters.len(),
            n_rows_left_out: report.clusters.len() - rows.len(),
            rows,
            n_sections_left_out: report.clusters.len() - sections.len(),
            sections: sections
                .into_iter()
                .zip(copies)
                .map(|(section, copies)| section.with(&copies))
                .collect(),
            n_unique: self.uniques.len(),
            n_unique_left_out,
            n_unique_begun,
            unique: reading::chunks(&unique),
            n_passages: self.passages.len(),
            n_passages_left_out: self.passages.len() - passages.len(),
            passages: reading::chunks(&passages),
            n_aside: report.set_aside.len(),
            n_unread_attachments: self.aside.n_attachments(),
            aside,
            n_warnings_left_out: report.warnings.len().saturating_sub(MOST_WARNINGS),
            warnings: report
                .warnings
                .iter()
                .take(MOST_WARNINGS)
                .map(|warning| printable::excerpt(warning, 500))
                .collect(),
            conflicts: conflicts(report),
            report,
            index,
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
    glance: GlanceView,
    since: Option<[String; 2]>,
    opposed: Vec<OpposedPair>,
    timeline: Option<TimelineView>,
    sizes: Vec<SizeView>,
    n_beyond: usize,
    together: Vec<TogetherRow>,
    together_sections: Vec<String>,
    n_campaigns: usize,
    rows: Vec<RowView>,
    n_rows_left_out: usize,
    sections: Vec<String>,
    n_sections_left_out: usize,
    passages: Vec<String>,
    n_passages: usize,
    n_passages_left_out: usize,
    unique: Vec<String>,
    n_unique: usize,
    n_unique_left_out: usize,
    n_unique_begun: usize,
    aside: Vec<ReasonView>,
    n_aside: usize,
    n_unread_attachments: usize,
    conflicts: Vec<String>,
    warnings: Vec<String>,
    n_warnings_left_out: usize,
    report: &'a Report,
    index: Index,
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
