//! A query in, what it asks for out; and of texts and records, which of that they have.
//!
//! ```text
//! query  = parts { "OR" parts }
//! parts  = part { ["AND"] part }                      all of them
//! part   = { "-" | "NOT" } ( "(" query ")" | [field ":"] value )
//! value  = word | word* | "a phrase" | "a beginn*" | [day TO day] | *
//! ```
//!
//! What people are told of it stands under SEARCHING in the guide. The page's script reads the same
//! (`src/report/html/search.js`), with the same words for what is wrong.

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error as ValueError;

use super::fold::folded;
use crate::report::printable;
use crate::report::schema::DocumentLine;

/// How a query is written.
const GUIDE: &str = "write words, a \"phrase in quotation marks\", beginn*, field:value, -word to leave out, a OR b; the fields \
                     are text, author, organization, subject, id, campaign, cluster, bucket, flag, date (date:2031-05, \
                     date:[2031-05-01 TO 2031-05-31])";

/// Where something can be asked for. Without a field, words are sought in the first four, and a whole id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Field {
    Text,
    Author,
    Organization,
    Subject,
    Id,
    Campaign,
    Cluster,
    Bucket,
    Flag,
    Date,
}

/// How deep parentheses may be nested.
const DEEPEST: usize = 20;
/// Words, phrases and values of a query: as many as a number has bits.
const MOST: usize = 64;

/// Which of the words, phrases and values of a query something has: a bit for each.
pub(super) type Had = u64;

/// What is asked for.
#[derive(Debug)]
pub(super) struct Query {
    asked: Vec<(Option<Field>, Value)>,
    whole: Part,
}

/// How what is asked for goes together.
#[derive(Debug)]
enum Part {
    Asked(usize),
    Not(Box<Self>),
    All(Vec<Self>),
    Any(Vec<Self>),
}

/// A value that is asked for.
#[derive(Debug)]
enum Value {
    /// Words one after the other, folded; without a space behind it the last may go on.
    Words(String),
    /// Days, from the first to the last, each of them a day, a month or a year, or left open.
    Days([String; 2]),
    /// Whatever there is.
    Anything,
}

impl Query {
    /// Reads a query.
    ///
    /// # Errors
    /// Says what cannot be read, and how a query is written.
    pub(super) fn new(query: &str) -> Result<Self> {
        // Telephones write other quotation marks.
        let plain = query.replace(['“', '”', '„'], "\"");
        let mut reader = Reader { rest: &plain, asked: Vec::new() };
        let whole = reader.any(0).and_then(|whole| {
            ensure!(reader.rest.is_empty(), "a parenthesis is closed that was not opened");
            whole.context("there is no word to search for")
        });
        match whole {
            Ok(whole) => Ok(Self { asked: reader.asked, whole }),
            Err(what) => {
                bail!("cannot read the query `{}`: {what}; {GUIDE}", printable::excerpt(query, 100))
            }
        }
    }

    /// What of it stands in a text.
    pub(super) fn in_text(&self, text: &str) -> Had {
        let words = folded(&printable::text(text));
        self.having(|field, value| {
            matches!(field, None | Some(Field::Text)) && value.stands_in(&words)
        })
    }

    /// What of it a record has besides its text.
    pub(super) fn in_record(&self, line: &DocumentLine) -> Had {
        let [author, organization, subject] = [&line.author, &line.organization, &line.subject]
            .map(|name| folded(&printable::name(name.as_deref().unwrap_or_default())));
        let [campaign, cluster] =
            [&line.campaign, &line.cluster].map(|id| folded(id.as_deref().unwrap_or_default()));
        let (id, bucket) = (folded(&printable::line(&line.id)), folded(line.bucket.name()));
        let flags: Vec<String> = line.flag_names().map(folded).collect();
        let day = line.day().unwrap_or_default();
        self.having(|field, value| match field {
            None => {
                [&author, &organization, &subject].iter().any(|name| value.stands_in(name))
                    || !value.is_beginning() && value.is(&id)
            }
            Some(Field::Text) => false,
            Some(Field::Author) => value.stands_in(&author),
            Some(Field::Organization) => value.stands_in(&organization),
            Some(Field::Subject) => value.stands_in(&subject),
            Some(Field::Id) => value.is(&id),
            Some(Field::Campaign) => value.is(&campaign),
            Some(Field::Cluster) => value.is(&cluster),
            Some(Field::Bucket) => value.is(&bucket),
            Some(Field::Flag) => flags.iter().any(|flag| value.stands_in(flag)),
            Some(Field::Date) => value.holds_day(day),
        })
    }

    /// Whether what something has is what is asked for.
    pub(super) fn holds(&self, had: Had) -> bool {
        self.whole.holds(had)
    }

    fn having(&self, has: impl Fn(Option<Field>, &Value) -> bool) -> Had {
        let bits = self.asked.iter().enumerate().filter(|(_, (field, value))| has(*field, value));
        bits.fold(0, |had, (bit, _)| had | 1 << bit)
    }
}

impl Part {
    fn holds(&self, had: Had) -> bool {
        match self {
            Self::Asked(bit) => had >> bit & 1 == 1,
            Self::Not(part) => !part.holds(had),
            Self::All(parts) => parts.iter().all(|part| part.holds(had)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(had)),
        }
    }

    /// Parts as one; none of none.
    fn of(mut parts: Vec<Self>, joined: fn(Vec<Self>) -> Self) -> Option<Self> {
        if parts.len() > 1 { Some(joined(parts)) } else { parts.pop() }
    }
}

impl Value {
    /// Whether it stands in some words, which are folded.
    fn stands_in(&self, folded: &str) -> bool {
        match self {
            Self::Words(words) => folded.contains(words),
            Self::Anything => folded.len() > 1,
            Self::Days(_) => false,
        }
    }

    /// Whether it is the whole of what is folded, or its beginning where it may go on.
    fn is(&self, folded: &str) -> bool {
        match self {
            Self::Words(words) if words.ends_with(' ') => folded == words,
            Self::Words(words) => folded.starts_with(words),
            Self::Anything => folded.len() > 1,
            Self::Days(_) => false,
        }
    }

    fn is_beginning(&self) -> bool {
        matches!(self, Self::Words(words) if !words.ends_with(' '))
    }

    fn holds_day(&self, day: &str) -> bool {
        match self {
            Self::Days(ends) => {
                // A month or a year holds the days that begin as it does.
                let [from, to] = ends
                    .each_ref()
                    .map(|end| day.get(..end.len()).unwrap_or(day).cmp(end.as_str()));
                !day.is_empty() && from.is_ge() && (ends[1].is_empty() || to.is_le())
            }
            Self::Anything => !day.is_empty(),
            Self::Words(_) => false,
        }
    }
}

/// A query, as far as it is not read yet.
struct Reader<'a> {
    rest: &'a str,
    asked: Vec<(Option<Field>, Value)>,
}

impl Reader<'_> {
    /// Alternatives, to the end or to a parenthesis that closes them; none where there is no word.
    fn any(&mut self, depth: usize) -> Result<Option<Part>> {
        ensure!(depth <= DEEPEST, "parentheses are nested more than {DEEPEST} deep");
        let mut alternatives = Vec::new();
        loop {
            let all = self.all(depth)?;
            let is_followed = self.takes_sign("OR");
            if all.is_none() && (is_followed || !alternatives.is_empty()) {
                bail!("`OR` stands between two things");
            }
            alternatives.extend(all);
            if !is_followed {
                return Ok(Part::of(alternatives, Part::Any));
            }
        }
    }

    /// Parts that must all be there.
    fn all(&mut self, depth: usize) -> Result<Option<Part>> {
        let mut parts = Vec::new();
        loop {
            while self.takes_sign("AND") {}
            if self.rest.is_empty() || self.rest.starts_with(')') || self.is_at_sign("OR") {
                return Ok(Part::of(parts, Part::All));
            }
            let mut is_left_out = false;
            while self.takes_sign("NOT") || self.takes_minus() {
                is_left_out = !is_left_out;
            }
            let part = self.part(depth)?;
            parts.extend(
                part.map(|part| if is_left_out { Part::Not(Box::new(part)) } else { part }),
            );
        }
    }

    /// A word, a phrase, a value of a field, or what stands in parentheses; none where it has no letter and no digit.
    fn part(&mut self, depth: usize) -> Result<Option<Part>> {
        if let Some(rest) = self.rest.strip_prefix('(') {
            self.rest = rest;
            let inner = self.any(depth + 1)?;
            self.rest = self.rest.strip_prefix(')').context("a parenthesis is not closed")?;
            return Ok(inner);
        }
        let field = self.field()?;
        let value = match self.rest.chars().next() {
            Some('"') => {
                let (phrase, rest) =
                    self.rest[1..].split_once('"').context("a quotation mark is not closed")?;
                self.rest = rest;
                value(field, phrase)?
            }
            Some('[') if field == Some(Field::Date) => {
                let (days, rest) =
                    self.rest[1..].split_once(']').context("a bracket is not closed")?;
                self.rest = rest;
                let (from, to) =
                    days.split_once(" TO ").context("between two days stands ` TO `")?;
                Some(Value::Days([day(from)?, day(to)?]))
            }
            _ => {
                let end = self.rest.find(|c: char| c.is_whitespace() || "\"()".contains(c));
                let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
                self.rest = rest;
                ensure!(
                    field.is_none() || !word.is_empty(),
                    "a field without a value: write author:name"
                );
                value(field, word)?
            }
        };
        let Some(value) = value else { return Ok(None) };
        ensure!(self.asked.len() < MOST, "it has more than {MOST} words");
        self.asked.push((field, value));
        Ok(Some(Part::Asked(self.asked.len() - 1)))
    }

    /// The field that is named before a value.
    fn field(&mut self) -> Result<Option<Field>> {
        let n_letters = self.rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (name, rest) = self.rest.split_at(n_letters);
        let Some(value) = rest.strip_prefix(':').filter(|_| n_letters > 0) else {
            return Ok(None);
        };
        let field: Result<Field, ValueError> =
            Field::deserialize(name.to_ascii_lowercase().into_deserializer());
        if let Ok(field) = field {
            self.rest = value;
            return Ok(Some(field));
        }
        // "Re: the ferry" and "https://…" are words.
        let is_plain =
            value.starts_with("//") || value.chars().next().is_none_or(char::is_whitespace);
        ensure!(
            is_plain,
            "there is no field `{name}`; put what has a colon in it in quotation marks"
        );
        Ok(None)
    }

    /// Passes over a minus before what is to be left out.
    fn takes_minus(&mut self) -> bool {
        let behind = self.rest.strip_prefix('-');
        let left_out =
            behind.filter(|rest| rest.starts_with(|c: char| !c.is_whitespace() && c != ')'));
        self.rest = left_out.unwrap_or(self.rest);
        left_out.is_some()
    }

    /// Whether `OR`, `AND` or `NOT` comes next, as a word of its own.
    fn is_at_sign(&mut self, sign: &str) -> bool {
        self.rest = self.rest.trim_start();
        self.rest.strip_prefix(sign).is_some_and(|rest| {
            rest.chars().next().is_none_or(|c| c.is_whitespace() || matches!(c, '(' | ')' | '"'))
        })
    }

    fn takes_sign(&mut self, sign: &str) -> bool {
        let is_there = self.is_at_sign(sign);
        if is_there {
            self.rest = self.rest[sign.len()..].trim_start();
        }
        is_there
    }
}

/// What a word or phrase asks for; nothing where it has no letter and no digit.
fn value(field: Option<Field>, typed: &str) -> Result<Option<Value>> {
    let written = typed.trim();
    if written == "*" {
        return Ok(Some(Value::Anything));
    }
    if field == Some(Field::Date) {
        let only = day(written)?;
        return Ok(Some(Value::Days([only.clone(), only])));
    }
    let beginning = written.strip_suffix('*');
    let typed = beginning.unwrap_or(written);
    ensure!(!typed.contains('*'), "a star stands at the end of a word, for whatever follows");
    let mut words = folded(typed);
    if beginning.is_some() {
        words.pop();
    }
    Ok((words.len() > 1).then_some(Value::Words(words)))
}

/// A day, a month or a year; `*` is any.
fn day(typed: &str) -> Result<String> {
    let written = typed.trim();
    if written == "*" {
        return Ok(String::new());
    }
    let shape: String = written.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    let is_day = ["0000", "0000-00", "0000-00-00"].contains(&shape.as_str());
    ensure!(is_day, "a date is a day, a month or a year: 2031-05-04, 2031-05, 2031");
    Ok(written.to_owned())
}
