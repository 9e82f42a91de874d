//! Filings of the FCC's comment system (ECFS), JSON since 2017.

use serde_json::{Map, Value};

use super::records;
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
    let comment = records::comment(place, id, text, text.len(), &DateColumns::default(), |name| {
        record.get(name)?.as_str()
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{comment, is_filing};
    use crate::corpus::{Attachment, Home};

    #[test]
    fn a_filing_in_two_proceedings() {
        let filing = json!({
            "id_submission": "1051234567890",
            "text_data": "Keep the lamps lit.",
            "filers": [{ "name": "Rosa Alvarez" }],
            "addressentity": { "city": "MARROW FALLS", "state": "ME", "zip_code": "04077" },
            "proceedings": [{ "name": "17-108", "id_proceeding": 12 }, { "name": "14-28", "id_proceeding": "13" }],
            "date_received": "2017-05-11T14:02:33.120Z",
            "documents": [{ "filename": "letter.pdf", "src": "x" }],
        });
        let record = filing.as_object().expect("an object");
        assert!(is_filing(record));
        let comment = comment("f.json#1".to_owned(), record);
        assert_eq!(comment.id.as_deref(), Some("1051234567890"));
        assert_eq!(comment.body, "Keep the lamps lit.");
        assert_eq!(comment.attributes.dockets.filed, ["FCC:14-28", "FCC:17-108"]);
        assert_eq!(comment.attributes.author.as_deref(), Some("Rosa Alvarez"));
        let home = Home {
            city: Some("MARROW FALLS".to_owned()),
            state: Some("ME".to_owned()),
            country: None,
        };
        assert_eq!(comment.attributes.home, home);
        assert_eq!(comment.attributes.timestamp, Some(1_494_511_353));
        assert_eq!(comment.attributes.attachments, [Attachment::named("letter.pdf")]);
    }

    #[test]
    fn proceedings_by_their_names() {
        for (names, expect) in [
            (json!([{ "name": "INBOX-17-108" }]), &["FCC:17-108"][..]),
            (json!([{ "name": "inbox-17-108" }, { "name": "17‑108 " }]), &["FCC:17-108"]),
            (
                json!([{ "name": "RM-11849" }, "WC Docket No. 14-28"]),
                &["FCC:14-28", "FCC:RM-11849"],
            ),
            // What cannot be read is unknown.
            (json!([{ "name": "INBOX-1.401" }, { "name": null }, 7]), &[]),
        ] {
            let record = json!({ "id_submission": "1", "text_data": "x", "proceedings": names });
            let found = comment("f.json#1".to_owned(), record.as_object().expect("an object"));
            assert_eq!(found.attributes.dockets.filed, expect);
        }
    }
}
