//! A Word document (.docx) holding one comment.

use quick_xml::events::Event;

use super::entries::Entries;
use super::expansion::{self, Refusal};
use super::format::Format;
use super::input::InputBytes;
use super::xml;
use crate::ingest::Limits;
use crate::ingest::raw::RawInput;

/// Parts after the letter itself, in the order they are appended.
const NOTES: &[&str] = &["word/footnotes.xml", "word/endnotes.xml"];
/// What stands in these is not part of the letter: text the writer struck out or moved away, and
/// the second form of a drawing, for old programs.
const LEFT_OUT: &[&str] = &["w:del", "w:moveFrom", "mc:Fallback"];

/// A zip archive with a letter in it.
pub(super) const FORMAT: Format = Format::letter(
    |file| file.entries().iter().any(|name| is_letter(name)),
    |input, _| vec![read(input)],
);

/// Whether an entry of a zip archive is the letter itself.
fn is_letter(name: &str) -> bool {
    name.strip_prefix("word/document")
        .and_then(|rest| rest.strip_suffix(".xml"))
        .is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn read(input: &InputBytes<'_>) -> RawInput {
    match text(input.bytes, &input.config.limits) {
        Ok(text) => input.comment(text),
        Err(refusal) => refusal.of(input.place, |reason| {
            format!("not a readable Word document: {reason}; save it again")
        }),
    }
}

fn text(bytes: &[u8], limits: &Limits) -> Result<String, Refusal> {
    let mut entries = Entries::within(bytes, expansion::limit(bytes.len(), limits))?;
    let letter = entries.names().into_iter().find(|name| is_letter(name));
    let mut text = String::new();
    append(&entries.read(&letter.unwrap_or_default())?, &mut text)?;
    for notes in NOTES {
        if entries.names().iter().any(|name| name == notes) {
            append(&entries.read(notes)?, &mut text)?;
        }
    }
    Ok(text)
}

/// Appends the text of one part, a paragraph per line.
fn append(part: &[u8], text: &mut String) -> Result<(), Refusal> {
    let mut in_text = false;
    xml::read(
        part,
        |name| LEFT_OUT.contains(&name.as_ref()),
        |event| {
            match event {
                Event::Start(tag) => in_text = tag.name().as_ref() == "w:t",
                Event::End(tag) => {
                    in_text = false;
                    text.push_str(mark(tag.name().as_ref(), true));
                }
                Event::Empty(tag) => text.push_str(mark(tag.name().as_ref(), false)),
                event if in_text => xml::push(event, text),
                _ => {}
            }
            Ok(())
        },
    )
}

/// The characters that an element stands for, at its end or where it is empty.
fn mark(element: &str, is_end: bool) -> &'static str {
    match element {
        "w:p" | "w:br" | "w:cr" => "\n",
        // At its end a tab element is a position in a list of tab stops.
        "w:tab" if !is_end => "\t",
        "w:noBreakHyphen" => "-",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::append;

    fn check(body: &str, expect: &str) {
        let part =
            format!("<?xml version=\"1.0\"?><w:document><w:body>{body}</w:body></w:document>");
        let mut text = String::new();
        assert!(append(part.as_bytes(), &mut text).is_ok());
        assert_eq!(text, expect);
    }

    #[test]
    fn paragraphs_runs_breaks_and_entities() {
        check(
            "<w:p><w:r><w:t>Fish </w:t></w:r><w:r><w:t>&amp; chips &#8217;til</w:t><w:br/>\
             <w:tab/><w:t>five</w:t></w:r></w:p><w:p/><w:p><w:r><w:t>End</w:t></w:r></w:p>",
            "Fish & chips ’til\n\tfive\n\nEnd\n",
        );
    }

    #[test]
    fn what_was_struck_out_and_field_codes_are_left_out() {
        check(
            "<w:p><w:del w:id=\"1\"><w:r><w:delText>no</w:delText><w:t>no</w:t></w:r></w:del>\
             <w:ins><w:r><w:t>yes</w:t></w:r></w:ins><w:r><w:instrText>PAGE</w:instrText></w:r></w:p>",
            "yes\n",
        );
    }

    #[test]
    fn broken_xml_is_an_error() {
        assert!(append(b"<w:p><w:t>a</w:p>", &mut String::new()).is_err());
        assert!(append(b"<w:p><w:t>a</w", &mut String::new()).is_err());
    }
}
