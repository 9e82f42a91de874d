//! Compound files: an Outlook message (.msg) holding one comment, and old office documents, which are not
//! read.

use std::io::Cursor;

use cfb::{CompoundFile, OpenOptions};

use super::entries::read_up_to;
use super::format::{Attached, Format};
use super::input::InputBytes;
use super::mail;
use crate::corpus::AsideBucket;
use crate::ingest::normalize::in_one_line;
use crate::ingest::raw::{RawInput, refuse};
use crate::ingest::{dates, decode, patterns};

type Compound<'a> = CompoundFile<Cursor<&'a [u8]>>;

const OTHER: &str = "an old office document, which is not read; save it as .docx or PDF";
const OUTLOOK: &str = "an Outlook message of which no text can be read: save it as .eml or text";

/// Properties of a message (MS-OXPROPS), as the names of their streams have them.
const PROPERTIES: &str = "/__properties_version1.0";
const SUBJECT: &str = "0037";
const TRANSPORT_HEADERS: &str = "007D";
const SENDER_NAME: &str = "0C1A";
const SENDER_ADDRESSES: [&str; 2] = ["5D01", "0C1F"];
const SHOWN_RECIPIENTS: &str = "0E04";
const BODY: &str = "1000";
const HTML_BODY: &str = "1013";
const FILE_NAMES: [&str; 2] = ["3707", "3704"];
/// When the sender sent it, when it came: tags among the properties of a fixed size.
const TIMES: [u32; 2] = [0x0E06_0040, 0x0039_0040];

const ATTACHED: &str = "3701";
/// What parts a message's letter and attachments where it is written as a mail.
const BOUNDARY: &str = "=_the_parts_of_an_outlook_message";

/// Bytes of a text that are read at the most.
const LONGEST_STREAM: usize = 64 << 20;

pub(super) const FORMAT: Format = Format::of(
    Attached::Refused(
        "an old office document or an Outlook message in a mail; save it as .docx or PDF",
    ),
    |file| file.bytes.starts_with(b"\xD0\xCF\x11\xE0"),
    read,
);

fn read(input: &InputBytes<'_>) -> Vec<RawInput> {
    let reason = match open(input.bytes) {
        Some(mut file) if file.is_stream(PROPERTIES) => {
            if let Some(found) = message(input, &mut file) {
                return found;
            }
            OUTLOOK
        }
        Some(file) => patterns::list("old documents")
            .filter_map(|line| line.split_once(" = "))
            .find(|(stream, _)| file.is_stream(stream))
            .map_or(OTHER, |(_, reason)| reason),
        None => OTHER,
    };
    vec![refuse(input.place, AsideBucket::Unreadable, reason)]
}

/// Opens a file. A table of its sectors that lies beyond its header may name one sector a million times;
/// then no more of them are read than the file can have.
fn open(bytes: &[u8]) -> Option<Compound<'_>> {
    let n_tables = u32::from_le_bytes(*bytes.get(44..)?.first_chunk()?);
    let options = match u32::from_le_bytes(*bytes.get(68..)?.first_chunk()?) {
        u32::MAX | 0xFFFF_FFFE => OpenOptions::new(),
        _ if n_tables as usize > bytes.len() / 512 => return None,
        _ => OpenOptions::new().strict(),
    };
    options.open_with(Cursor::new(bytes)).ok()
}

fn message(input: &InputBytes<'_>, file: &mut Compound<'_>) -> Option<Vec<RawInput>> {
    let (kind, body) = match text(file, "", BODY).filter(|body| !body.trim().is_empty()) {
        Some(body) => ("plain", body),
        None => {
            let page = bytes(file, &format!("/__substg1.0_{HTML_BODY}0102"))
                .map(|bytes| decode::text(&bytes));
            ("html", page.or_else(|| text(file, "", HTML_BODY))?)
        }
    };
    let head = headers(file);
    let letter = format!(
        "{head}MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"{BOUNDARY}\"\n\n\
         --{BOUNDARY}\nContent-Type: text/{kind}; charset=utf-8\n\
         Content-Transfer-Encoding: 8bit\n\n{body}\n"
    );
    let mut mail = letter.into_bytes();
    let (attachments, mut found) = attachments(file, input);
    for (name, bytes) in attachments {
        let part = format!(
            "--{BOUNDARY}\nContent-Type: application/octet-stream\nContent-Transfer-Encoding: binary\n\
             Content-Disposition: attachment; filename=\"{name}\"\n\n"
        );
        mail.extend_from_slice(part.as_bytes());
        mail.extend_from_slice(&bytes);
        mail.push(b'\n');
    }
    mail.extend_from_slice(format!("--{BOUNDARY}--\n").as_bytes());
    found.extend(mail::read(&InputBytes { bytes: &mail, ..*input }));
    for comment in &mut found {
        if let RawInput::Comment(comment) = comment {
            let attributes = &mut comment.attributes;
            attributes.n_bytes = input.bytes.len() as u64;
            attributes.timestamp = attributes.timestamp.or_else(|| time(file));
        }
    }
    Some(found)
}

/// The headers that the mail came with, but for those of its parts; else what the message has instead.
fn headers(file: &mut Compound<'_>) -> String {
    let mut head = String::new();
    let came_with = text(file, "", TRANSPORT_HEADERS).unwrap_or_default();
    let mut is_kept = false;
    for line in came_with.lines().take_while(|line| !line.is_empty()) {
        if !line.starts_with([' ', '\t']) {
            let name = line.split(':').next().unwrap_or_default().to_lowercase();
            is_kept = line.contains(':') && !name.starts_with("content-") && name != "mime-version";
        }
        if is_kept {
            head.extend([line, "\n"]);
        }
    }
    let name = text(file, "", SENDER_NAME).unwrap_or_default().replace(['"', '<', '>', '\\'], "");
    let address = SENDER_ADDRESSES
        .iter()
        .filter_map(|id| text(file, "", id))
        .find(|address| address.contains('@'))
        .unwrap_or_default();
    for (name, value) in [
        ("From:", Some(format!("\"{name}\" <{address}>"))),
        ("Subject:", text(file, "", SUBJECT)),
        ("To:", text(file, "", SHOWN_RECIPIENTS).map(|to| to.replace(';', ","))),
    ] {
        let is_there = head
            .lines()
            .filter_map(|line| line.get(..name.len()))
            .any(|own| own.eq_ignore_ascii_case(name));
        if let Some(value) = value
            && !is_there
        {
            head.push_str(&format!("{name} {}\n", in_one_line(&value)));
        }
    }
    head
}

/// A property that is text: UTF-16, or in a charset that is not told.
fn text(file: &mut Compound<'_>, storage: &str, id: &str) -> Option<String> {
    let stream = format!("{storage}/__substg1.0_{id}");
    if let Some(bytes) = bytes(file, &format!("{stream}001F")) {
        let (text, _) = encoding_rs::UTF_16LE.decode_without_bom_handling(&bytes);
        return Some(text.into_owned());
    }
    bytes(file, &format!("{stream}001E")).map(|bytes| decode::text(&bytes))
}

fn bytes(file: &mut Compound<'_>, stream: &str) -> Option<Vec<u8>> {
    let stream = file.open_stream(stream).ok()?;
    read_up_to(stream, LONGEST_STREAM).ok()?
}

fn time(file: &mut Compound<'_>) -> Option<i64> {
    let properties = bytes(file, PROPERTIES)?;
    let records = properties.get(32..)?;
    TIMES.iter().find_map(|tag| {
        let record = records.chunks_exact(16).find(|record| record[..4] == tag.to_le_bytes())?;
        // In ten-millionths of a second since 1601.
        let since_1601 = u64::from_le_bytes(record[8..].try_into().ok()?) / 10_000_000;
        let time = i64::try_from(since_1601).ok()?.checked_sub(11_644_473_600)?;
        dates::is_believed(time).then_some(time)
    })
}

/// Its attachments with their names, together no larger than the message. What cannot be had is told.
fn attachments(
    file: &mut Compound<'_>,
    input: &InputBytes<'_>,
) -> (Vec<(String, Vec<u8>)>, Vec<RawInput>) {
    let mut bytes_left = input.bytes.len();
    let storages: Vec<String> = file
        .read_root_storage()
        .filter(|entry| entry.is_storage() && entry.name().starts_with("__attach_version1.0_"))
        .map(|entry| format!("/{}", entry.name()))
        .collect();
    let (mut found, mut told) = (Vec::new(), Vec::new());
    for storage in storages {
        let name = FILE_NAMES
            .iter()
            .find_map(|id| text(file, &storage, id))
            .unwrap_or_else(|| format!("attachment {}", found.len() + 1));
        let data = bytes(file, &format!("{storage}/__substg1.0_{ATTACHED}0102"));
        match data.filter(|data| data.len() <= bytes_left) {
            Some(data) => {
                bytes_left -= data.len();
                found.push((name.replace(['"', '\\', '\r', '\n'], " "), data));
            }
            None => {
                let lost = format!("its attachment {name} is left out; save the message as .eml");
                told.push(input.told(lost));
            }
        }
    }
    (found, told)
}
