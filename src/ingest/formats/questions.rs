//! What the values of a column tell of it, and which questions columns ask.
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

use super::headings::plainly;
use super::records::{self, Said};
use crate::corpus::Answer;
use crate::corpus::tokens::{for_each_token, is_unspaced_token};
use crate::ingest::normalize::in_one_line;
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

/// The questions of some columns of which the open ones are known, in their order.
pub(super) fn of(columns: &[Column], open: &BTreeSet<usize>) -> Vec<Question> {
    let mut n_of_name: FxHashMap<String, usize> = FxHashMap::default();
    let mut questions = Vec::new();
    for (at, column) in columns.iter().enumerate() {
        let is_closed = !open.contains(&at);
        if is_closed && !(column.is_filled && column.is_closed()) {
            continue;
        }
        let mut name = in_one_line(&markup::comment_field(&column.name));
        if name.is_empty() {
            name = format!("column {}", at + 1);
        }
        let n_same = n_of_name.entry(name.clone()).or_default();
        *n_same += 1;
        if *n_same > 1 {
            name += &format!(" ({n_same})");
        }
        questions.push(Question { at, name, is_closed });
    }
    questions
}

/// The column by which a survey's export names respondents: no two of its cells are the same.
pub(super) fn id(columns: &[Column]) -> Option<usize> {
    let id = columns.iter().position(|column| records::is_id_of_answers(&column.name))?;
    (columns[id].values.len() == columns[id].n_learned).then_some(id)
}

/// What a respondent answered; `value` tells what stands in a column.
pub(super) fn answered<'a>(questions: &[Question], value: impl Fn(usize) -> Cow<'a, str>) -> Said {
    let answers: Vec<Answer> = questions
        .iter()
        .map(|question| Answer {
            question: question.name.clone(),
            column: question.at as u32,
            is_closed: question.is_closed,
            text: markup::comment_field(&value(question.at)).trim().to_owned(),
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

/// A heading, or the name of a field, with what its values tell that are not blank.
#[derive(Default)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) plain: String,
    /// Which it was when its name was first met.
    pub(super) number: usize,
    pub(super) is_date: bool,
    pub(super) is_claim: bool,
    pub(super) is_filled: bool,
    /// Values that were looked at.
    pub(super) n_learned: usize,
    values: FxHashMap<u64, Value>,
    /// How often each choice was made: several may stand in a cell.
    choices: FxHashMap<u64, usize>,
    n_choices: usize,
    /// By an earlier column, how many cells say what that one's says.
    pub(super) n_alike: FxHashMap<usize, usize>,
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

impl Column {
    pub(super) fn new(name: &str, number: usize) -> Self {
        Self {
            name: name.to_owned(),
            plain: plainly(name),
            number,
            is_date: records::is_date(name),
            is_claim: records::is_claim(name),
            ..Self::default()
        }
    }

    /// Learns from a value; what it is, where it is looked at.
    pub(super) fn learn(&mut self, written: &str) -> Option<u64> {
        let cell = written.trim();
        self.is_filled |= !cell.is_empty();
        if cell.is_empty() || self.values.len() >= MOST_VALUES {
            return None;
        }
        let value = hash(cell);
        self.n_learned += 1;
        self.values.entry(value).or_insert_with(|| Value::of(cell)).n += 1;
        if self.choices.len() < MOST_VALUES {
            for choice in cell.split([';', '|', ',', '\n']).map(str::trim) {
                if !choice.is_empty() {
                    *self.choices.entry(hash(choice)).or_default() += 1;
                    self.n_choices += 1;
                }
            }
        }
        Some(value)
    }

    /// Keeps no value, once what it is is decided.
    pub(super) fn forget(&mut self) {
        (self.values, self.choices, self.n_alike) = Default::default();
    }

    /// How many different values are such.
    fn n(&self, is_such: impl Fn(&Value) -> bool) -> usize {
        self.values.values().filter(|value| is_such(value)).count()
    }

    /// Numbers, dates, addresses: what is no word.
    fn are_coded(&self) -> bool {
        2 * self.n(|value| value.is_coded) > self.values.len()
    }

    /// Whether all say the same, or one of a few things that no one says alone.
    pub(super) fn are_said_by_form(&self) -> bool {
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

    /// A sentence that asks, or has the number of a question.
    fn asks(&self) -> bool {
        static ASKS: Pattern = Pattern::new(
            r"(?ix)\?\s*$ | ^\s*(?:question|q)?\s*[.:]?\s*[0-9]{1,3}[a-z]?\s*[.):\-–]?(?:[\s_]|$) | ^\s*(?:please|why|how|what|which|who|do|does|should)\b | \?",
        );
        ASKS.is_match(&self.name)
    }

    fn asks_for_words(&self) -> bool {
        static WORDS: Pattern = Pattern::new(
            r"(?i)\b(?:why|explain|explanation|reasons?|comments?|describe|details?|elaborate|suggest\w*|tell us|further|in your own words|free.?text|open.?ended)\b",
        );
        WORDS.is_match(&self.name)
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
        if self.asks() { WHO_IN_QUESTION.is_match(&self.name) } else { WHO.is_match(&self.name) }
    }

    fn is_record_field(&self) -> bool {
        static ATTACHED: Pattern = Pattern::new(r"(?i)attach|upload|\bfiles?\b");
        records::is_field(&self.name) || ATTACHED.is_match(&self.name) && !self.asks_for_words()
    }

    pub(super) fn is_open(&self) -> bool {
        if self.is_record_field() || self.are_coded() || self.asks_who() && self.are_names() {
            return false;
        }
        let offers = self.are_choices() && !self.asks_for_prose();
        let are_prose = self.n(|value| value.is_prose) * PROSE_ONE_IN >= self.values.len();
        !offers && (are_prose || self.asks())
    }

    fn is_closed(&self) -> bool {
        // On one day many answer.
        if self.is_record_field() || self.asks_who() && !self.asks() && self.are_coded() {
            return false;
        }
        // What is the same in all rows is no answer.
        let says_something = self.values.len() > 1 || self.asks();
        !self.asks_for_prose() && says_something && self.are_choices()
    }

    /// Whether it asks for words, and some answer has them.
    fn asks_for_prose(&self) -> bool {
        self.asks_for_words() && self.n(|value| value.is_prose) > 0
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

/// A cell by its letters and digits.
fn hash(cell: &str) -> u64 {
    let plain: String =
        cell.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    // Marks alone are a value, too.
    FxBuildHasher.hash_one(if plain.is_empty() { cell } else { &plain })
}
