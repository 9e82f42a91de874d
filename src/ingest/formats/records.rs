//! What the record formats share: names of fields, and records → comments.

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Map, Value};

use super::headings::plainly;

use crate::corpus::{Attachment, Attributes, Dockets, Home};
use crate::ingest::dates::DateColumns;
use crate::ingest::raw::RawComment;
use crate::ingest::{attributes, docket_ids, mail_headers, markup};

/// What says of a record what it is; of a table whose rows have the columns of a rule beside theirs, another field may.
pub(super) const SUBMISSIONS: [&str; 2] = ["Public Submission", "Public Submissions"];
/// Usual names of fields by what they hold, in order of preference.
static FIELDS: LazyLock<FxHashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let kinds = include_str!("fields.txt").lines().filter_map(|line| line.split_once(" = "));
    kinds.map(|(kind, names)| (kind, names.split("; ").collect())).collect()
});

/// The usual names of the field that holds such a thing.
pub(super) fn fields(kind: &str) -> &'static [&'static str] {
    &FIELDS[kind]
}

/// Whether a name is one of those of some kinds, written in any way.
fn is_of(name: &str, kinds: &[&str]) -> bool {
    let name = plainly(name);
    kinds.iter().flat_map(|kind| fields(kind)).any(|own| plainly(own) == name)
}

/// Whether the name is that of a field that a record has besides its text.
pub(super) fn is_field(name: &str) -> bool {
    static BESIDES: LazyLock<FxHashSet<String>> = LazyLock::new(|| {
        let no_fields = ["text", "text of a column", "id of answers", "of a docket", "nobody"];
        let kinds = FIELDS.iter().filter(|(kind, _)| !no_fields.contains(kind));
        kinds.flat_map(|(_, names)| names).map(|name| plainly(name)).collect()
    });
    BESIDES.contains(&plainly(name))
}

/// Whether a field of this name holds a date of the comment.
pub(super) fn is_date(name: &str) -> bool {
    is_of(name, &["received", "posted", "sent"])
}

/// Whether a record with a field of this name is of an agency's docket: such records have one text.
pub(super) fn tells_docket(name: &str) -> bool {
    is_of(name, &["of a docket"])
}

/// Whether a survey's export names respondents or answers by a column of this name.
pub(super) fn is_id_of_answers(name: &str) -> bool {
    is_of(name, &["id of answers"])
}

fn is_nobody(name: &str) -> bool {
    name.is_empty() || fields("nobody").iter().any(|nobody| name.eq_ignore_ascii_case(nobody))
}

/// The fields of a record, by their names.
struct Fields<F>(F);

impl<'a, F: Fn(&str) -> Option<&'a str>> Fields<F> {
    /// What the first of some fields says that the record has.
    fn first(&self, kind: &str) -> Option<&'a str> {
        let value = fields(kind).iter().find_map(|name| self.0(name))?.trim();
        (!value.is_empty()).then_some(value)
    }

    /// The same, where it is somebody's name.
    fn named(&self, kind: &str) -> Option<String> {
        let name = self.first(kind)?;
        (!is_nobody(name)).then(|| name.to_owned())
    }

    /// First and last name, or however the record names who wrote.
    fn author(&self) -> Option<String> {
        match (self.named("first name"), self.named("last name")) {
            (Some(first), Some(last)) => Some(format!("{first} {last}")),
            (first, last) => first.or(last).or_else(|| self.named("author")),
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
    let record = Fields(&get);
    let title = record.first("title").map(str::to_owned);
    let [received, posted, sent] = ["received", "posted", "sent"].map(|kind| {
        fields(kind).iter().find_map(|name| dates.timestamp(&plainly(name), get(name)?))
    });
    let mut dockets = record.first("docket").map(docket_ids::from_field).unwrap_or_default();
    if dockets.dockets.is_empty() {
        dockets.dockets.extend(id.as_deref().and_then(docket_ids::of_comment));
    }
    let claimed = record.first("duplicates").map_or(Ok(None), attributes::claimed_duplicates);
    let city = record.named("city");
    let beside = city.as_ref().and_then(|_| record.named("state beside a city"));
    let attributes = Attributes {
        author: record.author().or_else(|| author_in_title(title.as_deref()?)),
        organization: record.named("organization"),
        home: Home {
            state: record.named("state").or(beside),
            country: record.named("country"),
            city,
        },
        relayer: record
            .first("relayer")
            .and_then(mail_headers::registrable_domain)
            .map(Cow::into_owned),
        timestamp: received.or(posted).or(sent),
        received,
        posted,
        subject: title,
        dockets: Dockets { filed: dockets.dockets, ..Dockets::default() },
        secondary_keys: dockets.secondary_keys,
        recipients: record.first("recipient").map(str::to_owned).into_iter().collect(),
        attachments: fields("attachments")
            .iter()
            .filter_map(|name| get(name))
            .flat_map(|files| files.split([',', '|', ';', '\n']))
            .map(str::trim)
            // Others tell how many there are.
            .filter(|file| file.contains("://") || file.contains('.') && !file.ends_with('.'))
            .map(Attachment::named)
            .collect(),
        claimed_duplicates: claimed.unwrap_or_default(),
        restricted: record.named("restricted"),
        n_bytes: n_bytes as u64,
        ..Attributes::default()
    };
    RawComment {
        id,
        place,
        body: markup::comment_field(text),
        attributes,
        address: record.first("address").map(str::to_owned),
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
    let lists = record.iter().filter(|(name, _)| is_of(name, &["attachments"]));
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
