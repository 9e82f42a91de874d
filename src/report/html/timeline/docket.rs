//! When all comments came, stacked by campaign.

use std::collections::BTreeMap;

use super::scale::Scale;
use super::{BarView, Timeline, TimelineView};
use crate::report::counted;
use crate::report::html::line_summary::LineSummary;
use crate::report::html::linked::Linked;
use crate::report::schema::{Bucket, Report, ReportedCluster};

/// Campaigns with a color of their own; all other campaigns, unique comments, and those that were set aside have one
/// each.
const COLORS: [&str; 8] = ["c1", "c2", "c3", "c4", "c5", "others", "unique", "aside"];
const NAMED: usize = COLORS.len() - 3;
/// Campaigns of a bar that are named in words.
const MOST_CAMPAIGNS: usize = 5;

/// When the comments of each campaign came, and the others.
pub(in crate::report::html) struct DocketTimeline {
    /// In the order of the report: the largest first.
    campaigns: Vec<Timeline>,
    unique: Timeline,
    aside: Timeline,
}

impl DocketTimeline {
    pub(in crate::report::html) fn new(report: &Report) -> Self {
        Self {
            campaigns: report.clusters.iter().map(|_| Timeline::default()).collect(),
            unique: Timeline::default(),
            aside: Timeline::default(),
        }
    }

    /// Takes in a line of a comment in a cluster, by its number, or in none. What is no comment has no place here, nor
    /// what could not be read and says no date.
    pub(in crate::report::html) fn see(&mut self, cluster: Option<usize>, line: &LineSummary) {
        match cluster {
            _ if line.bucket == Bucket::Singleton => self.unique.see(line),
            _ if matches!(line.bucket, Bucket::NoText | Bucket::Withdrawn) => self.aside.see(line),
            _ if line.bucket == Bucket::Unreadable && line.day().is_some() => self.aside.see(line),
            Some(at) => self.campaigns[at].see(line),
            None => (),
        }
    }

    /// When the comments of a campaign came.
    pub(in crate::report::html) fn of_campaign(&self, at: usize) -> &Timeline {
        &self.campaigns[at]
    }

    /// All comments, stacked by campaign.
    pub(in crate::report::html) fn view(&self, report: &Report) -> Option<TimelineView> {
        let timelines = self.campaigns.iter().chain([&self.unique, &self.aside]);
        let mut totals = BTreeMap::new();
        for (day, of_day) in timelines.clone().flat_map(|timeline| &timeline.days) {
            *totals.entry(*day).or_default() += of_day.n_comments();
        }
        let scale = Scale::of(&totals).filter(Scale::is_spread)?;
        let mut colors = vec![vec![0; COLORS.len()]; scale.len()];
        let mut of_bars: Vec<Vec<(usize, usize)>> = vec![Vec::new(); scale.len()];
        let mut n_stray = 0;
        for (at, campaign) in self.campaigns.iter().enumerate() {
            let (bars, n_beyond) = campaign.bars(&scale);
            n_stray += n_beyond;
            for (x, bar) in bars.iter().enumerate() {
                let n_comments = bar.n_comments();
                if n_comments > 0 {
                    colors[x][at.min(NAMED)] += n_comments;
                    of_bars[x].push((n_comments, at));
                }
            }
        }
        let (unique, n_unique_beyond) = self.unique.bars(&scale);
        let (aside, n_aside_beyond) = self.aside.bars(&scale);
        let mut rows = Vec::new();
        for (x, (unique, aside)) in unique.into_iter().zip(aside).enumerate() {
            let (n_unique, n_aside) = (unique.n_comments(), aside.n_comments());
            colors[x][NAMED + 1..].copy_from_slice(&[n_unique, n_aside]);
            let mut parts = parts(std::mem::take(&mut of_bars[x]), &report.clusters);
            if n_unique > 0 {
                parts.push((n_unique, unique_comments()));
            }
            if n_aside > 0 {
                parts.push((n_aside, set_aside()));
            }
            rows.push(BarView {
                at: x,
                name: scale.name(x),
                n_comments: colors[x].iter().sum(),
                parts,
                named: unique.named,
                n_nameable: n_unique,
            });
        }
        let mut series: Vec<(&str, Linked)> = COLORS
            .into_iter()
            .zip(report.clusters.iter().map(Linked::campaign))
            .take(NAMED)
            .collect();
        series.resize(NAMED, ("others", Linked::nowhere("")));
        series.push(("others", Linked::nowhere("other campaigns")));
        series.push(("unique", unique_comments()));
        series.push(("aside", set_aside()));
        let mut view = TimelineView::new("arrivals".to_owned(), &scale, series, &colors, rows);
        view.n_undated = timelines.map(|timeline| timeline.n_undated).sum();
        view.n_stray = n_stray + n_unique_beyond + n_aside_beyond;
        Some(view)
    }
}

fn unique_comments() -> Linked {
    Linked::to("unique", "unique")
}

fn set_aside() -> Linked {
    Linked::to("aside", "not compared")
}

/// The largest campaigns of a bar, and the others.
fn parts(mut of_bar: Vec<(usize, usize)>, clusters: &[ReportedCluster]) -> Vec<(usize, Linked)> {
    of_bar.sort_by_key(|(n_comments, at)| (std::cmp::Reverse(*n_comments), *at));
    let (largest, others) = of_bar.split_at(of_bar.len().min(MOST_CAMPAIGNS));
    let mut parts: Vec<(usize, Linked)> =
        largest.iter().map(|(n, at)| (*n, Linked::campaign(&clusters[*at]))).collect();
    if !others.is_empty() {
        let n_comments = others.iter().map(|(n, _)| n).sum();
        let words = format!("of {}", counted(others.len(), "other campaign"));
        parts.push((n_comments, Linked::nowhere(&words)));
    }
    parts
}
