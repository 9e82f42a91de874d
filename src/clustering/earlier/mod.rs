//! Clusters of an earlier report and those of all comments in, clusters out in which the earlier ones
//! are as they were: late comments are placed without moving what an analyst has read.
//!
//! All comments are clustered first, old and new. Then every comment that the earlier report placed goes
//! back there, with the evidence of then, and a new one goes
//! 1. where the comment is that it was compared with,
//! 2. else to the earlier cluster that most of its company comes from, where a link holds with that
//!    cluster's reference copy,
//! 3. else into a new cluster, with its new company and with comments that were alone until now.
//!
//! A spun letter has no such link: a new copy of it goes to the earlier cluster that most of its company comes from, where that is
//! a spun letter, too. What was alone stays alone, or founds a new cluster with a new comment.
//!
//! # Invariants
//! - The clusters partition the unique documents.
//! - A comment whose text is unchanged stays in its cluster, as long as the docket holds the text of that
//!   cluster's reference copy and of the one the comment was compared with.
//! - Who stood for a text stands for it still, and copies that were together stay so ([`stood_for`]).
//! - No new comment joins a cluster whose seed's docket excludes its own. (An earlier one may find itself with
//!   such a seed, where a late copy of the reference copy names a docket. It stays.)
//! - Where nothing is new and nothing is gone, the clusters are those of the earlier report.

mod lookup;
mod placement;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Member;
use crate::corpus::{Digest, DocId};
use lookup::Earlier;
pub use lookup::stood_for;
pub use placement::keep;

/// As much of an earlier report as clustering needs.
#[derive(Clone, Debug, Default)]
pub struct EarlierReport {
    /// The digest over its inputs.
    pub input_digest: String,
    /// Whether the same version made it, with the same settings.
    pub same_settings: bool,
    /// Its inputs.
    pub inputs: Vec<EarlierInput>,
}

impl EarlierReport {
    /// The texts that it compared, by the ids of the comments that stood for them.
    pub fn texts(&self) -> FxHashMap<String, Digest> {
        self.inputs
            .iter()
            .filter_map(|input| Some((input.id.clone(), input.place.digest()?)))
            .collect()
    }
}

/// An input of an earlier report.
#[derive(Clone, Debug)]
pub struct EarlierInput {
    /// Its id.
    pub id: String,
    /// Id of its cluster; none where it had none.
    pub cluster: Option<String>,
    /// Id of its campaign; none where it had none.
    pub campaign: Option<String>,
    /// What it was there.
    pub place: Place,
}

/// What an input was in an earlier report.
#[derive(Clone, Debug)]
pub enum Place {
    /// It was not compared.
    Aside,
    /// It had the same words as the comment named.
    CopyOf(String),
    /// A text of its own: alone, or the reference copy of its cluster.
    Text(Digest),
    /// A text of its own that was compared with another one. Comments go by their ids.
    Member(Digest, Member<String>),
}

impl Place {
    /// The text that the input stood for.
    fn digest(&self) -> Option<Digest> {
        match self {
            Self::Text(digest) | Self::Member(digest, ..) => Some(*digest),
            Self::Aside | Self::CopyOf(_) => None,
        }
    }
}

/// What is to be told of late comments.
#[derive(Clone, Debug, Default)]
pub struct Late {
    /// Ids of the clusters that were kept, by seed.
    pub ids: FxHashMap<DocId, String>,
    /// Ids of the campaigns that the earlier report has.
    pub campaigns: FxHashSet<String>,
    /// Comments that the earlier report did not compare, or not with this text.
    pub new: FxHashSet<DocId>,
    /// Ids of inputs that the earlier report set aside.
    pub aside: FxHashSet<String>,
    /// Unique documents that were alone and are no more, ascending.
    pub joined: Vec<DocId>,
    /// Comments whose text changed; they are among the new ones.
    pub n_changed: usize,
    /// Inputs of the earlier report that the docket holds no more.
    pub n_gone: usize,
    /// Clusters that could not be kept: the text of their reference copy is gone.
    pub n_clusters_gone: usize,
}
