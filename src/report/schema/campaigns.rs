//! Campaigns as they are written, and what many say without being one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use super::{RelayerCount, ReportedCluster};
use crate::campaigns::{CampaignKind, KitPassage, SaidKind};
use crate::edits::{CopyPart, TemplatePart};
use crate::thresholds::told::MOST_POINTS;

/// What one origin set going: a cluster, or several, and comments that no cluster holds.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Campaign")]
pub struct ReportedCampaign {
    /// Stable: that of its largest cluster with another first letter.
    pub id: String,
    /// What it is.
    pub kind: CampaignKind,
    /// The title of its largest letter.
    pub title: String,
    /// Comments in it.
    pub n_comments: usize,
    /// The same with every bundle counted as often as the agency says.
    pub n_submissions: u64,
    /// Ids of its clusters, the largest first.
    pub clusters: Vec<String>,
    /// Ids of its comments that are in no cluster, ascending.
    pub members: Vec<String>,
    /// The earliest `timestamp` of its comments: the day received where a record tells that, else posted or sent.
    #[serde(alias = "first_received")]
    pub first_date: Option<String>,
    /// The latest one.
    #[serde(alias = "last_received")]
    pub last_date: Option<String>,
    /// Mass mailers by number of comments, the busiest first.
    pub relayers: Vec<RelayerCount>,
    /// Why it stands.
    pub evidence: CampaignEvidence,
    /// Of a kit its passages, the one that most comments hold first: paragraphs of its letters, or neighboring sentences that
    /// the same letters hold. A comment holds one where it has half of its runs of five words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passages: Vec<KitPassage>,
    /// Of a reworded letter what is fixed and what fills its slots, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub template: Vec<TemplatePart>,
    /// Some copies of a reworded letter, drawn blindly by the digests of their ids, with what of them the template has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub copies: Vec<TemplateCopy>,
}

impl ReportedCampaign {
    /// How many of its comments are letters, have the same words as one, are edited copies, and are no copies.
    pub(in crate::report) fn parts<'a>(
        &self,
        cluster: impl Fn(&str) -> Option<&'a ReportedCluster>,
    ) -> [usize; 4] {
        let mut parts = [0, 0, 0, self.members.len()];
        for letter in self.clusters.iter().filter_map(|id| cluster(id)) {
            let of_letter = [letter.n_letter(), letter.n_same(), letter.n_edited()];
            parts.iter_mut().zip(of_letter).for_each(|(sum, n)| *sum += n);
        }
        parts
    }
}

/// A copy of a reworded letter beside its template.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct TemplateCopy {
    /// Id of the comment.
    pub id: String,
    /// Its paragraphs, piece by piece; none where it is longer than 30,000 bytes.
    pub paragraphs: Vec<Vec<CopyPiece>>,
}

/// A stretch of a copy.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct CopyPiece {
    /// What it is.
    pub part: CopyPart,
    /// Its words, verbatim.
    pub text: String,
}

/// Why a campaign stands, in figures.
#[skip_serializing_none]
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct CampaignEvidence {
    /// Words of the passages that a cluster shares with the one it shares most with, where these are the fewest;
    /// absent where there is one cluster.
    pub n_shared_words: Option<usize>,
    /// Of the words of a reworded letter's copies, those that are its wording, from 0 to 1.
    pub covered: Option<f64>,
}

/// What many comments say that nothing shows to be of one origin. It is no campaign: its comments stay unique comments, or
/// copies of a small letter, and whether somebody asked for it is not judged.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "SaidByMany")]
pub struct ReportedSaid {
    /// Whether they have a passage in common, or facts.
    pub kind: SaidKind,
    /// The passage as the first of them has it; of facts the commonest.
    pub text: String,
    /// The facts, the commonest first; absent for a passage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<SaidFact>,
    /// How many say it, exact copies included.
    pub n_comments: usize,
    /// Their ids, ascending.
    pub comments: Vec<String>,
    /// Id of the earliest of them.
    pub first: String,
}

/// What several comments name.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct SaidFact {
    /// A name or a thing, in one word or several, as most of them write it.
    pub text: String,
    /// Comments that hold it, outside of a longer one.
    pub n_comments: usize,
    /// How some of them say it; of the rarer facts, none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<FactExcerpt>,
}

/// How a comment names a fact.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct FactExcerpt {
    /// Id of the comment.
    pub id: String,
    /// What stands before the fact in its paragraph, or the end of that.
    pub before: String,
    /// The fact.
    pub fact: String,
    /// What stands behind it, or the beginning of that.
    pub after: String,
}

impl ReportedSaid {
    /// The facts that are told with comments which name them.
    pub(in crate::report) fn told(&self) -> &[SaidFact] {
        &self.facts[..self.facts.len().min(MOST_POINTS)]
    }
}
