//! The repository can be checked out on every system.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::skip::skip;

/// Names that are devices on Windows, whatever extension they have.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Why Windows does not take a part of a path, where it does not.
fn refusal(name: &str) -> Option<&'static str> {
    let is_refused = |c: char| c.is_control() || "<>:\"|?*\\".contains(c);
    let stem = name.split('.').next().unwrap_or(name).trim_end();
    let stem = stem.to_lowercase();
    let port = stem.strip_prefix("com").or(stem.strip_prefix("lpt"));
    let is_port = port.is_some_and(|number| {
        let mut digits = number.chars();
        matches!(digits.next(), Some('0'..='9' | '¹' | '²' | '³')) && digits.next().is_none()
    });
    if name.contains(is_refused) {
        Some("a character that is refused")
    } else if name.ends_with([' ', '.']) {
        Some("a space or a dot at the end")
    } else if is_port || DEVICES.contains(&stem.as_str()) {
        Some("a device")
    } else {
        None
    }
}

/// What is wrong with paths, of which each part is also held against its neighbors: two names that differ in
/// upper and lower case are one name on Windows and macOS.
fn faults<'a>(paths: impl Iterator<Item = &'a str>) -> Vec<String> {
    let (mut faults, mut seen) = (Vec::new(), BTreeMap::new());
    for path in paths {
        for part in path.split('/') {
            faults.extend(refusal(part).map(|refusal| format!("{path}: {refusal}")));
        }
        for part in Path::new(path).ancestors() {
            let part = part.to_string_lossy().into_owned();
            let first = seen.entry(part.to_lowercase()).or_insert(part.clone());
            if *first != part {
                faults.push(format!("{path}: {part} is also {first}"));
            }
        }
    }
    faults
}

#[test]
fn every_system_takes_the_names_of_all_files() {
    let output = Command::new("git")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .output();
    let Some(output) = output.ok().filter(|output| output.status.success()) else {
        return skip("this is no git repository");
    };
    let paths = String::from_utf8(output.stdout).expect("names that are text");
    let paths = paths.split('\0').filter(|path| !path.is_empty());
    assert!(paths.clone().count() > 500);
    assert_eq!(faults(paths), Vec::<String>::new());
}

/// A file of the repository; none where this is a package of it, which leaves some out.
fn file(name: &str) -> Option<String> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).ok();
    if text.is_none() {
        skip(&format!("`{name}` is not here"));
    }
    // Git may have checked it out with the line breaks of Windows.
    text.map(|text| text.replace("\r\n", "\n"))
}

/// What README promises of Rust is what the gate and the releases are built with.
#[test]
fn one_version_of_rust_is_named_everywhere() {
    let version = env!("CARGO_PKG_RUST_VERSION");
    let names_it = |name: &str, lines: &[String]| {
        if let Some(text) = file(name) {
            lines.iter().for_each(|line| assert!(text.contains(line), "{name}: {line}"));
        }
    };
    for workflow in [".github/workflows/gate.yml", ".github/workflows/release.yml"] {
        names_it(workflow, &[format!("\n  RUSTUP_TOOLCHAIN: {version}.0\n")]);
    }
    let or_later = format!("Rust {version} or later");
    names_it("README.md", &[or_later.clone(), format!("\nRust {version} is what every change")]);
    names_it(".github/CONTRIBUTING.md", &[or_later]);
}

#[test]
fn the_citation_is_of_this_version() {
    if let Some(citation) = file(".github/CITATION.cff") {
        let fields: BTreeMap<_, _> =
            citation.lines().filter_map(|line| line.split_once(": ")).collect();
        assert_eq!(fields["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(fields["license"], env!("CARGO_PKG_LICENSE"));
        assert!(citation.contains(env!("CARGO_PKG_DESCRIPTION")));
    }
}

#[test]
fn names_that_some_system_refuses_are_told() {
    let n_faults = |paths: &[&str]| faults(paths.iter().copied()).len();
    for name in [
        "cur/1.M1.host:2,S",
        "a?b",
        "a\\b",
        "tab\there",
        "dot./a",
        "space ",
        "CON",
        "in/nul.txt",
        "com1.eml",
        "Lpt³",
    ] {
        assert_eq!(n_faults(&[name]), 1, "{name}");
    }
    assert_eq!(n_faults(&["console.txt", "com", "com10", ".gitignore"]), 0);
    assert_eq!(n_faults(&["docket/a", "docket/b"]), 0);
    assert_eq!(n_faults(&["docket/a.eml", "docket/A.eml"]), 1);
    assert_eq!(n_faults(&["docket/a.eml", "Docket/b.eml"]), 1);
}
