//! Links in, clusters out: which seed a document goes to, and where a cluster ends.

use std::cmp::Ordering;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::constraints::{self, SHORT_DOCUMENT};
use super::passages::{Gram, Overlap, SeedPassages, Shared};
use super::{Cluster, Clusters, Config, Member, Models, Rule};
use crate::corpus::{DocId, TokenText};

/// Candidates of a seed that one thread compares: most seeds have fewer, those of a large campaign many more.
const FEWEST_IN_PARALLEL: usize = 256;
/// Members between two looks at the cut-off (dg.o 2005 slide 23, "at 10 document intervals").
const CUT_OFF_INTERVAL: usize = 10;
/// A step larger than this share of θ₀ within an interval lowers the cut-off (slide 23, "5%").
const CUT_OFF_STEP: f64 = 0.05;

/// What documents are compared with.
pub(super) struct Seed<'a> {
    /// The document that stands for it.
    pub(super) document: DocId,
    /// Its words, then those of its versions.
    pub(super) text: &'a TokenText,
    /// How many words are its own.
    pub(super) n_own: usize,
    /// Whether it is a form letter.
    pub(super) is_letter: bool,
}

impl<'a> Seed<'a> {
    /// A document by itself.
    pub(super) fn of(models: &Models<'a>, document: DocId, is_letter: bool) -> Self {
        let text = models.text(document);
        Self {
            document,
            text,
            n_own: text.len(),
            is_letter,
        }
    }
}

/// Compares a seed with its candidates: which of them it is linked with, and how. `is_common` tells of
/// runs of words whether letters share them, `n_everywhere` of the seed's words how many documents of the
/// docket hold them, where that is known.
pub(super) fn links_of(
    models: &Models<'_>,
    seed: &Seed<'_>,
    candidates: &[DocId],
    is_common: impl Fn(Gram) -> bool,
    n_everywhere: &[u32],
    config: &Config,
) -> Vec<Member> {
    let mut passages = SeedPassages::new(seed.text, is_common).with_own_words(seed.n_own);
    let compared = candidates.par_iter().with_min_len(FEWEST_IN_PARALLEL);
    let shared: Vec<Shared> = compared
        .clone()
        .map(|id| passages.compare(models.text(*id)))
        .collect();
    passages.discount_quotations(&shared, n_everywhere);
    let pairs = compared.zip(&shared);
    pairs
        .filter_map(|(id, shared)| {
            let overlap = Some(passages.overlap(shared)).filter(|it| it.n_document > 0)?;
            link(models, seed, *id, &overlap, config)
        })
        .collect()
}

/// What holds between a seed and a document, if anything does: a must-link, or a distance below the
/// cut-off; nothing across a cannot-link.
fn link(
    models: &Models<'_>,
    Seed {
        document: seed,
        n_own,
        is_letter,
        ..
    }: &Seed<'_>,
    document: DocId,
    overlap: &Overlap,
    config: &Config,
) -> Option<Member> {
    let seed = *seed;
    let lengths = (*n_own, models.text(document).len());
    let (shorter, longer) = (lengths.0.min(lengths.1), lengths.0.max(lengths.1));
    let in_common = || models.of(seed).in_common(models.of(document));
    let rule = |must| (Rule::Must(must), models.distance(seed, document));
    let must = if config.links.must {
        // Texts of different lengths share fewer of the longer one's words: no need to count them.
        let may_be_equal = shorter as f64 > constraints::MUST_OVERLAP * longer as f64;
        let word_overlap = may_be_equal.then(|| in_common().word_overlap);
        let word_overlap = word_overlap.unwrap_or_default();
        constraints::must_link(overlap, lengths, word_overlap, *is_letter).map(rule)
    } else {
        None
    };
    let (rule, distance) = match must {
        Some(must) => must,
        None if shorter < SHORT_DOCUMENT => return None,
        None if in_common().least_distance - config.family_bonus >= config.threshold => {
            return None;
        }
        None => small_distance(models, seed, document, config)?,
    };
    if is_parted(models, seed, document, config) {
        return None;
    }
    Some(Member {
        document,
        compared_with: seed,
        rule,
        distance,
        n_shared_words: overlap.n_document,
        n_blocks_kept: overlap.n_blocks_kept,
        also_contains: Vec::new(),
    })
}

/// Whether a seed and a document must not be together.
fn is_parted(models: &Models<'_>, seed: DocId, document: DocId, config: &Config) -> bool {
    let (own, other) = (models.document(seed), models.document(document));
    let analyst = models.analyst();
    let is_parted = config.links.cannot && constraints::cannot_link(own, other);
    analyst.cannot(seed, document) || is_parted && !analyst.must(seed, document)
}

/// A distance below the cut-off, with what a family-link takes off.
fn small_distance(
    models: &Models<'_>,
    seed: DocId,
    document: DocId,
    config: &Config,
) -> Option<(Rule, f64)> {
    let (own, other) = (models.document(seed), models.document(document));
    let lengths = (models.text(seed).len(), models.text(document).len());
    let distance = models.distance(seed, document);
    let is_family = config.links.family
        && (models.analyst().family(seed, document)
            || constraints::family_link(own, other, lengths));
    let adjusted = if is_family {
        distance - config.family_bonus
    } else {
        distance
    };
    let family = is_family && distance >= config.threshold;
    (adjusted < config.threshold).then_some((Rule::Distance { family }, distance))
}

/// Of the links of each document the best: a must-link before a distance, then most words in
/// common, then the smaller distance, then the smaller seed.
pub(super) fn best_links(links: impl Iterator<Item = Member>) -> FxHashMap<DocId, Member> {
    let mut best: FxHashMap<DocId, Member> = FxHashMap::default();
    for link in links {
        let known = best.entry(link.document).or_insert_with(|| link.clone());
        if is_better(&link, known) {
            *known = link;
        }
    }
    best
}

pub(super) fn is_better(link: &Member, known: &Member) -> bool {
    let is_must = |member: &Member| matches!(member.rule, Rule::Must(_));
    let by_words = match is_must(link) {
        true => known.n_shared_words.cmp(&link.n_shared_words),
        false => Ordering::Equal,
    };
    is_must(known)
        .cmp(&is_must(link))
        .then(by_words)
        .then(link.distance.total_cmp(&known.distance))
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
    use crate::clustering::{Member, Rule};
    use crate::corpus::DocId;

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
        let check = |links: Vec<Member>, seed: u32| {
            assert_eq!(
                best_links(links.into_iter())[&DocId(9)].compared_with,
                DocId(seed)
            );
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
