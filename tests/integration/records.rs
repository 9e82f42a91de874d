//! What is known of each record: kept, counted, told once.

use std::path::Path;

use durian::report::schema::{Bucket, DocumentLine, Report};
use proptest::prelude::*;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::durian;
use crate::each::{run, write};
use crate::laws::cases;
use crate::renderings::table;
use crate::shards::in_parts;
use crate::{detect, fixtures};

/// Five exact copies of one letter. Two are the same as received; one differs in its greeting, one in who signed it, one
/// in its case and punctuation. Another letter is sent twice, with one signature each.
#[test]
fn identical_copies_are_those_that_are_the_same_as_received() {
    let letter = "Please keep the night ferry, for nurses go home by it.";
    let other = "The harbor fee is too high for the small boats of the bay.";
    let lines = [
        format!("{letter}\n\nSincerely,\nRosa Alvarez"),
        format!("{letter}\n\nSincerely,\nRosa Alvarez"),
        format!("Dear Harbor Master,\n\n{letter}\n\nSincerely,\nRosa Alvarez"),
        format!("{letter}\n\nSincerely,\nAda Quill"),
        format!("{}!\n\nSincerely,\nRosa Alvarez", letter.to_uppercase().trim_end_matches('.')),
        format!("{other}\n\nSincerely,\nAda Quill"),
        format!("{other}\n\nSincerely,\nPat Example"),
        "I walk to the landing each morning and count the gulls.".to_owned(),
        "I walk to the landing each morning and count the gulls.".to_owned(),
    ];
    let lines = lines.map(|text| json!({ "text": text }).to_string()).join("\n");
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "docket.jsonl", &lines);
    let (_, report, _) = detect(folder.path());
    let found: Vec<(usize, usize)> =
        report.clusters.iter().map(|cluster| (cluster.n_comments, cluster.n_identical)).collect();
    assert_eq!(found, [(5, 2), (2, 0), (2, 2)]);
    assert_eq!(report.totals.n_identical, 4);
}

/// Of the services that a letter came through the one with the most comments comes first, then by name.
#[test]
fn services_that_as_many_came_through_stand_by_name() {
    let letter = "Please keep the night ferry, for nurses go home by it.";
    let lines = ["c", "b", "b", "a", "c", "b", "a"]
        .map(|name| json!({ "text": letter, "relayer": format!("{name}.example") }).to_string());
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "docket.jsonl", &lines.join("\n"));
    let (_, report, _) = detect(folder.path());
    let of_letter = &report.clusters[0].relayers;
    let of_campaign = &report.campaigns[0].relayers;
    for relayers in [of_letter, of_campaign] {
        let found: Vec<(&str, usize)> =
            relayers.iter().map(|count| (count.relayer.as_str(), count.n_comments)).collect();
        assert_eq!(found, [("b.example", 3), ("a.example", 2), ("c.example", 2)]);
    }
}

/// What browsers print on each page: copies of one letter, in files of their own, as an agency prints them.
#[test]
fn copies_that_were_printed_are_exact() {
    let folder = TempDir::new().expect("a folder");
    let top = "The herons have nested in the reeds behind our mill for as long as anybody can";
    let bottom = "remember, and they bring visitors. Keep the reeds, and mend the gate.";
    for number in 0..20 {
        let footer =
            format!("file:///H|/Docket/98{number:02}.txt[1/23/2031 11:{:02}:29 AM]", number * 2);
        let text = format!("Dear Council,\n\n{top}\n\n{footer}\n{bottom}\n\n{footer}\n2\n");
        write(folder.path(), &format!("{number}.txt"), &text);
    }
    let (_, report, lines) = detect(folder.path());
    assert_eq!((report.totals.comments, report.totals.distinct_texts), (20, 1));
    let footer = ["file:///H|/Docket/9807.txt[1/23/2031 11:14:29 AM]", "2"];
    assert_eq!(line(&lines, "7.txt").footer_lines, [footer[0], footer[0], footer[1]]);
}

/// Comments of which three cannot be compared, and a rule, as a bulk download has them.
const EXPORT: &str = "\
Document ID,Docket ID,Document Type,Comment,Is Withdrawn?,Received Date,First Name,Last Name,Organization Name,City,State/Province,Country,Attachment Files,Duplicate Comments
HBR-2031-0009-0001,HBR-2031-0009,Rule,The landing.,false,2031-05-01,,,,,,,https://files.example/HBR-2031-0009-0001/content.pdf,
HBR-2031-0009-0002,HBR-2031-0009,Public Submission,See attached,false,2031-05-02,Ada,Quill,Society of Lamplighters,Marrow Falls,ME,United States,https://files.example/HBR-2031-0009-0002/attachment_1.rtf,12
HBR-2031-0009-0003,HBR-2031-0009,Public Submission,The toll is too high.,true,2031-05-03,Pat,Example,,,,,\"=map.pdf, plan.rtf\",
HBR-2031-0009-0004,HBR-2031-0009,Public Submission,The wells are dry since the quarry came. A map is attached.,false,2031-05-04,Rosa,Alvarez,,,,,\"https://files.example/HBR-2031-0009-0004/attachment_1.pdf,https://files.example/HBR-2031-0009-0004/attachment_2.docx\",
";

fn line<'a>(lines: &'a [DocumentLine], id: &str) -> &'a DocumentLine {
    lines.iter().find(|line| line.id == id).expect("a line")
}

#[test]
fn what_is_set_aside_keeps_what_its_record_says() {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "docket.csv", EXPORT);
    let (_, report, lines) = detect(folder.path());
    let line = |id| line(&lines, id);
    let attached = line("HBR-2031-0009-0002");
    assert_eq!(attached.bucket, Bucket::NoText);
    let known = [
        &attached.author,
        &attached.organization,
        &attached.city,
        &attached.state,
        &attached.country,
        &attached.timestamp,
    ];
    let known = known.map(|known| known.as_deref().unwrap_or_default());
    let expect = ["Ada Quill", "Society of Lamplighters", "Marrow Falls", "ME", "United States"];
    assert_eq!(known[..5], expect);
    assert_eq!(known[5], "2031-05-02T00:00:00Z");
    assert_eq!(attached.docket_ids, ["HBR-2031-0009"]);
    assert_eq!(attached.claimed_duplicates, Some(12));
    let file = "https://files.example/HBR-2031-0009-0002/attachment_1.rtf";
    assert_eq!(attached.attachments[0].name, file);
    let withdrawn = line("HBR-2031-0009-0003");
    assert_eq!(withdrawn.bucket, Bucket::Withdrawn);
    assert_eq!(withdrawn.author.as_deref(), Some("Pat Example"));
    let rule = line("HBR-2031-0009-0001");
    assert_eq!((rule.bucket, rule.attachments.len()), (Bucket::NotAComment, 1));
    // One of the lamplighters, two withdrawn, two of the wells; the rule's own is no comment's.
    assert_eq!(report.totals.attachments_not_read, 5);
    // Twelve, one, and one; the rule is no submission, whatever number its record names.
    assert_eq!((report.totals.inputs, report.totals.submissions), (4, 14));
}

#[test]
fn records_without_a_text_field_keep_what_they_say() {
    let folder = TempDir::new().expect("a folder");
    let lines = "{\"id\": \"a-1\", \"text\": \"Keep the lamps lit.\"}\n\
                 {\"id\": \"a-2\", \"organization\": \"Harbor Union\", \"remark\": \"Lamps!\"}\n";
    write(folder.path(), "docket.jsonl", lines);
    let (_, _, lines) = detect(folder.path());
    let without = line(&lines, "a-2");
    assert_eq!(without.bucket, Bucket::Unreadable);
    assert_eq!(without.organization.as_deref(), Some("Harbor Union"));
}

/// What `to-fetch.csv` asks for is read, once it stands beside the docket under the name that is told.
#[test]
fn files_that_are_fetched_are_read_with_their_comments() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    write(path, "docket/export.csv", EXPORT);
    let said = durian(path, &["cluster", "docket", "-o", "report"]);
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(said.contains("5 attachments not read: to-fetch.csv"), "{said}");
    let rows = table(path, "to-fetch.csv");
    let link = |id: &str, file: &str| format!("https://files.example/{id}/{file}");
    let reason = "the docket lists it but does not contain it";
    let row = |id: &str, name: &str, link: String| {
        vec![id.to_owned(), name.to_owned(), link, reason.to_owned()]
    };
    let [wells, lamps, toll] = [4, 2, 3].map(|n| format!("HBR-2031-0009-000{n}"));
    let expect = [
        row(&wells, &format!("{wells}_attachment_1.pdf"), link(&wells, "attachment_1.pdf")),
        row(&wells, &format!("{wells}_attachment_2.docx"), link(&wells, "attachment_2.docx")),
        row(&lamps, &format!("{lamps}_attachment_1.rtf"), link(&lamps, "attachment_1.rtf")),
        row(&toll, &format!("{toll}_=map.pdf"), String::new()),
        row(&toll, &format!("{toll}_plan.rtf"), String::new()),
    ];
    assert_eq!(rows[0], ["id", "name", "link", "reason"]);
    assert_eq!(rows[1..], expect);
    let rtf = |text: &str| format!("{{\\rtf1\\ansi {text}}}");
    let lamplighters =
        "The Society of Lamplighters asks that every lamp of the quay be lit by five.";
    // One as mirrors name it, one in a folder of its comment, one by the name that a single record has.
    write(path, "docket/HBR-2031-0009-0002_attachment_1.rtf", &rtf(lamplighters));
    write(path, "docket/HBR-2031-0009-0004/attachment_2.rtf", &rtf("The wells, one by one."));
    write(path, "docket/files/plan.rtf", &rtf("A plan of the toll road."));
    write(path, "docket/files/other.rtf", &rtf("A letter of its own about the night ferry."));
    let (_, report, lines) = detect(&path.join("docket"));
    let read = line(&lines, &lamps);
    assert_eq!(read.bucket, Bucket::Singleton);
    assert_eq!(read.paragraphs, [lamplighters]);
    let is_read = |id: &str| -> Vec<Option<bool>> {
        line(&lines, id).attachments.iter().map(|file| file.is_read).collect()
    };
    assert_eq!(is_read(&lamps), [Some(true)]);
    assert_eq!(is_read(&toll), [None, Some(true)]);
    let file = line(&lines, "HBR-2031-0009-0002_attachment_1.rtf");
    assert_eq!(file.bucket, Bucket::NotAComment);
    let reason = "attachment 1 of HBR-2031-0009-0002, read with it";
    assert_eq!(file.reason.as_deref(), Some(reason));
    assert_eq!(line(&lines, "files/other.rtf").bucket, Bucket::Singleton);
    // The record names attachment 2 as .docx: this is no other file of it, and stands in the same folder.
    assert_eq!(line(&lines, "HBR-2031-0009-0004/attachment_2.rtf").bucket, Bucket::Singleton);
    assert_eq!(report.totals.attachments_not_read, 3);
    // The same bytes in parts.
    run(path, &["cluster", "docket", "-o", "whole"]);
    in_parts(path, "docket", 3, "parts");
    for name in ["documents.jsonl", "to-fetch.csv", "comments.csv", "report.json"] {
        let bytes = |out: &str| std::fs::read(path.join(out).join(name)).expect("a file");
        assert!(bytes("whole") == bytes("parts"), "{name}");
    }
}

/// All attachments of a record are read, in the order of their numbers, whatever kind of file holds the record.
#[test]
fn the_second_attachment_of_a_record_is_read_as_the_first() {
    let (comment, first) = ("The ferry must stay.", "The first letter is about the landing.");
    let (second, tenth) =
        ("The second letter is about the lamps.", "The tenth letter is about the gulls.");
    let id = "HBR-2031-0009-0002";
    let record = json!({
        "data": { "id": id, "type": "comments", "attributes": { "comment": comment } }
    });
    let line = json!({ "id": id, "text": comment });
    for (name, record) in [(format!("{id}.json"), record), ("all.jsonl".to_owned(), line)] {
        let folder = TempDir::new().expect("a folder");
        write(folder.path(), &name, &record.to_string());
        for (number, text) in [(10, tenth), (2, second), (1, first)] {
            let rtf = format!("{{\\rtf1\\ansi {text}}}");
            write(folder.path(), &format!("{id}_attachment_{number}.rtf"), &rtf);
        }
        let (_, report, lines) = detect(folder.path());
        let read = self::line(&lines, id);
        assert_eq!(read.paragraphs, [comment, first, second, tenth], "{name}");
        let is_read: Vec<_> = read.attachments.iter().map(|file| file.is_read).collect();
        assert_eq!(is_read, [Some(true); 3], "{name}");
        assert_eq!((report.totals.comments, report.totals.attachments_not_read), (1, 0), "{name}");
    }
    // The files of a mail.
    let folder = TempDir::new().expect("a folder");
    let part = |text: &str, disposition: &str| {
        format!("--x\nContent-Type: text/plain{disposition}\n\n{text}\n")
    };
    let attached = |n: usize| format!("\nContent-Disposition: attachment; filename=\"{n}.txt\"");
    let parts = [(comment, String::new()), (first, attached(1)), (second, attached(2))]
        .map(|(text, disposition)| part(text, &disposition))
        .concat();
    let head = "From: rosa@farm.example\nContent-Type: multipart/mixed; boundary=\"x\"\n\n";
    write(folder.path(), "a.eml", &format!("{head}{parts}--x--\n"));
    let (_, _, lines) = detect(folder.path());
    assert_eq!(self::line(&lines, "a.eml").paragraphs, [comment, first, second]);
}

/// Writes records, one a line: which text, and when it came.
fn write_records(
    folder: &Path,
    name: &str,
    records: impl IntoIterator<Item = (usize, usize, usize)>,
) {
    let texts = [
        "Please keep the night ferry, for nurses go home by it.",
        "The harbor fee is too high for the small boats of the bay.",
        "See attached.",
        "I walk to the landing each morning and count the gulls.",
    ];
    let line = |(number, text, day): (usize, usize, usize)| {
        let id = format!("HBR-2031-0012-{number:04}");
        let text = texts[text % texts.len()];
        json!({ "id": id, "text": text, "received": format!("2031-05-{day:02}") }).to_string()
            + "\n"
    };
    write(folder, name, &records.into_iter().map(line).collect::<String>());
}

/// A line without where its record stands.
fn bare(line: &DocumentLine) -> Value {
    let mut line = serde_json::to_value(line).expect("a line");
    let fields = line.as_object_mut().expect("an object");
    fields.remove("also_in");
    line
}

proptest! {
    #![proptest_config(cases(16))]

    /// However many records of an export stand in a second one, in whatever order, each is told once, as without the
    /// second; and what was met again is counted.
    #[test]
    fn a_record_in_two_exports_is_told_once(
        records in prop::collection::vec((0..4usize, 1..28usize, any::<bool>()), 1..24),
        is_reversed in any::<bool>(),
    ) {
        let folder = TempDir::new().expect("a folder");
        let all = || records.iter().enumerate();
        let first = all().map(|(number, (text, day, _))| (number, *text, *day));
        write_records(folder.path(), "one/a.jsonl", first.clone());
        write_records(folder.path(), "both/a.jsonl", first);
        let again = all().filter(|(_, (.., again))| *again);
        let mut again: Vec<_> =
            again.map(|(number, (text, day, _))| (number, *text, *day)).collect();
        if is_reversed {
            again.reverse();
        }
        write_records(folder.path(), "both/b.jsonl", again.iter().copied());
        if again.is_empty() {
            return Ok(());
        }
        let (_, once, lines_once) = detect(&folder.path().join("one"));
        let (_, report, lines) = detect(&folder.path().join("both"));
        let bare = |lines: &[DocumentLine]| lines.iter().map(bare).collect::<Vec<_>>();
        prop_assert_eq!(bare(&lines), bare(&lines_once));
        prop_assert_eq!(report.totals.repeated_records, again.len());
        prop_assert_eq!(lines.iter().map(|line| line.also_in.len()).sum::<usize>(), again.len());
        prop_assert_eq!(report.totals.inputs, records.len());
        prop_assert_eq!(&report.totals.buckets, &once.totals.buckets);
        prop_assert!(report.warnings.is_empty());
    }
}

fn have_the_same_bytes(folder: &Path, one: &str, other: &str) {
    for name in ["documents.jsonl", "report.json", "comments.csv"] {
        let [one, other] = [one, other]
            .map(|report| std::fs::read(folder.join(report).join(name)).expect("a file"));
        assert!(one == other, "{name}");
    }
}

#[test]
fn the_same_bytes_in_parts_where_records_repeat() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    crate::each::copy(&fixtures().join("two-exports/docket"), &path.join("docket"));
    let records = |shift: usize| (0..60).map(move |n| (n, n / 3, 1 + (n * 7 + shift) % 27));
    write_records(path, "docket/a.jsonl", records(0));
    // Other days: now this one is the earlier, now the other.
    write_records(path, "docket/b.jsonl", records(5));
    write_records(path, "docket/c.jsonl", records(11).filter(|(n, ..)| n % 2 == 0));
    run(path, &["cluster", "docket", "-o", "whole", "--verify"]);
    let report: Report =
        serde_json::from_slice(&std::fs::read(path.join("whole/report.json")).expect("a report"))
            .expect("a report");
    assert_eq!(report.totals.repeated_records, 60 + 30 + 4);
    for n_parts in [4, 5] {
        let out = format!("parts-{n_parts}");
        in_parts(path, "docket", n_parts, &out);
        have_the_same_bytes(path, "whole", &out);
    }
}

/// A name is no id, and what one file has twice is none either; another text is another comment.
#[test]
fn what_is_not_the_same_record_stays() {
    let check = |files: [&[(&str, &str)]; 2], expect: (usize, usize)| {
        let folder = TempDir::new().expect("a folder");
        for (name, records) in ["a.jsonl", "b.jsonl"].into_iter().zip(files) {
            let line = |(id, text): &(&str, &str)| json!({ "id": id, "text": text }).to_string();
            let lines: Vec<String> = records.iter().map(line).collect();
            write(folder.path(), name, &lines.join("\n"));
        }
        let (_, report, _) = detect(folder.path());
        assert_eq!((report.totals.inputs, report.totals.repeated_records), expect, "{files:?}");
    };
    let (ferry, fee) = ("Keep the night ferry running.", "The fee is too high.");
    let id = "HBR-2031-0012-0001";
    check([&[(id, ferry)], &[(id, ferry)]], (1, 1));
    check([&[(id, ferry)], &[(id, "Keep the night ferry\n\nRUNNING!")]], (1, 1));
    check([&[(id, ferry)], &[(id, fee)]], (2, 0));
    check([&[("Anonymous", ferry)], &[("Anonymous", ferry)]], (2, 0));
    check([&[("17", ferry)], &[("17", ferry)]], (2, 0));
    check([&[("9.00E+13", ferry)], &[("9.00E+13", ferry)]], (2, 0));
    check([&[(id, ferry), (id, ferry)], &[(id, ferry)]], (3, 0));
    check([&[(id, ferry), (id, ferry)], &[("other", fee)]], (3, 0));
}

#[test]
fn a_comment_that_its_sender_mends_founds_no_campaign() {
    let (_, report, lines) = detect(&fixtures().join("two-exports/docket"));
    let again = line(&lines, "HBR-2031-0011-0002");
    assert_eq!(again.resubmission_of.as_deref(), Some("HBR-2031-0011-0001"));
    assert!(again.cluster.is_some());
    assert_eq!(again.campaign, None);
    assert_eq!(again.also_in, ["records.json#1"]);
    let of_one = report.clusters.iter().filter(|cluster| cluster.is_of_one_sender);
    assert_eq!(of_one.count(), 1);
    assert_eq!(report.totals.resubmissions, 1);
    assert_eq!(report.totals.repeated_records, 4);
    // Two senders of the lamps, three of the paint.
    assert_eq!(report.campaigns.len(), 2);
}

/// What a neighbor of the harbor writes: no two alike.
const NEIGHBORS: [&str; 12] = [
    "I walk to the landing each morning and count the gulls.",
    "My grandmother sold eels from a barrow beside the old crane.",
    "Whoever drew this map has never rowed against the tide.",
    "The school bus turns around where you want to store gravel.",
    "Our choir practices in the customs house, which you forgot.",
    "Dredging woke the baby every night from March to August.",
    "There used to be a bakery, and then there was your office.",
    "I paint hulls for a living and breathe what I sand off.",
    "Please publish what the pilot of the tanker told you.",
    "A lamp on the breakwater costs less than one drowned dog.",
    "You fined me for mooring where your own sign sent me.",
    "Seals sleep on the slipway; I have photographs of nine.",
];

/// Writes a table without ids: a sender, a day, and a text in each row.
fn write_table(folder: &Path, name: &str, rows: &[(&str, &str, &str)]) {
    let rows: String =
        rows.iter().map(|(who, day, text)| format!("{who},{day},\"{text}\"\n")).collect();
    write(folder, name, &format!("Name,Date,Comment\n{rows}"));
}

/// All comments of a table, of which each has a sender of its own, with a letter that three sent; and a second table that has
/// so many of them, from behind, without the days of every second one, and one comment more.
fn write_tables(folder: &Path, n_again: usize) {
    const LETTER: &str = "Please keep the night ferry, for nurses go home by it.";
    let names: Vec<String> = ('A'..='O').map(|letter| format!("{letter}. Quill")).collect();
    let texts = NEIGHBORS.into_iter().chain([LETTER; 3]);
    let all: Vec<(&str, &str, &str)> =
        names.iter().zip(texts).map(|(name, text)| (name.as_str(), "2031-05-02", text)).collect();
    let mut again: Vec<(&str, &str, &str)> =
        all[all.len() - n_again..].iter().rev().copied().collect();
    again.iter_mut().step_by(2).for_each(|row| row.1 = "");
    again.push(("P. Quill", "2031-05-03", LETTER));
    write_table(folder, "docket/all.csv", &all);
    write_table(folder, "docket/some.csv", &again);
}

/// Ten texts of neighbors and the letter's three copies stand in both tables: who sent the letter besides is nobody of them.
#[test]
fn a_comment_without_an_id_in_two_tables_is_told_once() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    write_tables(path, 13);
    let (_, report, lines) = detect(&path.join("docket"));
    assert_eq!((report.totals.inputs, report.totals.repeated_records), (16, 13));
    assert_eq!((report.totals.n_unique, report.clusters[0].n_comments), (12, 4));
    assert_eq!(line(&lines, "all.csv#15").also_in, ["some.csv#1"]);
    assert_eq!(line(&lines, "all.csv#3").also_in, ["some.csv#13"]);
    assert!(line(&lines, "all.csv#2").also_in.is_empty());
    assert!(line(&lines, "some.csv#14").also_in.is_empty());
    let warning = "some.csv: comments that stand in all.csv, too, and are counted once: 13; to count them twice, cluster the files one by one";
    assert!(report.warnings.iter().any(|told| told == warning), "{:?}", report.warnings);
    run(path, &["cluster", "docket", "-o", "whole", "--verify"]);
    in_parts(path, "docket", 3, "parts");
    have_the_same_bytes(path, "whole", "parts");
    // Nine texts may be chance.
    write_tables(path, 12);
    let (_, report, _) = detect(&path.join("docket"));
    assert_eq!((report.totals.inputs, report.totals.repeated_records), (28, 0));
}

/// Of twenty comments and ten of them, ten of others: half of the smaller table stands in the larger one, or less.
#[test]
fn tables_of_which_most_is_other_peoples_stay_apart() {
    let check = |n_others: usize, expect: usize| {
        let folder = TempDir::new().expect("a folder");
        let others: Vec<String> =
            (0..n_others).map(|nth| format!("Only I say {}.", "so ".repeat(nth + 1))).collect();
        let all: Vec<(&str, &str, &str)> = NEIGHBORS.iter().map(|text| ("", "", *text)).collect();
        let rest = others.iter().map(|text| ("", "", text.as_str()));
        let first: Vec<_> = all.iter().copied().chain(rest.clone()).collect();
        write_table(folder.path(), "a.csv", &first);
        let others: Vec<String> =
            others.iter().map(|text| text.replace("Only I", "I alone")).collect();
        let rest = others.iter().map(|text| ("", "", text.as_str()));
        let second: Vec<_> = all.iter().copied().chain(rest).collect();
        write_table(folder.path(), "b.csv", &second);
        let (_, report, _) = detect(folder.path());
        assert_eq!(report.totals.repeated_records, expect, "{n_others}");
    };
    check(12, 12);
    check(13, 0);
}

/// The same text, but on another day or under another name, is another comment.
#[test]
fn what_two_tables_say_differently_of_a_comment_parts_it() {
    let check = |who: &str, day: &str, expect: usize| {
        let folder = TempDir::new().expect("a folder");
        let mut rows: Vec<(&str, &str, &str)> =
            NEIGHBORS.iter().map(|text| ("Ada Quill", "2031-05-02", *text)).collect();
        write_table(folder.path(), "a.csv", &rows);
        (rows[0].0, rows[0].1) = (who, day);
        write_table(folder.path(), "b.csv", &rows);
        let (_, report, _) = detect(folder.path());
        assert_eq!(report.totals.repeated_records, expect, "{who} {day}");
    };
    // What the first table does not say the second does, so that the third is held against that.
    let folder = TempDir::new().expect("a folder");
    for (name, who) in [("a.csv", ""), ("b.csv", "Ada Quill"), ("c.csv", "Rosa Quill")] {
        let mut rows = NEIGHBORS.map(|text| ("", "", text));
        rows[0].0 = who;
        write_table(folder.path(), name, &rows);
    }
    let (_, report, _) = detect(folder.path());
    assert_eq!(report.totals.repeated_records, 12 + 11);
    check("QUILL Ada", "2031-05-02", 12);
    check("", "2031-05-02", 12);
    check("Ada Quill", "", 12);
    check("Ada Quill", "2031-05-03", 11);
    check("Rosa Quill", "2031-05-02", 11);
}

/// The numbers that two tables give their rows tell no record, but the texts tell that the tables are one.
#[test]
fn tables_that_count_their_rows_alike_may_hold_the_same_comments() {
    let folder = TempDir::new().expect("a folder");
    for name in ["a.jsonl", "b.jsonl"] {
        let lines = NEIGHBORS.iter().enumerate();
        let lines = lines.map(|(nth, text)| json!({ "id": nth + 1, "text": text }).to_string());
        write(folder.path(), name, &lines.collect::<Vec<_>>().join("\n"));
    }
    let (_, report, lines) = detect(folder.path());
    assert_eq!((report.totals.inputs, report.totals.repeated_records), (12, 12));
    assert_eq!(line(&lines, "7").also_in, ["b.jsonl#7"]);
}

/// Who copies a folder has every file twice.
#[test]
fn a_file_of_its_own_is_a_comment_of_its_own() {
    let folder = TempDir::new().expect("a folder");
    for copy in ["", "before/"] {
        for (nth, text) in NEIGHBORS.iter().enumerate() {
            write(folder.path(), &format!("{copy}{nth}.txt"), text);
        }
    }
    let (_, report, _) = detect(folder.path());
    assert_eq!((report.totals.inputs, report.totals.repeated_records), (24, 0));
}
