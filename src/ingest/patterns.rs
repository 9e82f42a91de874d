//! What rules look for: patterns, and lists of words.

use std::ops::Deref;
use std::sync::OnceLock;

use regex::{Captures, Match, Regex};
use rustc_hash::FxHashSet;

/// A pattern that this program writes itself.
///
/// Its digits (`\d`) and the boundaries of its words (`\b`) are those of ASCII: with those of all scripts a pattern is
/// larger by far, and its search leaves the fastest automaton where a text has other characters.
pub(super) fn pattern(pattern: &str) -> Regex {
    Regex::new(&in_ascii(pattern)).expect("the pattern is valid")
}

/// A pattern with the digits and boundaries of ASCII.
pub(super) fn in_ascii(pattern: &str) -> String {
    pattern.replace(r"\d", "[0-9]").replace(r"\b", r"(?-u:\b)")
}

/// The same, made when it is first needed. One that is guarded is tried only on a text that has what all its matches
/// have: a digit, a colon, a first word.
///
/// Most texts have not, and a pattern takes long to make, up to a few thousandths of a second: on a docket of three
/// comments that was most of the time.
pub(super) struct Pattern {
    pub(super) written: &'static str,
    may_match: fn(&str) -> bool,
    regex: OnceLock<Regex>,
}

impl Pattern {
    pub(super) const fn new(written: &'static str) -> Self {
        Self::guarded(|_| true, written)
    }

    /// Where `may_match` is false for a text, the pattern must not match it.
    pub(super) const fn guarded(may_match: fn(&str) -> bool, written: &'static str) -> Self {
        Self { written, may_match, regex: OnceLock::new() }
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        (self.may_match)(text) && self.deref().is_match(text)
    }

    pub(super) fn find<'a>(&self, text: &'a str) -> Option<Match<'a>> {
        if (self.may_match)(text) { self.deref().find(text) } else { None }
    }

    pub(super) fn captures<'a>(&self, text: &'a str) -> Option<Captures<'a>> {
        if (self.may_match)(text) { self.deref().captures(text) } else { None }
    }
}

impl Deref for Pattern {
    type Target = Regex;

    fn deref(&self) -> &Regex {
        self.regex.get_or_init(|| pattern(self.written))
    }
}

pub(super) fn has_digit(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether some bytes hold one of a kind. All are looked at: a processor does so many at once, where it need not stop.
pub(super) fn holds(bytes: &[u8], is_one: impl Fn(u8) -> bool) -> bool {
    bytes.iter().fold(false, |holds, byte| holds | is_one(*byte))
}

/// Whether a text begins with one of some words in lower case, whatever its own is.
pub(super) fn begins_with(text: &str, words: &[&str]) -> bool {
    let first = text.bytes().next().map(|first| first.to_ascii_lowercase());
    words
        .iter()
        // Nearly all of them begin with another letter.
        .filter(|words| words.bytes().next() == first)
        .any(|words| text.get(..words.len()).is_some_and(|head| head.eq_ignore_ascii_case(words)))
}

/// The lines of a list of `words.txt`.
pub(super) fn list(name: &str) -> impl Iterator<Item = &'static str> {
    section(include_str!("words.txt"), name)
}

/// What a list of terms tells of one of them.
pub(super) fn told(name: &str, term: &str) -> Option<&'static str> {
    list(name).find_map(|line| {
        let (terms, told) = line.split_once(" = ")?;
        terms.split(' ').any(|own| own == term).then_some(told)
    })
}

/// The lines of a part of a text, below its name, but for remarks.
pub(super) fn section<'a>(text: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let parts = text.split("\n== ").filter_map(|part| part.split_once('\n'));
    let part = parts.into_iter().find(|(own, _)| *own == name).expect("there is such a part").1;
    part.lines().filter(|line| !line.is_empty() && !line.starts_with("# "))
}

pub(super) struct WordSet {
    list: &'static str,
    words: OnceLock<FxHashSet<&'static str>>,
}

impl WordSet {
    pub(super) const fn new(list: &'static str) -> Self {
        Self { list, words: OnceLock::new() }
    }

    pub(super) fn contains(&self, word: &str) -> bool {
        let words =
            self.words.get_or_init(|| list(self.list).flat_map(str::split_whitespace).collect());
        words.contains(word)
    }
}

#[cfg(test)]
mod tests {
    use super::{Pattern, begins_with, has_digit};

    /// What cannot be made tells when it is.
    #[test]
    fn a_pattern_is_made_for_the_first_text_that_may_match_it() {
        static BROKEN: Pattern = Pattern::guarded(has_digit, "(");
        assert!(!BROKEN.is_match("none") && BROKEN.find("none").is_none());
        assert!(BROKEN.captures("none").is_none());
        assert!(std::panic::catch_unwind(|| BROKEN.is_match("12")).is_err());
    }

    #[test]
    fn digits_and_boundaries_are_those_of_ascii() {
        static WORD: Pattern = Pattern::new(r"\bno\b [\d.]+");
        assert_eq!(WORD.find("piano 1, éno 2.5").map(|found| found.as_str()), Some("no 2.5"));
        assert!(!WORD.is_match("no ٣"));
    }

    #[test]
    fn a_beginning_is_told_in_any_case() {
        assert!(begins_with("DEAR Council", &["to", "dear "]) && begins_with("à", &["à"]));
        assert!(!begins_with("dea", &["dear"]) && !begins_with("éa", &["e", "d"]));
    }
}
