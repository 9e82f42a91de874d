//! Campaigns: `campaigns.csv`, sheet *Campaigns*.

use rustc_hash::FxHashMap;

use super::cell::time;
use super::{Cell, Column, column, first_ids};
use crate::report::schema::{Report, ReportedCampaign, ReportedCluster};

pub(in crate::report) const CAMPAIGNS: [Column; 15] = [
    column("campaign", 15, "Id of the campaign; `durian show` takes it."),
    column("kind", 14, "What it is."),
    column("comments", 10, "Comments in it: the sum of the next four."),
    column("letters", 10, "Comments that are a letter of it themselves."),
    column("exact_copies", 10, "Copies with the same words as their letter."),
    column("edited_copies", 10, "The other copies."),
    column("no_copies", 10, "Comments that belong with it and copy no letter."),
    column(
        "submissions",
        10,
        "Its comments with every bundle counted as often as the agency says.",
    ),
    column("how_it_begins", 50, "The title of its largest letter."),
    column(
        "first_date",
        19,
        "The earliest date of its comments (UTC): received where that is known, else posted or sent.",
    ),
    column("last_date", 19, "The latest one."),
    column("relayer", 20, "The mass mailer that most came through."),
    column("comments_through_it", 10, "How many came through it."),
    column("clusters", 30, "Ids of its clusters, the largest first."),
    column("comments_in_no_cluster", 30, "Ids of its comments that are in no cluster."),
];

/// The rows of the campaigns, the largest first.
pub(in crate::report) struct Campaigns<'a> {
    report: &'a Report,
    clusters: FxHashMap<&'a str, &'a ReportedCluster>,
    places: FxHashMap<&'a str, u32>,
}

impl<'a> Campaigns<'a> {
    pub(in crate::report) fn new(report: &'a Report) -> Self {
        let ids = report.campaigns.iter().map(|campaign| campaign.id.as_str());
        Self { report, clusters: report.clusters_by_id(), places: ids.zip(0..).collect() }
    }

    /// The number of the row of a campaign, from 0.
    pub(super) fn place(&self, campaign: &str) -> Option<u32> {
        self.places.get(campaign).copied()
    }

    pub(in crate::report) fn rows(&self) -> impl Iterator<Item = [Cell<'a>; CAMPAIGNS.len()]> {
        self.report.campaigns.iter().map(|campaign| self.row(campaign))
    }

    fn row(&self, campaign: &'a ReportedCampaign) -> [Cell<'a>; CAMPAIGNS.len()] {
        let [n_letters, n_same, n_edited, n_single] =
            campaign.parts(|id| self.clusters.get(id).copied());
        let relayer = campaign.relayers.first();
        [
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
            relayer.map_or(Cell::EMPTY, |relayer| (&relayer.relayer).into()),
            relayer.map_or(Cell::EMPTY, |relayer| relayer.n_comments.into()),
            first_ids(&campaign.clusters).into(),
            first_ids(&campaign.members).into(),
        ]
    }
}
