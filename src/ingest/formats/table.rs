//! CSV: the bulk download of regulations.gov, and any table with an id and a text column.
//!
//! Tables come through other programs: a spreadsheet separates cells by semicolons in half of Europe,
//! saves in windows-1252 or UTF-16, and cuts long cells off.
//!
//! Where a part of the rows is wanted, the table is still gone through from its beginning: nothing else tells
//! whether a line break lies in a cell. What is said of the whole table is said with its first row.

use csv::{ReaderBuilder, StringRecord};

use super::columns::{self, Columns};
use super::format::Format;
use super::input::{FilePart, InputBytes, RowRange, extension};
use crate::corpus::AsideBucket;
use crate::ingest::decode;
use crate::ingest::raw::{RawInput, refuse};

/// Rows that tell what separates the cells of all.
const FIRST_ROWS: usize = 20;

/// Any table, known by its name.
pub(super) const FORMAT: Format =
    Format { has_rows: true, ..Format::text(|file| file.is_named(&["csv", "tsv"]), read) };

/// The bulk download, known by its header.
pub(super) const BULK_EXPORT: Format = Format {
    is_in: |file| {
        let bytes = file.bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file.bytes);
        bytes.starts_with(b"Document ID,Agency ID") || bytes.starts_with(b"\"Document ID\",")
    },
    ..FORMAT
};

fn read(input: &InputBytes<'_>, warnings: &mut Vec<String>) -> Vec<RawInput> {
    let wanted = match input.part {
        FilePart::Rows(rows) => rows,
        _ => RowRange::ALL,
    };
    let is_first = wanted.start == 0;
    let refused = |bucket, reason: &str| {
        if is_first { vec![refuse(input.place, bucket, reason)] } else { Vec::new() }
    };
    let text = decode::text(input.bytes);
    if text.trim().is_empty() {
        return refused(AsideBucket::NoText, "blank: the file is empty");
    }
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter(&text, input))
        .flexible(true)
        .from_reader(text.as_bytes());
    let header = match reader.headers() {
        Ok(header) => header.clone(),
        Err(error) => {
            return refused(AsideBucket::Unreadable, &format!("not a table: {error}"));
        }
    };
    let columns = match Columns::of(&header, input) {
        Ok(columns) => columns,
        Err(reason) => return refused(AsideBucket::Unreadable, &reason),
    };
    // A quotation mark that is never closed swallows the rest of the file into one cell.
    let swallowed = text.bytes().filter(|byte| *byte == b'"').count() % 2 == 1;
    let mut rows: Vec<Row> = Vec::new();
    let mut found = Vec::new();
    for (index, row) in reader.records().enumerate() {
        match row {
            Ok(cells) => rows.push(Row {
                line: cells.position().map_or(index as u64 + 2, csv::Position::line),
                start: cells.position().map_or(0, csv::Position::byte),
                cells,
            }),
            Err(_) if !is_first => {}
            Err(error) => found.push(refuse(
                &format!("{}#{}", input.place, index + 1),
                AsideBucket::Unreadable,
                &format!("row {}: {error}", index + 1),
            )),
        }
    }
    let swallowed = swallowed.then(|| rows.pop()).flatten();
    if let Some(Row { line, .. }) = swallowed.filter(|_| is_first) {
        let place = format!("{}#{}", input.place, rows.len() + 1);
        let reason = format!(
            "line {line}: a quotation mark is never closed, so the rows after it cannot be separated; fix the file"
        );
        found.push(refuse(&place, AsideBucket::Unreadable, &reason));
    }
    let ragged = rows.iter().filter(|row| row.cells.len() != header.len()).count();
    if ragged > 0 && is_first {
        warnings.push(format!(
            "{}: {ragged} rows have more or fewer cells than the header",
            input.place
        ));
    }
    if rows.is_empty() && found.is_empty() {
        return refused(AsideBucket::NotAComment, "a header without rows");
    }
    let columns = columns.with_rows(rows.iter().map(|row| &row.cells));
    if is_first {
        columns.warn(input.place, rows.iter().map(|row| &row.cells), warnings);
    }
    for (row, number) in rows.iter().zip(1..).filter(|(row, _)| wanted.holds(row.start)) {
        let place = format!("{}#{number}", input.place);
        found.push(columns.comment(&place, &format!("line {}", row.line), &row.cells));
    }
    found
}

/// A row of a table.
struct Row {
    line: u64,
    /// The byte of the decoded text at which it begins.
    start: u64,
    cells: StringRecord,
}

/// What separates the cells. A comma, unless the header has no cell of a usual name between commas, and
/// the first rows, which no comma cuts into as many cells as the header, are cut so by another mark.
fn delimiter(text: &str, input: &InputBytes<'_>) -> u8 {
    if extension(input.place) == "tsv" {
        return b'\t';
    }
    let by = |mark: u8| -> Vec<StringRecord> {
        ReaderBuilder::new()
            .delimiter(mark)
            .flexible(true)
            .has_headers(false)
            .from_reader(text.as_bytes())
            .into_records()
            .map_while(Result::ok)
            .take(FIRST_ROWS)
            .collect()
    };
    let is_even = |rows: &[StringRecord]| {
        let n_cells = rows.first().map_or(0, StringRecord::len);
        n_cells > 1 && rows.iter().all(|row| row.len() == n_cells)
    };
    let names_text = |rows: &[StringRecord]| {
        rows.first().is_some_and(|header| columns::text_column(header, input).is_some())
    };
    let commas = by(b',');
    if is_even(&commas) || names_text(&commas) {
        return b',';
    }
    let is_told = |mark: &u8| {
        let rows = by(*mark);
        is_even(&rows) && (names_text(&rows) || commas.first().is_none_or(|row| row.len() == 1))
    };
    [b';', b'\t'].into_iter().find(is_told).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::delimiter;
    use crate::ingest::IngestConfig;
    use crate::ingest::formats::{FilePart, InputBytes};

    #[test]
    fn what_separates_the_cells_of_a_table() {
        let check = |table: &str, expect: u8| {
            let input = InputBytes {
                place: "table.csv",
                bytes: table.as_bytes(),
                part: FilePart::Whole,
                config: &IngestConfig::default(),
            };
            assert_eq!(delimiter(table, &input) as char, expect as char, "{table}");
        };
        check("id;Comment\n1;No, no.\n2;\"a;b\"\n", b';');
        check("id\tName, Title\tComment\n1\tJo\tNo\n", b'\t');
        check("number;remark\n1;No, no, never.\n2;Yes.\n", b';');
        check("id,Comment\n1,No; no\n2,Yes; yes\n", b',');
        check("number,remark;note\n1,\"a;b\"\n2,c;d\n", b',');
        check("a;b,Comment\n1;2;3,No\n", b',');
        check("Comment\nNo; no\n", b',');
        check("Remark; if any\nNo; no; no\n", b',');
        check("number;remark\n1;No\n2\n", b',');
    }
}
