//! Text as ids are written in it: upper case, every dash a hyphen, every space a space; and where in
//! a text ids can be.

use std::ops::Range;

/// How far an id, with the words that tell what it is, may reach before and after one of its digits:
/// the longest id, loose hyphens, and "docket" before it.
const BEFORE: usize = 160;
const AFTER: usize = 80;

/// The stretches of a text that can hold an id: around digits. Most paragraphs have none.
pub(super) fn stretches(text: &str) -> Vec<Range<usize>> {
    let mut stretches: Vec<Range<usize>> = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(next) = bytes[at..].iter().position(|byte| is_digit(*byte)) {
        let digit = at + next;
        let from = text.floor_char_boundary(digit.saturating_sub(BEFORE));
        let reach = text.ceil_char_boundary(digit + AFTER);
        // It begins and ends between words.
        let end = text[reach..].find(char::is_whitespace).map_or(text.len(), |space| reach + space);
        match stretches.last_mut() {
            Some(last) if from <= last.end => last.end = end,
            _ => stretches.push(text[..from].rfind(char::is_whitespace).unwrap_or(0)..end),
        }
        // What is well inside the stretch is seen; digits near its end make it longer.
        at = (digit + AFTER / 2).max(end - AFTER.min(end)).min(bytes.len());
    }
    stretches
}

/// Full-width digits begin with EF.
pub(super) fn is_digit(byte: u8) -> bool {
    byte.is_ascii_digit() || byte == 0xEF
}

/// The normalized text. Letters outside ASCII stand in no id and stay as they are.
pub(super) fn flat(text: &str) -> String {
    let flat: String = if text.is_ascii() {
        text.to_ascii_uppercase()
    } else {
        text.chars().map(flat_character).collect()
    };
    // "EPA dash HQ dash OAR", as people dictate it.
    if flat.contains(" DASH ") { flat.replace(" DASH ", "-") } else { flat }
}

fn flat_character(character: char) -> char {
    match character {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{AD}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}' => {
            '-'
        }
        '\u{A0}' | '\u{2002}'..='\u{200A}' | '\u{202F}' | '\u{3000}' => ' ',
        // Full-width forms (NFKC).
        '\u{FF01}'..='\u{FF5E}' => {
            char::from_u32(u32::from(character) - 0xFEE0).unwrap_or(character).to_ascii_uppercase()
        }
        other => other.to_ascii_uppercase(),
    }
}
