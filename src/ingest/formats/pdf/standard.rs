//! Widths of the fonts that every reader has, so that files need not tell them.
//!
//! Scanning programs lay recognized text over the picture in these fonts.

use std::sync::LazyLock;

/// Thousandths of the font's size, for the characters from the space to `~`: of Helvetica, then of Times.
static WIDTHS: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let rows = include_str!("widths.txt").lines().filter(|row| !row.starts_with('#'));
    rows.flat_map(str::split_whitespace).filter_map(|width| width.parse().ok()).collect()
});
const CHARACTERS: usize = 95;
const COURIER: u16 = 600;
/// Letters beyond ASCII: quotes are narrow, the rest is about as wide as an `n`.
const QUOTE: u16 = 333;
const LETTER: u16 = 550;
/// Bold letters are a little wider.
const BOLD: f64 = 1.05;

/// How wide a character is, in parts of the font's size. Fonts of other names are taken for the
/// nearest of the three families.
pub(super) fn width(font: &[u8], text: &str) -> f64 {
    let Some(character) = text.chars().next() else { return 0.0 };
    let (helvetica, times) = WIDTHS.split_at(CHARACTERS);
    let table = if is_named(font, b"Times") { times } else { helvetica };
    let place = (character as usize).checked_sub(usize::from(b' '));
    let units = match (character, place.and_then(|place| table.get(place))) {
        _ if is_named(font, b"Courier") => COURIER,
        (_, Some(units)) => *units,
        ('‘' | '’' | '“' | '”' | 'ﬁ' | 'ﬂ', None) => QUOTE,
        _ => LETTER,
    };
    let stretch = if is_named(font, b"Bold") { BOLD } else { 1.0 };
    f64::from(units) * stretch / 1000.0
}

fn is_named(font: &[u8], part: &[u8]) -> bool {
    font.windows(part.len()).any(|window| window == part)
}
