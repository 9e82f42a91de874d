//! What is not to be posted: `flagged.csv`.

use super::{Cell, Column, column};
use crate::report::schema::ReportedKeptBack;

pub(in crate::report) const FLAGGED: [Column; 3] = [
    column("id", 25, "Id of the input."),
    column("flag", 25, "`restricted` by its record, or what people say of it (`--flags`)."),
    column("note", 60, "The reason that the record gives, or a note of people."),
];

/// A row of `flagged.csv`.
pub(in crate::report) fn flagged(kept: &ReportedKeptBack) -> [Cell<'_>; FLAGGED.len()] {
    [(&kept.id).into(), (&kept.flag).into(), (&kept.note).into()]
}
