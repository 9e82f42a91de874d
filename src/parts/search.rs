//! Candidates, sought where the texts are.

use std::ops::Range;

use anyhow::{Context, Result};
use rustc_hash::FxHashMap;

use super::files::FileOf;
use super::tables::OTHER_SHARD;
use super::{Part, PartStep, PlanParts};
use crate::compare::Tables;
use crate::corpus::{DocId, TokenText};
use crate::retrieval::Searched;
use crate::retrieval::parts::{self, SearchOf, Searchers, SpanQuestion, SpanSums};

/// A document that is searched: which of its part, its id, and words that are form text.
type SearchedDocument = (u32, DocId, Vec<Range<usize>>);

/// The files of a search.
struct Files {
    /// The documents of a part.
    searched: FileOf<SearchedDocument>,
    /// Which phrases are counted.
    question: FileOf<SpanQuestion>,
    /// What the documents of a part have of them.
    spans: FileOf<SpanSums>,
    /// Phrases that are searched for.
    phrases: FileOf<u64>,
    /// Which documents of a part hold each.
    holders: FileOf<(u64, Vec<DocId>)>,
}

/// A step of one search that comes late does not write what the next one reads.
const FOR_LETTERS: Files = Files {
    searched: FileOf::named("letter-searched"),
    question: FileOf::named("letter-question"),
    spans: FileOf::named("letter-spans"),
    phrases: FileOf::named("letter-phrases"),
    holders: FileOf::named("letter-holders"),
};
const FOR_OTHERS: Files = Files {
    searched: FileOf::named("other-searched"),
    question: FileOf::named("other-question"),
    spans: FileOf::named("other-spans"),
    phrases: FileOf::named("other-phrases"),
    holders: FileOf::named("other-holders"),
};

fn files(of: SearchOf) -> Files {
    match of {
        SearchOf::Letters => FOR_LETTERS,
        SearchOf::Others => FOR_OTHERS,
    }
}

/// The parts of a docket whose tables are made, to be searched.
pub struct SearchedParts<'a> {
    parts: &'a PlanParts<'a>,
    tables: &'a Tables<'a>,
}

impl<'a> PlanParts<'a> {
    /// Those who search the docket's documents.
    pub fn searchers(&'a self, tables: &'a Tables<'a>) -> SearchedParts<'a> {
        SearchedParts { parts: self, tables }
    }
}

impl Searchers for SearchedParts<'_> {
    fn spans(
        &self,
        of: SearchOf,
        documents: &[Searched<'_>],
        question: &SpanQuestion,
    ) -> Result<Vec<SpanSums>> {
        let (parts, files) = (self.parts, files(of));
        let ids = documents.iter().map(|(id, _)| *id).collect();
        let of_parts = parts.by_part(self.tables.corpus(), ids).into_iter();
        for (number, documents) in of_parts.enumerate() {
            let form_text = |id| self.tables.form_text_of_own(id);
            let documents = documents.into_iter();
            let searched = documents.map(|(document, id)| (document, id, form_text(id)));
            let searched: Vec<SearchedDocument> = searched.collect();
            let path = files.searched.of_part(&parts.folder, number);
            files.searched.write(&path, &searched)?;
        }
        let path = files.question.of_all(&parts.folder);
        files.question.write(&path, std::slice::from_ref(question))?;
        parts.run(PartStep::Spans(of), &[files.spans.ending()])?;
        let spans = parts.read_each(files.spans)?;
        Ok(spans.into_iter().flatten().collect())
    }

    fn holders(&self, of: SearchOf, phrases: &[u64]) -> Result<FxHashMap<u64, Vec<DocId>>> {
        let (parts, files) = (self.parts, files(of));
        let path = files.phrases.of_all(&parts.folder);
        files.phrases.write(&path, phrases)?;
        parts.run(PartStep::Search(of), &[files.holders.ending()])?;
        let mut all: FxHashMap<u64, Vec<DocId>> = FxHashMap::default();
        for (phrase, holders) in parts.read_each(files.holders)?.into_iter().flatten() {
            all.entry(phrase).or_default().extend(holders);
        }
        Ok(all)
    }
}

/// What the documents of a part have of phrases and terms.
pub(super) fn spans(part: &Part, of: SearchOf) -> Result<()> {
    let files = files(of);
    let documents = part.searched(&files)?;
    let questions = files.question.read(&files.question.of_all(&part.folder))?;
    let sums = questions.iter().map(|question| question.sums(&borrowed(&documents)));
    let sums: Vec<SpanSums> = sums.collect();
    files.spans.write(&part.file(files.spans), &sums)
}

/// Which documents of a part hold phrases.
pub(super) fn search(part: &Part, of: SearchOf) -> Result<()> {
    let files = files(of);
    let documents = part.searched(&files)?;
    let phrases = files.phrases.read(&files.phrases.of_all(&part.folder))?;
    let holders = parts::holders(&borrowed(&documents), phrases)?;
    files.holders.write(&part.file(files.holders), &holders)
}

fn borrowed(documents: &[(DocId, TokenText)]) -> Vec<Searched<'_>> {
    documents.iter().map(|(id, text)| (*id, text)).collect()
}

impl Part {
    /// The documents of the part that are searched, as they are compared.
    fn searched(&self, files: &Files) -> Result<Vec<(DocId, TokenText)>> {
        let mut texts = self.texts()?.into_iter();
        let searched = files.searched.read(&self.file(files.searched))?.into_iter();
        // Both ascend.
        let text = |(document, id, form_text): SearchedDocument| {
            let (_, text) = texts.find(|(own, _)| *own == document).context(OTHER_SHARD)?;
            let text = match form_text.as_slice() {
                [] => text,
                form_text => text.without(form_text),
            };
            Ok((id, text))
        };
        searched.map(text).collect()
    }
}
