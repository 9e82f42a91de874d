//! Report and lines in, what was added to all letters out, the most telling first.

use std::cmp::Reverse;

use anyhow::Result;
use askama::Template;

use super::budget::Budget;
use super::linked::Linked;
use super::reading::{About, ReadingView, folded};
use super::wanted::Found;
use crate::report::printable;
use crate::report::schema::{Added, Report, ReportedCluster};

/// Characters of a passage that are shown.
const WHOLE: usize = 6000;
/// More are not read one by one.
const MOST_PASSAGES: usize = 5000;

/// The passages of a report.
pub(super) struct Passages<'a> {
    /// The most telling first.
    ranked: Vec<(&'a ReportedCluster, &'a Added)>,
    n_all: usize,
}

impl<'a> Passages<'a> {
    pub(super) fn new(report: &'a Report) -> Self {
        let clusters = report.clusters.iter();
        let added = clusters.flat_map(|cluster| cluster.added.iter().map(move |it| (cluster, it)));
        let mut ranked: Vec<(&ReportedCluster, &Added)> = added.collect();
        // As in every campaign; of equals that of the larger campaign comes first.
        ranked.sort_by_key(|(_, it)| Reverse((it.n_rare_words, it.n_words)));
        let n_all = ranked.len();
        ranked.truncate(MOST_PASSAGES);
        Self { ranked, n_all }
    }

    /// The first comments that have them.
    pub(super) fn shown_comments(&self) -> impl Iterator<Item = &'a str> {
        let passages = self.ranked.iter().map(|(_, it)| it);
        passages.filter_map(|it| it.members.first().map(String::as_str))
    }

    pub(super) fn len(&self) -> usize {
        self.n_all
    }

    /// The passages with their whole text, as far as they fit.
    pub(super) fn views(&self, lines: Found<'_>, budget: &mut Budget) -> Result<Vec<String>> {
        let views = self.ranked.iter().map(|(of, it)| html(of, it, lines));
        budget.part(25, |budget| {
            let fits =
                |html: &Result<String>| html.as_ref().map_or(true, |it| budget.take(it.len()));
            views.take_while(fits).collect()
        })
    }
}

fn html(cluster: &ReportedCluster, added: &Added, lines: Found<'_>) -> Result<String> {
    let id = added.members.first().map_or("", String::as_str);
    let whole = printable::excerpt(&added.text, WHOLE);
    let (excerpt, text, folds) = folded(&whole, &whole, true);
    let line = lines.of(id)?;
    let view = ReadingView {
        id: &printable::line(id),
        is_new: added.is_new,
        about: &line.as_ref().map(About::of).unwrap_or_default(),
        n_words: added.n_words,
        facts_named: added.facts,
        n_comments: added.n_comments,
        belongs_to: Some(("Added to".to_owned(), Linked::campaign(cluster))),
        excerpt,
        text,
        form_text: &[],
        folds,
    };
    Ok(view.render().unwrap_or_default())
}
