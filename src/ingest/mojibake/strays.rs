//! What lost bytes and bytes of Mac Roman left: single characters, told by the letters around them.

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
    if !text.contains(['â', 'Â', 'Õ', 'Ò', 'Ó']) {
        return None;
    }
    let context = Context::of(text);
    let mut opened = None;
    with_replacements(text, |text, at| {
        let stray = Stray::at(text, at);
        if opened == Some(at) {
            return Some((stray.length, "”"));
        }
        let quotation = stray.quotation(&context);
        if let Some(end) = quotation {
            opened = Some(end);
            return Some((stray.length, "“"));
        }
        let (length, replacement) = stray.replacement(&context)?;
        Some((length, replacement))
    })
}

impl Context {
    fn of(text: &str) -> Self {
        let (mut n_lost, mut n_mac) = (0usize, 0usize);
        let places = text.char_indices().filter(|(_, c)| !c.is_ascii());
        for (at, character) in places {
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
        let others = text.chars().filter(|c| !c.is_ascii() && c.is_lowercase() && *c != 'â');
        let n_others = others.count();
        Self {
            is_lost_mark: n_lost > 0 && n_others <= n_lost && is_english(text),
            is_mac: n_mac > 0,
        }
    }
}

fn is_english(text: &str) -> bool {
    let english = ["the", "and", "of", "is", "it", "that", "not", "i", "you"];
    let mut words = text.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
    words.any(|word| english.contains(&word.as_str()))
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
        let is_no_letter = |c: char| !c.is_alphabetic();
        let stem = self
            .before
            .rfind(is_no_letter)
            .map_or(0, |at| at + self.before[at..].chars().next().map_or(1, char::len_utf8));
        let end = self.after.find(is_no_letter).unwrap_or(self.after.len());
        (&self.before[stem..], &self.after[..end])
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
        let is_space = |c: Option<char>| c.is_some_and(char::is_whitespace);
        is_space(self.previous()) && is_space(self.next())
    }

    /// Whether it is a capital behind a small letter or "I": no word is written so.
    fn is_capital_inside(&self) -> bool {
        let (stem, ending) = self.halves();
        let ends_small = stem.ends_with(|c: char| c.is_ascii_lowercase()) || stem == "I";
        ends_small && ending.bytes().all(|byte| byte.is_ascii_lowercase())
    }

    /// Where the quotation ends that begins here.
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
        let ends = |at: &usize| {
            let inside = &self.after[..*at];
            let behind = self.after[*at + closing.len_utf8()..].trim_start_matches('€');
            inside.ends_with(|c: char| c.is_ascii_lowercase() || matches!(c, '.' | ',' | '!' | '?'))
                && !behind.starts_with(char::is_alphanumeric)
        };
        let mut places = self.after[..reach].match_indices(closing).map(|(at, _)| at);
        let end = places.find(ends).filter(|_| opens)?;
        Some(start + end)
    }

    fn replacement(&self, context: &Context) -> Option<(usize, &'static str)> {
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
        let mark = match self.character {
            // The line was broken inside the sequence.
            'â' if self.after.trim_start().starts_with("€™") => {
                let n_spaces = self.after.len() - self.after.trim_start().len();
                return Some((self.length + n_spaces + "€™".len(), "’"));
            }
            'â' if self.is_cut() && is_letter(self.previous()) && is_letter(self.next()) => "’",
            'â' if self.is_cut() => "”",
            'â' if context.is_lost_mark && self.is_apostrophe() => "’",
            'â' if context.is_lost_mark && self.is_spaced_apostrophe() => {
                return Some((self.length + 1, "’"));
            }
            'â' if context.is_lost_mark && self.is_dash() => "–",
            'â' if context.is_lost_mark && self.ends_word() => "”",
            'â' if context.is_lost_mark && self.next().is_some_and(char::is_uppercase) => "“",
            'Õ' if self.is_capital_inside() => "’",
            'Ñ' if context.is_mac && self.is_capital_inside() && is_letter(self.next()) => "—",
            'É' if context.is_mac && self.is_capital_inside() && !is_letter(self.next()) => "…",
            'Ð' if context.is_mac && self.is_dash() => "–",
            // What was a space that does not break, and now is one that does.
            'Â' if self.next().is_none_or(char::is_whitespace) => {
                let above = self.before.trim_end_matches(' ');
                let is_end = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
                let is_mark = |c: char| matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | ')' | '"');
                let is_lost = self.before.ends_with(is_end) || above.ends_with(is_mark);
                is_lost.then_some("")?
            }
            _ => return None,
        };
        Some((self.length, mark))
    }
}

fn is_contraction(stem: &str, ending: &str) -> bool {
    let (stem, ending) = (stem.to_lowercase(), ending.to_lowercase());
    let is_one_of = |words: &[&str]| words.contains(&stem.as_str());
    match ending.as_str() {
        "s" => stem.len() > 1 && stem.is_ascii(),
        "t" => is_one_of(&[
            "don", "doesn", "didn", "isn", "aren", "wasn", "weren", "hasn", "haven", "hadn", "can",
            "won", "wouldn", "shouldn", "couldn", "mustn", "needn", "ain",
        ]),
        "m" => stem == "i",
        "re" => is_one_of(&["you", "we", "they", "who", "what", "there"]),
        "ve" => is_one_of(&[
            "i", "you", "we", "they", "who", "would", "should", "could", "might", "must",
        ]),
        "ll" | "d" => is_one_of(&[
            "i", "you", "he", "she", "it", "we", "they", "who", "what", "that", "there",
        ]),
        _ => false,
    }
}

/// Copies `text` with some stretches replaced; nothing where there are none. `find` is asked at every
/// character that is not ASCII, and tells how many bytes are replaced by what.
fn with_replacements(
    text: &str,
    mut find: impl FnMut(&str, usize) -> Option<(usize, &'static str)>,
) -> Option<String> {
    let mut replaced: Option<String> = None;
    let (mut copied, mut at) = (0, 0);
    while let Some(next) = text.as_bytes()[at..].iter().position(|byte| *byte >= 0x80) {
        at += next;
        match find(text, at) {
            Some((length, replacement)) => {
                let replaced = replaced.get_or_insert_with(String::new);
                replaced.push_str(&text[copied..at]);
                replaced.push_str(replacement);
                at += length;
                copied = at;
            }
            None => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    let mut replaced = replaced?;
    replaced.push_str(&text[copied..]);
    Some(replaced)
}
