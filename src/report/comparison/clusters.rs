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

#[cfg(test)]
mod tests {
    use super::super::{Comparison, Header, Line, Lines, compare};
    use super::Regrouping;

    /// "a1 a2 | b1": clusters parted by bars, named by their first comment, or by what stands before a colon; that
    /// comment is the reference copy. A lone comment is in none.
    fn report(clusters: &str) -> (Header, Lines) {
        let (mut lines, mut headers) = (Lines::default(), Vec::new());
        for cluster in clusters.split('|') {
            let ids: Vec<&str> =
                cluster.rsplit(':').next().into_iter().flat_map(str::split_whitespace).collect();
            let name = cluster.split_once(':').map_or(ids[0], |(name, _)| name.trim());
            headers.push(serde_json::json!({
                "id": format!("c-{name}"), "n_comments": ids.len(),
                "reference": {"id": ids[0], "paragraphs": [ids[0]], "n_kept": [1]}
            }));
            for id in &ids {
                lines.push(Line {
                    id: (*id).into(),
                    bucket: String::new(),
                    cluster: (ids.len() > 1).then(|| format!("c-{name}")),
                    campaign: None,
                    category: None,
                    unique_text: Box::default(),
                });
            }
        }
        let header = serde_json::json!({
            "tool": {"version": "1"}, "settings": {}, "input_digest": "",
            "totals": {"inputs": lines.comments.len(), "clusters": 0}, "clusters": headers
        });
        (serde_json::from_value(header).expect("a header"), lines.sorted())
    }

    fn check(old: &str, new: &str, expect: &str) {
        let (old, new) = (report(old), report(new));
        let found = compare((&old.0, &old.1), (&new.0, &new.1));
        assert_eq!(words(&found), expect);
    }

    fn words(found: &Comparison) -> String {
        fn regroupings(name: &str, list: &[Regrouping]) -> Vec<String> {
            list.iter()
                .map(|one| {
                    let parts: Vec<&str> =
                        one.parts.iter().map(|part| part.cluster.id.as_str()).collect();
                    format!("{name} {} {}", one.cluster.id, parts.join("+"))
                })
                .collect()
        }
        let all = [
            regroupings("split", &found.clusters_split),
            regroupings("merged", &found.clusters_merged),
            found.clusters_gone.iter().map(|gone| format!("gone {}", gone.id)).collect(),
            found.clusters_formed.iter().map(|formed| format!("formed {}", formed.id)).collect(),
            found
                .clusters_renamed
                .iter()
                .map(|one| format!("renamed {} {}", one.old.id, one.new.id))
                .collect(),
            found
                .references_changed
                .iter()
                .map(|one| format!("reference {} {}", one.old_reference, one.new_reference))
                .collect(),
            found.members_moved.iter().map(|one| format!("moved {}", one.id)).collect(),
            found.inputs_added.iter().map(|id| format!("added {id}")).collect(),
            found.inputs_removed.iter().map(|id| format!("removed {id}")).collect(),
        ];
        all.concat().join(", ")
    }

    #[test]
    fn clusters_are_followed_by_their_comments() {
        check("a b c | d", "a b c | d", "");
        check("a b c | d", "a c b | d", "");
        check("a b c | d", "a: b c a | d", "reference a b");
        check("a b c | d", "b c a | d", "renamed c-a c-b, reference a b");
        check("a b c d", "a b | c d", "split c-a c-a+c-c, moved c, moved d");
        check("a b | c d", "a b c d", "merged c-a c-a+c-c");
        check("a b c | d e f", "a b | c d e f", "renamed c-d c-c, reference d c, moved c");
        check("a b c", "a b | c", "moved c");
        // Half went on under the name, half under another.
        check("b c d e", "a: b c | b: d e", "split c-b c-a+c-b, reference b d, moved b, moved c");
        check("a b", "a | b", "gone c-a");
        check("a | b", "a b", "formed c-a, moved a, moved b");
        check("a b | x", "a b y", "added y, removed x");
    }
}
