//! The docket grammar, shape by shape.

use super::{Citations, find};
use crate::ingest::cases;

/// Dockets, then secondary keys, as found in a text.
fn check(text: &str, dockets: &[&str], secondary_keys: &[&str]) {
    let mut found = Citations::default();
    find(text, &mut found);
    assert_eq!(found.dockets, dockets, "{text}");
    assert_eq!(found.secondary_keys, secondary_keys, "{text}");
}

#[test]
fn texts_cite_what_parses_whole() {
    for row in cases::rows(include_str!("ids.txt")) {
        let [dockets, keys] = [1, 2].map(|at| row[at].split_whitespace().collect::<Vec<_>>());
        check(&row[0], &dockets, &keys);
    }
    let words = "many words about rivers and mills ".repeat(20);
    let text = format!(
        "{words} docket id EPA-HQ-OAR-2002-0056, {words} 7 {words} and FNS \u{2013} 2017 \u{2013} 0021."
    );
    check(&text, &["EPA-HQ-OAR-2002-0056", "FNS-2017-0021"], &[]);
    check(&"1x".repeat(100_000), &[], &[]);
}
