//! A record in, what it tells alone of its line out.

use crate::corpus::{Answer, Attachment, AttachmentText, Attributes, ZoneLines};
use crate::report::iso_8601;
use crate::report::schema::{Bucket, Chosen, DocumentLine, ReportedAttachment, Unanswered};

/// What the record of an input tells alone; it has no text as long as nobody says otherwise.
pub(super) fn bare_line(
    id: String,
    source: String,
    lines: &ZoneLines,
    attributes: &Attributes,
) -> DocumentLine {
    let (mut chosen, mut unanswered) = (Vec::new(), Unanswered::default());
    for Answer { question, text, is_closed, .. } in attributes.answers.iter().cloned() {
        match (is_closed, text.is_empty()) {
            (true, false) => chosen.push(Chosen { question, answer: text }),
            (true, true) => unanswered.closed.push(question),
            (false, true) => unanswered.open.push(question),
            (false, false) => {}
        }
    }
    DocumentLine {
        id,
        source,
        bucket: Bucket::NoText,
        header_lines: split(&lines.header),
        signature_lines: split(&lines.signature),
        footer_lines: split(&lines.footer),
        author: attributes.author.clone(),
        organization: attributes.organization.clone(),
        city: attributes.home.city.clone(),
        state: attributes.home.state.clone(),
        country: attributes.home.country.clone(),
        subject: attributes.subject.clone(),
        timestamp: attributes.timestamp.and_then(iso_8601),
        received: attributes.received.and_then(iso_8601),
        posted: attributes.posted.and_then(iso_8601),
        docket_ids: attributes.dockets.all(),
        other_keys: attributes.secondary_keys.clone(),
        relayer: attributes.relayer.clone(),
        attachments: attributes.attachments.iter().map(reported).collect(),
        claimed_duplicates: attributes.claimed_duplicates,
        n_signers: attributes.n_signers,
        restricted: attributes.restricted.clone(),
        chosen,
        unanswered,
        ..DocumentLine::default()
    }
}

fn split(lines: &str) -> Vec<String> {
    lines.lines().map(str::to_owned).collect()
}

fn reported(attachment: &Attachment) -> ReportedAttachment {
    let (is_read, reason) = match &attachment.text {
        AttachmentText::Unknown => (None, None),
        AttachmentText::Read => (Some(true), None),
        AttachmentText::NotRead(reason) => (Some(false), Some(reason.clone())),
    };
    ReportedAttachment {
        name: attachment.name.clone(),
        media_type: attachment.media_type.clone(),
        n_bytes: attachment.n_bytes,
        is_read,
        reason,
    }
}
