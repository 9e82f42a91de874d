//! What the templates call.

use std::fmt::Display;

use askama::{Result, Values};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::report::words::{grouped_digits, plural};

/// 12345 → "12,345".
#[askama::filter_fn]
pub(super) fn grouped<T: Display>(number: T, _: &dyn Values) -> Result<String> {
    Ok(grouped_digits(&number.to_string()))
}

/// "1 comment", "2 comments".
#[askama::filter_fn]
pub(super) fn counted<T: Display>(number: T, _: &dyn Values, noun: &str) -> Result<String> {
    let digits = number.to_string();
    let plural = plural(&digits, noun);
    Ok(format!("{} {plural}", grouped_digits(&digits)))
}

/// What an address has as it is besides letters and digits (RFC 3986).
const UNRESERVED: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// What an address names a comment by.
#[askama::filter_fn]
pub(super) fn fragment(id: &str, _: &dyn Values) -> Result<String> {
    Ok(utf8_percent_encode(id, &UNRESERVED).to_string())
}

/// A line of a comment, safe to show.
#[askama::filter_fn]
pub(super) fn printable(text: &str, _: &dyn Values) -> Result<String> {
    Ok(crate::report::printable::line(text))
}

/// Running text of a comment, safe to show.
#[askama::filter_fn]
pub(super) fn running(text: &str, _: &dyn Values) -> Result<String> {
    Ok(crate::report::printable::text(text))
}

/// The first characters of a text on one line.
#[askama::filter_fn]
pub(super) fn excerpt<T: AsRef<str>>(
    text: T,
    _: &dyn Values,
    n_characters: usize,
) -> Result<String> {
    Ok(crate::report::printable::excerpt(text.as_ref(), n_characters))
}

/// The day of a time.
#[askama::filter_fn]
pub(super) fn day(time: &str, _: &dyn Values) -> Result<String> {
    Ok(crate::report::words::day(time).to_owned())
}

/// How long a bar is, in percent with one decimal.
#[askama::filter_fn]
pub(super) fn width<T: Display>(percent: T, _: &dyn Values) -> Result<String> {
    Ok(format!("{percent:.1}"))
}
