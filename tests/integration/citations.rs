//! Single comments that cite a letter.

use std::fs;

use durian::report::schema::{Bucket, DocumentLine, Report};
use serde_json::json;
use tempfile::TempDir;

use crate::cli::durian;
use crate::second_pass::words;

/// Seven comments are one letter of 90 words and two another one. A comment of 300 words has 45 of the first and 50 of the
/// second, and one in its own words has none. Without must-links a passage makes no copy.
#[test]
fn a_long_comment_cites_the_letters_that_it_quotes() {
    let folder = TempDir::new().expect("a folder");
    let [letter, other] = ["ferry", "marsh"].map(|name| words(name, 90));
    let part = |text: &str, n: usize| text.split(' ').take(n).collect::<Vec<_>>().join(" ");
    let own = words("own", 100);
    let citing = [&own, &part(&letter, 45), &words("mine", 105), &part(&other, 50), "so it is"];
    let mut comments: Vec<(String, String)> = vec![
        ("citing".to_owned(), citing.map(str::to_owned).join("\n\n")),
        ("stranger".to_owned(), words("else", 200)),
    ];
    comments.extend((0..7).map(|at| (format!("ferry-{at}"), letter.clone())));
    comments.extend((0..2).map(|at| (format!("marsh-{at}"), other.clone())));
    let lines: Vec<String> =
        comments.iter().map(|(id, text)| json!({"id": id, "text": text}).to_string()).collect();
    fs::write(folder.path().join("comments.jsonl"), lines.join("\n")).expect("a file");
    let made = durian(
        folder.path(),
        &["cluster", "comments.jsonl", "-o", "report", "--links", "cannot", "--verify"],
    );
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let file =
        |name: &str| fs::read_to_string(folder.path().join("report").join(name)).expect("it");
    let report: Report = serde_json::from_str(&file("report.json")).expect("a report");
    let cluster = |id: &str| {
        let mut clusters = report.clusters.iter();
        clusters.find(|cluster| cluster.reference.id.starts_with(id)).expect("a cluster")
    };
    assert_eq!(["ferry", "marsh"].map(|id| cluster(id).n_cited_by), [1, 1]);
    for line in file("documents.jsonl").lines() {
        let line: DocumentLine = serde_json::from_str(line).expect("a line");
        let cites: Vec<(&str, usize)> =
            line.cites.iter().map(|cited| (cited.cluster.as_str(), cited.n_words)).collect();
        if line.id == "citing" {
            assert_eq!(line.bucket, Bucket::Singleton);
            assert_eq!(cites, [(&*cluster("marsh").id, 50), (&*cluster("ferry").id, 45)]);
        } else {
            assert!(cites.is_empty(), "{}", line.id);
        }
    }
    let shown = durian(folder.path(), &["show", "report", "citing"]);
    let cited = format!("the letter of {}, 50 words", cluster("marsh").id);
    assert!(String::from_utf8_lossy(&shown.stdout).contains(&cited));
}
