//! Text of any kind in, a cell that a spreadsheet takes as it is out.

use crate::report::printable;

/// What a spreadsheet takes in a cell, in UTF-16 units.
const LONGEST_CELL: usize = 32_767;

/// Text as a spreadsheet may have it.
pub(super) fn cell(text: &str) -> String {
    let text = printable::text(text);
    // What begins like this is run as a formula; full-width signs are, too, in East Asian settings.
    let starts_formula = |c| {
        matches!(
            c,
            '=' | '+' | '-' | '@' | '\t' | '\n' | '＝' | '＋' | '－' | '＠'
        )
    };
    let text = if text.starts_with(starts_formula) || would_change(&text) {
        format!("'{text}")
    } else {
        text
    };
    cut(text)
}

/// The digits of a number that a spreadsheet keeps.
const MOST_DIGITS: usize = 15;

/// Whether a spreadsheet would make something else of a text: "0042" 42, "3-4" a day, "2:" a time, "12e3"
/// 12,000; and of a long number one that ends in zeros.
fn would_change(text: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    if !text.starts_with(is_digit) {
        return false;
    }
    match text.trim_start_matches(is_digit).chars().next() {
        None => text.len() > MOST_DIGITS || text.len() > 1 && text.starts_with('0'),
        Some('e' | 'E' | '-' | '/' | ':') => text
            .chars()
            .all(|c| is_digit(c) || matches!(c, 'e' | 'E' | '-' | '/' | ':' | ' ')),
        Some(_) => false,
    }
}

fn cut(text: String) -> String {
    // No text has more units than bytes.
    if text.len() < LONGEST_CELL || text.encode_utf16().count() < LONGEST_CELL {
        return text;
    }
    const ROOM_FOR_MARK: usize = 100;
    let mut n_kept = 0;
    let end = text
        .char_indices()
        .find(|(_, c)| {
            n_kept += c.len_utf16();
            n_kept > LONGEST_CELL - ROOM_FOR_MARK
        })
        .map_or(text.len(), |(at, _)| at);
    let n_left_out = text[end..].chars().count();
    format!(
        "{} […cut here: {n_left_out} more characters; the whole is in documents.jsonl]",
        &text[..end]
    )
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_CELL, cell};

    #[test]
    fn no_cell_is_a_formula() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1"] {
            assert!(cell(text).starts_with('\''), "{text:?}");
        }
        assert_eq!(cell("a=1"), "a=1");
    }

    #[test]
    fn no_text_is_taken_for_a_number() {
        for text in ["0042", "10302093711234567", "3-4", "12/25", "2:", "12e3"] {
            assert_eq!(cell(text), format!("'{text}"));
        }
        for text in [
            "0",
            "17",
            "0.500000",
            "103020937112345",
            "EPA-HQ-0042",
            "0042.eml",
            "3 boats",
            "2031-03-17T15:13:00Z",
        ] {
            assert_eq!(cell(text), text);
        }
    }

    #[test]
    fn long_cells_are_cut_and_say_so() {
        assert_eq!(cell(&"a".repeat(LONGEST_CELL - 1)).len(), LONGEST_CELL - 1);
        for text in ["a", "é", "😀"] {
            let cell = cell(&text.repeat(LONGEST_CELL));
            assert!(cell.encode_utf16().count() < LONGEST_CELL);
            assert!(cell.contains("[…cut here: "), "{text}");
        }
        assert!(cell(&"=".repeat(LONGEST_CELL)).encode_utf16().count() < LONGEST_CELL);
    }
}
