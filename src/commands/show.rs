//! `durian show`: a report and an id in, the comment, cluster or campaign in the terminal; or what to read.

use std::io::{IsTerminal, Write};

use anyhow::{Result, bail, ensure};
use durian::report::schema::{Bucket, DocumentLine, Report, ReportedCluster, SCHEMA_VERSION};
use durian::report::terminal::{self, Style};
use durian::report::{ReadingList, citation, printable};

use super::Outcome;
use super::names::HTML;
use super::read::{self, Folder, FoundLine};
use super::summary::summary;
use super::terminal::{width, wrapped};
use crate::cli::ShowArguments;

pub(super) fn run(arguments: &ShowArguments) -> Result<Outcome> {
    let folder = read::folder(&arguments.report)?;
    let report: Report = read::report(&folder)?;
    let text = match &arguments.id {
        Some(id) => found(&folder, &report, id)?,
        None if !arguments.reading_list => docket(&folder, &report)?,
        None => {
            let mut list = ReadingList::new(&report);
            read::each_line(&folder, |line| list.see(&line))?;
            list.markdown(arguments.hours.unwrap_or(HOURS))
        }
    };
    std::io::stdout().lock().write_all(text.as_bytes())?;
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

/// The comment, cluster or campaign with an id.
fn found(folder: &Folder, report: &Report, id: &str) -> Result<String> {
    Ok(match read::line(folder, id)? {
        FoundLine::Line(line) => {
            let copied = match (&line.evidence, line.bucket) {
                (Some(evidence), Bucket::ExactCopy) => text_of(folder, &evidence.compared_with)?,
                _ => None,
            };
            let cluster = line.cluster.as_deref().and_then(|id| cluster(report, id));
            terminal::comment(&line, copied.as_deref(), cluster, style())
        }
        FoundLine::Alike(alike) => {
            if let Some(cluster) = cluster(report, id) {
                terminal::cluster(cluster)
            } else if let Some(campaign) =
                report.campaigns.iter().find(|campaign| campaign.id == id)
            {
                let letters = campaign.clusters.iter().filter_map(|id| cluster(report, id));
                let letters: Vec<&ReportedCluster> = letters.collect();
                let cited = to_cite(&citation::campaign(report, campaign, &letters));
                terminal::campaign(campaign, &report.clusters, style()) + &cited
            } else {
                bail!("{}", not_found(id, &alike))
            }
        }
    })
}

fn cluster<'a>(report: &'a Report, id: &str) -> Option<&'a ReportedCluster> {
    report.clusters.iter().find(|cluster| cluster.id == id)
}

fn to_cite(line: &str) -> String {
    format!("\nTo cite:\n{}\n", wrapped(line, [2, 2], width()))
}

/// A working day.
const HOURS: f64 = 8.0;

fn text_of(folder: &Folder, id: &str) -> Result<Option<Box<DocumentLine>>> {
    Ok(match read::line(folder, id)? {
        FoundLine::Line(line) => Some(line),
        FoundLine::Alike(_) => None,
    })
}

fn not_found(id: &str, alike: &[String]) -> String {
    let id = printable::line(id);
    if alike.is_empty() {
        format!("no comment and no campaign has the id `{id}`; `comments.csv` lists all ids")
    } else {
        format!(
            "no comment and no campaign has the id `{id}`; did you mean `{}`?",
            alike.join("`, `")
        )
    }
}

/// Colors, where a person reads and has not asked for none (<https://no-color.org>).
fn style() -> Style {
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    Style { color: std::io::stdout().is_terminal() && !no_color && !is_dumb }
}
