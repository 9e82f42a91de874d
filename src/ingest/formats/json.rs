//! JSON in all the forms comments come in: regulations.gov v4 (one record, wrapped in `data`,
//! arrays), v3 search pages, arrays of plain records, JSONL.

use std::borrow::Cow;
use std::io::{self, BufRead, Read as _};
use std::sync::{Arc, LazyLock};

use encoding_rs::UTF_8;
use regex::bytes::{Captures, Regex};
use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use super::fields::{self, Records, attributes};
use super::format::{Attached, Format, Structure};
use super::headings::{listed, missing};
use super::input::{FilePart, InputBytes, InputPiece, extension};
use super::records::{self, Said, as_text};
use crate::corpus::{AsideBucket, Limit, SetAside};
use crate::ingest::discover::STANDARD_INPUT;
use crate::ingest::raw::{BLANK, RawInput, aside, refuse};
use crate::ingest::{IngestConfig, decode};

/// Bytes of a file that tell whether its lines are answers.
const HEAD_BYTES: usize = 1 << 16;

pub(super) const FORMAT: Format = Format::of(
    Attached::Text,
    |file| {
        file.is_named(&["json", "jsonl", "ndjson"])
            || file.begins_as_json() && !file.is_named(&["txt"])
    },
    read,
);

/// JSONL: a record on every line.
pub(super) struct Lines;

/// What is to learn from all lines of a file before any of them is read, as the first ones tell; nothing where each can be
/// read by itself.
pub(in crate::ingest) fn learning(head: &InputBytes<'_>) -> Option<Records> {
    if !Lines.is_of(head) {
        return None;
    }
    let first = lines(&head.bytes[..head.bytes.len().min(HEAD_BYTES)]);
    let found: Vec<Value> = first.filter_map(|line| parse(line).ok()).collect();
    Records::needed(&found, &head.config.text_fields)
}

/// What all lines tell together. One that is too long for a record tells nothing.
///
/// # Errors
/// Where they cannot be read.
pub(in crate::ingest) fn learned(
    mut learning: Records,
    mut lines: impl BufRead,
    config: &IngestConfig,
) -> io::Result<Records> {
    let mut line = Vec::new();
    while lines.by_ref().take(config.limits.record_bytes()).read_until(b'\n', &mut line)? > 0 {
        let found = parse(&line).map_or(Vec::new(), |value| records_of(value).0);
        learning.learn(&found, &config.text_fields);
        line.clear();
    }
    Ok(learning.settled(&config.text_fields))
}

impl Structure for Lines {
    fn is_of(&self, input: &InputBytes<'_>) -> bool {
        input.place == STANDARD_INPUT
            || matches!(extension(input.place).as_str(), "jsonl" | "ndjson")
                // Its lines end within characters.
                && decode::encoding_told(input.bytes).is_none_or(|encoding| encoding == UTF_8)
    }

    fn has_ranges(&self, head: &InputBytes<'_>) -> bool {
        learning(head).is_none()
    }

    fn first_boundary(&self, bytes: &[u8], n_before: usize, _: bool) -> Option<usize> {
        // The line before may have ended with the last byte.
        let from = n_before.saturating_sub(1);
        Some(from + memchr::memchr(b'\n', bytes.get(from..)?)? + 1)
    }

    fn pieces<'a>(&self, input: &InputBytes<'a>) -> Vec<InputPiece<'a>> {
        let records = input.records.cloned().or_else(|| {
            let learning = learning(input).filter(|_| input.part == FilePart::Whole)?;
            learned(learning, input.bytes, input.config).ok().map(Arc::new)
        });
        let mut pieces: Vec<InputPiece<'a>> = lines(input.bytes)
            .enumerate()
            .filter(|(_, line)| !line.trim_ascii().is_empty())
            .map(|(nth, line)| InputPiece::numbered(input, nth, line, |line| read_line(line, None)))
            .collect();
        if pieces.is_empty() && !input.is_block() {
            return vec![InputPiece::new(input.place, input.bytes, |file| read_line(file, None))];
        }
        if let Some(records) = records {
            for piece in &mut pieces {
                let records = Arc::clone(&records);
                piece.read = Box::new(move |line| read_line(line, Some(&records)));
            }
            if !matches!(input.part, FilePart::Later(_)) {
                pieces.insert(0, InputPiece::told(input, records.told(input.place, true)));
            }
        }
        pieces
    }

    fn last_boundary(&self, block: &InputBytes<'_>) -> Option<usize> {
        Some(block.bytes.iter().rposition(|byte| *byte == b'\n')? + 1)
    }

    fn n_records(&self, block: &InputBytes<'_>, _: &[InputPiece<'_>]) -> usize {
        memchr::memchr_iter(b'\n', block.bytes).count()
    }

    fn most_bytes(&self, input: &InputBytes<'_>) -> (u64, Limit) {
        let limits = &input.config.limits;
        // A list of records may stand in one line.
        if input.bytes.trim_ascii_start().starts_with(b"[") {
            (limits.file_bytes, Limit::FileSize)
        } else {
            (limits.record_bytes(), Limit::TextSize)
        }
    }
}

/// The lines of a file. All threads wait while a block is cut into them, so this has to be quick.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut start = 0;
    memchr::memchr_iter(b'\n', bytes).chain([bytes.len()]).map(move |end| {
        let line = &bytes[start..end];
        start = end + 1;
        line
    })
}

/// Reads a JSON file: one record or many, in a list or one a line.
fn read(input: &InputBytes<'_>) -> Vec<RawInput> {
    if input.bytes.trim_ascii().is_empty() {
        return vec![refuse(input.place, AsideBucket::NoText, BLANK)];
    }
    let wide = decode::wide(input.bytes);
    let bytes = wide.as_deref().map_or(input.bytes, str::as_bytes);
    let input = &InputBytes { bytes, ..*input };
    let value = match parse(input.bytes) {
        Ok(value) => value,
        // Records that stand one a line, in a file that is not named so.
        Err(_) if is_lines(input.bytes) => {
            let records = learned(Records::new(true), input.bytes, input.config).ok().map(Arc::new);
            let lines = InputBytes { records: records.as_ref(), ..*input };
            return super::decode_all(&Lines.pieces(&lines), input.config);
        }
        Err(error) => return vec![invalid(input.place, &error)],
    };
    let (found, is_list) = records_of(value);
    if found.is_empty() {
        return vec![refuse(input.place, AsideBucket::NotAComment, "contains no record")];
    }
    let named = &input.config.text_fields;
    let records = Records::of(&found, fields::may_answer(&found, named), named);
    let told = records.told(input.place, is_list).into_iter().map(RawInput::Told);
    told.chain(read_records(input, &found, is_list, &records)).collect()
}

/// JSON that is none, and what to do about it.
fn invalid(place: &str, error: &serde_json::Error) -> RawInput {
    let said = error.to_string();
    let advice = if error.is_eof() {
        "the file may be cut off, download it again"
    } else if said.starts_with("recursion limit") {
        "lists in lists are read up to 128 deep"
    } else if said.starts_with("number out of range") {
        "put the number in quotation marks"
    } else {
        "mend it there, or name the file .txt if it is a letter"
    };
    refuse(place, AsideBucket::Unreadable, &format!("not valid JSON: {said}; {advice}"))
}

/// Reads a line of JSONL; what all lines tell together is known, or the line tells it alone.
fn read_line(input: &InputBytes<'_>, known: Option<&Records>) -> Vec<RawInput> {
    if input.bytes.trim_ascii().is_empty() {
        return vec![refuse(input.place, AsideBucket::NoText, BLANK)];
    }
    let found = match parse(input.bytes) {
        Ok(value) => records_of(value).0,
        Err(error) => return vec![invalid(input.place, &error)],
    };
    let own = match known {
        Some(_) => None,
        None => Some(Records::of(&found, false, &input.config.text_fields)),
    };
    let told = own.iter().flat_map(|own| own.told(input.place, false)).map(RawInput::Told);
    let Some(records) = known.or(own.as_ref()) else { return Vec::new() };
    let read = found.iter().map(|own| read_record(input, input.place, own, records));
    told.chain(read.map(|read| read.unwrap_or_else(|aside| RawInput::Aside(*aside)))).collect()
}

fn is_lines(bytes: &[u8]) -> bool {
    let mut are_records = lines(bytes)
        .filter(|line| !line.trim_ascii().is_empty())
        .map(|line| parse(line).is_ok_and(|value| value.is_object()));
    are_records.next() == Some(true) && are_records.next() == Some(true)
}

/// Parses leniently: byte order mark, other charsets, lone surrogates, raw control characters and what other languages
/// have besides are repaired before giving up, because they occur in real exports.
fn parse(bytes: &[u8]) -> serde_json::Result<Value> {
    static LONE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u[dD][89a-fA-F][0-9a-fA-F]{2}").expect("the pattern is valid")
    });
    // What Python and JavaScript write besides: numbers that are none, and a comma behind the last value.
    static NOT_JSON: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"(?s-u)("(?:[^"\\]|\\.)*")|-?\b(?:NaN|Infinity)\b|,(\s*[\]}])"#)
            .expect("the pattern is valid")
    });
    let unmarked = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    serde_json::from_slice(unmarked).or_else(|error| {
        let text: Cow<'_, str> = match std::str::from_utf8(unmarked) {
            Ok(text) => text.into(),
            Err(_) => decode::text(unmarked).into(),
        };
        let repaired =
            LONE.replace_all(text.as_bytes(), |found: &Captures<'_>| match found.get(1) {
                Some(pair) => pair.as_bytes().to_vec(),
                None => b"\\ufffd".to_vec(),
            });
        let repaired: Vec<u8> = repaired
            .iter()
            .map(|byte| if matches!(byte, 0..0x20) { b' ' } else { *byte })
            .collect();
        let plain = NOT_JSON.replace_all(&repaired, |found: &Captures<'_>| {
            match (found.get(1), found.get(2)) {
                (Some(text), _) => text.as_bytes().to_vec(),
                (None, Some(end)) => end.as_bytes().to_vec(),
                (None, None) => b"null".to_vec(),
            }
        });
        serde_json::from_slice(&plain).map_err(|_| error)
    })
}

/// Names under which a file holds its records.
const LISTS: [&str; 6] = ["documents", "data", "filings", "filing", "comments", "results"];
/// Objects in objects in which a list of records is looked for.
const DEEPEST_LIST: usize = 3;

/// Whether an object is a record, or what it holds belongs to one.
fn is_record(object: &Map<String, Value>) -> bool {
    let fields = attributes(object);
    records::is_filing(fields)
        || fields.iter().any(|(name, value)| {
            records::tells_docket(name)
                || records::fields("text").contains(&name.as_str())
                    && !value.is_object()
                    && !value.is_array()
        })
}

/// The longest list of records in what a server answers, however it wraps it.
fn list_in(object: &mut Map<String, Value>, deepest: usize) -> Option<&mut Vec<Value>> {
    let lists = object.values_mut().filter_map(|value| match value {
        Value::Array(list) => Some(list).filter(|list| {
            list.iter().all(|record| record.as_object().is_some_and(is_record)) && !list.is_empty()
        }),
        Value::Object(inner) if deepest > 1 => list_in(inner, deepest - 1),
        _ => None,
    });
    lists.max_by_key(|list| list.len())
}

fn records_of(value: Value) -> (Vec<Value>, bool) {
    match value {
        Value::Array(records) => (records, true),
        Value::Object(object) if records::is_filing(&object) => {
            (vec![Value::Object(object)], false)
        }
        Value::Object(mut object) => {
            for list in LISTS {
                match object.get_mut(list) {
                    Some(Value::Array(records)) => return (std::mem::take(records), true),
                    Some(Value::Object(record)) if list == "data" => {
                        let within = Some(&mut *record).filter(|record| !is_record(record));
                        if let Some(records) = within.and_then(|it| list_in(it, DEEPEST_LIST)) {
                            return (std::mem::take(records), true);
                        }
                        let mut record = std::mem::take(record);
                        record.extend(object.remove_entry("included"));
                        return (vec![Value::Object(record)], false);
                    }
                    _ => {}
                }
            }
            let list = if is_record(&object) { None } else { list_in(&mut object, DEEPEST_LIST) };
            match list {
                Some(records) => (std::mem::take(records), true),
                None => (vec![Value::Object(object)], false),
            }
        }
        other => (vec![other], false),
    }
}

fn read_records(
    input: &InputBytes<'_>,
    found: &[Value],
    is_list: bool,
    records: &Records,
) -> Vec<RawInput> {
    let (mut comments, mut without_text): (Vec<RawInput>, Vec<SetAside>) = Default::default();
    for (record, number) in found.iter().zip(1..) {
        let place =
            if is_list { format!("{}#{number}", input.place) } else { input.place.to_owned() };
        match read_record(input, &place, record, records) {
            Ok(comment) => comments.push(comment),
            Err(missing) => without_text.push(*missing),
        }
    }
    // A file without any text field is one thing wrong, not thousands.
    if let Some(SetAside { reason, .. }) = without_text.first()
        && comments.is_empty()
    {
        let n = without_text.len();
        if n > 1 {
            comments.push(input.told(format!("none of its {n} records has a comment text")));
        }
        let is_list_page = reason.starts_with("a list page");
        let bucket = if is_list_page { AsideBucket::Unreadable } else { AsideBucket::NotAComment };
        comments.push(refuse(input.place, bucket, reason));
        return comments;
    }
    comments.extend(without_text.into_iter().map(RawInput::Aside));
    comments
}

/// One record; `Err` where it has no text field.
fn read_record(
    input: &InputBytes<'_>,
    place: &str,
    record: &Value,
    records: &Records,
) -> Result<RawInput, Box<SetAside>> {
    let Value::Object(object) = record else {
        let reason = "not a record: an object with an id and a text was expected";
        return Err(Box::new(aside(place, AsideBucket::Unreadable, reason)));
    };
    let attributes = attributes(object);
    // Many names are asked for, and most records have few of them.
    let fields: FxHashMap<&str, &Value> =
        attributes.iter().map(|(name, value)| (name.as_str(), value)).collect();
    let own_id = input.config.id_field.as_deref().into_iter();
    let id = own_id
        .chain(records::fields("id").iter().copied())
        .chain(["_id"])
        .chain(records.id())
        .find_map(|name| as_text(object.get(name)?).or_else(|| records::text(&fields, name)))
        .filter(|id| !id.trim().is_empty())
        .map(Cow::into_owned);
    let named = &input.config.text_fields;
    let usual = if named.is_empty() { records::fields("text") } else { &[] };
    let mut text_fields = named.one().map(String::as_str).into_iter().chain(usual.iter().copied());
    let text_field = text_fields.find(|name| attributes.contains_key(*name));
    let answered = records.answered(attributes);
    let has_text = text_field.is_some() || answered.is_some();
    let (said, n_bytes) = match answered.map(|said| (said.text.len(), said)) {
        Some((n_bytes, said)) => (said, n_bytes),
        None => {
            let text = text_field.and_then(|name| records::text(&fields, name)).unwrap_or_default();
            (Said::in_field(&text), text.len())
        }
    };
    let dates = &records.values.dates;
    let mut comment = records::comment(place.to_owned(), id, said, n_bytes, dates, |name| {
        records::text(&fields, name)
    });
    if let Some(dockets) = records::proceedings(attributes) {
        comment.attributes.dockets.filed = dockets;
    }
    comment.attributes.attachments.extend(records::attached_files(object.get("included")));
    comment.attributes.attachments.extend(records::listed_files(attributes));
    let kind = records::text(&fields, "documentType").filter(|kind| !kind.is_empty());
    let is_submission = !named.is_empty() && !comment.body.trim().is_empty()
        || attributes
            .values()
            .filter_map(Value::as_str)
            .any(|value| records::SUBMISSIONS.contains(&value.trim()));
    // Fields without a value are left out of search results: such a record is a comment without text.
    let may_lack_text = kind.is_some() && !attributes.contains_key("highlightedContent")
        || records::is_filing(attributes);
    if !has_text && !may_lack_text && (is_submission || kind.is_none()) {
        let field = named.named.iter().chain(&named.patterns).next();
        let reason = missing_text(attributes, field.map(String::as_str));
        return Err(Box::new(comment.set_aside(AsideBucket::Unreadable, &reason)));
    }
    Ok(records::submission(comment, kind.as_deref(), is_submission))
}

fn missing_text(object: &Map<String, Value>, field: Option<&str>) -> String {
    if object.contains_key("highlightedContent") {
        return "a list page without comment texts; download each comment's own record".to_owned();
    }
    let names = object.keys().map(String::as_str);
    match field {
        Some(field) => missing("field", field, names, "--text-field"),
        None => format!(
            "no field with a comment's text among {}; name it with --text-field",
            listed(names)
        ),
    }
}
