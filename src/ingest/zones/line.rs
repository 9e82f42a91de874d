//! Lines of a decoded text with their places.

use std::ops::Range;

use crate::corpus::Zone;
use crate::ingest::patterns::holds;

/// One line: its visible part, without quotation marks of mail (`> `) and outer white space.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextLine<'a> {
    /// Visible text.
    pub(super) text: &'a str,
    /// Byte offset of the visible text in the decoded text.
    pub(super) start: usize,
    /// Whether the line was quoted with `>`.
    pub(super) quoted: bool,
}

impl<'a> TextLine<'a> {
    pub(super) fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    pub(super) fn is_visible(&self) -> bool {
        !self.text.is_empty()
    }

    pub(super) fn n_words(&self) -> usize {
        self.text.split_whitespace().count()
    }

    /// The two halves of a line, each trimmed.
    pub(super) fn split_at(&self, at: usize) -> (TextLine<'a>, TextLine<'a>) {
        let (left, right) = self.text.split_at(at);
        let shift = right.len() - right.trim_start().len();
        (
            TextLine { text: left.trim_end(), ..*self },
            TextLine { text: right.trim(), start: self.start + at + shift, quoted: self.quoted },
        )
    }
}

/// What ends lines.
const ENDS: [char; 5] = ['\n', '\u{2028}', '\u{2029}', '\u{C}', '\u{B}'];
/// Bytes of a short line.
const SHORT_LINE: usize = 32;

/// All lines of a text, also the empty ones.
pub(super) fn split(text: &str) -> Vec<TextLine<'_>> {
    // Most texts have no other ends of lines, and of those of two bytes and more these are the last bytes.
    let has_odd_ends = holds(text.as_bytes(), |byte| matches!(byte, 0xB | 0xC | 0xA8 | 0xA9));
    let mut lines = Vec::with_capacity(text.len() / SHORT_LINE);
    let mut start = 0;
    while start < text.len() {
        let rest = &text[start..];
        let end = match has_odd_ends {
            true => rest.find(ENDS).map(|end| rest.ceil_char_boundary(end + 1)),
            false => memchr::memchr(b'\n', rest.as_bytes()).map(|end| end + 1),
        };
        let raw = &rest[..end.unwrap_or(rest.len())];
        let unquoted = raw.trim_start_matches(|c: char| c == '>' || c.is_whitespace());
        let quoted = raw[..raw.len() - unquoted.len()].contains('>');
        let visible = unquoted.trim_end();
        lines.push(TextLine { text: visible, start: start + raw.len() - unquoted.len(), quoted });
        start += raw.len();
    }
    lines
}

/// The lines of a text that hold one of some bytes, each with where it begins. Few do, and the others are not looked at.
pub(super) fn lines_with(text: &str, [a, b, c]: [u8; 3]) -> impl Iterator<Item = (usize, &str)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let at = from + memchr::memchr3(a, b, c, &text.as_bytes()[from..])?;
        let start = text[from..at].rfind('\n').map_or(from, |end| from + end + 1);
        from = text[at..].find('\n').map_or(text.len(), |end| at + end);
        Some((start, &text[start..from]))
    })
}

/// The lines without what lies in `envelopes` (in text order); an empty line stands in its place.
pub(super) fn outside<'a>(lines: Vec<TextLine<'a>>, envelopes: &[Zone]) -> Vec<TextLine<'a>> {
    if envelopes.is_empty() {
        return lines;
    }
    let mut outside = Vec::with_capacity(lines.len());
    let mut next = 0;
    for mut line in lines {
        while next < envelopes.len() && envelopes[next].span.end <= line.start {
            next += 1;
        }
        for envelope in &envelopes[next..] {
            let Range { start, end } = envelope.span;
            if start >= line.span().end {
                break;
            }
            let (before, _) = line.split_at(start.saturating_sub(line.start));
            let (gap, after) = line.split_at(end.min(line.span().end) - line.start);
            outside.extend(before.is_visible().then_some(before));
            outside.push(TextLine { text: "", ..gap });
            line = after;
        }
        outside.push(line);
    }
    outside
}

/// Ranges of consecutive visible lines.
pub(super) fn paragraphs(lines: &[TextLine<'_>]) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut start = None;
    for (index, line) in lines.iter().enumerate() {
        match (line.is_visible(), start) {
            (true, None) => start = Some(index),
            (false, Some(first)) => {
                ranges.push(first..index);
                start = None;
            }
            _ => {}
        }
    }
    ranges.extend(start.map(|first| first..lines.len()));
    ranges
}
