//! Report and lines in, rows of typed cells out: what the tables for a spreadsheet hold, as CSV and as sheets of
//! the workbook. The columns of each are named and explained in one file with its cells, which stand in the same
//! order: that the two have the same length is all that the compiler knows.

mod added;
mod answers;
mod campaigns;
mod cell;
mod clusters;
mod comments;
mod flagged;
mod found;
mod index;
mod known;
mod posting;
mod responses;
mod said;
mod to_fetch;
mod trace;
mod uniques;

use std::fmt::Write;

pub(super) use added::{ADDED, added};
pub(super) use answers::{ANSWERS, answers};
pub(super) use campaigns::{CAMPAIGNS, Campaigns};
pub(super) use cell::{CUT, Cell, fitted, plain_time};
pub(super) use clusters::{CLUSTERS, letters};
pub use comments::CampaignName;
pub(super) use comments::{COMMENTS, CommentRows};
pub(super) use flagged::{FLAGGED, flagged};
pub use found::FoundComment;
pub(super) use found::{FOUND, found_row};
pub(super) use index::{INDEX, docket, sum};
pub(super) use known::{KNOWN, known};
pub(super) use posting::{
    ASIDE, CHECKED, POSTING, SAMPLES, SENDERS, aside, checked, posting, sample, sender,
};
pub(super) use responses::{
    FIRST_OF_ANALYST, ID, Issue, Issues, NOTE, PASSAGE, RESPONSES, STATUS, STATUSES,
};
pub(super) use said::{SAID, said};
pub(super) use to_fetch::{TO_FETCH, to_fetch};
pub(super) use trace::{TRACE, passage};
pub(super) use uniques::{UNIQUES, Unique, Uniques};

/// Ids in a cell: more help nobody who reads it.
const MOST_IDS: usize = 200;

/// A column of a table.
pub struct Column {
    /// Its heading: lower case, words parted by `_`.
    pub name: &'static str,
    /// What its cells hold.
    pub meaning: &'static str,
    /// How wide it is shown, in characters.
    pub(super) width: u8,
}

const fn column(name: &'static str, width: u8, meaning: &'static str) -> Column {
    Column { name, meaning, width }
}

/// A table that is written.
pub struct Table {
    /// The CSV file, or none where it is a sheet of the workbook alone.
    pub file: Option<&'static str>,
    /// The sheet of the workbook, or none where it is a CSV file alone.
    pub sheet: Option<&'static str>,
    /// What a row is.
    pub rows: &'static str,
    /// Its columns, in their order.
    pub columns: &'static [Column],
}

impl Table {
    /// The file and the sheet, in words.
    pub fn names(&self) -> Vec<String> {
        let file = self.file.map(|file| format!("`{file}`"));
        let sheet = self.sheet.map(|sheet| format!("sheet *{sheet}*"));
        file.into_iter().chain(sheet).collect()
    }
}

/// All tables with columns.
pub const TABLES: [Table; 19] = [
    Table {
        file: Some("campaigns.csv"),
        sheet: Some("Campaigns"),
        rows: "A row for each campaign, the largest first.",
        columns: &CAMPAIGNS,
    },
    Table {
        file: Some("clusters.csv"),
        sheet: Some("Letters"),
        rows: "A row for each cluster: a letter and its copies, the largest first.",
        columns: &CLUSTERS,
    },
    Table {
        file: Some("comments.csv"),
        sheet: Some("Comments"),
        rows: "A row for each input, in the order of documents.jsonl.",
        columns: &COMMENTS,
    },
    Table {
        file: Some("added-text.csv"),
        sheet: Some("Added text"),
        rows: "A row for each passage that senders added to a letter, the most substantial of each cluster first.",
        columns: &ADDED,
    },
    Table {
        file: Some("said_by_many.csv"),
        sheet: Some("Said by many"),
        rows: "A row for each passage that many single comments hold, and for each set of facts that comments name in other \
               words, what most say first.",
        columns: &SAID,
    },
    Table {
        file: Some("known.csv"),
        sheet: None,
        rows: "With `--known`, and where comments answer several questions, a row for each paragraph of a known text, or question, \
               that comments quote, in the order of the texts.",
        columns: &KNOWN,
    },
    Table {
        file: Some("answers.csv"),
        sheet: None,
        rows: "Where comments are the answers to several questions, a row for each answer, in the order of documents.jsonl.",
        columns: &ANSWERS,
    },
    Table {
        file: Some("flagged.csv"),
        sheet: None,
        rows: "Where there are some, a row for each reason for which an input is not to be posted, in the order of their ids. `durian cluster --flags` reads it, too.",
        columns: &FLAGGED,
    },
    Table {
        file: Some("to-fetch.csv"),
        sheet: None,
        rows: "A row for each file that came with a comment and was not read, in the order of documents.jsonl.",
        columns: &TO_FETCH,
    },
    Table {
        file: None,
        sheet: Some("Unique comments"),
        rows: "A row for each comment like no other, the most substantial first.",
        columns: &UNIQUES,
    },
    Table {
        file: None,
        sheet: Some("Responses"),
        rows: "A row for each letter, each added passage, what many say, and each unique comment: what may need a response. `durian cluster --since`, and a run into the same folder, carry over what was filled in.",
        columns: &RESPONSES,
    },
    Table {
        file: Some("index.csv"),
        sheet: None,
        rows: "Beside the reports that `durian cluster --each` and `durian index` list: a row for each docket, in byte \
               order of their names, and one at the end for the sum.",
        columns: &INDEX,
    },
    Table {
        file: Some("posting.csv"),
        sheet: None,
        rows: "Of `durian post`, as the five below: a row for each input, in the order of documents.jsonl.",
        columns: &POSTING,
    },
    Table {
        file: Some("campaigns-to-post.csv"),
        sheet: None,
        rows: "A row for each campaign, the largest first: what is posted for it.",
        columns: &SAMPLES,
    },
    Table {
        file: Some("senders.csv"),
        sheet: None,
        rows: "A row for each comment that is counted for a campaign.",
        columns: &SENDERS,
    },
    Table {
        file: Some("singles.csv"),
        sheet: None,
        rows: "A row for each comment that is posted by itself.",
        columns: &SENDERS,
    },
    Table {
        file: Some("set-aside.csv"),
        sheet: None,
        rows: "A row for each input that was not compared.",
        columns: &ASIDE,
    },
    Table {
        file: Some("sample.csv"),
        sheet: None,
        rows: "A row for each comment drawn blindly, a hundred copies and a hundred single ones at the most.",
        columns: &CHECKED,
    },
    Table {
        file: Some("trace.csv"),
        sheet: None,
        rows: "Of `durian trace`: a row for each passage of the final text that stands in comments, in its order.",
        columns: &TRACE,
    },
];

/// How texts and times stand in the tables.
pub const FORM: &str = "\
CSV files are UTF-8 with a byte order mark, commas and CRLF. Times are UTC, as spreadsheets take them: \
`2031-05-04 10:15:00`, or `2031-05-04` where there is no time of day. A text that a spreadsheet would run, or make a \
number, a date or a truth value of (`=1+1`, `00123`, `1E5`, `3-4`, `May 5`), begins with `'`: take it away in a program, \
or give it to `durian show` as it stands. In the workbook such texts are texts, without the sign. A cell holds 32,767 \
characters; where one was cut, it says so.";

/// The tables and their columns in words, as Markdown.
pub fn in_words() -> String {
    let mut text = format!("# Tables\n\n{FORM}\n");
    for table in &TABLES {
        let _ = write!(text, "\n## {}\n\n{}\n\n", table.names().join(", "), table.rows);
        for column in table.columns {
            let _ = writeln!(text, "- `{}`: {}", column.name, column.meaning);
        }
    }
    text
}

/// Ids in a cell, as many as help.
fn first_ids(ids: &[String]) -> String {
    let mut first: Vec<&str> = ids.iter().take(MOST_IDS).map(String::as_str).collect();
    let more = format!("and {} more", ids.len() - first.len());
    if first.len() < ids.len() {
        first.push(&more);
    }
    first.join("; ")
}

/// How many facts there are; nothing where there are none, so that a filter finds those that have some.
fn found(n_facts: usize) -> Cell<'static> {
    if n_facts == 0 { Cell::EMPTY } else { n_facts.into() }
}

fn yes(holds: bool) -> &'static str {
    if holds { "yes" } else { "" }
}
