//! Filings of the FCC's comment system (ECFS), JSON since 2017.

use serde_json::{Map, Value};

use super::{RawComment, records};
use crate::corpus::Attributes;

/// Whether a record is a filing.
pub(super) fn is_filing(record: &Map<String, Value>) -> bool {
    record.contains_key("id_submission")
        || record.contains_key("text_data") && record.contains_key("proceedings")
}

/// Builds a comment from a filing. Several proceedings in one filing are usual: its dockets are a set.
pub(super) fn comment(place: String, record: &Map<String, Value>) -> RawComment {
    let names = |list: &str| -> Vec<String> {
        let entries = record
            .get(list)
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        entries
            .filter_map(|entry| Some(entry.get("name")?.as_str()?.trim().to_owned()))
            .collect()
    };
    let id = record.get("id_submission").and_then(|id| match id {
        Value::String(id) => Some(id.clone()),
        Value::Number(id) => Some(id.to_string()),
        _ => None,
    });
    let text = record
        .get("text_data")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let get = |name: &str| record.get(name).and_then(Value::as_str);
    let comment = records::comment(place, id, text, text.len(), get);
    let mut dockets: Vec<String> = names("proceedings")
        .iter()
        .map(|name| format!("FCC:{}", name.to_uppercase()))
        .collect();
    dockets.sort_unstable();
    dockets.dedup();
    let documents = record
        .get("documents")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    let attachments =
        documents.filter_map(|document| Some(document.get("filename")?.as_str()?.to_owned()));
    let attributes = Attributes {
        author: names("filers")
            .into_iter()
            .next()
            .or(comment.attributes.author),
        organization: names("lawfirms")
            .into_iter()
            .next()
            .or(comment.attributes.organization),
        dockets,
        attachments: attachments.collect(),
        ..comment.attributes
    };
    RawComment {
        attributes,
        ..comment
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{comment, is_filing};

    #[test]
    fn a_filing_in_two_proceedings() {
        let record = json!({
            "id_submission": "1051234567890",
            "text_data": "Keep the lamps lit.",
            "filers": [{ "name": "Rosa Alvarez" }],
            "proceedings": [{ "name": "17-108", "id_proceeding": 12 }, { "name": "14-28", "id_proceeding": "13" }],
            "date_received": "2017-05-11T14:02:33.120Z",
            "documents": [{ "filename": "letter.pdf", "src": "x" }],
        });
        let record = record.as_object().expect("an object");
        assert!(is_filing(record));
        let comment = comment("f.json#1".to_owned(), record);
        assert_eq!(comment.id.as_deref(), Some("1051234567890"));
        assert_eq!(comment.body, "Keep the lamps lit.");
        assert_eq!(comment.attributes.dockets, ["FCC:14-28", "FCC:17-108"]);
        assert_eq!(comment.attributes.author.as_deref(), Some("Rosa Alvarez"));
        assert_eq!(comment.attributes.timestamp, Some(1_494_511_353));
        assert_eq!(comment.attributes.attachments, ["letter.pdf"]);
    }
}
