//! Words that were divided at the ends of lines, put together again, so that they are found and compared as words.
//!
//! Whether a hyphen belongs to its word the text itself tells: "public" or "well-known" may stand elsewhere in it, and
//! where many lines end within words, a machine divided them, and so it did where a line is as full as can be, or what stands
//! below it only ends words. Else who wrote a word with a hyphen broke the line there.

use regex::Captures;
use rustc_hash::FxHashSet;

use super::patterns::{Pattern, WordSet};

/// A hyphen at the end of a line with letters on both sides; what stands behind the word belongs to its line.
static DIVIDED: Pattern = Pattern::new(
    r"(?P<left>[\p{L}'’]+)(?P<hyphen>[-\u{2010}\u{AD}])[ \t]*\n[ \t]*(?P<right>\p{Ll}[\p{L}'’]*)(?P<rest>[^\s-]*)(?P<gap>[ \t]*)",
);
/// "Short- and long-term": a word is left out.
static LEFT_OUT: WordSet = WordSet::new("parts of a list");
/// What begins words with a hyphen.
static COMPOUNDS: WordSet = WordSet::new("compounds");
/// What ends words, and is none.
static ENDINGS: WordSet = WordSet::new("endings");

/// Words that a machine divides in a text at the least, of whose halves one is no word; and of so many lines one.
const FEWEST_DIVIDED: usize = 2;
const LINES_FOR_ONE: usize = 20;
/// Lines that tell how wide a text is, at the least.
const FEWEST_LINES: usize = 6;
/// Letters of both halves of a compound: "to-" and "day" may be one word, "long-" and "haul" are two.
const LONG_HALF: usize = 4;

/// The text with its words whole; each stands at the end of the line on which it began.
pub(super) fn whole(text: String) -> String {
    // Few texts have such a line, and the pattern is slow. The other two hyphens end with these bytes.
    let bytes = text.as_bytes();
    let may_have_hyphen = memchr::memchr_iter(b'\n', bytes).any(|end| {
        let last = bytes[..end].iter().rfind(|byte| !matches!(byte, b' ' | b'\t'));
        last.is_some_and(|last| matches!(last, b'-' | 0x90 | 0xAD))
    });
    if !may_have_hyphen || !DIVIDED.is_match(&text) {
        return text;
    }
    // The halves of divided words are no words.
    let undivided = DIVIDED.replace_all(&text, "\n");
    let words: FxHashSet<String> = undivided
        .split(|c: char| !c.is_alphabetic() && !matches!(c, '\'' | '’' | '-'))
        .flat_map(|word| word.split('-').chain(word.contains('-').then_some(word)))
        .map(str::to_lowercase)
        .collect();
    let is_word = |word: &str| words.contains(&word.to_lowercase());
    let n_halves = DIVIDED
        .captures_iter(&text)
        .filter(|divided| !is_word(&divided["left"]) || !is_word(&divided["right"]))
        .count();
    let n_divided = DIVIDED.find_iter(&text).count();
    let is_machine = n_halves >= FEWEST_DIVIDED
        && n_halves * 2 >= n_divided
        && n_halves * LINES_FOR_ONE >= text.lines().count();
    let widths = text.lines().map(|line| line.trim_end().chars().count());
    let (n_lines, width) = widths.fold((0, 0), |(n, widest), width| (n + 1, width.max(widest)));
    DIVIDED
        .replace_all(&text, |divided: &Captures<'_>| {
            let [left, right] = ["left", "right"].map(|half| &divided[half]);
            let before = &text[..divided.get_match().start()];
            let token = before.rsplit(char::is_whitespace).next().unwrap_or_default();
            let is_address = token.contains(|c: char| c.is_numeric() || "/@._".contains(c));
            if is_address || divided["rest"].contains(['/', '@']) || LEFT_OUT.contains(right) {
                return divided[0].to_owned();
            }
            let line = before.rsplit('\n').next().unwrap_or_default();
            let n_chars = line.chars().count() + left.chars().count() + 1;
            let is_full = n_lines >= FEWEST_LINES && n_chars + 1 >= width;
            let is_divided = is_machine || is_full || ENDINGS.contains(right);
            let is_compound = &divided["hyphen"] != "\u{AD}"
                && !is_word(&format!("{left}{right}"))
                && (is_word(&format!("{left}-{right}"))
                    || COMPOUNDS.contains(&left.to_lowercase())
                    || !is_divided
                    || [left, right].iter().all(|half| is_word(half) && half.len() >= LONG_HALF));
            let hyphen = if is_compound { "-" } else { "" };
            let gap = if divided["gap"].is_empty() { "" } else { "\n" };
            format!("{left}{hyphen}{right}{}{gap}", &divided["rest"])
        })
        .into_owned()
}
