//! Large files, files that grow when they are unpacked, little memory.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Output;
use std::time::Duration;

use durian::report::schema::{Bucket, Category, Limit};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::skip::skip;
use crate::{
    assert_within, cluster, files_of, fixtures, folder_with, in_bucket, report, shell, talk, timed,
};

const LETTER: &str = "Please mend the bridge over the creek before the school year begins.";

/// JSONL with comments of a page that all differ.
fn comments(n_comments: usize) -> Vec<u8> {
    let record = |number: usize| {
        let word = |at: usize| {
            let mixed = (400 * number + at).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            // The product alone brings the same words after each other, comment by comment.
            format!(
                "w{:x}",
                ((mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 48) % 9_973
            )
        };
        let text: Vec<String> = (0..400).map(word).collect();
        format!("{{\"id\":\"c{number}\",\"text\":\"{}\"}}\n", text.join(" "))
    };
    (0..n_comments).map(record).collect::<String>().into_bytes()
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(bytes).expect("memory");
    packed.finish().expect("memory")
}

/// A Word document that unpacks to so many blanks.
fn word(n_bytes: usize) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    archive.start_file("word/document.xml", options).expect("memory");
    archive.write_all(&vec![b' '; n_bytes]).expect("memory");
    archive.finish().expect("memory").into_inner()
}

#[test]
fn files_that_are_too_large_are_refused_and_counted() {
    let array = format!("[{{\"id\":\"a\",\"text\":\"{}\"}}]", "x ".repeat(1 << 20));
    let long_line = format!("{{\"id\":\"l\",\"text\":\"{}\"}}\n", "x ".repeat(1 << 20));
    let text = format!("{LETTER} ").repeat(40_000);
    let folder = folder_with(&[
        ("docket/array.json", array.as_bytes()),
        ("docket/long.jsonl", long_line.as_bytes()),
        ("docket/text.txt", text.as_bytes()),
        ("docket/z.txt", LETTER.as_bytes()),
    ]);
    let limits = ["--max-file-size", "1M", "--max-text-size", "64K"];
    let output = cluster(folder.path(), &[&["docket"], &limits[..]].concat());
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let report = report(folder.path());
    // Lines are read one after the other, whatever the size of their file: one of them is too long.
    let n_reached = |limit| report.totals.limits_reached.get(&limit).copied();
    assert_eq!(n_reached(Limit::FileSize), Some(2));
    assert_eq!(n_reached(Limit::TextSize), Some(1));
    assert_eq!(report.settings.limits.file_bytes, 1 << 20);
    assert_eq!((report.totals.inputs, report.totals.comments), (4, 1));
    for aside in &report.set_aside {
        let is_line = aside.source.starts_with("long.jsonl");
        let (flag, limit) = match is_line {
            true => ("--max-text-size", Limit::TextSize),
            false => ("--max-file-size", Limit::FileSize),
        };
        assert!(aside.reason.contains(flag), "{aside:?}");
        assert_eq!(aside.limit, Some(limit));
    }
}

/// A line without end costs its record, in little memory, and what follows it is read.
#[test]
fn a_line_that_is_too_long_is_left_out() {
    let long = format!("{{\"id\":\"long\",\"text\":\"{}\"}}\n", "x ".repeat(35 << 20));
    let short = |id: &str| format!("{{\"id\":\"{id}\",\"text\":\"{LETTER}\"}}\n");
    let jsonl = [short("a"), long, short("b"), short("c")].concat();
    let text = "x ".repeat(20 << 20);
    let folder = folder_with(&[
        ("docket/lines.jsonl", jsonl.as_bytes()),
        ("docket/one-line.txt", text.as_bytes()),
    ]);
    let output = cluster(folder.path(), &["docket"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let report = report(folder.path());
    assert_eq!(report.totals.comments, 3);
    let reached = report.totals.limits_reached.get(&Limit::TextSize);
    assert_eq!(reached, Some(&2));
    let sources: Vec<&str> = report.set_aside.iter().map(|aside| &*aside.source).collect();
    assert_eq!(sources, ["lines.jsonl#2", "one-line.txt"]);
}

#[test]
fn every_limit_is_a_flag_and_is_counted() {
    let mail = "From: rosa@farm.example\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n\
        --b\nContent-Type: text/plain\n\nKeep it.\n--b\nContent-Type: text/plain\n\nIt sails.\n--b--\n";
    let inner = gzipped(LETTER.as_bytes());
    let deep = [(); 4].iter().fold(inner, |packed, ()| gzipped(&packed));
    let folder = folder_with(&[
        ("docket/long.txt", LETTER.repeat(20).as_bytes()),
        ("docket/mail.eml", mail.as_bytes()),
        ("docket/deep.gz", &deep),
        ("docket/bomb.docx", &word(20 << 20)),
        ("docket/z.txt", LETTER.as_bytes()),
    ]);
    let reached = |arguments: &[&str]| {
        let output = cluster(folder.path(), &[&["docket"], arguments].concat());
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        let report = report(folder.path());
        let n_inputs: usize = report.totals.buckets.values().sum();
        assert_eq!((n_inputs, report.totals.inputs), (5, 5));
        report.totals.limits_reached
    };
    let always = reached(&[]);
    assert_eq!(always.get(&Limit::ArchiveDepth), Some(&1), "{always:?}");
    assert_eq!(always.get(&Limit::Expansion), Some(&1), "{always:?}");
    assert_eq!(always.len(), 2);
    assert_eq!(reached(&["--max-text-size", "1K"]).get(&Limit::TextSize), Some(&1));
    assert_eq!(reached(&["--max-expansion", "10000"]).get(&Limit::Expansion), None);
    let help = shell(folder.path(), "\"$DURIAN\" cluster --help");
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    for told in ["[default: 2G]", "[default: 8M]", "[default: 100]"] {
        assert!(help.contains(told), "{told}: {help}");
    }
}

/// Where a letter and its copy have more than 46,000 words each, a diff of all words could take the square of that: the
/// frequent words find their places beside the rare ones, and it is said.
#[test]
fn long_copies_are_compared_more_coarsely_and_that_is_told() {
    let words = |number: usize| {
        let word = |at: usize| match (at % 3, at % 1_000) {
            (_, 500) => format!("own{number}"),
            (0, _) => "the".to_owned(),
            _ => format!("w{}", at % 47_000),
        };
        (0..47_000).map(word).collect::<Vec<_>>().join(" ")
    };
    let (a, b) = (words(1), words(2));
    let folder = folder_with(&[("docket/a.txt", a.as_bytes()), ("docket/b.txt", b.as_bytes())]);
    let output = cluster(folder.path(), &["docket"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let summary = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(summary.contains("1 copy is so long, as the letter is,"), "{output:?}");
    let report = report(folder.path());
    assert_eq!(report.totals.limits_reached.get(&Limit::WordDiff), Some(&1));
    assert_eq!(report.totals.categories.get(&Category::MinorChange), Some(&1));
    let page = fs::read_to_string(folder.path().join("report/report.html")).expect("a page");
    assert!(page.contains("<dt>Long texts</dt><dd>1 copy is so long"));
}

#[test]
fn a_large_file_is_read_in_pieces() {
    // More than a block: the limit is for what must be held in one piece.
    let folder = folder_with(&[("docket/a.jsonl", &[])]);
    let path = folder.path().join("docket/a.jsonl");
    let record = |number: usize| {
        let pad = " ".repeat(16_000);
        format!("{{\"id\":\"c{number}\",\"text\":\"{LETTER}\"{pad}}}\n")
    };
    let records: String = (0..2_500).map(record).collect();
    fs::write(&path, &records).expect("a file");
    assert!(records.len() > 36 << 20);
    let output = cluster(folder.path(), &["docket", "--max-file-size", "34M"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report = report(folder.path());
    assert_eq!(in_bucket(&report, Bucket::ExactCopy), 2_499);
}

#[test]
fn what_expands_too_far_is_refused() {
    // One member of a megabyte of zeros, 2,000 times: 2 GB in 2 MB.
    let bomb = gzipped(&vec![0; 1 << 20]).repeat(2_000);
    let folder = folder_with(&[
        ("docket/bomb.txt.gz", &bomb),
        ("docket/bomb.docx", &word(20 << 20)),
        ("docket/z.txt", LETTER.as_bytes()),
    ]);
    let (output, taken) = timed(folder.path(), &["docket"]);
    assert_within(taken, Duration::from_secs(5), "two bombs");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let reached = report(folder.path()).totals.limits_reached;
    assert_eq!(reached.get(&Limit::Expansion), Some(&2), "{reached:?}");
}

/// A run whose address space has so many megabytes, its code and its stacks included.
fn limited(folder: &Path, megabytes: usize) -> Output {
    let run = "\"$DURIAN\" cluster docket -o report --threads 2 -q";
    shell(folder, &format!("ulimit -v {}; {run}", megabytes << 10))
}

/// What the README states: 200 MB, and 10 KB for each distinct comment of a page.
#[test]
fn a_docket_is_read_within_the_memory_stated() {
    const COMMENTS: usize = if cfg!(debug_assertions) { 250 } else { 20_000 };
    let folder = folder_with(&[("docket/a.jsonl", &comments(COMMENTS))]);
    let bytes = (200 << 20) + COMMENTS * 10 * 1_024;
    // Both versions of control groups are in use.
    let (root, limit) = if Path::new("/sys/fs/cgroup/memory").exists() {
        ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
    } else {
        ("/sys/fs/cgroup", "memory.max")
    };
    let group = format!("{root}/durian-test-{}", std::process::id());
    let made = format!("mkdir {group} && echo {bytes} > {group}/{limit}");
    if !shell(folder.path(), &made).status.success() {
        return skip("no control group may be made");
    }
    let run = "\"$DURIAN\" cluster docket -o report --threads 2 -q";
    let output = shell(folder.path(), &format!("echo $$ > {group}/cgroup.procs && exec {run}"));
    shell(folder.path(), &format!("rmdir {group}"));
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(report(folder.path()).totals.comments, COMMENTS);
}

/// 600 comments of a page need 2.4 MB and more: 2 bytes for each byte of a distinct text. Of 2,000 copies
/// of one page hardly anything is kept.
#[test]
fn a_docket_that_will_not_fit_is_refused() {
    let copies = format!("{{\"text\":\"{LETTER}\"}}\n").repeat(2_000);
    let folder =
        folder_with(&[("docket/a.jsonl", &comments(600)), ("copies/a.jsonl", copies.as_bytes())]);
    let read = |docket: &str, memory: &str| {
        cluster(folder.path(), &[docket, "--json-only", "--max-memory", memory])
    };
    let output = read("docket", "2M");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(talk(&output).contains("--max-memory"), "{output:?}");
    assert!(!folder.path().join("report").exists());
    for (docket, memory) in [("docket", "1G"), ("copies", "2M")] {
        assert_eq!(read(docket, memory).status.code(), Some(0), "{docket}");
    }
}

#[test]
fn too_little_memory_leaves_the_old_report() {
    let folder = folder_with(&[("docket/a.jsonl", &comments(2_000))]);
    let sample = fixtures().join("sample-docket/docket");
    let output = cluster(folder.path(), &[sample.to_str().expect("a path")]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let before = files_of(&folder.path().join("report"));
    for megabytes in [20, 60, 100, 140] {
        let output = limited(folder.path(), megabytes);
        // The system's own words, or the program's; and an end that is no success.
        assert!(!output.status.success() && !talk(&output).is_empty(), "{output:?}");
        assert!(before == files_of(&folder.path().join("report")), "{megabytes} MB");
    }
}
