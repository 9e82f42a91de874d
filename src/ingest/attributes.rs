//! What is known about a comment besides its text.

use std::sync::LazyLock;

use regex::Regex;

use super::docket_ids;
use crate::corpus::{Attributes, Timestamp, Zone, ZoneKind, ZoneLines};

/// Mail providers of private people: their domains are not relayers (FORMATS.md §1.10).
const FREE_MAIL: &[&str] = &[
    "aol.com",
    "att.net",
    "attbi.com",
    "bellsouth.net",
    "charter.net",
    "comcast.net",
    "cox.net",
    "earthlink.net",
    "excite.com",
    "gmail.com",
    "googlemail.com",
    "hotmail.com",
    "icloud.com",
    "juno.com",
    "live.com",
    "mac.com",
    "me.com",
    "mindspring.com",
    "msn.com",
    "netzero.net",
    "optonline.net",
    "outlook.com",
    "prodigy.net",
    "proton.me",
    "protonmail.com",
    "rocketmail.com",
    "sbcglobal.net",
    "sonic.net",
    "verizon.net",
    "yahoo.com",
    "ymail.com",
];

/// Mail servers of agencies and of filtering services: they receive, they do not relay.
const RECEIVERS: &[&str] = &[
    "epa.gov",
    "regs.gov",
    "regulations.gov",
    "house.gov",
    "senate.gov",
    "pphosted.com",
    "mimecast.com",
];

/// The registrable domain of a mass mailer, from the first domain that is neither a private
/// provider's nor a receiver's. `candidates` are host names or addresses, most telling first.
pub(super) fn relayer<'a>(
    candidates: impl IntoIterator<Item = &'a str>,
    sender_domain: Option<&str>,
) -> Option<String> {
    candidates
        .into_iter()
        .filter_map(registrable_domain)
        .find(|domain| {
            !FREE_MAIL.contains(&domain.as_str())
                && !RECEIVERS.contains(&domain.as_str())
                && Some(domain.as_str()) != sender_domain
        })
}

/// `bounce@mail.list.example.org` → `example.org`.
pub(super) fn registrable_domain(host: &str) -> Option<String> {
    let host = host
        .rsplit('@')
        .next()?
        .trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase();
    let labels: Vec<&str> = host.split('.').collect();
    let is_host = labels.len() >= 2
        && labels.iter().all(|label| !label.is_empty())
        && labels.last()?.chars().all(char::is_alphabetic);
    // Second-level registries ("co.uk") keep three labels.
    let keep =
        if labels.len() >= 3 && labels.last()?.len() == 2 && labels[labels.len() - 2].len() <= 3 {
            3
        } else {
            2
        };
    is_host.then(|| labels[labels.len().saturating_sub(keep)..].join("."))
}

/// Reads a date as people and programs write it; out of 1970–2100 it is not believed.
pub(super) fn timestamp(date: &str) -> Option<Timestamp> {
    let date = date.trim();
    let iso = || {
        let timestamp: jiff::Timestamp = date.parse().ok()?;
        Some(timestamp.as_second())
    };
    // `2024-03-06T05:00Z` (bulk CSV) and plain dates.
    let civil = || {
        let civil: jiff::civil::DateTime = date.trim_end_matches('Z').parse().ok()?;
        Some(
            civil
                .to_zoned(jiff::tz::TimeZone::UTC)
                .ok()?
                .timestamp()
                .as_second(),
        )
    };
    let mail = || {
        let parsed = mail_parser::DateTime::parse_rfc822(date)?;
        parsed.is_valid().then(|| parsed.to_timestamp())
    };
    let rfc2822 = || {
        Some(
            jiff::fmt::rfc2822::parse(date)
                .ok()?
                .timestamp()
                .as_second(),
        )
    };
    let found = iso().or_else(civil).or_else(mail).or_else(rfc2822)?;
    (0..4_102_444_800).contains(&found).then_some(found)
}

/// Adds what only the decoded text tells: cited dockets, and headers printed on top of it.
pub(super) fn complete(attributes: &mut Attributes, text: &str, zones: &[Zone], lines: &ZoneLines) {
    if !lines.header.is_empty() {
        from_printed_headers(attributes, &lines.header);
    }
    let own = std::mem::take(&mut attributes.dockets);
    let mut cited = Vec::new();
    docket_ids::find(
        attributes.subject.as_deref().unwrap_or_default(),
        &mut cited,
    );
    for zone in zones.iter().filter(|zone| zone.kind != ZoneKind::Footer) {
        docket_ids::find(&text[zone.span.clone()], &mut cited);
    }
    cited.sort_unstable();
    cited.dedup();
    attributes.cites_docket = !cited.is_empty();
    attributes.dockets = if cited.is_empty() { own } else { cited };
}

/// Mail headers that somebody printed into the text.
fn from_printed_headers(attributes: &mut Attributes, header: &str) {
    let value = |name: &str| {
        header.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name)
                .then(|| value.trim().to_owned())
        })
    };
    if attributes.subject.is_none() {
        attributes.subject = value("subject");
    }
    if attributes.timestamp.is_none() {
        attributes.timestamp = value("date")
            .or_else(|| value("sent"))
            .and_then(|date| timestamp(&date));
    }
    if let Some(from) = value("from") {
        let sender = registrable_domain(&from);
        let hops = [value("return-path"), value("message-id"), value("sender")];
        if attributes.relayer.is_none() {
            attributes.relayer =
                relayer(hops.iter().flatten().map(String::as_str), sender.as_deref());
        }
        if attributes.author.is_none() {
            let name = from
                .split('<')
                .next()
                .unwrap_or_default()
                .trim()
                .trim_matches('"');
            attributes.author = (!name.is_empty() && !name.contains('@')).then(|| name.to_owned());
        }
    }
    if attributes.recipients.is_empty() {
        attributes.recipients.extend(value("to"));
    }
}

/// Whole texts that say nothing (FORMATS.md §1.8), without outer punctuation.
static PLACEHOLDER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)^(?:
            (?:please\ |kindly\ |pls\ )?(?:see|find|review|read|refer\ to|view|open|post|accept|note|consider)?\ ?(?:the\ |our\ |my\ |this\ |full\ |written\ |additional\ )*
              (?:comments?|letter|document|file|submission|statement|pdf|response|text)?s?\ ?(?:is\ |are\ )?(?:in\ the\ |in\ )?(?:uploaded|attached|attachments?|enclosed)
              (?:\ (?:please\ )?(?:find|hereto|here|below|above|herein|for|from|of|to|the|our|my|a|an|comments?|letter|documents?|files?(?:\(s\))?|file\(s\)|pdf|attachments?|submission|statement|response|regarding|on|behalf|in|with|this|proposed|rule|version|word|copy|details|more|information|full|text|and|supporting|as))*
          | comments?(?:\ on\ [\w-]+)?|n/?a|none|no\ comments?|test(?:ing)?(?:\ comment)?|blank|nil|null|\.|please\ accept\ this
          | [\w.'\ -]{1,60}'s\ comments?
          | [\w\ ()_.,-]{1,120}\.(?:pdf|docx?|txt|rtf|wpd|jpe?g|png|tiff?|xlsx?)
          | (?:rin:?\ )?\d{4}-[a-z]{2}\d{2}
        )$",
    )
    .expect("the pattern is valid")
});

/// One sentence that does nothing but point to an attachment: "Please see the attached comments from
/// the Society of Lamplighters."
static POINTER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)^(?:
            (?:please\ |kindly\ |pls\ )?(?:see|find|review|read|refer\ to|view|accept|consider)\b[^.!?]{0,60}\b(?:attached|attachments?|enclosed|uploaded)\b[^.!?]{0,160}
          | (?:attached|enclosed)\ (?:is|are|please\ find|you\ will\ find|for)\b[^.!?]{0,160}
          | [^.!?]{0,100}\b(?:is|are|see|been|have)\ (?:attached|enclosed|uploaded)(?:\ (?:here|hereto|below|as\ a\ pdf|as\ an\ attachment))?
        )[.!]?$",
    )
    .expect("the pattern is valid")
});
/// Words of any placeholder at the most.
const LONGEST_PLACEHOLDER: usize = 40;
/// Words of such a sentence at the most.
const LONGEST_POINTER: usize = 25;

/// Why a comment has nothing to compare, where it has not.
pub(super) fn no_usable_text(text: &str, zones: &[Zone], n_tokens: usize) -> Option<&'static str> {
    if n_tokens == 0 {
        return Some("blank: no letter or digit in it");
    }
    if n_tokens > LONGEST_PLACEHOLDER {
        return None;
    }
    let main: Vec<&str> = zones
        .iter()
        .filter(|zone| zone.kind == ZoneKind::Main)
        .map(|zone| &text[zone.span.clone()])
        .collect();
    is_placeholder(&main.join(" "))
        .then_some("a placeholder: the comment itself is elsewhere, probably in an attachment")
}

/// Whether a text is blank or does nothing but point elsewhere.
pub(super) fn is_placeholder(text: &str) -> bool {
    if text.len() > 1000 {
        return false;
    }
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let flat = flat.trim_matches(|c: char| !c.is_alphanumeric() && c != '(' && c != ')');
    let is_pointer = flat.split(' ').count() <= LONGEST_POINTER && POINTER.is_match(flat);
    flat.is_empty() || is_pointer || flat.len() <= 200 && PLACEHOLDER.is_match(flat)
}

#[cfg(test)]
mod tests {
    use super::{no_usable_text, registrable_domain, relayer, timestamp};
    use crate::corpus::{Zone, ZoneKind};

    #[test]
    fn dates_as_found_in_dockets() {
        let second_of = |date: &str| timestamp(date);
        assert_eq!(second_of("2020-08-18T04:00:00Z"), Some(1_597_723_200));
        assert_eq!(second_of("2024-03-06T05:00Z"), Some(1_709_701_200));
        assert_eq!(second_of("2015-11-11T00:00:00-05:00"), Some(1_447_218_000));
        assert_eq!(
            second_of("Tue, 06 Apr 2004 10:09:00 -0500"),
            Some(1_081_264_140)
        );
        for garbage in [
            "",
            "3019-01-01T00:00:00Z",
            "0001-01-01T00:00:00Z",
            "Thu, 31 Feb",
            "soon",
        ] {
            assert_eq!(second_of(garbage), None, "{garbage}");
        }
    }

    #[test]
    fn relayers_are_registrable_domains_of_neither_providers_nor_receivers() {
        assert_eq!(
            registrable_domain("<bounce-1@mail.list.example.org>").as_deref(),
            Some("example.org")
        );
        assert_eq!(
            registrable_domain("a@b.example.co.uk").as_deref(),
            Some("example.co.uk")
        );
        assert_eq!(registrable_domain("localhost"), None);
        assert_eq!(
            relayer(["x@gmail.com", "m1.action.example"], None).as_deref(),
            Some("action.example")
        );
        assert_eq!(relayer(["rosa@farm.example"], Some("farm.example")), None);
    }

    #[test]
    fn placeholders_are_no_text_and_short_opinions_are() {
        let placeholder = |text: &str| {
            no_usable_text(
                text,
                &[Zone {
                    kind: ZoneKind::Main,
                    span: 0..text.len(),
                }],
                5,
            )
            .is_some()
        };
        for text in [
            "See attached file(s)",
            "“See attached”",
            "Please see the attached letter.",
            "Comments attached",
            "Attached.",
            "N/A",
            "Comment",
            "Please find attached our comments.",
            "2020fbohud.pdf",
            "0930-AA22",
            "See attached PDF",
            "attached please find my comments",
            "See attachment",
            "Please see the attached comments from The Society of Lamplighters.",
            "My comments are attached.",
            "Attached is the letter of the Harbor Union on behalf of its members",
        ] {
            assert!(placeholder(text), "{text}");
        }
        for text in [
            "Please stop this now.",
            "I support this rule.",
            "No no no no!",
            "See attached. I also oppose the fee because it is unfair.",
        ] {
            assert!(!placeholder(text), "{text}");
        }
    }
}
