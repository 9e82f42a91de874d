//! Report and lines in, rows of typed cells out: what the tables for a spreadsheet hold, as CSV and as sheets of
//! the workbook. What each table and each of its columns is stands in `columns.txt`, and the manual, the schema, the headings
//! and the widths are taken from there; the cells stand here, in the same order.

mod cell;
mod of_commands;
mod of_line;
mod of_report;
mod responses;

use std::fmt::Write;
use std::sync::LazyLock;

use super::joined;
pub use cell::Cell;
pub(super) use cell::{CUT, fitted, plain_time};
pub use of_commands::{
    FoundComment, aside, checked, found_row, index, passage, posting, sample, sender,
};
pub use of_line::{COMMENTS, OF_LINES};
pub(super) use of_line::{answers, to_fetch};
pub use of_report::{
    CAMPAIGNS, CLUSTERS, Campaigns, FLAGGED, KNOWN, OF_REPORT, of_report, with_id,
};
pub use responses::RESPONSES;
pub(super) use responses::{FIRST_OF_ANALYST, ID, Issue, Issues, NOTE, PASSAGE, STATUS, STATUSES};

/// Ids in a cell: more help nobody who reads it.
const MOST_IDS: usize = 200;

/// A row of a table.
pub type Row<'a> = Vec<Cell<'a>>;

/// A column of a table.
#[derive(Debug)]
pub struct Column {
    /// Its heading: lower case, words parted by `_`.
    pub name: &'static str,
    /// What its cells hold.
    pub meaning: &'static str,
    /// How wide it is shown, in characters.
    pub(super) width: u8,
}

/// A table that is written.
#[derive(Debug)]
pub struct Table {
    /// The CSV file, or none where it is a sheet of the workbook alone.
    pub file: Option<&'static str>,
    /// The sheet of the workbook, or none where it is a CSV file alone.
    pub sheet: Option<&'static str>,
    /// What a row is.
    pub rows: &'static str,
    /// Its columns, in their order.
    pub columns: Vec<Column>,
}

/// All tables with columns.
pub static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
    include_str!("columns.txt").split("\n# ").skip(1).filter_map(described).collect()
});

/// A paragraph of the description: the names, what a row is, and the columns.
fn described(paragraph: &'static str) -> Option<Table> {
    let mut lines = paragraph.trim_end().lines();
    let (of_file, of_sheet) = lines.next()?.split_once('|')?;
    let [file, sheet] =
        [of_file, of_sheet].map(|name| Some(name.trim()).filter(|name| !name.is_empty()));
    let rows = lines.next()?;
    let columns = lines.filter_map(|line| {
        let mut parts = line.splitn(3, ' ');
        let (name, width) = (parts.next()?, parts.next()?.parse().ok()?);
        Some(Column { name, width, meaning: parts.next()? })
    });
    Some(Table { file, sheet, rows, columns: columns.collect() })
}

impl Table {
    /// The table of a file, or the one that is only a sheet.
    ///
    /// # Panics
    /// Where no table is described under the name.
    pub fn named(name: &str) -> &'static Self {
        TABLES
            .iter()
            .find(|table| table.file.or(table.sheet) == Some(name))
            .expect("the table is described in `columns.txt`")
    }
}

/// How texts and times stand in the tables.
pub const FORM: &str = "\
CSV files are UTF-8 with a byte order mark, commas and CRLF. Times are UTC, as spreadsheets take them: \
`2031-05-04 10:15:00`, or `2031-05-04` where there is no time of day. A text that a spreadsheet would run, or make a \
number, a date or a truth value of (`=1+1`, `00123`, `1E5`, `3-4`, `May 5`), begins with `'`: take it away in a program, \
or give it to `durian show` as it stands. In the workbook such texts are texts, without the sign. A cell holds 32,767 \
characters; where one was cut, it says so.";

/// The tables and their columns in words, as Markdown.
pub fn in_words() -> String {
    let mut text = format!("# Tables\n\n{FORM}\n");
    for table in TABLES.iter() {
        let file = table.file.map(|file| format!("`{file}`"));
        let names = file.into_iter().chain(table.sheet.map(|sheet| format!("sheet *{sheet}*")));
        let heading = joined(names, ", ").unwrap_or_default();
        let _ = write!(text, "\n## {heading}\n\n{}\n\n", table.rows);
        for column in &table.columns {
            let _ = writeln!(text, "- `{}`: {}", column.name, column.meaning);
        }
    }
    text
}

/// Ids in a cell, as many as help.
fn first_ids(ids: &[String]) -> String {
    let mut first: Vec<&str> = ids.iter().take(MOST_IDS).map(String::as_str).collect();
    let more = format!("and {} more", ids.len() - first.len());
    if first.len() < ids.len() {
        first.push(&more);
    }
    first.join("; ")
}

/// How many facts there are; nothing where there are none, so that a filter finds those that have some.
fn found(n_facts: usize) -> Cell<'static> {
    if n_facts == 0 { Cell::EMPTY } else { n_facts.into() }
}

fn yes(holds: bool) -> &'static str {
    if holds { "yes" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::{TABLES, Table};

    /// Whatever stands in the description is a table or a column of one: a line that is none would be lost unseen.
    #[test]
    fn every_line_of_the_description_is_taken() {
        let text = include_str!("columns.txt");
        let (_, described) = text.split_once("\n# ").expect("a table");
        let n_lines = described.lines().filter(|line| !line.is_empty()).count();
        assert_eq!(TABLES.iter().map(|table| 2 + table.columns.len()).sum::<usize>(), n_lines);
        let letters = Table::named("clusters.csv");
        assert_eq!((letters.sheet, letters.columns[0].name), (Some("Letters"), "cluster"));
        assert_eq!(
            (letters.columns[4].width, letters.columns[11].meaning),
            (50, "The other copies.")
        );
    }
}
