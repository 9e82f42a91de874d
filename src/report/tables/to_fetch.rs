//! What is to be fetched: `to-fetch.csv`.

use super::{Cell, Column, column};
use crate::report::schema::{DocumentLine, ReportedAttachment};

pub(in crate::report) const TO_FETCH: [Column; 4] = [
    column("id", 25, "Id of the comment that the file came with."),
    column(
        "name",
        40,
        "What to name the file: put it beside the docket under this name, and the next run reads it with its comment.",
    ),
    column("link", 60, "Where it is, as the record says."),
    column("reason", 40, "Why it was not read."),
];

/// Why a file was not read of which nothing else is known.
const NOT_HELD: &str = "the docket lists it but does not contain it";

/// The rows of `to-fetch.csv` of an input: one for each file that came with it and was not read.
pub(in crate::report) fn to_fetch(
    line: &DocumentLine,
) -> impl Iterator<Item = [Cell<'_>; TO_FETCH.len()]> {
    line.not_read().map(|file| {
        [
            (&line.id).into(),
            name(line, file).into(),
            file.link().unwrap_or_default().into(),
            file.reason.as_deref().unwrap_or(NOT_HELD).into(),
        ]
    })
}

/// The name under which a file is read with its comment. Many records name a file `attachment_1.pdf`: the comment's id
/// before it tells whose it is.
fn name(line: &DocumentLine, file: &ReportedAttachment) -> String {
    let is_record_id = line.id != line.source && !line.id.contains(['/', '\\']);
    let name = file.file_name();
    if is_record_id && file.is_read.is_none() {
        format!("{}_{name}", line.id)
    } else {
        name.to_owned()
    }
}
