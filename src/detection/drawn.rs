//! Copies of a spun letter in, some of them out beside its template: drawn blindly, and always the same.

use sha1::{Digest as _, Sha1};

use super::Detection;
use crate::corpus::DocId;
use crate::edits::{CopyPart, FixedWords};

/// Copies that are drawn.
const COPIES: usize = 5;
/// Bytes of a letter or a text that is held against another word by word where there are many.
pub const MOST_BYTES: usize = 30_000;

/// A copy beside the template.
pub struct DrawnCopy {
    /// The copy.
    pub document: DocId,
    /// Its paragraphs, stretch by stretch; none where it is too long.
    pub paragraphs: Vec<Vec<(CopyPart, String)>>,
}

impl Detection {
    /// Of the copies of the spun letter around a seed those with the smallest digests of their ids.
    pub fn drawn_copies(&self, seed: DocId, mut copies: Vec<DocId>) -> Vec<DrawnCopy> {
        copies.sort_by_cached_key(|copy| {
            let id = &self.corpus.document(*copy).id;
            (Sha1::digest(id), id)
        });
        copies.truncate(COPIES);
        let fixed = FixedWords::of(self.edits.template(seed));
        copies
            .into_iter()
            .map(|document| DrawnCopy {
                document,
                paragraphs: self.beside_template(&fixed, document),
            })
            .collect()
    }

    fn beside_template(&self, fixed: &FixedWords, copy: DocId) -> Vec<Vec<(CopyPart, String)>> {
        let document = self.corpus.document(copy);
        let paragraphs: Vec<String> =
            document.blocks().map(|(_, paragraph)| paragraph.to_owned()).collect();
        if paragraphs.iter().map(String::len).sum::<usize>() > MOST_BYTES {
            return Vec::new();
        }
        let text = document.text.as_deref().unwrap_or_default();
        let own: Vec<&str> = self
            .edits
            .of(copy)
            .into_iter()
            .flat_map(|edit| &edit.unique_text)
            .map(|place| &text[place.clone()])
            .collect();
        fixed.stretches(&paragraphs, &own)
    }
}
