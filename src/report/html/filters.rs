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

/// What an address names a comment by: everything but letters, digits and `-._~` as bytes in hexadecimal digits (RFC 3986).
#[askama::filter_fn]
pub(super) fn fragment(id: &str, _: &dyn Values) -> Result<String> {
    let mut fragment = String::with_capacity(id.len());
    for byte in id.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                fragment.push(char::from(byte));
            }
            _ => fragment += &format!("%{byte:02X}"),
        }
    }
    Ok(fragment)
}

/// A line of a comment, safe to show.
#[askama::filter_fn]
pub(super) fn printable(text: &str, _: &dyn Values) -> Result<String> {
    Ok(crate::report::printable::line(text))
}

/// How long a bar is, in percent with one decimal.
#[askama::filter_fn]
pub(super) fn width<T: Display>(percent: T, _: &dyn Values) -> Result<String> {
    Ok(format!("{percent:.1}"))
}
