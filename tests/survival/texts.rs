//! Texts, dates and numbers as they come.

use std::fmt::Write as _;

use durian::report::schema::Bucket;
use encoding_rs::{BIG5, ISO_2022_JP, KOI8_R, SHIFT_JIS, WINDOWS_1251};

use crate::{cluster, folder_with, in_bucket, lines, report};

/// A letter in an alphabet that these charsets write, each in its own way.
const JAPANESE: &str = "港の渡し船をどうか廃止しないでください。島の子供たちは毎日その船で学校に通っています。\
    冬には道路が閉ざされ、ほかに行く道はありません。町の数字には冬の乗客が入っていません。";
const RUSSIAN: &str = "Пожалуйста, не закрывайте паром через залив. Зимой дорога закрыта, и дети с острова \
    не смогут попасть в школу. Мы сами считали пассажиров каждый день.";

#[test]
fn one_letter_in_many_charsets_is_one_group() {
    let utf_16 =
        |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let marked = |text: &str| [b"\xFF\xFE".to_vec(), utf_16(text)].concat();
    let russian = RUSSIAN;
    let folder = folder_with(&[
        ("japanese/utf-8.txt", JAPANESE.as_bytes()),
        ("japanese/utf-16.txt", &marked(JAPANESE)),
        ("japanese/iso-2022-jp.txt", &ISO_2022_JP.encode(JAPANESE).0),
        ("japanese/shift-jis.txt", &SHIFT_JIS.encode(JAPANESE).0),
        ("russian/utf-8.txt", russian.as_bytes()),
        ("russian/koi8-r.txt", &KOI8_R.encode(russian).0),
        ("russian/windows-1251.txt", &WINDOWS_1251.encode(russian).0),
    ]);
    for (docket, n_files) in [("japanese", 4), ("russian", 3)] {
        let output = cluster(folder.path(), &[docket]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let report = report(folder.path());
        assert_eq!(in_bucket(&report, Bucket::ExactCopy), n_files - 1, "{docket}");
    }
    // Bytes that no charset explains are text all the same: every input ends in a bucket.
    let folder = folder_with(&[
        ("docket/overlong.txt", b"The \xC0\xAFbridge\xC0\x80 over the creek must be mended soon."),
        ("docket/big5.txt", &BIG5.encode("請不要關閉渡輪,島上的孩子每天搭它上學。").0),
        ("docket/cut.txt", b"The bridge over the creek must be mended soon, \xE2\x80"),
    ]);
    assert_eq!(cluster(folder.path(), &["docket"]).status.code(), Some(0));
    assert_eq!(report(folder.path()).totals.comments, 3);
}

#[test]
fn characters_that_nobody_sees_do_not_part_copies() {
    let letter = "Please mend the bridge over the creek before the school year begins, and have \
        somebody look at its planks every spring, because the children cross it twice a day.";
    let injected = |mark: &str, every: usize| -> String {
        let letters = letter.char_indices();
        letters
            .map(
                |(at, c)| {
                    if at % every == every - 1 { format!("{c}{mark}") } else { c.to_string() }
                },
            )
            .collect()
    };
    let mut records = String::new();
    let marks = [
        ("plain", ""),
        ("zero-width space", "\u{200B}"),
        ("zero-width joiner", "\u{200D}"),
        ("word joiner", "\u{2060}"),
        ("byte order mark", "\u{FEFF}"),
        ("soft hyphen", "\u{AD}"),
        ("turned around", "\u{202E}"),
        ("isolate", "\u{2068}"),
        ("NUL", "\u{0}"),
        ("escape", "\u{1B}"),
        ("variation", "\u{FE0F}"),
    ];
    for (name, mark) in marks {
        let text = serde_json::to_string(&injected(mark, 3)).expect("text");
        writeln!(records, "{{\"id\":\"{name}\",\"text\":{text}}}").expect("memory");
    }
    let folder = folder_with(&[("docket/a.jsonl", records.as_bytes())]);
    let output = cluster(folder.path(), &["docket"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let groups: Vec<_> = lines(folder.path())
        .into_iter()
        .map(|line| (line.id, line.bucket, line.evidence.map(|it| it.rule)))
        .collect();
    assert_eq!(report(folder.path()).totals.distinct_texts, 1, "{groups:#?}");
}

#[test]
fn dates_of_all_kinds_are_read_or_unknown() {
    let dates = [
        ("0001-01-01T00:00:00Z", None),
        ("3019-01-01T00:00:00Z", None),
        ("0000-00-00", None),
        ("2024-03-06T05:00Z", Some("2024-03-06T05:00:00Z")),
        ("Thu, 31 Feb", None),
        ("13/45/2024", None),
        ("3/6/24", None),
        ("2024-03-06T05:00:00+99:99", None),
        ("-9223372036854775808", None),
        ("99999999999999999999", None),
        ("", None),
        ("null", None),
        ("2038-01-19T03:14:08Z", Some("2038-01-19T03:14:08Z")),
    ];
    let mut records = String::new();
    for (number, (date, _)) in dates.iter().enumerate() {
        writeln!(
            records,
            "{{\"id\":\"{number:02}\",\"text\":\"The bridge sags.\",\"receiveDate\":\"{date}\"}}"
        )
        .expect("memory");
    }
    let mail = "Date: Thu, 31 Feb 99999 25:61:61 +9999\nReceived: from x; soon\nFrom: rosa@farm.example\n\nThe bridge sags.\n";
    let folder =
        folder_with(&[("docket/a.jsonl", records.as_bytes()), ("docket/b.eml", mail.as_bytes())]);
    let output = cluster(folder.path(), &["docket"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let lines = lines(folder.path());
    assert_eq!(lines.len(), dates.len() + 1);
    for (line, (date, expect)) in lines.iter().zip(dates) {
        // A date in an unusual form may be read; one that is none may not.
        let is_told = line.timestamp.as_deref() == expect || date == "3/6/24";
        assert!(is_told, "{date}: {:?}", line.timestamp);
    }
}

#[test]
fn numbers_of_all_kinds_are_read_or_told() {
    let numbers = [
        "-1",
        "1e308",
        "\"1,234\"",
        "9223372036854775808",
        "18446744073709551615",
        "0",
        "null",
        "1.0",
        "\"\"",
        "true",
        "[]",
        "4000000000",
        "4000000000",
    ];
    let mut records = String::new();
    for (number, claimed) in numbers.iter().enumerate() {
        writeln!(
            records,
            "{{\"id\":\"{number:02}\",\"text\":\"The bridge sags.\",\"duplicateComments\":{claimed}}}"
        )
        .expect("memory");
    }
    let folder = folder_with(&[("docket/a.jsonl", records.as_bytes())]);
    let output = cluster(folder.path(), &["docket"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report = report(folder.path());
    assert_eq!(report.totals.comments, numbers.len());
    assert!(report.totals.submissions >= 1_234 + numbers.len() as u64 - 1);
    let told = report.warnings.iter().filter(|it| it.contains("that is no count"));
    assert!(told.count() >= 1, "{:?}", report.warnings);
}
