//! What pages show, hide and have around their text.

use super::tests::{document, stream, with_cross_references};
use super::tests_of_forms::read;

const LETTER: &str = "BT /F1 12 Tf 72 700 Td (We ask for a bridge.) Tj ET ";

/// A page with entries of its own, and objects from 6 on.
fn page(entries: &str, catalog: &str, content: &str, further: &[&str]) -> Vec<u8> {
    let mut objects = vec![
        format!("<< /Type /Catalog /Pages 2 0 R {catalog} >>"),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792] >>".to_owned(),
        format!("<< /Type /Page /Parent 2 0 R /Contents 4 0 R {entries} >>"),
        stream("", content),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    objects.extend(further.iter().map(|object| (*object).to_owned()));
    with_cross_references(&objects)
}

const FONT: &str = "/Font << /F1 5 0 R >>";

#[test]
fn what_a_page_hides_is_not_said_and_told() {
    for hidden in [
        "BT 3 Tr /F1 12 Tf 72 600 Td (No bridge.) Tj ET",
        "BT 1 1 1 rg /F1 12 Tf 72 600 Td (No bridge.) Tj ET",
        "BT /F1 0.5 Tf 72 600 Td (No bridge.) Tj ET",
        "BT /F1 12 Tf 72 -60 Td (No bridge.) Tj ET",
        "q 0 0 9 9 re W n BT /F1 12 Tf 72 600 Td (No bridge.) Tj ET Q",
        "/OC /Off BDC BT /F1 12 Tf 72 600 Td (No bridge.) Tj ET EMC",
        "/OC /Some BDC BT /F1 12 Tf 72 600 Td (No bridge.) Tj ET EMC",
        "/Old Do",
        "/Clear gs BT /F1 12 Tf 72 600 Td (No bridge.) Tj ET",
    ] {
        let resources = format!(
            "/Resources << {FONT} /Properties << /Off 6 0 R /Some << /Type /OCMD /OCGs [6 0 R] >> >> \
             /XObject << /Old 7 0 R >> /ExtGState << /Clear << /ca 0 >> >> >>"
        );
        let old = "BT /F1 12 Tf 72 600 Td (No bridge.) Tj ET";
        let further = ["<< /Type /OCG /Name (Old) >>", &stream("/Subtype /Form /OC 6 0 R", old)];
        let layers = "/OCProperties << /OCGs [6 0 R] /D << /OFF [6 0 R] >> >>";
        let found = read(&page(&resources, layers, &(LETTER.to_owned() + hidden), &further));
        assert_eq!(found.parted.text, "We ask for a bridge.", "{hidden}");
        assert!(found.warnings[0].starts_with("8 letters that its pages do not show"), "{hidden}");
    }
}

#[test]
fn heads_and_feet_are_printed_around_the_text() {
    let own = ["(The boat is slow.)", "(It leaks.)", "(Mend it.)"];
    let pages: Vec<String> = own
        .iter()
        .zip(1..)
        .map(|(text, n)| {
            format!(
                "BT /F1 12 Tf 72 760 Td (Comments of Ada Quill) Tj 0 -60 Td {text} Tj 0 -14 Td (So it is {n}{n}.) Tj \
                 0 -640 Td (Page {n} of 3) Tj ET"
            )
        })
        .collect();
    let parted = read(&document(&pages.iter().map(String::as_str).collect::<Vec<_>>())).parted;
    assert_eq!(
        parted.text,
        "The boat is slow.\nSo it is 11.\nIt leaks.\nSo it is 22.\nMend it.\nSo it is 33."
    );
    assert_eq!(parted.printed, ["Comments of Ada Quill"; 3]);
}

#[test]
fn hebrew_is_read_from_right_to_left() {
    // Codes 1 to 5 are the letters of "shalom" and "lo", drawn from left to right and from right to left.
    let map = "1 beginbfchar <01> <05E9> <02> <05DC> <03> <05D5> <04> <05DD> endbfchar";
    let fonts = "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /X /FirstChar 1 \
                 /Widths [600 600 600 600] /ToUnicode 6 0 R >> >> >>";
    let rightward = "BT /F1 10 Tf 72 700 Td <0203> Tj 20 0 Td <04030201> Tj ET";
    let leftward = "BT /F1 10 Tf 1 0 0 1 120 700 Tm <01> Tj 1 0 0 1 114 700 Tm <02> Tj 1 0 0 1 108 700 Tm <03> Tj \
                    1 0 0 1 102 700 Tm <04> Tj ET";
    for (drawn, expect) in [(rightward, "שלום ול"), (leftward, "שלום")] {
        let file = page(fonts, "", drawn, &[&stream("", map)]);
        assert_eq!(read(&file).parted.text, expect, "{drawn}");
    }
}

#[test]
fn embedded_files_are_told() {
    let names = "/Names << /EmbeddedFiles << /Names [(a) << /UF (letter.pdf) >>] >> >>";
    let found = read(&page(&format!("/Resources << {FONT} >>"), names, LETTER, &[]));
    assert_eq!(
        found.warnings,
        ["files that are embedded in it are not read: letter.pdf; save each beside it"]
    );
}

#[test]
fn filters_have_short_names_and_one_changes_nothing() {
    let hex = LETTER.bytes().map(|byte| format!("{byte:02x}")).collect::<String>() + ">";
    for filter in [
        "/AHx",
        "[/Crypt /AHx]",
        "[/Crypt /ASCIIHexDecode] /DecodeParms [<< /Name /Identity >> null]",
    ] {
        let packed = stream(&format!("/Filter {filter}"), &hex);
        let file = page(&format!("/Resources << {FONT} >> /Contents 6 0 R"), "", "", &[&packed]);
        let own =
            String::from_utf8_lossy(&file).replacen("/Contents 4 0 R ", "/Contents 6 0 R ", 1);
        assert_eq!(read(own.as_bytes()).parted.text, "We ask for a bridge.", "{filter}");
    }
}
