//! Some copies of a spun letter beside its template.

use super::Detection;
use crate::edits::{CopyPart, DrawnCopy, stretches};

/// Bytes of a letter or a text that is held against another word by word where there are many.
pub const MOST_BYTES: usize = 30_000;

impl Detection {
    /// The paragraphs of a copy of a spun letter, stretch by stretch; none where it is too long.
    pub fn beside_template(&self, copy: &DrawnCopy) -> Vec<Vec<(CopyPart, String)>> {
        let document = self.corpus.text(copy.document);
        if document.blocks().map(|(_, paragraph)| paragraph.len()).sum::<usize>() > MOST_BYTES {
            return Vec::new();
        }
        let own = self.edits.of(copy.document).map_or(&[][..], |edit| &edit.unique_text);
        stretches(document.blocks(), &copy.fixed, own)
    }
}
