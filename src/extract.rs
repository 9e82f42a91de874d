//! Corpus in, normalized XML out: attributes and zones of each document, losslessly (dg.o 2006 §2.1).
//!
//! ```xml
//! <document><id>c1</id><source>inbox.mbox#1</source>
//!   <attributes>
//!     <author>Rosa Alvarez</author> <organization/> <city/> <state/> <country/> <recipient/>…
//!     <relayer/> <timestamp>seconds</timestamp> <received/> <posted/>
//!     <subject/> <docket in="address|text|record">EPA-HQ-OAR-2002-0056</docket>… <other-key/>… <attachment/>…
//!     <claimed-duplicates>3</claimed-duplicates> <signers>240</signers> <bytes>1741</bytes>
//!     <sender>number that comments of one sender share</sender>
//!     <mail>number that a mail has wherever it lies</mail>
//!   </attributes>
//!   <text><salutation>Dear EPA:</salutation> <main>Please act.</main> <signature>Rosa</signature></text>
//! </document>
//! ```
//!
//! The characters inside `text`, tags left out, are the decoded text: zone elements mark stretches
//! of it, what is between them is white space and belongs to it. A character that XML cannot hold is
//! written `<char code="11"/>`. Inputs that were set aside stand in one file, `set-aside.xml`, as
//! `<input><id/><source/><bucket/><reason/><limit/><header/><signature/><footer/><attributes/></input>`.
//! What the whole docket shows that a form, an alert or the agency put at the head or the end of many comments is marked
//! `<form-text>` inside `main`.

use std::io::Result;
use std::ops::Range;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesRef, BytesText, Event};
use serde::Serialize;

use crate::corpus::{AttachmentText, Attributes, Document, SetAside, Text};

type Xml = Writer<Vec<u8>>;

/// One document as XML, with the text that is its own and the byte ranges of its form text.
///
/// # Errors
/// Where the XML cannot be written, which memory alone would prevent.
pub fn document_xml(
    document: &Document,
    own: &Text,
    form_text: &[Range<usize>],
) -> Result<Vec<u8>> {
    written("document", |xml| {
        leaf(xml, "id", &document.id)?;
        leaf(xml, "source", &document.source)?;
        break_line(xml)?;
        attributes(xml, &document.attributes)?;
        break_line(xml)?;
        xml.create_element("text").write_inner_content(|xml| {
            let text = &*own.decoded;
            let mut at = 0;
            for zone in &own.zones {
                characters(xml, &text[at..zone.span.start])?;
                xml.create_element(name(zone.kind)?)
                    .write_inner_content(|xml| zone_text(xml, text, &zone.span, form_text))?;
                at = zone.span.end;
            }
            characters(xml, &text[at..])
        })?;
        break_line(xml)
    })
}

/// The characters of a zone, with its form text in elements of its own.
fn zone_text(
    xml: &mut Xml,
    text: &str,
    zone: &Range<usize>,
    form_text: &[Range<usize>],
) -> Result<()> {
    let mut at = zone.start;
    for span in form_text.iter().filter(|span| zone.start <= span.start && span.end <= zone.end) {
        characters(xml, &text[at..span.start])?;
        leaf(xml, "form-text", &text[span.clone()])?;
        at = span.end;
    }
    characters(xml, &text[at..zone.end])
}

/// All inputs that were set aside as one XML file.
///
/// # Errors
/// As [`document_xml`].
pub fn set_aside_xml(set_aside: &[SetAside]) -> Result<Vec<u8>> {
    written("set-aside", |xml| {
        for input in set_aside {
            break_line(xml)?;
            xml.create_element("input").write_inner_content(|xml| {
                leaf(xml, "id", &input.id)?;
                leaf(xml, "source", &input.source)?;
                leaf(xml, "bucket", &name(input.bucket)?)?;
                leaf(xml, "reason", &input.reason)?;
                input.limit.iter().try_for_each(|limit| leaf(xml, "limit", &name(limit)?))?;
                for (name, value) in [
                    ("header", &input.lines.header),
                    ("signature", &input.lines.signature),
                    ("footer", &input.lines.footer),
                ] {
                    if !value.is_empty() {
                        leaf(xml, name, value)?;
                    }
                }
                input.attributes.iter().try_for_each(|known| attributes(xml, known))
            })?;
        }
        break_line(xml)
    })
}

fn attributes(xml: &mut Xml, attributes: &Attributes) -> Result<()> {
    xml.create_element("attributes").write_inner_content(|xml| {
        let [timestamp, received, posted] =
            [attributes.timestamp, attributes.received, attributes.posted]
                .map(|time| time.map(|seconds| seconds.to_string()));
        for (name, value) in [
            ("author", attributes.author.clone()),
            ("organization", attributes.organization.clone()),
            ("city", attributes.home.city.clone()),
            ("state", attributes.home.state.clone()),
            ("country", attributes.home.country.clone()),
            ("relayer", attributes.relayer.clone()),
            ("timestamp", timestamp),
            ("received", received),
            ("posted", posted),
            ("subject", attributes.subject.clone()),
            ("restricted", attributes.restricted.clone()),
            ("claimed-duplicates", attributes.claimed_duplicates.map(|count| count.to_string())),
            ("signers", attributes.n_signers.map(|count| count.to_string())),
            ("bytes", Some(attributes.n_bytes.to_string())),
            ("sender", attributes.sender.map(|sender| sender.to_string())),
            ("mail", attributes.mail.map(|mail| mail.to_string())),
        ] {
            value.iter().try_for_each(|value| leaf(xml, name, value))?;
        }
        attributes.recipients.iter().try_for_each(|value| leaf(xml, "recipient", value))?;
        attributes.secondary_keys.iter().try_for_each(|value| leaf(xml, "other-key", value))?;
        for attachment in &attributes.attachments {
            let n_bytes = attachment.n_bytes.map(|n_bytes| n_bytes.to_string());
            let (is_read, reason) = match &attachment.text {
                AttachmentText::Unknown => (None, None),
                AttachmentText::Read => (Some("yes"), None),
                AttachmentText::NotRead(reason) => (Some("no"), Some(reason.as_str())),
            };
            let known = [
                ("type", attachment.media_type.as_deref()),
                ("bytes", n_bytes.as_deref()),
                ("read", is_read),
                ("reason", reason),
            ];
            element(xml, "attachment", &known, &attachment.name)?;
        }
        let dockets = &attributes.dockets;
        for (place, ids) in
            [("address", &dockets.addressed), ("text", &dockets.cited), ("record", &dockets.filed)]
        {
            ids.iter().try_for_each(|id| element(xml, "docket", &[("in", Some(place))], id))?;
        }
        Ok(())
    })?;
    Ok(())
}

/// The name under which a kind of something is written.
fn name(kind: impl Serialize) -> Result<String> {
    Ok(serde_json::to_value(kind)?.as_str().unwrap_or_default().to_owned())
}

/// A file of one element.
fn written(name: &str, content: impl FnOnce(&mut Xml) -> Result<()>) -> Result<Vec<u8>> {
    let mut xml = Writer::new(Vec::new());
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    break_line(&mut xml)?;
    xml.create_element(name).write_inner_content(content)?;
    break_line(&mut xml)?;
    Ok(xml.into_inner())
}

fn break_line(xml: &mut Xml) -> Result<()> {
    xml.write_event(Event::Text(BytesText::from_escaped("\n")))
}

fn leaf(xml: &mut Xml, name: &str, text: &str) -> Result<()> {
    element(xml, name, &[], text)
}

/// An element with those of its attributes that are known.
fn element(xml: &mut Xml, name: &str, known: &[(&str, Option<&str>)], text: &str) -> Result<()> {
    let attributes = known.iter().filter_map(|(name, value)| Some((*name, (*value)?)));
    let begun = xml.create_element(name).with_attributes(attributes);
    begun.write_inner_content(|xml| characters(xml, text)).map(drop)
}

/// Text in full: a reader would turn a bare carriage return into a line feed, and XML holds no other
/// control characters at all.
fn characters(xml: &mut Xml, text: &str) -> Result<()> {
    for piece in text.split_inclusive(is_special) {
        let special = piece.chars().next_back().filter(|last| is_special(*last));
        let plain = &piece[..piece.len() - special.map_or(0, char::len_utf8)];
        xml.write_event(Event::Text(BytesText::new(plain)))?;
        match special {
            Some('\r') => xml.write_event(Event::GeneralRef(BytesRef::new("#13")))?,
            Some(special) => {
                let code = (special as u32).to_string();
                xml.create_element("char").with_attribute(("code", code.as_str())).write_empty()?;
            }
            None => {}
        }
    }
    Ok(())
}

fn is_special(character: char) -> bool {
    matches!(character, '\0'..='\u{8}' | '\u{B}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}')
}
