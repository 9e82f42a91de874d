//! A Word document (.docx) holding one comment, or many letters.

use super::entries::Entries;
use super::expansion::{self, Refusal};
use super::format::{Attached, Format};
use super::input::InputBytes;
use super::letters::Parted;
use super::office_text::{self, LETTER, OfficeText};
use super::{rtf, xml};
use crate::ingest::raw::RawInput;
use crate::ingest::{decode, markup};

/// Parts beside the letter itself, in the order they are appended: notes, what drawings and charts say; the remarks in the
/// margin, by which copies of one rule become people's comments on it; and what is printed around the text on each sheet.
const PARTS: [(&str, usize); 7] = [
    ("word/footnotes.xml", office_text::NOTES),
    ("word/endnotes.xml", office_text::NOTES),
    ("word/diagrams/data", office_text::NOTES),
    ("word/charts/chart", office_text::NOTES),
    ("word/comments.xml", office_text::REMARKS),
    ("word/header", office_text::AROUND),
    ("word/footer", office_text::AROUND),
];
/// Files of other programs, which the letter shows as a picture.
const EMBEDDED: &str = "word/embeddings/";

pub(super) const FORMAT: Format =
    Format::of(Attached::Letter, |file| file.entries().iter().any(|name| is_letter(name)), read);

fn is_letter(name: &str) -> bool {
    name.strip_prefix("word/document")
        .and_then(|rest| rest.strip_suffix(".xml"))
        .is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn read(input: &InputBytes<'_>) -> Vec<RawInput> {
    let limit = expansion::limit(input.bytes.len(), &input.config.limits);
    let entries = Entries::within(input.bytes, limit);
    match entries.and_then(|mut entries| parted(&mut entries)) {
        Ok(parted) => parted.comments(input),
        Err(refusal) => vec![refusal.of(input.place, |reason| {
            format!("not a readable Word document: {reason}; save it again")
        })],
    }
}

fn parted(entries: &mut Entries<'_>) -> Result<Parted, Refusal> {
    let names = entries.names();
    let letter = names.iter().find(|name| is_letter(name)).cloned().unwrap_or_default();
    let mut own = OfficeText::default();
    own.append(&entries.read(&letter)?, LETTER)?;
    let told = insert_chunks(&mut own, &letter, entries)?;
    for (begins, kind) in PARTS {
        for name in names.iter().filter(|name| name.starts_with(begins) && name.ends_with(".xml")) {
            own.append(&entries.read(name)?, kind)?;
        }
    }
    let embedded = names.iter().filter_map(|name| name.strip_prefix(EMBEDDED));
    let mut parted = own.parted();
    parted.told.extend(told);
    parted.tell_embedded(&embedded.filter(|name| !name.is_empty()).collect::<Vec<_>>());
    Ok(parted)
}

/// Puts other files where the letter shows them, as its list of relations names them, and tells of those that are not read.
fn insert_chunks(
    own: &mut OfficeText,
    letter: &str,
    entries: &mut Entries<'_>,
) -> Result<Vec<String>, Refusal> {
    let mut told = Vec::new();
    if own.chunks.is_empty() {
        return Ok(told);
    }
    let list = letter.replacen("word/", "word/_rels/", 1) + ".rels";
    let targets = xml::relations(&entries.read(&list)?)?;
    for (at, id) in std::mem::take(&mut own.chunks).into_iter().rev() {
        let target = targets.iter().find(|(own, _)| *own == id).map_or("", |(_, target)| target);
        let name = target.strip_prefix('/').map_or_else(|| format!("word/{target}"), str::to_owned);
        let bytes = entries.read(&name).unwrap_or_default();
        let extension = name.rsplit('.').next().unwrap_or_default().to_lowercase();
        let text = match &*extension {
            "html" | "htm" | "xhtml" => markup::page(&decode::text(&bytes)),
            "txt" | "xml" if !bytes.is_empty() => decode::with_line_feeds(decode::text(&bytes)),
            "rtf" => rtf::text(&bytes),
            _ => String::new(),
        };
        if text.trim().is_empty() {
            told.push(format!(
                "a file that it shows is not read: {target}; save it with that file's text in it"
            ));
        }
        own.insert(at, &text);
    }
    Ok(told)
}
