//! A comment in, how many comments it seems to list out: a town's record of all it was told is one document.

use super::patterns::Pattern;

/// Bytes of a text that lists many comments at the least.
const SHORTEST: usize = 8000;
/// Entries of a list at the least: a letter with numbered points has fewer, and no date in each.
const FEWEST: usize = 10;

/// The number that a line begins with: "12.", "(12)", "#12", "Comment 12:".
static NUMBER: Pattern = Pattern::new(
    r"(?im)^[ \t]*(?:(?:comment|submission|response|letter|no)\b\.?[ \t]*)?[#(]?[ \t]*(\d{1,6})(?:[.):]|[ \t]|$)",
);
static DATE: Pattern = Pattern::new(
    r"(?i)\b(?:\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?[ ]\d{1,2},?[ ]\d{4})\b",
);

/// How many numbered and dated entries a text has, one after the other, where there are many.
pub(super) fn n_entries(text: &str) -> Option<usize> {
    if text.len() < SHORTEST {
        return None;
    }
    // Each entry is where the number after the last one's stands; page numbers and years stand between them.
    let mut starts: Vec<usize> = Vec::new();
    for found in NUMBER.captures_iter(text) {
        if found[1].parse() == Ok(starts.len() + 1) {
            starts.push(found.get_match().start());
        }
    }
    let n_dated = starts
        .iter()
        .zip(starts.iter().skip(1).chain([&text.len()]))
        .filter(|(start, end)| DATE.is_match(&text[**start..**end]))
        .count();
    (starts.len() >= FEWEST && n_dated * 10 >= starts.len() * 9).then_some(starts.len())
}

#[cfg(test)]
mod tests {
    use super::n_entries;

    /// A list of twelve entries below their heads.
    fn list(head: fn(usize) -> String) -> String {
        let own = "The crossing at Alder Lane floods every spring and the buses turn back. ";
        (1..=12).map(|at| format!("{}\n{}\n", head(at), own.repeat(12))).collect()
    }

    #[test]
    fn a_list_of_dated_comments_is_told_from_a_letter_with_points() {
        let dated = list(|at| format!("{at}. Received May {at}, 2031"));
        assert_eq!(n_entries(&dated.replace("\n2.", "\nPage 3 of 9\n2.")), Some(12));
        assert_eq!(
            n_entries(&list(|at| format!("Comment #{at}\n2031-05-{at:02} Rosa H."))),
            Some(12)
        );
        assert_eq!(
            n_entries(&list(|at| format!("{at}."))),
            None,
            "points of a letter have no dates"
        );
        assert_eq!(n_entries("1. Received May 1, 2031\nMend it.\n"), None);
    }
}
