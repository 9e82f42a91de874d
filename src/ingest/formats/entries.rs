//! Zip archives and their entries, each read as far as it may grow.

use std::borrow::Cow;
use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::expansion::Refusal;

/// All bytes, or none where there are more than `limit`.
pub(super) fn read_up_to(packed: impl Read, limit: usize) -> Result<Option<Vec<u8>>, String> {
    let mut bytes = Vec::new();
    let mut packed = packed.take(limit as u64 + 1);
    packed.read_to_end(&mut bytes).map_err(|error| match error.to_string() {
        // The library tells a method that it does not know in words alone.
        said if said.contains("not supported") => {
            format!("cannot be unpacked: {said}; pack it anew in the usual way (deflate)")
        }
        said => format!("cannot be unpacked: {said}; the file may be cut off"),
    })?;
    Ok((bytes.len() <= limit).then_some(bytes))
}

/// A zip archive whose entries are read by name.
pub(super) struct Entries<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    bytes_left: usize,
}

impl<'a> Entries<'a> {
    /// The entries, of which so many bytes are read at the most.
    pub(super) fn within(bytes: &'a [u8], limit: usize) -> Result<Self, Refusal> {
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
        Ok(Self { archive, bytes_left: limit })
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.archive.file_names().flatten().map(Cow::into_owned).collect()
    }

    pub(super) fn read(&mut self, name: &str) -> Result<Vec<u8>, Refusal> {
        let entry = self.archive.by_name(name).map_err(|error| error.to_string())?;
        let bytes = read_up_to(entry, self.bytes_left)?.ok_or(Refusal::TooLarge)?;
        self.bytes_left -= bytes.len();
        Ok(bytes)
    }
}
