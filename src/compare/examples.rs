//! What is known of texts for tests, told by their words.

use super::Tables;
use crate::corpus::Corpus;
use crate::corpus::examples::corpus;
use crate::reference::ReferenceCopies;

/// Asks about texts of which none is a form letter.
pub(crate) fn with_tables<T>(texts: &[impl AsRef<str>], ask: impl FnOnce(&Tables<'_>) -> T) -> T {
    with_tables_of(&corpus(texts), ask)
}

/// Asks about the documents of a corpus, likewise.
pub(crate) fn with_tables_of<T>(corpus: &Corpus, ask: impl FnOnce(&Tables<'_>) -> T) -> T {
    let references = ReferenceCopies::none_among(corpus.ids());
    ask(&Tables::new(corpus, &references))
}
