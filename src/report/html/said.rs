//! A report in, what its page shows of what many say out: the words, who said them first, and who else.

use super::filters;
use crate::report::printable;
use crate::report::schema::{Report, ReportedSaid, SaidFact};

/// Entries on the page, the first; `said_by_many.csv` has all.
const MOST_SHOWN: usize = 50;
/// Characters of a passage, and of its first words.
const PASSAGE: usize = 1000;
const BEGINNING: usize = 120;
/// Comments that are named at an entry.
const MOST_NAMED: usize = 60;

/// What many say.
#[derive(askama::Template)]
#[template(path = "said.html", config = ".ci/askama.toml")]
pub(super) struct SaidView<'a> {
    said: Vec<EntryView<'a>>,
    n_more: usize,
    pub(super) n_all: usize,
}

/// A passage, or a set of facts.
struct EntryView<'a> {
    what: &'static str,
    beginning: String,
    /// None of facts, which are told one by one.
    passage: Option<String>,
    n_comments: usize,
    first: String,
    /// Those that are named.
    comments: Vec<String>,
    facts: &'a [SaidFact],
    n_more_facts: usize,
}

impl<'a> SaidView<'a> {
    pub(super) fn of(report: &'a Report) -> Self {
        let said: Vec<EntryView<'a>> =
            report.said_by_many.iter().take(MOST_SHOWN).map(entry).collect();
        let n_all = report.said_by_many.len();
        Self { n_more: n_all - said.len(), said, n_all }
    }
}

fn entry(said: &ReportedSaid) -> EntryView<'_> {
    let facts = said.told();
    EntryView {
        what: said.kind.words(),
        beginning: printable::excerpt(&said.text, BEGINNING),
        passage: facts.is_empty().then(|| printable::excerpt(&said.text, PASSAGE)),
        n_comments: said.n_comments,
        first: printable::line(&said.first),
        comments: said.comments.iter().take(MOST_NAMED).map(|id| printable::line(id)).collect(),
        facts,
        n_more_facts: said.facts.len() - facts.len(),
    }
}
