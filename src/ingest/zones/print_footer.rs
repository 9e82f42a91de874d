//! What a browser prints at the top and bottom of each page: the address of the file, the time of printing, the
//! number of the page.
//!
//! It differs from copy to copy of one letter, and it stands wherever a page ends, also in the middle of a
//! paragraph. Paragraphs are stretches of the text, so these lines are moved to its end, and what they parted is
//! put together again.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::line::{self, TextLine};
use crate::ingest::patterns::{Pattern, begins_with, pattern};

const DATE: &str = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}";
const TIME: &str = r"\d{1,2}:\d\d(?::\d\d)?(?:[ \t\u{202F}]?[AP]M)?";
const PAGE: &str = r"(?:page[ \t]+\d{1,4}(?:[ \t]+of[ \t]+\d{1,4})?|\d{1,4}[ \t]?/[ \t]?\d{1,4})";

/// The time of printing, as Acrobat puts it behind an address. Nobody writes that, so it is found in the middle of a
/// line, too.
static STAMP: LazyLock<Regex> =
    LazyLock::new(|| pattern(&format!(r"(?i)\[{DATE},?[ \t]+{TIME}\]")));
/// A line that is nothing but what is printed: an address of a file, another address with the number of a page,
/// the number of one page among some, the day of printing.
static LINE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)^(?:(?:{DATE}(?:,?[ \t]+{TIME})?[ \t]+)?file:/{{2,3}}\S+(?:[ \t]+(?:{PAGE}|{DATE}(?:,?[ \t]+{TIME})?))*|https?://\S+[ \t]+{PAGE}(?:[ \t]+{DATE}(?:,?[ \t]+{TIME})?)?|page[ \t]+\d{{1,4}}[ \t]+of[ \t]+\d{{1,4}}|printed(?:[ \t]+(?:on|at))?:?[ \t]+{DATE}(?:,?[ \t]+{TIME})?)$"
    ))
});
/// What is printed only where it stands beside such a line: a date, the number of a page, the time above a title.
static BESIDE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)^(?:{DATE}|{DATE},?[ \t]+{TIME}(?:[ \t]+\S[^\n]{{0,100}})?|{PAGE}|[-–—]?[ \t]?\d{{1,3}}[ \t]?[-–—]?)$"
    ))
});
/// Bytes of an address, or of a printed line, at the most.
const LONGEST: usize = 400;
/// Characters of a line that is full, so that a sentence goes on below it though the next word has a capital.
const FULL_LINE: usize = 40;

/// Moves what was printed around a text to its end; returns how many bytes at its beginning are the text itself.
pub(super) fn move_to_end(text: String) -> (String, usize) {
    let spans = find(&text);
    if spans.is_empty() {
        let length = text.len();
        return (text, length);
    }
    let mut moved = String::with_capacity(text.len());
    let mut printed = String::new();
    let mut at = 0;
    for span in &spans {
        let rest = &text[span.end..];
        let before = text[at..span.start].trim_end();
        let after = rest.trim_start();
        moved.push_str(before);
        let gaps = [&text[at + before.len()..span.start], &rest[..rest.len() - after.len()]];
        if !moved.is_empty() && !after.is_empty() {
            moved.push_str(boundary(&moved, gaps, after));
        }
        printed.push('\n');
        printed.push_str(&text[span.clone()]);
        at = text.len() - after.len();
    }
    moved.push_str(&text[at..]);
    let n_moved = moved.len();
    moved.push('\n');
    moved.push_str(&printed);
    (moved, n_moved)
}

/// The stretches that were printed, in text order, each with the white space between its lines.
fn find(text: &str) -> Vec<Range<usize>> {
    // Most texts hold none of these words; looking for them is cheap.
    static WORD: Pattern = Pattern::new(r"://|rinted|(?:age|AGE)[ \t]+\d");
    if !WORD.is_match(text) {
        return Vec::new();
    }
    let stamped: Vec<Range<usize>> = STAMP
        .find_iter(text)
        .filter_map(|stamp| Some(address_start(text, stamp.start())?..stamp.end()))
        .collect();
    let lines: Vec<TextLine<'_>> =
        line::split(text).into_iter().filter(TextLine::is_visible).collect();
    let mut is_printed: Vec<bool> = lines
        .iter()
        .map(|line| {
            let nearest = stamped.partition_point(|span| span.end < line.span().end);
            let may_be_one =
                line.text.contains("://") || begins_with(line.text, &["page", "printed"]);
            stamped.get(nearest).is_some_and(|span| span.start <= line.start)
                || may_be_one && is_like(&LINE, line)
        })
        .collect();
    // A page begins with the first line of the text, and one ends with the last.
    if is_printed.contains(&true) {
        for index in [0, lines.len() - 1] {
            is_printed[index] |= is_like(&BESIDE, &lines[index]);
        }
    }
    for index in 1..lines.len() {
        is_printed[index] |= is_printed[index - 1] && is_like(&BESIDE, &lines[index]);
    }
    for index in (1..lines.len()).rev() {
        is_printed[index - 1] |= is_printed[index] && is_like(&BESIDE, &lines[index - 1]);
    }
    let mut spans = stamped;
    spans.extend(
        lines
            .iter()
            .zip(is_printed)
            .filter(|(_, is_printed)| *is_printed)
            .map(|(line, _)| line.span()),
    );
    spans.sort_unstable_by_key(|span| (span.start, span.end));
    let mut joined: Vec<Range<usize>> = Vec::new();
    for span in spans {
        match joined.last_mut() {
            Some(last)
                if span.start <= last.end || text[last.end..span.start].trim().is_empty() =>
            {
                last.end = last.end.max(span.end);
            }
            _ => joined.push(span),
        }
    }
    joined
}

fn is_like(pattern: &Regex, line: &TextLine<'_>) -> bool {
    line.text.len() <= LONGEST && pattern.is_match(line.text)
}

/// Where the address begins that a stamp at `end` follows: that of a file, which may hold spaces and be broken once, or
/// another without a space before the stamp.
fn address_start(text: &str, end: usize) -> Option<usize> {
    let reach = text.floor_char_boundary(end.saturating_sub(LONGEST));
    let before = &text[reach..end];
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let word = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let above = before[..line.saturating_sub(1)].rfind('\n').map_or(0, |at| at + 1);
    let is_broken = word == line && line > 0;
    let file = before[if is_broken { above } else { line }..].to_ascii_lowercase();
    let own = &before[word..];
    let start = match file.rfind("file:/") {
        Some(at) => before.len() - file.len() + at,
        None if own.starts_with("http://") || own.starts_with("https://") => word,
        None => return None,
    };
    (!before[start..].contains(['[', ']'])).then_some(reach + start)
}

/// What parts the text above a printed line from the text below it, once the line is gone.
fn boundary(above: &str, gaps: [&str; 2], below: &str) -> &'static str {
    let last = above.lines().next_back().unwrap_or_default();
    let ends_open = last.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ',' | '-'));
    let goes_on =
        ends_open && (below.starts_with(char::is_lowercase) || last.chars().count() >= FULL_LINE);
    if !gaps.iter().any(|gap| gap.contains(['\n', '\u{C}'])) {
        " "
    } else if goes_on || !gaps.iter().any(|gap| gap.matches('\n').count() > 1) {
        "\n"
    } else {
        "\n\n"
    }
}
