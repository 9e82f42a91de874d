//! Normalized XML, as `durian extract` writes it: documents that are cut and described already.

use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::format::Format;
use super::input::InputBytes;
use crate::corpus::{
    AsideBucket, Attachment, AttachmentText, FORM_TEXT, Limit, SetAside, Zone, ZoneKind,
};
use crate::ingest::dates;
use crate::ingest::raw::{RawComment, RawInput, aside, refuse};

pub(super) const FORMAT: Format =
    Format::text(|file| is_normalized(file.bytes), |input, _| read(input));

/// Whether a file is one of ours.
fn is_normalized(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(200)];
    let after_declaration =
        start.windows(2).position(|pair| pair == b"?>").map_or(start, |at| &start[at + 2..]);
    let element = after_declaration.trim_ascii_start();
    element.starts_with(b"<document><id>") || element.starts_with(b"<set-aside>")
}

fn read(input: &InputBytes<'_>) -> Vec<RawInput> {
    let mut state = ParseState::default();
    let read = match std::str::from_utf8(input.bytes) {
        Ok(text) => state.read(text).map_err(|error| format!("not normalised XML: {error:#}")),
        Err(error) => Err(format!("not UTF-8: {error}")),
    };
    match read {
        Ok(()) => state.found,
        Err(reason) => vec![refuse(input.place, AsideBucket::Unreadable, &reason)],
    }
}

/// What has been read so far.
#[derive(Default)]
struct ParseState {
    comment: RawComment,
    aside: Option<SetAside>,
    zones: Vec<Zone>,
    /// Elements that are open.
    n_open: usize,
    /// Text of the innermost one.
    text: String,
    in_text: bool,
    /// Where the docket that is open was named.
    docket_in: String,
    attachment: Attachment,
    found: Vec<RawInput>,
}

impl ParseState {
    fn read(&mut self, xml: &str) -> Result<()> {
        let mut reader = Reader::from_str(xml);
        loop {
            match reader.read_event()? {
                Event::Start(element) => {
                    self.n_open += 1;
                    self.open(&element)?;
                }
                Event::Empty(element) if element.name().as_ref() == "char" => {
                    let code: u32 = attribute(&element, "code")?.parse()?;
                    self.text.push(char::from_u32(code).context("no such character")?);
                }
                Event::Text(text) => self.text.push_str(&text),
                Event::GeneralRef(reference) => match reference.resolve_char_ref()? {
                    Some(character) => self.text.push(character),
                    None => {
                        let name = reference.to_string();
                        let character = quick_xml::escape::resolve_predefined_entity(&name);
                        self.text.push_str(
                            character.with_context(|| format!("unknown entity `{name}`"))?,
                        );
                    }
                },
                Event::End(element) => {
                    self.n_open = self.n_open.saturating_sub(1);
                    self.close(element.name().as_ref())?;
                }
                Event::Eof => {
                    ensure!(self.n_open == 0, "the file is cut off");
                    return Ok(());
                }
                _ => {}
            }
        }
    }

    fn open(&mut self, element: &BytesStart<'_>) -> Result<()> {
        let name = element.name().as_ref().to_owned();
        match name.as_str() {
            "input" => self.aside = Some(aside("", AsideBucket::Unreadable, "")),
            "docket" => self.docket_in = attribute(element, "in")?,
            "attachment" => self.attachment = attachment(element)?,
            "text" => self.in_text = true,
            // Form text belongs to the zone around it.
            FORM_TEXT => return Ok(()),
            _ => {}
        }
        match ZoneKind::from_name(&name).filter(|_| self.in_text) {
            Some(kind) => self.zones.push(Zone { kind, span: self.text.len()..self.text.len() }),
            None => self.text.clear(),
        }
        Ok(())
    }

    fn close(&mut self, name: &str) -> Result<()> {
        if name == FORM_TEXT {
            return Ok(());
        }
        if self.in_text && name != "text" {
            let zone = self.zones.last_mut().context("a zone ends that did not begin")?;
            zone.span.end = self.text.len();
            return Ok(());
        }
        let text = std::mem::take(&mut self.text);
        let attributes = &mut self.comment.attributes;
        match (name, &mut self.aside) {
            ("header", Some(aside)) => aside.lines.header = text.into(),
            ("signature", Some(aside)) => aside.lines.signature = text.into(),
            ("footer", Some(aside)) => aside.lines.footer = text.into(),
            ("id", Some(aside)) => aside.id = text.into(),
            ("source", Some(aside)) => aside.source = text.into(),
            ("reason", Some(aside)) => aside.reason = text.into(),
            ("limit", Some(aside)) => {
                let limit = Limit::from_name(&text);
                aside.limit = Some(limit.with_context(|| format!("unknown limit `{text}`"))?);
            }
            ("bucket", Some(aside)) => {
                aside.bucket = AsideBucket::from_name(&text)
                    .with_context(|| format!("unknown bucket `{text}`"))?;
            }
            ("id", None) => self.comment.id = Some(text),
            ("source", None) => self.comment.place = text,
            ("attributes", Some(aside)) => {
                aside.attributes = Some(Arc::new(std::mem::take(attributes)));
            }
            ("input", aside) => self.found.extend(aside.take().map(RawInput::Aside)),
            ("author", _) => attributes.author = Some(text),
            ("organization", _) => attributes.organization = Some(text),
            ("city", _) => attributes.home.city = Some(text),
            ("state", _) => attributes.home.state = Some(text),
            ("country", _) => attributes.home.country = Some(text),
            ("relayer", _) => attributes.relayer = Some(text),
            ("timestamp" | "received" | "posted", _) => {
                let time = Some(text.parse()?).filter(|time| dates::is_believed(*time));
                match name {
                    "received" => attributes.received = time,
                    "posted" => attributes.posted = time,
                    _ => attributes.timestamp = time,
                }
            }
            ("subject", _) => attributes.subject = Some(text),
            ("restricted", _) => attributes.restricted = Some(text),
            ("claimed-duplicates", _) => attributes.claimed_duplicates = Some(text.parse()?),
            ("signers", _) => attributes.n_signers = Some(text.parse()?),
            ("sender", _) => attributes.sender = Some(text.parse()?),
            ("mail", _) => attributes.mail = Some(text.parse()?),
            ("bytes", _) => attributes.n_bytes = text.parse()?,
            ("recipient", _) => attributes.recipients.push(text),
            ("attachment", _) => attributes
                .attachments
                .push(Attachment { name: text, ..std::mem::take(&mut self.attachment) }),
            ("other-key", _) => attributes.secondary_keys.push(text),
            ("docket", _) => match self.docket_in.as_str() {
                "address" => attributes.dockets.addressed.push(text),
                "text" => attributes.dockets.cited.push(text),
                "record" => attributes.dockets.filed.push(text),
                other => bail!("a docket in `{other}`"),
            },
            ("text", _) => {
                self.in_text = false;
                self.comment.body = text;
            }
            ("document", _) => {
                let zones = std::mem::take(&mut self.zones);
                ensure!(
                    are_in_order(&zones, &self.comment.body),
                    "zones that are not stretches of the text, one after the other"
                );
                self.comment.zones = Some(zones);
                self.found.push(RawInput::Comment(Box::new(std::mem::take(&mut self.comment))));
            }
            ("attributes" | "set-aside", _) => {}
            (other, _) => bail!("unknown element `{other}`"),
        }
        Ok(())
    }
}

/// Whether zones follow each other inside the text.
fn are_in_order(zones: &[Zone], text: &str) -> bool {
    let mut end = 0;
    zones.iter().all(|zone| {
        let is_next = zone.span.start >= std::mem::replace(&mut end, zone.span.end);
        is_next && text.get(zone.span.clone()).is_some()
    })
}

/// An attachment but for its name.
fn attachment(element: &BytesStart<'_>) -> Result<Attachment> {
    Ok(Attachment {
        name: String::new(),
        media_type: known(element, "type")?,
        n_bytes: known(element, "bytes")?.map(|bytes| bytes.parse()).transpose()?,
        text: match known(element, "read")?.as_deref() {
            Some("yes") => AttachmentText::Read,
            Some(_) => AttachmentText::NotRead(known(element, "reason")?.unwrap_or_default()),
            None => AttachmentText::Unknown,
        },
    })
}

fn attribute(element: &BytesStart<'_>, name: &str) -> Result<String> {
    known(element, name)?.with_context(|| format!("no attribute `{name}`"))
}

/// An attribute, where it is there.
fn known(element: &BytesStart<'_>, name: &str) -> Result<Option<String>> {
    Ok(element.try_get_attribute(name)?.map(|found| found.value.to_string()))
}
