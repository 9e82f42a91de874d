//! One line per input, made some at a time so that a large docket need not be held twice.

use std::ops::Range;

use sha1::{Digest as _, Sha1};

use super::added::Usage;
use super::schema::{
    Bucket, DocumentLine, ReportedAttachment, ReportedCategory, ReportedEvidence, ReportedLimit,
    ReportedPassage, ReportedRule,
};
use crate::Detection;
use crate::campaigns::Campaign;
use crate::clustering::earlier::Late;
use crate::clustering::{self, Cluster};
use crate::corpus::{
    self, AsideBucket, Attachment, AttachmentText, DocId, Document, SetAside, ZoneLines,
};
use crate::edits;

/// The lines of a detection, in byte order of the ids; inputs that were set aside come last.
pub struct Lines<'a> {
    detection: &'a Detection,
    /// By `DocId`, for every document that of the text it has.
    places: Vec<Option<ClusterPlace<'a>>>,
    usage: Usage,
}

/// Where a unique document is.
#[derive(Clone, Copy)]
pub(super) struct ClusterPlace<'a> {
    cluster: &'a Cluster,
    /// None for the seed.
    member: Option<&'a clustering::Member>,
}

/// The places of all documents of a cluster, the seed's first.
pub(super) fn places(cluster: &Cluster) -> impl Iterator<Item = ClusterPlace<'_>> {
    let members = cluster.members().iter().map(Some);
    let place = move |member| ClusterPlace { cluster, member };
    std::iter::once(None).chain(members).map(place)
}

impl<'a> ClusterPlace<'a> {
    /// The cluster.
    pub(super) fn cluster(self) -> &'a Cluster {
        self.cluster
    }

    /// The document.
    pub(super) fn document(self) -> DocId {
        self.member
            .map_or(self.cluster.seed(), |member| member.document)
    }

    /// Why it is there.
    pub(super) fn evidence(self, detection: &Detection) -> ReportedEvidence {
        if let Some(member) = self.member {
            return evidence(detection, member);
        }
        let rule = match detection.edits.of(self.cluster.seed()) {
            Some(edit) if edit.category != edits::Category::Exact => ReportedRule::Seed,
            _ => ReportedRule::Reference,
        };
        own_evidence(rule, detection.corpus.document(self.cluster.seed()))
    }

    /// Ids of the other clusters whose letters it also holds.
    pub(super) fn also_contains(self, detection: &Detection) -> Vec<String> {
        let id = |seed: &DocId| cluster_id(detection, *seed);
        let seeds = self.member.iter().flat_map(|member| &member.also_contains);
        seeds.map(id).collect()
    }
}

/// All lines of a detection, one after the other.
pub fn document_lines(detection: &Detection) -> impl Iterator<Item = DocumentLine> {
    let lines = Lines::of(detection);
    let mut records = detection.corpus.records();
    (0..lines.n_lines()).filter_map(move |at| lines.line(at, records.next().as_deref()))
}

impl<'a> Lines<'a> {
    /// Finds the place of every document.
    pub fn of(detection: &'a Detection) -> Self {
        let mut by_document = vec![None; detection.corpus.len()];
        for place in detection.clusters.clusters().iter().flat_map(places) {
            by_document[place.document().index()] = Some(place);
        }
        for group in detection.groups.groups() {
            let place = by_document[group.representative().index()];
            for id in group.members() {
                by_document[id.index()] = place;
            }
        }
        Self {
            detection,
            places: by_document,
            usage: Usage::of(detection),
        }
    }

    /// How many there are: one for every input.
    pub fn n_lines(&self) -> usize {
        let corpus = &self.detection.corpus;
        corpus.len() + corpus.set_aside().len()
    }

    /// Some of the lines, in their order.
    pub fn range(&self, range: Range<usize>) -> impl Iterator<Item = DocumentLine> {
        let mut records = self.detection.corpus.records_from(range.start);
        range.filter_map(move |at| self.line(at, records.next().as_deref()))
    }

    /// Where a document is.
    pub(super) fn place(&self, id: DocId) -> Option<ClusterPlace<'a>> {
        self.places[id.index()]
    }

    /// Id of the campaign of a place.
    pub(super) fn campaign(&self, place: ClusterPlace<'_>) -> Option<String> {
        let campaign = self.detection.campaigns.of_seed(place.cluster.seed())?;
        campaign_id(self.detection, campaign)
    }

    /// Why a document is where it is.
    pub(super) fn evidence(&self, id: DocId, place: ClusterPlace<'_>) -> Option<ReportedEvidence> {
        match bucket(id, place) {
            Bucket::Singleton => None,
            Bucket::ExactCopy => {
                let original = self.detection.corpus.document(place.document());
                Some(own_evidence(ReportedRule::ExactCopy, original))
            }
            _ => Some(place.evidence(self.detection)),
        }
    }

    /// The line of an input, which has a record if it is a document.
    fn line(&self, at: usize, record: Option<&Document>) -> Option<DocumentLine> {
        if let Some(record) = record {
            return Some(self.document_line(DocId(at as u32), record, self.places[at]?));
        }
        let corpus = &self.detection.corpus;
        let aside = corpus.set_aside().get(at.checked_sub(corpus.len())?)?;
        Some(aside_line(aside, self.detection.late.as_ref()))
    }

    fn document_line(
        &self,
        id: DocId,
        document: &Document,
        place: ClusterPlace<'_>,
    ) -> DocumentLine {
        let (cluster, unique) = (place.cluster, place.document());
        let unique_document = self.detection.corpus.document(unique);
        let edit = self.detection.edits.of(unique);
        let bucket = bucket(id, place);
        let text = unique_document.text.as_deref().unwrap_or_default();
        let late = self.detection.late.as_ref();
        DocumentLine {
            is_new: late.is_some_and(|late| late.new.contains(&id)),
            bucket,
            cluster: (!cluster.is_singleton()).then(|| cluster_id(self.detection, cluster.seed())),
            campaign: self.campaign(place),
            category: edit.map(|edit| category(edit.category)),
            evidence: self.evidence(id, place),
            paragraphs: match bucket {
                Bucket::ExactCopy => Vec::new(),
                _ => unique_document
                    .blocks()
                    .map(|(_, block)| block.to_owned())
                    .collect(),
            },
            also_contains: place.also_contains(self.detection),
            unique_text: edit
                .map(|edit| {
                    edit.unique_text
                        .iter()
                        .map(|span| text[span.clone()].to_owned())
                        .collect()
                })
                .unwrap_or_default(),
            form_text: edit
                .map(|edit| passages(text, &edit.form_text))
                .unwrap_or_default(),
            n_words: self.detection.corpus.token_text(unique).len(),
            n_rare_words: match bucket {
                Bucket::Singleton => self.usage.n_rare_words(self.detection, unique),
                _ => 0,
            },
            author: document.attributes.author.clone(),
            organization: document.attributes.organization.clone(),
            city: document.attributes.home.city.clone(),
            state: document.attributes.home.state.clone(),
            country: document.attributes.home.country.clone(),
            subject: document.attributes.subject.clone(),
            timestamp: document.attributes.timestamp.and_then(super::iso_8601),
            docket_ids: document.attributes.dockets.all(),
            other_keys: document.attributes.secondary_keys.clone(),
            relayer: document.attributes.relayer.clone(),
            attachments: attachments(&document.attributes.attachments),
            claimed_duplicates: document.attributes.claimed_duplicates,
            ..bare_line(
                document.id.clone(),
                document.source.clone(),
                &document.lines,
            )
        }
    }
}

/// Where a document ended.
fn bucket(id: DocId, place: ClusterPlace<'_>) -> Bucket {
    match (place.cluster.is_singleton(), place.document() == id) {
        (true, _) => Bucket::Singleton,
        (false, true) => Bucket::Clustered,
        (false, false) => Bucket::ExactCopy,
    }
}

fn aside_line(aside: &SetAside, late: Option<&Late>) -> DocumentLine {
    DocumentLine {
        is_new: late.is_some_and(|late| !late.aside.contains(&aside.id)),
        bucket: aside_bucket(aside.bucket),
        reason: Some(aside.reason.clone()),
        ..bare_line(aside.id.clone(), aside.source.clone(), &aside.lines)
    }
}

fn bare_line(id: String, source: String, lines: &ZoneLines) -> DocumentLine {
    let split = |lines: &str| lines.lines().map(str::to_owned).collect();
    DocumentLine {
        id,
        source,
        bucket: Bucket::NoText,
        reason: None,
        cluster: None,
        campaign: None,
        category: None,
        evidence: None,
        paragraphs: Vec::new(),
        n_words: 0,
        n_rare_words: 0,
        also_contains: Vec::new(),
        unique_text: Vec::new(),
        form_text: Vec::new(),
        header_lines: split(&lines.header),
        signature_lines: split(&lines.signature),
        footer_lines: split(&lines.footer),
        author: None,
        organization: None,
        city: None,
        state: None,
        country: None,
        subject: None,
        timestamp: None,
        docket_ids: Vec::new(),
        other_keys: Vec::new(),
        relayer: None,
        attachments: Vec::new(),
        claimed_duplicates: None,
        is_new: false,
    }
}

/// Stable id of the cluster around a document: the one it had in an earlier report, else a hash of the
/// document's text and dockets. Where the letter is a consensus it is still the seed's, for the letter's
/// words change with every member.
pub(super) fn cluster_id(detection: &Detection, seed: DocId) -> String {
    let late = detection.late.as_ref();
    if let Some(id) = late.and_then(|late| late.ids.get(&seed)) {
        return id.clone();
    }
    let seed = detection.corpus.document(seed);
    let mut hasher = Sha1::new();
    hasher.update(seed.digest);
    for docket in seed.attributes.dockets.all() {
        hasher.update(docket.as_bytes());
        hasher.update([0]);
    }
    let digest = hasher.finalize();
    digest[..6]
        .iter()
        .fold(String::from("c"), |id, byte| id + &format!("{byte:02x}"))
}

/// Id of a campaign: that of its largest cluster, or of its first comment, with another first letter. Beside an
/// earlier report it is that of the largest which gave its id to a campaign there.
pub(super) fn campaign_id(detection: &Detection, campaign: &Campaign) -> Option<String> {
    let id = |seed: &DocId| {
        let id = cluster_id(detection, *seed);
        format!("g{}", id.strip_prefix('c').unwrap_or(&id))
    };
    let late = detection.late.as_ref();
    let is_earlier = |id: &String| late.is_some_and(|late| late.campaigns.contains(id));
    let seeds = || campaign.clusters.iter().chain(&campaign.singles);
    let earlier = seeds().map(id).find(is_earlier);
    earlier.or_else(|| seeds().map(id).next())
}

/// Whether a text has the form of a cluster's id.
pub(super) fn is_cluster_id(id: &str) -> bool {
    let digits = id.strip_prefix('c').unwrap_or_default();
    digits.len() == 12 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn evidence(detection: &Detection, member: &clustering::Member) -> ReportedEvidence {
    ReportedEvidence {
        rule: match member.rule {
            clustering::Rule::Analyst => ReportedRule::Analyst,
            clustering::Rule::Containment => ReportedRule::Containment,
            clustering::Rule::WordOverlap => ReportedRule::WordOverlap,
            clustering::Rule::Paragraph => ReportedRule::Paragraph,
            clustering::Rule::Half => ReportedRule::Half,
            clustering::Rule::Distance => ReportedRule::Distance,
            clustering::Rule::Family => ReportedRule::FamilyLink,
            clustering::Rule::Reworded => ReportedRule::Reworded,
        },
        compared_with: detection.corpus.document(member.compared_with).id.clone(),
        distance: six_decimals(member.distance),
        n_shared_words: member.n_shared_words,
        n_paragraphs_kept: member.n_blocks_kept,
    }
}

/// The rule that a line's evidence names; none where it is that of a seed.
pub(super) fn clustering_rule(rule: ReportedRule) -> Option<clustering::Rule> {
    match rule {
        ReportedRule::Reference | ReportedRule::Seed | ReportedRule::ExactCopy => None,
        ReportedRule::Analyst => Some(clustering::Rule::Analyst),
        ReportedRule::Containment => Some(clustering::Rule::Containment),
        ReportedRule::WordOverlap => Some(clustering::Rule::WordOverlap),
        ReportedRule::Paragraph => Some(clustering::Rule::Paragraph),
        ReportedRule::Half => Some(clustering::Rule::Half),
        ReportedRule::Distance => Some(clustering::Rule::Distance),
        ReportedRule::FamilyLink => Some(clustering::Rule::Family),
        ReportedRule::Reworded => Some(clustering::Rule::Reworded),
    }
}

fn attachments(attachments: &[Attachment]) -> Vec<ReportedAttachment> {
    let reported = |attachment: &Attachment| ReportedAttachment {
        name: attachment.name.clone(),
        media_type: attachment.media_type.clone(),
        n_bytes: attachment.n_bytes,
        is_read: match attachment.text {
            AttachmentText::Unknown => None,
            AttachmentText::Read => Some(true),
            AttachmentText::NotRead(_) => Some(false),
        },
        reason: match &attachment.text {
            AttachmentText::NotRead(reason) => Some(reason.clone()),
            AttachmentText::Unknown | AttachmentText::Read => None,
        },
    };
    attachments.iter().map(reported).collect()
}

/// Stretches of a text with their places.
pub(super) fn passages(text: &str, spans: &[Range<usize>]) -> Vec<ReportedPassage> {
    let passage = |span: &Range<usize>| ReportedPassage {
        start: span.start,
        end: span.end,
        text: text[span.clone()].to_owned(),
    };
    spans.iter().map(passage).collect()
}

fn own_evidence(rule: ReportedRule, document: &Document) -> ReportedEvidence {
    ReportedEvidence {
        rule,
        compared_with: document.id.clone(),
        distance: 0.0,
        n_shared_words: 0,
        n_paragraphs_kept: 0,
    }
}

/// Distances are compared with nine decimals and shown with six.
pub(super) fn six_decimals(distance: f64) -> f64 {
    (distance * 1e6).round() / 1e6
}

pub(super) fn category(category: edits::Category) -> ReportedCategory {
    match category {
        edits::Category::Exact => ReportedCategory::Exact,
        edits::Category::Repeated => ReportedCategory::Repeated,
        edits::Category::BlockReordering => ReportedCategory::BlockReordering,
        edits::Category::MinorChange => ReportedCategory::MinorChange,
        edits::Category::BlockAdded => ReportedCategory::BlockAdded,
        edits::Category::BlockDeleted => ReportedCategory::BlockDeleted,
        edits::Category::MinorChangeAndBlockEdit => ReportedCategory::MinorChangeBlockEdit,
        edits::Category::KeyBlock => ReportedCategory::KeyBlock,
        edits::Category::BagOfWordSimilar => ReportedCategory::BagOfWordSimilar,
        edits::Category::Reworded => ReportedCategory::Reworded,
        edits::Category::Singleton => ReportedCategory::Singleton,
    }
}

pub(super) fn aside_bucket(bucket: AsideBucket) -> Bucket {
    match bucket {
        AsideBucket::NoText => Bucket::NoText,
        AsideBucket::Withdrawn => Bucket::Withdrawn,
        AsideBucket::Unreadable => Bucket::Unreadable,
        AsideBucket::NotAComment => Bucket::NotAComment,
    }
}

pub(super) fn limit(limit: corpus::Limit) -> ReportedLimit {
    match limit {
        corpus::Limit::FileSize => ReportedLimit::FileSize,
        corpus::Limit::TextSize => ReportedLimit::TextSize,
        corpus::Limit::Expansion => ReportedLimit::Expansion,
        corpus::Limit::ArchiveDepth => ReportedLimit::ArchiveDepth,
        corpus::Limit::ArchiveFiles => ReportedLimit::ArchiveFiles,
        corpus::Limit::MailDepth => ReportedLimit::MailDepth,
        corpus::Limit::MailParts => ReportedLimit::MailParts,
    }
}
