//! A letter and a text of the report in, the text out with what became of the letter: the marks that renderings lay out.
//! They are those of the stage that names edits, so that what is shown is what was counted.

pub(super) use crate::edits::{Mark, Paragraph, Piece, redline};

/// Letters and texts of more bytes are not held against each other word by word where there are many.
pub(super) const MOST_BYTES: usize = 30_000;

/// Whether a text is short enough to be held against others.
pub(super) fn is_short(paragraphs: &[String]) -> bool {
    paragraphs.iter().map(String::len).sum::<usize>() <= MOST_BYTES
}
