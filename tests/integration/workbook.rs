//! The workbook: what its sheets hold, what is carried over, what does not fit.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use durian::ingest::{self, Limits};
use durian::report::csv::shown;
use durian::report::schema::{DocumentLine, Report};
use durian::report::workbook::{Contents, SheetLimits, Workbook};
use tempfile::TempDir;
use zip::ZipArchive;
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::cli::durian;
use crate::fixtures;
use crate::renderings::{read, report_of, table};
use crate::skip::skip;

/// The rows of a sheet; empty cells at the end of a row are left out.
fn sheet(workbook: &Path, name: &str) -> Vec<Vec<String>> {
    let bytes = fs::read(workbook).expect("a workbook");
    rows_of(&bytes, name)
}

fn rows_of(workbook: &[u8], name: &str) -> Vec<Vec<String>> {
    let rows = ingest::rows_of_sheet(workbook, name, &Limits::default());
    rows.expect("it can be read").expect("the sheet")
}

fn workbook(folder: &Path) -> PathBuf {
    folder.join("report/report.xlsx")
}

fn talk(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn sheets_hold_what_the_tables_hold() {
    for fixture in ["sample-docket", "hostile", "record-formats", "older-exports"] {
        let folder = report_of(fixture);
        for (name, file) in [("Comments", "comments.csv"), ("Added text", "added-text.csv")] {
            let rows = sheet(&workbook(folder.path()), name);
            let table = table(folder.path(), file);
            assert_eq!(rows.len(), table.len(), "{fixture}: {name}");
            for (row, record) in rows.iter().zip(&table) {
                for (at, cell) in record.iter().enumerate() {
                    let own = row.get(at).map_or("", String::as_str);
                    let time = own.replace('T', " ");
                    let is_time = [cell.clone(), format!("{cell} 00:00:00")].contains(&time);
                    let is_number =
                        own.parse::<f64>().is_ok() && own.parse::<f64>() == cell.parse();
                    assert!(
                        own == cell || shown(own) == *cell || is_time || is_number,
                        "{fixture}: {name}: {own:?}, {cell:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_sample_docket_as_an_analyst_sees_it() {
    let folder = report_of("sample-docket");
    let workbook = workbook(folder.path());
    let summary = sheet(&workbook, "Summary");
    for row in [
        ["inputs", "28"],
        ["comments compared", "27"],
        ["inputs: same words as another", "11"],
        ["campaigns", "2"],
        ["letters in them", "2"],
        ["comments that are a letter", "2"],
        ["copies with the same words", "11"],
        ["edited copies", "11"],
        ["added passages", "6"],
    ] {
        assert!(summary.iter().any(|found| found[..2.min(found.len())] == row), "{row:?}");
    }
    let campaigns = sheet(&workbook, "Campaigns");
    assert_eq!(campaigns.len(), 1 + 2);
    // 17 comments are 1 letter, 6 with the same words, and 10 edited copies.
    assert_eq!(campaigns[1][..7], ["gdc2543ab5a55", "letter", "17", "1", "6", "10", "0"]);
    let letters = sheet(&workbook, "Letters");
    assert_eq!(letters[1][..4], ["cdc2543ab5a55", "gdc2543ab5a55", "letter", "form letter"]);
    assert_eq!(letters[1][8..13], ["1", "6", "0", "10", "11"]);
    let uniques = sheet(&workbook, "Unique comments");
    assert_eq!(uniques.len(), 1 + 3);
    let responses = sheet(&workbook, "Responses");
    assert_eq!(responses.len(), 1 + 2 + 6 + 3);
    assert_eq!(responses[1][1..4], ["letter", "cdc2543ab5a55", "exact-1.eml"]);
    assert_eq!(responses[1][6], "17");
    assert_eq!(responses[2][1..4], ["added passage", "cdc2543ab5a55", "key-block.eml"]);
    assert_eq!(responses[2][6..8], ["1", "70"]);
    assert!(responses[2][8].starts_with("I run the boat yard behind the landing, and"));
    // In the order of the sheet beside it.
    let ids = |rows: &[Vec<String>], at: usize| -> Vec<String> {
        rows.iter().map(|row| row[at].clone()).collect()
    };
    assert_eq!(ids(&responses[9..], 3), ids(&uniques[1..], 0));
    let rare = ids(&uniques[1..], 3);
    let rare: Vec<usize> = rare.iter().map(|n| n.parse().expect("a number")).collect();
    assert!(rare.is_sorted_by(|a, b| a >= b), "{rare:?}");
}

/// All parts of a workbook, in one text.
fn parts(bytes: &[u8]) -> String {
    let mut archive = ZipArchive::new(std::io::Cursor::new(bytes)).expect("an archive");
    let mut text = String::new();
    for at in 0..archive.len() {
        let mut part = archive.by_index(at).expect("a part");
        assert_eq!(part.last_modified().map(|time| time.year()), Some(1980));
        part.read_to_string(&mut text).expect("UTF-8");
    }
    text
}

#[test]
fn nothing_in_a_workbook_is_run() {
    let folder = report_of("hostile");
    let path = workbook(folder.path());
    let text = parts(&fs::read(&path).expect("a workbook"));
    for sign in ["<f>", "<f ", "HYPERLINK(\"http\"", "externalLink", "TargetMode", "r:id=\"rId99"] {
        assert!(!text.contains(sign), "{sign}");
    }
    let links = text.matches("<hyperlink ").count();
    assert_eq!(links, text.matches(" location=\"Campaigns!A").count());
    assert!(links > 0);
    let is_control = |c: char| c.is_control() && c != '\n' && c != '\t' || c == '\u{202E}';
    assert!(!text.contains(is_control));
    let comments = sheet(&path, "Comments").concat();
    for shown in ["=HYPERLINK(\"http://spreadsheet.example\",\"id\")", "-1+1", "=AUTHOR()\u{FFFD}"]
    {
        assert!(comments.iter().any(|cell| cell == shown), "{shown}");
    }
    assert!(comments.iter().any(|cell| cell.contains("=cmd|")));
}

/// The workbook of a report and its lines, with limits of the test's own.
fn made(folder: &Path, limits: SheetLimits) -> Vec<u8> {
    let report: Report = serde_json::from_str(&read(folder, "report.json")).expect("a report");
    let contents = Contents { limits, ..Contents::default() };
    let mut workbook = Workbook::new(&report, &contents, folder).expect("a folder");
    let written = read(folder, "documents.jsonl");
    let lines: Vec<&str> = written.lines().collect();
    let find = |number: usize| -> anyhow::Result<DocumentLine> {
        Ok(serde_json::from_str(lines[number])?)
    };
    for number in 0..lines.len() {
        workbook.see(&find(number).expect("a line")).expect("a disk");
    }
    workbook.finish(&find, Vec::new()).expect("a disk").0
}

#[test]
fn it_is_made_from_the_written_report() {
    for fixture in ["sample-docket", "campaigns"] {
        let folder = report_of(fixture);
        let written = fs::read(workbook(folder.path())).expect("a workbook");
        assert!(made(folder.path(), SheetLimits::default()) == written, "{fixture}");
    }
}

#[test]
fn what_does_not_fit_is_counted() {
    let folder = TempDir::new().expect("a folder");
    let long = "The pier stands. ".repeat(40_000 / 17 + 1);
    let copy = "Please keep the landing open for all of us who cross the water every day.";
    let docket = (0..4).map(|n| serde_json::json!({"id": format!("copy-{n}"), "text": copy}));
    let long_one = serde_json::json!({"id": "long", "text": &long[..40_000]});
    let docket: Vec<String> = docket.chain([long_one]).map(|it| it.to_string()).collect();
    fs::write(folder.path().join("docket.jsonl"), docket.join("\n")).expect("a file");
    let output = durian(folder.path(), &["cluster", "docket.jsonl", "-o", "report"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let left_out = |workbook: &[u8]| -> Vec<[String; 2]> {
        let rows = rows_of(workbook, "Summary").into_iter();
        let rows = rows.filter(|row| row[0].starts_with("left out of "));
        rows.map(|row| [row[0].clone(), row[1].clone()]).collect()
    };
    let check = |workbook: &[u8], expect: &[[&str; 2]]| assert_eq!(left_out(workbook), expect);
    let whole = fs::read(workbook(folder.path())).expect("a workbook");
    check(&whole, &[["left out of Comments", "1"]]);
    let comments = rows_of(&whole, "Comments");
    let text_column = comments[0].iter().position(|name| name == "text").expect("the column");
    let text = &comments[5][text_column];
    // 32,667 of 40,000 characters, and the words for it.
    assert!(text.ends_with("[…cut here: 7333 more characters; the whole is in documents.jsonl]"));
    let small = SheetLimits { rows: 3, links: 1, ..SheetLimits::default() };
    let small = made(folder.path(), small);
    assert_eq!(rows_of(&small, "Comments").len(), 3);
    // Of two copies that are shown one leads to its campaign; of five comments three have no row.
    let comments = "left out of Comments";
    check(&small[..], &[[comments, "3"], [comments, "1"]][..]);
    let narrow = SheetLimits { bytes: 1, ..SheetLimits::default() };
    assert_eq!(rows_of(&made(folder.path(), narrow), "Comments").len(), 2);
}

/// A workbook of one sheet, as another program may write it.
fn saved(path: &Path, rows: &[Vec<String>]) {
    let options = SimpleFileOptions::default();
    let mut archive = ZipWriter::new(File::create(path).expect("a file"));
    let mut part = |name: &str, xml: &str| {
        archive.start_file(name, options).expect("memory");
        archive.write_all(xml.as_bytes()).expect("memory");
    };
    part(
        "xl/workbook.xml",
        "<workbook xmlns:r=\"r\"><sheets><sheet name=\"Responses\" r:id=\"a\"/></sheets></workbook>",
    );
    part(
        "xl/_rels/workbook.xml.rels",
        "<Relationships><Relationship Id=\"a\" Target=\"worksheets/one.xml\"/></Relationships>",
    );
    let cell = |text: &String| {
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('\n', "_x000D_\n");
        format!("<c t=\"str\"><v>{text}</v></c>")
    };
    let rows = rows.iter().map(|row| row.iter().map(cell).collect::<String>());
    let rows: String = rows.map(|cells| format!("<row>{cells}</row>")).collect();
    part("xl/worksheets/one.xml", &format!("<worksheet><sheetData>{rows}</sheetData></worksheet>"));
    archive.finish().expect("memory");
}

/// A docket of a letter with copies, one of them with a passage of its own, and comments like no other.
fn write_docket(folder: &Path, name: &str, uniques: &[(&str, &str)]) {
    let letter = "Please keep the ferry landing at Quill Point open. It is the only way to the clinic for those of us \
                  who have no car, and the crossing has run for ninety years without a day of rest.";
    let passage = "My son works the night shift at the clinic and would lose his post without the nine o'clock boat.";
    let copies = (0..6).map(|n| (format!("copy-{n}"), letter.to_owned()));
    let edited = ("edited".to_owned(), format!("{letter}\n\n{passage}"));
    let uniques = uniques.iter().map(|(id, text)| ((*id).to_owned(), (*text).to_owned()));
    let comments = copies.chain([edited]).chain(uniques);
    let lines = comments.map(|(id, text)| serde_json::json!({"id": id, "text": text}).to_string());
    let lines: Vec<String> = lines.collect();
    fs::write(folder.join(name), lines.join("\n")).expect("a docket");
}

const GULLS: (&str, &str) = (
    "gulls",
    "Gulls nest under the north pier each June, and tearing it down then is against the law on wild birds.",
);
const TOLL: (&str, &str) = (
    "toll",
    "A toll of four dollars would pay for the cap within eleven years, as the treasurer has shown.",
);

/// Six cells of a row that tell what it is about and what was filled in: id, issue, reviewer, response, status, note.
fn filled(row: &[String]) -> [&str; 6] {
    [3, 10, 11, 12, 13, 14].map(|at| row.get(at).map_or("", String::as_str))
}

#[test]
fn what_was_filled_in_is_carried_over() {
    let folder = TempDir::new().expect("a folder");
    let at = folder.path();
    write_docket(at, "docket.jsonl", &[GULLS, TOLL]);
    let first = durian(at, &["cluster", "docket.jsonl", "-o", "report"]);
    assert_eq!(talk(&first), "");
    let mut rows = sheet(&workbook(at), "Responses");
    assert_eq!(rows.len(), 1 + 1 + 1 + 2);
    let ids: Vec<&str> = rows[1..].iter().map(|row| row[3].as_str()).collect();
    assert_eq!(ids[..2], ["copy-0", "edited"], "the letter, then what was added to it");
    // Somebody fills in, adds a column and a row, writes a row twice, and sorts.
    let at_row = |rows: &[Vec<String>], id: &str| rows.iter().position(|row| row[3] == id);
    rows[0].push("due".to_owned());
    let fill = |row: &mut Vec<String>, cells: &[(usize, &str)]| {
        row.resize(16, String::new());
        cells.iter().for_each(|(at, text)| row[*at] = (*text).to_owned());
    };
    let letter = at_row(&rows, "copy-0").expect("its row");
    fill(&mut rows[letter], &[(10, "4.2"), (13, "in work")]);
    let gulls = at_row(&rows, "gulls").expect("its row");
    fill(&mut rows[gulls], &[(10, "birds"), (12, "=We agree,\nand wait."), (15, "2031-06-01")]);
    let toll = at_row(&rows, "toll").expect("its row");
    fill(&mut rows[toll], &[(11, "Noor"), (13, "in work")]);
    let mut twice = rows[toll].clone();
    fill(&mut twice, &[(11, "Ravi"), (13, "open")]);
    rows.push(twice);
    let mut own = vec![String::new(); 16];
    fill(&mut own, &[(8, "heard on the telephone"), (12, "noted")]);
    rows.push(own);
    rows[1..].reverse();
    saved(&workbook(at), &rows);
    fs::copy(workbook(at), at.join("as-filled.xlsx")).expect("a copy");
    // The toll is gone, a clinic is new; the report is written anew, and beside it.
    let clinic = (
        "clinic",
        "The clinic sees forty patients a week who come by boat, more than by the bridge road.",
    );
    write_docket(at, "docket.jsonl", &[GULLS, clinic]);
    let beside =
        durian(at, &["cluster", "docket.jsonl", "-o", "beside", "--since", "report/report.json"]);
    let again = durian(at, &["cluster", "docket.jsonl", "-o", "report", "--replace"]);
    let told = "durian: report.xlsx carries over 5 rows filled in by hand, 3 of them at the end: their passages are not in this report\n";
    assert_eq!([talk(&beside), talk(&again)], [told; 2]);
    let rows = sheet(&workbook(at), "Responses");
    assert_eq!(filled(&rows[1]), ["copy-0", "4.2", "", "", "in work", ""]);
    let found: Vec<[&str; 6]> = rows[3..].iter().map(|row| filled(row)).collect();
    let kept = "kept from an earlier workbook: the passage is not in this report";
    let mut expect = vec![
        ["clinic", "", "", "", "", ""],
        ["gulls", "birds", "", "=We agree,\r\nand wait.", "", ""],
    ];
    if found[0][0] == "gulls" {
        expect.reverse();
    }
    expect.extend([
        ["", "", "", "noted", "", kept],
        ["toll", "", "Ravi", "", "open", kept],
        ["toll", "", "Noor", "", "in work", kept],
    ]);
    let found: Vec<[String; 6]> =
        found.iter().map(|row| row.map(|it| it.replace("\r\n", "\n"))).collect();
    let expect: Vec<[String; 6]> =
        expect.iter().map(|row| row.map(|it| it.replace("\r\n", "\n"))).collect();
    assert_eq!(found, expect);
    assert_eq!(rows[0].last().map(String::as_str), Some("due"));
    let gulls = rows.iter().find(|row| row[3] == "gulls").expect("its row");
    assert_eq!(gulls[15], "2031-06-01");
    let in_beside = sheet(&at.join("beside/report.xlsx"), "Responses");
    let lasting = |rows: &[Vec<String>]| -> Vec<Vec<String>> {
        rows.iter().map(|row| filled(row).map(str::to_owned).to_vec()).collect()
    };
    assert_eq!(lasting(&in_beside), lasting(&rows));
    // Once more: nothing is doubled, nothing lost; and the toll that comes back finds its rows.
    write_docket(at, "docket.jsonl", &[GULLS, TOLL]);
    let back =
        durian(at, &["cluster", "docket.jsonl", "-o", "report", "--since", "beside", "--replace"]);
    assert!(
        talk(&back).contains("carries over 5 rows filled in by hand, 1 of them at the end"),
        "{back:?}"
    );
    let rows = sheet(&workbook(at), "Responses");
    let tolls: Vec<[&str; 6]> =
        rows.iter().map(|row| filled(row)).filter(|row| row[0] == "toll").collect();
    assert_eq!(
        tolls,
        [["toll", "", "Ravi", "", "open", ""], ["toll", "", "Noor", "", "in work", ""]]
    );
    assert_eq!(rows.len(), 1 + 1 + 1 + 1 + 2 + 1);
}

/// What was filled in about one docket is not carried over into the report of another that replaces it, and not lost.
#[test]
fn what_was_filled_in_about_another_docket_stays_beside() {
    let folder = TempDir::new().expect("a folder");
    let at = folder.path();
    write_docket(at, "docket.jsonl", &[GULLS]);
    durian(at, &["cluster", "docket.jsonl", "-o", "report"]);
    let mut rows = sheet(&workbook(at), "Responses");
    rows[1].resize(15, String::new());
    rows[1][12] = "We agree.".to_owned();
    saved(&workbook(at), &rows);
    let filled = fs::read(workbook(at)).expect("a workbook");
    fs::write(at.join("other.txt"), "The mill pond needs a new sluice before spring.").expect("it");
    let output = durian(at, &["cluster", "other.txt", "-o", "report", "--replace"]);
    let told = "durian: report.xlsx of the report that was replaced has 1 row filled in by hand about other inputs: it stays as \
                earlier-report.xlsx, and nothing of it is carried over\n";
    assert_eq!(talk(&output), told);
    assert!(sheet(&workbook(at), "Responses").iter().flatten().all(|cell| cell != "We agree."));
    assert!(fs::read(at.join("report/earlier-report.xlsx")).expect("it") == filled);
    // It stays there.
    assert_eq!(talk(&durian(at, &["cluster", "other.txt", "-o", "report"])), "");
    assert!(fs::read(at.join("report/earlier-report.xlsx")).expect("it") == filled);
}

#[test]
fn what_was_filled_in_is_not_destroyed() {
    let folder = TempDir::new().expect("a folder");
    let at = folder.path();
    write_docket(at, "docket.jsonl", &[GULLS, TOLL]);
    durian(at, &["cluster", "docket.jsonl", "-o", "report", "--replace"]);
    // An empty one goes with the tables.
    durian(at, &["cluster", "docket.jsonl", "-o", "report", "--json-only", "--replace"]);
    assert!(!workbook(at).exists());
    durian(at, &["cluster", "docket.jsonl", "-o", "report", "--replace"]);
    let mut rows = sheet(&workbook(at), "Responses");
    rows[1].resize(15, String::new());
    rows[1][12] = "We agree.".to_owned();
    saved(&workbook(at), &rows);
    let filled = fs::read(workbook(at)).expect("a workbook");
    for option in ["--json-only", "--workbook=never"] {
        let output = durian(at, &["cluster", "docket.jsonl", "-o", "report", "--replace", option]);
        assert_eq!(output.status.code(), Some(0));
        let told = "durian: report.xlsx of the earlier report stays as it is, with 1 row filled in by hand;";
        assert!(talk(&output).contains(told), "{output:?}");
        assert!(fs::read(workbook(at)).expect("a workbook") == filled);
    }
    let quiet = durian(at, &["cluster", "docket.jsonl", "-o", "report", "-q"]);
    assert_eq!(talk(&quiet), "");
    assert_eq!(sheet(&workbook(at), "Responses")[1][12], "We agree.");
    // What cannot be read is not replaced.
    for broken in [&b"PK no archive"[..], &made_of("Notes")[..], &made_of_rows(&[])[..]] {
        fs::write(workbook(at), broken).expect("a file");
        for arguments in [["-o", "report", "-q"], ["-o", "other", "--since=report"]] {
            let output = durian(at, &[&["cluster", "docket.jsonl"][..], &arguments].concat());
            assert_eq!(output.status.code(), Some(1), "{output:?}");
            let told = "cannot carry over what was filled in in `report/report.xlsx`; save it again as .xlsx, or move it elsewhere";
            assert!(talk(&output).contains(told), "{output:?}");
        }
        assert!(fs::read(workbook(at)).expect("a file") == broken);
    }
}

/// A workbook whose one sheet has another name.
fn made_of(name: &str) -> Vec<u8> {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("a.xlsx");
    saved(&path, &[vec!["passage".to_owned(), "response".to_owned()]]);
    let bytes = fs::read(&path).expect("a file");
    let mut archive = ZipArchive::new(std::io::Cursor::new(bytes)).expect("an archive");
    let mut renamed = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for at in 0..archive.len() {
        let mut part = archive.by_index(at).expect("a part");
        let mut text = String::new();
        part.read_to_string(&mut text).expect("UTF-8");
        renamed
            .start_file(part.name().expect("a name"), SimpleFileOptions::default())
            .expect("memory");
        renamed.write_all(text.replace("Responses", name).as_bytes()).expect("memory");
    }
    renamed.finish().expect("memory").into_inner()
}

/// A workbook whose sheet has these rows.
fn made_of_rows(rows: &[Vec<String>]) -> Vec<u8> {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("a.xlsx");
    saved(&path, rows);
    fs::read(&path).expect("a file")
}

/// Another program reads the same cells, links, filters and lists.
#[test]
fn openpyxl_reads_it() {
    const SCRIPT: &str = "
import sys
try: import openpyxl
except ImportError: sys.exit(77)
book = openpyxl.load_workbook(sys.argv[1])
for sheet in book:
    print(sheet.title, sheet.dimensions, sheet.freeze_panes, sheet.auto_filter.ref)
cells = [cell for sheet in book for row in sheet for cell in row]
print('formulas', sum(cell.data_type == 'f' for cell in cells))
first = dict(zip([cell.value for cell in book['Comments'][1]], book['Comments'][2]))
print(repr(first['sent'].value))
print(first['campaign'].hyperlink.location, book['Campaigns']['A2'].value == first['campaign'].value)
print(book['Responses'].data_validations.dataValidation[0].formula1)
";
    let folder = report_of("sample-docket");
    let python = Command::new("python3").args(["-c", SCRIPT]).arg(workbook(folder.path())).output();
    let output = match python {
        Ok(output) if output.status.code() != Some(77) => output,
        _ => return skip("no python3 with openpyxl"),
    };
    assert!(output.status.success(), "{output:?}");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let expect = "Summary A1:C27 A2 A1:C27\nCampaigns A1:O3 A2 A1:O3\nLetters A1:W3 A2 A1:W3\nComments A1:AT29 A2 A1:AT29\n\
                  Added text A1:M7 A2 A1:M7\nSaid by many A1:E1 A2 A1:E1\nUnique comments A1:R4 A2 A1:R4\nResponses A1:O12 A2 A1:O12\n\
                  formulas 0\ndatetime.datetime(2031, 3, 21, 14, 17)\nCampaigns!A2 True\n\
                  \"open,in work,answered,no response needed\"\n";
    assert_eq!(told, expect);
}

/// A run with an earlier report of an older version, which has no workbook.
#[test]
fn a_report_without_workbook_is_carried_on() {
    let folder = TempDir::new().expect("a folder");
    let docket = fixtures().join("sample-docket/docket");
    let docket = docket.to_str().expect("a path");
    durian(folder.path(), &["cluster", docket, "-o", "old", "-q", "--workbook=never"]);
    let output = durian(folder.path(), &["cluster", docket, "-o", "report", "--since", "old"]);
    assert_eq!((output.status.code(), talk(&output)), (Some(0), String::new()));
    assert_eq!(sheet(&workbook(folder.path()), "Responses").len(), 1 + 2 + 6 + 3);
}
