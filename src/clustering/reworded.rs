//! Clusters in, clusters out of which some are letters of which every copy is worded anew.

use anyhow::Result;
use rustc_hash::{FxHashMap, FxHashSet};

use super::links::Link;
use super::notes::rename_letters;
use super::{Cluster, Clusters, Grounds, Member, Rule};
use crate::corpus::DocId;
use crate::retrieval::RetrievalConfig;
use crate::reworded::{self, RewordedLetter, Wording};
use crate::thresholds::{FIRST_LOOK, MANY_MORE};

/// By the seeds of the clusters that the letters became.
pub type Wordings = FxHashMap<DocId, Wording>;

/// Finds the letters of which many texts are copies, by looking at a few of the texts.
pub(super) fn frequent(
    grounds: &Grounds<'_>,
    config: &RetrievalConfig,
    documents: &[DocId],
) -> Result<Vec<RewordedLetter>> {
    if documents.len() < MANY_MORE * FIRST_LOOK || !grounds.config.links.must {
        return Ok(Vec::new());
    }
    let tables = grounds.tables;
    let mut looked_at = tables.corpus().first_by_digest(documents, FIRST_LOOK);
    looked_at.sort_unstable();
    let rest = super::around_others(grounds, config, &looked_at, None, &|_, _| ())?;
    let clusters = texts_of(rest.clusters.iter());
    let mut letters = reworded::letters(tables, &clusters);
    reworded::spread(tables, &mut letters, &clusters, documents);
    // A text that names other dockets than the first copy is compared with others.
    for letter in &mut letters {
        if let Some(seed) = first_copy(grounds, letter) {
            letter.retain(|id| may_meet(grounds, seed, *id));
        }
    }
    Ok(letters)
}

/// The copy of a letter that came first.
fn first_copy(grounds: &Grounds<'_>, letter: &RewordedLetter) -> Option<DocId> {
    letter.documents().iter().copied().min_by_key(|id| grounds.order(*id))
}

/// The documents of each cluster that is no letter's.
fn texts_of<'a>(clusters: impl Iterator<Item = &'a Cluster>) -> Vec<Vec<DocId>> {
    clusters
        .filter(|cluster| !cluster.is_form_letter())
        .map(|cluster| cluster.documents().collect())
        .collect()
}

/// Finds letters of which every copy is worded anew, beside those known.
pub(super) fn find(grounds: &Grounds<'_>, clusters: &Clusters, letters: &mut Vec<RewordedLetter>) {
    // A copy belongs to such a letter whatever its distance: without must-links there are none.
    if !grounds.config.links.must {
        return;
    }
    let known: FxHashSet<DocId> =
        letters.iter().flat_map(RewordedLetter::documents).copied().collect();
    let others = clusters.clusters().iter();
    let others = texts_of(others.filter(|cluster| !known.contains(&cluster.seed())));
    let found = reworded::letters(grounds.tables, &others);
    reworded::add(grounds.tables, letters, found);
    reworded::grow(grounds.tables, letters, &others);
}

/// The wording of each cluster that is a letter worded anew: that of the letter found, or of its own texts where an
/// earlier report keeps it.
pub fn wordings(
    grounds: &Grounds<'_>,
    clusters: &Clusters,
    letters: &[RewordedLetter],
) -> Wordings {
    let all = clusters.clusters().iter();
    let wording = |cluster: &Cluster| match letters.iter().find(|it| it.has(cluster.seed())) {
        Some(letter) => letter.wording().clone(),
        None => reworded::wording(
            grounds.tables,
            cluster.documents().collect(),
            &texts_of(clusters.clusters().iter()),
        ),
    };
    all.filter(|cluster| cluster.is_reworded())
        .map(|cluster| (cluster.seed(), wording(cluster)))
        .collect()
}

/// A copy of a letter worded anew, around its seed.
pub(super) fn member(
    grounds: &Grounds<'_>,
    letter: &RewordedLetter,
    seed: DocId,
    document: DocId,
) -> Member {
    let covered = letter.wording().covered(grounds.tables.text(document).terms());
    grounds.member(&Link {
        document,
        compared_with: seed,
        rule: Rule::Reworded,
        n_shared_words: covered.count_ones(..),
        n_blocks_kept: 0,
        known_distance: None,
    })
}

/// Makes a cluster of each letter, around the text that came first, and takes its documents out of the
/// clusters that held them.
pub(super) fn gather(
    grounds: &Grounds<'_>,
    found: Clusters,
    letters: &[RewordedLetter],
) -> Clusters {
    let mut clusters = found.clusters;
    for letter in letters {
        let documents = letter.documents();
        let Some(seed) = first_copy(grounds, letter) else {
            continue;
        };
        let listed: FxHashSet<DocId> = documents.iter().copied().collect();
        let (moved, stays): (Vec<Cluster>, Vec<Cluster>) =
            clusters.into_iter().partition(|cluster| {
                let mut documents = cluster.documents();
                listed.contains(&cluster.seed()) && documents.all(|id| may_meet(grounds, seed, id))
            });
        clusters = stays;
        let mut documents: Vec<DocId> = moved.iter().flat_map(Cluster::documents).collect();
        documents.sort_unstable();
        if documents.binary_search(&seed).is_err() {
            clusters.extend(moved);
            continue;
        }
        let members = documents
            .into_iter()
            .filter(|id| *id != seed)
            .map(|id| member(grounds, letter, seed, id));
        clusters.push(grounds.cluster(seed, members.collect(), 0.0));
    }
    clusters.sort_by_key(Cluster::seed);
    if !letters.is_empty() {
        rename_letters(&mut clusters);
    }
    Clusters { clusters, unplaced: found.unplaced }
}

/// Whether a document may be in a cluster with the letter's first copy: it cites no other dockets.
pub(super) fn may_meet(grounds: &Grounds<'_>, seed: DocId, document: DocId) -> bool {
    let dockets = |id: DocId| &grounds.tables.document(id).attributes.dockets;
    !grounds.config.links.cannot || dockets(seed).may_meet(dockets(document))
}
