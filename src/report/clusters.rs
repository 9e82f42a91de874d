//! A cluster in, what the report says of it out.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::added::{self, Usage};
use super::lines::clustering_rule;
use super::schema::{
    Distances, OpposedSentences, Reference, Related, RelayerCount, ReportedCluster, ReportedMember,
    ReportedSharedText, SharedPassages,
};
use super::{iso_8601, lines, since, title};
use crate::clustering;
use crate::corpus::tokens::tokenize;
use crate::corpus::{Corpus, DocId};
use crate::detection::Detection;
use crate::edits::Category;

/// What the report says of a cluster.
pub(super) fn cluster(
    detection: &Detection,
    found: &clustering::Cluster,
    usage: &Usage,
) -> ReportedCluster {
    let corpus = &detection.corpus;
    let copies =
        |id| detection.groups.of_representative(id).map_or(&[][..], |group| group.members());
    let places: Vec<lines::ClusterPlace<'_>> = lines::places(found).collect();
    let unique: Vec<DocId> = places.iter().map(|place| place.document()).collect();
    let everyone: Vec<DocId> = unique.iter().flat_map(|id| copies(*id)).copied().collect();
    let (mut categories, mut exact) = (BTreeMap::new(), Vec::new());
    for id in &unique {
        if let Some(edit) = detection.edits.of(*id) {
            *categories.entry(lines::category(edit.category)).or_default() += copies(*id).len();
            if edit.category == Category::Exact {
                exact.extend_from_slice(copies(*id));
            }
        }
    }
    let reference = reference(detection, found, &unique);
    let is_reference =
        |id: DocId| !reference.is_consensus && reference.id == corpus.document(id).id;
    let mut members: Vec<ReportedMember> = places
        .into_iter()
        .filter(|place| !is_reference(place.document()))
        .filter_map(|place| member(detection, place, copies(place.document())))
        .collect();
    members.sort_by(|a, b| {
        a.evidence.distance.total_cmp(&b.evidence.distance).then_with(|| a.id.cmp(&b.id))
    });
    let timestamps = || everyone.iter().filter_map(|id| corpus.entry(*id).timestamp);
    // Copies have the dockets of who keeps their text, who may be in another cluster beside an earlier report.
    let mut canonical_copies = FxHashSet::default();
    let of_keepers = everyone.iter();
    let of_keepers = of_keepers.filter(|id| canonical_copies.insert(corpus.entry(**id).canonical));
    let mut docket_ids: Vec<String> =
        of_keepers.flat_map(|id| corpus.document(*id).attributes.dockets.all()).collect();
    docket_ids.sort_unstable();
    docket_ids.dedup();
    ReportedCluster {
        id: lines::cluster_id(detection, found.seed()),
        title: title::of_letter(&reference),
        is_new: since::is_new(detection, found),
        n_new: since::n_new(detection, &everyone),
        is_form_letter: found.is_form_letter(),
        is_of_one_sender: is_of_one_sender(detection, &everyone),
        reference,
        n_comments: everyone.len(),
        n_identical: n_identical(&detection.corpus, &exact),
        n_submissions: everyone
            .iter()
            .fold(0, |sum: u64, id| sum.saturating_add(corpus.entry(*id).n_submissions)),
        categories,
        first_received: timestamps().min().and_then(iso_8601),
        last_received: timestamps().max().and_then(iso_8601),
        relayers: relayers(detection, &everyone),
        docket_ids,
        distances: distances(&members),
        cut_off: lines::six_decimals(found.cut_off()),
        related: found
            .opposed()
            .iter()
            .map(|other| related(detection, found.seed(), *other))
            .collect(),
        shares_passages: found
            .shares_passages()
            .iter()
            .map(|(other, n_members)| SharedPassages {
                cluster: lines::cluster_id(detection, *other),
                n_members: *n_members,
            })
            .collect(),
        added: added::ranked(detection, usage, &members),
        members,
    }
}

/// Whether one sender sent all comments: all but the first are sent again, after the same one.
fn is_of_one_sender(detection: &Detection, everyone: &[DocId]) -> bool {
    let first = |id: &DocId| detection.campaigns.resubmission_of(*id).unwrap_or(*id);
    let sender = everyone.first().map(first);
    everyone.iter().all(|id| Some(first(id)) == sender)
}

/// How many of some comments are, as received, byte for byte the same as another of them.
fn n_identical(corpus: &Corpus, comments: &[DocId]) -> usize {
    let mut received: Vec<u64> = comments.iter().map(|id| corpus.entry(*id).received).collect();
    received.sort_unstable();
    received.chunk_by(|a, b| a == b).map(<[u64]>::len).filter(|n| *n > 1).sum()
}

/// The letter of a cluster: the reference copy where somebody sent it, else what the documents share.
fn reference(detection: &Detection, found: &clustering::Cluster, unique: &[DocId]) -> Reference {
    let corpus = &detection.corpus;
    let n_copies = |id: &DocId| {
        let group = detection.groups.of_representative(*id);
        group.map_or(0, |group| group.members().len())
    };
    let (reference, is_consensus) = detection.edits.reference(found.seed());
    let document = corpus.document(reference);
    let paragraphs = detection.edits.letter(corpus, found.seed());
    let mut n_kept = vec![unique.iter().map(n_copies).sum(); paragraphs.len()];
    for id in unique {
        for at in detection.edits.of(*id).iter().flat_map(|edit| &edit.blocks_dropped) {
            n_kept[*at as usize] -= n_copies(id);
        }
    }
    Reference {
        id: document.id.clone(),
        source: document.source.clone(),
        is_consensus,
        n_words: paragraphs.iter().map(|paragraph| tokenize(paragraph).len()).sum(),
        paragraphs,
        n_kept,
        n_copies: match is_consensus {
            true => 0,
            false => n_copies(&reference),
        },
    }
}

fn member(
    detection: &Detection,
    place: lines::ClusterPlace<'_>,
    copies: &[DocId],
) -> Option<ReportedMember> {
    let document = detection.corpus.document(place.document());
    let edit = detection.edits.of(place.document())?;
    let text = document.text.as_deref().unwrap_or_default();
    Some(ReportedMember {
        id: document.id.clone(),
        n_copies: copies.len(),
        category: lines::category(edit.category),
        evidence: place.evidence(detection),
        n_added_words: edit.n_added_words,
        n_deleted_words: edit.n_deleted_words,
        n_changed_words: edit.n_changed_words,
        unique_text: lines::passages(text, &edit.unique_text),
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
        changes: lines::changes(text, &edit.changes),
        also_contains: place.also_contains(detection),
        n_new: since::n_new(detection, copies),
    })
}

/// How two letters of opposite stance differ.
fn related(detection: &Detection, seed: DocId, other: DocId) -> Related {
    let sentences = detection.edits.opposed(seed, other).iter();
    let sentences = sentences
        .map(|pair| OpposedSentences { here: pair.here.clone(), there: pair.there.clone() });
    let seed = detection.corpus.document(seed);
    let cluster = lines::cluster_id(detection, other);
    let other = detection.corpus.document(other);
    let mut balance: BTreeMap<String, isize> = BTreeMap::new();
    for (document, step) in [(seed, 1), (other, -1)] {
        for token in tokenize(&document.main_text()) {
            *balance.entry(token.form.into_owned()).or_default() += step;
        }
    }
    let words = |is_more: fn(isize) -> bool| {
        let more = balance.iter().filter(|(_, balance)| is_more(**balance));
        more.map(|(word, _)| word.clone()).collect()
    };
    Related {
        cluster,
        only_here: words(|balance| balance > 0),
        only_there: words(|balance| balance < 0),
        sentences: sentences.collect(),
    }
}

pub(super) fn relayers(detection: &Detection, everyone: &[DocId]) -> Vec<RelayerCount> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for id in everyone {
        if let Some(relayer) = detection.corpus.relayer(*id) {
            *counts.entry(relayer).or_default() += 1;
        }
    }
    let mut counts: Vec<RelayerCount> = counts
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
        .filter(|evidence| clustering_rule(evidence.rule).is_some())
        .map(|evidence| evidence.distance)
        .collect();
    sorted.sort_by(f64::total_cmp);
    Some(Distances {
        min: *sorted.first()?,
        mean: lines::six_decimals(sorted.iter().sum::<f64>() / sorted.len() as f64),
        max: *sorted.last()?,
    })
}
