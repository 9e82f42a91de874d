//! The tables that are made from the report alone.

use rustc_hash::FxHashMap;

use super::cell::time;
use super::{Cell, Row, first_ids, found, yes};
use crate::report::joined;
use crate::report::schema::{
    Added, Category, Report, ReportedCampaign, ReportedCluster, ReportedSaid,
};

/// One row per campaign, also the sheet *Campaigns*.
pub const CAMPAIGNS: &str = "campaigns.csv";
/// One row per cluster, also the sheet *Letters*.
pub const CLUSTERS: &str = "clusters.csv";
const ADDED_TEXT: &str = "added-text.csv";
/// Passages and facts that many say.
const SAID_BY_MANY: &str = "said_by_many.csv";
/// How many comments quote which paragraph of a known text.
pub const KNOWN: &str = "known.csv";
/// What is not to be posted.
pub const FLAGGED: &str = "flagged.csv";

/// The files of these tables.
pub const OF_REPORT: [&str; 6] = [CAMPAIGNS, CLUSTERS, ADDED_TEXT, SAID_BY_MANY, KNOWN, FLAGGED];

/// The rows of a table that is made from the report alone, by the name of its file; none where there is no such table.
pub fn of_report<'a>(report: &'a Report, file: &str) -> Box<dyn Iterator<Item = Row<'a>> + 'a> {
    match file {
        CAMPAIGNS => {
            let campaigns = Campaigns::new(report);
            Box::new(report.campaigns.iter().map(move |campaign| campaigns.row(campaign)))
        }
        CLUSTERS => Box::new(letters(report)),
        ADDED_TEXT => Box::new(report.clusters.iter().flat_map(|cluster| {
            let ranked = (1..).zip(&cluster.added);
            ranked.map(move |(rank, passage)| added(cluster, rank, passage))
        })),
        SAID_BY_MANY => Box::new(report.said_by_many.iter().map(said)),
        KNOWN => Box::new(report.known.iter().flat_map(|text| {
            text.quoted.iter().map(move |quoted| {
                let (paragraph, n_comments) = (quoted.paragraph.into(), quoted.n_comments.into());
                vec![(&text.name).into(), paragraph, n_comments, (&quoted.text).into()]
            })
        })),
        FLAGGED => Box::new(
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
        added.first().into(),
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
    let facts = said.facts.iter().map(|fact| format!("{} ({})", fact.text, fact.n_comments));
    vec![
        said.kind.words().into(),
        joined(facts, "; ").map_or((&said.text).into(), Into::into),
        said.n_comments.into(),
        (&said.first).into(),
        first_ids(&said.comments).into(),
    ]
}

/// What tables say of campaigns.
pub struct Campaigns<'a> {
    report: &'a Report,
    clusters: FxHashMap<&'a str, &'a ReportedCluster>,
    places: FxHashMap<&'a str, u32>,
}

impl<'a> Campaigns<'a> {
    /// The campaigns of a report.
    pub fn new(report: &'a Report) -> Self {
        let ids = report.campaigns.iter().map(|campaign| campaign.id.as_str());
        Self { report, clusters: report.clusters_by_id(), places: ids.zip(0..).collect() }
    }

    /// The campaign with an id.
    pub(super) fn named(&self, id: &str) -> Option<&'a ReportedCampaign> {
        self.report.campaigns.get(*self.places.get(id)? as usize)
    }

    /// The id of a campaign, which leads to its row.
    pub(super) fn link<'b>(&self, id: &'b Option<String>) -> Cell<'b> {
        match id.as_deref().map(|id| (id, self.places.get(id))) {
            Some((id, Some(place))) => Cell::Link(id, *place),
            _ => id.into(),
        }
    }

    fn row(&self, campaign: &'a ReportedCampaign) -> Row<'a> {
        let [n_letters, n_same, n_edited, n_single] =
            campaign.parts(|id| self.clusters.get(id).copied());
        let relayer = campaign.relayers.first();
        vec![
            (&campaign.id).into(),
            campaign.kind.words().into(),
            campaign.n_comments.into(),
            n_letters.into(),
            n_same.into(),
            n_edited.into(),
            n_single.into(),
            campaign.n_submissions.into(),
            (&campaign.title).into(),
            time(&campaign.first_date),
            time(&campaign.last_date),
            relayer.map(|relayer| &relayer.relayer).into(),
            relayer.map(|relayer| relayer.n_comments).into(),
            first_ids(&campaign.clusters).into(),
            first_ids(&campaign.members).into(),
        ]
    }
}

/// The rows, the largest letter first.
fn letters(report: &Report) -> impl Iterator<Item = Row<'_>> {
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
    vec![
        (&cluster.id).into(),
        campaign.map(|campaign| &campaign.id).into(),
        campaign.map(|campaign| campaign.kind.words()).into(),
        kind(cluster).into(),
        (&cluster.title).into(),
        cluster.n_comments.into(),
        cluster.n_new.into(),
        cluster.n_submissions.into(),
        cluster.n_letter().into(),
        cluster.n_same().into(),
        cluster.n_identical.into(),
        cluster.n_edited().into(),
        (cluster.members.len() + cluster.n_letter()).into(),
        cluster.added.len().into(),
        time(&cluster.first_date),
        time(&cluster.last_date),
        relayer.map(|relayer| &relayer.relayer).into(),
        relayer.map(|relayer| relayer.n_comments).into(),
        cluster.docket_ids.join("; ").into(),
        joined(cluster.related.iter().map(|other| &other.cluster), "; ").into(),
        (&cluster.reference.id).into(),
        (&cluster.reference.source).into(),
        cluster.reference.paragraphs.join("\n\n").into(),
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
