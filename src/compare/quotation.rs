//! A document in, which of its words it quotes out: what stands in quotation marks of any kind, in a line behind ">", or
//! behind an article or a section that the line begins with, and a colon; and which of its words ask for something.
//!
//! Quoted words are shared all the same: a letter may quote a president, and its copies do. But two texts that share
//! nothing besides what one of them quotes have no origin in common: whoever rebuts a text quotes it.

use std::ops::Range;
use std::sync::LazyLock;

use fixedbitset::FixedBitSet;
use regex::Regex;

use crate::corpus::tokens::for_each_token;
use crate::corpus::{Text, sentences};
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

/// What is marked in a main text, word by word.
#[derive(Debug, Default)]
pub struct Marked {
    /// Which words are quoted; none where it is wholly one quotation.
    pub quoted: FixedBitSet,
    /// Which words ask for something.
    pub asked: FixedBitSet,
}

impl Marked {
    /// What is marked of a main text once some of its words are left out.
    pub(super) fn of(text: &Text, left_out: &[Range<usize>], wholly: Share) -> Self {
        let asked = beside(words_in(text, asked_of), left_out);
        Self { quoted: quoted_beside(text, left_out, wholly), asked }
    }
}

/// Which words of a main text are quoted; none where it is wholly one quotation.
pub fn quoted(text: &Text, wholly: Share) -> FixedBitSet {
    let mut words = words_in(text, quotations_of);
    if wholly.is_met(words.count_ones(..), words.len()) {
        words.clear();
    }
    words
}

/// Which words of a main text are quoted, once some of its words are left out; none where all quotations are among these.
pub fn quoted_beside(text: &Text, left_out: &[Range<usize>], wholly: Share) -> FixedBitSet {
    beside(quoted(text, wholly), left_out)
}

/// Which words of a main text begin in byte ranges of its blocks; where there are none, an empty set.
fn words_in(text: &Text, ranges_of: fn(&Text, Range<usize>) -> Vec<Range<usize>>) -> FixedBitSet {
    let mut words = FixedBitSet::new();
    let ranges: Vec<_> = text.blocks().map(|(place, _)| ranges_of(text, place)).collect();
    // In most texts nothing is marked: they need not be read word by word.
    if ranges.iter().all(Vec::is_empty) {
        return words;
    }
    let mut at = 0;
    for ((_, block), ranges) in text.blocks().zip(ranges) {
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
    words
}

/// Words of a text as they are numbered once some are left out.
fn beside(words: FixedBitSet, left_out: &[Range<usize>]) -> FixedBitSet {
    if left_out.is_empty() || words.is_clear() {
        return words;
    }
    let left: Vec<usize> =
        (0..words.len()).filter(|at| !left_out.iter().any(|out| out.contains(at))).collect();
    let mut found = FixedBitSet::with_capacity(left.len());
    found.extend((0..left.len()).filter(|at| words.contains(left[*at])));
    found
}

/// What asks for something in a block of a main text: a question, and what stands before a colon, as a form prints it before
/// each answer.
fn asked_of(text: &Text, block: Range<usize>) -> Vec<Range<usize>> {
    let block = &text.decoded[block];
    if !block.contains(['?', '？', '؟', ':', '：']) {
        return Vec::new();
    }
    let sentences = sentences(block).into_iter();
    sentences.map(|place| place.start..place.start + asked_in(&block[place])).collect()
}

/// Bytes of a sentence up to its question mark, or to the last colon, unless a word goes on behind it as in a time. No space
/// follows a full-width colon.
fn asked_in(sentence: &str) -> usize {
    let sentence = sentence.trim_end();
    if sentence.ends_with(['?', '？', '؟']) {
        return sentence.len();
    }
    let colons = sentence.match_indices([':', '：']).map(|(at, colon)| (colon, at + colon.len()));
    let before_answers = colons.filter(|(colon, end)| {
        *colon == "：" || sentence[*end..].chars().next().is_none_or(char::is_whitespace)
    });
    before_answers.map(|(_, end)| end).max().unwrap_or_default()
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

    use super::{Marked, Share};
    use crate::corpus::{Text, Zone, ZoneKind, cases};

    /// What is marked in a text.
    fn marked(text: &str, blocks: impl IntoIterator<Item = Range<usize>>) -> Marked {
        let zones = blocks.into_iter().map(|span| Zone { kind: ZoneKind::Main, span }).collect();
        let main = Text { zones, decoded: text.into(), ..Text::default() };
        Marked::of(&main, &[], Share(9, 10))
    }

    #[test]
    fn words_are_quoted_by_marks_lines_and_articles_and_asked_by_question_marks_and_colons() {
        for case in cases::rows(include_str!("quotation.txt")) {
            let (text, expect) = (&case[0], &case[1]);
            let marked = marked(text, once(0..text.len()));
            let is_asked = expect.contains('a');
            let (words, mark) = if is_asked { (marked.asked, 'a') } else { (marked.quoted, 'q') };
            let words = (0..expect.len()).map(|at| if words.contains(at) { mark } else { '-' });
            assert_eq!(words.collect::<String>(), *expect, "{text}");
        }
    }

    #[test]
    fn a_block_stands_behind_the_mark_of_its_first_line() {
        let text = "It says:\n > two weeks\nis too > short";
        let quoted = marked(text, [0..8, 12..21, 22..text.len()]).quoted;
        assert!(quoted.ones().eq([2, 3]));
    }
}
