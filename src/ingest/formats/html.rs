//! An HTML page holding one comment.

use super::input::InputBytes;
use crate::ingest::raw::RawInput;
use crate::ingest::{decode, markup};

/// Whether the file begins as a page does.
pub(super) fn is_page(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    let start = start[..start.len().min(200)].to_ascii_lowercase();
    start.starts_with(b"<!doctype html") || start.starts_with(b"<html")
}

pub(super) fn read(input: &InputBytes<'_>) -> RawInput {
    input.comment(markup::page(&decode::text(input.bytes)))
}
