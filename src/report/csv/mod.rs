//! Rows of cells in, tables for a spreadsheet out. What they hold is in [`tables`].
//!
//! # Invariants
//! - No cell is a formula, whatever a comment holds.
//! - No text is taken for a number or a date and changed: an id keeps its zeros.
//! - Times are what spreadsheets take for times.
//! - No cell is longer than a spreadsheet takes; where one was cut, it says so.

mod cell;

use std::io::Write;

use anyhow::Result;
use csv::{IntoInnerError, Terminator, Writer, WriterBuilder};

pub(super) use self::cell::is_taken_otherwise;
pub use self::cell::shown;
use super::schema::DocumentLine;
use super::tables::{self, Campaigns, Cell};

/// Without it, spreadsheets take UTF-8 for a local charset.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A table being written.
pub struct Table<W: Write>(Writer<W>);

impl<W: Write> Table<W> {
    /// Begins a table: its file is one of [`tables::TABLES`].
    ///
    /// # Errors
    /// Where `out` cannot be written to.
    pub fn begin(file: &str, mut out: W) -> Result<Self> {
        out.write_all(BYTE_ORDER_MARK)?;
        let mut table = Self::without_head(out);
        table
            .0
            .write_record(tables::Table::named(file).columns.iter().map(|column| column.name))?;
        Ok(table)
    }

    fn without_head(out: W) -> Self {
        Self(WriterBuilder::new().terminator(Terminator::CRLF).from_writer(out))
    }

    /// Writes a row. Each has as many cells as the first.
    ///
    /// # Errors
    /// As [`Self::begin`].
    pub fn row(&mut self, cells: &[Cell<'_>]) -> Result<()> {
        for cell in cells {
            self.0.write_field(cell::cell(cell).as_bytes())?;
        }
        Ok(self.0.write_record(None::<&[u8]>)?)
    }

    /// Gives back what was written to.
    ///
    /// # Errors
    /// As [`Self::begin`].
    pub fn finish(self) -> Result<W> {
        Ok(self.0.into_inner().map_err(IntoInnerError::into_error)?)
    }
}

/// Writes a whole table.
///
/// # Errors
/// Where `out` cannot be written to.
pub fn write<'a, W: Write>(
    file: &str,
    rows: impl IntoIterator<Item = tables::Row<'a>>,
    out: W,
) -> Result<W> {
    let mut table = Table::begin(file, out)?;
    rows.into_iter().try_for_each(|row| table.row(&row))?;
    table.finish()
}

/// Rows of the tables that are made from lines: of each of [`tables::OF_LINES`] those of these lines.
///
/// # Errors
/// None that is known: a vector takes all.
pub fn of_lines(campaigns: &Campaigns<'_>, lines: &[DocumentLine]) -> Result<[Vec<u8>; 3]> {
    Ok([
        rows(lines.iter().map(|line| campaigns.comment(line)))?,
        rows(lines.iter().flat_map(tables::to_fetch))?,
        rows(lines.iter().flat_map(tables::answers))?,
    ])
}

fn rows<'a>(rows: impl IntoIterator<Item = tables::Row<'a>>) -> Result<Vec<u8>> {
    let mut table = Table::without_head(Vec::new());
    rows.into_iter().try_for_each(|row| table.row(&row))?;
    table.finish()
}
