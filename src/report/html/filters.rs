//! What the templates call.

use std::fmt::Display;

use askama::{Result, Values};

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

/// A line of a comment, safe to show.
#[askama::filter_fn]
pub(super) fn printable(text: &str, _: &dyn Values) -> Result<String> {
    Ok(crate::report::printable::line(text))
}
