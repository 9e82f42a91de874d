//! Filings of the FCC's comment system (ECFS), JSON since 2017.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::records::{self, Said};
use crate::corpus::{Attachment, Attributes, Dockets, Home};
use crate::ingest::dates::DateColumns;
use crate::ingest::docket_ids;
use crate::ingest::raw::RawComment;

/// Whether a record is a filing.
pub(super) fn is_filing(record: &Map<String, Value>) -> bool {
    record.contains_key("id_submission")
        || record.contains_key("text_data") && record.contains_key("proceedings")
}

/// What stands in a list of a filing.
fn entries<'a>(record: &'a Map<String, Value>, list: &str) -> impl Iterator<Item = &'a Value> {
    record.get(list).and_then(Value::as_array).into_iter().flatten()
}

/// The names in a list of a filing.
fn names(record: &Map<String, Value>, list: &str) -> impl Iterator<Item = String> {
    entries(record, list)
        .filter_map(|entry| entry.get("name").unwrap_or(entry).as_str())
        .map(|name| name.trim().to_owned())
}

/// Builds a comment from a filing. Several proceedings in one filing are usual: its dockets are a set.
pub(super) fn comment(place: String, record: &Map<String, Value>) -> RawComment {
    let id = record.get("id_submission").and_then(|id| match id {
        Value::String(id) => Some(id.clone()),
        Value::Number(id) => Some(id.to_string()),
        _ => None,
    });
    let text = record.get("text_data").and_then(Value::as_str).unwrap_or_default();
    let (said, dates) = (Said::Text(text.into()), DateColumns::default());
    let comment = records::comment(place, id, said, text.len(), &dates, |name| {
        record.get(name)?.as_str().map(Cow::Borrowed)
    });
    let mut dockets: Vec<String> = names(record, "proceedings")
        .flat_map(|name| docket_ids::of_proceeding(&name).dockets)
        .collect();
    dockets.sort_unstable();
    dockets.dedup();
    let attributes = Attributes {
        author: names(record, "filers").next().or(comment.attributes.author),
        organization: names(record, "lawfirms").next().or(comment.attributes.organization),
        home: home(record).unwrap_or(comment.attributes.home),
        dockets: Dockets { filed: dockets, ..Dockets::default() },
        attachments: entries(record, "documents")
            .filter_map(|document| Some(Attachment::named(document.get("filename")?.as_str()?)))
            .collect(),
        ..comment.attributes
    };
    RawComment { attributes, ..comment }
}

/// City and state of a filing's address, which may lie in an entity of its own name.
fn home(record: &Map<String, Value>) -> Option<Home> {
    let entity = record.get("addressentity")?;
    let address = entity.get("addressentity").unwrap_or(entity);
    let [city, state] = ["city", "state"].map(|name| {
        let value = address.get(name)?.as_str()?.trim();
        (!value.is_empty()).then(|| value.to_owned())
    });
    Some(Home { city, state, country: None })
}
