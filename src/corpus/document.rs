//! A comment after ingest: decoded text cut into zones, and its attributes.

use std::num::NonZeroU64;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Digest, Dockets};

/// Seconds since 1970-01-01 UTC.
pub type Timestamp = i64;

/// What a stretch of the decoded text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ZoneKind {
    /// Mail headers and words of a web form printed in the text, date line, addressee, Re: line.
    Header,
    /// "Dear Administrator:".
    Salutation,
    /// One block (paragraph) of the comment itself.
    Main,
    /// Closing line, name, title, address.
    Signature,
    /// Advertisement of a mail service, disclaimer, campaign trailer.
    Footer,
}

/// A stretch of the decoded text, in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Zone {
    /// What the stretch is.
    pub kind: ZoneKind,
    /// Byte offsets into the decoded text.
    pub span: Range<usize>,
}

/// The lines of a text's zones of one kind that hold anything, in their order.
pub fn lines_of_kind<'a>(
    text: &'a str,
    zones: &'a [Zone],
    kind: ZoneKind,
) -> impl Iterator<Item = &'a str> {
    zones
        .iter()
        .filter(move |zone| zone.kind == kind)
        .flat_map(|zone| text[zone.span.clone()].lines())
        .map(str::trim)
        .filter(|line| !line.is_empty())
}

/// The lines of the zones that leave the main text, kept for every document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZoneLines {
    /// Non-empty lines of the header block, joined by line feeds.
    pub header: Box<str>,
    /// Non-empty lines of the closing and signature block, joined by line feeds.
    pub signature: Box<str>,
    /// Non-empty lines of the footer, joined by line feeds.
    pub footer: Box<str>,
}

/// What is known about a comment besides its text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attributes {
    /// The person who wrote.
    pub author: Option<String>,
    /// The organization the comment speaks for.
    pub organization: Option<String>,
    /// Where the person lives, as far as the record tells.
    pub home: Home,
    /// To whom it was sent.
    pub recipients: Vec<String>,
    /// Registrable domain of the mass mailer, where there is one.
    pub relayer: Option<String>,
    /// The first valid one of received, posted, sent.
    pub timestamp: Option<Timestamp>,
    /// When the agency received it, as its record says,
    pub received: Option<Timestamp>,
    /// and when the agency posted it.
    pub posted: Option<Timestamp>,
    /// Subject line or title.
    pub subject: Option<String>,
    /// Dockets it belongs to.
    pub dockets: Dockets,
    /// RINs, file codes and the like that were cited, which name a rule but not one docket: evidence
    /// for nothing. Sorted, without repetition.
    pub secondary_keys: Vec<String>,
    /// Files that came with it.
    pub attachments: Vec<Attachment>,
    /// How many duplicates the agency says this record stands for, as it says it.
    pub claimed_duplicates: Option<u64>,
    /// How many people signed it, where it is a petition.
    pub n_signers: Option<u64>,
    /// Why it must not be posted, as the agency says: it holds confidential business information, or what is sensitive.
    pub restricted: Option<String>,
    /// Size of the input in bytes.
    pub n_bytes: u64,
    /// What a survey's respondent answered, question by question in the order of the table's columns.
    pub answers: Vec<Answer>,
    /// A number that comments of one sender share: half a SHA-1 over address, or name and place. None where it is in doubt
    /// who sent it.
    pub sender: Option<NonZeroU64>,
    /// A number that a mail has in whatever mailbox it lies: half a SHA-1 over its Message-ID.
    pub mail: Option<u64>,
}

/// What a respondent answered to a question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The question.
    pub question: String,
    /// Which of the table's columns has it.
    pub column: u32,
    /// Whether it offers answers to choose from.
    pub is_closed: bool,
    /// The answer; empty where none was given.
    pub text: String,
}

/// Where a person lives. Streets are nobody's business.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Home {
    /// City or town.
    pub city: Option<String>,
    /// State, province or region.
    pub state: Option<String>,
    /// Country.
    pub country: Option<String>,
}

/// A file that came with a comment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    /// Its name.
    pub name: String,
    /// What the sender's program says that it is: `application/pdf`.
    pub media_type: Option<String>,
    /// Its size, where it is known.
    pub n_bytes: Option<u64>,
    /// What became of its text.
    pub text: AttachmentText,
}

/// What became of the text of an attached file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AttachmentText {
    /// The docket names the file and does not hold it.
    #[default]
    Unknown,
    /// It was read with the comment.
    Read,
    /// It was not read: why.
    NotRead(String),
}

/// Whether the name of a file says where it can be fetched.
pub fn is_link(name: &str) -> bool {
    name.starts_with("https://") || name.starts_with("http://")
}

impl Attributes {
    /// How many of the files that came with it were not read.
    pub fn n_not_read(&self) -> u32 {
        self.attachments.iter().filter(|file| file.text != AttachmentText::Read).count() as u32
    }
}

impl Attachment {
    /// A file of which only the name is known.
    pub fn named(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// The name of the file, where `name` is a path or a link.
    pub fn file_name(name: &str) -> &str {
        let path = name.split(['?', '#']).next().filter(|_| is_link(name)).unwrap_or(name);
        path.rsplit(['/', '\\']).next().unwrap_or(path)
    }
}

/// A comment after ingest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// The comment's id, unique in its corpus.
    pub id: String,
    /// File and place it came from, relative to the docket.
    pub source: String,
    /// What is known besides the text.
    pub attributes: Attributes,
    /// Lines of the zones outside the main text.
    pub lines: ZoneLines,
    /// The text, which a corpus keeps apart.
    pub text: Text,
}

/// A text, kept once for all comments that have it, separate its words in the same way, and belong to the same dockets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text {
    /// Digest of the document string.
    pub digest: Digest,
    /// Hash of the words as they are separated, and of the paragraphs: the document string leaves both open.
    pub wording: u64,
    /// The dockets that its comments belong to; until a corpus or a shard has them, they are among the attributes.
    pub dockets: Arc<Dockets>,
    /// Zones in text order.
    pub zones: Box<[Zone]>,
    /// The decoded text of the comment that keeps it.
    pub decoded: Arc<str>,
}

impl Text {
    /// Whether one of two texts with the same digest can stand for both.
    pub fn is_alike(&self, other: &Self) -> bool {
        self.wording == other.wording && self.dockets == other.dockets
    }

    /// Each block (paragraph) of the main text, with its place in the decoded text.
    pub fn blocks(&self) -> impl Iterator<Item = (Range<usize>, &str)> {
        self.zones
            .iter()
            .filter(|zone| zone.kind == ZoneKind::Main)
            .map(|zone| (zone.span.clone(), &self.decoded[zone.span.clone()]))
    }

    /// Lines of its zones of one kind: see [`lines_of_kind`].
    pub fn lines_of_kind(&self, kind: ZoneKind) -> impl Iterator<Item = &str> {
        lines_of_kind(&self.decoded, &self.zones, kind)
    }

    /// Whether the text has all its zones, one after the other.
    pub fn is_whole(&self) -> bool {
        let mut end = 0;
        self.zones.iter().all(|zone| {
            let follows = zone.span.start >= end && self.decoded.get(zone.span.clone()).is_some();
            end = zone.span.end;
            follows
        })
    }
}
