//! Archives made in memory.

use std::io::{Cursor, Write};

use flate2::{Compression, write::GzEncoder};
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::ingest::formats::{InputBytes, read_whole, tests::line};
use crate::ingest::raw::RawInput;
use crate::ingest::{IngestConfig, cases};

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let options = SimpleFileOptions::default();
        archive.start_file(*name, options).expect("memory");
        archive.write_all(bytes).expect("memory");
    }
    archive.finish().expect("memory").into_inner()
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(bytes).expect("memory");
    packed.finish().expect("memory")
}

/// One line per comment or refusal, in order: place and text, or place and reason.
fn lines(place: &str, bytes: &[u8]) -> Vec<String> {
    let config = IngestConfig::default();
    let found = read_whole(&InputBytes::whole(place, bytes, &config));
    found.iter().filter(|found| !matches!(found, RawInput::Told(_))).map(line).collect()
}

fn check(place: &str, bytes: &[u8], expect: &[&str]) {
    let lines = lines(place, bytes);
    assert_eq!(lines.len(), expect.len(), "{lines:#?}");
    for (line, expect) in lines.iter().zip(expect) {
        assert!(line.starts_with(expect), "{line} begins with {expect}");
    }
}

/// A zip archive by hand: the library packs no two files of one name. `listed` of the files are in the directory.
fn zipped_by_hand(files: &[(&str, &str)], listed: &[usize]) -> Vec<u8> {
    let (mut local, mut central) = (Vec::new(), Vec::new());
    for (index, (name, text)) in files.iter().enumerate() {
        let start = (local.len() as u32).to_le_bytes();
        let mut crc = flate2::Crc::new();
        crc.update(text.as_bytes());
        let sum = crc.sum().to_le_bytes();
        let length = (text.len() as u32).to_le_bytes();
        let name_length = (name.len() as u16).to_le_bytes();
        // Version, flags, method, time, date.
        let head = [&[20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0][..], &sum, &length, &length, &name_length]
            .concat();
        local
            .extend([b"PK\x03\x04", &head[..], &[0; 2], name.as_bytes(), text.as_bytes()].concat());
        if listed.contains(&index) {
            let central_head = [b"PK\x01\x02\x14\0", &head[..], &[0; 12], &start].concat();
            central.extend([&central_head[..], name.as_bytes()].concat());
        }
    }
    let n_listed = (listed.len() as u16).to_le_bytes();
    let (start, length) =
        ((local.len() as u32).to_le_bytes(), (central.len() as u32).to_le_bytes());
    let end = [b"PK\x05\x06\0\0\0\0", &n_listed[..], &n_listed, &length, &start, &[0; 2]].concat();
    [local, central, end].concat()
}

#[test]
fn archives_hold_files_of_any_format_and_documents_are_none() {
    for case in cases::rows(include_str!("archives.txt")) {
        let files = case[1].split(" + ").filter_map(|file| file.split_once('='));
        let files: Vec<(&str, &str)> = files.collect();
        let listed = (0..files.len()).filter(|nth| !files[*nth].0.starts_with('~'));
        let named: Vec<(&str, &str)> =
            files.iter().map(|(name, text)| (name.trim_start_matches('~'), *text)).collect();
        let packed = zipped_by_hand(&named, &listed.collect::<Vec<_>>());
        check(&case[0], &packed, &case[2].split(" | ").collect::<Vec<_>>());
    }
    let members = [gzipped(b"Close "), gzipped(b"it.")].concat();
    check("a.txt.gz", &members, &["a.txt: Close it."]);
    let mut missing = zipped_by_hand(&[("a.txt", "Keep it."), ("b.txt", "Close it.")], &[0, 1]);
    let start = missing.windows(5).position(|bytes| bytes == b"b.txt").expect("it holds b.txt");
    missing[start - 30..start - 26].fill(0);
    let told = "box.zip/b.txt! the archive lists it, but does not hold it";
    check("box.zip", &missing, &["box.zip/a.txt: Keep it.", told]);
}

#[test]
fn archives_in_archives_to_a_depth() {
    let inner = zipped(&[("a.txt", b"Close it.")]);
    let middle = zipped(&[("inner.zip", &inner)]);
    check("m.zip", &middle, &["m.zip/inner.zip/a.txt: Close it."]);
    let outer = zipped(&[("letters.gz", &gzipped(&middle))]);
    check("outer.zip", &outer, &["outer.zip/letters/inner.zip! an archive in an archive"]);
}

#[test]
fn what_expands_too_far_is_refused() {
    let zeros = vec![b' '; 12 << 20];
    let bomb = gzipped(&zeros);
    check("a.gz", &bomb, &["a.gz! it expands beyond"]);
    let packed = zipped(&[("1.txt", &zeros), ("2.txt", b"Keep it."), ("3.txt", b"x")]);
    check(
        "a.zip",
        &packed,
        &[
            "a.zip/1.txt! it expands beyond",
            "a.zip! it expands beyond what letters can need (--max-expansion); unpack it yourself if it is sound; 2 of its",
        ],
    );
    let word = zipped(&[("word/document.xml", &zeros)]);
    check("a.docx", &word, &["a.docx! it expands beyond"]);
    let workbook = zipped(&[("xl/workbook.xml", &zeros)]);
    check("a.xlsx", &workbook, &["a.xlsx! it expands beyond"]);
}

/// One text that stands in all cells of a sheet.
#[test]
fn spreadsheets_that_refer_to_one_text_a_million_times_are_refused() {
    let long = "It sags. ".repeat(1_000);
    let cells = "<row><c t=\"s\"><v>0</v></c></row>".repeat(1_000);
    let texts = format!("<sst uniqueCount=\"99999999999999999\"><si><t>{long}</t></si></sst>");
    let book = zipped(&[
        ("xl/workbook.xml", b"<sheets><sheet name=\"A\" r:id=\"r1\"/></sheets>"),
        ("xl/_rels/workbook.xml.rels", b"<Relationship Id=\"r1\" Target=\"sheet.xml\"/>"),
        ("xl/sharedStrings.xml", texts.as_bytes()),
        ("xl/sheet.xml", cells.as_bytes()),
    ]);
    check("a.xlsx", &book, &["a.xlsx! it expands beyond"]);
    let cases = [(1, 16_384, long.as_str()), (1_048_576, 1, "a"), (usize::MAX, usize::MAX, "a")];
    for (rows, columns, text) in cases {
        let content = format!(
            "<table:table><table:table-row table:number-rows-repeated=\"{rows}\"><table:table-cell \
             table:number-columns-repeated=\"{columns}\"><text:p>{text}</text:p></table:table-cell>\
             </table:table-row></table:table>"
        );
        let kind = b"application/vnd.oasis.opendocument.spreadsheet";
        let sheet = zipped(&[("mimetype", kind), ("content.xml", content.as_bytes())]);
        check("a.ods", &sheet, &["a.ods! it expands beyond"]);
    }
}

#[test]
fn thousands_of_identical_letters_are_read() {
    let letter = "From rosa@farm.example Thu May  1 08:00:00 2031\nFrom: rosa@farm.example\nSubject: Ferry\n\nKeep the ferry, the landing and the café.\n\n";
    let folder = letter.repeat(4 << 20 >> 7);
    let packed = zipped(&[("letters.mbox", folder.as_bytes())]);
    assert!(folder.len() / packed.len() > 100);
    let lines = lines("letters.zip", &packed);
    assert_eq!(lines.len(), 4 << 20 >> 7);
    assert!(
        lines.iter().all(|line| line.trim().ends_with("Keep the ferry, the landing and the café."))
    );
}

#[test]
fn damaged_archives_are_refused() {
    let sound = zipped(&[("a.txt", b"Close it, please, as soon as you can.")]);
    check("a.zip", &sound[..40], &["a.zip! not a readable zip"]);
    let cut = gzipped(b"Close it, please.");
    check("a.gz", &cut[..cut.len() - 9], &["a.gz! cannot be unpacked"]);
}
