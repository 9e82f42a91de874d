//! Bounds of what is read, which an input may reach.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A limit that an input reached, or a comparison of two.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
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

impl Limit {
    /// Why an input that reaches the limit is not read, in words for people; of a comparison why it is coarse.
    pub fn reason(self) -> &'static str {
        match self {
            Self::FileSize => {
                "larger than --max-file-size, or than memory allows (--max-memory); cut it into smaller files or raise the limit"
            }
            Self::TextSize => {
                "its text is longer than --max-text-size; cut it into its letters or raise the limit"
            }
            Self::Expansion => {
                "it expands beyond what letters can need (--max-expansion); unpack it yourself if it is sound"
            }
            Self::ArchiveDepth => "an archive in an archive in an archive; unpack the outer ones",
            Self::ArchiveFiles => "the archive holds too many files; pack it in several archives",
            Self::MailDepth => {
                "its parts stand in each other deeper than mail programs put them; save what is attached as files"
            }
            Self::MailParts => {
                "it has more parts than mail programs make; save what is attached as files"
            }
            Self::WordDiff => "it and its letter have too many words to be held against each other",
        }
    }
}
