//! Letters of which every copy is worded anew in, clusters out.

use rustc_hash::FxHashSet;

use super::links::Link;
use super::{Cluster, Clusters, Grounds, Rule};
use crate::corpus::DocId;

/// Makes a cluster of each letter, around the text that came first, and takes its documents out of the
/// clusters that held them.
pub(super) fn gather(
    grounds: &Grounds<'_>,
    found: Clusters,
    letters: &[(Vec<DocId>, impl Fn(DocId) -> usize)],
) -> Clusters {
    let moved: FxHashSet<DocId> = letters.iter().flat_map(|(ids, _)| ids).copied().collect();
    let stays = |cluster: &Cluster| !moved.contains(&cluster.seed());
    let mut clusters: Vec<Cluster> = found.clusters.into_iter().filter(stays).collect();
    for (documents, n_words_of_letter) in letters {
        let first = documents.iter().min_by_key(|id| grounds.order(**id));
        let Some(seed) = first.copied() else { continue };
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
    Clusters {
        clusters,
        unplaced: found.unplaced,
    }
}
