//! Lines in, the first of the comments like no other out, the longest first.

use std::cmp::Reverse;

use anyhow::Result;
use askama::Template;

use super::budget::Budget;
use super::reading::{About, ReadingView, Traits, folded};
use super::records::notes;
use super::text::CommentText;
use super::wanted::Found;
use crate::report::schema::{Bucket, DocumentLine};

/// Bytes of a comment that are shown on the page itself; the volumes hold all.
const MOST_BYTES: usize = 30_000;

/// The unique comments seen so far: their words, and the numbers of their lines.
#[derive(Default)]
pub(super) struct Uniques {
    pub(super) comments: Vec<(usize, usize)>,
    pub(super) traits: Traits,
}

impl Uniques {
    pub(super) fn see(&mut self, number: usize, line: &DocumentLine) {
        if line.bucket == Bucket::Singleton {
            self.comments.push((line.n_words, number));
            let has_name = line.organization.as_deref().is_some_and(|name| !name.is_empty());
            self.traits.see(line.facts, line.attachments.len(), has_name, line.is_new);
        }
    }

    /// The longest comments, as far as they fit.
    pub(super) fn views(&mut self, lines: Found<'_>, budget: &mut Budget) -> Result<Vec<String>> {
        self.comments.sort_unstable_by_key(|(n_words, number)| (Reverse(*n_words), *number));
        let mut shown = Vec::new();
        for (_, number) in &self.comments {
            let html = html(&lines.at(*number)?);
            if !budget.take(html.len()) {
                break;
            }
            shown.push(html);
        }
        Ok(shown)
    }
}

fn html(line: &DocumentLine) -> String {
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
