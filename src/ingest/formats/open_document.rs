//! OpenDocument: a text (.odt, .fodt) holding one comment, and a spreadsheet (.ods, .fods) of comments.

use std::borrow::Cow;

use quick_xml::events::{BytesStart, Event};
use quick_xml::name::QName;

use super::entries::Entries;
use super::expansion::{self, Refusal};
use super::format::{Attached, FileSigns, Format};
use super::input::InputBytes;
use super::letters::Parted;
use super::office_text::{LETTER, OfficeText, is_left_out};
use super::sheets::{self, COLUMNS, Sheet};
use super::{archive, xml};
use crate::corpus::AsideBucket;
use crate::ingest::raw::{RawInput, refuse};

/// Bytes of the entry in which a packed document says what it is.
const LONGEST_MIMETYPE: usize = 1 << 10;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Spreadsheet,
    /// A drawing, a presentation.
    Other,
}

pub(super) const PACKED_TEXT: Format =
    Format::of(Attached::Letter, |file| packed_kind(file) == Some(Kind::Text), read);
pub(super) const PACKED: Format =
    Format::of(archive::NOT_IN_A_MAIL, |file| packed_kind(file).is_some(), read);
pub(super) const FLAT: Format =
    Format::of(Attached::Text, |file| flat_kind(file.bytes).is_some(), read);

/// What a document is, by what it says of itself.
fn kind(mimetype: &str) -> Kind {
    match mimetype.split_once("vnd.oasis.opendocument.") {
        Some((_, kind)) if kind.starts_with("text") => Kind::Text,
        Some((_, kind)) if kind.starts_with("spreadsheet") => Kind::Spreadsheet,
        _ => Kind::Other,
    }
}

fn packed_kind(file: &FileSigns<'_>) -> Option<Kind> {
    (file.holds("mimetype") && file.holds("content.xml")).then(|| kind_of_packed(file.bytes))
}

fn kind_of_packed(bytes: &[u8]) -> Kind {
    let entries = Entries::within(bytes, LONGEST_MIMETYPE);
    let mimetype = entries.and_then(|mut entries| entries.read("mimetype"));
    kind(&String::from_utf8_lossy(&mimetype.unwrap_or_default()))
}

/// What a document is that is one XML file.
fn flat_kind(bytes: &[u8]) -> Option<Kind> {
    let start = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if !start.trim_ascii_start().starts_with(b"<") {
        return None;
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(8 << 10)]);
    let (_, root) = head.split_once("<office:document")?;
    let (_, quoted) = root.split_once("office:mimetype=")?;
    Some(kind(quoted.get(1..)?.split(['"', '\'']).next()?))
}

/// The XML of a document: the file, or what is packed in it.
fn content<'a>(input: &InputBytes<'a>, limit: usize) -> Result<Cow<'a, [u8]>, Refusal> {
    match flat_kind(input.bytes) {
        Some(_) => Ok(Cow::Borrowed(input.bytes)),
        None => Ok(Cow::Owned(Entries::within(input.bytes, limit)?.read("content.xml")?)),
    }
}

fn read(input: &InputBytes<'_>) -> Vec<RawInput> {
    let (n_bytes, limits) = (input.bytes.len(), &input.config.limits);
    match flat_kind(input.bytes).unwrap_or_else(|| kind_of_packed(input.bytes)) {
        Kind::Text => match parted(input, expansion::limit(n_bytes, limits)) {
            Ok(parted) => parted.comments(input),
            Err(refusal) => vec![refusal.of(input.place, |reason| {
                format!(
                    "not a readable OpenDocument text: {reason}; save it again, without a password"
                )
            })],
        },
        Kind::Spreadsheet => {
            let limit = expansion::limit_of_archive(n_bytes, limits);
            let found = content(input, limit).and_then(|part| tables(&part, limit));
            sheets::read(input, found)
        }
        Kind::Other => {
            let reason =
                "an OpenDocument drawing or presentation, which is not read; export it as PDF";
            vec![refuse(input.place, AsideBucket::Unreadable, reason)]
        }
    }
}

/// What is written in a text, and on its pages around it: those of a packed one may stand in a part of their own.
fn parted(input: &InputBytes<'_>, limit: usize) -> Result<Parted, Refusal> {
    let (part, mut own) = (content(input, limit)?, OfficeText::default());
    let entries = Entries::within(input.bytes, limit).ok();
    let styles = entries.and_then(|mut entries| entries.read("styles.xml").ok());
    // Styles are known before what is written in them.
    for part in styles.as_deref().into_iter().chain([&*part]) {
        own.append(part, LETTER)?;
    }
    Ok(own.parted())
}

fn tables(part: &[u8], limit: usize) -> Result<Vec<Sheet>, Refusal> {
    let mut sheets: Vec<Sheet> = Vec::new();
    let mut bytes_left = limit;
    let mut row = Row::default();
    xml::read(part, is_left_out, |event| {
        match event {
            Event::Start(tag) if tag.name().as_ref() == "table:table" => {
                let name = xml::attribute(tag, "table:name").unwrap_or_default();
                sheets.push(Sheet { name, rows: Vec::new() });
            }
            Event::Start(tag) if tag.name().as_ref() == "table:table-row" => {
                row = Row {
                    n_rows: xml::number(tag, "table:number-rows-repeated").unwrap_or(1),
                    ..Row::default()
                };
            }
            Event::End(tag) if tag.name().as_ref() == "table:table-row" => {
                if let Some(sheet) = sheets.last_mut() {
                    sheet.push(row.n_rows, &mut row.cells, &mut bytes_left)?;
                }
            }
            Event::Start(tag) if is_cell(tag.name()) => row.begin(tag),
            Event::Empty(tag) if is_cell(tag.name()) => {
                row.begin(tag);
                row.end(&mut bytes_left)?;
            }
            Event::End(tag) if is_cell(tag.name()) => row.end(&mut bytes_left)?,
            event => row.cell.take(event),
        }
        Ok(())
    })?;
    Ok(sheets)
}

fn is_cell(name: QName<'_>) -> bool {
    matches!(name.as_ref(), "table:table-cell" | "table:covered-table-cell")
}

#[derive(Default)]
struct Row {
    /// How many rows it stands for.
    n_rows: usize,
    cells: Vec<(usize, String)>,
    cell: OfficeText,
    /// What the cell holds, where that is not what it shows.
    value: Option<String>,
    /// How many cells it stands for.
    n_cells: usize,
    column: usize,
}

impl Row {
    fn begin(&mut self, tag: &BytesStart<'_>) {
        let value = match xml::attribute(tag, "office:value-type").as_deref() {
            Some("float") => xml::attribute(tag, "office:value").map(sheets::plain_number),
            Some("date") => xml::attribute(tag, "office:date-value"),
            Some("boolean") => xml::attribute(tag, "office:boolean-value"),
            _ => xml::attribute(tag, "office:string-value"),
        };
        self.value = value;
        self.n_cells = xml::number(tag, "table:number-columns-repeated").unwrap_or(1);
        self.cell = OfficeText::default();
    }

    fn end(&mut self, bytes_left: &mut usize) -> Result<(), Refusal> {
        let shown = std::mem::take(&mut self.cell).whole();
        let held = self.value.take().unwrap_or(shown);
        let text = held.trim_end_matches('\n');
        let end = self.column.saturating_add(self.n_cells).min(COLUMNS);
        if !text.is_empty() {
            sheets::spend(bytes_left, text.len())?;
            let n_repeated = end.saturating_sub(self.column + 1);
            let n_bytes = text.len().saturating_mul(sheets::REPEATED_TEXT);
            sheets::spend(bytes_left, n_repeated.saturating_mul(n_bytes))?;
            self.cells.extend((self.column..end).map(|column| (column, text.to_owned())));
        }
        self.column = end;
        Ok(())
    }
}
