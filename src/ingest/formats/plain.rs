//! A text file holding one comment.

use super::{Found, Input, RawComment};
use crate::ingest::decode;

pub(super) fn read(input: &Input<'_>) -> Found {
    let text = decode::text(input.bytes);
    RawComment::of_file(input, text.replace("\r\n", "\n").replace('\r', "\n"))
}
