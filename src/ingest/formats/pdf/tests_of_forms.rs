//! Forms written by hand, empty and filled.

use super::tests::{stream, with_cross_references};
use super::{Reading, Refusal, reading};
use crate::ingest::Limits;

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
fn entries_stand_at_their_labels() {
    let annotations = format!(
        "<< {WIDGET} /FT /Tx /T (wish) /TU (Request) /Rect [180 560 500 665] \
         /V (Mend the bridge.\\rSoon.) >> \
         << {WIDGET} /FT /Tx /T (Name) /Rect [180 695 500 712] /V (Ada Quill) >>"
    );
    check(
        &form(&annotations, "/Fields []", &[]),
        "Name\n\nName: Ada Quill\n\nWhat you ask for\n\nRequest: Mend the bridge.\nSoon.\n\nThank you.",
    );
}

#[test]
fn an_empty_form_has_no_entries() {
    let annotations =
        format!("<< {WIDGET} /FT /Tx /T (Name) /Rect [180 695 500 712] >> << {WIDGET} /FT /Btn >>");
    let expect = "Name\nWhat you ask for\n\nThank you.";
    check(&form(&annotations, "/Fields []", &[]), expect);
    let blank = read(&page("", &annotations, "/Fields []", &[]));
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
fn choices_and_buttons_are_read_as_shown() {
    let annotations = [
        widget("/FT /Ch /T (State) /V (TC) /Opt [[(NM) (North Marsh)] [(TC) (Tern Coast)]]", 600),
        widget("/FT /Ch /T (Birds) /V [(tern) (heron)] /Opt [(tern) (gull) (heron)]", 580),
        widget("/FT /Btn /T (Resident) /AS /Yes", 560),
        widget("/FT /Btn /T (Farmer) /V /Off /AS /Off", 540),
        widget("/FT /Btn /Ff 32768 /T (View) /V /1 /Opt [(For) (Against)]", 520),
        widget("/FT /Btn /Ff 65536 /T (Send) /V /Pressed", 500),
        widget("/FT /Tx /Ff 8192 /T (Password) /V (hush)", 480),
        widget("/FT /Tx /F 2 /T (Hidden) /V (unseen)", 460),
    ];
    check(
        &page("", &annotations.concat(), "/Fields []", &[]),
        "State: Tern Coast\n\nBirds: tern, heron\n\nResident: Yes\n\nView: Against",
    );
}

#[test]
fn entries_come_in_several_codes_and_as_streams() {
    let annotations = [
        widget("/FT /Tx /T (a) /V <FEFF00C90076D83DDE00>", 600),
        widget("/FT /Tx /T (b) /V <EFBBBFC3896D6F6E>", 580),
        widget("/FT /Tx /T (c) /V (\\311na \\215so it is\\216)", 560),
        widget("/FT /Tx /T (d) /V 6 0 R", 540),
        widget("/FT /Tx /T (e) /AP << /N 7 0 R >>", 520),
    ];
    let long = stream("", "A long one");
    let look = stream(
        "/Subtype /Form /BBox [0 0 100 20]",
        "/Tx BMC BT /F1 9 Tf 2 2 Td (As drawn) Tj ET EMC",
    );
    check(
        &page(
            "",
            &annotations.concat(),
            "/Fields [] /DR << /Font << /F1 5 0 R >> >>",
            &[&long, &look],
        ),
        "a: Év😀\n\nb: Émon\n\nc: Éna “so it is”\n\nd: A long one\n\ne: As drawn",
    );
}

#[test]
fn an_entry_that_the_page_shows_is_not_doubled() {
    let content = "BT /F1 12 Tf 72 700 Td (Name) Tj 110 0 Td (Ada) Tj 30 0 Td (Quill) Tj ET";
    let widget = format!("<< {WIDGET} /FT /Tx /T (n) /Rect [180 695 500 712] /V (Ada Quill) >>");
    check(&page(content, &widget, "/Fields [6 0 R]", &[&widget]), "Name Ada Quill\n\nn: Ada Quill");
    check(&page(content, "6 0 R", "/Fields [6 0 R]", &[&widget]), "Name Ada Quill");
}

#[test]
fn notes_typed_onto_a_page_are_text() {
    let note = "<< /Type /Annot /Subtype /FreeText /Rect [72 600 300 640] /Contents (I, too, ask.) \
                /T (Cleo Marsh) >> << /Subtype /Link /Rect [0 0 9 9] /Contents (a link) >>";
    check(&form(note, "", &[]), "Name\nWhat you ask for\n\nI, too, ask.\n\nThank you.");
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
