//! The nouns that every stage shares: a [`Corpus`] of [`Document`]s, each known by its [`DocId`].
//!
//! # Invariants
//! - `DocId`s follow the byte order of the comment ids, so the same comments get the same `DocId`s
//!   whatever order they were read in.
//! - Comment ids are unique within a corpus.
//! - A document whose text was dropped is an exact copy of one whose text is present.
//! - Main text, tokens and term counts come from one definition of a token ([`tokens`]).

mod document;
pub mod tokens;
mod vocabulary;

pub use document::{Attributes, Document, Timestamp, Zone, ZoneKind, ZoneLines};
pub use vocabulary::{TermId, TokenText, Vocabulary};

/// A document's place in the corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocId(pub u32);

impl DocId {
    /// The index of the document in [`Corpus::documents`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// SHA-1 of a document string: the letters and digits of the main text.
pub type Digest = [u8; 20];

/// Where an input that is not clustered ended, apart from what clustering decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

    /// The bucket's name in reports and normalised XML.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].1
    }

    /// The bucket of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES
            .iter()
            .find(|(_, own)| *own == name)
            .map(|(bucket, _)| *bucket)
    }
}

/// An input that does not enter the pipeline, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// The record's id, or its place where it has none.
    pub id: String,
    /// File and place, for messages.
    pub source: String,
    /// Where it ended.
    pub bucket: AsideBucket,
    /// Why, in words for people.
    pub reason: String,
    /// Zone lines of a comment that has no usable main text; empty for the rest.
    pub lines: ZoneLines,
}

/// Everything that was read.
#[derive(Debug, Default)]
pub struct Corpus {
    documents: Vec<Document>,
    token_texts: Vec<TokenText>,
    vocabulary: Vocabulary,
    set_aside: Vec<SetAside>,
    warnings: Vec<String>,
    input_digest: String,
}

impl Corpus {
    /// Orders the documents by comment id and gives every term its number.
    ///
    /// `input_digest` is one digest over all inputs, in hexadecimal.
    pub fn new(
        mut documents: Vec<Document>,
        mut set_aside: Vec<SetAside>,
        mut warnings: Vec<String>,
        input_digest: String,
    ) -> Self {
        documents.sort_unstable_by(|a, b| a.id.cmp(&b.id));
        set_aside.sort_unstable_by(|a, b| (&a.id, &a.source).cmp(&(&b.id, &b.source)));
        warnings.sort_unstable();
        let mut vocabulary = Vocabulary::default();
        let token_texts = documents
            .iter()
            .map(|document| vocabulary.token_text(document))
            .collect();
        Self {
            documents,
            token_texts,
            vocabulary,
            set_aside,
            warnings,
            input_digest,
        }
    }

    /// All documents, in `DocId` order.
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// Every `DocId`, ascending.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = DocId> + use<> {
        (0..self.documents.len() as u32).map(DocId)
    }

    /// One document.
    pub fn document(&self, id: DocId) -> &Document {
        &self.documents[id.index()]
    }

    /// The tokens of a document's main text; empty where the text was dropped.
    pub fn token_text(&self, id: DocId) -> &TokenText {
        &self.token_texts[id.index()]
    }

    /// The term table.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Inputs that are not documents.
    pub fn set_aside(&self) -> &[SetAside] {
        &self.set_aside
    }

    /// What a reader of the report should know about the inputs.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// One digest over all inputs, in hexadecimal.
    pub fn input_digest(&self) -> &str {
        &self.input_digest
    }
}
