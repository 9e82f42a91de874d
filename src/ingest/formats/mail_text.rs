//! What programs leave in the plain text of a mail, out of it: armor of signatures and keys, files between the lines,
//! marks of pictures and links, an encoding that no header names.

use std::borrow::Cow;

use mail_parser::decoders::base64::base64_decode;
use memchr::memmem;
use regex::{Captures, Regex};

use crate::ingest::decode;
use crate::ingest::patterns::Pattern;

/// The head of a text that was signed as it is (RFC 9580 §7).
static SIGNED: Pattern =
    Pattern::new(r"(?m)^-----BEGIN PGP SIGNED MESSAGE-----[ \t]*\r?\n(?:[\w-]+: .*\n)*[ \t\r]*\n");
/// What a line of it that begins with a dash has in front.
static ESCAPE: Pattern = Pattern::new(r"(?m)^- ");
/// A signature, a key, or a text that only its reader can read, whether its end is there or not.
static ARMOR: Pattern = Pattern::new(
    r"(?m)^-----BEGIN PGP ([A-Z ]+)-----[ \t]*\r?$(?:\n[\w-]+: .*)*(?:\n[A-Za-z0-9+/=]*[ \t]*\r?$)*(?:\n-----END PGP [A-Z ]+-----[ \t]*\r?$)?",
);
/// A file between the lines: groups 1 its name, 2 its lines, each with its length in front.
static FILE: Pattern = Pattern::new(
    r"(?m)^begin [0-7]{3,4} (\S[^\r\n]*)\r?\n((?:[!-`][ -`]*\r?\n)+)(?:[ `]?\r?\n)?end[ \t]*\r?$",
);
/// Marks of pictures and of links behind what is linked, as programs write them that turn a page into text.
static MARK: Pattern = Pattern::new(
    r"\[cid:[^\]\s]{1,200}\]|\[(?:(?i:image|bild|imagen|immagine|inline image)\b ?\d*:|https?://[^\]\s]+\.(?i:png|gif|jpe?g|bmp)\b)[^\]\n]{0,200}\]|<mailto:[^<>\s]+>|\[[^\[\]\n]{1,80}\]<https?://[^<>\s]+>",
);
/// A link right behind what is linked: group 1 its last character.
static LINKED: Pattern = Pattern::new(r"([^\s<(\[])<https?://[^<>\s]+>");

/// Lines of base64 at the least, and characters of all but the last, where nothing says that it is that.
const FEWEST_LINES: usize = 3;
const SHORTEST_LINE: usize = 40;

/// A file that stood between the lines of a text.
pub(super) struct InlineFile {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

/// Whether it is worth the while to look for files in a text, or for armor.
pub(super) fn may_hold_files(written: &str) -> bool {
    [&b"begin "[..], b"-----BEGIN PGP "]
        .iter()
        .any(|beginning| memmem::find(written.as_bytes(), beginning).is_some())
}

/// The text alone, and the files in it.
pub(super) fn parted(written: &str) -> (Cow<'_, str>, Vec<InlineFile>) {
    let mut files = Vec::new();
    if let Some(decoded) = from_base64(written) {
        return (decoded.into(), files);
    }
    let mut text = Cow::Borrowed(written);
    if memmem::find(text.as_bytes(), b"-----BEGIN PGP ").is_some() {
        if let Some(head) = SIGNED.find(&text) {
            let escaped = &text[head.end()..];
            text = format!("{}{}", &text[..head.start()], ESCAPE.replace_all(escaped, "")).into();
        }
        text = replaced(text, &ARMOR, |found| {
            if &found[1] == "MESSAGE" {
                let (name, bytes) = ("message.asc".to_owned(), found[0].as_bytes().to_vec());
                files.push(InlineFile { name, bytes });
            }
            String::new()
        });
    }
    if memmem::find(text.as_bytes(), b"begin ").is_some() {
        text = replaced(text, &FILE, |found| match file_lines(&found[2]) {
            Some(bytes) => {
                files.push(InlineFile { name: found[1].trim().to_owned(), bytes });
                String::new()
            }
            None => found[0].to_owned(),
        });
    }
    if memchr::memchr2(b'<', b'[', text.as_bytes()).is_some() {
        text = replaced(text, &MARK, |_| String::new());
        text = replaced(text, &LINKED, |found| found[1].to_owned());
    }
    (text, files)
}

fn replaced<'a>(
    text: Cow<'a, str>,
    pattern: &Regex,
    mut with: impl FnMut(&Captures<'_>) -> String,
) -> Cow<'a, str> {
    match pattern.replace_all(&text, &mut with) {
        Cow::Borrowed(_) => text,
        Cow::Owned(replaced) => replaced.into(),
    }
}

/// The bytes of a file from its lines; none where a line is none.
fn file_lines(lines: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for line in lines.lines().map(str::as_bytes) {
        let (length, digits) = line.split_first()?;
        let n_bytes = usize::from(length.wrapping_sub(b' ') & 63);
        let mut own = Vec::new();
        // Spaces at the end of a line are often lost.
        let padding = std::iter::repeat(&b' ');
        let whole: Vec<u8> =
            digits.iter().chain(padding).take(n_bytes.div_ceil(3) * 4).copied().collect();
        for four in whole.chunks_exact(4) {
            let bits = four
                .iter()
                .fold(0, |bits, digit| bits << 6 | u32::from(digit.wrapping_sub(b' ') & 63));
            own.extend_from_slice(&bits.to_be_bytes()[1..]);
        }
        if digits.len() > whole.len() + 2 {
            return None;
        }
        own.truncate(n_bytes);
        bytes.append(&mut own);
    }
    Some(bytes)
}

pub(super) fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// The text that base64 hides where no header says so: nothing but whole lines of it, which decode to text.
fn from_base64(written: &str) -> Option<String> {
    let width = written.trim_start().find(char::is_whitespace)?;
    // Of other texts that is a word.
    if width < SHORTEST_LINE {
        return None;
    }
    let lines: Vec<&str> = written.trim().lines().map(str::trim).collect();
    let (last, all_others) = lines.split_last()?;
    let is_packed = lines.len() >= FEWEST_LINES
        && all_others.iter().all(|line| line.len() == width)
        && last.len() <= width
        && lines.iter().flat_map(|line| line.bytes()).all(is_base64);
    let bytes = is_packed.then(|| base64_decode(lines.concat().as_bytes()))??;
    let text = decode::text(&bytes);
    (!text.contains(|c: char| {
        c == char::REPLACEMENT_CHARACTER || c.is_control() && !c.is_whitespace()
    }))
    .then_some(text)
}
