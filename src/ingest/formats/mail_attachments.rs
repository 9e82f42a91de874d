//! Files in a mail: what each is, and the text of those that are letters.
//!
//! A letter is read as it would be on its own; an archive, a table or a mail that somebody attached as a file is
//! listed and not read. Mails that are forwarded as mails are part of the text already, and their files are here.

use std::borrow::Cow;

use mail_parser::{ContentType, Message, MessagePart, MimeHeaders, PartType};

use super::binary::Foreign;
use super::format::{Attached, FileSigns};
use super::input::{FilePart, InputBytes};
use super::{PANICKED, binary, html, letters, mail_body, mail_text, plain, tnef};
use crate::corpus::{Attachment, AttachmentText};
use crate::guard::guarded;
use crate::ingest::raw::RawInput;

/// Extensions of letters that are text as they are.
const TEXTS: [&str; 4] = ["txt", "text", "", "log"];
const PAGES: [&str; 3] = ["html", "htm", "xhtml"];

/// Why a file without text is not read.
pub(super) const BLANK: &str = "blank";
/// Kinds of parts that only prove who wrote a mail, or say how it is packed: nobody fetches them.
const SEALS: [&str; 5] =
    ["pkcs7-signature", "x-pkcs7-signature", "pgp-signature", "pgp-keys", "pgp-encrypted"];

/// The files of a mail in their order, the texts of the letters among them, and what is told of them.
pub(super) fn read(
    message: &Message<'_>,
    mail: &InputBytes<'_>,
) -> (Vec<Attachment>, Vec<String>, Vec<RawInput>) {
    let mut files = Vec::new();
    gather(message, &mut files);
    let (mut attachments, mut texts, mut all_told) = (Vec::new(), Vec::new(), Vec::new());
    for (nth, file) in files.into_iter().enumerate() {
        let name = file.name.clone().unwrap_or_else(|| format!("attachment {}", nth + 1));
        let mut told = Vec::new();
        let found = guarded(|| file.read(&name, mail, &mut told))
            .unwrap_or_else(|_| Err((true, PANICKED.to_owned())));
        let text = match found {
            Ok(text) => {
                texts.push(text);
                AttachmentText::Read
            }
            Err((is_lost, reason)) => {
                if is_lost {
                    told.push(format!("{name} has no text that can be read: {reason}"));
                }
                AttachmentText::NotRead(reason)
            }
        };
        all_told.extend(told.iter().map(|told| mail.told(format!("its attachment {told}"))));
        attachments.push(Attachment {
            name,
            media_type: file.part.and_then(|part| part.content_type()).map(media_type),
            n_bytes: Some(file.bytes.len() as u64),
            text,
        });
    }
    (attachments, texts, all_told)
}

/// The text of a letter; else whether one may be lost, and why it is not read.
type Found = Result<String, (bool, String)>;

/// A part of a mail that is a file, or a file in a part.
struct AttachedFile<'a> {
    part: Option<&'a MessagePart<'a>>,
    name: Option<String>,
    bytes: Cow<'a, [u8]>,
}

/// The files of a mail and of those that it forwards, which lie no deeper than mails may.
fn gather<'a>(message: &'a Message<'a>, files: &mut Vec<AttachedFile<'a>>) {
    for part in &message.parts {
        if SEALS.iter().any(|kind| mail_body::is_kind(part, "application", kind)) {
            continue;
        }
        let bytes = match &part.body {
            PartType::Message(inner) => {
                gather(inner, files);
                continue;
            }
            PartType::Binary(_) | PartType::InlineBinary(_)
                if mail_body::mistyped_text(part).is_some() =>
            {
                continue;
            }
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => bytes.as_ref().into(),
            PartType::Text(text) | PartType::Html(text) if mail_body::is_attached(part) => {
                match mail_body::redecoded(message, part, text) {
                    Cow::Borrowed(text) => text.as_bytes().into(),
                    Cow::Owned(text) => text.into_bytes().into(),
                }
            }
            PartType::Text(text) if mail_text::may_hold_files(text) => {
                let inside = mail_text::parted(&mail_body::redecoded(message, part, text)).1;
                files.extend(inside.into_iter().map(|file| AttachedFile {
                    part: None,
                    name: Some(file.name),
                    bytes: file.bytes.into(),
                }));
                continue;
            }
            _ => continue,
        };
        let name = part.attachment_name().map(str::to_owned);
        files.push(AttachedFile { part: Some(part), name, bytes });
    }
}

impl AttachedFile<'_> {
    /// Whether the sender's program says nothing against a text that somebody wrote: a signature by a key and a
    /// receipt for delivery are made of letters, too.
    fn may_be_text(&self) -> bool {
        self.part.and_then(|part| part.content_type()).is_none_or(|content_type| {
            let subtype = content_type.subtype().unwrap_or_default();
            content_type.ctype().eq_ignore_ascii_case("text")
                || subtype.eq_ignore_ascii_case("octet-stream")
        })
    }

    fn read(&self, name: &str, mail: &InputBytes<'_>, told: &mut Vec<String>) -> Found {
        let input = InputBytes { place: name, bytes: &self.bytes, part: FilePart::Whole, ..*mail };
        let signs = FileSigns::of(&input);
        let body = self.part.map(|part| &part.body);
        let is_text = !matches!(body, Some(PartType::Binary(_) | PartType::InlineBinary(_)));
        let is_page = matches!(body, Some(PartType::Html(_))) || is_text && signs.is_named(&PAGES);
        let format = super::format(&signs);
        let read = match format.attached {
            Attached::Letter => format.read,
            Attached::Refused(reason) => return Err((true, reason.to_owned())),
            Attached::Foreign => {
                let text = tnef::text(input.bytes).filter(|text| !text.trim().is_empty());
                return text.ok_or_else(|| {
                    let refusal = binary::refusal(input.bytes);
                    let (kind, reason) = refusal.unwrap_or((Foreign::Unknown, String::new()));
                    (kind == Foreign::Document, reason)
                });
            }
            Attached::Text if is_page => html::FORMAT.read,
            Attached::Text if signs.is_named(&TEXTS) && self.may_be_text() => plain::FORMAT.read,
            Attached::Text => {
                return Err((false, "a file of another kind than letters are".to_owned()));
            }
        };
        let (found, own) = letters::together(name, read(&input));
        told.extend(own);
        match found {
            Some(RawInput::Comment(own)) if !own.body.trim().is_empty() => Ok(own.whole()),
            Some(RawInput::Aside(aside)) => Err((true, aside.reason.to_string())),
            _ => Err((false, BLANK.to_owned())),
        }
    }
}

/// "application/pdf", in lower case.
fn media_type(content_type: &ContentType<'_>) -> String {
    let parts = std::iter::once(content_type.ctype()).chain(content_type.subtype());
    let mut name = parts.collect::<Vec<_>>().join("/").to_lowercase();
    name.retain(|c| c.is_ascii_graphic());
    name
}
