//! Forms written by hand, empty and filled.

use super::tests::{stream, with_cross_references};
use super::{Reading, Refusal, reading};
use crate::ingest::{Limits, cases};

const WIDGET: &str = "/Type /Annot /Subtype /Widget";

/// A page with a label for each of two fields, and annotations; objects from 6 on are further ones.
fn form(annotations: &str, fields: &str, further: &[&str]) -> Vec<u8> {
    let labels = "BT /F1 12 Tf 72 700 Td (Name) Tj 0 -50 Td (What you ask for) Tj \
                  0 -100 Td (Thank you.) Tj ET";
    page(labels, annotations, fields, further)
}

fn page(content: &str, annotations: &str, fields: &str, further: &[&str]) -> Vec<u8> {
    let mut objects = vec![
        format!("<< /Type /Catalog /Pages 2 0 R /AcroForm << {fields} >> >>"),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        format!(
            "<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 5 0 R >> >> \
             /Contents 4 0 R /Annots [{annotations}] >>"
        ),
        stream("", content),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    objects.extend(further.iter().map(|object| (*object).to_owned()));
    with_cross_references(&objects)
}

pub(super) fn read(bytes: &[u8]) -> Reading {
    reading(bytes, &Limits::default()).unwrap_or_else(|refusal| panic!("{}", refusal.into_reason()))
}

fn widget(rest: &str, y: u32) -> String {
    format!("<< {WIDGET} /Rect [72 {y} 90 {}] {rest} >>", y + 9)
}

fn check(bytes: &[u8], expect: &str) {
    assert_eq!(read(bytes).parted.text, expect);
}

#[test]
fn entries_stand_where_the_page_has_room_for_them() {
    for case in cases::cells(include_str!("forms.txt")) {
        let annotations = case[0].replace("<< W ", &format!("<< {WIDGET} "));
        let found = read(&form(&annotations, "/Fields []", &[]));
        assert_eq!(found.parted.text, cases::unescaped(case[1]), "{}", case[0]);
    }
    let blank = read(&page("", &format!("<< {WIDGET} /FT /Tx >>"), "/Fields []", &[]));
    assert_eq!((blank.parted.text.as_str(), blank.lack), ("", "a form without entries"));
}

#[test]
fn fields_inherit_and_are_read_once() {
    // One field shown twice, its kind and entry told by the field it lies in.
    let fields = "/Fields [6 0 R]";
    let parent = "<< /FT /Tx /T (applicant) /V (Bo Tam) /Kids [7 0 R 8 0 R] >>";
    let [first, second] = ["180 695 500 712", "180 645 500 662"]
        .map(|place| format!("<< {WIDGET} /Parent 6 0 R /Rect [{place}] >>"));
    check(
        &form("7 0 R 8 0 R", fields, &[parent, &first, &second]),
        "Name\n\napplicant: Bo Tam\n\nWhat you ask for\n\nThank you.",
    );
    // Fields that lie in each other, and one that no page shows.
    let circle = "<< /T (a) /Parent 6 0 R /Kids [6 0 R 7 0 R] >>";
    let hidden_away = "<< /FT /Tx /T (town[0]) /V (Nettlewick) /Parent 6 0 R >>";
    check(
        &form("7 0 R 7 0 R", fields, &[circle, hidden_away]),
        "Name\nWhat you ask for\n\nThank you.\n\ntown: Nettlewick",
    );
}

#[test]
fn entries_come_as_streams() {
    let annotations =
        [widget("/FT /Tx /T (d) /V 6 0 R", 540), widget("/FT /Tx /T (e) /AP << /N 7 0 R >>", 520)];
    let long = stream("", "A long one");
    let look = stream(
        "/Subtype /Form /BBox [0 0 100 20]",
        "/Tx BMC BT /F1 9 Tf 2 2 Td (As drawn) Tj ET EMC",
    );
    let fonts = "/Fields [] /DR << /Font << /F1 5 0 R >> >>";
    check(&page("", &annotations.concat(), fonts, &[&long, &look]), "d: A long one\n\ne: As drawn");
}

#[test]
fn a_form_in_a_language_of_its_own_is_told() {
    let told = read(&form("", "/XFA (x) /Fields []", &[])).warnings;
    assert_eq!(told, ["it contains an XFA form, which is not read; print it to a PDF"]);
    assert!(read(&form("", "/Fields []", &[])).warnings.is_empty());
}

#[test]
fn forms_made_to_overwhelm_end() {
    let widget = format!("<< {WIDGET} /FT /Tx /T (n) /Rect [0 0 9 9] /V 7 0 R >> ");
    let long = stream("", &"word ".repeat(2000));
    let many = widget.repeat(500);
    let file = page("", &many, "/Fields [6 0 R]", &["<< /Kids [6 0 R 6 0 R] >>", &long]);
    let refusal = reading(&file, &Limits::default()).err();
    assert!(matches!(refusal, Some(Refusal::TooLarge)));
}
