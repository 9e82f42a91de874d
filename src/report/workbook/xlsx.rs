//! Rows of cells in, an Excel workbook (.xlsx) out, row by row: neither its sheets nor their texts are held in
//! memory, and a disk that is full is an error like any other.
//!
//! A workbook is a zip archive of XML parts (ECMA-376). The sheets are written one after the other, in any order;
//! the part that names them, in the order that a reader sees, comes last.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::Result;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::sheet::Sheet;

/// Level of compression: the fastest one.
const COMPRESSION: i64 = 1;

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
const KINDS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/// A workbook under way.
pub(super) struct Xlsx<W: Write> {
    zip: ZipWriter<StreamWriter<W>>,
    names: &'static [&'static str],
    /// For each sheet the range of its filter, once it is written.
    filters: Vec<Option<String>>,
}

impl<W: Write> Xlsx<W> {
    /// Begins a workbook of the named sheets, in the order that a reader sees.
    pub(super) fn new(out: W, names: &'static [&'static str]) -> Result<Self> {
        let mut book = Self {
            zip: ZipWriter::new_stream(out),
            names,
            filters: vec![None; names.len()],
        };
        book.part("[Content_Types].xml", &content_types(names.len()))?;
        book.part(
            "_rels/.rels",
            &relations(&[("officeDocument", "xl/workbook.xml".to_owned())]),
        )?;
        book.part("xl/styles.xml", &format!("{DECLARATION}{STYLES}"))?;
        Ok(book)
    }

    /// Begins a sheet; another one must have ended.
    pub(super) fn begin(&mut self, name: &str, sheet: &mut Sheet) -> Result<()> {
        let at = self.names.iter().position(|own| *own == name);
        let number = at.unwrap_or_default() + 1;
        self.start(&format!("xl/worksheets/sheet{number}.xml"))?;
        self.zip.write_all(DECLARATION.as_bytes())?;
        self.pass_on(sheet, 0)
    }

    /// Writes what a sheet has gathered, where it is that much.
    pub(super) fn pass_on(&mut self, sheet: &mut Sheet, n_bytes: usize) -> Result<()> {
        if sheet.xml.len() > n_bytes {
            self.zip.write_all(sheet.xml.as_bytes())?;
            sheet.xml.clear();
        }
        Ok(())
    }

    /// Ends a sheet.
    pub(super) fn end(&mut self, name: &str, mut sheet: Sheet) -> Result<()> {
        let filter = sheet.end();
        self.pass_on(&mut sheet, 0)?;
        if let Some(at) = self.names.iter().position(|own| *own == name) {
            self.filters[at] = filter;
        }
        Ok(())
    }

    /// Ends the workbook and gives back what it was written to.
    pub(super) fn finish(mut self) -> Result<W> {
        let workbook = self.workbook();
        self.part("xl/workbook.xml", &workbook)?;
        let sheets = (1..=self.names.len())
            .map(|number| ("worksheet", format!("worksheets/sheet{number}.xml")));
        let parts: Vec<_> = sheets
            .chain([("styles", "styles.xml".to_owned())])
            .collect();
        self.part("xl/_rels/workbook.xml.rels", &relations(&parts))?;
        Ok(self.zip.finish()?.into_inner())
    }

    /// Names the sheets, and for programs that look there their filters.
    fn workbook(&self) -> String {
        let (mut sheets, mut filters) = (String::new(), String::new());
        for (at, (name, filter)) in self.names.iter().zip(&self.filters).enumerate() {
            let number = at + 1;
            let _ = write!(
                sheets,
                "<sheet name=\"{name}\" sheetId=\"{number}\" r:id=\"rId{number}\"/>"
            );
            if let Some(range) = filter {
                let _ = write!(
                    filters,
                    "<definedName name=\"_xlnm._FilterDatabase\" localSheetId=\"{at}\" hidden=\"1\">'{name}'!{range}</definedName>"
                );
            }
        }
        format!(
            "{DECLARATION}<workbook xmlns=\"{MAIN}\" xmlns:r=\"{KINDS}\"><sheets>{sheets}</sheets><definedNames>{filters}</definedNames></workbook>"
        )
    }

    fn part(&mut self, name: &str, xml: &str) -> Result<()> {
        self.start(name)?;
        Ok(self.zip.write_all(xml.as_bytes())?)
    }

    /// All parts bear the first time that a zip archive knows: the same report gives the same bytes.
    fn start(&mut self, name: &str) -> Result<()> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(COMPRESSION))
            .last_modified_time(DateTime::default());
        Ok(self.zip.start_file(name, options)?)
    }
}

fn content_types(n_sheets: usize) -> String {
    let mut sheets = String::new();
    for number in 1..=n_sheets {
        let _ = write!(
            sheets,
            "<Override PartName=\"/xl/worksheets/sheet{number}.xml\" ContentType=\"{TYPES}.worksheet+xml\"/>"
        );
    }
    format!(
        "{DECLARATION}<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
         <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
         <Default Extension=\"xml\" ContentType=\"application/xml\"/>\
         <Override PartName=\"/xl/workbook.xml\" ContentType=\"{TYPES}.sheet.main+xml\"/>\
         <Override PartName=\"/xl/styles.xml\" ContentType=\"{TYPES}.styles+xml\"/>{sheets}</Types>"
    )
}

/// Parts that a part names, numbered from 1.
fn relations(parts: &[(&str, String)]) -> String {
    let mut relations = String::new();
    for (at, (kind, target)) in parts.iter().enumerate() {
        let _ = write!(
            relations,
            "<Relationship Id=\"rId{}\" Type=\"{KINDS}/{kind}\" Target=\"{target}\"/>",
            at + 1
        );
    }
    format!("{DECLARATION}<Relationships xmlns=\"{RELATIONS}\">{relations}</Relationships>")
}

/// The styles of cells, by their number in `cellXfs`: see [`super::sheet::Style`].
const STYLES: &str = "<styleSheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">\
<numFmts count=\"2\"><numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd\"/>\
<numFmt numFmtId=\"165\" formatCode=\"yyyy\\-mm\\-dd\\ hh:mm:ss\"/></numFmts>\
<fonts count=\"3\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font>\
<font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font>\
<font><u/><sz val=\"11\"/><color rgb=\"FF0563C1\"/><name val=\"Calibri\"/></font></fonts>\
<fills count=\"3\"><fill><patternFill patternType=\"none\"/></fill><fill><patternFill patternType=\"gray125\"/></fill>\
<fill><patternFill patternType=\"solid\"><fgColor rgb=\"FFE7E6E6\"/></patternFill></fill></fills>\
<borders count=\"1\"><border/></borders>\
<cellStyleXfs count=\"1\"><xf/></cellStyleXfs>\
<cellXfs count=\"8\"><xf xfId=\"0\"/>\
<xf xfId=\"0\" fontId=\"1\" fillId=\"2\" applyFont=\"1\" applyFill=\"1\" applyAlignment=\"1\">\
<alignment vertical=\"top\" wrapText=\"1\"/></xf>\
<xf xfId=\"0\" applyAlignment=\"1\"><alignment vertical=\"top\" wrapText=\"1\"/></xf>\
<xf xfId=\"0\" numFmtId=\"164\" applyNumberFormat=\"1\" applyAlignment=\"1\">\
<alignment horizontal=\"left\" vertical=\"top\"/></xf>\
<xf xfId=\"0\" numFmtId=\"165\" applyNumberFormat=\"1\" applyAlignment=\"1\">\
<alignment horizontal=\"left\" vertical=\"top\"/></xf>\
<xf xfId=\"0\" fontId=\"2\" applyFont=\"1\" applyAlignment=\"1\"><alignment vertical=\"top\"/></xf>\
<xf xfId=\"0\" applyAlignment=\"1\"><alignment vertical=\"top\"/></xf>\
<xf xfId=\"0\" quotePrefix=\"1\" applyAlignment=\"1\"><alignment vertical=\"top\" wrapText=\"1\"/></xf></cellXfs>\
<cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>";
