//! What is to be fetched: `to-fetch.csv`.

use super::Row;
use crate::report::schema::{DocumentLine, ReportedAttachment};

/// The rows of `to-fetch.csv` of an input: one for each file that came with it and was not read.
pub fn to_fetch(line: &DocumentLine) -> impl Iterator<Item = Row<'_>> {
    line.not_read().map(|file| {
        vec![
            (&line.id).into(),
            name(line, file).into(),
            file.link().unwrap_or_default().into(),
            file.why_not_read().into(),
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
