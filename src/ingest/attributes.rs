//! What is known about a comment besides its text.

use std::sync::LazyLock;

use regex::Regex;

use super::docket_ids::{self, Citations};
use super::mail_headers::Header;
use super::relayers::Relayers;
use super::routes::Route;
use super::{dates, formats::RawComment};
use crate::corpus::{Attributes, Zone, ZoneKind, ZoneLines};

/// Adds what only the decoded text tells: cited dockets, headers printed on top of it, and a mass
/// mailer named in the footer.
pub(super) fn complete(
    comment: &mut RawComment,
    text: &str,
    zones: &[Zone],
    lines: &ZoneLines,
    relayers: &Relayers,
) {
    let header = top_header(text, zones);
    if !header.is_empty() {
        from_printed_headers(comment, &header, relayers);
    }
    let attributes = &mut comment.attributes;
    if attributes.relayer.is_none() {
        attributes.relayer = relayers.named_in(&lines.footer);
    }
    let subject = attributes.subject.as_deref().unwrap_or_default();
    let mut citations = [(); 3].map(|()| Citations::default());
    let [in_subject, in_header, in_text] = &mut citations;
    docket_ids::find(subject, in_subject);
    for zone in zones {
        let found = match zone.kind {
            ZoneKind::Footer => continue,
            ZoneKind::Header => &mut *in_header,
            ZoneKind::Salutation | ZoneKind::Main | ZoneKind::Signature => &mut *in_text,
        };
        docket_ids::find(&text[zone.span.clone()], found);
    }
    set_dockets(attributes, citations);
}

/// The header lines above the main text; those of forwarded mails speak of somebody else.
fn top_header(text: &str, zones: &[Zone]) -> String {
    let top = zones
        .iter()
        .take_while(|zone| zone.kind != ZoneKind::Main)
        .filter(|zone| zone.kind == ZoneKind::Header);
    let parts: Vec<&str> = top.map(|zone| &text[zone.span.clone()]).collect();
    parts.join("\n")
}

/// Sets the dockets that are cited in subject, header and text. What cites the docket that the record
/// was filed under, mistyped or under the number it had before, cites that one.
fn set_dockets(attributes: &mut Attributes, mut citations: [Citations; 3]) {
    let filed = &attributes.dockets.filed;
    for citations in &mut citations {
        let dockets = &mut citations.dockets;
        dockets.retain(|id| !filed.iter().any(|own| docket_ids::is_slip(id, own)));
        if !dockets.is_empty() && dockets.iter().all(|id| docket_ids::is_legacy(id)) {
            dockets.extend(filed.iter().cloned());
        }
        attributes
            .secondary_keys
            .append(&mut citations.secondary_keys);
    }
    let [in_subject, in_header, in_text] = citations.map(|citations| citations.dockets);
    attributes.dockets.addressed = if in_subject.is_empty() {
        in_header
    } else {
        in_subject
    };
    // Of several that are addressed, the one it was filed under is where it was sent.
    let addressed = &mut attributes.dockets.addressed;
    if addressed
        .iter()
        .any(|id| attributes.dockets.filed.contains(id))
    {
        addressed.retain(|id| attributes.dockets.filed.contains(id));
    }
    attributes.dockets.cited = in_text;
    for keys in [
        &mut attributes.dockets.addressed,
        &mut attributes.dockets.cited,
        &mut attributes.secondary_keys,
    ] {
        keys.sort_unstable();
        keys.dedup();
    }
}

/// Mail headers that somebody printed into the text.
fn from_printed_headers(comment: &mut RawComment, header: &str, relayers: &Relayers) {
    let value = |name: &str| {
        header.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            let value = value.trim();
            (key.trim().eq_ignore_ascii_case(name) && !value.is_empty()).then(|| value.to_owned())
        })
    };
    let attributes = &mut comment.attributes;
    if attributes.subject.is_none() {
        attributes.subject = value("subject");
    }
    if attributes.timestamp.is_none() {
        attributes.timestamp = ["date", "sent"]
            .iter()
            .find_map(|name| dates::timestamp(&value(name)?));
    }
    if attributes.organization.is_none() {
        attributes.organization = value("organization");
    }
    if let Some(from) = value("from") {
        if attributes.relayer.is_none() && comment.route.is_none() {
            let headers: Vec<Header> = header
                .lines()
                .filter_map(|line| line.split_once(':'))
                .map(|(name, value)| (name.trim().to_lowercase(), value.trim().to_owned()))
                .collect();
            let writer = value("reply-to");
            attributes.relayer = relayers.known(&headers);
            let writer = writer.as_deref().unwrap_or(&from);
            comment.route = Route::of(&headers, Some(writer), relayers);
        }
        if attributes.author.is_none() {
            attributes.author = name_in(&from);
        }
    }
    if attributes.recipients.is_empty() {
        attributes.recipients.extend(value("to"));
    }
}

/// `"Rosa Alvarez" <rosa@farm.example>` → `Rosa Alvarez`.
fn name_in(from: &str) -> Option<String> {
    let name = from.split('<').next().unwrap_or_default();
    let name = name.trim().trim_matches('"');
    (!name.is_empty() && !name.contains('@')).then(|| name.to_owned())
}

/// More than any campaign ever had; what exceeds it is no count.
const MOST_DUPLICATES: u64 = 1_000_000_000;

/// The number of duplicates an agency claims, however it is written: `5`, `"5"`, `1,234`, `5.0`.
///
/// # Errors
/// The words as they are, where they are no count: `-1`, `1.5`, `many`.
pub(super) fn claimed_duplicates(raw: &str) -> Result<Option<u64>, &str> {
    let raw = raw.trim().trim_matches('"').trim();
    if raw.is_empty() || raw.eq_ignore_ascii_case("null") {
        return Ok(None);
    }
    let whole = raw.strip_suffix(".0").unwrap_or(raw);
    whole
        .replace([',', ' '], "")
        .parse::<u64>()
        .ok()
        .filter(|count| *count <= MOST_DUPLICATES)
        .map(Some)
        .ok_or(raw)
}

/// Whole texts that say nothing, without outer punctuation.
static PLACEHOLDER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)^(?:
            (?:please\ |kindly\ |pls\ )?(?:see|find|review|read|refer\ to|view|open|post|accept|note|consider)?\ ?(?:the\ |our\ |my\ |this\ |full\ |written\ |additional\ )*
              (?:comments?|letter|document|file|submission|statement|pdf|response|text)?s?\ ?(?:is\ |are\ )?(?:in\ the\ |in\ )?(?:uploaded|attached|attachments?|enclosed)
              (?:\ (?:please\ )?(?:find|hereto|here|below|above|herein|for|from|of|to|the|our|my|a|an|comments?|letter|documents?|files?(?:\(s\))?|file\(s\)|pdf|attachments?|submission|statement|response|regarding|on|behalf|in|with|this|proposed|rule|version|word|copy|details|more|information|full|text|and|supporting|as))*
          | comments?(?:\ on\ [\w-]+)?|n/?a|none|no\ comments?|test(?:ing)?(?:\ comment)?|blank|nil|null|\.|please\ accept\ this
          | [\w.'\ -]+'s\ comments?
          | [\w\ ()_.,-]+\.(?:pdf|docx?|txt|rtf|wpd|jpe?g|png|tiff?|xlsx?)
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
        let only_envelope = zones.iter().any(|zone| zone.kind == ZoneKind::Header);
        return Some(if only_envelope {
            "only a receipt, mail headers or the words of a form: the comment itself is missing"
        } else {
            "blank: no letter or digit in it"
        });
    }
    if n_tokens > LONGEST_PLACEHOLDER {
        return None;
    }
    let main: Vec<&str> = zones
        .iter()
        .filter(|zone| zone.kind == ZoneKind::Main)
        .map(|zone| &text[zone.span.clone()])
        .collect();
    let main = main.join(" ");
    if SPREADSHEET_ERRORS.contains(&main.trim()) {
        return Some(
            "a spreadsheet's error: the comment itself was lost before the docket was exported",
        );
    }
    is_placeholder(&main)
        .then_some("a placeholder: the comment itself is elsewhere, probably in an attachment")
}

/// What a spreadsheet shows for a cell that it takes for a formula: a comment that begins with "=" or "-".
const SPREADSHEET_ERRORS: &[&str] = &[
    "#NAME?", "#REF!", "#VALUE!", "#N/A", "#DIV/0!", "#NULL!", "#NUM!",
];

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
    use super::{claimed_duplicates, no_usable_text, set_dockets};
    use crate::corpus::{Attributes, Zone, ZoneKind};
    use crate::ingest::docket_ids::{self, Citations};

    #[test]
    fn claimed_duplicates_are_read_or_refused() {
        for (raw, count) in [
            ("5", Some(5)),
            ("\"5\"", Some(5)),
            ("5.0", Some(5)),
            ("1,234", Some(1234)),
            ("0", Some(0)),
            ("", None),
            ("null", None),
        ] {
            assert_eq!(claimed_duplicates(raw), Ok(count), "{raw}");
        }
        for raw in [
            "-1",
            "1.5",
            "true",
            "many",
            "99999999999999999999",
            "9999999999",
        ] {
            assert_eq!(claimed_duplicates(raw), Err(raw));
        }
    }

    fn cited(text: &str) -> Citations {
        let mut cited = Citations::default();
        docket_ids::find(text, &mut cited);
        cited
    }

    /// Dockets of a record filed under `own`, after its text has been read.
    fn dockets(own: &str, text: &str) -> Vec<String> {
        let mut attributes = Attributes::default();
        attributes.dockets.filed.push(own.to_owned());
        set_dockets(
            &mut attributes,
            [Citations::default(), Citations::default(), cited(text)],
        );
        attributes.dockets.all()
    }

    #[test]
    fn the_subject_tells_before_the_header_where_a_letter_was_sent() {
        let check = |subject: &str, header: &str, expect: &[&str]| {
            let mut attributes = Attributes::default();
            set_dockets(
                &mut attributes,
                [cited(subject), cited(header), cited("FNS-2017-0021")],
            );
            assert_eq!(attributes.dockets.addressed, expect);
            assert_eq!(attributes.dockets.cited, ["FNS-2017-0021"]);
        };
        check("FTC-2019-0054", "Re: AMS-NOP-2015-0012", &["FTC-2019-0054"]);
        check(
            "Please read",
            "Re: AMS-NOP-2015-0012",
            &["AMS-NOP-2015-0012"],
        );
        check("Please read", "", &[]);
    }

    #[test]
    fn cited_dockets_replace_the_records_own_unless_they_are_its_own() {
        let own = "FDA-2013-N-0500";
        assert_eq!(dockets(own, "no id at all"), [own]);
        assert_eq!(dockets(own, "on FNS-2017-0021"), ["FNS-2017-0021"]);
        assert_eq!(dockets(own, "on FDA-2013-N-0501"), [own]);
        assert_eq!(dockets(own, "on FDA-2013-N-05000"), [own]);
        assert_eq!(dockets(own, "on FDA-2012-N-0500"), [own]);
        assert_eq!(
            dockets(own, "on 2004N-0264"),
            ["FDA-2013-N-0500", "FDA:2004N-0264"]
        );
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
            "#NAME?",
            " #REF!\n",
        ] {
            assert!(placeholder(text), "{text}");
        }
        for text in [
            "Please stop this now.",
            "I support this rule.",
            "No no no no!",
            "The cell says #NAME?",
            "See attached. I also oppose the fee because it is unfair.",
        ] {
            assert!(!placeholder(text), "{text}");
        }
    }
}
