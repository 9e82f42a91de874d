//! CSV: the bulk download of regulations.gov, and any table with an id and a text column.
//!
//! Tables come through other programs: a spreadsheet separates cells by semicolons in half of Europe,
//! saves in windows-1252 or UTF-16, and cuts long cells off.
//!
//! A table is gone through from its beginning before any of its rows becomes a comment: nothing else tells whether a
//! line break lies in a cell, and what is so of all rows. Then it is cut into pieces of a few rows each, so that the
//! comments of a large one are never in memory all at once. What is said of the whole table is said with its first row.

use std::ops::Range;
use std::sync::Arc;

use csv::StringRecord;

use super::columns::{self, Columns};
use super::format::{Attached, Format};
use super::headings;
use super::input::{InputBytes, InputPiece, extension};
use super::quotes::{self, BYTE_ORDER_MARK, reader};
use crate::corpus::AsideBucket;
use crate::ingest::decode;
use crate::ingest::raw::{BLANK, RawInput, aside};

/// Rows that tell what separates the cells of all.
const FIRST_ROWS: usize = 20;
/// Bytes in which these are looked for.
const HEAD_BYTES: usize = 1 << 16;
/// Rows of a piece at the most,
const ROWS_IN_PIECE: usize = 1024;
/// and their bytes, but for the last row.
const BYTES_IN_PIECE: usize = 1 << 15;
/// Rows that weigh as much as a file.
const ROWS_FOR_FILE: usize = 32;

pub(super) const FORMAT: Format = Format {
    has_rows: true,
    ..Format::of(Attached::Text, |file| file.is_named(&["csv", "tsv"]), read)
};

/// The bulk download, known by its header.
pub(super) const BULK_EXPORT: Format = Format {
    is_in: |file| {
        let bytes = file.bytes.strip_prefix(BYTE_ORDER_MARK.as_bytes()).unwrap_or(file.bytes);
        bytes.starts_with(b"Document ID,Agency ID") || bytes.starts_with(b"\"Document ID\",")
    },
    ..FORMAT
};

/// What the rows of a table have in common.
struct Table {
    text: String,
    delimiter: u8,
    columns: Columns,
}

/// Rows of a table, one after the other.
struct Rows {
    /// Which of the table's rows is the first of them, and the line that it begins on.
    first: usize,
    line: u64,
    n: usize,
    /// Where they stand in the decoded text.
    bytes: Range<usize>,
}

impl Rows {
    /// Whether one more belongs to the same piece.
    fn has_room(&self) -> bool {
        self.n < ROWS_IN_PIECE && self.bytes.len() < BYTES_IN_PIECE
    }
}

fn read(input: &InputBytes<'_>) -> Vec<RawInput> {
    super::decode_all(&pieces(input), input.config)
}

pub(super) fn pieces<'a>(input: &InputBytes<'a>) -> Vec<InputPiece<'a>> {
    let mut warnings = Vec::new();
    let (table, rows) = match Table::read(input, &mut warnings) {
        Ok(read) => read,
        Err((bucket, reason)) => {
            return vec![InputPiece::aside(aside(input.place, bucket, &reason))];
        }
    };
    let table = Arc::new(table);
    let mut pieces = vec![InputPiece::told(input, warnings)];
    pieces.extend(rows.into_iter().map(|rows| {
        let (table, weight) = (Arc::clone(&table), rows.n.div_ceil(ROWS_FOR_FILE));
        let read = Box::new(move |file: &InputBytes<'_>| table.comments(file.place, &rows));
        InputPiece { weight, ..InputPiece::of_file(input.place, read) }
    }));
    pieces
}

fn no_table(error: &csv::Error) -> (AsideBucket, String) {
    (AsideBucket::Unreadable, format!("not a table: {error}"))
}

impl Table {
    /// Goes through a table, and tells where its rows stand; or why it is none, and where that is counted.
    fn read(
        input: &InputBytes<'_>,
        warnings: &mut Vec<String>,
    ) -> Result<(Self, Vec<Rows>), (AsideBucket, String)> {
        let mut text = decode::text(input.bytes);
        if text.trim().is_empty() {
            return Err((AsideBucket::NoText, BLANK.to_owned()));
        }
        let delimiter = delimiter(&text, input);
        if let Some(mended) = quotes::mended(&text, delimiter) {
            warnings.extend(mended.told().iter().map(|told| format!("{}: {told}", input.place)));
            text = mended.text;
        }
        let mut reader = reader(&text, delimiter);
        let (mut header, mut row) = (StringRecord::new(), StringRecord::new());
        let first = FirstRows::of(&text, delimiter, input);
        for _ in 0..=first.header {
            reader.read_record(&mut header).map_err(|error| no_table(&error))?;
        }
        for _ in 0..first.n_headings {
            reader.read_record(&mut row).map_err(|error| no_table(&error))?;
        }
        let unreadable = |reason| (AsideBucket::Unreadable, reason);
        let mut columns = Columns::of(&header, input).map_err(unreadable)?;
        let mut rows: Vec<Rows> = Vec::new();
        let (mut n_rows, mut n_ragged) = (0, 0);
        while reader.read_record(&mut row).map_err(|error| no_table(&error))? {
            // It ends where the next one begins, or with the file.
            let ((start, line), end) = (place(&row), reader.position().byte() as usize);
            columns.learn(&row);
            n_ragged += usize::from(row.len() != header.len());
            match rows.last_mut() {
                Some(last) if last.has_room() || text[start..].starts_with(BYTE_ORDER_MARK) => {
                    last.n += 1;
                    last.bytes.end = end;
                }
                _ => rows.push(Rows { first: n_rows, n: 1, line, bytes: start..end }),
            }
            n_rows += 1;
        }
        if first.n_headings > 0 {
            warnings.push(format!("{}: {}", input.place, headings::told_of_rows(first.n_headings)));
        }
        if n_ragged > 0 {
            warnings.push(format!(
                "{}: {n_ragged} rows have more or fewer cells than the header",
                input.place
            ));
        }
        columns.settle(&input.config.text_fields).map_err(unreadable)?;
        if n_rows == 0 {
            return Err((AsideBucket::NotAComment, "a header without rows".to_owned()));
        }
        warnings.extend(columns.told(input.place));
        Ok((Self { text, delimiter, columns }, rows))
    }

    fn comments(&self, place: &str, rows: &Rows) -> Vec<RawInput> {
        let text = &self.text[rows.bytes.clone()];
        // A row is read the same wherever reading begins.
        reader(text, self.delimiter)
            .into_records()
            .map_while(Result::ok)
            .enumerate()
            .map(|(nth, row)| {
                let (start, line) = self::place(&row);
                let line = rows.line + line - 1 + n_line_ends(&text[start..]);
                let place = format!("{place}#{}", rows.first + nth + 1);
                self.columns.comment(&place, Some(&format!("line {line}")), &row)
            })
            .collect()
    }
}

/// The line ends that a row begins with: the second half of the one before it, and empty lines.
fn n_line_ends(row: &str) -> u64 {
    row.bytes()
        .take_while(|byte| matches!(byte, b'\r' | b'\n'))
        .filter(|byte| *byte == b'\n')
        .count() as u64
}

/// The byte at which a row begins in what is read, behind the first character that ends the one before, and its line.
fn place(row: &StringRecord) -> (usize, u64) {
    row.position().map_or((0, 1), |place| (place.byte() as usize, place.line()))
}

/// What separates the cells: what the first line says, as Excel writes it ("sep=;"). Else a comma, unless the header has no
/// cell of a usual name between commas, and the first rows, which no comma cuts into as many cells as the first of them, are
/// cut so by another mark.
fn delimiter(text: &str, input: &InputBytes<'_>) -> u8 {
    if extension(input.place) == "tsv" {
        return b'\t';
    }
    let first = text.trim_start_matches(BYTE_ORDER_MARK).lines().next().unwrap_or_default();
    let declared = first.trim_matches('"').strip_prefix("sep=").map(str::as_bytes);
    if let Some(&[mark]) = declared {
        return mark;
    }
    let commas = FirstRows::of(text, b',', input);
    // Where rows behind the first are even, the commas may be those of their sentences.
    if commas.are_even && commas.header == 0 || commas.name_text {
        return b',';
    }
    for mark in [b';', b'\t', b'|'] {
        let rows = FirstRows::of(text, mark, input);
        // Headings that are sentences have commas, too.
        let is_named = rows.name_text && rows.n_cells > 1;
        if is_named || rows.are_even && rows.n_cells > commas.n_first {
            return mark;
        }
    }
    b','
}

/// What the first rows of a table are when a mark separates the cells.
struct FirstRows {
    /// Which of them is the header, and how many below it have headings, too.
    header: usize,
    n_headings: usize,
    /// Cells of the first of all, and of the header.
    n_first: usize,
    n_cells: usize,
    /// Whether all from the header on have as many cells, of several.
    are_even: bool,
    /// Whether a cell of the header has a usual name of a column of texts.
    name_text: bool,
}

impl FirstRows {
    fn of(text: &str, mark: u8, input: &InputBytes<'_>) -> Self {
        let head = &text[..text.floor_char_boundary(HEAD_BYTES)];
        let mended = quotes::mended(head, mark);
        let head = mended.as_ref().map_or(head, |mended| &mended.text);
        let rows: Vec<StringRecord> =
            reader(head, mark).into_records().map_while(Result::ok).take(FIRST_ROWS).collect();
        let (header, name_text) = headings::place_of_header(rows.iter(), |row| {
            columns::text_column(row, input).is_some()
        });
        let n_cells = rows.get(header).map_or(0, StringRecord::len);
        Self {
            header,
            n_headings: headings::n_rows_below(rows.iter().skip(header + 1)),
            n_first: rows.first().map_or(0, StringRecord::len),
            n_cells,
            // A last row alone is even with itself.
            are_even: n_cells > 1
                && (header == 0 || header + 1 < rows.len())
                && rows[header..].iter().all(|row| row.len() == n_cells),
            name_text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ROWS_IN_PIECE, pieces};
    use crate::ingest::IngestConfig;
    use crate::ingest::formats::{InputBytes, decode_all, tests::line};
    use crate::ingest::raw::RawInput;

    /// How many pieces a table has, a line for each of its rows, and the warnings.
    fn read(table: &str) -> (usize, Vec<String>, Vec<String>) {
        let config = &IngestConfig::default();
        let pieces = pieces(&InputBytes::whole("table.csv", table.as_bytes(), config));
        let (told, found): (Vec<_>, Vec<_>) = decode_all(&pieces, config)
            .into_iter()
            .partition(|found| matches!(found, RawInput::Told(_)));
        let [found, told] = [found, told].map(|found| found.iter().map(line).collect());
        (pieces.len(), found, told)
    }

    /// Of the rows of three pieces those of the first and one more have line breaks in their cells, all later ones written-out ones, as the first has, which
    /// only the later ones tell: it has another backslash, too. One begins with a byte order mark where a piece would
    /// begin. Cut into pieces, they are what they are together, and each has its place.
    #[test]
    fn rows_are_read_in_pieces_as_they_are_together() {
        const MANY: usize = ROWS_IN_PIECE + 1;
        const ALL: usize = 3 * ROWS_IN_PIECE;
        let mut table = "id,Comment\r\n".to_owned();
        let mut expect = Vec::new();
        for n in 1..=ALL {
            let greeting = if n == 1 { "Either\\or" } else { "Dear Sir" };
            let body = format!("{greeting},\n\nno {n}");
            let mark = if n == MANY { "\u{FEFF}" } else { "" };
            let cell = match n {
                2..=MANY => body.clone(),
                _ => body.replace('\n', "\\n"),
            };
            table.push_str(&format!("{mark}{n},\"{cell}\"\r\n"));
            expect.push(format!("table.csv#{n}: {body}"));
        }
        // A mark that is never closed takes no row below along.
        table.push_str(&format!("{},\"never closed\r\n", ALL + 1));
        expect.push(format!("table.csv#{}: \"never closed", ALL + 1));
        let (n_pieces, found, warnings) = read(&table);
        // A piece for what is said of the table, and one for its last rows.
        assert_eq!(n_pieces, 3 + 2);
        assert_eq!(warnings.len(), 2, "{warnings:?}");
        assert_eq!(found, expect);
    }

    /// Rows of three thousand bytes: eleven of them are as many bytes as a piece has room for.
    #[test]
    fn pieces_of_long_rows_have_fewer() {
        let table = format!("id,Comment\n{}", format!("1,{}\n", "x".repeat(3_000)).repeat(22));
        let config = IngestConfig::default();
        let pieces = pieces(&InputBytes::whole("table.csv", table.as_bytes(), &config));
        let weights: Vec<usize> = pieces.iter().map(|piece| piece.weight).collect();
        assert_eq!(weights, [1, 1, 1]);
    }
}
