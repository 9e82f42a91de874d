//! An HTML page holding one comment.

use super::{Found, Input, RawComment};
use crate::corpus::Attributes;
use crate::ingest::{decode, markup};

/// Whether the file begins as a page does.
pub(super) fn is_page(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    let start = start[..start.len().min(200)].to_ascii_lowercase();
    start.starts_with(b"<!doctype html") || start.starts_with(b"<html")
}

pub(super) fn read(input: &Input<'_>) -> Found {
    let body = markup::page(&decode::text(input.bytes));
    let attributes = Attributes {
        n_bytes: input.bytes.len() as u64,
        ..Attributes::default()
    };
    Found::Comment(Box::new(RawComment {
        place: input.place.to_owned(),
        body,
        attributes,
        ..RawComment::default()
    }))
}
