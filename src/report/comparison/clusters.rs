//! Lines of two reports in, what became of the clusters out: the *heir* of an old cluster is the new one with most
//! of its comments, the *origin* of a new cluster the old one that gave it most.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::schema::{
    ClusterChange, ClusterSide, Comparison, Move, Part, ReferenceChange, Regrouping,
};
use super::{ClusterHeader, Header, Lines, Pairs, SharedComments, mains};
use crate::report::{printable, words};

/// Characters of a title.
const TITLE: usize = 60;

/// The clusters of a report by their ids, and how many comments each has.
struct Clusters<'a> {
    headers: BTreeMap<&'a str, &'a ClusterHeader>,
    n_comments: BTreeMap<&'a str, usize>,
}

impl<'a> Clusters<'a> {
    fn of(header: &'a Header, lines: &'a Lines) -> Self {
        let mut n_comments = BTreeMap::new();
        for cluster in lines.comments.iter().filter_map(|comment| lines.cluster(comment)) {
            *n_comments.entry(cluster).or_default() += 1;
        }
        let headers =
            header.clusters.iter().map(|cluster| (cluster.id.as_str(), cluster)).collect();
        Self { headers, n_comments }
    }

    fn side(&self, id: &str) -> ClusterSide {
        let header = self.headers.get(id);
        ClusterSide {
            id: id.to_owned(),
            title: header.map_or_else(String::new, |header| {
                let letter = &header.reference;
                let opening = words::opening(&letter.paragraphs, &letter.n_kept);
                printable::excerpt(&opening, TITLE)
            }),
            n_comments: match header {
                Some(header) => header.n_comments,
                None => self.n_comments.get(id).copied().unwrap_or_default(),
            },
        }
    }

    /// Those of its clusters that are not among some others, the largest first.
    fn not_among(&self, others: &BTreeSet<&str>) -> Vec<ClusterSide> {
        let mut sides: Vec<ClusterSide> = self
            .n_comments
            .keys()
            .filter(|id| !others.contains(*id))
            .map(|id| self.side(id))
            .collect();
        sides.sort_by_key(size);
        sides
    }
}

/// What puts the largest first.
fn size(side: &ClusterSide) -> (Reverse<usize>, String) {
    (Reverse(side.n_comments), side.id.clone())
}

/// Compares the clusters.
pub(super) fn clusters([old, new]: [&Header; 2], pairs: &Pairs<'_>, comparison: &mut Comparison) {
    let (old, new) = (Clusters::of(old, pairs.old), Clusters::of(new, pairs.new));
    let forward = pairs.shared(Lines::cluster);
    let mut backward = SharedComments::new();
    for (from, others) in &forward {
        for (to, n_shared) in others {
            backward.entry(to).or_default().insert(from, *n_shared);
        }
    }
    let heirs = mains(&forward);
    let origins = mains(&backward);
    comparison.clusters_split = regroupings((&forward, &origins), &old, &new);
    comparison.clusters_merged = regroupings((&backward, &heirs), &new, &old);
    let is_paired: BTreeSet<&str> =
        pairs.both.iter().filter_map(|(before, _)| pairs.old.cluster(before)).collect();
    comparison.clusters_gone = old.not_among(&heirs.keys().copied().collect());
    comparison.clusters_gone.retain(|side| is_paired.contains(side.id.as_str()));
    comparison.clusters_formed = new.not_among(&origins.keys().copied().collect());
    let mut same_core: Vec<(ClusterSide, ClusterSide)> = heirs
        .iter()
        .filter(|(before, after)| origins.get(*after) == Some(*before))
        .map(|(before, after)| (old.side(before), new.side(after)))
        .collect();
    same_core.sort_by_key(|(before, _)| size(before));
    comparison.references_changed = same_core
        .iter()
        .filter_map(|(before, after)| {
            let then = &old.headers.get(before.id.as_str())?.reference;
            let now = &new.headers.get(after.id.as_str())?.reference;
            let is_same = then.id == now.id && then.paragraphs == now.paragraphs;
            (!is_same).then(|| ReferenceChange {
                old: before.clone(),
                new: after.clone(),
                old_reference: then.id.clone(),
                new_reference: now.id.clone(),
            })
        })
        .collect();
    comparison.clusters_renamed = same_core
        .into_iter()
        .filter(|(before, after)| before.id != after.id)
        .map(|(old, new)| ClusterChange { old, new })
        .collect();
    comparison.members_moved = moves(pairs, &heirs, (&old, &new));
}

/// The comments that are not where most of their cluster went.
fn moves(
    pairs: &Pairs<'_>,
    heirs: &BTreeMap<&str, &str>,
    (old, new): (&Clusters<'_>, &Clusters<'_>),
) -> Vec<Move> {
    let mut moves = Vec::new();
    for (before, after) in &pairs.both {
        let (from, to) = (pairs.old.cluster(before), pairs.new.cluster(after));
        if from.and_then(|cluster| heirs.get(cluster).copied()) != to {
            moves.push(Move {
                id: before.id.to_string(),
                old: from.map(|id| old.side(id)),
                new: to.map(|id| new.side(id)),
            });
        }
    }
    moves
}

/// Clusters that are the main one of several others, those of the most comments first.
fn regroupings(
    (shared, mains): (&SharedComments<'_>, &BTreeMap<&str, &str>),
    ones: &Clusters<'_>,
    several: &Clusters<'_>,
) -> Vec<Regrouping> {
    let mut regroupings = Vec::new();
    for (cluster, others) in shared {
        let mut parts: Vec<Part> = others
            .iter()
            .filter(|(other, _)| mains.get(*other) == Some(cluster))
            .map(|(other, n_shared)| Part { cluster: several.side(other), n_shared: *n_shared })
            .collect();
        if parts.len() > 1 {
            parts.sort_by_key(|part| (Reverse(part.n_shared), part.cluster.id.clone()));
            regroupings.push(Regrouping { cluster: ones.side(cluster), parts });
        }
    }
    regroupings.sort_by_key(|one| size(&one.cluster));
    regroupings
}
