//! Envelopes that were printed into a text: receipts of the docket system, mail headers flattened to
//! one line or two columns, headers of forwarded mails.
//!
//! They differ from copy to copy of one letter, so they leave the main text; what they enclose stays.

use std::ops::Range;
use std::sync::LazyLock;

use memchr::memmem;
use regex::Regex;

use super::line::lines_with;
use crate::corpus::{Zone, ZoneKind};
use crate::ingest::patterns::{Pattern, pattern};

/// The head of a receipt, printed: page, object id, sender. It ends where the comment begins.
static PRINTED_RECEIPT: Pattern = Pattern::new(
    r"Page \d{1,4} of \d{1,4} - [0-9a-fA-F]{16} -[^<>]{0,400}?(?:- -[ \t]*(?:<!\[CDATA\[|\n|$)|<!\[CDATA\[)",
);
/// What follows the comment in a printed receipt.
static PRINTED_TRAILER: Pattern = Pattern::new(
    r"(?:\]\]>[ \t]*\n?)?[ \t]*(?:Web[ \t]+)?file://\S+(?:\s+\d{1,2}/\d{1,2}/\d{4})?|\]\]>",
);

const LABEL: &str = r"(?:From|Sent|To|Cc|Bcc|Date|Subject|Importance|Attachments?)";

/// Mail headers on one line, up to the ruled line or the salutation.
static FLAT_HEADERS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"^\s*From:[ \t][^\n]{{1,200}}?[ \t](?:To|Sent|Date):[ \t][^\n]{{1,400}}?[ \t]{LABEL}:[ \t][^\n]{{0,400}}?(?:-{{6,}}|_{{6,}})"
    ))
});
/// The same without a ruled line: what can be told apart ends with the time.
static FLAT_HEADERS_TO_TIME: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"^\s*From:[ \t][^\n]{{1,200}}?[ \t](?:To:[ \t][^\n]{{1,200}}?[ \t])?(?:Date|Sent):[ \t][^\n]{{4,40}}?\d{{1,2}}:\d\d(?::\d\d)?(?:[ \t]?[AP]M)?(?:[ \t]+(?:To|Cc):[ \t][^\n]{{1,200}}?)?(?:[ \t]+{LABEL}:[ \t]|[ \t]*\n)"
    ))
});
/// Labels of two columns, printed one after another.
static LABELS: LazyLock<Regex> =
    LazyLock::new(|| pattern(&format!(r"^\s*From:\s+(?:{LABEL}:\s+){{2,5}}")));
/// The values of two columns on one line, up to the time.
static VALUES_TO_TIME: Pattern = Pattern::new(r"^[^\n]{1,200}?\d{1,2}:\d\d(?::\d\d)?(?:\s?[AP]M)?");
static TIME: Pattern = Pattern::new(r"\d{1,2}:\d\d");
static SALUTATION: Pattern =
    Pattern::new(r"\b(?:Dear|To [Ww]hom [Ii]t [Mm]ay [Cc]oncern|Hello|Greetings)\b");
/// How far behind the time the salutation still bounds the headers, in bytes.
const SUBJECT_REACH: usize = 200;

/// The line above a forwarded or answered mail.
static FORWARDED: Pattern = Pattern::new(
    r"(?imx)^[\ \t>]*(?:[-_]{2,}[\ \t]*(?:
            (?:original|forwarded)[\ \t]+(?:message|mail)(?:[\ \t]+follows)?
          | (?:mensaje|mensagem|message|messaggio)\ (?:original|reenviado|encaminhada|transféré|d['’]origine|originale|inoltrato)
          | (?:ursprüngliche|weitergeleitete)\ nachricht | (?:oorspronkelijk|doorgestuurd)\ bericht
          | (?:ursprungligt|vidarebefordrat)\ meddelande | пересылаемое\ сообщение
        )[\ \t]*[-_]{2,}
        | (?:begin\ forwarded\ message|début\ du\ message\ (?:transféré|réexpédié)|anfang\ der\ weitergeleiteten\ nachricht|inicio\ del\ mensaje\ reenviado|inizio\ messaggio\ inoltrato|início\ da\ mensagem\ encaminhada)\ ?:)[\ \t]*$",
);
/// "On Mon, Jan 9, 2023 at 6:39 PM, Rosa Alvarez <rosa@farm.example> wrote:", wrapped or not.
static WROTE: Pattern = Pattern::new(
    r"(?m)^[ \t>]*(?:On|Le|Am|El|Il|Em|Op|Den|W dniu) [^\n]{0,120}?\d[^\n]{0,120}(?:\n[ \t>]*[^\n]{1,120})?(?:\bwrote|a écrit|schrieb[^\n]{0,80}|escribió|ha scritto|escreveu|schreef[^\n]{0,80}|skrev[^\n]{0,80}|pisze) ?:[ \t]*$",
);
/// Such a line names a time, an address or a date in figures; "On May 3 the agency wrote:" is prose.
static MACHINE_WRITTEN: Pattern = Pattern::new(r"\d:\d\d|\w@\w|\d[/.-]\d{1,2}[/.-]\d");
/// Mail headers in the middle, one a line.
static HEADER_LINE: Pattern = Pattern::new(
    r"(?i)^[ \t>*]*(?:from|sent|to|cc|bcc|date|subject|reply-to|importance|attachments?|de|enviado(?: el)?|para|asunto|fecha|envoyé|objet|sujet|pour|à|von|gesendet|datum|an|betreff|da|inviato|data|a|oggetto|assunto|enviada(?: em)?|van|verzonden|aan|onderwerp|från|skickat|till|ämne|fra|sendt|til|emne|от|кому|дата|тема|отправлено|发件人|收件人|发送时间|主题|差出人|宛先|日時|件名) ?[:：]\*?(?:\s|$)",
);
/// Outlook's headers of a forwarded mail, with or without a ruled line above.
static OUTLOOK: Pattern = Pattern::new(
    r"(?m)^[ \t>]*(?:[_-]{5,}[ \t]*\n[ \t>]*)?\*?(?:From|De|Von|Da|Van|Från|Fra|От|发件人|差出人) ?[:：]\*?[ \t]*\S[^\n]*\n[ \t>]*\*?(?:Sent|Date|Enviado(?: el)?|Fecha|Envoyé|Gesendet|Datum|Inviato|Data|Enviada(?: em)?|Verzonden|Skickat|Sendt|Дата|Отправлено|发送时间|日時|送信日時) ?[:：]\*?[ \t]*",
);
/// Most lines of the headers of a forwarded mail; folded lines count.
const MOST_HEADER_LINES: usize = 14;

/// The envelopes in a text, in its order. Most texts have none; each pattern looks for its own words first.
pub(super) fn find(text: &str) -> Vec<Zone> {
    let mut found: Vec<Zone> = Vec::new();
    if memmem::find(text.as_bytes(), b"<fdms_submission").is_some() {
        found.extend(xml_receipts(text));
    } else if memmem::find(text.as_bytes(), b"Page ").is_some() && PRINTED_RECEIPT.is_match(text) {
        for (kind, pattern) in
            [(ZoneKind::Header, &PRINTED_RECEIPT), (ZoneKind::Footer, &PRINTED_TRAILER)]
        {
            found.extend(pattern.find_iter(text).map(|part| Zone { kind, span: part.range() }));
        }
    }
    let top = after_receipts(text, &found);
    if let Some(end) = flat_headers(&text[top..]) {
        found.push(Zone { kind: ZoneKind::Header, span: top..top + end });
    }
    found.extend(forwarding_headers(text, top).map(|span| Zone { kind: ZoneKind::Header, span }));
    found.sort_unstable_by_key(|zone| (zone.span.start, usize::MAX - zone.span.end));
    without_overlaps(text, found)
}

/// Receipts as XML: what stands before the comment is header, what stands behind it is footer.
fn xml_receipts(text: &str) -> Vec<Zone> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = position(text, at, "<fdms_submission") {
        let start = text[at..open]
            .rfind("<?xml")
            .map(|start| at + start)
            .filter(|start| text[*start..open].trim_end().ends_with("?>"))
            .unwrap_or(open);
        let Some(comment) = position(text, open, COMMENT_TAG) else {
            break;
        };
        let tag_end = comment + COMMENT_TAG.len();
        let opened = text[tag_end..].trim_start();
        let inner = match opened.strip_prefix("<![CDATA[") {
            Some(inner) => text.len() - inner.len(),
            None => tag_end,
        };
        let close = position(text, inner, "</comment>").unwrap_or(text.len());
        let body = text[inner..close].trim_end();
        let trailer = inner + body.strip_suffix("]]>").unwrap_or(body).len();
        let end = position(text, close, SUBMISSION_END)
            .map_or(text.len(), |last| last + SUBMISSION_END.len());
        for (kind, span) in [(ZoneKind::Header, start..inner), (ZoneKind::Footer, trailer..end)] {
            found.push(Zone { kind, span });
        }
        at = end;
    }
    found
}

const COMMENT_TAG: &str = "<comment>";
const SUBMISSION_END: &str = "</fdms_submission>";

/// Where `word` stands in `text` from `start` on.
fn position(text: &str, start: usize, word: &str) -> Option<usize> {
    text[start..].find(word).map(|at| start + at)
}

/// Where the text goes on behind the receipts at its top.
fn after_receipts(text: &str, receipts: &[Zone]) -> usize {
    let mut top = 0;
    while let Some(next) = receipts.iter().find(|zone| {
        zone.span.start >= top
            && zone.span.end > top
            && text[top..zone.span.start].trim().is_empty()
    }) {
        top = next.span.end;
    }
    top
}

/// How many bytes at the top are mail headers flattened to a line, or to two columns.
fn flat_headers(text: &str) -> Option<usize> {
    if !text.trim_start().starts_with("From:") {
        return None;
    }
    if let Some(labels) = LABELS.find(text) {
        return Some(labels.end() + values(&text[labels.end()..], labels.as_str()));
    }
    let found = FLAT_HEADERS.find(text).or_else(|| FLAT_HEADERS_TO_TIME.find(text))?;
    let ruled = found.as_str().ends_with(['-', '_']);
    Some(if ruled { found.end() } else { to_salutation(text, found.end()) })
}

/// The end of the subject is told by the salutation only.
fn to_salutation(text: &str, end: usize) -> usize {
    let line = text[end..].split('\n').next().unwrap_or_default();
    match SALUTATION.find(line) {
        Some(salutation) if salutation.start() <= SUBJECT_REACH => end + salutation.start(),
        _ => end,
    }
}

/// How many bytes behind the labels are their values: a line each, or all on one line.
fn values(text: &str, labels: &str) -> usize {
    let n_labels = labels.matches(':').count();
    let mut end = 0;
    let mut lines: Vec<&str> = Vec::new();
    for line in text.split_inclusive('\n') {
        if lines.len() == n_labels {
            break;
        }
        end += line.len();
        lines.extend(Some(line).filter(|line| !line.trim().is_empty()));
    }
    if lines.len() == n_labels
        && lines.iter().all(|line| line.chars().count() <= 120 && !SALUTATION.is_match(line))
        && lines.iter().any(|line| TIME.is_match(line))
    {
        return end;
    }
    VALUES_TO_TIME
        .find(text)
        .filter(|time| !SALUTATION.is_match(time.as_str()))
        .map_or(0, |time| to_salutation(text, time.end()))
}

/// Headers of forwarded and answered mails. Headers at the very top are the letter's own.
fn forwarding_headers(text: &str, top: usize) -> impl Iterator<Item = Range<usize>> + '_ {
    // Most texts hold none of these words; looking for them is cheap.
    static WORD: Pattern = Pattern::new(
        r"(?m)(?:From|De|Von|Da|Van|Från|Fra|От|发件人|差出人) ?[:：]|(?:wrote|écrit|escribió|scritto|escreveu|pisze) ?:[ \t]*$|schrieb |schreef |skrev |(?i:forwarded|original|origine|transféré|réexpédié|nachricht|reenviad|encaminhad|inoltrat|bericht|meddeland|сообщение)",
    );
    // Each stands on a line with a colon or strokes.
    let is_possible = lines_with(text, [b':', b'-', b'_']).any(|(_, line)| {
        (line.contains(':') || line.contains("--") || line.contains("__")) && WORD.is_match(line)
    }) || text.contains('：') && WORD.is_match(text);
    let headers = is_possible.then(move || {
        let marked =
            FORWARDED.find_iter(text).map(|line| line.start()..header_lines_end(text, line.end()));
        let outlook = OUTLOOK
            .find_iter(text)
            .filter(move |block| !text[top..block.start().max(top)].trim().is_empty())
            .map(|block| block.start()..header_lines_end(text, block.start()));
        let wrote = WROTE
            .find_iter(text)
            .filter(|line| MACHINE_WRITTEN.is_match(line.as_str()))
            .map(|line| line.range());
        marked.chain(outlook).chain(wrote)
    });
    headers.into_iter().flatten()
}

/// The end of the mail headers that begin at `start` or behind empty lines there.
fn header_lines_end(text: &str, start: usize) -> usize {
    let (mut end, mut at) = (start, start);
    let mut in_headers = false;
    for line in text[start..].split_inclusive('\n').take(MOST_HEADER_LINES) {
        let visible = line.trim_matches(|c: char| c.is_whitespace() || c == '>');
        at += line.len();
        let is_rule = visible.len() >= 5 && visible.bytes().all(|byte| matches!(byte, b'_' | b'-'));
        if HEADER_LINE.is_match(line) || is_rule {
            in_headers = true;
            end = at;
        } else if visible.is_empty() {
            if in_headers {
                break;
            }
        } else if !in_headers
            || !HEADER_LINE.is_match(text[at..].lines().next().unwrap_or_default())
        {
            // A folded line is followed by another header.
            break;
        }
    }
    end
}

/// Drops what begins inside an earlier envelope, and trims white space.
fn without_overlaps(text: &str, found: Vec<Zone>) -> Vec<Zone> {
    let mut kept: Vec<Zone> = Vec::new();
    for mut zone in found {
        let own = &text[zone.span.clone()];
        zone.span.start += own.len() - own.trim_start().len();
        zone.span.end -= own.len() - own.trim_end().len();
        let begins_inside = kept.last().is_some_and(|last| zone.span.start < last.span.end);
        if zone.span.start < zone.span.end && !begins_inside {
            kept.push(zone);
        }
    }
    kept
}
