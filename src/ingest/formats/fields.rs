//! Records in, the questions that their fields answer out: as [`questions`](super::questions) for tables.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use super::headings;
use super::questions::{Evidence, Questions};
use super::records::{self, Answered};
use crate::ingest::TextFields;

/// The questions that the fields of some records answer.
#[derive(Debug)]
pub(super) struct FieldQuestions {
    fields: Vec<String>,
    id: Option<usize>,
    questions: Questions,
}

/// Records that tell whether others may have several answers, before all of them are looked at.
const FIRST_RECORDS: usize = 256;
/// Words of an answer that tell so.
const FEW_WORDS: usize = 4;

impl FieldQuestions {
    /// The questions of some records; none where they have one text each.
    pub(super) fn of(records: &[&Map<String, Value>], named: &TextFields) -> Option<Self> {
        if named.one().is_some() || named.is_empty() && !may_answer(records) {
            return None;
        }
        let fields: BTreeSet<&str> =
            records.iter().flat_map(|record| cells(record)).map(|(name, _)| name).collect();
        let mut fields: Vec<&str> = fields.into_iter().collect();
        fields.sort_by(|a, b| by_number(a, b));
        let mut evidence = Evidence::default();
        for record in records {
            let cells: FxHashMap<&str, Cow<'_, str>> = cells(record).collect();
            evidence.learn(fields.iter().map(|field| cells.get(field).map_or("", |cell| &**cell)));
        }
        let position = |names: &[&str]| {
            names.iter().find_map(|name| fields.iter().position(|field| field == name))
        };
        let questions = if named.is_empty() {
            evidence.questions(&fields, position(records::fields("text")))
        } else {
            let open =
                (0..fields.len()).filter(|at| named.hold(&headings::in_one_line(fields[*at])));
            evidence.of_columns(&fields, &open.collect())
        };
        let is_survey = questions.open().nth(if named.is_empty() { 1 } else { 0 }).is_some();
        is_survey.then(|| Self {
            id: position(records::fields("id")).or_else(|| {
                let id = fields.iter().position(|field| records::is_id_of_answers(field))?;
                evidence.differ(id).then_some(id)
            }),
            fields: fields.iter().map(|field| (*field).to_owned()).collect(),
            questions,
        })
    }

    /// The field that names the respondents.
    pub(super) fn id(&self) -> Option<&str> {
        Some(&self.fields[self.id?])
    }

    pub(super) fn told(&self) -> String {
        self.questions.told(self.fields.iter().map(String::as_str), self.id)
    }

    /// What a record answers; nothing where it has no field of a respondent.
    pub(super) fn answered(&self, record: &Map<String, Value>) -> Option<Answered> {
        let mut cells: FxHashMap<&str, Cow<'_, str>> = cells(record).collect();
        let mut asked = self.questions.0.iter().map(|question| question.at).chain(self.id);
        if !asked.any(|at| cells.contains_key(self.fields[at].as_str())) {
            return None;
        }
        let mut of_questions: FxHashMap<usize, Cow<'_, str>> = FxHashMap::default();
        for question in &self.questions.0 {
            of_questions.extend(
                cells.remove(self.fields[question.at].as_str()).map(|cell| (question.at, cell)),
            );
        }
        Some(
            self.questions
                .answered(|question| of_questions.get(&question.at).cloned().unwrap_or_default()),
        )
    }
}

/// Whether two fields of the first records, or more, have words, and none is of a docket: those have one text each.
pub(super) fn may_answer(records: &[&Map<String, Value>]) -> bool {
    let mut fields: BTreeSet<&str> = BTreeSet::new();
    for (name, cell) in records.iter().take(FIRST_RECORDS).flat_map(|record| cells(record)) {
        let has_words = cell.split_whitespace().nth(FEW_WORDS - 1).is_some()
            || cell.chars().any(|letter| u32::from(letter) >= 0x3000);
        if has_words && !records::is_field(name) {
            fields.insert(name);
        }
    }
    let is_of_docket = |record: &Map<String, Value>| {
        records::is_filing(record) || record.keys().any(|name| records::tells_docket(name))
    };
    fields.len() > 1 && !records.iter().any(|own| is_of_docket(own))
}

/// The fields of a record, or of what it has them in: regulations.gov, Elasticsearch, Airtable, GeoJSON.
pub(super) fn attributes(record: &Map<String, Value>) -> &Map<String, Value> {
    const IN: [&str; 4] = ["attributes", "_source", "fields", "properties"];
    IN.iter().find_map(|name| record.get(*name)?.as_object()).unwrap_or(record)
}

/// What answers stand in, where they stand apart from what else is known of a respondent.
const ANSWERS: [&str; 5] = ["answers", "responses", "questions", "survey", "form"];

/// The fields of a record with what they say. Answers may stand in an object of their own, or in a list of questions with
/// their answers; what was chosen from a list stands side by side.
fn cells(record: &Map<String, Value>) -> impl Iterator<Item = (&str, Cow<'_, str>)> {
    record.iter().flat_map(|(name, value)| match value {
        Value::Object(fields) if ANSWERS.contains(&name.to_lowercase().as_str()) => {
            fields.iter().filter_map(|(name, value)| Some((name.as_str(), cell(value)?))).collect()
        }
        Value::Array(answers) if answers.iter().any(Value::is_object) => {
            answers.iter().filter_map(question_and_answer).collect()
        }
        value => cell(value).map(|cell| (name.as_str(), cell)).into_iter().collect::<Vec<_>>(),
    })
}

fn cell(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::Array(chosen) => {
            let chosen: Vec<Cow<'_, str>> = chosen.iter().filter_map(as_text).collect();
            Some(Cow::Owned(chosen.join("; ")))
        }
        value => as_text(value),
    }
}

fn question_and_answer(answer: &Value) -> Option<(&str, Cow<'_, str>)> {
    const QUESTION: [&str; 5] = ["question", "label", "title", "name", "key"];
    const ANSWER: [&str; 5] = ["answer", "response", "value", "text", "comment"];
    let fields = answer.as_object()?;
    let question = QUESTION.iter().find_map(|name| fields.get(*name)?.as_str())?;
    Some((question, ANSWER.iter().find_map(|name| cell(fields.get(*name)?))?))
}

/// The order of names as people have it: "Q2" before "Q10".
fn by_number(a: &str, b: &str) -> Ordering {
    fn parts(name: &str) -> (&str, u64, &str) {
        let start = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
        let digits = name[start..].bytes().take_while(u8::is_ascii_digit).count();
        (
            &name[..start],
            name[start..start + digits].parse().unwrap_or_default(),
            &name[start + digits..],
        )
    }
    parts(a).cmp(&parts(b)).then(a.cmp(b))
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
