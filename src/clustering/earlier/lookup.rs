//! An earlier report in, what it says of the documents of a corpus out.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{EarlierReport, Late, Place};
use crate::clustering::Member;
use crate::corpus::{Corpus, DocId};

/// What an earlier report says of the documents of a corpus.
#[derive(Debug)]
pub(super) struct Earlier {
    /// Its clusters, as far as their texts are still there, each with its seed and its members, ascending by id.
    pub(super) clusters: Vec<(String, DocId, Vec<Member>)>,
    /// Unique documents that were in no cluster.
    pub(super) alone: FxHashSet<DocId>,
    pub(super) late: Late,
}

/// For each document that an earlier report compared, the one that stood for its text there, as far as both
/// have that text still.
pub fn stood_for(corpus: &Corpus, report: &EarlierReport) -> FxHashMap<DocId, DocId> {
    let mut found: FxHashMap<DocId, DocId> = FxHashMap::default();
    for input in &report.inputs {
        let Some(document) = corpus.find(&input.id) else {
            continue;
        };
        let (original, digest) = match &input.place {
            Place::CopyOf(id) => {
                let Some(original) = corpus.find(id) else { continue };
                (original, Some(corpus.digest(original)))
            }
            place => (document, place.digest()),
        };
        if digest == Some(corpus.digest(document)) {
            found.insert(document, original);
        }
    }
    let stand: FxHashSet<DocId> =
        found.iter().filter(|(id, original)| id == original).map(|(id, _)| *id).collect();
    found.retain(|_, original| stand.contains(original));
    found
}

impl Earlier {
    /// Looks up the comments of an earlier report. `representatives` tells for each document the one
    /// that stands for its text.
    pub(super) fn new(corpus: &Corpus, representatives: &[DocId], report: &EarlierReport) -> Self {
        let (texts, mut n_changed) = texts(corpus, representatives, report);
        let mut known: FxHashSet<DocId> = FxHashSet::default();
        let mut aside: FxHashSet<String> = FxHashSet::default();
        let mut n_gone = 0;
        let set_aside: FxHashSet<&str> =
            corpus.set_aside().iter().map(|aside| &*aside.id).collect();
        for input in &report.inputs {
            let text = match &input.place {
                Place::Aside => {
                    aside.insert(input.id.clone());
                    None
                }
                Place::CopyOf(original) => texts.get(original.as_str()),
                Place::Text(_) | Place::Member(..) => texts.get(input.id.as_str()),
            };
            match corpus.find(&input.id) {
                Some(id) if text == Some(&representatives[id.index()]) => _ = known.insert(id),
                Some(_) => n_changed += usize::from(matches!(input.place, Place::CopyOf(_))),
                None => n_gone += usize::from(!set_aside.contains(input.id.as_str())),
            }
        }
        let campaigns = report.inputs.iter().filter_map(|input| input.campaign.clone()).collect();
        let new = corpus.ids().filter(|id| !known.contains(id)).collect();
        places(report, &texts, Late { new, campaigns, aside, n_changed, n_gone, ..Late::default() })
    }
}

/// The texts by the id they had, wherever a copy of them is left, and how many have changed.
fn texts<'a>(
    corpus: &Corpus,
    representatives: &[DocId],
    report: &'a EarlierReport,
) -> (FxHashMap<&'a str, DocId>, usize) {
    let mut texts: FxHashMap<&str, DocId> = FxHashMap::default();
    let mut n_changed = 0;
    for input in &report.inputs {
        let Some(id) = corpus.find(&input.id) else { continue };
        let representative = representatives[id.index()];
        match &input.place {
            Place::Text(digest) | Place::Member(digest, ..) if corpus.digest(id) == *digest => {
                texts.insert(&input.id, representative);
            }
            Place::Text(_) | Place::Member(..) => n_changed += 1,
            // Its own text counts before those of its copies.
            Place::CopyOf(original) => _ = texts.entry(original).or_insert(representative),
            Place::Aside => {}
        }
    }
    (texts, n_changed)
}

/// Where the texts were, beside what else is to be told.
fn places(report: &EarlierReport, texts: &FxHashMap<&str, DocId>, late: Late) -> Earlier {
    let mut seeds: BTreeMap<&str, DocId> = BTreeMap::new();
    let mut taken: FxHashSet<DocId> = FxHashSet::default();
    let mut alone: FxHashSet<DocId> = FxHashSet::default();
    let mut n_clusters = 0;
    for input in &report.inputs {
        if let Place::Text(_) = input.place {
            n_clusters += usize::from(input.cluster.is_some());
            let Some(&text) = texts.get(input.id.as_str()) else {
                continue;
            };
            match &input.cluster {
                Some(id) if taken.insert(text) => _ = seeds.insert(id, text),
                Some(_) => {}
                None => _ = alone.insert(text),
            }
        }
    }
    let mut members: BTreeMap<&str, Vec<Member>> = BTreeMap::new();
    for input in &report.inputs {
        if let (Place::Member(_, held), Some(id)) = (&input.place, &input.cluster)
            && let Some(seed) = seeds.get(id.as_str())
            && let Some(&document) = texts.get(input.id.as_str())
            // The text that stood for the letter may be gone.
            && let &compared_with = texts.get(held.compared_with.as_str()).unwrap_or(seed)
            && taken.insert(document)
        {
            members.entry(id).or_default().push(Member {
                document,
                compared_with,
                rule: held.rule,
                distance: held.distance,
                n_shared_words: held.n_shared_words,
                shares: held.shares,
                n_blocks_kept: held.n_blocks_kept,
                also_contains: held
                    .also_contains
                    .iter()
                    .filter_map(|id| seeds.get(id.as_str()).copied())
                    .collect(),
            });
        }
    }
    alone.retain(|document| !taken.contains(document));
    let n_clusters_gone = n_clusters - seeds.len();
    let clusters = seeds
        .into_iter()
        .map(|(id, seed)| (id.to_owned(), seed, members.remove(id).unwrap_or_default()))
        .collect();
    Earlier { clusters, alone, late: Late { n_clusters_gone, ..late } }
}
