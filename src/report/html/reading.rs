//! What a person reads piece by piece: a unique comment or an added passage, with what it can be chosen by.

use askama::Template;

use super::linked::Linked;
use crate::report::counted;
use crate::report::printable;
use crate::report::schema::{DocumentLine, ReportedFacts};

/// Characters of a piece's first words.
const EXCERPT: usize = 150;
/// A text of so many characters is shown at once.
const SHORT: usize = 600;
/// Pieces that a browser lays out together, once they are in sight.
const CHUNK: usize = 50;

/// What is known of a comment besides its text.
#[derive(Clone, Default)]
pub(super) struct About {
    /// Who and when, as far as it is known.
    who: String,
    organization: String,
    day: String,
    n_attachments: usize,
}

impl About {
    pub(super) fn of(line: &DocumentLine) -> Self {
        let organization = line.organization.as_deref().unwrap_or_default();
        Self {
            who: who(line),
            organization: printable::excerpt(organization, 60),
            day: day(line).unwrap_or_default().to_owned(),
            n_attachments: line.attachments.len(),
        }
    }
}

/// A comment or passage.
#[derive(Template)]
#[template(path = "reading.html", config = ".ci/askama.toml")]
pub(super) struct ReadingView<'a> {
    pub(super) id: &'a str,
    pub(super) is_new: bool,
    pub(super) about: &'a About,
    pub(super) n_words: usize,
    pub(super) facts_named: ReportedFacts,
    /// Of a passage, the comments that have it.
    pub(super) n_comments: usize,
    /// How it belongs to which campaign.
    pub(super) belongs_to: Option<(String, Linked)>,
    /// Its first words, or nothing where all is shown at once.
    pub(super) excerpt: String,
    /// Its whole text; nothing where there is no room for it.
    pub(super) text: String,
    pub(super) form_text: &'a [String],
    /// Whether a reader opens it.
    pub(super) folds: bool,
}

impl ReadingView<'_> {
    /// "1,234 words · 5 figures · 1 citation · in 3 comments".
    fn facts(&self) -> String {
        let facts = [
            (self.facts_named.figures, "figure"),
            (self.facts_named.citations, "citation"),
            (self.facts_named.cases, "court case"),
            (self.about.n_attachments, "attachment"),
        ];
        let facts = facts.into_iter().filter(|(n, _)| *n > 0);
        let facts = facts.map(|(n, what)| counted(n, what));
        let mut facts: Vec<String> =
            std::iter::once(counted(self.n_words, "word")).chain(facts).collect();
        if self.n_comments > 1 {
            facts.push(format!("in {}", counted(self.n_comments, "comment")));
        }
        facts.join(" · ")
    }
}

/// The first words of a text and the text, and whether it folds: a short one is shown at once, a long one only where there
/// is room for it.
pub(super) fn folded(own: &str, text: &str, has_room: bool) -> (String, String, bool) {
    let is_short = text.chars().nth(SHORT).is_none();
    if is_short {
        return (String::new(), text.to_owned(), false);
    }
    let excerpt = printable::excerpt(own, EXCERPT);
    let text = if has_room { text } else { "" };
    (excerpt, text.to_owned(), has_room)
}

/// Pieces in some elements that a browser lays out one by one.
pub(super) fn chunks(pieces: &[String]) -> Vec<String> {
    pieces.chunks(CHUNK).map(<[String]>::concat).collect()
}

/// Who wrote a comment and when, as far as it is known.
pub(super) fn who(line: &DocumentLine) -> String {
    let who = [line.organization.as_deref(), line.author.as_deref(), day(line)];
    let who: Vec<&str> = who.into_iter().flatten().collect();
    printable::excerpt(&who.join(" · "), 120)
}

/// Who wrote a comment, as far as it is known.
pub(super) fn sender(line: &DocumentLine) -> String {
    let sender = [line.organization.as_deref(), line.author.as_deref()];
    let sender: Vec<&str> = sender.into_iter().flatten().collect();
    printable::excerpt(&sender.join(" · "), 100)
}

fn day(line: &DocumentLine) -> Option<&str> {
    line.timestamp.as_deref().and_then(|time| time.get(..10))
}
