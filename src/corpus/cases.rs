//! Cases of tests, which stand in files beside the code: texts are easier to read there.

/// The cells of each line of a list, parted by `=>`; `#` begins a line that only says what the next ones show.
pub(crate) fn cells(list: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split("=>").map(|cell| cell.trim_matches(' ')).collect())
}

/// The same with the line breaks that are written out.
pub(crate) fn rows(list: &str) -> impl Iterator<Item = Vec<String>> {
    cells(list).map(|row| row.into_iter().map(unescaped).collect())
}

/// A cell with what it has written out: line breaks, tabs, page ends, a blank at its end.
pub(crate) fn unescaped(cell: &str) -> String {
    let marks = [("\\n", "\n"), ("\\r", "\r"), ("\\t", "\t"), ("\\f", "\x0C"), ("\\_", " ")];
    let pieces = cell.split("\\\\").map(|piece| {
        marks.iter().fold(piece.to_owned(), |text, (mark, sign)| text.replace(mark, sign))
    });
    pieces.collect::<Vec<_>>().join("\\")
}
