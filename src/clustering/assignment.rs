//! Links in, clusters out: which seed a document goes to, and where a cluster ends.

use std::cmp::Ordering;
use std::collections::hash_map::Entry;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::links::Link;
use super::{Cluster, Clusters, Config, Member, Models, Rule};
use crate::corpus::DocId;

/// Members between two looks at the cut-off (dg.o 2005 slide 23, "at 10 document intervals").
const CUT_OFF_INTERVAL: usize = 10;
/// A step larger than this share of θ₀ within an interval lowers the cut-off (slide 23, "5%").
const CUT_OFF_STEP: f64 = 0.05;

/// Of the links of each document the best: a must-link before a distance, then most words in
/// common, then the smaller distance, then the smaller seed.
pub(super) fn best_links(
    models: &Models<'_>,
    links: impl Iterator<Item = Link>,
) -> FxHashMap<DocId, Member> {
    let mut best: FxHashMap<DocId, Link> = FxHashMap::default();
    for link in links {
        match best.entry(link.document) {
            Entry::Vacant(place) => _ = place.insert(link),
            Entry::Occupied(mut known) => {
                if is_better(models, &link, known.get()) {
                    known.insert(link);
                }
            }
        }
    }
    let members = best.into_par_iter();
    members
        .map(|(document, link)| (document, link.member(models)))
        .collect()
}

pub(super) fn is_better(models: &Models<'_>, link: &Link, known: &Link) -> bool {
    let is_must = |link: &Link| matches!(link.rule, Rule::Must(_));
    let by_words = match is_must(link) {
        true => known.n_shared_words.cmp(&link.n_shared_words),
        false => Ordering::Equal,
    };
    let by_distance = || link.distance(models).total_cmp(&known.distance(models));
    is_must(known)
        .cmp(&is_must(link))
        .then(by_words)
        .then_with(by_distance)
        .then(link.compared_with.cmp(&known.compared_with))
        .is_lt()
}

/// Applies the adaptive cut-off and puts everything in order; what was cut off is unplaced.
pub(super) fn finish(
    models: &Models<'_>,
    clusters: FxHashMap<DocId, Vec<Member>>,
    mut unplaced: Vec<DocId>,
    config: &Config,
) -> Clusters {
    let mut clusters: Vec<Cluster> = clusters
        .into_iter()
        .map(|(seed, members)| models.cluster(seed, members, config.threshold))
        .collect();
    for cluster in &mut clusters {
        if let Some((cut, removed)) = cut_off(&mut cluster.members, config.threshold) {
            cluster.cut_off = cut;
            unplaced.extend(removed);
        }
        cluster.members.sort_by_key(|member| member.document);
    }
    clusters.sort_by_key(Cluster::seed);
    unplaced.sort_unstable();
    Clusters { clusters, unplaced }
}

/// Adaptive cut-off (dg.o 2005 slide 23): members sorted by distance are looked at every 10
/// documents; where the step within an interval exceeds 5 % of θ₀, the cut-off is its beginning.
///
/// Taken literally it cuts a third of the true members, so it removes only members held by distance
/// alone, in clusters with more than one interval. Returns the new cut-off and what it removed.
fn cut_off(members: &mut Vec<Member>, threshold: f64) -> Option<(f64, Vec<DocId>)> {
    members.sort_by(|a, b| {
        a.distance
            .total_cmp(&b.distance)
            .then(a.document.cmp(&b.document))
    });
    let is_held = |member: &Member| matches!(member.rule, Rule::Must(_));
    let cut = members
        .iter()
        .step_by(CUT_OFF_INTERVAL)
        .zip(members.iter().step_by(CUT_OFF_INTERVAL).skip(1))
        .find_map(|(begin, end)| {
            let step = end.distance - begin.distance;
            (step > CUT_OFF_STEP * threshold && !is_held(end)).then_some(begin.distance)
        });
    let cut = cut?;
    let beyond = |member: &Member| !is_held(member) && member.distance > cut;
    let removed = members
        .iter()
        .filter(|member| beyond(member))
        .map(|member| member.document);
    let removed: Vec<DocId> = removed.collect();
    members.retain(|member| !beyond(member));
    Some((cut, removed))
}

#[cfg(test)]
mod tests {
    use super::{best_links, cut_off};
    use crate::clustering::constraints::MustLink;
    use crate::clustering::links::Link;
    use crate::clustering::{Member, Models, Rule};
    use crate::corpus::{Corpus, DocId};
    use crate::reference::ReferenceCopies;

    const NEAR: Rule = Rule::Distance { family: false };
    const MUST: Rule = Rule::Must(MustLink::Paragraph);

    fn member(
        document: u32,
        seed: u32,
        rule: Rule,
        distance: f64,
        n_shared_words: usize,
    ) -> Member {
        let (document, compared_with) = (DocId(document), DocId(seed));
        Member {
            document,
            compared_with,
            rule,
            distance,
            n_shared_words,
            n_blocks_kept: 0,
            also_contains: Vec::new(),
        }
    }

    #[test]
    fn a_must_link_beats_a_distance_and_more_words_beat_fewer() {
        let (corpus, references) = (Corpus::default(), ReferenceCopies::default());
        let models = Models::new(&corpus, &references);
        let check = |links: Vec<Member>, seed: u32| {
            let best = best_links(&models, links.iter().map(Link::from));
            assert_eq!(best[&DocId(9)].compared_with, DocId(seed));
        };
        check(
            vec![member(9, 1, NEAR, 0.1, 90), member(9, 2, MUST, 2.0, 20)],
            2,
        );
        check(
            vec![member(9, 1, MUST, 0.1, 20), member(9, 2, MUST, 2.0, 30)],
            2,
        );
        check(
            vec![member(9, 2, NEAR, 0.2, 90), member(9, 1, NEAR, 0.1, 20)],
            1,
        );
        check(
            vec![member(9, 2, NEAR, 0.1, 20), member(9, 1, NEAR, 0.1, 20)],
            1,
        );
    }

    /// Eleven members 0.001 apart, then one 0.2 further: the step from the 11th to the 21st is above 0.05.
    #[test]
    fn the_cut_off_falls_where_distances_jump() {
        let near = (0..11u32).map(|at| member(at, 99, NEAR, f64::from(at) * 0.001, 0));
        let far = (11..21u32).map(|at| member(at, 99, NEAR, 0.2, 0));
        let mut members: Vec<Member> = near.clone().chain(far).collect();
        let (cut, removed) = cut_off(&mut members, 1.0).expect("a cut");
        assert_eq!((cut, removed.len()), (0.01, 10));
        assert_eq!(members.len(), 11);
        let held = (11..21u32).map(|at| member(at, 99, MUST, 0.2, 0));
        let mut members: Vec<Member> = near.clone().chain(held).collect();
        assert!(
            cut_off(&mut members, 1.0).is_none(),
            "must-links hold whatever the distance"
        );
        let mut members: Vec<Member> = near.take(10).collect();
        assert!(
            cut_off(&mut members, 1.0).is_none(),
            "one interval is too few to judge"
        );
    }
}
