//! What is known of each record: kept, counted, told once.

use serde_json::json;
use tempfile::TempDir;

use crate::detect;
use crate::each::write;

/// Five exact copies of one letter. Two are the same as received; one differs in its greeting, one in who signed it, one
/// in its case and punctuation. Another letter is sent twice, with one signature each.
#[test]
fn identical_copies_are_those_that_are_the_same_as_received() {
    let letter = "Please keep the night ferry, for nurses go home by it.";
    let other = "The harbor fee is too high for the small boats of the bay.";
    let lines = [
        format!("{letter}\n\nSincerely,\nRosa Alvarez"),
        format!("{letter}\n\nSincerely,\nRosa Alvarez"),
        format!("Dear Harbor Master,\n\n{letter}\n\nSincerely,\nRosa Alvarez"),
        format!("{letter}\n\nSincerely,\nAda Quill"),
        format!("{}!\n\nSincerely,\nRosa Alvarez", letter.to_uppercase().trim_end_matches('.')),
        format!("{other}\n\nSincerely,\nAda Quill"),
        format!("{other}\n\nSincerely,\nPat Example"),
        "I walk to the landing each morning and count the gulls.".to_owned(),
        "I walk to the landing each morning and count the gulls.".to_owned(),
    ];
    let lines = lines.map(|text| json!({ "text": text }).to_string()).join("\n");
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "docket.jsonl", &lines);
    let (_, report, _) = detect(folder.path());
    let found: Vec<(usize, usize)> =
        report.clusters.iter().map(|cluster| (cluster.n_comments, cluster.n_identical)).collect();
    assert_eq!(found, [(5, 2), (2, 0), (2, 2)]);
    assert_eq!(report.totals.n_identical, 4);
}
