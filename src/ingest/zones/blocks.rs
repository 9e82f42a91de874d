//! Main-text lines in, blocks (paragraphs) out.
//!
//! An empty line ends a block. Inside a run of lines a block also ends where the writer broke the
//! line although the next word would have fitted, and at every line of a text that was not wrapped.

use crate::corpus::{Zone, ZoneKind};

use super::line::Line;

/// Longest line a mail program wraps to; longer lines are paragraphs of their own.
const LONGEST_WRAPPED_LINE: usize = 120;

/// Turns the gathered lines into main zones and forgets them.
pub(super) fn flush(lines: &mut Vec<Line<'_>>, zones: &mut Vec<Zone>) {
    for run in lines.split(|line| !line.is_visible()) {
        let width = run
            .iter()
            .map(|line| line.text.chars().count())
            .max()
            .unwrap_or(0);
        let mut first = 0;
        for index in 0..run.len() {
            if index + 1 == run.len() || ends_block(&run[index], &run[index + 1], width) {
                zones.push(Zone {
                    kind: ZoneKind::Main,
                    span: run[first].start..run[index].span().end,
                });
                first = index + 1;
            }
        }
    }
    lines.clear();
}

/// Whether the line break between two lines was made by the writer, in a run of lines at most
/// `width` characters long.
fn ends_block(line: &Line<'_>, next: &Line<'_>, width: usize) -> bool {
    if line.quoted != next.quoted || width > LONGEST_WRAPPED_LINE {
        return true;
    }
    let next_word = next
        .text
        .split_whitespace()
        .next()
        .map_or(0, |word| word.chars().count());
    let ends_sentence = line
        .text
        .ends_with(['.', '!', '?', ':', ';', '"', '”', ')']);
    ends_sentence && line.text.chars().count() + 1 + next_word < width
}
