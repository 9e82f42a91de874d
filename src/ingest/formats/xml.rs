//! What the readers of XML parts share: events, attributes, entities.

use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::name::QName;

use super::expansion::Refusal;

/// Goes through a part, but for what stands in elements that are left out.
pub(super) fn read(
    part: &[u8],
    is_left_out: impl Fn(QName<'_>) -> bool,
    mut take: impl FnMut(&Event<'_>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let mut reader = Reader::from_reader(part);
    let mut n_left_out = 0usize;
    loop {
        let event = reader.read_event().map_err(|error| error.to_string())?;
        match &event {
            Event::Start(tag) if is_left_out(tag.name()) => n_left_out += 1,
            Event::End(tag) if is_left_out(tag.name()) => {
                n_left_out = n_left_out.saturating_sub(1);
            }
            Event::Eof => return Ok(()),
            _ if n_left_out > 0 => {}
            event => take(event)?,
        }
    }
}

/// The characters that an event stands for.
pub(super) fn push(event: &Event<'_>, text: &mut String) {
    match event {
        Event::Text(piece) => text.push_str(piece),
        Event::CData(piece) => text.push_str(piece),
        Event::GeneralRef(reference) => push_reference(reference, text),
        _ => {}
    }
}

/// `&amp;`, `&#8217;`.
fn push_reference(reference: &BytesRef<'_>, text: &mut String) {
    if let Ok(Some(character)) = reference.resolve_char_ref() {
        text.push(character);
    } else if let Some(resolved) = resolve_predefined_entity(reference) {
        text.push_str(resolved);
    }
}

/// An attribute by its name, with or without the prefix.
pub(super) fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    for found in tag.attributes().with_checks(false).flatten() {
        let key = found.key;
        if key.as_ref() == name || key.local_name().as_ref() == name {
            return Some(found.normalized_value(XmlVersion::Implicit1_0).ok()?.into_owned());
        }
    }
    None
}

/// An attribute that is a number.
pub(super) fn number(tag: &BytesStart<'_>, name: &str) -> Option<usize> {
    attribute(tag, name)?.parse().ok()
}
