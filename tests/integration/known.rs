//! Text that was known beforehand: whoever quotes it has nothing in common by that.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use durian::config::Config;
use durian::ingest::{self, IngestConfig};
use durian::report::schema::{Category, DocumentLine, Report};

use crate::{detect, detect_with, fixtures};

fn fixture(name: &str) -> PathBuf {
    fixtures().join("known-text").join(name)
}

fn knowing(paths: &[PathBuf]) -> Config {
    let known = ingest::read_known(paths, &IngestConfig::default()).expect("known texts");
    Config { known, ..Config::default() }
}

fn lines() -> (Report, BTreeMap<String, DocumentLine>) {
    let (_, report, lines) = detect_with(&fixture("docket"), &knowing(&[fixture("known")]));
    (report, lines.into_iter().map(|line| (line.id.clone(), line)).collect())
}

#[test]
fn a_known_text_has_paragraphs_and_a_digest() {
    let known = knowing(&[fixture("known/rule.txt"), fixture("known/questions.txt")]).known;
    let found: Vec<_> = known.iter().map(|it| (it.name.as_str(), it.paragraphs.len())).collect();
    assert_eq!(found, [("questions.txt", 3), ("rule.txt", 6)]);
    // sha1sum fixtures/known-text/known/questions.txt
    assert_eq!(known[0].digest, "f45fd640d9370f63b39fe0ffb16f989ff36a6a15");
    let missing = ingest::read_known(&[fixture("nothing")], &IngestConfig::default());
    let missing = missing.expect_err("there is no such file").to_string();
    assert!(missing.contains("nothing"), "{missing}");
}

/// Every quotation is found, whatever became of case, punctuation and line breaks, and with words mistyped, put in and
/// left out; and nothing else is.
#[test]
fn quotations_are_told_with_their_paragraphs() {
    let (_, lines) = lines();
    let check = |id: &str, expect: &[(&str, usize)], unique: &[&str]| {
        let line = &lines[id];
        let quotes: Vec<(&str, usize)> =
            line.quotes.iter().map(|it| (it.known.as_str(), it.paragraph)).collect();
        assert_eq!(quotes, expect, "{id}");
        assert_eq!(line.unique_text, unique, "{id}");
        for place in &line.quote_places {
            let passage = &line.paragraphs[place.paragraph][place.start..place.end];
            assert!(line.quotes[place.quote].text.contains(passage), "{id}: {passage}");
        }
    };
    let permits = [("rule.txt", 3)];
    check(
        "q1",
        &permits,
        &[
            "I have fished these waters since I was nine.",
            "Lots are for fairs. My cousin and I mend nets all winter, and a blank would cost us the boat.",
        ],
    );
    check(
        "q2",
        &permits,
        &[
            "Nobody asked the rowing club.",
            "Our eights need the slip at dawn, long before anyone at the office is awake to draw anything.",
        ],
    );
    check(
        "q3",
        &permits,
        &[
            "Widows here rent out one buoy each to pay for coal.",
            "Who will tell them that their number did not come up?",
        ],
    );
    check(
        "q4",
        &[("rule.txt", 4)],
        &["The price is a joke. You write that", "which is cheaper than a dinner on the quay."],
    );
    check(
        "q5",
        &[("questions.txt", 1), ("rule.txt", 5)],
        &[
            "Yes, seven would do.",
            "Those buoys dragged in a flat calm in March, so look to the chain and leave the Beaufort scale alone.",
        ],
    );
    check(
        "q6",
        &[("rule.txt", 4), ("rule.txt", 6)],
        &[
            "A bill without a hearing, and a file on every visitor: this is not how neighbors behave.",
        ],
    );
    check("x3", &permits, &[]);
    assert_eq!(
        lines["q3"].quotes[0].text,
        "a permt is given to at most forty vesels in a year. The Board draws the lots where more owners apply and an \
         owner who drew a blank twice comes before the others in the third year."
    );
}

/// Of the comments that quote paragraphs, those stay single that share nothing else; whoever sent nothing but a
/// quotation has exact copies at most; and the copies of a letter that quotes the rule are copies by their other words.
#[test]
fn quotations_join_nobody() {
    let (report, lines) = lines();
    let alone = ["q1", "q2", "q3", "q4", "q5", "q6", "x3"];
    for id in alone {
        let line = &lines[id];
        assert_eq!((&line.cluster, &line.campaign), (&None, &None), "{id}");
    }
    assert_eq!(lines["x1"].cluster, lines["x2"].cluster);
    let letter = &lines["f1"].cluster;
    let copies: Vec<&str> = lines
        .values()
        .filter(|line| line.cluster == *letter)
        .map(|line| line.id.as_str())
        .collect();
    assert_eq!(copies, ["f1", "f2", "f3", "f4", "f5", "f6", "g1", "g2", "g3"]);
    assert_eq!(report.clusters.len(), 2);
    let check = |id: &str, category: Category, unique: &[&str], n_quotes: usize| {
        let line = &lines[id];
        assert_eq!(line.category, Some(category), "{id}");
        assert_eq!(line.unique_text, unique, "{id}");
        assert_eq!(line.quotes.len(), n_quotes, "{id}");
        assert!(line.shared_text.is_empty(), "{id}");
    };
    check("g1", Category::BlockAdded, &["My grandfather laid the first of these moorings."], 1);
    check("g2", Category::BlockDeleted, &[], 0);
    check(
        "g3",
        Category::BlockAdded,
        &["The beds off Wren Point were dead before the first yacht came."],
        2,
    );
}

/// Of six paragraphs the second is quoted by six copies of the letter, `g1` and `g3`; the third by `q1` to `q3` and `x1`
/// to `x3`; the fourth by `q4`, `q6` and `g3`.
#[test]
fn known_texts_are_counted_paragraph_by_paragraph() {
    let (report, _) = lines();
    let check = |at: usize, name: &str, n_comments: usize, expect: &[(usize, usize)]| {
        let text = &report.known[at];
        let quoted: Vec<(usize, usize)> =
            text.quoted.iter().map(|it| (it.paragraph, it.n_comments)).collect();
        assert_eq!((text.name.as_str(), text.n_comments), (name, n_comments));
        assert_eq!(quoted, expect);
    };
    check(0, "questions.txt", 1, &[(1, 1)]);
    check(1, "rule.txt", 17, &[(2, 8), (3, 6), (4, 3), (5, 1), (6, 1)]);
}

/// Without known texts the quotations make neighbors.
#[test]
fn without_known_texts_nothing_is_known() {
    let (_, report, lines) = detect(&fixture("docket"));
    assert!(report.known.is_empty() && lines.iter().all(|line| line.quotes.is_empty()));
    let (again, then) = (serde_json::to_string(&report), serde_json::to_string(&lines));
    assert!(
        !again.expect("JSON").contains("known") && !then.expect("JSON").contains("quote_places")
    );
}

/// The command writes `known.csv`, does not read a known text as a comment, and proves what it wrote.
#[test]
fn the_command_writes_known_csv() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let docket = folder.path().join("docket");
    crate::each::copy(&fixture("docket"), &docket);
    std::fs::copy(fixture("known/rule.txt"), docket.join("rule.txt")).expect("a file");
    let run = |report: &str, known: &[PathBuf], more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_durian"));
        command.arg("cluster").arg(&docket).arg("-o").arg(folder.path().join(report));
        known.iter().for_each(|path| _ = command.arg("--known").arg(path));
        let run = command
            .args(["--quiet", "--verify", "--replace"])
            .args(more)
            .output()
            .expect("it runs");
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    };
    let known = [docket.join("rule.txt"), fixture("known/questions.txt")];
    run("report", &known, &["--threads", "1"]);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    let table = read("report/known.csv");
    let rows: Vec<&str> = table.trim_start_matches('\u{FEFF}').lines().collect();
    assert_eq!(rows.len(), 7);
    assert_eq!(rows[0], "known,paragraph,n_comments,text");
    assert_eq!(rows[1], "questions.txt,1,1,Should the limit of nine meters be lower?");
    assert!(!read("report/documents.jsonl").contains("\"id\":\"rule.txt\""));
    // The same bytes in another order, and with more threads.
    run("again", &[known[1].clone(), known[0].clone()], &["--threads", "3"]);
    for name in ["report.json", "documents.jsonl", "known.csv", "comments.csv"] {
        assert_eq!(read(&format!("report/{name}")), read(&format!("again/{name}")), "{name}");
    }
    // What was known then is kept; without it, `known.csv` goes.
    let earlier = folder.path().join("report");
    run("late", &known, &["--since", earlier.to_str().expect("a path")]);
    let late: Report = serde_json::from_str(&read("late/report.json")).expect("a report");
    let since = late.since.expect("it has one");
    assert!(since.same_settings && since.moved.unique_text == 0, "{since:?}");
    run("again", &[], &[]);
    assert!(!folder.path().join("again/known.csv").exists());
}
