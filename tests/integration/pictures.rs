//! The picture of the terminal in the README is what the program prints.
//!
//! `DURIAN_PICTURES=write cargo test --test integration pictures` draws it anew.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use durian::report::schema::{DocumentLine, Report};
use durian::report::terminal::{self, Style};
use tempfile::TempDir;

use crate::fixtures;

/// Columns of the terminal.
const COLUMNS: usize = 116;
/// Width of a character and height of a line, in pixels.
const CELL: (f64, f64) = (8.43, 20.0);
const MARGIN: f64 = 20.0;

#[test]
fn the_picture_of_the_terminal_is_what_is_printed() {
    let folder = TempDir::new().expect("a folder");
    let docket = fixtures().join("sample-docket/docket");
    let output = Command::new(env!("CARGO_BIN_EXE_durian"))
        .current_dir(folder.path())
        .arg("cluster")
        .arg(docket)
        .output()
        .expect("the program starts");
    let summary = String::from_utf8(output.stdout).expect("UTF-8");
    let summary = summary.replace(std::path::MAIN_SEPARATOR, "/");
    let id = "minor-change-block-edit.eml";
    let read = |name: &str| {
        fs::read_to_string(folder.path().join("durian-report").join(name)).expect(name)
    };
    let report: Report = serde_json::from_str(&read("report.json")).expect("a report");
    let line = read("documents.jsonl")
        .lines()
        .map(|line| serde_json::from_str::<DocumentLine>(line).expect("a line"))
        .find(|line| line.id == id)
        .expect("the comment");
    let mut clusters = report.clusters.iter();
    let cluster = clusters.find(|cluster| line.cluster.as_ref() == Some(&cluster.id));
    let shown = terminal::comment(&line, None, cluster, Style { color: true });
    let session = format!(
        "$ durian cluster fixtures/sample-docket/docket\n{summary}\n$ durian show durian-report {id}\n{shown}"
    );
    let picture = picture(&session);
    let path = fixtures().join("sample-docket/pictures/terminal.svg");
    if std::env::var_os("DURIAN_PICTURES").is_some() {
        fs::write(&path, &picture).expect("a picture");
    }
    let drawn = fs::read_to_string(&path).expect("a picture");
    assert!(
        drawn == picture,
        "draw it anew: DURIAN_PICTURES=write cargo test --test integration pictures"
    );
}

/// A terminal's text, colours included, as SVG.
fn picture(session: &str) -> String {
    let mut rows = String::new();
    let (mut n_rows, mut colour) = (0, "");
    for line in session.lines() {
        let mut row = String::new();
        let mut n_columns = 0;
        let mut characters = line.chars();
        let is_command = line.starts_with("$ ");
        while let Some(c) = characters.next() {
            if c == '\x1b' {
                let code: String = characters.by_ref().skip(1).take_while(|c| *c != 'm').collect();
                colour = class(&code);
                continue;
            }
            // A terminal goes on in the next row where one is full.
            if n_columns == COLUMNS {
                push_row(&mut rows, &mut n_rows, &std::mem::take(&mut row));
                n_columns = 0;
            }
            n_columns += 1;
            let class = if is_command { "command" } else { colour };
            let c = match c {
                '<' => "&lt;".to_owned(),
                '&' => "&amp;".to_owned(),
                c => c.to_string(),
            };
            let open = format!("<tspan class=\"{class}\">");
            match row.strip_suffix("</tspan>") {
                Some(begun)
                    if row.rfind("<tspan").is_some_and(|at| row[at..].starts_with(&open)) =>
                {
                    row = format!("{begun}{c}</tspan>");
                }
                _ if class.is_empty() => row += &c,
                _ => row += &format!("{open}{c}</tspan>"),
            }
        }
        push_row(&mut rows, &mut n_rows, &row);
    }
    let width = CELL.0 * COLUMNS as f64 + 2.0 * MARGIN;
    let height = CELL.1 * f64::from(n_rows) + 2.0 * MARGIN;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" \
         aria-label=\"A session in the terminal\">\n<style>\n\
         text {{ font: 14px ui-monospace, \"DejaVu Sans Mono\", Menlo, Consolas, monospace; fill: #e6e6e6; white-space: pre; }}\n\
         .command {{ fill: #fff; font-weight: bold; }} .added {{ fill: #8ce99a; }} .removed {{ fill: #ffa8a8; }}\n\
         .to {{ fill: #ffe066; }} .from {{ fill: #e599f7; }}\n</style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#16191d\"/>\n{rows}</svg>\n"
    )
}

fn class(code: &str) -> &'static str {
    match code {
        "32" => "added",
        "31" => "removed",
        "33" => "to",
        "35" => "from",
        _ => "",
    }
}

fn push_row(rows: &mut String, n_rows: &mut u16, row: &str) {
    *n_rows += 1;
    let y = MARGIN + CELL.1 * (f64::from(*n_rows) - 0.3);
    if !row.is_empty() {
        let _ = writeln!(rows, "<text x=\"{MARGIN}\" y=\"{y}\">{row}</text>");
    }
}
