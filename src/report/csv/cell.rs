//! A cell in, what a spreadsheet takes for it out.

use std::borrow::Cow;

use crate::report::tables::{Cell, fitted, plain_time};

/// A cell as it is written.
pub(super) fn cell<'a>(cell: &'a Cell<'_>) -> Cow<'a, str> {
    match cell {
        Cell::Text(text) => shown(text),
        Cell::Number(number) => number.to_string().into(),
        Cell::Decimal(number) => format!("{number:.6}").into(),
        Cell::Time(written) => plain_time(written).map_or_else(|| shown(written), Cow::Owned),
        Cell::Link(text, _) => shown(text),
    }
}

/// What begins like this is run as a formula; full-width signs are, too, in East Asian settings.
const FORMULA_SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
/// What may end a cell in the middle of a text. Where the list separator is a semicolon, as in German, French, and
/// Spanish settings, quotation marks behind a comma quote nothing: semicolons part cells, and line breaks rows.
const SEPARATORS: [char; 7] = [';', '\t', '\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];

/// A text as tables show it: with a sign before it where a spreadsheet would make something else of it.
pub fn shown(text: &str) -> Cow<'_, str> {
    // Most cells are.
    if text.is_empty() {
        return text.into();
    }
    let shown = match without_inner_formulas(text) {
        Some(harmless) => fitted(&harmless).into_owned().into(),
        None => fitted(text),
    };
    if is_taken_otherwise(&shown) { format!("'{shown}").into() } else { shown }
}

/// Whether a spreadsheet would make something else of a text that somebody types.
pub(in crate::report) fn is_taken_otherwise(text: &str) -> bool {
    text.starts_with(FORMULA_SIGNS) || text.starts_with(['\t', '\n']) || would_change(text)
}

/// A text with a sign before each formula that another list separator than the comma would begin in its middle, where
/// there are such.
fn without_inner_formulas(text: &str) -> Option<String> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b';') {
        return None;
    }
    let mut harmless = String::new();
    let mut n_kept = 0;
    for (at, separator) in text.match_indices(SEPARATORS) {
        let start = at + separator.len();
        let piece = text[start..].split(SEPARATORS).next().unwrap_or_default();
        if begins_formula(piece) {
            harmless.push_str(&text[n_kept..start]);
            harmless.push('\'');
            n_kept = start;
        }
    }
    (n_kept > 0).then(|| harmless + &text[n_kept..])
}

/// Whether a piece of a text is run as a formula where it stands at the beginning of a cell. An item of a list begins
/// with a dash, too; without a call, a program, or a reference it does nothing.
fn begins_formula(piece: &str) -> bool {
    let begun = piece.trim_start_matches([' ', '"']);
    let item = begun.strip_prefix(['-', '+']);
    let is_item = item.is_some_and(|item| item.starts_with(' ') && !item.contains(['(', '|', '!']));
    begun.starts_with(FORMULA_SIGNS) && !is_item
}

/// The digits of a number that a spreadsheet keeps.
const MOST_DIGITS: usize = 15;
/// The longest that numbers and dates are.
const LONGEST: usize = 40;
/// Names of months as spreadsheets know them.
const MONTHS: &str =
    "january february march april may june july august september october november december";

/// Whether a spreadsheet would make something else of a text: "0042" 42, "3-4" and "May 5" days, "2:" a time, "12e3"
/// 12,000, "1.50" 1.5, "true" a truth value; and of a long number one that ends in zeros.
fn would_change(text: &str) -> bool {
    let is_plain_number = text.bytes().all(|byte| byte.is_ascii_digit())
        && text.len() <= MOST_DIGITS
        && (text == "0" || !text.starts_with('0'));
    if text.is_empty() || text.len() > LONGEST || is_plain_number {
        return text.len() > LONGEST && text.bytes().all(|byte| byte.is_ascii_digit());
    }
    // Most texts are words.
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return ["true", "false"].iter().any(|truth| text.eq_ignore_ascii_case(truth));
    }
    text.split([' ', '.', ',', ':', '/', '-', '+', '%', '$']).all(|part| {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let word = rest.trim_end_matches(|c: char| c.is_ascii_digit());
        word.is_empty() || is_of_number(word)
    })
}

/// Whether a word stands in numbers, dates and times.
fn is_of_number(word: &str) -> bool {
    ["e", "am", "pm", "sept"].iter().any(|other| word.eq_ignore_ascii_case(other))
        || word.len() >= 3
            && MONTHS.split(' ').any(|month| {
                month.get(..word.len()).is_some_and(|start| word.eq_ignore_ascii_case(start))
            })
}

#[cfg(test)]
mod tests {
    use super::shown;

    /// No cell is a formula, whatever the list separator, and no text a number: both begin with a sign then.
    #[test]
    fn cells_are_what_they_were() {
        for case in include_str!("cells.txt").lines().skip(3) {
            let (text, expect) = case.split_once(" => ").unwrap_or((case, case));
            let [text, expect] = [text, expect]
                .map(|text| text.replace("\\t", "\t").replace("\\r", "\r").replace("\\n", "\n"));
            // Spreadsheets take every line break alike.
            assert_eq!(shown(&text), expect.replace("\r\n", "\n"), "{case}");
        }
        for long in ["=".repeat(40_000), ";=".repeat(20_000)] {
            assert!(shown(&long).encode_utf16().count() <= 32_767);
        }
        assert!(shown(&"1".repeat(60)).starts_with('\''));
    }
}
