//! Report in, the table of campaigns out: a row for each, the largest first.

use askama::Template;
use rustc_hash::FxHashMap;

use super::filters;
use super::letters::days;
use super::opposed::{Opposed, OpposedView};
use crate::report::printable;
use crate::report::schema::{CampaignKind, Report, ReportedCampaign, ReportedCluster};

/// The table of campaigns.
pub(super) struct CampaignTable<'a> {
    report: &'a Report,
    clusters: FxHashMap<&'a str, &'a ReportedCluster>,
    opposed: Opposed<'a>,
    pub(super) columns: Columns,
}

/// Columns that a docket needs: those that no row fills are left out.
#[derive(Clone, Copy)]
pub(super) struct Columns {
    pub(super) has_dates: bool,
    pub(super) has_relayers: bool,
    pub(super) has_singles: bool,
    pub(super) has_new: bool,
}

/// A row of the table.
#[derive(Template)]
#[template(path = "campaign.html", config = ".ci/askama.toml")]
pub(super) struct CampaignRow<'a> {
    campaign: &'a ReportedCampaign,
    columns: Columns,
    /// What it is, where it is more than a letter.
    kind: Option<&'static str>,
    /// Where its section is.
    section: &'a str,
    /// Ids of what has no section on the page: links to it lead here.
    elsewhere: Vec<&'a str>,
    /// How many exact copies a form letter needs, where it has none.
    fewest_copies: Option<u64>,
    is_new: bool,
    n_new: usize,
    n_exact: usize,
    n_edited: usize,
    n_additions: usize,
    first: String,
    last: String,
    relayer: String,
    opposed: Vec<OpposedView>,
}

impl<'a> CampaignTable<'a> {
    pub(super) fn new(report: &'a Report) -> Self {
        let campaigns = &report.campaigns;
        Self {
            clusters: report.clusters_by_id(),
            opposed: Opposed::new(report),
            columns: Columns {
                has_dates: campaigns.iter().any(|campaign| campaign.first_received.is_some()),
                has_relayers: campaigns.iter().any(|campaign| !campaign.relayers.is_empty()),
                has_singles: campaigns.iter().any(|campaign| !campaign.members.is_empty()),
                has_new: report.since.is_some(),
            },
            report,
        }
    }

    /// The row of a campaign. What `is_shown` has a section on the page.
    pub(super) fn row(
        &self,
        campaign: &'a ReportedCampaign,
        is_shown: &impl Fn(&str) -> bool,
    ) -> CampaignRow<'a> {
        let letters: Vec<&ReportedCluster> = campaign
            .clusters
            .iter()
            .filter_map(|id| self.clusters.get(id.as_str()).copied())
            .collect();
        let [first, last] = days(campaign.first_received.as_ref(), campaign.last_received.as_ref());
        let ids = std::iter::once(&campaign.id).chain(&campaign.clusters).map(String::as_str);
        let is_form_letter = letters.iter().any(|letter| letter.is_form_letter);
        CampaignRow {
            campaign,
            columns: self.columns,
            kind: (campaign.kind != CampaignKind::Letter).then(|| campaign.kind.words()),
            section: section(campaign),
            elsewhere: ids.filter(|id| !is_shown(id)).collect(),
            fewest_copies: (!is_form_letter && campaign.kind == CampaignKind::Letter)
                .then_some(self.report.settings.min_copies as u64),
            is_new: !letters.is_empty() && letters.iter().all(|letter| letter.is_new),
            n_new: letters.iter().map(|letter| letter.n_new).sum(),
            n_exact: letters.iter().map(|letter| letter.n_exact()).sum(),
            n_edited: letters.iter().map(|letter| letter.n_edited()).sum(),
            n_additions: letters.iter().map(|letter| letter.added.len()).sum(),
            first,
            last,
            relayer: campaign
                .relayers
                .first()
                .map(|relayer| printable::excerpt(&relayer.relayer, 60))
                .unwrap_or_default(),
            opposed: letters.iter().flat_map(|letter| self.opposed.of(letter)).collect(),
        }
    }
}

/// The id of the section that shows a campaign: of one letter it is that letter's.
pub(super) fn section(campaign: &ReportedCampaign) -> &str {
    match campaign.clusters.first() {
        Some(letter) if campaign.kind == CampaignKind::Letter => letter,
        _ => &campaign.id,
    }
}
