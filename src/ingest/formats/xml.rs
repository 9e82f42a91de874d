//! What the readers of XML parts share: events, attributes, entities.

use std::sync::LazyLock;

use quick_xml::XmlVersion;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesEnd, BytesRef, BytesStart, Event};
use quick_xml::name::{Namespace, QName, ResolveResult};
use quick_xml::reader::NsReader;

use super::expansion::Refusal;
use crate::ingest::patterns;

/// What programs usually call the vocabularies of letters; any other name means the same.
static USUAL: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    patterns::list("vocabularies of letters").filter_map(|line| line.split_once(' ')).collect()
});

/// The event with its element called as it usually is.
fn renamed<'a>(namespace: &ResolveResult<'_>, event: Event<'a>) -> Event<'a> {
    let ResolveResult::Bound(Namespace(uri)) = namespace else { return event };
    let Some((_, usual)) = USUAL.iter().find(|(known, _)| known == uri) else { return event };
    match event {
        Event::Start(tag) => Event::Start(called(tag, usual)),
        Event::Empty(tag) => Event::Empty(called(tag, usual)),
        Event::End(tag) => Event::End(usual_name(tag.name(), usual).map_or(tag, BytesEnd::new)),
        event => event,
    }
}

fn called<'a>(mut tag: BytesStart<'a>, usual: &str) -> BytesStart<'a> {
    if let Some(name) = usual_name(tag.name(), usual) {
        tag.set_name(&name);
    }
    tag
}

/// What an element is usually called, where it is not.
fn usual_name(name: QName<'_>, usual: &str) -> Option<String> {
    let is_usual = name.prefix().is_some_and(|prefix| prefix.as_ref() == usual);
    (!is_usual).then(|| format!("{usual}:{}", name.local_name().as_ref()))
}

/// Goes through a part, but for what stands in elements that are left out.
pub(super) fn read(
    part: &[u8],
    is_left_out: impl Fn(QName<'_>) -> bool,
    mut take: impl FnMut(&Event<'_>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let mut reader = NsReader::from_reader(part);
    let mut n_left_out = 0usize;
    loop {
        let (namespace, written) =
            reader.read_resolved_event().map_err(|error| error.to_string())?;
        let event = renamed(&namespace, written);
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

/// Goes through the elements, by their names without prefix.
pub(super) fn elements(
    part: &[u8],
    mut take: impl FnMut(&str, Option<&BytesStart<'_>>),
) -> Result<(), Refusal> {
    read(
        part,
        |_| false,
        |event| {
            match event {
                Event::Start(tag) | Event::Empty(tag) => take(tag.local_name().as_ref(), Some(tag)),
                Event::End(tag) => take(tag.local_name().as_ref(), None),
                _ => {}
            }
            Ok(())
        },
    )
}

/// Ids of parts, and where they stand.
pub(super) fn relations(part: &[u8]) -> Result<Vec<(String, String)>, Refusal> {
    let mut relations = Vec::new();
    elements(part, |name, tag| {
        if let ("Relationship", Some(tag)) = (name, tag) {
            relations.extend(attribute(tag, "Id").zip(attribute(tag, "Target")));
        }
    })?;
    Ok(relations)
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

/// An attribute by its name, whatever its prefix; the usual one goes before others.
pub(super) fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let local = name.rsplit(':').next().unwrap_or(name);
    let mut attributes = tag.attributes();
    let all: Vec<_> = attributes.with_checks(false).flatten().collect();
    let found = all
        .iter()
        .find(|own| own.key.as_ref() == name)
        .or_else(|| all.iter().find(|own| own.key.local_name().as_ref() == local))?;
    Some(found.normalized_value(XmlVersion::Implicit1_0).ok()?.into_owned())
}

pub(super) fn number(tag: &BytesStart<'_>, name: &str) -> Option<usize> {
    attribute(tag, name)?.parse().ok()
}

/// `_x0041_` stands for a character by its number: so spreadsheets write those that XML cannot hold.
pub(super) fn unescaped(cell: &str) -> String {
    let mut text = String::with_capacity(cell.len());
    let mut rest = cell;
    while let Some(at) = rest.find("_x") {
        let character = rest
            .get(at + 2..at + 6)
            .filter(|_| rest[at + 6..].starts_with('_'))
            .and_then(|code| u32::from_str_radix(code, 16).ok())
            .and_then(char::from_u32);
        text.push_str(&rest[..at]);
        text.push(character.unwrap_or('_'));
        rest = &rest[at + if character.is_some() { 7 } else { 1 }..];
    }
    text + rest
}
