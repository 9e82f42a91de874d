//! Tables and what is looked up from them: columns, ids as spreadsheets show them, what to read.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Output;

use durian::report::schema::DocumentLine;
use durian::report::tables::{TABLES, in_words};
use serde_json::json;
use tempfile::TempDir;

use crate::cli::durian;
use crate::renderings::{read, report_of, report_of_comments, table};

pub(crate) fn told(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A folder with the report of some comments.
fn report_on(comments: &[serde_json::Value]) -> TempDir {
    let lines: Vec<String> = comments.iter().map(ToString::to_string).collect();
    report_of_comments(&lines.join("\n"))
}

/// The cells of a column of `comments.csv`.
fn column(folder: &Path, name: &str) -> Vec<String> {
    let rows = table(folder, "comments.csv");
    let at = rows[0].iter().position(|own| own == name).expect("a column");
    rows[1..].iter().map(|row| row[at].clone()).collect()
}

#[test]
fn every_column_is_explained() {
    let folder = report_of("sample-docket");
    told(&durian(folder.path(), &["post", "report", "-o", "posting"]));
    std::fs::write(folder.path().join("final.txt"), "The rule is final.").expect("a text");
    told(&durian(folder.path(), &["trace", "report", "final.txt", "-o", "posting"]));
    let schema = told(&durian(folder.path(), &["schema", "tables"]));
    assert_eq!(schema, in_words());
    for of in TABLES.iter() {
        let names: Vec<&str> = of.columns.iter().map(|column| column.name).collect();
        // That of many dockets lies beside reports; `each.rs` has its test.
        // `known.rs` has the one of `known.csv`, which is beside known texts alone, `questions.rs` that of answers,
        // `posting.rs` that of what is flagged.
        let elsewhere = ["index.csv", "known.csv", "answers.csv", "flagged.csv"];
        let is_here = |file: &&str| file.ends_with(".csv") && !elsewhere.contains(file);
        if let Some(file) = of.file.filter(is_here) {
            let is_in_report = folder.path().join("report").join(file).exists();
            let place = if is_in_report { file.to_owned() } else { format!("../posting/{file}") };
            assert_eq!(table(folder.path(), &place)[0], names);
        }
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        for column in &of.columns {
            let is_plain = |c: char| c.is_ascii_lowercase() || c == '_';
            assert!(column.name.chars().all(is_plain), "{}", column.name);
            let line = format!("- `{}`: {}", column.name, column.meaning);
            assert!(schema.lines().any(|own| own == line), "{line}");
        }
    }
    let n_files = TABLES.iter().filter(|of| of.file.is_some()).count();
    assert_eq!(n_files, 18, "seventeen files, and what `durian search` prints");
}

#[test]
fn what_comments_csv_shows_is_found() {
    let ids = ["=1+1", "00123", "1E5", "17", "MAR1", "3-4", "TRUE", "'quoted", "-rf"];
    let comments = ids.map(|id| json!({"id": id, "text": format!("The ferry {id} sails late.")}));
    let folder = report_on(&comments);
    let cells = column(folder.path(), "id");
    let expect = ["'quoted", "'-rf", "'00123", "17", "'1E5", "'3-4", "'=1+1", "'MAR1", "'TRUE"];
    assert_eq!(cells, expect);
    for (cell, id) in
        cells.iter().zip(["'quoted", "-rf", "00123", "17", "1E5", "3-4", "=1+1", "MAR1", "TRUE"])
    {
        for asked in [cell.as_str(), id] {
            let text = told(&durian(folder.path(), &["show", "report", asked]));
            assert_eq!(text.lines().next(), Some(id), "{asked}");
        }
    }
}

#[test]
fn rows_of_exact_copies_tell_what_they_are_copies_of() {
    let text = "Please keep the landing open, for the boat is our only way to the clinic.";
    let copy = |id: &str, received: &str| json!({"id": id, "text": text, "received": received});
    let folder = report_on(&[
        copy("a", "2031-05-04T10:15:00Z"),
        copy("b", "2031-05-05"),
        copy("c", ""),
        json!({"id": "d", "text": "Gulls nest under the pier, all four of them."}),
    ]);
    let cells = |name| column(folder.path(), name);
    assert_eq!(cells("words"), ["15", "15", "15", "9"]);
    assert_eq!(cells("text"), [text, "", "", "Gulls nest under the pier, all four of them."]);
    assert_eq!(cells("campaign_comments"), ["3", "3", "3", ""]);
    let titles = cells("campaign_title");
    assert!(titles[..3].iter().all(|title| text.starts_with(title.trim_end_matches('…'))));
    assert_eq!(cells("received"), ["2031-05-04 10:15:00", "2031-05-05", "", ""]);
}

#[test]
fn city_and_state_are_those_of_the_record() {
    let text = "The ferry must go on sailing in the winter.";
    let copy = |id: &str, city: &str, country: &str| json!({"id": id, "comment": text, "city": city, "stateProvinceRegion": "ME", "country": country});
    let comments = [
        copy("a", "Marrow Falls", "USA"),
        copy("b", "Quill Point", ""),
        json!({"id": "c", "text": "No."}),
    ];
    let folder = report_on(&comments);
    let homes = |folder: &Path, report: &str| -> Vec<[Option<String>; 3]> {
        let lines = fs::read_to_string(folder.join(report).join("documents.jsonl")).expect("lines");
        let lines =
            lines.lines().map(|line| serde_json::from_str::<DocumentLine>(line).expect("a line"));
        lines.map(|line| [line.city, line.state, line.country]).collect()
    };
    let known = |home: [&str; 3]| home.map(|it| (!it.is_empty()).then(|| it.to_owned()));
    let expect = [
        known(["Marrow Falls", "ME", "USA"]),
        known(["Quill Point", "ME", ""]),
        known(["", "", ""]),
    ];
    assert_eq!(homes(folder.path(), "report"), expect);
    assert_eq!(column(folder.path(), "city"), ["Marrow Falls", "Quill Point", ""]);
    assert_eq!(column(folder.path(), "state"), ["ME", "ME", ""]);
    // And in normalized XML.
    told(&durian(folder.path(), &["extract", "docket.jsonl", "-o", "xml", "-q"]));
    let extracted = folder.path().join("xml/0000/0000000.xml");
    let extracted = std::fs::read_to_string(extracted).expect("the first comment");
    for home in ["<city>Marrow Falls</city>", "<state>ME</state>", "<country>USA</country>"] {
        assert!(extracted.contains(home), "{extracted}");
    }
    assert!(!read(folder.path(), "documents.jsonl").contains("\"country\":null"));
}

/// A docket of which every item of the reading list can be counted by hand.
fn reading_docket() -> Vec<serde_json::Value> {
    let letter = "Please keep the ferry landing at Quill Point open. It is the only way to the clinic for those of us who \
                  have no car, and the crossing has run for ninety years without a day of rest.";
    let copies = (0..6).map(|n| json!({"id": format!("copy-{n}"), "text": letter}));
    let passage = "Our *nurse* takes the nine o'clock boat across.";
    let edited = json!({"id": "edited", "text": format!("{letter}\n\n{passage}")});
    let uniques = [
        json!({"id": "short", "text": "Gulls nest there in June."}),
        json!({"id": "`long`", "text": "Four dollars of toll would mend the cap within eleven years, [says](our) treasurer."}),
    ];
    let blank = json!({"id": "blank", "text": ""});
    copies.chain([edited]).chain(uniques).chain([blank]).collect()
}

#[test]
fn what_to_read_is_listed_in_order() {
    let folder = report_on(&reading_docket());
    let list = |hours: &str| {
        told(&durian(folder.path(), &["show", "report", "--reading-list", "--hours", hours]))
    };
    insta::assert_snapshot!("reading_list_of_an_hour", list("1"));
    // 43 words: the letter of 38 and the short comment of 5.
    let short = list("0.003584");
    let items: Vec<&str> =
        short.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).collect();
    assert_eq!(items.len(), 2, "{short}");
    assert!(
        items[0].contains("7 comments, 38 words (1 minute)") && items[1].contains("`short`"),
        "{short}"
    );
    for left_out in [
        "- 1 added passage, 1 minute\n",
        "- 1 unique comment, 1 minute\n",
        "- not compared: 1 input, with",
    ] {
        assert!(short.contains(left_out), "{short}");
    }
    let usual = told(&durian(folder.path(), &["show", "report", "--reading-list"]));
    assert!(usual.starts_with("# What to read in 8 hours, at 200 words a minute\n"));
}

#[test]
fn what_is_new_is_marked_on_the_reading_list() {
    let folder = report_on(&reading_docket()[..6]);
    let lines: Vec<String> = reading_docket().iter().map(ToString::to_string).collect();
    fs::write(folder.path().join("docket.jsonl"), lines.join("\n")).expect("a docket");
    told(&durian(
        folder.path(),
        &["cluster", "docket.jsonl", "-o", "late", "--since", "report", "-q"],
    ));
    let list = told(&durian(folder.path(), &["show", "late", "--reading-list"]));
    assert!(list.contains("7 comments, 1 of them new, 38 words"), "{list}");
    assert_eq!(list.matches(", new, ").count() + list.matches(": new, ").count(), 3, "{list}");
}

#[test]
fn a_reading_list_takes_no_id() {
    let folder = report_on(&reading_docket());
    for (arguments, expect) in [
        (&["show", "report", "short", "--reading-list"][..], "cannot be used with"),
        (&["show", "report", "--hours", "2"], "required"),
        (&["show", "report", "short", "--hours", "2"], "cannot be used with"),
        (&["show", "report", "--reading-list", "--hours", "0"], "a positive number is needed"),
    ] {
        let output = durian(folder.path(), arguments);
        let talk = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {talk}");
        assert!(talk.contains(expect), "{arguments:?}: {talk}");
    }
}
