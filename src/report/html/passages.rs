//! Report and lines in, what was added to all letters out, the most telling first.

use std::cmp::Reverse;

use askama::Template;
use rustc_hash::FxHashMap;

use super::budget::Budget;
use super::linked::Linked;
use super::reading::{About, ReadingView, folded};
use super::substance;
use crate::report::printable;
use crate::report::schema::{Added, DocumentLine, Report, ReportedCluster};

/// Characters of a passage that are shown.
const WHOLE: usize = 6000;
/// More are not read one by one.
const MOST_PASSAGES: usize = 5000;

/// The passages, and what is known so far of the comments that have them.
pub(super) struct Passages<'a> {
    /// The most telling first.
    ranked: Vec<(&'a ReportedCluster, &'a Added)>,
    n_all: usize,
    /// Of the first comment that has a passage.
    about: FxHashMap<&'a str, About>,
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
        let first = ranked.iter().filter_map(|(_, it)| it.members.first());
        Self {
            about: first.map(|id| (id.as_str(), About::default())).collect(),
            ranked,
            n_all,
        }
    }

    pub(super) fn see(&mut self, line: &DocumentLine) {
        if let Some(about) = self.about.get_mut(line.id.as_str()) {
            *about = About::of(line);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.n_all
    }

    /// The passages with their whole text, as far as they fit.
    pub(super) fn views(&self, budget: &mut Budget) -> Vec<String> {
        let views = self
            .ranked
            .iter()
            .map(|(cluster, it)| self.html(cluster, it));
        budget.part(25, |budget| {
            views.take_while(|html| budget.take(html.len())).collect()
        })
    }

    fn html(&self, cluster: &ReportedCluster, added: &Added) -> String {
        let id = added.members.first().map_or("", String::as_str);
        let whole = printable::excerpt(&added.text, WHOLE);
        let (excerpt, text, folds) = folded(&whole, &whole, true);
        let nothing = About::default();
        let view = ReadingView {
            id: &printable::line(id),
            is_new: added.is_new,
            about: self.about.get(id).unwrap_or(&nothing),
            n_words: added.n_words,
            substance: substance::of(&[whole]),
            n_comments: added.n_comments,
            belongs_to: Some(("Added to".to_owned(), Linked::campaign(cluster))),
            excerpt,
            text,
            form_text: &[],
            folds,
        };
        view.render().unwrap_or_default()
    }
}
