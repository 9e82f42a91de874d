//! What a run was asked for, as it is written.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ingest::Limits;

/// The settings that change results.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Settings {
    /// Exact copies that make a form letter.
    pub min_copies: usize,
    /// Cut-off of the distance, in nats.
    pub threshold: f64,
    /// What a family-link takes off a distance.
    pub family_bonus: f64,
    /// Kinds of links in use.
    pub links: Vec<String>,
    /// Most candidates of a comment that is no reference copy.
    pub depth: usize,
    /// The analyst's constraints, in the order of the file.
    pub constraints: Vec<ReportedConstraint>,
    /// Field with the comments' ids, where it was named.
    pub id_field: Option<String>,
    /// Field with the comments' texts, where it was named.
    pub text_field: Option<String>,
    /// Fields with the answers to several questions, where they were named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub text_fields: Vec<String>,
    /// SHA-1 of the list of mass mailers in use.
    pub relayers_digest: String,
    /// How much of an input was read.
    #[serde(default)]
    pub limits: Limits,
}

/// A limit that an input reached, or a comparison of two.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename = "Limit", rename_all = "snake_case")]
pub enum ReportedLimit {
    /// `settings.limits.file_bytes`
    FileSize,
    /// `settings.limits.text_bytes`
    TextSize,
    /// `settings.limits.expansion`
    Expansion,
    /// `settings.limits.archive_depth`
    ArchiveDepth,
    /// `settings.limits.archive_files`
    ArchiveFiles,
    /// `settings.limits.mail_depth`
    MailDepth,
    /// `settings.limits.mail_parts`
    MailParts,
    /// 2^31, the words of a letter multiplied by those of a copy. Beyond it only words that stand in the letter 63 times
    /// at the most, and what stands beside them, tell which words belong together: an edit of the copy may be told more
    /// coarsely. It is counted once for each such copy.
    WordDiff,
}

/// A link of the analyst's between two comments.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Constraint")]
pub struct ReportedConstraint {
    /// "must", "cannot" or "family".
    pub link: String,
    /// Id of one comment.
    pub a: String,
    /// Id of the other.
    pub b: String,
}
