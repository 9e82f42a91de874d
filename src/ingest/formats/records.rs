//! What the record formats share: names of fields, and records → comments.

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use super::headings::plainly;
use crate::corpus::{Answer, AsideBucket, Attachment, Attributes, Dockets, Home};
use crate::ingest::dates::DateColumns;
use crate::ingest::raw::{RawComment, RawInput};
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

pub(super) fn usual_names() -> impl Iterator<Item = &'static str> {
    FIELDS.values().flatten().copied()
}

/// The kinds of things that a field of a name may hold, written in any way.
fn kinds(name: &str) -> &'static [&'static str] {
    static KINDS: LazyLock<FxHashMap<String, Vec<&str>>> = LazyLock::new(|| {
        let mut kinds: FxHashMap<String, Vec<&str>> = FxHashMap::default();
        for (kind, names) in &*FIELDS {
            names.iter().for_each(|name| kinds.entry(plainly(name)).or_default().push(kind));
        }
        kinds
    });
    KINDS.get(&plainly(name)).map_or(&[], Vec::as_slice)
}

/// Whether a name is one of those of some kinds.
fn is_of(name: &str, wanted: &[&str]) -> bool {
    kinds(name).iter().any(|kind| wanted.contains(kind))
}

/// Whether the name is that of a field that a record has besides its text.
pub(super) fn is_field(name: &str) -> bool {
    let no_fields = ["text", "text of a column", "id of answers", "of a docket", "nobody"];
    kinds(name).iter().any(|kind| !no_fields.contains(kind))
}

/// Whether a field of this name holds a date of the comment.
pub(super) fn is_date(name: &str) -> bool {
    is_of(name, &["received", "posted", "sent"])
}

/// Whether a field of this name holds how many duplicates the agency counts.
pub(super) fn is_claim(name: &str) -> bool {
    is_of(name, &["duplicates"])
}

/// Whether a record with a field of this name is of an agency's docket: such records have one text.
pub(super) fn tells_docket(name: &str) -> bool {
    is_of(name, &["of a docket"])
}

/// Whether a record is a filing of the FCC's comment system (ECFS).
pub(super) fn is_filing(record: &Map<String, Value>) -> bool {
    record.contains_key("id_submission")
        || record.contains_key("text_data") && record.contains_key("proceedings")
}

/// The dockets of a filing: several proceedings are usual.
pub(super) fn proceedings(record: &Map<String, Value>) -> Option<Vec<String>> {
    let proceedings = record.get("proceedings")?.as_array()?.iter();
    let names = proceedings.filter_map(|entry| entry.get("name").unwrap_or(entry).as_str());
    let mut dockets: Vec<String> =
        names.flat_map(|name| docket_ids::of_proceeding(name).dockets).collect();
    dockets.sort_unstable();
    dockets.dedup();
    Some(dockets)
}

/// What a record says under a name, or under the names of a path: `/filers/0/name`.
pub(super) fn text<'a>(record: &FxHashMap<&str, &'a Value>, name: &str) -> Option<Cow<'a, str>> {
    let Some(path) = name.strip_prefix('/') else { return as_text(record.get(name)?) };
    let (first, _) = path.split_once('/')?;
    as_text(record.get(first)?.pointer(&path[first.len()..])?)
}

/// Strings, numbers and truth values as text; nothing for the rest.
pub(super) fn as_text(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(text.into()),
        Value::Number(number) => Some(number.to_string().into()),
        Value::Bool(truth) => Some(truth.to_string().into()),
        _ => None,
    }
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

impl<'a, F: Fn(&str) -> Option<Cow<'a, str>>> Fields<F> {
    /// What the first of some fields says that the record has.
    fn first(&self, kind: &str) -> Option<String> {
        let value = fields(kind).iter().find_map(|name| self.0(name))?;
        Some(value.trim()).filter(|value| !value.is_empty()).map(str::to_owned)
    }

    /// The same, where it is somebody's name.
    fn named(&self, kind: &str) -> Option<String> {
        self.first(kind).filter(|name| !is_nobody(name))
    }

    /// First and last name, or however the record names who wrote.
    fn author(&self) -> Option<String> {
        match (self.named("first name"), self.named("last name")) {
            (Some(first), Some(last)) => Some(format!("{first} {last}")),
            (first, last) => first.or(last).or_else(|| self.named("author")),
        }
    }
}

/// What a record's text is, or what a respondent answered.
#[derive(Default)]
pub(super) struct Said {
    /// The text, or the answers that have words of their own, one after the other.
    pub(super) text: String,
    /// Whether all answers refer to something else.
    pub(super) is_reference: bool,
    pub(super) answers: Vec<Answer>,
}

impl Said {
    /// What a field says that has the text alone.
    pub(super) fn in_field(field: &str) -> Self {
        Self { text: markup::comment_field(field), ..Self::default() }
    }
}

/// Builds a comment from a record. `get` gives the field of a name, where the record has it.
pub(super) fn comment<'a>(
    place: String,
    id: Option<String>,
    said: Said,
    n_bytes: usize,
    dates: &DateColumns,
    get: impl Fn(&str) -> Option<Cow<'a, str>>,
) -> RawComment {
    let record = Fields(&get);
    let title = record.first("title");
    let [received, posted, sent] = ["received", "posted", "sent"].map(|kind| {
        fields(kind).iter().find_map(|name| {
            let date = get(name)?;
            dates.timestamp(&plainly(name), &date)
        })
    });
    let docket = record.first("docket");
    let mut dockets = docket.as_deref().map(docket_ids::from_field).unwrap_or_default();
    if dockets.dockets.is_empty() {
        dockets.dockets.extend(id.as_deref().and_then(docket_ids::of_comment));
    }
    let duplicates = record.first("duplicates");
    let city = record.named("city");
    let beside = city.as_ref().and_then(|_| record.named("state beside a city"));
    let relayer = record.first("relayer");
    let Said { text: body, is_reference, answers } = said;
    let not_compared =
        if record.first("withdrawn").is_some_and(|own| own.eq_ignore_ascii_case("true")) {
            let reason = match record.first("why withdrawn") {
                Some(reason) => format!("withdrawn: {reason}"),
                None => "withdrawn, no reason given".to_owned(),
            };
            Some((AsideBucket::Withdrawn, reason))
        } else {
            let reason = "all answers only refer to something else: “see above”, “n/a”";
            is_reference.then(|| (AsideBucket::NoText, reason.to_owned()))
        };
    let attributes = Attributes {
        author: record.author().or_else(|| author_in_title(title.as_deref()?)),
        organization: record.named("organization"),
        home: Home {
            state: record.named("state").or(beside),
            country: record.named("country"),
            city,
        },
        relayer: relayer
            .and_then(|host| Some(mail_headers::registrable_domain(&host)?.into_owned())),
        timestamp: received.or(posted).or(sent),
        received,
        posted,
        subject: title,
        dockets: Dockets { filed: dockets.dockets, ..Dockets::default() },
        secondary_keys: dockets.secondary_keys,
        recipients: record.first("recipient").into_iter().collect(),
        attachments: fields("attachments")
            .iter()
            .filter_map(|name| get(name))
            .flat_map(|files| named_files(&files))
            .collect(),
        claimed_duplicates: duplicates
            .and_then(|claim| attributes::claimed_duplicates(&claim).unwrap_or_default()),
        restricted: record.named("restricted"),
        answers,
        n_bytes: n_bytes as u64,
        ..Attributes::default()
    };
    RawComment {
        id,
        place,
        body,
        attributes,
        address: record.first("address"),
        not_compared,
        ..RawComment::default()
    }
}

/// Files in a field that names several. Others tell how many there are.
fn named_files(files: &str) -> Vec<Attachment> {
    files
        .split([',', '|', ';', '\n'])
        .map(str::trim)
        .filter(|file| file.contains("://") || file.contains('.') && !file.ends_with('.'))
        .map(Attachment::named)
        .collect()
}

/// The comment, unless its record is of a type that is no submission.
pub(super) fn submission(comment: RawComment, kind: Option<&str>, is_submission: bool) -> RawInput {
    match kind.map(str::trim).filter(|kind| !kind.is_empty() && !is_submission) {
        Some(kind) => {
            let reason = format!("a document of type `{kind}`, not a public submission");
            RawInput::Aside(comment.set_aside(AsideBucket::NotAComment, &reason))
        }
        None => comment.into(),
    }
}

/// Files that stand in a list of a record's: addresses or names, or objects that have them.
pub(super) fn listed_files(record: &Map<String, Value>) -> impl Iterator<Item = Attachment> {
    const NAMES: [&str; 6] = ["url", "fileUrl", "link", "href", "filename", "name"];
    let lists = record.iter().filter_map(|(name, value)| Some((name, value.as_array()?)));
    lists.filter(|(name, _)| is_of(name, &["attachments"])).flat_map(|(_, list)| list).filter_map(
        |file| {
            let file =
                file.as_str().or_else(|| NAMES.iter().find_map(|name| file.get(name)?.as_str()));
            Some(Attachment::named(file?))
        },
    )
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
