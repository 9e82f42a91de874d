//! Files, blocks of files, and the pieces they are cut into.

use std::fmt::Display;
use std::sync::Arc;

use super::fields::Records;
use crate::corpus::{Attributes, SetAside};
use crate::ingest::IngestConfig;
use crate::ingest::raw::{RawComment, RawInput};

/// One file, or a block of it.
#[derive(Clone, Copy)]
pub(in crate::ingest) struct InputBytes<'a> {
    /// Path relative to the docket.
    pub(in crate::ingest) place: &'a str,
    pub(in crate::ingest) bytes: &'a [u8],
    pub(in crate::ingest) part: FilePart,
    /// What all of its records tell together, where that was learned before.
    pub(in crate::ingest) records: Option<&'a Arc<Records>>,
    pub(in crate::ingest) config: &'a IngestConfig,
}

/// How much of a file some bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ingest) enum FilePart {
    Whole,
    /// The first block of a larger file.
    First,
    /// A block with so many records before it, in the file or in the range of it that is read.
    Later(usize),
}

impl<'a> InputBytes<'a> {
    pub(in crate::ingest) fn whole(
        place: &'a str,
        bytes: &'a [u8],
        config: &'a IngestConfig,
    ) -> Self {
        Self { place, bytes, part: FilePart::Whole, records: None, config }
    }

    pub(super) fn is_block(&self) -> bool {
        matches!(self.part, FilePart::First | FilePart::Later(_))
    }

    /// What is to be said of the file.
    pub(super) fn told(&self, said: impl Display) -> RawInput {
        RawInput::Told(format!("{}: {said}", self.place))
    }

    /// The one comment that the file is; it tells nothing else about it.
    pub(super) fn comment(&self, body: String) -> RawComment {
        let attributes = Attributes { n_bytes: self.bytes.len() as u64, ..Attributes::default() };
        RawComment { place: self.place.to_owned(), body, attributes, ..RawComment::default() }
    }
}

/// A part of a file that can be decoded by itself.
pub(in crate::ingest) struct InputPiece<'a> {
    /// File and place, for messages.
    pub(in crate::ingest) place: String,
    pub(super) bytes: &'a [u8],
    pub(super) read: Box<ReadPiece>,
    /// How much of a portion it takes: as much as a file does, or a record, or some rows of a table.
    pub(in crate::ingest) weight: usize,
}

impl<'a> InputPiece<'a> {
    pub(super) fn new(place: &str, bytes: &'a [u8], read: Read) -> Self {
        Self { place: place.to_owned(), bytes, read: Box::new(read), weight: 1 }
    }

    /// The piece with a number behind its place, from 1.
    pub(super) fn numbered(
        input: &InputBytes<'_>,
        nth: usize,
        bytes: &'a [u8],
        read: Read,
    ) -> Self {
        let n_before = if let FilePart::Later(n_before) = input.part { n_before } else { 0 };
        Self::new(&format!("{}#{}", input.place, n_before + nth + 1), bytes, read)
    }

    /// What is not read from bytes of its own.
    pub(super) fn of_file(place: &str, read: Box<ReadPiece>) -> Self {
        Self { place: place.to_owned(), bytes: &[], read, weight: 1 }
    }

    /// What is to be said of a whole file.
    pub(super) fn told(input: &InputBytes<'_>, told: Vec<String>) -> Self {
        let read = move |_: &InputBytes<'_>| told.iter().cloned().map(RawInput::Told).collect();
        Self::of_file(input.place, Box::new(read))
    }

    /// What cannot be cut.
    pub(in crate::ingest) fn aside(aside: SetAside) -> Self {
        let place = Arc::clone(&aside.source);
        Self::of_file(&place, Box::new(move |_| vec![RawInput::Aside(aside.clone())]))
    }
}

/// How some bytes are read.
pub(super) type Read = fn(&InputBytes<'_>) -> Vec<RawInput>;
/// The same, with what is known beside them.
pub(super) type ReadPiece = dyn Fn(&InputBytes<'_>) -> Vec<RawInput> + Send + Sync;

/// The extension of a place, in lower case.
pub(super) fn extension(place: &str) -> String {
    let name = place.rsplit('/').next().unwrap_or(place);
    name.rsplit_once('.').map_or("", |(_, extension)| extension).to_lowercase()
}
