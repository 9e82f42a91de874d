//! How far a compressed file may grow before it counts as an attempt to fill the memory.

use crate::corpus::{AsideBucket, Limit};
use crate::ingest::Limits;
use crate::ingest::raw::{RawInput, beyond, refuse};

/// The ratio is asked for only beyond this size: small files may be very regular.
const FREE_BYTES: usize = 1 << 20;
/// The same for files of letters. Thousands of copies of one letter are what a campaign delivers, and
/// pack up to 1,000:1, as far as the method goes, so that no ratio tells them from an attempt. The
/// largest such file known has 207 MB. (Tests do with less.)
const FREE_BYTES_OF_ARCHIVES: usize = if cfg!(test) { 8 << 20 } else { 256 << 20 };

/// How many bytes a letter of `n_bytes` may expand to.
pub(super) fn limit(n_bytes: usize, limits: &Limits) -> usize {
    within(FREE_BYTES, n_bytes, limits)
}

/// How many bytes a file of letters may expand to, over all of them.
pub(super) fn limit_of_archive(n_bytes: usize, limits: &Limits) -> usize {
    within(FREE_BYTES_OF_ARCHIVES, n_bytes, limits)
}

/// What a file expands to is held in memory in one piece, whatever its ratio.
fn within(free: usize, n_bytes: usize, limits: &Limits) -> usize {
    let most = usize::try_from(limits.file_bytes).unwrap_or(usize::MAX);
    n_bytes.saturating_mul(limits.expansion).max(free).min(most)
}

pub(super) enum Refusal {
    TooLarge,
    /// In words for people.
    Damaged(String),
}

impl Refusal {
    /// What becomes of a file that is not read; `explained` tells what damage means, and what helps.
    pub(super) fn of(self, place: &str, explained: impl FnOnce(String) -> String) -> RawInput {
        match self {
            Self::TooLarge => RawInput::Aside(beyond(place, Limit::Expansion)),
            Self::Damaged(reason) => refuse(place, AsideBucket::Unreadable, &explained(reason)),
        }
    }

    /// In words for people.
    pub(super) fn into_reason(self) -> String {
        match self {
            Self::TooLarge => Limit::Expansion.reason().to_owned(),
            Self::Damaged(reason) => reason,
        }
    }
}

impl From<String> for Refusal {
    fn from(reason: String) -> Self {
        Self::Damaged(reason)
    }
}
