//! Text in, tokens out: the one definition of a token, used by every stage.
//!
//! NFKC, apostrophes and invisible characters deleted, lower case, split at what is neither letter
//! nor digit. Apostrophes are deleted because agency exports delete them ("EPAs", "dont"): turned
//! into spaces they would part copies of one letter.

use std::borrow::Cow;
use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// One token and the bytes of the text it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// Normal form: lower-case letters and digits.
    pub form: Cow<'a, str>,
    /// Where the token stands in the text.
    pub span: Range<usize>,
}

/// What a byte of a text is, as far as it tells by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Byte {
    /// A small letter or a digit.
    Form,
    /// A capital, or what is deleted.
    Altered,
    Separator,
    /// A byte of a character that is not ASCII.
    Wide,
}

const BYTES: [Byte; 256] = {
    let mut bytes = [Byte::Wide; 256];
    let mut at = 0;
    while at < 128 {
        bytes[at] = match at as u8 {
            b'a'..=b'z' | b'0'..=b'9' => Byte::Form,
            b'A'..=b'Z' | b'\'' | b'`' => Byte::Altered,
            _ => Byte::Separator,
        };
        at += 1;
    }
    bytes
};

/// Calls `each` for every token of `text`, in order.
pub fn for_each_token(text: &str, mut each: impl FnMut(&str, Range<usize>)) {
    let bytes = text.as_bytes();
    let mut form = String::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let (mut is_form, mut is_ascii) = (true, true);
        while at < bytes.len() {
            match BYTES[usize::from(bytes[at])] {
                Byte::Form => at += 1,
                Byte::Altered => {
                    is_form = false;
                    at += 1;
                }
                Byte::Separator => break,
                Byte::Wide => {
                    let Some(character) = text[at..].chars().next().filter(|c| !is_separator(*c))
                    else {
                        break;
                    };
                    is_ascii = false;
                    at += character.len_utf8();
                }
            }
        }
        if is_form && is_ascii && at > start {
            each(&text[start..at], start..at);
        } else if at > start {
            let piece = text[start..at].trim_start_matches(is_deleted);
            push_piece(piece, at - piece.len(), &mut form, &mut each);
        }
        at += text[at..].chars().next().map_or(0, char::len_utf8);
    }
}

/// All tokens of `text` with their places.
pub fn tokenize(text: &str) -> Vec<Token<'static>> {
    let mut tokens = Vec::new();
    for_each_token(text, |form, span| {
        tokens.push(Token {
            form: Cow::Owned(form.to_owned()),
            span,
        });
    });
    tokens
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
    )
}

/// Normalises one piece that holds no ASCII separator; it may still give no token or several.
fn push_piece(
    piece: &str,
    start: usize,
    form: &mut String,
    each: &mut impl FnMut(&str, Range<usize>),
) {
    let piece = piece.trim_end_matches(is_deleted);
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
        each(form, span);
        return;
    }
    // Lower-casing can undo the normal form ("ẛ̣", "İ"), so it is normalised once more.
    let lower = piece
        .chars()
        .filter(|c| !is_deleted(*c))
        .nfkc()
        .flat_map(char::to_lowercase);
    for character in lower.nfkc().flat_map(char::to_lowercase) {
        if character.is_alphanumeric() {
            form.push(character);
        } else if !is_combining_mark(character) && !is_deleted(character) && !form.is_empty() {
            each(form, span.clone());
            form.clear();
        }
    }
    if !form.is_empty() {
        each(form, span);
    }
}

#[cfg(test)]
mod tests {
    use super::tokenize;

    fn check(text: &str, expect: &[&str]) {
        let tokens = tokenize(text);
        let forms: Vec<&str> = tokens.iter().map(|token| &*token.form).collect();
        assert_eq!(forms, expect, "{text:?}");
    }

    #[test]
    fn apostrophes_vanish_and_punctuation_splits() {
        check("Don't, EPA’s `rule'", &["dont", "epas", "rule"]);
        check(
            "PM2.5—the “fine” dust",
            &["pm2", "5", "the", "fine", "dust"],
        );
        check("''  '", &[]);
    }

    #[test]
    fn compatibility_forms_and_case_fold() {
        check("ﬁne ＤＡＴＡ ½ Å", &["fine", "data", "1", "2", "å"]);
        check("cafe\u{301} CAFÉ", &["café", "café"]);
        check(
            "co\u{AD}operate zero\u{200B}width",
            &["cooperate", "zerowidth"],
        );
    }

    #[test]
    fn spans_slice_back_to_the_word() {
        let text = "Say “Don’t!” twice";
        let words: Vec<&str> = tokenize(text)
            .iter()
            .map(|t| &text[t.span.clone()])
            .collect();
        assert_eq!(words, ["Say", "Don’t", "twice"]);
    }
}
