//! A docket read in parts: the same bytes, and nothing lost.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use durian::config::Config;
use durian::ingest::{self, IngestConfig, Input};
use proptest::prelude::*;
use serde_json::Value;
use sha1::{Digest as _, Sha1};
use tempfile::TempDir;

use crate::cli::durian;
use crate::each::{copy, files, run, write};
use crate::fixtures;
use crate::laws::{cases, comment, write_docket};

/// Plans a docket, reads all its parts and clusters them: the exit code, and how many parts there were.
pub(crate) fn in_parts(
    folder: &Path,
    docket: &str,
    n_parts: usize,
    out: &str,
) -> (Option<i32>, usize) {
    let plan = format!("plan-{n_parts}");
    let parts = n_parts.to_string();
    let planned = durian(folder, &["plan", docket, "--parts", &parts, "--plan", &plan]);
    let lists: Vec<PathBuf> = serde_json::from_slice(&planned.stdout).expect("names of lists");
    // In any order, and one of them twice.
    for list in lists.iter().rev().chain(&lists[..1]) {
        let list = list.to_str().expect("a name");
        let (code, said) = run(folder, &["read", "--part", list, "--quiet"]);
        assert!(matches!(code, Some(0 | 3)), "{said}");
    }
    (run(folder, &["cluster", docket, "--plan", &plan, "-o", out]).0, lists.len())
}

/// Plans a docket in four parts, as `cluster` has its options, and reads them: their lists.
fn read_parts(folder: &Path, plan: &str, options: &[&str]) -> Vec<PathBuf> {
    let plan = [&["plan", "--parts", "4", "--plan", plan], options].concat();
    let lists: Vec<PathBuf> =
        serde_json::from_slice(&durian(folder, &plan).stdout).expect("names of lists");
    for list in &lists {
        let read = ["read", "-q", "--part", list.to_str().expect("a name")];
        assert!(matches!(run(folder, &read).0, Some(0 | 3)));
    }
    lists
}

fn report(folder: &Path, arguments: &[&str]) -> BTreeMap<PathBuf, Vec<u8>> {
    let (code, said) = run(folder, &[&["cluster", "--quiet", "-o", "out"], arguments].concat());
    assert!(matches!(code, Some(0 | 3)), "{said}");
    files(&folder.join("out"))
}

#[test]
fn fixtures_give_the_same_bytes_in_parts() {
    for fixture in fs::read_dir(fixtures()).expect("fixtures").flatten() {
        let docket = fixture.path().join("docket");
        if !docket.is_dir() {
            continue;
        }
        let folder = TempDir::new().expect("a folder");
        let path = folder.path();
        copy(&docket, &path.join("docket"));
        let (whole, _) = run(path, &["cluster", "docket", "-o", "whole"]);
        let (code, _) = in_parts(path, "docket", 5, "parts");
        assert_eq!(code, whole, "{}", docket.display());
        let is_same = files(&path.join("whole")) == files(&path.join("parts"));
        assert!(is_same, "{}", docket.display());
    }
}

/// Known text is given where the plan is made and where it is decided: the words that are quoted go to the parts from
/// there.
#[test]
fn known_text_goes_with_the_plan() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    copy(&fixtures().join("known-text"), path);
    // As many files as comments, so that each part has some.
    let comments = fs::read_to_string(path.join("docket/comments.jsonl")).expect("comments");
    fs::remove_file(path.join("docket/comments.jsonl")).expect("it was there");
    for (number, comment) in comments.lines().enumerate() {
        write(path, &format!("docket/{number:02}.jsonl"), comment);
    }
    copy(&path.join("known"), &path.join("docket/known"));
    let known = ["docket", "--known", "docket/known"];
    let whole = report(path, &known);
    let lists = read_parts(path, "plan", &known);
    assert!(lists.len() > 1);
    let cluster = [&["cluster", "--plan", "plan", "-o", "parts"], &known[..]].concat();
    assert_eq!(run(path, &cluster).0, Some(0));
    assert!(files(&path.join("parts")) == whole);
    assert!(whole.contains_key(Path::new("known.csv")));
}

/// Words that differ from number to number, a line break among them.
fn letter(number: usize) -> String {
    let mut text = format!("Dear Harbor Master,\n\nLamp {number} of the quay");
    for word in 0..200 {
        write!(text, " w{}", (number * 31 + word * word) % 997).expect("a string");
    }
    text + " is dark.\n\nSincerely,\nPat Example"
}

/// Files of more than a megabyte, of every kind that is cut and a table, whose records have no ids of their own.
fn large_files(folder: &Path) {
    let (mut lines, mut mails, mut table) = (String::new(), String::new(), String::new());
    table.push_str("Name,Comment,Duplicate Comments\r\n");
    for number in 0..2600 {
        // Of nine letters eight are copies of one in another range, and in another file.
        let nth = if number % 9 == 0 { number } else { number % 21 };
        let text = letter(nth);
        let json = serde_json::json!({ "text": text });
        // Some lines are blank, some are no JSON, some bear one id.
        match number % 100 {
            7 => lines.push('\n'),
            9 => lines.push_str("{\"text\": \n"),
            11 => writeln!(lines, "{}", serde_json::json!({ "id": "twice", "text": text }))
                .expect("a string"),
            _ => writeln!(lines, "{json}").expect("a string"),
        }
        write!(
            mails,
            "From pat@mail.example Mon Mar  3 10:04:{:02} 2031\nFrom: pat{number}@mail.example\nSubject: lamps\n\n{text}\n\nFrom now on I object.\n\n",
            number % 60
        )
        .expect("a string");
        let claimed = if number % 500 == 3 { "many" } else { "" };
        write!(table, "Pat {number},\"{text}\nSaid \"\"{nth}\"\".\",{claimed}\r\n")
            .expect("a string");
    }
    write(folder, "docket/lines.jsonl", &lines);
    write(folder, "docket/mails", &mails);
    write(folder, "docket/table.csv", &table);
}

#[test]
fn large_files_are_cut_and_give_the_same_bytes() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    large_files(path);
    run(path, &["cluster", "docket", "-o", "whole", "--json-only"]);
    for n_parts in [6, 9] {
        let out = format!("parts-{n_parts}");
        let (code, n_lists) = in_parts(path, "docket", n_parts, &out);
        assert_eq!(code, Some(3), "lines that are no JSON");
        // Two of each file that is cut, and the table, which is read whole.
        assert!(n_lists >= 5, "{n_lists} parts");
        let whole = files(&path.join("whole"));
        let parts = files(&path.join(&out));
        for name in whole.keys() {
            assert!(whole[name] == parts[name], "{}", name.display());
        }
    }
}

#[test]
fn ranges_are_read_by_hand() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    large_files(path);
    let n_bytes = fs::metadata(path.join("docket/lines.jsonl")).expect("a file").len();
    assert!(n_bytes > 2 << 20);
    for (range, shard) in [("0..1M", "a"), ("1M..2M", "b"), ("2M..1G", "c")] {
        let read = ["read", "docket/lines.jsonl", "--range", range, "-o", shard, "-q"];
        assert_eq!(run(path, &read).0, Some(3));
    }
    let whole = report(path, &["docket/lines.jsonl"]);
    assert!(whole == report(path, &["c", "a", "b"]));
    let refused = |arguments: &[&str], expect: &str| {
        let (code, said) = run(path, arguments);
        assert_ne!(code, Some(0));
        assert!(said.contains(expect), "{said}");
        assert!(!path.join("new").exists());
    };
    let cluster = |shards: &[&'static str]| [&["cluster", "-o", "new"], shards].concat();
    refused(
        &cluster(&["a", "c"]),
        "a part of `lines.jsonl` is missing, the bytes 1048576..2097152",
    );
    refused(&cluster(&["a", "b"]), "a part of `lines.jsonl` is missing, the bytes 2097152..");
    refused(&cluster(&["b", "c"]), "a part of `lines.jsonl` is missing, the bytes 0..1048576");
    refused(&cluster(&["a", "b", "b", "c"]), "are in two shards");
    let read = |range: &'static str| ["read", "docket/lines.jsonl", "--range", range, "-o", "new"];
    refused(&read("5..1M"), "multiples of 1M");
    refused(&read("1G..2G"), "beyond the file");
    refused(&read("2M..1M"), "two numbers of bytes");
    refused(&["read", "docket", "--range", "0..1M", "-o", "new"], "a range is of one file");
}

#[test]
fn parts_of_a_docket_are_read_by_hand() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    copy(&fixtures().join("mirror-tree/docket"), &path.join("docket"));
    write(path, "docket/notes/a.txt", "The ferry must run at night.");
    let whole = report(path, &["docket"]);
    let entries = fs::read_dir(path.join("docket")).expect("a docket").flatten();
    let names: Vec<String> =
        entries.map(|entry| format!("docket/{}", entry.file_name().to_string_lossy())).collect();
    assert!(names.len() > 1);
    // Attachments lie in other folders than their comments.
    for (nth, name) in names.iter().enumerate() {
        let shard = format!("{nth}.shard");
        let read = ["read", name, "--within", "docket", "-o", &shard, "-q"];
        assert!(matches!(run(path, &read).0, Some(0 | 3)));
    }
    let shards: Vec<String> = (0..names.len()).map(|nth| format!("{nth}.shard")).collect();
    let shards: Vec<&str> = shards.iter().map(String::as_str).collect();
    assert!(whole == report(path, &shards));
    let (code, said) = run(path, &["cluster", "0.shard", "0.shard", "-o", "new"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("is in two shards"), "{said}");
    let outside = ["read", "docket", "--within", "docket/notes", "-o", "x.shard"];
    let (code, said) = run(path, &outside);
    assert_eq!(code, Some(1));
    assert!(said.contains("does not lie in"), "{said}");
    // A shard that lies in a docket is no comment.
    fs::copy(path.join("0.shard"), path.join("docket/0.shard")).expect("a copy");
    let (code, _) = run(path, &["cluster", "docket", "-o", "with"]);
    assert!(matches!(code, Some(0 | 3)));
}

/// Words of a shard are numbered, those of files that are read with it are not yet.
#[test]
fn shards_go_with_files() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    for (name, text) in [
        ("a", "The ferry must run at night, for nurses go home by it."),
        ("b", "Please mend the bridge over the creek before the winter."),
        ("c", "The ferry must run at night, for nurses go home by it!"),
        ("d", "Nurses mend nothing; the creek is dry, and so am I."),
    ] {
        write(path, &format!("docket/{name}.txt"), text);
    }
    let whole = report(path, &["docket"]);
    let read =
        ["read", "docket/a.txt", "docket/b.txt", "--within", "docket", "-o", "ab.shard", "-q"];
    assert_eq!(run(path, &read).0, Some(0));
    let mixed = report(path, &["ab.shard", "docket/c.txt", "docket/d.txt"]);
    assert!(whole == mixed);
}

#[test]
fn shards_of_other_options_do_not_go_together() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    write(path, "docket/a.jsonl", "{\"key\": 1, \"text\": \"The ferry must run at night.\"}\n");
    let read = ["read", "docket/a.jsonl", "--text-field", "text", "-o", "a.shard"];
    assert_eq!(run(path, &read).0, Some(0));
    // A run that chooses nothing takes the shard's options; they stand in its report.
    let options = ["docket/a.jsonl", "--text-field", "text"];
    assert!(report(path, &options) == report(path, &["a.shard"]));
    let other = ["cluster", "a.shard", "--text-field", "key", "-o", "new"];
    let (code, said) = run(path, &other);
    assert_eq!(code, Some(1));
    assert!(said.contains("`a.shard` was read with other options"), "{said}");
}

/// What stands before the first section of a shard.
const MAGIC: usize = 16;

/// A shard in which `change` had its way with what the sections hold, and which has the right checksums.
fn with_sums_made_anew(shard: &[u8], change: impl FnOnce(&mut [Vec<u8>])) -> Vec<u8> {
    let mut sections = Vec::new();
    let mut rest = &shard[MAGIC..];
    while let Some((length, behind)) = rest.split_first_chunk() {
        let (section, behind) = behind[20..].split_at(u64::from_le_bytes(*length) as usize);
        sections.push(section.to_vec());
        rest = behind;
    }
    change(&mut sections);
    let mut shard = shard[..MAGIC].to_vec();
    for section in &sections {
        shard.extend((section.len() as u64).to_le_bytes());
        shard.extend_from_slice(&Sha1::digest(section));
        shard.extend_from_slice(section);
    }
    shard
}

/// Checksums tell accidents. Who makes them anew may write any number: it is refused, or nothing else goes by it.
#[test]
fn shards_whose_checksums_were_made_anew_are_whole_or_named() {
    const N_CHANGES: u64 = 400;
    let folder = TempDir::new().expect("a folder");
    let docket = Input::Path(fixtures().join("sample-docket/docket"));
    let read = ingest::read_shard(&[docket], &IngestConfig::default(), &|_, _| ());
    let mut good = Vec::new();
    read.and_then(|shard| shard.write(&mut good)).expect("a shard");
    let path = folder.path().join("a.shard");
    let mut n_refused = 0;
    let mut check = |shard: &[u8], told: &str| {
        fs::write(&path, shard).expect("a file");
        let inputs = [Input::Shard(path.clone())];
        match durian::detect(&inputs, &Config::default(), &|_| ()) {
            Ok(detection) => {
                let n_records = detection.corpus.records().count();
                assert_eq!(n_records, detection.corpus.len(), "{told}");
                assert!(durian::report::document_lines(&detection).count() >= n_records, "{told}");
            }
            Err(error) => {
                let said = format!("{error:#}");
                // What is whole by itself may lack a part of its file.
                assert!(said.contains("a.shard`") || said.contains("is missing"), "{told}: {said}");
                n_refused += 1;
            }
        }
    };
    check(&with_sums_made_anew(&good, |_| ()), "unchanged");
    // A few bytes that are said to unpack to 4 GB.
    for nth in 0..9 {
        let huge = with_sums_made_anew(&good, |sections| sections[nth][..4].fill(0xFF));
        check(&huge, "huge");
    }
    let mut random = 1_u64;
    let mut random = |below: usize| {
        // Knuth, MMIX.
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    for nth in 0..N_CHANGES {
        let changed = with_sums_made_anew(&good, |sections| {
            let number = random(sections.len() - 1);
            let section = &mut sections[number];
            let mut held = lz4_flex::block::decompress_size_prepended(section).expect("a section");
            let at = random(held.len());
            held[at] = [held[at] ^ (1 << random(8)), random(256) as u8, 0xFF][random(3)];
            *section = lz4_flex::block::compress_prepend_size(&held);
        });
        check(&changed, &format!("change {nth}"));
    }
    assert!(n_refused > 9, "only {n_refused} were refused");
}

#[test]
fn damaged_and_foreign_shards_are_named() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    copy(&fixtures().join("sample-docket/docket"), &path.join("docket"));
    let read = ["read", "docket", "-o", "good.shard", "-q"];
    assert!(matches!(run(path, &read).0, Some(0 | 3)));
    let good = fs::read(path.join("good.shard")).expect("a shard");
    let refused = |bytes: &[u8], expect: &str| {
        fs::write(path.join("bad.shard"), bytes).expect("a file");
        let (code, said) = run(path, &["cluster", "bad.shard", "-o", "new"]);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains("`bad.shard`") && said.contains(expect), "{said}");
        assert!(!path.join("new").exists());
    };
    for at in (20..good.len()).step_by(good.len() / 40) {
        let mut bad = good.clone();
        bad[at] ^= 0x10;
        refused(&bad, "damaged");
        refused(&good[..at], "damaged");
    }
    refused(&[&good[..], b"more"].concat(), "damaged");
    let other = [b"durian shard 0\n\0", &good[16..]].concat();
    refused(&other, "another version");
}

#[test]
fn late_comments_are_read_in_parts() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    let docket = fixtures().join("sample-docket/docket");
    copy(&docket, &path.join("docket"));
    let late: Vec<PathBuf> = files(&docket).into_keys().step_by(3).collect();
    for name in &late {
        fs::remove_file(path.join("docket").join(name)).expect("removed");
    }
    run(path, &["cluster", "docket", "-o", "week-1", "-q"]);
    copy(&docket, &path.join("docket"));
    let since = ["docket", "--since", "week-1"];
    let whole = report(path, &since);
    read_parts(path, "plan", &since);
    let planned = ["--plan", "plan"];
    assert!(whole == report(path, &[&planned[..], &since].concat()));
    // Copies whose text the earlier report compared might have lost it.
    let (code, said) = run(path, &["cluster", "docket", "--plan", "plan", "-o", "new"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("was read with other options"), "{said}");
}

/// Copies of a letter that name one docket, the other or both: late ones join a cluster that a run without the earlier
/// report would not put them in, and who keeps their text is in another.
#[test]
fn late_copies_of_several_dockets_are_told_as_in_one_run() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    let copies = |name: &str, dockets: &str, n: usize| {
        let mut lines = String::new();
        for nth in 0..n {
            writeln!(
                lines,
                r#"{{"id":"{name}{nth}","text":"Re: Docket ID No. {dockets}\n\nThe county wants to pave the towpath between the locks and the old mill, and I ask the board to leave it as it is. Horses and children share that path.","receiveDate":"2031-05-{:02}T00:00:00Z"}}"#,
                nth + 1
            )
            .expect("a line");
        }
        write(path, &format!("docket/{name}.jsonl"), &lines);
    };
    let (one, other) = ("EPA-HQ-OAR-2031-0001", "EPA-HQ-OAR-2031-0002");
    copies("a", one, 9);
    copies("b", other, 7);
    copies("c", &format!("{one} and {other}"), 2);
    run(path, &["cluster", "docket", "-o", "week-1", "-q"]);
    copies("n", other, 5);
    for links in ["must,cannot,family", "must"] {
        let since = ["docket", "--since", "week-1", "--links", links];
        let whole = report(path, &since);
        let plan = format!("plan-{links}");
        read_parts(path, &plan, &since);
        assert!(whole == report(path, &[&["--plan", &plan], &since[..]].concat()), "{links}");
        // A cluster has the dockets of its comments.
        let dockets = |of: &Value| -> BTreeSet<String> {
            serde_json::from_value(of["docket_ids"].clone()).expect("names of dockets")
        };
        let json = |name: &str| String::from_utf8_lossy(&whole[Path::new(name)]).into_owned();
        let lines = json("documents.jsonl");
        let lines = lines.lines().map(serde_json::from_str::<Value>);
        let mut of_lines: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for line in lines.map(|line| line.expect("a line")) {
            let cluster = line["cluster"].as_str().expect("a cluster").to_owned();
            of_lines.entry(cluster).or_default().extend(dockets(&line));
        }
        let report: Value = serde_json::from_str(&json("report.json")).expect("a report");
        let clusters = report["clusters"].as_array().expect("clusters");
        assert_eq!(clusters.len(), of_lines.len());
        for cluster in clusters {
            let id = cluster["id"].as_str().expect("an id");
            assert_eq!(of_lines[id], dockets(cluster), "{links}: {id}");
        }
    }
}

#[test]
fn steps_in_the_wrong_order_are_told() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    write(path, "docket/a.txt", "The ferry must run at night.");
    let refused = |arguments: &[&str], expect: &str| {
        let (code, said) = run(path, arguments);
        assert_ne!(code, Some(0), "{arguments:?}");
        assert!(said.contains(expect), "{said}");
        assert!(!path.join("out").exists());
    };
    let part = "plan/part-00000.json";
    let cluster = ["cluster", "docket", "--plan", "plan", "-o", "out"];
    refused(&cluster, "cannot read `plan/plan.json`");
    assert_eq!(run(path, &["plan", "docket", "--parts", "1", "--plan", "plan"]).0, Some(0));
    refused(&cluster, "`plan/part-00000.json` has not been read");
    refused(&["plan", "docket", "--plan", "plan"], "`plan` is not empty");
    refused(&["plan", "docket"], "name a new folder for the plan");
    refused(&["plan", "-", "--plan", "other"], "only files and folders");
    refused(&["read", "--part", part, "--id-field", "x"], "those of its plan");
    assert_eq!(run(path, &["read", "--part", part]).0, Some(0));
    assert_eq!(run(path, &cluster).0, Some(0));
}

proptest! {
    #![proptest_config(cases(12))]

    /// However the files of a docket are shared out, the report is the same.
    #[test]
    fn any_split_gives_the_same_bytes(
        comments in proptest::collection::vec(comment(), 1..40),
        shares in proptest::collection::vec(0..3usize, 40),
    ) {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path();
        fs::create_dir(path.join("docket")).expect("a folder");
        write_docket(&path.join("docket"), &comments, 0..comments.len());
        let mut names: Vec<String> = fs::read_dir(path.join("docket"))
            .expect("a docket")
            .flatten()
            .map(|entry| format!("docket/{}", entry.file_name().to_string_lossy()))
            .collect();
        names.sort();
        let whole = report(path, &["docket", "--json-only"]);
        let mut shards = Vec::new();
        for share in 0..3 {
            let own = names.iter().zip(shares.iter().cycle());
            let own: Vec<&str> = own.filter(|(_, to)| **to == share).map(|(name, _)| name.as_str()).collect();
            if own.is_empty() {
                continue;
            }
            let shard = format!("{share}.shard");
            let read = [&["read", "--within", "docket", "-o", &shard, "-q"], &own[..]].concat();
            prop_assert!(matches!(run(path, &read).0, Some(0 | 3)));
            shards.push(shard);
        }
        let shards: Vec<&str> = shards.iter().map(String::as_str).collect();
        let parts = report(path, &[&["--json-only"], &shards[..]].concat());
        prop_assert!(whole == parts);
    }
}
