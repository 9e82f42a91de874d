//! Archives (.gz, .zip) of files in any other format. Nothing is unpacked to disk.
//!
//! The bytes of each entry are read as if they were a file of the docket; a name in an archive is
//! only ever a name in the report.

mod directory;

use std::io::{Cursor, Read};

use flate2::read::MultiGzDecoder;

use super::entries::{Entries, read_up_to};
use super::expansion::{self, Refusal};
use super::input::{FilePart, InputBytes};
use super::{docx, open_document, workbook};
use crate::corpus::{AsideBucket, Limit, SetAside};
use crate::ingest::IngestConfig;
use crate::ingest::raw::{RawInput, aside, beyond, refuse};
use directory::Packed;

/// Bytes of the entry in which an OpenDocument file says what it is.
const LONGEST_MIMETYPE: usize = 1 << 10;

/// What the first bytes and the names of the entries tell.
pub(super) enum ArchiveKind {
    Archive,
    /// A .docx file, which is a zip archive, too.
    Word,
    /// An .xlsx file.
    Workbook,
    /// An .odt or .ods file.
    OpenDocument(open_document::Kind),
    /// Another office document.
    Refused(AsideBucket, &'static str),
}

/// Documents that are packed as archives, by the name of a file that each holds, and why they are not read.
const DOCUMENTS: [(&str, &str); 4] = [
    (
        "Index/Document.iwa",
        "a Pages, Numbers or Keynote document, which is not read; export it as .docx or PDF",
    ),
    ("META-INF/container.xml", "an e-book, which is not read; save it as PDF or .txt"),
    ("FixedDocSeq.fdseq", "an XPS document, which is not read; save it as PDF"),
    ("FixedDocumentSequence.fdseq", "an XPS document, which is not read; save it as PDF"),
];

/// Whether a file is packed.
pub(super) fn is_packed(bytes: &[u8]) -> bool {
    is_gzip(bytes) || bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// What is packed in a file.
pub(super) fn kind(bytes: &[u8]) -> ArchiveKind {
    if is_gzip(bytes) {
        return ArchiveKind::Archive;
    }
    let Ok(mut entries) = Entries::within(bytes, LONGEST_MIMETYPE) else {
        return ArchiveKind::Archive;
    };
    let names = entries.names();
    let holds = |name: &str| names.iter().any(|entry| entry == name);
    if names.iter().any(|name| docx::is_letter(name)) {
        ArchiveKind::Word
    } else if holds(workbook::WORKBOOK) {
        ArchiveKind::Workbook
    } else if holds("xl/workbook.bin") {
        let reason = "a binary Excel workbook, which is not read; save it as .xlsx or .csv";
        ArchiveKind::Refused(AsideBucket::Unreadable, reason)
    } else if holds("ppt/presentation.xml") {
        let reason = "a presentation, which is not read; export it as PDF";
        ArchiveKind::Refused(AsideBucket::Unreadable, reason)
    } else if let Some((_, reason)) = DOCUMENTS.iter().find(|(name, _)| holds(name)) {
        ArchiveKind::Refused(AsideBucket::Unreadable, reason)
    } else if holds("mimetype") && holds("content.xml") {
        let mimetype = entries.read("mimetype").unwrap_or_default();
        let kind = open_document::kind(&String::from_utf8_lossy(&mimetype));
        ArchiveKind::OpenDocument(kind)
    } else {
        ArchiveKind::Archive
    }
}

fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x1F\x8B\x08")
}

/// Unpacks an archive, and archives in it; `read_file` tells what a file in it holds.
pub(super) fn read(
    input: &InputBytes<'_>,
    read_file: impl FnMut(&InputBytes<'_>) -> Vec<RawInput>,
) -> Vec<RawInput> {
    let mut unpacking = Unpacking {
        config: input.config,
        bytes_left: expansion::limit_of_archive(input.bytes.len(), &input.config.limits),
        entries_left: input.config.limits.archive_files,
        found: Vec::new(),
        read_file,
    };
    unpacking.open(input.place, input.bytes, 1);
    unpacking.found
}

/// What one file of the docket may still expand to, and what it held so far.
struct Unpacking<'a, R> {
    config: &'a IngestConfig,
    bytes_left: usize,
    entries_left: usize,
    found: Vec<RawInput>,
    read_file: R,
}

impl<R: FnMut(&InputBytes<'_>) -> Vec<RawInput>> Unpacking<'_, R> {
    fn open(&mut self, place: &str, bytes: &[u8], depth: usize) {
        if depth > self.config.limits.archive_depth {
            self.found.push(RawInput::Aside(beyond(place, Limit::ArchiveDepth)));
        } else if is_gzip(bytes) {
            let inner = place.strip_suffix(".gz").unwrap_or(place);
            match self.expand(MultiGzDecoder::new(bytes)) {
                Ok(bytes) => self.take(inner, &bytes, depth),
                Err(refusal) => self.refuse_packed(place, refusal),
            }
        } else {
            self.open_zip(place, bytes, depth);
        }
    }

    /// Of several files with one name, the second is `box.zip#2/letter.txt`: so its name still tells its format.
    fn open_zip(&mut self, place: &str, bytes: &[u8], depth: usize) {
        let files = match directory::files(bytes) {
            Ok(files) => files,
            Err(reason) => {
                let reason = format!("not a readable zip archive: {reason}; pack it again");
                return self.refuse(place, AsideBucket::Unreadable, &reason);
            }
        };
        if files.is_empty() {
            let reason = "an archive without files";
            return self.refuse(place, AsideBucket::NotAComment, reason);
        }
        let mut n_left = files.len();
        let (mut last, mut n_of_name) = (String::new(), 0);
        for (name, packed) in files {
            if self.entries_left == 0 || self.bytes_left == 0 {
                let limit = match self.entries_left {
                    0 => Limit::ArchiveFiles,
                    _ => Limit::Expansion,
                };
                let reason = format!("{}; {n_left} of its files were not read", limit.reason());
                return self
                    .found
                    .push(RawInput::Aside(SetAside { reason, ..beyond(place, limit) }));
            }
            n_left -= 1;
            self.entries_left -= 1;
            n_of_name = if name == last { n_of_name + 1 } else { 1 };
            let inner = match n_of_name {
                1 => format!("{place}/{name}"),
                nth => format!("{place}#{nth}/{name}"),
            };
            self.open_packed(&inner, &name, packed, bytes, depth);
            last = name;
        }
    }

    /// One file of the archive that `bytes` are.
    fn open_packed(&mut self, place: &str, name: &str, packed: Packed, bytes: &[u8], depth: usize) {
        let entry = match packed {
            Packed::Listed(entry) => entry,
            Packed::Unlisted => {
                let reason = "the archive holds it, but does not list it; unpack it yourself if it belongs to the docket";
                return self.refuse(place, AsideBucket::Unreadable, reason);
            }
        };
        if entry.is_symlink() {
            let reason = "a symbolic link; links are not followed";
            return self.refuse(place, AsideBucket::NotAComment, reason);
        }
        if is_hidden(name) {
            return self.refuse(place, AsideBucket::NotAComment, "a hidden file");
        }
        let mut reader = Cursor::new(bytes);
        match directory::open(entry, &mut reader) {
            Ok(file) => match self.expand(file) {
                Ok(bytes) => self.take(place, &bytes, depth),
                Err(refusal) => self.refuse_packed(place, refusal),
            },
            Err(reason) => self.refuse(place, AsideBucket::Unreadable, &reason),
        }
    }

    /// One unpacked file: an archive again, or comments.
    fn take(&mut self, place: &str, bytes: &[u8], depth: usize) {
        if is_packed(bytes) && matches!(kind(bytes), ArchiveKind::Archive) {
            return self.open(place, bytes, depth + 1);
        }
        let input = InputBytes { part: FilePart::Whole, place, bytes, config: self.config };
        self.found.extend((self.read_file)(&input));
    }

    /// Unpacks as far as the file may grow; declared sizes are not believed.
    fn expand(&mut self, packed: impl Read) -> Result<Vec<u8>, Refusal> {
        let bytes = read_up_to(packed, self.bytes_left)?;
        self.bytes_left =
            self.bytes_left.saturating_sub(bytes.as_ref().map_or(usize::MAX, Vec::len));
        bytes.ok_or(Refusal::TooLarge)
    }

    fn refuse_packed(&mut self, place: &str, refusal: Refusal) {
        self.found.push(RawInput::Aside(SetAside {
            limit: refusal.limit(),
            ..aside(place, AsideBucket::Unreadable, &refusal.into_reason())
        }));
    }

    fn refuse(&mut self, place: &str, bucket: AsideBucket, reason: &str) {
        self.found.push(refuse(place, bucket, reason));
    }
}

fn is_hidden(name: &str) -> bool {
    name.rsplit('/').next().is_some_and(|name| name.starts_with('.'))
}

#[cfg(test)]
mod tests;
