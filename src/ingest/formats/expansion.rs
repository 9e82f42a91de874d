//! How far a compressed file may grow before it counts as an attempt to fill the memory.

/// Text packs about 4:1 and repeated letters 50:1; what unpacks further is no comment.
const LARGEST_RATIO: usize = 100;
/// The ratio is asked for only beyond this size: small files may be very regular.
const FREE_BYTES: usize = 1 << 20;
/// No file may grow beyond this, whatever its ratio.
const MOST_BYTES: usize = 1 << 30;

/// How many bytes a file of `n_bytes` may expand to.
pub(super) fn limit(n_bytes: usize) -> usize {
    n_bytes
        .saturating_mul(LARGEST_RATIO)
        .clamp(FREE_BYTES, MOST_BYTES)
}
