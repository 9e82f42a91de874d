//! Names that come from outside: of files, of what is in archives, of comments.

use std::ffi::OsStr;
use std::fs;
use std::io::{Cursor, Write};
use std::os::unix::ffi::OsStrExt;

use tempfile::TempDir;
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::{assert_is_whole, cluster, durian, folder_with, lines, names_in, report, shell, talk};

const LETTER: &[u8] = b"Please mend the bridge over the creek before the school year begins.";

#[test]
fn names_of_all_kinds_stay_different() {
    let folder = TempDir::new().expect("a folder");
    let docket = folder.path().join("docket");
    fs::create_dir(&docket).expect("a folder");
    let long = "x".repeat(251) + ".txt";
    let names: &[&[u8]] = &[
        b"\xFF.txt",
        b"\xFE.txt",
        b"a\n{\"id\":1}.txt",
        b"-rf",
        b"--help",
        b"$(id).eml",
        b"%s%n.txt",
        b"a b.txt",
        b"A B.txt",
        "caf\u{e9}.txt".as_bytes(),
        "cafe\u{301}.txt".as_bytes(),
        long.as_bytes(),
    ];
    for name in names {
        fs::write(docket.join(OsStr::from_bytes(name)), LETTER).expect("a file");
    }
    let output = cluster(folder.path(), &["docket"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let mut ids: Vec<String> = lines(folder.path()).into_iter().map(|it| it.id).collect();
    assert_eq!(ids.len(), names.len());
    assert!(report(folder.path()).warnings.is_empty(), "no id occurs twice");
    assert!(ids.contains(&"\\xFF.txt".to_owned()), "{ids:?}");
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), names.len());
    let shown = durian(folder.path()).args(["show", "report", "-rf"]).output();
    assert_eq!(shown.expect("it starts").status.code(), Some(0), "an id like a flag");
}

#[test]
fn a_path_that_is_too_long_is_named() {
    let folder = folder_with(&[("docket/a.txt", LETTER)]);
    let name = "d".repeat(200);
    let script = format!(
        "cd docket; n=0; while [ $n -lt 22 ]; do mkdir {name} && cd {name} || exit 0; n=$((n + 1)); \
         done; echo 'The bridge is closed.' > b.txt"
    );
    shell(folder.path(), &script);
    let output = cluster(folder.path(), &["docket"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let report = report(folder.path());
    assert_eq!((report.totals.comments, report.totals.inputs), (1, 2));
    assert!(report.set_aside[0].reason.contains("too long"));
    // The library that clears test folders away goes by whole paths, too.
    shell(folder.path(), "rm -r docket");
}

#[test]
fn names_from_outside_name_no_file() {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let names = ["../../up.txt", "/etc/cron.d/x", "C:\\x.txt", "CON", "a/../../b.txt"];
    for name in names {
        archive.start_file(name, SimpleFileOptions::default()).expect("memory");
        archive.write_all(LETTER).expect("memory");
    }
    archive.add_symlink("link", "/etc/passwd", SimpleFileOptions::default()).expect("memory");
    let archive = archive.finish().expect("memory").into_inner();
    let mail = b"From: rosa@farm.example\nSubject: Ferry\nMIME-Version: 1.0\n\
        Content-Type: multipart/mixed; boundary=\"b\"\n\n--b\nContent-Type: text/plain\n\n\
        The ferry must go on sailing in the winter.\n--b\nContent-Type: application/pdf; \
        name=\"../../up.pdf\"\nContent-Disposition: attachment; filename=\"../../up.pdf\"\n\nx\n--b--\n";
    let record = b"{\"id\":\"../../c0ffee\",\"text\":\"The toll is too high for those who cross it daily.\"}\n";
    let folder = folder_with(&[
        ("work/docket/box.zip", &archive),
        ("work/docket/mail.eml", mail),
        ("work/docket/list.jsonl", record),
    ]);
    let work = folder.path().join("work");
    let output = cluster(&work, &["docket"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(names_in(folder.path()), ["work"]);
    assert_eq!(names_in(&work), ["docket", "report"]);
    assert_is_whole(&work.join("report"));
    assert_eq!(names_in(&work.join("docket")).len(), 3);
    let extracted =
        durian(&work).args(["extract", "docket", "-o", "xml", "-q"]).output().expect("it starts");
    assert_eq!(extracted.status.code(), Some(0), "{extracted:?}");
    assert_eq!(names_in(&work), ["docket", "report", "xml"]);
    assert_eq!(names_in(&work.join("xml")), ["0000", "set-aside.xml"]);
}

#[test]
fn a_name_controls_neither_terminal_nor_file() {
    let folder = TempDir::new().expect("a folder");
    let docket = folder.path().join("docket");
    fs::create_dir(&docket).expect("a folder");
    fs::write(docket.join("a.txt"), LETTER).expect("a file");
    let names = [
        "\u{1b}]52;c;AAAA\u{7}.json",
        "\u{1b}]8;;http:x\u{7}.json",
        "\u{1b}[2K\r.json",
        "\u{9b}31m.json",
        "\n::set-output name=x::y.json",
        "a\n{\"id\":\"forged\",\"bucket\":\"singleton\"}.json",
        "\u{202E}nosj.json",
    ];
    for name in names {
        fs::write(docket.join(name), b"{broken").expect("a file");
    }
    let output = cluster(folder.path(), &["docket"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let is_unsafe = |c: char| c.is_control() && c != '\n' || c == '\u{202E}';
    for said in [talk(&output), String::from_utf8_lossy(&output.stdout).into_owned()] {
        assert!(!said.contains(is_unsafe), "{said:?}");
        assert!(!said.lines().any(|line| line.starts_with("::")), "{said:?}");
    }
    let lines = lines(folder.path());
    assert_eq!(lines.len(), 1 + names.len());
    assert!(!lines.iter().any(|line| line.id == "forged"));
}
