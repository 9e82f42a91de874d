//! Lines in, bars out: when the comments came, and how large the campaigns are.

use std::collections::BTreeMap;

use jiff::ToSpan;
use jiff::civil::Date;

use crate::report::grouped;
use crate::report::printable;
use crate::report::schema::{Bucket, DocumentLine, Report, ReportedCategory};

/// Campaigns drawn.
const MOST_SIZES: usize = 15;
/// Bars that are still told apart on a narrow screen.
const MOST_BARS: usize = 130;
/// Share of the dates that is left out on either side where they are spread: most are mistakes.
const STRAY: f64 = 0.005;

/// Comments of a day: exact copies, edited copies, unique.
type DayCounts = [usize; 3];

/// A unit of time, and the day on which that of a day begins.
type Unit = (&'static str, fn(Date) -> Date);

/// When comments came, day by day.
#[derive(Default)]
pub(super) struct Arrivals {
    days: BTreeMap<Date, DayCounts>,
    n_undated: usize,
}

/// Bars over time.
pub(super) struct ArrivalsView {
    /// What the picture is called within the page.
    pub(super) name: String,
    pub(super) unit: &'static str,
    pub(super) bars: Vec<BarView>,
    pub(super) first: String,
    pub(super) last: String,
    pub(super) most: String,
    pub(super) most_at: String,
    pub(super) n_undated: usize,
    pub(super) n_stray: usize,
}

/// A bar: its place and heights of a hundred, bottom up.
pub(super) struct BarView {
    pub(super) x: usize,
    pub(super) name: String,
    pub(super) counts: DayCounts,
    pub(super) parts: Vec<PartView>,
}

/// A part of a bar.
pub(super) struct PartView {
    pub(super) class: &'static str,
    pub(super) y: String,
    pub(super) height: String,
}

impl Arrivals {
    pub(super) fn see(&mut self, line: &DocumentLine) {
        let kind = match (line.bucket, line.category) {
            (Bucket::Singleton, _) => 2,
            (Bucket::Clustered | Bucket::ExactCopy, Some(ReportedCategory::Exact)) => 0,
            (Bucket::Clustered | Bucket::ExactCopy, _) => 1,
            _ => return,
        };
        let day = line.timestamp.as_deref().and_then(|time| time.get(..10));
        match day.and_then(|day| day.parse::<Date>().ok()) {
            Some(day) => self.days.entry(day).or_default()[kind] += 1,
            None => self.n_undated += 1,
        }
    }

    /// Bars by day, month or year, whichever are few enough; none where no comment has a date.
    pub(super) fn view(&self, named: String) -> Option<ArrivalsView> {
        let (first, last) = self.span()?;
        let units: [Unit; 3] = [
            ("day", |day| day),
            ("month", Date::first_of_month),
            ("year", Date::first_of_year),
        ];
        let starts = |(unit, start): Unit| {
            let mut starts = vec![start(first)];
            while let Some(next) = next(unit, starts[starts.len() - 1])
                && next <= last
                && starts.len() <= MOST_BARS
            {
                starts.push(next);
            }
            (unit, start, starts)
        };
        let (unit, start, starts) = units
            .into_iter()
            .map(starts)
            .find(|(unit, _, starts)| starts.len() <= MOST_BARS || *unit == "year")?;
        let mut counts: BTreeMap<Date, DayCounts> =
            starts.into_iter().map(|start| (start, [0; 3])).collect();
        let mut n_stray = 0;
        for (day, of_day) in &self.days {
            match counts
                .get_mut(&start(*day))
                .filter(|_| (first..=last).contains(day))
            {
                Some(sums) => sums.iter_mut().zip(of_day).for_each(|(sum, n)| *sum += n),
                None => n_stray += of_day.iter().sum::<usize>(),
            }
        }
        let (most_at, most) = counts
            .iter()
            .map(|(start, counts)| (*start, counts.iter().sum::<usize>()))
            .max_by_key(|(start, n)| (*n, std::cmp::Reverse(*start)))?;
        let bars = counts.iter().enumerate();
        Some(ArrivalsView {
            name: named,
            unit,
            bars: bars
                .map(|(x, (start, counts))| bar(x, name(unit, *start), *counts, most))
                .collect(),
            first: name(unit, start(first)),
            last: name(unit, start(last)),
            most: grouped(most as u64),
            most_at: name(unit, most_at),
            n_undated: self.n_undated,
            n_stray,
        })
    }

    /// From when to when: all, where that is few days, else without strays.
    fn span(&self) -> Option<(Date, Date)> {
        let (first, last) = (*self.days.keys().next()?, *self.days.keys().next_back()?);
        if last
            .since(first)
            .is_ok_and(|span| span.get_days() < MOST_BARS as i32)
        {
            return Some((first, last));
        }
        let all: usize = self.days.values().flatten().sum();
        let stray = (all as f64 * STRAY) as usize;
        Some((
            nth_comment(stray, self.days.iter())?,
            nth_comment(stray, self.days.iter().rev())?,
        ))
    }
}

/// The day of the comment that comes after `n` others.
fn nth_comment<'a>(
    n: usize,
    days: impl Iterator<Item = (&'a Date, &'a DayCounts)>,
) -> Option<Date> {
    let mut before = 0;
    for (day, counts) in days {
        before += counts.iter().sum::<usize>();
        if before > n {
            return Some(*day);
        }
    }
    None
}

fn next(unit: &str, start: Date) -> Option<Date> {
    let span = match unit {
        "day" => 1.day(),
        "month" => 1.month(),
        _ => 1.year(),
    };
    start.checked_add(span).ok()
}

fn name(unit: &str, start: Date) -> String {
    let length = match unit {
        "day" => 10,
        "month" => 7,
        _ => 4,
    };
    start.to_string().chars().take(length).collect()
}

fn bar(x: usize, name: String, counts: DayCounts, most: usize) -> BarView {
    let mut parts = Vec::new();
    let mut below = 0.0;
    for (count, class) in counts.into_iter().zip(["exact", "edited", "unique"]) {
        let height = count as f64 * 100.0 / most.max(1) as f64;
        below += height;
        if count > 0 {
            parts.push(PartView {
                class,
                y: format!("{:.2}", 100.0 - below),
                height: format!("{height:.2}"),
            });
        }
    }
    BarView {
        x,
        name,
        counts,
        parts,
    }
}

/// A campaign's bar: widths of a hundred.
pub(super) struct SizeView {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) exact: String,
    pub(super) edited: String,
    pub(super) n_exact: usize,
    pub(super) n_edited: usize,
}

/// The largest campaigns.
pub(super) fn sizes(report: &Report) -> Vec<SizeView> {
    let most = report
        .clusters
        .first()
        .map_or(1, |cluster| cluster.n_comments);
    let width = |n: usize| format!("{:.2}", n as f64 * 100.0 / most as f64);
    let largest = report.clusters.iter().take(MOST_SIZES);
    largest
        .map(|cluster| {
            let (n_exact, n_edited) = (cluster.n_exact(), cluster.n_edited());
            SizeView {
                id: cluster.id.clone(),
                title: printable::excerpt(&cluster.reference.paragraphs.join(" "), 70),
                exact: width(n_exact),
                edited: width(n_edited),
                n_exact,
                n_edited,
            }
        })
        .collect()
}
