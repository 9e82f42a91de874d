//! What lost bytes and bytes of Mac Roman left: single characters, told by the letters around them.

use super::with_replacements;
use crate::ingest::patterns::told;

/// Bytes of a quotation at the most, from its first mark to its last.
const LONGEST_QUOTATION: usize = 120;

/// What is known of a text before its strays are judged one by one.
struct Context {
    /// It is English, and "â" no letter of it: "donât" and not "bâton".
    is_lost_mark: bool,
    /// Marks of Mac Roman were read as letters: "donÕt".
    is_mac: bool,
}

/// The text with its strays replaced; nothing where it has none.
pub(super) fn replaced(text: &str) -> Option<String> {
    // In UTF-8 all of them begin with C3, as most signs and marks do not.
    if memchr::memchr(0xC3, text.as_bytes()).is_none() || !text.contains(['â', 'Â', 'Õ', 'Ò', 'Ó'])
    {
        return None;
    }
    let context = Context::of(text);
    let mut opened = None;
    with_replacements(text, |text, at| {
        let stray = Stray::at(text, at);
        if opened == Some(at) {
            return Some((stray.length, "”"));
        }
        if let Some(end) = stray.quotation(&context) {
            opened = Some(end);
            return Some((stray.length, "“"));
        }
        stray.replacement(&context)
    })
}

impl Context {
    fn of(text: &str) -> Self {
        let (mut n_lost, mut n_mac) = (0usize, 0usize);
        for (at, character) in text.char_indices().filter(|(_, c)| !c.is_ascii()) {
            let stray = Stray::at(text, at);
            match character {
                'â' => {
                    let is_lost = stray.is_apostrophe() || stray.is_dash() || stray.ends_word();
                    n_lost += usize::from(is_lost);
                }
                'Õ' => n_mac += usize::from(stray.is_capital_inside()),
                _ => {}
            }
        }
        // Where "â" is a letter other letters have accents too.
        let n_others =
            text.chars().filter(|c| !c.is_ascii() && c.is_lowercase() && *c != 'â').count();
        Self {
            is_lost_mark: n_lost > 0 && n_others <= n_lost && is_english(text),
            is_mac: n_mac > 0,
        }
    }
}

fn is_english(text: &str) -> bool {
    let english = ["the", "and", "of", "is", "it", "that", "not", "i", "you"];
    text.split(|c: char| !c.is_alphabetic())
        .any(|word| english.iter().any(|known| word.eq_ignore_ascii_case(known)))
}

/// A character that may be no letter, with what stands around it.
struct Stray<'a> {
    character: char,
    /// Bytes of it, with the "€" behind it whose third byte was lost.
    length: usize,
    before: &'a str,
    after: &'a str,
}

impl<'a> Stray<'a> {
    fn at(text: &'a str, at: usize) -> Self {
        let (before, rest) = text.split_at(at);
        let character = rest.chars().next().unwrap_or_default();
        let single = character.len_utf8();
        let is_cut = character == 'â' && rest[single..].starts_with('€');
        let length = if is_cut { single + '€'.len_utf8() } else { single };
        Self { character, length, before, after: &rest[length..] }
    }

    fn is_cut(&self) -> bool {
        self.length > self.character.len_utf8()
    }

    fn previous(&self) -> Option<char> {
        self.before.chars().next_back()
    }

    fn next(&self) -> Option<char> {
        self.after.chars().next()
    }

    /// The word before it and the letters behind it.
    fn halves(&self) -> (&'a str, &'a str) {
        let stem = self.before.trim_end_matches(char::is_alphabetic).len();
        let rest = self.after.trim_start_matches(char::is_alphabetic);
        (&self.before[stem..], &self.after[..self.after.len() - rest.len()])
    }

    /// Whether an apostrophe stood here: "don|t", "city|s", "I|m". Only English puts these together.
    fn is_apostrophe(&self) -> bool {
        let (stem, ending) = self.halves();
        is_contraction(stem, ending)
    }

    /// The same where a space was put in its place: "don| t".
    fn is_spaced_apostrophe(&self) -> bool {
        let behind = self.after.strip_prefix(' ').unwrap_or_default();
        let end = behind.find(|c: char| !c.is_alphabetic());
        let is_number = self.before.ends_with(|c: char| c.is_ascii_digit());
        let ending = &behind[..end.unwrap_or(behind.len())];
        is_contraction(self.halves().0, ending) || is_number && ending == "s"
    }

    /// Whether a word ends with it, as no word of English, French or Romanian does.
    fn ends_word(&self) -> bool {
        let (stem, ending) = self.halves();
        let is_word = stem.len() > 1 && stem.bytes().all(|byte| byte.is_ascii_alphabetic());
        is_word && stem.ends_with(|c: char| c.is_ascii_lowercase()) && ending.is_empty()
    }

    fn is_dash(&self) -> bool {
        [self.previous(), self.next()].iter().all(|c| c.is_some_and(char::is_whitespace))
    }

    /// Whether it is a capital behind a small letter or "I": no word is written so.
    fn is_capital_inside(&self) -> bool {
        let (stem, ending) = self.halves();
        let ends_small = stem.ends_with(|c: char| c.is_ascii_lowercase()) || stem == "I";
        ends_small && ending.bytes().all(|byte| byte.is_ascii_lowercase())
    }

    fn quotation(&self, context: &Context) -> Option<usize> {
        let opens = !self.previous().is_some_and(char::is_alphanumeric)
            && self.next().is_some_and(char::is_alphanumeric);
        let closing = match self.character {
            'â' if context.is_lost_mark || self.is_cut() => 'â',
            'Ò' => 'Ó',
            _ => return None,
        };
        let reach = self.after.floor_char_boundary(LONGEST_QUOTATION);
        let start = self.before.len() + self.length;
        if !opens {
            return None;
        }
        let (end, _) = self.after[..reach].match_indices(closing).find(|(at, mark)| {
            let inside = &self.after[..*at];
            let behind = self.after[*at + mark.len()..].trim_start_matches('€');
            inside.ends_with(|c: char| c.is_ascii_lowercase() || matches!(c, '.' | ',' | '!' | '?'))
                && !behind.starts_with(char::is_alphanumeric)
        })?;
        Some(start + end)
    }

    fn replacement(&self, context: &Context) -> Option<(usize, &'static str)> {
        let [is_behind_letter, is_before_letter] =
            [self.previous(), self.next()].map(|c| c.is_some_and(char::is_alphabetic));
        let mark = match self.character {
            // The line was broken inside the sequence.
            'â' if self.after.trim_start().starts_with("€™") => {
                let n_spaces = self.after.len() - self.after.trim_start().len();
                return Some((self.length + n_spaces + "€™".len(), "’"));
            }
            'â' if self.is_cut() && is_behind_letter && is_before_letter => "’",
            'â' if self.is_cut() => "”",
            'â' if context.is_lost_mark && self.is_apostrophe() => "’",
            'â' if context.is_lost_mark && self.is_spaced_apostrophe() => {
                return Some((self.length + 1, "’"));
            }
            'â' if context.is_lost_mark && self.is_dash() => "–",
            'â' if context.is_lost_mark && self.ends_word() => "”",
            'â' if context.is_lost_mark && self.next().is_some_and(char::is_uppercase) => "“",
            'Õ' if self.is_capital_inside() => "’",
            'Ñ' if context.is_mac && self.is_capital_inside() && is_before_letter => "—",
            'É' if context.is_mac && self.is_capital_inside() && !is_before_letter => "…",
            'Ð' if context.is_mac && self.is_dash() => "–",
            // What was a space that does not break, and now is one that does.
            'Â' if self.next().is_none_or(char::is_whitespace) => {
                let above = self.before.trim_end_matches(' ');
                let is_lost = above.ends_with(['.', ',', ';', ':', '!', '?', ')', '"'])
                    || self
                        .before
                        .ends_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit());
                is_lost.then_some("")?
            }
            _ => return None,
        };
        Some((self.length, mark))
    }
}

fn is_contraction(stem: &str, ending: &str) -> bool {
    let (stem, ending) = (stem.to_lowercase(), ending.to_lowercase());
    if ending == "s" {
        return stem.len() > 1 && stem.is_ascii();
    }
    told("contractions", &ending).is_some_and(|stems| stems.split(' ').any(|own| own == stem))
}
