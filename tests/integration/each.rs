//! Many dockets in one run: a report for each, and the index of all.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use durian::report::schema::{DocketState, Index};
use durian::report::tables::TABLES;
use serde_json::Value;
use tempfile::TempDir;

use crate::cli::{durian, folder_with};
use crate::fixtures;

/// The dockets of [`dockets`], in the order in which they are taken.
const NAMES: [&str; 3] = ["harbor", "records", "signature"];

/// A folder with three dockets, one of which has inputs that cannot be read.
fn dockets() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let of = ["sample-docket", "record-formats", "signature-only"];
    for (name, fixture) in NAMES.into_iter().zip(of) {
        let to = folder.path().join("dockets").join(name);
        copy(&fixtures().join(fixture).join("docket"), &to);
    }
    write(folder.path(), "dockets/records/cut.json", "{");
    folder
}

pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).expect("a copy");
        }
    }
}

pub(crate) fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    fs::write(path, text).expect("a file");
}

/// Runs, and gives exit code and standard error.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output: Output = durian(folder, arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), said)
}

pub(crate) fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let files = entries.filter(|entry| entry.path().is_file());
    let read = |path: PathBuf| (path.clone(), fs::read(path).expect("a file"));
    files
        .map(|entry| read(entry.path()))
        .map(|(path, bytes)| (path.file_name().expect("a name").into(), bytes))
        .collect()
}

pub(crate) fn index(out: &Path) -> Index {
    serde_json::from_slice(&fs::read(out.join("index.json")).expect("an index")).expect("JSON")
}

pub(crate) fn states(index: &Index) -> Vec<(&str, DocketState)> {
    let dockets = index.dockets.iter();
    dockets.map(|it| (it.docket.as_str(), it.state)).collect()
}

#[test]
fn reports_are_those_of_runs_of_their_own() {
    let folder = dockets();
    let path = folder.path();
    let (code, said) = run(path, &["cluster", "dockets", "--each", "-o", "all"]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("durian: records: dockets/records/cut.json: "), "{said}");
    for name in NAMES {
        let (docket, out) = (format!("dockets/{name}"), format!("one/{name}"));
        run(path, &["cluster", &docket, "-o", &out]);
        let (all, one) = (files(&path.join("all").join(name)), files(&path.join(&out)));
        assert_eq!(all.len(), 11);
        assert!(all == one, "{name}");
    }
    // Again, into a folder between the dockets, with another number of threads.
    let again = ["cluster", "dockets", "--each", "-o", "dockets/out", "-q", "--threads", "1"];
    for _ in 0..2 {
        assert_eq!(run(path, &again), (Some(3), String::new()));
        assert!(files(&path.join("dockets/out")) == files(&path.join("all")));
    }
    let wrong = run(path, &["cluster", "dockets", "--each", "-o", "dockets"]);
    assert_eq!(wrong.0, Some(1));
    assert!(wrong.1.contains("contains the dockets"), "{}", wrong.1);
}

#[test]
fn the_index_lists_and_sums() {
    let folder = dockets();
    let out = folder.path().join("all");
    run(folder.path(), &["cluster", "dockets", "--each", "-o", "all", "-q"]);
    let found = index(&out);
    let unreadable = ("records", DocketState::SomeUnreadable);
    let done = |name| (name, DocketState::Done);
    assert_eq!(states(&found), [done("harbor"), unreadable, done("signature")]);
    // Every row is the totals of its report, and the sum theirs.
    let mut n_inputs = 0;
    let mut buckets = BTreeMap::<String, u64>::new();
    for docket in &found.dockets {
        let report = out.join(docket.report.as_deref().expect("a folder"));
        let report = fs::read(report.join("report.json")).expect("a report");
        let report: Value = serde_json::from_slice(&report).expect("JSON");
        let totals = serde_json::to_value(&docket.totals).expect("JSON");
        assert_eq!(totals, report["totals"]);
        assert_eq!(docket.title.as_deref(), report["title"].as_str());
        n_inputs += totals["inputs"].as_u64().expect("a number");
        for (bucket, n) in totals["buckets"].as_object().expect("buckets") {
            *buckets.entry(bucket.clone()).or_default() += n.as_u64().expect("a number");
        }
    }
    let sum = serde_json::to_value(&found.totals).expect("JSON");
    assert_eq!(sum["inputs"], n_inputs);
    assert_eq!(sum["buckets"], serde_json::to_value(buckets).expect("JSON"));
    // The table has the columns that are explained; the last row is the sum of the others.
    let table = fs::read(out.join("index.csv")).expect("a table");
    let table = table.strip_prefix(b"\xEF\xBB\xBF").expect("a byte order mark");
    let mut table = ::csv::ReaderBuilder::new().has_headers(false).from_reader(table);
    let rows: Vec<_> = table.records().map(|row| row.expect("a row")).collect();
    let explained = TABLES.iter().find(|of| of.file == Some("index.csv"));
    let columns = explained.expect("a table").columns.iter();
    assert!(rows[0].iter().eq(columns.map(|column| column.name)));
    assert_eq!(rows.len(), 5);
    assert_eq!((&rows[1][0], &rows[4][0], &rows[4][1]), ("harbor", "", "sum"));
    for (column, name) in rows[0].iter().enumerate().skip(5) {
        let count = |row: usize| rows[row][column].parse::<u64>().expect("a number");
        assert_eq!((1..4).map(count).sum::<u64>(), count(4), "{name}");
    }
    // The form is the one that is described.
    let schema = durian(folder.path(), &["schema", "index"]).stdout;
    let schema: Value = serde_json::from_slice(&schema).expect("a schema");
    let instance = serde_json::to_value(&found).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a valid schema");
    assert!(validator.is_valid(&instance));
}

#[test]
fn a_bad_docket_stops_no_other() {
    let folder = dockets();
    let path = folder.path();
    fs::create_dir(path.join("dockets/empty")).expect("a folder");
    write(path, "dockets/pictures/a.png", "\u{89}PNG\r\n\u{1a}\n\0\0");
    // Somebody's letters stand where the report of a docket would.
    write(path, "all/signature/mine.txt", "mine");
    let each = ["cluster", "dockets", "--each", "-o", "all", "-q"];
    let (code, said) = run(path, &each);
    assert_eq!(code, Some(3));
    let found = index(&path.join("all"));
    let failed = [
        ("empty", "no input found"),
        ("pictures", "no comment could be read"),
        ("signature", "`all/signature` exists and is not a DURIAN report"),
    ];
    for (name, why) in failed {
        assert!(said.contains(&format!("durian: {name}: {why}")), "{said}");
        let row = found.dockets.iter().find(|it| it.docket == name);
        let row = row.expect("a row");
        assert_eq!(row.state, DocketState::Failed);
        assert!(row.reason.as_ref().is_some_and(|it| it.starts_with(why)));
        assert!(row.report.is_none() && row.totals.is_none());
    }
    assert_eq!(said.lines().count(), 3, "{said}");
    assert_eq!(found.dockets.len(), 5);
    assert!(path.join("all/harbor/report.html").is_file());
    assert!(path.join("all/records/report.html").is_file());
    // Where all fail there is an index still.
    for name in ["harbor", "records"] {
        fs::remove_dir_all(path.join("dockets").join(name)).expect("removed");
    }
    let (code, said) = run(path, &each);
    assert_eq!(code, Some(1), "{said}");
    assert_eq!(index(&path.join("all")).n_dockets(DocketState::Failed), 3);
    // The report of a docket that is gone stays.
    assert!(path.join("all/harbor/report.html").is_file());
}

#[test]
fn files_beside_the_dockets_are_a_docket() {
    let folder = dockets();
    let path = folder.path();
    write(path, "dockets/b.txt", "The ferry must go on sailing in the winter.");
    write(path, "dockets/a.txt", "Gulls nest under the pier, all four of them.");
    write(path, "dockets/.hidden/c.txt", "A cache of some program.");
    let (code, said) = run(path, &["cluster", "dockets", "--each", "-o", "all"]);
    assert_eq!(code, Some(3));
    assert!(said.contains("dockets/.hidden: a hidden folder, which is no docket"), "{said}");
    let found = index(&path.join("all"));
    let names: Vec<&str> = found.dockets.iter().map(|it| it.docket.as_str()).collect();
    assert_eq!(names, ["dockets", "harbor", "records", "signature"]);
    run(path, &["cluster", "dockets/a.txt", "dockets/b.txt", "-o", "one"]);
    assert!(files(&path.join("one")) == files(&path.join("all/dockets")));
    // Their name is taken: nothing is lost in silence.
    write(path, "dockets/dockets/d.txt", "The toll is too high.");
    let (code, said) = run(path, &["cluster", "dockets", "--each", "-o", "new"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("would have the same report folder"), "{said}");
    assert!(!path.join("new").exists());
}

#[test]
fn an_index_is_made_of_reports_that_stand() {
    let folder = dockets();
    let path = folder.path();
    fs::create_dir(path.join("dockets/empty")).expect("a folder");
    let each = ["cluster", "dockets", "--each", "-o", "all"];
    run(path, &each);
    let all = path.join("all");
    let before = files(&all);
    assert_eq!(before.len(), 3);
    let reason = index(&all).dockets[0].reason.clone().expect("a reason");
    fs::remove_file(all.join("index.json")).expect("removed");
    let dockets = |dockets: serde_json::Value| {
        write(path, "dockets.json", &dockets.to_string());
    };
    dockets(
        serde_json::json!({"empty": reason, "harbor": null, "records": null, "signature": null}),
    );
    let (code, said) = run(path, &["index", "all", "--dockets", "dockets.json"]);
    assert_eq!(code, Some(3));
    assert_eq!(said, format!("durian: empty: {reason}\n"));
    assert!(files(&all) == before);
    // What failed since counts as failed, what is not named counts nowhere.
    dockets(serde_json::json!({"harbor": "the machine was gone", "records": null}));
    let remade = ["index", "all", "--dockets", "dockets.json"];
    assert_eq!(run(path, &remade).0, Some(3));
    let expect = [("harbor", DocketState::Failed), ("records", DocketState::SomeUnreadable)];
    assert_eq!(states(&index(&all)), expect);
    assert_eq!(run(path, &["index", "all"]).0, Some(3));
    let expect = [
        ("harbor", DocketState::Done),
        ("records", DocketState::SomeUnreadable),
        ("signature", DocketState::Done),
    ];
    assert_eq!(states(&index(&all)), expect);
    // A report that cannot be read is told, too.
    fs::write(all.join("signature/report.json"), r#"{"schema_version": 2, "durian""#)
        .expect("a file");
    let (code, said) = run(path, &["index", "all", "-q"]);
    assert_eq!(code, Some(3));
    assert!(said.contains("durian: signature: cannot read `all/signature/report.json`"), "{said}");
}

#[test]
fn folders_that_are_no_place_for_an_index_are_refused() {
    let folder = folder_with(&[
        ("dockets/ferry/a.txt", b"Please mend the bridge."),
        ("mine/index.json", b"{}"),
        ("table/index.csv", b"name,age"),
        ("none/mine.txt", b"mine"),
    ]);
    let path = folder.path();
    run(path, &["read", "dockets/ferry/a.txt", "-o", "dockets/ferry/shard"]);
    let single = ["cluster", "dockets/ferry/a.txt", "-o", "single"];
    assert_eq!(run(path, &single).0, Some(0));
    let check = |arguments: &[&str], code: i32, expect: &str| {
        let (ended, said) = run(path, arguments);
        assert_eq!(ended, Some(code), "{said}");
        assert!(said.contains(expect), "{said}");
    };
    let each = |out, code, expect| {
        check(&["cluster", "dockets", "--each", "-o", out], code, expect);
    };
    each("single", 1, "`single` holds the report of one docket");
    each("mine", 1, "`mine/index.json` exists and is no index of ours");
    each("table", 1, "`table/index.csv` exists and is no index of ours");
    each("-", 2, "cannot be used with `--output -`");
    check(&["index", "none"], 1, "`none` holds no report folder");
    check(&["index", "gone"], 1, "`gone` is no folder");
    check(&["cluster", "dockets/ferry/shard", "--each"], 1, "`dockets/ferry/shard` is a shard");
    check(&["cluster", "-", "--each"], 1, "not standard input");
    check(&["cluster", "none/gone", "--each"], 1, "`none/gone` is no folder and no file");
    for other in ["--title", "--constraints"] {
        check(&["cluster", "dockets", "--each", other, "x"], 2, "cannot be used with");
    }
}

#[test]
fn each_docket_is_held_against_its_earlier_report() {
    let folder = folder_with(&[
        ("dockets/ferry/a.txt", b"Please mend the bridge over the creek."),
        ("dockets/quarry/a.txt", b"The wells are dry since the quarry came."),
    ]);
    let path = folder.path();
    run(path, &["cluster", "dockets", "--each", "-o", "week-1"]);
    write(path, "dockets/ferry/b.txt", "The toll is too high for those who row.");
    write(path, "dockets/tower/a.txt", "A tower spoils the view.");
    let late = ["cluster", "dockets", "--each", "--since", "week-1", "-o", "week-2"];
    assert_eq!(run(path, &late), (Some(0), String::new()));
    let one = ["cluster", "dockets/ferry", "--since", "week-1/ferry", "-o", "one"];
    run(path, &one);
    assert!(files(&path.join("one")) == files(&path.join("week-2/ferry")));
    let report = |name: &str| -> Value {
        let report = path.join("week-2").join(name).join("report.json");
        serde_json::from_slice(&fs::read(report).expect("a report")).expect("JSON")
    };
    assert_eq!(report("ferry")["since"]["new_comments"], 1);
    assert_eq!(report("quarry")["since"]["new_comments"], 0);
    assert_eq!(report("tower")["since"], Value::Null);
    let wrong = ["cluster", "dockets", "--each", "--since", "dockets", "-o", "week-3"];
    let (code, said) = run(path, &wrong);
    assert_eq!(code, Some(1));
    assert!(said.contains("`dockets` holds no report of any of these dockets"), "{said}");
}

/// The files of an index are no comments to a run that finds them.
#[test]
fn an_index_is_no_docket() {
    let folder = dockets();
    let path = folder.path();
    fs::create_dir(path.join("dockets/empty")).expect("a folder");
    run(path, &["cluster", "dockets", "--each", "-o", "dockets/old", "-q"]);
    run(path, &["cluster", "dockets", "--each", "-o", "all", "-q"]);
    assert_eq!(index(&path.join("all")).dockets.len(), 4);
    run(path, &["cluster", "dockets/old", "-o", "one", "-q"]);
    assert!(!path.join("one").exists());
}
