//! Small PDFs written by hand: what is read of them, and what is told.

use lopdf::Object;

use super::{Parted, reading};
use crate::ingest::formats::expansion::Refusal;
use crate::ingest::{Limits, cases};

const WIDGET: &str = "<< /Type /Annot /Subtype /Widget ";
const LETTER: &str = "BT /F1 12 Tf 72 700 Td (We ask for a bridge.) Tj ET";

fn read(bytes: &[u8]) -> Result<Parted, Refusal> {
    reading(bytes, &Limits::default())
}

/// The text of a file; none where it is refused.
fn text(bytes: &[u8]) -> Option<String> {
    Some(read(bytes).ok()?.text)
}

fn stream(entries: &str, content: &str) -> String {
    format!("<< {entries} /Length {} >> stream\n{content}\nendstream", content.len())
}

fn with_cross_references(objects: &[String]) -> Vec<u8> {
    let mut file = "%PDF-1.4\n".to_owned();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (index, object) in objects.iter().enumerate() {
        table.push_str(&format!("{:010} 00000 n \n", file.len()));
        file.push_str(&format!("{} 0 obj\n{object}\nendobj\n", index + 1));
    }
    let (start, size) = (file.len(), objects.len() + 1);
    file.push_str(&format!(
        "{table}trailer << /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    ));
    file.into_bytes()
}

/// What several pages draw with: two fonts, a form, and a picture.
const DRAWN_WITH: &str = include_str!("drawn_with.txt");

/// A file of one page per content.
fn document(contents: &[&str]) -> Vec<u8> {
    let (mut case, mut kids) =
        (format!("draws {}\n{}", contents[0], DRAWN_WITH.trim_end()), "3 0 R".to_owned());
    for (content, number) in contents[1..].iter().zip((12..).step_by(2)) {
        let page = "also << /Type /Page /Parent 2 0 R /Resources 6 0 R /Contents";
        case += &format!("\n{page} {} 0 R >>\nalso S | {content}", number + 1);
        kids += &format!(" {number} 0 R");
    }
    // The first is so wide because letters may be drawn so.
    let page = "page /Resources 6 0 R /MediaBox [0 0 99999 792]";
    let pages = format!("pages /Kids [{kids}] /Count {}\n{page}", contents.len());
    files(&format!("{pages}\n{case}")).remove(0)
}

/// What the lines of a case say behind a word.
fn said<'a>(case: &'a str, word: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = case.lines().filter_map(move |line| line.strip_prefix(word));
    lines.filter(|rest| rest.is_empty() || rest.starts_with(' ')).map(str::trim)
}

fn first<'a>(case: &'a str, word: &'a str) -> Option<&'a str> {
    said(case, word).next()
}

/// The files that a case of `files.txt` describes.
fn files(case: &str) -> Vec<Vec<u8>> {
    let case = case.replace("<< W ", WIDGET).replace("LETTER", LETTER);
    let [own, catalog] = ["page", "catalog"].map(|word| first(&case, word).unwrap_or_default());
    let pages = first(&case, "pages").unwrap_or("/Kids [3 0 R] /Count 1");
    let [contents, resources] = [
        ("/Contents [", "/Contents 4 0 R"),
        ("/Resources", "/Resources << /Font << /F1 5 0 R >> >>"),
    ]
    .map(|(name, usual)| if own.contains(name) { "" } else { usual });
    let further = said(&case, "also").map(|object| match object.split_once('|') {
        Some((head, content)) => {
            let (kind, entries) = head.split_once(' ').expect("a kind");
            let packed = kind.matches('H').fold(content.trim().to_owned(), |own, _| {
                own.bytes().map(|byte| format!("{byte:02x}")).collect::<String>() + ">"
            });
            stream(entries, &packed)
        }
        None => object.to_owned(),
    });
    let further: Vec<String> = further.collect();
    let drawn: Vec<&str> = said(&case, "draws").collect();
    let drawn = if drawn.is_empty() { vec![""] } else { drawn };
    let files = drawn.iter().map(|content| {
        let objects = [
            format!("<< /Type /Catalog /Pages 2 0 R {catalog} >>"),
            format!(
                "<< /Type /Pages /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> {pages} >>"
            ),
            format!("<< /Type /Page /Parent 2 0 R {contents} {resources} {own} >>"),
            stream("", content),
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
        ];
        with_cross_references(&[&objects[..], &further].concat())
    });
    files.collect()
}

fn all_cases() -> impl Iterator<Item = &'static str> {
    include_str!("files.txt").split("\n\n").skip(1).map(str::trim)
}

#[test]
fn files_have_the_text_that_they_show_and_the_rest_is_told() {
    for (case, file) in
        all_cases().flat_map(|case| files(case).into_iter().map(move |own| (case, own)))
    {
        match read(&file) {
            Ok(found) => {
                let expect = cases::unescaped(first(case, "text").unwrap_or("refused"));
                assert_eq!(found.text, expect, "{case}");
                assert_eq!(found.told.join("; "), first(case, "told").unwrap_or(""), "{case}");
                assert!(first(case, "lack").is_none_or(|lack| lack == found.lack), "{case}");
            }
            Err(refusal) => {
                let (reason, expect) = (refusal.into_reason(), first(case, "refused"));
                assert!(expect.is_some_and(|expect| reason.contains(expect)), "{reason}: {case}");
            }
        }
    }
}

#[test]
fn pages_have_the_text_that_they_draw() {
    for case in cases::cells(include_str!("pages.txt")) {
        let pages: Vec<&str> = case[0].split("||").collect();
        let found = read(&document(&pages)).ok();
        let printed = found.as_ref().map(|parted| parted.printed.join(" / "));
        assert_eq!(found.map(|parted| parted.text), Some(cases::unescaped(case[1])), "{}", case[0]);
        assert!(
            case.get(2).is_none_or(|expect| printed.as_deref() == Some(*expect)),
            "{}",
            case[0]
        );
    }
}

#[test]
fn entries_stand_where_the_page_has_room_for_them() {
    let labels = "BT /F1 12 Tf 72 700 Td (Name) Tj 0 -50 Td (What you ask for) Tj \
                  0 -100 Td (Thank you.) Tj ET";
    for case in cases::cells(include_str!("forms.txt")) {
        let file = files(&format!("page /Annots [{}]\ndraws {labels}", case[0])).remove(0);
        assert_eq!(text(&file), Some(cases::unescaped(case[1])), "{}", case[0]);
    }
}

#[test]
fn forms_made_to_overwhelm_end() {
    let many = "<< W /FT /Tx /T (n) /Rect [0 0 9 9] /V 7 0 R >> ".repeat(500);
    let case = format!(
        "catalog /AcroForm << /Fields [6 0 R] >>\npage /Annots [{many}]\nalso << /Kids [6 0 R 6 0 R] >>\nalso S | {}",
        "word ".repeat(2000)
    );
    assert!(matches!(read(&files(&case)[0]), Err(Refusal::TooLarge)));
}

#[test]
fn what_is_read_of_a_damaged_file_is_told() {
    let pages: Vec<&str> = include_str!("damaged_pages.txt").lines().collect();
    let sound = String::from_utf8(document(&pages)).expect("text");
    let at = |piece: &str| sound.find(piece).expect("the piece");
    for case in cases::rows(include_str!("damage.txt")) {
        let damaged = match case[0].split_once(' ') {
            Some(("cut", piece)) => sound[..at(piece)].to_owned(),
            Some(("keep", piece)) => {
                let (from, to) = piece.split_once(" to ").expect("two places");
                format!("%PDF-1.4\n{}", &sound[at(from)..at(to)])
            }
            _ => {
                let (from, to) = case[0].split_once(" by ").expect("a replacement");
                sound.replace(from, to)
            }
        };
        match read(damaged.as_bytes()) {
            Ok(found) => {
                assert_eq!([&found.text, &found.told.join("; ")], [&case[1], &case[2]]);
            }
            Err(refusal) => {
                let reason = refusal.into_reason();
                assert!(case[1].is_empty() && reason.contains(&case[2]), "{reason}");
            }
        }
    }
}

/// Puts the value that is the `nth` within an object into an object of its own; whether there is one.
fn hoist(document: &mut lopdf::Document, nth: usize) -> bool {
    let id = document.new_object_id();
    let mut left: Vec<&mut Object> = document.objects.values_mut().collect();
    let (mut n_seen, mut found) = (0, None);
    while let Some(object) = left.pop() {
        let within: Vec<&mut Object> = match object {
            Object::Array(list) => list.iter_mut().collect(),
            Object::Dictionary(own) => own.iter_mut().map(|(_, value)| value).collect(),
            Object::Stream(own) => own.dict.iter_mut().map(|(_, value)| value).collect(),
            _ => continue,
        };
        for value in within {
            let is_direct = value.as_reference().is_err();
            n_seen += usize::from(is_direct);
            if is_direct && n_seen == nth + 1 {
                found = Some(std::mem::replace(value, Object::Reference(id)));
            } else {
                left.push(value);
            }
        }
    }
    found.is_some_and(|own| document.objects.insert(id, own).is_none())
}

#[test]
fn any_value_may_stand_in_an_object_of_its_own() {
    let sound = all_cases().flat_map(files).last().expect("a file");
    let expect = text(&sound);
    let document = lopdf::Document::load_mem(&sound).expect("a PDF");
    let mut n_hoisted = 0;
    loop {
        let mut changed = document.clone();
        if !hoist(&mut changed, n_hoisted) {
            break;
        }
        assert_eq!(text(&saved(&mut changed)), expect, "value {n_hoisted}");
        n_hoisted += 1;
    }
    assert!(n_hoisted > 80, "{n_hoisted}");
    // All of them at once; what is hoisted holds values, too.
    let mut changed = document;
    while hoist(&mut changed, 0) {}
    assert_eq!(text(&saved(&mut changed)), expect);
}

fn saved(document: &mut lopdf::Document) -> Vec<u8> {
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).expect("a PDF");
    bytes
}
