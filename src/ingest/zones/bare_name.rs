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

/// Bytes of a name at the least.
const SHORTEST_NAME: usize = 4;

/// Whether the last paragraph is a name that no word of the letter above it is part of.
fn ends_letter(lines: &[TextLine<'_>], from: usize, end: usize) -> bool {
    let paragraphs: Vec<Range<usize>> = paragraphs(&lines[from..end]);
    let [.., above, last] = paragraphs.as_slice() else {
        return false;
    };
    let name = lines[from + last.start].text;
    let line_above = lines[from + above.end - 1].text;
    if last.len() > 1
        || !NAME.is_match(name)
        || !line_above.ends_with(['.', '!', '?', '"', '”', ')'])
    {
        return false;
    }
    let letter = &lines[from..from + above.end];
    letter.iter().map(TextLine::n_words).sum::<usize>() >= SHORTEST_LETTER
        && name.split(is_separator).filter(|part| !part.is_empty()).all(|part| {
            let lower = part.to_lowercase();
            !is_no_name(part)
                && letter
                    .iter()
                    .flat_map(|line| line.text.split(is_separator))
                    .all(|word| word != lower)
        })
}

fn is_separator(c: char) -> bool {
    !c.is_alphanumeric()
}

/// Words of cries and wishes that a letter need not hold otherwise.
pub(super) fn is_no_name(word: &str) -> bool {
    static WORDS: WordSet = WordSet::new("no name");
    WORDS.contains(&word.to_lowercase())
}
