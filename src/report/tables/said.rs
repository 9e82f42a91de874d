//! What many say: `said_by_many.csv`, sheet *Said by many*.

use super::{Cell, Column, column, first_ids};
use crate::report::schema::ReportedSaid;

pub(in crate::report) const SAID: [Column; 5] = [
    column(
        "kind",
        15,
        "What its comments share: the same words, or the same facts in other words.",
    ),
    column(
        "text",
        80,
        "The passage as the first of them has it; of facts each, with how many name it.",
    ),
    column("n_comments", 12, "Comments that say it."),
    column("first", 25, "Id of the earliest of them."),
    column("comments", 50, "Their ids."),
];

/// A row of `said_by_many.csv`.
pub(in crate::report) fn said(said: &ReportedSaid) -> [Cell<'_>; SAID.len()] {
    let facts: Vec<String> =
        said.facts.iter().map(|fact| format!("{} ({})", fact.text, fact.n_comments)).collect();
    [
        said.kind.words().into(),
        if facts.is_empty() { (&said.text).into() } else { facts.join("; ").into() },
        said.n_comments.into(),
        (&said.first).into(),
        first_ids(&said.comments).into(),
    ]
}
