//! A cluster in, what the report says of it out.

use std::collections::BTreeMap;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::lines::{changes, passages, places_in, six_decimals};
use super::schema::{
    Distances, Related, RelayerCount, ReportedCluster, ReportedMember, ReportedSharedText,
    SharedPassages,
};
use super::{Received, lines, title};
use crate::clustering::{self, Nearest};
use crate::corpus::{Corpus, DocId};
use crate::detection::Detection;
use crate::edits::{Category, words_apart};

/// What the report says of the clusters of several comments, those of the most first.
pub(super) fn clusters(detection: &Detection) -> Vec<ReportedCluster> {
    // Who cites, and who opposes, the letter of each seed.
    let mut named: FxHashMap<DocId, [usize; 2]> = FxHashMap::default();
    for seed in detection.citations.values().flat_map(BTreeMap::keys) {
        named.entry(*seed).or_default()[0] += 1;
    }
    for seed in detection.nearest.values().filter_map(Nearest::opposed) {
        named.entry(seed).or_default()[1] += 1;
    }
    let mut clusters: Vec<(&clustering::Cluster, ReportedCluster)> = detection
        .clusters
        .clusters
        .par_iter()
        .filter(|cluster| !cluster.is_singleton())
        .map(|found| {
            let [n_cited_by, n_opposed_by] = named.get(&found.seed).copied().unwrap_or_default();
            let told = cluster(detection, found);
            (found, ReportedCluster { n_cited_by, n_opposed_by, ..told })
        })
        .collect();
    clusters.sort_by(|(_, a), (_, b)| {
        (b.n_comments, &a.reference.id).cmp(&(a.n_comments, &b.reference.id))
    });
    title::give(detection, &mut clusters);
    clusters.into_iter().map(|(_, cluster)| cluster).collect()
}

fn cluster(detection: &Detection, found: &clustering::Cluster) -> ReportedCluster {
    let corpus = &detection.corpus;
    let everyone: Vec<DocId> = detection.comments(found).collect();
    let (mut categories, mut exact) = (BTreeMap::new(), Vec::new());
    let reference = detection.letter(found);
    for unique in found.documents() {
        if let Some(edit) = detection.edits.of(unique) {
            let copies = detection.copies(unique);
            // The letter itself is no copy of it.
            let is_letter = !reference.is_consensus && reference.id == corpus.id(unique);
            let n_copies = copies.len() - usize::from(is_letter);
            if n_copies > 0 {
                *categories.entry(edit.category).or_default() += n_copies;
            }
            if edit.category == Category::Exact {
                exact.extend_from_slice(copies);
            }
        }
    }
    let mut members: Vec<(DocId, ReportedMember)> = places_in(found)
        .filter(|place| reference.is_consensus || reference.id != corpus.id(place.document()))
        .filter_map(|place| Some((place.document(), member(detection, place)?)))
        .collect();
    members.sort_by(|(_, a), (_, b)| {
        a.evidence.distance.total_cmp(&b.evidence.distance).then_with(|| a.id.cmp(&b.id))
    });
    let (copies, members): (Vec<DocId>, Vec<ReportedMember>) = members.into_iter().unzip();
    // Copies have the dockets of who keeps their text, who may be in another cluster beside an earlier report.
    let mut canonical_copies = FxHashSet::default();
    let mut docket_ids: Vec<String> = everyone
        .iter()
        .filter(|id| canonical_copies.insert(corpus.entry(**id).text))
        .flat_map(|id| corpus.dockets(*id).all())
        .collect();
    docket_ids.sort_unstable();
    docket_ids.dedup();
    let received = Received::of(detection, &everyone);
    ReportedCluster {
        id: detection.cluster_id(found.seed),
        title: String::new(),
        is_new: detection.is_new(found),
        n_new: detection.n_new(&everyone),
        is_form_letter: found.is_form_letter,
        is_of_one_sender: is_of_one_sender(detection, &everyone),
        reference,
        n_comments: everyone.len(),
        n_identical: n_identical(&detection.corpus, &exact),
        n_submissions: received.n_submissions,
        n_cited_by: 0,
        n_opposed_by: 0,
        categories,
        first_date: received.first,
        last_date: received.last,
        relayers: relayers(detection, &everyone),
        docket_ids,
        distances: distances(&members),
        cut_off: six_decimals(found.cut_off),
        related: found.opposed.iter().map(|other| related(detection, found.seed, *other)).collect(),
        shares_passages: found
            .shares_passages
            .iter()
            .map(|(other, n_members)| SharedPassages {
                cluster: detection.cluster_id(*other),
                n_members: *n_members,
            })
            .collect(),
        added: detection.added(&copies),
        members,
    }
}

/// Whether one sender sent all comments: all but the first are sent again, after the same one.
fn is_of_one_sender(detection: &Detection, everyone: &[DocId]) -> bool {
    let mut first =
        everyone.iter().map(|id| *detection.campaigns.resubmissions.get(id).unwrap_or(id));
    let sender = first.next();
    first.all(|id| Some(id) == sender)
}

/// How many of some comments are, as received, byte for byte the same as another of them.
fn n_identical(corpus: &Corpus, comments: &[DocId]) -> usize {
    let mut received: Vec<u64> = comments.iter().map(|id| corpus.entry(*id).received).collect();
    received.sort_unstable();
    received.chunk_by(|a, b| a == b).map(<[u64]>::len).filter(|n| *n > 1).sum()
}

fn member(detection: &Detection, place: lines::ClusterPlace<'_>) -> Option<ReportedMember> {
    let text = &detection.corpus.text(place.document()).decoded;
    let edit = detection.edits.of(place.document())?;
    let copies = detection.copies(place.document());
    Some(ReportedMember {
        id: detection.corpus.id(place.document()).to_owned(),
        n_copies: copies.len(),
        category: edit.category,
        evidence: place.evidence(detection),
        shared: place.shared(),
        n_added_words: edit.n_added_words,
        n_deleted_words: edit.n_deleted_words,
        n_changed_words: edit.n_changed_words,
        unique_text: passages(text, &edit.unique_text),
        n_distinct_words: detection.n_distinct_words(place.document()),
        shared_text: edit
            .shared_text
            .iter()
            .map(|shared| ReportedSharedText {
                start: shared.place.start,
                end: shared.place.end,
                text: text[shared.place.clone()].to_owned(),
                n_comments: shared.n_comments,
            })
            .collect(),
        changes: changes(text, &edit.changes),
        also_contains: place.also_contains(detection),
        n_new: detection.n_new(copies),
    })
}

/// How two letters of opposite stance differ.
fn related(detection: &Detection, seed: DocId, other: DocId) -> Related {
    let [only_here, only_there] =
        words_apart(&detection.corpus.text(seed), &detection.corpus.text(other));
    Related {
        cluster: detection.cluster_id(other),
        only_here,
        only_there,
        sentences: detection.edits.opposed(seed, other).to_vec(),
    }
}

pub(super) fn relayers(detection: &Detection, everyone: &[DocId]) -> Vec<RelayerCount> {
    let mut n_comments: BTreeMap<&str, usize> = BTreeMap::new();
    for relayer in everyone.iter().filter_map(|id| detection.corpus.relayer(*id)) {
        *n_comments.entry(relayer).or_default() += 1;
    }
    let mut counts: Vec<RelayerCount> = n_comments
        .into_iter()
        .map(|(relayer, n_comments)| RelayerCount { relayer: relayer.to_owned(), n_comments })
        .collect();
    counts.sort_by(|a, b| (b.n_comments, &a.relayer).cmp(&(a.n_comments, &b.relayer)));
    counts
}

fn distances(members: &[ReportedMember]) -> Option<Distances> {
    let mut sorted: Vec<f64> = members
        .iter()
        .map(|member| &member.evidence)
        .filter(|evidence| evidence.rule.is_of_members())
        .map(|evidence| evidence.distance)
        .collect();
    sorted.sort_by(f64::total_cmp);
    Some(Distances {
        min: *sorted.first()?,
        mean: six_decimals(sorted.iter().sum::<f64>() / sorted.len() as f64),
        max: *sorted.last()?,
    })
}
