//! Decoded text in, zones out: header block, salutation, main text block by block, signature, footer.
//! Receipts and mail headers that were printed into the text are taken out first (`envelope.rs`), and
//! so are the agency's own notice where a comment quotes it (`notice.rs`) and the words of a web form
//! (`prompt.rs`). What a browser prints on each page is moved to the end (`print_footer.rs`).
//!
//! The rules work on lines and are simple on purpose (SIGIR 2006 §4.1: "simple, rule-based
//! heuristics"). What no rule claims is main text: a cut that eats a comment is worse than a
//! signature left in.
//!
//! # Invariants
//! - Zones stand in text order, do not overlap, and every visible character is in one of them.
//! - Cutting never leaves a comment empty that a reader would call one: where the rules would take
//!   everything, all of it is main text.

mod bare_name;
mod blocks;
mod envelope;
mod footer;
mod gateway;
mod header;
mod line;
mod notice;
mod print_footer;
mod prompt;
mod sign_off;
mod signature;
mod signature_line;

use std::cell::RefCell;
use std::ops::Range;

use super::memo::Memo;
use crate::corpus::{Zone, ZoneKind, ZoneLines, lines_of_kind};
use line::TextLine;
pub(super) use sign_off::closes;
pub(super) use signature::n_signers;

/// Cuts a decoded text into zones; what a browser printed around it stands behind it then, and so do remarks,
/// which are text, and heads and feet.
pub(crate) fn cut_printed(
    text: String,
    author: Option<&str>,
    remarks: &[String],
    heads: &[String],
) -> (String, Vec<Zone>) {
    let (mut text, n_printed) = print_footer::move_to_end(text);
    let mut zones = cut(&text[..n_printed], author);
    let mut n_letter = n_printed;
    for remark in remarks {
        text.insert_str(n_letter, &format!("\n\n{remark}"));
        n_letter += remark.len() + 2;
        zones.push(Zone { kind: ZoneKind::Main, span: n_letter - remark.len()..n_letter });
    }
    for line in heads {
        text.push('\n');
        text.push_str(line);
    }
    let printed = text[n_letter..].trim_start().len();
    if printed > 0 {
        zones.push(Zone { kind: ZoneKind::Footer, span: text.len() - printed..text.len() });
    }
    (text, zones)
}

/// Cuts a text into zones. `author` helps to know a bare name at the end.
fn cut(text: &str, author: Option<&str>) -> Vec<Zone> {
    let unsigned = LETTERS.with_borrow_mut(|letters| {
        letters.recall(text, Unsigned::of, |Unsigned { zones, last_line }| {
            let (author, line) = (author.unwrap_or_default(), last_line.as_deref());
            let is_signed = line.is_some_and(|line| bare_name::is_same(author, line));
            (!is_signed).then(|| zones.clone())
        })
    });
    unsigned.unwrap_or_else(|| cut_asking(text, &mut |_| true))
}

thread_local! {
    /// What this thread remembers.
    pub(super) static LETTERS: RefCell<Memo<Unsigned>> = RefCell::default();
}

/// A letter as it is cut where its author is not known.
pub(super) struct Unsigned {
    zones: Vec<Zone>,
    /// The line that is a signature where it is what the author is called.
    last_line: Option<Box<str>>,
}

impl Unsigned {
    fn of(letter: &str) -> Self {
        let mut last_line = None;
        let zones = cut_asking(letter, &mut |line| {
            last_line = Some(line.into());
            false
        });
        Self { zones, last_line }
    }
}

/// Whether a line at the end of a letter is what its author is called.
type IsAuthor<'a> = &'a mut dyn FnMut(&str) -> bool;

/// Cuts a text into zones; asks about one line at the most.
fn cut_asking(text: &str, is_author: IsAuthor<'_>) -> Vec<Zone> {
    let mut envelopes = envelope::find(text);
    if let Some(span) = notice::at_end(text, &envelopes) {
        envelopes.retain(|envelope| envelope.span.start < span.start);
        envelopes.push(Zone { kind: ZoneKind::Footer, span });
    }
    let found: Vec<Zone> =
        gateway::find(text, &envelopes).into_iter().chain(prompt::find(text)).collect();
    let n_envelopes = envelopes.len();
    for Zone { kind, span } in found {
        if envelopes.iter().all(|own| span.end <= own.span.start || own.span.end <= span.start) {
            envelopes.push(Zone { kind, span });
        }
    }
    if envelopes.len() > n_envelopes {
        envelopes.sort_unstable_by_key(|envelope| envelope.span.start);
    }
    let lines = line::outside(line::split(text), &envelopes);
    with_envelopes(cut_lines(&lines, is_author), envelopes)
}

/// The same for the lines of what the envelopes enclose.
fn cut_lines(lines: &[TextLine<'_>], is_author: IsAuthor<'_>) -> Vec<Zone> {
    let mut kinds = vec![ZoneKind::Main; lines.len()];
    let footer_start = footer::start(lines);
    kinds[footer_start..].fill(ZoneKind::Footer);
    let header_end = header::mark(&lines[..footer_start], &mut kinds);
    let rest = header_end..footer_start;
    let salutation = header::salutation(&lines[..footer_start], rest.clone());
    // What stands behind the greeting on its line is body.
    let body_start = salutation.map_or(header_end, |(index, length)| {
        index + usize::from(length == lines[index].text.len())
    });
    let inline_signature =
        signature::mark(&lines[..footer_start], rest, body_start, is_author, &mut kinds);
    let zones = assemble(lines, &kinds, salutation, inline_signature);
    if zones.iter().any(|zone| zone.kind == ZoneKind::Main) {
        return zones;
    }
    // A text of nothing but "header" or "signature" is a comment that looks like one.
    let all_main = vec![ZoneKind::Main; lines.len()];
    assemble(lines, &all_main, None, None)
}

/// Puts the envelopes among the zones; a zone that spans one is cut in two.
fn with_envelopes(zones: Vec<Zone>, envelopes: Vec<Zone>) -> Vec<Zone> {
    if envelopes.is_empty() {
        return zones;
    }
    let mut all: Vec<Zone> = Vec::new();
    for Zone { kind, span } in zones {
        let mut start = span.start;
        let first = envelopes.partition_point(|envelope| envelope.span.end <= start);
        for envelope in &envelopes[first..] {
            if envelope.span.start >= span.end {
                break;
            }
            all.push(Zone { kind, span: start..envelope.span.start });
            start = envelope.span.end;
        }
        all.push(Zone { kind, span: start..span.end });
    }
    all.retain(|zone| zone.span.start < zone.span.end);
    all.extend(envelopes);
    all.sort_unstable_by_key(|zone| zone.span.start);
    all
}

/// Whether a line greets, and holds nothing else.
pub(crate) fn greets(line: &str) -> bool {
    header::greeting(line).is_some_and(|greeting| greeting.len() == line.len())
}

/// The blocks (paragraphs) of a text of which everything is main text.
pub(crate) fn paragraphs(text: &str) -> Vec<Range<usize>> {
    let mut zones = Vec::new();
    blocks::flush(&mut line::split(text), &mut zones);
    zones.into_iter().map(|zone| zone.span).collect()
}

/// Whether a text is nothing but what a program writes below a mail: "Sent from my phone".
pub(crate) fn is_footer(text: &str) -> bool {
    let below = format!("-\n\n{text}");
    footer::start(&line::split(&below)) <= 2
}

/// The lines outside the main text, for the report.
pub(crate) fn lines_of(text: &str, zones: &[Zone]) -> ZoneLines {
    let [header, signature, footer] = [ZoneKind::Header, ZoneKind::Signature, ZoneKind::Footer]
        .map(|kind| {
            let lines: Vec<&str> = lines_of_kind(text, zones, kind).collect();
            lines.join("\n").into_boxed_str()
        });
    ZoneLines { header, signature, footer }
}

/// Joins lines of one kind to zones; main text is cut into blocks.
///
/// `salutation` names a line and how many of its bytes are the salutation; `inline_signature` the
/// byte at which a signature begins inside a line.
fn assemble(
    lines: &[TextLine<'_>],
    kinds: &[ZoneKind],
    salutation: Option<(usize, usize)>,
    inline_signature: Option<usize>,
) -> Vec<Zone> {
    let mut zones: Vec<Zone> = Vec::new();
    let mut main: Vec<TextLine<'_>> = Vec::new();
    for (index, (line, &kind)) in lines.iter().zip(kinds).enumerate() {
        let greeting = salutation.and_then(|(at, length)| (at == index).then_some(length));
        if kind != ZoneKind::Main || greeting.is_some() {
            blocks::flush(&mut main, &mut zones);
        }
        if let Some(length) = greeting {
            let (greeting, rest) = line.split_at(length);
            push(&mut zones, ZoneKind::Salutation, greeting.span());
            add_main(rest, inline_signature, &mut main, &mut zones);
        } else if kind == ZoneKind::Main {
            add_main(*line, inline_signature, &mut main, &mut zones);
        } else if line.is_visible() {
            push(&mut zones, kind, line.span());
        }
    }
    blocks::flush(&mut main, &mut zones);
    zones
}

/// Adds a line of main text; a signature that begins in it ends what was gathered.
fn add_main<'a>(
    line: TextLine<'a>,
    inline_signature: Option<usize>,
    main: &mut Vec<TextLine<'a>>,
    zones: &mut Vec<Zone>,
) {
    let Some(at) = inline_signature.filter(|at| line.span().contains(at)) else {
        main.push(line);
        return;
    };
    let (body, signature) = line.split_at(at - line.start);
    main.push(body);
    blocks::flush(main, zones);
    push(zones, ZoneKind::Signature, signature.span());
}

/// Adds a zone, joining it to its neighbor of the same kind.
fn push(zones: &mut Vec<Zone>, kind: ZoneKind, span: Range<usize>) {
    match zones.last_mut() {
        Some(last) if last.kind == kind && kind != ZoneKind::Main => last.span.end = span.end,
        _ => zones.push(Zone { kind, span }),
    }
}

#[cfg(test)]
mod tests;
