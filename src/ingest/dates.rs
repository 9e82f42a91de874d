//! Dates as people and programs write them, read as seconds since 1970.

use std::sync::LazyLock;

use regex::Regex;

use crate::corpus::Timestamp;

/// Reads a date as people and programs write it; out of 1970–2100 it is not believed.
pub(super) fn timestamp(date: &str) -> Option<Timestamp> {
    let date = date.trim();
    let iso = || {
        let timestamp: jiff::Timestamp = date.parse().ok()?;
        Some(timestamp.as_second())
    };
    // `2024-03-06T05:00Z` (bulk CSV) and plain dates.
    let civil = || {
        let civil: jiff::civil::DateTime = date.trim_end_matches('Z').parse().ok()?;
        Some(civil.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp().as_second())
    };
    let mail = || {
        let parsed = mail_parser::DateTime::parse_rfc822(date)?;
        parsed.is_valid().then(|| parsed.to_timestamp())
    };
    let rfc2822 = || Some(jiff::fmt::rfc2822::parse(date).ok()?.timestamp().as_second());
    let found = iso().or_else(civil).or_else(|| american(date)).or_else(mail).or_else(rfc2822)?;
    is_believed(found).then_some(found)
}

/// Whether a time lies in 1970–2100.
pub(super) fn is_believed(timestamp: Timestamp) -> bool {
    (0..4_102_444_800).contains(&timestamp)
}

/// `3/6/2024`, `1/9/2023 6:39:06 PM`: month first. The zone is not told; UTC is taken.
fn american(date: &str) -> Option<Timestamp> {
    static AMERICAN: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?i)^(\d{1,2})/(\d{1,2})/(\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AP]M)?)?$",
        )
        .expect("the pattern is valid")
    });
    let parts = AMERICAN.captures(date)?;
    let number = |group: usize| {
        let text = parts.get(group).map_or("0", |part| part.as_str());
        text.parse::<i16>().ok()
    };
    let small = |group: usize| i8::try_from(number(group)?).ok();
    let hour = match parts.get(7).map(|half| half.as_str().to_lowercase()) {
        Some(half) if half == "pm" => small(4)? % 12 + 12,
        Some(_) => small(4)? % 12,
        None => small(4)?,
    };
    let civil =
        jiff::civil::DateTime::new(number(3)?, small(1)?, small(2)?, hour, small(5)?, small(6)?, 0)
            .ok()?;
    let zoned = civil.to_zoned(jiff::tz::TimeZone::UTC).ok()?;
    Some(zoned.timestamp().as_second())
}

#[cfg(test)]
mod tests {
    use super::timestamp;

    #[test]
    fn dates_as_found_in_dockets() {
        let second_of = |date: &str| timestamp(date);
        assert_eq!(second_of("2020-08-18T04:00:00Z"), Some(1_597_723_200));
        assert_eq!(second_of("2024-03-06T05:00Z"), Some(1_709_701_200));
        assert_eq!(second_of("2015-11-11T00:00:00-05:00"), Some(1_447_218_000));
        assert_eq!(second_of("Tue, 06 Apr 2004 10:09:00 -0500"), Some(1_081_264_140));
        assert_eq!(second_of("3/6/2024"), Some(1_709_683_200));
        assert_eq!(second_of("1/9/2023 6:39:06 PM"), Some(1_673_289_546));
        assert_eq!(second_of("1/9/2023 12:00 AM"), Some(1_673_222_400));
        for garbage in [
            "13/45/2024",
            "",
            "3019-01-01T00:00:00Z",
            "0001-01-01T00:00:00Z",
            "Thu, 31 Feb",
            "soon",
        ] {
            assert_eq!(second_of(garbage), None, "{garbage}");
        }
    }
}
