//! Report and lines in, tables for a spreadsheet out: `campaigns.csv`, `clusters.csv`, `comments.csv`,
//! `added-text.csv`.
//!
//! # Invariants
//! - No cell is a formula, whatever a comment holds.
//! - No text is taken for a number or a date and changed: an id keeps its zeros.
//! - No cell is longer than a spreadsheet takes; where one was cut, it says so.

mod cell;

use std::io::Write;

use anyhow::Result;
use csv::{IntoInnerError, Terminator, Writer, WriterBuilder};
use rustc_hash::FxHashMap;

use self::cell::cell;
use super::schema::{DocumentLine, Report, ReportedAttachment, ReportedCategory, ReportedCluster};

/// Ids in a cell: more help nobody who reads it.
const MOST_IDS: usize = 200;
/// Without it, spreadsheets take UTF-8 for a local charset.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A table being written.
struct Table<W: Write> {
    writer: Writer<W>,
}

impl<W: Write> Table<W> {
    fn new(mut out: W, heading: &[&str]) -> Result<Self> {
        out.write_all(BYTE_ORDER_MARK)?;
        let mut writer = WriterBuilder::new()
            .terminator(Terminator::CRLF)
            .from_writer(out);
        writer.write_record(heading)?;
        Ok(Self { writer })
    }

    fn row(&mut self, cells: &[&str]) -> Result<()> {
        for text in cells {
            self.writer.write_field(cell(text))?;
        }
        self.writer.write_record(None::<&[u8]>)?;
        Ok(())
    }

    /// Gives back what was written to.
    fn finish(self) -> Result<W> {
        let inner = self.writer.into_inner();
        Ok(inner.map_err(IntoInnerError::into_error)?)
    }
}

/// `campaigns.csv`: a row for each campaign, the largest first.
///
/// # Errors
/// Where `out` cannot be written to.
pub fn campaigns(report: &Report, out: impl Write) -> Result<()> {
    let mut table = Table::new(
        out,
        &[
            "campaign",
            "kind",
            "comments",
            "submissions",
            "how it begins",
            "first received",
            "last received",
            "relayer",
            "comments through it",
            "clusters",
            "comments in no cluster",
            "points",
        ],
    )?;
    for campaign in &report.campaigns {
        let relayer = campaign.relayers.first();
        let points = campaign.points.iter().take(MOST_IDS);
        let points: Vec<String> = points
            .map(|point| format!("{} ({})", point.text, point.n_comments))
            .collect();
        table.row(&[
            &campaign.id,
            campaign.kind.words(),
            &campaign.n_comments.to_string(),
            &campaign.n_submissions.to_string(),
            &campaign.title,
            campaign.first_received.as_deref().unwrap_or_default(),
            campaign.last_received.as_deref().unwrap_or_default(),
            relayer.map_or("", |relayer| &relayer.relayer),
            &relayer.map_or(String::new(), |relayer| relayer.n_comments.to_string()),
            &first_ids(&campaign.clusters),
            &first_ids(&campaign.members),
            &points.join("; "),
        ])?;
    }
    table.finish()?;
    Ok(())
}

/// Ids in a cell, as many as help.
fn first_ids(ids: &[String]) -> String {
    let mut first: Vec<&str> = ids.iter().take(MOST_IDS).map(String::as_str).collect();
    let more = format!("and {} more", ids.len() - first.len());
    if first.len() < ids.len() {
        first.push(&more);
    }
    first.join("; ")
}

/// `clusters.csv`: a row for each cluster, the largest first.
///
/// # Errors
/// Where `out` cannot be written to.
pub fn clusters(report: &Report, out: impl Write) -> Result<()> {
    let mut table = Table::new(
        out,
        &[
            "cluster",
            "campaign",
            "kind",
            "comments",
            "new comments",
            "submissions",
            "exact copies",
            "edited copies",
            "distinct texts",
            "added passages",
            "first received",
            "last received",
            "relayer",
            "comments through it",
            "docket ids",
            "opposite letters",
            "sample id",
            "sample file",
            "sample text",
        ],
    )?;
    let campaigns = report.campaigns.iter();
    let campaign_of: FxHashMap<&str, &str> = campaigns
        .flat_map(|campaign| {
            let clusters = campaign.clusters.iter();
            clusters.map(|cluster| (cluster.as_str(), campaign.id.as_str()))
        })
        .collect();
    for cluster in &report.clusters {
        let relayer = cluster.relayers.first();
        let related = cluster.related.iter();
        let opposite: Vec<&str> = related.map(|other| other.cluster.as_str()).collect();
        table.row(&[
            &cluster.id,
            campaign_of
                .get(cluster.id.as_str())
                .copied()
                .unwrap_or_default(),
            kind(cluster),
            &cluster.n_comments.to_string(),
            &cluster.n_new.to_string(),
            &cluster.n_submissions.to_string(),
            &cluster.n_exact().to_string(),
            &cluster.n_edited().to_string(),
            &n_distinct(cluster).to_string(),
            &cluster.added.len().to_string(),
            cluster.first_received.as_deref().unwrap_or_default(),
            cluster.last_received.as_deref().unwrap_or_default(),
            relayer.map_or("", |relayer| &relayer.relayer),
            &relayer.map_or(String::new(), |relayer| relayer.n_comments.to_string()),
            &cluster.docket_ids.join("; "),
            &opposite.join("; "),
            &cluster.reference.id,
            &cluster.reference.source,
            &cluster.reference.paragraphs.join("\n\n"),
        ])?;
    }
    table.finish()?;
    Ok(())
}

/// `added-text.csv`: a row for each passage that was added to a letter, the most substantial of each
/// campaign first.
///
/// # Errors
/// Where `out` cannot be written to.
pub fn added_text(report: &Report, out: impl Write) -> Result<()> {
    let mut table = Table::new(
        out,
        &[
            "cluster",
            "rank",
            "words",
            "comments",
            "text",
            "first comment",
            "rare words",
            "names a figure",
            "new",
            "all comments with distinct texts",
        ],
    )?;
    for cluster in &report.clusters {
        for (rank, addition) in cluster.added.iter().enumerate() {
            table.row(&[
                &cluster.id,
                &(rank + 1).to_string(),
                &addition.n_words.to_string(),
                &addition.n_comments.to_string(),
                &addition.text,
                addition.members.first().map_or("", String::as_str),
                &addition.n_rare_words.to_string(),
                yes(addition.has_figures),
                yes(addition.is_new),
                &first_ids(&addition.members),
            ])?;
        }
    }
    table.finish()?;
    Ok(())
}

/// `comments.csv`: a row for each input, in the order of the lines.
pub struct Comments<W: Write>(Table<W>);

impl<W: Write> Comments<W> {
    /// Begins the table.
    ///
    /// # Errors
    /// Where `out` cannot be written to.
    pub fn new(out: W) -> Result<Self> {
        Ok(Self(Table::new(
            out,
            &[
                "id",
                "what it is",
                "new",
                "cluster",
                "campaign",
                "edit",
                "why it is there",
                "compared with",
                "distance",
                "also holds letters of",
                "added text",
                "text",
                "author",
                "organization",
                "subject",
                "received",
                "docket ids",
                "other keys",
                "relayer",
                "attachments",
                "duplicates claimed",
                "reason",
                "file",
            ],
        )?))
    }

    /// Adds a row.
    ///
    /// # Errors
    /// Where `out` cannot be written to.
    pub fn row(&mut self, line: &DocumentLine) -> Result<()> {
        let evidence = line.evidence.as_ref();
        let claimed = line.claimed_duplicates;
        let attachments = line.attachments.iter().map(ReportedAttachment::words);
        let attachments: Vec<String> = attachments.collect();
        self.0.row(&[
            &line.id,
            line.bucket.words(),
            yes(line.is_new),
            line.cluster.as_deref().unwrap_or_default(),
            line.campaign.as_deref().unwrap_or_default(),
            line.category.map_or("", ReportedCategory::words),
            &evidence.map_or(String::new(), |evidence| evidence.rule.words().to_owned()),
            evidence.map_or("", |evidence| &evidence.compared_with),
            &evidence.map_or(String::new(), |evidence| {
                format!("{:.6}", evidence.distance)
            }),
            &line.also_contains.join("; "),
            &line.unique_text.join("\n\n"),
            &line.paragraphs.join("\n\n"),
            line.author.as_deref().unwrap_or_default(),
            line.organization.as_deref().unwrap_or_default(),
            line.subject.as_deref().unwrap_or_default(),
            line.timestamp.as_deref().unwrap_or_default(),
            &line.docket_ids.join("; "),
            &line.other_keys.join("; "),
            line.relayer.as_deref().unwrap_or_default(),
            &attachments.join("; "),
            &claimed.map_or(String::new(), |claimed| claimed.to_string()),
            line.reason.as_deref().unwrap_or_default(),
            &line.source,
        ])
    }

    /// Ends the table and gives back what it was written to.
    ///
    /// # Errors
    /// Where `out` cannot be written to.
    pub fn finish(self) -> Result<W> {
        self.0.finish()
    }
}

fn yes(holds: bool) -> &'static str {
    if holds { "yes" } else { "" }
}

fn kind(cluster: &ReportedCluster) -> &'static str {
    let is_reworded = cluster.categories.contains_key(&ReportedCategory::Reworded);
    match (cluster.is_form_letter, cluster.reference.is_consensus) {
        _ if is_reworded => "worded anew",
        (true, _) => "form letter",
        (_, true) => "shared sentences",
        _ => "shared text",
    }
}

fn n_distinct(cluster: &ReportedCluster) -> usize {
    cluster.members.len() + usize::from(!cluster.reference.is_consensus)
}
