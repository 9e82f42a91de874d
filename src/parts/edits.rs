//! What copies did to their letters, compared where the texts of the copies are.

use std::borrow::Cow;
use std::ops::Range;

use anyhow::{Context, Result, ensure};

use super::files::FileOf;
use super::tables::OTHER_SHARD;
use super::{Part, PartStep, PlanParts, places_of_texts};
use crate::corpus::{Corpus, DocId};
use crate::edits::copies::{CopyEdit, LetterCopies, LetterCopy, LetterText};

/// The letters that copies are compared with.
const LETTERS: FileOf<Cow<'static, LetterText>> = FileOf::named("letters");
/// A copy in a part: which of its documents, of which letter, words that are form text, and words that quote known texts.
type PartCopy = (u32, u32, Vec<Range<usize>>, Vec<Range<usize>>);
const COPIES: FileOf<PartCopy> = FileOf::named("copies");
/// What each of them did.
const EDITS: FileOf<CopyEdit> = FileOf::named("edits");

impl PlanParts<'_> {
    /// The edits of copies of letters, in their order.
    ///
    /// # Errors
    /// Where the step fails, or what it made cannot be read.
    pub fn edits(&self, corpus: &Corpus, copies: &LetterCopies<'_>) -> Result<Vec<CopyEdit>> {
        LETTERS.write(&LETTERS.of_all(&self.folder), &copies.letters)?;
        let place_of = places_of_texts(corpus);
        let mut of_parts = vec![Vec::new(); self.n_parts];
        let mut order = Vec::new();
        for copy in &copies.copies {
            let (part, document) = place_of(copy.document);
            of_parts[part].push((
                document,
                copy.letter,
                copy.form_text.clone(),
                copy.quoted.clone(),
            ));
            order.push(part);
        }
        for (number, copies) in of_parts.iter().enumerate() {
            COPIES.write(&COPIES.of_part(&self.folder, number), copies)?;
        }
        self.run(PartStep::Edit, &[EDITS.ending()])?;
        let edits: Vec<Vec<CopyEdit>> = self.read_each(EDITS)?;
        let fits = edits.iter().map(Vec::len).eq(of_parts.iter().map(Vec::len));
        ensure!(fits, "the edits are not those of the copies that were decided on");
        let mut edits: Vec<_> = edits.into_iter().map(Vec::into_iter).collect();
        Ok(order.into_iter().filter_map(|part| edits[part].next()).collect())
    }
}

/// Compares the copies of a part with their letters.
pub(super) fn edit(part: &Part) -> Result<()> {
    let words = part.words()?;
    let shard = part.shard()?;
    let numbers = shard.numbers_in(&words);
    let letters = LETTERS.read(&LETTERS.of_all(&part.folder))?;
    let copies = COPIES.read(&part.file(COPIES))?;
    let fits = |(_, letter, ..): &PartCopy| (*letter as usize) < letters.len();
    ensure!(copies.iter().all(fits), "a copy's letter is missing");
    let copy = |(document, letter, form_text, quoted)| LetterCopy {
        document: DocId(document),
        letter,
        form_text,
        quoted,
    };
    let copies =
        LetterCopies { letters, seeds: Vec::new(), copies: copies.into_iter().map(copy).collect() };
    let text_of = |copy: &LetterCopy| {
        let document = copy.document.0;
        let text = shard.token_text_of(document, &numbers);
        let text = text.context(OTHER_SHARD)?;
        let document = shard.text_of(document).context(OTHER_SHARD)?;
        Ok(LetterText::of_blocks(text.terms().to_vec(), document.blocks()))
    };
    EDITS.write(&part.file(EDITS), &copies.edits(text_of)?)
}
