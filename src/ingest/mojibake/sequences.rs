//! Sequences of characters that are the bytes of one character of UTF-8.

use std::sync::LazyLock;

use encoding_rs::{Encoding, MACINTOSH, WINDOWS_1252};
use rustc_hash::FxHashMap;

use super::with_replacements;

/// The upper half of the charset of old PCs (code page 437), which no crate of ours knows.
const PC: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}";

/// A charset that UTF-8 was read in, as the bytes of its characters.
struct Charset {
    bytes: FxHashMap<char, u8>,
    is_plausible: fn(&Sequence) -> bool,
}

impl Charset {
    fn new(upper_half: &str, is_plausible: fn(&Sequence) -> bool) -> Self {
        Self { bytes: upper_half.chars().zip(0x80..=0xFF).collect(), is_plausible }
    }
}

static CHARSETS: LazyLock<[Charset; 3]> = LazyLock::new(|| {
    [
        Charset::new(&upper_half(WINDOWS_1252), in_windows_1252),
        Charset::new(&upper_half(MACINTOSH), in_mac_roman),
        Charset::new(PC, in_pc),
    ]
});

fn upper_half(encoding: &'static Encoding) -> String {
    let bytes: Vec<u8> = (0x80..=0xFF).collect();
    encoding.decode_without_bom_handling(&bytes).0.into_owned()
}

/// Bytes of one character with what stands around them.
struct Sequence {
    bytes: Vec<u8>,
    character: char,
    /// How many bytes of the text it takes.
    length: usize,
    before: Option<char>,
    /// Whether the same kind of sequence stands right before it or behind it.
    is_in_run: bool,
}

/// The text with its sequences undone; nothing where it has none.
pub(super) fn undone(text: &str) -> Option<String> {
    let mut run_end = None;
    with_replacements(text, |text, at| {
        let found = CHARSETS.iter().find_map(|charset| {
            let mut found = read(charset, &text[at..])?;
            found.before = text[..at].chars().next_back();
            found.is_in_run =
                run_end == Some(at) || read(charset, &text[at + found.length..]).is_some();
            (charset.is_plausible)(&found).then_some(found)
        })?;
        run_end = Some(at + found.length);
        Some((found.length, found.character))
    })
}

fn read(charset: &Charset, text: &str) -> Option<Sequence> {
    let mut characters = text.chars();
    let lead = *charset.bytes.get(&characters.next()?)?;
    let n_bytes = match lead {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return None,
    };
    let mut bytes = vec![lead];
    for character in characters.by_ref().take(n_bytes - 1) {
        bytes.push(*charset.bytes.get(&character).filter(|byte| **byte < 0xC0)?);
    }
    let character = std::str::from_utf8(&bytes).ok()?.chars().next()?;
    let length = text.len() - characters.as_str().len();
    Some(Sequence { bytes, character, length, before: None, is_in_run: false })
}

/// Beginnings of three bytes that are marks and signs, and not the letters of another script: general
/// punctuation, currencies, trade marks, arrows, mathematics, shapes.
fn is_mark(bytes: &[u8]) -> bool {
    matches!(bytes, [0xE2, ..] | [0xEF, 0xBB | 0xBC | 0xBD | 0xBF, _])
}

/// "É”" and "é”—" are a letter with a quotation mark behind it; "â€™" and "Ã©" are nothing.
fn in_windows_1252(sequence: &Sequence) -> bool {
    let is_capital = sequence.before.is_some_and(char::is_uppercase);
    match sequence.bytes[..] {
        [0xC2 | 0xC3, second] => !(is_capital && second < 0xA0),
        [0xF0, 0x9F, ..] => true,
        _ => is_mark(&sequence.bytes) || sequence.is_in_run,
    }
}

/// "√π" is mathematics, and "‚Ähnlich" a German quotation.
fn in_mac_roman(sequence: &Sequence) -> bool {
    let follows_letter = sequence.before.is_some_and(char::is_alphabetic);
    match sequence.bytes[..] {
        [0xC2, _] => true,
        // Signs of mathematics: ≠ ∞ ± ≤ ≥ µ ∂ ∑ ∏ π ∫ Ω.
        [0xC3, second] => {
            let is_sign = matches!(second, 0xAD | 0xB0..=0xB3 | 0xB5..=0xBA | 0xBD);
            follows_letter && sequence.character.is_alphabetic() && !is_sign
        }
        _ => matches!(sequence.bytes[..], [0xE2, 0x80..=0x84, _]),
    }
}

/// "├┐" is a drawing.
fn in_pc(sequence: &Sequence) -> bool {
    let follows_letter = sequence.before.is_some_and(char::is_alphabetic);
    match sequence.bytes[..] {
        [0xC2 | 0xC3, second] => second < 0xB0 || follows_letter,
        _ => matches!(sequence.bytes[..], [0xE2, 0x80 | 0x82 | 0x84, _]),
    }
}
