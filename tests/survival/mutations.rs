//! Damaged files: copies of every fixture with bytes, ranges and marks changed at random, always the
//! same ones. None makes the program panic or stop for long, and none is lost.
//!
//! `DURIAN_MUTATIONS=1000 cargo test --release mutations` tries more; the ignored test tries 10,000 of
//! each format.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::Path;
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

use durian::config::Config;
use durian::ingest::{self, IngestConfig, Input};
use durian::report::schema::DocumentLine;
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use tempfile::TempDir;
use zip::ZipArchive;
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::{SLOWNESS, fixtures};

/// Copies of each format that every run of the tests makes.
const USUAL: usize = 200;
/// Files that are read together.
const BATCH: usize = 200;
/// How long a damaged file may take.
const LONGEST: Duration = Duration::from_secs(1);

/// Marks that the formats give a meaning to, and numbers that overflow.
const MARKS: &[&str] = &[
    "\r\n",
    "\n\n",
    "\0",
    "\u{FEFF}",
    "\u{2028}",
    "\"",
    "\\",
    "\\ud83d",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "null",
    "1e999",
    "-1",
    "18446744073709551616",
    "<",
    ">",
    "</p>",
    "<p>",
    "<pre>",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "&#0;",
    "&#1114112;",
    "&amp;",
    "</text>",
    "<main>",
    "</main>",
    "<document><id>",
    "--",
    "--b\n",
    "Content-Type: multipart/mixed; boundary=b\n\n",
    "Content-Type: message/rfc822\n\n",
    "Content-Transfer-Encoding: base64\n",
    "charset=utf-16",
    "=?utf-8?b?",
    "=3D",
    "=\n",
    "From ",
    "From a@b.example Mon Mar  3 10:04:00 2031\n",
    "From: ",
    "> ",
    "Sincerely,\n",
    "Dear Sir:\n",
    "\n-----Original Message-----\n",
    "On Monday, a wrote:\n",
    "Docket No. EPA-HQ-OAR-2031-0001",
    "Re: ",
    "{\\rtf1",
    "\\par",
    "\\bin9999999999 ",
    "\\'",
    "\\u-32768?",
    "{\\*",
    "stream\n",
    "endstream",
    "endobj",
    "obj",
    "<<",
    ">>",
    "/Length 99999999999",
    "/Kids [2 0 R]",
    "xref",
    "startxref\n0",
    "BT",
    "Tj",
    "Tf",
    "q ",
    "PK\x03\x04",
    "PK\x01\x02",
];

/// A fixed sequence of numbers that look random (Steele et al., SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn range(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length);
        let longest = (length - start).min(1 << self.below(12));
        start..start + self.below(longest + 1)
    }
}

/// One copy with some changes.
fn damaged(original: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = original.to_vec();
    for _ in 0..=random.below(6) {
        let range = random.range(bytes.len());
        let at = range.start;
        match random.below(11) {
            0 if !bytes.is_empty() => bytes[at] ^= 1 << random.below(8),
            1 if !bytes.is_empty() => bytes[at] = random.next() as u8,
            2 => drop(bytes.drain(range)),
            3 => {
                let copy = bytes[range].to_vec();
                bytes.splice(at..at, copy);
            }
            4 => {
                let copy = bytes[random.range(bytes.len())].to_vec();
                bytes.splice(range, copy);
            }
            5 => bytes.truncate(at),
            6 => {
                let piece = &other[random.range(other.len())];
                bytes.splice(at..at, piece.iter().copied());
            }
            7 => {
                bytes.truncate(at);
                bytes.extend(&other[random.below(other.len())..]);
            }
            8 => {
                let piece = bytes[range.start..range.end.min(range.start + 64)].to_vec();
                let many = piece.repeat(1 << random.below(10));
                bytes.splice(at..at, many);
            }
            _ => {
                let mark = MARKS[random.below(MARKS.len())];
                bytes.splice(range, mark.bytes());
            }
        }
    }
    bytes
}

/// A copy that is damaged inside its packing, so that the damage reaches what unpacks it.
fn repacked(format: &str, original: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    if format == "gz" {
        let mut bytes = Vec::new();
        MultiGzDecoder::new(original).read_to_end(&mut bytes).ok()?;
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(&damaged(&bytes, &bytes, random)).ok()?;
        return packed.finish().ok();
    }
    let mut archive = ZipArchive::new(Cursor::new(original)).ok()?;
    let chosen = random.below(archive.len());
    let mut packed = ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).ok()?;
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).ok()?;
        if index == chosen {
            bytes = damaged(&bytes, &bytes, random);
        }
        let name = entry.name().ok()?.into_owned();
        packed.start_file(name, SimpleFileOptions::default()).ok()?;
        packed.write_all(&bytes).ok()?;
    }
    Some(packed.finish().ok()?.into_inner())
}

/// The files of all fixtures by format, and what has no fixture.
fn originals() -> BTreeMap<String, Vec<Vec<u8>>> {
    let mut originals: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
    let mut folders = vec![fixtures()];
    while let Some(folder) = folders.pop() {
        let mut entries: Vec<_> = fs::read_dir(folder).expect("a folder").flatten().collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.components().any(|part| part.as_os_str() == "docket") {
                let is_maildir = path.to_string_lossy().contains("Maildir");
                let extension = path.extension().map(|it| it.to_string_lossy().into_owned());
                let format = if is_maildir { None } else { extension };
                let format = format.unwrap_or_else(|| "maildir".to_owned());
                originals.entry(format).or_default().push(fs::read(&path).expect("a fixture"));
            }
        }
    }
    let filing = r#"{"filing":[{"id_submission":"10001","date_received":"2031-03-01T00:00:00Z","filers":[{"name":"Rosa Alvarez"}],"proceedings":[{"name":"17-108"}],"text_data":"Keep the ferry, please, in the winter."}]}"#;
    originals.entry("json".to_owned()).or_default().push(filing.into());
    originals.insert("msg".to_owned(), crate::office::messages().into());
    originals
}

/// Panics of the program, whether it went on after them or not.
static PANICS: LazyLock<Mutex<Vec<String>>> = LazyLock::new(|| {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        if !place.starts_with("tests/") {
            PANICS.lock().expect("the list").push(place);
        }
        usual(panic);
    }));
    Mutex::new(Vec::new())
});

fn read(path: &Path) -> Duration {
    let start = Instant::now();
    ingest::read(&[Input::Path(path.to_owned())], &IngestConfig::default()).expect("it is read");
    start.elapsed()
}

/// Reads damaged copies of one format, some at a time, through the whole program.
fn check(format: &str, originals: &[Vec<u8>], n_copies: usize) {
    // Each format has its own sequence, whatever others there are.
    let mut random = Random(format.bytes().fold(8, |seed, byte| seed * 257 + u64::from(byte)));
    for first in (0..n_copies).step_by(BATCH) {
        let folder = TempDir::new().expect("a folder");
        let below =
            if format == "maildir" { folder.path().join("cur") } else { folder.path().to_owned() };
        fs::create_dir_all(&below).expect("a folder");
        let names: Vec<String> = (first..n_copies.min(first + BATCH))
            .map(|number| {
                let original = &originals[random.below(originals.len())];
                let other = &originals[random.below(originals.len())];
                let is_packed = matches!(format, "gz" | "zip" | "docx") && number % 2 == 0;
                let inside = is_packed.then(|| repacked(format, original, &mut random));
                let bytes =
                    inside.flatten().unwrap_or_else(|| damaged(original, other, &mut random));
                let name = match format {
                    "maildir" => format!("{number}"),
                    _ => format!("{number}.{format}"),
                };
                fs::write(below.join(&name), bytes).expect("a file");
                name
            })
            .collect();
        check_batch(format, folder, &below, &names);
    }
}

fn check_batch(format: &str, folder: TempDir, below: &Path, names: &[String]) {
    let start = Instant::now();
    let config = Config::default();
    let docket = [Input::Path(folder.path().to_owned())];
    let checked = std::panic::catch_unwind(|| -> Result<(), String> {
        let detection = durian::detect(&docket, &config, &|_| ()).map_err(|it| it.to_string())?;
        let report = durian::report::build(&detection, &config);
        let lines: Vec<DocumentLine> = durian::report::document_lines(&detection).collect();
        let is_told = |name: &String| {
            let stem = name.strip_suffix(".gz").unwrap_or(name);
            // A record that stands in several files is one line, which names them all.
            let of_it = |source: &String| source.contains(stem);
            lines.iter().any(|line| of_it(&line.source) || line.also_in.iter().any(of_it))
        };
        if let Some(lost) = names.iter().find(|name| !is_told(name)) {
            return Err(format!("{lost} is lost"));
        }
        durian::report::verify(&detection, &report, lines.into_iter().map(Ok))
            .map(|_| ())
            .map_err(|error| format!("{error:#}"))
    });
    let taken = start.elapsed();
    let panics = PANICS.lock().expect("the list").clone();
    let slow = names.iter().filter(|_| taken > LONGEST * SLOWNESS);
    // What hangs does so each time; other programs of the machine only now and then.
    let quickest = |name: &String| (0..3).map(|_| read(&below.join(name))).min();
    let slow = slow.map(|name| (name, quickest(name).unwrap_or_default()));
    let slow =
        slow.max_by_key(|(_, taken)| *taken).filter(|(_, taken)| *taken > LONGEST * SLOWNESS);
    if !matches!(checked, Ok(Ok(()))) || !panics.is_empty() || slow.is_some() {
        let kept = folder.keep();
        panic!("{format}: {checked:?}, panics {panics:?}, slow {slow:?}; see {}", kept.display());
    }
}

fn check_all(n_copies: usize) {
    LazyLock::force(&PANICS);
    let originals = originals();
    assert!(originals.len() >= 13, "{:?}", originals.keys());
    for (format, originals) in originals {
        check(&format, &originals, n_copies);
    }
}

#[test]
fn damaged_files_of_every_format_are_accounted_for() {
    let wanted = std::env::var("DURIAN_MUTATIONS").ok();
    check_all(wanted.and_then(|n| n.parse().ok()).unwrap_or(USUAL));
}

#[test]
#[ignore = "minutes, with the optimised program"]
fn ten_thousand_of_each() {
    check_all(10_000);
}
