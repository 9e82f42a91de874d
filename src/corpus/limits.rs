//! Bounds of what is read, which an input may reach.

use serde::{Deserialize, Serialize};

/// A bound that was reached. What each allows is a setting of ingest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// Bytes of a file that is held in memory in one piece.
    FileSize,
    /// Bytes of one comment's text.
    TextSize,
    /// Growth of a packed file.
    Expansion,
    /// Archives in archives.
    ArchiveDepth,
    /// Files in an archive.
    ArchiveFiles,
    /// Parts of a mail in parts.
    MailDepth,
    /// Parts of a mail.
    MailParts,
}

impl Limit {
    /// Why an input that reaches the limit is not read, in words for people.
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
        }
    }
}
