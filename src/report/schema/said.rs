//! What many say, as it is written.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::campaigns::SaidKind;
use crate::thresholds::told::MOST_POINTS;

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
