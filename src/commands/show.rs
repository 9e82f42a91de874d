//! `durian show`: a report and an id in, the comment, cluster or campaign in the terminal; or what to read.

use std::io::Write;

use anyhow::{Result, bail, ensure};
use durian::report::schema::{
    Bucket, DocumentLine, Report, ReportedCampaign, ReportedCluster, SCHEMA_VERSION,
};
use durian::report::tables::{self, CAMPAIGNS, CLUSTERS, COMMENTS, Campaigns};
use durian::report::terminal::{self, Style};
use durian::report::{ReadingList, citation, csv, printable};

use super::names::HTML;
use super::read::{self, Folder, FoundLine};
use super::summary::summary;
use super::terminal::{style, width, wrapped};
use super::{Outcome, shell, write_json};
use crate::cli::{Format, ShowArguments};

pub(super) fn run(arguments: &ShowArguments) -> Result<Outcome> {
    let folder = read::folder(&arguments.report)?;
    let report: Report = read::report(&folder)?;
    let found = arguments.id.as_deref().map(|id| Found::of(&folder, &report, id)).transpose()?;
    if arguments.open {
        let place = found.as_ref().map(Found::place).unwrap_or_default();
        shell::open(&folder.path().join(HTML), &place)?;
        return Ok(Outcome::Done);
    }
    let mut out = std::io::stdout().lock();
    match (found, arguments.format) {
        (Some(found), Format::Text) => {
            let text = found.text(&folder, &report, style(arguments.color))?;
            out.write_all(text.as_bytes())?;
        }
        (Some(Found::Comment(line)), Format::Json) => write_json(&mut out, &line)?,
        (Some(Found::Letter(cluster)), Format::Json) => write_json(&mut out, cluster)?,
        (Some(Found::Campaign(campaign)), Format::Json) => write_json(&mut out, campaign)?,
        (Some(Found::Comment(line)), Format::Csv) => {
            csv::write(COMMENTS, [Campaigns::new(&report).comment(&line)], out).map(drop)?;
        }
        (Some(Found::Letter(ReportedCluster { id, .. })), Format::Csv) => {
            csv::write(CLUSTERS, tables::with_id(&report, CLUSTERS, id), out).map(drop)?;
        }
        (Some(Found::Campaign(ReportedCampaign { id, .. })), Format::Csv) => {
            csv::write(CAMPAIGNS, tables::with_id(&report, CAMPAIGNS, id), out).map(drop)?;
        }
        (None, _) if arguments.reading_list => {
            let mut list = ReadingList::new(&report);
            for line in read::lines(&folder)? {
                list.see(&line?);
            }
            out.write_all(list.markdown(arguments.hours.unwrap_or(HOURS)).as_bytes())?;
        }
        (None, Format::Text) => out.write_all(docket(&folder, &report)?.as_bytes())?,
        (None, Format::Csv) => {
            csv::write(CAMPAIGNS, tables::of_report(&report, CAMPAIGNS), out).map(drop)?
        }
        (None, Format::Json) => {
            let (title, totals) = (&report.title, &report.totals);
            let to_cite = citation::docket(&report);
            write_json(
                &mut out,
                &serde_json::json!({ "title": title, "totals": totals, "to_cite": to_cite }),
            )?;
        }
    }
    Ok(Outcome::Done)
}

/// The docket in numbers, as the run that wrote the report showed it, and the line to cite.
fn docket(folder: &Folder, report: &Report) -> Result<String> {
    ensure!(
        report.schema_version >= SCHEMA_VERSION,
        "durian {} wrote this report, and did not count what the summary shows; run `durian cluster` again, or name an id",
        report.tool.version
    );
    let json_only = !folder.path().join(HTML).is_file();
    let summary = summary(report, folder.path(), json_only);
    Ok(format!("{}\n{summary}{}", report.title, to_cite(&citation::docket(report))))
}

/// What has an id.
enum Found<'a> {
    Comment(Box<DocumentLine>),
    Letter(&'a ReportedCluster),
    Campaign(&'a ReportedCampaign),
}

impl<'a> Found<'a> {
    /// The comment, letter or campaign with an id.
    fn of(folder: &Folder, report: &'a Report, id: &str) -> Result<Self> {
        let alike = match read::line(folder, id)? {
            FoundLine::Line(line) => return Ok(Self::Comment(line)),
            FoundLine::Alike(alike) => alike,
        };
        if let Some(cluster) = cluster(report, id) {
            return Ok(Self::Letter(cluster));
        }
        match report.campaigns.iter().find(|campaign| campaign.id == id) {
            Some(campaign) => Ok(Self::Campaign(campaign)),
            None => bail!("{}", not_found(id, &alike)),
        }
    }

    /// Its place in the page.
    fn place(&self) -> String {
        match self {
            Self::Comment(line) => format!("comment={}", line.id),
            Self::Letter(cluster) => cluster.id.clone(),
            Self::Campaign(campaign) => campaign.id.clone(),
        }
    }

    fn text(&self, folder: &Folder, report: &Report, style: Style) -> Result<String> {
        Ok(match self {
            Self::Comment(line) => {
                let mut copied = None;
                if let (Some(evidence), Bucket::ExactCopy) = (&line.evidence, line.bucket)
                    && let FoundLine::Line(other) = read::line(folder, &evidence.compared_with)?
                {
                    copied = Some(other);
                }
                let cluster = line.cluster.as_deref().and_then(|id| cluster(report, id));
                terminal::comment(line, copied.as_deref(), cluster, style)
            }
            Self::Letter(cluster) => terminal::cluster(cluster),
            Self::Campaign(campaign) => {
                let letters: Vec<&ReportedCluster> =
                    campaign.clusters.iter().filter_map(|id| cluster(report, id)).collect();
                let cited = to_cite(&citation::campaign(report, campaign, &letters));
                terminal::campaign(campaign, &report.clusters, style) + &cited
            }
        })
    }
}

fn cluster<'a>(report: &'a Report, id: &str) -> Option<&'a ReportedCluster> {
    report.clusters.iter().find(|cluster| cluster.id == id)
}

fn to_cite(line: &str) -> String {
    format!("\nTo cite:\n{}\n", wrapped(line, [2, 2], width()))
}

/// A working day.
const HOURS: f64 = 8.0;

fn not_found(id: &str, alike: &[String]) -> String {
    let what_now = match alike {
        [] => "`comments.csv` lists all ids".to_owned(),
        _ => format!("did you mean `{}`?", alike.join("`, `")),
    };
    format!("no comment and no campaign has the id `{}`; {what_now}", printable::line(id))
}
