//! Clusters in, clusters out of which some are letters of which every copy is worded anew.

use anyhow::Result;
use rustc_hash::{FxHashMap, FxHashSet};

use super::links::Link;
use super::notes::rename_letters;
use super::{Cluster, Clusters, Grounds, Rule};
use crate::corpus::{Digest, DocId};
use crate::retrieval::RetrievalConfig;
use crate::reworded::{self, RewordedLetter, Wording};

/// Texts that are looked at first, where there are many more. No two copies of a letter that is worded anew
/// belong together by themselves, and each would be compared with all others in vain.
const FIRST_LOOK: usize = 1024;
/// How many times as many there are for a first look to cost little: pairs of a few texts against pairs of all.
const MANY: usize = 4;

/// By the seeds of the clusters that the letters became.
pub type Wordings = FxHashMap<DocId, Wording>;

/// Finds the letters of which many texts are copies, by looking at a few of the texts.
pub(super) fn frequent(
    grounds: &Grounds<'_>,
    config: &RetrievalConfig,
    documents: &[DocId],
) -> Result<Vec<RewordedLetter>> {
    if documents.len() < MANY * FIRST_LOOK || !grounds.config.links.must {
        return Ok(Vec::new());
    }
    let tables = grounds.tables;
    let digest = |id: &DocId| (tables.document(*id).digest, *id);
    let mut looked_at: Vec<(Digest, DocId)> = documents.iter().map(digest).collect();
    looked_at.select_nth_unstable(FIRST_LOOK);
    looked_at.truncate(FIRST_LOOK);
    let mut looked_at: Vec<DocId> = looked_at.into_iter().map(|(_, id)| id).collect();
    looked_at.sort_unstable();
    let rest = super::around_others(grounds, config, &looked_at)?;
    let clusters = texts_of(rest.clusters.iter());
    let mut letters = reworded::letters(tables, &clusters);
    reworded::spread(tables, &mut letters, &clusters, documents);
    Ok(letters)
}

/// The documents of each cluster that is no letter's.
fn texts_of<'a>(clusters: impl Iterator<Item = &'a Cluster>) -> Vec<Vec<DocId>> {
    clusters
        .filter(|cluster| !cluster.is_form_letter())
        .map(|cluster| cluster.documents().collect())
        .collect()
}

/// Finds letters of which every copy is worded anew, beside those known, and puts each in the place of the
/// clusters that held its texts.
pub fn with_reworded(
    grounds: &Grounds<'_>,
    clusters: Clusters,
    known: Vec<RewordedLetter>,
) -> (Clusters, Wordings) {
    // A copy belongs to such a letter whatever its distance: without must-links there are none.
    if !grounds.config.links.must {
        return (clusters, Wordings::default());
    }
    let tables = grounds.tables;
    let is_known: FxHashSet<DocId> = known
        .iter()
        .flat_map(|letter| letter.documents().iter().copied())
        .collect();
    let others = clusters.clusters().iter();
    let others = texts_of(others.filter(|cluster| !is_known.contains(&cluster.seed())));
    let mut letters = known;
    let found = reworded::letters(tables, &others);
    reworded::add(tables, &mut letters, found);
    reworded::grow(tables, &mut letters, &others);
    let clusters = gather(grounds, clusters, &letters);
    let seeds = clusters.clusters().iter();
    let mut seeds: Vec<DocId> = seeds
        .filter(|cluster| cluster.is_reworded())
        .map(Cluster::seed)
        .collect();
    let wordings = letters.into_iter().filter_map(|letter| {
        let is_its = |seed: &DocId| letter.documents().binary_search(seed).is_ok();
        let at = seeds.iter().position(is_its)?;
        Some((seeds.swap_remove(at), letter.into_wording()))
    });
    let wordings = wordings.collect();
    (clusters, wordings)
}

/// Makes a cluster of each letter, around the text that came first, and takes its documents out of the
/// clusters that held them.
fn gather(grounds: &Grounds<'_>, found: Clusters, letters: &[RewordedLetter]) -> Clusters {
    let mut clusters = found.clusters;
    for letter in letters {
        let documents = letter.documents();
        let first = documents.iter().min_by_key(|id| grounds.order(**id));
        let Some(seed) = first.copied() else { continue };
        let listed: FxHashSet<DocId> = documents.iter().copied().collect();
        let moves = |cluster: &Cluster| {
            listed.contains(&cluster.seed()) && !are_parted(grounds, seed, cluster)
        };
        let (moved, stays): (Vec<Cluster>, Vec<Cluster>) = clusters.into_iter().partition(moves);
        clusters = stays;
        let documents = moved.iter().flat_map(Cluster::documents);
        let mut documents: Vec<DocId> = documents.collect();
        documents.sort_unstable();
        if documents.binary_search(&seed).is_err() {
            clusters.extend(moved);
            continue;
        }
        let others = documents.iter().filter(|id| **id != seed);
        let member = |id: &DocId| {
            grounds.member(&Link {
                document: *id,
                compared_with: seed,
                rule: Rule::Reworded,
                n_shared_words: letter
                    .wording()
                    .covered(grounds.tables.text(*id).terms())
                    .count_ones(..),
                n_blocks_kept: 0,
                known_distance: None,
            })
        };
        let members = others.map(member).collect();
        clusters.push(Cluster {
            is_reworded: true,
            ..grounds.cluster(seed, members, 0.0)
        });
    }
    clusters.sort_by_key(Cluster::seed);
    if !letters.is_empty() {
        rename_letters(&mut clusters);
    }
    Clusters {
        clusters,
        unplaced: found.unplaced,
    }
}

/// Whether a document of a cluster cites other dockets than the letter's first copy does.
fn are_parted(grounds: &Grounds<'_>, seed: DocId, cluster: &Cluster) -> bool {
    let dockets = |id: DocId| &grounds.tables.document(id).attributes.dockets;
    let meets = |id: DocId| dockets(seed).may_meet(dockets(id));
    grounds.config.links.cannot && !cluster.documents().all(meets)
}
