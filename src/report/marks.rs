//! A letter and a text of the report in, the text out with what became of the letter: the marks that renderings lay out.
//! They are those of the stage that names edits, so that what is shown is what was counted.

pub(super) use crate::detection::MOST_BYTES;
pub(super) use crate::edits::{Mark, Paragraph, Piece, Reference, redline};

/// Whether a text is short enough to be held against others.
pub(super) fn is_short(paragraphs: &[String]) -> bool {
    paragraphs.iter().map(String::len).sum::<usize>() <= MOST_BYTES
}
