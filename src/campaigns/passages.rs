//! Clusters in, groups of clusters out of which many copies hold the same passage.
//!
//! Two letters hang together where a passage of `PASSAGE` words stands in a fifth of the comments of each:
//! one grew from the other, or an alert gave out several texts of which senders took one, two or all. One comment
//! that holds two letters ties nothing. What is boilerplate (`compare::boilerplate`) ties nothing
//! either. Two letters hang together, too, where a good part of one stands in the other, whatever its n-grams are taken for
//! one by one, and hardly anybody else cites it.

use std::cmp::Reverse;

use fixedbitset::FixedBitSet;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::clustering::{Cluster, Clusters, Context};
use crate::corpus::{DocId, TermId};
use crate::disjoint_sets::DisjointSets;
use crate::ngrams::{
    COUNTED, NGram, counts, covered, held_by_several, ngram, ngrams, pairs, sorted_dedup, sums,
};
use crate::thresholds::{HALF, Thresholds};

/// Words of a passage: evidence where it is known to be somebody's.
fn n_words_of_passage(context: &Context<'_>) -> usize {
    context.tables.thresholds().rules.shortest_paragraph.known
}

/// Clusters, and single comments with them, that passages tie together.
pub(super) struct Group<'a> {
    pub(super) clusters: Vec<&'a Cluster>,
    /// Words of the passages that each shares with the one it shares most with, where these are the fewest.
    pub(super) n_shared_words: usize,
}

/// Groups of clusters, and of single comments with them: every cluster is in one group.
pub(super) fn groups<'a>(context: &Context<'_>, clusters: &'a Clusters) -> Vec<Group<'a>> {
    let all = &clusters.clusters;
    let mut tied = DisjointSets::new(all.len());
    // Passages follow each other word by word.
    let mut n_shared: FxHashMap<(u32, u32), usize> = passages_in_common(context, all)
        .into_iter()
        .map(|(pair, n_passages)| (pair, n_passages + n_words_of_passage(context) - 1))
        .collect();
    for (pair, n_words) in grown_apart(context, all) {
        let known = n_shared.entry(pair).or_default();
        *known = (*known).max(n_words);
    }
    for (one, other) in n_shared.keys() {
        tied.union(*one, *other);
    }
    let mut most_shared: FxHashMap<u32, usize> = FxHashMap::default();
    for ((one, other), n_words) in n_shared {
        for cluster in [one, other] {
            let most = most_shared.entry(cluster).or_default();
            *most = (*most).max(n_words);
        }
    }
    for (at, cluster) in all.iter().enumerate() {
        for seed in &cluster.opposed {
            if let Ok(other) = all.binary_search_by_key(seed, |cluster| cluster.seed) {
                tied.union(at as u32, other as u32);
            }
        }
    }
    tied.sets()
        .into_iter()
        .filter(|places| places.iter().any(|at| !all[*at as usize].is_singleton()))
        .map(|places| Group {
            n_shared_words: places
                .iter()
                .filter_map(|at| most_shared.get(at).copied())
                .min()
                .unwrap_or_default(),
            clusters: places.iter().map(|at| &all[*at as usize]).collect(),
        })
        .collect()
}

/// How many passages two clusters have in common.
fn passages_in_common(context: &Context<'_>, all: &[Cluster]) -> FxHashMap<(u32, u32), usize> {
    let widely: Vec<Vec<NGram>> =
        all.par_iter().map(|cluster| widely_held(context, cluster)).collect();
    let n_passages = widely.iter().map(Vec::len).sum();
    let held = held_by_several(all.len(), n_passages, |at| widely[at].iter().copied());
    let partners = context.tables.thresholds().work.postings;
    counts(held.chunk_by(|a, b| a.0 == b.0).flat_map(|holders| pairs(holders, partners)))
}

/// The passages that a fifth of a cluster's comments hold.
fn widely_held(context: &Context<'_>, cluster: &Cluster) -> Vec<NGram> {
    if cluster.is_singleton() {
        return passages(context, cluster.seed, true);
    }
    // Those that most comments consist of: of many that came once each a part tells.
    let Thresholds { shares, work, .. } = context.tables.thresholds();
    let corpus = context.tables.corpus();
    let mut documents: Vec<(usize, DocId)> =
        cluster.documents().map(|id| (context.references.redundancy(id), id)).collect();
    documents.sort_by_cached_key(|(n, id)| (Reverse(*n), corpus.digest(*id), *id));
    documents.truncate(work.sample);
    let n_all: usize = documents.iter().map(|(n, _)| n).sum();
    let mut n_holders = sums(documents.into_iter().flat_map(|(n, id)| {
        passages(context, id, false).into_iter().map(move |passage| (passage, n))
    }));
    n_holders.retain(|_, n| shares.a_fifth.is_met(*n, n_all));
    n_holders.into_keys().collect()
}

/// The passages of a document that may tie it to others, each once. Of a single comment it must be known that they are
/// somebody's, and they must be half of it: it may quote a letter.
fn passages(context: &Context<'_>, id: DocId, is_single: bool) -> Vec<NGram> {
    let terms = context.tables.text(id).terms();
    let common = context.tables.origins();
    let n_words = n_words_of_passage(context);
    let n_ngrams = (n_words + 1).saturating_sub(COUNTED).max(1);
    let origins = common.origins(terms.windows(COUNTED).map(ngram));
    let mut covered = FixedBitSet::with_capacity(terms.len());
    let mut passages: Vec<NGram> = Vec::new();
    for (at, origins) in origins.windows(n_ngrams).enumerate() {
        if origins.iter().all(|origin| origin.map_or(!is_single, |origin| !origin.is_boilerplate()))
        {
            passages.push(ngram(&terms[at..at + n_words]));
            covered.insert_range(at..at + n_words);
        }
    }
    if is_single && !HALF.is_met(covered.count_ones(..), terms.len()) {
        return Vec::new();
    }
    sorted_dedup(passages)
}

/// Pairs of clusters whose letters have a fifth of the shorter one in common, and a passage's words at least, in n-grams
/// that hardly anybody else holds, each with how many words: one letter grew from the other. By its holders alone, of
/// which there are two circles, what they have in common is common property.
fn grown_apart(context: &Context<'_>, all: &[Cluster]) -> Vec<((u32, u32), usize)> {
    let (singles, letters): (Vec<usize>, Vec<usize>) =
        (0..all.len()).partition(|at| all[*at].is_singleton());
    let terms: Vec<&[TermId]> =
        all.iter().map(|cluster| context.tables.text(cluster.seed).terms()).collect();
    let n_words = letters.iter().map(|at| terms[*at].len()).sum();
    let held = held_by_several(letters.len(), n_words, |nth| ngrams(terms[letters[nth]], COUNTED));
    let shared: FxHashMap<NGram, &[(NGram, u32)]> = held
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|holders| holders.len() > 1)
        .map(|holders| (holders[0].0, holders))
        .collect();
    // Single comments that cite an n-gram make it tell less.
    let by_singles = singles.par_iter().flat_map_iter(|at| {
        sorted_dedup(ngrams(terms[*at], COUNTED).filter(|ngram| shared.contains_key(ngram)))
    });
    let n_singles = counts(by_singles.collect::<Vec<NGram>>());
    let n_copies: Vec<usize> = letters.iter().map(|at| context.n_comments(&all[*at])).collect();
    let Thresholds { shares, work, .. } = context.tables.thresholds();
    let mut telling: FxHashMap<(u32, u32), FxHashSet<NGram>> = FxHashMap::default();
    for (ngram, holders) in shared {
        // Besides the two letters.
        let n_others = holders.len() - 2 + n_singles.get(&ngram).copied().unwrap_or_default();
        for (one, other) in pairs(holders, work.postings) {
            let n_of_smaller = n_copies[one as usize].min(n_copies[other as usize]);
            if !shares.some.is_exceeded(n_others, n_of_smaller) {
                let pair = (letters[one as usize] as u32, letters[other as usize] as u32);
                telling.entry(pair).or_default().insert(ngram);
            }
        }
    }
    telling
        .into_iter()
        .filter_map(|(pair, ngrams)| {
            let (one, other) = (terms[pair.0 as usize], terms[pair.1 as usize]);
            let (n_shared, n_words) = shared_words(one, other, &ngrams);
            let is_grown =
                n_shared >= n_words_of_passage(context) && shares.a_fifth.is_met(n_shared, n_words);
            is_grown.then_some((pair, n_shared))
        })
        .collect()
}

/// The words of the shorter one of two letters that lie in n-grams of both, and how many it has.
fn shared_words(one: &[TermId], other: &[TermId], shared: &FxHashSet<NGram>) -> (usize, usize) {
    let shorter = if other.len() < one.len() { other } else { one };
    let is_shared = covered(shorter, COUNTED, |ngram| shared.contains(&ngram));
    (is_shared.count_ones(..), shorter.len())
}

/// The words that a cluster's letter, or a single comment, shares with the largest letter of its campaign, where it
/// shares the fewest; and how many the shorter one has.
pub(super) fn least_shared(
    context: &Context<'_>,
    clusters: &[&Cluster],
    singles: &[&Cluster],
) -> (usize, usize) {
    let Some((largest, others)) = clusters.split_first() else {
        return (0, 0);
    };
    let letter = context.tables.text(largest.seed).terms();
    let ngrams: FxHashSet<NGram> = letter.windows(COUNTED).map(ngram).collect();
    others
        .iter()
        .chain(singles)
        .map(|other| shared_words(context.tables.text(other.seed).terms(), letter, &ngrams))
        .min_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{groups, least_shared};
    use crate::clustering::{Clusters, Context, examples};
    use crate::corpus::examples::docket;

    /// Asks about clusters of exact copies.
    fn with_clusters(texts: &str, ask: impl FnOnce(&Context<'_>, &Clusters)) {
        examples::with_context(&docket(texts), |context| {
            let seeds: Vec<String> =
                context.tables.unique().iter().map(|id| id.0.to_string()).collect();
            ask(context, &examples::clusters(context.references, &seeds.join("/")));
        });
    }

    /// The first two letters share forty words, the last two twenty.
    #[test]
    fn letters_share_as_much_as_the_loosest_of_them() {
        with_clusters("2x a:40 p:40 / 2x a:40 q:40 b:20 / 2x b:20 r:60", |context, clusters| {
            let groups = groups(context, clusters);
            assert_eq!((groups.len(), groups[0].clusters.len()), (1, 3));
            assert_eq!(groups[0].n_shared_words, 20);
        });
    }

    /// Of the forty words of the largest letter another one has thirty, and a single comment ten of its twenty.
    #[test]
    fn single_comments_count_where_least_is_shared() {
        with_clusters("3x a:40 / 2x a:30 b:10 / a:10 c:10", |context, clusters| {
            let [largest, other, single] = &clusters.clusters[..] else {
                panic!("three clusters");
            };
            assert_eq!(least_shared(context, &[largest, other], &[single]), (10, 20));
            assert_eq!(least_shared(context, &[largest, other], &[]), (30, 40));
        });
    }
}
