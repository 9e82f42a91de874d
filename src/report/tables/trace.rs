//! What became of the words: the table of `durian trace`.

use super::cell::time;
use super::{Cell, Column, column, first_ids};
use crate::report::schema::TracedPassage;

pub(in crate::report) const TRACE: [Column; 11] = [
    column("paragraph", 10, "Paragraph of the final text, from 1."),
    column("text", 60, "The passage."),
    column(
        "kind",
        10,
        "How a comment has it, the best way: `verbatim`, word for word; `edited`, most words in the same order; `reworded`, in \
         other words.",
    ),
    column("first", 25, "Id of the comment that had it first."),
    column("campaign", 16, "Id of that comment's campaign."),
    column("author", 25, "Who wrote that comment."),
    column("organization", 25, "For whom."),
    column("first_date", 20, "When it was received, or else posted or sent (UTC)."),
    column("comments", 10, "Comments that have the passage, exact copies included."),
    column("source_text", 60, "The words of the comment that had it first."),
    column("sources", 40, "Ids of the comments that have it, as many as help."),
];

/// The row of `trace.csv` of a passage.
pub(in crate::report) fn passage(passage: &TracedPassage) -> [Cell<'_>; TRACE.len()] {
    let first = passage.sources.first();
    let ids: Vec<String> = passage.sources.iter().map(|source| source.id.clone()).collect();
    [
        passage.paragraph.into(),
        (&passage.text).into(),
        passage.kind.name().into(),
        (&passage.first).into(),
        first.map_or(Cell::EMPTY, |first| (&first.campaign).into()),
        first.map_or(Cell::EMPTY, |first| (&first.author).into()),
        first.map_or(Cell::EMPTY, |first| (&first.organization).into()),
        time(&passage.first_date),
        passage.n_comments.into(),
        first.map_or(Cell::EMPTY, |first| (&first.text).into()),
        first_ids(&ids).into(),
    ]
}
