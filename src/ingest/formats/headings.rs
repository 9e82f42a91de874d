//! The names of columns and fields, as people and programs write them.

use csv::StringRecord;
use rapidfuzz::distance::jaro;

/// Rows of headings below the first one at the most.
const MOST_ROWS_BELOW: usize = 2;

/// Rows among which the header is looked for: titles and dates may stand above it.
const FIRST_ROWS: usize = 10;

/// Which of the first rows of a table is its header. Titles, dates and names of groups above it fill fewer cells than it
/// does: it is the fullest one that names the texts' column, else the first without numbers that fills most cells. Tells
/// also whether it names that column.
pub(super) fn place_of_header<'a>(
    rows: impl Iterator<Item = &'a StringRecord>,
    names_text: impl Fn(&StringRecord) -> bool,
) -> (usize, bool) {
    let rows: Vec<(usize, &StringRecord)> = rows
        .take(FIRST_ROWS)
        .map(|row| (row.iter().filter(|cell| !cell.trim().is_empty()).count(), row))
        .collect();
    let most = rows.iter().map(|(n_filled, _)| *n_filled).max().unwrap_or_default();
    let (mut n_above, mut named, mut filled) = (0, None, None);
    for (at, (n_filled, row)) in rows.iter().enumerate().filter(|(_, (n, _))| *n > 0) {
        if *n_filled <= n_above {
            continue;
        }
        n_above = *n_filled;
        // A title may be the name of such a column.
        if names_text(row) && (*n_filled > 1 || most == 1) {
            named = Some(at);
        }
        let has_number = row.iter().any(|cell| cell.trim().parse::<f64>().is_ok());
        if 3 * n_filled > 2 * most && !has_number && !go_on(row) {
            filled.get_or_insert(at);
        }
    }
    let header = named.or(filled).unwrap_or_default();
    (header, rows.get(header).is_some_and(|(_, row)| names_text(row)))
}

/// How many of the rows below a table's header are headings, too: two in an export of Qualtrics, where the last one tells
/// what the program calls each column, and one of SurveyMonkey, where it tells the choices.
pub(super) fn n_rows_below<'a>(rows: impl Iterator<Item = &'a StringRecord>) -> usize {
    let told: Vec<bool> = rows.take(MOST_ROWS_BELOW).map(go_on).collect();
    told.iter().rposition(|is_last| *is_last).map_or(0, |last| last + 1)
}

/// Whether a row tells by itself that it is the last of several rows of headings.
pub(super) fn go_on(row: &StringRecord) -> bool {
    let is_unnumbered = row.get(0).is_some_and(|number| number.trim().is_empty());
    row.iter().any(|cell| {
        cell.starts_with("{\"ImportId\":") || is_unnumbered && cell.trim() == "Open-Ended Response"
    })
}

pub(super) fn told_of_rows(n_below: usize) -> String {
    match n_below {
        1 => "the row below the header has headings, too, and is no comment".to_owned(),
        n => format!("the {n} rows below the header have headings, too, and are no comments"),
    }
}

/// A heading for a message, cut off where it is long.
pub(super) fn short(heading: &str) -> String {
    const LONGEST: usize = 60;
    match heading.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", heading[..end].trim_end()),
        None => heading.to_owned(),
    }
}

/// The first of some names, for a message.
pub(super) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.take(30).collect::<Vec<_>>().join(", ")
}

/// What is said of a column or a field that was named and is not there, with the name that is most like it.
pub(super) fn missing<'a>(
    kind: &str,
    named: &str,
    names: impl Iterator<Item = &'a str> + Clone,
    option: &str,
) -> String {
    // As the command line does for options.
    const ALIKE: f64 = 0.7;
    let plain = plainly(named);
    let meant = names
        .clone()
        .map(|name| (jaro::similarity(plain.chars(), plainly(name).chars()), name))
        .filter(|(alike, _)| *alike > ALIKE)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map_or_else(String::new, |(_, name)| format!(" (did you mean `{}`?)", name.trim()));
    format!("no {kind} `{named}`{meant}; the {kind}s are {}; name one with {option}", listed(names))
}

/// A column's name without what differs from program to program: "Comment_Text" is "comment text".
pub(super) fn plainly(name: &str) -> String {
    let mut plain = name.to_lowercase();
    plain.retain(|letter| !letter.is_whitespace() && !matches!(letter, '_' | '-' | ':'));
    plain
}
