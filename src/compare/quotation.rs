//! A document in, which of its words it quotes out: what stands in quotation marks of any kind, in a line behind ">", or
//! behind an article or a section that the line begins with, and a colon.
//!
//! Quoted words are shared all the same: a letter may quote a president, and its copies do. But two texts that share
//! nothing besides what one of them quotes have no origin in common: whoever rebuts a text quotes it.

use std::ops::Range;
use std::sync::LazyLock;

use fixedbitset::FixedBitSet;
use regex::Regex;

use crate::corpus::Text;
use crate::corpus::tokens::for_each_token;
use crate::thresholds::Share;

/// Quotation marks that open, each with those that close what it opens. Single marks are left out: they are apostrophes.
const MARKS: &[(char, &[char])] = &[
    ('"', &['"']),
    ('“', &['”', '"']),
    ('„', &['“', '”', '"']),
    ('”', &['”']),
    ('«', &['»']),
    ('»', &['«']),
    ('‹', &['›']),
    ('「', &['」']),
    ('『', &['』']),
];

/// A line that begins with an article or a section of a law or a rule and a colon, up to what it says: `Article 4 :`,
/// `Art. L. 1111-12:`, `§ 214.2(f):`, `Section 3(b) —`.
static CITED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?im)^[ \t]*(?:art(?:icle|ículo|ikel|igo|icolo|\.)|sec(?:tion|\.)|§+)\s{0,3}(?:[LRD]\.?\s{0,3})?\d[\w.()–-]{0,30}\s{0,3}[:—]",
    )
    .ok()
});

/// Which words of a main text are quoted; none where it is wholly one quotation.
pub fn quoted(text: &Text, wholly: Share) -> FixedBitSet {
    let mut words = FixedBitSet::new();
    let quotations: Vec<_> = text.blocks().map(|(place, _)| quotations_of(text, place)).collect();
    // Most texts quote nothing, and need not be read word by word.
    if quotations.iter().all(Vec::is_empty) {
        return words;
    }
    let mut at = 0;
    for ((_, block), ranges) in text.blocks().zip(quotations) {
        let mut open = ranges.iter().peekable();
        for_each_token(block, |_, place| {
            while open.next_if(|range| range.end <= place.start).is_some() {}
            if open.peek().is_some_and(|range| range.start <= place.start) {
                words.grow_and_insert(at);
            }
            at += 1;
        });
    }
    words.grow(at);
    if wholly.is_met(words.count_ones(..), at) {
        words.clear();
    }
    words
}

/// Which words of a main text are quoted, once some of its words are left out; none where all quotations are among these.
pub fn quoted_beside(text: &Text, left_out: &[Range<usize>], wholly: Share) -> FixedBitSet {
    let quoted = quoted(text, wholly);
    if left_out.is_empty() || quoted.is_clear() {
        return quoted;
    }
    let left: Vec<usize> =
        (0..quoted.len()).filter(|at| !left_out.iter().any(|words| words.contains(at))).collect();
    let mut found = FixedBitSet::with_capacity(left.len());
    found.extend((0..left.len()).filter(|at| quoted.contains(left[*at])));
    found
}

/// The quotations of a block of a main text, as [`quotations`]. A block begins behind the mark of its first line.
fn quotations_of(text: &Text, block: Range<usize>) -> Vec<Range<usize>> {
    let line = text.decoded[..block.start].rfind('\n').map_or(0, |end| end + 1);
    let is_marked = text.decoded[line..block.start].trim_start().starts_with('>');
    let mark = if is_marked { block.start - line } else { 0 };
    let mut found = quotations(&text.decoded[block.start - mark..block.end]);
    for range in &mut found {
        *range = range.start.saturating_sub(mark)..range.end.saturating_sub(mark);
    }
    found
}

/// Whether a quotation may begin here.
fn may_quote(character: char) -> bool {
    matches!(character, '>' | ':' | '—') || MARKS.iter().any(|(opening, _)| *opening == character)
}

/// The quotations of a block as byte ranges, in the order of their starts.
pub(crate) fn quotations(block: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    if !block.contains(may_quote) {
        return found;
    }
    let mut from = 0;
    for line in block.split_inclusive('\n') {
        if line.trim_start_matches(' ').starts_with('>') {
            found.push(from..from + line.len());
        }
        from += line.len();
    }
    for cited in CITED.iter().flat_map(|cited| cited.find_iter(block)) {
        let length = block[cited.end()..].find('\n').unwrap_or(block.len() - cited.end());
        found.push(cited.end()..cited.end() + length);
    }
    // Marks that nothing closes any more, which need not be sought again.
    let mut is_unclosed = [false; MARKS.len()];
    let (mut before, mut end) = (' ', 0);
    for (at, mark) in block.char_indices() {
        // An inch, or a mark that closes: no space stands before it.
        let may_open = at >= end && !(matches!(mark, '"' | '”') && before.is_alphanumeric());
        before = mark;
        let Some(nth) = MARKS.iter().position(|(opening, _)| may_open && *opening == mark) else {
            continue;
        };
        let inside = at + mark.len_utf8();
        if is_unclosed[nth] {
            continue;
        }
        match block[inside..].find(MARKS[nth].1) {
            Some(length) => {
                end = inside + length + 1;
                found.push(at..inside + length);
            }
            None => is_unclosed[nth] = true,
        }
    }
    found.sort_unstable_by_key(|range| range.start);
    found
}

#[cfg(test)]
mod tests {
    use std::iter::once;
    use std::ops::Range;

    use super::{Share, quoted};
    use crate::corpus::{Text, Zone, ZoneKind, cases};

    /// The places of the words of a text that are quoted.
    fn places(text: &str, blocks: impl IntoIterator<Item = Range<usize>>) -> Vec<usize> {
        let zones = blocks.into_iter().map(|span| Zone { kind: ZoneKind::Main, span }).collect();
        let main = Text { zones, decoded: text.into(), ..Text::default() };
        quoted(&main, Share(9, 10)).ones().collect()
    }

    #[test]
    fn words_are_quoted_by_marks_lines_and_articles() {
        for case in cases::rows(include_str!("quotation.txt")) {
            let (text, expect) = (&case[0], &case[1]);
            let places = places(text, once(0..text.len()));
            let words = (0..expect.len()).map(|at| if places.contains(&at) { 'q' } else { '-' });
            assert_eq!(words.collect::<String>(), *expect, "{text}");
        }
    }

    #[test]
    fn a_block_stands_behind_the_mark_of_its_first_line() {
        let text = "It says:\n > two weeks\nis too > short";
        assert_eq!(places(text, [0..8, 12..21, 22..text.len()]), [2, 3]);
    }
}
