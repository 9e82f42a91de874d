//! Files, blocks of files, and the pieces they are cut into.

use crate::corpus::Attributes;
use crate::ingest::IngestConfig;
use crate::ingest::raw::{RawComment, RawInput};

/// One file, or a block of it.
#[derive(Clone, Copy)]
pub(in crate::ingest) struct InputBytes<'a> {
    /// Path relative to the docket.
    pub(in crate::ingest) place: &'a str,
    pub(in crate::ingest) bytes: &'a [u8],
    /// Whether it is a block of a larger file.
    pub(in crate::ingest) is_block: bool,
    /// Records in the blocks before this one.
    pub(in crate::ingest) n_before: usize,
    pub(in crate::ingest) config: &'a IngestConfig,
}

impl InputBytes<'_> {
    /// The one comment that the file is; it tells nothing else about it.
    pub(super) fn comment(&self, body: String) -> RawInput {
        let attributes = Attributes {
            n_bytes: self.bytes.len() as u64,
            ..Attributes::default()
        };
        RawInput::Comment(Box::new(RawComment {
            place: self.place.to_owned(),
            body,
            attributes,
            ..RawComment::default()
        }))
    }
}

/// A part of a file that can be decoded by itself.
pub(in crate::ingest) struct InputPiece<'a> {
    pub(super) kind: PieceKind,
    pub(super) place: String,
    pub(super) bytes: &'a [u8],
}

impl InputPiece<'_> {
    /// File and place, for messages.
    pub(in crate::ingest) fn place(&self) -> &str {
        &self.place
    }
}

/// How a piece is read.
#[derive(Clone, Copy)]
pub(super) enum PieceKind {
    File,
    Mail,
    Line,
    Letter,
}

/// The extension of a place, in lower case.
pub(super) fn extension(place: &str) -> String {
    let name = place.rsplit('/').next().unwrap_or(place);
    name.rsplit_once('.')
        .map_or("", |(_, extension)| extension)
        .to_lowercase()
}
