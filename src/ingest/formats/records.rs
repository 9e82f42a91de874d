//! What the record formats share: names of fields, and records → comments.

use super::RawComment;
use crate::corpus::Attributes;
use crate::ingest::{attributes, docket_ids, markup};

/// Usual names of the field that holds a comment's id, in order of preference.
pub(super) const ID_FIELDS: &[&str] = &[
    "id",
    "Document ID",
    "documentId",
    "document_id",
    "commentId",
    "comment_id",
    "Comment ID",
    "tracking_number",
];
/// Usual names of the field that holds a comment's text, in order of preference.
pub(super) const TEXT_FIELDS: &[&str] = &[
    "text",
    "Comment",
    "comment",
    "commentText",
    "comment_text",
    "text_data",
    "body",
];
/// Names under which other attributes are found, over all record formats.
const RECEIVED_FIELDS: &[&str] = &[
    "receiveDate",
    "Received Date",
    "received_date",
    "receivedDate",
    "date_received",
    "received",
    "date",
];
const POSTED_FIELDS: &[&str] = &[
    "postedDate",
    "Posted Date",
    "posted_date",
    "date_posted",
    "date_submission",
];
const SENT_FIELDS: &[&str] = &[
    "postmarkDate",
    "Postmark Date",
    "Author Date",
    "sent",
    "sent_date",
];
const TITLE_FIELDS: &[&str] = &["title", "Title", "subject", "Subject"];
const DOCKET_FIELDS: &[&str] = &["docketId", "Docket ID", "docket_id", "docket"];
const FIRST_NAME_FIELDS: &[&str] = &["firstName", "First Name", "first_name"];
const LAST_NAME_FIELDS: &[&str] = &["lastName", "Last Name", "last_name"];
const AUTHOR_FIELDS: &[&str] = &["author", "submitter_name", "name", "from"];
const ORGANIZATION_FIELDS: &[&str] = &["organization", "Organization Name", "organisation"];
const RELAYER_FIELDS: &[&str] = &["relayer"];
const DUPLICATES_FIELDS: &[&str] = &[
    "duplicateComments",
    "Duplicate Comments",
    "numberOfCommentsReceived",
];
const ATTACHMENT_FIELDS: &[&str] = &["Attachment Files", "Content Files"];

/// Names that stand for nobody.
const NO_NAMES: &[&str] = &[
    "",
    "na",
    "n/a",
    "none",
    "null",
    "anonymous",
    "anonymous anonymous",
    "self",
    "private citizen",
    "- select -",
];

/// Builds a comment from a record. `get` gives the field of a name, where the record has it.
pub(super) fn comment<'a>(
    place: String,
    id: Option<String>,
    text: &str,
    n_bytes: usize,
    get: impl Fn(&str) -> Option<&'a str>,
) -> RawComment {
    let first = |names: &[&str]| {
        names
            .iter()
            .find_map(|name| get(name))
            .map(str::trim)
            .filter(|value| !value.is_empty())
    };
    let named = |names: &[&str]| {
        first(names)
            .filter(|name| !NO_NAMES.contains(&name.to_lowercase().as_str()))
            .map(str::to_owned)
    };
    let full_name = match (named(FIRST_NAME_FIELDS), named(LAST_NAME_FIELDS)) {
        (Some(first), Some(last)) => Some(format!("{first} {last}")),
        (first, last) => first.or(last).or_else(|| named(AUTHOR_FIELDS)),
    };
    let title = first(TITLE_FIELDS).map(str::to_owned);
    let author = full_name.or_else(|| author_in_title(title.as_deref()?));
    let timestamp = [RECEIVED_FIELDS, POSTED_FIELDS, SENT_FIELDS]
        .into_iter()
        .find_map(|names| attributes::timestamp(first(names)?));
    let docket = first(DOCKET_FIELDS)
        .and_then(docket_ids::from_field)
        .or_else(|| docket_ids::of_comment(id.as_deref()?));
    let attributes = Attributes {
        author,
        organization: named(ORGANIZATION_FIELDS),
        relayer: first(RELAYER_FIELDS).and_then(attributes::registrable_domain),
        timestamp,
        subject: title,
        dockets: docket.into_iter().collect(),
        attachments: first(ATTACHMENT_FIELDS)
            .into_iter()
            .flat_map(|files| files.split(','))
            .map(|file| file.trim().to_owned())
            .collect(),
        claimed_duplicates: first(DUPLICATES_FIELDS).and_then(|count| count.parse().ok()),
        n_bytes: n_bytes as u64,
        ..Attributes::default()
    };
    RawComment {
        id,
        place,
        body: markup::comment_field(text),
        attributes,
        ..RawComment::default()
    }
}

/// "Comment from Alvarez, Rosa", "Comment Submitted by Rosa Alvarez".
fn author_in_title(title: &str) -> Option<String> {
    let name = title
        .strip_prefix("Comment from ")
        .or_else(|| title.strip_prefix("Comment Submitted by "))?
        .trim();
    match name.split_once(',') {
        Some((last, first)) => Some(format!("{} {}", first.trim(), last.trim())),
        None => Some(name.to_owned()),
    }
    .filter(|name| !NO_NAMES.contains(&name.to_lowercase().as_str()))
}
