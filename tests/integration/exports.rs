//! Exports that hold the records of many dockets: a report for each docket.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use durian::report::schema::{Bucket, DocketState, Index, Totals};
use serde_json::{Value, json};

use crate::cli::{durian, folder_with};
use crate::each::{files, index, run, states, write};

const TABLE: &str = "\
Document ID,Docket ID,Comment,Is Withdrawn?,Received Date
EPA-2031-0001-0002,EPA-2031-0001,Please mend the bridge over the creek.,false,2031-05-02
EPA-2031-0001-0003,EPA-2031-0001,Please mend the bridge over the creek!,false,2031-05-01
r3,EPA-2031-0001,Gulls nest under the pier and nobody counts them.,false,2031-05-04
EPA-2031-0001-0004,,The ferry must go on sailing in the winter.,false,2031-05-04
EPA-2031-0001-0005,EPA-2031-0001,The toll is too high.,true,2031-05-03
FAA-2031-0007-0002,FAA-2031-0007,Please mend the bridge over the creek.,false,2031-05-03
r7,FAA-2031-0007,See attached,false,2031-05-03
r8,OST-2003-16128,The tower spoils the view of the harbour.,false,2031-05-03
EPA-2031-0001-0009
r10,,,false,2031-05-03
";
const LINES: &str = r#"{"id": "k1", "docket_id": "EPA-2031-0001", "text": "Please mend the bridge over the creek."}
{"id": "k2", "text": "Docket FAA-2031-0007: the aeroplanes are loud at night."}
{"id": "k3", "text": "The wells are dry since the quarry came."}
{"id": "k4", "docket_id": "FAA-2031-0007", "text": ""}
{"id": "k5""#;
const NAMES: [&str; 4] = ["DOT%3A2003%3A16128", "EPA-2031-0001", "FAA-2031-0007", "without-docket"];
const BOTH: [&str; 2] = ["export.csv", "more/export.jsonl"];

fn exports() -> tempfile::TempDir {
    folder_with(&[(BOTH[0], TABLE.as_bytes()), (BOTH[1], LINES.as_bytes())])
}

fn row<'a>(index: &'a Index, name: &str) -> &'a Totals {
    let row = index.dockets.iter().find(|it| it.docket == name);
    row.and_then(|it| it.totals.as_ref()).expect("a report")
}

fn report(folder: &Path) -> Value {
    let report = fs::read(folder.join("report.json")).expect("a report");
    serde_json::from_slice(&report).expect("JSON")
}

/// Runs on both exports.
fn each(path: &Path, more: &[&str]) -> (Option<i32>, String) {
    run(path, &[&["cluster", "--each"], &BOTH[..], more].concat())
}

#[test]
fn every_docket_of_an_export_has_a_report() {
    let folder = exports();
    let path = folder.path();
    let (code, said) = each(path, &["-o", "all", "--verify"]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("durian: EPA-2031-0001: export.csv#9: "), "{said}");
    let found = index(&path.join("all"));
    let unreadable = |name| (name, DocketState::SomeUnreadable);
    let done = |name| (name, DocketState::Done);
    let expect = [done(NAMES[0]), unreadable(NAMES[1]), done(NAMES[2]), unreadable(NAMES[3])];
    assert_eq!(states(&found), expect);
    let counts = |name: &str| {
        let totals = row(&found, name);
        let bucket = |bucket| totals.buckets.get(&bucket).copied().unwrap_or_default();
        (
            [totals.inputs, totals.comments],
            [Bucket::NoText, Bucket::Withdrawn, Bucket::Unreadable].map(bucket),
        )
    };
    assert_eq!(counts(NAMES[0]), ([1, 1], [0, 0, 0]));
    assert_eq!(counts(NAMES[1]), ([7, 5], [0, 1, 1]));
    assert_eq!(counts(NAMES[2]), ([4, 2], [2, 0, 0]));
    assert_eq!(counts(NAMES[3]), ([3, 1], [1, 0, 1]));
    // The sums are those of one run over everything.
    run(path, &[&["cluster"], &BOTH[..], &["-o", "whole"]].concat());
    let whole = report(&path.join("whole"));
    let sums = serde_json::to_value(&found.totals).expect("JSON");
    for count in ["inputs", "submissions", "comments"] {
        assert_eq!(sums[count], whole["totals"][count], "{count}");
    }
    for bucket in ["no_text", "withdrawn", "unreadable"] {
        let of = |totals: &Value| totals["buckets"][bucket].clone();
        assert_eq!(of(&sums), of(&whole["totals"]), "{bucket}");
    }
    let all = report(&path.join("all").join(NAMES[1]));
    assert_eq!(all["title"], "Comments on docket EPA-2031-0001");
    // Again, with another number of threads; then the index by itself.
    each(path, &["-o", "again", "-q", "--threads", "1"]);
    run(path, &["index", "again", "-q"]);
    for name in NAMES.iter().copied().chain([""]) {
        let of = |out: &str| files(&path.join(out).join(name));
        assert!(of("all") == of("again"), "{name}");
    }
}

/// A docket's report says what a run over a file of its own records says.
#[test]
fn a_docket_of_an_export_is_clustered_by_itself() {
    let folder = exports();
    let path = folder.path();
    let letters = [
        "Please mend the bridge over the creek before the winter comes.",
        "The quarry takes the water of our wells and of the whole valley.",
    ];
    let mut export = String::new();
    let mut own: BTreeMap<String, String> = BTreeMap::new();
    for n in 0..60 {
        let docket = format!("EPA-2031-000{}", n % 3);
        let mut text = letters[n % 2].to_owned();
        if n % 5 == 0 {
            text += &format!(" I have rowed across it {n} times since my youth.");
        }
        let line = json!({"id": format!("c{n}"), "docket_id": docket, "text": text});
        export += &format!("{line}\n");
        *own.entry(docket).or_default() += &format!("{line}\n");
    }
    write(path, "all.jsonl", &export);
    let (code, said) = run(path, &["cluster", "all.jsonl", "--each", "-o", "all", "-q"]);
    assert_eq!((code, said.as_str()), (Some(0), ""));
    let found = index(&path.join("all"));
    assert_eq!(found.dockets.len(), 3);
    for (docket, lines) in own {
        write(path, "own/all.jsonl", &lines);
        run(path, &["cluster", "own/all.jsonl", "-o", "one", "-q", "--replace"]);
        let (all, one) = (report(&path.join("all").join(&docket)), report(&path.join("one")));
        assert_eq!(all["totals"], one["totals"]);
        assert_eq!(all["title"], one["title"]);
        assert_eq!(all["totals"]["comments"], 20);
    }
}

#[test]
fn dockets_of_an_export_can_be_taken_one_by_one() {
    let folder = exports();
    let path = folder.path();
    each(path, &["-o", "all", "-q"]);
    let plan = [&["plan", "--each"], &BOTH[..], &["-o", "one"]].concat();
    let names = durian(path, &plan).stdout;
    let names: Vec<String> = serde_json::from_slice(&names).expect("names");
    assert_eq!(names, NAMES);
    for name in &names {
        let (code, _) = each(path, &["-o", "one", "-q", "--only", name]);
        let is_unreadable = [NAMES[1], NAMES[3]].contains(&&**name);
        assert_eq!(code, Some(if is_unreadable { 3 } else { 0 }), "{name}");
    }
    assert_eq!(run(path, &["index", "one", "-q"]).0, Some(3));
    for name in NAMES.iter().copied().chain([""]) {
        let of = |out: &str| files(&path.join(out).join(name));
        assert!(of("all") == of("one"), "{name}");
    }
    let (code, said) = each(path, &["-o", "one", "--only", "EPA-2031-0009"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("there is no docket `EPA-2031-0009`"), "{said}");
}

#[test]
fn exports_and_folders_go_together() {
    let folder = exports();
    let path = folder.path();
    write(path, "dockets/tower/a.txt", "A tower spoils the view.");
    let (code, said) = each(path, &["dockets", "-o", "all", "-q"]);
    assert_eq!(code, Some(3), "{said}");
    let found = index(&path.join("all"));
    let names: Vec<&str> = found.dockets.iter().map(|it| it.docket.as_str()).collect();
    assert_eq!(names, [&NAMES[..3], &["tower"], &NAMES[3..]].concat());
    write(path, "dockets/FAA-2031-0007/a.txt", "Too loud.");
    let (code, said) = each(path, &["dockets", "-o", "new"]);
    assert_eq!(code, Some(1));
    let same = "`dockets/FAA-2031-0007` and the records of `FAA-2031-0007` would have the same report folder";
    assert!(said.contains(same), "{said}");
    assert!(!path.join("new").exists());
}

#[test]
fn late_records_are_held_against_the_report_of_their_docket() {
    let folder = exports();
    let path = folder.path();
    let line = |id: &str, docket: &str, day: u32, text: &str| {
        let received = format!("2031-05-{day:02}");
        let line = json!({"id": id, "docket_id": docket, "receivedDate": received, "text": text});
        format!("{line}\n")
    };
    let (bridge, wells) = ("Please mend the bridge over the creek.", "The wells are dry now.");
    let mut export = String::new();
    for (docket, text) in [("EPA-2031-0001", bridge), ("FAA-2031-0007", wells)] {
        for n in 10..20 {
            export += &line(&format!("c{n}"), docket, n, text);
        }
    }
    write(path, "export.jsonl", &export);
    let week = |out: &str, more: &[&str]| {
        let each = ["cluster", "export.jsonl", "--each", "-q", "-o", out];
        assert_eq!(run(path, &[&each, more].concat()), (Some(0), String::new()));
    };
    week("week-1", &[]);
    // A copy that is older than the letter comes late; a docket is new.
    let signed = format!("{bridge}\n\nSincerely,\nAda Marrow");
    export += &line("c1", "EPA-2031-0001", 1, &signed);
    export += &line("c1", "NHTSA-2031-0009", 1, bridge);
    write(path, "export.jsonl", &export);
    week("week-2", &["--since", "week-1"]);
    let of = |week: &str, name: &str| report(&path.join(week).join(name));
    for name in ["EPA-2031-0001", "FAA-2031-0007"] {
        let [before, after] = ["week-1", "week-2"].map(|week| of(week, name));
        let reference = |report: &Value| report["clusters"][0]["reference"]["id"].clone();
        assert_eq!(reference(&before), reference(&after));
        assert_eq!(reference(&before), "c10");
        let n_new = i32::from(name == "EPA-2031-0001");
        assert_eq!(after["since"]["new_comments"], n_new);
    }
    assert_eq!(of("week-2", "NHTSA-2031-0009")["since"], Value::Null);
    // As in a run of its own the text is that of the copy that stood for all before.
    let own: Vec<&str> = export.lines().filter(|it| it.contains("EPA-")).collect();
    write(path, "own/export.jsonl", &own.join("\n"));
    let since = ["--since", "week-1/EPA-2031-0001", "-q", "-o", "one"];
    run(path, &[&["cluster", "own/export.jsonl"], &since[..]].concat());
    let clusters = |report: &Value| report["clusters"].clone();
    let all = of("week-2", "EPA-2031-0001");
    assert_eq!(clusters(&all), clusters(&report(&path.join("one"))));
}
