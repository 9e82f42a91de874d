//! How far a compressed file may grow before it counts as an attempt to fill the memory.

/// A letter packs about 4:1, a letter full of blanks 50:1; what unpacks further is none.
const LARGEST_RATIO: usize = 100;
/// The ratio is asked for only beyond this size: small files may be very regular.
const FREE_BYTES: usize = 1 << 20;
/// The same for files of letters. Thousands of copies of one letter are what a campaign delivers, and
/// pack up to 1,000:1, as far as the method goes, so that no ratio tells them from an attempt. The
/// largest such file known has 207 MB. (Tests do with less.)
const FREE_BYTES_OF_ARCHIVES: usize = if cfg!(test) { 8 << 20 } else { 256 << 20 };
/// No file may grow beyond this, whatever its ratio.
const MOST_BYTES: usize = 1 << 30;

/// How many bytes a letter of `n_bytes` may expand to.
pub(super) fn limit(n_bytes: usize) -> usize {
    within(FREE_BYTES, n_bytes)
}

/// How many bytes a file of letters may expand to, over all of them.
pub(super) fn limit_of_archive(n_bytes: usize) -> usize {
    within(FREE_BYTES_OF_ARCHIVES, n_bytes)
}

fn within(free: usize, n_bytes: usize) -> usize {
    n_bytes
        .saturating_mul(LARGEST_RATIO)
        .clamp(free, MOST_BYTES)
}
