//! Some copies of a spun letter beside its template.

use super::Detection;
use crate::corpus::DocId;
use crate::edits::{CopyPart, DrawnCopy, stretches};

/// Bytes of a letter or a text that is held against another word by word where there are many.
pub const MOST_BYTES: usize = 30_000;

impl Detection {
    /// The copies that were drawn of the spun letter around a seed, each with its paragraphs, stretch by stretch; none
    /// where it is too long.
    pub fn drawn_copies(&self, seed: DocId) -> Vec<(DocId, Vec<Vec<(CopyPart, String)>>)> {
        let copies = self.edits.template(seed).map_or(&[][..], |template| &template.copies);
        copies.iter().map(|copy| (copy.document, self.beside_template(copy))).collect()
    }

    fn beside_template(&self, copy: &DrawnCopy) -> Vec<Vec<(CopyPart, String)>> {
        let document = self.corpus.document(copy.document);
        if document.blocks().map(|(_, paragraph)| paragraph.len()).sum::<usize>() > MOST_BYTES {
            return Vec::new();
        }
        let own = self.edits.of(copy.document).map_or(&[][..], |edit| &edit.unique_text);
        stretches(document.blocks(), &copy.fixed, own)
    }
}
