//! Which paragraphs people answer: `known.csv`.

use super::{Cell, Column, column};
use crate::report::schema::{QuotedParagraph, ReportedKnown};

pub(in crate::report) const KNOWN: [Column; 4] = [
    column("known", 25, "Name of the known text."),
    column("paragraph", 10, "Which of its paragraphs, from 1."),
    column("n_comments", 10, "Comments that quote it, exact copies included."),
    column("text", 80, "The paragraph."),
];

/// A row of `known.csv`.
pub(in crate::report) fn known<'a>(
    text: &'a ReportedKnown,
    quoted: &'a QuotedParagraph,
) -> [Cell<'a>; KNOWN.len()] {
    [(&text.name).into(), quoted.paragraph.into(), quoted.n_comments.into(), (&quoted.text).into()]
}
