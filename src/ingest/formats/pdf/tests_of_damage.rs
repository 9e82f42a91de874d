//! Files cut off or damaged on the way: what is read of them is told.

use super::reading;
use super::tests::{document, stream, with_cross_references};
use crate::ingest::{Limits, cases};

const PAGES: [&str; 3] = [
    "BT /F1 12 Tf 72 720 Td (We ask for a bridge.) Tj ET",
    "BT /F1 12 Tf 72 720 Td (The ferry is slow.) Tj ET",
    "BT /F2 12 Tf /F1 12 Tf 72 720 Td (Yours, Ada Quill) Tj ET",
];

/// Where a piece of text begins in a file.
fn at(bytes: &[u8], piece: &str) -> usize {
    bytes.windows(piece.len()).position(|window| window == piece.as_bytes()).expect("the piece")
}

/// What is read of a file and told, or why nothing is.
fn check(bytes: &[u8], text: &str, told: &str) {
    match reading(bytes, &Limits::default()) {
        Ok(found) => {
            assert_eq!((&*found.parted.text, &*found.warnings.join("; ")), (text, told));
        }
        Err(refusal) => {
            let reason = refusal.into_reason();
            assert!(text.is_empty() && reason.contains(told), "{reason}");
        }
    }
}

#[test]
fn what_is_read_of_a_damaged_file_is_told() {
    let sound = String::from_utf8(document(&PAGES)).expect("text");
    for case in cases::rows(include_str!("damage.txt")) {
        let damaged = match (case[0].strip_prefix("cut "), case[0].split_once(" by ")) {
            (Some("nothing"), _) => sound.clone(),
            (Some(piece), _) => sound[..at(sound.as_bytes(), piece)].to_owned(),
            (None, Some((from, to))) => sound.replace(from, to),
            (None, None) => panic!("{case:?}"),
        };
        check(damaged.as_bytes(), &case[1], &case[2]);
    }
    check(b"%PDF-1.4 nothing else", "", "fetch it anew");
}

#[test]
fn pages_are_read_where_the_list_of_them_is_lost() {
    let sound = document(&PAGES);
    let (from, to) = (at(&sound, "3 0 obj"), at(&sound, "13 0 obj"));
    let without_list = [b"%PDF-1.4\n", &sound[from..to]].concat();
    let told =
        "the file ends early: text of 2 pages was read, how many it had is lost; fetch it anew";
    check(&without_list, "We ask for a bridge.\nThe ferry is slow.", told);
}

#[test]
fn content_that_cannot_be_unpacked_is_lost() {
    let packed = stream("/Filter /FlateDecode", &"not packed at all ".repeat(9));
    let kept = stream("", PAGES[0]);
    let [first, second] = [5, 6].map(|content| {
        format!(
            "<< /Type /Page /Parent 2 0 R /Contents {content} 0 R \
             /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 >> >> >> >>"
        )
    });
    let [both, lost] = ["3 0 R 4 0 R", "4 0 R"].map(|kids| {
        with_cross_references(&[
            "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
            format!("<< /Type /Pages /Kids [{kids}] /Count 2 >>"),
            first.clone(),
            second.clone(),
            kept.clone(),
            packed.clone(),
        ])
    });
    let told = "the file is damaged: text of 1 of 2 pages was read; fetch it anew";
    check(&both, "We ask for a bridge.", told);
    check(&lost, "", "fetch it anew");
}
