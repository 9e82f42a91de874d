//! Campaigns: `campaigns.csv`, sheet *Campaigns*.

use rustc_hash::FxHashMap;

use super::cell::time;
use super::{Cell, Row, first_ids};
use crate::report::schema::{Report, ReportedCampaign, ReportedCluster};

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

    /// Their rows, the largest first.
    pub(super) fn rows(self) -> impl Iterator<Item = Row<'a>> {
        self.report.campaigns.iter().map(move |campaign| self.row(campaign))
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
            relayer.map_or(Cell::EMPTY, |relayer| (&relayer.relayer).into()),
            relayer.map_or(Cell::EMPTY, |relayer| relayer.n_comments.into()),
            first_ids(&campaign.clusters).into(),
            first_ids(&campaign.members).into(),
        ]
    }
}
