//! CSV: the bulk download of regulations.gov, and any table with an id and a text column.
//!
//! Tables come through other programs: some write a cell's line breaks as `\n`, a spreadsheet writes
//! `_x000D_` for a carriage return, saves in windows-1252 or UTF-16, and cuts long cells off.

use std::borrow::Cow;

use csv::{ReaderBuilder, StringRecord};

use super::input::InputBytes;
use super::records::{self, ID_FIELDS, TEXT_FIELDS};
use crate::corpus::{AsideBucket, SetAside};
use crate::ingest::decode;
use crate::ingest::raw::{RawInput, aside, refuse};

/// Characters of a cell at the most, in a spreadsheet.
const LONGEST_CELL: usize = 32_767;

/// Whether the file begins with the header of the bulk download.
pub(super) fn is_bulk_export(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    bytes.starts_with(b"Document ID,Agency ID") || bytes.starts_with(b"\"Document ID\",")
}

pub(super) fn read(input: &InputBytes<'_>, warnings: &mut Vec<String>) -> Vec<RawInput> {
    let text = decode::text(input.bytes);
    if text.trim().is_empty() {
        return vec![refuse(
            input.place,
            AsideBucket::NoText,
            "blank: the file is empty",
        )];
    }
    let delimiter = if input.place.ends_with(".tsv") {
        b'\t'
    } else {
        b','
    };
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .from_reader(text.as_bytes());
    let header = match reader.headers() {
        Ok(header) => header.clone(),
        Err(error) => {
            return vec![refuse(
                input.place,
                AsideBucket::Unreadable,
                &format!("not a table: {error}"),
            )];
        }
    };
    let columns = match Columns::of(&header, input) {
        Ok(columns) => columns,
        Err(reason) => return vec![refuse(input.place, AsideBucket::Unreadable, &reason)],
    };
    // A quotation mark that is never closed swallows the rest of the file into one cell.
    let swallowed = text.bytes().filter(|byte| *byte == b'"').count() % 2 == 1;
    let mut rows: Vec<(u64, StringRecord)> = Vec::new();
    let mut found = Vec::new();
    for (index, row) in reader.records().enumerate() {
        match row {
            Ok(row) => rows.push((
                row.position().map_or(index as u64 + 2, csv::Position::line),
                row,
            )),
            Err(error) => found.push(refuse(
                &format!("{}#{}", input.place, index + 1),
                AsideBucket::Unreadable,
                &format!("row {}: {error}", index + 1),
            )),
        }
    }
    if swallowed && let Some((line, _)) = rows.pop() {
        let place = format!("{}#{}", input.place, rows.len() + 1);
        let reason = format!(
            "line {line}: a quotation mark is never closed, so what follows it in the file cannot be told apart; mend the file"
        );
        found.push(refuse(&place, AsideBucket::Unreadable, &reason));
    }
    let ragged = rows
        .iter()
        .filter(|(_, row)| row.len() != header.len())
        .count();
    if ragged > 0 {
        warnings.push(format!(
            "{}: {ragged} rows have more or fewer cells than the header",
            input.place
        ));
    }
    if rows.is_empty() && found.is_empty() {
        return vec![refuse(
            input.place,
            AsideBucket::NotAComment,
            "a header without rows",
        )];
    }
    let is_cut = |row: &StringRecord| {
        let text = row.get(columns.text).unwrap_or_default();
        text.len() >= LONGEST_CELL && text.chars().count() == LONGEST_CELL
    };
    let n_cut = rows.iter().filter(|(_, row)| is_cut(row)).count();
    if n_cut > 0 {
        warnings.push(format!(
            "{}: comments of exactly {LONGEST_CELL} characters, where spreadsheets cut cells off: {n_cut}; their ends may be lost",
            input.place
        ));
    }
    found.extend(
        rows.iter()
            .enumerate()
            .map(|(index, (line, row))| columns.comment(input.place, index, *line, row)),
    );
    found
}

/// Where things stand in a row.
struct Columns<'a> {
    header: &'a StringRecord,
    id: Option<usize>,
    text: usize,
}

impl<'a> Columns<'a> {
    fn of(header: &'a StringRecord, input: &InputBytes<'_>) -> Result<Self, String> {
        let column = |name: &str| header.iter().position(|column| column.trim() == name);
        let named = |field: &Option<String>, usual: &[&str]| match field {
            Some(field) => column(field),
            None => usual.iter().find_map(|name| column(name)),
        };
        let columns = || header.iter().take(30).collect::<Vec<_>>().join(", ");
        let Some(text) = named(&input.config.text_field, TEXT_FIELDS) else {
            return Err(format!(
                "no column with a comment's text; the columns are {}; name one with --text-field",
                columns()
            ));
        };
        let id = named(&input.config.id_field, ID_FIELDS);
        if id.is_none()
            && let Some(field) = &input.config.id_field
        {
            return Err(format!(
                "no column `{field}`; the columns are {}; name one with --id-field",
                columns()
            ));
        }
        Ok(Self { header, id, text })
    }

    fn comment(&self, file: &str, index: usize, line: u64, row: &StringRecord) -> RawInput {
        let place = format!("{file}#{}", index + 1);
        let get = |name: &str| {
            self.header
                .iter()
                .position(|column| column.trim() == name)
                .and_then(|at| row.get(at))
        };
        let id = self
            .id
            .and_then(|at| row.get(at))
            .map(str::trim)
            .filter(|id| !id.is_empty())
            .map(str::to_owned);
        let set_aside = |bucket, reason: &str| {
            RawInput::Aside(SetAside {
                id: id.clone().unwrap_or_else(|| place.clone()),
                ..aside(&place, bucket, reason)
            })
        };
        let Some(text) = row.get(self.text) else {
            return set_aside(
                AsideBucket::Unreadable,
                &format!("line {line}: the row ends before the column with the text"),
            );
        };
        if let Some(kind) =
            get("Document Type").filter(|kind| !matches!(*kind, "" | "Public Submission"))
        {
            return set_aside(
                AsideBucket::NotAComment,
                &format!("a document of type `{kind}`, not a public submission"),
            );
        }
        let n_bytes = row.as_slice().len();
        let text = unescaped(text);
        let mut comment = records::comment(place.clone(), id.clone(), &text, n_bytes, get);
        if get("Is Withdrawn?").is_some_and(|value| value.eq_ignore_ascii_case("true")) {
            comment.withdrawn = Some(records::withdrawn_reason(get("Reason Withdrawn")));
        }
        RawInput::Comment(Box::new(comment))
    }
}

/// A cell with its line breaks. `\n` is one where the cell has no other and all its backslashes are of
/// that kind: in "C:\\new\\users" they are not.
fn unescaped(cell: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(cell);
    if text.contains("_x00") {
        let plain = text
            .replace("_x000D_\r\n", "\n")
            .replace("_x000D_\n", "\n")
            .replace("_x000D__x000A_", "\n")
            .replace("_x000D_", "\n")
            .replace("_x000A_", "\n")
            .replace("_x0009_", "\t")
            .replace("_x005F_", "_");
        text = Cow::Owned(plain);
    }
    let is_escape =
        |(at, _): (usize, &str)| matches!(text.as_bytes().get(at + 1), Some(b'n' | b'r' | b't'));
    if text.contains("\\n") && !text.contains('\n') && text.match_indices('\\').all(is_escape) {
        let plain = text.replace("\\r\\n", "\n").replace("\\n", "\n");
        text = Cow::Owned(plain.replace("\\r", "\n").replace("\\t", "\t"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::unescaped;

    #[test]
    fn line_breaks_of_other_programs() {
        let check = |cell: &str, expect: &str| assert_eq!(unescaped(cell), expect);
        check(r"Dear Sir,\n\nNo.\r\nJo", "Dear Sir,\n\nNo.\nJo");
        check("Dear Sir,_x000D_\n_x000D_\nNo_x005F_.", "Dear Sir,\n\nNo_.");
        check("No._x000D_Jo", "No.\nJo");
        check(r"See C:\new\users and \n", r"See C:\new\users and \n");
        check("One line\nand \\n.", "One line\nand \\n.");
    }
}
