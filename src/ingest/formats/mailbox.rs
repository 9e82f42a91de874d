//! Where mails begin: in a file that is one, in a mail folder of one file (mbox) or of many (Maildir).
//!
//! An mbox is split at lines that begin with "From " only where they look written by a mail program: after an empty
//! line, and ending in a time and a year, or above the headers of a mail. "From now on I object" begins no mail. Where a
//! mail tells how long it is, and another one or nothing begins behind it, no mail begins in it.

use std::sync::LazyLock;

use regex::bytes::Regex;

/// Header names that a transport writes; a letter typed by hand does not have them on top.
const TRANSPORT_HEADERS: &[&str] =
    &["received", "mime-version", "content-type", "content-transfer-encoding", "delivered-to"];
/// Any of these makes an .eml file a mail.
const MAIL_HEADERS: &[&str] =
    &["from", "to", "subject", "date", "message-id", "return-path", "sender", "reply-to", "cc"];

/// `From sender Mon Mar  3 10:04:00 2031`, with a zone before or after the year or not.
static ENVELOPE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^From \S.*\b\d{1,2}:\d{2}(?::\d{2})?\b.*\b(?:19|20)\d{2}\b.{0,12}$")
        .expect("the pattern is valid")
});

/// `From -`, `From sender@host`, with a date in any form behind it or not.
static BARE_ENVELOPE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^From (?:-|[^\s@]+@\S+|MAILER-DAEMON)(?:\s+(?:[A-Z][a-z]{2},?\s.*|\d.*))?$")
        .expect("the pattern is valid")
});
/// Headers that mails have, which stand below an envelope that lacks its time, at the least.
const FEWEST_HEADERS: usize = 2;

/// Whether the bytes begin with mail headers, of which one is such that only a transport writes it: people print From: and
/// To: on top of letters, too.
pub(super) fn is_mail(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(16 << 10)];
    let below = without_envelope(head);
    let names: Vec<String> = header_names(below).collect();
    let is_enveloped = below.len() < head.len();
    names.iter().any(|name| MAIL_HEADERS.contains(&name.as_str()))
        && (is_enveloped || names.iter().any(|name| TRANSPORT_HEADERS.contains(&name.as_str())))
}

/// Names of the headers that some bytes begin with, in lower case.
fn header_names(bytes: &[u8]) -> impl Iterator<Item = String> {
    bytes
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.starts_with(b" ") && !line.starts_with(b"\t"))
        .map_while(|line| {
            let name = &line[..line.iter().position(|byte| *byte == b':')?];
            let is_header = !name.is_empty()
                && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
            is_header.then(|| String::from_utf8_lossy(name).to_ascii_lowercase())
        })
}

/// Whether mails have a header of this name, in lower case, for the most part.
fn is_mail_header(name: &str) -> bool {
    TRANSPORT_HEADERS.contains(&name) || MAIL_HEADERS.contains(&name)
}

/// Leaves out what Apple's program puts around a mail in a file of its own: its length on a line above it, and its marks
/// behind it.
pub(super) fn without_frame(bytes: &[u8]) -> &[u8] {
    let line = bytes.iter().position(|byte| *byte == b'\n').map(|end| bytes.split_at(end + 1));
    line.and_then(|(length, rest)| {
        let n_bytes: usize = str::from_utf8(length.trim_ascii()).ok()?.parse().ok()?;
        rest.get(..n_bytes)
    })
    .unwrap_or(bytes)
}

/// Leaves out the `From …` line that mail folders put above a mail.
pub(super) fn without_envelope(bytes: &[u8]) -> &[u8] {
    match bytes.iter().position(|byte| *byte == b'\n') {
        Some(end) if bytes.starts_with(b"From ") => &bytes[end + 1..],
        _ => bytes,
    }
}

/// Whether a file is an mbox: it begins with an envelope line and a header below it.
pub(super) fn is_mailbox(bytes: &[u8]) -> bool {
    let below = without_envelope(bytes).split(|byte| *byte == b'\n').next();
    begins_mail(bytes) && below.is_some_and(|line| line.contains(&b':'))
}

/// Whether some bytes begin with an envelope line. Where that has no time and no year, what stands below it tells.
fn begins_mail(bytes: &[u8]) -> bool {
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii_end();
    // Few files do, and the patterns take long to make.
    if !line.starts_with(b"From ") {
        return false;
    }
    if ENVELOPE.is_match(line) {
        return true;
    }
    BARE_ENVELOPE.is_match(line) && has_headers(bytes)
}

/// Whether headers stand below the first line that tell it to be an envelope.
fn has_headers(bytes: &[u8]) -> bool {
    let names: Vec<String> =
        header_names(without_envelope(bytes)).filter(|name| is_mail_header(name)).collect();
    names.len() >= FEWEST_HEADERS && names.iter().any(|name| name == "from")
}

/// Where a mail ends that tells how long it is, if something begins there or nothing is left.
fn told_end(bytes: &[u8]) -> Option<usize> {
    static LENGTH: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\nContent-Length:[ \t]*(\d{1,12})[ \t]*\r?\n")
            .expect("the pattern is valid")
    });
    static HEAD_END: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\n\r?\n").expect("the pattern is valid"));
    let head = HEAD_END.find(bytes)?.end();
    let length: usize = str::from_utf8(&LENGTH.captures(&bytes[..head])?[1]).ok()?.parse().ok()?;
    let end = head.checked_add(length)?;
    let rest = bytes.get(end..)?;
    let n_blank = rest.len() - rest.trim_ascii_start().len();
    let next = &rest[n_blank..];
    (next.is_empty() || next.starts_with(b"From ")).then_some(end)
}

/// Whether a file lies in the `cur` or `new` folder of a Maildir.
pub(super) fn is_maildir(place: &str) -> bool {
    let mut parts = place.rsplit('/');
    parts
        .next()
        .is_some_and(|name| !name.contains('.') || name.contains(":2,") || name.contains(".eml"))
        && matches!(parts.next(), Some("cur" | "new"))
}

/// The beginnings of all mails.
pub(super) fn boundaries(bytes: &[u8]) -> Vec<usize> {
    let mut boundaries = vec![0];
    let mut within = told_end(bytes).unwrap_or(0);
    for start in later_boundaries(bytes) {
        if start >= within {
            boundaries.push(start);
            within = told_end(&bytes[start..]).map_or(start, |length| start + length);
        }
    }
    boundaries
}

/// Bytes before a mail that tell that it begins: an empty line, or the end of one that is not.
pub(in crate::ingest) const BEFORE_BOUNDARY: usize = 3;

/// The beginnings of mails that are not the first. One whose first lines are cut off counts as none.
pub(super) fn later_boundaries(bytes: &[u8]) -> impl Iterator<Item = usize> {
    candidates(bytes).filter(|start| {
        let is_apart = bytes[..start - 1].ends_with(b"\n") || bytes[..start - 1].ends_with(b"\n\r");
        begins_mail(&bytes[*start..]) && (is_apart || has_headers(&bytes[*start..]))
    })
}

/// Whether a mail of a mailbox may hold another: a line that begins no mail by the rules has a mail's header below it.
pub(super) fn may_hold_more(mail: &[u8]) -> bool {
    candidates(mail).any(|start| {
        let below = header_names(without_envelope(&mail[start..])).next();
        below.is_some_and(|name| is_mail_header(&name)) && !begins_mail(&mail[start..])
    })
}

/// Where lines begin with "From ".
fn candidates(bytes: &[u8]) -> impl Iterator<Item = usize> {
    memchr::memmem::find_iter(bytes, b"\nFrom ").map(|line_end| line_end + 1)
}

/// Takes back the quoting of body lines that begin with "From " (mboxrd: one `>` off).
pub(super) fn unquoted(bytes: &[u8]) -> std::borrow::Cow<'_, [u8]> {
    static QUOTED: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?m)^>(>*From )").expect("the pattern is valid"));
    QUOTED.replace_all(bytes, b"$1".as_slice())
}

#[cfg(test)]
mod tests {
    use super::{boundaries, is_mailbox, is_maildir, may_hold_more, unquoted};
    use crate::ingest::cases;

    #[test]
    fn mails_begin_where_a_program_says_so() {
        for case in cases::rows(include_str!("mailbox.txt")) {
            let folder = case[0].repeat(3).into_bytes();
            let starts = boundaries(&folder);
            let first = &folder[..starts.get(1).copied().unwrap_or(folder.len())];
            let found =
                if may_hold_more(first) { "more".to_owned() } else { starts.len().to_string() };
            assert_eq!((&found, is_mailbox(&folder)), (&case[1], starts.len() > 1), "{case:?}");
        }
    }

    #[test]
    fn quoting_and_maildirs() {
        let quoted = b"a\n>From b\n>>From c\n> From d\n";
        assert_eq!(&*unquoted(quoted), b"a\nFrom b\n>From c\n> From d\n");
        assert!(is_maildir("box/cur/1081264140.M1P2.host:2,S") && is_maildir("new/1234"));
        assert!(!is_maildir("box/tmp/1234") && !is_maildir("cur/notes.txt"));
    }
}
