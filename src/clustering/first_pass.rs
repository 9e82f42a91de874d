//! First pass: the seeds are the form letters.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::assignment::{best_links, finish};
use super::common_runs::CommonRuns;
use super::kits::note_other_letters;
use super::letters::{Letter, Letters};
use super::links::{Link, Seed, links_of};
use super::{Clusters, Config, Member, Models};
use crate::corpus::DocId;
use crate::retrieval::Candidates;

/// Places the near-duplicates of form letters; the rest stays unplaced. The candidate sets are in the
/// order of the letters.
pub fn around_letters(
    models: &Models<'_>,
    letters: &Letters,
    candidates: &Candidates,
    config: &Config,
) -> Clusters {
    let is_reference: FxHashSet<DocId> = models.references().references().iter().copied().collect();
    let common = CommonRuns::of(models.corpus(), letters.letters());
    let links_around = |letter: &Letter, candidates: &[DocId]| {
        let others = candidates
            .iter()
            .copied()
            .filter(|id| !is_reference.contains(id));
        let seed = Seed {
            document: letter.seed,
            text: &letter.text,
            n_own: models.text(letter.seed).len(),
            is_letter: true,
        };
        let is_common = |run| common.is_common(letter.seed, run);
        links_of(
            models,
            &seed,
            &others.collect::<Vec<_>>(),
            is_common,
            &[],
            config,
        )
    };
    let links: Vec<Vec<Link>> = letters
        .letters()
        .par_iter()
        .zip(candidates.sets())
        .map(|(letter, set)| links_around(letter, &set.documents))
        .collect();
    let links: Vec<Link> = links.into_iter().flatten().collect();
    let mut best = best_links(models, links.iter().copied());
    let versions = |letter: &Letter| (letter.seed, letter.versions.clone());
    let mut clusters: FxHashMap<DocId, Vec<Member>> =
        letters.letters().iter().map(versions).collect();
    let mut unplaced = Vec::new();
    for document in models.references().others() {
        match best.remove(document) {
            Some(member) => clusters
                .entry(member.compared_with)
                .or_default()
                .push(member),
            None => unplaced.push(*document),
        }
    }
    let mut clusters = finish(models, clusters, unplaced, config);
    note_other_letters(&mut clusters.clusters, links.iter());
    for (a, b) in letters.opposed() {
        clusters.relate(*a, *b);
    }
    clusters
}
