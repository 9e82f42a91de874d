//! First pass: the seeds are the reference copies.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::assignment::{best_links, finish, links_of};
use super::constraints::{self, MustLink};
use super::passages::{COMMON_RUN, Gram, SeedPassages, gram};
use super::{Clusters, Config, Member, Models, Rule};
use crate::corpus::{Corpus, DocId};
use crate::retrieval::Candidates;

/// Words that a letter has at least for another one to be its extension.
const SHORTEST_CONTAINED_LETTER: usize = 25;

/// Places the near-duplicates of form letters; the rest stays unplaced.
pub fn around_reference_copies(
    models: &Models<'_>,
    candidates: &Candidates,
    config: &Config,
) -> Clusters {
    let references = models.references().references();
    let joined = join_references(models, references, config);
    let is_reference: FxHashSet<DocId> = references.iter().copied().collect();
    let common = common_grams(models.corpus(), references, &joined);
    let links: Vec<Vec<Member>> = candidates
        .sets()
        .par_iter()
        .map(|set| {
            let others = set
                .documents
                .iter()
                .copied()
                .filter(|id| !is_reference.contains(id));
            links_of(
                models,
                set.seed,
                true,
                &others.collect::<Vec<_>>(),
                &common,
                config,
            )
        })
        .collect();
    let best = best_links(links.into_iter().flatten());
    let root = |seed: DocId| joined.get(&seed).map_or(seed, |join| join.compared_with);
    let mut clusters: FxHashMap<DocId, Vec<Member>> = references
        .iter()
        .map(|reference| (root(*reference), Vec::new()))
        .collect();
    let mut unplaced = Vec::new();
    for document in references.iter().chain(models.references().others()) {
        match joined.get(document).or_else(|| best.get(document)) {
            Some(member) => clusters
                .entry(root(member.compared_with))
                .or_default()
                .push(member.clone()),
            None if is_reference.contains(document) => {}
            None => unplaced.push(*document),
        }
    }
    finish(models, clusters, unplaced, config)
}

/// Reference copies that are edits of a more redundant one: they join its cluster, by containment or
/// word overlap above 95 % only, never by distance, and not where the stance differs.
fn join_references(
    models: &Models<'_>,
    references: &[DocId],
    config: &Config,
) -> FxHashMap<DocId, Member> {
    let mut joined: FxHashMap<DocId, Member> = FxHashMap::default();
    if !config.links.must {
        return joined;
    }
    let nothing_common = FxHashSet::default();
    let passages: Vec<SeedPassages> = references
        .par_iter()
        .map(|id| SeedPassages::new(models.text(*id), &nothing_common))
        .collect();
    for (nth, reference) in references.iter().enumerate() {
        let seeds = references[..nth]
            .iter()
            .zip(&passages)
            .filter(|(seed, _)| !joined.contains_key(seed));
        let join = seeds
            .filter_map(|(seed, passages)| join(models, *seed, passages, *reference))
            .next();
        joined.extend(join.map(|member| (*reference, member)));
    }
    joined
}

/// Whether `reference` is an edit of the letter `seed`.
fn join(
    models: &Models<'_>,
    seed: DocId,
    passages: &SeedPassages,
    reference: DocId,
) -> Option<Member> {
    if constraints::cannot_link(models.document(seed), models.document(reference)) {
        return None;
    }
    let (own, other) = (models.of(seed), models.of(reference));
    let overlap = passages.overlap(&passages.compare(models.text(reference)));
    let (seed_words, reference_words) = (models.text(seed).len(), models.text(reference).len());
    let is_contained = if seed_words <= reference_words {
        overlap.n_seed == seed_words
    } else {
        overlap.n_document == reference_words
    };
    let rule = if own.word_overlap(other) > constraints::MUST_OVERLAP {
        let vocabulary = models.corpus().vocabulary();
        (!constraints::opposite_stance(own, other, vocabulary)).then_some(MustLink::WordOverlap)
    } else {
        let is_letter = seed_words.min(reference_words) >= SHORTEST_CONTAINED_LETTER;
        (is_letter && is_contained).then_some(MustLink::Containment)
    };
    Some(Member {
        document: reference,
        compared_with: seed,
        rule: Rule::Must(rule?),
        distance: models.distance(seed, reference),
        n_shared_words: overlap.n_document,
        n_blocks_kept: overlap.n_blocks_kept,
    })
}

/// Runs of words that stand in the reference copies of two letters that are no versions of each
/// other: rule citations and courtesy lines, no evidence for either.
fn common_grams(
    corpus: &Corpus,
    references: &[DocId],
    joined: &FxHashMap<DocId, Member>,
) -> FxHashSet<Gram> {
    let letters: Vec<DocId> = references
        .iter()
        .copied()
        .filter(|id| !joined.contains_key(id))
        .collect();
    let mut places: Vec<(Gram, u32)> = Vec::new();
    for (letter, id) in letters.iter().enumerate() {
        let runs = corpus.token_text(*id).terms().windows(COMMON_RUN);
        places.extend(runs.map(|run| (gram(run), letter as u32)));
    }
    places.sort_unstable();
    places.dedup();
    let mut n_shared: FxHashMap<(u32, u32), usize> = FxHashMap::default();
    let shared_runs = || {
        places
            .chunk_by(|a, b| a.0 == b.0)
            .filter(|same| same.len() > 1)
    };
    for holders in shared_runs() {
        pairs(holders).for_each(|pair| *n_shared.entry(pair).or_default() += 1);
    }
    let length = |letter: u32| corpus.token_text(letters[letter as usize]).len();
    let are_versions = |pair: (u32, u32)| n_shared[&pair] * 2 > length(pair.0).min(length(pair.1));
    shared_runs()
        .filter(|holders| !pairs(holders).all(are_versions))
        .map(|holders| holders[0].0)
        .collect()
}

/// Every pair of letters that hold a run.
fn pairs(holders: &[(Gram, u32)]) -> impl Iterator<Item = (u32, u32)> {
    let tails = (1..holders.len()).map(|nth| &holders[nth..]);
    holders
        .iter()
        .zip(tails)
        .flat_map(|(a, rest)| rest.iter().map(|b| (a.1, b.1)))
}
