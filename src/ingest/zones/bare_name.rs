//! A name alone at the end of a letter: a signature without closing or address.
//!
//! Two things tell it: it is what the record's author is called, or it is a paragraph of its own, reads as
//! a name and as nothing else, and no word of it is an ordinary word of the letter. A cut that eats a
//! comment is worse than a name left in, so a cry ("Save Our Rivers", "America First") stays.

use std::ops::Range;

use super::IsAuthor;
use super::line::{TextLine, paragraphs};
use crate::ingest::patterns::{Pattern, WordSet};

/// First name, further names or initials, last name; then a title.
static NAME: Pattern = Pattern::new(
    r"(?x)^\p{Lu}(?:\p{Ll}+(?:[-'’]\p{Lu}?\p{Ll}+)*|\.)
          (?:\ (?:\p{Lu}\.?|(?:d[ae]|di|la|van|von|der|den|del)|\p{Lu}\p{Ll}+)){0,2}
          \ (?:Mc|Mac|De|[OD]['’])?\p{Lu}\p{Ll}+(?:[-'’]\p{Lu}?\p{Ll}+)*
          (?:,?\ (?:Ph\.?\ ?D|M\.?D|Esq(?:uire)?|Jr|Sr|RN|DVM)\.?)?$",
);
/// Words of a letter at the least: below a few words a name may be what they are about.
const SHORTEST_LETTER: usize = 20;

/// Where the signature begins, which is the last line of `from..end`.
pub(super) fn start(
    lines: &[TextLine<'_>],
    from: usize,
    end: usize,
    is_author: IsAuthor<'_>,
) -> Option<usize> {
    let last = (from..end).rfind(|&index| lines[index].is_visible())?;
    (is_author(lines[last].text) || ends_letter(lines, from, end)).then_some(last)
}

/// Whether a line is what an author is called.
pub(super) fn is_same(author: &str, line: &str) -> bool {
    let [name, line] = [author, line]
        .map(|text| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase));
    name.clone().map(char::len_utf8).sum::<usize>() >= SHORTEST_NAME && line.eq(name)
}

/// Bytes of a name at the least, and at the most.
const SHORTEST_NAME: usize = 4;
const LONGEST_NAME: usize = 60;

/// Whether the last paragraph is a name that no word of the letter above it is part of.
fn ends_letter(lines: &[TextLine<'_>], from: usize, end: usize) -> bool {
    let paragraphs: Vec<Range<usize>> = paragraphs(&lines[from..end]);
    let [.., above, last] = paragraphs.as_slice() else {
        return false;
    };
    let name = lines[from + last.start].text;
    if last.len() > 1
        || !NAME.is_match(name)
        || !lines[from + above.end - 1].text.ends_with(['.', '!', '?', '"', '”', ')'])
    {
        return false;
    }
    let (last_above, letter) = (lines[from + above.end - 1], &lines[from..from + above.end - 1]);
    n_words(letter, last_above) >= SHORTEST_LETTER && is_name(name, letter, last_above)
}

/// Whether a line that looks like a name is one: no word of it is an ordinary word, nor one of the letter above.
pub(super) fn is_name(name: &str, letter: &[TextLine<'_>], above: TextLine<'_>) -> bool {
    if name.len() > LONGEST_NAME || name.ends_with("..") {
        return false;
    }
    let parts: Vec<&str> = words(name).filter(|part| !part.is_empty()).collect();
    parts.iter().any(|part| part.chars().count() > 1)
        && !parts.iter().any(|part| {
            let lower = part.to_lowercase();
            let mut lines = letter.iter().chain([&above]);
            *part == "I"
                || is_no_name(part)
                || part.chars().count() > 2
                    && lines.any(|line| words(line.text).any(|word| word == lower))
        })
}

/// The words of a text as they stand in names: "O’Fell", "Marrow-Vane".
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’' | '-'))
}

pub(super) fn n_words(letter: &[TextLine<'_>], above: TextLine<'_>) -> usize {
    letter.iter().chain([&above]).map(TextLine::n_words).sum()
}

/// Words of cries and wishes that a letter need not hold otherwise.
pub(super) fn is_no_name(word: &str) -> bool {
    static WORDS: WordSet = WordSet::new("no name");
    WORDS.contains(&word.to_lowercase())
}
