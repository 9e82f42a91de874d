//! Comes last in `cargo test` and says which tests were skipped, so that nobody takes a green line for more than it is.
#![forbid(unsafe_code)]

#[allow(dead_code, reason = "nothing is skipped here")]
mod skip;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

fn main() {
    let path = skip::notes();
    let notes = fs::read_to_string(&path).unwrap_or_default();
    // A folder that is left behind would be told again by a run with the same number.
    let _ = fs::remove_file(path);
    let mut tests: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (reason, test) in notes.lines().filter_map(|line| line.split_once('\t')) {
        tests.entry(reason).or_default().insert(test);
    }
    println!();
    for (reason, tests) in &tests {
        let were = if tests.len() == 1 { "test was" } else { "tests were" };
        println!("{} {were} skipped: {reason}", tests.len());
        for test in tests {
            println!("    {test}");
        }
    }
    if tests.is_empty() {
        println!("no test was skipped");
    }
}
