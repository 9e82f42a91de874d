//! `durian post`: what becomes of each input, and how many of each there are.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::cli::durian;
use crate::fixtures;
use crate::renderings::{report_of, table};
use crate::tables::told;

fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).expect("a file")).expect("JSON")
}

/// Posts the report of a fixture. Tells the folder with both.
fn posted(fixture: &str) -> TempDir {
    let folder = report_of(fixture);
    told(&durian(folder.path(), &["post", "report", "-o", "posting", "--verify"]));
    folder
}

/// Sums of roles equal the totals, every input is there once, and each campaign has one to post.
#[test]
fn every_input_of_every_fixture_has_one_role() {
    for fixture in fs::read_dir(fixtures()).expect("fixtures") {
        let fixture = fixture.expect("a fixture").file_name();
        let name = fixture.to_string_lossy();
        if !fixtures().join(&*name).join("docket").is_dir() {
            continue;
        }
        let folder = posted(&name);
        let totals = json(&folder.path().join("report/report.json"))["totals"].clone();
        let rows = table(folder.path(), "../posting/posting.csv");
        assert_eq!(rows[0], ["id", "role", "campaign", "to_check"]);
        let mut n: BTreeMap<&str, u64> = BTreeMap::new();
        for row in &rows[1..] {
            *n.entry(row[1].as_str()).or_default() += 1;
        }
        let role = |role| n.get(role).copied().unwrap_or_default();
        let total = |name: &str| totals[name].as_u64().expect("a number");
        let ids: BTreeSet<&String> = rows[1..].iter().map(|row| &row[0]).collect();
        assert_eq!(ids.len() as u64, total("inputs"), "{name}");
        assert_eq!(role("representative"), total("n_campaigns"), "{name}");
        assert_eq!(role("set_aside"), total("inputs") - total("comments"), "{name}");
        let of_campaigns: BTreeSet<&String> =
            rows[1..].iter().filter(|row| row[1] == "representative").map(|row| &row[2]).collect();
        assert_eq!(of_campaigns.len() as u64, total("n_campaigns"), "{name}");
    }
}

/// The earliest comment that is the letter word for word is posted, under the title of docket offices.
#[test]
fn the_earliest_letter_stands_for_its_campaign() {
    let folder = posted("sample-docket");
    let posting = folder.path().join("posting");
    let campaigns = table(folder.path(), "../posting/campaigns-to-post.csv");
    let first = &campaigns[1];
    assert!(
        first[1].starts_with("Mass Comment Campaign: ")
            && first[1].ends_with(" copies). Sample attached")
    );
    let lines = fs::read_to_string(folder.path().join("report/documents.jsonl"));
    let earliest = lines
        .expect("lines")
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .filter(|line| line["campaign"] == first[0] && line["category"] == "exact")
        .map(|line| (line["timestamp"].to_string(), line["id"].as_str().expect("an id").to_owned()))
        .min();
    assert_eq!(earliest.map(|(_, id)| id).as_ref(), Some(&first[5]));
    let words = fs::read_to_string(posting.join(&first[7])).expect("the words");
    let report = json(&folder.path().join("report/report.json"));
    let paragraph = report["clusters"][0]["reference"]["paragraphs"][0].as_str().expect("words");
    assert!(words.starts_with(paragraph));
}

/// What somebody said of the sample is computed with its interval; what is neither yes nor no is refused.
#[test]
fn the_error_is_measured_on_what_was_looked_at() {
    let folder = posted("sample-docket");
    let sample = folder.path().join("posting/sample.csv");
    let table = fs::read_to_string(&sample).expect("a sample");
    let n_copies = table.lines().filter(|line| line.contains(",copy,")).count();
    let checked = |answer: &str| {
        let filled: Vec<String> = table
            .lines()
            .map(|line| {
                line.strip_suffix(',').map_or(line.to_owned(), |row| format!("{row},{answer}"))
            })
            .collect();
        fs::write(folder.path().join("checked.csv"), filled.join("\n")).expect("written");
        durian(folder.path(), &["post", "report", "-o", "again", "--checked", "checked.csv"])
    };
    told(&checked("yes"));
    let method = fs::read_to_string(folder.path().join("again/method.md")).expect("a page");
    let expect =
        format!("Of {n_copies} comments counted as copies, drawn blindly, 0 are wrong: 0.0 %");
    assert!(method.contains(&expect) && method.contains("Wilson's score interval"), "{method}");
    let refused = checked("maybe");
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("`maybe` is neither yes nor no"), "{said}");
    assert_eq!(refused.status.code(), Some(1));
}
