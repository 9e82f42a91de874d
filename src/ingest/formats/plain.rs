//! A text file holding one comment.

use super::{Found, Input, RawComment};
use crate::corpus::Attributes;
use crate::ingest::decode;

pub(super) fn read(input: &Input<'_>) -> Found {
    let body = decode::text(input.bytes)
        .replace("\r\n", "\n")
        .replace('\r', "\n");
    let attributes = Attributes {
        n_bytes: input.bytes.len() as u64,
        ..Attributes::default()
    };
    Found::Comment(Box::new(RawComment {
        place: input.place.to_owned(),
        body,
        attributes,
        ..RawComment::default()
    }))
}
