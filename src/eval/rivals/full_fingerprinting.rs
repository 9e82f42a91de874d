//! Full fingerprinting (SIGIR 2006 §6.3): "every substring of size s in the documents is selected and
//! hashed (s = 3)"; a document that shares more than 80 % with a letter is its near-duplicate.
//!
//! Cost: linear in the words of the docket and the letters that hold each substring.

use super::fingerprints::{Selection, around_known_letters};
use crate::corpus::Corpus;
use crate::eval::clusters::Clustering;
use crate::reference::ReferenceCopies;

/// Clusters around the given letters.
pub fn cluster(corpus: &Corpus, references: &ReferenceCopies) -> Clustering {
    around_known_letters(corpus, references, Selection::Full)
}
