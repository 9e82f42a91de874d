//! An HTML page holding one comment.

use super::format::Format;
use super::input::InputBytes;
use crate::ingest::raw::RawInput;
use crate::ingest::{decode, markup};

pub(super) const FORMAT: Format = Format::text(
    |file| file.is_named(&["html", "htm", "xhtml"]) || is_page(file.bytes),
    |input, _| vec![read(input)],
);

/// Whether the file begins as a page does.
fn is_page(bytes: &[u8]) -> bool {
    let start = bytes[..bytes.len().min(400)].to_ascii_lowercase();
    let declaration = start.windows(2).position(|pair| pair == b"?>");
    let is_declared = start.trim_ascii_start().starts_with(b"<?xml");
    let start = match declaration.filter(|_| is_declared) {
        Some(end) => &start[end + 2..],
        None => &start,
    };
    let start = start.trim_ascii_start();
    start.starts_with(b"<!doctype html") || start.starts_with(b"<html")
}

pub(super) fn read(input: &InputBytes<'_>) -> RawInput {
    input.comment(markup::page(&decode::text(input.bytes)))
}
