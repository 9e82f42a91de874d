//! The nouns that every stage shares: a [`Corpus`] of [`Document`]s, each known by its [`DocId`].
//!
//! # Invariants
//! - `DocId`s follow the byte order of the comment ids, so the same comments get the same `DocId`s
//!   whatever order they were read in.
//! - Comment ids are unique within a corpus.
//! - A [`Text`] is kept once for its exact copies, of the same words and dockets. Their words are separated in the same way,
//!   too, unless who kept them so was left out: a record that stands in another export.
//! - Main text, tokens and term counts come from one definition of a token ([`tokens`]).

#[cfg(test)]
pub(crate) mod cases;
mod descriptions;
mod dockets;
mod document;
#[cfg(test)]
pub(crate) mod examples;
mod flags;
mod limits;
mod sentences;
mod texts;
pub mod tokens;
mod vocabulary;

use std::borrow::Cow;
use std::io;
use std::num::NonZeroU64;
use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use sha1::{Digest as _, Sha1};

use crate::thresholds::Thresholds;

pub use descriptions::{Block, DescriptionId, DescriptionReader, Descriptions, Renumbering};
pub use dockets::Dockets;
pub use document::{
    Answer, Attachment, AttachmentText, Attributes, Document, Home, Text, Timestamp, Zone,
    ZoneKind, ZoneLines, is_link, lines_of_kind,
};
pub use flags::{Flag, Flags};
pub use limits::Limit;
pub(crate) use sentences::sentences;
pub use texts::{Overflow, Stretches};
pub use tokens::WORDS_PER_PAIR;
pub(crate) use vocabulary::stems;
pub use vocabulary::{
    PairTerms, TermId, TokenText, Vocabulary, collection_frequencies, document_frequencies,
};

use texts::Texts;

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

/// See [`Corpus::content_order`].
pub type ContentOrder<'a> = (Digest, &'a Dockets, DocId);

/// Where an input that is not clustered ended, apart from what clustering decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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

/// What is at hand of every document, in as few bytes as it takes: there can be tens of millions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The comment's id.
    pub id: Box<str>,
    /// Place of its text in [`Parts::texts`].
    pub text: u32,
    /// What is known besides. Descriptions of a part are packed in the order of its documents.
    pub description: DescriptionId,
    /// The mass mailer, by its number in [`Parts::names`].
    pub relayer: Option<TermId>,
    /// The first valid one of received, posted, sent; [`Timestamp::MAX`] where there is none.
    pub time: Timestamp,
    /// Who sent it: see [`Attributes::sender`].
    pub sender: Option<NonZeroU64>,
    /// What tells texts as they were received apart, byte for byte: half a SHA-1 over the decoded text with all its
    /// zones.
    pub received: u64,
    /// How many submissions the record stands for: what the agency says where it says more than one.
    pub n_submissions: u32,
    /// Files that came with it and were not read.
    pub n_not_read: u32,
    /// Whether it is the comment that keeps its text, for itself and its exact copies of the same dockets.
    pub keeps_text: bool,
    /// Whether another comment has the id that it came with, so that a number stands behind it.
    pub is_renamed: bool,
    /// Whether its record says that it must not be posted.
    pub is_restricted: bool,
}

impl Entry {
    /// Takes what is at hand out of a document, gives its text the dockets, and packs what is left.
    pub fn take(
        document: &mut Document,
        descriptions: &mut Descriptions,
        names: &mut Vocabulary,
    ) -> Self {
        let attributes = &mut document.attributes;
        document.text.dockets = Arc::new(std::mem::take(&mut attributes.dockets));
        let n_submissions = attributes.claimed_duplicates.unwrap_or(1).max(1);
        Self {
            id: document.id.as_str().into(),
            text: 0,
            relayer: attributes.relayer.take().map(|relayer| names.number_or_add(&relayer)),
            time: attributes.timestamp.take().unwrap_or(Timestamp::MAX),
            sender: attributes.sender.take(),
            received: 0,
            n_submissions: u32::try_from(n_submissions).unwrap_or(u32::MAX),
            n_not_read: attributes.n_not_read(),
            keeps_text: false,
            is_renamed: false,
            is_restricted: attributes.restricted.is_some(),
            description: descriptions.push(document),
        }
    }

    /// See [`Attributes::timestamp`].
    pub fn timestamp(&self) -> Option<Timestamp> {
        Some(self.time).filter(|time| *time < Timestamp::MAX)
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
    /// Of records that stand in several exports the places where they stand besides, by id.
    pub also_in: FxHashMap<Box<str>, Vec<String>>,
    /// Names of mass mailers.
    pub names: Vocabulary,
    /// Inputs that are not documents.
    pub set_aside: Vec<SetAside>,
    /// What a reader of the report should know about the inputs.
    pub warnings: Vec<String>,
    /// All files with their digests, as `sha1sum` lists them: each with its place in the docket.
    pub input_list: String,
    /// The file that all inputs are from, where it is one.
    pub file: Option<String>,
    /// Whether some of them are answers to the questions of a survey: see [`Attributes::answers`].
    pub has_answers: bool,
}

/// Everything that was read.
#[derive(Debug, Default)]
pub struct Corpus {
    parts: Parts,
    /// By [`Entry::text`], as are their words.
    texts: Texts,
    token_texts: Vec<TokenText>,
    vocabulary: Vocabulary,
    /// A report has them, too.
    warnings: Arc<Vec<String>>,
    /// Those of the run.
    pub(crate) thresholds: Thresholds,
}

impl Corpus {
    /// Orders the documents by comment id and gives every term its number. Without a place for texts that are too many
    /// all stay in memory.
    ///
    /// # Errors
    /// Where they cannot be written there.
    pub fn new(mut parts: Parts, overflow: Option<&Overflow>) -> io::Result<Self> {
        parts.entries.par_sort_unstable_by(|a, b| a.id.cmp(&b.id));
        parts.set_aside.sort_unstable_by(|a, b| (&a.id, &a.source).cmp(&(&b.id, &b.source)));
        parts.warnings.sort_unstable();
        parts.entries.shrink_to_fit();
        parts.descriptions.finish();
        let texts = Texts::new(std::mem::take(&mut parts.texts), overflow)?;
        let (vocabulary, token_texts) =
            Vocabulary::of(texts.in_memory.len(), |place| texts.get(place));
        let warnings = Arc::new(std::mem::take(&mut parts.warnings));
        let thresholds = Thresholds::default();
        Ok(Self { parts, texts, token_texts, vocabulary, warnings, thresholds })
    }

    /// A corpus of documents of which each keeps its text.
    #[cfg(test)]
    pub(crate) fn of(documents: Vec<Document>) -> Self {
        let mut parts = Parts::default();
        for (text, mut document) in (0..).zip(documents) {
            parts.has_answers |= !document.attributes.answers.is_empty();
            let entry = Entry::take(&mut document, &mut parts.descriptions, &mut parts.names);
            parts.entries.push(Entry { text, keeps_text: true, ..entry });
            parts.texts.push(document.text);
        }
        Self::new(parts, None).expect("nothing is written")
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
        let at = self.parts.entries.binary_search_by(|entry| (*entry.id).cmp(id)).ok()?;
        Some(DocId(at as u32))
    }

    /// What is at hand of a document.
    pub fn entry(&self, id: DocId) -> &Entry {
        &self.parts.entries[id.index()]
    }

    /// The id of a document.
    pub fn id(&self, id: DocId) -> &str {
        &self.entry(id).id
    }

    /// The text of a document, which all its exact copies share. It may be read from a disk: what is asked of every
    /// document is better asked of [`Self::digest`], [`Self::dockets`] or [`Self::token_text`].
    ///
    /// # Panics
    /// Where the disk does not give back what was written to it.
    pub fn text(&self, id: DocId) -> Cow<'_, Text> {
        self.texts.get(self.entry(id).text as usize)
    }

    /// What is in memory of its text, however many there are: digest, wording and dockets.
    pub fn in_memory(&self, id: DocId) -> &Text {
        &self.texts.in_memory[self.entry(id).text as usize]
    }

    /// Digest of the document string.
    pub fn digest(&self, id: DocId) -> Digest {
        self.in_memory(id).digest
    }

    /// The dockets that a document belongs to.
    pub fn dockets(&self, id: DocId) -> &Dockets {
        &self.in_memory(id).dockets
    }

    /// The digests of the texts, by [`Entry::text`].
    pub fn digests(&self) -> impl Iterator<Item = Digest> {
        self.texts.in_memory.iter().map(|text| text.digest)
    }

    /// The dockets of each text, with how many comments have it.
    pub fn dockets_of_texts(&self) -> impl Iterator<Item = (&Dockets, usize)> {
        let mut n_comments = vec![0; self.texts.in_memory.len()];
        for entry in &self.parts.entries {
            n_comments[entry.text as usize] += 1;
        }
        self.texts.in_memory.iter().map(|text| &*text.dockets).zip(n_comments)
    }

    /// What orders documents by what they say, and the dockets that part copies of one text; the id decides only
    /// between documents that nothing else tells apart. What is chosen by it does not depend on ids.
    pub fn content_order(&self, id: DocId) -> ContentOrder<'_> {
        (self.digest(id), self.dockets(id), id)
    }

    /// Of some documents those that come first by content, at most so many, in that order.
    pub fn first_by_content(&self, ids: impl Iterator<Item = DocId>, n_most: usize) -> Vec<DocId> {
        let mut first: Vec<ContentOrder<'_>> = ids.map(|id| self.content_order(id)).collect();
        if n_most < first.len() {
            first.select_nth_unstable(n_most);
            first.truncate(n_most);
        }
        first.sort_unstable();
        first.into_iter().map(|(.., id)| id).collect()
    }

    /// The numbers that decide about it.
    pub fn thresholds(&self) -> &Thresholds {
        &self.thresholds
    }

    /// The tokens of a document's main text.
    pub fn token_text(&self, id: DocId) -> &TokenText {
        &self.token_texts[self.entry(id).text as usize]
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
        Some(self.parts.names.form(self.entry(id).relayer?))
    }

    /// All documents as they were read, but for their texts, in `DocId` order; they are unpacked one at a time.
    pub fn records(&self) -> impl Iterator<Item = Document> {
        self.records_from(0)
    }

    /// The same from some place on.
    pub fn records_from(&self, first: usize) -> impl Iterator<Item = Document> {
        let mut reader = DescriptionReader::new(&self.parts.descriptions);
        (first as u32..self.len() as u32).map(move |id| self.unpacked(DocId(id), &mut reader))
    }

    /// One of them. Many are better asked for one after the other.
    pub fn record(&self, id: DocId) -> Document {
        self.unpacked(id, &mut DescriptionReader::new(&self.parts.descriptions))
    }

    fn unpacked(&self, id: DocId, reader: &mut DescriptionReader<'_>) -> Document {
        let mut document = reader.document(self.entry(id));
        document.attributes.relayer = self.relayer(id).map(str::to_owned);
        document.attributes.dockets = self.dockets(id).clone();
        document
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

    /// What it was put together from, but for the texts and the warnings, which are asked of the corpus.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// The SHA-1 of [`Parts::input_list`], in hexadecimal digits.
    pub fn input_digest(&self) -> String {
        hexadecimal(&Sha1::digest(&self.parts.input_list))
    }
}

/// Bytes in hexadecimal digits, letters in lower case.
pub fn hexadecimal(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xF]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}
