//! Report and lines in, one page for people out: `report.html`, and beside it the whole docket in volumes that it loads.
//!
//! | part | where |
//! |---|---|
//! | the first screen, the sums | `glance.rs` |
//! | when comments came | `days/` |
//! | the list of campaigns, and what a row of it opens | `campaigns.rs`, `letters.rs`, `copies.rs`, `together.rs` |
//! | what many say, whoever asked for it | `said.html` |
//! | the questions that comments answer | `questions.rs` |
//! | what was added to all letters, the comments like no other | `passages.rs`, both of `reading.rs`, `text.rs` |
//! | what was not compared or not read | `aside.rs` |
//! | every comment, passage and letter, for the script | `volumes.rs`, `records.rs` |
//! | how much stands on the page itself, and of which lines | `room.rs` |
//! | what became of the words, a page of its own | `traced.rs` |
//! | what the templates call | `filters.rs`, `shares.rs`, `wrapping.rs` |
//! | form and behavior | the templates `*.html`, `style.css`, `script.js`, `volumes.js`, `search.js` |
//!
//! # Invariants
//! - The page is made from the report and the lines alone: a summary of each, then those that it shows.
//! - With its volumes it shows every comment whole. The page itself is small, and useful where no script runs.
//! - Text of comments is escaped, and no script but ours would run if it were not. The policy names the one script of
//!   the page; what that loads is trusted with it (`strict-dynamic`), and a script that a text brings is not.

mod aside;
mod campaigns;
mod copies;
mod days;
#[expect(unreachable_pub, reason = "the macro makes them public")]
mod filters;
mod glance;
mod letters;
mod listed;
mod passages;
mod questions;
mod reading;
mod records;
mod room;
mod shares;
#[cfg(test)]
mod tests;
mod text;
mod together;
mod traced;
mod volumes;
mod wrapping;

use std::io::Write;

use anyhow::Result;
use askama::Template;
use serde::Serialize;

use self::aside::Aside;
use self::campaigns::{CampaignList, Cite, ShownList};
use self::days::{Days, DaysView};
use self::glance::{GlanceView, Sums};
use self::letters::SENTENCE;
pub use self::listed::write_index;
use self::passages::{Passages, UniqueComments};
use self::questions::QuestionsView;
pub use self::records::{Record, Records};
use self::room::{Budget, Wanted};
pub use self::traced::write_trace;
pub use self::volumes::WriteVolume;
use self::volumes::{END_OF_FIELD, ListedVolume, Volumes, inert, key};
use super::schema::{Bucket, DocumentLine, Related, Report, ReportedCluster};
use super::uniques::FindLine;
use super::{citation, printable};

/// What stands on the page itself, in bytes: more takes a browser longer to show, and is in the volumes. Of the list of
/// campaigns the rows, and what these open.
const LIST: [usize; 2] = [500_000, 1_700_000];
const PASSAGES: usize = 350_000;
const UNIQUES: usize = 500_000;

/// The scripts of the page, as one.
const SCRIPT: &str =
    concat!(include_str!("script.js"), include_str!("volumes.js"), include_str!("search.js"));
/// The only script that a browser runs in the page by itself.
const SCRIPT_DIGEST: &str = "sha256-5Ly/Wwg6A8i8ztcbhfnAz4A0NsWCdOyo6xlB0ZFR5XE=";

/// What the page knows so far.
pub struct Page<'a> {
    report: &'a Report,
    write_volume: &'a WriteVolume<'a>,
    comments: Volumes<'a, 3>,
    sums: Sums,
    aside: Aside,
    days: Days,
    campaigns: CampaignList<'a>,
    passages: Passages<'a>,
    uniques: UniqueComments,
    wanted: Wanted<'a>,
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
        let (campaigns, passages) = (CampaignList::new(report), Passages::new(report));
        let of_templates = report.campaigns.iter().flat_map(|campaign| &campaign.copies);
        let wanted = campaigns
            .letters
            .shown_comments()
            .chain(passages.shown_comments())
            .chain(of_templates.map(|copy| copy.id.as_str()));
        Self {
            report,
            write_volume,
            comments: Volumes::new(report, "comments", write_volume),
            sums: Sums::default(),
            aside: Aside::default(),
            days: Days::default(),
            wanted: Wanted::new(wanted),
            campaigns,
            passages,
            uniques: UniqueComments::default(),
            n_lines: 0,
        }
    }

    /// Takes in the next line, and its record.
    ///
    /// # Errors
    /// Where a volume cannot be written.
    pub fn see(&mut self, line: &DocumentLine, record: &Record) -> Result<()> {
        let number = self.n_lines;
        self.n_lines += 1;
        self.sums.see(line);
        self.aside.see(line);
        self.days.see(line);
        self.campaigns.letters.see(line);
        self.uniques.see(line);
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
        let volumes = Volumes::new(report, "campaigns", self.write_volume);
        let list = self.campaigns.shown(lines, volumes, LIST)?;
        let volumes = Volumes::new(report, "passages", self.write_volume);
        let (passages, listed_passages) =
            self.passages.views(lines, volumes, &mut Budget::new(PASSAGES))?;
        let unique = self.uniques.views(lines, &mut Budget::new(UNIQUES))?;
        let listed = Listed {
            key: key(report),
            buckets: Bucket::ALL.into_iter().map(Bucket::words).collect(),
            bucket_names: Bucket::ALL.into_iter().map(Bucket::name).collect(),
            comments: self.comments.finish()?,
            letters: letter_volumes(report, &self.campaigns, self.write_volume)?,
            campaigns: list.volumes.clone(),
            passages: listed_passages,
        };
        let view = PageView {
            script_digest: SCRIPT_DIGEST,
            style: include_str!("style.css"),
            script: SCRIPT,
            cite: Cite { cite: citation::docket(report), id: "the docket" },
            glance: GlanceView::of(report),
            opposed: report.opposed_pairs().collect(),
            days: self.days.view(),
            questions: QuestionsView::of(report),
            list,
            passages,
            unique,
            page: &self,
            report,
            listed: inert(&serde_json::to_string(&listed)?),
        };
        view.write_into(&mut out)?;
        Ok(())
    }
}

/// Every letter, for the script: its id, title, comments, and the number of its campaign, then its text.
fn letter_volumes(
    report: &Report,
    campaigns: &CampaignList<'_>,
    write_volume: &WriteVolume<'_>,
) -> Result<Vec<ListedVolume>> {
    let mut letters = Volumes::new(report, "letters", write_volume);
    for (cluster, home) in report.clusters.iter().zip(campaigns.of_clusters()) {
        let known =
            [&cluster.id, &cluster.title, &cluster.n_comments.to_string(), &home.to_string()]
                .map(|field| printable::line(field))
                .join(&END_OF_FIELD.to_string());
        let text = printable::text(&cluster.reference.paragraphs.join("\n\n"));
        letters.push("", [&known, &text])?;
    }
    letters.finish()
}

#[derive(Template)]
#[template(path = "page.html", config = ".ci/askama.toml")]
struct PageView<'a> {
    script_digest: &'a str,
    style: &'a str,
    script: &'a str,
    /// The line to cite.
    cite: Cite<'a>,
    glance: GlanceView,
    opposed: Vec<(&'a ReportedCluster, &'a Related, &'a ReportedCluster)>,
    days: Option<DaysView>,
    questions: QuestionsView<'a>,
    list: ShownList,
    /// Added passages and unique comments, as far as they fit.
    passages: Vec<String>,
    unique: Vec<String>,
    /// All that was seen.
    page: &'a Page<'a>,
    report: &'a Report,
    /// The volumes as JSON.
    listed: String,
}

/// How many of its lists a page shows, and how many characters; the other files have the rest.
impl PageView<'_> {
    /// Rows of the list of campaigns that are seen at first, as the style sheet has it.
    const ROWS: usize = 30;
    /// What many say, and comments that are named beside each.
    const SAID: usize = 50;
    const NAMED: usize = 60;
    /// Characters of a passage that many say, and of its first words.
    const PASSAGE: usize = 1000;
    const BEGINNING: usize = 120;
    /// Warnings and conflicts, and characters of each.
    const WARNINGS: usize = 200;
    const WARNING: usize = 500;

    /// Inputs that have a flag.
    fn n_flagged(&self) -> usize {
        self.report.kept_back.chunk_by(|a, b| a.id == b.id).count()
    }
}
