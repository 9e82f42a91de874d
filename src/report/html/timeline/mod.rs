//! Lines in, stacked bars over time out: how many comments came when, and what they were.
//!
//! | part | where |
//! |---|---|
//! | the comments of a campaign | `mod.rs` |
//! | all comments, stacked by campaign | `docket.rs` |
//! | from days to bars of days, weeks, months or years | `scale.rs` |
//!
//! A picture says what its bars are in words, too, with links: beneath it, as a table.

mod docket;
mod scale;

use std::collections::BTreeMap;

use askama::Template;
use jiff::civil::Date;

use self::scale::Scale;
use super::filters;
use super::line_summary::LineSummary;
use super::linked::Linked;
use crate::report::grouped;
use crate::report::printable;
use crate::report::schema::{Bucket, Category};
use crate::report::words::plural;

pub(super) use docket::DocketTimeline;

/// Comments of a bar that are named.
const MOST_NAMED: usize = 3;
/// Bars of a campaign's picture that are told in words, too; the picture of the docket tells all.
const MOST_ROWS: usize = 12;

/// Colors of exact copies, edited copies and unique comments, and what one of them is called.
pub(super) const KINDS: [(&str, &str); 3] =
    [("exact", "exact copy"), ("edited", "edited copy"), ("unique", "unique comment")];

/// When the comments of a campaign came, day by day.
#[derive(Default)]
pub(super) struct Timeline {
    days: BTreeMap<Date, Day>,
    n_undated: usize,
}

/// Comments of a day, or of a bar: exact copies, edited copies, unique.
#[derive(Clone, Default)]
struct Day {
    counts: [usize; KINDS.len()],
    /// The first of them.
    named: Vec<String>,
}

/// What so many comments of a kind are called.
fn named(n: usize, noun: &str) -> Linked {
    Linked::nowhere(&plural(&n.to_string(), noun))
}

/// Bars over time.
pub(super) struct TimelineView {
    /// What the picture is called within the page.
    pub(super) name: String,
    pub(super) unit: &'static str,
    pub(super) n_bars: usize,
    pub(super) series: Vec<SeriesView>,
    /// The bars in words, the earliest first.
    pub(super) rows: Vec<BarView>,
    /// Bars whose words are left out.
    pub(super) n_more_rows: usize,
    pub(super) first: String,
    pub(super) last: String,
    pub(super) most: String,
    pub(super) most_at: String,
    pub(super) n_undated: usize,
    pub(super) n_stray: usize,
}

/// A color of the picture, and what has it.
pub(super) struct SeriesView {
    pub(super) class: &'static str,
    pub(super) what: Linked,
    /// The bars' parts, in a height of 100.
    pub(super) path: String,
}

/// A bar in words.
#[derive(Template)]
#[template(path = "bar.html", config = ".ci/askama.toml")]
pub(super) struct BarView {
    /// Its place in the picture.
    pub(super) at: usize,
    pub(super) name: String,
    pub(super) n_comments: usize,
    pub(super) parts: Vec<(usize, Linked)>,
    /// The first of some comments, and how many these are.
    pub(super) named: Vec<String>,
    pub(super) n_nameable: usize,
}

impl Day {
    fn n_comments(&self) -> usize {
        self.counts.iter().sum()
    }

    fn add(&mut self, other: &Self) {
        let sums = self.counts.iter_mut().zip(&other.counts);
        sums.for_each(|(sum, n)| *sum += n);
        let n_missing = MOST_NAMED.saturating_sub(self.named.len());
        self.named.extend(other.named.iter().take(n_missing).cloned());
    }
}

impl Timeline {
    /// Takes in a comment.
    pub(super) fn see(&mut self, line: &LineSummary) {
        let kind = match (line.bucket, line.category) {
            (Bucket::Clustered | Bucket::ExactCopy, Some(Category::Exact)) => 0,
            (Bucket::Clustered | Bucket::ExactCopy, _) => 1,
            _ => 2,
        };
        let Some(day) = line.day() else {
            self.n_undated += 1;
            return;
        };
        let day = self.days.entry(day).or_default();
        day.counts[kind] += 1;
        if day.named.len() < MOST_NAMED {
            let id = printable::line(&line.id);
            day.named.push(match line.sender.as_str() {
                "" => id,
                sender => format!("{id} ({sender})"),
            });
        }
    }

    /// Bars by day, week, month or year; none where they are fewer than two, which say no more than the date.
    pub(super) fn view(&self, name: String) -> Option<TimelineView> {
        let totals = self.days.iter().map(|(day, it)| (*day, it.n_comments()));
        let scale = Scale::of(&totals.collect()).filter(Scale::is_spread)?;
        let (bars, n_stray) = self.bars(&scale);
        let parts: Vec<Vec<usize>> = bars.iter().map(|bar| bar.counts.to_vec()).collect();
        let rows: Vec<BarView> = bars
            .into_iter()
            .enumerate()
            .map(|(at, bar)| {
                let parts = bar.counts.into_iter().zip(KINDS).filter(|(n, _)| *n > 0);
                BarView {
                    at,
                    name: scale.name(at),
                    n_comments: bar.n_comments(),
                    parts: parts.map(|(n, (_, noun))| (n, named(n, noun))).collect(),
                    n_nameable: bar.n_comments(),
                    named: bar.named,
                }
            })
            .collect();
        let series = KINDS.map(|(class, noun)| (class, named(0, noun)));
        let mut view = TimelineView::new(name, &scale, series.to_vec(), &parts, rows);
        view.keep_highest(MOST_ROWS);
        view.n_undated = self.n_undated;
        view.n_stray = n_stray;
        Some(view)
    }

    /// The bars on a scale, and how many comments are beyond it.
    fn bars(&self, scale: &Scale) -> (Vec<Day>, usize) {
        let mut bars = vec![Day::default(); scale.len()];
        let mut n_stray = 0;
        for (day, of_day) in &self.days {
            match scale.place(*day) {
                Some(at) => bars[at].add(of_day),
                None => n_stray += of_day.n_comments(),
            }
        }
        (bars, n_stray)
    }
}

impl BarView {
    /// Whether there are more comments than those that are named.
    fn names_some(&self) -> bool {
        self.named.len() < self.n_nameable
    }
}

impl TimelineView {
    /// A picture of bars, each of which has a part in every series, and the words for it.
    fn new(
        name: String,
        scale: &Scale,
        series: Vec<(&'static str, Linked)>,
        bars: &[Vec<usize>],
        mut rows: Vec<BarView>,
    ) -> Self {
        let heights: Vec<usize> = bars.iter().map(|bar| bar.iter().sum()).collect();
        let most = heights.iter().copied().max().unwrap_or_default();
        let most_at = heights.iter().position(|height| *height == most);
        rows.retain(|row| row.n_comments > 0);
        Self {
            name,
            unit: scale.unit(),
            n_bars: scale.len(),
            series: series
                .into_iter()
                .enumerate()
                .filter(|(at, _)| bars.iter().any(|bar| bar[*at] > 0))
                .map(|(at, (class, what))| SeriesView { class, what, path: path(bars, at, most) })
                .collect(),
            rows,
            n_more_rows: 0,
            first: scale.name(0),
            last: scale.name(scale.len().saturating_sub(1)),
            most: grouped(most as u64),
            most_at: scale.name(most_at.unwrap_or_default()),
            n_undated: 0,
            n_stray: 0,
        }
    }

    /// Keeps the words of the highest bars.
    fn keep_highest(&mut self, n_rows: usize) {
        let n_all = self.rows.len();
        self.rows.sort_by_key(|row| (std::cmp::Reverse(row.n_comments), row.at));
        self.rows.truncate(n_rows);
        self.rows.sort_by_key(|row| row.at);
        self.n_more_rows = n_all - self.rows.len();
    }

    /// The highest bars in words, the highest first.
    pub(super) fn peaks(&self) -> Vec<&BarView> {
        const PEAKS: usize = 3;
        let mut rows: Vec<&BarView> = self.rows.iter().collect();
        rows.sort_by_key(|row| (std::cmp::Reverse(row.n_comments), row.at));
        rows.truncate(PEAKS);
        rows
    }

    /// "on 2031-02-03", "in 2031-02".
    pub(super) fn when(&self, name: &str) -> String {
        match self.unit {
            "day" => format!("on {name}"),
            "week" => format!("in the week of {name}"),
            _ => format!("in {name}"),
        }
    }
}

/// The parts of a series: of each bar a box on those of the series before, in a height of 100.
fn path(bars: &[Vec<usize>], series: usize, most: usize) -> String {
    let mut path = String::new();
    for (x, bar) in bars.iter().enumerate().filter(|(_, bar)| bar[series] > 0) {
        let [below, height] = [bar[..series].iter().sum(), bar[series]]
            .map(|n: usize| n as f64 * 100.0 / most.max(1) as f64);
        let bottom = 100.0 - below;
        path += &format!("M{x}.1 {bottom:.2}v-{height:.2}h.8v{height:.2}z");
    }
    path
}

#[cfg(test)]
mod tests {
    use super::path;

    /// Two bars of 4 and 1 comments: the second series stands on the first one.
    #[test]
    fn parts_stand_on_each_other() {
        let bars = [vec![3, 1], vec![0, 1]];
        assert_eq!(path(&bars, 0, 4), "M0.1 100.00v-75.00h.8v75.00z");
        assert_eq!(path(&bars, 1, 4), "M0.1 25.00v-25.00h.8v25.00zM1.1 100.00v-25.00h.8v25.00z");
    }
}
