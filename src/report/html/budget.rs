//! How much still fits into the page.

use crate::report::printable;

/// Less than this is not worth a look.
const HARDLY_ANYTHING: usize = 600;

/// Bytes that are left.
pub(super) struct Budget {
    left: usize,
}

impl Budget {
    pub(super) fn new(left: usize) -> Self {
        Self { left }
    }

    /// Takes some bytes, if they are left.
    pub(super) fn take(&mut self, bytes: usize) -> bool {
        let fits = bytes <= self.left;
        if fits {
            self.left -= bytes;
        }
        fits
    }

    /// Whether hardly anything fits any more.
    pub(super) fn is_spent(&self) -> bool {
        self.left < HARDLY_ANYTHING
    }
}

/// Paragraphs as they are shown: as many as fit into some bytes, and a word where that is not all.
pub(super) fn shown(paragraphs: &[String], most_bytes: usize) -> Vec<String> {
    let mut left = most_bytes;
    let mut shown = Vec::new();
    for paragraph in paragraphs {
        let end = paragraph.floor_char_boundary(left);
        left -= end;
        let mut text = printable::text(&paragraph[..end]);
        if end < paragraph.len() {
            text.push_str("… [cut here: the whole text opens with its id]");
        }
        shown.push(text);
        if end < paragraph.len() {
            break;
        }
    }
    shown
}
