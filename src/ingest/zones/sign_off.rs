//! A closing and a name in running text: "… for the children. Thank you, Rosa Alvarez", on one line or with
//! the name below.
//!
//! The name must be one: words with capitals and nothing else, none of them an ordinary word of the letter.
//! So "Thank you. Save Our Rivers" stays.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::bare_name::is_no_name;
use super::line::TextLine;

/// Closings that nobody writes but above a name.
pub(super) const VALEDICTION: &str = r"(?:(?:(?i:very|most|yours) )?(?i:sincerely|respectfully)(?: submitted| yours)?|(?:(?i:with|my|best|kind|kindest|warm|warmest|many) ){0,2}(?i:regards)|(?i:yours|(?:very )?truly yours)(?: truly| faithfully)?|(?i:cordially)|(?i:thank you|thanks) and (?:best |kind )?(?i:regards))";
/// Thanks and wishes, which a letter may also hold in its middle.
pub(super) const THANKS: &str = r"(?:(?:(?i:many) )?(?i:thanks|thank you)(?: (?i:so|very) (?i:much))?(?: (?i:again|in advance))?(?: (?i:for) [^.!?;:\n]{1,80})?|(?i:best(?: wishes| of luck)?|cheers|take care|warmly|gratefully))";
/// The same as a sentence of its own: a longer one says what it thanks for.
pub(super) const SHORT_THANKS: &str = r"(?i:(?:many )?(?:thanks|thank you)(?: (?:so|very) much)?(?: again| in advance)?(?: for (?:(?:all )?(?:of )?your|the opportunity|considering|reading|listening|taking|seeking)\b[^.!?;:,\n]{0,40})?)";
/// One to five words with capitals, a degree behind them.
const NAME: &str = r"[-*~–—]{0,2}[ \t]?(?:\p{Lu}(?:[\p{L}'’-]*\.?|\.))(?:,? (?:\p{Lu}[\p{L}'’.-]*|d[ae]|di|la|van|von|der|den|del|and|&)){0,5}[.,]?";

fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is valid")
}

/// Where a sentence, and so a line, may end before a closing.
pub(super) const BEFORE: &str = r"(?:^|[.!?…:;”\x22)\]’][ \t]+|[ \t]{2,}|[ \t][-–—]{1,2}[ \t])";

/// How a line ends that closes a letter, with the name: groups 1 all of it, 2 the name.
static WITH_NAME: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"{BEFORE}((?:{VALEDICTION}[ \t]*[,.!:;–—-]*|{THANKS}[ \t]*[,–—-]+|{SHORT_THANKS}[.!]+)[ \t]+({NAME}))$"
    ))
});
/// The same with the name on the line below it: group 1 above any name, group 2 above a full one.
static ABOVE_NAME: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"{BEFORE}(?:({VALEDICTION}[ \t]*[,.!:;–—-]*|{THANKS}[ \t]*[,–—-]+)|({SHORT_THANKS}[ \t]*[.!]*))$"
    ))
});
/// A closing that was to stand above a name.
static ALONE: LazyLock<Regex> =
    LazyLock::new(|| pattern(&format!("{BEFORE}({VALEDICTION}[ \\t]*,)$")));
static WHOLE_NAME: LazyLock<Regex> = LazyLock::new(|| pattern(&format!("^(?:{NAME})$")));

/// Bytes of a name at the most.
const LONGEST_NAME: usize = 60;
/// Bytes of a closing and a name at the most.
pub(super) const LONGEST_CLOSING: usize = 512;
/// Words of a letter at the least: without words above it a closing closes nothing.
const SHORTEST_LETTER: usize = 5;

/// Where a closing begins, as a byte of `last`, that ends it together with a name.
pub(super) fn with_name(letter: &[TextLine<'_>], last: TextLine<'_>) -> Option<usize> {
    let found = at_end(&WITH_NAME, last.text)?;
    let (closing, name) = (found.get(1)?, found.get(2)?);
    let above = before(last, closing.start());
    let signs = is_name(name.as_str(), letter, above) && has_letter(letter, above);
    signs.then_some(closing.start())
}

/// Where a closing begins, as a byte of `last`, that ends it above a signature.
pub(super) fn above_signature(letter: &[TextLine<'_>], last: TextLine<'_>) -> Option<usize> {
    let closing = at_end(&ABOVE_NAME, last.text)?.get(1)?;
    has_letter(letter, before(last, closing.start())).then_some(closing.start())
}

/// The same above a bare name, where a sentence of thanks closes, too.
pub(super) fn above_name(letter: &[TextLine<'_>], last: TextLine<'_>) -> Option<usize> {
    let found = at_end(&ABOVE_NAME, last.text)?;
    let closing = found.get(1).or_else(|| found.get(2))?;
    has_letter(letter, before(last, closing.start())).then_some(closing.start())
}

/// Where a closing begins, as a byte of `last`, that ends the text.
pub(super) fn alone(letter: &[TextLine<'_>], last: TextLine<'_>) -> Option<usize> {
    let closing = at_end(&ALONE, last.text)?.get(1)?;
    has_letter(letter, before(last, closing.start())).then_some(closing.start())
}

/// Whether the last two of some lines are the closing of a letter and the name below it.
pub(super) fn is_name_below(
    letter: &[TextLine<'_>],
    closing: TextLine<'_>,
    name: TextLine<'_>,
) -> bool {
    let Some(found) = at_end(&ABOVE_NAME, closing.text) else {
        return false;
    };
    let is_full = name.n_words() > 1;
    is_whole_name(name.text)
        && (found.get(1).is_some() || is_full)
        && is_name(name.text, letter, closing)
        && above_name(letter, closing).is_some()
}

/// Whether a text is a name as far as its form tells.
pub(super) fn is_whole_name(text: &str) -> bool {
    WHOLE_NAME.is_match(text)
}

/// What a pattern finds at the end of a line. A line may be a whole letter: it is not read from its beginning.
fn at_end<'a>(pattern: &Regex, line: &'a str) -> Option<Captures<'a>> {
    let start = line.floor_char_boundary(line.len().saturating_sub(LONGEST_CLOSING));
    pattern.captures_at(line, start)
}

pub(super) fn before(line: TextLine<'_>, at: usize) -> TextLine<'_> {
    let text = &line.text[..at];
    TextLine { text, ..line }
}

pub(super) fn is_name(name: &str, letter: &[TextLine<'_>], above: TextLine<'_>) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’' | '-');
    let parts = || name.split(|c: char| !is_part(c)).filter(|part| !part.is_empty());
    let lines = || letter.iter().chain([&above]);
    let words = || lines().flat_map(|line| line.text.split(|c: char| !is_part(c)));
    let is_ordinary = |part: &str| {
        let lower = part.to_lowercase();
        part.chars().count() > 2 && words().any(|word| word == lower)
    };
    name.len() <= LONGEST_NAME
        && !name.ends_with("..")
        && parts().any(|part| part.chars().count() > 1)
        && !parts().any(|part| part == "I" || is_no_name(part) || is_ordinary(part))
}

pub(super) fn has_letter(letter: &[TextLine<'_>], above: TextLine<'_>) -> bool {
    let n_words: usize = letter.iter().chain([&above]).map(TextLine::n_words).sum();
    n_words >= SHORTEST_LETTER
}
