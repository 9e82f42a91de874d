//! Campaigns: `campaigns.csv`.

use super::cell::time;
use super::{Cell, Column, column, first_ids};
use crate::report::schema::ReportedCampaign;

pub(in crate::report) const CAMPAIGNS: [Column; 11] = [
    column("campaign", 15, "Id of the campaign; `durian show` takes it."),
    column("kind", 14, "What it is."),
    column("comments", 10, "Comments in it."),
    column("submissions", 10, "The same with every bundle counted as often as the agency says."),
    column("how_it_begins", 50, "The title of its largest letter."),
    column("first_date", 19, "Earliest known time."),
    column("last_date", 19, "Latest known time."),
    column("relayer", 20, "The mass mailer that most came through."),
    column("comments_through_it", 10, "How many came through it."),
    column("clusters", 30, "Ids of its clusters, the largest first."),
    column("comments_in_no_cluster", 30, "Ids of its comments that are in no cluster."),
];

/// A row of `campaigns.csv`.
pub(in crate::report) fn campaign(campaign: &ReportedCampaign) -> [Cell<'_>; CAMPAIGNS.len()] {
    let relayer = campaign.relayers.first();
    [
        (&campaign.id).into(),
        campaign.kind.words().into(),
        campaign.n_comments.into(),
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
