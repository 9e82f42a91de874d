//! An HTML page holding one comment, or letters one below the other.

use regex::Captures;

use super::format::{Attached, Format};
use super::letters::Parted;
use super::office_text;
use crate::ingest::patterns::Pattern;
use crate::ingest::{decode, markup};

pub(super) const FORMAT: Format = Format::of(
    Attached::Text,
    |file| file.is_named(&["html", "htm", "xhtml"]) || is_page(file.bytes),
    |input| parted(&decode::text(input.bytes)).comments(input),
);

/// What parts a page: a rule, or where a printer begins a new sheet.
static BREAK: Pattern = Pattern::new(
    r"(?i)<hr\b[^<>]*>|<[a-z][^<>]*\b(?:page-)?break-before:\s*(?:always|page)[^<>]*>",
);
/// A field of a form with what was entered; the program's own are hidden, or buttons.
static ENTRY: Pattern =
    Pattern::new(r#"(?i)<input\b[^<>]*?\bvalue\s*=\s*(?:"([^"]+)"|'([^']+)')[^<>]*>"#);
static NO_ENTRY: Pattern = Pattern::new(
    r#"(?i)\btype\s*=\s*["']?(?:hidden|submit|button|reset|image|checkbox|radio|password|file|color|range)\b"#,
);
/// Stands for a break while a page is made text: no page has it.
const MARK: char = '\u{1E}';

fn parted(html: &str) -> Parted {
    let entered =
        ENTRY.replace_all(html, |entry: &Captures<'_>| match NO_ENTRY.is_match(&entry[0]) {
            true => entry[0].to_owned(),
            false => {
                let entered = entry.get(1).or_else(|| entry.get(2));
                format!("<p>{}</p>", entered.map_or("", |own| own.as_str()))
            }
        });
    let marked = BREAK.replace_all(&entered, format!("{MARK}$0"));
    let (text, n_struck) = markup::page_told(&marked);
    let told = office_text::told_of_struck(n_struck);
    let mut parted = Parted { told, ..Parted::default() };
    for section in text.split(MARK) {
        parted.starts.push(parted.text.len());
        parted.text.push_str(section);
    }
    parted
}

fn is_page(bytes: &[u8]) -> bool {
    let head = bytes[..bytes.len().min(400)].to_ascii_lowercase();
    let mut page = head.trim_ascii_start();
    if page.starts_with(b"<?xml")
        && let Some(end) = page.windows(2).position(|pair| pair == b"?>")
    {
        page = page[end + 2..].trim_ascii_start();
    }
    page.starts_with(b"<!doctype html") || page.starts_with(b"<html")
}
