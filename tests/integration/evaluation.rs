//! `durian evaluate` on a fixture.

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

/// Judged pairs need no labels; beside labels both are told.
#[test]
fn judged_pairs_are_compared() {
    let folder = report();
    let (_, labels) = sample();
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
