//! Small PDFs written by hand.

use lopdf::Object;

use crate::ingest::{Limits, cases};

/// The text of a file; none where it is refused.
fn text(bytes: &[u8]) -> Option<String> {
    let reading = super::reading(bytes, &Limits::default()).ok()?;
    Some(reading.parted.text)
}

/// A file of one page per content, all in the same two fonts.
pub(super) fn document(contents: &[&str]) -> Vec<u8> {
    let fonts = "/Font << /F1 4 0 R /F2 5 0 R >> /XObject << /Form 6 0 R /Scan 8 0 R >>";
    let map = "1 beginbfrange <0001> <001A> <0061> endbfrange";
    let form = "BT /F1 12 Tf 72 72 Td (from a form) Tj ET /Form Do";
    let n_pages = contents.len();
    let kids: String = (0..n_pages).map(|page| format!("{} 0 R ", 9 + 2 * page)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{kids}] /Count {n_pages} >>"),
        format!("<< {fonts} >>"),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding \
         << /Differences [1 /quoteright /f_i /uni2014] >> >>"
            .to_owned(),
        "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H \
         /ToUnicode 7 0 R /DescendantFonts [<< /DW 600 >>] >>"
            .to_owned(),
        stream("/Subtype /Form /Matrix [1 0 0 1 0 0]", form),
        stream("", map),
        stream("/Subtype /Image /Width 1 /Height 1", "x"),
    ];
    for (page, content) in contents.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /Resources 3 0 R /Contents {} 0 R >>",
            10 + 2 * page
        ));
        objects.push(stream("", content));
    }
    with_cross_references(&objects)
}

pub(super) fn stream(entries: &str, content: &str) -> String {
    let length = content.len();
    format!("<< {entries} /Length {length} >> stream\n{content}\nendstream")
}

pub(super) fn with_cross_references(objects: &[String]) -> Vec<u8> {
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

#[test]
fn pages_have_the_text_that_they_draw() {
    for case in cases::cells(include_str!("pages.txt")) {
        let pages: Vec<&str> = case[0].split("||").collect();
        assert_eq!(text(&document(&pages)), Some(cases::unescaped(case[1])), "{}", case[0]);
    }
}

/// A page of one composite font, whose strings are cut as its two maps say.
fn in_composite_font(encoding: &str, to_unicode: &str, shown: &str) -> Option<String> {
    text(&with_cross_references(&[
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>"
            .to_owned(),
        stream("", &format!("BT /F1 12 Tf 72 720 Td <{shown}> Tj ET")),
        format!(
            "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding {encoding} /ToUnicode 6 0 R \
             /DescendantFonts [<< /DW 600 >>] >>"
        ),
        stream("", to_unicode),
        stream("", "1 begincodespacerange <00> <FF> endcodespacerange"),
    ]))
}

#[test]
fn codes_have_as_many_bytes_as_their_font_says() {
    let two = "1 begincodespacerange <0000> <FFFF>";
    let mixed = "2 begincodespacerange <00> <80> <8140> <9FFC>";
    // The map for copying knows one byte, the font itself tells nothing or two.
    let one = "1 begincodespacerange <00> <FF>";
    for (encoding, ranges, shown, expect) in [
        ("/Identity-H", two, "000600010012", "far"),
        ("7 0 R", two, "060112", "far"),
        ("/X-H", mixed, "06814101814312", "fアaイr"),
        ("/Identity-H", one, "06011205", "fare"),
        ("/Identity-H", one, "000600010012", "far"),
    ] {
        let katakana = if ranges == one { "" } else { "<8141> <8143> <30A2>" };
        let to_unicode = format!(
            "{ranges} endcodespacerange 2 beginbfrange <01> <1A> <0061> {katakana} endbfrange"
        );
        let text = in_composite_font(encoding, &to_unicode, shown);
        assert_eq!(text.as_deref(), Some(expect), "{encoding} {ranges}");
    }
}

#[test]
fn why_there_is_no_text_is_told() {
    let scan = "a scan without a text layer; please have it transcribed or recognised";
    for (content, lack) in [
        ("/Scan Do", scan),
        ("q BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q", scan),
        ("0 0 m 10 10 l S", "no text: its pages are blank"),
    ] {
        let reading = super::reading(&document(&[content]), &Limits::default());
        assert_eq!(reading.ok().map(|reading| reading.lack), Some(lack), "{content}");
    }
}

#[test]
fn letters_that_no_font_tells_make_a_file_unreadable() {
    let content = format!("BT /F2 12 Tf 72 720 Td <{}> Tj ET", "7FFF".repeat(40));
    assert!(text(&document(&[&content])).is_none());
}

#[test]
fn damaged_files_are_refused_or_read_as_far_as_they_go() {
    let sound = document(&["BT /F1 12 Tf 72 720 Td (A letter that gets damaged) Tj ET"]);
    for place in (0..sound.len()).step_by(7) {
        let mut damaged = sound.clone();
        damaged[place] ^= 0x15;
        let _ = text(&damaged);
        let _ = text(&sound[..place]);
    }
    assert!(text(b"%PDF-1.4 nothing else").is_none());
}

fn hexadecimal(data: &str) -> String {
    data.bytes().map(|byte| format!("{byte:02x}")).collect::<String>() + ">"
}

/// A file in which streams are packed in two ways, fonts tell widths, and a field has an entry.
fn rich_document() -> Vec<u8> {
    // What is shown by the first font is in a form, and where the letters stand told by widths.
    let content = "/Fm Do BT /F2 10 Tf 72 680 Td <0102> Tj 13 0 Td <03> Tj ET";
    let filters = "/Filter [/ASCIIHexDecode /ASCIIHexDecode] /DecodeParms [<< /X 1 >> << /X 1 >>]";
    with_cross_references(&[
        "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [10 0 R] >> >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792] >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /Contents [4 0 R] /Annots [10 0 R] /Resources \
         << /Font << /F1 5 0 R /F2 6 0 R >> /XObject << /Fm 9 0 R >> >> >>"
            .to_owned(),
        stream(filters, &hexadecimal(&hexadecimal(content))),
        "<< /Type /Font /Subtype /Type1 /BaseFont /X /FirstChar 65 /LastChar 67 \
         /Widths [1000 1000 200] /Encoding << /BaseEncoding /WinAnsiEncoding \
         /Differences [65 /quoteright /a /b] >> /FontDescriptor << /Flags 4 >> >>"
            .to_owned(),
        "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding 8 0 R /ToUnicode 7 0 R \
         /DescendantFonts [<< /Type /Font /DW 300 /W [1 [300 900] 3 3 200] >>] >>"
            .to_owned(),
        stream(filters, &hexadecimal(&hexadecimal("1 beginbfrange <01> <1A> <0061> endbfrange"))),
        stream("", "1 begincodespacerange <00> <FF> endcodespacerange"),
        stream(
            "/Type /XObject /Subtype /Form /Matrix [1 0 0 1 0 0] /Filter /ASCIIHexDecode",
            &hexadecimal("BT /F1 10 Tf 72 720 Td (BA) Tj 21 0 Td (CB) Tj ET"),
        ),
        "<< /Type /Annot /Subtype /Widget /FT /Tx /T (Town) /V (Marrow Falls) \
         /Rect [72 600 200 620] /F 4 >>"
            .to_owned(),
    ])
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
    let sound = rich_document();
    let expect = text(&sound);
    assert_eq!(expect.as_deref(), Some("a’ba\nabc\n\nTown: Marrow Falls"));
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
