//! Files cut off or damaged on the way: what is read of them is told.

use super::reading;
use super::tests::{document, stream, with_cross_references};
use super::tests_of_forms::read;
use crate::ingest::Limits;

const PAGES: [&str; 3] = [
    "BT /F1 12 Tf 72 720 Td (We ask for a bridge.) Tj ET",
    "BT /F1 12 Tf 72 720 Td (The ferry is slow.) Tj ET",
    "BT /F1 12 Tf 72 720 Td (Yours, Ada Quill) Tj ET",
];

fn check(bytes: &[u8], text: &str, warnings: &[&str]) {
    let reading = read(bytes);
    assert_eq!((reading.parted.text.as_str(), &reading.warnings[..]), (text, &owned(warnings)[..]));
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// Where a piece of text begins in a file.
fn at(bytes: &[u8], piece: &str) -> usize {
    bytes.windows(piece.len()).position(|window| window == piece.as_bytes()).expect("the piece")
}

fn refusal(bytes: &[u8]) -> String {
    reading(bytes, &Limits::default()).err().expect("a refusal").into_reason()
}

#[test]
fn a_file_that_ends_early_is_told_with_what_was_read() {
    let sound = document(&PAGES);
    check(&sound, "We ask for a bridge.\nThe ferry is slow.\nYours, Ada Quill", &[]);
    let told = "the file ends early: text of 2 of 3 pages was read; fetch it anew";
    // Before the last page, before its content, and in the middle of it.
    for piece in ["13 0 obj", "14 0 obj", "Yours, Ada"] {
        let cut = &sound[..at(&sound, piece)];
        check(cut, "We ask for a bridge.\nThe ferry is slow.", &[told]);
    }
    let without_end = &sound[..at(&sound, "startxref")];
    let told = "the file ends early: text of 3 of 3 pages was read; fetch it anew";
    check(without_end, "We ask for a bridge.\nThe ferry is slow.\nYours, Ada Quill", &[told]);
}

#[test]
fn a_page_whose_font_is_lost_is_not_read_whole() {
    let shown = "BT /F2 12 Tf 72 720 Td <00010002> Tj /F1 12 Tf ( we ask) Tj ET";
    let text = String::from_utf8(document(&[PAGES[0], shown])).expect("text");
    // What says of the second font how its codes are read.
    let lost = text.replace("7 0 obj", "97 0 obj");
    let told =
        "the file is damaged: text of 1 of 2 pages was read, of 1 more a part; fetch it anew";
    check(lost.as_bytes(), "We ask for a bridge.\nwe ask", &[told]);
}

#[test]
fn pages_are_read_where_the_list_of_them_is_lost() {
    let sound = document(&PAGES);
    let (from, to) = (at(&sound, "3 0 obj"), at(&sound, "13 0 obj"));
    let without_list = [b"%PDF-1.4\n", &sound[from..to]].concat();
    let told =
        "the file ends early: text of 2 pages was read, how many it had is lost; fetch it anew";
    check(&without_list, "We ask for a bridge.\nThe ferry is slow.", &[told]);
}

#[test]
fn damaged_pages_are_counted() {
    let text = String::from_utf8(document(&PAGES)).expect("text");
    // The table of objects and the second page's content.
    let table = text.replace("\nxref\n", "\nxxxx\n");
    let told = "the file is damaged: text of 3 of 3 pages was read; fetch it anew";
    check(table.as_bytes(), "We ask for a bridge.\nThe ferry is slow.\nYours, Ada Quill", &[told]);
    let second = text.replace("12 0 obj", "92 0 obj");
    let told = "the file is damaged: text of 2 of 3 pages was read; fetch it anew";
    check(second.as_bytes(), "We ask for a bridge.\nYours, Ada Quill", &[told]);
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
    check(&both, "We ask for a bridge.", &[told]);
    assert!(refusal(&lost).contains("fetch it anew"));
}

#[test]
fn a_file_of_which_nothing_is_left_is_refused() {
    assert!(refusal(b"%PDF-1.4 nothing else").contains("fetch it anew"));
    let sound = document(&PAGES);
    assert!(refusal(&sound[..at(&sound, "3 0 obj")]).contains("fetch it anew"));
}
