//! The papers' tables on fixtures.

use std::fs;

use durian::config::Config;
use durian::eval::labels::{self, Label};
use durian::eval::predictions::Predictions;
use durian::eval::schema::Evaluation;
use durian::eval::{self, LabeledComments};
use durian::ingest::Input;
use durian::report;
use durian::report::schema::DocumentLine;
use rayon::ThreadPoolBuilder;
use serde_json::Value;
use tempfile::TempDir;

use crate::laboratory::experiments::predictions;
use crate::laboratory::measures;
use crate::{fixture, laboratory};

/// What the laboratory prints.
fn printed(arguments: &[&str]) -> String {
    let arguments = [&["papers"], arguments].concat();
    laboratory::run(arguments, &|_| ()).unwrap_or_else(|error| panic!("{error:#}"))
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(&[arguments, &["--json"]].concat())).expect("JSON alone")
}

/// The docket of the sample, and its labels.
fn sample() -> [String; 2] {
    ["docket", "labels.json"].map(|name| fixture("sample-docket").join(name).display().to_string())
}

/// What `durian evaluate` tells of clusters that were written.
fn evaluated(clusters: &str, labels: &[Label]) -> Evaluation {
    let predictions = Predictions::read(clusters).expect("clusters");
    eval::evaluate(labels, &predictions).expect("an evaluation")
}

/// What is written for a method is what was scored, and the number of threads does not show.
#[test]
fn methods_are_compared() {
    let folder = TempDir::new().expect("a folder");
    let output = folder.path().join("clusters").display().to_string();
    let [docket, labels] = sample();
    let run = |n_threads| {
        let pool = ThreadPoolBuilder::new().num_threads(n_threads).build().expect("threads");
        let mut found = pool.install(|| json(&[&docket, "--labels", &labels, "-o", &output]));
        for method in found["methods"].as_array_mut().expect("methods") {
            let fields = method.as_object_mut().expect("an object");
            for time in ["seconds", "comments_per_second"] {
                assert!(fields.remove(time).expect("a time").is_number());
            }
            assert!(fields["pairwise"]["f1"].is_number() && fields["categories"].is_object());
        }
        found
    };
    let found = run(1);
    assert_eq!(found, run(2));
    assert_eq!(found["methods"].as_array().expect("methods").len(), 17);
    assert_eq!(found["durian"]["pairwise"]["f1"], 1.0);
    assert!(found["durian"]["campaigns"].is_null());
    assert_eq!(found["zones"]["unique_text"]["passages_with_overlap"]["f1"], 1.0);
    // A curve for every similarity, and its correlation with every one, itself included.
    let similarities = found["similarities"].as_array().expect("similarities");
    for similarity in similarities {
        assert_eq!(similarity["curve"].as_array().expect("a curve").len(), 51);
        let with = similarity["pearson_with"].as_array().expect("correlations");
        assert_eq!(with.len(), similarities.len());
    }
    let labels = labels::read(&fs::read_to_string(labels).expect("labels")).expect("labels");
    let clusters = fs::read_to_string(folder.path().join("clusters/i-match.jsonl"));
    let again = evaluated(&clusters.expect("clusters"), &labels);
    let methods = found["methods"].as_array().expect("methods");
    let i_match = methods.iter().find(|method| method["name"] == "I-Match").expect("I-Match");
    assert_eq!(i_match["pairwise"]["f1"], again.clusters.pairwise.f1);
    let added = again.categories["block_added"].scores;
    assert_eq!(i_match["categories"]["block_added"]["f1"], added.f1);
}

#[test]
fn every_table_of_the_papers_is_told() {
    let [docket, labels] = sample();
    let tables = printed(&[&docket, "--labels", &labels]);
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
    assert!(tables.contains("| unique text | passages, the same "), "{tables}");
}

/// Of a signature of four lines three are labeled, so that one of four is wrong; six words are added, and found.
#[test]
fn zones_of_a_report_are_compared() {
    let labels = r#"{"id":"block-deleted.eml","body":"","signature_lines":["Sincerely,","Wilhelmina Stroud","2 Cannery Walk"]}
{"id":"block-added-above.eml","body":"Please read this, I beg you.\nI am writing","unique_text":["Please read this, I beg you."]}"#;
    let labels = labels::read(labels).expect("labels");
    let inputs = [Input::Path(fixture("sample-docket/docket"))];
    let detection = durian::detect(&inputs, &Config::default(), &|_| ()).expect("it runs");
    let lines: Vec<DocumentLine> = report::document_lines(&detection).collect();
    let predictions = predictions(&lines).expect("predictions");
    let found = measures::zones(&LabeledComments::new(&labels, &predictions), &lines);
    let signature = found.signature_lines.expect("signatures").lines.scores;
    assert_eq!((signature.precision, signature.recall), (0.75, 1.0));
    let words = found.unique_text.expect("unique text").words.expect("a text");
    assert_eq!(words.agreement.expect("places").kappa, 1.0);
    assert!(found.header_lines.is_none() && found.footer_lines.is_none());
}

/// Similarities are tried on just the pairs that were judged: of three one is of two exact copies.
#[test]
fn similarities_are_tried_on_judged_pairs() {
    let folder = TempDir::new().expect("a folder");
    let judged = folder.path().join("judged.csv");
    fs::write(
        &judged,
        "a,b,judgement\nexact-1.eml,key-block.eml,same\nexact-1.eml,exact-2.eml,same\nexact-1.eml,unique-1.eml,different\n",
    )
    .expect("a file");
    let [docket, labels] = sample();
    let found = json(&[&docket, "--labels", &labels, "--pairs", &judged.display().to_string()]);
    let pairs =
        serde_json::json!({"drawn": 2, "is_all": false, "are_judged": true, "near_duplicates": 1});
    assert_eq!(found["pairs"], pairs);
}

/// Labels of the fixture `campaigns`, in which the first part of an id says what the comment is. Who wrote in their own words
/// is in no campaign; the two versions of a letter are in one.
fn labels_of_campaigns() -> String {
    let mut labels = "id,campaign\n".to_owned();
    for (kind, n, campaign) in [
        ("spun", 40, "spun"),
        ("kit", 12, "kit"),
        ("seals-first", 6, "seals"),
        ("seals-second", 6, "seals"),
        ("rewritten", 12, ""),
        ("points", 8, ""),
        ("own", 10, ""),
    ] {
        labels.extend((1..=n).map(|number| format!("{kind}-{number:02},{campaign}\n")));
    }
    labels
}

/// The clusters of every method stand beside DURIAN's campaigns, where the labels name campaigns: what is told of a method is
/// told of the clusters that are written for it, taken as campaigns.
#[test]
fn methods_are_compared_with_labeled_campaigns() {
    let folder = TempDir::new().expect("a folder");
    let docket = fixture("campaigns/docket").display().to_string();
    let labels = folder.path().join("labels.csv");
    fs::write(&labels, labels_of_campaigns()).expect("a file");
    let output = folder.path().join("clusters").display().to_string();
    let arguments = [&*docket, "--labels", &labels.display().to_string()];
    let found = json(&[&arguments[..], &["-o", &output]].concat());
    let pairs = &found["durian"]["campaigns"]["pairs"];
    assert_eq!(pairs.as_array().expect("counts")[..3], [912, 0, 0]);
    let methods = found["methods"].as_array().expect("methods");
    for method in methods {
        assert!(method["against_campaigns"]["bcubed"]["f1"].is_number());
    }
    let clusters = fs::read_to_string(folder.path().join("clusters/infoshield-alone.jsonl"));
    let clusters = clusters.expect("clusters").replace("\"cluster\"", "\"campaign\"");
    let labels = labels::read(&labels_of_campaigns()).expect("labels");
    let again = evaluated(&clusters, &labels).campaigns.expect("campaigns");
    let infoshield = methods.iter().find(|method| method["name"] == "InfoShield, alone");
    let against = &infoshield.expect("InfoShield")["against_campaigns"];
    assert_eq!(*against, serde_json::to_value(again).expect("serializable"));
    let tables = printed(&arguments);
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
    let [docket, labels] =
        ["docket.jsonl", "labels.csv"].map(|name| folder.path().join(name).display().to_string());
    fs::write(&docket, lines.collect::<String>()).expect("a docket");
    fs::write(&labels, "id,cluster\n0,A\n1,A\n2,A\n3,A\n4,A\n5,A\n6,A\n").expect("labels");
    let row = |table: &str, begins: &str| -> Vec<String> {
        let line = table.lines().find(|line| line.starts_with(&format!("| {begins}")));
        line.expect("a row").split('|').skip(2).map(|cell| cell.trim().to_owned()).collect()
    };
    let table = printed(&[&docket, "--ablate=words.sentence", "--labels", &labels]);
    let [clusters, members, bucket, cluster, campaign, category, any, precision, recall, f1, _] =
        &row(&table, "words.sentence = 7")[..]
    else {
        panic!("eleven cells: {table}");
    };
    assert_eq!([clusters, members, bucket, cluster, campaign], ["1", "2", "0", "0", "0"]);
    assert_eq!([category, any, precision, recall, f1], ["1", "1", "1.000", "1.000", "1.000"]);
    assert!(table.ends_with("Nothing moves with words.sentence = 30.\n"), "{table}");
    // Without labels the agreement is not known.
    let table = printed(&[&docket, "--ablate=words.sentence"]);
    assert_eq!(row(&table, "as they are")[7..10], ["–", "–", "–"]);
    for (name, half, double) in [
        ("shares.wholly", "9/20", "10/10"),
        ("boilerplate.as_widely", "4/6", "8/3"),
        ("rules.shortest_paragraph", "7 known or 12", "30 known or 50"),
        ("compare.mu", "0.5", "2"),
    ] {
        let table = printed(&[&docket, &format!("--ablate={name}")]);
        let is_told = |value| table.contains(&format!("{name} = {value}"));
        assert!(is_told(half) && is_told(double), "{table}");
    }
    let error = laboratory::run(["papers", &*docket, "--ablate=major"], &|_| ());
    let message = format!("{:#}", error.expect_err("no such number"));
    assert!(message.contains("begins with `major`"), "{message}");
}
