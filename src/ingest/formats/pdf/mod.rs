//! A PDF with a text layer holding one comment.
//!
//! The pages' content streams are followed far enough to know where every character stands; words
//! and lines come from the places, because many files hold neither spaces nor line ends.

mod columns;
mod content;
mod fields;
mod font;
mod furniture;
mod layout;
mod opened;
mod places;
mod shown;
mod standard;
mod stream;
mod to_unicode;

use layout::{Entry, PageLine};
use lopdf::{Dictionary, Document, Object};

use super::expansion::{self, Refusal};
use super::format::{Attached, Format};
use super::input::InputBytes;
use super::letters::Parted;
use crate::corpus::AsideBucket;
use crate::ingest::Limits;
use crate::ingest::raw::{RawInput, refuse};

/// Letters and digits that a page with pictures needs on average, at least, to count as having a
/// text layer; a scan often carries a stamp or the name of the scanning program.
const LEAST_CHARACTERS_PER_PAGE: usize = 20;
/// A file with so many letters and digits is read however many blank pages it has.
const ENOUGH_CHARACTERS: usize = 400;
/// Of so many characters one without a meaning is told.
const UNTOLD_SHARE: usize = 100;
const HIDDEN_WHERE: &str =
    "they are on a layer that is off, outside the page, tiny, or as white as the paper";
/// Where readers look for the file's mark: some programs write a line of their own before it.
const MARK_WITHIN: usize = 1024;

/// A PDF file holding one comment.
pub(super) const FORMAT: Format =
    Format::of(Attached::Letter, |file| is_pdf(file.bytes, file.is_named(&["pdf"])), read);

/// The dictionary that another one has under a key, wherever the document keeps it.
fn dictionary<'a>(
    within: &'a Dictionary,
    key: &[u8],
    document: &'a Document,
) -> Option<&'a Dictionary> {
    within.get_deref(key, document).ok()?.as_dict().ok()
}

/// The list that a dictionary has under a key, wherever the document keeps it.
fn list<'a>(within: &'a Dictionary, key: &[u8], document: &'a Document) -> Option<&'a [Object]> {
    within.get_deref(key, document).ok()?.as_array().ok().map(Vec::as_slice)
}

/// A text in UTF-16, of which `unit` reads two bytes.
fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
    String::from_utf16_lossy(&units)
}

/// Whether the file is marked as a PDF near its beginning, and before any other text.
fn is_pdf(bytes: &[u8], named_pdf: bool) -> bool {
    let head = &bytes[..bytes.len().min(MARK_WITHIN)];
    bytes.trim_ascii_start().starts_with(b"%PDF-")
        || named_pdf && head.windows(5).any(|window| window == b"%PDF-")
}

fn read(input: &InputBytes<'_>) -> Vec<RawInput> {
    match reading(input.bytes, &input.config.limits) {
        Ok(parted) if parted.text.is_empty() => {
            let told = parted.told.iter().map(|told| input.told(told));
            told.chain([refuse(input.place, AsideBucket::NoText, parted.lack)]).collect()
        }
        Ok(parted) => parted.comments(input),
        Err(refusal) => vec![refusal.of(input.place, |reason| reason)],
    }
}

impl Parted {
    /// The text of some pages, and what was written on each.
    fn of_pages(pages: &[Vec<PageLine>], entries: &[Vec<Entry>]) -> Self {
        let mut parted = Self { are_pages: true, ..Self::default() };
        for (lines, entries) in pages.iter().zip(entries) {
            parted.starts.push(parted.text.len());
            layout::write(lines, entries, &mut parted.text);
        }
        parted
    }
}

/// The text of all pages; empty where there is too little to be a text layer.
fn reading(bytes: &[u8], limits: &Limits) -> Result<Parted, Refusal> {
    let limit = expansion::limit(bytes.len(), limits);
    let opened = opened::open(bytes, limit)?;
    let document = &opened.document;
    if document.is_encrypted() && !document.was_encrypted() {
        let reason = "the PDF is encrypted; save it without a password";
        return Err(Refusal::Damaged(reason.to_owned()));
    }
    let mut form = fields::Form::new(document, content::Reader::new(document, limit));
    let n_pages = opened.pages.len();
    let (mut pages, mut entries) = (Vec::new(), Vec::new());
    let (mut n_whole, mut n_partial) = (0, 0);
    let (mut n_untold, mut n_hidden, mut n_entries) = (0, 0, 0);
    for (index, page) in opened.pages.iter().enumerate() {
        let (mut words, is_whole) = form.reader.page(*page)?;
        n_whole += usize::from(is_whole);
        n_partial += usize::from(!is_whole && !words.words.is_empty());
        n_untold += words.n_untold;
        n_hidden += words.n_hidden;
        let own_entries = form.entries(*page, &words)?;
        n_entries += own_entries.len();
        entries.push(own_entries);
        furniture::take_out_line_numbers(&mut words.words);
        pages.push(layout::lines(&columns::parted(layout::rows(&words)), index + 1));
    }
    let as_drawn = Parted::of_pages(&pages, &entries);
    let printed = furniture::take_out(&mut pages, n_pages > 1 && as_drawn.is_bundle());
    let mut parted = Parted { printed, ..Parted::of_pages(&pages, &entries) };
    let unplaced = form.unplaced()?;
    n_entries += unplaced.len();
    layout::write(&[], &unplaced, &mut parted.text);
    parted.text.truncate(parted.text.trim_end().len());
    let n_characters = parted.text.chars().filter(|c| c.is_alphanumeric()).count();
    let is_untold = n_untold > n_characters.max(LEAST_CHARACTERS_PER_PAGE);
    if n_whole == 0 && (is_untold || parted.text.is_empty()) {
        let reason = "no page of the PDF can be read, it is damaged or cut off; fetch it anew";
        return Err(Refusal::Damaged(reason.to_owned()));
    }
    if is_untold {
        let reason = "the PDF's fonts do not say which characters they show; save its text as .txt";
        return Err(Refusal::Damaged(reason.to_owned()));
    }
    let is_scan = form.reader.has_pictures
        && n_entries == 0
        && n_characters < ENOUGH_CHARACTERS
        && n_characters < LEAST_CHARACTERS_PER_PAGE.saturating_mul(n_pages);
    parted.told.extend(opened.warning(n_whole, n_partial));
    // A form in a language of its own, of which the PDF may show nothing.
    if form.form.is_some_and(|form| form.has(b"XFA")) {
        let told = "it contains an XFA form, which is not read; print it to a PDF";
        parted.told.push(told.to_owned());
    }
    if is_scan {
        parted.text.clear();
    }
    parted.tell_embedded(&form.embedded(&opened.pages)?);
    if n_hidden > 0 {
        parted.told.push(format!(
            "{n_hidden} letters that its pages do not show are left out: {HIDDEN_WHERE}"
        ));
    }
    if n_untold * UNTOLD_SHARE > n_characters && opened.warning(n_whole, n_partial).is_none() {
        parted.told.push(format!(
            "its fonts do not say what {n_untold} of its characters are; hold it against the file, or save its text as .txt"
        ));
    }
    parted.lack = match (form.reader.has_pictures, form.n_fields > 0) {
        (true, _) => "a scan without a text layer; please have it transcribed or recognised",
        (false, true) => "a form without entries",
        (false, false) => "no text: its pages are blank",
    };
    Ok(parted)
}

#[cfg(test)]
mod tests;
