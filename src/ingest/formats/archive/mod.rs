//! Archives (.gz, .zip) of files in any other format. Nothing is unpacked to disk.
//!
//! The bytes of each entry are read as if they were a file of the docket; a name in an archive is
//! only ever a name in the report.

mod directory;

use std::io::{Cursor, Read};

use flate2::read::MultiGzDecoder;

use super::entries::read_up_to;
use super::expansion::{self, Refusal};
use super::format::{Attached, FileSigns, Format};
use super::input::InputBytes;
use crate::corpus::{AsideBucket, Limit, SetAside};
use crate::ingest::IngestConfig;
use crate::ingest::patterns;
use crate::ingest::raw::{RawInput, beyond, refuse};
use directory::Listed;

/// Why archives and tables are not read where they are attached to a mail.
pub(super) const NOT_IN_A_MAIL: Attached = Attached::Refused(
    "an archive or a table in a mail, which is not read; save it beside the mail",
);

/// An archive of files; documents that are packed, too, are asked for before. In one place, so that an archive in an
/// archive is told by it.
pub(super) static FORMAT: Format =
    Format::of(NOT_IN_A_MAIL, |file| is_gzip(file.bytes) || file.is_zip(), read);

/// Documents that are packed as archives, and not read.
pub(super) const DOCUMENTS: Format = Format::of(
    Attached::Letter,
    |file| refusal(file).is_some(),
    |input| {
        let reason = refusal(&FileSigns::of(input)).unwrap_or_default();
        vec![refuse(input.place, AsideBucket::Unreadable, reason)]
    },
);

/// Why a document is not read, told by a file that it holds.
fn refusal(file: &FileSigns<'_>) -> Option<&'static str> {
    if !file.is_zip() {
        return None;
    }
    let mut refused = patterns::list("packed documents").filter_map(|line| line.split_once(" = "));
    refused.find(|(name, _)| file.holds(name)).map(|(_, reason)| reason)
}

fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x1F\x8B\x08")
}

fn read(input: &InputBytes<'_>) -> Vec<RawInput> {
    let mut unpacking = Unpacking {
        config: input.config,
        bytes_left: expansion::limit_of_archive(input.bytes.len(), &input.config.limits),
        entries_left: input.config.limits.archive_files,
        found: Vec::new(),
    };
    unpacking.open(input.place, input.bytes, 1);
    unpacking.found
}

/// What one file of the docket may still expand to, and what it held so far.
struct Unpacking<'a> {
    config: &'a IngestConfig,
    bytes_left: usize,
    entries_left: usize,
    found: Vec<RawInput>,
}

impl Unpacking<'_> {
    fn open(&mut self, place: &str, bytes: &[u8], depth: usize) {
        if depth > self.config.limits.archive_depth {
            self.found.push(RawInput::Aside(beyond(place, Limit::ArchiveDepth)));
        } else if is_gzip(bytes) {
            let inner = place.strip_suffix(".gz").unwrap_or(place);
            match self.expand(MultiGzDecoder::new(bytes)) {
                Ok(bytes) => self.take(inner, &bytes, depth),
                Err(refusal) => self.found.push(refusal.of(place, |reason| reason)),
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
        for (name, listed) in files {
            if self.entries_left == 0 || self.bytes_left == 0 {
                let limit = match self.entries_left {
                    0 => Limit::ArchiveFiles,
                    _ => Limit::Expansion,
                };
                let reason = format!("{}; {n_left} of its files were not read", limit.reason());
                let set_aside = SetAside { reason: reason.into(), ..beyond(place, limit) };
                return self.found.push(RawInput::Aside(set_aside));
            }
            n_left -= 1;
            self.entries_left -= 1;
            n_of_name = if name == last { n_of_name + 1 } else { 1 };
            let inner = match n_of_name {
                1 => format!("{place}/{name}"),
                nth => format!("{place}#{nth}/{name}"),
            };
            self.open_packed(&inner, &name, listed, bytes, depth);
            last = name;
        }
    }

    /// One file of the archive that `bytes` are.
    fn open_packed(&mut self, place: &str, name: &str, listed: Listed, bytes: &[u8], depth: usize) {
        let Some(entry) = listed else {
            let reason = "the archive holds it, but does not list it; unpack it yourself if it belongs to the docket";
            return self.refuse(place, AsideBucket::Unreadable, reason);
        };
        if entry.is_symlink() {
            let reason = "a symbolic link; links are not followed";
            return self.refuse(place, AsideBucket::NotAComment, reason);
        }
        if name.rsplit('/').next().is_some_and(|name| name.starts_with('.')) {
            return self.refuse(place, AsideBucket::NotAComment, "a hidden file");
        }
        let mut reader = Cursor::new(bytes);
        match directory::open(entry, &mut reader) {
            Ok(file) => match self.expand(file) {
                Ok(bytes) => self.take(place, &bytes, depth),
                Err(refusal) => self.found.push(refusal.of(place, |reason| reason)),
            },
            Err(reason) => self.refuse(place, AsideBucket::Unreadable, &reason),
        }
    }

    /// One unpacked file: an archive again, or comments.
    fn take(&mut self, place: &str, bytes: &[u8], depth: usize) {
        let input = InputBytes::whole(place, bytes, self.config);
        if std::ptr::eq(super::format(&FileSigns::of(&input)), &FORMAT) {
            return self.open(place, bytes, depth + 1);
        }
        self.found.extend(super::read_whole(&input));
    }

    /// Unpacks as far as the file may grow; declared sizes are not believed.
    fn expand(&mut self, packed: impl Read) -> Result<Vec<u8>, Refusal> {
        let bytes = read_up_to(packed, self.bytes_left)?;
        self.bytes_left =
            self.bytes_left.saturating_sub(bytes.as_ref().map_or(usize::MAX, Vec::len));
        bytes.ok_or(Refusal::TooLarge)
    }

    fn refuse(&mut self, place: &str, bucket: AsideBucket, reason: &str) {
        self.found.push(refuse(place, bucket, reason));
    }
}

#[cfg(test)]
mod tests;
