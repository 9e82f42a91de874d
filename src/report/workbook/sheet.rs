//! Rows in, the sheets of an Excel workbook out, row by row: rust_xlsxwriter holds neither the cells nor their texts
//! in memory, but in files of its own.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use rust_xlsxwriter::{
    Color, DataValidation, DocProperties, ExcelDateTime, Format, FormatAlign, FormatUnderline, Url,
    Workbook, Worksheet,
};

use crate::report::csv::is_taken_otherwise;
use crate::report::tables::{CUT, Cell, Row, STATUSES, fitted, plain_time};

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
        Self { rows: 1_048_576, links: 65_530, bytes: 4_000_000_000 }
    }
}

/// Height of the headings, in points.
const HEADING: u32 = 18;
/// Bytes that a cell takes besides its text, at most.
const BYTES_OF_CELL: usize = 100;

/// What a sheet looks like.
pub(super) struct Look<'a> {
    /// Its name.
    pub(super) sheet: &'a str,
    /// Headings with their widths.
    pub(super) columns: Vec<(&'a str, u8)>,
    /// How high a row is, in points: the first lines of a text are seen, and a click shows the rest.
    pub(super) height: u32,
    /// The column in which a list offers words.
    pub(super) offers: Option<usize>,
}

/// What did not fit into a sheet.
#[derive(Clone, Debug, Default)]
pub(super) struct LeftOut {
    /// Which sheet.
    pub(super) sheet: String,
    pub(super) n_rows: usize,
    pub(super) n_links: usize,
    pub(super) n_cut: usize,
}

/// A sheet under way.
pub(super) struct Sheet {
    number: usize,
    limits: SheetLimits,
    n_columns: usize,
    n_rows: usize,
    n_bytes: usize,
    n_links: usize,
    offers: Option<usize>,
    left_out: LeftOut,
}

/// How cells are shown.
struct Styles {
    heading: Format,
    text: Format,
    /// A text that looks like a formula or a number.
    quoted: Format,
    link: Format,
    day: Format,
    time: Format,
}

impl Styles {
    fn new() -> Self {
        let top = Format::new().set_align(FormatAlign::Top);
        let text = top.clone().set_text_wrap();
        let left = top.clone().set_align(FormatAlign::Left);
        Self {
            heading: text.clone().set_bold().set_background_color(Color::RGB(0x00E7_E6E6)),
            quoted: text.clone().set_quote_prefix(),
            link: top
                .set_font_color(Color::RGB(0x0005_63C1))
                .set_underline(FormatUnderline::Single),
            day: left.clone().set_num_format("yyyy-mm-dd"),
            time: left.set_num_format("yyyy-mm-dd hh:mm:ss"),
            text,
        }
    }
}

/// How hard the workbook is compressed, from 1 to 9: at 6, which is usual, it is a tenth of all the work of a docket.
const COMPRESSION: u8 = 3;

/// A workbook under way. Its sheets may be written in any order.
pub(super) struct Book {
    book: Workbook,
    names: Vec<&'static str>,
    styles: Styles,
}

impl Book {
    /// Begins a workbook of the named sheets, in the order that a reader sees. What is written stands in files in
    /// `folder` until it is finished.
    pub(super) fn new(names: Vec<&'static str>, folder: &Path) -> Result<Self> {
        let mut book = Workbook::new();
        book.set_zip_compression_level(COMPRESSION);
        book.set_tempdir(folder)?;
        // The same report gives the same bytes.
        let made = ExcelDateTime::from_ymd(2000, 1, 1)?;
        book.set_properties(&DocProperties::new().set_creation_datetime(&made));
        for name in &names {
            book.add_worksheet_with_constant_memory()?.set_name(*name)?;
        }
        Ok(Self { book, names, styles: Styles::new() })
    }

    /// Begins a sheet.
    pub(super) fn begin(&mut self, look: &Look<'_>, limits: SheetLimits) -> Result<Sheet> {
        let number = self.names.iter().position(|own| *own == look.sheet).unwrap_or_default();
        let worksheet = self.book.worksheet_from_index(number)?;
        worksheet.set_default_row_height(look.height);
        worksheet.set_row_height(0, HEADING)?;
        worksheet.set_freeze_panes(1, 0)?;
        for (at, (heading, width)) in look.columns.iter().enumerate() {
            worksheet.set_column_width(at as u16, *width)?;
            worksheet.set_column_format(at as u16, &self.styles.text)?;
            worksheet.write_string_with_format(0, at as u16, *heading, &self.styles.heading)?;
        }
        Ok(Sheet {
            number,
            limits,
            n_columns: look.columns.len(),
            n_rows: 1,
            n_bytes: 0,
            n_links: 0,
            offers: look.offers,
            left_out: LeftOut { sheet: look.sheet.to_owned(), ..LeftOut::default() },
        })
    }

    /// Adds a row to a sheet, where there is room for it.
    pub(super) fn row(&mut self, sheet: &mut Sheet, cells: &[Cell<'_>]) -> Result<()> {
        if sheet.n_rows >= sheet.limits.rows || sheet.n_bytes >= sheet.limits.bytes {
            sheet.left_out.n_rows += 1;
            return Ok(());
        }
        let worksheet = self.book.worksheet_from_index(sheet.number)?;
        for (at, cell) in cells.iter().enumerate() {
            sheet.cell((worksheet, &self.styles), at as u16, cell)?;
        }
        sheet.n_rows += 1;
        Ok(())
    }

    /// Writes a whole sheet. Tells what did not fit into it.
    pub(super) fn write<'a>(
        &mut self,
        look: &Look<'_>,
        limits: SheetLimits,
        rows: impl Iterator<Item = Row<'a>>,
    ) -> Result<LeftOut> {
        let mut sheet = self.begin(look, limits)?;
        for row in rows {
            self.row(&mut sheet, &row)?;
        }
        self.end(&sheet)
    }

    /// Ends a sheet. Tells what did not fit into it.
    pub(super) fn end(&mut self, sheet: &Sheet) -> Result<LeftOut> {
        let worksheet = self.book.worksheet_from_index(sheet.number)?;
        let (last_row, last_column) = (sheet.n_rows as u32 - 1, sheet.n_columns as u16 - 1);
        worksheet.autofilter(0, 0, last_row, last_column)?;
        if let Some(at) = sheet.offers.map(|at| at as u16) {
            // Other words are taken, too.
            let offers =
                DataValidation::new().allow_list_strings(&STATUSES)?.show_error_message(false);
            worksheet.add_data_validation(1, at, last_row.max(1), at, &offers)?;
        }
        Ok(sheet.left_out.clone())
    }

    /// Writes the workbook, all sheets of which have ended.
    pub(super) fn finish<W: Write + Send>(mut self, mut out: W) -> Result<W> {
        self.book.save_to_writer(&mut out)?;
        Ok(out)
    }
}

impl Sheet {
    fn cell(
        &mut self,
        (worksheet, styles): (&mut Worksheet, &Styles),
        at: u16,
        cell: &Cell<'_>,
    ) -> Result<()> {
        self.n_bytes += BYTES_OF_CELL;
        let row = self.n_rows as u32;
        match cell {
            Cell::Text(text) => self.text((worksheet, styles), at, text)?,
            Cell::Number(number) => _ = worksheet.write_number(row, at, *number as f64)?,
            // What is no number cannot stand in the XML.
            Cell::Decimal(number) if !number.is_finite() => {}
            Cell::Decimal(number) => _ = worksheet.write_number(row, at, *number)?,
            Cell::Time(written) => {
                let (days, style) = match days(written) {
                    Some(days) if days.fract() == 0.0 => (days, &styles.day),
                    Some(days) => (days, &styles.time),
                    None => return self.text((worksheet, styles), at, written),
                };
                worksheet.write_number_with_format(row, at, days, style)?;
            }
            Cell::Link(text, place) if self.n_links < self.limits.links => {
                self.n_links += 1;
                let target = format!("internal:Campaigns!A{}", place + 2);
                let link = Url::new(target).set_text(fitted(text));
                worksheet.write_url_with_format(row, at, link, &styles.link)?;
            }
            Cell::Link(text, _) => {
                self.left_out.n_links += 1;
                self.text((worksheet, styles), at, text)?;
            }
        }
        Ok(())
    }

    fn text(
        &mut self,
        (worksheet, styles): (&mut Worksheet, &Styles),
        at: u16,
        text: &str,
    ) -> Result<()> {
        let fitted = fitted(text);
        if fitted.is_empty() {
            return Ok(());
        }
        // "&" is written with five bytes.
        let n_escaped = fitted.bytes().filter(|byte| b"&<>".contains(byte)).count();
        self.n_bytes += fitted.len() + 4 * n_escaped;
        self.left_out.n_cut += usize::from(fitted.len() < text.len() && fitted.ends_with(CUT));
        // Nor is it run once somebody has clicked into it.
        let row = self.n_rows as u32;
        if is_taken_otherwise(&fitted) {
            worksheet.write_string_with_format(row, at, fitted.as_ref(), &styles.quoted)?;
        } else {
            // The column says how it is shown.
            worksheet.write_string(row, at, fitted.as_ref())?;
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::days;

    #[test]
    fn days_are_counted_as_spreadsheets_do() {
        assert_eq!(days("2031-05-04T00:00:00Z"), Some(47_972.0));
        assert_eq!(days("2031-05-04T12:00:00Z"), Some(47_972.5));
        assert_eq!(days("1900-02-28T00:00:00Z"), None);
        assert_eq!(days("soon"), None);
    }
}
