//! A record in, what it tells alone of its line out.

use crate::corpus::{Attachment, AttachmentText, Attributes, ZoneLines};
use crate::report::iso_8601;
use crate::report::schema::{Bucket, Chosen, DocumentLine, ReportedAttachment, Unanswered};

/// What the record of an input tells alone; it has no text as long as nobody says otherwise.
pub(super) fn bare_line(
    id: String,
    source: String,
    lines: &ZoneLines,
    attributes: &Attributes,
) -> DocumentLine {
    let given = &attributes.answers;
    let blank = |is_closed: bool| {
        let blank = given.iter().filter(|own| own.is_closed == is_closed && own.text.is_empty());
        blank.map(|answer| answer.question.clone()).collect()
    };
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
        chosen: given
            .iter()
            .filter(|answer| answer.is_closed && !answer.text.is_empty())
            .map(|answer| Chosen { question: answer.question.clone(), answer: answer.text.clone() })
            .collect(),
        unanswered: Unanswered { open: blank(false), closed: blank(true) },
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
