//! Report and lines in, the campaigns out that are more than a letter and its copies: a section for each that shows what
//! belongs together and how.
//!
//! | kind | its section shows |
//! |---|---|
//! | reworded | the template, and some copies with what fills its slots  |
//! | versions | what changed from one letter to the next |
//! | kit | how many comments hold which passage |

mod view;

use anyhow::Result;
use askama::Template;
use rustc_hash::FxHashMap;

use self::view::TogetherView;
use super::line_summary::LineSummary;
use super::timeline::Timeline;
use super::wanted::Found;
use crate::report::schema::{CampaignKind, Report, ReportedCampaign, ReportedCluster};

/// The campaigns that are more than a letter, and what is known of them so far.
pub(super) struct Together<'a> {
    report: &'a Report,
    clusters: FxHashMap<&'a str, &'a ReportedCluster>,
    campaigns: Vec<SeenCampaign<'a>>,
    numbers: FxHashMap<&'a str, usize>,
}

/// A campaign, and what its lines told so far.
struct SeenCampaign<'a> {
    campaign: &'a ReportedCampaign,
    timeline: Timeline,
}

/// The campaign of several letters, or of none, that a letter or a single comment belongs to.
#[derive(Default)]
pub(super) struct ShownCampaigns<'a> {
    /// The kind of each such campaign.
    kinds: FxHashMap<&'a str, &'static str>,
    of_clusters: FxHashMap<&'a str, &'a str>,
}

/// The campaign that something belongs to, and what it is.
#[derive(Clone)]
pub(super) struct ShownCampaign {
    pub(super) campaign: String,
    pub(super) kind: &'static str,
}

/// What its section begins with.
pub(super) struct TogetherHead {
    pub(super) id: String,
    pub(super) kind: &'static str,
    pub(super) title: String,
    pub(super) n_comments: usize,
    pub(super) n_letters: usize,
    pub(super) n_alone: usize,
    pub(super) first: String,
    pub(super) last: String,
}

impl<'a> Together<'a> {
    pub(super) fn new(report: &'a Report) -> Self {
        let campaigns: Vec<SeenCampaign<'a>> = beyond_letters(report)
            .map(|campaign| SeenCampaign { campaign, timeline: Timeline::default() })
            .collect();
        Self {
            report,
            numbers: campaigns
                .iter()
                .enumerate()
                .map(|(at, seen)| (seen.campaign.id.as_str(), at))
                .collect(),
            clusters: report.clusters_by_id(),
            campaigns,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.campaigns.len()
    }

    pub(super) fn see(&mut self, line: &LineSummary) {
        let campaign = line.campaign.as_deref();
        if let Some(at) = campaign.and_then(|id| self.numbers.get(id)) {
            self.campaigns[*at].timeline.see(line);
        }
    }

    /// Comments whose copies may be shown.
    pub(super) fn shown_comments(&self) -> impl Iterator<Item = &'a str> {
        self.campaigns.iter().flat_map(|seen| &seen.campaign.copies).map(|copy| copy.id.as_str())
    }

    /// Their sections, the largest first.
    pub(super) fn sections<'b>(
        &'b self,
        lines: Found<'b>,
    ) -> impl Iterator<Item = Result<(&'a ReportedCampaign, String)>> + 'b {
        self.campaigns.iter().map(move |seen| {
            let section = TogetherView::of(seen, self.report, &self.clusters, lines)?.render();
            Ok((seen.campaign, section.unwrap_or_default()))
        })
    }
}

/// Campaigns that are more than one letter.
fn beyond_letters(report: &Report) -> impl Iterator<Item = &ReportedCampaign> {
    report.campaigns.iter().filter(|campaign| campaign.kind != CampaignKind::Letter)
}

impl<'a> ShownCampaigns<'a> {
    pub(super) fn of(report: &'a Report) -> Self {
        let mut shown = Self::default();
        for campaign in beyond_letters(report) {
            shown.kinds.insert(&campaign.id, campaign.kind.words());
            for cluster in &campaign.clusters {
                shown.of_clusters.insert(cluster, &campaign.id);
            }
        }
        shown
    }

    pub(super) fn of_cluster(&self, cluster: &str) -> Option<ShownCampaign> {
        self.campaign(self.of_clusters.get(cluster)?)
    }

    pub(super) fn campaign(&self, campaign: &str) -> Option<ShownCampaign> {
        Some(ShownCampaign { kind: self.kinds.get(campaign)?, campaign: campaign.to_owned() })
    }
}

fn head(campaign: &ReportedCampaign) -> TogetherHead {
    TogetherHead {
        id: campaign.id.clone(),
        kind: campaign.kind.words(),
        title: campaign.title.clone(),
        n_comments: campaign.n_comments,
        n_letters: campaign.clusters.len(),
        n_alone: campaign.members.len(),
        first: day(campaign.first_received.as_ref()),
        last: day(campaign.last_received.as_ref()),
    }
}

fn day(time: Option<&String>) -> String {
    let day = time.and_then(|time| time.get(..10));
    day.unwrap_or_default().to_owned()
}
