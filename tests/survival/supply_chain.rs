//! What the program is made of, and whom it talks to.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::fixtures;
use crate::skip::skip;

/// Licences that permit what this program's own does. `.ci/deny.toml` has the same list.
const PERMISSIVE: &[&str] = &[
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "0BSD",
    "Unlicense",
    "Unicode-3.0",
    "Zlib",
    "zlib-acknowledgement",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn our_code_has_no_unsafe_block() {
    for name in [
        "src/lib.rs",
        "src/main.rs",
        "benches/stages.rs",
        "benches/pipeline.rs",
        "benches/memory.rs",
        "tests/integration/main.rs",
        "tests/survival/main.rs",
    ] {
        let text = fs::read_to_string(root().join(name)).expect(name);
        assert!(text.contains("\n#![forbid(unsafe_code)]\n"), "{name}");
    }
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
    assert!(manifest.contains("unsafe_code = \"forbid\""));
}

/// Whether one of the licences that are offered, or all that are asked for, permit.
fn permits(expression: &str) -> bool {
    let plain = expression.replace(['(', ')'], "").replace('/', " OR ");
    plain.split(" OR ").any(|offer| {
        let asked = offer.split(" AND ").map(str::trim);
        asked.into_iter().all(|licence| PERMISSIVE.contains(&licence))
    })
}

#[test]
fn licences_are_told_apart() {
    assert!(
        permits("MIT OR GPL-3.0") && permits("MIT/Apache-2.0") && permits("(MIT OR X) AND Zlib")
    );
    assert!(!permits("GPL-3.0") && !permits("MIT AND GPL-3.0") && !permits(""));
}

#[test]
fn every_crate_comes_from_the_registry_under_a_licence_that_permits() {
    let lock = fs::read_to_string(root().join("Cargo.lock")).expect("a lock file");
    for package in lock.split("[[package]]").skip(1) {
        let is_ours = package.contains("\nname = \"durian\"\n");
        let is_sound = package
            .contains("\nsource = \"registry+https://github.com/rust-lang/crates.io-index\"\n")
            && package.contains("\nchecksum = \"");
        assert!(is_ours || is_sound, "{package}");
    }
    // Crates of other systems are not at hand; the gate looks at theirs.
    let rustc = Command::new("rustc").arg("-vV").output().expect("rustc starts");
    let rustc = String::from_utf8(rustc.stdout).expect("text");
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: ")).expect("a system");
    let output = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["metadata", "--locked", "--offline", "--format-version", "1"])
        .args(["--filter-platform", host])
        .output()
        .expect("cargo starts");
    if !output.status.success() {
        return skip("not all crates are at hand to read their licences");
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("a list");
    assert!(packages.len() > 100);
    for package in packages {
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(permits(licence), "{}: `{licence}`", package["name"]);
    }
}

#[test]
fn no_run_opens_a_socket() {
    let folder = TempDir::new().expect("a folder");
    let traced = |arguments: &[&str]| -> Option<String> {
        let trace = folder.path().join("trace");
        let output = Command::new("strace")
            .current_dir(folder.path())
            .args(["-f", "-e", "trace=%network", "-o"])
            .arg(&trace)
            .arg(env!("CARGO_BIN_EXE_durian"))
            .args(arguments)
            .output()
            .ok()?;
        let trace = fs::read_to_string(trace).ok()?;
        let is_run =
            matches!(output.status.code(), Some(0 | 3)) && trace.contains("+++ exited with");
        is_run.then_some(trace)
    };
    for fixture in ["sample-docket", "hostile", "mirror-tree", "documents"] {
        let docket = fixtures().join(fixture).join("docket");
        let docket = docket.to_str().expect("a path");
        for arguments in [
            &["cluster", docket, "-o", "report", "--replace"][..],
            &["extract", docket, "-o", &format!("xml-{fixture}")],
            &["diff", "report", "report"],
        ] {
            let Some(trace) = traced(arguments) else {
                return skip("no `strace`, or it may not trace");
            };
            // Threads of a run talk to each other through pairs of pipes at most.
            let calls = trace.lines().filter(|line| line.contains('(') && !line.contains("+++"));
            let network: Vec<&str> = calls.filter(|line| !line.contains("--- SIG")).collect();
            assert!(network.is_empty(), "{arguments:?}: {network:?}");
        }
    }
}
