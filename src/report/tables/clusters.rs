//! Clusters: `clusters.csv`, sheet *Letters*.

use rustc_hash::FxHashMap;

use super::cell::time;
use super::{Cell, Row};
use crate::report::schema::{Category, Report, ReportedCampaign, ReportedCluster};

/// The rows, the largest letter first.
pub(super) fn letters(report: &Report) -> impl Iterator<Item = Row<'_>> {
    let mut campaign_of: FxHashMap<&str, &ReportedCampaign> = FxHashMap::default();
    for campaign in &report.campaigns {
        campaign_of.extend(campaign.clusters.iter().map(|cluster| (cluster.as_str(), campaign)));
    }
    report
        .clusters
        .iter()
        .map(move |letter| cluster(letter, campaign_of.get(letter.id.as_str()).copied()))
}

/// A row, with the campaign that the letter is in.
fn cluster<'a>(cluster: &'a ReportedCluster, campaign: Option<&'a ReportedCampaign>) -> Row<'a> {
    let relayer = cluster.relayers.first();
    let opposite: Vec<&str> = cluster.related.iter().map(|other| other.cluster.as_str()).collect();
    let letter = cluster.reference.paragraphs.join("\n\n");
    vec![
        (&cluster.id).into(),
        campaign.map_or(Cell::EMPTY, |campaign| (&campaign.id).into()),
        campaign.map_or(Cell::EMPTY, |campaign| campaign.kind.words().into()),
        kind(cluster).into(),
        (&cluster.title).into(),
        cluster.n_comments.into(),
        cluster.n_new.into(),
        cluster.n_submissions.into(),
        cluster.n_letter().into(),
        cluster.n_same().into(),
        cluster.n_identical.into(),
        cluster.n_edited().into(),
        n_distinct(cluster).into(),
        cluster.added.len().into(),
        time(&cluster.first_date),
        time(&cluster.last_date),
        relayer.map_or(Cell::EMPTY, |relayer| (&relayer.relayer).into()),
        relayer.map_or(Cell::EMPTY, |relayer| relayer.n_comments.into()),
        cluster.docket_ids.join("; ").into(),
        opposite.join("; ").into(),
        (&cluster.reference.id).into(),
        (&cluster.reference.source).into(),
        letter.into(),
    ]
}

fn kind(cluster: &ReportedCluster) -> &'static str {
    let is_spun = cluster.categories.contains_key(&Category::Reworded);
    match (cluster.is_form_letter, cluster.reference.is_consensus) {
        _ if is_spun => "reworded letter",
        (true, _) => "form letter",
        (_, true) => "shared sentences",
        _ => "shared text",
    }
}

fn n_distinct(cluster: &ReportedCluster) -> usize {
    cluster.members.len() + usize::from(!cluster.reference.is_consensus)
}
