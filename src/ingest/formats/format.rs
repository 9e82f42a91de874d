//! What a format is: how its files are known and read, and how large ones are cut.

use std::cell::OnceCell;

use super::entries::Entries;
use super::input::{InputBytes, InputPiece, Read, extension};
use crate::corpus::Limit;

/// How a format is known, and how it is read.
pub(super) struct Format {
    pub(super) is_in: fn(&FileSigns<'_>) -> bool,
    pub(super) read: Read,
    /// Whether a file is cut between its rows once it is gone through, as a table is.
    pub(super) has_rows: bool,
    pub(super) attached: Attached,
}

/// What a file is where it is attached to a mail.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Attached {
    /// A letter, which is read as it would be on its own.
    Letter,
    /// A text or a page, if its name and its content type say so.
    Text,
    Foreign,
    /// Not read, for this reason.
    Refused(&'static str),
}

impl Format {
    /// A format whose files are read whole.
    pub(super) const fn of(
        attached: Attached,
        is_in: fn(&FileSigns<'_>) -> bool,
        read: Read,
    ) -> Self {
        Self { is_in, read, has_rows: false, attached }
    }
}

/// What tells the format of a file.
pub(super) struct FileSigns<'a> {
    pub(super) place: &'a str,
    pub(super) bytes: &'a [u8],
    /// In lower case.
    pub(super) extension: String,
    entries: OnceCell<Vec<String>>,
}

impl<'a> FileSigns<'a> {
    pub(super) fn of(input: &InputBytes<'a>) -> Self {
        Self {
            place: input.place,
            bytes: input.bytes,
            extension: extension(input.place),
            entries: OnceCell::new(),
        }
    }

    pub(super) fn is_named(&self, extensions: &[&str]) -> bool {
        extensions.contains(&self.extension.as_str())
    }

    pub(super) fn is_zip(&self) -> bool {
        self.bytes.starts_with(b"PK\x03\x04") || self.bytes.starts_with(b"PK\x05\x06")
    }

    /// Names of the files in a zip archive; none where it is no archive.
    pub(super) fn entries(&self) -> &[String] {
        if !self.is_zip() {
            return &[];
        }
        self.entries.get_or_init(|| match Entries::within(self.bytes, 0) {
            Ok(entries) => entries.names(),
            Err(_) => Vec::new(),
        })
    }

    /// Whether the file is a zip archive that has a file of this name.
    pub(super) fn holds(&self, name: &str) -> bool {
        self.entries().iter().any(|entry| entry == name)
    }

    /// Whether the first visible bytes begin an object or a list of them: a letter begins with "[name withheld]".
    pub(super) fn begins_as_json(&self) -> bool {
        let mut visible = self.bytes.iter().filter(|byte| !byte.is_ascii_whitespace());
        match visible.next() {
            Some(b'{') => matches!(visible.next(), Some(b'"' | b'}') | None),
            Some(b'[') => matches!(visible.next(), Some(b'{' | b'[' | b']') | None),
            _ => false,
        }
    }
}

/// How files are cut into pieces that are read one by one.
pub(in crate::ingest) trait Structure: Sync {
    /// Whether a file is cut so, told by its first bytes.
    fn is_of(&self, input: &InputBytes<'_>) -> bool;

    /// Whether ranges of the file can be read apart, told by its first bytes.
    fn has_ranges(&self, head: &InputBytes<'_>) -> bool;

    /// Where in some bytes, the first `n_before` apart, a record begins; none where more bytes are needed to tell.
    fn first_boundary(&self, bytes: &[u8], n_before: usize, is_end: bool) -> Option<usize>;

    fn pieces<'a>(&self, input: &InputBytes<'a>) -> Vec<InputPiece<'a>>;

    /// Up to where a block that does not end with its file can be cut; `None` where it has no boundary.
    fn last_boundary(&self, block: &InputBytes<'_>) -> Option<usize>;

    /// How far a block takes the numbers of its file's records.
    fn n_records(&self, _block: &InputBytes<'_>, pieces: &[InputPiece<'_>]) -> usize {
        pieces.len()
    }

    /// What one piece of a file may hold in memory, before its end is known.
    fn most_bytes(&self, input: &InputBytes<'_>) -> (u64, Limit) {
        (input.config.limits.file_bytes, Limit::FileSize)
    }
}
