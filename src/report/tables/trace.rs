//! What became of the words: the table of `durian trace`.

use super::cell::time;
use super::{Row, first_ids};
use crate::report::schema::TracedPassage;

/// The row of `trace.csv` of a passage.
pub fn passage(passage: &TracedPassage) -> Row<'_> {
    let first = passage.sources.first();
    let ids: Vec<String> = passage.sources.iter().map(|source| source.id.clone()).collect();
    vec![
        passage.paragraph.into(),
        (&passage.text).into(),
        passage.kind.name().into(),
        (&passage.first).into(),
        first.map(|first| &first.campaign).into(),
        first.map(|first| &first.author).into(),
        first.map(|first| &first.organization).into(),
        time(&passage.first_date),
        passage.n_comments.into(),
        first.map(|first| &first.text).into(),
        first_ids(&ids).into(),
    ]
}
