//! Lines of two reports in, what became of the clusters and the campaigns out.
//!
//! Both are matched by the comments they share: the *heir* of an old one is the new one with most of its comments, the
//! *origin* of a new one the old one that gave it most. A campaign that is one letter with its copies is a cluster, and is
//! told of as such.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::schema::{
    CampaignChange, CampaignSide, ClusterChange, ClusterSide, Comparison, Move, Part,
    ReferenceChange, Regrouping,
};
use super::{CampaignHeader, ClusterHeader, Header, Lines, Pairs, Said, SharedComments, mains};
use crate::report::{printable, words};

/// Characters of a title.
const TITLE: usize = 60;
/// The kind of a campaign that is one cluster.
const LETTER: &str = "letter";

/// The clusters or the campaigns of a report.
struct Groups<'a, H> {
    headers: BTreeMap<&'a str, &'a H>,
    /// The comments of each, by their ids, ascending.
    comments: BTreeMap<&'a str, Vec<&'a str>>,
}

impl<'a, H> Groups<'a, H> {
    fn of(headers: &'a [H], id: fn(&H) -> &str, lines: &'a Lines, group: Said) -> Self {
        let mut comments: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for comment in &lines.comments {
            if let Some(group) = lines.said(comment, group) {
                comments.entry(group).or_default().push(&comment.id);
            }
        }
        Self { headers: headers.iter().map(|header| (id(header), header)).collect(), comments }
    }

    fn n_comments(&self, id: &str) -> usize {
        self.comments.get(id).map_or(0, Vec::len)
    }

    /// What puts the largest first.
    fn size(&self, id: &'a str) -> (Reverse<usize>, &'a str) {
        (Reverse(self.n_comments(id)), id)
    }

    /// Those that are not among some others, the largest first.
    fn not_among(&self, others: &BTreeSet<&str>) -> Vec<&'a str> {
        let mut ids: Vec<&str> =
            self.comments.keys().copied().filter(|id| !others.contains(id)).collect();
        ids.sort_by_key(|id| self.size(id));
        ids
    }
}

impl Groups<'_, ClusterHeader> {
    fn side(&self, id: &str) -> ClusterSide {
        let opening = self.headers.get(id).map(|header| {
            let letter = &header.reference;
            words::opening(&letter.paragraphs, &letter.n_kept)
        });
        ClusterSide {
            id: id.to_owned(),
            title: printable::excerpt(&opening.unwrap_or_default(), TITLE),
            n_comments: self.n_comments(id),
        }
    }
}

impl Groups<'_, CampaignHeader> {
    fn side(&self, id: &str) -> CampaignSide {
        let header = self.headers.get(id);
        CampaignSide {
            id: id.to_owned(),
            kind: header.map(|header| header.kind.clone()).unwrap_or_default(),
            title: header.map(|header| header.title.clone()).unwrap_or_default(),
            n_comments: self.n_comments(id),
        }
    }

    /// Those of a list of campaigns that are no letters.
    fn beyond_letters(&self, ids: Vec<&str>) -> Vec<CampaignSide> {
        let sides = ids.into_iter().map(|id| self.side(id));
        sides.filter(|side| side.kind != LETTER).collect()
    }
}

/// Compares the clusters.
pub(super) fn clusters(headers: [&Header; 2], pairs: &Pairs<'_>, comparison: &mut Comparison) {
    let [old, new] = [(headers[0], pairs.old), (headers[1], pairs.new)].map(|(header, lines)| {
        Groups::of(&header.clusters, |cluster| &cluster.id, lines, Said::Cluster)
    });
    let forward = pairs.shared(Said::Cluster);
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
        pairs.both.iter().filter_map(|(before, _)| pairs.old.said(before, Said::Cluster)).collect();
    let gone = old.not_among(&heirs.keys().copied().collect()).into_iter();
    let formed = new.not_among(&origins.keys().copied().collect()).into_iter();
    comparison.clusters_gone =
        gone.filter(|id| is_paired.contains(id)).map(|id| old.side(id)).collect();
    comparison.clusters_formed = formed.map(|id| new.side(id)).collect();
    let mut same_core: Vec<(&str, &str)> = heirs
        .iter()
        .filter(|(before, after)| origins.get(*after) == Some(*before))
        .map(|(before, after)| (*before, *after))
        .collect();
    same_core.sort_by_key(|(before, _)| old.size(before));
    for (before, after) in same_core {
        let [then, now] = [old.headers.get(before), new.headers.get(after)];
        if let Some((then, now)) = then.zip(now).map(|(a, b)| (&a.reference, &b.reference))
            && (&then.id, &then.paragraphs) != (&now.id, &now.paragraphs)
        {
            comparison.references_changed.push(ReferenceChange {
                old: old.side(before),
                new: new.side(after),
                old_reference: then.id.clone(),
                new_reference: now.id.clone(),
            });
        }
        if before != after {
            let (old, new) = (old.side(before), new.side(after));
            comparison.clusters_renamed.push(ClusterChange { old, new });
        }
    }
    // The comments that are not where most of their cluster went.
    for (before, after) in &pairs.both {
        let (from, to) =
            (pairs.old.said(before, Said::Cluster), pairs.new.said(after, Said::Cluster));
        if from.and_then(|cluster| heirs.get(cluster).copied()) != to {
            comparison.members_moved.push(Move {
                id: before.id.to_string(),
                old: from.map(|id| old.side(id)),
                new: to.map(|id| new.side(id)),
            });
        }
    }
}

/// Clusters that are the main one of several others, those of the most comments first.
fn regroupings(
    (shared, mains): (&SharedComments<'_>, &BTreeMap<&str, &str>),
    ones: &Groups<'_, ClusterHeader>,
    several: &Groups<'_, ClusterHeader>,
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
    regroupings.sort_by_key(|one| (Reverse(one.cluster.n_comments), one.cluster.id.clone()));
    regroupings
}

/// Compares the campaigns, where both reports know of any.
pub(super) fn campaigns(headers: [&Header; 2], pairs: &Pairs<'_>, comparison: &mut Comparison) {
    let [Some(old), Some(new)] = headers.map(|header| header.campaigns.as_deref()) else { return };
    let [old, new] = [(old, pairs.old), (new, pairs.new)].map(|(campaigns, lines)| {
        Groups::of(campaigns, |campaign| &campaign.id, lines, Said::Campaign)
    });
    let heirs = mains(&pairs.shared(Said::Campaign));
    let gone = old.not_among(&heirs.keys().copied().collect());
    let formed = new.not_among(&heirs.values().copied().collect());
    comparison.campaigns_gone = old.beyond_letters(gone);
    comparison.campaigns_formed = new.beyond_letters(formed);
    for (before, after) in &heirs {
        let (ours, theirs) = (&old.comments[before], &new.comments[after]);
        let change = CampaignChange {
            joined: only_in(theirs, ours),
            left: only_in(ours, theirs),
            old: old.side(before),
            new: new.side(after),
        };
        let are_letters = change.old.kind == LETTER && change.new.kind == LETTER;
        let is_same = change.old.kind == change.new.kind && ours == theirs;
        if !are_letters && !is_same {
            comparison.campaigns_changed.push(change);
        }
    }
    comparison.campaigns_changed.sort_by_cached_key(|change| {
        (Reverse(change.joined.len() + change.left.len()), change.old.id.clone())
    });
}

/// The ids that others have not; both ascend.
fn only_in(ids: &[&str], others: &[&str]) -> Vec<String> {
    let own = ids.iter().filter(|id| others.binary_search(id).is_err());
    own.map(|id| (*id).to_owned()).collect()
}
