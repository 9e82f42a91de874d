//! PDFs that people filled in, and PDFs that came in part.

use durian::report::schema::Bucket;

use crate::{cluster, folder_with, in_bucket, lines, report};

const FORM: &str = "BT /F1 12 Tf 72 700 Td (A form on the bridge over the creek at Tern Mill.) Tj \
                    0 -40 Td (Your name) Tj 0 -40 Td (What should the county do?) Tj ET";

/// A file of these objects.
fn file(objects: &[String]) -> Vec<u8> {
    let mut file = "%PDF-1.7\n".to_owned();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (index, object) in objects.iter().enumerate() {
        table.push_str(&format!("{:010} 00000 n \n", file.len()));
        file.push_str(&format!("{} 0 obj\n{object}\nendobj\n", index + 1));
    }
    let (start, size) = (file.len(), objects.len() + 1);
    file.push_str(&format!(
        "{table}trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    ));
    file.into_bytes()
}

fn stream(content: &str) -> String {
    let length = content.len();
    format!("<< /Length {length} >> stream\n{content}\nendstream")
}

/// A form of two fields with their entries.
fn form(name: &str, wish: &str) -> Vec<u8> {
    let field = |title: &str, entry: &str, y: u32| {
        format!(
            "<< /Type /Annot /Subtype /Widget /FT /Tx /T ({title}) /V ({entry}) \
             /Rect [200 {y} 500 {}] >>",
            y + 16
        )
    };
    file(&[
        "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R] >> >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R \
         /Annots [6 0 R 7 0 R] >>"
            .to_owned(),
        stream(FORM),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
        field("Name", name, 656),
        field("Wish", wish, 616),
    ])
}

/// A letter of a line for each page.
pub(crate) fn letter(pages: &[&str]) -> Vec<u8> {
    let kids: String = (0..pages.len()).map(|page| format!("{} 0 R ", 4 + 2 * page)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", pages.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    for (index, page) in pages.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> \
             /Contents {} 0 R >>",
            5 + 2 * index
        ));
        objects.push(stream(&format!("BT /F1 12 Tf 72 700 Td ({page}) Tj ET")));
    }
    file(&objects)
}

#[test]
fn filled_forms_are_told_apart() {
    let folder = folder_with(&[
        ("docket/ada.pdf", &form("Ada Quill", "Mend it before the school year begins, please.")),
        ("docket/bo.pdf", &form("Bo Tam", "Leave it. Herons nest under its second arch.")),
        (
            "docket/cleo.pdf",
            &form("Cleo Marsh", "Build a new one of stone, wide enough for hay carts."),
        ),
        ("docket/empty.pdf", &form("", "")),
    ]);
    let output = cluster(folder.path(), &["docket"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(in_bucket(&report(folder.path()), Bucket::ExactCopy), 0);
    for (id, entry) in [
        ("ada.pdf", "Wish: Mend it before"),
        ("bo.pdf", "Wish: Leave it."),
        ("cleo.pdf", "Wish: Build a new one"),
    ] {
        let lines = lines(folder.path());
        let line = lines.iter().find(|line| line.id == id).expect("the form");
        let text = line.paragraphs.join("\n");
        assert!(text.contains(entry), "{id}: {text}");
    }
}

#[test]
fn a_pdf_that_came_in_part_is_told() {
    let sound = letter(&[
        "Please mend the bridge over the creek before the school year begins.",
        "The ferry takes an hour and does not sail in a storm.",
        "Yours faithfully, Ada Quill of Tern Mill",
    ]);
    let end_of = |piece: &str| {
        let mut windows = sound.windows(piece.len());
        let place = windows.position(|window| window == piece.as_bytes());
        place.expect("the piece") + piece.len()
    };
    let folder = folder_with(&[
        ("docket/sound.pdf", &sound),
        ("docket/cut.pdf", &sound[..end_of("Yours faithfully")]),
        ("docket/head.pdf", &sound[..end_of("%PDF-1.7\n1 0 obj")]),
    ]);
    let output = cluster(folder.path(), &["docket"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let report = report(folder.path());
    let told = "cut.pdf: the file ends early: text of 2 of 3 pages was read; fetch it anew";
    assert_eq!(*report.warnings, [told]);
    assert_eq!(in_bucket(&report, Bucket::Unreadable), 1);
    let reason = &report.set_aside.first().expect("the head").reason;
    assert!(reason.contains("fetch it anew"), "{reason}");
}
