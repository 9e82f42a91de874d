//! Lines that the page shows more of than a summary: found again where they stand, once it is known what fits.

use anyhow::Result;
use rustc_hash::FxHashMap;

use crate::report::schema::DocumentLine;

/// Finds a line by its number, from 0.
pub type FindLine<'a> = dyn Fn(usize) -> Result<DocumentLine> + Sync + 'a;

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
