//! What a test does that cannot run here.

use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;
use std::thread;

/// Notes that the running test is skipped. Where the environment says `CI=true`, what is skipped has not passed: the test fails.
///
/// # Panics
/// If `CI` is `true`.
pub(crate) fn skip(reason: &str) {
    let is_gate = std::env::var_os("CI").is_some_and(|value| value == "true");
    assert!(!is_gate, "with CI=true no test may be skipped, and this one would be: {reason}");
    let path = notes();
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    let mut notes = File::options().create(true).append(true).open(path).expect("a file");
    // One write for each line, because tests run side by side.
    let test = thread::current().name().unwrap_or("a test").to_owned();
    notes.write_all(format!("{reason}\t{test}\n").as_bytes()).expect("written");
}

/// Where the tests of one `cargo test` note what they skip.
pub(crate) fn notes() -> PathBuf {
    #[cfg(unix)]
    let run = std::os::unix::process::parent_id();
    #[cfg(not(unix))]
    let run = 0;
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("skipped-{run}"))
}
