//! The lines of a report in, the comments that hold what is asked for out, for `durian search`; and passages near to others,
//! for `durian trace`.
//!
//! Every line is held against the query, and there is no index: the 22,502 comments of a docket take a quarter of a second, and a folder
//! that cannot be written to is searched like any other. The page beside the report does the same in the browser, and finds
//! the same comments.
//!
//! # Invariants
//! - Every line is one comment, so counts are of comments: exact copies, which have the text of another one, and what was
//!   set aside are among them.
//! - The same lines and the same query give the same comments, in the order of the lines.

mod fold;
mod passages;
mod query;

use std::ops::Range;

use anyhow::Result;
use rustc_hash::FxHashMap;

pub use self::passages::PassageIndex;
use self::query::{Had, Query};
use crate::corpus::sentences;
use crate::report::printable;
use crate::report::schema::{Bucket, DocumentLine};

/// Characters of a snippet.
const SNIPPET: usize = 280;

/// A search under way: it is shown all lines.
pub struct Search {
    query: Query,
    /// Of every line, in their order, what it has of the query.
    lines: Vec<Looked>,
    /// The texts that may have copies, each with its line, by the ids of the comments that stand for them.
    texts: FxHashMap<String, usize>,
}

/// What a line has of the query.
pub struct Looked {
    place: u64,
    in_record: Had,
    in_text: Had,
    /// Of a comment whose text others may have, too, its id.
    may_have_copies: Option<String>,
    /// Of an exact copy the id of the comment with its text.
    copy_of: Option<String>,
}

/// A comment that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Where its line stands.
    pub line: u64,
    /// Where the line stands that has its text: the same but for an exact copy.
    pub text_line: u64,
}

impl Search {
    /// Begins a search.
    ///
    /// # Errors
    /// Where the query cannot be read: the message says what to write.
    pub fn new(query: &str) -> Result<Self> {
        Ok(Self { query: Query::new(query)?, lines: Vec::new(), texts: FxHashMap::default() })
    }

    /// Holds a line, which stands somewhere, against the query.
    pub fn look(&self, place: u64, line: DocumentLine) -> Looked {
        let in_text = self.query.in_text(&line.paragraphs.join("\n\n"));
        let in_record = self.query.in_record(&line);
        let may_have_copies = (line.bucket == Bucket::Clustered).then_some(line.id);
        let original = line.evidence.filter(|_| line.bucket == Bucket::ExactCopy);
        let copy_of = original.map(|evidence| evidence.compared_with);
        Looked { place, in_record, in_text, may_have_copies, copy_of }
    }

    /// Keeps what was seen of lines, which come in their order.
    pub fn keep(&mut self, looked: Vec<Looked>) {
        for mut looked in looked {
            if let Some(id) = looked.may_have_copies.take() {
                self.texts.insert(id, self.lines.len());
            }
            self.lines.push(looked);
        }
    }

    /// What was found, in the order of the lines.
    pub fn found(&self) -> Vec<Hit> {
        let found = self.lines.iter().filter_map(|line| {
            let original = line.copy_of.as_ref().and_then(|id| self.texts.get(id));
            let text = original.map_or(line, |at| &self.lines[*at]);
            let hit = Hit { line: line.place, text_line: text.place };
            self.query.holds(line.in_record | text.in_text).then_some(hit)
        });
        found.collect()
    }

    /// Of a text the sentence that has most of what is asked for, and what follows it; the beginning where none has any.
    pub fn snippet(&self, paragraphs: &[String]) -> String {
        let text = paragraphs.join("\n\n");
        let mut best = (0, 0);
        for sentence in sentences_of(&text) {
            let n_had = self.query.in_text(&text[sentence.clone()]).count_ones();
            if n_had > best.0 {
                best = (n_had, sentence.start);
            }
        }
        printable::excerpt(&text[best.1..], SNIPPET)
    }
}

/// The sentences of a text, paragraph by paragraph.
fn sentences_of(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split("\n\n").flat_map(move |paragraph| {
        let at = start;
        start += paragraph.len() + 2;
        sentences(paragraph).into_iter().map(move |range| at + range.start..at + range.end)
    })
}

#[cfg(test)]
mod tests {
    use super::query::Query;
    use crate::report::schema::DocumentLine;

    /// Words are whole, whatever their case, accents and apostrophes, and all of them must be there.
    #[test]
    fn queries_are_read_as_they_are_meant() {
        let text = "Don\u{2019}t close the café;\nnational security needs a 24-hour inspection.";
        let nested = format!(
            "refused\t{}a{}\tnested more than 20 deep",
            "(".repeat(100_000),
            ")".repeat(100_000)
        );
        let long = format!("refused\t{}\tmore than 64 words", "a ".repeat(65));
        let cases = include_str!("cases.txt").lines().skip(2);
        for case in cases.chain([nested.as_str(), &long]) {
            let [expect, query, said] = {
                let mut parts = case.split('\t');
                [(); 3].map(|()| parts.next().unwrap_or_default())
            };
            match Query::new(query) {
                Ok(read) => {
                    let holds = if read.holds(read.in_text(text)) { "yes" } else { "no" };
                    assert_eq!(holds, expect, "{query}");
                }
                Err(error) => {
                    let told = error.to_string();
                    assert!(expect == "refused" && told.contains(said), "{query}: {told}");
                    assert!(told.contains("write words"), "{told}");
                }
            }
        }
    }

    /// A word finds the comment whose whole id it is, and a beginning no id, unless it asks for ids.
    #[test]
    fn an_id_is_found_whole() {
        let line = DocumentLine { id: "ferry-12".to_owned(), ..DocumentLine::default() };
        for (query, expect) in
            [("ferry-12", true), ("ferry-1", false), ("ferry-1*", false), ("id:ferry-1*", true)]
        {
            let read = Query::new(query).expect("a query");
            assert_eq!(read.holds(read.in_record(&line)), expect, "{query}");
        }
    }
}
