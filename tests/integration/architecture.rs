//! Imports go one way: a stage knows the shared nouns and the products it is made from. No room has more lines than its
//! budget.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

/// Module, and what it may import of ours.
const ALLOWED: &[(&str, &[&str])] = &[
    ("corpus", &["sections", "thresholds"]),
    ("search", &["corpus", "edits", "report", "retrieval"]),
    (
        "trace",
        &["compare", "corpus", "ingest", "known", "ngrams", "report", "search", "thresholds"],
    ),
    ("disjoint_sets", &[]),
    ("ngrams", &["corpus", "thresholds"]),
    ("guard", &[]),
    ("sections", &[]),
    ("thresholds", &[]),
    ("whole_file", &[]),
    ("ingest", &["corpus", "guard", "sections", "whole_file"]),
    ("known", &["corpus", "ingest", "ngrams", "thresholds"]),
    ("exact", &["corpus"]),
    ("reference", &["corpus", "exact"]),
    ("retrieval", &["corpus", "ngrams", "reference", "thresholds"]),
    ("compare", &["corpus", "disjoint_sets", "known", "ngrams", "reference", "thresholds"]),
    (
        "clustering",
        &["compare", "corpus", "ngrams", "reference", "retrieval", "spun", "thresholds"],
    ),
    ("spun", &["compare", "corpus", "disjoint_sets", "ngrams", "thresholds"]),
    (
        "campaigns",
        &[
            "clustering",
            "compare",
            "corpus",
            "disjoint_sets",
            "edits",
            "exact",
            "facts",
            "ngrams",
            "spun",
            "thresholds",
        ],
    ),
    (
        "edits",
        &["corpus", "compare", "clustering", "disjoint_sets", "ngrams", "spun", "thresholds"],
    ),
    (
        "config",
        &["corpus", "ingest", "reference", "retrieval", "clustering", "edits", "thresholds"],
    ),
    (
        "detection",
        &[
            "corpus",
            "ingest",
            "known",
            "ngrams",
            "questions",
            "thresholds",
            "exact",
            "clustering",
            "edits",
            "campaigns",
            "facts",
        ],
    ),
    ("questions", &["config", "corpus", "edits", "ingest"]),
    ("extract", &["corpus"]),
    ("facts", &[]),
    ("eval", &[]),
    (
        "report",
        &[
            "detection",
            "guard",
            "config",
            "corpus",
            "exact",
            "clustering",
            "campaigns",
            "edits",
            "facts",
            "ingest",
            "questions",
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
const MAKE_REPORTS: [&str; 12] = [
    "campaigns.rs",
    "clusters.rs",
    "known.rs",
    "lines/",
    "marks.rs",
    "mod.rs",
    "questions.rs",
    "said.rs",
    "schema/",
    "since.rs",
    "title.rs",
    "verification.rs",
];
/// What the others may import: what a run was asked for, and what stops a library that panics.
const NO_STAGES: [&str; 3] = ["config", "guard", "report"];
/// What takes texts apart.
const TAKES_TEXTS_APART: [&str; 4] = ["tokens", "sentences", "ngrams", "compare"];

/// Reports carry what was found: what lays them out knows of no stage, and nothing is found again in the texts.
#[test]
fn what_lays_out_a_report_knows_nothing_of_the_stages() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let report = source.join("report");
    for file in files_of(&source, "report") {
        let path =
            file.strip_prefix(&report).expect("below it").to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&file).expect("a source file");
        let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        if !path.ends_with(".rs") {
            continue;
        }
        if !MAKE_REPORTS.iter().any(|begins| path.starts_with(begins)) {
            for import in imports(code) {
                assert!(NO_STAGES.contains(&import.as_str()), "{path} imports `{import}`");
            }
        }
        for name in all_imports(code).iter().flat_map(|(_, import)| import) {
            assert!(!TAKES_TEXTS_APART.contains(&name.as_str()), "{path} names `{name}`");
        }
    }
}

/// Numbers that decide nothing: a mark, and memory to begin with.
const DECIDE_NOTHING: [&str; 2] = ["FIRST_BYTES", "NOBODY"];

/// The numbers that decide what is found stand in one file.
#[test]
fn what_decides_stands_with_the_thresholds() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let number = Regex::new(
        r"(?m)^ *(?:pub(?:\([^)]*\))? )?(?:const|static) (\w+): (?:\(?[uif](?:8|16|32|64|128|size)\b|Range|Needed|NeighborRule)",
    )
    .expect("a pattern");
    let mut found = BTreeSet::new();
    for stage in
        ["campaigns", "clustering", "compare", "edits", "known", "retrieval", "spun", "trace"]
    {
        for file in files_of(&source, stage) {
            let text = fs::read_to_string(&file).expect("a source file");
            let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            found.extend(number.captures_iter(code).map(|constant| constant[1].to_owned()));
        }
    }
    assert_eq!(found, DECIDE_NOTHING.map(str::to_owned).into());
}

/// A room of the house: modules that do one thing for people, and how many lines they may have, tests included.
struct Room {
    name: &'static str,
    /// None: whatever is in no other room.
    modules: &'static [&'static str],
    /// As it was when the table was made.
    first: usize,
    budget: usize,
}

/// The rooms. A budget may fall, with every change that takes lines away; where it rises above what it first was,
/// `.github/CONTRIBUTING.md` has a line that says what people got for it.
const ROOMS: [Room; 6] = [
    Room {
        name: "deciding",
        modules: &[
            "campaigns",
            "clustering",
            "compare",
            "edits",
            "ngrams",
            "retrieval",
            "spun",
            "thresholds",
        ],
        first: 20_420,
        budget: 16_165,
    },
    Room { name: "reading", modules: &["ingest"], first: 22_941, budget: 19_993 },
    Room {
        name: "showing",
        modules: &["cli", "commands", "report", "search"],
        first: 23_540,
        budget: 18_538,
    },
    Room { name: "evaluation", modules: &["eval"], first: 1_800, budget: 1_790 },
    Room { name: "trace", modules: &["trace"], first: 1_961, budget: 1_480 },
    Room { name: "rest", modules: &[], first: 5_983, budget: 4_833 },
];

/// What people got for lines is said where the lines are more than they were.
#[test]
fn rooms_keep_to_their_budgets() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = root.join("src");
    let contributing =
        fs::read_to_string(root.join(".github/CONTRIBUTING.md")).expect("a document");
    let n_lines = |module: &str| -> usize {
        let files = files_of(&source, module).into_iter();
        let code = files.filter(|file| file.extension().is_some_and(|ending| ending == "rs"));
        code.map(|file| fs::read_to_string(file).expect("a source file").lines().count()).sum()
    };
    let counted =
        ROOMS.map(|room| room.modules.iter().map(|module| n_lines(module)).sum::<usize>());
    let n_elsewhere = n_lines("") - counted.iter().sum::<usize>();
    let mut over = Vec::new();
    for (room, n_own) in ROOMS.iter().zip(counted) {
        let n_own = if room.modules.is_empty() { n_elsewhere } else { n_own };
        if n_own > room.budget {
            over.push(format!("{} has {n_own} lines of {}", room.name, room.budget));
        }
        let row = format!("| {} | {} |", room.name, room.budget);
        assert!(
            room.budget <= room.first || contributing.contains(&row),
            "CONTRIBUTING has no line that begins with `{row}` and says what people got for it"
        );
    }
    assert!(over.is_empty(), "rooms are over their budgets: {}", over.join("; "));
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
/// people once the report is written and shares with the other only how texts become an index in memory. Only `main.rs` and `commands/` print.
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

/// What imports each other in a circle is one thing, cut. A folder's `mod.rs` is its contract, which all in it know.
#[test]
fn no_modules_import_each_other_in_a_circle() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut modules = Modules::default();
    for file in files_of(&source, "") {
        if file.extension().is_some_and(|ending| ending == "rs") {
            let path = file.strip_prefix(&source).expect("a source file").with_extension("");
            let mut path: ModulePath =
                path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            path.pop_if(|last| last == "mod" || last == "lib");
            let text = fs::read_to_string(file).expect("a source file");
            modules.imports.insert(path, all_imports(&text));
        }
    }
    modules.find_exports();
    for (folder, mut edges) in modules.edges() {
        // Who imports nobody, or nobody that imports another one, is in no circle.
        loop {
            let importing: BTreeSet<String> = edges.iter().map(|(one, _)| one.clone()).collect();
            let n_edges = edges.len();
            edges.retain(|(_, other)| importing.contains(other));
            if edges.len() == n_edges {
                break;
            }
        }
        assert!(edges.is_empty(), "a circle in `{}`: {edges:?}", folder.join("/"));
    }
}

type ModulePath = Vec<String>;

/// All modules, each with the paths that it imports or names, and whether others may import these from it.
#[derive(Default)]
struct Modules {
    imports: BTreeMap<ModulePath, Vec<(bool, ModulePath)>>,
    /// Of an item that a module passes on its own.
    exports: BTreeMap<ModulePath, ModulePath>,
}

impl Modules {
    fn find_exports(&mut self) {
        for (module, imports) in &self.imports {
            for (is_public, path) in imports {
                if let (true, Some(home), Some(name)) =
                    (*is_public, self.home(module, path), path.last())
                {
                    self.exports.insert([&module[..], std::slice::from_ref(name)].concat(), home);
                }
            }
        }
    }

    /// The module that a path names, or that an item is of; none of another crate.
    fn home(&self, module: &[String], path: &[String]) -> Option<ModulePath> {
        let n_up = path.iter().take_while(|part| *part == "super").count();
        let (mut home, rest) = match path[0].as_str() {
            "crate" => (Vec::new(), &path[1..]),
            "self" => (module.to_vec(), &path[1..]),
            _ => (module[..module.len().checked_sub(n_up)?].to_vec(), &path[n_up..]),
        };
        let is_ours = rest.len() < path.len();
        for part in rest {
            home.push(part.clone());
            if !self.imports.contains_key(&home) {
                let item = self.exports.get(&home).cloned();
                home.pop();
                return item.or((is_ours || home.len() > module.len()).then_some(home));
            }
        }
        Some(home)
    }

    /// By folder which of its modules, or what is in it, imports which other one.
    fn edges(&self) -> BTreeMap<ModulePath, BTreeSet<(String, String)>> {
        let mut edges: BTreeMap<ModulePath, BTreeSet<(String, String)>> = BTreeMap::new();
        for (module, imports) in &self.imports {
            for home in imports.iter().filter_map(|(_, path)| self.home(module, path)) {
                let n_shared = module.iter().zip(&home).take_while(|(a, b)| a == b).count();
                if let (Some(one), Some(other)) = (module.get(n_shared), home.get(n_shared)) {
                    let of_folder = edges.entry(module[..n_shared].to_vec()).or_default();
                    of_folder.insert((one.clone(), other.clone()));
                }
            }
        }
        edges
    }
}

/// All paths that a module imports or names, and whether it passes them on; without its tests.
fn all_imports(text: &str) -> Vec<(bool, ModulePath)> {
    let text = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code: Vec<&str> =
        text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let code = code.join("\n");
    let mut found = Vec::new();
    let statement = Regex::new(r"(?m)^\s*(pub(?:\([^)]*\))? )?use ([^;]+);").expect("a pattern");
    for statement in statement.captures_iter(&code) {
        for leaf in leaves(&statement[2]) {
            let path = leaf.iter().take_while(|part| *part != "self" || leaf[0] == "self");
            found.push((statement.get(1).is_some(), path.cloned().collect()));
        }
    }
    let named = Regex::new(r"\b(?:crate|super|self)(?:::\w+)+").expect("a pattern");
    for path in named.find_iter(&statement.replace_all(&code, "")) {
        found.push((false, path.as_str().split("::").map(str::to_owned).collect()));
    }
    found
}

/// The paths of a tree of imports.
fn leaves(tree: &str) -> Vec<ModulePath> {
    let Some((stem, rest)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        return vec![path.split("::").map(|part| part.trim().to_owned()).collect()];
    };
    let stem: ModulePath =
        stem.split("::").map(|part| part.trim().to_owned()).filter(|it| !it.is_empty()).collect();
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    let rest = &rest[..rest.rfind('}').unwrap_or(rest.len())];
    for (at, mark) in rest.char_indices().chain([(rest.len(), ',')]) {
        depth += i32::from(mark == '{') - i32::from(mark == '}');
        if mark == ',' && depth == 0 {
            let branch = rest[start..at].trim();
            let of_branch = if branch.is_empty() { Vec::new() } else { leaves(branch) };
            found.extend(of_branch.into_iter().map(|leaf| [&stem[..], &leaf].concat()));
            start = at + 1;
        }
    }
    found
}

#[test]
fn paths_of_imports_are_found() {
    let text = "use super::{a::{self, B}, C as D};\npub use e::F;\nlet g = crate::h::i();";
    let found: Vec<(bool, String)> = all_imports(text)
        .into_iter()
        .map(|(is_public, path)| (is_public, path.join(".")))
        .collect();
    let expect = ["super.a", "super.a.B", "super.C", "e.F", "crate.h.i"];
    assert_eq!(found, expect.map(|path| (path == "e.F", path.to_owned())));
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

/// What is imported or named of the crate.
fn imports(text: &str) -> BTreeSet<String> {
    let paths = all_imports(text).into_iter().map(|(_, path)| path);
    paths.filter(|path| path[0] == "crate").filter_map(|path| path.get(1).cloned()).collect()
}

#[test]
fn imports_are_found() {
    let text = "use crate::corpus::{A, B};\nuse crate::{clustering::{X, Y}, ingest, detection};\nlet x = crate::exact::group();";
    let found: Vec<String> = imports(text).into_iter().collect();
    assert_eq!(found, ["clustering", "corpus", "detection", "exact", "ingest"]);
}
