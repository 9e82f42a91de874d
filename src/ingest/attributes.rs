//! What is known about a comment besides its text.

use super::dates;
use super::docket_ids::{self, Citations};
use super::mail_headers::{MailHeader, address_in, values};
use super::raw::RawComment;
use super::relayers::Relayers;
use super::routes::Route;
use super::zones::n_signers;
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
    attributes.n_signers = n_signers(&lines.signature);
    let subject = attributes.subject.as_deref().unwrap_or_default();
    let mut citations: [Citations; 3] = Default::default();
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
    let parts: Vec<&str> = zones
        .iter()
        .take_while(|zone| zone.kind != ZoneKind::Main)
        .filter(|zone| zone.kind == ZoneKind::Header)
        .map(|zone| &text[zone.span.clone()])
        .collect();
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
        attributes.secondary_keys.append(&mut citations.secondary_keys);
    }
    let [in_subject, in_header, in_text] = citations.map(|citations| citations.dockets);
    attributes.dockets.addressed = if in_subject.is_empty() { in_header } else { in_subject };
    // Of several that are addressed, the one it was filed under is where it was sent.
    let addressed = &mut attributes.dockets.addressed;
    if addressed.iter().any(|id| attributes.dockets.filed.contains(id)) {
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
    let headers: Vec<MailHeader> = header
        .lines()
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.trim().to_lowercase().into(), value.trim().to_owned()))
        .collect();
    let attributes = &mut comment.attributes;
    if attributes.subject.is_none() {
        attributes.subject = value(&headers, "subject");
    }
    if attributes.timestamp.is_none() {
        attributes.timestamp =
            ["date", "sent"].iter().find_map(|name| dates::timestamp(&value(&headers, name)?));
    }
    if attributes.organization.is_none() {
        attributes.organization = value(&headers, "organization");
    }
    if let Some(from) = value(&headers, "from") {
        if attributes.relayer.is_none() && comment.route.is_none() {
            let reply_to = value(&headers, "reply-to");
            let writer = reply_to.as_deref().unwrap_or(&from);
            attributes.relayer = relayers.known(&headers);
            let address = address_in(writer).trim();
            let is_one = address.contains('@') && !address.contains(' ');
            comment.address = comment.address.take().or(is_one.then(|| address.to_owned()));
            comment.route = Route::of(&headers, Some(writer), relayers);
        }
        if attributes.author.is_none() {
            // `"Rosa Alvarez" <rosa@farm.example>` → `Rosa Alvarez`
            let name = from.split('<').next().unwrap_or_default().trim().trim_matches('"');
            let is_name = !name.is_empty() && !name.contains('@');
            attributes.author = is_name.then(|| name.to_owned());
        }
    }
    if attributes.recipients.is_empty() {
        attributes.recipients.extend(value(&headers, "to"));
    }
}

/// What the first header of a name says that says something.
fn value(headers: &[MailHeader], name: &str) -> Option<String> {
    values(headers, name).find(|value| !value.is_empty()).map(str::to_owned)
}

/// More than any campaign ever had; what exceeds it is no count.
const MOST_DUPLICATES: u64 = 1_000_000_000;

/// The number of duplicates an agency claims, however it is written: `5`, `"5"`, `1,234`, `5.0`.
///
/// # Errors
/// The words as they are, where they are no count: `-1`, `1.5`, `many`.
pub(super) fn claimed_duplicates(raw: &str) -> Result<Option<u64>, &str> {
    let claim = raw.trim().trim_matches('"').trim();
    if claim.is_empty() || claim.eq_ignore_ascii_case("null") {
        return Ok(None);
    }
    match claim.strip_suffix(".0").unwrap_or(claim).replace([',', ' '], "").parse::<u64>() {
        Ok(count) if count <= MOST_DUPLICATES => Ok(Some(count)),
        _ => Err(claim),
    }
}

#[cfg(test)]
mod tests {
    use super::set_dockets;
    use crate::corpus::Attributes;
    use crate::ingest::docket_ids::{self, Citations};
    use crate::ingest::tests::check;

    /// Of a record that is filed under the docket of the FDA: what its subject, its header, and its text cite.
    #[test]
    fn a_comment_is_sent_to_a_docket_cites_others_and_else_belongs_to_its_own() {
        check("dockets of a record", |case| {
            let mut attributes = Attributes::default();
            attributes.dockets.filed.push("FDA-2013-N-0500".to_owned());
            let mut citations: [Citations; 3] = Default::default();
            for (text, cited) in case.split(" | ").zip(&mut citations) {
                docket_ids::find(text, cited);
            }
            set_dockets(&mut attributes, citations);
            let own = attributes.dockets;
            [&own.addressed, &own.cited, &own.all()].map(|ids| ids.join(" ")).join("|")
        });
    }
}
