//! Text as ids are written in it: upper case, every dash a hyphen, every space a space.

/// Whether a text can hold an id: a digit, and a dash, an underscore or a letter right beside one.
/// One look at each byte; most lines of a letter end here.
pub(super) fn may_cite(text: &str) -> bool {
    let (mut digit, mut joined) = (false, false);
    let mut previous = b' ';
    for byte in text.bytes() {
        digit |= byte.is_ascii_digit();
        // The other dashes begin with E2 or C2 in UTF-8.
        joined |= matches!(byte, b'-' | b'_' | 0xE2 | 0xC2)
            || byte.is_ascii_digit() && previous.is_ascii_alphabetic()
            || byte.is_ascii_alphabetic() && previous.is_ascii_digit();
        // Full-width letters and digits begin with EF.
        if digit && joined || byte == 0xEF {
            return true;
        }
        previous = byte;
    }
    digit && contains_dash_word(text)
}

/// "EPA dash HQ dash OAR", as people dictate it.
fn contains_dash_word(text: &str) -> bool {
    text.contains(" dash ") || text.contains(" DASH ") || text.contains(" Dash ")
}

/// The normalised text. Letters outside ASCII stand in no id and stay as they are.
pub(super) fn flat(text: &str) -> String {
    let flat: String = text.chars().map(flat_character).collect();
    if contains_dash_word(&flat) {
        flat.replace(" DASH ", "-")
    } else {
        flat
    }
}

fn flat_character(character: char) -> char {
    match character {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{AD}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}' => {
            '-'
        }
        '\u{A0}' | '\u{2002}'..='\u{200A}' | '\u{202F}' | '\u{3000}' => ' ',
        // Full-width forms (NFKC).
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(character) - 0xFEE0)
            .unwrap_or(character)
            .to_ascii_uppercase(),
        other => other.to_ascii_uppercase(),
    }
}
