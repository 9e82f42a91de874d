//! Letters of which every copy is worded anew in, clusters out.

use rustc_hash::FxHashSet;

use super::links::Link;
use super::notes::rename_letters;
use super::{Cluster, Clusters, Grounds, Rule};
use crate::corpus::DocId;

/// Makes a cluster of each letter, around the text that came first, and takes its documents out of the
/// clusters that held them.
pub(super) fn gather(
    grounds: &Grounds<'_>,
    found: Clusters,
    letters: &[(&[DocId], impl Fn(DocId) -> usize)],
) -> Clusters {
    let mut clusters = found.clusters;
    for (documents, n_words_of_letter) in letters {
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
                n_shared_words: n_words_of_letter(*id),
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
