//! `durian evaluate` and `durian compare` on a fixture.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::fixtures;

fn durian(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_durian"));
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    command.output().expect("the program starts")
}

fn sample() -> (PathBuf, String) {
    let folder = fixtures().join("sample-docket");
    (folder.join("docket"), folder.join("labels.json").display().to_string())
}

fn json(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON alone")
}

/// A folder with a report of the sample docket.
fn report() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let output = durian(
        folder.path(),
        &["cluster", &sample().0.display().to_string(), "-o", "report", "-q"],
    );
    assert_eq!(output.status.code(), Some(0));
    folder
}

#[test]
fn a_report_is_compared_with_labels() {
    let folder = report();
    let (_, labels) = sample();
    let output = durian(folder.path(), &["evaluate", "report", "--labels", &labels]);
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stdout));
    let found = json(&durian(
        folder.path(),
        &["evaluate", "report/documents.jsonl", "--labels", &labels, "--json"],
    ));
    for (object, fields) in [
        ("pairwise", &["precision", "recall", "f1"][..]),
        ("micro", &["ac1", "kappa"]),
        ("macro", &["ac1", "kappa"]),
    ] {
        for field in fields {
            assert_eq!(found[object][field], 1.0, "{object}.{field}");
        }
    }
    for (name, scores) in found["categories"].as_object().expect("categories") {
        assert_eq!(scores["f1"], 1.0, "{name}");
    }
    assert_eq!(found["ids"]["missing"], 0);
}

/// A wrong prediction shows: one of the 17 comments of the larger letter is put into the other one.
#[test]
fn a_wrong_cluster_costs() {
    let folder = report();
    let path = folder.path().join("report/documents.jsonl");
    let lines = fs::read_to_string(&path).expect("a report");
    let of = |line: &str| -> Value { serde_json::from_str(line).expect("a line") };
    let other = lines.lines().map(of).find(|line| {
        line["id"] != "key-block.eml"
            && line["cluster"].is_string()
            && line["cluster"] != "cdc2543ab5a55"
    });
    let other = other.expect("a second letter")["cluster"].clone();
    let moved = lines.lines().map(|line| {
        let mut line = of(line);
        if line["id"] == "key-block.eml" {
            line["cluster"] = other.clone();
        }
        line.to_string()
    });
    fs::write(&path, moved.collect::<Vec<_>>().join("\n")).expect("a file");
    let found =
        json(&durian(folder.path(), &["evaluate", "report", "--labels", &sample().1, "--json"]));
    // 17 and 7 comments have 136 + 21 pairs. Of the larger 16 pairs are lost; 7 wrong ones are made.
    let check = |value: &Value, expect: f64| {
        assert!(
            (value.as_f64().expect("a number") - expect).abs() < 1e-9,
            "{value} is not {expect}"
        )
    };
    check(&found["pairwise"]["recall"], 141.0 / 157.0);
    check(&found["pairwise"]["precision"], 141.0 / 148.0);
    check(&found["categories"]["key_block"]["f1"], 0.0);
}

/// Labels of the fixture `campaigns`, in which the first part of an id says what the comment is.
fn labels_of_campaigns(campaign_of: impl Fn(&'static str) -> &'static str) -> String {
    let kinds = [
        ("spun", 40),
        ("kit", 12),
        ("seals-first", 6),
        ("seals-second", 6),
        ("rewritten", 12),
        ("points", 8),
        ("own", 10),
    ];
    let mut labels = "id,campaign\n".to_owned();
    for (kind, n) in kinds {
        for number in 1..=n {
            labels += &format!("{kind}-{number:02},{}\n", campaign_of(kind));
        }
    }
    labels
}

/// Who wrote in their own words is in no campaign, whatever facts they name; the two versions of a letter are in one.
fn right_campaign(kind: &str) -> &str {
    match kind {
        "own" | "rewritten" | "points" => "",
        "seals-first" | "seals-second" => "seals",
        kind => kind,
    }
}

/// The fixture has campaigns of 40 copies worded anew, of 12 copies of a kit and of two versions of 6 copies each: 780 + 2 · 66
/// = 912 pairs, and 30 comments alone. Who says that the versions are two campaigns finds 6 · 6 pairs wrong.
#[test]
fn campaigns_are_compared_with_labels() {
    let folder = TempDir::new().expect("a folder");
    let docket = fixtures().join("campaigns/docket").display().to_string();
    let output = durian(folder.path(), &["cluster", &docket, "-o", "report", "-q"]);
    assert_eq!(output.status.code(), Some(0));
    let check = |labels: &str, precision: f64, n_labelled: u64| {
        fs::write(folder.path().join("labels.csv"), labels).expect("a file");
        let arguments = ["evaluate", "report", "--labels", "labels.csv", "--json"];
        let found = &json(&durian(folder.path(), &arguments))["campaigns"];
        let figure = |value: &Value| value.as_f64().expect("a number");
        assert!((figure(&found["pairwise"]["precision"]) - precision).abs() < 1e-9);
        assert_eq!(figure(&found["pairwise"]["recall"]), 1.0);
        assert_eq!(found["labelled_clusters"], n_labelled);
        assert_eq!(found["predicted_clusters"], 33);
    };
    check(&labels_of_campaigns(right_campaign), 1.0, 33);
    let apart = |kind: &'static str| match kind {
        "seals-first" | "seals-second" => kind,
        kind => right_campaign(kind),
    };
    check(&labels_of_campaigns(apart), 876.0 / 912.0, 34);
    let output = durian(folder.path(), &["evaluate", "report", "--labels", "labels.csv"]);
    let tables = String::from_utf8_lossy(&output.stdout).into_owned();
    for told in [
        "34 labeled campaigns, 33 predicted; a comment alone is one",
        "| per campaign (macro) |",
        "| F of campaigns ",
    ] {
        assert!(tables.contains(told), "{told}");
    }
}

/// Judged pairs need no labels; beside labels both are told, and similarities are tried on just these pairs: of
/// the three that are judged one is of two exact copies.
#[test]
fn judged_pairs_are_compared() {
    let folder = report();
    let (docket, labels) = sample();
    let judged = "a,b,judgement\nexact-1.eml,key-block.eml,same\nexact-1.eml,exact-2.eml,same\nexact-1.eml,unique-1.eml,different\n";
    fs::write(folder.path().join("judged.csv"), judged).expect("a file");
    let arguments = ["evaluate", "report", "--pairs", "judged.csv"];
    let output = durian(folder.path(), &arguments);
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stdout), @r"
    3 judged pairs, 0 of them missing in the report

    | judged pairs    | precision | recall |    F1 |   AC1 | kappa |   MCC |
    |-----------------|----------:|-------:|------:|------:|------:|------:|
    | in one cluster  |     1.000 |  1.000 | 1.000 | 1.000 | 1.000 | 1.000 |
    | in one campaign |     1.000 |  1.000 | 1.000 | 1.000 | 1.000 | 1.000 |
    ");
    let both = [&arguments[..], &["--labels", &labels, "--json"]].concat();
    let found = json(&durian(folder.path(), &both));
    assert_eq!(found["judged_pairs"]["clusters"]["f1"], 1.0);
    assert_eq!(found["pairwise"]["f1"], 1.0);
    let docket = docket.display().to_string();
    let arguments = ["compare", &docket, "--labels", &labels, "--pairs"];
    let found = json(&durian(folder.path(), &[&arguments[..], &["judged.csv", "--json"]].concat()));
    let pairs =
        serde_json::json!({"drawn": 2, "is_all": false, "are_judged": true, "near_duplicates": 1});
    assert_eq!(found["pairs"], pairs);
}

#[test]
fn what_cannot_be_evaluated_is_told() {
    let folder = report();
    fs::write(folder.path().join("labels.csv"), "id,cluster\nelsewhere,a\n").expect("a file");
    fs::create_dir(folder.path().join("empty")).expect("a folder");
    let runs = [
        vec!["evaluate", "report", "--labels", "labels.csv"],
        vec!["evaluate", "report", "--labels", "missing.jsonl"],
        vec!["evaluate", "empty", "--labels", "labels.csv"],
        vec!["evaluate", "labels.csv", "--labels", "labels.csv"],
    ];
    let shown: Vec<String> = runs
        .iter()
        .map(|run| {
            let output = durian(folder.path(), run);
            assert_eq!(output.status.code(), Some(1));
            format!("$ durian {}\n{}", run.join(" "), String::from_utf8_lossy(&output.stderr))
        })
        .collect();
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn methods_are_compared() {
    let folder = TempDir::new().expect("a folder");
    let (docket, labels) = sample();
    let docket = docket.display().to_string();
    let run = |threads| {
        json(&durian(
            folder.path(),
            &[
                "compare",
                &docket,
                "--labels",
                &labels,
                "--json",
                "-o",
                "clusters",
                "--threads",
                threads,
            ],
        ))
    };
    let without_times = |mut found: Value| {
        for method in found["methods"].as_array_mut().expect("methods") {
            let fields = method.as_object_mut().expect("an object");
            assert!(
                fields.remove("seconds").is_some()
                    && fields.remove("comments_per_second").is_some()
            );
            assert!(fields["pairwise"]["f1"].is_number() && fields["categories"].is_object());
        }
        found
    };
    let found = without_times(run("1"));
    assert_eq!(found, without_times(run("2")), "the number of threads does not show");
    assert_eq!(found["methods"].as_array().expect("methods").len(), 17);
    assert_eq!(found["durian"]["pairwise"]["f1"], 1.0);
    assert!(found["durian"]["campaigns"].is_null());
    // A curve for every similarity, and its correlation with every one, itself included.
    let similarities = found["similarities"].as_array().expect("similarities");
    for similarity in similarities {
        assert_eq!(similarity["curve"].as_array().expect("a curve").len(), 51);
        let with = similarity["pearson_with"].as_array().expect("correlations");
        assert_eq!(with.len(), similarities.len());
    }
    // What is written for a method is what was scored.
    let again = json(&durian(
        folder.path(),
        &["evaluate", "clusters/i-match.jsonl", "--labels", &labels, "--json"],
    ));
    let i_match = found["methods"]
        .as_array()
        .expect("methods")
        .iter()
        .find(|method| method["name"] == "I-Match")
        .expect("I-Match");
    assert_eq!(again["pairwise"], i_match["pairwise"]);
    assert_eq!(again["categories"]["block_added"], i_match["categories"]["block_added"]);
    let tables = durian(folder.path(), &["compare", &docket, "--labels", &labels]);
    let tables = String::from_utf8_lossy(&tables.stdout).into_owned();
    for title in [
        "dg.o 2006 Table 1)",
        "SIGIR 2006 Table 1",
        "Table 2",
        "Table 3",
        "Figure 4",
        "Tables 5–7",
        "msr2013 Tables 5–7",
        "msr2013 §4.6",
    ] {
        assert!(tables.contains(title), "{title}");
    }
}

/// The clusters of every method stand beside DURIAN's campaigns, where the labels name campaigns.
#[test]
fn methods_are_compared_with_labelled_campaigns() {
    let folder = TempDir::new().expect("a folder");
    let docket = fixtures().join("campaigns/docket").display().to_string();
    let labels = folder.path().join("labels.csv");
    fs::write(&labels, labels_of_campaigns(right_campaign)).expect("a file");
    let arguments = ["compare", &docket, "--labels", "labels.csv"];
    let found =
        json(&durian(folder.path(), &[&arguments[..], &["--json", "-o", "clusters"]].concat()));
    let pairs = &found["durian"]["campaigns"]["pairs"];
    assert_eq!(pairs.as_array().expect("counts")[..3], [912, 0, 0]);
    let methods = found["methods"].as_array().expect("methods");
    for method in methods {
        assert!(method["against_campaigns"]["bcubed"]["f1"].is_number());
    }
    // What is told of a method is told of the clusters that are written for it, taken as campaigns.
    let path = folder.path().join("clusters/infoshield-alone.jsonl");
    let clusters = fs::read_to_string(&path).expect("clusters");
    fs::write(&path, clusters.replace("\"cluster\"", "\"campaign\"")).expect("a file");
    let path = path.display().to_string();
    let again =
        json(&durian(folder.path(), &["evaluate", &path, "--labels", "labels.csv", "--json"]));
    let infoshield = methods.iter().find(|method| method["name"] == "InfoShield, alone");
    let infoshield = infoshield.expect("InfoShield");
    assert_eq!(again["campaigns"], infoshield["against_campaigns"]);
    let tables = durian(folder.path(), &arguments);
    let tables = String::from_utf8_lossy(&tables.stdout).into_owned();
    let section = tables.split("\n## ").find(|section| {
        section.starts_with("Agreement with the labeled campaigns")
            && section.contains("| DURIAN's campaigns ")
    });
    assert_eq!(section.expect("a table").lines().count(), 2 + 2 + 17 + 1);
}

/// A letter of 60 words that six sent, and a copy with ten other words in two places: fewer than 15 are a minor change, and so
/// are fewer than 30, but not fewer than seven.
#[test]
fn numbers_that_decide_are_tried_at_half_and_at_double() {
    let folder = TempDir::new().expect("a folder");
    let text = |prefix: &str| -> String {
        let is_changed = |at: &usize| (10..15).contains(at) || (40..45).contains(at);
        let word = |at| format!("{}{at}x", if is_changed(&at) { prefix } else { "w" });
        (0..60).map(word).collect::<Vec<_>>().join(" ")
    };
    let texts = [vec![text("w"); 6], vec![text("other")]].concat();
    let lines = texts
        .iter()
        .zip(0..)
        .map(|(text, id)| format!("{{\"id\":\"{id}\",\"text\":\"{text}\"}}\n"));
    fs::write(folder.path().join("docket.jsonl"), lines.collect::<String>()).expect("a docket");
    let labels = "id,cluster\n0,A\n1,A\n2,A\n3,A\n4,A\n5,A\n6,A\n";
    fs::write(folder.path().join("labels.csv"), labels).expect("labels");
    let tried = |arguments: &[&str]| {
        let output = durian(folder.path(), &[&["compare", "docket.jsonl"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let row = |table: &str, begins: &str| -> Vec<String> {
        let line = table.lines().find(|line| line.starts_with(&format!("| {begins}")));
        line.expect("a row").split('|').skip(2).map(|cell| cell.trim().to_owned()).collect()
    };
    let table = tried(&["--ablate=categories.minor_words", "--labels", "labels.csv"]);
    let [clusters, members, bucket, cluster, campaign, category, any, precision, recall, f1, _] =
        &row(&table, "categories.minor_words = 7")[..]
    else {
        panic!("eleven cells: {table}");
    };
    assert_eq!([clusters, members, bucket, cluster, campaign], ["1", "2", "0", "0", "0"]);
    assert_eq!([category, any, precision, recall, f1], ["1", "1", "1.000", "1.000", "1.000"]);
    assert!(table.ends_with("Nothing moves with categories.minor_words = 30.\n"), "{table}");
    // Without labels the agreement is not known.
    let table = tried(&["--ablate=categories.minor_words"]);
    assert_eq!(row(&table, "as they are")[7..10], ["–", "–", "–"]);
    let output = durian(folder.path(), &["compare", "docket.jsonl", "--ablate=major"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("begins with `major`"));
}
