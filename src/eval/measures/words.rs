//! Words of labelled texts: where passages stand, and where sentences end.
//!
//! Labels are written by people and other programs, so their words are compared in the plainest form,
//! letters a–z and digits, at the places where white space separates them.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// Words of a passage that must stand in a row for a part of it to count as found.
const SHORTEST_RUN: usize = 3;

/// The words of a text that hold a letter or digit, each with its place among all words.
pub fn words(text: &str) -> Vec<(usize, String)> {
    let word = |(at, word): (usize, &str)| {
        let mut form = String::with_capacity(word.len());
        if word.is_ascii() {
            form.extend(
                word.chars()
                    .filter(char::is_ascii_alphanumeric)
                    .map(|letter| letter.to_ascii_lowercase()),
            );
        } else {
            form.extend(
                word.to_lowercase()
                    .chars()
                    .filter(char::is_ascii_alphanumeric),
            );
        }
        (!form.is_empty()).then_some((at, form))
    };
    text.split_whitespace()
        .enumerate()
        .filter_map(word)
        .collect()
}

/// Where passages stand among the words of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// Places of marked words.
    pub marked: BTreeSet<usize>,
    /// Words of passages that stand nowhere.
    pub n_lost: usize,
    /// The stretch of each passage; none for one that stands nowhere.
    pub stretches: Vec<Option<(usize, usize)>>,
}

/// Finds passages in a text, in order. A passage that is not there in one piece is found by its longest
/// runs of words, from the left.
pub fn mark(text: &[&str], passages: &[Vec<String>]) -> Marks {
    let mut index: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, word) in text.iter().enumerate() {
        index.entry(word).or_default().push(at);
    }
    let mut marks = Marks::default();
    for passage in passages.iter().filter(|passage| !passage.is_empty()) {
        let starts = |word: &String| index.get(word.as_str()).map_or(&[][..], Vec::as_slice);
        let is_here = |at: &usize| {
            text[*at..].len() >= passage.len()
                && text[*at..]
                    .iter()
                    .zip(passage)
                    .all(|(own, other)| own == other)
        };
        let mut places = starts(&passage[0])
            .iter()
            .copied()
            .filter(is_here)
            .peekable();
        let first = places.peek().copied();
        let whole = places.find(|at| !marks.marked.contains(at)).or(first);
        if let Some(at) = whole {
            marks.marked.extend(at..at + passage.len());
            marks.stretches.push(Some((at, at + passage.len())));
            continue;
        }
        let mut stretch: Option<(usize, usize)> = None;
        let mut next = 0;
        while next < passage.len() {
            let run_at = |at: usize| {
                text[at..]
                    .iter()
                    .zip(&passage[next..])
                    .take_while(|(own, other)| *own == other)
                    .count()
            };
            // Of runs of equal length the first.
            let longest = starts(&passage[next])
                .iter()
                .map(|at| (run_at(*at), *at))
                .reduce(|best, run| if run.0 > best.0 { run } else { best });
            match longest {
                Some((run, at)) if run >= SHORTEST_RUN.min(passage.len()) => {
                    marks.marked.extend(at..at + run);
                    stretch = Some(stretch.map_or((at, at + run), |(from, to)| {
                        (from.min(at), to.max(at + run))
                    }));
                    next += run;
                }
                _ => {
                    marks.n_lost += 1;
                    next += 1;
                }
            }
        }
        marks.stretches.push(stretch);
    }
    marks
}

/// The sentences of a text as ranges of its [`words`]. A sentence ends at a full stop, question or
/// exclamation mark before a capital letter or digit, at an empty line, and before a list item.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    let (mut start, mut n_words) = (0, 0);
    let mut close = |part: &str| {
        let n = words(part).len();
        if n > 0 {
            sentences.push(n_words..n_words + n);
            n_words += n;
        }
    };
    let mut at = 0;
    while at < text.len() {
        match separator(text, at) {
            Some(end) => {
                close(&text[start..at]);
                start = end;
                at = end;
            }
            None => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    close(&text[start..]);
    sentences
}

/// Where the separator that begins at `at` ends, if one does.
fn separator(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    if text[..at].ends_with(['.', '!', '?']) {
        let closed = rest.trim_start_matches(['"', '”', '\'', ')']);
        let next = closed.trim_start();
        let begins = |text: &str| {
            text.starts_with(|letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit())
        };
        let is_next = begins(next) || next.strip_prefix(['"', '“', '\'', '(']).is_some_and(begins);
        if next.len() < closed.len() && is_next {
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
    let item = next.strip_prefix(['-', '*', '•']).or_else(|| {
        number
            .strip_prefix(['.', ')'])
            .filter(|_| number.len() < next.len())
    });
    item?.starts_with(char::is_whitespace).then_some(at + 1)
}

#[cfg(test)]
mod tests {
    use super::{mark, sentences, words};

    fn forms(text: &str) -> Vec<String> {
        words(text).into_iter().map(|(_, form)| form).collect()
    }

    #[test]
    fn words_are_letters_and_digits() {
        let expect =
            [(0, "dont"), (1, "sink"), (3, "boat42")].map(|(at, form)| (at, form.to_owned()));
        assert_eq!(words("Don’t sink — BOAT-42!"), expect);
    }

    #[test]
    fn passages_are_found_whole_or_in_runs() {
        let check = |passages: &[&str],
                     marked: &[usize],
                     n_lost: usize,
                     stretches: &[Option<(usize, usize)>]| {
            let text = forms("the boat is late and the boat is full");
            let text: Vec<&str> = text.iter().map(String::as_str).collect();
            let passages: Vec<Vec<String>> =
                passages.iter().map(|passage| forms(passage)).collect();
            let marks = mark(&text, &passages);
            assert_eq!(marks.marked.into_iter().collect::<Vec<_>>(), marked);
            assert_eq!(
                (marks.n_lost, marks.stretches.as_slice()),
                (n_lost, stretches)
            );
        };
        check(&["The boat is"], &[0, 1, 2], 0, &[Some((0, 3))]);
        check(
            &["The boat is", "the boat is!"],
            &[0, 1, 2, 5, 6, 7],
            0,
            &[Some((0, 3)), Some((5, 8))],
        );
        check(
            &["never the boat is full"],
            &[5, 6, 7, 8],
            1,
            &[Some((5, 9))],
        );
        check(&["no such words"], &[], 3, &[None]);
        check(&["is full", "…"], &[7, 8], 0, &[Some((7, 9))]);
    }

    #[test]
    fn sentences_end_where_people_end_them() {
        let check = |text: &str, expect: &[&str]| {
            let forms = forms(text);
            let found: Vec<String> = sentences(text)
                .into_iter()
                .map(|range| forms[range].join(" "))
                .collect();
            assert_eq!(found, expect, "{text:?}");
        };
        check(
            "It is late. Very late! “Is it?” (Yes.) No",
            &["it is late", "very late", "is it", "yes", "no"],
        );
        check("Mr. smith paid 3.50 today", &["mr smith paid 350 today"]);
        check(
            "one line\nsame sentence\n\nnext block",
            &["one line same sentence", "next block"],
        );
        check(
            "first\n- item one\n2) item two",
            &["first", "item one", "2 item two"],
        );
    }
}
