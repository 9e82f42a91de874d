//! Corpus in, exact groups out: documents with the same document string (SIGIR 2006 §4.3).
//!
//! `<digest, id>` tuples are sorted and scanned; neighbours with the same digest are exact copies.
//! Copies whose known docket sets are disjoint are separate groups: the same letter sent to two
//! dockets is two campaigns (§4.4.2).
//!
//! # Invariants
//! - The groups partition the documents.
//! - The representative is the earliest copy with the usual wording, and its text is present.

use std::cmp::Reverse;

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::corpus::{Corpus, Digest, DocId, Timestamp};

/// Documents with the same main text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactGroup {
    representative: DocId,
    members: Vec<DocId>,
}

impl ExactGroup {
    /// The copy that stands for the group: of those with the usual wording the one with the earliest
    /// timestamp, then the smallest id.
    pub fn representative(&self) -> DocId {
        self.representative
    }

    /// All copies, the representative included, ascending.
    pub fn members(&self) -> &[DocId] {
        &self.members
    }

    /// How many copies there are.
    pub fn redundancy(&self) -> usize {
        self.members.len()
    }
}

/// A partition of the documents, ordered by representative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactGroups(Vec<ExactGroup>);

impl ExactGroups {
    /// The groups, by ascending representative.
    pub fn groups(&self) -> &[ExactGroup] {
        &self.0
    }

    /// The group that a document represents.
    pub fn of_representative(&self, representative: DocId) -> Option<&ExactGroup> {
        let at = self
            .0
            .binary_search_by_key(&representative, |group| group.representative)
            .ok()?;
        self.0.get(at)
    }
}

/// Groups the documents of a corpus.
pub fn group(corpus: &Corpus) -> ExactGroups {
    let mut tuples: Vec<(Digest, DocId)> = corpus
        .ids()
        .map(|id| (corpus.document(id).digest, id))
        .collect();
    tuples.par_sort_unstable();
    let mut groups: Vec<ExactGroup> = tuples
        .chunk_by(|a, b| a.0 == b.0)
        .flat_map(|same| {
            let members: Vec<DocId> = same.iter().map(|(_, id)| *id).collect();
            part_by_docket(corpus, &members)
        })
        .map(|members| ExactGroup {
            representative: representative(corpus, &members),
            members,
        })
        .collect();
    groups.par_sort_unstable_by_key(ExactGroup::representative);
    ExactGroups(groups)
}

/// The copy that stands for the others: the earliest of those that separate the words as most copies
/// do. Scans break words ("con- cerned"), and the letters alone do not tell.
fn representative(corpus: &Corpus, members: &[DocId]) -> DocId {
    let order = |id: DocId| -> (Timestamp, DocId) {
        (corpus.entry(id).timestamp.unwrap_or(Timestamp::MAX), id)
    };
    let mut copies: Vec<(u64, (Timestamp, DocId))> = members
        .iter()
        .map(|id| (corpus.document(*id).wording, order(*id)))
        .collect();
    copies.sort_unstable();
    let wordings = copies
        .chunk_by(|a, b| a.0 == b.0)
        .map(|same| (Reverse(same.len()), same[0].1));
    wordings.min().map_or(members[0], |(_, (_, id))| id)
}

/// "Documents with just a few exact duplicates are usually comments that a person accidentally
/// submitted several times" (SIGIR 2006 §4.3, footnote 2): up to m = 5.
const MOST_RESUBMISSIONS: usize = 5;

/// Parts copies of one text whose docket sets do not touch.
///
/// Copies that cite no docket go with those that were filed where they were, else with the largest
/// part. So do a few copies that were filed under another docket without citing it: one person's
/// comment in the wrong place, no second campaign.
fn part_by_docket(corpus: &Corpus, members: &[DocId]) -> Vec<Vec<DocId>> {
    let attributes = |id: DocId| &corpus.document(id).attributes;
    let (citing, others): (Vec<DocId>, Vec<DocId>) = members
        .iter()
        .partition(|id| !attributes(**id).cited_dockets.is_empty());
    let (filed, mut stray): (Vec<DocId>, Vec<DocId>) = others
        .iter()
        .partition(|id| !attributes(**id).filed_dockets.is_empty());
    let mut parts: Vec<Vec<DocId>> = touching(&citing, |id| &attributes(id).cited_dockets);
    let largest_first = |parts: &mut Vec<Vec<DocId>>| {
        parts.iter_mut().for_each(|part| part.sort_unstable());
        parts.sort_unstable_by_key(|part| (Reverse(part.len()), part[0]));
    };
    largest_first(&mut parts);
    let mut places: Vec<FxHashSet<&str>> = Vec::new();
    for part in &parts {
        let dockets = part.iter().flat_map(|id| &attributes(*id).filed_dockets);
        places.push(dockets.map(String::as_str).collect());
    }
    for part in touching(&filed, |id| &attributes(id).filed_dockets) {
        let dockets = || part.iter().flat_map(|id| &attributes(*id).filed_dockets);
        let home = places
            .iter()
            .position(|place| dockets().any(|docket| place.contains(docket.as_str())));
        match home {
            Some(home) => parts[home].extend(part),
            None if part.len() <= MOST_RESUBMISSIONS => stray.extend(part),
            None => parts.push(part),
        }
    }
    largest_first(&mut parts);
    match parts.first_mut() {
        Some(largest) => largest.extend(stray),
        None => parts.push(stray),
    }
    parts.iter_mut().for_each(|part| part.sort_unstable());
    parts
}

/// Parts documents so that those of different parts have no docket in common.
fn touching<'a>(ids: &[DocId], dockets: impl Fn(DocId) -> &'a [String]) -> Vec<Vec<DocId>> {
    let mut parts: Vec<(Vec<&str>, Vec<DocId>)> = Vec::new();
    for &id in ids {
        let own: Vec<&str> = dockets(id).iter().map(String::as_str).collect();
        // A document with dockets of several parts joins them.
        let (joined, apart): (Vec<_>, Vec<_>) = parts
            .into_iter()
            .partition(|(part, _)| part.iter().any(|docket| own.contains(docket)));
        parts = apart;
        let mut part = (own, vec![id]);
        for (dockets, ids) in joined {
            part.0.extend(dockets);
            part.1.extend(ids);
        }
        part.0.sort_unstable();
        part.0.dedup();
        parts.push(part);
    }
    parts.into_iter().map(|(_, ids)| ids).collect()
}
