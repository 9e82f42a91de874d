//! What respondents answered, question by question: `answers.csv`.

use super::{Cell, Row};
use crate::report::schema::DocumentLine;

/// The rows of `answers.csv` of an input: one for each answer, those to open questions first.
pub fn answers(line: &DocumentLine) -> impl Iterator<Item = Row<'_>> {
    let open = line.answers.iter().map(|answer| {
        let shared: Vec<&str> =
            answer.shared_text.iter().map(|shared| shared.text.as_str()).collect();
        vec![
            (&line.id).into(),
            (&answer.question).into(),
            "open".into(),
            (&answer.text).into(),
            answer.bucket.words().into(),
            (&answer.cluster).into(),
            (&answer.campaign).into(),
            answer.unique_text.join("\n\n").into(),
            shared.join("\n\n").into(),
        ]
    });
    let closed = line.chosen.iter().map(|chosen| {
        vec![
            (&line.id).into(),
            (&chosen.question).into(),
            "closed".into(),
            (&chosen.answer).into(),
            Cell::EMPTY,
            Cell::EMPTY,
            Cell::EMPTY,
            Cell::EMPTY,
            Cell::EMPTY,
        ]
    });
    open.chain(closed)
}
