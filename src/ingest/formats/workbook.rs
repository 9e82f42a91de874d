//! An Excel workbook (.xlsx, .xlsm) of comments.
//!
//! Read here, cell by cell, because what a workbook says of its own size may be a lie that fills the
//! memory.

use csv::StringRecord;
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::QName;

use super::entries::Entries;
use super::expansion::{self, Refusal};
use super::format::Format;
use super::input::InputBytes;
use super::sheets::{self, COLUMNS, Sheet};
use super::{archive, xml};
use crate::ingest::raw::RawInput;
use crate::ingest::{Limits, dates};

/// Parts with what people noted on cells.
const NOTES: [&str; 3] = ["xl/comments", "xl/threadedComments/", "xl/threadedcomments/"];
const WORKBOOK: &str = "xl/workbook.xml";

pub(super) const FORMAT: Format =
    Format::of(archive::NOT_IN_A_MAIL, |file| file.holds(WORKBOOK), read);

fn read(input: &InputBytes<'_>) -> Vec<RawInput> {
    let mut found = Vec::new();
    let names = Entries::within(input.bytes, 0).map_or(Vec::new(), |entries| entries.names());
    if names.iter().any(|name| NOTES.iter().any(|notes| name.starts_with(notes))) {
        let told = "the notes on its cells are not read; what is said in them belongs into a cell";
        found.push(input.told(told));
    }
    found.extend(sheets::read(input, sheets(input.bytes, &input.config.limits, |_| true)));
    found
}

/// The rows of a sheet of an Excel workbook that are not empty, cell by cell, with what spreadsheets write for characters
/// that XML cannot hold; none where there is no such sheet.
///
/// # Errors
/// Where it is no workbook, or expands too far.
pub fn rows_of_sheet(
    workbook: &[u8],
    name: &str,
    limits: &Limits,
) -> anyhow::Result<Option<Vec<Vec<String>>>> {
    let mut found = sheets(workbook, limits, |own| own == name)
        .map_err(|refusal| anyhow::Error::msg(refusal.into_reason()))?;
    let cells = |row: &StringRecord| row.iter().map(xml::unescaped).collect();
    Ok(found.pop().map(|sheet| sheet.rows.iter().map(cells).collect()))
}

fn sheets(
    bytes: &[u8],
    limits: &Limits,
    is_wanted: impl Fn(&str) -> bool,
) -> Result<Vec<Sheet>, Refusal> {
    let limit = expansion::limit_of_archive(bytes.len(), limits);
    let mut parts = Parts(Entries::within(bytes, limit)?);
    let relations = xml::relations(&parts.read("xl/_rels/workbook.xml.rels")?.unwrap_or_default())?;
    let (names, is_1904) = names(&parts.read(WORKBOOK)?.unwrap_or_default())?;
    let styles = parts.read("xl/styles.xml")?.unwrap_or_default();
    let texts = parts.read("xl/sharedStrings.xml")?.unwrap_or_default();
    let book = Book { texts: Texts::of(&texts)?, is_date: date_styles(&styles)?, is_1904 };
    let mut bytes_left = limit;
    let mut sheets = Vec::new();
    for (name, id) in names.into_iter().filter(|(name, _)| is_wanted(name)) {
        let Some((_, target)) = relations.iter().find(|(own, _)| *own == id) else { continue };
        let written = target.replace('\\', "/");
        let path = match written.strip_prefix('/') {
            Some(path) => path.to_owned(),
            None => format!("xl/{written}"),
        };
        if let Some(part) = parts.read(&path)? {
            sheets.push(book.sheet(name, &part, &mut bytes_left)?);
        }
    }
    Ok(sheets)
}

struct Parts<'a>(Entries<'a>);

impl Parts<'_> {
    /// A part by its name; programs differ in its case.
    fn read(&mut self, path: &str) -> Result<Option<Vec<u8>>, Refusal> {
        let mut names = self.0.names().into_iter();
        match names.find(|name| name.eq_ignore_ascii_case(path)) {
            Some(name) => self.0.read(&name).map(Some),
            None => Ok(None),
        }
    }
}

/// Names of the sheets with their ids, and whether days are counted from 1904.
fn names(part: &[u8]) -> Result<(Vec<(String, String)>, bool), Refusal> {
    let (mut names, mut is_1904) = (Vec::new(), false);
    xml::elements(part, |name, tag| match (name, tag) {
        ("sheet", Some(tag)) => {
            names.extend(xml::attribute(tag, "name").zip(xml::attribute(tag, "id")));
        }
        ("workbookPr", Some(tag)) => {
            let said = xml::attribute(tag, "date1904");
            is_1904 = said.is_some_and(|said| said == "1" || said == "true");
        }
        _ => {}
    })?;
    Ok((names, is_1904))
}

/// For each style of cells, whether it shows a number as a date.
fn date_styles(part: &[u8]) -> Result<Vec<bool>, Refusal> {
    let (mut own, mut styles, mut in_cells) = (Vec::new(), Vec::new(), false);
    xml::elements(part, |name, tag| match (name, tag) {
        ("numFmt", Some(tag)) => {
            let code = xml::attribute(tag, "formatCode").unwrap_or_default();
            if is_date_format(&code) {
                own.extend(xml::number(tag, "numFmtId"));
            }
        }
        ("cellXfs", tag) => {
            in_cells = tag.is_some();
            own.sort_unstable();
        }
        ("xf", Some(tag)) if in_cells => {
            let id = xml::number(tag, "numFmtId").unwrap_or_default();
            let is_usual = matches!(id, 14..=22 | 27..=36 | 45..=47 | 50..=58);
            styles.push(is_usual || own.binary_search(&id).is_ok());
        }
        _ => {}
    })?;
    Ok(styles)
}

/// Whether a format such as `yyyy\-mm\-dd` or `[$-409]m/d/yy h:mm AM/PM` shows a date.
fn is_date_format(code: &str) -> bool {
    let mut letters = code.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => drop(letters.find(|letter| *letter == '"')),
            '[' => drop(letters.find(|letter| *letter == ']')),
            '\\' | '_' | '*' => drop(letters.next()),
            'y' | 'Y' | 'd' | 'D' | 'h' | 'H' | 'm' | 'M' => return true,
            _ => {}
        }
    }
    false
}

/// Texts that cells refer to, one after another.
#[derive(Default)]
struct Texts {
    text: String,
    ends: Vec<usize>,
}

impl Texts {
    fn of(part: &[u8]) -> Result<Self, Refusal> {
        let mut texts = Self::default();
        let mut in_text = false;
        // What tells how a text is pronounced is none.
        let is_reading_aid = |name: QName<'_>| name.local_name().as_ref() == "rPh";
        xml::read(part, is_reading_aid, |event| {
            match event {
                Event::Start(tag) => in_text = tag.local_name().as_ref() == "t",
                Event::Empty(tag) if tag.local_name().as_ref() == "si" => {
                    texts.ends.push(texts.text.len());
                }
                Event::End(tag) => {
                    in_text = false;
                    if tag.local_name().as_ref() == "si" {
                        texts.ends.push(texts.text.len());
                    }
                }
                event if in_text => xml::push(event, &mut texts.text),
                _ => {}
            }
            Ok(())
        })?;
        Ok(texts)
    }

    fn get(&self, index: usize) -> Option<&str> {
        let end = *self.ends.get(index)?;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.text.get(start..end)
    }
}

struct Book {
    texts: Texts,
    is_date: Vec<bool>,
    is_1904: bool,
}

impl Book {
    fn sheet(&self, name: String, part: &[u8], bytes_left: &mut usize) -> Result<Sheet, Refusal> {
        let mut sheet = Sheet { name, rows: Vec::new() };
        let (mut row, mut cell, mut in_value) = (Row::default(), Cell::default(), false);
        xml::read(
            part,
            |_| false,
            |event| {
                match event {
                    Event::Start(tag) | Event::Empty(tag) => match tag.local_name().as_ref() {
                        "c" => {
                            cell = Cell::of(tag);
                            row.column = cell.column.unwrap_or(row.column + 1);
                        }
                        name => {
                            in_value = matches!(name, "v" | "t") && matches!(event, Event::Start(_))
                        }
                    },
                    Event::End(tag) => match tag.local_name().as_ref() {
                        "row" => {
                            sheet.push(1, &mut row.cells, bytes_left)?;
                            row = Row::default();
                        }
                        "c" => {
                            let text = self.text(&cell);
                            if !text.is_empty() && (1..=COLUMNS).contains(&row.column) {
                                sheets::spend(bytes_left, text.len())?;
                                row.cells.push((row.column - 1, text));
                            }
                        }
                        _ => in_value = false,
                    },
                    event if in_value => xml::push(event, &mut cell.value),
                    _ => {}
                }
                Ok(())
            },
        )?;
        Ok(sheet)
    }

    fn text(&self, cell: &Cell) -> String {
        let value = cell.value.trim();
        match cell.kind.as_deref() {
            Some("s") => {
                let text = value.parse().ok().and_then(|index| self.texts.get(index));
                text.unwrap_or_default().to_owned()
            }
            Some("b") => (value == "1").to_string(),
            None | Some("n") => {
                let is_date = cell.style.and_then(|style| self.is_date.get(style).copied());
                value
                    .parse()
                    .ok()
                    .filter(|_| is_date == Some(true))
                    .and_then(|days| Some(dates::of_days(days, self.is_1904)?.to_string()))
                    .unwrap_or_else(|| sheets::plain_number(value.to_owned()))
            }
            _ => cell.value.clone(),
        }
    }
}

#[derive(Default)]
struct Row {
    /// The last column read, from 1.
    column: usize,
    cells: Vec<(usize, String)>,
}

#[derive(Default)]
struct Cell {
    /// From 1, where the file tells.
    column: Option<usize>,
    kind: Option<String>,
    style: Option<usize>,
    value: String,
}

impl Cell {
    fn of(tag: &BytesStart<'_>) -> Self {
        let place = xml::attribute(tag, "r");
        Self {
            column: place.as_deref().and_then(column),
            kind: xml::attribute(tag, "t"),
            style: xml::number(tag, "s"),
            value: String::new(),
        }
    }
}

/// The column of a place such as `AB12`, from 1.
fn column(place: &str) -> Option<usize> {
    let letters = place.bytes().take_while(u8::is_ascii_alphabetic);
    let column = letters.fold(0usize, |column, letter| {
        let digit = usize::from(letter.to_ascii_uppercase() - b'A') + 1;
        column.saturating_mul(26).saturating_add(digit)
    });
    (column > 0).then_some(column)
}

#[cfg(test)]
mod tests {
    use crate::ingest::tests::{check, told};

    #[test]
    fn cells_are_what_spreadsheets_mean() {
        check("characters by their numbers", super::xml::unescaped);
        check("columns of a sheet", |place| told(super::column(place)));
        check("formats of dates", |code| super::is_date_format(code).to_string());
    }
}
