//! One line per input, made some at a time so that a large docket need not be held twice.
//!
//! A line has two halves: what its own record tells (`bare.rs`), and what takes the whole docket to know.

mod answers;
mod bare;

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::schema::{
    Bucket, Change, CitedLetter, DocumentLine, ParagraphPlace, QuotePlace, ReportedEvidence,
    ReportedNearest, ReportedPassage, ReportedQuote, Rule, SharedText, Shares,
};
use crate::clustering::{self, Cluster, Nearest};
use crate::corpus::{AsideBucket, Attributes, DocId, Document, SetAside};
use crate::detection::{Detection, passage_id};
use crate::edits::{self, Category, Edit, own_words, places};
use crate::facts;
use answers::Answers;
pub(super) use answers::id_in_question;
use bare::bare_line;

/// The lines of a detection, in byte order of the ids; inputs that were set aside come last.
pub struct Lines<'a> {
    detection: &'a Detection,
    /// Those of the unique documents.
    places: Vec<ClusterPlace<'a>>,
    /// By `DocId`, for every document which of them its text has.
    place_of: Vec<u32>,
    /// Ids of the clusters of two comments and more, by their seeds.
    clusters: FxHashMap<DocId, String>,
    /// Ids of the campaigns, in their order.
    campaigns: Vec<Option<String>>,
    pub(super) answers: Answers<'a>,
}

/// Where a unique document is.
#[derive(Clone, Copy)]
pub(super) struct ClusterPlace<'a> {
    pub(super) cluster: &'a Cluster,
    /// None for the seed.
    member: Option<&'a clustering::Member>,
}

/// The places of all documents of a cluster, the seed's first.
pub(super) fn places_in(cluster: &Cluster) -> impl Iterator<Item = ClusterPlace<'_>> {
    let members = cluster.members.iter().map(Some);
    std::iter::once(None).chain(members).map(move |member| ClusterPlace { cluster, member })
}

impl<'a> ClusterPlace<'a> {
    /// The document.
    pub(super) fn document(self) -> DocId {
        self.member.map_or(self.cluster.seed, |member| member.document)
    }

    /// Why it is there.
    pub(super) fn evidence(self, detection: &Detection) -> ReportedEvidence {
        if let Some(member) = self.member {
            return evidence(detection, member);
        }
        let rule = match detection.edits.of(self.cluster.seed) {
            Some(edit) if edit.category != Category::Exact => Rule::Seed,
            _ => Rule::Reference,
        };
        own_evidence(rule, detection.corpus.id(self.cluster.seed).to_owned())
    }

    /// What parts of it and of what it was compared with the two share.
    pub(super) fn shared(self) -> Option<Shares> {
        self.member?.shares.map(Shares::rounded)
    }

    /// Ids of the other clusters whose letters it also holds.
    pub(super) fn also_contains(self, detection: &Detection) -> Vec<String> {
        let seeds = self.member.iter().flat_map(|member| &member.also_contains);
        seeds.map(|seed| detection.cluster_id(*seed)).collect()
    }
}

/// All lines of a detection, one after the other.
pub fn document_lines(detection: &Detection) -> impl Iterator<Item = DocumentLine> {
    let lines = Lines::of(detection);
    let mut records = detection.corpus.records();
    (0..lines.n_lines()).filter_map(move |at| lines.line(at, records.next().as_ref()))
}

impl<'a> Lines<'a> {
    /// Finds the place of every document.
    pub fn of(detection: &'a Detection) -> Self {
        let places: Vec<_> = detection.clusters.clusters.iter().flat_map(places_in).collect();
        let mut place_of = vec![u32::MAX; detection.corpus.len()];
        for (place, nth) in places.iter().zip(0..) {
            place_of[place.document().index()] = nth;
        }
        for group in detection.groups.groups() {
            let place = place_of[group.representative.index()];
            for id in &group.members {
                place_of[id.index()] = place;
            }
        }
        Self {
            detection,
            places,
            place_of,
            clusters: detection
                .clusters
                .clusters
                .iter()
                .filter(|cluster| !cluster.is_singleton())
                .map(|cluster| (cluster.seed, detection.cluster_id(cluster.seed)))
                .collect(),
            campaigns: detection
                .campaigns
                .campaigns
                .iter()
                .map(|campaign| detection.campaign_id(campaign))
                .collect(),
            answers: Answers::of(detection),
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
        range.filter_map(move |at| self.line(at, records.next().as_ref()))
    }

    /// Where a document is.
    pub(super) fn place(&self, id: DocId) -> Option<ClusterPlace<'a>> {
        self.places.get(self.place_of[id.index()] as usize).copied()
    }

    /// Id of the campaign of a place.
    pub(super) fn campaign_of(&self, place: ClusterPlace<'_>) -> Option<&str> {
        let at = *self.detection.campaigns.of_seed.get(&place.cluster.seed)?;
        self.campaigns[at].as_deref()
    }

    /// Why a document is where it is; none where it is alone.
    pub(super) fn evidence(&self, id: DocId, place: ClusterPlace<'_>) -> Option<ReportedEvidence> {
        let unique = place.document();
        if place.cluster.is_singleton() {
            None
        } else if unique == id {
            Some(place.evidence(self.detection))
        } else {
            Some(own_evidence(Rule::ExactCopy, self.detection.corpus.id(unique).to_owned()))
        }
    }

    /// The letters that a document cites, those of which it has most words first.
    fn cites(&self, document: DocId) -> Vec<CitedLetter> {
        let cited = self.detection.citations.get(&document).into_iter().flatten();
        let mut cites: Vec<CitedLetter> = cited
            .map(|(seed, n_words)| CitedLetter {
                cluster: self.detection.cluster_id(*seed),
                n_words: *n_words,
            })
            .collect();
        cites.sort_by(|a, b| (b.n_words, &a.cluster).cmp(&(a.n_words, &b.cluster)));
        cites
    }

    /// The line of an input, which has a record if it is a document.
    fn line(&self, at: usize, record: Option<&Document>) -> Option<DocumentLine> {
        let line = match record {
            Some(record) => self.compared_line(DocId(at as u32), record)?,
            None => {
                let corpus = &self.detection.corpus;
                self.aside_line(corpus.set_aside().get(at.checked_sub(corpus.len())?)?)
            }
        };
        Some(DocumentLine { flags: self.detection.flags.of(&line.id).to_vec(), ..line })
    }

    /// The line of an input that was set aside.
    fn aside_line(&self, aside: &SetAside) -> DocumentLine {
        let Detection { corpus, late, .. } = self.detection;
        let unknown = Attributes::default();
        let known = aside.attributes.as_deref().unwrap_or(&unknown);
        DocumentLine {
            is_new: late.as_ref().is_some_and(|late| !late.aside.contains(&*aside.id)),
            bucket: aside_bucket(aside.bucket),
            reason: Some(aside.reason.to_string()),
            also_in: corpus.also_in(&aside.id).to_vec(),
            answers: self.answers.of_respondent(&aside.id, known),
            ..bare_line(aside.id.to_string(), aside.source.to_string(), &aside.lines, known)
        }
    }

    /// The line of a document.
    fn compared_line(&self, id: DocId, record: &Document) -> Option<DocumentLine> {
        let Self { detection, .. } = self;
        let (corpus, late) = (&detection.corpus, &detection.late);
        let found = self.found_in(id)?;
        let unique = found.place.document();
        let is_single = found.place.cluster.is_singleton();
        let nearest = detection.nearest.get(&unique);
        let own = (unique == id).then(|| corpus.text(id));
        let blocks: Vec<_> = own.iter().flat_map(|text| text.blocks()).collect();
        let form_text = found.edit.map_or(&[][..], |edit| &edit.form_text);
        let form_places = places(&blocks, form_text);
        let (mut others, mut quotes, mut quote_places) =
            (form_places.clone(), Vec::new(), Vec::new());
        for (nth, quote) in found.edit.iter().flat_map(|edit| &edit.quotes).enumerate() {
            quotes.push(ReportedQuote {
                known: detection.known[quote.known].name.clone(),
                paragraph: quote.paragraph + 1,
                text: found.text[quote.place.clone()].to_owned(),
            });
            let places = places(&blocks, std::slice::from_ref(&quote.place));
            quote_places.extend(places.iter().map(|ParagraphPlace { paragraph, start, end }| {
                QuotePlace { quote: nth, paragraph: *paragraph, start: *start, end: *end }
            }));
            others.extend(places);
        }
        let paragraphs: Vec<&str> = blocks.iter().map(|(_, block)| *block).collect();
        Some(DocumentLine {
            is_new: late.as_ref().is_some_and(|late| late.new.contains(&id)),
            also_in: corpus.also_in(corpus.id(id)).to_vec(),
            resubmission_of: detection
                .campaigns
                .resubmissions
                .get(&id)
                .map(|first| corpus.id(*first).to_owned()),
            bucket: found.bucket(id),
            cluster: self.clusters.get(&found.place.cluster.seed).cloned(),
            campaign: self.campaign_of(found.place).map(str::to_owned),
            category: found.edit.map(|edit| edit.category),
            evidence: self.evidence(id, found.place),
            shared: found.place.shared().filter(|_| unique == id),
            facts: facts::of(&paragraphs),
            own_words: own_words(&blocks, &others),
            passage: if is_single { passage_id(&paragraphs.join(" ")) } else { String::new() },
            paragraphs: paragraphs.into_iter().map(str::to_owned).collect(),
            form_places,
            form_text: passages(&found.text, form_text),
            quotes,
            quote_places,
            also_contains: found.place.also_contains(detection),
            cites: self.cites(unique),
            opposes: nearest
                .and_then(Nearest::opposed)
                .map(|seed| detection.cluster_id(seed))
                .unwrap_or_default(),
            unique_text: found.unique_text(),
            shared_text: found.shared_text(),
            changes: found.edit.map(|edit| changes(&found.text, &edit.changes)).unwrap_or_default(),
            nearest: nearest.map(|nearest| ReportedNearest {
                id: corpus.id(nearest.text).to_owned(),
                distance: six_decimals(nearest.divergence),
                shared: Some(nearest.shares.rounded()),
                why: nearest.why,
            }),
            n_words: corpus.token_text(unique).len(),
            n_rare_words: if is_single { detection.n_rare_words(unique) } else { 0 },
            docket_ids: corpus.dockets(id).all(),
            relayer: corpus.relayer(id).map(str::to_owned),
            answers: self.answers.of_respondent(&record.id, &record.attributes),
            ..bare_line(record.id.clone(), record.source.clone(), &record.lines, &record.attributes)
        })
    }

    /// What was found in the text of a document.
    fn found_in(&self, id: DocId) -> Option<FoundText<'a>> {
        let place = self.place(id)?;
        let edit = self.detection.edits.of(place.document());
        // A form letter has none, nor have its copies, and its text need not be read for each of them.
        let with_passages = edit.filter(|edit| edit.has_passages());
        let text = with_passages.map_or_else(Arc::default, |_| {
            Arc::clone(&self.detection.corpus.text(place.document()).decoded)
        });
        Some(FoundText { place, edit, text })
    }
}

/// Where a text is and what was found in it.
struct FoundText<'a> {
    place: ClusterPlace<'a>,
    edit: Option<&'a Edit>,
    /// The decoded text, where there are passages in it.
    text: Arc<str>,
}

impl FoundText<'_> {
    /// Where a document with this text ended.
    fn bucket(&self, id: DocId) -> Bucket {
        match (self.place.cluster.is_singleton(), self.place.document() == id) {
            (true, _) => Bucket::Singleton,
            (false, true) => Bucket::Clustered,
            (false, false) => Bucket::ExactCopy,
        }
    }

    fn unique_text(&self) -> Vec<String> {
        let spans = self.edit.iter().flat_map(|edit| &edit.unique_text);
        spans.map(|span| self.text[span.clone()].to_owned()).collect()
    }

    fn shared_text(&self) -> Vec<SharedText> {
        let shared = self.edit.iter().flat_map(|edit| &edit.shared_text);
        shared
            .map(|shared| SharedText {
                text: self.text[shared.place.clone()].to_owned(),
                n_comments: shared.n_comments,
            })
            .collect()
    }
}

fn evidence(detection: &Detection, member: &clustering::Member) -> ReportedEvidence {
    ReportedEvidence {
        rule: member.rule,
        compared_with: detection.corpus.id(member.compared_with).to_owned(),
        distance: six_decimals(member.distance),
        n_shared_words: member.n_shared_words,
        n_paragraphs_kept: member.n_blocks_kept,
    }
}

/// Stretches of a text with their places.
pub(super) fn passages(text: &str, spans: &[Range<usize>]) -> Vec<ReportedPassage> {
    spans
        .iter()
        .map(|span| ReportedPassage {
            start: span.start,
            end: span.end,
            text: text[span.clone()].to_owned(),
        })
        .collect()
}

/// What a text says where its letter says something else.
pub(super) fn changes(text: &str, changes: &[edits::Change]) -> Vec<Change> {
    changes
        .iter()
        .map(|change| Change {
            letter: Arc::clone(&change.letter),
            here: text[change.here.clone()].into(),
        })
        .collect()
}

fn own_evidence(rule: Rule, compared_with: String) -> ReportedEvidence {
    ReportedEvidence { rule, compared_with, distance: 0.0, n_shared_words: 0, n_paragraphs_kept: 0 }
}

/// Distances are compared with nine decimals and shown with six.
pub(super) fn six_decimals(distance: f64) -> f64 {
    (distance * 1e6).round() / 1e6
}

pub(super) fn aside_bucket(bucket: AsideBucket) -> Bucket {
    match bucket {
        AsideBucket::NoText => Bucket::NoText,
        AsideBucket::Withdrawn => Bucket::Withdrawn,
        AsideBucket::Unreadable => Bucket::Unreadable,
        AsideBucket::NotAComment => Bucket::NotAComment,
    }
}
