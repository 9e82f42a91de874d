//! What the page has room for: how many bytes are left, and the lines that it shows more of than a summary, found again where
//! they stand once it is known what fits.

use anyhow::Result;
use rustc_hash::FxHashMap;

use crate::report::printable;
use crate::report::schema::DocumentLine;
use crate::report::uniques::FindLine;

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

/// Comments that the page may show, by id, and the numbers of their lines as far as these were seen.
pub(super) struct Wanted<'a>(FxHashMap<&'a str, Option<usize>>);

impl<'a> Wanted<'a> {
    pub(super) fn new(ids: impl Iterator<Item = &'a str>) -> Self {
        Self(ids.map(|id| (id, None)).collect())
    }

    pub(super) fn see(&mut self, number: usize, id: &str) {
        if let Some(seen) = self.0.get_mut(id) {
            *seen = Some(number);
        }
    }

    pub(super) fn found_by<'b>(&'b self, find: &'b FindLine<'b>) -> Found<'b> {
        Found { numbers: &self.0, find }
    }
}

/// Lines that are found again.
#[derive(Clone, Copy)]
pub(super) struct Found<'a> {
    numbers: &'a FxHashMap<&'a str, Option<usize>>,
    find: &'a FindLine<'a>,
}

impl Found<'_> {
    /// The line of a comment; none where no line has its id.
    pub(super) fn of(self, id: &str) -> Result<Option<DocumentLine>> {
        let number = self.numbers.get(id).copied().flatten();
        number.map(|number| self.at(number)).transpose()
    }

    /// The line with a number.
    pub(super) fn at(self, number: usize) -> Result<DocumentLine> {
        (self.find)(number)
    }
}
