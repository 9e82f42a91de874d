//! Shingling, DSC (SIGIR 2006 §6.3): "performed in the same way as … full fingerprinting except that
//! every 5 overlapping substrings of size s in the documents are selected and hashed".
//!
//! Read by place (every fifth substring) a block that is added before another shifts all that follows,
//! which is what the papers' figures for added blocks show. Broder et al. (1997) keep the shingles
//! whose integer is 0 modulo n: that does not depend on the place. Both are given.

use super::fingerprints::{Selection, around_known_letters};
use crate::corpus::Corpus;
use crate::eval::clusters::Clustering;
use crate::reference::ReferenceCopies;

/// One substring of five (SIGIR 2006 §6.3).
pub const ONE_OF: usize = 5;

/// Clusters around the given letters, every fifth substring by place.
pub fn by_position(corpus: &Corpus, references: &ReferenceCopies) -> Clustering {
    around_known_letters(corpus, references, Selection::Position(ONE_OF))
}

/// Clusters around the given letters, substrings whose integer is 0 modulo 5.
pub fn by_hash(corpus: &Corpus, references: &ReferenceCopies) -> Clustering {
    around_known_letters(corpus, references, Selection::Modulus(ONE_OF as u64))
}
