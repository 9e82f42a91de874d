//! The cells of a table in, the questions that its columns ask out.
//!
//! The export of a survey has a column for each question: open ones, which people answer in their own words, and closed
//! ones, which offer answers to choose from. Its headings are sentences that no list of names foresees, so the cells of
//! the whole table tell which columns are which.
//!
//! | a column is | where |
//! |---|---|
//! | a field of the record | its name is that of one (id, date, name, address, title), or asks who answers and has no sentences |
//! | closed | the next answer would be one of those given: the Good–Turing estimate of what is new is small |
//! | open | its values are prose, or its heading asks, whatever short words answer it |
//! | a copy | most of its cells say what another one of the row says |

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::headings;
use super::records::{self, Said};
use crate::corpus::Answer;
use crate::corpus::tokens::{for_each_token, is_unspaced_token};
use crate::ingest::TextFields;
use crate::ingest::patterns::Pattern;
use crate::ingest::{dates, markup, placeholder};

/// Different values of a column that are looked at: a closed question has fewer, and of an open one these tell enough.
const MOST_VALUES: usize = 4096;
/// Words of a value that is prose even if it is no sentence, and of a sentence at the least.
const FEWEST_WORDS: usize = 8;
const FEWEST_WORDS_OF_SENTENCE: usize = 4;
/// One of so many different values is prose where the question is open: others answer with a word.
const PROSE_ONE_IN: usize = 3;
/// One in so many answers is new at the most where a question is closed: a stray answer may be typed beside the choices.
const NEW_ONE_IN: usize = 10;
/// Choices of a closed question at the most: more are not read before one is chosen.
const MOST_CHOICES: usize = 100;
/// Words of a choice at the most.
const LONGEST_CHOICE: usize = 60;
/// Words of a name, an address, a job at the most, on average.
const LONGEST_NAME: usize = 8;

/// A question that a column asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub(super) at: usize,
    /// Its heading, in one line; of several that are the same the later ones have a number.
    pub(super) name: String,
    /// Whether it offers answers to choose from.
    pub(super) is_closed: bool,
}

/// The questions of a table, in the order of its columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Questions(pub(super) Vec<Question>);

impl Questions {
    pub(super) fn open(&self) -> impl Iterator<Item = &Question> {
        self.0.iter().filter(|question| !question.is_closed)
    }

    /// What is read as answers and what is not, for people.
    pub(super) fn told<'a>(
        &self,
        headings: impl Iterator<Item = &'a str>,
        id: Option<usize>,
    ) -> String {
        let mut kinds: [Vec<String>; 3] = Default::default();
        for (at, heading) in headings.enumerate() {
            let question = self.0.iter().find(|question| question.at == at);
            let is_known =
                Some(at) == id || heading.trim().is_empty() || records::is_field(heading);
            let kind = match question {
                Some(question) => usize::from(question.is_closed),
                None if is_known => continue,
                None => 2,
            };
            kinds[kind].push(format!("`{}`", headings::short(&headings::in_one_line(heading))));
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
        told + "; choose others with --text-field or --text-fields"
    }

    /// What a respondent answered; `cell` tells what is in a column.
    pub(super) fn answered<'a>(&self, cell: impl Fn(&Question) -> Cow<'a, str>) -> Said {
        let answers: Vec<Answer> = self
            .0
            .iter()
            .map(|question| Answer {
                question: question.name.clone(),
                column: question.at as u32,
                is_closed: question.is_closed,
                text: markup::comment_field(&cell(question)).trim().to_owned(),
            })
            .collect();
        let given = answers.iter().filter(|answer| !answer.is_closed && !answer.text.is_empty());
        let (references, own): (Vec<&Answer>, Vec<&Answer>) =
            given.partition(|answer| placeholder::is_reference(&answer.text));
        let is_reference = own.is_empty() && !references.is_empty();
        let told = if is_reference { references } else { own };
        let texts: Vec<&str> = told.iter().map(|answer| answer.text.as_str()).collect();
        Said { text: texts.join("\n\n"), is_reference, answers }
    }
}

/// What the cells of a table tell of its columns.
#[derive(Default)]
pub(super) struct Evidence(Vec<Cells>);

/// The cells of a column that are not blank.
#[derive(Default)]
struct Cells {
    n_filled: usize,
    /// Those that were looked at.
    n_learned: usize,
    values: FxHashMap<u64, Value>,
    /// How often each choice was made: several may stand in a cell.
    choices: FxHashMap<u64, usize>,
    n_choices: usize,
    /// By an earlier column, how many cells say what that one's says.
    n_alike: FxHashMap<usize, usize>,
}

#[derive(Clone, Copy)]
struct Value {
    n: usize,
    n_words: usize,
    n_sentences: usize,
    is_prose: bool,
    is_coded: bool,
    is_usual_choice: bool,
}

impl Evidence {
    /// Learns from the cells of a row, each with its column.
    pub(super) fn learn<'a>(&mut self, row: impl Iterator<Item = (usize, &'a str)>) {
        let mut in_row: FxHashMap<u64, usize> = FxHashMap::default();
        for (at, cell) in row {
            if self.0.len() <= at {
                self.0.resize_with(at + 1, Cells::default);
            }
            let cell = cell.trim();
            if cell.is_empty() {
                continue;
            }
            let cells = &mut self.0[at];
            cells.n_filled += 1;
            if cells.values.len() >= MOST_VALUES {
                continue;
            }
            let value = hash(cell);
            cells.learn(cell, value);
            match in_row.get(&value) {
                Some(earlier) => *cells.n_alike.entry(*earlier).or_default() += 1,
                None => _ = in_row.insert(value, at),
            }
        }
    }

    /// The same of the columns in another order.
    pub(super) fn in_order(mut self, order: &[usize]) -> Self {
        let mut places = vec![0; order.len()];
        for (place, at) in order.iter().enumerate() {
            places[*at] = place;
        }
        self.0.resize_with(order.len(), Cells::default);
        let moved = order.iter().map(|at| {
            let cells = std::mem::take(&mut self.0[*at]);
            let n_alike = cells.n_alike.iter().map(|(at, n)| (places[*at], *n)).collect();
            Cells { n_alike, ..cells }
        });
        Self(moved.collect())
    }

    /// The questions of a table with some headings: those that the run names, or that the cells tell. `text` is the column
    /// with a usual name of a text.
    pub(super) fn questions(
        &self,
        headings: &[&str],
        text: Option<usize>,
        named: &TextFields,
    ) -> Questions {
        if !named.is_empty() {
            let names = headings.iter().enumerate();
            let open = names.filter(|(_, name)| named.hold(&headings::in_one_line(name)));
            return self.of_columns(headings, &open.map(|(at, _)| at).collect());
        }
        let mut open: Vec<usize> = Vec::new();
        for (at, heading) in headings.iter().enumerate() {
            let is_text = text == Some(at);
            let Some(cells) = self.0.get(at).filter(|cells| cells.n_filled > 0) else { continue };
            if is_text || Heading(heading.trim()).is_open(cells) {
                open.push(at);
            }
        }
        // What a form says in all rows, as a sentence of consent, nobody answered; beside it somebody did.
        let (said, mut open): (Vec<usize>, Vec<usize>) =
            open.into_iter().partition(|at| text != Some(*at) && self.0[*at].are_said_by_form());
        if open.is_empty() {
            open = said;
        }
        let open: BTreeSet<usize> =
            open.iter().copied().filter(|at| !self.is_copy(*at, &open, text)).collect();
        self.of_columns(headings, &open)
    }

    /// The questions of a table whose open ones are known.
    fn of_columns(&self, headings: &[&str], open: &BTreeSet<usize>) -> Questions {
        let mut names: FxHashMap<String, usize> = FxHashMap::default();
        let mut questions = Vec::new();
        for (at, heading) in headings.iter().enumerate() {
            let is_closed = !open.contains(&at);
            let is_asked = match self.0.get(at).filter(|cells| cells.n_filled > 0) {
                Some(cells) if is_closed => Heading(heading.trim()).is_closed(cells),
                Some(_) | None => !is_closed,
            };
            let mut name = heading_or_number(heading, at);
            if !is_asked {
                continue;
            }
            let n_same = names.entry(name.clone()).or_default();
            *n_same += 1;
            if *n_same > 1 {
                name += &format!(" ({n_same})");
            }
            questions.push(Question { at, name, is_closed });
        }
        Questions(questions)
    }

    /// The column by which a survey's export names respondents: no two of its cells are the same.
    pub(super) fn id(&self, headings: &[&str]) -> Option<usize> {
        let id = headings.iter().position(|name| records::is_id_of_answers(name))?;
        self.0.get(id).is_some_and(|cells| cells.values.len() == cells.n_learned).then_some(id)
    }

    /// Whether most cells of a column say what another open one's say.
    fn is_copy(&self, at: usize, open: &[usize], text: Option<usize>) -> bool {
        let most = |at: usize, n_alike: usize| 2 * n_alike > self.0[at].n_learned;
        let of_earlier = self.0[at].n_alike.iter().any(|(earlier, n_alike)| {
            open.contains(earlier) && text != Some(at) && most(at, *n_alike)
        });
        let of_text = text.and_then(|text| self.0.get(text)?.n_alike.get(&at));
        of_earlier || of_text.is_some_and(|n_alike| most(at, *n_alike))
    }
}

impl Cells {
    fn learn(&mut self, cell: &str, value: u64) {
        self.n_learned += 1;
        self.values.entry(value).or_insert_with(|| Value::of(cell)).n += 1;
        if self.choices.len() >= MOST_VALUES {
            return;
        }
        for choice in cell.split([';', '|', ',', '\n']).map(str::trim) {
            if !choice.is_empty() {
                *self.choices.entry(hash(choice)).or_default() += 1;
                self.n_choices += 1;
            }
        }
    }

    /// How many different values are such.
    fn n(&self, is_such: impl Fn(&Value) -> bool) -> usize {
        self.values.values().filter(|value| is_such(value)).count()
    }

    fn are_prose(&self) -> bool {
        self.n(|value| value.is_prose) * PROSE_ONE_IN >= self.values.len()
    }

    /// Numbers, dates, addresses: what is no word.
    fn are_coded(&self) -> bool {
        2 * self.n(|value| value.is_coded) > self.values.len()
    }

    /// Whether all say the same, or one of a few things that no one says alone.
    fn are_said_by_form(&self) -> bool {
        let n_needed = if self.values.len() == 1 { 2 } else { NEW_ONE_IN * self.values.len() };
        self.n_learned >= n_needed && self.n(|value| value.n == 1) == 0
    }

    /// Whether the values are short, as names are.
    fn are_names(&self) -> bool {
        let n_words: usize = self.values.values().map(|value| value.n_words).sum();
        n_words <= LONGEST_NAME * self.values.len()
            && 2 * self.n(|value| value.is_prose) < self.values.len()
    }

    /// Whether the next answer would be one of those given. The chance that it is another is about that of an answer
    /// to be the only one of its kind (I. J. Good, "The population frequencies of species and the estimation of population
    /// parameters", Biometrika 40, 1953, equation 9).
    fn are_choices(&self) -> bool {
        let n_once = self.choices.values().filter(|n| **n == 1).count();
        let repeat = n_once * NEW_ONE_IN <= self.n_choices && self.choices.len() <= MOST_CHOICES;
        let n_sentences = self.n(|value| value.is_prose);
        let are_short = self
            .values
            .values()
            .all(|value| value.n_words <= LONGEST_CHOICE && value.n_sentences <= 1);
        // Sentences that people write themselves are used once each, all but a few; those of a list are not.
        let n_alone = self.n(|value| value.n == 1);
        let are_told_apart =
            2 * n_sentences < self.values.len() || 3 * n_alone <= 2 * self.values.len();
        repeat && are_short && are_told_apart
            || self.values.values().all(|value| value.is_usual_choice)
    }
}

impl Value {
    fn of(cell: &str) -> Self {
        static ENDS: Pattern = Pattern::new(r#"[.!?…]["'”’)\]]*(?:\s+|$)|[。！？]"#);
        static USUAL_CHOICE: Pattern = Pattern::new(
            r"(?ix)^(?:(?:strongly|completely|partly|partially|mostly|fully|somewhat|slightly|tend\ to|generally|very)\ )*
                    (?:yes|no|y|n|true|false|maybe|agree|disagree|neutral|support|oppose|satisfied|dissatisfied|likely|unlikely|important|unimportant
                      |in\ favou?r|against|object|undecided|unsure|not\ sure|don.?t\ know|no\ opinion|prefer\ not\ to\ say|not\ answered|other
                      |neither(?:\ \w+){1,4}|n/?a|[0-9]{1,2})$",
        );
        // A path or an address is one word, whatever it is made of; where no blanks part words, tokens are.
        let mut n_words =
            cell.split_whitespace().filter(|word| word.contains(char::is_alphabetic)).count();
        let mut n_unspaced = 0;
        for_each_token(cell, |form, _| n_unspaced += usize::from(is_unspaced_token(form)));
        n_words = n_words.max(n_unspaced);
        let n_sentences = ENDS.find_iter(cell).count();
        let is_coded = n_words == 0
            || cell.parse::<f64>().is_ok()
            || dates::timestamp(cell).is_some()
            || !cell.contains(char::is_whitespace)
                && cell.contains(|c: char| c.is_ascii_digit() || "@/_".contains(c));
        Self {
            n: 0,
            n_words,
            n_sentences,
            is_prose: n_words >= FEWEST_WORDS
                || n_words >= FEWEST_WORDS_OF_SENTENCE && n_sentences > 0,
            is_coded,
            is_usual_choice: USUAL_CHOICE.is_match(cell),
        }
    }
}

struct Heading<'a>(&'a str);

impl Heading<'_> {
    /// A sentence that asks, or has the number of a question.
    fn asks(&self) -> bool {
        static ASKS: Pattern = Pattern::new(
            r"(?ix)\?\s*$ | ^\s*(?:question|q)?\s*[.:]?\s*[0-9]{1,3}[a-z]?\s*[.):\-–]?(?:[\s_]|$) | ^\s*(?:please|why|how|what|which|who|do|does|should)\b | \?",
        );
        ASKS.is_match(self.0)
    }

    fn asks_for_words(&self) -> bool {
        static WORDS: Pattern = Pattern::new(
            r"(?i)\b(?:why|explain|explanation|reasons?|comments?|describe|details?|elaborate|suggest\w*|tell us|further|in your own words|free.?text|open.?ended)\b",
        );
        WORDS.is_match(self.0)
    }

    /// Whether it asks who answers, when, or what came with the answer.
    fn asks_who(&self) -> bool {
        static WHO: Pattern = Pattern::new(
            r"(?i)\b(?:(?:first|last|family|sur|full|user)?[ _-]?names?|e-?mails?|phone|telephone|mobile|fax|post(?:al)?[ _-]?codes?|postcode|zip|address(?:es)?|organi[sz]ations?|company|companies|employer|job|role|position|affiliation|dates?|times?|timestamp|submitted|created|modified|started|completed|duration|url|link|website|ip|ids?|guid|uuid|reference number|user ?agent|language|locale|town|city|county|country|state|region|transparency register number)\b",
        );
        // "How would other times affect you?" asks for more.
        static WHO_IN_QUESTION: Pattern = Pattern::new(
            r"(?i)\b(?:names?|e-?mails?|phone|telephone|mobile|post(?:al)?[ _-]?codes?|zip|address|organi[sz]ations?|company|employer|job title|transparency register number)\b",
        );
        if self.asks() { WHO_IN_QUESTION.is_match(self.0) } else { WHO.is_match(self.0) }
    }

    fn is_record_field(&self) -> bool {
        static ATTACHED: Pattern = Pattern::new(r"(?i)attach|upload|\bfiles?\b");
        records::is_field(self.0) || ATTACHED.is_match(self.0) && !self.asks_for_words()
    }

    fn is_open(&self, cells: &Cells) -> bool {
        if self.is_record_field() || cells.are_coded() || self.asks_who() && cells.are_names() {
            return false;
        }
        let offers = cells.are_choices() && !self.asks_for_prose(cells);
        !offers && (cells.are_prose() || self.asks())
    }

    fn is_closed(&self, cells: &Cells) -> bool {
        // On one day many answer.
        if self.is_record_field() || self.asks_who() && !self.asks() && cells.are_coded() {
            return false;
        }
        // What is the same in all rows is no answer.
        let says_something = cells.values.len() > 1 || self.asks();
        !self.asks_for_prose(cells) && says_something && cells.are_choices()
    }

    /// Whether it asks for words, and some answer has them.
    fn asks_for_prose(&self, cells: &Cells) -> bool {
        self.asks_for_words() && cells.n(|value| value.is_prose) > 0
    }
}

/// A heading in one line; where there is none, the column's number.
fn heading_or_number(heading: &str, at: usize) -> String {
    let line = headings::in_one_line(&markup::comment_field(heading));
    if line.is_empty() { format!("column {}", at + 1) } else { line }
}

/// A cell by its letters and digits.
fn hash(cell: &str) -> u64 {
    let plain: String =
        cell.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    // Marks alone are a value, too.
    FxBuildHasher.hash_one(if plain.is_empty() { cell } else { &plain })
}

#[cfg(test)]
mod tests {
    use super::Evidence;

    /// Ten answers of which one is the only one of its kind: the next one is new with a chance of 1/10 (Good 1953, equation
    /// 9), as often as a closed question allows. Of eleven with two such it is 2/11.
    #[test]
    fn the_next_answer_to_a_closed_question_is_one_of_those_given() {
        let are_choices = |answers: &[(&str, usize)]| {
            let mut evidence = Evidence::default();
            for (answer, n) in answers {
                (0..*n).for_each(|_| evidence.learn(std::iter::once((0, *answer))));
            }
            evidence.0[0].are_choices()
        };
        assert!(are_choices(&[("by bus", 5), ("by tram", 4), ("by boat", 1)]));
        assert!(!are_choices(&[("by bus", 5), ("by tram", 4), ("by boat", 1), ("by raft", 1)]));
    }
}
