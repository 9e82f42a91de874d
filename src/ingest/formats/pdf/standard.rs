//! Widths of the fonts that every reader has, so that files need not tell them.
//!
//! Scanning programs lay recognized text over the picture in these fonts.

/// Thousandths of the font's size, for the characters from the space to `~`.
#[rustfmt::skip]
const HELVETICA: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
#[rustfmt::skip]
const TIMES: [u16; 95] = [
    250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278,
    500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444,
    921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722,
    556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500,
    333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500,
    500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
];
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
    let table = if is_named(font, b"Times") { &TIMES } else { &HELVETICA };
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
