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

use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};

pub use self::carried::Responses;
pub use self::sheet::SheetLimits;
use self::sheet::{Book, LeftOut, Look, Sheet};
use super::schema::{DocumentLine, Report};
use super::tables::{
    self, ADDED, CLUSTERS, COMMENTS, CampaignName, Cell, CommentRows, Issue, Issues, RESPONSES,
    SAID, STATUS, UNIQUES, Uniques,
};
use crate::guard::guarded;

/// The sheet that analysts fill in.
pub const RESPONSES_SHEET: &str = "Responses";
const SUMMARY: &str = "Summary";
const CAMPAIGNS: &str = "Campaigns";
const LETTERS: &str = "Letters";
const COMMENTS_SHEET: &str = "Comments";
const ADDED_TEXT: &str = "Added text";
const SAID_BY_MANY: &str = "Said by many";
const UNIQUE_COMMENTS: &str = "Unique comments";
const SHEETS: [&str; 8] = [
    SUMMARY,
    CAMPAIGNS,
    LETTERS,
    COMMENTS_SHEET,
    ADDED_TEXT,
    SAID_BY_MANY,
    UNIQUE_COMMENTS,
    RESPONSES_SHEET,
];

/// Heights of rows in points: one, two and four lines of text.
const ONE_LINE: u32 = 15;
const TWO_LINES: u32 = 30;
const FOUR_LINES: u32 = 60;

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
    sheets: Sheets,
    comments: Sheet,
    comment_rows: CommentRows,
    campaigns: tables::Campaigns<'a>,
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
            let mut book = Book::new(&SHEETS, folder)?;
            let look = Look::of(&COMMENTS, TWO_LINES);
            Ok(Self {
                report,
                contents,
                comments: book.begin(COMMENTS_SHEET, &look, contents.limits)?,
                sheets: Sheets { book, limits: contents.limits, left_out: Vec::new() },
                comment_rows: CommentRows::new(CampaignName::all_of(report)),
                campaigns: tables::Campaigns::new(report),
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
        let row = self.comment_rows.row(line, Some(&self.campaigns));
        written(|| self.sheets.book.row(&mut self.comments, &row))
    }

    /// Writes the workbook and gives back what it was written to, and how many rows that were filled in stand at the
    /// end, for their passages are gone.
    ///
    /// # Errors
    /// Where `out` or the folder cannot be written to.
    pub fn finish<W: Write + Send>(self, out: W) -> Result<(W, usize)> {
        written(|| {
            let mut sheets = self.sheets;
            sheets.left_out.push((COMMENTS_SHEET, sheets.book.end(&self.comments)?));
            let rows = self.campaigns.rows();
            sheets.write(CAMPAIGNS, &Look::of(&tables::CAMPAIGNS, TWO_LINES), rows)?;
            let rows = tables::letters(self.report);
            sheets.write(LETTERS, &Look::of(&CLUSTERS, FOUR_LINES), rows)?;
            let added = self.report.clusters.iter().flat_map(|cluster| {
                let added = cluster.added.iter().enumerate();
                added.map(move |(rank, added)| tables::added(cluster, rank, added))
            });
            sheets.write(ADDED_TEXT, &Look::of(&ADDED, FOUR_LINES), added)?;
            let said = self.report.said_by_many.iter().map(tables::said);
            sheets.write(SAID_BY_MANY, &Look::of(&SAID, FOUR_LINES), said)?;
            let uniques = self.uniques.ranked();
            let issues = self.issues.all(&uniques);
            let rows = uniques.iter().map(|unique| unique.row(&self.campaigns));
            sheets.write(UNIQUE_COMMENTS, &Look::of(&UNIQUES, FOUR_LINES), rows)?;
            let n_gone = responses(&mut sheets, &self.contents.responses, &issues)?;
            summary::write(self.report, &mut sheets)?;
            Ok((sheets.book.finish(out)?, n_gone))
        })
    }
}

/// The writer of workbooks panics where the disk is full: here that is an error like any other.
fn written<T>(write: impl FnOnce() -> Result<T>) -> Result<T> {
    match guarded(write) {
        Ok(written) => written,
        Err(said) => bail!("{said}"),
    }
}

/// The sheets that are written once all lines were seen.
struct Sheets {
    book: Book,
    limits: SheetLimits,
    left_out: Vec<(&'static str, LeftOut)>,
}

impl Sheets {
    fn write<'b, Row: AsRef<[Cell<'b>]>>(
        &mut self,
        name: &'static str,
        look: &Look<'_>,
        rows: impl Iterator<Item = Row>,
    ) -> Result<()> {
        let mut sheet = self.book.begin(name, look, self.limits)?;
        for row in rows {
            self.book.row(&mut sheet, row.as_ref())?;
        }
        self.left_out.push((name, self.book.end(&sheet)?));
        Ok(())
    }
}

/// The passages and what was filled in beside them, then what was filled in of passages that are gone.
fn responses(sheets: &mut Sheets, filled: &Responses, issues: &[Issue]) -> Result<usize> {
    let own = filled.own_columns();
    let mut look = Look::of(&RESPONSES, FOUR_LINES);
    let own_columns = own.iter().map(|name| (Cow::Borrowed(name.as_str()), 20));
    look.columns.extend(own_columns);
    look.offers = Some(STATUS);
    let placed = filled.placed(issues);
    let of_issues = issues.iter().enumerate().flat_map(|(at, issue)| {
        let filled = placed.beside.get(&at).map_or(&[][..], Vec::as_slice);
        let blank = filled.is_empty().then(|| issue.cells().to_vec());
        filled
            .iter()
            .map(|filled| issue.cells().into_iter().chain(filled.of_analyst(own)).collect())
            .chain(blank)
    });
    let gone =
        placed.gone.iter().map(|filled| filled.of_report().chain(filled.of_analyst(own)).collect());
    sheets.write(RESPONSES_SHEET, &look, of_issues.chain(gone))?;
    Ok(placed.gone.len())
}
