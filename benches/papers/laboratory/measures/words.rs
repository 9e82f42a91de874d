//! Words and sentences of labeled texts, and where passages stand among them.
//!
//! Words are compared in their plain form, at the places where white space separates them.

use std::cmp::Reverse;
use std::ops::Range;

use durian::eval::measures::unique_text::plain;
use rustc_hash::FxHashMap;

/// Words of a passage that must stand in a row for a part of it to count as found.
const SHORTEST_RUN: usize = 3;

/// The words of a text that hold a letter or digit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Words {
    /// Their normal forms, in order.
    pub(super) forms: Vec<String>,
    /// The place of each among all words.
    places: Vec<usize>,
}

impl Words {
    /// The words of a text.
    pub(super) fn of(text: &str) -> Self {
        let mut words = Self::default();
        for (at, word) in text.split_whitespace().enumerate() {
            let form = plain(word);
            if !form.is_empty() {
                words.forms.push(form);
                words.places.push(at);
            }
        }
        words
    }

    /// The first word at or after a place of the text.
    pub(super) fn at_place(&self, place: usize) -> usize {
        self.places.partition_point(|at| *at < place)
    }
}

/// Where passages stand among the words of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Marks {
    /// Whether each word is marked.
    pub(super) marked: Vec<bool>,
    /// Words of passages that stand nowhere.
    pub(super) n_lost: usize,
    /// The stretch of each passage; none for one that stands nowhere.
    pub(super) stretches: Vec<Option<(usize, usize)>>,
}

/// Finds passages in a text, in order. A passage that is not there in one piece is found by its longest
/// runs of words, from the left.
pub(super) fn mark(text: &Words, passages: &[Words]) -> Marks {
    let text = &text.forms[..];
    let mut marks = Marks { marked: vec![false; text.len()], ..Marks::default() };
    let mut index: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (at, word) in text.iter().enumerate() {
        index.entry(word).or_default().push(at);
    }
    for passage in
        passages.iter().map(|passage| &passage.forms[..]).filter(|forms| !forms.is_empty())
    {
        // In one piece: the first place that is not marked yet, else the first.
        let whole = index
            .get(passage[0].as_str())
            .into_iter()
            .flatten()
            .filter(|at| text[**at..].starts_with(passage))
            .min_by_key(|at| marks.marked[**at]);
        if let Some(at) = whole {
            marks.marked[*at..at + passage.len()].fill(true);
            marks.stretches.push(Some((*at, at + passage.len())));
            continue;
        }
        let mut stretch: Option<(usize, usize)> = None;
        let mut rest = passage;
        while let Some(next) = rest.first() {
            // Of runs of equal length the first.
            let (n_words, Reverse(at)) = index
                .get(next.as_str())
                .into_iter()
                .flatten()
                .map(|at| (n_equal(&text[*at..], rest), Reverse(*at)))
                .max()
                .unwrap_or_default();
            if n_words < SHORTEST_RUN.min(passage.len()) {
                marks.n_lost += 1;
                rest = &rest[1..];
                continue;
            }
            marks.marked[at..at + n_words].fill(true);
            let (from, to) = stretch.unwrap_or((at, at));
            stretch = Some((from.min(at), to.max(at + n_words)));
            rest = &rest[n_words..];
        }
        marks.stretches.push(stretch);
    }
    marks
}

/// With how many equal words two texts begin.
fn n_equal(a: &[String], b: &[String]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// The sentences of a text as ranges of its [`Words`]. A sentence ends at a full stop, question or
/// exclamation mark before a capital letter or digit, at an empty line, and before a list item.
pub(super) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, byte) in text.bytes().enumerate() {
        // A separator begins at a line feed or behind the end of a sentence, nowhere else.
        let end = match byte {
            b'\n' => at,
            b'.' | b'!' | b'?' => at + 1,
            _ => continue,
        };
        if end >= start
            && let Some(next) = separator(text, end)
        {
            parts.push(&text[start..end]);
            start = next;
        }
    }
    parts.push(&text[start..]);
    let mut sentences = Vec::new();
    let mut n_words = 0;
    for part in parts {
        let first = n_words;
        n_words += Words::of(part).forms.len();
        if n_words > first {
            sentences.push(first..n_words);
        }
    }
    sentences
}

/// Where the separator that begins at `at` ends, if one does.
fn separator(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    if text[..at].ends_with(['.', '!', '?']) {
        let closed = rest.trim_start_matches(['"', '”', '\'', ')']);
        let next = closed.trim_start();
        let opened = next.strip_prefix(['"', '“', '\'', '(']).unwrap_or(next);
        if next.len() < closed.len()
            && opened.starts_with(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit())
        {
            return Some(text.len() - next.len());
        }
    }
    let line = rest.strip_prefix('\n')?;
    let next = line.trim_start();
    let blank = &line[..line.len() - next.len()];
    if let Some(last) = blank.rfind('\n') {
        return Some(at + 1 + last + 1);
    }
    let number = next.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let item = next
        .strip_prefix(['-', '*', '•'])
        .or_else(|| number.strip_prefix(['.', ')']).filter(|_| number.len() < next.len()));
    item?.starts_with(char::is_whitespace).then_some(at + 1)
}

#[cfg(test)]
mod tests {
    use super::{Words, mark, sentences};

    #[test]
    fn words_are_letters_and_digits() {
        let words = Words::of("Don’t sink — BOAT-42!");
        assert_eq!(words.forms, ["dont", "sink", "boat42"]);
        assert_eq!([0, 1, 2, 3, 4].map(|place| words.at_place(place)), [0, 1, 2, 2, 3]);
    }

    #[test]
    fn passages_are_found_whole_or_in_runs() {
        fn check(
            passages: &[&str],
            expect: &[usize],
            n_lost: usize,
            stretches: &[Option<(usize, usize)>],
        ) {
            let passages: Vec<Words> = passages.iter().map(|passage| Words::of(passage)).collect();
            let marks = mark(&Words::of("the boat is late and the boat is full"), &passages);
            let marked: Vec<usize> = (0..9).filter(|at| marks.marked[*at]).collect();
            assert_eq!(marked, expect);
            assert_eq!((marks.n_lost, marks.stretches.as_slice()), (n_lost, stretches));
        }
        check(&["The boat is"], &[0, 1, 2], 0, &[Some((0, 3))]);
        check(
            &["The boat is", "the boat is!"],
            &[0, 1, 2, 5, 6, 7],
            0,
            &[Some((0, 3)), Some((5, 8))],
        );
        check(&["never the boat is full"], &[5, 6, 7, 8], 1, &[Some((5, 9))]);
        check(&["no such words"], &[], 3, &[None]);
        check(&["is full", "…"], &[7, 8], 0, &[Some((7, 9))]);
    }

    #[test]
    fn sentences_end_where_people_end_them() {
        fn check(text: &str, expect: &[&str]) {
            let words = Words::of(text);
            let found: Vec<String> =
                sentences(text).into_iter().map(|range| words.forms[range].join(" ")).collect();
            assert_eq!(found, expect, "{text:?}");
        }
        check(
            "It is late. Very late! “Is it?” (Yes.) No",
            &["it is late", "very late", "is it", "yes", "no"],
        );
        check("Mr. smith paid 3.50 today", &["mr smith paid 350 today"]);
        check("one line\nsame sentence\n\nnext block", &["one line same sentence", "next block"]);
        check("first\n- item one\n2) item two", &["first", "item one", "2 item two"]);
    }
}
