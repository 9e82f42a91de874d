//! Rows in, the XML of a sheet out.

use std::borrow::Cow;
use std::fmt::Write;

use crate::report::csv::is_taken_otherwise;
use crate::report::tables::{CUT, Cell, Column, STATUSES, fitted, plain_time};

/// How far a sheet goes.
#[derive(Clone, Copy, Debug)]
pub struct SheetLimits {
    /// Rows, the heading among them.
    pub rows: usize,
    /// Links in a sheet.
    pub links: usize,
    /// Bytes of its XML: an archive holds no larger part without signs that some programs do not know.
    pub bytes: usize,
}

impl Default for SheetLimits {
    fn default() -> Self {
        Self {
            rows: 1_048_576,
            links: 65_530,
            bytes: 4_000_000_000,
        }
    }
}

/// The styles of `cellXfs`.
#[derive(Clone, Copy)]
enum Style {
    Heading = 1,
    Text,
    Day,
    Time,
    Link,
    Number,
    /// A text that looks like a formula or a number.
    Quoted,
}

/// What a sheet looks like.
pub(super) struct Look<'a> {
    /// Headings with their widths.
    pub(super) columns: Vec<(Cow<'a, str>, u8)>,
    /// How high a row is, in points: the first lines of a text are seen, and a click shows the rest.
    pub(super) height: usize,
    /// The column in which a list offers words.
    pub(super) offers: Option<usize>,
}

impl<'a> Look<'a> {
    pub(super) fn of(columns: &'a [Column], height: usize) -> Self {
        let columns = columns.iter();
        Self {
            columns: columns
                .map(|column| (Cow::Borrowed(column.name), column.width))
                .collect(),
            height,
            offers: None,
        }
    }
}

/// What did not fit into a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LeftOut {
    pub(super) n_rows: usize,
    pub(super) n_links: usize,
    pub(super) n_cut: usize,
}

/// A sheet under way.
pub(super) struct Sheet {
    /// What was not yet passed on.
    pub(super) xml: String,
    limits: SheetLimits,
    /// The letters of each.
    columns: Vec<String>,
    n_rows: usize,
    /// The same in digits.
    row_number: String,
    n_bytes: usize,
    offers: Option<usize>,
    /// Cells, and the rows of *Campaigns* they lead to.
    links: Vec<(usize, u32, u32)>,
    left_out: LeftOut,
}

impl Sheet {
    pub(super) fn new(look: &Look<'_>, limits: SheetLimits) -> Self {
        let mut sheet = Self {
            xml: String::new(),
            limits,
            columns: (0..look.columns.len()).map(letters).collect(),
            n_rows: 0,
            row_number: String::new(),
            n_bytes: 0,
            offers: look.offers,
            links: Vec::new(),
            left_out: LeftOut::default(),
        };
        let _ = write!(
            sheet.xml,
            "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetViews>\
             <sheetView workbookViewId=\"0\"><pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" \
             state=\"frozen\"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight=\"{}\" customHeight=\"1\"/><cols>",
            look.height
        );
        for (at, (_, width)) in look.columns.iter().enumerate() {
            let _ = write!(
                sheet.xml,
                "<col min=\"{0}\" max=\"{0}\" width=\"{width}\" style=\"{1}\" customWidth=\"1\"/>",
                at + 1,
                Style::Text as u8
            );
        }
        sheet.xml.push_str("</cols><sheetData>");
        sheet.open_row();
        for (at, (heading, _)) in look.columns.iter().enumerate() {
            sheet.text(at, heading, Style::Heading);
        }
        sheet.xml.push_str("</row>");
        sheet
    }

    pub(super) fn left_out(&self) -> LeftOut {
        self.left_out
    }

    /// Adds a row, where there is room for it.
    pub(super) fn row(&mut self, cells: &[Cell<'_>]) {
        if self.n_rows >= self.limits.rows || self.n_bytes >= self.limits.bytes {
            self.left_out.n_rows += 1;
            return;
        }
        let start = self.xml.len();
        self.open_row();
        for (at, cell) in cells.iter().enumerate() {
            self.cell(at, cell);
        }
        self.xml.push_str("</row>");
        self.n_bytes += self.xml.len() - start;
    }

    fn open_row(&mut self) {
        self.n_rows += 1;
        self.row_number = self.n_rows.to_string();
        let _ = write!(self.xml, "<row r=\"{}\">", self.row_number);
    }

    fn cell(&mut self, at: usize, cell: &Cell<'_>) {
        match cell {
            Cell::Text(text) => self.text(at, text, Style::Text),
            Cell::Number(number) => self.value(at, number, Style::Number),
            // What is no number cannot stand in the XML.
            Cell::Decimal(number) if !number.is_finite() => {}
            Cell::Decimal(number) => self.value(at, number, Style::Number),
            Cell::Time(written) => match days(written) {
                Some(days) if days.fract() == 0.0 => self.value(at, days, Style::Day),
                Some(days) => self.value(at, days, Style::Time),
                None => self.text(at, written, Style::Text),
            },
            Cell::Link(text, place) if self.links.len() < self.limits.links => {
                self.links.push((at, self.n_rows as u32, place + 2));
                self.text(at, text, Style::Link);
            }
            Cell::Link(text, _) => {
                self.left_out.n_links += 1;
                self.text(at, text, Style::Text);
            }
        }
    }

    fn text(&mut self, at: usize, text: &str, style: Style) {
        if text.is_empty() {
            return;
        }
        let fitted = fitted(text);
        self.left_out.n_cut += usize::from(fitted.len() < text.len() && fitted.ends_with(CUT));
        // Nor is it run once somebody has clicked into it.
        let style = match style {
            Style::Text if is_taken_otherwise(&fitted) => Style::Quoted,
            style => style,
        };
        self.open_cell(at, style);
        self.xml.push_str(" t=\"inlineStr\"><is><t");
        if fitted.starts_with(char::is_whitespace) || fitted.ends_with(char::is_whitespace) {
            self.xml.push_str(" xml:space=\"preserve\"");
        }
        self.xml.push('>');
        escape(&fitted, &mut self.xml);
        self.xml.push_str("</t></is></c>");
    }

    fn value(&mut self, at: usize, value: impl std::fmt::Display, style: Style) {
        self.open_cell(at, style);
        let _ = write!(self.xml, "><v>{value}</v></c>");
    }

    fn open_cell(&mut self, at: usize, style: Style) {
        self.xml.push_str("<c r=\"");
        self.xml.push_str(&self.columns[at]);
        self.xml.push_str(&self.row_number);
        self.xml.push_str("\" s=\"");
        self.xml.push(char::from(b'0' + style as u8));
        self.xml.push('"');
    }

    /// Ends the sheet and gives the range of its filter.
    pub(super) fn end(&mut self) -> Option<String> {
        let last = self.columns.last()?;
        let range = |sign: &str| format!("{sign}A{sign}1:{sign}{last}{sign}{}", self.n_rows);
        let (filter, absolute) = (range(""), range("$"));
        let _ = write!(self.xml, "</sheetData><autoFilter ref=\"{filter}\"/>");
        if let Some(at) = self.offers {
            let column = letters(at);
            let _ = write!(
                self.xml,
                "<dataValidations count=\"1\"><dataValidation type=\"list\" allowBlank=\"1\" sqref=\"{column}2:{column}{}\">\
                 <formula1>\"{STATUSES}\"</formula1></dataValidation></dataValidations>",
                self.n_rows.max(2)
            );
        }
        if !self.links.is_empty() {
            self.xml.push_str("<hyperlinks>");
            for (at, row, target) in &self.links {
                let cell = format!("{}{row}", letters(*at));
                let _ = write!(
                    self.xml,
                    "<hyperlink ref=\"{cell}\" location=\"Campaigns!A{target}\"/>"
                );
            }
            self.xml.push_str("</hyperlinks>");
        }
        self.xml.push_str("</worksheet>");
        Some(absolute)
    }
}

/// The letters of a column: A, B … Z, AA.
fn letters(at: usize) -> String {
    let letter = |at: usize| char::from(b'A' + (at % 26) as u8);
    match at / 26 {
        0 => letter(at).to_string(),
        more => letters(more - 1) + &letter(at).to_string(),
    }
}

/// Days since 1899-12-30, as spreadsheets count from March 1900 on. None of what is earlier or no time.
fn days(written: &str) -> Option<f64> {
    plain_time(written)?;
    let seconds = written.parse::<jiff::Timestamp>().ok()?.as_second();
    // 1970-01-01 is day 25,569.
    let days = seconds as f64 / 86_400.0 + 25_569.0;
    (days >= 61.0).then_some(days)
}

/// Text as it may stand in XML. Spreadsheets read `_x0041_` as a character by its number.
fn escape(text: &str, xml: &mut String) {
    let mut plain = 0;
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        let (written, n_bytes) = match byte {
            b'&' => ("&amp;", 1),
            b'<' => ("&lt;", 1),
            b'>' => ("&gt;", 1),
            b'_' if is_character_number(&bytes[at..]) => ("_x005F_", 1),
            // U+FFFE and U+FFFF.
            0xEF if matches!(bytes[at..], [_, 0xBF, 0xBE | 0xBF, ..]) => ("\u{FFFD}", 3),
            _ => continue,
        };
        xml.push_str(&text[plain..at]);
        xml.push_str(written);
        plain = at + n_bytes;
    }
    xml.push_str(&text[plain..]);
}

/// Whether a text begins with `_x0041_` or the like.
fn is_character_number(bytes: &[u8]) -> bool {
    match bytes {
        [b'_', b'x' | b'X', digits @ ..] if digits.len() >= 5 => {
            digits[..4].iter().all(u8::is_ascii_hexdigit) && digits[4] == b'_'
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{days, escape, letters};

    #[test]
    fn columns_days_and_escapes() {
        assert_eq!(
            [0, 25, 26, 51, 702].map(letters),
            ["A", "Z", "AA", "AZ", "AAA"]
        );
        assert_eq!(days("2031-05-04T00:00:00Z"), Some(47_972.0));
        assert_eq!(days("2031-05-04T12:00:00Z"), Some(47_972.5));
        assert_eq!(days("1900-02-28T00:00:00Z"), None);
        assert_eq!(days("soon"), None);
        let mut xml = String::new();
        escape("<a> & _x0041_ _x41_ \u{FFFF}é\u{FFFD}", &mut xml);
        assert_eq!(xml, "&lt;a&gt; &amp; _x005F_x0041_ _x41_ \u{FFFD}é\u{FFFD}");
    }
}
