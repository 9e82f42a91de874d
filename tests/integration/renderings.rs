//! What people are shown: hostile comments are text in every rendering.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::fixtures;

/// A report folder of a fixture.
pub(crate) fn report_of(fixture: &str) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let output = Command::new(env!("CARGO_BIN_EXE_durian"))
        .current_dir(folder.path())
        .arg("cluster")
        .arg(fixtures().join(fixture).join("docket"))
        .args(["-o", "report", "-q"])
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{output:?}");
    folder
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join("report").join(name)).expect(name)
}

/// A table as a spreadsheet reads it.
fn table(folder: &Path, name: &str) -> Vec<Vec<String>> {
    let text = read(folder, name);
    let text = text.strip_prefix('\u{FEFF}').expect("a byte order mark");
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    reader
        .records()
        .map(|record| {
            let record = record.expect("as many cells as headings");
            record.iter().map(str::to_owned).collect()
        })
        .collect()
}

#[test]
fn tables_hold_no_formula_and_no_control_character() {
    let folder = report_of("hostile");
    for name in ["campaigns.csv", "comments.csv", "added-text.csv"] {
        for cell in table(folder.path(), name).concat() {
            assert!(
                !cell.starts_with(['=', '+', '-', '@', '\t', '\r']),
                "{cell}"
            );
            let is_control = |c: char| c.is_control() && c != '\n' || c == '\u{202E}';
            assert!(!cell.contains(is_control), "{cell:?}");
        }
    }
    let comments = table(folder.path(), "comments.csv").concat();
    for shown in [
        "'=HYPERLINK(\"http://spreadsheet.example\",\"id\")",
        "'-1+1",
        "'=AUTHOR()\u{FFFD}",
        "escape-\u{FFFD}[2J",
        "<script>alert(\"id\")</script>",
    ] {
        assert!(comments.iter().any(|cell| cell == shown), "{shown}");
    }
}

#[test]
fn tables_account_for_every_comment() {
    let folder = report_of("sample-docket");
    let sum = |name: &str, heading: &str| -> usize {
        let rows = table(folder.path(), name);
        let at = rows[0].iter().position(|cell| cell == heading);
        let at = at.expect("a heading");
        rows[1..]
            .iter()
            .map(|row| row[at].parse::<usize>().expect("a number"))
            .sum()
    };
    assert_eq!(table(folder.path(), "comments.csv").len(), 1 + 28);
    assert_eq!(sum("campaigns.csv", "comments"), 24);
    assert_eq!(
        sum("campaigns.csv", "exact copies") + sum("campaigns.csv", "edited copies"),
        24
    );
    assert_eq!(table(folder.path(), "added-text.csv").len(), 1 + 6);
}
