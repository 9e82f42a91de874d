//! Report and lines in, one workbook for people out: `report.xlsx`.
//!
//! | sheet | what |
//! |---|---|
//! | Summary | the docket in numbers, and what did not fit (`summary.rs`) |
//! | Campaigns, Letters, Comments, Added text, Said by many, Unique comments | as [`super::tables`] has them |
//! | Responses | what may ask for a response, and what analysts fill in beside it (`carried.rs`) |
//!
//! # Invariants
//! - Nothing in it is run: texts are texts, whatever a comment holds, and there is no formula.
//! - What does not fit into a sheet is counted in the summary.
//! - What was filled in in an earlier workbook is in this one.

mod carried;
mod sheet;
mod summary;

use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};

use self::carried::Placed;
pub use self::carried::{CarriedOver, Responses};
pub use self::sheet::SheetLimits;
use self::sheet::{Book, Look, Sheet};
use super::schema::{DocumentLine, Report};
pub use super::tables::RESPONSES;
use super::tables::{self, COMMENTS, Campaigns, Issue, Issues, STATUS, Table};
use super::uniques::{FindLine, Uniques};
use crate::guard::guarded;

const SUMMARY: &str = "Summary";
/// The sheets, by the tables that they hold, with the height of a row in points: of two and of four lines of text.
const SHEETS: [(&str, u32); 7] = [
    ("campaigns.csv", 30),
    ("clusters.csv", 60),
    (COMMENTS, 30),
    ("added-text.csv", 60),
    ("said_by_many.csv", 60),
    (UNIQUES, 60),
    (RESPONSES, 60),
];
const UNIQUES: &str = "Unique comments";

/// What may be chosen about a workbook.
#[derive(Debug, Default)]
pub struct Contents {
    /// What was filled in in earlier workbooks.
    pub responses: Responses,
    /// How far a sheet goes.
    pub limits: SheetLimits,
}

/// A workbook under way.
pub struct Workbook<'a> {
    report: &'a Report,
    contents: &'a Contents,
    book: Book,
    comments: Sheet,
    campaigns: Campaigns<'a>,
    issues: Issues<'a>,
    uniques: Uniques,
}

impl<'a> Workbook<'a> {
    /// Begins the workbook of a report, before any line of it was seen. Until it is finished, what was seen stands in
    /// files without a name in `folder`.
    ///
    /// # Errors
    /// Where `folder` cannot be written to.
    pub fn new(report: &'a Report, contents: &'a Contents, folder: &Path) -> Result<Self> {
        written(|| {
            let sheets = SHEETS.iter().filter_map(|(name, _)| Table::named(name).sheet);
            let mut book = Book::new([SUMMARY].into_iter().chain(sheets).collect(), folder)?;
            Ok(Self {
                report,
                contents,
                comments: book.begin(&look(COMMENTS), contents.limits)?,
                book,
                campaigns: Campaigns::new(report),
                issues: Issues::new(report),
                uniques: Uniques::default(),
            })
        })
    }

    /// Takes in a line.
    ///
    /// # Errors
    /// Where the folder cannot be written to.
    pub fn see(&mut self, line: &DocumentLine) -> Result<()> {
        self.issues.see(line);
        self.uniques.see(line);
        let row = self.campaigns.comment(line);
        written(|| self.book.row(&mut self.comments, &row))
    }

    /// Writes the workbook and gives back what it was written to, and what became of the rows that were filled in. It asks for
    /// the lines of comments like no other again.
    ///
    /// # Errors
    /// Where `out` or the folder cannot be written to, or a line is not found.
    pub fn finish<W: Write + Send>(self, find: &FindLine<'_>, out: W) -> Result<(W, CarriedOver)> {
        let Self { report, contents, mut book, comments, campaigns, issues, uniques } = self;
        let (filled, limits) = (&contents.responses, contents.limits);
        written(|| {
            let mut left_out = vec![book.end(&comments)?];
            for (name, _) in
                SHEETS.iter().filter(|(name, _)| ![COMMENTS, UNIQUES, RESPONSES].contains(name))
            {
                left_out.push(book.write(&look(name), limits, tables::of_report(report, name))?);
            }
            let mut told = issues.of_report();
            let mut sheet = book.begin(&look(UNIQUES), limits)?;
            for number in uniques.most_telling_first() {
                let line = find(number)?;
                book.row(&mut sheet, &campaigns.unique(&line))?;
                told.push(Issue::unique(&line));
            }
            left_out.push(book.end(&sheet)?);
            let (own, placed) = (filled.own_columns(), filled.placed(&told));
            let mut shown = Look { offers: Some(STATUS), ..look(RESPONSES) };
            shown.columns.extend(own.iter().map(|name| (name.as_str(), 20)));
            left_out.push(book.write(&shown, limits, responses(own, &placed, &told))?);
            summary::write(report, &mut book, &left_out)?;
            let n_of_other_docket = placed.n_of_other_docket;
            let n_rows = filled.n_rows() - n_of_other_docket;
            let carried = CarriedOver { n_rows, n_gone: placed.gone.len(), n_of_other_docket };
            Ok((book.finish(out)?, carried))
        })
    }
}

/// What the sheet of a table looks like.
fn look<'a>(name: &'a str) -> Look<'a> {
    let table = Table::named(name);
    let height = SHEETS.iter().find(|(own, _)| *own == name).map_or(30, |(_, height)| *height);
    let columns = table.columns.iter().map(|column| (column.name, column.width)).collect();
    Look { sheet: table.sheet.unwrap_or(name), columns, height, offers: None }
}

/// The writer of workbooks panics where the disk is full: here that is an error like any other.
fn written<T>(write: impl FnOnce() -> Result<T>) -> Result<T> {
    match guarded(write) {
        Ok(written) => written,
        Err(said) => bail!("{said}"),
    }
}

/// The passages and what was filled in beside them, then what was filled in of passages that are gone.
fn responses<'a>(
    own: &'a [String],
    placed: &'a Placed<'_>,
    issues: &'a [Issue],
) -> impl Iterator<Item = tables::Row<'a>> {
    let of_issues = issues.iter().enumerate().flat_map(|(at, issue)| {
        let beside = placed.beside.get(&at).map_or(&[][..], Vec::as_slice);
        let blank = beside.is_empty().then(|| issue.cells());
        beside
            .iter()
            .map(|row| issue.cells().into_iter().chain(row.of_analyst(own, false)).collect())
            .chain(blank)
    });
    let gone = placed.gone.iter();
    of_issues.chain(gone.map(|row| row.of_report().chain(row.of_analyst(own, true)).collect()))
}
