//! The tables that are made from the report alone.

use super::{Campaigns, Cell, Row, clusters, first_ids, found, yes};
use crate::report::schema::{Added, Report, ReportedCluster, ReportedSaid};

/// The files of these tables.
pub const OF_REPORT: [&str; 6] = [
    "campaigns.csv",
    "clusters.csv",
    "added-text.csv",
    "said_by_many.csv",
    "known.csv",
    "flagged.csv",
];

/// The rows of a table that is made from the report alone, by the name of its file; none where there is no such table.
pub fn of_report<'a>(report: &'a Report, file: &str) -> Box<dyn Iterator<Item = Row<'a>> + 'a> {
    match file {
        "campaigns.csv" => Box::new(Campaigns::new(report).rows()),
        "clusters.csv" => Box::new(clusters::letters(report)),
        "added-text.csv" => Box::new(report.clusters.iter().flat_map(|cluster| {
            let ranked = (1..).zip(&cluster.added);
            ranked.map(move |(rank, passage)| added(cluster, rank, passage))
        })),
        "said_by_many.csv" => Box::new(report.said_by_many.iter().map(said)),
        "known.csv" => Box::new(report.known.iter().flat_map(|text| {
            text.quoted.iter().map(move |quoted| {
                let (paragraph, n_comments) = (quoted.paragraph.into(), quoted.n_comments.into());
                vec![(&text.name).into(), paragraph, n_comments, (&quoted.text).into()]
            })
        })),
        "flagged.csv" => Box::new(
            report
                .kept_back
                .iter()
                .map(|kept| vec![(&kept.id).into(), (&kept.flag).into(), (&kept.note).into()]),
        ),
        _ => Box::new(std::iter::empty()),
    }
}

/// The row of a cluster or a campaign alone.
pub fn with_id<'a>(report: &'a Report, file: &str, id: &str) -> impl Iterator<Item = Row<'a>> {
    of_report(report, file).filter(move |row| row.first() == Some(&Cell::from(id)))
}

fn added<'a>(cluster: &'a ReportedCluster, rank: usize, added: &'a Added) -> Row<'a> {
    vec![
        (&cluster.id).into(),
        rank.into(),
        added.n_words.into(),
        added.n_comments.into(),
        (&added.text).into(),
        added.members.first().map_or("", String::as_str).into(),
        added.n_rare_words.into(),
        yes(added.has_figures).into(),
        found(added.facts.figures),
        found(added.facts.citations),
        found(added.facts.cases),
        yes(added.is_new).into(),
        first_ids(&added.members).into(),
    ]
}

fn said(said: &ReportedSaid) -> Row<'_> {
    let facts: Vec<String> =
        said.facts.iter().map(|fact| format!("{} ({})", fact.text, fact.n_comments)).collect();
    vec![
        said.kind.words().into(),
        if facts.is_empty() { (&said.text).into() } else { facts.join("; ").into() },
        said.n_comments.into(),
        (&said.first).into(),
        first_ids(&said.comments).into(),
    ]
}
