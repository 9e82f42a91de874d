//! The command line: exit codes, standard output, standard error.

use std::fs;
use std::io::{Read, Write};
use std::path::{MAIN_SEPARATOR, Path};
use std::process::{Command, Output, Stdio};

use durian::report::{comparison, schema};
use serde_json::Value;
use tempfile::TempDir;

use crate::fixtures;

pub(crate) fn durian(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_durian"))
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

/// Exit code, standard output and standard error in one text, with `/` in paths on every system.
fn shown(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(MAIN_SEPARATOR, "/");
    let code = output.status.code();
    format!(
        "exit code: {code:?}\n--- stdout\n{}--- stderr\n{}",
        text(&output.stdout),
        text(&output.stderr)
    )
}

pub(crate) fn folder_with(files: &[(&str, &[u8])]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    folder
}

fn copy_sample(to: &Path) {
    let docket = fixtures().join("sample-docket/docket");
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(docket).expect("a docket").flatten() {
        fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
    }
}

#[test]
fn the_summary_tells_an_analyst_what_was_found() {
    let folder = TempDir::new().expect("a folder");
    copy_sample(&folder.path().join("docket"));
    let output = durian(folder.path(), &["cluster", "docket", "-o", "report"]);
    insta::assert_snapshot!(shown(&output));
    assert!(folder.path().join("report/report.json").is_file());
    assert!(folder.path().join("report/documents.jsonl").is_file());
    let n_lines = String::from_utf8_lossy(&output.stdout).lines().count();
    assert!(n_lines <= 20, "{n_lines}");
}

/// What `--verify` proved is said; without it nothing is.
#[test]
fn the_report_is_proved_where_that_is_wanted() {
    let folder = TempDir::new().expect("a folder");
    copy_sample(&folder.path().join("docket"));
    let check = |arguments: &[&str], expect: &str| {
        let output = durian(folder.path(), &[&["cluster", "docket"], arguments].concat());
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&output.stderr), expect);
    };
    let proved = "durian: the report is verified: 28 inputs, 2 letters, and 6 passages agree with one another\n";
    check(&["--verify"], proved);
    check(&["--verify", "-o", "-"], proved);
    check(&["--verify", "-q"], "");
    check(&[], "");
}

#[test]
fn standard_output_holds_json_and_nothing_else() {
    let folder = TempDir::new().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_durian"))
        .current_dir(folder.path())
        .args(["cluster", "-", "-o", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let records = b"{\"id\":\"a\",\"text\":\"The same words about the same quarry.\"}\n{\"id\":\"b\",\"text\":\"The same words, about the same quarry!\"}\n";
    child.stdin.take().expect("a pipe").write_all(records).expect("written");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON alone");
    assert_eq!(report["totals"]["buckets"]["clustered"], 1);
    assert_eq!(report["totals"]["buckets"]["exact_copy"], 1);
    assert!(output.stderr.is_empty());
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "nothing is written");
}

#[test]
fn inputs_that_hold_no_comment_are_told_what_to_do() {
    let folder = folder_with(&[
        ("pictures/a.png", b"\x89PNG\r\n\x1a\n\0\0"),
        ("pictures/b.jpg", b"\xFF\xD8\xFF\xE0\0\0"),
    ]);
    fs::create_dir(folder.path().join("empty")).expect("a folder");
    let runs = [
        vec!["cluster", "missing"],
        vec!["cluster", "empty"],
        vec!["cluster", "pictures"],
        vec!["cluster"],
        vec!["cluster", "empty", "--min-copies", "1"],
    ];
    let shown: Vec<String> = runs
        .iter()
        .map(|run| format!("$ durian {}\n{}", run.join(" "), shown(&durian(folder.path(), run))))
        .collect();
    insta::assert_snapshot!(shown.join("\n"));
    assert!(!folder.path().join("durian-report").exists(), "nothing is written");
}

#[test]
fn bad_files_are_named_and_the_rest_is_processed() {
    let folder = folder_with(&[
        ("docket/good.txt", b"Please mend the bridge over the creek before the school year begins."),
        ("docket/cut.json", b"{\"data\":{\"id\":\"X-2031-0001-0002\",\"attributes\":{\"comm"),
        ("docket/table.csv", b"number,remark\n1,hello\n"),
        ("docket/lines.jsonl", b"{\"id\":\"l1\",\"text\":\"The bridge is fine.\"}\n{broken\n{\"id\":\"l3\",\"text\":\"No it is not.\"}\n"),
    ]);
    let output = durian(folder.path(), &["cluster", "docket", "missing", "-o", "report"]);
    insta::assert_snapshot!(shown(&output));
}

#[test]
fn a_folder_that_is_no_report_is_not_written_into() {
    let folder =
        folder_with(&[("docket/a.txt", b"Please mend the bridge."), ("letters/mine.txt", b"mine")]);
    let output = durian(folder.path(), &["cluster", "docket", "-o", "letters"]);
    insta::assert_snapshot!(shown(&output));
    assert_eq!(fs::read_dir(folder.path().join("letters")).expect("a folder").count(), 1);
}

#[test]
fn a_report_inside_the_docket_is_replaced_and_never_read() {
    let folder = TempDir::new().expect("a folder");
    copy_sample(folder.path());
    let first = durian(folder.path(), &["cluster", "."]);
    let report = fs::read(folder.path().join("durian-report/report.json")).expect("a report");
    let second = durian(folder.path(), &["cluster", "."]);
    assert_eq!((first.status.code(), second.status.code()), (Some(0), Some(0)));
    assert_eq!(
        report,
        fs::read(folder.path().join("durian-report/report.json")).expect("a report")
    );
}

#[test]
fn a_reader_that_stops_early_is_no_error() {
    let docket = fixtures().join("sample-docket/docket");
    let mut child = Command::new(env!("CARGO_BIN_EXE_durian"))
        .args(["cluster", docket.to_str().expect("a path"), "-o", "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut talk = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut talk).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert_eq!(talk, "");
}

/// The report keeps the promise of its schema, and both come from the program.
#[test]
fn a_list_of_mass_mailers_can_be_given() {
    let mail = b"Return-Path: <b@m.ours.example>\nFrom: rosa@gmail.com\n\nThe wells are dry.\n";
    let folder = folder_with(&[
        ("docket/1.eml", mail),
        ("own.txt", b"[relayers]\nours.example\n"),
        ("wrong.txt", b"[relayers]\nnot a domain\n"),
    ]);
    let relayer_and_digest = |arguments: &[&str]| {
        let all = [&["cluster", "docket", "-o", "report"], arguments].concat();
        assert_eq!(durian(folder.path(), &all).status.code(), Some(0));
        let read = |name: &str| fs::read(folder.path().join("report").join(name)).expect(name);
        let parsed = |name| serde_json::from_slice::<Value>(&read(name)).expect("JSON");
        let digest = parsed("report.json")["settings"]["relayers_digest"].clone();
        (parsed("documents.jsonl")["relayer"].clone(), digest)
    };
    let (built_in, digest) = relayer_and_digest(&[]);
    let (own, own_digest) = relayer_and_digest(&["--relayers", "own.txt"]);
    assert_eq!(built_in, Value::Null, "one mail does not make a mass mailer");
    assert_eq!(own, "ours.example");
    assert_ne!(digest, own_digest);
    let wrong = ["cluster", "docket", "--relayers", "wrong.txt"];
    let output = durian(folder.path(), &wrong);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("`wrong.txt`: line 2: `not` is not a domain"), "{message}");
}

#[test]
fn the_report_follows_its_schema() {
    let folder = TempDir::new().expect("a folder");
    let docket = fixtures().join("record-formats/docket");
    durian(folder.path(), &["cluster", docket.to_str().expect("a path"), "-o", "report", "-q"]);
    let check = |of: &str, instance: &[u8]| {
        let schema = durian(folder.path(), &["schema", of]);
        let schema: Value = serde_json::from_slice(&schema.stdout).expect("a schema");
        let instance: Value = serde_json::from_slice(instance).expect("JSON");
        let validator = jsonschema::validator_for(&schema).expect("a valid schema");
        if let Err(error) = validator.validate(&instance) {
            panic!("{of}: {error} at {}", error.instance_path);
        }
    };
    check("report", &fs::read(folder.path().join("report/report.json")).expect("a report"));
    let lines = fs::read(folder.path().join("report/documents.jsonl")).expect("lines");
    let lines: Vec<&[u8]> =
        lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect();
    assert!(lines.len() > 10);
    lines.iter().for_each(|line| check("documents", line));
}

/// Who asks for the rules finds those of pairs, those that more texts tell, and the numbers.
#[test]
fn rules_and_numbers_are_told() {
    let text = durian(Path::new("."), &["schema", "rules"]).stdout;
    let text = String::from_utf8(text).expect("words");
    for line in [
        "- together, \"word_overlap\": SIGIR 2006 §4.4.1: word overlap above 95 %",
        "- together, \"exact_copy\": the same letters and digits in the main text; an earlier report's copies stay together \
         (SIGIR 2006 §4.3)",
        "- `compare.mu` = 1 (words; SIGIR 2006 §4.2): Prior mass: \"μ is a parameter in Dirichlet smoothing and is set to 1 in this \
         work\" (SIGIR 2006 §4.2).",
        "- `ngrams.COPIED` = 3 (words; ours): Words of the shortest n-gram that counts as copied. Shorter ones are chance.",
    ] {
        assert!(text.lines().any(|own| own == line), "{line}");
    }
}

/// Two schemas may be loaded side by side: each has a name of its own, with the version of the form, and what it refers to is
/// in it, not at some address.
#[test]
fn every_schema_is_named_and_whole() {
    let folder = TempDir::new().expect("a folder");
    let manual = durian(folder.path(), &["man"]).stdout;
    let manual = String::from_utf8(manual).expect("UTF-8");
    for (of, version) in [
        ("report", schema::SCHEMA_VERSION),
        ("documents", schema::SCHEMA_VERSION),
        ("index", schema::INDEX_VERSION),
        ("diff", comparison::schema::SCHEMA_VERSION),
    ] {
        let schema = durian(folder.path(), &["schema", of]).stdout;
        let schema: Value = serde_json::from_slice(&schema).expect("a schema");
        let id = format!("urn:durian:{of}:{version}");
        assert_eq!(schema["$id"], id);
        assert!(manual.contains(&id), "{id}");
        let (mut n_references, mut inner) = (0, vec![&schema]);
        while let Some(value) = inner.pop() {
            if let Some(reference) = value.get("$ref").and_then(Value::as_str) {
                let pointer = reference.strip_prefix('#').expect("a place in the same schema");
                assert!(schema.pointer(pointer).is_some(), "{of}: {reference}");
                n_references += 1;
            }
            assert!(value.get("$id").is_none() || std::ptr::eq(value, &schema), "{of}");
            inner.extend(value.as_object().into_iter().flat_map(serde_json::Map::values));
            inner.extend(value.as_array().into_iter().flatten());
        }
        assert!(n_references > 2, "{of}: {n_references}");
    }
}

#[test]
fn shells_and_man_are_told_of_every_command() {
    let folder = TempDir::new().expect("a folder");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = durian(folder.path(), &["completions", shell]);
        assert_eq!(script.status.code(), Some(0), "{shell}");
        assert!(String::from_utf8_lossy(&script.stdout).contains("fail-on"));
    }
    let page = durian(folder.path(), &["man"]);
    assert!(String::from_utf8_lossy(&page.stdout).contains("durian\\-show"));
    let pages = durian(folder.path(), &["man", "-o", "pages"]);
    assert_eq!(pages.status.code(), Some(0));
    assert!(folder.path().join("pages/durian-show.1").is_file());
}

/// Ctrl-C while comments are read: nothing is left behind, and that is said.
#[cfg(unix)]
#[test]
fn a_run_that_is_stopped_leaves_nothing() {
    let folder = TempDir::new().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_durian"))
        .current_dir(folder.path())
        .args(["cluster", "-", "-o", "report"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It waits for the rest of its input.
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"{\"id\":\"a\",\"text\":\"Keep the ferry.\"}\n").expect("written");
    std::thread::sleep(std::time::Duration::from_millis(500));
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().expect("a signal");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "durian: stopped; nothing was written\n");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

/// A report of other inputs is replaced where that is asked for; one of the same inputs always.
#[test]
fn a_report_of_other_inputs_is_not_replaced_in_silence() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path();
    for (name, text) in [("one.txt", "Keep the ferry."), ("two.txt", "Close the pier.")] {
        fs::write(path.join(name), text).expect("a comment");
    }
    let run = |arguments: &[&str]| {
        durian(path, &[&["cluster", "-q", "-o", "report"], arguments].concat())
    };
    assert_eq!(run(&["one.txt"]).status.code(), Some(0));
    assert_eq!(run(&["one.txt", "--json-only"]).status.code(), Some(0), "the same inputs");
    let before = fs::read(path.join("report/report.json")).expect("a report");
    let refused = run(&["two.txt"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        said.contains("holds the report of other inputs") && said.contains("--replace"),
        "{said}"
    );
    assert_eq!(fs::read(path.join("report/report.json")).expect("a report"), before);
    assert_eq!(run(&["two.txt", "--replace"]).status.code(), Some(0));
    assert_ne!(fs::read(path.join("report/report.json")).expect("a report"), before);
}

/// Short help fits a screen; the long one has every option.
#[test]
fn short_help_fits_a_screen() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let help = |arguments: &[&str]| {
        String::from_utf8(durian(folder.path(), arguments).stdout).expect("UTF-8")
    };
    assert!(help(&["-h"]).lines().count() <= 30);
    let (short, long) = (help(&["cluster", "-h"]), help(&["cluster", "--help"]));
    assert!(short.lines().count() <= 32, "{short}");
    for hidden in ["--min-copies", "--threads", "--verify", "--max-memory"] {
        assert!(!short.contains(hidden) && long.contains(hidden), "{hidden}");
    }
}

/// `--open` starts what opens pages on this system, with the page, or with the place of a comment in it.
#[cfg(target_os = "linux")]
#[test]
fn a_page_is_opened_where_it_is_wanted() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path();
    fs::write(path.join("one.txt"), "Keep the ferry.").expect("a comment");
    fs::write(path.join("xdg-open"), "#!/bin/sh\nprintf '%s\\n' \"$1\" >> opened\n")
        .expect("a script");
    fs::set_permissions(path.join("xdg-open"), fs::Permissions::from_mode(0o755))
        .expect("a script");
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_durian"))
            .args(arguments)
            .current_dir(path)
            .env("PATH", format!("{}:/usr/bin:/bin", path.display()))
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{output:?}");
    };
    run(&["cluster", "one.txt", "-q", "--open"]);
    run(&["show", "durian-report", "one.txt", "--open"]);
    let opened = fs::read_to_string(path.join("opened")).expect("what was opened");
    let page = path.canonicalize().expect("a path").join("durian-report/report.html");
    assert_eq!(opened, format!("{0}\nfile://{0}#comment=one.txt\n", page.display()));
}

/// What has an id, or the docket, is shown as a row of the tables and as JSON, too.
#[test]
fn what_is_shown_is_told_as_programs_want_it() {
    let folder = crate::renderings::report_of("sample-docket");
    let show = |arguments: &[&str]| {
        let output = durian(folder.path(), &[&["show", "report"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let json = |arguments: &[&str]| -> Value {
        serde_json::from_str(&show(&[arguments, &["--format", "json"]].concat())).expect("JSON")
    };
    let docket = json(&[]);
    assert_eq!((&docket["totals"]["inputs"], docket["to_cite"].is_string()), (&28.into(), true));
    let line = json(&["key-block.eml"]);
    let (letter, campaign) =
        (line["cluster"].as_str().expect("an id"), line["campaign"].as_str().expect("an id"));
    assert_eq!(
        (json(&[letter])["n_comments"].clone(), json(&[campaign])["n_comments"].clone()),
        (17.into(), 17.into())
    );
    for (id, n_rows) in
        [(None, 2), (Some("key-block.eml"), 1), (Some(letter), 1), (Some(campaign), 1)]
    {
        let shown = show(&[id.as_slice(), &["--format", "csv"]].concat());
        let mut table = csv::Reader::from_reader(shown.trim_start_matches('\u{FEFF}').as_bytes());
        assert_eq!(
            table.records().collect::<Result<Vec<_>, _>>().expect("rows").len(),
            n_rows,
            "{id:?}"
        );
    }
}
