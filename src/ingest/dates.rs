//! Dates as people and programs write them, read as seconds since 1970.

use std::sync::LazyLock;

use jiff::civil;
use regex::{Captures, Regex};

use super::patterns::pattern;
use crate::corpus::Timestamp;

/// Reads a date as people and programs write it; out of 1970–2100 it is not believed.
pub(super) fn timestamp(date: &str) -> Option<Timestamp> {
    let forms: [fn(&str) -> Option<Timestamp>; 5] = [iso, plain, american, mail, rfc2822];
    forms.iter().find_map(|read| read(date.trim())).filter(|found| is_believed(*found))
}

/// Whether a time lies in 1970–2100.
pub(super) fn is_believed(timestamp: Timestamp) -> bool {
    (0..4_102_444_800).contains(&timestamp)
}

fn iso(date: &str) -> Option<Timestamp> {
    date.parse().ok().map(jiff::Timestamp::as_second)
}

/// `2024-03-06T05:00Z` (bulk CSV) and plain dates.
fn plain(date: &str) -> Option<Timestamp> {
    in_utc(date.trim_end_matches('Z').parse().ok()?)
}

fn mail(date: &str) -> Option<Timestamp> {
    let parsed = mail_parser::DateTime::parse_rfc822(date)?;
    parsed.is_valid().then(|| parsed.to_timestamp())
}

fn rfc2822(date: &str) -> Option<Timestamp> {
    Some(jiff::fmt::rfc2822::parse(date).ok()?.timestamp().as_second())
}

/// `3/6/2024`, `1/9/2023 6:39:06 PM`: month first. The zone is not told; UTC is taken.
fn american(date: &str) -> Option<Timestamp> {
    static AMERICAN: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)^(\d{1,2})/(\d{1,2})/(\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AP]M)?)?$",
        )
    });
    let parts = AMERICAN.captures(date)?;
    let [month, day, told_hour, minute, second] =
        [1, 2, 4, 5, 6].map(|group| number(&parts, group));
    let hour = match parts.get(7) {
        Some(half) if half.as_str().eq_ignore_ascii_case("pm") => told_hour? % 12 + 12,
        Some(_) => told_hour? % 12,
        None => told_hour?,
    };
    let year = parts[3].parse().ok()?;
    in_utc(civil::DateTime::new(year, month?, day?, hour, minute?, second?, 0).ok()?)
}

/// A number of a date; what is not told is 0.
fn number(parts: &Captures<'_>, group: usize) -> Option<i8> {
    parts.get(group).map_or(Some(0), |part| part.as_str().parse().ok())
}

fn in_utc(date: civil::DateTime) -> Option<Timestamp> {
    Some(date.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp().as_second())
}

#[cfg(test)]
mod tests {
    use super::timestamp;

    #[test]
    fn dates_as_found_in_dockets() {
        for (date, expect) in [
            ("2020-08-18T04:00:00Z", Some(1_597_723_200)),
            ("2024-03-06T05:00Z", Some(1_709_701_200)),
            ("2015-11-11T00:00:00-05:00", Some(1_447_218_000)),
            ("Tue, 06 Apr 2004 10:09:00 -0500", Some(1_081_264_140)),
            ("3/6/2024", Some(1_709_683_200)),
            ("1/9/2023 6:39:06 PM", Some(1_673_289_546)),
            ("1/9/2023 12:00 AM", Some(1_673_222_400)),
            ("13/45/2024", None),
            ("", None),
            ("3019-01-01T00:00:00Z", None),
            ("0001-01-01T00:00:00Z", None),
            ("Thu, 31 Feb", None),
            ("soon", None),
        ] {
            assert_eq!(timestamp(date), expect, "{date}");
        }
    }
}
