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
//! What a form, an alert or the agency put into many comments is marked `<form-text>` inside `main`.

use std::io::Cursor;
use std::ops::Range;

use anyhow::Result;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesRef, BytesStart, BytesText, Event};

use crate::corpus::{AttachmentText, Attributes, Document, FORM_TEXT, SetAside, Text};

type Xml = Writer<Cursor<Vec<u8>>>;

/// One document as XML, with the text that is its own and the byte ranges of its form text.
///
/// # Errors
/// Where the XML cannot be written, which memory alone would prevent.
pub fn document_xml(
    document: &Document,
    own: &Text,
    form_text: &[Range<usize>],
) -> Result<Vec<u8>> {
    let mut xml = start()?;
    open(&mut xml, "document")?;
    leaf(&mut xml, "id", &document.id)?;
    leaf(&mut xml, "source", &document.source)?;
    break_line(&mut xml)?;
    attributes(&mut xml, &document.attributes)?;
    break_line(&mut xml)?;
    open(&mut xml, "text")?;
    let text = &*own.decoded;
    let mut at = 0;
    for zone in &own.zones {
        characters(&mut xml, &text[at..zone.span.start])?;
        open(&mut xml, zone.kind.name())?;
        zone_text(&mut xml, text, &zone.span, form_text)?;
        close(&mut xml, zone.kind.name())?;
        at = zone.span.end;
    }
    characters(&mut xml, &text[at..])?;
    close(&mut xml, "text")?;
    break_line(&mut xml)?;
    close(&mut xml, "document")?;
    break_line(&mut xml)?;
    Ok(xml.into_inner().into_inner())
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
        leaf(xml, FORM_TEXT, &text[span.clone()])?;
        at = span.end;
    }
    characters(xml, &text[at..zone.end])
}

/// All inputs that were set aside as one XML file.
///
/// # Errors
/// As [`document_xml`].
pub fn set_aside_xml(set_aside: &[SetAside]) -> Result<Vec<u8>> {
    let mut xml = start()?;
    open(&mut xml, "set-aside")?;
    for input in set_aside {
        break_line(&mut xml)?;
        open(&mut xml, "input")?;
        for (name, value) in [
            ("id", &*input.id),
            ("source", &input.source),
            ("bucket", input.bucket.name()),
            ("reason", &input.reason),
        ] {
            leaf(&mut xml, name, value)?;
        }
        if let Some(limit) = input.limit {
            leaf(&mut xml, "limit", limit.name())?;
        }
        for (name, lines) in [
            ("header", &input.lines.header),
            ("signature", &input.lines.signature),
            ("footer", &input.lines.footer),
        ] {
            if !lines.is_empty() {
                leaf(&mut xml, name, lines)?;
            }
        }
        if let Some(known) = &input.attributes {
            attributes(&mut xml, known)?;
        }
        close(&mut xml, "input")?;
    }
    break_line(&mut xml)?;
    close(&mut xml, "set-aside")?;
    break_line(&mut xml)?;
    Ok(xml.into_inner().into_inner())
}

fn attributes(xml: &mut Xml, attributes: &Attributes) -> Result<()> {
    open(xml, "attributes")?;
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
        if let Some(value) = value {
            leaf(xml, name, &value)?;
        }
    }
    for (name, values) in
        [("recipient", &attributes.recipients), ("other-key", &attributes.secondary_keys)]
    {
        for value in values {
            leaf(xml, name, value)?;
        }
    }
    for attachment in &attributes.attachments {
        let n_bytes = attachment.n_bytes.map(|n_bytes| n_bytes.to_string());
        let (is_read, reason) = match &attachment.text {
            AttachmentText::Unknown => (None, None),
            AttachmentText::Read => (Some("yes"), None),
            AttachmentText::NotRead(reason) => (Some("no"), Some(reason.as_str())),
        };
        let mut element = BytesStart::new("attachment");
        for (name, value) in [
            ("type", attachment.media_type.as_deref()),
            ("bytes", n_bytes.as_deref()),
            ("read", is_read),
            ("reason", reason),
        ] {
            element.extend_attributes(value.map(|value| (name, value)));
        }
        write_element(xml, &element, &attachment.name)?;
    }
    let dockets = &attributes.dockets;
    for (place, ids) in
        [("address", &dockets.addressed), ("text", &dockets.cited), ("record", &dockets.filed)]
    {
        for id in ids {
            let element = BytesStart::new("docket").with_attributes([("in", place)]);
            write_element(xml, &element, id)?;
        }
    }
    close(xml, "attributes")
}

fn start() -> Result<Xml> {
    let mut xml = Writer::new(Cursor::new(Vec::new()));
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    break_line(&mut xml)?;
    Ok(xml)
}

fn open(xml: &mut Xml, name: &str) -> Result<()> {
    Ok(xml.write_event(Event::Start(BytesStart::new(name)))?)
}

fn close(xml: &mut Xml, name: &str) -> Result<()> {
    Ok(xml.write_event(Event::End(BytesEnd::new(name)))?)
}

fn break_line(xml: &mut Xml) -> Result<()> {
    Ok(xml.write_event(Event::Text(BytesText::from_escaped("\n")))?)
}

fn leaf(xml: &mut Xml, name: &str, text: &str) -> Result<()> {
    write_element(xml, &BytesStart::new(name), text)
}

fn write_element(xml: &mut Xml, element: &BytesStart<'_>, text: &str) -> Result<()> {
    xml.write_event(Event::Start(element.borrow()))?;
    characters(xml, text)?;
    Ok(xml.write_event(Event::End(element.to_end()))?)
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
                xml.write_event(Event::Empty(
                    BytesStart::new("char").with_attributes([("code", code.as_str())]),
                ))?;
            }
            None => {}
        }
    }
    Ok(())
}

fn is_special(character: char) -> bool {
    matches!(character, '\0'..='\u{8}' | '\u{B}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}')
}
