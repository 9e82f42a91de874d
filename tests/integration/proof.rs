//! `--verify` is a proof: whatever number two places tell, none of them can be another one by one unseen.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Cursor, Read};
use std::path::Path;

use durian::config::Config;
use durian::detection::Detection;
use durian::ingest;
use durian::report::schema::{DocumentLine, Report};
use serde_json::{Number, Value};

use crate::late::beside;
use crate::renderings::report_of;
use crate::{detect_with, fixtures};

/// Numbers of one kind that are changed in a docket: those of ten clusters tell no more than those of three.
const OF_A_KIND: usize = 3;

/// A report and what it is held against.
struct Made {
    detection: Detection,
    lines: Vec<String>,
    report: Value,
}

impl Made {
    fn of(docket: &Path, config: &Config) -> Self {
        let (detection, report, lines) = detect_with(docket, config);
        let lines = lines.iter().map(|line| serde_json::to_string(line).expect("JSON"));
        let lines = lines.collect();
        Self { detection, lines, report: serde_json::to_value(report).expect("JSON") }
    }

    /// What is said of a report; nothing where it holds.
    fn said(&self, report: &Value) -> String {
        let report: Report = serde_json::from_value(report.clone()).expect("a report");
        let lines = self.lines.iter().map(|line| Ok(serde_json::from_str(line)?));
        let proved = durian::report::verify(&self.detection, &report, lines);
        proved.err().map(|error| format!("{error:#}")).unwrap_or_default()
    }
}

/// A docket's report beside one of its first half.
fn late(docket: &Path) -> Made {
    let (_, report, mut lines) = detect_with(docket, &Config::default());
    // As if every fifth comment had not been there, and another had been elsewhere.
    lines.retain(|line| !line.id.len().is_multiple_of(5) || line.category.is_none());
    Made::of(docket, &beside(&report, lines))
}

/// Where the numbers of a report stand, by the names on the way.
fn numbers(value: &Value, path: &str, kind: &str, found: &mut BTreeMap<String, Vec<String>>) {
    match value {
        Value::Number(_) => found.entry(kind.to_owned()).or_default().push(path.to_owned()),
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                numbers(item, &format!("{path}/{at}"), &format!("{kind}/*"), found);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                numbers(field, &format!("{path}/{name}"), &format!("{kind}/{name}"), found);
            }
        }
        _ => {}
    }
}

/// The first, the last and some between them.
fn some<T>(all: &[T]) -> impl Iterator<Item = &T> {
    let step = all.len().div_ceil(OF_A_KIND).max(1);
    all.iter().step_by(step).chain(all.last())
}

fn one_more(number: &Number) -> Number {
    match number.as_u64() {
        Some(n) => (n + 1).into(),
        None => Number::from_f64(number.as_f64().expect("a number") + 1.0).expect("finite"),
    }
}

/// Kinds of numbers of which nothing else tells, so that no proof finds another one: settings and limits, what the stages
/// judged (shares, distances, kept paragraphs, words of an edit), and what was in an earlier report. A field that is added
/// later is proved, or named here.
const TOLD_ONCE: &str = include_str!("told_once.txt");

#[test]
fn no_number_that_two_places_tell_can_be_another_one() {
    let (mut kinds, mut found) = (BTreeSet::new(), BTreeSet::new());
    let known = fixtures().join("known-text/known");
    let mut dockets: Vec<Made> = Vec::new();
    let mut names: Vec<_> = fs::read_dir(fixtures()).expect("fixtures").flatten().collect();
    names.sort_unstable_by_key(fs::DirEntry::file_name);
    for folder in names.iter().map(fs::DirEntry::path).filter(|path| path.join("docket").is_dir()) {
        let mut config = Config::default();
        if folder.ends_with("known-text") {
            config.known =
                ingest::read_known(std::slice::from_ref(&known), &config.ingest).expect("texts");
        }
        dockets.push(Made::of(&folder.join("docket"), &config));
    }
    dockets.push(late(&fixtures().join("sample-docket/docket")));
    dockets.push(late(&fixtures().join("campaigns/docket")));
    for made in dockets {
        assert_eq!(made.said(&made.report), "");
        let mut of_docket = BTreeMap::new();
        numbers(&made.report, "", "", &mut of_docket);
        for (kind, paths) in of_docket {
            for path in some(&paths) {
                let mut report = made.report.clone();
                let number = report.pointer_mut(path).expect("it is there");
                *number = one_more(number.as_number().expect("a number")).into();
                if !made.said(&report).is_empty() {
                    found.insert(kind.clone());
                }
            }
            kinds.insert(kind);
        }
    }
    let unproved: Vec<&str> = kinds.difference(&found).map(String::as_str).collect();
    assert_eq!(unproved.join("\n"), TOLD_ONCE.trim_end());
}

/// The files that are proved.
const FILES: [&str; 8] = [
    "campaigns.csv",
    "clusters.csv",
    "comments.csv",
    "added-text.csv",
    "said_by_many.csv",
    "known.csv",
    "to-fetch.csv",
    "report.html",
];
/// Columns that may hold nothing but digits and are no numbers.
const NAMES: [&str; 4] = ["id", "cluster", "state", "first_comment"];

#[test]
fn no_number_of_a_table_or_total_of_the_page_can_be_another_one() {
    let mut n_changed: BTreeMap<&str, usize> = BTreeMap::new();
    for fixture in ["sample-docket", "campaigns", "opposite-stance", "record-formats", "bundle"] {
        let folder = report_of(fixture);
        let file = |name: &str| fs::read(folder.path().join("report").join(name));
        let report: Report =
            serde_json::from_slice(&file("report.json").expect("it")).expect("a report");
        let documents = String::from_utf8(file("documents.jsonl").expect("it")).expect("UTF-8");
        let lines = || {
            let lines = documents.lines();
            lines.map(|line| Ok(serde_json::from_str::<DocumentLine>(line)?))
        };
        // What is said where a file is another one.
        let said = |other: Option<(&str, Vec<u8>)>| {
            let open = |name: &str| -> anyhow::Result<Option<Box<dyn Read>>> {
                let bytes = match &other {
                    Some((changed, bytes)) if *changed == name => Some(bytes.clone()),
                    _ => file(name).ok(),
                };
                Ok(bytes.map(|bytes| Box::new(Cursor::new(bytes)) as Box<dyn Read>))
            };
            let proved = durian::report::verify_files(&report, lines(), &open);
            proved.err().map(|error| format!("{error:#}")).unwrap_or_default()
        };
        assert_eq!(said(None), "", "{fixture}");
        for name in FILES {
            let Ok(bytes) = file(name) else { continue };
            let others = if name == "report.html" { screens(&bytes) } else { tables(&bytes) };
            *n_changed.entry(name).or_default() += others.len();
            for (what, other) in others {
                let said = said(Some((name, other)));
                assert!(said.contains(name), "{fixture}: {name}: {what} may be another: {said}");
            }
        }
    }
    assert!(n_changed["report.html"] > 30 && n_changed["comments.csv"] > 20, "{n_changed:?}");
}

/// The tables that differ from a table in one number.
fn tables(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let rows: Vec<csv::StringRecord> = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(bytes)
        .records()
        .collect::<Result<_, _>>()
        .expect("a table");
    let mut others = Vec::new();
    for (at, name) in rows[0].iter().enumerate().filter(|(_, name)| !NAMES.contains(name)) {
        let filled: Vec<usize> = (1..rows.len()).filter(|row| !rows[*row][at].is_empty()).collect();
        if filled.iter().all(|row| rows[*row][at].parse::<f64>().is_ok()) {
            others.extend(some(&filled).map(|changed| {
                let mut table = csv::Writer::from_writer(Vec::new());
                for (number, row) in rows.iter().enumerate() {
                    let cells = row.iter().enumerate().map(|(column, cell)| {
                        match (number == *changed && column == at, cell.parse::<f64>()) {
                            (true, Ok(n)) if cell.contains('.') => format!("{:.6}", n + 1.0),
                            (true, Ok(n)) => (n + 1.0).to_string(),
                            _ => cell.to_owned(),
                        }
                    });
                    table.write_record(cells).expect("a row");
                }
                (format!("{name}, row {changed}"), table.into_inner().expect("bytes"))
            }));
        }
    }
    // A row less is no report either.
    if rows.len() > 1 {
        let mut table = csv::Writer::from_writer(Vec::new());
        rows[..rows.len() - 1].iter().for_each(|row| table.write_record(row).expect("a row"));
        others.push(("the last row".to_owned(), table.into_inner().expect("bytes")));
    }
    others
}

/// The pages that differ from a page in a digit of a total.
fn screens(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let page = std::str::from_utf8(bytes).expect("UTF-8");
    let totals = page.match_indices(" data-total=\"").map(|(start, _)| {
        let at = start + page[start..].find('>').expect("a tag") + 1;
        let mut other = bytes.to_vec();
        other[at] = if bytes[at] == b'9' { b'8' } else { bytes[at] + 1 };
        (page[start..=at].to_owned(), other)
    });
    totals.collect()
}
