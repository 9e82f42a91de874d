//! One line per input, made some at a time so that a large docket need not be held twice.
//!
//! A line has two halves: what its own record tells, and what takes the whole docket to know, the verdicts on its text
//! ([`TextVerdict`]) and on the comment ([`CommentVerdict`]). The
//! second can be told where the docket is known, and the line made where the record is.

mod answers;
mod names;
mod verdict;

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::schema::{
    CitedLetter, DocumentLine, ReportedAnswer, ReportedEvidence, ReportedNearest, ReportedQuote,
    ReportedShares, Rule, SharedText,
};
use crate::clustering::{self, Cluster, Nearest};
use crate::corpus::{Attributes, DocId, Document, SetAside};
use crate::detection::{Detection, Usage};
use crate::edits::Category;
use answers::Answers;
pub(super) use answers::id_in_question;
pub(super) use names::{aside_bucket, changes, limit, passages, six_decimals};
use names::{evidence, own_evidence};
pub use verdict::{CommentVerdict, TextVerdict};
use verdict::{aside_line, copy_evidence};

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
    usage: Usage,
    answers: Answers<'a>,
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
        self.member.map_or(self.cluster.seed(), |member| member.document)
    }

    /// Why it is there.
    pub(super) fn evidence(self, detection: &Detection) -> ReportedEvidence {
        if let Some(member) = self.member {
            return evidence(detection, detection.edits.member(member.document).unwrap_or(member));
        }
        let rule = match detection.edits.of(self.cluster.seed()) {
            Some(edit) if edit.category != Category::Exact => Rule::Seed,
            _ => Rule::Reference,
        };
        own_evidence(rule, detection.corpus.id(self.cluster.seed()).to_owned())
    }

    /// What parts of it and of what it was compared with the two share.
    pub(super) fn shared(self, detection: &Detection) -> Option<ReportedShares> {
        let member = self.member?;
        detection.edits.member(member.document).unwrap_or(member).shares.map(ReportedShares::from)
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
        let places: Vec<_> = detection.clusters.clusters().iter().flat_map(places).collect();
        let mut place_of = vec![u32::MAX; detection.corpus.len()];
        for (place, nth) in places.iter().zip(0..) {
            place_of[place.document().index()] = nth;
        }
        for group in detection.groups.groups() {
            let place = place_of[group.representative().index()];
            for id in group.members() {
                place_of[id.index()] = place;
            }
        }
        Self {
            detection,
            places,
            place_of,
            clusters: detection
                .clusters
                .clusters()
                .iter()
                .filter(|cluster| !cluster.is_singleton())
                .map(|cluster| (cluster.seed(), detection.cluster_id(cluster.seed())))
                .collect(),
            campaigns: detection
                .campaigns
                .campaigns()
                .iter()
                .map(|campaign| detection.campaign_id(campaign))
                .collect(),
            usage: Usage::of(detection),
            answers: Answers::of(detection),
        }
    }

    /// The lines of the inputs that were set aside.
    pub fn of_asides(&self) -> impl Iterator<Item = DocumentLine> {
        self.detection.corpus.set_aside().iter().map(|aside| self.aside_line(aside))
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

    /// Id of the campaign of a document.
    pub fn campaign(&self, id: DocId) -> Option<&str> {
        self.campaign_of(self.place(id)?)
    }

    /// Id of the campaign of a place.
    pub(super) fn campaign_of(&self, place: ClusterPlace<'_>) -> Option<&str> {
        let at = self.detection.campaigns.of_seed(place.cluster.seed())?;
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
            Some(copy_evidence(self.detection.corpus.id(unique).to_owned()))
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
        if let Some(record) = record {
            let id = DocId(at as u32);
            let text = self.text_verdict(id)?;
            let answers = self.answers(&record.id, &record.attributes);
            let comment = CommentVerdict { answers, ..self.comment_verdict(id) };
            let line = text.line(comment, record, || self.detection.corpus.text(id));
            return Some(self.flagged(line));
        }
        let corpus = &self.detection.corpus;
        let aside = corpus.set_aside().get(at.checked_sub(corpus.len())?)?;
        Some(self.aside_line(aside))
    }

    fn aside_line(&self, aside: &SetAside) -> DocumentLine {
        let also_in = self.detection.corpus.also_in(&aside.id);
        let known = aside.attributes.as_ref();
        let answers = known.map(|known| self.answers(&aside.id, known)).unwrap_or_default();
        self.flagged(aside_line(aside, also_in, self.detection.late.as_ref(), answers))
    }

    /// A line with what people say of the input.
    fn flagged(&self, line: DocumentLine) -> DocumentLine {
        DocumentLine { flags: self.detection.flags.of(&line.id).to_vec(), ..line }
    }

    /// Where the answers of a respondent to several questions ended; none where a comment is one text.
    pub fn answers(&self, id: &str, known: &Attributes) -> Vec<ReportedAnswer> {
        self.answers.of_respondent(id, known)
    }

    /// What the docket tells of a document besides its text, but for its [answers](Self::answers).
    pub fn comment_verdict(&self, id: DocId) -> CommentVerdict<'_> {
        let (corpus, late) = (&self.detection.corpus, &self.detection.late);
        let first = self.detection.campaigns.resubmission_of(id);
        CommentVerdict {
            id: corpus.other_id(id),
            also_in: corpus.also_in(corpus.id(id)),
            resubmission_of: first.map(|first| corpus.id(first)),
            is_new: late.as_ref().is_some_and(|late| late.new.contains(&id)),
            is_copy: self.place(id).is_none_or(|place| place.document() != id),
            relayer: corpus.relayer(id),
            answers: Vec::new(),
        }
    }

    /// Who keeps the text of a document, by place, and who stands for it: beside an earlier report copies that one keeps
    /// the text of can be in several clusters. What the docket tells of a text is the same for all that agree in both.
    pub fn text_of(&self, id: DocId) -> Option<(u32, DocId)> {
        let canonical = self.detection.corpus.entry(id).text;
        Some((canonical, self.place(id)?.document()))
    }

    /// What the docket tells of the text of a document: see [`Self::text_of`].
    pub fn text_verdict(&self, id: DocId) -> Option<TextVerdict> {
        let place = self.place(id)?;
        let corpus = &self.detection.corpus;
        let (cluster, unique) = (place.cluster, place.document());
        let edit = self.detection.edits.of(unique);
        // A form letter has none, nor have its copies, and its text need not be read for each of them.
        let with_passages = edit.filter(|edit| edit.has_passages());
        let text =
            with_passages.map_or_else(Arc::default, |_| Arc::clone(&corpus.text(unique).decoded));
        let is_single = cluster.is_singleton();
        Some(TextVerdict {
            of: corpus.id(unique).to_owned(),
            is_single,
            cluster: self.clusters.get(&cluster.seed()).cloned(),
            campaign: self.campaign_of(place).map(str::to_owned),
            category: edit.map(|edit| edit.category),
            evidence: self.evidence(unique, place),
            shared: place.shared(self.detection),
            cites: self.cites(unique),
            opposes: self
                .detection
                .nearest
                .get(&unique)
                .and_then(Nearest::opposed)
                .map(|seed| self.detection.cluster_id(seed))
                .unwrap_or_default(),
            also_contains: place.also_contains(self.detection),
            unique_text: edit
                .iter()
                .flat_map(|edit| &edit.unique_text)
                .map(|span| text[span.clone()].to_owned())
                .collect(),
            shared_text: edit
                .iter()
                .flat_map(|edit| &edit.shared_text)
                .map(|shared| SharedText {
                    text: text[shared.place.clone()].to_owned(),
                    n_comments: shared.n_comments,
                })
                .collect(),
            changes: edit.map(|edit| changes(&text, &edit.changes)).unwrap_or_default(),
            form_text: edit.map(|edit| passages(&text, &edit.form_text)).unwrap_or_default(),
            nearest: self.detection.nearest.get(&unique).map(|nearest| ReportedNearest {
                id: corpus.id(nearest.text).to_owned(),
                distance: six_decimals(nearest.divergence),
                why: nearest.why,
            }),
            quotes: edit
                .iter()
                .flat_map(|edit| &edit.quotes)
                .map(|quote| {
                    let reported = ReportedQuote {
                        known: self.detection.known[quote.known].clone(),
                        paragraph: quote.paragraph + 1,
                        text: text[quote.place.clone()].to_owned(),
                    };
                    (quote.place.clone(), reported)
                })
                .collect(),
            n_words: corpus.token_text(unique).len(),
            n_rare_words: if is_single {
                self.detection.n_rare_words(&self.usage, unique)
            } else {
                0
            },
            docket_ids: corpus.dockets(id).all(),
        })
    }
}
