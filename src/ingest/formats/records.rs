//! What the record formats share: names of fields, and records → comments.

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;
use serde_json::{Map, Value};

use super::headings::plainly;

use crate::corpus::{Attachment, Attributes, Dockets, Home};
use crate::ingest::dates::DateColumns;
use crate::ingest::raw::RawComment;
use crate::ingest::{attributes, docket_ids, mail_headers, markup};

/// Usual names of the field that holds a comment's id, in order of preference.
pub(super) const ID_FIELDS: &[&str] = &[
    "id",
    "Document ID",
    "documentId",
    "document_id",
    "commentId",
    "comment_id",
    "Comment ID",
    "ID",
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
    "Comments",
    "comments",
    "Full Comment",
    "Text Comment",
];
/// Names that columns of tables have besides, in any case, with spaces, `_` or `-`. In a record of another
/// format the last of them may be what a server says.
pub(super) const TEXT_COLUMNS: &[&str] = &[
    "Public Comment",
    "Your Comment",
    "Comment Body",
    "Comment Content",
    "Comment Description",
    "Submission Text",
    "Letter Text",
    "Full Text",
    "Letter",
    "Full Comments",
    "Public Comments",
    "Your Comments",
    "Message",
    "Your Message",
    "Feedback",
    "Your Feedback",
];
pub(super) const ID_COLUMNS: &[&str] =
    &["Submission ID", "Comment Number", "Letter ID", "Feedback reference"];
/// Names under which other attributes are found, over all record formats.
const RECEIVED_FIELDS: &[&str] = &[
    "receiveDate",
    "Received Date",
    "received_date",
    "receivedDate",
    "date_received",
    "received",
    "date",
    "Timestamp",
    "Submitted On",
    "Submitted At",
    "Date Submitted",
    "Submission Date",
    "Submit Date",
    "Date of submission",
    "Completion time",
    "Recorded Date",
    "End Date",
    "Created At",
    "Created On",
    "Date Created",
    "Created",
    "Entry Date",
    "Time",
    "Zeitstempel",
    "Datum",
    "Eingangsdatum",
    "Horodateur",
    "Date de soumission",
    "Marca temporal",
    "Fecha",
    "Carimbo de data/hora",
];
const POSTED_FIELDS: &[&str] =
    &["postedDate", "Posted Date", "posted_date", "date_posted", "date_submission"];
const SENT_FIELDS: &[&str] = &[
    "postmarkDate",
    "Postmark Date",
    "Author Date",
    "sent",
    "sent_date",
    "Comment Date",
    "Sent On",
    "Start time",
];
const TITLE_FIELDS: &[&str] = &["title", "Title", "subject", "Subject"];
const DOCKET_FIELDS: &[&str] = &["docketId", "Docket ID", "docket_id", "docket"];
const FIRST_NAME_FIELDS: &[&str] = &["firstName", "First Name", "first_name"];
const LAST_NAME_FIELDS: &[&str] = &["lastName", "Last Name", "last_name"];
const AUTHOR_FIELDS: &[&str] = &[
    "author",
    "submitter_name",
    "name",
    "from",
    "Author",
    "Name",
    "From: (Name)",
    "Sender Name",
    "Full Name",
];
const ORGANIZATION_FIELDS: &[&str] =
    &["organization", "Organization", "Organization Name", "organisation"];
const CITY_FIELDS: &[&str] = &["city", "City"];
const STATE_FIELDS: &[&str] = &["stateProvinceRegion", "State/Province"];
/// Beside a city alone: of a record it may be how far its handling is.
const STATE_BESIDE_CITY: &[&str] = &["state", "State"];
const COUNTRY_FIELDS: &[&str] = &["country", "Country"];
const RECIPIENT_FIELDS: &[&str] = &["to", "recipient", "recipients", "To: (Address)"];
const RELAYER_FIELDS: &[&str] = &["relayer"];
pub(super) const DUPLICATES_FIELDS: &[&str] =
    &["duplicateComments", "Duplicate Comments", "numberOfCommentsReceived"];
/// Why the agency does not show a record to the public.
const RESTRICTED_FIELDS: &[&str] =
    &["restrictReasonType", "Restrict Reason Type", "restrictReason", "Restrict Reason"];
/// What says of a record what it is; of a table whose rows have the columns of a rule beside theirs, another field may.
pub(super) const SUBMISSIONS: [&str; 2] = ["Public Submission", "Public Submissions"];
const ATTACHMENT_FIELDS: &[&str] = &[
    "Attachment Files",
    "Content Files",
    "Attachments",
    "Attachment",
    "Attachment Links",
    "Attachment Link",
    "Attachment URLs",
    "Attachment URL",
    "Attached Files",
    "File URLs",
    "Files",
];

const ADDRESS_FIELDS: &[&str] = &[
    "email",
    "Email",
    "Email Address",
    "email_address",
    "contact_email",
    "From: (Address)",
    "Sender Email",
];

/// Other columns of exports of agencies' dockets.
const OTHER_FIELDS: &[&str] = &[
    "Agency ID",
    "Document Type",
    "Document Subtype",
    "Category",
    "Reason Withdrawn",
    "Restrict Reason",
    "Restrict Reason Type",
    "Reason Restricted",
    "Exhibit Location",
    "Exhibit Type",
    "Display Properties (Name, Label, Tooltip)",
    "Submitter Representative",
    "Representative's Address",
    "Government Agency",
    "Government Agency Type",
    "Legacy ID",
    "Tracking Number",
    "document_url",
    "retrieved",
];

/// Whether the name is that of a field that a record has besides its text.
pub(super) fn is_field(name: &str) -> bool {
    static FIELDS: LazyLock<FxHashSet<String>> = LazyLock::new(|| {
        [
            ID_FIELDS,
            ID_COLUMNS,
            RECEIVED_FIELDS,
            POSTED_FIELDS,
            SENT_FIELDS,
            TITLE_FIELDS,
            DOCKET_FIELDS,
            FIRST_NAME_FIELDS,
            LAST_NAME_FIELDS,
            AUTHOR_FIELDS,
            ORGANIZATION_FIELDS,
            CITY_FIELDS,
            STATE_FIELDS,
            STATE_BESIDE_CITY,
            COUNTRY_FIELDS,
            RECIPIENT_FIELDS,
            RELAYER_FIELDS,
            DUPLICATES_FIELDS,
            RESTRICTED_FIELDS,
            ATTACHMENT_FIELDS,
            ADDRESS_FIELDS,
            OTHER_FIELDS,
        ]
        .concat()
        .into_iter()
        .map(plainly)
        .collect()
    });
    FIELDS.contains(&plainly(name))
}

/// Whether a field of this name holds a date of the comment.
pub(super) fn is_date(name: &str) -> bool {
    let name = plainly(name);
    let usual = [RECEIVED_FIELDS, POSTED_FIELDS, SENT_FIELDS].concat();
    usual.into_iter().any(|own| plainly(own) == name)
}

/// Whether a record with a field of this name is of an agency's docket: such records have one text.
pub(super) fn tells_docket(name: &str) -> bool {
    const NAMES: [&str; 4] = ["documentid", "documenttype", "docketid", "highlightedcontent"];
    NAMES.contains(&plainly(name).as_str())
}

/// Whether a survey's export names respondents or answers by a column of this name.
pub(super) fn is_id_of_answers(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "responseid",
        "respondentid",
        "respondent",
        "contributionid",
        "contributionnumber",
        "submissionreference",
        "referencenumber",
        "reference",
        "responsereference",
        "uniqueid",
        "recordid",
        "entryid",
        "caseid",
        "participantid",
        "surveyid",
        "uid",
        "ref",
    ];
    NAMES.contains(&plainly(name).as_str())
}

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

fn is_nobody(name: &str) -> bool {
    NO_NAMES.iter().any(|nobody| name.eq_ignore_ascii_case(nobody))
}

/// The fields of a record, by their names.
struct Fields<F>(F);

impl<'a, F: Fn(&str) -> Option<&'a str>> Fields<F> {
    /// What the first of some fields says that the record has.
    fn first(&self, names: &[&str]) -> Option<&'a str> {
        let value = names.iter().find_map(|name| self.0(name))?.trim();
        (!value.is_empty()).then_some(value)
    }

    /// The same, where it is somebody's name.
    fn named(&self, names: &[&str]) -> Option<String> {
        let name = self.first(names)?;
        (!is_nobody(name)).then(|| name.to_owned())
    }

    /// First and last name, or however the record names who wrote.
    fn author(&self) -> Option<String> {
        match (self.named(FIRST_NAME_FIELDS), self.named(LAST_NAME_FIELDS)) {
            (Some(first), Some(last)) => Some(format!("{first} {last}")),
            (first, last) => first.or(last).or_else(|| self.named(AUTHOR_FIELDS)),
        }
    }
}

/// Builds a comment from a record. `get` gives the field of a name, where the record has it.
pub(super) fn comment<'a>(
    place: String,
    id: Option<String>,
    text: &str,
    n_bytes: usize,
    dates: &DateColumns,
    get: impl Fn(&str) -> Option<&'a str>,
) -> RawComment {
    let fields = Fields(&get);
    let title = fields.first(TITLE_FIELDS).map(str::to_owned);
    let [received, posted, sent] = [RECEIVED_FIELDS, POSTED_FIELDS, SENT_FIELDS]
        .map(|names| names.iter().find_map(|name| dates.timestamp(&plainly(name), get(name)?)));
    let mut dockets = fields.first(DOCKET_FIELDS).map(docket_ids::from_field).unwrap_or_default();
    if dockets.dockets.is_empty() {
        dockets.dockets.extend(id.as_deref().and_then(docket_ids::of_comment));
    }
    let claimed = fields.first(DUPLICATES_FIELDS).map_or(Ok(None), attributes::claimed_duplicates);
    let city = fields.named(CITY_FIELDS);
    let beside = city.as_ref().and_then(|_| fields.named(STATE_BESIDE_CITY));
    let attributes = Attributes {
        author: fields.author().or_else(|| author_in_title(title.as_deref()?)),
        organization: fields.named(ORGANIZATION_FIELDS),
        home: Home {
            state: fields.named(STATE_FIELDS).or(beside),
            country: fields.named(COUNTRY_FIELDS),
            city,
        },
        relayer: fields
            .first(RELAYER_FIELDS)
            .and_then(mail_headers::registrable_domain)
            .map(Cow::into_owned),
        timestamp: received.or(posted).or(sent),
        received,
        posted,
        subject: title,
        dockets: Dockets { filed: dockets.dockets, ..Dockets::default() },
        secondary_keys: dockets.secondary_keys,
        recipients: fields.first(RECIPIENT_FIELDS).map(str::to_owned).into_iter().collect(),
        attachments: ATTACHMENT_FIELDS
            .iter()
            .filter_map(|name| get(name))
            .flat_map(|files| files.split([',', '|', ';', '\n']))
            .map(str::trim)
            // Others tell how many there are.
            .filter(|file| file.contains("://") || file.contains('.') && !file.ends_with('.'))
            .map(Attachment::named)
            .collect(),
        claimed_duplicates: claimed.unwrap_or_default(),
        restricted: fields.named(RESTRICTED_FIELDS),
        n_bytes: n_bytes as u64,
        answers: Vec::new(),
        sender: None,
        mail: None,
    };
    RawComment {
        id,
        place,
        body: markup::comment_field(text),
        attributes,
        address: fields.first(ADDRESS_FIELDS).map(str::to_owned),
        no_count: claimed.err().map(str::to_owned),
        ..RawComment::default()
    }
}

/// Why a record was withdrawn, in words for people.
pub(super) fn withdrawn_reason(reason: Option<&str>) -> String {
    match reason.map(str::trim).filter(|reason| !reason.is_empty()) {
        Some(reason) => format!("withdrawn: {reason}"),
        None => "withdrawn, no reason given".to_owned(),
    }
}

/// Files that stand in a list of a record's: addresses or names, or objects that have them.
pub(super) fn listed_files(record: &Map<String, Value>) -> impl Iterator<Item = Attachment> {
    const NAMES: [&str; 6] = ["url", "fileUrl", "link", "href", "filename", "name"];
    let lists = record
        .iter()
        .filter(|(name, _)| ATTACHMENT_FIELDS.iter().any(|own| plainly(own) == plainly(name)));
    lists.filter_map(|(_, list)| list.as_array()).flatten().filter_map(|file| {
        let file = file.as_str().or_else(|| NAMES.iter().find_map(|name| file.get(name)?.as_str()));
        Some(Attachment::named(file?))
    })
}

/// Addresses of the files that came with a v4 record. What has another form is not believed.
pub(super) fn attached_files(included: Option<&Value>) -> Vec<Attachment> {
    included
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|attachment| attachment.pointer("/attributes/fileFormats")?.as_array())
        .flatten()
        .filter_map(|format| format.get("fileUrl")?.as_str())
        .map(Attachment::named)
        .collect()
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
    .filter(|name| !is_nobody(name))
}

#[cfg(test)]
mod tests {
    use super::{DateColumns, attached_files, comment, listed_files};
    use crate::corpus::{Attachment, Attributes, Home};

    /// Attributes of a record with these fields.
    fn attributes(fields: &[(&'static str, &'static str)]) -> (Attributes, Option<String>) {
        let id = Some("FDA-2013-N-0500-0007".to_owned());
        let dates = DateColumns::default();
        let comment = comment("place".to_owned(), id, "text", 4, &dates, |name| {
            Some(fields.iter().find(|(own, _)| *own == name)?.1)
        });
        (comment.attributes, comment.no_count)
    }

    #[test]
    fn fields_become_attributes() {
        let (found, _) = attributes(&[
            ("receiveDate", "3019-01-01T00:00:00Z"),
            ("postedDate", "3/6/2024"),
            ("postmarkDate", "3/5/2024"),
            ("firstName", "Rosa"),
            ("lastName", "Alvarez"),
            ("organization", "n/a"),
            ("city", "Marrow Falls"),
            ("stateProvinceRegion", "ME"),
            ("country", "United States"),
            ("duplicateComments", "1,234"),
            ("Attachment Files", "a.pdf| b.pdf"),
            ("Content Files", "null"),
        ]);
        assert_eq!(found.timestamp, Some(1_709_683_200), "the first valid one");
        assert_eq!((found.received, found.posted), (None, found.timestamp));
        assert_eq!(found.author.as_deref(), Some("Rosa Alvarez"));
        assert_eq!(found.organization, None);
        let Home { city, state, country } = &found.home;
        let home = [city, state, country].map(|known| known.as_deref().unwrap_or_default());
        assert_eq!(home, ["Marrow Falls", "ME", "United States"]);
        assert_eq!(found.claimed_duplicates, Some(1234));
        assert_eq!(found.attachments, ["a.pdf", "b.pdf"].map(Attachment::named));
        assert_eq!(found.dockets.filed, ["FDA-2013-N-0500"], "from the id");
    }

    #[test]
    fn a_state_is_one_beside_a_city() {
        for (fields, expect) in [
            (&[("City", "Marrow Falls"), ("state", "ME")][..], Some("ME")),
            (&[("state", "posted")], None),
            (&[("City", "none"), ("state", "ME")], None),
        ] {
            assert_eq!(attributes(fields).0.home.state.as_deref(), expect, "{fields:?}");
        }
    }

    #[test]
    fn fields_that_cannot_be_read_are_unknown_and_told() {
        let (found, no_count) = attributes(&[
            ("docketId", "null"),
            ("duplicateComments", "-1"),
            ("receiveDate", "soon"),
        ]);
        assert_eq!(found.dockets.filed, ["FDA-2013-N-0500"]);
        assert_eq!(found.claimed_duplicates, None);
        assert_eq!(no_count.as_deref(), Some("-1"));
        assert_eq!(found.timestamp, None);
    }

    #[test]
    fn attached_files_of_records() {
        let included = serde_json::json!([
            {"attributes": {"fileFormats": [{"fileUrl": "https://x.example/1.pdf"}]}},
            {"attributes": {"fileFormats": "null"}},
            {"attributes": {}}, 7,
        ]);
        let file = Attachment::named("https://x.example/1.pdf");
        assert_eq!(attached_files(Some(&included)), [file]);
        assert!(attached_files(None).is_empty());
        let record =
            serde_json::json!({"attachments": ["https://x.example/1.pdf", 7], "n": ["a.pdf"]});
        let listed = record.as_object().map(|record| listed_files(record).collect());
        assert_eq!(listed, Some(attached_files(Some(&included))));
    }
}
