//! The closing and signature block at the end of a letter: where it begins. What its lines look like is in
//! `signature_line.rs`.

use std::ops::Range;

use super::line::{TextLine, paragraphs};
use super::sign_off::{self, Find};
use super::signature_line::{
    CLOSING, ONE_LINE_ADDRESS, VALEDICTION, ZIP, is_address_end, is_full_name, is_signature_line,
    looks_like_name, says_something,
};
use super::{IsAuthor, bare_name};
use crate::corpus::ZoneKind;
use crate::ingest::patterns::{Pattern, begins_with};

static POSTSCRIPT: Pattern = Pattern::guarded(
    |line| begins_with(line, &["p"]),
    r"^(?i:p\.?\s?p?\.?\s?s\b\.?\s*[:.,-]?|post\s?script)\s*\S",
);

/// Visible lines a signature has at the most, closing included.
const LONGEST_SIGNATURE: usize = 12;
/// Words of the name of an organization that is a demand, at the most.
const LONGEST_DEMAND: usize = 4;
/// Words of the line of somebody who signed a petition, at the most.
const LONGEST_SIGNER: usize = 14;
/// Words of a closing line at the most.
const LONGEST_CLOSING: usize = 10;
/// Marks the signature lines within `range`; returns the byte at which a signature inside a line begins.
/// The letter itself begins at `body_start`, and never is all signature.
pub(super) fn mark(
    lines: &[TextLine<'_>],
    range: Range<usize>,
    body_start: usize,
    is_author: IsAuthor<'_>,
    kinds: &mut [ZoneKind],
) -> Option<usize> {
    let end = before_postscripts(lines, range.clone());
    let visible: Vec<usize> =
        (range.start..end).filter(|&index| lines[index].is_visible()).collect();
    let closed = after_closing(lines, &visible).or_else(|| bare_address(lines, range.start, end));
    let above: Find = match closed {
        Some(_) => sign_off::ABOVE_SIGNATURE,
        None => sign_off::ABOVE_BARE_NAME,
    };
    let start = closed
        .or_else(|| under_closing(lines, &visible))
        .or_else(|| bare_name::start(lines, range.start, end, is_author))
        .or_else(|| signers(lines, &visible));
    if let Some(mut start) =
        start.filter(|start| leaves_letter(lines, range.start, body_start, *start))
    {
        // Web forms sign once more what was signed.
        let before: Vec<usize> = visible.iter().copied().filter(|&at| at < start).collect();
        if let Some(first) = after_closing(lines, &before)
            && leaves_letter(lines, range.start, body_start, first)
            && VALEDICTION.is_match(lines[first].text)
        {
            start = first;
        }
        kinds[start..end].fill(ZoneKind::Signature);
        let last = visible.iter().rfind(|&&at| at < start)?;
        return inline(lines, range.start, *last, &[above, sign_off::with_name]);
    }
    if let Some(block) = above_notes(lines, range.start, end)
        && leaves_letter(lines, range.start, body_start, block.start)
    {
        kinds[block].fill(ZoneKind::Signature);
        return None;
    }
    let last = *visible.last()?;
    let finds = [sign_off::with_name as Find, sign_off::with_address, sign_off::ALONE_AT_END];
    inline(lines, range.start, last, &finds)
}

/// Whether a line is the name of somebody who signed a petition, with a number before it and a town behind it or not.
fn is_signer(line: &str) -> bool {
    let text = line.trim_start_matches(|c: char| !c.is_alphabetic());
    let name = text.split([',', '\t', ';', '|', '(', '–']).next().unwrap_or_default();
    let name = name.split(" - ").next().unwrap_or_default().trim();
    is_full_name(name)
        && !says_something(text)
        && line.split_whitespace().nth(LONGEST_SIGNER).is_none()
}

/// How many people signed a letter, where they are so many that it is a petition.
pub(in crate::ingest) fn n_signers(signature: &str) -> Option<u64> {
    signature.lines().nth(LONGEST_SIGNATURE)?;
    let n_signers = signature.lines().filter(|line| is_signer(line)).count();
    (n_signers > LONGEST_SIGNATURE).then_some(n_signers as u64)
}

/// The first of many lines of those who signed a petition, and the line above them that says so: "The undersigned:".
fn signers(lines: &[TextLine<'_>], visible: &[usize]) -> Option<usize> {
    let n_signers = visible.iter().rev().take_while(|index| is_signer(lines[**index].text)).count();
    if n_signers <= LONGEST_SIGNATURE {
        return None;
    }
    let first = visible.len() - n_signers;
    let above = first.checked_sub(1).map(|above| visible[above]).filter(|above| {
        let line = lines[*above];
        let says_so =
            line.text.ends_with([':', ',']) || line.text.to_lowercase().contains("signed");
        says_so && line.n_words() <= LONGEST_CLOSING
    });
    Some(above.unwrap_or(visible[first]))
}

/// The byte of the text at which a closing begins in the last line of a letter, as the first finds it that does.
fn inline(lines: &[TextLine<'_>], from: usize, last: usize, finds: &[Find]) -> Option<usize> {
    finds.iter().find_map(|find| {
        let at = find(&lines[from..last], lines[last])?;
        // A whole line is no part of one.
        (at > 0 || last > from).then_some(lines[last].start + at)
    })
}

/// The line of a name below a closing that ends a longer line; titles and an address may follow it.
fn under_closing(lines: &[TextLine<'_>], visible: &[usize]) -> Option<usize> {
    let reach = visible.len().saturating_sub(LONGEST_BELOW_NAME);
    for position in (reach.max(1)..visible.len()).rev() {
        let (above, name) = (visible[position - 1], visible[position]);
        if !is_signature_line(lines[name].text) {
            break;
        }
        let letter = &lines[visible[0]..above];
        if sign_off::is_name_below(letter, lines[above], lines[name])
            || sign_off::with_name(letter, lines[above]).is_some()
        {
            return Some(name);
        }
    }
    None
}

/// Lines of a signature below a closing that ends a longer line.
const LONGEST_BELOW_NAME: usize = 5;

/// Whether a signature that begins at `start` leaves a letter: words below the salutation, or own words above it.
fn leaves_letter(lines: &[TextLine<'_>], from: usize, body_start: usize, start: usize) -> bool {
    let above = from..start.min(body_start.saturating_sub(1)).max(from);
    let below = body_start..start.max(body_start);
    lines[above].iter().chain(&lines[below]).any(TextLine::is_visible)
}

/// The end of the letter when postscripts are left out: they are main text.
fn before_postscripts(lines: &[TextLine<'_>], range: Range<usize>) -> usize {
    let mut end = range.end;
    for paragraph in paragraphs(&lines[range.clone()]).into_iter().rev() {
        let start = range.start + paragraph.start;
        if !POSTSCRIPT.is_match(lines[start].text) || start == range.start {
            break;
        }
        end = start;
    }
    end
}

/// The signature above personal notes that end a letter; the notes are main text. A closing with a
/// name below it is asked for, so that no paragraph is taken for a note behind a short line.
fn above_notes(lines: &[TextLine<'_>], from: usize, end: usize) -> Option<Range<usize>> {
    let paragraphs = paragraphs(&lines[from..end]);
    paragraphs.windows(2).rev().take(MOST_NOTES).find_map(|pair| {
        let block = from + pair[0].start..from + pair[0].end;
        let note = lines[from + pair[1].start];
        if is_signature_line(note.text) {
            return None;
        }
        let visible: Vec<usize> =
            (from..block.end).filter(|&index| lines[index].is_visible()).collect();
        let start = after_closing(lines, &visible)?;
        let signed = &lines[start..block.end];
        let is_named = signed.iter().any(|line| is_full_name(line.text));
        let is_closed = signed.iter().any(|line| VALEDICTION.is_match(line.text));
        (is_named && is_closed).then_some(start..block.end)
    })
}

/// Paragraphs of personal notes at the most.
const MOST_NOTES: usize = 8;

/// The closing line nearest to the end after which only signature lines follow.
fn after_closing(lines: &[TextLine<'_>], visible: &[usize]) -> Option<usize> {
    let reach = &visible[visible.len().saturating_sub(LONGEST_SIGNATURE)..];
    for (position, &index) in reach.iter().enumerate().rev() {
        let line = lines[index];
        let closes = is_closing(line.text, index, lines)
            || line.text == "--"
            || line.text.starts_with("/s/");
        // What follows was looked at before: nothing but signature lines.
        if closes {
            // "Thank you," above "Sincerely," belongs to the closing too, and "Best wishes," above
            // "A concerned citizen", with an empty line between them or not.
            let above = reach[..position].last().filter(|&&above| {
                let text = lines[above].text;
                let is_near = above + 1 == index || text.ends_with(',');
                is_near && is_closing(text, above, lines)
            });
            return Some(*above.unwrap_or(&index));
        }
        // An organization may be called what it demands: "Sincerely," above "Save the Boat".
        let is_only = position + 1 == reach.len() && line.n_words() <= LONGEST_DEMAND;
        let is_signed =
            index > 0 && begins_with(lines[index - 1].text, &["sincerely", "respectfully"]);
        let is_called_so = is_only && is_signed && !line.text.ends_with(['.', '!', '?']);
        if !is_called_so && !is_signature_line(line.text) {
            break;
        }
    }
    None
}

fn is_closing(text: &str, index: usize, lines: &[TextLine<'_>]) -> bool {
    let starts_paragraph = index == 0 || !lines[index - 1].is_visible();
    let continues_sentence = !starts_paragraph
        && lines[index - 1].text.ends_with(|c: char| c.is_alphanumeric() || c == ',');
    !continues_sentence
        && CLOSING.is_match(text)
        && text.split_whitespace().nth(LONGEST_CLOSING).is_none()
        || (starts_paragraph
            && text.ends_with(',')
            && text.starts_with(char::is_uppercase)
            && text.split_whitespace().count() <= 4
            && !says_something(text))
}

/// A last paragraph that is an address with a name on top.
fn bare_address(lines: &[TextLine<'_>], from: usize, end: usize) -> Option<usize> {
    let paragraph = paragraphs(&lines[from..end]).pop()?;
    let own = &lines[from + paragraph.start..from + paragraph.end];
    let is_block = (2..=7).contains(&own.len())
        && own.iter().all(|line| is_signature_line(line.text))
        && own.iter().any(|line| {
            is_address_end(line.text) || ZIP.is_match(line.text) && is_full_name(own[0].text)
        });
    if is_block {
        return Some(from + paragraph.start);
    }
    let last = own.last().filter(|line| ONE_LINE_ADDRESS.is_match(line.text))?;
    let named = own.len() >= 2
        && is_signature_line(own[own.len() - 2].text)
        && looks_like_name(own[own.len() - 2].text);
    let n_lines = if named { 2 } else { 1 };
    (!last.text.is_empty()).then_some(from + paragraph.end - n_lines)
}
