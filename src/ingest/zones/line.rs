//! Lines of a decoded text with their places.

use std::ops::Range;

use crate::corpus::Zone;

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

/// All lines of a text, also the empty ones.
pub(super) fn split(text: &str) -> Vec<TextLine<'_>> {
    let mut lines = Vec::new();
    let mut start = 0;
    let ends_line = |c: char| matches!(c, '\n' | '\u{2028}' | '\u{2029}' | '\u{C}' | '\u{B}');
    for raw in text.split_inclusive(ends_line) {
        let unquoted = raw.trim_start_matches(|c: char| c == '>' || c.is_whitespace());
        let quoted = raw[..raw.len() - unquoted.len()].contains('>');
        let visible = unquoted.trim_end();
        lines.push(TextLine { text: visible, start: start + raw.len() - unquoted.len(), quoted });
        start += raw.len();
    }
    lines
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
