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

/// A letter that everybody begins with name, street and telephone, a comment that its record restricts, one that somebody
/// flags, and one of its own with a number to look at.
fn private_docket() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let docket = folder.path().join("docket");
    fs::create_dir(&docket).expect("a folder");
    for (at, (name, street)) in [
        ("Ada Quill", "12 Shore Road"),
        ("Bob Marsh", "7 Mill Lane"),
        ("Cleo Reed", "3 Quay Street"),
        ("Dan Ford", "88 Pine Hill"),
        ("Eve Hill", "41 Elm Court"),
        ("Gia Rowe", "9 Bay View"),
    ]
    .iter()
    .enumerate()
    {
        let text = format!(
            "My name is {name} and I live at {street} in Quill Point. You can reach me at (207) 555-013{at}.\n\n\
             Please keep the ferry landing open all year, for it has carried the families of the eastern shore to school and \
             market for sixty years, and nobody has said how they would travel when the road is under water. The clinic, the bakery and the garage on the quay live from those who cross, and a landing that is closed in winter will not be mended in spring.\n\nSincerely,\n{name}\n"
        );
        fs::write(docket.join(format!("l{at}.txt")), text).expect("a letter");
    }
    let record = |id: &str, text: &str, restricted: Value| {
        let attributes = serde_json::json!({"comment": text, "restrictReasonType": restricted});
        let record =
            serde_json::json!({"data": {"id": id, "type": "comments", "attributes": attributes}});
        fs::write(docket.join(format!("{id}.json")), record.to_string()).expect("a record");
    };
    record("own", "The toll is too high; write to gulls@mail.example.", Value::Null);
    record(
        "cbi",
        "The paint holds three parts of lead.",
        "Confidential Business Information (CBI)".into(),
    );
    record("odd", "A machine wrote that the pier is a boat.", Value::Null);
    fs::write(
        folder.path().join("flags.csv"),
        "id,flag,note\nodd,computer-generated,by its timing\nl0.txt,falsely attributed,\n",
    )
    .expect("flags");
    folder
}

/// The role of each input, and what is to be looked at.
fn roles(folder: &Path, posting: &str) -> BTreeMap<String, (String, String)> {
    let rows = table(folder, &format!("../{posting}/posting.csv"));
    rows[1..].iter().map(|row| (row[0].clone(), (row[1].clone(), row[3].clone()))).collect()
}

#[test]
fn nothing_private_is_posted() {
    let folder = private_docket();
    let path = folder.path();
    let flagged = ["cluster", "docket", "-o", "report", "--flags", "flags.csv", "--verify"];
    let output = durian(path, &flagged);
    let said = told(&output);
    assert!(
        said.contains("not to be posted: 1 computer-generated, 1 falsely attributed, 1 restricted"),
        "{said}"
    );
    let letter = "My name is […] and I live at […] in Quill Point. You can reach me at […].";
    let report = json(&path.join("report/report.json"));
    assert_eq!(report["clusters"][0]["reference"]["paragraphs"][0], letter);
    assert_eq!(report["totals"]["kept_back"]["restricted"], 1);
    let listed = table(path, "flagged.csv");
    assert_eq!(listed[0], ["id", "flag", "note"]);
    assert_eq!(
        listed[1..],
        [
            ["cbi", "restricted", "Confidential Business Information (CBI)"],
            ["l0.txt", "falsely attributed", ""],
            ["odd", "computer-generated", "by its timing"],
        ]
    );
    let output = durian(path, &["post", "report", "-o", "posting", "--verify"]);
    let warned = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(warned.contains("2 comments of those to post may name what is private"), "{warned}");
    let roles_now = roles(path, "posting");
    for kept_back in ["cbi", "l0.txt", "odd"] {
        assert_eq!(roles_now[kept_back].0, "set_aside", "{kept_back}");
    }
    assert_eq!(roles_now["own"], ("single".to_owned(), "mail addresses: 1".to_owned()));
    let representative = roles_now.values().find(|(role, _)| role == "representative");
    assert_eq!(representative.expect("one").1, "telephone numbers: 1");
    let posting = path.join("posting");
    for file in [
        fs::read_dir(posting.join("samples"))
            .expect("samples")
            .next()
            .expect("one")
            .expect("one")
            .path(),
        posting.join("campaigns-to-post.csv"),
    ] {
        let words = fs::read_to_string(&file).expect("words");
        for private in ["Quill and", "Shore Road", "Mill Lane", "555", "lead"] {
            assert!(!words.contains(private), "{private}: {words}");
        }
    }
    // What the report shows of the letter names nobody; each comment has its own words.
    let tables = fs::read_to_string(path.join("report/clusters.csv")).expect("a table");
    assert!(tables.contains("My name is […]") && !tables.contains("Mill Lane"), "{tables}");
}

/// Flags stay with `--since`, unless others are given; who is not there is named, and nothing is written.
#[test]
fn flags_stay_and_unknown_ids_are_named() {
    let folder = private_docket();
    let path = folder.path();
    told(&durian(path, &["cluster", "docket", "-o", "week-1", "-q", "--flags", "flags.csv"]));
    fs::write(path.join("docket/late.txt"), "The gulls like the landing as it is.")
        .expect("a file");
    fs::write(path.join("more.csv"), "id,flag\nlate.txt,private\n").expect("flags");
    told(&durian(
        path,
        &[
            "cluster", "docket", "-o", "week-2", "-q", "--verify", "--since", "week-1", "--flags",
            "more.csv",
        ],
    ));
    let kept_back = json(&path.join("week-2/report.json"))["totals"]["kept_back"].to_string();
    assert_eq!(
        kept_back,
        r#"{"computer-generated":1,"falsely attributed":1,"private":1,"restricted":1}"#
    );
    fs::write(path.join("wrong.csv"), "id,flag\nnobody,private\nown,private\n").expect("flags");
    let refused = durian(path, &["cluster", "docket", "-o", "week-3", "--flags", "wrong.csv"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        said.contains("`nobody`") && !said.contains("`own`") && !path.join("week-3").exists(),
        "{said}"
    );
}
