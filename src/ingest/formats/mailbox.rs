//! Mail folders: mbox, many mails in one file, and Maildir, one mail per file.
//!
//! An mbox is split at lines that begin with "From " only where they look written by a mail program: after an empty
//! line, and ending in a time and a year, or above the headers of a mail. "From now on I object" begins no mail.

use std::sync::LazyLock;

use regex::bytes::Regex;

use super::format::{Seams, Structure};
use super::input::{InputBytes, InputPiece, extension};
use super::mail;

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

/// A mail folder in one file.
pub(super) struct Mailbox;

impl Structure for Mailbox {
    fn is_of(&self, input: &InputBytes<'_>) -> bool {
        is_mailbox(input.bytes) && extension(input.place) != "eml"
    }

    fn seams(&self, _: &InputBytes<'_>) -> Seams {
        Seams::Mails
    }

    fn pieces<'a>(&self, input: &InputBytes<'a>) -> Vec<InputPiece<'a>> {
        let mut starts = seams(input.bytes);
        starts.push(input.bytes.len());
        // A single mail with its envelope still on is no folder.
        if starts.len() == 2 && !input.is_block() && extension(input.place) != "mbox" {
            return vec![InputPiece::new(input.place, input.bytes, mail::read)];
        }
        let mails = starts.windows(2).map(|range| &input.bytes[range[0]..range[1]]).enumerate();
        mails.map(|(nth, mail)| InputPiece::numbered(input, nth, mail, mail::read)).collect()
    }

    /// Where the last mail of a block begins, which may not be whole; `None` where it is the only one.
    fn last_seam(&self, block: &InputBytes<'_>) -> Option<usize> {
        seams(block.bytes).pop().filter(|seam| *seam > 0)
    }
}

/// Whether a file is an mbox: it begins with an envelope line and a header below it.
fn is_mailbox(bytes: &[u8]) -> bool {
    let below = mail::without_envelope(bytes).split(|byte| *byte == b'\n').next();
    begins_mail(bytes) && below.is_some_and(|line| line.contains(&b':'))
}

/// Whether some bytes begin with an envelope line. Where that has no time and no year, what stands below it tells.
fn begins_mail(bytes: &[u8]) -> bool {
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii_end();
    if ENVELOPE.is_match(line) {
        return true;
    }
    if !BARE_ENVELOPE.is_match(line) {
        return false;
    }
    let names = mail::header_names(mail::without_envelope(bytes));
    let names: Vec<String> = names.filter(|name| mail::is_mail_header(name)).collect();
    names.len() >= FEWEST_HEADERS && names.iter().any(|name| name == "from")
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
fn seams(bytes: &[u8]) -> Vec<usize> {
    let mut seams = vec![0];
    seams.extend(later_seams(bytes));
    seams
}

/// Bytes before a mail that tell that it begins: an empty line.
pub(super) const BEFORE_SEAM: usize = 3;

/// The beginnings of mails that are not the first. One whose first lines are cut off counts as none.
pub(super) fn later_seams(bytes: &[u8]) -> impl Iterator<Item = usize> {
    candidates(bytes).filter(|start| begins_mail(&bytes[*start..]))
}

/// Whether a mail of a mailbox may hold another: a line that begins no mail by the rules has a mail's header below it.
pub(super) fn may_hold_more(mail: &[u8]) -> bool {
    candidates(mail).any(|start| {
        let below = mail::header_names(mail::without_envelope(&mail[start..])).next();
        below.is_some_and(|name| mail::is_mail_header(&name)) && !begins_mail(&mail[start..])
    })
}

/// Where lines begin with "From " after an empty one.
fn candidates(bytes: &[u8]) -> impl Iterator<Item = usize> {
    static CANDIDATE: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\n\r?\n(From )").expect("the pattern is valid"));
    let candidates = CANDIDATE.captures_iter(bytes);
    candidates.filter_map(|captures| Some(captures.get(1)?.start()))
}

/// Takes back the quoting of body lines that begin with "From " (mboxrd: one `>` off).
pub(super) fn unquoted(bytes: &[u8]) -> std::borrow::Cow<'_, [u8]> {
    static QUOTED: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?m)^>(>*From )").expect("the pattern is valid"));
    QUOTED.replace_all(bytes, b"$1".as_slice())
}

#[cfg(test)]
mod tests {
    use super::{is_mailbox, is_maildir, may_hold_more, seams, unquoted};

    const FOLDER: &[u8] =
        b"From rosa@mail.example Mon Mar  3 10:04:00 2031\nSubject: one\n\nI object.\n\n\
        From now on I object.\n\n>From the river to the mill.\n\n\
        From oswin@mail.example Tue Mar  4 11:05:00 2031 +0100\nSubject: two\n\nSo do I.\n";

    #[test]
    fn mails_begin_at_envelopes_only() {
        assert!(is_mailbox(FOLDER));
        let starts = seams(FOLDER);
        assert_eq!(starts.len(), 2);
        assert!(FOLDER[starts[1]..].starts_with(b"From oswin"));
        assert!(!is_mailbox(b"From now on I object.\nSubject: none\n"));
    }

    #[test]
    fn envelopes_without_a_time_are_known_by_the_headers_below_them() {
        let headers = "From: Rosa <rosa@mail.example>\nSubject: Ferry\n";
        let folder = |line: &str, headers: &str| {
            let mail = format!("{line}\n{headers}\nI object.\n\n");
            [mail.as_str(); 3].concat().into_bytes()
        };
        for line in [
            "From -",
            "From - ",
            "From rosa@mail.example",
            "From rosa@mail.example\r",
            "From rosa@mail.example Mon, 3 Mar 2031 10:04:00 +0100",
            "From rosa@mail.example 2031-03-03T10:04:00Z",
            "From rosa@mail.example Mon Mar  3 10:04",
            "From MAILER-DAEMON",
        ] {
            let folder = folder(line, headers);
            assert!(is_mailbox(&folder), "{line}");
            assert_eq!(seams(&folder).len(), 3, "{line}");
        }
        // Lines that letters begin with, and letters that are quoted.
        for (line, headers, may_be_mail) in [
            ("From now on I object.", headers, true),
            ("From Rosa", headers, true),
            ("From rosa@mail.example I have this:", headers, true),
            ("From rosa@mail.example", "To: the board\nSubject: Ferry\n", true),
            ("From rosa@mail.example", "Subject: Ferry\n", true),
            ("From rosa@mail.example", "I have it in writing: no ferry.\n", false),
            ("From rosa@mail.example", "", false),
        ] {
            let folder = folder(line, headers);
            assert!(!is_mailbox(&folder), "{line} {headers}");
            assert_eq!(seams(&folder).len(), 1, "{line} {headers}");
            assert_eq!(may_hold_more(&folder), may_be_mail, "{line} {headers}");
        }
        assert!(!may_hold_more(FOLDER));
    }

    #[test]
    fn quoted_lines_get_their_from_back() {
        assert_eq!(
            &*unquoted(b"a\n>From b\n>>From c\n> From d\n"),
            b"a\nFrom b\n>From c\n> From d\n"
        );
    }

    #[test]
    fn maildir_files_are_known_by_their_folder() {
        assert!(is_maildir("box/cur/1081264140.M1P2.host:2,S") && is_maildir("new/1234"));
        assert!(!is_maildir("box/tmp/1234") && !is_maildir("cur/notes.txt"));
    }
}
