//! Spreadsheets, texts and mails as office programs save them.

use std::io::{Cursor, Write};
use std::time::Duration;

use durian::report::schema::Bucket;
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::formats::{comments, read, text};
use crate::in_bucket;

const SECOND: Duration = Duration::from_secs(1);

pub(crate) fn zipped(files: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        let options = SimpleFileOptions::default();
        archive.start_file(*name, options).expect("memory");
        archive.write_all(text.as_bytes()).expect("memory");
    }
    archive.finish().expect("memory").into_inner()
}

/// A workbook with these sheets: names and rows.
fn workbook(sheets: &[(&str, &str)]) -> Vec<u8> {
    let texts = "<sst count=\"9\" uniqueCount=\"9999999999999\"><si><t>Tracking Number</t></si>\
        <si><t>Comment Text</t></si><si><r><t>It sags, </t></r><r><t xml:space=\"preserve\">and it \
        rusts &amp; creaks.</t></r><rPh><t>no</t></rPh></si><si/><si><t>Received Date</t></si></sst>";
    let styles = "<styleSheet><numFmts><numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd\"/>\
        </numFmts><cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs><cellXfs><xf numFmtId=\"0\"/>\
        <xf numFmtId=\"164\"/></cellXfs></styleSheet>";
    let (mut names, mut relations, mut parts) = (String::new(), String::new(), Vec::new());
    for (index, (name, rows)) in sheets.iter().enumerate() {
        names += &format!("<sheet name=\"{name}\" sheetId=\"{index}\" r:id=\"rId{index}\"/>");
        let path = format!("worksheets/Sheet{index}.xml");
        relations += &format!("<Relationship Id=\"rId{index}\" Target=\"{path}\"/>");
        let part = format!(
            "<x:worksheet><x:dimension ref=\"A1:XFD1048576\"/><sheetData>{rows}</sheetData></x:worksheet>"
        );
        parts.push((format!("xl/worksheets/sheet{index}.xml"), part));
    }
    let names = format!("<workbook><sheets>{names}</sheets></workbook>");
    let relations = format!("<Relationships>{relations}</Relationships>");
    let mut files = vec![
        ("xl/workbook.xml", names.as_str()),
        ("xl/_rels/workbook.xml.rels", &relations),
        ("xl/sharedStrings.xml", texts),
        ("xl/styles.xml", styles),
    ];
    files.extend(parts.iter().map(|(name, part)| (name.as_str(), part.as_str())));
    zipped(&files)
}

const LETTERS: &str = "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>Comments on the bridge</t></is></c></row>\
    <row r=\"3\"><c r=\"B3\" t=\"s\"><v>0</v></c><c r=\"C3\" t=\"s\"><v>1</v></c><c r=\"D3\" t=\"s\"><v>4</v></c></row>\
    <row r=\"4\"><c r=\"B4\"><v>7</v></c><c r=\"C4\" t=\"s\"><v>2</v></c><c r=\"D4\" s=\"1\"><v>47969</v></c></row>\
    <row><c/><c><v>8.0E0</v></c><c t=\"str\"><f>A1</f><v>Leave it_x000D_as it is.</v></c><c t=\"d\"><v>2031-05-02</v></c></row>\
    <row><c/><c><v>9</v></c><c t=\"s\"><v>3</v></c></row>";

#[test]
fn workbooks_are_tables() {
    let (report, lines) = read("book.xlsx", &workbook(&[("Letters", LETTERS)]), SECOND);
    let expect = [
        ("7", "It sags, and it rusts & creaks.".to_owned()),
        ("8", "Leave it\nas it is.".to_owned()),
        ("9", String::new()),
    ];
    assert_eq!(comments(&lines), expect);
    let dated = lines.iter().filter(|line| line.timestamp.is_some());
    assert_eq!(dated.count(), 2);
    assert_eq!(in_bucket(&report, Bucket::NoText), 1);
    assert!(report.warnings.is_empty(), "{:?}", report.warnings);

    let empty =
        (10..100_000).map(|row| format!("<row r=\"{row}\"><c r=\"A{row}\" s=\"1\"/></row>"));
    let more = "<row><c t=\"inlineStr\"><is><t>Message</t></is></c></row>".to_owned()
        + &empty.collect::<String>()
        + "<row r=\"1048576\"><c r=\"A1048576\" t=\"str\"><v>Paint it.</v></c>\
           <c r=\"ZZZZZZZZZZ1048576\"><v>1</v></c></row>";
    let notes = "<row><c t=\"str\"><v>Budget</v></c></row>";
    let sheets = [("Letters", LETTERS), ("More", &more), ("Notes", notes), ("Empty", "")];
    let (report, lines) = read("book.xlsx", &workbook(&sheets), SECOND * 2);
    assert!(comments(&lines).contains(&("book.xlsx/More#1", "Paint it.".to_owned())));
    assert_eq!(report.totals.inputs, 5, "{:?}", report.set_aside);
    let told = "book.xlsx: sheet `Notes`: no column with a comment's text; the columns are Budget";
    assert!(report.warnings.iter().any(|warning| warning.contains(told)), "{:?}", report.warnings);
}

/// A spreadsheet with these tables.
fn spreadsheet(tables: &str) -> Vec<u8> {
    let content = format!(
        "<office:document-content><office:body><office:spreadsheet>{tables}</office:spreadsheet>\
         </office:body></office:document-content>"
    );
    let kind = "application/vnd.oasis.opendocument.spreadsheet";
    zipped(&[("mimetype", kind), ("content.xml", &content)])
}

#[test]
fn spreadsheets_are_tables() {
    let table = "<table:table table:name=\"Letters\"><table:table-row>\
        <table:table-cell office:value-type=\"string\"><text:p>Comment ID</text:p></table:table-cell>\
        <table:table-cell table:number-columns-repeated=\"3\"/>\
        <table:table-cell office:value-type=\"string\"><text:p>Your Comment</text:p></table:table-cell>\
        <table:table-cell office:value-type=\"string\"><text:p>Date</text:p></table:table-cell>\
        </table:table-row><table:table-row table:number-rows-repeated=\"1000000\"><table:table-cell \
        table:number-columns-repeated=\"16384\"/></table:table-row><table:table-row>\
        <table:table-cell office:value-type=\"float\" office:value=\"7\"><text:p>7.00</text:p></table:table-cell>\
        <table:table-cell table:number-columns-repeated=\"3\"/>\
        <table:table-cell office:value-type=\"string\"><office:annotation><text:p>Who?</text:p>\
        </office:annotation><text:p>It sags,</text:p><text:p>and it<text:s/> rusts.</text:p></table:table-cell>\
        <table:table-cell office:value-type=\"date\" office:date-value=\"2031-05-01\"><text:p>1 May</text:p>\
        </table:table-cell></table:table-row></table:table>";
    let (report, lines) = read("letters.ods", &spreadsheet(table), SECOND);
    assert_eq!(text(&lines), "It sags,\nand it rusts.\nWho?");
    assert_eq!(comments(&lines)[0].0, "7");
    assert!(lines.iter().any(|line| line.timestamp.is_some()));
    assert!(report.warnings.is_empty(), "{:?}", report.warnings);
}

#[test]
fn spreadsheets_without_comments_are_told() {
    let row = "<row><c t=\"str\"><v>Year</v></c><c t=\"str\"><v>Cost</v></c></row>";
    let check = |rows: &str, bucket: Bucket, reason: &str| {
        let (report, _) = read("costs.xlsx", &workbook(&[("Costs", rows)]), SECOND);
        assert_eq!(in_bucket(&report, bucket), 1, "{:?}", report.set_aside);
        let said = &report.set_aside[0].reason;
        assert!(said.contains(reason), "{said}");
    };
    let advice =
        "sheet `Costs`: no column with a comment's text; the columns are Year, Cost; name one";
    check(row, Bucket::Unreadable, advice);
    check("", Bucket::NoText, "blank: no cell");
    let header = "<row><c t=\"str\"><v>Comment</v></c></row>";
    check(header, Bucket::NotAComment, "a header without rows");
    check("<row><c", Bucket::Unreadable, "not a readable spreadsheet");
}

const LETTER: &str = "<text:tracked-changes><text:deletion><text:p>Not.</text:p></text:deletion>\
    </text:tracked-changes><text:h>Ferry</text:h><text:p>It <text:span>sags</text:span>,<text:s/>and it\n \
    rusts.<office:annotation><text:p>Who?</text:p></office:annotation></text:p>";

#[test]
fn open_document_texts_are_letters() {
    let content = format!(
        "<?xml version=\"1.0\"?><office:document-content><office:automatic-styles/><office:body>\
         <office:text>{LETTER}</office:text></office:body></office:document-content>"
    );
    let kind = "application/vnd.oasis.opendocument.text";
    let packed = zipped(&[("mimetype", kind), ("content.xml", &content)]);
    let flat = format!(
        "<?xml version=\"1.0\"?>\n<office:document office:version=\"1.3\" office:mimetype=\"{kind}\">\
         <office:meta><dc:title>T</dc:title></office:meta><office:master-styles><text:p>Page</text:p>\
         </office:master-styles><office:body><office:text>{LETTER}</office:text></office:body></office:document>"
    );
    for (name, bytes) in [("a.odt", packed.as_slice()), ("a.fodt", flat.as_bytes())] {
        let (_, lines) = read(name, bytes, SECOND);
        assert_eq!(text(&lines), "Ferry\nIt sags, and it rusts.\nWho?", "{name}");
    }
}

/// A compound file with these streams.
fn compound(streams: &[(&str, &[u8])]) -> Vec<u8> {
    let mut file = cfb::CompoundFile::create(Cursor::new(Vec::new())).expect("memory");
    for (name, bytes) in streams {
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        if !folder.is_empty() {
            file.create_storage_all(folder).expect("memory");
        }
        let mut stream = file.create_stream(name).expect("memory");
        stream.write_all(bytes).expect("memory");
    }
    file.into_inner().into_inner()
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// One letter as it was sent, as it came, and as a page.
pub(super) fn messages() -> [Vec<u8>; 3] {
    let properties = {
        // 2031-05-01, in ten-millionths of a second since 1601.
        let time = (1_935_360_000u64 + 11_644_473_600) * 10_000_000;
        let tag = 0x0039_0040u32.to_le_bytes();
        [&[0; 32][..], &tag, &[0; 4], &time.to_le_bytes()].concat()
    };
    let headers = "Received: from out.lists.example by mx.agency.example;\r\n Thu, 1 May 2031 08:00:00 +0000\r\n\
        From: Rosa Alvarez <rosa@farm.example>\r\nSubject: Ferry\r\nMIME-Version: 1.0\r\n\
        Content-Type: multipart/mixed;\r\n boundary=\"b\"\r\nDate: Thu, 1 May 2031 07:59:00 +0000\r\n\r\n";
    let sent = compound(&[
        ("/__properties_version1.0", &properties),
        ("/__substg1.0_0037001F", &utf16("Ferry\r\nBcc: x")),
        ("/__substg1.0_0C1A001F", &utf16("Rosa Alvarez")),
        ("/__substg1.0_0C1F001F", &utf16("rosa@farm.example")),
        ("/__substg1.0_1000001F", &utf16("It sags,\r\nand the café rusts.\r\n")),
        ("/__attach_version1.0_#00000000/__substg1.0_3707001F", &utf16("map.pdf")),
    ]);
    let received = compound(&[
        ("/__properties_version1.0", &[0; 32]),
        ("/__substg1.0_007D001F", &utf16(headers)),
        ("/__substg1.0_0037001F", &utf16("Another")),
        ("/__substg1.0_1000001E", b"It sags,\nand the caf\xE9 rusts.\n"),
    ]);
    let page = compound(&[
        ("/__properties_version1.0", &properties),
        ("/__substg1.0_0037001E", b"Ferry"),
        ("/__substg1.0_0C1A001E", b"Rosa Alvarez"),
        (
            "/__substg1.0_10130102",
            "<html><body>It sags,<br>and the café rusts.</body></html>".as_bytes(),
        ),
    ]);
    [sent, received, page]
}

#[test]
fn outlook_messages_are_mails() {
    let names = ["sent.msg", "received.msg", "page.msg"];
    for (name, bytes) in names.into_iter().zip(messages()) {
        let (_, lines) = read(name, &bytes, SECOND);
        assert_eq!(text(&lines), "It sags,\nand the café rusts.", "{name}");
        let line = lines.iter().find(|line| line.id == name).expect(name);
        assert_eq!(line.author.as_deref(), Some("Rosa Alvarez"), "{name}");
        let subject = line.subject.as_deref().unwrap_or_default();
        assert!(subject.starts_with("Ferry"), "{name}: {subject}");
        let timestamp = line.timestamp.as_deref().unwrap_or_default();
        assert!(timestamp.starts_with("2031-05-01"), "{name}: {timestamp}");
    }
}

#[test]
fn old_documents_are_refused_with_the_way_out() {
    let check = |name: &str, stream: &str, reason: &str| {
        let (report, _) = read(name, &compound(&[(stream, b"x")]), SECOND);
        let said = &report.set_aside[0].reason;
        assert!(said.contains(reason), "{name}: {said}");
    };
    check(
        "a.doc",
        "/WordDocument",
        "an old Word document (.doc), which is not read; save it as .docx or PDF",
    );
    check("a.xls", "/Workbook", "save it as .xlsx or .csv");
    check(
        "a.msg",
        "/__properties_version1.0",
        "an Outlook message of which no text can be read: save it as .eml",
    );
    check("a.docx", "/EncryptedPackage", "with a password");
    check("a.mpp", "/Other", "an old office document, which is not read; save it as .docx or PDF");
    let sound = compound(&[("/WordDocument", b"x")]);
    let (report, _) = read("cut.doc", &sound[..600], SECOND);
    assert!(report.set_aside[0].reason.contains("save it as .docx or PDF"));
}
