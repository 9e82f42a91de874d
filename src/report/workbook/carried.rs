//! An earlier sheet *Responses* in, what was filled in there out, beside the passages of this report.
//!
//! Analysts sort and filter, add rows and columns, and save with other programs: rows are known by the short names of
//! their passages, columns by their headings. What was filled in is never lost: where its passage is gone the row
//! stands at the end.

use anyhow::{Context, Result};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::report::tables::{
    Cell, Column, FIRST_OF_ANALYST, ID, Issue, NOTE, PASSAGE, RESPONSES, Table, plain_time,
};

/// What the note says of a row that was kept although its passage is gone.
const KEPT: &str = "kept from an earlier workbook: the passage is not in this report";
/// Rows among which the heading is looked for.
const FIRST_ROWS: usize = 10;

/// What analysts filled in.
#[derive(Debug, Default)]
pub struct Responses {
    /// Headings of their own columns.
    own_columns: Vec<String>,
    rows: Vec<FilledRow>,
    /// How many of them, from the first on, were filled in beside a report of other inputs.
    n_of_other_inputs: usize,
}

/// A row in which something was filled in: its cells that are not empty, by their headings.
#[derive(Clone, Debug)]
pub(super) struct FilledRow(FxHashMap<String, String>);

impl FilledRow {
    fn cell(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// What it is about; of a row that an analyst wrote from scratch all that it says.
    fn key(&self) -> Vec<&str> {
        let passage = self.cell(PASSAGE);
        if !passage.is_empty() {
            return vec![passage, self.cell(ID)];
        }
        let of_analyst = self.0.iter().filter(|(name, _)| !is_of_report(name));
        let mut cells: Vec<&str> = of_analyst.map(|(_, text)| text.as_str()).collect();
        cells.sort_unstable();
        cells
    }

    /// The cells that the earlier report wrote.
    pub(super) fn of_report(&self) -> impl Iterator<Item = Cell<'_>> {
        columns()[..FIRST_OF_ANALYST].iter().map(|column| typed(self.cell(column.name)))
    }

    /// The analyst's cells, of the columns of *Responses* and of their own; of a row of which the passage is gone the note
    /// says so.
    pub(super) fn of_analyst<'b>(
        &'b self,
        own_columns: &'b [String],
        is_gone: bool,
    ) -> impl Iterator<Item = Cell<'b>> {
        let columns = columns()[FIRST_OF_ANALYST..].iter().map(|column| column.name);
        columns.chain(own_columns.iter().map(String::as_str)).map(move |name| {
            let cell = self.cell(name);
            if name != NOTE {
                return typed(cell);
            }
            let note = cell.replace(KEPT, "");
            match (is_gone, note.trim_matches([';', ' '])) {
                (false, theirs) => theirs.to_owned().into(),
                (true, "") => KEPT.into(),
                (true, theirs) => format!("{KEPT}; {theirs}").into(),
            }
        })
    }
}

/// The columns of the sheet.
fn columns() -> &'static [Column] {
    &Table::named(RESPONSES).columns
}

impl Responses {
    /// Reads the rows of the sheet.
    ///
    /// # Errors
    /// Where the heading is not there: what was filled in cannot be told from the rest.
    pub fn read(rows: &[Vec<String>]) -> Result<Self> {
        let first = rows
            .iter()
            .take(FIRST_ROWS)
            .position(|row| {
                [PASSAGE, "response"].iter().all(|name| row.iter().any(|cell| cell.trim() == *name))
            })
            .context("no heading with `passage` and `response`")?;
        let n_columns = rows[first..].iter().map(Vec::len).max().unwrap_or_default();
        let names = headings(&rows[first], n_columns);
        let mut found = Self::default();
        for row in &rows[first + 1..] {
            let filled = names.iter().zip(row).filter(|(name, text)| {
                let is_ours = *name == NOTE && text.trim() == KEPT;
                !text.trim().is_empty() && !is_ours
            });
            let cells: FxHashMap<String, String> =
                filled.map(|(name, text)| (name.clone(), text.clone())).collect();
            if cells.keys().any(|name| !is_of_report(name)) {
                found.rows.push(FilledRow(cells));
            }
        }
        for (at, name) in names.into_iter().enumerate() {
            let is_used = found.rows.iter().any(|row| row.0.contains_key(&name));
            let is_own = columns().iter().all(|column| column.name != name);
            if is_own && (is_used || is_named(&rows[first], at)) {
                found.own_columns.push(name);
            }
        }
        Ok(found)
    }

    /// How many rows were filled in.
    pub fn n_rows(&self) -> usize {
        self.rows.len()
    }

    /// Tells that so many rows, from the first on, were filled in beside a report of other inputs: where none of them is
    /// about a passage of the new report, they are about another docket.
    pub fn are_of_other_inputs(&mut self, n_rows: usize) {
        self.n_of_other_inputs = n_rows;
    }

    /// Takes over from an older workbook what this one does not have.
    #[must_use]
    pub fn and(mut self, older: Self) -> Self {
        let known: FxHashSet<_> = self.rows.iter().map(FilledRow::key).collect();
        let rows = older.rows.into_iter();
        let missing: Vec<_> = rows.filter(|row| !known.contains(&row.key())).collect();
        self.rows.extend(missing);
        for column in older.own_columns {
            if !self.own_columns.contains(&column) {
                self.own_columns.push(column);
            }
        }
        self
    }

    pub(super) fn own_columns(&self) -> &[String] {
        &self.own_columns
    }

    /// What was filled in beside each issue, and the rows of which the passage is gone.
    pub(super) fn placed(&self, issues: &[Issue]) -> Placed<'_> {
        let mut by_passage: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        for (at, issue) in issues.iter().enumerate() {
            by_passage.entry(&issue.passage).or_default().push(at);
        }
        let mut placed = Placed::default();
        let mut is_other_docket = self.n_of_other_inputs > 0;
        for (nth, row) in self.rows.iter().enumerate() {
            let found = by_passage.get(row.cell(PASSAGE));
            let same = found.and_then(|found| {
                // A late comment with a smaller id is the first that says it now.
                found.iter().find(|at| issues[**at].id == row.cell(ID)).or_else(|| found.first())
            });
            match same {
                Some(at) => {
                    is_other_docket &= nth >= self.n_of_other_inputs;
                    placed.beside.entry(*at).or_default().push(row);
                }
                None => placed.gone.push(row),
            }
        }
        if is_other_docket {
            placed.gone.drain(..self.n_of_other_inputs);
            placed.n_of_other_docket = self.n_of_other_inputs;
        }
        placed
    }
}

/// Rows that were filled in, by where they go.
#[derive(Default)]
pub(super) struct Placed<'a> {
    /// By the number of the issue; several where somebody wrote a row twice.
    pub(super) beside: FxHashMap<usize, Vec<&'a FilledRow>>,
    pub(super) gone: Vec<&'a FilledRow>,
    /// How many are about another docket, and so are nowhere.
    pub(super) n_of_other_docket: usize,
}

/// How many rows that were filled in were carried over, and how many not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CarriedOver {
    /// Beside their passages, or at the end.
    pub n_rows: usize,
    /// At the end: their passages are gone.
    pub n_gone: usize,
    /// About another docket: not carried over.
    pub n_of_other_docket: usize,
}

/// Whether the report fills a column.
fn is_of_report(name: &str) -> bool {
    columns()[..FIRST_OF_ANALYST].iter().any(|column| column.name == name)
}

/// Headings, each once; what has none is named by its place.
fn headings(row: &[String], n_columns: usize) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(n_columns);
    for at in 0..n_columns {
        let name = row.get(at).map_or("", |name| name.trim());
        let mut unique = match name {
            "" => format!("column {}", at + 1),
            name => name.to_owned(),
        };
        while names.contains(&unique) {
            unique += " (2)";
        }
        names.push(unique);
    }
    names
}

fn is_named(row: &[String], at: usize) -> bool {
    row.get(at).is_some_and(|name| !name.trim().is_empty())
}

/// A number or a time as it was in the earlier workbook.
fn typed(text: &str) -> Cell<'_> {
    match text.parse::<u64>() {
        Ok(number) if number.to_string() == text && number < 1 << 50 => Cell::Number(number),
        _ => {
            let time = format!("{text}Z");
            match plain_time(&time) {
                Some(_) => Cell::Time(time.into()),
                None => Cell::Text(text.into()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, ID, Issue, PASSAGE, Responses, columns, typed};

    /// A spreadsheet keeps fifteen digits of a number: longer ones stay words, and so do those with zeros before them.
    #[test]
    fn long_numbers_stay_words() {
        assert!(matches!(typed("1125899906842623"), Cell::Number(_)));
        for text in ["1125899906842624", "007"] {
            assert!(matches!(typed(text), Cell::Text(_)), "{text}");
        }
    }

    fn heading() -> Vec<String> {
        columns().iter().map(|column| column.name.to_owned()).collect()
    }

    /// A row about a passage of a comment, in which a response was filled in.
    fn row(passage: &str, id: &str) -> Vec<String> {
        let cells = columns().iter().map(|column| match column.name {
            PASSAGE => passage,
            ID => id,
            "response" => "Agreed.",
            _ => "",
        });
        cells.map(str::to_owned).collect()
    }

    /// Two letters got the same passage: what was filled in beside the second stands beside the second.
    #[test]
    fn of_equal_passages_that_of_the_same_comment_is_meant() {
        let issues = [Issue::example("p1", "a"), Issue::example("p1", "b")];
        for (id, expect) in [("a", 0), ("b", 1), ("gone", 0)] {
            let filled = Responses::read(&[heading(), row("p1", id)]).expect("rows");
            let placed = filled.placed(&issues);
            assert_eq!(placed.beside.keys().copied().collect::<Vec<_>>(), [expect], "{id}");
        }
    }

    /// Of rows beside a report of other inputs one about a passage of this report tells that it is the same docket.
    #[test]
    fn rows_about_another_docket_are_told_from_those_of_gone_passages() {
        let issues = [Issue::example("p1", "a")];
        for (passages, n_of_other_inputs, expect) in [
            (["p1", "p2"], 2, (1, 1, 0)),
            (["p3", "p2"], 2, (0, 0, 2)),
            (["p3", "p2"], 0, (0, 2, 0)),
            // The second is of an earlier report of the docket.
            (["p3", "p2"], 1, (0, 1, 1)),
            (["p3", "p1"], 1, (1, 0, 1)),
        ] {
            let [one, other] = passages.map(|passage| row(passage, ""));
            let mut filled = Responses::read(&[heading(), one, other]).expect("rows");
            filled.are_of_other_inputs(n_of_other_inputs);
            let placed = filled.placed(&issues);
            let found = (placed.beside.len(), placed.gone.len(), placed.n_of_other_docket);
            assert_eq!(found, expect, "{passages:?}, {n_of_other_inputs}");
        }
    }
}
