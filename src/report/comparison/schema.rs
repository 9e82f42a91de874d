//! What `durian diff --json` writes. Field names are a contract, as in the report.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Version of this form.
pub const SCHEMA_VERSION: u32 = 2;

/// What moved between two reports. Every list is empty where nothing did. Lists of clusters and campaigns begin with
/// the largest, lists of comments are in the order of their ids.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Comparison {
    /// Version of this form.
    pub schema_version: u32,
    /// The older report.
    pub old: Side,
    /// The newer report.
    pub new: Side,
    /// Whether both read the same inputs, byte for byte.
    pub same_inputs: bool,
    /// Whether both used the same settings.
    pub same_settings: bool,
    /// Ids of inputs that only the newer report has.
    pub inputs_added: Vec<String>,
    /// Ids of inputs that only the older report has.
    pub inputs_removed: Vec<String>,
    /// Clusters whose comments now are the core of several.
    pub clusters_split: Vec<Regrouping>,
    /// Clusters that now are one.
    pub clusters_merged: Vec<Regrouping>,
    /// Clusters of which no comment is in a cluster any more.
    pub clusters_gone: Vec<ClusterSide>,
    /// Clusters of comments that were in none.
    pub clusters_formed: Vec<ClusterSide>,
    /// Clusters with another id and the same core.
    pub clusters_renamed: Vec<ClusterChange>,
    /// Clusters with the same core whose reference copy is another comment, or has other words.
    pub references_changed: Vec<ReferenceChange>,
    /// Campaigns of which no comment is in a campaign any more. Here and in the next two lists a letter with
    /// its copies is left out: it is a cluster, and the lists of clusters tell what became of it.
    pub campaigns_gone: Vec<CampaignSide>,
    /// Campaigns of comments that were in none.
    pub campaigns_formed: Vec<CampaignSide>,
    /// Campaigns of another kind, or of other comments.
    pub campaigns_changed: Vec<CampaignChange>,
    /// Comments that are not where most of their old cluster is, or that joined a cluster.
    pub members_moved: Vec<Move>,
    /// Comments whose bucket changed.
    pub buckets_changed: Vec<CommentChange>,
    /// Comments whose edit category changed.
    pub categories_changed: Vec<CommentChange>,
    /// Comments whose unique text changed.
    pub unique_text_changed: Vec<TextChange>,
}

/// One of the two reports.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Side {
    /// Version of the program that made it.
    pub version: String,
    /// Inputs.
    pub inputs: usize,
    /// Clusters of two comments and more.
    pub clusters: usize,
}

/// A cluster in one of the two reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClusterSide {
    /// Its id.
    pub id: String,
    /// How its letter begins.
    pub title: String,
    /// Comments in it.
    pub n_comments: usize,
}

/// One cluster on one side, several on the other.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Regrouping {
    /// The one.
    pub cluster: ClusterSide,
    /// The several, the largest first.
    pub parts: Vec<Part>,
}

/// A cluster, and how many comments it shares with the one it is a part of.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Part {
    /// The cluster.
    pub cluster: ClusterSide,
    /// Comments that both have.
    pub n_shared: usize,
}

/// A cluster before and after.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClusterChange {
    /// Before.
    pub old: ClusterSide,
    /// After.
    pub new: ClusterSide,
}

/// A cluster with another reference copy.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReferenceChange {
    /// The cluster before.
    pub old: ClusterSide,
    /// The cluster after.
    pub new: ClusterSide,
    /// Id of its reference copy before, or of the comment that its consensus is made of.
    pub old_reference: String,
    /// The same after.
    pub new_reference: String,
}

/// A campaign in one of the two reports.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CampaignSide {
    /// Its id.
    pub id: String,
    /// What it is: `versions`, `kit`, `reworded`, `letter`.
    pub kind: String,
    /// How it begins, or what it says.
    pub title: String,
    /// Comments in it.
    pub n_comments: usize,
}

/// A campaign, and the one that has most of its comments.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CampaignChange {
    /// Before.
    pub old: CampaignSide,
    /// After. It may be that of several, where they became one.
    pub new: CampaignSide,
    /// Ids of comments that only the newer one has, inputs included that only the newer report has.
    pub joined: Vec<String>,
    /// Ids of comments that only the older one has.
    pub left: Vec<String>,
}

/// A comment in another cluster; null where it is in none.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Move {
    /// Id of the comment.
    pub id: String,
    /// Cluster before.
    pub old: Option<ClusterSide>,
    /// Cluster after.
    pub new: Option<ClusterSide>,
}

/// A comment of which something is said that was not.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CommentChange {
    /// Id of the comment.
    pub id: String,
    /// Before; null where nothing was said.
    pub old: Option<String>,
    /// After.
    pub new: Option<String>,
}

/// A comment with other unique text.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TextChange {
    /// Id of the comment.
    pub id: String,
    /// Passages before.
    pub old: Vec<String>,
    /// Passages after.
    pub new: Vec<String>,
}
