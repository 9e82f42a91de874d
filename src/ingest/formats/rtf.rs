//! A Rich Text document (.rtf) holding one comment.
//!
//! One pass over the bytes with a bounded stack of groups; what no rule knows is passed over.

use encoding_rs::{Encoding, MACINTOSH, WINDOWS_1252};
use rustc_hash::FxHashMap;

use super::format::{Attached, Format};
use super::letters::{self, Parted};
use super::office_text;
use crate::ingest::patterns::{WordSet, told};

/// Groups whose text is not part of the letter.
static LEFT_OUT: WordSet = WordSet::new("groups of rich text that are left out");
/// Groups that are printed around the text on each page.
static AROUND: WordSet = WordSet::new("heads and feet of rich text");
/// What is written: the letter, what is printed around it, and remarks in its margin.
const LETTER: usize = 0;
const PRINTED: usize = 1;
const REMARKS: usize = 2;
/// Groups nested deeper share the state of the deepest kept one.
const DEEPEST_GROUP: usize = 256;

/// A Rich Text document, known by how it begins.
pub(super) const FORMAT: Format = Format::of(
    Attached::Letter,
    |file| file.bytes.trim_ascii_start().starts_with(b"{\\rtf"),
    |input| parted(input.bytes).comments(input),
);

pub(super) fn text(bytes: &[u8]) -> String {
    parted(bytes).text
}

fn parted(bytes: &[u8]) -> Parted {
    let group = Group { n_stand_ins: 1, ..Group::default() };
    let mut writer = TextWriter { group, ..TextWriter::default() };
    let mut rest = bytes;
    while let Some((first, after)) = rest.split_first() {
        rest = match first {
            b'\\' => writer.control(after),
            byte => {
                match byte {
                    b'{' => writer.open(),
                    b'}' => writer.close(),
                    b'\r' | b'\n' => {}
                    byte => writer.push_byte(*byte),
                }
                after
            }
        };
    }
    writer.flush();
    let ([text, printed, remarks], starts) = (writer.texts, writer.starts);
    let [printed, remarks] = [printed, remarks].map(|own| letters::each_once(&own));
    let told = office_text::told_of_struck(writer.struck.split_whitespace().count());
    Parted { text, starts, printed, remarks, told, ..Parted::default() }
}

/// What holds to the end of the group.
#[derive(Clone, Copy, Default)]
struct Group {
    left_out: bool,
    kind: usize,
    hidden: bool,
    struck: bool,
    /// Within the table of fonts.
    tells_fonts: bool,
    /// The number of the font, where one was chosen.
    font: Option<i64>,
    /// The same for text that is written from right to left.
    right_to_left_font: Option<i64>,
    is_right_to_left: bool,
    /// Characters that stand in for a `\u` character, for old programs.
    n_stand_ins: usize,
}

#[derive(Default)]
struct TextWriter {
    /// By what is written.
    texts: [String; 3],
    /// What is struck out, of which only the number of words is told.
    struck: String,
    starts: Vec<usize>,
    /// Bytes not yet decoded: one character may be several.
    pending: Vec<u8>,
    /// The encoding of the pending bytes; that of Windows where none is told.
    pending_encoding: Option<&'static Encoding>,
    /// That of the document, which holds where a font has none of its own.
    encoding: Option<&'static Encoding>,
    /// Those of the fonts that have one.
    fonts: FxHashMap<i64, &'static Encoding>,
    default_font: Option<i64>,
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
    fn open(&mut self) {
        self.n_to_skip = 0;
        if self.outer.len() < DEEPEST_GROUP {
            self.outer.push(self.group);
        } else {
            self.n_too_deep += 1;
        }
    }

    fn close(&mut self) {
        if self.group.kind != LETTER {
            self.flush();
        }
        self.n_to_skip = 0;
        if self.n_too_deep > 0 {
            self.n_too_deep -= 1;
        } else if let Some(group) = self.outer.pop() {
            self.group = group;
        }
    }

    /// A control word or symbol, behind its backslash.
    fn control<'a>(&mut self, rest: &'a [u8]) -> &'a [u8] {
        let Some((first, after)) = rest.split_first() else { return rest };
        match first {
            letter if letter.is_ascii_alphabetic() => return self.word(rest),
            b'\'' => {
                let digits = after.get(..2).and_then(|digits| str::from_utf8(digits).ok());
                if let Some(byte) = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
                    self.push_byte(byte);
                    return &after[2..];
                }
            }
            b'*' => self.group.left_out = true,
            b'\\' | b'{' | b'}' => self.push_byte(*first),
            b'~' => self.push(" "),
            b'_' => self.push("-"),
            b'\n' | b'\r' => self.push("\n"),
            _ => {}
        }
        after
    }

    /// A control word with its number and the space that ends it.
    fn word<'a>(&mut self, rest: &'a [u8]) -> &'a [u8] {
        let (word, rest) = split_while(rest, u8::is_ascii_alphabetic);
        let sign = usize::from(rest.first() == Some(&b'-'));
        let n_digits = split_while(&rest[sign..], u8::is_ascii_digit).0.len();
        // A hyphen without digits belongs to the text.
        let (number, rest) = rest.split_at(if n_digits > 0 { sign + n_digits } else { 0 });
        let number = str::from_utf8(number).ok().and_then(|number| number.parse::<i64>().ok());
        let rest = rest.strip_prefix(b" ").unwrap_or(rest);
        let word = str::from_utf8(word).unwrap_or_default();
        match (word, number) {
            ("bin", Some(length)) => {
                let length = usize::try_from(length).unwrap_or(0);
                return &rest[length.min(rest.len())..];
            }
            ("u", Some(unit)) => self.push_unit(unit as u16),
            ("uc", Some(count)) => self.group.n_stand_ins = usize::try_from(count).unwrap_or(1),
            ("ansicpg", Some(page)) => self.encoding = encoding(page),
            ("mac", None) => self.encoding = Some(MACINTOSH),
            ("deff", font) => self.default_font = font,
            ("f", font) => self.group.font = font,
            ("af", font) => self.group.right_to_left_font = font,
            ("ltrch" | "rtlch", _) => self.group.is_right_to_left = word == "rtlch",
            ("fonttbl", _) => (self.group.tells_fonts, self.group.left_out) = (true, true),
            // RTF 1.9.1, "Font Table". Of the default charset the code page is the document's, a symbol font has none.
            ("fcharset", Some(charset)) => {
                let page = told("charsets of fonts", &charset.to_string());
                self.tell_font(page.and_then(|page| page.parse().ok()));
            }
            ("cpg", page) => self.tell_font(page),
            ("v", state) => self.group.hidden = state != Some(0),
            ("deleted" | "strike" | "striked", state) => self.group.struck = state != Some(0),
            ("plain", _) => {
                (self.group.hidden, self.group.struck) = (false, false);
                (self.group.font, self.group.right_to_left_font) = (None, None);
            }
            // Old programs pass over these, and people write in them: text boxes, remarks in the margin.
            ("shptxt" | "annotation", _) => {
                self.flush();
                self.group.left_out = false;
                self.group.kind = if word == "annotation" { REMARKS } else { self.group.kind };
                self.push("\n");
            }
            ("page" | "sbkpage", _) if self.is_shown() => {
                self.push("\n");
                self.starts.extend(self.starts.is_empty().then_some(0));
                self.starts.push(self.texts[LETTER].len());
            }
            (word, _) if LEFT_OUT.contains(word) => self.group.left_out = true,
            (word, _) if AROUND.contains(word) => {
                self.flush();
                self.group.kind = PRINTED;
            }
            (word, _) => self.push(mark(word)),
        }
        rest
    }

    fn is_shown(&self) -> bool {
        !self.group.left_out && !self.group.hidden && !self.group.struck
    }

    /// The code page of the font that is being told of.
    fn tell_font(&mut self, page: Option<i64>) {
        if self.group.tells_fonts
            && let (Some(font), Some(encoding)) = (self.group.font, page.and_then(encoding))
        {
            self.fonts.insert(font, encoding);
        }
    }

    fn push_byte(&mut self, byte: u8) {
        let group = self.group;
        if self.n_to_skip > 0 {
            self.n_to_skip -= 1;
        } else if self.is_shown() {
            let right_to_left = group.right_to_left_font.filter(|_| group.is_right_to_left);
            let font = right_to_left.or(group.font).or(self.default_font);
            let encoding = font.and_then(|font| self.fonts.get(&font).copied()).or(self.encoding);
            if encoding != self.pending_encoding {
                self.flush();
                self.pending_encoding = encoding;
            }
            self.pending.push(byte);
        } else if group.struck && !group.left_out && !group.hidden {
            self.struck.push(char::from(byte));
        }
    }

    fn push(&mut self, text: &str) {
        if self.is_shown() && !text.is_empty() {
            self.flush();
            self.written().push_str(text);
        }
    }

    fn written(&mut self) -> &mut String {
        &mut self.texts[self.group.kind]
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
        let pending = std::mem::take(&mut self.pending);
        let encoding = self.pending_encoding.unwrap_or(WINDOWS_1252);
        self.written().push_str(&encoding.decode_without_bom_handling(&pending).0);
    }
}

fn split_while(bytes: &[u8], keep: impl Fn(&u8) -> bool) -> (&[u8], &[u8]) {
    let length = bytes.iter().position(|byte| !keep(byte));
    bytes.split_at(length.unwrap_or(bytes.len()))
}

/// The encoding of a Windows code page, where it is known.
fn encoding(page: i64) -> Option<&'static Encoding> {
    let label = told("code pages", &page.to_string()).map(str::to_owned);
    Encoding::for_label(label.unwrap_or_else(|| format!("windows-{page}")).as_bytes())
}

/// The characters that a control word stands for.
fn mark(word: &str) -> &'static str {
    match word {
        "par" | "line" | "sect" | "page" | "row" => "\n",
        "tab" | "cell" => "\t",
        "emdash" => "—",
        "endash" => "–",
        "lquote" => "‘",
        "rquote" => "’",
        "ldblquote" => "“",
        "rdblquote" => "”",
        "bullet" => "•",
        "emspace" | "enspace" => " ",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::{parted, text};
    use crate::ingest::cases;
    use crate::ingest::formats::letters::tests::shown;

    #[test]
    fn bodies_become_text() {
        let fonts = "{\\fonttbl{\\f0\\fswiss\\fcharset0 Arial;}{\\f1\\fcharset238{\\*\\falt X}Arial CE;}\
            {\\f2\\fcharset204 Arial Cyr;}{\\f11\\fcharset128 MS Mincho;}{\\f12\\cpg936 SimSun;}\
            {\\f13\\fcharset1 Any;}{\\f14\\fcharset2 Symbol;}{\\f15\\fcharset177 David;}}";
        for case in cases::cells(include_str!("rtf.txt")) {
            let body = case[0].replace("FONTS", fonts);
            let is_cut = case[0].starts_with("cut");
            let end = if is_cut { "" } else { "}" };
            let document = format!("{{\\rtf1\\ansi\\ansicpg1252 {body}{end}");
            let expect: Vec<String> = case[1..].iter().copied().map(cases::unescaped).collect();
            assert_eq!(shown(parted(document.as_bytes()))[..expect.len()], expect, "{body}");
        }
        let deep = format!("{{\\rtf1 {}x{}y\\\ncocoa}}", "{".repeat(100_000), "}".repeat(100_000));
        assert_eq!(text(deep.as_bytes()), "xy\ncocoa");
    }
}
