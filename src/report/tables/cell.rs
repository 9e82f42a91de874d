//! What a cell holds, and what a spreadsheet takes of it.

use std::borrow::Cow;

use crate::report::printable;

/// What a spreadsheet takes in a cell, in UTF-16 units.
const LONGEST_CELL: usize = 32_767;
/// How a text ends that was cut.
pub(in crate::report) const CUT: &str = "; the whole is in documents.jsonl]";
/// Room for the words that tell of a cut.
const ROOM_FOR_MARK: usize = 100;

/// What a cell holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell<'a> {
    /// A text.
    Text(Cow<'a, str>),
    /// A count.
    Number(u64),
    /// Shown with six decimals.
    Decimal(f64),
    /// As reports write it: `2031-05-04T10:15:00Z`.
    Time(Cow<'a, str>),
    /// A text, and the row of the sheet *Campaigns* that it leads to.
    Link(&'a str, u32),
}

impl Cell<'_> {
    /// Nothing.
    pub const EMPTY: Self = Cell::Text(Cow::Borrowed(""));
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Cell::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<&'a String> for Cell<'a> {
    fn from(text: &'a String) -> Self {
        Cell::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Cell<'_> {
    fn from(text: String) -> Self {
        Cell::Text(Cow::Owned(text))
    }
}

impl<'a> From<&'a Option<String>> for Cell<'a> {
    fn from(text: &'a Option<String>) -> Self {
        text.as_deref().unwrap_or_default().into()
    }
}

/// Nothing where it is not known.
impl<'a, T: Into<Self>> From<Option<T>> for Cell<'a> {
    fn from(known: Option<T>) -> Self {
        known.map_or(Self::EMPTY, Into::into)
    }
}

impl From<usize> for Cell<'_> {
    fn from(number: usize) -> Self {
        Cell::Number(number as u64)
    }
}

impl From<u64> for Cell<'_> {
    fn from(number: u64) -> Self {
        Cell::Number(number)
    }
}

/// A time, where it is known.
pub(super) fn time(known: &Option<String>) -> Cell<'_> {
    known.as_deref().map(|known| Cell::Time(known.into())).into()
}

/// A time as spreadsheets take it, without a time of day where it is midnight: records have days alone. None
/// where it has another form.
pub(in crate::report) fn plain_time(written: &str) -> Option<String> {
    let (day, time) = written.strip_suffix('Z')?.split_once('T')?;
    let is_time = has_form(day, "0000-00-00") && has_form(time, "00:00:00");
    is_time.then(|| match time {
        "00:00:00" => day.to_owned(),
        _ => format!("{day} {time}"),
    })
}

/// Whether a text is a form with digits in the places of its zeros.
fn has_form(text: &str, form: &str) -> bool {
    text.len() == form.len()
        && text
            .bytes()
            .zip(form.bytes())
            .all(|(own, of)| own == of || of == b'0' && own.is_ascii_digit())
}

/// A text as a cell may have it: printable, and no longer than a cell holds.
pub(in crate::report) fn fitted(text: &str) -> Cow<'_, str> {
    if text.len() < LONGEST_CELL && printable::is_plain(text) {
        return text.into();
    }
    cut(printable::text(text)).into()
}

fn cut(text: String) -> String {
    // No text has more units than bytes. One is left for a sign before it.
    if text.len() < LONGEST_CELL || text.encode_utf16().count() < LONGEST_CELL {
        return text;
    }
    let mut n_kept = 0;
    let end = text
        .char_indices()
        .find(|(_, c)| {
            n_kept += c.len_utf16();
            n_kept > LONGEST_CELL - ROOM_FOR_MARK
        })
        .map_or(text.len(), |(at, _)| at);
    let n_left_out = text[end..].chars().count();
    format!("{} […cut here: {n_left_out} more characters{CUT}", &text[..end])
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_CELL, fitted, plain_time};

    #[test]
    fn long_cells_are_cut_and_say_so() {
        let whole = "a".repeat(LONGEST_CELL - 1);
        assert_eq!(fitted(&whole), whole);
        for text in ["a", "é", "😀"] {
            let long = text.repeat(40_000);
            let cell = fitted(&long);
            assert!(cell.encode_utf16().count() < LONGEST_CELL);
            let n_kept = (LONGEST_CELL - 100) / text.encode_utf16().count();
            let mark = format!("[…cut here: {} more characters", 40_000 - n_kept);
            assert!(cell.contains(&mark), "{text}");
        }
    }

    #[test]
    fn times_are_told_apart() {
        fn check(written: &str, expect: Option<&str>) {
            assert_eq!(plain_time(written).as_deref(), expect, "{written}");
        }
        check("2031-05-04T10:15:00Z", Some("2031-05-04 10:15:00"));
        check("2031-05-04T00:00:00Z", Some("2031-05-04"));
        for other in ["", "=1+1", "2031-05-04", "2031-05-04T10:15Z", "-2031-05-04T10:15:00Z"] {
            check(other, None);
        }
    }
}
