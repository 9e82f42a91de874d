//! The report: whole or absent, whatever happens to the disk, the program or the reader.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::skip::skip;
use crate::{
    OtherUser, assert_is_whole, assert_no_panic, cluster, durian, files_of, folder_with, names_in,
    report, shell, talk,
};

/// Two dockets of one folder, and the files of their reports.
struct Dockets {
    folder: TempDir,
    reports: [Vec<(String, Vec<u8>)>; 2],
}

impl Dockets {
    /// The report of the first docket stands in `report`.
    fn new() -> Self {
        let docket = |place: &str| -> Vec<u8> {
            let records = (0..60).map(|number| {
                let text = format!(
                    "Please mend the {place} before the school year begins. I am number {}, and I \
                     walk there with neighbor {number} of our street every single day.",
                    number / 7
                );
                format!("{{\"id\":\"{place}-{number}\",\"text\":\"{text}\"}}\n")
            });
            records.collect::<String>().into_bytes()
        };
        let (bridge, ferry) = (docket("bridge"), docket("ferry"));
        let folder = folder_with(&[("one/a.jsonl", &bridge), ("two/a.jsonl", &ferry)]);
        let mut reports = [Vec::new(), Vec::new()];
        for (report, docket) in reports.iter_mut().zip(["two", "one"]) {
            let output = cluster(folder.path(), &[docket]);
            assert_eq!(output.status.code(), Some(0), "{output:?}");
            assert_is_whole(&folder.path().join("report"));
            *report = files_of(&folder.path().join("report"));
        }
        reports.swap(0, 1);
        assert_ne!(reports[0], reports[1]);
        Self { folder, reports }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Which of the two reports stands in the folder: it must be one of them, in all its files.
    fn standing(&self) -> usize {
        let files = files_of(&self.path().join("report"));
        let found = self.reports.iter().position(|report| *report == files);
        found.unwrap_or_else(|| {
            let names: Vec<&String> = files.iter().map(|(name, _)| name).collect();
            panic!("a part or a mix of two reports: {names:?}")
        })
    }

    /// A run that nothing hinders succeeds and leaves nothing behind.
    fn assert_recovers(&self) {
        let output = cluster(self.path(), &["two"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(self.standing(), 1);
        assert_eq!(names_in(self.path()), ["one", "report", "two"]);
    }
}

/// `strace`, which makes single system calls fail or kills at them; none where it may not.
fn tracer() -> bool {
    let tried = Command::new("strace").args(["-f", "-o", "/dev/null", "true"]).output();
    let is_there = tried.is_ok_and(|output| output.status.success());
    if !is_there {
        skip("no `strace`, or it may not trace");
    }
    is_there
}

/// Clusters the second docket while something is done to its system calls.
fn traced(folder: &Path, injection: &str) -> Output {
    let calls = injection.split(':').next().unwrap_or_default();
    let output = Command::new("strace")
        .current_dir(folder)
        .args(["-f", "-o", "/dev/null", "-e"])
        .arg(format!("trace={calls}"))
        .args(["-e", &format!("inject={injection}")])
        .arg(env!("CARGO_BIN_EXE_durian"))
        .args(["cluster", "--replace", "two", "-o", "report", "-q"])
        .stdin(Stdio::null())
        .output()
        .expect("strace starts");
    assert_no_panic(&output);
    output
}

#[test]
fn a_killed_run_leaves_the_old_report_or_the_new_one() {
    let dockets = Dockets::new();
    let run = || {
        durian(dockets.path())
            .args(["cluster", "--replace", "two", "-o", "report", "-q"])
            .spawn()
            .expect("the program starts")
    };
    let start = Instant::now();
    run().wait().expect("it ends");
    let whole = start.elapsed().as_micros() as u64;
    let (mut random, mut n_killed) = (1u64, 0);
    for _ in 0..20 {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut child = run();
        std::thread::sleep(Duration::from_micros((random >> 33) % whole));
        child.kill().expect("killed");
        n_killed += usize::from(!child.wait().expect("it ends").success());
        dockets.standing();
    }
    assert!(n_killed > 5, "{n_killed}");
    dockets.assert_recovers();
    if !tracer() {
        return;
    }
    // At every step of the writing, one after the other.
    let old = |dockets: &Dockets| {
        cluster(dockets.path(), &["one"]);
        assert_eq!(dockets.standing(), 0);
    };
    for (call, most) in [("fsync", 2), ("renameat2", 1), ("unlink", 12), ("rmdir", 2)] {
        for number in 1..=most {
            old(&dockets);
            traced(dockets.path(), &format!("{call}:signal=SIGKILL:when={number}"));
            dockets.standing();
        }
    }
    dockets.assert_recovers();
}

#[test]
fn a_full_disk_leaves_the_old_report() {
    let dockets = Dockets::new();
    let check = |output: Output, told: &str| {
        assert_eq!(output.status.code(), Some(1), "{told}: {output:?}");
        assert!(talk(&output).contains(told), "{output:?}");
        assert_eq!(dockets.standing(), 0);
        let left = names_in(dockets.path());
        assert!(!left.iter().any(|name| name.starts_with('.')), "nothing is left behind");
    };
    let limited = "ulimit -f 4; \"$DURIAN\" cluster --replace two -o report";
    check(shell(dockets.path(), &format!("trap '' XFSZ; {limited}")), "File too large");
    // Where the system does not answer but kills, the old report stays all the same.
    shell(dockets.path(), limited);
    assert_eq!(dockets.standing(), 0);
    let full = shell(dockets.path(), "\"$DURIAN\" cluster --replace two -o - > /dev/full");
    assert_eq!(full.status.code(), Some(1), "{full:?}");
    assert!(talk(&full).contains("No space left"), "{full:?}");
    cluster(dockets.path(), &["one"]);
    if tracer() {
        for injection in
            ["fsync:error=EIO:when=1", "fsync:error=ENOSPC", "mkdir,mkdirat:error=EDQUOT"]
        {
            check(traced(dockets.path(), injection), "cannot write");
        }
        // Here the message cannot be written, either.
        check(traced(dockets.path(), "write:error=ENOSPC:when=2+"), "");
    }
    let mount = "mkdir small && mount -t tmpfs -o size=64k durian-test small";
    if !shell(dockets.path(), mount).status.success() {
        return skip("no tiny file system may be mounted");
    }
    let output = shell(dockets.path(), "\"$DURIAN\" cluster --replace two -o small/report");
    let left = names_in(&dockets.path().join("small"));
    // A mount point cannot change places with another folder: the files move into it.
    let inside = shell(
        dockets.path(),
        "mount -o remount,size=8m small && \"$DURIAN\" cluster --replace one -o small && \
         \"$DURIAN\" cluster --replace two -o small && \"$DURIAN\" show small ferry-1",
    );
    let moved_in = files_of(&dockets.path().join("small"));
    shell(dockets.path(), "umount small; rmdir small");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(talk(&output).contains("No space left"), "{output:?}");
    assert!(left.is_empty(), "{left:?}");
    assert_eq!(inside.status.code(), Some(0), "{inside:?}");
    assert_eq!(moved_in, dockets.reports[1]);
}

#[test]
fn a_folder_that_may_not_be_written_is_refused_before_any_work() {
    let folder = folder_with(&[("docket/a.txt", b"Please mend the bridge over the creek.")]);
    let Some(user) = OtherUser::in_folder(folder.path()) else {
        return;
    };
    for output in ["report", "deep/er/report"] {
        let output = user.run(folder.path(), &["cluster", "docket", "-o", output]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(talk(&output).contains("cannot write into"), "{output:?}");
    }
    // The folder itself may be written, the one above it not: the files move in.
    let open = folder.path().join("open");
    fs::create_dir(&open).expect("a folder");
    fs::set_permissions(&open, PermissionsExt::from_mode(0o777)).expect("open");
    for _ in 0..2 {
        let output = user.run(folder.path(), &["cluster", "docket", "-o", "open"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_is_whole(&open);
    }
}

/// Who may read a report and not write beside it can search it, too; the index is gone afterwards.
#[test]
fn a_report_that_may_only_be_read_is_searched() {
    let folder = folder_with(&[("docket/a.txt", b"Please mend the bridge over the creek.")]);
    assert_eq!(cluster(folder.path(), &["docket"]).status.code(), Some(0));
    let Some(user) = OtherUser::in_folder(folder.path()) else {
        return;
    };
    let output = user.run(folder.path(), &["search", "report", "bridge"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("a.txt"), "{output:?}");
    assert_is_whole(&folder.path().join("report"));
}

#[test]
fn odd_places_for_a_report_are_served_or_refused() {
    let dockets = Dockets::new();
    let folder = dockets.path();
    fs::write(folder.join("file"), b"mine").expect("a file");
    symlink("nowhere", folder.join("dangling")).expect("a link");
    symlink("report", folder.join("link")).expect("a link");
    assert!(shell(folder, "mkfifo pipe").status.success());
    fs::create_dir(folder.join("other")).expect("a folder");
    fs::write(folder.join("other/report.json"), b"{\"mine\":1}").expect("a file");
    let refused =
        ["file", "dangling", "pipe", "/dev/stdout", "/dev/null", "one", "two", "other", ".."];
    for place in refused {
        let output = durian(folder).args(["cluster", "--replace", "two", "-o", place]).output();
        let output = output.expect("the program starts");
        assert_eq!(output.status.code(), Some(1), "{place}: {output:?}");
        assert!(talk(&output).contains("is not a DURIAN report"), "{place}: {output:?}");
    }
    assert_eq!(dockets.standing(), 0);
    let served = durian(folder).args(["cluster", "--replace", "two", "-o", "link"]).output();
    assert_eq!(served.expect("it starts").status.code(), Some(0));
    assert_eq!(dockets.standing(), 1, "what the link points to");
    assert!(fs::symlink_metadata(folder.join("link")).expect("a link").is_symlink());
    let here =
        durian(&folder.join("report")).args(["cluster", "--replace", "../one", "-o", "."]).output();
    assert_eq!(here.expect("it starts").status.code(), Some(0));
    assert_eq!(dockets.standing(), 0, "the folder that one works in");
    let elsewhere = TempDir::new_in("/dev/shm").or_else(|_| TempDir::new()).expect("a folder");
    let place = elsewhere.path().join("deep/report");
    let output = durian(folder).args(["cluster", "--replace", "two", "-o"]).arg(&place).output();
    assert_eq!(output.expect("it starts").status.code(), Some(0), "another file system");
    assert_eq!(files_of(&place), dockets.reports[1]);
}

#[test]
fn a_report_is_no_input() {
    let dockets = Dockets::new();
    let docket = dockets.path().join("two");
    let first = durian(&docket).args(["cluster", "--replace", ".", "-o", "first"]).output();
    assert_eq!(first.expect("it starts").status.code(), Some(0));
    // What a killed run left behind.
    fs::create_dir(docket.join(".durian-killed")).expect("a folder");
    fs::write(docket.join(".durian-killed/documents.jsonl"), b"{}").expect("a file");
    let second = durian(&docket).args(["cluster", "--replace", ".", "-o", "report"]).output();
    assert_eq!(second.expect("it starts").status.code(), Some(0));
    let report = report(&docket);
    assert_eq!((report.totals.comments, report.set_aside.len()), (60, 1));
    assert_eq!(&*report.set_aside[0].id, "first");
    assert!(report.set_aside[0].reason.contains("a report of durian's"));
}

#[test]
fn what_else_is_in_the_folder_stays() {
    let dockets = Dockets::new();
    let folder = dockets.path().join("report");
    fs::write(folder.join("notes.txt"), b"mine").expect("a file");
    fs::create_dir(folder.join(".git")).expect("a folder");
    fs::write(folder.join(".git/config"), b"mine").expect("a file");
    fs::set_permissions(&folder, PermissionsExt::from_mode(0o700)).expect("closed");
    assert_eq!(cluster(dockets.path(), &["two"]).status.code(), Some(0));
    assert_eq!(fs::read(folder.join("notes.txt")).expect("a file"), b"mine");
    assert_eq!(fs::read(folder.join(".git/config")).expect("a file"), b"mine");
    let mode = fs::metadata(&folder).expect("a folder").permissions().mode();
    assert_eq!(mode & 0o777, 0o700, "who may read it");
    fs::remove_file(folder.join("notes.txt")).expect("removed");
    fs::remove_dir_all(folder.join(".git")).expect("removed");
    assert_eq!(dockets.standing(), 1);
}

/// Neither beside the folder nor in it, where the files move in one by one.
#[test]
fn tables_of_an_earlier_run_do_not_stay_beside_a_newer_report() {
    let folder = folder_with(&[("docket/a.txt", b"Please mend the bridge.")]);
    let report = folder.path().join("report");
    let in_it = "cd report && \"$DURIAN\" cluster --replace ../docket -o . --json-only -q";
    for run in ["\"$DURIAN\" cluster --replace docket -o report --json-only -q", in_it] {
        let output = cluster(folder.path(), &["docket"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_is_whole(&report);
        fs::write(report.join("notes.txt"), "mine").expect("a file");
        let output = shell(folder.path(), run);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(
            names_in(&report),
            ["documents.jsonl", "inputs.sha1", "notes.txt", "report.json"]
        );
        fs::remove_file(report.join("notes.txt")).expect("removed");
    }
}

#[test]
fn a_reader_that_stops_early_is_no_error() {
    let dockets = Dockets::new();
    fs::write(dockets.path().join("two/cut.json"), b"{").expect("a file");
    for (command, code) in [
        ("cluster --replace two -o -", "0"),
        ("cluster --replace two -o report", "3"),
        ("show report ferry-1", "0"),
        ("diff report report", "0"),
        ("schema report", "0"),
        ("man", "0"),
        ("cluster --help", "0"),
    ] {
        let script = format!(
            "{{ \"$DURIAN\" {command} 2>talk; echo $? >code; }} | true; sleep 0.1; cat code; cat talk >&2"
        );
        let output = shell(dockets.path(), &script);
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(
            told.trim() == code || told.trim() == "0" || told.trim() == "3",
            "{command}: {output:?}"
        );
        assert!(!talk(&output).contains("pipe"), "{command}: {output:?}");
    }
}

#[test]
fn closed_and_full_handles_are_survived() {
    let dockets = Dockets::new();
    fs::write(dockets.path().join("two/cut.json"), b"{").expect("a file");
    let run = "\"$DURIAN\" cluster --replace two -o report";
    for handles in
        ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", "2>/dev/full", ">/dev/full", ">&- 2>/dev/full"]
    {
        let output = shell(dockets.path(), &format!("{run} {handles}"));
        assert_eq!(output.status.code(), Some(3), "{handles}: {output:?}");
        let report = report(dockets.path());
        assert_eq!((report.totals.comments, report.totals.inputs), (60, 61), "{handles}");
    }
    let told = shell(dockets.path(), &format!("{run} >/dev/full"));
    assert!(
        talk(&told).contains("the report is written, but its summary cannot be shown"),
        "{told:?}"
    );
    let failed = shell(dockets.path(), "\"$DURIAN\" cluster --replace nowhere 2>/dev/full");
    assert_eq!(failed.status.code(), Some(1), "{failed:?}");
    let input = shell(dockets.path(), "\"$DURIAN\" cluster --replace - -o report <&-");
    assert_eq!(input.status.code(), Some(1), "as an empty one: {input:?}");
    assert!(talk(&input).contains("standard input is empty"), "{input:?}");
}

#[test]
fn two_runs_into_one_folder_do_not_mix() {
    let dockets = Dockets::new();
    for _ in 0..5 {
        let runs: Vec<_> = ["one", "two", "one", "two"]
            .iter()
            .map(|docket| {
                durian(dockets.path())
                    .args(["cluster", "--replace", docket, "-o", "report", "-q", "--verify"])
                    .spawn()
                    .expect("the program starts")
            })
            .collect();
        for mut run in runs {
            assert!(run.wait().expect("it ends").success());
        }
        dockets.standing();
    }
    dockets.assert_recovers();
}
