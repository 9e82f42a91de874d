//! Files that are no text, and files in mails.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use durian::report::schema::{Bucket, DocumentLine};

use crate::office::zipped;
use crate::pdf::letter;
use crate::{cluster, folder_with, in_bucket, lines, report};

const LETTER: &str = "Please mend the bridge over the creek before the school year begins.";

fn docx(sentence: &str) -> Vec<u8> {
    zipped(&[(
        "word/document.xml",
        &format!(
            "<w:document><w:body><w:p><w:r><w:t>{sentence}</w:t></w:r></w:p></w:body></w:document>"
        ),
    )])
}

/// Each is unreadable, and named for what it is, whatever its name says.
#[test]
fn foreign_files_are_named_and_no_comments() {
    let noise: Vec<u8> = (0..900u32).map(|at| (at * 37 % 251) as u8).collect();
    let with_noise = |start: &[u8]| [start, &noise].concat();
    let files: Vec<(&str, Vec<u8>, &str)> = vec![
        ("letter.wpd", with_noise(b"\xFFWPC\x10\0\0\0\x01\x0A"), "WordPerfect"),
        ("winmail.dat", with_noise(b"\x78\x9F\x3E\x22\x01\0"), "winmail.dat"),
        ("letters.7z", with_noise(b"7z\xBC\xAF\x27\x1C\0\x04"), "an archive (7Z)"),
        ("letters.rar", with_noise(b"Rar!\x1A\x07\x01\0"), "an archive (RAR)"),
        ("scan.webp", with_noise(b"RIFF\x24\0\0\0WEBPVP8 "), "a picture (WebP)"),
        ("voice.mp3", with_noise(b"ID3\x04\0\0\0\0\0\0"), "a recording (MP3)"),
        ("voice.mp4", with_noise(b"\0\0\0\x18ftypmp42\0\0\0\0"), "a recording"),
        ("voice.wav", with_noise(b"RIFF\x24\0\0\0WAVEfmt "), "a recording (WAV)"),
        ("drawing.wmf", with_noise(b"\xD7\xCD\xC6\x9A\0\0"), "a picture (WMF)"),
        ("scan.heic", with_noise(b"\0\0\0\x18ftypheic\0\0\0\0"), "a picture (HEIC)"),
        ("no-name", with_noise(b"\x91\x17\x83\xD2"), "unknown kind"),
        ("letter.txt", with_noise(b"\xFF\xD8\xFF\xE0\0\x10JFIF"), "a picture (JPEG)"),
        ("letter.pages", zipped(&[("Index/Document.iwa", "x")]), "a Pages"),
        ("book.epub", zipped(&[("META-INF/container.xml", "x")]), "an e-book"),
        ("page.xps", zipped(&[("FixedDocSeq.fdseq", "x")]), "an XPS"),
        ("drawing.svg", b"<svg><text>Mend the bridge.</text></svg>".to_vec(), "XML"),
        ("data.xml", b"<?xml version=\"1.0\"?><a>Mend it.</a>".to_vec(), "XML"),
    ];
    let names: Vec<String> = files.iter().map(|(name, ..)| format!("docket/{name}")).collect();
    let mut inputs: Vec<(&str, &[u8])> = names
        .iter()
        .map(String::as_str)
        .zip(files.iter().map(|(_, bytes, _)| bytes.as_slice()))
        .collect();
    inputs.push(("docket/z.txt", LETTER.as_bytes()));
    let folder = folder_with(&inputs);
    let output = cluster(folder.path(), &["docket"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let report = report(folder.path());
    assert_eq!(in_bucket(&report, Bucket::Unreadable), files.len());
    for (name, _, expect) in &files {
        let mut aside = report.set_aside.iter();
        let aside = aside.find(|aside| *aside.source == **name).expect(name);
        assert!(aside.reason.contains(expect), "{name}: {}", aside.reason);
    }
}

fn part(headers: &str, bytes: &[u8]) -> String {
    let encoded = STANDARD.encode(bytes);
    format!("--b\n{headers}\nContent-Transfer-Encoding: base64\n\n{encoded}\n")
}

fn attached(name: &str, kind: &str, bytes: &[u8]) -> String {
    let headers = format!(
        "Content-Type: {kind}; name=\"{name}\"\nContent-Disposition: attachment; filename=\"{name}\""
    );
    part(&headers, bytes)
}

fn mail(letter: &str, parts: &[String]) -> Vec<u8> {
    let head = "From: rosa@farm.example\nSubject: Bridge\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"b\"\n\n";
    let letter = part("Content-Type: text/plain", letter.as_bytes());
    format!("{head}{letter}{}--b--\n", parts.concat()).into_bytes()
}

/// A letter in a mail is read with it, in each format that letters have; it takes the place of a text that only
/// points to it. What is no letter is listed.
#[test]
fn letters_in_mails_are_read() {
    let letters = [
        attached("own.pdf", "application/pdf", &letter(&["The creek rose in April."])),
        attached("own.docx", "application/octet-stream", &docx("The ferry stopped in May.")),
        attached("own.txt", "text/plain", b"The school is across it."),
        attached("own.html", "text/html", b"<p>The bus cannot turn.</p>"),
        attached("own.rtf", "application/rtf", b"{\\rtf1 The mill has closed.}"),
    ];
    let others = [
        attached("photo.png", "image/png", b"\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR"),
        attached(
            "smime.p7s",
            "application/pkcs7-signature",
            &[0x30, 0x82, 1, 2, 0, 0, 0, 9].repeat(9),
        ),
        part("Content-Type: application/pgp-signature", b"-----BEGIN PGP SIGNATURE-----"),
        attached("cut.pdf", "application/pdf", b"%PDF-1.4\n1 0 obj"),
        attached("more.zip", "application/zip", &zipped(&[("a.txt", LETTER)])),
        attached(
            "winmail.dat",
            "application/ms-tnef",
            &[b"\x78\x9F\x3E\x22".as_slice(), &[0; 60]].concat(),
        ),
    ];
    let inner = mail("I agree with the mail below.", &letters[..1]);
    let inner =
        String::from_utf8(inner).expect("a mail").replace("\"b\"", "\"c\"").replace("--b", "--c");
    let forwarded = format!("--b\nContent-Type: message/rfc822\n\n{inner}\n");
    let folder = folder_with(&[
        ("docket/all.eml", &mail(LETTER, &[letters.concat(), others.concat()])),
        ("docket/forward.eml", &mail(LETTER, &[forwarded])),
        ("docket/points.eml", &mail("Please see attached.", &letters[..1])),
    ]);
    let output = cluster(folder.path(), &["docket"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let lines = lines(folder.path());
    let line =
        |id: &str| -> &DocumentLine { lines.iter().find(|line| line.id == id).expect("a line") };
    let text = |id: &str| line(id).paragraphs.join(" ");
    assert_eq!(
        text("all.eml"),
        format!(
            "{LETTER} The creek rose in April. The ferry stopped in May. The school is across it. The bus cannot turn. The mill has closed."
        )
    );
    assert!(text("forward.eml").ends_with("I agree with the mail below. The creek rose in April."));
    assert_eq!(text("points.eml"), "The creek rose in April.");
    let files = &line("all.eml").attachments;
    let told: Vec<(&str, Option<bool>)> =
        files.iter().map(|file| (file.name.as_str(), file.is_read)).collect();
    let expect =
        ["own.pdf", "own.docx", "own.txt", "own.html", "own.rtf"].map(|name| (name, Some(true)));
    assert_eq!(told[..5], expect);
    // A signature's certificate is nothing to fetch.
    let expect =
        ["photo.png", "cut.pdf", "more.zip", "winmail.dat"].map(|name| (name, Some(false)));
    assert_eq!(told[5..], expect);
    assert_eq!(files[2].media_type.as_deref(), Some("text/plain"));
    assert_eq!(files[2].n_bytes, Some(24));
    let report = report(folder.path());
    let warned = |name: &str| report.warnings.iter().any(|it| it.contains(name));
    assert!(
        warned("cut.pdf") && warned("more.zip") && warned("winmail.dat"),
        "{:?}",
        report.warnings
    );
    assert!(!warned("photo.png") && !warned("smime.p7s"), "nothing is lost");
}

/// What is said of odd files is true of them, and what to do about them helps.
#[test]
fn odd_files_are_told_for_what_they_are() {
    let deep = ["[".repeat(200), "]".repeat(200)].concat();
    let number = "{\"id\":\"a\",\"text\":\"Mend it.\",\"n\":1e400}";
    let no_type = "{\"id\":\"t\",\"documentType\":\"\",\"text\":\"The ferry stopped in May.\"}";
    let folder = folder_with(&[
        ("docket/-", LETTER.as_bytes()),
        ("docket/withheld", b"[Name withheld] I oppose the closing of the bridge."),
        ("docket/gif.txt", b"GIF89a is what the picture said; I oppose the closing."),
        ("docket/deep.json", deep.as_bytes()),
        ("docket/number.json", number.as_bytes()),
        ("docket/cut.json", &number.as_bytes()[..20]),
        ("docket/no-type.json", no_type.as_bytes()),
        (
            "docket/list.json",
            b"[{\"ID\":\"7\",\"Title\":\"S7\",\"Comments\":\"The mill has closed.\"}]",
        ),
    ]);
    let output = cluster(folder.path(), &["docket"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let report = report(folder.path());
    assert_eq!(report.totals.comments, 5);
    assert!(lines(folder.path()).iter().any(|line| line.id == "7"));
    let reason = |name: &str| {
        let mut aside = report.set_aside.iter();
        &aside.find(|aside| *aside.source == *name).expect(name).reason
    };
    assert!(reason("deep.json").ends_with("up to 128 deep"));
    assert!(reason("number.json").ends_with("in quotation marks"));
    assert!(reason("cut.json").contains("may be cut off"));
}

/// An archive whose files are packed in a way that is not read is whole: it is to be packed anew, not fetched anew.
#[test]
fn a_way_of_packing_that_is_not_read_is_named() {
    let mut archive = zipped(&[("a.txt", LETTER)]);
    // The method stands 8 bytes into a file's own head, and 10 bytes into its head in the list of all: 12 is bzip2.
    for (head, at) in [(b"PK\x03\x04", 8), (b"PK\x01\x02", 10)] {
        let mut windows = archive.windows(4);
        let start = windows.position(|bytes| bytes == head).expect("a head");
        archive[start + at] = 12;
    }
    let folder = folder_with(&[("docket/a.zip", &archive), ("docket/z.txt", LETTER.as_bytes())]);
    assert_eq!(cluster(folder.path(), &["docket"]).status.code(), Some(3));
    let report = report(folder.path());
    let reason = &report.set_aside[0].reason;
    assert!(reason.contains("pack it anew") && !reason.contains("cut off"), "{reason}");
}

/// Marks between parts may begin like those around them.
#[test]
fn parts_in_parts_are_told_apart() {
    let mails = ["bb", "b-1", "b--", "b 2", "a"].map(|inner| {
        format!(
            "From: rosa@farm.example\nSubject: Bridge\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"b\"\n\n\
             --b\nContent-Type: multipart/alternative; boundary=\"{inner}\"\n\n\
             --{inner}\nContent-Type: text/plain\n\n{LETTER}\n\
             --{inner}\nContent-Type: text/html\n\n<p>{LETTER}</p>\n--{inner}--\n\n\
             --b\nContent-Type: text/plain\n\nThe ferry stopped.\n--b--\n"
        )
    });
    let names: Vec<String> = (0..mails.len()).map(|at| format!("docket/{at}.eml")).collect();
    let names = names.iter().map(String::as_str);
    let inputs: Vec<(&str, &[u8])> = names.zip(mails.iter().map(String::as_bytes)).collect();
    let folder = folder_with(&inputs);
    assert_eq!(cluster(folder.path(), &["docket"]).status.code(), Some(0));
    let report = report(folder.path());
    assert_eq!((report.totals.comments, report.totals.distinct_texts), (5, 1));
}

/// A record of all that people said is one document; where its entries are clear, that is told.
#[test]
fn a_document_that_lists_comments_is_told() {
    let entry = |at: usize| {
        format!("{at}. Received May {at}, 2031\n{LETTER} It sags at pillar {at}.\n\n")
            + &LETTER.repeat(8)
    };
    let list: String = (1..=14).map(|at| entry(at) + "\n").collect();
    let folder =
        folder_with(&[("docket/record.txt", list.as_bytes()), ("docket/z.txt", LETTER.as_bytes())]);
    cluster(folder.path(), &["docket"]);
    let report = report(folder.path());
    let told = report.warnings.iter().find(|told| told.starts_with("record.txt"));
    assert!(told.expect("a warning").contains("14 numbered and dated entries"));
}
