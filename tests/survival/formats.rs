//! Files made to overwhelm the reader of their format, and files damaged on the way.

use std::time::Duration;

use durian::report::schema::{Bucket, DocumentLine, Limit, Report};

use crate::{assert_within, cluster, folder_with, in_bucket, lines, report, timed};

const LETTER: &str = "Please mend the bridge over the creek before the school year begins.";

/// Reads one file, within a time that the optimised program keeps.
pub(super) fn read(name: &str, bytes: &[u8], allowed: Duration) -> (Report, Vec<DocumentLine>) {
    let folder =
        folder_with(&[(&format!("docket/{name}"), bytes), ("docket/z.txt", LETTER.as_bytes())]);
    let (output, taken) = timed(folder.path(), &["docket", "--max-text-size", "2M"]);
    assert_within(taken, allowed, name);
    assert!(matches!(output.status.code(), Some(0 | 3)), "{name}: {output:?}");
    (report(folder.path()), lines(folder.path()))
}

/// Id and text of each comment besides the letter.
pub(super) fn comments(lines: &[DocumentLine]) -> Vec<(&str, String)> {
    let others = lines.iter().filter(|line| line.id != "z.txt");
    let pairs = others.map(|line| (line.id.as_str(), line.paragraphs.join("\n")));
    pairs.collect()
}

/// The text of the only comment besides the letter.
pub(super) fn text(lines: &[DocumentLine]) -> String {
    let other = lines.iter().find(|line| line.id != "z.txt");
    other.expect("another line").paragraphs.join("\n")
}

fn multipart(boundary: &str, inner: &str) -> String {
    format!(
        "Content-Type: multipart/mixed; boundary=\"{boundary}\"\n\n--{boundary}\n{inner}\n--{boundary}--\n"
    )
}

#[test]
fn mails_made_to_overwhelm_are_refused_or_read() {
    let second = Duration::from_secs(1);
    let head = "From: rosa@farm.example\nSubject: Ferry\nMIME-Version: 1.0\n";
    let letter = format!("Content-Type: text/plain\n\n{LETTER} It sags.\n");
    let check = |name: &str, mail: String, limit: Option<Limit>| {
        let (report, lines) = read(name, mail.as_bytes(), second);
        let reached = report.totals.limits_reached.keys().next().copied();
        assert_eq!(reached, limit, "{name}: {:?}", report.set_aside);
        if limit.is_none() {
            assert!(text(&lines).contains("It sags."), "{name}");
        }
    };
    let nested = |depth: usize| {
        (0..depth).fold(letter.clone(), |inner, depth| multipart(&format!("B{depth}."), &inner))
    };
    check("multipart-20.eml", head.to_owned() + &nested(20), None);
    check("multipart-100.eml", head.to_owned() + &nested(100), Some(Limit::MailDepth));
    let opened: String = (0..9_000)
        .map(|depth| {
            format!("Content-Type: multipart/mixed; boundary=\"B{depth}.\"\n\n--B{depth}.\n")
        })
        .collect();
    check("multipart-9000.eml", head.to_owned() + &opened + &letter, Some(Limit::MailDepth));
    let forwards = "Content-Type: message/rfc822\n\n".repeat(20_000);
    let (_, lines) =
        read("forwards.eml", (head.to_owned() + &forwards + &letter).as_bytes(), second);
    assert_eq!(lines.len(), 2, "read or refused, but there");
    let parts = format!("--b\n{letter}").repeat(20_000);
    let parts = format!("{head}Content-Type: multipart/mixed; boundary=\"b\"\n\n{parts}--b--\n");
    check("parts.eml", parts, Some(Limit::MailParts));
    let prefixes = format!(
        "{head}Content-Type: multipart/mixed; boundary=\"B1\"\n\n--B1\nContent-Type: multipart/mixed; \
         boundary=\"B10\"\n\n--B10\n{letter}\n--B10--\n--B1--\n"
    );
    check("prefixes.eml", prefixes, None);
    let unended = format!("{head}Content-Type: multipart/mixed; boundary=\"b\"\n\n--b\n{letter}");
    check("unended.eml", unended, None);
    let long = format!("{head}X-Long: {}\n{letter}", "x ".repeat(1 << 20));
    check("long-header.eml", long, None);
    let many: String = (0..20_000).map(|n| format!("X-{n}: y\n")).collect();
    check("many-headers.eml", head.to_owned() + &many + &letter, None);
    let comments = format!("From: {}rosa@farm.example\n{letter}", "(".repeat(100_000));
    check("comments.eml", comments, None);
    let words = format!("{head}Subject: {}\n{letter}", "=?utf-8?q?=41?= ".repeat(20_000));
    check("encoded-words.eml", words, None);
}

#[test]
fn pages_made_to_overwhelm_take_linear_time() {
    const SIZE: usize = if cfg!(debug_assertions) { 1 << 15 } else { 1 << 20 };
    let repeated = |piece: &str| piece.repeat(SIZE / piece.len());
    let pages = [
        ("nested", format!("{}{LETTER} It sags.", repeated("<div>"))),
        ("lists", format!("{}{LETTER} It sags.", repeated("<ul><li>"))),
        ("attribute", format!("<p title=\"{}\">{LETTER} It sags.</p>", repeated("x"))),
        ("comment", format!("<p>{LETTER} It sags.</p><!--{}", repeated("x"))),
        ("comments", format!("<p>{LETTER} It sags.</p>{}", repeated("<!--"))),
        ("sections", format!("<p>{LETTER} It sags.</p>{}", repeated("<![CDATA["))),
        ("entities", format!("<p>{LETTER} It sags.</p>{}", repeated("&amp;"))),
        ("ampersands", format!("<p>{LETTER} It sags.</p>{}", repeated("&"))),
        ("brackets", format!("<p>{LETTER} It sags.</p>{}", repeated("<"))),
        ("unclosed", format!("<p>{LETTER} It sags.</p>{}", repeated("<a "))),
        ("quotes", format!("<p>{LETTER} It sags.</p>{}", repeated("<p x=\""))),
        ("ends", format!("<p>{LETTER} It sags.</p>{}", repeated("</b"))),
        ("scripts", format!("<p>{LETTER} It sags.</p>{}", repeated("<script>"))),
        ("preformatted", format!("<p>{LETTER} It sags.</p>{}", repeated("<pre>"))),
        ("breaks", format!("<p>{LETTER} It sags.</p>{}", repeated("<br>&nbsp;"))),
        ("links", format!("<p>{LETTER} It sags.</p>{}", repeated("<a href=x>y</a>"))),
    ];
    for (name, page) in pages {
        let page = format!("<!DOCTYPE html><html><body>{page}");
        let (report, lines) =
            read(&format!("{name}.html"), page.as_bytes(), Duration::from_secs(1));
        assert_eq!(report.totals.inputs, 2, "{name}");
        assert!(text(&lines).contains("It sags."), "{name}: {:?}", report.set_aside);
    }
}

#[test]
fn json_that_is_none_is_named_with_its_place() {
    let second = Duration::from_secs(1);
    let deep = format!("{{\"id\":\"d\",\"text\":{}1{}}}", "[".repeat(10_000), "]".repeat(10_000));
    let cases: [(&str, &str, &str); 8] = [
        ("deep.json", &deep, "recursion limit exceeded at line 1 column"),
        ("cut.json", "{\"id\":\"c\",\n\"text\":\"The bri", "at line 2 column"),
        (
            "trailing.json",
            "{\"id\":\"t\",\"text\":\"x\"} x",
            "trailing characters at line 1 column",
        ),
        ("not-a-number.json", "{\"id\":\"n\",\"text\":NaN}", "blank"),
        ("page.json", "<html>429 OVER_RATE_LIMIT</html>", "not valid JSON"),
        (
            "error.json",
            "{\"error\":{\"code\":\"OVER_RATE_LIMIT\"}}",
            "no field with a comment's text among error",
        ),
        (
            "list.json",
            "{\"data\":[{\"id\":\"x\",\"attributes\":{\"highlightedContent\":\"\"}}]}",
            "a list page",
        ),
        ("numbers.json", "[1,2,3]", "not a record"),
    ];
    for (name, json, reason) in cases {
        let (report, _) = read(name, json.as_bytes(), second);
        assert_eq!((report.totals.inputs, report.totals.comments), (2, 1), "{name}");
        assert!(report.set_aside[0].reason.contains(reason), "{name}: {:?}", report.set_aside);
    }
}

#[test]
fn what_can_be_told_of_a_damaged_record_is_kept() {
    let second = Duration::from_secs(1);
    let cases = [
        ("surrogate", r#"{"id":"r","text":"It sags. \ud83d","author":"Rosa Alvarez"}"#),
        ("twice", r#"{"id":"r","text":"","text":"It sags.","author":"Rosa Alvarez"}"#),
        (
            "types",
            r#"{"id":"r","text":"It sags.","author":"Rosa Alvarez","date":[1],"duplicateComments":{}}"#,
        ),
        ("control", "{\"id\":\"r\",\"text\":\"It sags.\u{1} \t\",\"author\":\"Rosa Alvarez\"}"),
        ("mark", "\u{FEFF}{\"id\":\"r\",\"text\":\"It sags.\",\"author\":\"Rosa Alvarez\"}"),
    ];
    for (name, record) in cases {
        let (_, lines) = read(&format!("{name}.json"), record.as_bytes(), second);
        let line = lines.iter().find(|line| line.id == "r").unwrap_or_else(|| panic!("{name}"));
        assert_eq!(line.author.as_deref(), Some("Rosa Alvarez"), "{name}");
        assert!(line.paragraphs.concat().starts_with("It sags."), "{name}");
    }
    let latin = b"{\"id\":\"r\",\"text\":\"The caf\xE9 sags.\",\"author\":\"Rosa Alvarez\"}";
    let (_, lines) = read("latin.json", latin, second);
    assert_eq!(text(&lines), "The caf\u{e9} sags.");
}

#[test]
fn tables_that_are_damaged_are_told_row_by_row() {
    let second = Duration::from_secs(1);
    let cell = "x ".repeat(1_200_000);
    let giant = format!("id,text\n1,It sags.\n2,{cell}\n");
    let (report, lines) = read("giant.csv", giant.as_bytes(), second * 2);
    assert_eq!(report.totals.limits_reached.get(&Limit::TextSize), Some(&1));
    assert!(lines.iter().any(|line| line.id == "1"));
    let check = |name: &str, csv: &[u8], n_comments: usize, told: &str| {
        let (report, _) = read(name, csv, second);
        let reasons = report.set_aside.iter().map(|aside| &*aside.reason);
        let said: Vec<&str> = reasons.chain(report.warnings.iter().map(String::as_str)).collect();
        assert_eq!(report.totals.comments, n_comments + 1, "{name}: {said:?}");
        assert!(said.iter().any(|said| said.contains(told)), "{name}: {said:?}");
    };
    check(
        "open.csv",
        b"id,text\n1,It sags.\n2,\"No",
        2,
        "quotation marks in cells that are not doubled, as CSV asks: 1; they are read as they are",
    );
    check("ragged.csv", b"id,text\n1,It sags.\n2\n3,a,b\n", 2, "line 3: the row ends before");
    check(
        "ragged-more.csv",
        b"id,text\n1,It sags.\n3,\"a, b\",c\n",
        2,
        "1 rows have more or fewer cells",
    );
    check("renamed.csv", b"number,remark\n1,It sags.\n", 0, "the columns are number, remark");
    check("header.csv", b"id,text\n", 0, "a header without rows");
    check("twice.csv", b"id,text\n1,It sags.\n1,It does.\n", 2, "the id `1` occurs more than once");
    let (report, _) = read("zeros.csv", b"id,text\n1,It\0 sags.\n", second);
    assert_eq!(report.totals.inputs, 2, "{:?}", report.set_aside);
    assert_eq!(in_bucket(&report, Bucket::Unreadable), 0);
    let wide: Vec<u8> = "id,text\n1,It sags.\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let (report, _) = read("wide.csv", &wide, second);
    assert_eq!(report.totals.comments, 2, "{:?}", report.set_aside);
}

#[test]
fn tables_are_read_whatever_parts_their_cells_and_names_their_columns() {
    let second = Duration::from_secs(1);
    let expect = [
        ("7", "It sags, and it rusts; mend it.".to_owned()),
        ("8", "Leave it as it is.".to_owned()),
    ];
    for name in [
        "Comments",
        "Full Comment",
        "text_comment",
        "COMMENT TEXT",
        "Public-Comment",
        "Your Comment:",
        "message",
    ] {
        for (mark, file) in [(',', "a.csv"), (';', "b.csv"), ('\t', "c.csv"), ('\t', "d.tsv")] {
            let table = format!(
                "Tracking Number|{name}|Received date\r\n\
                 7|\"It sags, and it rusts; mend it.\"|5/13/2031\r\n\
                 8|Leave it as it is.|5/14/2031\r\n"
            );
            let table = table.replace('|', &mark.to_string());
            let (report, lines) = read(file, table.as_bytes(), second);
            assert_eq!(comments(&lines), expect, "{name} {mark:?}");
            assert!(report.warnings.is_empty(), "{:?}", report.warnings);
            let dated = lines.iter().filter(|line| line.timestamp.is_some());
            assert_eq!(dated.count(), 2, "{name} {mark:?}");
        }
    }
}

#[test]
fn a_column_of_any_name_is_told_and_read_where_it_is_named() {
    let figures = b"Nummer;Betrag\n7;12\n8;14\n";
    let table = b"Nummer;Bemerkung\n7;\"It sags; mend it, please.\"\n8;No.\n";
    let (refused, _) = read("table.csv", figures, Duration::from_secs(1));
    let refused = &refused.set_aside[0].reason;
    assert!(
        refused.contains("the columns are Nummer, Betrag; name one with --text-field"),
        "{refused}"
    );
    let folder = folder_with(&[("table.csv", table)]);
    let named = ["--text-field", "Bemerkung", "--id-field", "Nummer"];
    cluster(folder.path(), &[&["table.csv"], &named[..]].concat());
    let lines = lines(folder.path());
    let expect = [("7", "It sags; mend it, please."), ("8", "No.")];
    assert_eq!(comments(&lines), expect.map(|(id, text)| (id, text.to_owned())));
}
