//! Verdicts and a record in, a line out.

use std::borrow::Cow;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::names::{aside_bucket, own_evidence};
use crate::clustering::earlier::Late;
use crate::corpus::{Attachment, AttachmentText, Attributes, Document, SetAside, Text, ZoneLines};
use crate::detection::passage_id;
use crate::edits::{own_words, places};
use crate::facts;
use crate::report::iso_8601;
use crate::report::schema::{
    Bucket, Category, Change, Chosen, CitedLetter, DocumentLine, Facts, ParagraphPlace, QuotePlace,
    ReportedAnswer, ReportedAttachment, ReportedEvidence, ReportedNearest, ReportedPassage,
    ReportedQuote, ReportedShares, Rule, SharedText, Unanswered,
};

/// What the whole docket tells of a text, and so of each comment that has it, cites the same dockets and is in the same
/// cluster. Its fields are those of a line, see [`DocumentLine`], but for the first two.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TextVerdict {
    /// The comment that stands for it.
    pub(super) of: String,
    /// No other comment has it, nor one like it.
    pub(super) is_single: bool,
    pub(super) cluster: Option<String>,
    pub(super) campaign: Option<String>,
    pub(super) category: Option<Category>,
    pub(super) evidence: Option<ReportedEvidence>,
    pub(super) shared: Option<ReportedShares>,
    pub(super) also_contains: Vec<String>,
    pub(super) cites: Vec<CitedLetter>,
    pub(super) opposes: String,
    pub(super) unique_text: Vec<String>,
    pub(super) shared_text: Vec<SharedText>,
    pub(super) changes: Vec<Change>,
    pub(super) form_text: Vec<ReportedPassage>,
    /// With the bytes of the decoded text where each stands.
    pub(super) quotes: Vec<(Range<usize>, ReportedQuote)>,
    pub(super) nearest: Option<ReportedNearest>,
    pub(super) n_words: usize,
    pub(super) n_rare_words: usize,
    /// The dockets that it belongs to, once slips of the pen are told by what others cite.
    pub(super) docket_ids: Vec<String>,
}

/// What the whole docket tells of a comment besides its text.
#[derive(Clone, Debug)]
pub struct CommentVerdict<'a> {
    /// Its id, where another comment had the one that it came with.
    pub id: Option<&'a str>,
    /// Where its record stands besides.
    pub also_in: &'a [String],
    /// The comment that its sender had sent before.
    pub resubmission_of: Option<&'a str>,
    /// It is new since the earlier report.
    pub is_new: bool,
    /// Another comment stands for its text.
    pub is_copy: bool,
    /// The mass mailer, known also by what it does.
    pub relayer: Option<&'a str>,
    /// Where its answers to several questions ended.
    pub answers: Vec<ReportedAnswer>,
}

impl TextVerdict {
    /// The line of a comment with this text, which is not asked of an exact copy.
    pub fn line<'a>(
        self,
        comment: CommentVerdict<'_>,
        document: &Document,
        text: impl FnOnce() -> Cow<'a, Text>,
    ) -> DocumentLine {
        let bucket = match (self.is_single, comment.is_copy) {
            (true, _) => Bucket::Singleton,
            (false, false) => Bucket::Clustered,
            (false, true) => Bucket::ExactCopy,
        };
        let is_copy = bucket == Bucket::ExactCopy;
        let id = comment.id.unwrap_or(&document.id).to_owned();
        let own = (!is_copy).then(text);
        let blocks: Vec<_> = own.iter().flat_map(|text| text.blocks()).collect();
        let form_text: Vec<Range<usize>> =
            self.form_text.iter().map(|form| form.start..form.end).collect();
        let form_places = places(&blocks, &form_text);
        let (mut others, mut quote_places) = (form_places.clone(), Vec::new());
        for (quote, (place, _)) in self.quotes.iter().enumerate() {
            let places = places(&blocks, std::slice::from_ref(place));
            quote_places.extend(places.iter().map(|ParagraphPlace { paragraph, start, end }| {
                QuotePlace { quote, paragraph: *paragraph, start: *start, end: *end }
            }));
            others.extend(places);
        }
        DocumentLine {
            is_new: comment.is_new,
            also_in: comment.also_in.to_vec(),
            resubmission_of: comment.resubmission_of.map(str::to_owned),
            bucket,
            cluster: self.cluster,
            campaign: self.campaign,
            category: self.category,
            evidence: if is_copy { Some(copy_evidence(self.of)) } else { self.evidence },
            facts: facts::of(&blocks.iter().map(|(_, block)| *block).collect::<Vec<_>>()),
            own_words: own_words(&blocks, &others),
            form_places,
            quote_places,
            quotes: self.quotes.into_iter().map(|(_, quote)| quote).collect(),
            passage: if self.is_single {
                let text: Vec<&str> = blocks.iter().map(|(_, block)| *block).collect();
                passage_id(&text.join(" "))
            } else {
                String::new()
            },
            paragraphs: blocks.into_iter().map(|(_, block)| block.to_owned()).collect(),
            shared: self.shared.filter(|_| !is_copy),
            also_contains: self.also_contains,
            cites: self.cites,
            opposes: self.opposes,
            unique_text: self.unique_text,
            shared_text: self.shared_text,
            changes: self.changes,
            form_text: self.form_text,
            nearest: self.nearest,
            n_words: self.n_words,
            n_rare_words: self.n_rare_words,
            docket_ids: self.docket_ids,
            relayer: comment.relayer.map(str::to_owned),
            answers: comment.answers,
            ..bare_line(id, document.source.clone(), &document.lines, &document.attributes)
        }
    }
}

/// Why an exact copy is where it is: another comment stands for its text.
pub(super) fn copy_evidence(of: String) -> ReportedEvidence {
    own_evidence(Rule::ExactCopy, of)
}

pub(super) fn aside_line(
    aside: &SetAside,
    also_in: &[String],
    late: Option<&Late>,
    answers: Vec<ReportedAnswer>,
) -> DocumentLine {
    let unknown = Attributes::default();
    let attributes = aside.attributes.as_deref().unwrap_or(&unknown);
    DocumentLine {
        is_new: late.is_some_and(|late| !late.aside.contains(&*aside.id)),
        bucket: aside_bucket(aside.bucket),
        reason: Some(aside.reason.to_string()),
        also_in: also_in.to_vec(),
        answers,
        ..bare_line(aside.id.to_string(), aside.source.to_string(), &aside.lines, attributes)
    }
}

/// What the record of an input tells alone.
fn bare_line(
    id: String,
    source: String,
    lines: &ZoneLines,
    attributes: &Attributes,
) -> DocumentLine {
    let given = &attributes.answers;
    let blank = |is_closed: bool| {
        let blank = given.iter().filter(|own| own.is_closed == is_closed && own.text.is_empty());
        blank.map(|answer| answer.question.clone()).collect()
    };
    DocumentLine {
        id,
        source,
        also_in: Vec::new(),
        bucket: Bucket::NoText,
        reason: None,
        cluster: None,
        campaign: None,
        resubmission_of: None,
        category: None,
        evidence: None,
        shared: None,
        paragraphs: Vec::new(),
        n_words: 0,
        n_rare_words: 0,
        passage: String::new(),
        facts: Facts::default(),
        also_contains: Vec::new(),
        cites: Vec::new(),
        opposes: String::new(),
        unique_text: Vec::new(),
        shared_text: Vec::new(),
        changes: Vec::new(),
        form_text: Vec::new(),
        form_places: Vec::new(),
        quotes: Vec::new(),
        quote_places: Vec::new(),
        nearest: None,
        own_words: None,
        header_lines: split(&lines.header),
        signature_lines: split(&lines.signature),
        footer_lines: split(&lines.footer),
        author: attributes.author.clone(),
        organization: attributes.organization.clone(),
        city: attributes.home.city.clone(),
        state: attributes.home.state.clone(),
        country: attributes.home.country.clone(),
        subject: attributes.subject.clone(),
        timestamp: attributes.timestamp.and_then(iso_8601),
        received: attributes.received.and_then(iso_8601),
        posted: attributes.posted.and_then(iso_8601),
        docket_ids: attributes.dockets.all(),
        other_keys: attributes.secondary_keys.clone(),
        relayer: attributes.relayer.clone(),
        attachments: attributes.attachments.iter().map(reported).collect(),
        claimed_duplicates: attributes.claimed_duplicates,
        n_signers: attributes.n_signers,
        restricted: attributes.restricted.clone(),
        flags: Vec::new(),
        answers: Vec::new(),
        chosen: given
            .iter()
            .filter(|answer| answer.is_closed && !answer.text.is_empty())
            .map(|answer| Chosen { question: answer.question.clone(), answer: answer.text.clone() })
            .collect(),
        unanswered: Unanswered { open: blank(false), closed: blank(true) },
        is_new: false,
    }
}

fn split(lines: &str) -> Vec<String> {
    lines.lines().map(str::to_owned).collect()
}

fn reported(attachment: &Attachment) -> ReportedAttachment {
    let (is_read, reason) = match &attachment.text {
        AttachmentText::Unknown => (None, None),
        AttachmentText::Read => (Some(true), None),
        AttachmentText::NotRead(reason) => (Some(false), Some(reason.clone())),
    };
    ReportedAttachment {
        name: attachment.name.clone(),
        media_type: attachment.media_type.clone(),
        n_bytes: attachment.n_bytes,
        is_read,
        reason,
    }
}
