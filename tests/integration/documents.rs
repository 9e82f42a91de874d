//! What the README, the guide and the help say is run: sessions print what stands below them, and every example is a command
//! that the program takes.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::fixtures;
use crate::skip::skip;

/// The documents with sessions, in the order in which a reader runs them.
const DOCUMENTS: [&str; 2] = ["README.md", "src/commands/manual/guide.md"];
/// What came late in the sessions about late comments.
const LATE: [&str; 3] = ["exact-7.eml", "hotel-6.eml", "unique-2.eml"];

/// Runs a line of a shell where `durian` is this program.
fn shell(folder: &Path, line: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_durian"));
    let path = std::env::var("PATH").unwrap_or_default();
    let beside = program.parent().expect("a folder").display();
    Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", format!("{beside}:{path}"))
        .env("HOME", folder)
        .env_remove("CI")
        .output()
        .expect("a shell")
}

/// A folder in which the sessions run: the fixtures, a docket, and its report of a week ago.
fn desk() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    std::os::unix::fs::symlink(fixtures(), path.join("fixtures")).expect("a link");
    crate::each::copy(&fixtures().join("sample-docket/docket"), &path.join("docket"));
    let kept: Vec<_> = LATE
        .iter()
        .map(|name| (name, fs::read(path.join("docket").join(name)).expect("a comment")))
        .collect();
    LATE.iter()
        .for_each(|name| fs::remove_file(path.join("docket").join(name)).expect("a comment"));
    assert!(shell(path, "durian cluster docket -o week-1 -q").status.success());
    for (name, bytes) in kept {
        fs::write(path.join("docket").join(name), bytes).expect("a comment");
    }
    folder
}

/// The sessions of a document: each command, with what follows it.
fn sessions(document: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(document))
        .expect("a document");
    let mut sessions: Vec<(String, String)> = Vec::new();
    for block in text.split("```console\n").skip(1) {
        let block = block.split("\n```").next().unwrap_or_default();
        let mut is_command = false;
        for line in block.lines() {
            if let Some(command) = line.strip_prefix("$ ") {
                sessions.push((format!("{command}\n"), String::new()));
                is_command = command.contains("<<'EOF'");
            } else if let Some((command, printed)) = sessions.last_mut() {
                let into = if is_command { command } else { printed };
                *into += line.trim_end();
                into.push('\n');
                is_command &= line != "EOF";
            }
        }
    }
    sessions
}

#[test]
fn sessions_print_what_stands_below_them() {
    let folder = desk();
    let mut n_run = 0;
    for document in DOCUMENTS {
        for (command, expect) in sessions(document) {
            let program = command.split_whitespace().next().unwrap_or_default();
            let has = match program {
                "python3" => "python3 -c 'import pandas'".to_owned(),
                program => format!("command -v {program}"),
            };
            let has_jq =
                !command.contains("jq ") || shell(folder.path(), "command -v jq").status.success();
            if !has_jq || !shell(folder.path(), &has).status.success() {
                skip(&format!("no `{program}` for a session of {document}"));
                continue;
            }
            let output = shell(folder.path(), &command);
            let printed = String::from_utf8(output.stdout).expect("UTF-8");
            let printed: String =
                printed.trim_end().lines().map(|line| line.trim_end().to_owned() + "\n").collect();
            assert_eq!(
                printed,
                expect,
                "{document}: {command}{}",
                String::from_utf8_lossy(&output.stderr)
            );
            n_run += 1;
        }
    }
    assert!(n_run >= 2, "the README's own sessions need no other program");
}

/// Examples of the help, and the README's other ways to run the program. What they name is not there: what is tried is
/// that every option and argument is one.
#[test]
fn every_example_is_taken() {
    let folder = desk();
    let commands = [
        "cluster",
        "show",
        "search",
        "diff",
        "post",
        "trace",
        "index",
        "evaluate",
        "plan",
        "read",
        "extract",
        "completions",
    ];
    let mut examples: Vec<String> = Vec::new();
    for command in commands {
        let help = shell(folder.path(), &format!("durian {command} --help")).stdout;
        let help = String::from_utf8(help).expect("UTF-8");
        assert!(help.contains("Examples:\n  durian") || command == "lines", "{command}: {help}");
        examples.extend(
            help.lines().filter_map(|line| line.strip_prefix("  durian ")).map(str::to_owned),
        );
    }
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"))
        .expect("a document");
    examples
        .extend(readme.lines().filter_map(|line| line.strip_prefix("durian ")).map(str::to_owned));
    assert!(examples.len() > 60, "{examples:?}");
    for example in examples {
        let ends = ["  ", " #", " > ", " | "].iter().filter_map(|end| example.find(end)).min();
        let command = &example[..ends.unwrap_or(example.len())];
        let output = shell(folder.path(), &format!("durian {command} < /dev/null"));
        assert!(
            matches!(output.status.code(), Some(0 | 1 | 3)),
            "durian {command}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}
