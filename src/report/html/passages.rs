//! Report and lines in, out what is read piece by piece: what was added to all letters, the most telling first, and the
//! comments like no other, the longest first. The first of each stand on the page, all in volumes.

use anyhow::Result;
use askama::Template;
use rustc_hash::FxHashMap;

use super::reading::{About, ReadingView, Traits, folded};
use super::records::notes;
use super::room::{Budget, Found};
use super::text::CommentText;
use super::volumes::{END_OF_FIELD, ListedVolume, Volumes};
use crate::report::printable;
use crate::report::schema::{Added, DocumentLine, Report, ReportedCluster};
use crate::report::uniques::Uniques;

/// Characters of a passage, and bytes of a comment, that are shown on the page itself.
const WHOLE: usize = 6000;
const MOST_BYTES: usize = 30_000;

/// The comments like no other that were seen so far, and what they can be chosen by.
#[derive(Default)]
pub(super) struct UniqueComments {
    pub(super) comments: Uniques,
    pub(super) traits: Traits,
}

impl UniqueComments {
    pub(super) fn see(&mut self, line: &DocumentLine) {
        if self.comments.see(line) {
            let has_name = line.organization.as_deref().is_some_and(|name| !name.is_empty());
            self.traits.see(line.facts, line.attachments.len(), has_name, line.is_new);
        }
    }

    /// The longest comments, as far as they fit.
    pub(super) fn views(&self, lines: Found<'_>, budget: &mut Budget) -> Result<Vec<String>> {
        let mut shown = Vec::new();
        for number in self.comments.longest_first() {
            let html = unique_html(&lines.at(number)?);
            if !budget.take(html.len()) {
                break;
            }
            shown.push(html);
        }
        Ok(shown)
    }
}

fn unique_html(line: &DocumentLine) -> String {
    let text = CommentText::of(line);
    let (html, is_whole) = text.html(MOST_BYTES);
    let view = ReadingView {
        id: &line.id,
        has_anchor: true,
        is_new: line.is_new,
        about: &About::of(line),
        n_words: line.n_words,
        facts_named: line.facts,
        n_comments: 1,
        n_held_by: 0,
        belongs_to: line.campaign.as_deref().map(|id| ("Belongs with", id, id)),
        excerpt: folded(&text.text, text.own()),
        text: &html,
        is_whole,
        notes: notes(line).collect(),
    };
    view.render().unwrap_or_default()
}

/// The passages of a report.
pub(super) struct Passages<'a> {
    /// The most telling first, each with its letter's place in the report.
    pub(super) ranked: Vec<(usize, &'a ReportedCluster, &'a Added)>,
    /// What they can be chosen by, once they were shown.
    pub(super) traits: Traits,
}

impl<'a> Passages<'a> {
    pub(super) fn new(report: &'a Report) -> Self {
        Self { ranked: report.added_passages(), traits: Traits::default() }
    }

    /// The first comments that have them.
    pub(super) fn shown_comments(&self) -> impl Iterator<Item = &'a str> {
        self.ranked.iter().map(|(.., added)| added.first())
    }

    /// The first passages, as far as they fit; all of them go into volumes.
    pub(super) fn views(
        &mut self,
        lines: Found<'_>,
        mut volumes: Volumes<'_, 2>,
        budget: &mut Budget,
    ) -> Result<(Vec<String>, Vec<ListedVolume>)> {
        let mut known: FxHashMap<&str, About> = FxHashMap::default();
        let (mut shown, mut fits) = (Vec::new(), true);
        for (number, cluster, added) in &self.ranked {
            let id = added.first();
            if !known.contains_key(id) {
                known.insert(id, lines.of(id)?.as_ref().map(About::of).unwrap_or_default());
            }
            let about = &known[id];
            let has_name = !about.organization.is_empty();
            self.traits.see(added.facts, about.n_attachments, has_name, added.is_new);
            volumes.push("", [&row(*number, added, id, about), &printable::text(&added.text)])?;
            if fits {
                let html = passage_html(cluster, added, id, about);
                fits = budget.take(html.len());
                shown.extend(fits.then_some(html));
            }
        }
        Ok((shown, volumes.finish()?))
    }
}

/// What is known of a passage: the number of its letter, how many comments added it, words, figures, citations, cases,
/// attachments, and of the first comment that did its id, sender and day, whether all are new, organization, day, and how many
/// comments of the docket hold it, where others do, too.
fn row(number: usize, added: &Added, id: &str, about: &About) -> String {
    let facts = added.facts;
    let fields = [
        number.to_string(),
        added.n_comments.to_string(),
        added.n_words.to_string(),
        facts.figures.to_string(),
        facts.citations.to_string(),
        facts.cases.to_string(),
        about.n_attachments.to_string(),
        printable::line(id),
        about.who.clone(),
        if added.is_new { "new".to_owned() } else { String::new() },
        about.organization.clone(),
        about.day.clone(),
        added.n_held_by.to_string(),
    ];
    fields.join(&END_OF_FIELD.to_string())
}

fn passage_html(cluster: &ReportedCluster, added: &Added, id: &str, about: &About) -> String {
    let whole = printable::excerpt(&added.text, WHOLE);
    let view = ReadingView {
        id,
        has_anchor: false,
        is_new: added.is_new,
        about,
        n_words: added.n_words,
        facts_named: added.facts,
        n_comments: added.n_comments,
        n_held_by: added.n_held_by,
        belongs_to: Some(("Added to", &cluster.id, &cluster.title)),
        excerpt: folded(&whole, &whole),
        text: &askama::filters::escape(&whole, askama::filters::Html)
            .map(|escaped| escaped.to_string())
            .unwrap_or_default(),
        is_whole: whole.len() >= added.text.trim().len() || !whole.ends_with('…'),
        notes: Vec::new(),
    };
    view.render().unwrap_or_default()
}
