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
    let head = bytes[..bytes.len().min(400)].to_ascii_lowercase();
    let mut page = head.trim_ascii_start();
    if page.starts_with(b"<?xml")
        && let Some(end) = page.windows(2).position(|pair| pair == b"?>")
    {
        page = page[end + 2..].trim_ascii_start();
    }
    page.starts_with(b"<!doctype html") || page.starts_with(b"<html")
}

pub(super) fn read(input: &InputBytes<'_>) -> RawInput {
    input.comment(markup::page(&decode::text(input.bytes)))
}
