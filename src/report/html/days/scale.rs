//! Days in, bars out: few enough to be told apart, and none for a date that is a mistake.

use std::collections::BTreeMap;

use jiff::ToSpan;
use jiff::civil::Date;

/// Bars that are still told apart on a narrow screen.
const MOST_BARS: usize = 130;
/// Share of the dates that is left out on either side where they are spread: most are mistakes.
const STRAY: f64 = 0.005;

/// Comments of each day.
type Totals = BTreeMap<Date, usize>;

/// A unit of time, and the day on which that of a day begins.
type Unit = (&'static str, fn(Date) -> Date);

const UNITS: [Unit; 4] = [
    ("day", |day| day),
    ("week", monday),
    ("month", Date::first_of_month),
    ("year", Date::first_of_year),
];

/// Where bars stand.
pub(super) struct Scale {
    unit: Unit,
    first: Date,
    last: Date,
    starts: Vec<Date>,
}

impl Scale {
    /// By day, week, month or year, whichever are few enough; none where there is no day.
    pub(super) fn of(days: &Totals) -> Option<Self> {
        let (first, last) = span(days)?;
        UNITS
            .into_iter()
            .map(|unit| Self { unit, first, last, starts: starts(unit, first, last) })
            .find(|scale| scale.starts.len() <= MOST_BARS || scale.unit() == "year")
    }

    pub(super) fn unit(&self) -> &'static str {
        self.unit.0
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// The bar of a day; none of a stray one.
    pub(super) fn place(&self, day: Date) -> Option<usize> {
        let is_within = (self.first..=self.last).contains(&day);
        let start = is_within.then(|| (self.unit.1)(day))?;
        self.starts.binary_search(&start).ok()
    }

    /// "Feb 3, 2031" for a day or the Monday of a week, "Feb 2031", "2031".
    pub(super) fn name(&self, at: usize) -> String {
        let form = match self.unit() {
            "month" => "%b %Y",
            "year" => "%Y",
            _ => "%b %-d, %Y",
        };
        self.starts.get(at).map(|day| day.strftime(form).to_string()).unwrap_or_default()
    }

    /// "on Feb 3, 2031", "in Feb 2031".
    pub(super) fn when(&self, at: usize) -> String {
        let preposition = match self.unit() {
            "day" => "on",
            "week" => "in the week of",
            _ => "in",
        };
        format!("{preposition} {}", self.name(at))
    }
}

fn starts((unit, start): Unit, first: Date, last: Date) -> Vec<Date> {
    let step = match unit {
        "day" => 1.day(),
        "week" => 7.days(),
        "month" => 1.month(),
        _ => 1.year(),
    };
    std::iter::successors(Some(start(first)), |day| day.checked_add(step).ok())
        .take_while(|day| *day <= last)
        .take(MOST_BARS + 1)
        .collect()
}

fn monday(day: Date) -> Date {
    let days = i64::from(day.weekday().to_monday_zero_offset());
    day.checked_sub(days.days()).unwrap_or(day)
}

/// From when to when: all, where that is few days, else without strays.
fn span(days: &Totals) -> Option<(Date, Date)> {
    let (first, last) = (*days.keys().next()?, *days.keys().next_back()?);
    if last.since(first).is_ok_and(|span| span.get_days() < MOST_BARS as i32) {
        return Some((first, last));
    }
    let all: usize = days.values().sum();
    let stray = (all as f64 * STRAY) as usize;
    Some((nth_comment(stray, days.iter())?, nth_comment(stray, days.iter().rev())?))
}

/// The day of the comment that comes after `n` others.
fn nth_comment<'a>(
    n: usize,
    mut days: impl Iterator<Item = (&'a Date, &'a usize)>,
) -> Option<Date> {
    let mut before = 0;
    let (day, _) = days.find(|(_, count)| {
        before += **count;
        before > n
    })?;
    Some(*day)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::Scale;

    /// From a Wednesday: 130 days are bars of days, 131 days those of weeks from Monday, 1,000 of months.
    #[test]
    fn the_unit_is_the_smallest_that_fits() {
        for (last, unit, n_bars, name) in [
            ("2031-01-01", "day", 1, "Jan 1, 2031"),
            ("2031-05-10", "day", 130, "Jan 1, 2031"),
            ("2031-05-11", "week", 19, "Dec 30, 2030"),
            ("2033-09-26", "month", 33, "Jan 2031"),
        ] {
            let days = ["2031-01-01", last].map(|day| (day.parse().expect("a date"), 1));
            let scale = Scale::of(&BTreeMap::from(days)).expect("a scale");
            assert_eq!((scale.unit(), scale.len()), (unit, n_bars), "{last}");
            assert_eq!(scale.name(0), name);
            assert_eq!(scale.place(last.parse().expect("a date")), Some(n_bars - 1));
        }
    }
}
