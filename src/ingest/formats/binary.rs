//! Pictures and other binary files, told by their first bytes, and why they hold no text.

use crate::corpus::AsideBucket;

type Refused = (AsideBucket, &'static str);

const PICTURE: Refused = (
    AsideBucket::NotAComment,
    "a picture; only its text could be compared, please have it transcribed",
);
const TAR: Refused = (
    AsideBucket::Unreadable,
    "a tar archive, which is not read; pack the files as .zip",
);
const BINARY: Refused = (AsideBucket::NotAComment, "a binary file");

/// Bytes that tell a kind of file, and where they stand.
const SIGNATURES: [(usize, &[u8], Refused); 6] = [
    (0, b"\x89PNG", PICTURE),
    (0, b"\xFF\xD8\xFF", PICTURE),
    (0, b"GIF8", PICTURE),
    (0, b"II*\0", PICTURE),
    (0, b"MM\0*", PICTURE),
    (257, b"ustar", TAR),
];

/// Why a file holds no text, where that is so.
pub(super) fn refusal(bytes: &[u8]) -> Option<Refused> {
    if bytes.starts_with(b"BM") && bytes.contains(&0) {
        return Some(PICTURE);
    }
    let holds = |at: usize, signature: &[u8]| {
        bytes
            .get(at..)
            .is_some_and(|rest| rest.starts_with(signature))
    };
    let signed = SIGNATURES
        .iter()
        .find(|(at, signature, _)| holds(*at, signature));
    match signed {
        Some((.., refused)) => Some(*refused),
        None => is_binary(bytes).then_some(BINARY),
    }
}

/// Whether a twentieth of the first bytes are zeros, as in no text but UTF-16.
fn is_binary(bytes: &[u8]) -> bool {
    let sample = &bytes[..bytes.len().min(4096)];
    let zeros = sample.iter().filter(|byte| **byte == 0).count();
    let utf16 = bytes.starts_with(b"\xFF\xFE")
        || bytes.starts_with(b"\xFE\xFF")
        || zeros * 4 > sample.len() && zeros * 5 < sample.len() * 3;
    zeros * 20 > sample.len() && !utf16
}
