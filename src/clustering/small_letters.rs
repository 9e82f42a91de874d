//! Clusters around form letters in, what belongs to smaller letters out.
//!
//! Who keeps a paragraph of a form letter belongs to it (SIGIR 2006 §2). But two letters of one sender have a paragraph in
//! common, and the smaller one is sent too seldom word for word to be a form letter. A member that several send, and that
//! shares less than half of the shorter text, is such a letter. It is left to what has no form letter, and so are its copies.

use std::cmp::Reverse;

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::Clusters;
use super::links::{Context, Link};
use super::rules::Rule;
use crate::compare::Seed;
use crate::corpus::DocId;
use crate::ngrams::sorted_dedup;
use crate::thresholds::HALF;

/// Leaves copies of smaller letters unplaced, and tells how they were linked with the form letter.
pub(super) fn leave(context: &Context<'_>, found: &mut Clusters) -> Vec<Link> {
    let left: Vec<Link> = found
        .clusters
        .par_iter_mut()
        .flat_map_iter(|cluster| {
            let by_paragraph: Vec<Link> = cluster
                .members
                .iter()
                .map(Link::from)
                .filter(|link| is_other(context, link))
                .collect();
            let left = of_small_letters(context, by_paragraph);
            let documents: FxHashSet<DocId> = left.iter().map(|link| link.document).collect();
            cluster.members.retain(|member| !documents.contains(&member.document));
            left
        })
        .collect();
    let documents = left.iter().map(|link| link.document);
    found.unplaced = sorted_dedup(found.unplaced.iter().copied().chain(documents));
    left
}

/// Whether a document has but a paragraph of a letter, which is less than half of either: versions of one letter have more in
/// common.
fn is_other(context: &Context<'_>, link: &Link) -> bool {
    let [document, letter] =
        [link.document, link.compared_with].map(|id| context.tables.text(id).len());
    link.rule == Rule::Paragraph && !HALF.is_met(link.n_shared_words, document.min(letter))
}

/// Of documents that have but a paragraph of a letter those that several send, and their copies.
fn of_small_letters(context: &Context<'_>, mut links: Vec<Link>) -> Vec<Link> {
    let mut letters: Vec<DocId> = links
        .iter()
        .map(|link| link.document)
        .filter(|id| context.is_sent_by_several(*id))
        .collect();
    letters.sort_by_key(|id| (Reverse(context.references.redundancy(*id)), context.order(*id)));
    letters.truncate(context.tables.thresholds().letters.small_letters);
    let mut left: Vec<Link> = Vec::new();
    for letter in letters {
        if left.iter().any(|link| link.document == letter) {
            continue;
        }
        let seed = Seed::of(context.tables, letter);
        let is_copy = |link: &mut Link| {
            link.document == letter
                || context.link(&seed, link.document).is_some_and(|found| {
                    found.rule != Rule::Paragraph
                        && found.rule.is_must()
                        && context.is_better(&found, link)
                })
        };
        left.extend(links.extract_if(.., is_copy));
    }
    left
}
