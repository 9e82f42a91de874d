//! The fields of records, which need not stand side by side: named values, as the columns of a table have them.

use std::borrow::Cow;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use super::named_values::NamedValues;
use super::records::{self, Said, as_text};
use crate::ingest::TextFields;
use crate::ingest::normalize::in_natural_order;

/// What the records of a file tell together, of which one after the other is learned from.
#[derive(Default)]
pub(in crate::ingest) struct Records {
    pub(super) values: NamedValues,
    /// The numbers of their names, until all is settled.
    numbers: FxHashMap<String, usize>,
}

/// Records that tell whether others may have several answers, before all of them are looked at.
const FIRST_RECORDS: usize = 256;
/// Words of an answer that tell so.
const FEW_WORDS: usize = 4;
/// Fields that are learned from: as many as a spreadsheet has columns.
const MOST_FIELDS: usize = 16_384;

impl Records {
    /// None yet; `may_answer` tells whether they may have several answers, as far as they are known.
    pub(super) fn new(may_answer: bool) -> Self {
        let values = NamedValues { may_tell: may_answer, ..NamedValues::default() };
        Self { values, ..Self::default() }
    }

    /// Of some records, which are all that there are.
    pub(super) fn of(records: &[Value], may_answer: bool, named: &TextFields) -> Self {
        let mut own = Self::new(may_answer);
        own.learn(records, named);
        own.settled(named)
    }

    /// Of records of which the first ones tell that one alone does not tell all of itself: they may have several answers,
    /// dates in which either number may be the month, or numbers that are none.
    pub(super) fn needed(first: &[Value], named: &TextFields) -> Option<Self> {
        let may_answer = may_answer(first, named);
        let NamedValues { dates, claims, .. } = Self::of(first, false, named).values;
        let is_needed = may_answer || dates.have_orders() || claims.0 > 0;
        is_needed.then(|| Self::new(may_answer))
    }

    pub(super) fn learn(&mut self, records: &[Value], named: &TextFields) {
        maps(records).for_each(|record| self.learn_fields(record, named));
    }

    fn learn_fields(&mut self, record: &Map<String, Value>, named: &TextFields) {
        if named.is_empty() && is_of_docket(record) {
            self.values.may_tell = false;
        }
        let cells: Vec<(&str, Cow<'_, str>)> = if self.values.may_tell {
            // Of a question that stands twice the last answer counts.
            let mut cells = Vec::from_iter(FxHashMap::from_iter(cells(record)));
            cells.sort_unstable_by(|(a, _), (b, _)| in_natural_order(a, b));
            cells
        } else {
            // Of these, all records tell together how they are written.
            let figures =
                record.iter().filter(|(name, _)| records::is_date(name) || records::is_claim(name));
            figures.filter_map(|(name, value)| Some((name.as_str(), as_text(value)?))).collect()
        };
        let numbered: Vec<(usize, &str)> =
            cells.iter().filter_map(|(name, cell)| Some((self.number(name)?, &**cell))).collect();
        self.values.learn(numbered.into_iter());
    }

    /// The number of a name; none where there are too many.
    fn number(&mut self, name: &str) -> Option<usize> {
        match self.numbers.get(name) {
            Some(number) => Some(*number),
            None if self.numbers.len() == MOST_FIELDS => None,
            None => {
                let number = self.values.push(name);
                self.numbers.insert(name.to_owned(), number);
                Some(number)
            }
        }
    }

    pub(super) fn settled(mut self, named: &TextFields) -> Self {
        self.values.sort();
        let [id, text] = ["id", "text"].map(|kind| {
            let mut names = records::fields(kind).iter();
            names.find_map(|name| self.values.names().position(|field| field == *name))
        });
        (self.values.id, self.values.text) = (id, text.filter(|_| named.is_empty()));
        self.values.settle(named, !named.is_empty());
        Self { numbers: FxHashMap::default(), ..self }
    }

    /// What is to be said of all records; of one alone that would be said again and again.
    pub(super) fn told(&self, place: &str, is_list: bool) -> Vec<String> {
        let text = self.values.told_of_text().into_iter();
        let of_all = text.chain(self.values.dates.told()).filter(|_| is_list);
        let told = of_all.chain(self.values.told_of_claims());
        told.map(|told| format!("{place}: {told}")).collect()
    }

    /// The field that names the respondents.
    pub(super) fn id(&self) -> Option<&str> {
        Some(&self.values.columns[self.values.id?].name)
    }

    /// What a record says where the values of all tell; nothing where it has no field of a respondent.
    pub(super) fn answered(&self, record: &Map<String, Value>) -> Option<Said> {
        if self.values.questions.is_empty() {
            return None;
        }
        let cells: FxHashMap<&str, Cow<'_, str>> = cells(record).collect();
        let columns = &self.values.columns;
        let mut asked = self.values.questions.iter().map(|own| own.at).chain(self.values.id);
        let is_asked = asked.any(|at| cells.contains_key(columns[at].name.as_str()));
        is_asked.then(|| {
            self.values.said(|at| cells.get(columns[at].name.as_str()).cloned().unwrap_or_default())
        })
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
