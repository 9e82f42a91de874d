//! Words that were divided at the ends of lines, put together again, so that they are found and compared as words.
//!
//! Whether a hyphen belongs to its word the text itself tells: "pub-" and "lic" stand nowhere else in it, and "public"
//! or "well-known" may. Where it does not tell, a word is whole, but for the numbers and the few words that begin most
//! compounds of English.

use std::sync::LazyLock;

use regex::{Captures, Regex};
use rustc_hash::FxHashSet;

use super::patterns::{WordSet, pattern, word_set};

/// A hyphen at the end of a line with letters on both sides; what stands behind the word belongs to its line.
static DIVIDED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?P<left>[\p{L}'’]+)(?P<hyphen>[-\u{2010}\u{AD}])[ \t]*\n[ \t]*(?P<right>\p{Ll}[\p{L}'’]*)(?P<rest>[^\s-]*)(?P<gap>[ \t]*)",
    )
});
/// "Short- and long-term": a word is left out.
static LEFT_OUT: LazyLock<WordSet> =
    LazyLock::new(|| word_set("and or to nor und oder bzw et ou y o e"));
/// What begins words with a hyphen.
static COMPOUNDS: LazyLock<WordSet> = LazyLock::new(|| {
    word_set(
        "twenty thirty forty fifty sixty seventy eighty ninety one two three four five six seven eight nine ten
        self well ill long short high low full half part so all cost third first second",
    )
});

/// The text with its words whole; each stands at the end of the line on which it began.
pub(super) fn whole(text: String) -> String {
    let has_hyphen = text.contains(['-', '\u{2010}', '\u{AD}']);
    if !has_hyphen || !DIVIDED.is_match(&text) {
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
    let is_machine = n_halves * 2 >= DIVIDED.find_iter(&text).count();
    DIVIDED
        .replace_all(&text, |divided: &Captures<'_>| {
            let [left, right] = ["left", "right"].map(|half| &divided[half]);
            let before = text[..divided.get_match().start()].chars().next_back();
            let is_address =
                before.is_some_and(|c| c.is_numeric() || matches!(c, '/' | '@' | '.' | '_'));
            if is_address || divided["rest"].contains(['/', '@']) || LEFT_OUT.contains(right) {
                return divided[0].to_owned();
            }
            let is_compound = &divided["hyphen"] != "\u{AD}"
                && !is_word(&format!("{left}{right}"))
                && (is_word(&format!("{left}-{right}"))
                    || COMPOUNDS.contains(&*left.to_lowercase())
                    || !is_machine && is_word(left) && is_word(right));
            let hyphen = if is_compound { "-" } else { "" };
            let gap = if divided["gap"].is_empty() { "" } else { "\n" };
            format!("{left}{hyphen}{right}{}{gap}", &divided["rest"])
        })
        .into_owned()
}

#[cfg(test)]
mod tests {
    use super::whole;

    fn check(text: &str, expect: &str) {
        assert_eq!(whole(text.to_owned()), expect);
    }

    #[test]
    fn divided_words_are_whole() {
        check("built with pub-\nlic money, for", "built with public\nmoney, for");
        check("a taxi vouc-\nher, too.\n\nYours", "a taxi voucher,\ntoo.\n\nYours");
        check("is not-\nice enough. It is not", "is notice\nenough. It is not");
        check("soft\u{AD}\nened words", "softened\nwords");
        check("Ver-\nfahren", "Verfahren");
    }

    #[test]
    fn compounds_keep_their_hyphen() {
        check("a well-\nknown rule", "a well-known\nrule");
        check("twenty-\ntwo boats", "twenty-two\nboats");
        check(
            "a long, hard haul is no lake-\nside haul; the lake lies by the side.",
            "a long, hard haul is no lake-side\nhaul; the lake lies by the side.",
        );
        check("the night-\nboat, as a night-boat goes", "the night-boat,\nas a night-boat goes");
    }

    #[test]
    fn other_hyphens_stay() {
        for text in [
            "short-\nand long-term",
            "Quill-\nPoint",
            "rule 12-\nb",
            "see http://x.example/a-\nbove/c",
            "- one\n- two",
            "it is --\nwell",
        ] {
            check(text, text);
        }
    }
}
