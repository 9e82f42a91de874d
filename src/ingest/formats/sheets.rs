//! The sheets of a spreadsheet → comments.

use csv::StringRecord;

use super::columns::{self, Columns};
use super::expansion::Refusal;
use super::headings;
use super::input::InputBytes;
use crate::corpus::AsideBucket;
use crate::ingest::raw::{RawInput, refuse};

/// Columns of a sheet at the most.
pub(super) const COLUMNS: usize = 16_384;
/// Bytes that a row counts for besides its text where the file does not hold it but tells how often it stands there: it
/// becomes a comment, and as many files are read at once as there are threads.
const REPEATED_ROW: usize = 1 << 14;
/// How many times the bytes of such text count, for the same reason.
pub(super) const REPEATED_TEXT: usize = 8;

/// A sheet with its rows that are not empty.
pub(super) struct Sheet {
    pub(super) name: String,
    pub(super) rows: Vec<StringRecord>,
}

impl Sheet {
    /// Adds a row, or several that are the same.
    pub(super) fn push(
        &mut self,
        n_rows: usize,
        cells: &mut Vec<(usize, String)>,
        bytes_left: &mut usize,
    ) -> Result<(), Refusal> {
        cells.sort_by_key(|(column, _)| *column);
        let Some((last, _)) = cells.last() else { return Ok(()) };
        let n_bytes = cells.iter().map(|(_, text)| text.len()).sum::<usize>()
            + (last + 1) * size_of::<usize>();
        let mut row = StringRecord::with_capacity(n_bytes, last + 1);
        for (column, text) in cells.drain(..) {
            while row.len() < column {
                row.push_field("");
            }
            // A second cell at the same place is none.
            if row.len() == column {
                row.push_field(&text);
            }
        }
        // Refused at once, before any is there.
        let repeated = n_rows.saturating_sub(1).saturating_mul(n_bytes + REPEATED_ROW);
        spend(bytes_left, n_bytes.saturating_add(repeated))?;
        self.rows.extend(std::iter::repeat_n(row, n_rows.max(1)));
        Ok(())
    }

    /// Where the header is, and whether it names the text's column.
    fn header(&self, input: &InputBytes<'_>) -> (usize, bool) {
        headings::place_of_header(self.rows.iter(), |row| {
            columns::text_column(row, input).is_some()
        })
    }
}

/// Takes so many bytes of what a file may expand to: one text may stand in a million cells.
pub(super) fn spend(bytes_left: &mut usize, n_bytes: usize) -> Result<(), Refusal> {
    *bytes_left = bytes_left.checked_sub(n_bytes).ok_or(Refusal::TooLarge)?;
    Ok(())
}

/// A number as people write it: files have `1E3` and `0.30000000000000004`, too.
pub(super) fn plain_number(written: String) -> String {
    match written.parse::<f64>() {
        Ok(number) if number.is_finite() => number.to_string(),
        _ => written,
    }
}

/// Reads the rows of all sheets that have a column with comments.
pub(super) fn read(input: &InputBytes<'_>, sheets: Result<Vec<Sheet>, Refusal>) -> Vec<RawInput> {
    let sheets = match sheets {
        Ok(sheets) => sheets,
        Err(refusal) => {
            return vec![refusal.of(input.place, |reason| {
                format!("not a readable spreadsheet: {reason}; save it again, or as .csv")
            })];
        }
    };
    let (mut tables, mut others) = (Vec::new(), Vec::new());
    // Beside a sheet that names its texts others are tables of other things.
    let are_named =
        !input.config.text_fields.is_empty() || sheets.iter().any(|sheet| sheet.header(input).1);
    for sheet in sheets.iter().filter(|sheet| !sheet.rows.is_empty()) {
        let (header, _) = sheet.header(input);
        let below = &sheet.rows[header + 1..];
        let n_headings = headings::n_rows_below(below.iter());
        let rows = &below[n_headings..];
        let columns = Columns::of(&sheet.rows[header], input).and_then(|mut columns| {
            if are_named {
                columns.know_by_name();
            }
            rows.iter().for_each(|row| columns.learn(row));
            columns.settle(&input.config.text_fields)?;
            Ok(columns)
        });
        match columns {
            Ok(columns) => tables.push((sheet, rows, columns, n_headings)),
            Err(reason) => others.push(format!("sheet `{}`: {reason}", sheet.name)),
        }
    }
    if tables.iter().all(|(_, rows, ..)| rows.is_empty()) {
        let (bucket, reason) = if !tables.is_empty() {
            (AsideBucket::NotAComment, "a header without rows")
        } else if others.is_empty() {
            (AsideBucket::NoText, "blank: no cell of the spreadsheet is filled")
        } else {
            (AsideBucket::Unreadable, &*others.join("; "))
        };
        return vec![refuse(input.place, bucket, reason)];
    }
    let mut found: Vec<RawInput> = others.iter().map(|reason| input.told(reason)).collect();
    let is_one = tables.len() == 1;
    for (sheet, rows, columns, n_headings) in tables {
        let place =
            if is_one { input.place.to_owned() } else { format!("{}/{}", input.place, sheet.name) };
        if n_headings > 0 {
            let told = headings::told_of_rows(n_headings);
            found.push(RawInput::Told(format!("{place}: {told}")));
        }
        found.extend(columns.told(&place).into_iter().map(RawInput::Told));
        let numbered = rows.iter().zip(1..);
        found.extend(numbered.map(|(row, number)| {
            // Of a row that ends early the last cells are blank.
            columns.comment(&format!("{place}#{number}"), None, row)
        }));
    }
    found
}
