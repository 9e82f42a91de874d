//! How much of an input is read: so much that no real docket needs more, so little that no input
//! fills the memory or takes the machine for itself. An input beyond a limit is unreadable; the report
//! counts it by the limit.

use serde::{Deserialize, Serialize};

/// How much of an input is read; what is beyond is unreadable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Limits {
    /// Bytes of a file that is held in memory in one piece: a table, a JSON array, a text with many letters, an
    /// archive with what it expands to. Mailboxes and JSONL are read piece by piece and may be larger. The
    /// largest bulk download known has 1.2 GB.
    pub file_bytes: u64,
    /// Bytes of one comment's text. The longest known, a brief with all its exhibits, has 2 MB.
    pub text_bytes: usize,
    /// Times its size that a packed letter may expand to, and an archive beyond its first 256 MiB. A
    /// letter packs about 4:1, a letter full of blanks 50:1.
    pub expansion: usize,
    /// How deep the parts of a mail may lie in each other, forwarded mails included.
    pub mail_depth: usize,
    /// Parts of a mail, forwarded mails included.
    pub mail_parts: usize,
    /// How deep archives may lie in archives.
    pub archive_depth: usize,
    /// Files of an archive, over all archives in it.
    pub archive_files: usize,
}

/// Times its size that a file read in one piece may take: as it was, as text, cut into zones, and all of that where
/// a parser doubles what it has.
const TIMES_IN_MEMORY: u64 = 8;
/// Bytes in which a record writes one byte of its text at the most: a control character is `\u001f` in JSON.
const RECORD_FOR_TEXT: u64 = 6;
/// Bytes of a record beside its text.
const RECORD_FREE: u64 = 16 << 20;

impl Limits {
    /// The same, where so many bytes of memory may be used.
    pub(super) fn within(&self, memory: Option<u64>) -> Self {
        let fits = memory.map_or(u64::MAX, |memory| memory / TIMES_IN_MEMORY);
        Self { file_bytes: self.file_bytes.min(fits), ..self.clone() }
    }

    /// Bytes of one line of JSON at the most.
    pub(super) fn record_bytes(&self) -> u64 {
        let text = (self.text_bytes as u64).saturating_mul(RECORD_FOR_TEXT);
        text.saturating_add(RECORD_FREE).min(self.file_bytes)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes: 2 << 30,
            text_bytes: 8 << 20,
            expansion: 100,
            mail_depth: 64,
            mail_parts: 10_000,
            archive_depth: 3,
            archive_files: 1 << 20,
        }
    }
}
