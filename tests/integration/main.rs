//! Tests of the whole program.
//!
//! | file | holds |
//! |---|---|
//! | `pipeline` | every fixture against its labels and its snapshot |
//! | `cli` | exit codes, standard output and standard error |
//! | `each` | many dockets in one run, and their index |
//! | `encodings` | one letter through many mail programs |
//! | `browser` | the page in a real browser |
//! | `pictures` | the picture of the terminal in the README |
//! | `renderings` | hostile text, and renderings from the written folder |
//! | `citations` | single comments that cite a letter |
//! | `links` | what the rules make of a whole docket |
//! | `analyst` | the analyst's own links |
//! | `candidates` | the index loses nothing |
//! | `late` | late comments beside an earlier report |
//! | `laws` | invariants on generated dockets |
//! | `evaluation` | `durian evaluate` on a fixture |
//! | `second_pass` | campaigns without exact copies |
//! | `short_copies` | near copies of short texts, and slogans that people share by chance |
//! | `simulated` | a docket of some 1,700 comments, number by number |
//! | `shards` | a docket read in parts |
//! | `records` | what is known of each record: kept, counted, told once |
//! | `questions` | a simulated survey with labels: answers, campaigns of each question, sums |
//! | `search` | what `durian search` finds |
//! | `proof` | `--verify` finds whatever number is another one |
//! | `trace` | what became of the words in a final text |
//! | `totals` | every number of the first screen, wherever it stands |
//! | `tables` | columns, ids as spreadsheets show them, what to read |
//! | `words` | every word of a copy is its letter's or stands in a list |
//! | `workbook` | the sheets for people, and what they filled in |
//! | `architecture` | which stage may import which |
//! | `repository` | every file's name is one that Windows and macOS take; versions agree wherever they stand |
#![forbid(unsafe_code)]

mod analyst;
mod architecture;
mod browser;
mod campaigns;
mod candidates;
mod citations;
mod cli;
mod documents;
mod each;
mod encodings;
mod evaluation;
mod exports;
mod known;
mod late;
mod laws;
mod links;
mod nearest;
mod pictures;
mod pipeline;
mod posting;
mod proof;
mod questions;
mod records;
mod renderings;
mod repository;
mod search;
mod second_pass;
mod shards;
mod short_copies;
mod simulated;
mod tables;
mod totals;
mod trace;
mod words;
mod workbook;

#[path = "../skipped/skip.rs"]
#[allow(dead_code, reason = "the notes are read elsewhere")]
mod skip;

use std::path::{Path, PathBuf};

use durian::config::Config;
use durian::detection::Detection;
use durian::ingest::Input;
use durian::report::schema::{DocumentLine, Report};

/// The folder with the fixtures.
fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

/// Runs the pipeline over a file or folder.
fn detect(path: &Path) -> (Detection, Report, Vec<DocumentLine>) {
    detect_with(path, &Config::default())
}

/// The same with settings of the test's own.
fn detect_with(path: &Path, config: &Config) -> (Detection, Report, Vec<DocumentLine>) {
    let inputs = [Input::Path(path.to_owned())];
    let detection = durian::detect(&inputs, config, &|_| ()).expect("the pipeline runs");
    let report = durian::report::build(&detection, config);
    let lines: Vec<DocumentLine> = durian::report::document_lines(&detection).collect();
    let again = durian::report::document_lines(&detection).map(Ok);
    durian::report::verify(&detection, &report, again).expect("the report holds together");
    (detection, report, lines)
}

/// The bytes of a report.
fn bytes(path: &Path) -> (String, String) {
    let (_, report, lines) = detect(path);
    let lines: Vec<String> =
        lines.iter().map(|line| serde_json::to_string(line).expect("serializable")).collect();
    (serde_json::to_string(&report).expect("serializable"), lines.join("\n"))
}
