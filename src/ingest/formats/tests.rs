//! Files of records, each with the comments that it holds.

use serde_json::json;

use super::{InputBytes, read_whole};
use crate::ingest::raw::RawInput;
use crate::ingest::{IngestConfig, cases};

/// A comment behind its place, or why an input is none.
pub(super) fn line(found: &RawInput) -> String {
    match found {
        RawInput::Comment(own) => format!("{}: {}", own.place, own.body),
        RawInput::Aside(own) => format!("{}! {}", own.source, own.reason),
        RawInput::Told(said) => said.clone(),
    }
}

/// What is known of it.
fn known(found: &RawInput) -> serde_json::Value {
    match found {
        RawInput::Comment(own) => {
            let mut known = json!(own.attributes);
            known["id"] = json!(own.id);
            known["not compared"] = json!(own.not_compared.as_ref().map(|(_, reason)| reason));
            known
        }
        RawInput::Aside(own) => json!(own.attributes),
        RawInput::Told(_) => serde_json::Value::Null,
    }
}

#[test]
fn files_of_records_hold_comments() {
    for case in cases::rows(include_str!("files.txt")) {
        let (file, field) = case[0].split_once(" --text-field ").unwrap_or((&case[0], ""));
        let mut config = IngestConfig::default();
        config.text_fields.named.extend((!field.is_empty()).then(|| field.to_owned()));
        let content = case[1].replace("\\u{FEFF}", "\u{FEFF}");
        let input = InputBytes::whole(file, content.as_bytes(), &config);
        let (told, found): (Vec<RawInput>, Vec<RawInput>) =
            read_whole(&input).into_iter().partition(|found| matches!(found, RawInput::Told(_)));
        let warnings: Vec<String> = told.iter().map(line).collect();
        let known = found.first().map_or(serde_json::Value::Null, known);
        let lines: Vec<String> =
            found.iter().map(|own| line(own)[file.len()..].to_owned()).collect();
        let expect: Vec<&str> = case[2].split(" | ").collect();
        let are_same = lines.len() == expect.len()
            && lines.iter().zip(&expect).all(|(line, expect)| match expect.strip_suffix('…') {
                Some(begins) => line.starts_with(begins),
                None => line == expect,
            });
        assert!(are_same, "{lines:?}\n{expect:?}");
        for own in &case[3..] {
            let (name, expect) = own.split_once(' ').unwrap_or((own, ""));
            let value = match name {
                "told" => {
                    let is_told = warnings.iter().any(|told| told.contains(expect));
                    assert!(is_told, "{own}: {warnings:?}");
                    continue;
                }
                "withdrawn:" | "withdrawn," => &known["not compared"],
                name => known.pointer(&format!("/{name}")).unwrap_or(&serde_json::Value::Null),
            };
            let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let is_same = shown == expect || shown == *own || value.is_null() && expect.is_empty();
            assert!(is_same, "{own}: {shown} of {}", case[1]);
        }
    }
}
