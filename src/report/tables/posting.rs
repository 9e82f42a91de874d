//! What a docket office does with each input: the tables of `durian post`.

use super::cell::time;
use super::{Cell, Row};
use crate::report::joined;
use crate::report::posting::{Role, Sample};
use crate::report::schema::DocumentLine;

/// The row of `posting.csv` of an input.
pub fn posting<'a>(line: &'a DocumentLine, role: Role, to_check: &'a str) -> Row<'a> {
    vec![(&line.id).into(), role.name().into(), (&line.campaign).into(), to_check.into()]
}

/// The row of `campaigns-to-post.csv` of a campaign.
pub fn sample<'a>(sample: &'a Sample<'a>) -> Row<'a> {
    vec![
        (&sample.campaign.id).into(),
        sample.title().into(),
        sample.campaign.kind.words().into(),
        sample.campaign.n_comments.into(),
        sample.campaign.n_submissions.into(),
        (&sample.representative).into(),
        if sample.is_composite { "yes" } else { "no" }.into(),
        sample.file().into(),
        sample.to_check().into(),
    ]
}

/// The row of `senders.csv` or `singles.csv` of a comment.
pub fn sender(line: &DocumentLine, n_own_words: usize) -> Row<'_> {
    vec![
        (&line.campaign).into(),
        (&line.id).into(),
        (&line.author).into(),
        (&line.organization).into(),
        (&line.city).into(),
        (&line.state).into(),
        time(&line.timestamp),
        n_own_words.into(),
    ]
}

/// The row of `set-aside.csv` of an input.
pub fn aside<'a>(line: &'a DocumentLine, to_do: &'a str) -> Row<'a> {
    let reasons = joined(line.reason.iter().cloned().chain(line.kept_back()), "; ");
    vec![(&line.id).into(), line.bucket.name().into(), reasons.into(), to_do.into()]
}

/// The row of `sample.csv` of a comment.
pub fn checked<'a>(id: &'a str, role: Role, compared_with: &'a str) -> Row<'a> {
    vec![id.into(), role.name().into(), compared_with.into(), Cell::EMPTY]
}
