//! Where the footer of a mail service, a disclaimer or a campaign trailer begins.

use std::sync::LazyLock;

use super::gateway;
use super::line::{TextLine, paragraphs};
use crate::ingest::patterns::{Pattern, begins_with, list};

/// First words of footers met in real mail.
static OPENINGS: LazyLock<Vec<&str>> = LazyLock::new(|| list("footers").collect());
/// First words of those that follow.
static FIRST_WORDS: LazyLock<Vec<&str>> =
    LazyLock::new(|| list("first words of footers").flat_map(|line| line.split('|')).collect());

/// Footers that name what sent the mail, what protects from viruses, or why it has errors.
static NAMES_PRODUCT: Pattern = Pattern::new(
    r"(?ix)^(
            sent\ (from|via|through|with|using|by|on)\ (my|the|an?\ (mobile|cell|smart|phone|tablet|device|handheld|ipad|iphone|android)|mail\ for|yahoo|aol|gmail|hushmail|outlook|samsung|galaxy|iphone|ipad|android|blackberry|proton|\S+\ mail|[a-z0-9_.-]+\.[a-z]{2,}|.{1,60}\ (action|advocacy)\ center)
          | typed\ (on|with)\ .{0,30}(phone|mobile|tablet|ipad|device|thumb)
          | (please\ |pls\ )?(excuse|forgive|pardon|(sorry|apologies|apologise|apologize)\ for)\ .{0,40}(typo|brevity|terse|autocorrect|auto-correct|mobile|phone)
          | (protect|help)\ your\ (pc|computer)\b.{0,40}(msn|mcafee|norton)
        )",
);
/// Footers that speak of the mail that they stand in: that it was sent or searched for viruses, or is for some people alone.
static NAMES_MAIL: Pattern = Pattern::new(
    r"(?ix)^(
            (this|the)\ ((e-?mail|message|letter|comment)\ (was|has\ been|is\ being)\ (sent|submitted|checked|scanned|generated|delivered)\b
          | (e-?mail|message|communication)[^.]{0,80}(confidential|privileged|intended\ (only|solely)|sole\ use))
          | \S+\ (\S+\ ){0,2}(e-?mail|mail|message|courriel|correo|mensaje|mensagem|messaggio|nachricht|bericht|meddelande|zpráva|wiadomość|письмо|сообщение)
            \b.{0,160}(geprüft|überprüft|vérifi|analizad|verificad|verificat|gecontroleerd|gescand|escanead|avast|kaspersky|norton|mcafee|kontroller|проверен|confidentiel|confidenci|vertraulich|vertrouwelijk|riservat|konfiden|poufn|důvěrn|конфиденц)
          | (l['’]absence\ de|el\ software\ de\ anti)\ ?virus
        )",
);

/// A ruled line, also one of points and strokes, or of two strokes alone.
static RULE: Pattern = Pattern::guarded(
    |line| line.starts_with(|c: char| c.is_ascii_punctuation()),
    r"^(?:--|[-_*=~#+.,]{2}[-_*=~#+.,]+)$",
);

/// Words of advertisement and transport that a footer after a ruled line holds.
static TRAILER_WORDS: Pattern = Pattern::new(
    r"(?i)https?://|www\.|\b(yahoo|msn|hotmail|juno|netscape|aol|free|sent|virus|internet|e-?mail|mailing list|click|(un)?subscri\w+|action center)\b",
);

/// How many lines a footer has at the most.
const LONGEST_FOOTER: usize = 12;
/// Lines of the name of a list, and of the ruled lines around it, at the most.
const LONGEST_LIST_NAME: usize = 4;
/// Characters of a line of such a footer at the most: links of a list stand in one.
const LONGEST_TRAILER_LINE: usize = 120;

/// The index of the first footer line, or the number of lines where there is no footer.
pub(super) fn start(lines: &[TextLine<'_>]) -> usize {
    let mut start = lines.len();
    for paragraph in paragraphs(lines).into_iter().rev() {
        let own = &lines[paragraph.clone()];
        let opening = own.iter().position(|line| is_opening(line.text));
        let written = own.iter().map(|line| line.text).collect::<Vec<_>>().join("\n");
        if opening == Some(0) && own.len() <= LONGEST_FOOTER
            || gateway::length(&written) == written.len()
        {
            start = paragraph.start;
            continue;
        }
        let Some(opening) = opening else {
            let Some(rule) = ruled_trailer(own) else { break };
            start = paragraph.start + rule;
            if rule > 0 {
                break;
            }
            continue;
        };
        // A list names itself between its ruled line and what it says of itself.
        let named = opening.saturating_sub(LONGEST_LIST_NAME);
        let rule = own[named..opening].iter().position(|line| RULE.is_match(line.text));
        let first = rule.map_or(opening, |rule| named + rule);
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
    begins_with(line, &OPENINGS)
        || begins_with(line, &FIRST_WORDS)
            && (NAMES_PRODUCT.is_match(line) || NAMES_MAIL.is_match(line))
        || line.ends_with(" gesendet.") && line.starts_with("Diese")
        || line.ends_with("から送信")
}

/// Where a ruled line stands that is followed by a few lines that speak of mail.
fn ruled_trailer(own: &[TextLine<'_>]) -> Option<usize> {
    let rule = own.iter().position(|line| RULE.is_match(line.text))?;
    let rest = &own[rule + 1..];
    let is_trailer = rest.len() < LONGEST_FOOTER
        && rest.iter().all(|line| line.text.chars().count() <= LONGEST_TRAILER_LINE)
        && rest.iter().any(|line| TRAILER_WORDS.is_match(line.text));
    is_trailer.then_some(rule)
}

/// Whether the would-be footer continues a sentence of the lines above it.
fn is_prose_before(above: &[TextLine<'_>], n_footer_lines: usize) -> bool {
    let Some(last) = above.last() else {
        return false;
    };
    n_footer_lines > 4 && last.text.ends_with(|c: char| c.is_alphanumeric() || c == ',')
}
