//! One letter, as it comes through many mail programs: it must be one exact group.
//!
//! Real dockets hold the same letter with curly apostrophes, with straight ones, and with lost ones:
//! agency exports delete them ("EPAs", "dont") or print a question mark in their place, and a byte
//! that was decoded wrongly became U+FFFD for good.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use encoding_rs::{Encoding, ISO_8859_15, MACINTOSH, WINDOWS_1252};
use tempfile::TempDir;

use crate::detect;

const PARAGRAPHS: &[&str] = &[
    "Dear Harbor Master:",
    "The ferry isn’t “a luxury” – it’s how the island’s children get to school, and how my mother’s \
     nurse gets home. Don’t close the café landing: 3 < 5, and the naïve “savings” aren’t worth it.",
    "We’ve counted the passengers ourselves. The town’s own figures leave out the winter, when the \
     road isn’t open and there’s no other way across.",
    "Sincerely,\nRosa Alvarez\n12 Oak St\nToledo, OH 43601",
];

type Change = fn(&str) -> String;

/// What became of apostrophes, quotation marks and dashes on the way.
const MARKS: &[(&str, Change)] = &[
    ("curly", |text| text.to_owned()),
    ("straight", |text| text.replace('’', "'").replace(['“', '”'], "\"").replace('–', "--")),
    ("deleted", |text| text.replace(['’', '“', '”', '–'], "")),
    ("question-mark", |text| text.replace(['’', '“', '”', '–'], "?")),
    ("replaced", |text| text.replace(['’', '“', '”', '–'], "\u{FFFD}")),
];

/// How a part is written: charset as declared, transfer encoding, text → bytes before the transfer encoding.
struct Writing {
    name: &'static str,
    charset: &'static str,
    transfer: &'static str,
    bytes: fn(&str) -> Vec<u8>,
}

const WRITINGS: &[Writing] = &[
    // A label that lies: the mail program declared its default and sent what it had.
    writing("ascii-8bit", "us-ascii", "8bit", |text| single_byte(WINDOWS_1252, text)),
    writing("undeclared", "", "8bit", |text| single_byte(WINDOWS_1252, text)),
    writing("utf-8", "utf-8", "8bit", |text| text.into()),
    writing("utf-8-base64", "UTF-8", "base64", |text| text.into()),
    writing("utf-8-qp", "utf-8", "quoted-printable", |text| text.into()),
    writing("cp1252-qp", "windows-1252", "quoted-printable", |text| {
        single_byte(WINDOWS_1252, text)
    }),
    writing("latin1", "iso-8859-1", "8bit", |text| single_byte(WINDOWS_1252, text)),
    writing("latin1-qp", "ISO-8859-1", "quoted-printable", |text| single_byte(WINDOWS_1252, text)),
    writing("utf-16", "utf-16", "base64", |text| {
        let marked = format!("\u{FEFF}{text}");
        marked.encode_utf16().flat_map(u16::to_le_bytes).collect()
    }),
    // Curly marks are not in this charset; programs send those of windows-1252.
    writing("latin9-qp", "iso-8859-15", "quoted-printable", |text| {
        let bytes = |character: char| {
            let own = single_byte(ISO_8859_15, &character.to_string());
            let is_missing = own.starts_with(b"&#");
            if is_missing { single_byte(WINDOWS_1252, &character.to_string()) } else { own }
        };
        text.chars().flat_map(bytes).collect()
    }),
    writing("macintosh", "macintosh", "base64", |text| single_byte(MACINTOSH, text)),
    // UTF-8 that some program took for windows-1252 and wrote as UTF-8 again.
    writing("mojibake", "utf-8", "8bit", |text| {
        WINDOWS_1252.decode(text.as_bytes()).0.as_bytes().to_vec()
    }),
];

const fn writing(
    name: &'static str,
    charset: &'static str,
    transfer: &'static str,
    bytes: fn(&str) -> Vec<u8>,
) -> Writing {
    Writing { name, charset, transfer, bytes }
}

/// What the charset does not hold becomes a question mark, as mail programs do it.
fn single_byte(encoding: &'static Encoding, text: &str) -> Vec<u8> {
    encoding.encode(&text.replace('\u{FFFD}', "?")).0.into()
}

/// Lines of at most 60 characters, or a paragraph on each line.
fn plain(paragraphs: &[String], wraps: bool) -> String {
    let wrapped = |paragraph: &String| {
        let mut lines = String::new();
        let mut length = 0;
        for word in paragraph.split(' ') {
            let long = length + word.chars().count() > 60;
            lines.push_str(if lines.is_empty() {
                ""
            } else if long {
                "\r\n"
            } else {
                " "
            });
            length = if long { 0 } else { length } + word.chars().count() + 1;
            lines.push_str(word);
        }
        lines
    };
    let written = |paragraph: &String| match wraps && paragraph.len() > 80 {
        true => wrapped(paragraph),
        false => paragraph.replace('\n', "\r\n"),
    };
    let paragraphs: Vec<String> = paragraphs.iter().map(written).collect();
    paragraphs.join("\r\n\r\n") + "\r\n"
}

fn html(paragraphs: &[String], wraps: bool, writing: &Writing) -> String {
    let text = plain(paragraphs, wraps).replace('<', "&lt;");
    let mut body = String::new();
    for paragraph in text.trim_end().split("\r\n\r\n") {
        let lines = match paragraph.starts_with("Sincerely") {
            true => paragraph.replace("\r\n", "<br>\r\n"),
            false => paragraph.to_owned(),
        };
        body.push_str(&format!("<p>{lines}</p>\r\n"));
    }
    if writing.charset == "us-ascii" {
        let entity = |character: char| match character {
            '’' => "&rsquo;".to_owned(),
            c if c.is_ascii() => c.to_string(),
            c => format!("&#{};", u32::from(c)),
        };
        body = body.chars().map(entity).collect();
    }
    format!("<html><head><title>Letter</title></head>\r\n<body>\r\n{body}</body></html>\r\n")
}

/// A part with its headers.
fn part(kind: &str, text: &str, writing: &Writing) -> Vec<u8> {
    let charset = match writing.charset {
        "" => String::new(),
        charset => format!("; charset=\"{charset}\""),
    };
    let head = format!(
        "Content-Type: text/{kind}{charset}\r\nContent-Transfer-Encoding: {}\r\n\r\n",
        writing.transfer
    );
    let bytes = (writing.bytes)(text);
    let body = match writing.transfer {
        "base64" => {
            let lines = STANDARD.encode(bytes);
            let lines: Vec<&str> = lines
                .as_bytes()
                .chunks(76)
                .map(|line| std::str::from_utf8(line).expect("ASCII"))
                .collect();
            lines.join("\r\n").into_bytes()
        }
        "quoted-printable" => quoted_printable(&bytes),
        _ => bytes,
    };
    [head.as_bytes(), &body, b"\r\n"].concat()
}

fn quoted_printable(bytes: &[u8]) -> Vec<u8> {
    let mut lines = String::new();
    let mut length = 0;
    for byte in bytes {
        let piece = match byte {
            b'\r' => continue,
            b'\n' => "\r\n".to_owned(),
            b' '..=b'<' | b'>'..=b'~' => char::from(*byte).to_string(),
            other => format!("={other:02X}"),
        };
        if *byte != b'\n' && length + piece.len() > 75 {
            lines.push_str("=\r\n");
            length = 0;
        }
        length = if *byte == b'\n' { 0 } else { length + piece.len() };
        lines.push_str(&piece);
    }
    lines.into_bytes()
}

fn multipart(kind: &str, boundary: &str, parts: &[Vec<u8>]) -> Vec<u8> {
    let mut all = format!(
        "Content-Type: multipart/{kind}; boundary=\"{boundary}\"\r\n\r\nThis is a MIME message.\r\n"
    )
    .into_bytes();
    for part in parts {
        all.extend_from_slice(format!("--{boundary}\r\n").as_bytes());
        all.extend_from_slice(part);
    }
    all.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    all
}

const STRUCTURES: &[&str] = &["plain", "html", "alternative", "mixed"];

fn mail(structure: &str, paragraphs: &[String], wraps: bool, writing: &Writing) -> Vec<u8> {
    let as_plain = || part("plain", &plain(paragraphs, wraps), writing);
    let as_html = || part("html", &html(paragraphs, wraps, writing), writing);
    let both = || multipart("alternative", "inner", &[as_plain(), as_html()]);
    let body = match structure {
        "plain" => as_plain(),
        "html" => as_html(),
        "alternative" => both(),
        _ => {
            let picture = b"Content-Type: image/png; name=\"ferry.png\"\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n";
            multipart("mixed", "outer", &[both(), picture.to_vec()])
        }
    };
    let head = b"From: Rosa Alvarez <rosa@farm.example>\r\nTo: docket@harbor.example\r\nSubject: The ferry\r\nDate: Thu, 1 May 2031 08:00:00 +0000\r\nMIME-Version: 1.0\r\n";
    [head.as_slice(), &body].concat()
}

/// Writes every mail; the ids name what each is.
fn write_docket(folder: &Path) -> usize {
    let mut n_mails = 0;
    for (marks, change) in MARKS {
        let paragraphs: Vec<String> = PARAGRAPHS.iter().map(|text| change(text)).collect();
        for writing in WRITINGS {
            for structure in STRUCTURES {
                for (wraps, name) in [(false, "long"), (true, "wrapped")] {
                    let name = format!("{}_{structure}_{marks}_{name}.eml", writing.name);
                    let mail = mail(structure, &paragraphs, wraps, writing);
                    fs::write(folder.join(name), mail).expect("a file");
                    n_mails += 1;
                }
            }
        }
    }
    n_mails
}

#[test]
fn one_letter_through_many_mail_programs_is_one_exact_group() {
    let folder = TempDir::new().expect("a folder");
    let n_mails = write_docket(folder.path());
    assert!(n_mails >= 8 * 3 * 3 * 2, "{n_mails}");
    let (detection, _, _) = detect(folder.path());
    assert_eq!(detection.corpus.len(), n_mails);
    let groups: Vec<Vec<&str>> = detection
        .groups
        .groups()
        .iter()
        .map(|group| {
            let ids = group.members.iter();
            ids.map(|id| detection.corpus.id(*id)).collect()
        })
        .collect();
    assert_eq!(groups.len(), 1, "{groups:#?}");
    // Where no mark stands for an apostrophe that is gone, the words are the same one by one, too.
    let mut wordings: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    let corpus = &detection.corpus;
    for (id, name) in corpus.ids().map(|id| (id, corpus.id(id))) {
        if !name.contains("question-mark") && !name.contains("replaced") {
            wordings.entry(corpus.in_memory(id).wording).or_default().push(name.to_owned());
        }
    }
    assert_eq!(wordings.len(), 1, "{wordings:#?}");
}

/// A line feed of UTF-16 is half of a character: lines are lines of text.
#[test]
fn records_in_utf_16_are_read_line_by_line() {
    let records =
        "{\"id\":\"a\",\"text\":\"Keep the café.\"}\n{\"id\":\"b\",\"text\":\"No toll.\"}\r\n";
    let units = || records.encode_utf16();
    let marked: Vec<u8> =
        "\u{FEFF}".encode_utf16().chain(units()).flat_map(u16::to_le_bytes).collect();
    for bytes in [marked, units().flat_map(u16::to_be_bytes).collect(), records.into()] {
        let folder = TempDir::new().expect("a folder");
        fs::write(folder.path().join("comments.jsonl"), bytes).expect("a file");
        let (_, _, lines) = detect(folder.path());
        let texts = lines.iter().map(|line| (&*line.id, line.paragraphs.concat()));
        assert!(texts.eq([("a", "Keep the café.".to_owned()), ("b", "No toll.".to_owned())]));
    }
}
