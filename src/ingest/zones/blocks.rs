//! Main-text lines in, blocks (paragraphs) out.
//!
//! An empty line ends a block. Inside a run of lines a block also ends where the writer broke the
//! line although the next word would have fitted, and after a line too long to be wrapped.

use crate::corpus::{Zone, ZoneKind};
use crate::ingest::patterns::Pattern;

use super::header::is_broken;
use super::line::TextLine;

/// Longest line a mail program wraps to; longer lines are paragraphs of their own.
const LONGEST_WRAPPED_LINE: usize = 120;

/// Turns the gathered lines into main zones and forgets them.
pub(super) fn flush(lines: &mut Vec<TextLine<'_>>, zones: &mut Vec<Zone>) {
    for run in lines.split(|line| !line.is_visible()) {
        // A line alone is a block, however long it is.
        let counted = if run.len() > 1 { run } else { &[] };
        let lengths: Vec<usize> = counted.iter().map(|line| line.text.chars().count()).collect();
        let width = lengths.iter().copied().max().unwrap_or(0);
        let mut first = 0;
        for index in 0..run.len() {
            if index + 1 == run.len()
                || ends_block(&run[index], &run[index + 1], lengths[index], width)
            {
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

/// Whether the line break between two lines was made by the writer. The first has `length` characters, in a run of lines
/// that have `width` at the most.
fn ends_block(line: &TextLine<'_>, next: &TextLine<'_>, length: usize, width: usize) -> bool {
    static ITEM: Pattern = Pattern::new(r"^(?:[-*•·▪]|\(?\d{1,2}[.)]|\(?[a-z]\))\s");
    if line.quoted != next.quoted {
        return true;
    }
    let ends_sentence = line.text.ends_with(['.', '!', '?', ':', ';', '"', '”', ')']);
    let next_begins = next.text.starts_with(|c: char| !c.is_lowercase());
    if length > LONGEST_WRAPPED_LINE && !is_broken(line.text) {
        return ends_sentence || next_begins;
    }
    let next_word = next.text.split_whitespace().next().map_or(0, |word| word.chars().count());
    length + 1 + next_word < width && (ends_sentence || ITEM.is_match(next.text))
}
