//! Named values in, what they tell together out: which of them is the text, which are answers to questions, which names the
//! respondent, how dates are written.
//!
//! The columns of a table and the fields of records are learned from alike, all of them before any is read. What a column
//! is stands in [`questions`].

use std::borrow::Cow;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::headings::short;
use super::questions::{self, Column, Question};
use super::records::{self, Said};
use crate::ingest::TextFields;
use crate::ingest::attributes::claimed_duplicates;
use crate::ingest::dates::{DateColumns, Examples};
use crate::ingest::normalize::{in_natural_order, in_one_line};

/// The values that stand under some names, as far as they are learned from.
#[derive(Default)]
pub(in crate::ingest) struct NamedValues {
    pub(super) columns: Vec<Column>,
    /// Whether the values may tell which of them is the text; else the names alone decide.
    pub(super) may_tell: bool,
    /// What has the text, by its name; once all is settled, the first that has text of the commenter's own.
    pub(super) text: Option<usize>,
    pub(super) id: Option<usize>,
    /// Where the text is the answers to several questions, these in the order of their columns.
    pub(super) questions: Vec<Question>,
    /// Whether the values alone tell which of them is the text.
    pub(super) is_found: bool,
    pub(super) dates: DateColumns,
    /// Numbers of duplicates that are none.
    pub(super) claims: Examples,
}

impl NamedValues {
    /// Adds a name, and gives its number.
    pub(super) fn push(&mut self, name: &str) -> usize {
        self.columns.push(Column::new(name, self.columns.len()));
        self.columns.len() - 1
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| column.name.as_str())
    }

    /// Learns from the values of a row, or of a record, each with the number of its name.
    pub(super) fn learn<'a>(&mut self, values: impl Iterator<Item = (usize, &'a str)>) {
        let mut in_row: FxHashMap<u64, usize> = FxHashMap::default();
        for (at, value) in values {
            let Some(column) = self.columns.get_mut(at) else { continue };
            if column.is_date {
                self.dates.learn(&column.plain, &column.name, value);
            }
            if column.is_claim
                && let Err(claim) = claimed_duplicates(value)
            {
                self.claims.add(claim);
            }
            if self.may_tell
                && let Some(learned) = column.learn(value)
            {
                match in_row.get(&learned) {
                    Some(earlier) => *column.n_alike.entry(*earlier).or_default() += 1,
                    None => _ = in_row.insert(learned, at),
                }
            }
        }
    }

    /// Puts the names in the order in which people count: they came as the first records had them.
    pub(super) fn sort(&mut self) {
        self.columns.sort_by(|a, b| in_natural_order(&a.name, &b.name));
        let mut places = vec![0; self.columns.len()];
        for (place, column) in self.columns.iter().enumerate() {
            places[column.number] = place;
        }
        for column in &mut self.columns {
            let n_alike = std::mem::take(&mut column.n_alike).into_iter();
            column.n_alike = n_alike.map(|(at, n)| (places[at], n)).collect();
        }
    }

    /// Decides what the text is, once all values are [learned](Self::learn) from. Whether one question may be a text: lists of
    /// records lie in dockets that are none of comments.
    pub(super) fn settle(&mut self, named: &TextFields, may_be_one: bool) {
        if self.may_tell {
            let open = self.open(named);
            let questions = questions::of(&self.columns, &open);
            match Vec::from_iter(open)[..] {
                [first, _, ..] => {
                    self.text = Some(first);
                    self.id = self.id.or_else(|| questions::id(&self.columns));
                    self.questions = questions;
                }
                // One question is a text, but what was chosen beside it is told, too.
                [only] if self.text.is_none() && may_be_one => {
                    (self.text, self.is_found) = (Some(only), true);
                    if questions.len() > 1 || !named.is_empty() {
                        self.questions = questions;
                    }
                }
                _ => {}
            }
        }
        self.columns.iter_mut().for_each(Column::forget);
    }

    /// The questions that people answer in their own words: those that the run names, or that the values tell.
    fn open(&self, named: &TextFields) -> BTreeSet<usize> {
        let columns = self.columns.iter().enumerate();
        if !named.is_empty() {
            let open = columns.filter(|(_, column)| named.hold(&in_one_line(&column.name)));
            return open.map(|(at, _)| at).collect();
        }
        let open = columns.filter(|(at, column)| {
            column.is_filled && (self.text == Some(*at) || column.is_open())
        });
        // What a form says in all rows, as a sentence of consent, nobody answered; beside it somebody did.
        let (said, mut open): (Vec<usize>, Vec<usize>) = open
            .map(|(at, _)| at)
            .partition(|at| self.text != Some(*at) && self.columns[*at].are_said_by_form());
        if open.is_empty() {
            open = said;
        }
        open.iter().copied().filter(|at| !self.is_copy(*at, &open)).collect()
    }

    /// Whether most values of a column say what another open one's say.
    fn is_copy(&self, at: usize, open: &[usize]) -> bool {
        let column = &self.columns[at];
        let of_text = self.text.and_then(|text| self.columns[text].n_alike.get(&at));
        let others = open.iter().filter(|_| self.text != Some(at));
        let mut n_alike = others.filter_map(|earlier| column.n_alike.get(earlier)).chain(of_text);
        n_alike.any(|n_alike| 2 * n_alike > column.n_learned)
    }

    /// The name of a column, for people.
    fn shown(&self, at: usize) -> String {
        format!("`{}`", short(&in_one_line(&self.columns[at].name)))
    }

    /// What is read as the text where the values tell it, for people.
    pub(super) fn told_of_text(&self) -> Option<String> {
        if self.questions.is_empty() {
            let name = self.shown(self.text.filter(|_| self.is_found)?);
            return Some(format!(
                "the comments are read from column {name}, which alone has words of people's own; choose another with --text-field"
            ));
        }
        let mut kinds: [Vec<String>; 3] = Default::default();
        for (at, name) in self.names().enumerate() {
            let is_known = Some(at) == self.id || name.trim().is_empty() || records::is_field(name);
            let kind = match self.questions.iter().find(|question| question.at == at) {
                Some(question) => usize::from(question.is_closed),
                None if is_known => continue,
                None => 2,
            };
            kinds[kind].push(self.shown(at));
        }
        let [open, closed, others] = kinds.map(|names| (names.len(), names.join(", ")));
        let mut told = match open {
            (1, open) => format!("one question is read with its answers: {open}"),
            (n, open) => format!("{n} questions are read, each with its answers: {open}"),
        };
        match closed {
            (0, _) => {}
            (1, closed) => told += &format!("; one offers answers to choose from: {closed}"),
            (n, closed) => told += &format!("; {n} offer answers to choose from: {closed}"),
        }
        if others.0 > 0 {
            told += &format!("; {} more columns are not read: {}", others.0, others.1);
        }
        Some(told + "; choose others with --text-field or --text-fields")
    }

    /// How many records tell no number of duplicates.
    pub(super) fn told_of_claims(&self) -> Option<String> {
        let Examples(n, first) = &self.claims;
        (*n > 0).then(|| {
            format!(
                "{n} records claim a number of duplicates that is no count, for example `{first}`; each counts as one"
            )
        })
    }

    /// What somebody said, of whose row or record `value` tells what stands under each name.
    pub(super) fn said<'a>(&self, value: impl Fn(usize) -> Cow<'a, str>) -> Said {
        match self.text {
            Some(text) if self.questions.is_empty() => Said::in_field(&value(text)),
            _ => questions::answered(&self.questions, value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{NamedValues, questions};

    /// Whether answers, each given so many times, are choices of a closed question.
    fn are_choices(answers: &[(&str, usize)]) -> bool {
        let mut values = NamedValues { may_tell: true, ..NamedValues::default() };
        let way = values.push("Way");
        for (answer, n) in answers {
            (0..*n).for_each(|_| values.learn(std::iter::once((way, *answer))));
        }
        questions::of(&values.columns, &values.open(&Default::default())).len() == 1
    }

    /// Ten answers of which one is the only one of its kind: the next one is new with a chance of 1/10 (Good 1953, equation
    /// 9), as often as a closed question allows. Of eleven with two such it is 2/11.
    #[test]
    fn the_next_answer_to_a_closed_question_is_one_of_those_given() {
        assert!(are_choices(&[("by bus", 5), ("by tram", 4), ("by boat", 1)]));
        assert!(!are_choices(&[("by bus", 5), ("by tram", 4), ("by boat", 1), ("by raft", 1)]));
    }
}
