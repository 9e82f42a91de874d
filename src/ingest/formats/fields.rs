//! Records in, the questions that their fields answer out: as [`questions`](super::questions) for tables.

use std::borrow::Cow;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use super::headings::plainly;
use super::questions::{Evidence, Questions};
use super::records::{self, Said};
use crate::ingest::TextFields;
use crate::ingest::dates::DateColumns;
use crate::ingest::normalize::in_natural_order;

/// What the records of a file tell together: the questions that their fields answer, and how they write dates.
#[derive(Clone, Debug, Default)]
pub(in crate::ingest) struct Records {
    /// None where each has one text, and the one among them that names the respondents.
    fields: Vec<String>,
    id: Option<usize>,
    questions: Questions,
    pub(super) dates: DateColumns,
}

impl Records {
    /// Of some records; `may_answer` tells whether they may have several answers.
    pub(super) fn of(records: &[Value], may_answer: bool, named: &TextFields) -> Self {
        let mut learning = Learning::new(may_answer);
        learning.learn(records, named);
        learning.settle(named)
    }

    pub(super) fn told(&self, place: &str) -> Vec<String> {
        let fields = self.fields.iter().map(String::as_str);
        let is_survey = !self.fields.is_empty();
        let questions = is_survey.then(|| self.questions.told(fields, self.id)).into_iter();
        questions.chain(self.dates.told()).map(|told| format!("{place}: {told}")).collect()
    }

    /// The field that names the respondents.
    pub(super) fn id(&self) -> Option<&str> {
        Some(&self.fields[self.id?])
    }

    /// What a record answers; nothing where it has no field of a respondent.
    pub(super) fn answered(&self, record: &Map<String, Value>) -> Option<Said> {
        if self.fields.is_empty() {
            return None;
        }
        let cells: FxHashMap<&str, Cow<'_, str>> = cells(record).collect();
        let mut asked = self.questions.0.iter().map(|question| question.at).chain(self.id);
        asked.any(|at| cells.contains_key(self.fields[at].as_str())).then(|| {
            self.questions.answered(|question| {
                cells.get(self.fields[question.at].as_str()).cloned().unwrap_or_default()
            })
        })
    }
}

/// The records of a file, of which one after the other is learned from.
#[derive(Default)]
pub(in crate::ingest) struct Learning {
    /// Whether they may have several answers, as far as they are known.
    may_answer: bool,
    /// The columns that their fields are of the evidence.
    columns: FxHashMap<String, usize>,
    evidence: Evidence,
    dates: DateColumns,
}

/// Records that tell whether others may have several answers, before all of them are looked at.
const FIRST_RECORDS: usize = 256;
/// Words of an answer that tell so.
const FEW_WORDS: usize = 4;
/// Fields that are learned from: as many as a spreadsheet has columns.
const MOST_FIELDS: usize = 16_384;

impl Learning {
    pub(super) fn new(may_answer: bool) -> Self {
        Self { may_answer, ..Self::default() }
    }

    /// Of records of which the first ones tell that one alone does not tell all of itself: they may have several answers, or
    /// dates in which either number may be the month.
    pub(super) fn needed(first: &[Value], named: &TextFields) -> Option<Self> {
        let may_answer = may_answer(first, named);
        let is_needed = may_answer || Records::of(first, false, named).dates.have_orders();
        is_needed.then(|| Self::new(may_answer))
    }

    pub(super) fn learn(&mut self, records: &[Value], named: &TextFields) {
        maps(records).for_each(|record| self.learn_fields(record, named));
    }

    fn learn_fields(&mut self, record: &Map<String, Value>, named: &TextFields) {
        for (name, value) in record {
            if let Some(cell) = value.as_str()
                && records::is_date(name)
            {
                self.dates.learn(&plainly(name), name, cell);
            }
        }
        self.may_answer = self.may_answer && !(named.is_empty() && is_of_docket(record));
        if !self.may_answer {
            return;
        }
        let cells: FxHashMap<&str, Cow<'_, str>> = cells(record).collect();
        let mut cells = Vec::from_iter(cells);
        cells.sort_unstable_by(|(a, _), (b, _)| in_natural_order(a, b));
        let columns = &mut self.columns;
        self.evidence.learn(cells.iter().filter_map(|(name, cell)| {
            let n_columns = columns.len();
            let column = match columns.get(*name) {
                Some(column) => *column,
                None if n_columns == MOST_FIELDS => return None,
                None => *columns.entry((*name).to_owned()).or_insert(n_columns),
            };
            Some((column, &**cell))
        }));
    }

    pub(super) fn settle(self, named: &TextFields) -> Records {
        let Self { may_answer, columns, evidence, dates } = self;
        let records = Records { dates, ..Records::default() };
        if !may_answer {
            return records;
        }
        let mut columns = Vec::from_iter(columns);
        columns.sort_unstable_by(|(a, _), (b, _)| in_natural_order(a, b));
        let (fields, order): (Vec<String>, Vec<usize>) = columns.into_iter().unzip();
        let evidence = evidence.in_order(&order);
        let headings: Vec<&str> = fields.iter().map(String::as_str).collect();
        let position = |names: &[&str]| {
            names.iter().find_map(|name| headings.iter().position(|field| field == name))
        };
        let questions = evidence.questions(&headings, position(records::fields("text")), named);
        let is_survey = questions.open().nth(if named.is_empty() { 1 } else { 0 }).is_some();
        let id = position(records::fields("id")).or_else(|| evidence.id(&headings));
        if is_survey { Records { fields, id, questions, ..records } } else { records }
    }
}

fn maps(records: &[Value]) -> impl Iterator<Item = &Map<String, Value>> {
    records.iter().filter_map(Value::as_object).map(attributes)
}

/// Whether records may have several answers: the run names fields for them, or two fields of the first records, or more,
/// have words, and none of these is of a docket.
pub(super) fn may_answer(records: &[Value], named: &TextFields) -> bool {
    if !named.is_empty() {
        return named.one().is_none();
    }
    let mut fields: BTreeSet<&str> = BTreeSet::new();
    for record in maps(records).take(FIRST_RECORDS) {
        if is_of_docket(record) {
            return false;
        }
        fields.extend(cells(record).filter_map(|(name, cell)| {
            let has_words = cell.split_whitespace().nth(FEW_WORDS - 1).is_some()
                || cell.chars().any(|letter| u32::from(letter) >= 0x3000);
            (has_words && !records::is_field(name)).then_some(name)
        }));
    }
    fields.len() > 1
}

/// Whether a record is of a docket: such records have one text each.
fn is_of_docket(record: &Map<String, Value>) -> bool {
    records::is_filing(record) || record.keys().any(|name| records::tells_docket(name))
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

/// Strings, numbers and truth values as text; nothing for the rest.
pub(super) fn as_text(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(text.into()),
        Value::Number(number) => Some(number.to_string().into()),
        Value::Bool(truth) => Some(truth.to_string().into()),
        _ => None,
    }
}
