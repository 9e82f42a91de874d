//! Clusters in, out what many say that nothing shows to be of one origin: it is listed, and nobody's campaign.
//!
//! Whether an alert asked for it, a model wrote it, or neighbors of one school think the same, the text does not tell. The
//! comments stay what they are, unique or copies of a small letter.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::passages_said::{self, SaidPassage, arrival};
use super::points;
use super::told::Point;
use crate::clustering::{Cluster, Clusters, Context};
use crate::corpus::DocId;
use crate::thresholds::told::IN_A_LINE;

/// What many say: the same words, or the same facts.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum SaidKind {
    /// A passage, word by word, that single comments hold.
    Passage,
    /// Facts that comments name together, each in its own words.
    Facts,
}

/// What many comments say.
#[derive(Clone, Debug, PartialEq)]
pub struct SaidByMany {
    /// What they share.
    pub kind: SaidKind,
    /// The passage as the first of them has it, or the commonest facts.
    pub text: String,
    /// Of facts each of them, the commonest first.
    pub facts: Vec<Point>,
    /// Who says it, ascending.
    pub comments: Vec<DocId>,
    /// The earliest of them.
    pub first: DocId,
}

/// What many say of whom no campaign has `taken` any, what most say first.
pub(super) fn by_many(
    context: &Context<'_>,
    clusters: &Clusters,
    taken: &FxHashSet<DocId>,
) -> Vec<SaidByMany> {
    let corpus = context.tables.corpus();
    let singles = clusters.clusters().iter().filter(|cluster| cluster.is_singleton());
    let singles: Vec<DocId> = singles.map(Cluster::seed).collect();
    let free = singles.iter().filter(|id| !taken.contains(id)).copied().collect();
    let held = passages_said::passages(context, singles);
    let passages = held.into_iter().map(|SaidPassage { text, comments, first }| SaidByMany {
        kind: SaidKind::Passage,
        text,
        facts: Vec::new(),
        comments,
        first,
    });
    let facts = points::groups(context, free).into_iter().filter_map(|same| {
        let named: Vec<&str> =
            same.points.iter().take(IN_A_LINE).map(|point| point.text.as_str()).collect();
        Some(SaidByMany {
            kind: SaidKind::Facts,
            text: named.join(", "),
            first: same.comments.iter().copied().min_by_key(|id| arrival(corpus, *id))?,
            facts: same.points,
            comments: same.comments,
        })
    });
    let mut said: Vec<SaidByMany> = passages.chain(facts).collect();
    said.sort_by(|a, b| {
        let [one, other] =
            [a, b].map(|it| (Reverse(it.comments.len()), corpus.id(it.first), it.kind, &it.text));
        one.cmp(&other)
    });
    said
}
