//! A comment after ingest: decoded text cut into zones, and its attributes.

use std::ops::Range;

use super::Digest;

/// Seconds since 1970-01-01 UTC.
pub type Timestamp = i64;

/// What a stretch of the decoded text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ZoneKind {
    /// Mail headers printed in the text, date line, addressee, Re: line.
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

impl ZoneKind {
    const NAMES: [(Self, &str); 5] = [
        (Self::Header, "header"),
        (Self::Salutation, "salutation"),
        (Self::Main, "main"),
        (Self::Signature, "signature"),
        (Self::Footer, "footer"),
    ];

    /// The zone's name in normalised XML.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].1
    }

    /// The zone of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES
            .iter()
            .find(|(_, own)| *own == name)
            .map(|(kind, _)| *kind)
    }
}

/// A stretch of the decoded text, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// What the stretch is.
    pub kind: ZoneKind,
    /// Byte offsets into the decoded text.
    pub span: Range<usize>,
}

/// The lines of the zones that leave the main text, kept for every document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ZoneLines {
    /// Non-empty lines of the header block, joined by line feeds.
    pub header: Box<str>,
    /// Non-empty lines of the closing and signature block, joined by line feeds.
    pub signature: Box<str>,
    /// Non-empty lines of the footer, joined by line feeds.
    pub footer: Box<str>,
}

/// What is known about a comment besides its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributes {
    /// The person who wrote.
    pub author: Option<String>,
    /// The organisation the comment speaks for.
    pub organization: Option<String>,
    /// To whom it was sent.
    pub recipients: Vec<String>,
    /// Registrable domain of the mass mailer, where there is one.
    pub relayer: Option<String>,
    /// The first valid one of received, posted, sent.
    pub timestamp: Option<Timestamp>,
    /// Subject line or title.
    pub subject: Option<String>,
    /// Canonical ids of the dockets that the comment is addressed to by its own words. Sorted, without
    /// repetition. Empty means unknown.
    pub cited_dockets: Vec<String>,
    /// Canonical ids of the dockets that the record was filed under. Sorted, without repetition.
    pub filed_dockets: Vec<String>,
    /// RINs, file codes and the like that were cited, which name a rule but not one docket, and dockets
    /// that the text of a letter to another one mentions: evidence for nothing. Sorted, without repetition.
    pub secondary_keys: Vec<String>,
    /// Names of attached files.
    pub attachments: Vec<String>,
    /// How many duplicates the agency says this record stands for, as it says it.
    pub claimed_duplicates: Option<u64>,
    /// Size of the input in bytes.
    pub n_bytes: u64,
}

impl Attributes {
    /// The dockets that the comment belongs to: those cited, else those it was filed under.
    pub fn dockets(&self) -> &[String] {
        if self.cited_dockets.is_empty() {
            &self.filed_dockets
        } else {
            &self.cited_dockets
        }
    }
}

/// A comment after ingest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// The comment's id, unique in its corpus.
    pub id: String,
    /// File and place it came from, relative to the docket.
    pub source: String,
    /// What is known besides the text.
    pub attributes: Attributes,
    /// Zones in text order.
    pub zones: Vec<Zone>,
    /// Lines of the zones outside the main text.
    pub lines: ZoneLines,
    /// Digest of the document string.
    pub digest: Digest,
    /// Hash of the words as they are separated, which the document string leaves open.
    pub wording: u64,
    /// Decoded text; none, and no zones, where an exact copy keeps it.
    pub text: Option<Box<str>>,
}

impl Document {
    /// The text of each block (paragraph) of the main text; none where the text was dropped.
    pub fn blocks(&self) -> impl Iterator<Item = (Range<usize>, &str)> {
        let text = self.text.as_deref();
        self.zones
            .iter()
            .filter(|zone| zone.kind == ZoneKind::Main)
            .filter_map(move |zone| Some((zone.span.clone(), &text?[zone.span.clone()])))
    }

    /// The main text, blocks parted by an empty line.
    pub fn main_text(&self) -> String {
        let blocks: Vec<&str> = self.blocks().map(|(_, block)| block).collect();
        blocks.join("\n\n")
    }

    /// Whether two documents may belong to one campaign: unless they belong to different dockets. Like is
    /// compared with like: where one of them cites none, what both were filed under counts.
    pub fn may_share_docket(&self, other: &Document) -> bool {
        let (own, others) = (&self.attributes, &other.attributes);
        let both_cite = !own.cited_dockets.is_empty() && !others.cited_dockets.is_empty();
        let both_filed = !own.filed_dockets.is_empty() && !others.filed_dockets.is_empty();
        let (own, others) = if both_filed && !both_cite {
            (&*own.filed_dockets, &*others.filed_dockets)
        } else {
            (own.dockets(), others.dockets())
        };
        own.is_empty() || others.is_empty() || own.iter().any(|docket| others.contains(docket))
    }
}

#[cfg(test)]
mod tests {
    use super::{Attributes, Document};

    fn document(cited: &[&str], filed: &[&str]) -> Document {
        let strings = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
        Document {
            attributes: Attributes {
                cited_dockets: strings(cited),
                filed_dockets: strings(filed),
                ..Attributes::default()
            },
            ..Document::default()
        }
    }

    #[test]
    fn like_dockets_are_compared_with_like() {
        let check = |a: (&[&str], &[&str]), b: (&[&str], &[&str]), expect: bool| {
            let (a, b) = (document(a.0, a.1), document(b.0, b.1));
            assert_eq!(a.may_share_docket(&b), expect, "{a:?} {b:?}");
            assert_eq!(b.may_share_docket(&a), expect, "{a:?} {b:?}");
        };
        check((&["A-1"], &[]), (&["A-2"], &[]), false);
        check((&["A-1", "A-2"], &[]), (&["A-2"], &[]), true);
        check((&["A-1"], &[]), (&[], &[]), true);
        check((&["A-1"], &["B-1"]), (&[], &["B-1"]), true);
        check((&["A-1"], &["B-1"]), (&["A-2"], &["B-1"]), false);
        check((&[], &["B-1"]), (&[], &["B-2"]), false);
        check((&["A-1"], &[]), (&[], &["B-2"]), false);
        check((&["A-1"], &[]), (&[], &["A-1"]), true);
    }
}
