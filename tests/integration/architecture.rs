//! Imports go one way: a stage knows the shared nouns and the products it is made from.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Module, and what it may import of ours.
const ALLOWED: &[(&str, &[&str])] = &[
    ("corpus", &[]),
    ("search", &["corpus", "edits", "report"]),
    ("guard", &[]),
    ("sections", &[]),
    ("thresholds", &[]),
    ("whole_file", &[]),
    ("ingest", &["corpus", "guard", "sections", "whole_file"]),
    (
        "parts",
        &[
            "compare",
            "corpus",
            "edits",
            "ingest",
            "known",
            "reference",
            "retrieval",
            "sections",
            "whole_file",
        ],
    ),
    ("known", &["corpus", "ingest", "thresholds"]),
    ("exact", &["corpus"]),
    ("reference", &["corpus", "exact"]),
    ("retrieval", &["corpus", "reference"]),
    ("compare", &["corpus", "known", "reference", "thresholds"]),
    ("clustering", &["compare", "corpus", "reference", "retrieval", "reworded", "thresholds"]),
    ("reworded", &["compare", "corpus", "thresholds"]),
    (
        "campaigns",
        &["clustering", "compare", "corpus", "edits", "exact", "facts", "reworded", "thresholds"],
    ),
    ("edits", &["corpus", "compare", "clustering", "reworded"]),
    ("config", &["ingest", "reference", "retrieval", "clustering", "edits"]),
    ("extract", &["corpus"]),
    ("facts", &[]),
    ("eval", &["corpus", "exact", "reference", "retrieval", "compare", "clustering"]),
    (
        "report",
        &[
            "Detection",
            "guard",
            "config",
            "corpus",
            "exact",
            "clustering",
            "campaigns",
            "edits",
            "facts",
            "ingest",
            "thresholds",
        ],
    ),
];

#[test]
fn stages_import_only_what_they_are_made_from() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (module, allowed) in ALLOWED {
        let files = files_of(&source, module);
        assert!(!files.is_empty(), "module {module} exists");
        for file in files {
            let text = fs::read_to_string(&file).expect("a source file");
            // Tests make the products that their stage is given.
            let stage = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            for import in imports(stage) {
                let is_own = import == *module;
                assert!(
                    is_own || allowed.contains(&import.as_str()),
                    "{} imports `{import}`",
                    file.display()
                );
            }
        }
    }
}

/// The files that make a report of what the stages made; all others lay it out.
const MAKE_REPORTS: [&str; 9] = [
    "added.rs",
    "campaigns.rs",
    "clusters.rs",
    "known.rs",
    "lines/",
    "mod.rs",
    "since.rs",
    "title.rs",
    "verification/",
];
/// What the others may name of the stages: marks of two texts beside each other, and what a record is.
const LAID_OUT: [&str; 6] =
    ["Mark", "Paragraph", "redline", "Attachment", "is_link", "POINTS_TOLD"];
/// The short names of passages that analysts answer, and which copies tell most, still count words.
const TOKENISE: [&str; 2] = ["html/copies.rs", "tables/responses.rs"];

/// Reports carry what was found: what lays them out finds nothing again.
#[test]
fn what_lays_out_a_report_knows_nothing_of_the_stages() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let report = source.join("report");
    for file in files_of(&source, "report") {
        let path =
            file.strip_prefix(&report).expect("below it").to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&file).expect("a source file");
        let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        if MAKE_REPORTS.iter().any(|begins| path.starts_with(begins)) || !path.ends_with(".rs") {
            continue;
        }
        for stage in ["campaigns", "clustering", "compare", "corpus", "edits", "exact", "reworded"]
        {
            for (at, path_of) in code.match_indices(&format!("crate::{stage}::")) {
                let named = code[at + path_of.len()..].split(';').next().unwrap_or_default();
                let names = named.split(|c: char| !c.is_alphanumeric() && c != '_');
                for name in names.filter(|name| !name.is_empty()) {
                    let counts_words = ["tokens", "for_each_token"].contains(&name)
                        && TOKENISE.contains(&path.as_str());
                    assert!(LAID_OUT.contains(&name) || counts_words, "{path} names `{name}`");
                }
            }
        }
    }
}

/// Every module is on the list.
#[test]
fn the_list_is_complete() {
    let library = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs"))
        .expect("lib.rs");
    let declared: BTreeSet<&str> = library
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .collect();
    let listed: BTreeSet<&str> = ALLOWED.iter().map(|(module, _)| *module).collect();
    assert_eq!(declared, listed);
}

/// Two rooms name the search engine: retrieval, which asks it while a docket is clustered, and search, which asks it for
/// people once the report is written and shares nothing with the other but the engine. Only `main.rs` and `commands/` print.
#[test]
fn the_engine_is_named_in_one_place() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (module, _) in
        ALLOWED.iter().filter(|(module, _)| !["retrieval", "search"].contains(module))
    {
        for file in files_of(&source, module) {
            assert!(
                !fs::read_to_string(&file).expect("a source file").contains("tantivy::"),
                "{}",
                file.display()
            );
        }
    }
}

fn files_of(source: &Path, module: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let single = source.join(format!("{module}.rs"));
    files.extend(single.is_file().then_some(single));
    let mut folders = vec![source.join(module)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path => files.push(path),
            }
        }
    }
    files
}

/// First segments of all `crate::` paths, also inside braces.
fn imports(text: &str) -> BTreeSet<String> {
    let name = |rest: &str| {
        rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
    };
    let mut found = BTreeSet::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(list) => {
                let list = &list[..list.find(';').unwrap_or(list.len())];
                let mut depth = 0;
                for part in list.split_inclusive([',', '{', '}']) {
                    if depth == 0 {
                        found.insert(name(part.trim_start()));
                    }
                    depth += i32::from(part.ends_with('{')) - i32::from(part.ends_with('}'));
                }
            }
            None => {
                found.insert(name(rest));
            }
        }
    }
    found.remove("");
    found
}

#[test]
fn imports_are_found() {
    let text = "use crate::corpus::{A, B};\nuse crate::{clustering::{X, Y}, ingest, Detection};\nlet x = crate::exact::group();";
    let found: Vec<String> = imports(text).into_iter().collect();
    assert_eq!(found, ["Detection", "clustering", "corpus", "exact", "ingest"]);
}
