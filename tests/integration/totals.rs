//! Every number of the first screen is the same number wherever it stands: page, terminal, `report.json`, tables,
//! workbook; and the tables, counted row by row, give it again.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use durian::ingest::{self, Limits};
use durian::report::schema::{Bucket, DocumentLine, Report, Totals};
use durian::report::{counted, grouped};

use crate::cli::durian;
use crate::fixtures;
use crate::renderings::{read, report_of, table};

/// Numbers that the page must show.
const ON_THE_PAGE: [&str; 7] = [
    "comments",
    "distinct_texts",
    "n_campaigns",
    "n_unique",
    "added_passages",
    "n_words",
    "n_words_left",
];

#[test]
fn numbers_are_the_same_wherever_they_stand() {
    let mut names: Vec<String> = fs::read_dir(fixtures())
        .expect("the fixtures")
        .flatten()
        .filter(|entry| entry.path().join("docket").is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort_unstable();
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        let folder = report_of(&name);
        let report: Report =
            serde_json::from_str(&read(folder.path(), "report.json")).expect("a report");
        in_lines_and_tables(&name, folder.path(), &report);
        on_the_page(&name, folder.path(), &report);
        in_the_terminal(&name, folder.path(), &report);
        in_the_workbook(&name, folder.path(), &report.totals);
    }
}

/// The numbers again, from the lines and from the rows of the tables.
fn in_lines_and_tables(name: &str, folder: &Path, report: &Report) {
    let totals = &report.totals;
    let (mut n_words, mut n_unique_words, mut n_unique) = (0, 0, 0);
    let mut n_in_campaigns = 0;
    for json in read(folder, "documents.jsonl").lines() {
        let line: DocumentLine = serde_json::from_str(json).expect("a line");
        n_words += line.n_words;
        n_in_campaigns += usize::from(line.campaign.is_some());
        if line.bucket == Bucket::Singleton {
            n_unique += 1;
            n_unique_words += line.n_words;
        }
    }
    assert_eq!([totals.n_words, totals.n_unique_words], [n_words, n_unique_words], "{name}");
    assert_eq!([totals.n_unique, totals.in_campaigns], [n_unique, n_in_campaigns], "{name}");
    let rows = |file: &str| table(folder, file);
    let sum = |file: &str, column: &str| -> usize {
        let rows = rows(file);
        let at = rows[0].iter().position(|name| name == column).expect("a column");
        rows[1..].iter().map(|row| row[at].parse::<usize>().expect("a number")).sum()
    };
    assert_eq!(rows("campaigns.csv").len() - 1, totals.n_campaigns, "{name}");
    assert_eq!(sum("campaigns.csv", "comments"), totals.in_campaigns, "{name}");
    assert_eq!(rows("clusters.csv").len() - 1, totals.clusters, "{name}");
    for file in ["campaigns.csv", "clusters.csv"] {
        // What one sender sent again is in no campaign.
        if file == "clusters.csv" || totals.n_sent_again() == 0 {
            assert_eq!(sum(file, "letters"), totals.letters_sent, "{name}: {file}");
            assert_eq!(sum(file, "exact_copies"), totals.n_same(), "{name}: {file}");
            assert_eq!(sum(file, "edited_copies"), totals.n_edited(), "{name}: {file}");
        }
    }
    assert_eq!(rows("added-text.csv").len() - 1, totals.added_passages, "{name}");
    assert_eq!(sum("added-text.csv", "words"), totals.n_added_words, "{name}");
    assert_eq!(rows("comments.csv").len() - 1, totals.inputs, "{name}");
    let left = totals.n_letter_words + totals.n_added_words + totals.n_unique_words;
    assert_eq!(totals.n_words_left, left, "{name}");
    // One title for one letter.
    let titles: BTreeMap<&str, &str> = report
        .clusters
        .iter()
        .map(|cluster| (cluster.id.as_str(), cluster.title.as_str()))
        .collect();
    for campaign in report.campaigns.iter().filter(|campaign| !campaign.clusters.is_empty()) {
        assert_eq!(campaign.title, titles[campaign.clusters[0].as_str()], "{name}");
    }
}

/// Elements of the page name the total that they show: `<b data-total="n_campaigns">12</b>`.
fn on_the_page(name: &str, folder: &Path, report: &Report) {
    let page = read(folder, "report.html");
    let totals = serde_json::to_value(&report.totals).expect("JSON");
    let mut shown: Vec<&str> = Vec::new();
    for element in page.split(" data-total=\"").skip(1) {
        let (total, rest) = element.split_once('"').expect("an attribute");
        let text = rest.split_once('>').and_then(|(_, rest)| rest.split_once('<'));
        let (number, _) = text.expect("an element");
        let expect = totals[total].as_u64().unwrap_or_else(|| panic!("{name}: no total {total}"));
        assert_eq!(number, grouped(expect), "{name}: {total}");
        shown.push(total);
    }
    let missing: Vec<_> = ON_THE_PAGE.iter().filter(|total| !shown.contains(total)).collect();
    assert!(missing.is_empty(), "{name}: the page does not show {missing:?}");
}

fn in_the_terminal(name: &str, folder: &Path, report: &Report) {
    let output = durian(folder, &["show", "report"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let shown = String::from_utf8(output.stdout).expect("UTF-8");
    let totals = &report.totals;
    for (n, noun) in [
        (totals.comments, "comment"),
        (totals.distinct_texts, "distinct text"),
        (totals.n_campaigns, "campaign"),
        (totals.n_unique, "unique comment"),
        (totals.added_passages, "added passage"),
        (totals.n_words_left, "word"),
    ] {
        // "12 comments" stands as "12  comments"; what there is none of is left out.
        let words = counted(n, noun).replacen(' ', "  ", 1);
        let is_shown = shown.lines().any(|line| line.trim_start().starts_with(&words));
        assert_eq!(is_shown, n > 0, "{name}: {words}\n{shown}");
    }
    let letters = format!("of {}\n", counted(totals.n_letters, "letter"));
    assert_eq!(shown.contains(&letters), totals.n_campaigns > 0, "{name}: {letters}\n{shown}");
    let in_campaigns = format!("{}  ", grouped(totals.in_campaigns as u64));
    assert!(totals.in_campaigns == 0 || shown.contains(&in_campaigns), "{name}: {shown}");
    // The line to cite says the same.
    let campaigns = [counted(totals.n_campaigns, "campaign"), counted(totals.n_letters, "letter")];
    let campaigns = campaigns.into_iter().filter(|_| totals.n_campaigns > 0);
    let always = [counted(totals.comments, "comment"), report.input_digest.clone()];
    for number in campaigns.chain(always) {
        let cited = shown.split_once("To cite:").expect("a line to cite").1;
        assert!(cited.contains(&number), "{name}: {number}: {cited}");
    }
}

fn in_the_workbook(name: &str, folder: &Path, totals: &Totals) {
    let workbook = fs::read(folder.join("report/report.xlsx")).expect("a workbook");
    let sheet = |name: &str| {
        let rows = ingest::rows_of_sheet(&workbook, name, &Limits::default());
        rows.expect("it can be read").expect("the sheet")
    };
    let summary = sheet("Summary");
    for (what, n) in [
        ("inputs", totals.inputs),
        ("comments compared", totals.comments),
        ("distinct texts among them", totals.distinct_texts),
        ("campaigns", totals.n_campaigns),
        ("letters in them", totals.n_letters),
        ("comments in campaigns", totals.in_campaigns),
        ("comments that are a letter", totals.letters_sent),
        ("copies with the same words", totals.n_same()),
        ("edited copies", totals.n_edited()),
        ("identical among letters and same words", totals.n_identical),
        ("unique comments", totals.n_unique),
        ("unique comments in campaigns", totals.unique_in_campaigns),
        ("added passages", totals.added_passages),
        ("words in all comments", totals.n_words),
        ("words left to read", totals.n_words_left),
    ] {
        let row = summary.iter().find(|row| row[0] == what).expect("its row");
        assert_eq!(row[1], n.to_string(), "{name}: {what}");
    }
    // A row for each letter, each added passage and each unique comment.
    let responses = sheet("Responses");
    for (what, n) in [
        ("letter", totals.clusters),
        ("added passage", totals.added_passages),
        ("unique comment", totals.n_unique),
    ] {
        let n_rows =
            responses.iter().filter(|row| row.get(1).is_some_and(|cell| cell == what)).count();
        assert_eq!(n_rows, n, "{name}: {what}");
    }
}
