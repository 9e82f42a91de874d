//! What rules look for: patterns, and lists of words.

use regex::Regex;
use rustc_hash::FxHashSet;

/// A pattern that this program writes itself.
pub(super) fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is valid")
}

pub(super) type WordSet = FxHashSet<&'static str>;

/// Words that white space parts.
pub(super) fn word_set(words: &'static str) -> WordSet {
    words.split_whitespace().collect()
}
