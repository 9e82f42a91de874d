//! Lines in, stacked bars over time out: how many comments came when, and what they were.
//!
//! A picture says what its bars are in words, too: the docket's as a table among the sums, a campaign's with its highest bar.

mod scale;

use std::collections::BTreeMap;

use askama::Template;
use jiff::civil::Date;

use self::scale::Scale;
use super::filters;
use crate::report::counted;
use crate::report::schema::{Bucket, Category, Dated, DocumentLine};

/// Colors of what a bar is made of, and what has them.
pub(super) const KINDS: [(&str, &str); 4] = [
    ("exact", "same words as a letter"),
    ("edited", "edited copies of a letter"),
    ("unique", "like no other"),
    ("aside", "not compared"),
];

/// Comments of a day, or of a bar, by kind.
type Counts = [usize; KINDS.len()];

/// When some comments came, day by day.
#[derive(Default)]
pub(super) struct Days {
    days: BTreeMap<Date, Counts>,
    /// How many days are those of which date.
    n_dated: BTreeMap<Dated, usize>,
    n_undated: usize,
}

/// Bars over time.
#[derive(Template)]
#[template(path = "days.html", config = ".ci/askama.toml")]
pub(super) struct DaysView {
    /// What the picture shows, in words.
    pub(super) label: String,
    /// "posted, by day (UTC)".
    pub(super) what: String,
    pub(super) unit: &'static str,
    first: String,
    last: String,
    n_bars: usize,
    /// Colors, and the bars' parts in a height of 100.
    series: Vec<(&'static str, String)>,
    /// Of each bar its name and its comments by kind.
    pub(super) rows: Vec<(String, Counts)>,
    pub(super) n_undated: usize,
    pub(super) n_stray: usize,
}

impl Days {
    /// Takes in a comment. What is none came on no day.
    pub(super) fn see(&mut self, line: &DocumentLine) {
        let kind = match (line.bucket, line.category) {
            (Bucket::NotAComment, _) => return,
            (Bucket::Clustered | Bucket::ExactCopy, Some(Category::Exact)) => 0,
            (Bucket::Clustered | Bucket::ExactCopy, _) => 1,
            (Bucket::Singleton, _) => 2,
            _ => 3,
        };
        let day = line.day().and_then(|day| day.parse().ok());
        match day.zip(line.dated()) {
            Some((day, dated)) => {
                self.days.entry(day).or_default()[kind] += 1;
                *self.n_dated.entry(dated).or_default() += 1;
            }
            None => self.n_undated += 1,
        }
    }

    /// Which dates these are: "posted", "received or posted".
    pub(super) fn dated(&self) -> String {
        let names: Vec<&str> = self.n_dated.keys().map(|dated| dated.words()).collect();
        names.join(" or ")
    }

    /// Bars by day, week, month or year; none where they are fewer than two, which say no more than the date.
    pub(super) fn view(&self) -> Option<DaysView> {
        let totals = self.days.iter().map(|(day, counts)| (*day, counts.iter().sum()));
        let scale = Scale::of(&totals.collect()).filter(|scale| scale.len() > 1)?;
        let mut bars = vec![Counts::default(); scale.len()];
        let mut n_stray = 0;
        for (day, counts) in &self.days {
            match scale.place(*day) {
                Some(at) => bars[at].iter_mut().zip(counts).for_each(|(sum, n)| *sum += n),
                None => n_stray += counts.iter().sum::<usize>(),
            }
        }
        let heights = bars.iter().map(|bar| bar.iter().sum::<usize>()).enumerate();
        let (most_at, most) = heights.rev().max_by_key(|(_, n)| *n).unwrap_or_default();
        let (unit, highest) = (scale.unit(), counted(most, "comment"));
        Some(DaysView {
            label: format!("Comments by {unit}; the most, {highest}, {}", scale.when(most_at)),
            what: format!("{}, by {unit} (UTC)", self.dated()),
            unit,
            first: scale.name(0),
            last: scale.name(scale.len() - 1),
            n_bars: scale.len(),
            series: KINDS
                .into_iter()
                .enumerate()
                .map(|(at, (class, _))| (class, path(&bars, at, most)))
                .filter(|(_, path)| !path.is_empty())
                .collect(),
            rows: bars.iter().enumerate().map(|(at, bar)| (scale.name(at), *bar)).collect(),
            n_undated: self.n_undated,
            n_stray,
        })
    }
}

/// The parts of a series: of each bar a box on those of the series before, in a height of 100.
fn path(bars: &[Counts], series: usize, most: usize) -> String {
    let mut path = String::new();
    for (x, bar) in bars.iter().enumerate().filter(|(_, bar)| bar[series] > 0) {
        let [below, height] = [bar[..series].iter().sum(), bar[series]]
            .map(|n: usize| n as f64 * 100.0 / most.max(1) as f64);
        let bottom = 100.0 - below;
        path += &format!("M{x}.05 {bottom:.2}v-{height:.2}h.9v{height:.2}z");
    }
    path
}

/// From when to when, in days: "Mar 1 – 21, 2031".
pub(super) fn span(first: Option<&str>, last: Option<&str>) -> String {
    let [first, last] = [first, last].map(|time| time?.get(..10)?.parse::<Date>().ok());
    match (first, last) {
        (Some(first), Some(last)) if first != last => {
            let begins = if first.year() == last.year() { "%b %-d" } else { "%b %-d, %Y" };
            let is_month = (first.year(), first.month()) == (last.year(), last.month());
            let ends = if is_month { "%-d, %Y" } else { "%b %-d, %Y" };
            format!("{} – {}", first.strftime(begins), last.strftime(ends))
        }
        (Some(day), _) | (None, Some(day)) => day.strftime("%b %-d, %Y").to_string(),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{path, span};

    /// Two bars of 4 and 1 comments: the second series stands on the first one.
    #[test]
    fn parts_stand_on_each_other() {
        let bars = [[3, 1, 0, 0], [0, 1, 0, 0]];
        assert_eq!(path(&bars, 0, 4), "M0.05 100.00v-75.00h.9v75.00z");
        assert_eq!(path(&bars, 1, 4), "M0.05 25.00v-25.00h.9v25.00zM1.05 100.00v-25.00h.9v25.00z");
    }

    #[test]
    fn a_month_and_a_year_are_said_once() {
        for (first, last, expect) in [
            ("2031-03-01", "2031-03-21", "Mar 1 – 21, 2031"),
            ("2031-03-01", "2031-04-02", "Mar 1 – Apr 2, 2031"),
            ("2030-12-31", "2031-01-01", "Dec 31, 2030 – Jan 1, 2031"),
            ("2031-03-01", "2031-03-01", "Mar 1, 2031"),
        ] {
            let [from, to] = [first, last].map(|day| format!("{day}T00:00:00Z"));
            assert_eq!(span(Some(&from), Some(&to)), expect);
        }
        assert_eq!(span(None, None), "");
    }
}
