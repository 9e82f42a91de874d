//! Where the footer of a mail service, a disclaimer or a campaign trailer begins.

use std::sync::LazyLock;

use regex::Regex;

use super::line::{TextLine, paragraphs};
use crate::ingest::patterns::{Pattern, begins_with, pattern};

/// First words of footers met in real mail.
const OPENINGS: &[&str] = &[
    "aol now offers",
    "checked by avg",
    "confidentiality note",
    "confidentiality notice",
    "confidentiality statement",
    "consider the environment before printing",
    "do you yahoo",
    "express yourself instantly",
    "get a free ",
    "get outlook for",
    "get your free ",
    "incoming mail is certified",
    "introducing the new netscape",
    "join the world's largest e",
    "join the world’s largest e",
    "no virus found in",
    "outgoing mail is certified",
    "please consider the environment before printing",
    "please think of the environment before printing",
    "privacy note",
    "privacy notice",
    "privacy statement",
    "stop more spam",
    "the best thing to hit the internet",
    "think of the environment before printing",
    "to opt out",
    "to stop receiving",
    "to unsubscribe",
    "virus-free.",
];
/// Footers that name what sent the mail, or what protects from viruses.
static NAMES_PRODUCT: Pattern = Pattern::new(
    |line| begins_with(line, &["sent ", "protect your ", "help your "]),
    || {
        pattern(
            r"(?ix)^(
            sent\ (from|via|through|with|using)\ (my|the|mail\ for|yahoo|aol|outlook|samsung|proton|\S+\ mail|[a-z0-9_.-]+\.[a-z]{2,}|.{1,60}\ (action|advocacy)\ center)
          | (protect|help)\ your\ (pc|computer)\b.{0,40}(msn|mcafee|norton)
        )",
        )
    },
);
/// Footers that speak of the mail that they stand in.
static NAMES_MAIL: Pattern = Pattern::new(
    |line| {
        let kinds = ["e-mail", "email", "message", "letter", "comment", "communication"];
        ["this ", "the "]
            .iter()
            .any(|word| begins_with(line, &[word]) && begins_with(&line[word.len()..], &kinds))
    },
    || {
        pattern(
            r"(?ix)^(this|the)\ (
            (e-?mail|message|letter|comment)\ (was|has\ been|is\ being)\ (sent|submitted|checked|scanned|generated|delivered)\b
          | (e-?mail|message|communication)[^.]{0,80}(confidential|privileged|intended\ (only|solely)|sole\ use)
        )",
        )
    },
);

static RULE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[-_*=~#+]{3,}$"));

/// Words of advertisement and transport that a footer after a ruled line holds.
static TRAILER_WORDS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)https?://|www\.|\b(yahoo|msn|hotmail|juno|netscape|aol|free|sent|virus|internet|e-?mail|click|subscri\w+|action center)\b",
    )
});

/// How many lines a footer has at the most.
const LONGEST_FOOTER: usize = 12;

/// The index of the first footer line, or the number of lines where there is no footer.
pub(super) fn start(lines: &[TextLine<'_>]) -> usize {
    let mut start = lines.len();
    for paragraph in paragraphs(lines).into_iter().rev() {
        let own = &lines[paragraph.clone()];
        let Some(opening) = own.iter().position(|line| is_opening(line.text)) else {
            if is_ruled_trailer(own) {
                start = paragraph.start;
                continue;
            }
            break;
        };
        let ruled = own[..opening].iter().rev().take_while(|line| RULE.is_match(line.text)).count();
        let first = opening - ruled;
        // A sentence of a letter can begin like a footer: it must end the text, and be short.
        if own.len() - first > LONGEST_FOOTER || is_prose_before(&own[..first], own.len() - first) {
            break;
        }
        start = paragraph.start + first;
        if first > 0 {
            break;
        }
    }
    if start == 0 || lines[..start].iter().all(|line| !line.is_visible()) {
        lines.len()
    } else {
        start
    }
}

/// Whether a line begins a footer.
fn is_opening(line: &str) -> bool {
    begins_with(line, OPENINGS) || NAMES_PRODUCT.is_match(line) || NAMES_MAIL.is_match(line)
}

/// A ruled line followed by a few lines that speak of mail.
fn is_ruled_trailer(own: &[TextLine<'_>]) -> bool {
    let [rule, rest @ ..] = own else { return false };
    RULE.is_match(rule.text)
        && rest.len() < LONGEST_FOOTER
        && rest.iter().all(|line| line.text.chars().count() <= 100)
        && rest.iter().any(|line| TRAILER_WORDS.is_match(line.text))
}

/// Whether the would-be footer continues a sentence of the lines above it.
fn is_prose_before(above: &[TextLine<'_>], n_footer_lines: usize) -> bool {
    let Some(last) = above.last() else {
        return false;
    };
    n_footer_lines > 4 && last.text.ends_with(|c: char| c.is_alphanumeric() || c == ',')
}
