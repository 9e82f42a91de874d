//! A Rich Text document (.rtf) holding one comment.
//!
//! One pass over the bytes with a bounded stack of groups; what no rule knows is passed over.

use encoding_rs::{Encoding, WINDOWS_1252};

use super::input::InputBytes;
use crate::ingest::raw::RawInput;

/// Groups whose text is not part of the letter.
const LEFT_OUT: &[&[u8]] = &[
    b"fonttbl",
    b"colortbl",
    b"stylesheet",
    b"info",
    b"pict",
    b"object",
    b"listtable",
    b"header",
    b"headerl",
    b"headerr",
    b"headerf",
    b"footer",
    b"footerl",
    b"footerr",
    b"footerf",
];
/// Groups nested deeper share the state of the deepest kept one.
const DEEPEST_GROUP: usize = 256;

/// Whether the file begins as an RTF document does.
pub(super) fn is_rtf(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"{\\rtf")
}

pub(super) fn read(input: &InputBytes<'_>) -> RawInput {
    input.comment(text(input.bytes))
}

fn text(bytes: &[u8]) -> String {
    let mut writer = TextWriter::new();
    let mut rest = bytes;
    while let Some((first, after)) = rest.split_first() {
        rest = match first {
            b'{' => writer.open(after),
            b'}' => writer.close(after),
            b'\\' => writer.control(after),
            b'\r' | b'\n' => after,
            byte => {
                writer.push_byte(*byte);
                after
            }
        };
    }
    writer.flush();
    writer.text
}

/// What holds to the end of the group.
#[derive(Clone, Copy)]
struct Group {
    left_out: bool,
    /// Hidden or struck out.
    hidden: bool,
    /// Characters that stand in for a `\u` character, for old programs.
    n_stand_ins: usize,
}

struct TextWriter {
    text: String,
    /// Bytes not yet decoded: one character may be several.
    pending: Vec<u8>,
    encoding: &'static Encoding,
    group: Group,
    outer: Vec<Group>,
    /// Groups that were too deep to be kept.
    n_too_deep: usize,
    /// Stand-ins still to pass over.
    n_to_skip: usize,
    /// The first half of a character beyond the basic plane.
    high_surrogate: Option<u16>,
}

impl TextWriter {
    fn new() -> Self {
        Self {
            text: String::new(),
            pending: Vec::new(),
            encoding: WINDOWS_1252,
            group: Group { left_out: false, hidden: false, n_stand_ins: 1 },
            outer: Vec::new(),
            n_too_deep: 0,
            n_to_skip: 0,
            high_surrogate: None,
        }
    }

    fn open<'a>(&mut self, rest: &'a [u8]) -> &'a [u8] {
        self.n_to_skip = 0;
        if self.outer.len() < DEEPEST_GROUP {
            self.outer.push(self.group);
        } else {
            self.n_too_deep += 1;
        }
        rest
    }

    fn close<'a>(&mut self, rest: &'a [u8]) -> &'a [u8] {
        self.n_to_skip = 0;
        if self.n_too_deep > 0 {
            self.n_too_deep -= 1;
        } else if let Some(group) = self.outer.pop() {
            self.group = group;
        }
        rest
    }

    /// A control word or symbol, behind its backslash.
    fn control<'a>(&mut self, rest: &'a [u8]) -> &'a [u8] {
        let Some(first) = rest.first() else {
            return rest;
        };
        if first.is_ascii_alphabetic() {
            return self.word(rest);
        }
        match first {
            b'\'' => {
                let digits = rest.get(1..3).and_then(|digits| std::str::from_utf8(digits).ok());
                if let Some(byte) = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
                    self.push_byte(byte);
                    return &rest[3..];
                }
            }
            b'*' => self.group.left_out = true,
            b'\\' | b'{' | b'}' => self.push_byte(*first),
            b'~' => self.push(" "),
            b'_' => self.push("-"),
            b'\n' | b'\r' => self.push("\n"),
            _ => {}
        }
        &rest[1..]
    }

    /// A control word with its number and the space that ends it.
    fn word<'a>(&mut self, rest: &'a [u8]) -> &'a [u8] {
        let is_letter = |byte: &u8| byte.is_ascii_alphabetic();
        let (word, rest) = split_while(rest, is_letter);
        let sign = usize::from(rest.first() == Some(&b'-'));
        let (digits, after) = split_while(&rest[sign..], u8::is_ascii_digit);
        let number = std::str::from_utf8(digits)
            .ok()
            .and_then(|digits| digits.parse::<i64>().ok())
            .map(|number| if sign == 1 { -number } else { number });
        let rest = if digits.is_empty() { rest } else { after };
        let rest = rest.strip_prefix(b" ").unwrap_or(rest);
        match (word, number) {
            (b"bin", Some(length)) => {
                let length = usize::try_from(length).unwrap_or(0);
                return &rest[length.min(rest.len())..];
            }
            (b"u", Some(unit)) => self.push_unit(unit as u16),
            (b"uc", Some(count)) => self.group.n_stand_ins = usize::try_from(count).unwrap_or(1),
            (b"ansicpg", Some(page)) => self.encoding = encoding(page),
            (b"v" | b"deleted", state) => self.group.hidden = state != Some(0),
            (b"plain", _) => self.group.hidden = false,
            (word, _) if LEFT_OUT.contains(&word) => self.group.left_out = true,
            (word, _) => self.push(mark(word)),
        }
        rest
    }

    fn is_shown(&self) -> bool {
        !self.group.left_out && !self.group.hidden
    }

    fn push_byte(&mut self, byte: u8) {
        if self.n_to_skip > 0 {
            self.n_to_skip -= 1;
        } else if self.is_shown() {
            self.pending.push(byte);
        }
    }

    fn push(&mut self, text: &str) {
        if self.is_shown() && !text.is_empty() {
            self.flush();
            self.text.push_str(text);
        }
    }

    /// A UTF-16 unit; the stand-ins behind it are passed over.
    fn push_unit(&mut self, unit: u16) {
        self.n_to_skip = self.group.n_stand_ins;
        let units: Vec<u16> = self.high_surrogate.take().into_iter().chain([unit]).collect();
        if (0xD800..0xDC00).contains(&unit) {
            self.high_surrogate = Some(unit);
        } else {
            self.push(&String::from_utf16_lossy(&units));
        }
    }

    fn flush(&mut self) {
        let (decoded, _) = self.encoding.decode_without_bom_handling(&self.pending);
        self.text.push_str(&decoded);
        self.pending.clear();
    }
}

fn split_while(bytes: &[u8], keep: impl Fn(&u8) -> bool) -> (&[u8], &[u8]) {
    let length = bytes.iter().position(|byte| !keep(byte));
    bytes.split_at(length.unwrap_or(bytes.len()))
}

/// The charset of a Windows code page.
fn encoding(page: i64) -> &'static Encoding {
    let label = match page {
        932 => "shift_jis".to_owned(),
        936 => "gbk".to_owned(),
        949 => "euc-kr".to_owned(),
        950 => "big5".to_owned(),
        10000 => "macintosh".to_owned(),
        65001 => "utf-8".to_owned(),
        page => format!("windows-{page}"),
    };
    Encoding::for_label(label.as_bytes()).unwrap_or(WINDOWS_1252)
}

/// The characters that a control word stands for.
fn mark(word: &[u8]) -> &'static str {
    match word {
        b"par" | b"line" | b"sect" | b"page" | b"row" => "\n",
        b"tab" | b"cell" => "\t",
        b"emdash" => "—",
        b"endash" => "–",
        b"lquote" => "‘",
        b"rquote" => "’",
        b"ldblquote" => "“",
        b"rdblquote" => "”",
        b"bullet" => "•",
        b"emspace" | b"enspace" => " ",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::text;

    fn check(body: &str, expect: &str) {
        let document = format!("{{\\rtf1\\ansi\\ansicpg1252 {body}}}");
        assert_eq!(text(document.as_bytes()), expect);
    }

    #[test]
    fn paragraphs_and_characters() {
        check("One\\par Two\\line\r\nTwo b\\tab c", "One\nTwo\nTwo b\tc");
        check("It\\'92s \\{caf\\'e9\\}", "It’s {café}");
        check("It\\u8217 ?s \\u-10179?\\u-8704?", "It’s 😀");
        check("{\\uc0 a\\u8212 b}\\u8212\\'97c", "a—b—c");
        check("cocoa\\\nlines\\\n", "cocoa\nlines\n");
        check("\\ansicpg1251 \\'cf", "П");
    }

    #[test]
    fn what_is_not_the_letter_is_left_out() {
        check(
            "{\\fonttbl{\\f0 Arial;}}{\\*\\generator X;}{\\info{\\author Rosa}}{\\pict ffd8}text",
            "text",
        );
        check("{\\v hidden}{\\deleted gone}shown \\bin3 }}}!", "shown !");
    }

    #[test]
    fn damaged_and_deep_documents_end() {
        check("}}}} a", " a");
        assert_eq!(text(b"{\\rtf1 cut\\'9"), "cut9");
        assert_eq!(text(b"{\\rtf1 cut\\"), "cut");
        let deep = format!("{}x{}y", "{".repeat(100_000), "}".repeat(100_000));
        check(&deep, "xy");
        check("\\uc99999999999999999999 a\\bin99999 b", "a");
    }
}
