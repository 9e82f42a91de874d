//! Text in, tokens out: the one definition of a token, used by every stage.
//!
//! NFKC, apostrophes and invisible characters deleted, lower case, split at what is neither letter
//! nor digit. Apostrophes are deleted because agency exports delete them ("EPAs", "dont"): turned
//! into spaces they would part copies of one letter.
//!
//! Scripts without spaces between words are cut into overlapping pairs of characters (`CharacterPairs`), so the
//! spans of tokens are in order but may overlap.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Calls `each` for every token of `text`, in order.
pub fn for_each_token(text: &str, mut each: impl FnMut(&str, Range<usize>)) {
    for_each_overlapping(text, |form, _, span| each(form, span));
}

/// The same with the number of bytes at the front of each token that are the end of the token before it:
/// without them the tokens are the letters and digits of the text, each once.
pub fn for_each_overlapping(text: &str, mut each: impl FnMut(&str, usize, Range<usize>)) {
    let bytes = text.as_bytes();
    let mut buffers = Buffers::default();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let (mut is_form, mut is_ascii) = (true, true);
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'a'..=b'z' | b'0'..=b'9' => at += 1,
                // Capitals, and what is deleted.
                b'A'..=b'Z' | b'\'' | b'`' => {
                    is_form = false;
                    at += 1;
                }
                0x80.. => {
                    let Some(character) = text[at..].chars().next().filter(|c| !is_separator(*c))
                    else {
                        break;
                    };
                    is_ascii = false;
                    at += character.len_utf8();
                }
                _ if is_ascii => break,
                _ => match wrap(&text[start..at], &text[at..]) {
                    Some(length) => at += length,
                    None => break,
                },
            }
        }
        if is_form && is_ascii && at > start {
            each(&text[start..at], 0, start..at);
        } else if at > start {
            let piece = text[start..at].trim_start_matches(is_deleted);
            push_piece(piece, at - piece.len(), &mut buffers, &mut each);
        }
        at += text[at..].chars().next().map_or(0, char::len_utf8);
    }
}

/// Whether a token is a pair of characters of a script without spaces: it is worth less than a word.
pub fn is_unspaced_token(form: &str) -> bool {
    form.starts_with(is_unspaced)
}

/// The tokens of a text in their normal form, a space behind each.
pub fn normal_form(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    for_each_token(text, |form, _| {
        words.push_str(form);
        words.push(' ');
    });
    words
}

/// Neither part of a token nor deleted: parts two tokens. Asked of characters that are not ASCII.
fn is_separator(character: char) -> bool {
    !(character.is_alphanumeric() || is_combining_mark(character) || is_deleted(character))
}

/// Apostrophes in all their forms, and what no reader sees.
fn is_deleted(character: char) -> bool {
    matches!(
        character,
        '\'' | '`'
            | '\u{B4}'
            | '\u{2018}'
            | '\u{2019}'
            | '\u{201B}'
            | '\u{2032}'
            | '\u{2BC}'
            | '\u{FF07}'
            | '\u{AD}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{2069}'
            | '\u{FEFF}'
            | '\u{FE00}'..='\u{FE0F}'
            // Letters of Hangul that only fill a place.
            | '\u{115F}'
            | '\u{1160}'
            | '\u{3164}'
            | '\u{FFA0}'
    )
}

/// What is written to again and again.
#[derive(Default)]
struct Buffers {
    form: String,
    pairs: CharacterPairs,
}

/// Normalizes one piece that holds no ASCII separator; it may still give no token or several.
fn push_piece(
    text: &str,
    start: usize,
    Buffers { form, pairs }: &mut Buffers,
    each: &mut impl FnMut(&str, usize, Range<usize>),
) {
    let piece = text.trim_end_matches(is_deleted);
    let span = start..start + piece.len();
    if piece.is_empty() {
        return;
    }
    form.clear();
    if piece.is_ascii() {
        // Of all that is deleted only these two are ASCII.
        for part in piece.split(['\'', '`']) {
            form.push_str(part);
        }
        form.make_ascii_lowercase();
        each(form, 0, span);
        return;
    }
    // Nothing below has a normal form in such a script, and most pieces hold nothing above.
    if piece.contains(|c: char| c >= '\u{E00}' && !is_deleted(c)) && folded(piece).any(is_unspaced)
    {
        pairs.read(piece, start, each);
        return;
    }
    for character in folded(piece) {
        if character.is_alphanumeric() {
            form.push(character);
        } else if !is_combining_mark(character) && !is_deleted(character) && !form.is_empty() {
            each(latin(form).as_deref().unwrap_or(form), 0, span.clone());
            form.clear();
        }
    }
    if !form.is_empty() {
        each(latin(form).as_deref().unwrap_or(form), 0, span);
    }
}

/// Letters that nobody can tell from a Latin one, with those behind them; and such whose capitals are so.
const ALIKE: [(&str, &str); 2] =
    [("аеорсхуіјѕһԁԛԝӏοανρυι", "aeopcxyijshdqwloavpui"), ("вкмнтτκεηβ", "bkmhttkenb")];

/// A word as it is read that has letters which look like Latin ones: where it mixes them with Latin ones, as only who hides
/// it does, and where it has no others.
fn latin(form: &str) -> Option<String> {
    if form.is_ascii() {
        return None;
    }
    let is_mixed = form.contains(|letter: char| {
        letter.is_ascii_alphabetic() || ('\u{C0}'..'\u{250}').contains(&letter)
    });
    let tables = &ALIKE[..1 + usize::from(is_mixed)];
    let shown = form.chars().map(|letter| {
        let found = tables.iter().find_map(|(alike, latin)| {
            latin.chars().nth(alike.chars().position(|other| other == letter)?)
        });
        found.unwrap_or(letter)
    });
    let word: String = shown.collect();
    (is_mixed || word.is_ascii()).then_some(word)
}

/// The characters of the normal form; some of them are no part of a token.
fn folded(piece: &str) -> impl Iterator<Item = char> {
    // Lower-casing can undo the normal form ("ẛ̣", "İ"), so it is normalized once more.
    piece
        .chars()
        .filter(|c| !is_deleted(*c))
        .nfkc()
        .flat_map(char::to_lowercase)
        .nfkc()
        .flat_map(char::to_lowercase)
}

/// What a pair of characters tells, in words: 25 pairs of running Japanese are nine words.
pub const WORDS_PER_PAIR: f64 = 9.0 / 25.0;

/// Whether a character belongs to a script without spaces: Han, Hiragana, Katakana, Thai, Lao, Myanmar,
/// Khmer. Digits of such scripts are words like other numbers.
pub(super) fn is_unspaced(character: char) -> bool {
    // Most text has none of them.
    character >= '\u{E00}'
        && matches!(
            character,
            '\u{E00}'..='\u{EFF}'
                | '\u{1000}'..='\u{109F}'
                | '\u{1780}'..='\u{17FF}'
                | '\u{3005}'..='\u{3007}'
                | '\u{3021}'..='\u{3029}'
                | '\u{3031}'..='\u{3035}'
                | '\u{3038}'..='\u{303C}'
                | '\u{3041}'..='\u{30FF}'
                | '\u{31F0}'..='\u{31FF}'
                | '\u{3400}'..='\u{4DBF}'
                | '\u{4E00}'..='\u{9FFF}'
                | '\u{A9E0}'..='\u{A9FF}'
                | '\u{AA60}'..='\u{AA7F}'
                | '\u{F900}'..='\u{FAFF}'
                | '\u{FF66}'..='\u{FF9F}'
                | '\u{1B000}'..='\u{1B16F}'
                | '\u{20000}'..='\u{3FFFF}'
        )
        && character.is_alphabetic()
}

/// How many bytes of white space are a line break inside a run, where `before` ends and `rest` begins with
/// such characters: it was put there to fill the line, and parts nothing.
fn wrap(before: &str, rest: &str) -> Option<usize> {
    let next = rest.trim_start_matches([' ', '\t', '\r', '\n', '\u{3000}']);
    let gap = &rest[..rest.len() - next.len()];
    let is_inside = gap.matches('\n').count() == 1
        && before
            .chars()
            .rfind(|c: &char| !is_deleted(*c) && !is_combining_mark(*c))
            .is_some_and(is_unspaced)
        && next.starts_with(is_unspaced);
    is_inside.then_some(gap.len())
}

/// What stands between two separators, character by character; words and pairs come out.
///
/// Without a dictionary nobody knows where a word of a script without spaces ends. Pairs of characters stand for its
/// words, as in Lucene's `CJKBigramFilter`: a character more or less alters two of them, and not, as where a
/// whole run counts as one word, the sentence. A character comes with the vowel signs above and below it.
#[derive(Default)]
struct CharacterPairs {
    /// A word of another script that is being read.
    word: String,
    word_span: Range<usize>,
    /// A run of characters that is being read: their normal forms one after another, and for each where
    /// it begins in them and where it stands in the text.
    run: String,
    characters: Vec<(usize, Range<usize>)>,
}

impl CharacterPairs {
    /// Reads `piece`, which begins at `start` of the text. `each` is told a token, how many of its bytes the
    /// token before it ends with, and its place.
    fn read(
        &mut self,
        piece: &str,
        start: usize,
        each: &mut impl FnMut(&str, usize, Range<usize>),
    ) {
        let mut rest = piece;
        while !rest.is_empty() {
            let length = unit_length(rest);
            let (unit, after) = rest.split_at(length);
            let at = start + piece.len() - rest.len();
            rest = after;
            // The line break of a wrapped run parts nothing.
            if !unit.trim().is_empty() {
                for character in folded(unit) {
                    self.push(character, &(at..at + length), each);
                }
            }
        }
        self.end_word(each);
        self.end_run(each);
    }

    fn push(
        &mut self,
        character: char,
        span: &Range<usize>,
        each: &mut impl FnMut(&str, usize, Range<usize>),
    ) {
        let is_mark = is_combining_mark(character);
        if !character.is_alphanumeric() {
            if !is_mark && !is_deleted(character) {
                self.end_word(each);
                self.end_run(each);
            }
        } else if let Some((_, last)) = self.characters.last_mut().filter(|_| is_mark) {
            self.run.push(character);
            last.end = span.end;
        } else if is_unspaced(character) && (!is_mark || self.word.is_empty()) {
            self.end_word(each);
            self.characters.push((self.run.len(), span.clone()));
            self.run.push(character);
        } else {
            self.end_run(each);
            if self.word.is_empty() {
                self.word_span = span.clone();
            }
            self.word.push(character);
            self.word_span.end = span.end;
        }
    }

    fn end_word(&mut self, each: &mut impl FnMut(&str, usize, Range<usize>)) {
        if !self.word.is_empty() {
            each(&self.word, 0, self.word_span.clone());
            self.word.clear();
        }
    }

    fn end_run(&mut self, each: &mut impl FnMut(&str, usize, Range<usize>)) {
        if let [(_, alone)] = &self.characters[..] {
            each(&self.run, 0, alone.clone());
        }
        for (nth, pair) in self.characters.windows(2).enumerate() {
            let [(first, from), (second, to)] = pair else {
                continue;
            };
            let end = self.characters.get(nth + 2).map_or(self.run.len(), |c| c.0);
            let n_shared = if nth == 0 { 0 } else { second - first };
            each(&self.run[*first..end], n_shared, from.start..to.end);
        }
        self.characters.clear();
        self.run.clear();
    }
}

/// Bytes of what is brought into normal form together: a character of these scripts with its marks, or
/// all that comes before the next such character.
fn unit_length(text: &str) -> usize {
    let mut characters = text.char_indices();
    let is_run = characters.next().is_some_and(|(_, first)| is_unspaced(first));
    characters
        .find(|(_, c)| !joins(*c) && (is_run || is_unspaced(*c)))
        .map_or(text.len(), |(at, _)| at)
}

/// Whether a character goes with the one before it. Half-width voiced sound marks are letters by themselves, and join
/// what is before them.
fn joins(c: char) -> bool {
    is_combining_mark(c) || is_deleted(c) || matches!(c, '\u{FF9E}' | '\u{FF9F}')
}

#[cfg(test)]
mod tests {
    use super::{for_each_overlapping, for_each_token, normal_form};
    use crate::corpus::cases::rows;

    fn check(text: &str, expect: &str) {
        assert_eq!(normal_form(text).trim_end(), expect, "{text:?}");
    }

    #[test]
    fn texts_are_cut_into_tokens() {
        rows(include_str!("tokens.txt")).for_each(|case| check(&case[0], &case[1]));
    }

    /// What stands in no file of cases because nobody would see it there.
    #[test]
    fn what_no_reader_sees_is_no_part_of_a_token() {
        check("cafe\u{301} CAFÉ", "café café");
        check("co\u{AD}operate zero\u{200B}width", "cooperate zerowidth");
        check("th\u{435} f\u{435}rry \u{441}an st\u{430}y", "the ferry can stay");
        check("\u{430} \u{422}own", "a town");
        check("\u{3164}fer\u{115F}ry", "ferry");
        check("日\u{200B}本 café", "日本 café");
        check("川を\n\u{3000}守れ", "川を を守 守れ");
    }

    #[test]
    fn spans_of_pairs_overlap_by_a_character() {
        let text = "Aの川を\n守る";
        let mut places = Vec::new();
        for_each_token(text, |_, span| places.push(&text[span]));
        assert_eq!(places, ["A", "の川", "川を", "を\n守", "守る"]);
        let mut letters = String::new();
        for_each_overlapping(text, |form, n_shared, _| letters.push_str(&form[n_shared..]));
        assert_eq!(letters, "aの川を守る");
    }

    #[test]
    fn spans_slice_back_to_the_word() {
        let text = "Say “Don’t!” twice";
        let mut words = Vec::new();
        for_each_token(text, |_, span| words.push(&text[span]));
        assert_eq!(words, ["Say", "Don’t", "twice"]);
    }
}
