//! Report and lines in, one page for people out: `report.html`, which needs nothing but a browser.
//!
//! | part | where |
//! |---|---|
//! | the docket in numbers | `glance.rs` |
//! | arrivals, sizes | `picture.rs` |
//! | campaigns that are more than a letter | `beyond/` |
//! | each campaign: its letter, what was added, its telling copies | `campaigns.rs`, `copies.rs` |
//! | the comments like no other | `unique.rs` |
//! | where every comment is | `places.rs` |
//! | what fits | `budget.rs` |
//! | what the templates call | `filters.rs` |
//! | form and behaviour | the templates `*.html`, `style.css`, `script.js` |
//!
//! # Invariants
//! - The page is made from the report and the lines alone, in one pass over the lines.
//! - It is no larger than 20 MB; whatever does not fit is counted on the page.
//! - Text of comments is escaped, and no script but ours would run if it were not.

mod beyond;
mod budget;
mod campaigns;
mod copies;
#[expect(unreachable_pub, reason = "the macro makes them public")]
mod filters;
mod glance;
mod picture;
mod places;
#[cfg(test)]
mod tests;
mod unique;

use std::io::Write;

use anyhow::Result;
use askama::Template;

use self::beyond::{Together, TogetherRow};
use self::budget::Budget;
use self::campaigns::{CampaignSections, RowView};
use self::glance::{Glance, GlanceView};
use self::picture::{Arrivals, ArrivalsView, SizeView};
use self::places::CommentPlaces;
use self::unique::Uniques;
use super::printable;
use super::schema::{Bucket, DocumentLine, Report, Since};

/// A page larger than this is slow to open and to send.
const MOST_BYTES: usize = 20_000_000;
/// Room for what is not counted piece by piece: frame, style, pictures, settings, warnings.
const FRAME: usize = 700_000;
/// Inputs named as not compared, and warnings; the rest is in the other files.
const MOST_ASIDE: usize = 2000;
const MOST_WARNINGS: usize = 200;

/// The only script that a browser runs in the page.
const SCRIPT_DIGEST: &str = "sha256-s3+UD7Xaa8fdmWwblDOjGZ+35FR/63mGQacBXGSi71Y=";

/// What the page knows so far.
pub struct Page<'a> {
    report: &'a Report,
    glance: Glance<'a>,
    arrivals: Arrivals,
    campaigns: CampaignSections<'a>,
    together: Together<'a>,
    uniques: Uniques,
    places: CommentPlaces,
}

impl<'a> Page<'a> {
    /// A page about a report, before any line of it was seen.
    pub fn new(report: &'a Report) -> Self {
        Self {
            report,
            glance: Glance::new(report),
            arrivals: Arrivals::default(),
            campaigns: CampaignSections::new(report),
            together: Together::new(report),
            uniques: Uniques::default(),
            places: CommentPlaces::new(report),
        }
    }

    /// Takes in a line.
    pub fn see(&mut self, line: &DocumentLine) {
        self.glance.see(line);
        self.arrivals.see(line);
        self.campaigns.see(line);
        self.together.see(line);
        self.uniques.see(line);
        self.places.see(line);
    }

    /// Writes the page.
    ///
    /// # Errors
    /// Where `out` cannot be written to.
    pub fn write(mut self, mut out: impl Write) -> Result<()> {
        let report = self.report;
        let mut budget = Budget::new(MOST_BYTES - FRAME);
        let places = self.places.json(&mut budget);
        let aside = aside(report, &mut budget);
        let n_beyond = self.together.len();
        let together = self.together.views(&mut budget);
        let rows = self.campaigns.rows(&mut budget);
        let sections = self
            .campaigns
            .sections(&together.shown_campaigns, &mut budget);
        let unique_lines = self.uniques.lines(&together.shown_campaigns, &mut budget);
        let copies = self.campaigns.copies(sections.len(), &mut budget);
        let n_unique_left_out = self.uniques.len() - unique_lines.len();
        let (unique, n_unique_begun) =
            self.uniques
                .with_texts(unique_lines, &together.shown_campaigns, &mut budget);
        let page = PageView {
            script_digest: SCRIPT_DIGEST,
            style: include_str!("style.css"),
            script: include_str!("script.js"),
            title: self.glance.title(),
            glance: self.glance.view(),
            since: report.since.as_ref().map(Since::words),
            arrivals: self.arrivals.view("arrivals".to_owned()),
            sizes: picture::sizes(report),
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
            unique,
            n_aside_left_out: report.set_aside.len() - aside.len(),
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
            places,
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
    arrivals: Option<ArrivalsView>,
    sizes: Vec<SizeView>,
    n_beyond: usize,
    together: Vec<TogetherRow>,
    together_sections: Vec<String>,
    n_campaigns: usize,
    rows: Vec<RowView>,
    n_rows_left_out: usize,
    sections: Vec<String>,
    n_sections_left_out: usize,
    unique: Vec<String>,
    n_unique: usize,
    n_unique_left_out: usize,
    n_unique_begun: usize,
    aside: Vec<AsideView>,
    n_aside_left_out: usize,
    conflicts: Vec<String>,
    warnings: Vec<String>,
    n_warnings_left_out: usize,
    report: &'a Report,
    places: Option<String>,
}

/// An input that was not compared.
struct AsideView {
    id: String,
    bucket: &'static str,
    reason: String,
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

/// What could not be read comes first: it may need a person.
fn aside(report: &Report, budget: &mut Budget) -> Vec<AsideView> {
    let mut aside: Vec<_> = report.set_aside.iter().collect();
    let urgency = |bucket| match bucket {
        Bucket::Unreadable => 0,
        Bucket::NoText => 1,
        _ => 2,
    };
    aside.sort_by_key(|aside| urgency(aside.bucket));
    let views = aside.into_iter().take(MOST_ASIDE).map(|aside| AsideView {
        id: printable::line(&aside.id),
        bucket: aside.bucket.words(),
        reason: printable::excerpt(&aside.reason, 300),
    });
    views
        .take_while(|view| budget.take(view.id.len() + view.reason.len() + 120))
        .collect()
}
