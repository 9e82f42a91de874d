//! Clusters in, campaigns out: what one origin set going, as one cluster, as several, or as texts that no
//! cluster holds.
//!
//! | kind | found by |
//! |---|---|
//! | letter | one cluster |
//! | versions, kit | clusters of which many copies hold the same passage (`passages`) |
//! | reworded | a cluster whose copies are each worded anew ([`crate::spun`]) |
//!
//! What many say without a claim to one origin is no campaign but a list of its own (`said`): passages that many single comments
//! hold, and facts that they name in other words.
//!
//! One sender alone is no campaign: where all comments that hang together are of one sender (`resubmissions`), they are
//! that sender's, sent again.
//!
//! # Invariants
//! - Every cluster of two comments and more is in exactly one campaign, a single comment in one at most; but for those
//!   that one sender sent.

mod kit;
mod passages;
mod points;
mod resubmissions;
mod said;
mod told;

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::kit::KitLetter;
pub use self::kit::KitPassage;
use self::passages::Group;
use self::resubmissions::Resubmissions;
pub use self::said::{SaidByMany, SaidKind};
pub use self::told::Point;
use crate::clustering::{Cluster, Clusters, Context};
use crate::corpus::{Corpus, DocId};
use crate::edits::Edits;
use crate::exact::ExactGroups;

/// What a campaign is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum CampaignKind {
    /// One cluster: a letter and its copies.
    Letter,
    /// Letters of which one grew from the other, or says the opposite in the same words.
    Versions,
    /// Passages that senders put together as they like.
    Kit,
    /// A letter of which every copy is worded anew.
    Reworded,
}

/// What one origin set going.
#[derive(Clone, Debug, PartialEq)]
pub struct Campaign {
    /// What it is.
    pub kind: CampaignKind,
    /// The seeds of its clusters, the one with the most comments first.
    pub clusters: Vec<DocId>,
    /// Comments of it that are in no cluster, ascending.
    pub singles: Vec<DocId>,
    /// Words of the passages that a cluster of it shares with the one it shares most with, where these are the fewest;
    /// none where there is one cluster.
    pub n_shared_words: Option<usize>,
    /// Of a kit its passages, the one that most comments hold first.
    pub passages: Vec<KitPassage>,
}

impl Campaign {
    /// The document that stands for it.
    pub fn head(&self) -> Option<DocId> {
        self.clusters.first().or(self.singles.first()).copied()
    }
}

/// The campaigns of a docket, by their heads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Campaigns {
    /// All of them.
    pub campaigns: Vec<Campaign>,
    /// What many say that are not known to be of one origin, what most say first.
    pub said_by_many: Vec<SaidByMany>,
    /// Which campaign a cluster belongs to, by its seed; a single comment is its own seed.
    pub of_seed: FxHashMap<DocId, usize>,
    /// For each comment that its sender had sent before, the first of the same cluster.
    pub resubmissions: FxHashMap<DocId, DocId>,
}

/// Puts clusters, and single comments, together that one origin set going. Of the edits it takes the letters.
pub fn find(
    context: &Context<'_>,
    groups: &ExactGroups,
    clusters: &Clusters,
    edits: &Edits,
) -> Campaigns {
    let corpus = context.tables.corpus();
    let resubmissions = resubmissions::find(corpus, groups, clusters);
    let mut campaigns: Vec<Campaign> =
        passages::groups(context, clusters).iter().map(|group| campaign(context, group)).collect();
    let taken: FxHashSet<DocId> = campaigns
        .iter()
        .filter(|campaign| campaign.kind != CampaignKind::Letter)
        .flat_map(|campaign| campaign.clusters.iter().chain(&campaign.singles).copied())
        .collect();
    let said_by_many = said::by_many(context, clusters, &taken);
    campaigns.retain(|campaign| !is_of_one_sender(campaign, &resubmissions, corpus));
    campaigns.sort_unstable_by_key(Campaign::head);
    for campaign in campaigns.iter_mut().filter(|campaign| campaign.kind == CampaignKind::Kit) {
        let letters: Vec<KitLetter> = campaign
            .clusters
            .iter()
            .filter_map(|seed| clusters.around(*seed))
            .map(|cluster| (edits.letter(corpus, cluster.seed), cluster.documents().collect()))
            .collect();
        campaign.passages = kit::passages(corpus, groups, &letters, &campaign.singles);
    }
    let of_seed = campaigns.iter().enumerate().flat_map(|(at, campaign)| {
        campaign.clusters.iter().chain(&campaign.singles).map(move |seed| (*seed, at))
    });
    Campaigns {
        of_seed: of_seed.collect(),
        campaigns,
        said_by_many,
        resubmissions: resubmissions.first,
    }
}

/// Whether one sender sent all comments of a campaign.
fn is_of_one_sender(campaign: &Campaign, resubmissions: &Resubmissions, corpus: &Corpus) -> bool {
    let mut senders = campaign
        .clusters
        .iter()
        .map(|seed| resubmissions.of_one.get(seed).copied())
        .chain(campaign.singles.iter().map(|id| corpus.entry(*id).sender));
    let first = senders.next().flatten();
    first.is_some() && senders.all(|sender| sender == first)
}

/// Single comments apart from clusters, the one with the most comments first.
fn parted<'a>(
    context: &Context<'_>,
    group: &[&'a Cluster],
) -> (Vec<&'a Cluster>, Vec<&'a Cluster>) {
    let (singles, mut clusters): (Vec<&Cluster>, Vec<&Cluster>) =
        group.iter().partition(|cluster| cluster.is_singleton());
    clusters.sort_by_key(|cluster| (Reverse(context.n_comments(cluster)), cluster.seed));
    (singles, clusters)
}

fn seeds(clusters: &[&Cluster]) -> Vec<DocId> {
    clusters.iter().map(|cluster| cluster.seed).collect()
}

fn campaign(context: &Context<'_>, group: &Group<'_>) -> Campaign {
    let (singles, clusters) = parted(context, &group.clusters);
    let is_spun = clusters.first().is_some_and(|cluster| cluster.is_spun());
    let of_one_letter = context.tables.thresholds().shares.a_quarter;
    let least =
        (group.clusters.len() > 1).then(|| passages::least_shared(context, &clusters, &singles));
    Campaign {
        kind: match least {
            _ if is_spun => CampaignKind::Reworded,
            None => CampaignKind::Letter,
            Some((n_shared, n_words)) if of_one_letter.is_met(n_shared, n_words) => {
                CampaignKind::Versions
            }
            Some(_) => CampaignKind::Kit,
        },
        clusters: seeds(&clusters),
        singles: seeds(&singles),
        // Letters that say the opposite need not have a passage in common.
        n_shared_words: least.map(|(n_shared, _)| match group.n_shared_words {
            0 => n_shared,
            n_shared_words => n_shared_words,
        }),
        passages: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{parted, seeds};
    use crate::clustering::examples;
    use crate::corpus::DocId;

    /// Two different texts are around the first seed, three copies of one text around the second.
    #[test]
    fn the_cluster_with_the_most_comments_comes_first() {
        let texts = ["a:20", "a:18 b:2", "c:20", "c:20", "c:20", "d:20"];
        examples::with_context(&texts, |context| {
            let all = examples::clusters(context.references, "0 1 / 2 / 5");
            let (singles, clusters) = parted(context, &all.clusters.iter().collect::<Vec<_>>());
            assert_eq!(seeds(&clusters), [DocId(2), DocId(0)]);
            assert_eq!(seeds(&singles), [DocId(5)]);
        });
    }
}
