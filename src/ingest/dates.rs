//! Dates as people and programs write them, read as seconds since 1970.
//!
//! What no library's format has is taken apart: a time and its zone, a month's name, numbers. Of 04/03/2031 a cell does not
//! tell which is the month; a column does, where one of its cells can be read in one way only.

use std::sync::LazyLock;

use jiff::civil::{self, DateTime, date};
use jiff::{SignedDuration, ToSpan};
use regex::Captures;

use super::patterns::{self, Pattern};
use crate::corpus::Timestamp;

/// What comes first where a date is three numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Order {
    #[default]
    Month,
    Day,
}

/// Reads a date as people and programs write it; out of 1970–2100 it is not believed.
pub(super) fn timestamp(date: &str) -> Option<Timestamp> {
    timestamp_in(date, Order::default())
}

/// The same, where it is known what comes first.
fn timestamp_in(date: &str, order: Order) -> Option<Timestamp> {
    let date = date.trim();
    let found = iso(date)
        .or_else(|| Some(jiff::fmt::rfc2822::parse(date).ok()?.timestamp().as_second()))
        .or_else(|| Written::of(date)?.read(order))
        .or_else(|| {
            let parsed = mail_parser::DateTime::parse_rfc822(date)?;
            parsed.is_valid().then(|| parsed.to_timestamp())
        })
        .or_else(|| number(date));
    found.filter(|found| is_believed(*found))
}

/// Whether a time lies in 1970–2100.
pub(super) fn is_believed(timestamp: Timestamp) -> bool {
    (0..4_102_444_800).contains(&timestamp)
}

/// `2024-03-06T05:00Z` (bulk CSV), with a zone or without, and plain dates.
fn iso(date: &str) -> Option<Timestamp> {
    let in_zone = date.parse().ok().map(jiff::Timestamp::as_second);
    in_zone.or_else(|| in_utc(date.trim_end_matches('Z').parse().ok()?))
}

/// A spreadsheet's number of days from 1924 on, and a program's number of seconds or milliseconds.
fn number(date: &str) -> Option<Timestamp> {
    let number: f64 = date.trim_start_matches("/Date(").trim_end_matches(")/").parse().ok()?;
    match number {
        9_000.0..80_000.0 => in_utc(of_days(number, false)?),
        1e9..4.2e9 => Some(number as Timestamp),
        1e12..4.2e12 => Some((number / 1000.0) as Timestamp),
        _ => None,
    }
}

/// The date of a spreadsheet's number of days, as far as it is one.
pub(super) fn of_days(days: f64, is_1904: bool) -> Option<DateTime> {
    // Not 1900-01-01: days are counted from 1, and past a leap day that there was not.
    let first_day = if is_1904 { date(1904, 1, 1) } else { date(1899, 12, 30) };
    if !(0.0..2_958_466.0).contains(&days) {
        return None;
    }
    let seconds = (days.fract() * 86_400.0).round() as i64;
    first_day.at(0, 0, 0, 0).checked_add((days.trunc() as i64).days().seconds(seconds)).ok()
}

fn in_utc(date: DateTime) -> Option<Timestamp> {
    Some(date.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp().as_second())
}

/// How the names of months begin, in the languages whose letters are known: English, Spanish, French, German, Italian,
/// Portuguese, Dutch, and what others share with them.
static MONTHS: LazyLock<Vec<Vec<&str>>> =
    LazyLock::new(|| patterns::list("months").map(|names| names.split(' ').collect()).collect());
/// Zones by their names, with their hours.
static ZONES: LazyLock<Vec<(&str, i64)>> = LazyLock::new(|| {
    let zones = patterns::list("zones of time").filter_map(|zone| zone.split_once(' '));
    zones.filter_map(|(name, hours)| Some((name, hours.parse().ok()?))).collect()
});

/// A date taken apart.
struct Written {
    /// With how many digits each is written.
    numbers: Vec<(i16, usize)>,
    month: Option<i8>,
    has_points: bool,
    time: civil::Time,
    zone: SignedDuration,
}

impl Written {
    fn of(date: &str) -> Option<Self> {
        static TIME: Pattern = Pattern::new(
            r"(?ix)\b(?<hour>\d{1,2})(?:[:h](?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d+)?)?(?:\s*(?<half>[ap])\.?\s?m\b\.?)?|\s*(?<half_alone>[ap])\.?\s?m\b\.?)
                    (?:\s*(?:utc|gmt)?\s*(?<sign>[+-])(?<hours>\d{2}):?(?<minutes>\d{2})?\b|\s*(?<zone>[a-z]{3,4})\b)?",
        );
        static PARTS: Pattern = Pattern::new(r"\d+|\p{L}+");
        // No date is so long.
        if date.len() > 80 || !date.contains(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let time = TIME.captures(date);
        let rest = match &time {
            Some(found) => date.replacen(&found[0], " ", 1),
            None => date.to_owned(),
        };
        let (mut numbers, mut month) = (Vec::new(), None);
        for part in PARTS.find_iter(&rest) {
            let part = part.as_str();
            match part.parse() {
                Ok(number) => numbers.push((number, part.len())),
                // Days of the week come first.
                Err(_) => month = month_of(part).or(month),
            }
        }
        Some(Self {
            numbers,
            month,
            has_points: rest.contains('.'),
            time: time.as_ref().map_or(Some(civil::Time::midnight()), time_of)?,
            zone: time.as_ref().map_or(SignedDuration::ZERO, zone_of),
        })
    }

    fn read(&self, order: Order) -> Option<Timestamp> {
        let (year, month, day) = match (&self.numbers[..], self.month) {
            ([year, day], Some(month)) if year.1 == 4 => (*year, month, day.0),
            ([day, year], Some(month)) => (*year, month, day.0),
            ([year, month, day], None) if year.1 == 4 => (*year, month.0.try_into().ok()?, day.0),
            ([one, other, year], None) => {
                let order =
                    self.order().unwrap_or(if self.has_points { Order::Day } else { order });
                let (month, day) = if order == Order::Day { (other, one) } else { (one, other) };
                (*year, month.0.try_into().ok()?, day.0)
            }
            _ => return None,
        };
        let year = match year {
            (year, 4) => year,
            (year, 2) => year + if year < 70 { 2000 } else { 1900 },
            _ => return None,
        };
        let day = civil::Date::new(year, month, day.try_into().ok()?).ok()?;
        Some(in_utc(day.to_datetime(self.time))? - self.zone.as_secs())
    }

    /// What comes first, where a number of a date can be no month.
    fn order(&self) -> Option<Order> {
        match (&self.numbers[..], self.month) {
            ([(_, 4), ..], _) => None,
            ([(13.., _), (..=12, _), _], None) => Some(Order::Day),
            ([(..=12, _), (13.., _), _], None) => Some(Order::Month),
            _ => None,
        }
    }

    /// Whether the month may be either of two numbers.
    fn is_open(&self) -> bool {
        !self.has_points
            && self.month.is_none()
            && matches!(self.numbers[..], [(one @ ..=12, ..=2), (other @ ..=12, _), _] if one != other)
    }
}

fn month_of(word: &str) -> Option<i8> {
    let word = word.to_lowercase();
    let at = MONTHS.iter().position(|names| names.iter().any(|name| word.starts_with(name)))?;
    Some(at as i8 + 1)
}

fn time_of(found: &Captures<'_>) -> Option<civil::Time> {
    let half = found.name("half").or_else(|| found.name("half_alone"));
    let hour = match (number_in(found, "hour"), half.map(|half| half.as_str())) {
        (hour, None) => hour,
        (hour, Some("p" | "P")) => hour % 12 + 12,
        (hour, Some(_)) => hour % 12,
    };
    civil::Time::new(hour, number_in(found, "minute"), number_in(found, "second"), 0).ok()
}

/// The number of two digits at most that a part of a time is; 0 where there is none.
fn number_in(found: &Captures<'_>, part: &str) -> i8 {
    found.name(part).and_then(|part| part.as_str().parse().ok()).unwrap_or(0)
}

fn zone_of(found: &Captures<'_>) -> SignedDuration {
    let [hours, minutes] = ["hours", "minutes"].map(|part| i64::from(number_in(found, part)));
    let ahead = SignedDuration::from_mins(hours * 60 + minutes);
    match (found.name("sign").map(|sign| sign.as_str()), found.name("zone")) {
        (Some("-"), _) => -ahead,
        (_, Some(zone)) => {
            let known = ZONES.iter().find(|(name, _)| zone.as_str().eq_ignore_ascii_case(name));
            SignedDuration::from_hours(known.map_or(0, |(_, hours)| *hours))
        }
        _ => ahead,
    }
}

/// What columns of dates tell of themselves, by their names.
#[derive(Clone, Debug, Default)]
pub(super) struct DateColumns(Vec<(String, DateColumn)>);

#[derive(Clone, Debug, Default)]
struct DateColumn {
    heading: String,
    n_day_first: usize,
    n_month_first: usize,
    /// Cells that may be read either way, and those that cannot be read, with the first of them.
    open: Examples,
    unread: Examples,
}

/// How many there are of something, and the first of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Examples(pub(super) usize, pub(super) String);

impl Examples {
    pub(super) fn add(&mut self, example: &str) {
        self.0 += 1;
        if self.0 == 1 {
            example.clone_into(&mut self.1);
        }
    }
}

impl DateColumns {
    /// Learns from a cell of the column of a name, whose heading may be written otherwise.
    pub(super) fn learn(&mut self, name: &str, heading: &str, cell: &str) {
        const NO_DATES: [&str; 6] = ["null", "none", "n/a", "na", "nan", "nat"];
        let at = self.0.iter().position(|(own, _)| own == name).unwrap_or_else(|| {
            let heading = heading.trim().to_owned();
            self.0.push((name.to_owned(), DateColumn { heading, ..DateColumn::default() }));
            self.0.len() - 1
        });
        let (_, column) = &mut self.0[at];
        let cell = cell.trim();
        let is_blank = !cell.contains(char::is_alphanumeric);
        if is_blank || NO_DATES.iter().any(|no| cell.eq_ignore_ascii_case(no)) {
            return;
        }
        // What begins with the year tells nothing of the order, and most columns are of such dates.
        if iso(cell).is_some_and(is_believed) {
            return;
        }
        let is_read = timestamp_in(cell, Order::Day).or_else(|| timestamp(cell)).is_some();
        let written = Written::of(cell).filter(|_| is_read);
        match written.map(|written| (written.order(), written.is_open())) {
            Some((Some(Order::Day), _)) => column.n_day_first += 1,
            Some((Some(Order::Month), _)) => column.n_month_first += 1,
            Some((None, true)) => column.open.add(cell),
            None if !is_read => column.unread.add(cell),
            _ => {}
        }
    }

    pub(super) fn timestamp(&self, name: &str, date: &str) -> Option<Timestamp> {
        timestamp_in(date, self.order(name))
    }

    /// Whether one of their dates begins with a month or with a day, which other cells may tell.
    pub(super) fn have_orders(&self) -> bool {
        self.0.iter().any(|(_, own)| own.n_day_first + own.n_month_first + own.open.0 > 0)
    }

    /// What comes first in a column's dates: as the cells tell that can be read in one way only, else as they tell in the
    /// other columns.
    fn order(&self, name: &str) -> Order {
        let own = self.0.iter().find(|(own, _)| own == name).and_then(|(_, own)| own.order());
        own.or_else(|| self.0.iter().find_map(|(_, other)| other.order())).unwrap_or_default()
    }

    /// What is to be said of dates that were not read, and of those that may be others.
    pub(super) fn told(&self) -> Vec<String> {
        let mut told = Vec::new();
        for (name, DateColumn { heading, n_day_first, n_month_first, open, unread }) in &self.0 {
            if unread.0 > 0 {
                told.push(format!(
                    "dates in `{heading}` that cannot be read, such as `{}`: {}; their comments have none from it",
                    unread.1, unread.0
                ));
            }
            if open.0 > 0 && (*n_day_first > 0) == (*n_month_first > 0) {
                let first = if self.order(name) == Order::Day { "day" } else { "month" };
                told.push(format!(
                    "dates in `{heading}` of which either number may be the month, such as `{}`: {}; they are read with the {first} first",
                    open.1, open.0
                ));
            }
        }
        told
    }
}

impl DateColumn {
    fn order(&self) -> Option<Order> {
        match (self.n_day_first, self.n_month_first) {
            (0, 0) => None,
            (day, month) if day > month => Some(Order::Day),
            _ => Some(Order::Month),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Order, of_days, timestamp_in};

    #[test]
    fn days_come_first_and_are_counted_where_it_is_told() {
        assert_eq!(timestamp_in("02/03/2031", Order::Day), Some(1_930_176_000));
        let shown = [(47_969.0, false), (46_507.5, true)]
            .map(|(days, is_1904)| of_days(days, is_1904).expect("a date").to_string());
        assert_eq!(shown, ["2031-05-01T00:00:00", "2031-05-01T12:00:00"]);
        for days in [-1.0, f64::NAN, 1e300] {
            assert_eq!(of_days(days, false), None, "{days}");
        }
    }
}
