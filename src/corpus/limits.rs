//! Bounds of what is read, which an input may reach.

use serde::{Deserialize, Serialize};

/// A bound that was reached. What each allows is a setting of ingest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
    /// Name in normalized XML, and why such an input is not read, in words for people.
    const WORDS: [(Self, &str, &str); 7] = [
        (
            Self::FileSize,
            "file_size",
            "larger than --max-file-size, or than memory allows (--max-memory); cut it into smaller files or raise the limit",
        ),
        (
            Self::TextSize,
            "text_size",
            "its text is longer than --max-text-size; cut it into its letters or raise the limit",
        ),
        (
            Self::Expansion,
            "expansion",
            "it expands beyond what letters can need (--max-expansion); unpack it yourself if it is sound",
        ),
        (
            Self::ArchiveDepth,
            "archive_depth",
            "an archive in an archive in an archive; unpack the outer ones",
        ),
        (
            Self::ArchiveFiles,
            "archive_files",
            "the archive holds too many files; pack it in several archives",
        ),
        (Self::MailDepth, "mail_depth", "its parts lie too deep; save its letter as .txt"),
        (Self::MailParts, "mail_parts", "a mail of too many parts; save its letter as .txt"),
    ];

    /// The limit's name in normalized XML.
    pub fn name(self) -> &'static str {
        Self::WORDS[self as usize].1
    }

    /// Why an input that reaches the limit is not read, in words for people.
    pub fn reason(self) -> &'static str {
        Self::WORDS[self as usize].2
    }
}
