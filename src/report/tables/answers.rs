//! What respondents answered, question by question: `answers.csv`.

use super::{Cell, Column, column};
use crate::report::schema::DocumentLine;

pub(in crate::report) const ANSWERS: [Column; 9] = [
    column("id", 25, "Id of the respondent."),
    column("question", 40, "The question: the heading of its column."),
    column("kind", 10, "`open`, or `closed` where answers were offered to choose from."),
    column("answer", 80, "The answer."),
    column(
        "bucket",
        15,
        "Where the answer ended among those to this question; of a closed question nothing. An answer that only refers to \
         another one, or says that there is none, has no text.",
    ),
    column("cluster", 18, "Id of its cluster among them."),
    column("campaign", 18, "Id of its campaign among them."),
    column("unique_text", 60, "What no other answer to the question has, where it is edited."),
    column("shared_text", 60, "What is not its campaign's and other answers have, too."),
];

/// The rows of `answers.csv` of an input: one for each answer, those to open questions first.
pub(in crate::report) fn answers(
    line: &DocumentLine,
) -> impl Iterator<Item = [Cell<'_>; ANSWERS.len()]> {
    let open = line.answers.iter().map(|answer| {
        let shared: Vec<&str> =
            answer.shared_text.iter().map(|shared| shared.text.as_str()).collect();
        [
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
        [
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
