//! `durian search`: what is found, how it is counted, and what becomes of the index.

use std::fs;
use std::io::Read;
use std::path::Path;

use flate2::read::MultiGzDecoder;
use serde_json::Value;
use tempfile::TempDir;

use crate::cli::durian;
use crate::renderings::{report_of, report_of_comments};

/// A letter that four send, an edited copy, a comment of its own, and one without a text.
fn docket() -> TempDir {
    let letter =
        "The clinic is on the far side of the harbor. Please keep the last boat on weekdays!";
    let comments = [
        serde_json::json!({"id": "a1", "text": letter, "author": "Ada Ferris", "date": "2021-05-04T10:00:00Z"}),
        serde_json::json!({"id": "a2", "text": letter, "organization": "Quill Point Rowers"}),
        serde_json::json!({"id": "a3", "text": letter, "date": "2021-06-01T10:00:00Z"}),
        serde_json::json!({"id": "a4", "text": format!("{letter} My H-1B visa hangs on it.")}),
        serde_json::json!({"id": "own", "text": "Gulls nest under the pier each June. The boat, at last, scares them.", "author": "Noor Vale"}),
        serde_json::json!({"id": "none", "text": "See attached", "organization": "Harbor Pilots Union"}),
    ];
    report_of_comments(&comments.map(|comment| comment.to_string()).join("\n"))
}

/// Ids that a query finds, in their order.
fn found(folder: &Path, query: &str) -> Vec<String> {
    let output = durian(folder, &["search", "report", "--json", "--", query]);
    assert_eq!(output.status.code(), Some(0), "{query}: {output:?}");
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    let id =
        |line| serde_json::from_str::<Value>(line).expect("JSON")["id"].as_str().map(str::to_owned);
    lines.lines().filter_map(id).collect()
}

#[test]
fn words_phrases_and_fields_are_found_in_every_comment() {
    let folder = docket();
    let check = |query: &str, expect: &[&str]| {
        let mut ids = found(folder.path(), query);
        ids.sort_unstable();
        assert_eq!(ids, expect, "{query}");
    };
    check("clinic", &["a1", "a2", "a3", "a4"]);
    // Case and punctuation are not compared; in a phrase the words follow each other.
    check("LAST, boat", &["a1", "a2", "a3", "a4", "own"]);
    check("\"last boat\"", &["a1", "a2", "a3", "a4"]);
    check("h-1b", &["a4"]);
    check("gulls OR visa", &["a4", "own"]);
    check("boat -clinic", &["own"]);
    check("noor", &["own"]);
    check("author:vale", &["own"]);
    // An exact copy has no text on its line: the words of the text that it shares and its own sender meet.
    check("clinic organization:rowers", &["a2"]);
    check("organization:\"harbor pilots\"", &["none"]);
    check("bucket:exact_copy", &["a2", "a3"]);
    check("bucket:no_text", &["none"]);
    check("id:A1", &["a1"]);
    check("date:2021-05", &["a1"]);
    check("date:[2021-05-04 TO 2021-06-01]", &["a1", "a3"]);
    check("date:2021", &["a1", "a3"]);
    check("-boat", &["none"]);
    check("week* -id:a4", &["a1", "a2", "a3"]);
    check("A1", &["a1"]);
    check("trombone", &[]);
    let cluster = |id: &str| {
        let lines =
            fs::read_to_string(folder.path().join("report/documents.jsonl")).expect("lines");
        let mut lines =
            lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let line = lines.find(|line| line["id"] == id).expect("its line");
        ["cluster", "campaign"]
            .map(|field| format!("{field}:{}", line[field].as_str().expect("an id")))
    };
    for query in cluster("a1") {
        check(&query, &["a1", "a2", "a3", "a4"]);
    }
}

#[test]
fn people_see_each_text_once_with_its_copies() {
    let folder = docket();
    let output = durian(folder.path(), &["search", "report", "weekdays"]);
    let shown = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(
        shown.starts_with("4 comments found: 2 distinct texts and 2 copies with the same words\n"),
        "{shown}"
    );
    assert!(shown.contains("a1  Ada Ferris  2021-05-04  g"), "{shown}");
    // It begins at the sentence with the word.
    assert!(
        shown
            .contains("\n  Please keep the last boat on weekdays!\n  and 2 copies with the same words: a2, a3\n"),
        "{shown}"
    );
    let output = durian(folder.path(), &["search", "report", "organization:pilots"]);
    let shown = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(
        shown.starts_with("1 comment found\n\nnone  Harbor Pilots Union\n  (no text of its own:"),
        "{shown}"
    );
}

#[test]
fn a_query_that_cannot_be_read_says_what_to_write() {
    let folder = docket();
    for (query, expect) in [
        ("\"last boat", "is not closed"),
        ("auhtor:vale", "there is no field `auhtor`"),
        (&format!("{}boat", "(".repeat(50_000)), "nested more than 20 deep"),
        ("!!!", "no word to search for"),
    ] {
        let output = durian(folder.path(), &["search", "report", "--", query]);
        let talk = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{query}: {talk}");
        assert!(talk.contains(expect) && talk.contains("write words"), "{query}: {talk}");
    }
}

/// Every command answers as it does where the lines are not compressed; and what is compressed are the same lines.
#[test]
fn compressed_lines_serve_as_well() {
    let folder = docket();
    let asked: [&[&str]; 6] = [
        &["search", "report", "clinic", "--json"],
        &["search", "report", "weekdays"],
        &["show", "report", "a2"],
        &["diff", "report", "report"],
        &["evaluate", "report", "--labels", "labels.jsonl", "--json"],
        &["show", "report"],
    ];
    fs::write(folder.path().join("labels.jsonl"), "{\"id\":\"a1\",\"cluster\":\"c\"}\n")
        .expect("labels");
    let answers = || {
        asked.map(|arguments| {
            let output = durian(folder.path(), arguments);
            assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
            output.stdout
        })
    };
    let plain = answers();
    let report = folder.path().join("report");
    let lines = fs::read_to_string(report.join("documents.jsonl")).expect("lines");
    let output = durian(
        folder.path(),
        &["cluster", "docket.jsonl", "-o", "report", "-q", "--compress", "--verify"],
    );
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(!report.join("documents.jsonl").exists());
    let mut unpacked = String::new();
    let compressed = fs::File::open(report.join("documents.jsonl.gz")).expect("a file");
    MultiGzDecoder::new(compressed).read_to_string(&mut unpacked).expect("gzip");
    assert_eq!(unpacked, lines);
    assert_eq!(answers(), plain);
}

/// As a table and as JSON the same comments are told; colors are there where they are asked for.
#[test]
fn comments_are_told_as_programs_want_them() {
    let folder = docket();
    let told = |arguments: &[&str]| {
        let output =
            durian(folder.path(), &[&["search", "report", "weekdays"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let table = told(&["--format", "csv"]);
    let mut rows = csv::Reader::from_reader(table.trim_start_matches('\u{FEFF}').as_bytes());
    assert_eq!(rows.headers().expect("a head").get(7), Some("copy_of"));
    let rows: Vec<_> = rows.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.iter().map(|row| &row[0]).collect::<Vec<_>>(), ["a1", "a2", "a3", "a4"]);
    assert_eq!((&rows[1][7], &rows[0][6]), ("a1", "2021-05-04"));
    assert_eq!(told(&["--format", "json"]), told(&["--json"]));
    assert!(told(&["--color", "always"]).contains("\u{1b}[1ma1\u{1b}[0m"));
    assert!(!told(&["--color", "auto"]).contains('\u{1b}') && !told(&[]).contains('\u{1b}'));
}

/// Whatever a comment holds, the terminal is not controlled by it, and every comment is found.
#[test]
fn every_line_is_an_entry() {
    for fixture in ["hostile", "sample-docket", "record-formats"] {
        let folder = report_of(fixture);
        let lines =
            fs::read_to_string(folder.path().join("report/documents.jsonl")).expect("lines");
        let all = found(folder.path(), "*");
        assert_eq!(all.len(), lines.lines().count(), "{fixture}");
        let output = durian(folder.path(), &["search", "report", "*", "--limit", "1000"]);
        let shown = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(!shown.contains(|c: char| c.is_control() && c != '\n'), "{fixture}");
    }
}
