//! Report in, the campaigns out that are more than a letter and its copies.

use rustc_hash::FxHashMap;

use super::budget::Budget;
use crate::report::printable;
use crate::report::schema::{Report, ReportedCampaign, ReportedCampaignKind, ReportedCluster};

/// Clusters and comments of a campaign that are named.
const MOST_NAMED: usize = 12;
/// Points that are shown.
const MOST_POINTS: usize = 24;
/// Characters of a campaign's first words.
const TITLE: usize = 140;

/// A campaign of several letters, or of none.
pub(super) struct BeyondView {
    pub(super) id: String,
    pub(super) kind: &'static str,
    pub(super) meaning: &'static str,
    pub(super) title: String,
    pub(super) n_comments: usize,
    /// Its clusters, each an id and how it begins.
    pub(super) clusters: Vec<(String, String)>,
    pub(super) n_more_clusters: usize,
    /// Comments that are in no cluster.
    pub(super) members: Vec<String>,
    pub(super) n_more_members: usize,
    pub(super) points: Vec<String>,
}

/// The campaigns that are no single letters, the largest first, as far as they fit.
pub(super) fn campaigns(report: &Report, budget: &mut Budget) -> Vec<BeyondView> {
    let beyond = report
        .campaigns
        .iter()
        .filter(|it| it.kind != ReportedCampaignKind::Letter);
    let clusters = report.clusters.iter();
    let clusters: FxHashMap<&str, &ReportedCluster> = clusters
        .map(|cluster| (cluster.id.as_str(), cluster))
        .collect();
    let views = beyond.map(|campaign| view(&clusters, campaign));
    budget.part(10, |budget| {
        views
            .take_while(|view| {
                let clusters = view
                    .clusters
                    .iter()
                    .map(|(id, title)| id.len() + title.len() + 60);
                let members = view.members.iter().map(|id| id.len() + 40);
                let points = view.points.iter().map(|text| text.len() + 10);
                let n_bytes = clusters.chain(members).chain(points).sum::<usize>();
                budget.take(n_bytes + view.title.len() + 600)
            })
            .collect()
    })
}

fn view(clusters: &FxHashMap<&str, &ReportedCluster>, campaign: &ReportedCampaign) -> BeyondView {
    let ours = campaign.clusters.iter();
    let ours = ours.filter_map(|id| clusters.get(id.as_str()));
    let clusters: Vec<(String, String)> = ours
        .take(MOST_NAMED)
        .map(|cluster| {
            let text = cluster.reference.paragraphs.join(" ");
            (cluster.id.clone(), printable::excerpt(&text, TITLE / 2))
        })
        .collect();
    let members = campaign.members.iter().take(MOST_NAMED);
    let members: Vec<String> = members.map(|id| printable::line(id)).collect();
    let points = campaign.points.iter().take(MOST_POINTS);
    BeyondView {
        id: campaign.id.clone(),
        kind: campaign.kind.words(),
        meaning: campaign.kind.meaning(),
        title: printable::excerpt(&campaign.title, TITLE),
        n_comments: campaign.n_comments,
        n_more_clusters: campaign.clusters.len() - clusters.len(),
        clusters,
        n_more_members: campaign.members.len() - members.len(),
        members,
        points: points
            .map(|point| format!("{} ({})", printable::line(&point.text), point.n_comments))
            .collect(),
    }
}
