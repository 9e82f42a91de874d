//! The nouns that every stage shares: a [`Corpus`] of [`Document`]s, each known by its [`DocId`].
//!
//! # Invariants
//! - `DocId`s follow the byte order of the comment ids, so the same comments get the same `DocId`s
//!   whatever order they were read in.
//! - Comment ids are unique within a corpus.
//! - A [`Text`] is kept once for its exact copies, of the same words and dockets. Their words are separated in the same way,
//!   too, unless who kept them so was left out: a record that stands in another export.
//! - Main text, tokens and term counts come from one definition of a token ([`tokens`]).

mod descriptions;
mod dockets;
mod document;
#[cfg(test)]
pub(crate) mod examples;
mod frequencies;
mod limits;
mod names;
mod renumbering;
mod sentences;
pub mod tokens;
mod vocabulary;

use std::num::NonZeroU64;
use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

pub use descriptions::{Block, DescriptionId, DescriptionReader, Descriptions};
pub use dockets::Dockets;
pub use document::{
    Attachment, AttachmentText, Attributes, Document, FORM_TEXT, Home, Text, Timestamp, Zone,
    ZoneKind, ZoneLines, is_link, lines_of_kind,
};
pub use frequencies::{collection_frequencies, document_frequencies};
pub use limits::Limit;
pub use names::{NameId, Names};
pub use renumbering::Renumbering;
pub(crate) use sentences::sentences;
pub use tokens::WORDS_PER_PAIR;
pub use vocabulary::{NumberedTexts, TermId, TokenText, Vocabulary};

/// A document's place in the corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DocId(pub u32);

impl DocId {
    /// The index of the document in [`Corpus::records`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// SHA-1 of a document string: the letters and digits of the main text.
pub type Digest = [u8; 20];

/// Where an input that is not clustered ended, apart from what clustering decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AsideBucket {
    /// A comment with nothing to compare: blank, "See attached", a bare file name.
    NoText,
    /// The agency marks the comment as withdrawn.
    Withdrawn,
    /// The input could not be read or decoded.
    Unreadable,
    /// The input is no comment: a rule, a notice, a picture, a list page.
    NotAComment,
}

impl AsideBucket {
    const NAMES: [(Self, &str); 4] = [
        (Self::NoText, "no_text"),
        (Self::Withdrawn, "withdrawn"),
        (Self::Unreadable, "unreadable"),
        (Self::NotAComment, "not_a_comment"),
    ];

    /// The bucket's name in reports and normalized XML.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].1
    }

    /// The bucket of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, own)| *own == name).map(|(bucket, _)| *bucket)
    }
}

/// An input that does not enter the pipeline, and why. There can be as many as rows in a table, so texts that are alike are
/// kept once: the id and the place of what has no id, and the reason of one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetAside {
    /// The record's id, or its place where it has none.
    pub id: Arc<str>,
    /// File and place, for messages.
    pub source: Arc<str>,
    /// Where it ended.
    pub bucket: AsideBucket,
    /// Why, in words for people.
    pub reason: Arc<str>,
    /// The limit it reached, where that is why.
    pub limit: Option<Limit>,
    /// Zone lines of a comment that has no usable main text; empty for the rest.
    pub lines: ZoneLines,
    /// What its record says besides the text; none where no record could be read.
    pub attributes: Option<Arc<Attributes>>,
}

/// What is at hand of every document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The comment's id.
    pub id: Box<str>,
    /// The first valid one of received, posted, sent.
    pub timestamp: Option<Timestamp>,
    /// How many submissions the record stands for: what the agency says where it says more than one.
    pub n_submissions: u64,
    /// The mass mailer, by its number in [`Parts::names`].
    pub relayer: Option<NameId>,
    /// Place of its text in [`Parts::texts`].
    pub text: u32,
    /// Whether it is the comment that keeps the text, for itself and its exact copies of the same dockets.
    pub keeps_text: bool,
    /// What is known besides.
    pub description: DescriptionId,
    /// Its place in [`Parts::origins`], where there are some.
    pub number: u32,
    /// Who sent it: see [`Attributes::sender`].
    pub sender: Option<NonZeroU64>,
    /// Files that came with it and were not read.
    pub n_not_read: u32,
    /// What tells texts as they were received apart, byte for byte: half a SHA-1 over the decoded text with all its
    /// zones.
    pub received: u64,
    /// Whether another comment has the id that it came with, so that a number stands behind it.
    pub is_renamed: bool,
}

impl Entry {
    /// The id that it came with.
    pub fn came_with(&self) -> &str {
        if self.is_renamed { without_number(&self.id) } else { &self.id }
    }
}

/// An id without the number that tells it from others: `12~3` is the third with the id 12.
pub fn without_number(id: &str) -> &str {
    id.rsplit_once('~').map_or(id, |(id, _)| id)
}

/// What a corpus is put together from.
#[derive(Debug, Default)]
pub struct Parts {
    /// One entry for each document, in any order.
    pub entries: Vec<Entry>,
    /// The texts, each of them once.
    pub texts: Vec<Text>,
    /// What is known of the documents besides.
    pub descriptions: Descriptions,
    /// Where documents were read in several parts: the part, and which document of that it is.
    pub origins: Vec<(u32, u32)>,
    /// For each part by what the numbers of its records are changed.
    pub renumberings: Vec<Option<Renumbering>>,
    /// Of records that stand in several exports the places where they stand besides, by id.
    pub also_in: FxHashMap<Box<str>, Vec<String>>,
    /// Names of mass mailers.
    pub names: Names,
    /// Inputs that are not documents.
    pub set_aside: Vec<SetAside>,
    /// What a reader of the report should know about the inputs.
    pub warnings: Vec<String>,
    /// One digest over all inputs, in hexadecimal.
    pub input_digest: String,
    /// The file that all inputs are from, where it is one.
    pub file: Option<String>,
    /// The words of texts where they are numbered already, some texts each, and for each place of a canonical copy which of
    /// them it has.
    pub words: (Vec<NumberedTexts>, Vec<(u32, u32)>),
}

/// Everything that was read.
#[derive(Debug, Default)]
pub struct Corpus {
    parts: Parts,
    /// By [`Entry::text`].
    token_texts: Vec<TokenText>,
    vocabulary: Vocabulary,
    /// A report has them, too.
    warnings: Arc<Vec<String>>,
}

impl Corpus {
    /// Orders the documents by comment id and gives every term its number.
    pub fn new(mut parts: Parts) -> Self {
        parts.entries.par_sort_unstable_by(|a, b| a.id.cmp(&b.id));
        parts.set_aside.sort_unstable_by(|a, b| (&a.id, &a.source).cmp(&(&b.id, &b.source)));
        parts.warnings.sort_unstable();
        parts.entries.shrink_to_fit();
        parts.texts.shrink_to_fit();
        parts.descriptions.finish();
        let (numbered, places) = std::mem::take(&mut parts.words);
        let (vocabulary, token_texts) = if numbered.is_empty() {
            Vocabulary::of(&parts.texts)
        } else {
            Vocabulary::of_numbered(numbered, &places)
        };
        let warnings = Arc::new(std::mem::take(&mut parts.warnings));
        Self { parts, token_texts, vocabulary, warnings }
    }

    /// A corpus of documents of which each keeps its text.
    #[cfg(test)]
    pub(crate) fn of(documents: Vec<Document>) -> Self {
        let mut parts = Parts::default();
        for (number, mut document) in (0..).zip(documents) {
            let attributes = &document.attributes;
            parts.entries.push(Entry {
                id: document.id.as_str().into(),
                timestamp: attributes.timestamp,
                n_submissions: 1,
                relayer: attributes.relayer.as_deref().map(|relayer| parts.names.number(relayer)),
                text: number,
                keeps_text: true,
                description: parts.descriptions.push(&document),
                number: 0,
                sender: attributes.sender,
                n_not_read: attributes.n_not_read(),
                received: 0,
                is_renamed: false,
            });
            parts.texts.push(Text::take(&mut document));
        }
        Self::new(parts)
    }

    /// How many documents there are.
    pub fn len(&self) -> usize {
        self.parts.entries.len()
    }

    /// Whether there is no document at all.
    pub fn is_empty(&self) -> bool {
        self.parts.entries.is_empty()
    }

    /// Every `DocId`, ascending.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = DocId> + use<> {
        (0..self.len() as u32).map(DocId)
    }

    /// The document with an id.
    pub fn find(&self, id: &str) -> Option<DocId> {
        let at = self.parts.entries.binary_search_by(|entry| entry.id.as_ref().cmp(id));
        Some(DocId(at.ok()? as u32))
    }

    /// What is at hand of a document.
    pub fn entry(&self, id: DocId) -> &Entry {
        &self.parts.entries[id.index()]
    }

    /// The id of a document.
    pub fn id(&self, id: DocId) -> &str {
        &self.entry(id).id
    }

    /// The text of a document, which all its exact copies share.
    pub fn text(&self, id: DocId) -> &Text {
        &self.parts.texts[self.entry(id).text as usize]
    }

    /// Whether a document keeps its text, for its exact copies, too.
    pub fn is_canonical(&self, id: DocId) -> bool {
        self.entry(id).keeps_text
    }

    /// The texts, each with how many comments have it.
    pub fn texts(&self) -> impl Iterator<Item = (&Text, usize)> {
        let mut n_comments = vec![0; self.parts.texts.len()];
        for entry in &self.parts.entries {
            n_comments[entry.text as usize] += 1;
        }
        self.parts.texts.iter().zip(n_comments)
    }

    /// For each place of a text (see [`Entry::text`]) the document that keeps it.
    pub fn canonical_copies(&self) -> Vec<Option<DocId>> {
        let mut canonical_copies = vec![None; self.parts.texts.len()];
        for id in self.ids().filter(|id| self.is_canonical(*id)) {
            canonical_copies[self.entry(id).text as usize] = Some(id);
        }
        canonical_copies
    }

    /// Of some documents those with the smallest digests, at most so many, in the order of their digests: a choice
    /// that does not depend on ids.
    pub fn first_by_digest(&self, documents: &[DocId], n_most: usize) -> Vec<DocId> {
        let mut first: Vec<(Digest, DocId)> =
            documents.iter().map(|id| (self.text(*id).digest, *id)).collect();
        if n_most < first.len() {
            first.select_nth_unstable(n_most);
            first.truncate(n_most);
        }
        first.sort_unstable();
        first.into_iter().map(|(_, id)| id).collect()
    }

    /// The tokens of a document's main text.
    pub fn token_text(&self, id: DocId) -> &TokenText {
        &self.token_texts[self.entry(id).text as usize]
    }

    /// The part in which a document was read, and which document of that it is.
    pub fn origin(&self, id: DocId) -> (usize, u32) {
        let number = self.entry(id).number;
        let origin = self.parts.origins.get(number as usize);
        origin.map_or((0, number), |(part, local)| (*part as usize, *local))
    }

    /// By what the numbers of the records of a part are changed, where they are.
    pub fn renumbering(&self, part: usize) -> Option<&Renumbering> {
        self.parts.renumberings.get(part)?.as_ref()
    }

    /// The id that a document goes by, where it is not the one that it came with: another one has that, too.
    pub fn other_id(&self, id: DocId) -> Option<&str> {
        let entry = self.entry(id);
        entry.is_renamed.then_some(&*entry.id)
    }

    /// Where a record stands besides its source: in other exports.
    pub fn also_in(&self, id: &str) -> &[String] {
        self.parts.also_in.get(id).map_or(&[], Vec::as_slice)
    }

    /// How many records were met again in another export; they are no documents.
    pub fn n_repeated(&self) -> usize {
        self.parts.also_in.values().map(Vec::len).sum()
    }

    /// The mass mailer that sent a document.
    pub fn relayer(&self, id: DocId) -> Option<&str> {
        Some(self.parts.names.name(self.entry(id).relayer?))
    }

    /// Forgets what is known of exact copies besides their entries, of which only [`Self::records`] tells: it ends at the
    /// first of them afterwards.
    pub(crate) fn forget_copies(&mut self) {
        let mut of_canonical_copies = Descriptions::default();
        let known: Vec<DescriptionId> = self
            .records()
            .zip(&self.parts.entries)
            .map(|(record, entry)| {
                if entry.keeps_text {
                    of_canonical_copies.push(&record)
                } else {
                    DescriptionId::FORGOTTEN
                }
            })
            .collect();
        of_canonical_copies.finish();
        self.parts.descriptions = of_canonical_copies;
        for (entry, description) in self.parts.entries.iter_mut().zip(known) {
            entry.description = description;
        }
    }

    /// File and place that a document came from.
    pub fn source(&self, id: DocId) -> String {
        self.records_from(id.index()).next().map(|record| record.source).unwrap_or_default()
    }

    /// All documents as they were read, but for their texts, in `DocId` order; they are unpacked one at a time.
    pub fn records(&self) -> Records<'_> {
        self.records_from(0)
    }

    /// The same from some place on.
    pub fn records_from(&self, first: usize) -> Records<'_> {
        Records {
            corpus: self,
            reader: DescriptionReader::new(&self.parts.descriptions),
            next: first as u32,
        }
    }

    /// The term table.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Inputs that are not documents.
    pub fn set_aside(&self) -> &[SetAside] {
        &self.parts.set_aside
    }

    /// What a reader of the report should know about the inputs.
    pub fn warnings(&self) -> &Arc<Vec<String>> {
        &self.warnings
    }

    /// The file that all inputs are from, where it is one.
    pub fn file(&self) -> Option<&str> {
        self.parts.file.as_deref()
    }

    /// One digest over all inputs, in hexadecimal.
    pub fn input_digest(&self) -> &str {
        &self.parts.input_digest
    }
}

/// See [`Corpus::records`].
#[derive(Debug)]
pub struct Records<'a> {
    corpus: &'a Corpus,
    reader: DescriptionReader<'a>,
    next: u32,
}

impl Iterator for Records<'_> {
    type Item = Document;

    fn next(&mut self) -> Option<Document> {
        let entry = self.corpus.parts.entries.get(self.next as usize)?;
        let id = DocId(self.next);
        self.next += 1;
        if !self.corpus.parts.descriptions.holds(entry.description) {
            return None;
        }
        let text = self.corpus.text(id);
        let mut document = Document {
            id: entry.came_with().to_owned(),
            digest: text.digest,
            wording: text.wording,
            attributes: Attributes {
                relayer: self.corpus.relayer(id).map(str::to_owned),
                timestamp: entry.timestamp,
                sender: entry.sender,
                dockets: Dockets::clone(&text.dockets),
                ..Attributes::default()
            },
            ..Document::default()
        };
        self.reader.read_into(entry.description, &mut document);
        document.id = entry.id.to_string();
        Some(document)
    }
}
