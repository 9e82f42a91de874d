//! What the stages found in, the words that the report has for it out.

use std::ops::Range;
use std::sync::Arc;

use crate::clustering;
use crate::corpus::{self, AsideBucket};
use crate::detection::Detection;
use crate::edits;
use crate::report::schema::{
    Bucket, Change, ReportedEvidence, ReportedLimit, ReportedPassage, Rule,
};

pub(super) fn evidence(detection: &Detection, member: &clustering::Member) -> ReportedEvidence {
    ReportedEvidence {
        rule: member.rule,
        compared_with: detection.corpus.id(member.compared_with).to_owned(),
        distance: six_decimals(member.distance),
        n_shared_words: member.n_shared_words,
        n_paragraphs_kept: member.n_blocks_kept,
    }
}

/// Stretches of a text with their places.
pub(in crate::report) fn passages(text: &str, spans: &[Range<usize>]) -> Vec<ReportedPassage> {
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
pub(in crate::report) fn changes(text: &str, changes: &[edits::Change]) -> Vec<Change> {
    changes
        .iter()
        .map(|change| Change {
            letter: Arc::clone(&change.letter),
            here: text[change.here.clone()].into(),
        })
        .collect()
}

pub(super) fn own_evidence(rule: Rule, compared_with: String) -> ReportedEvidence {
    ReportedEvidence { rule, compared_with, distance: 0.0, n_shared_words: 0, n_paragraphs_kept: 0 }
}

/// Distances are compared with nine decimals and shown with six.
pub(in crate::report) fn six_decimals(distance: f64) -> f64 {
    (distance * 1e6).round() / 1e6
}

pub(in crate::report) fn aside_bucket(bucket: AsideBucket) -> Bucket {
    match bucket {
        AsideBucket::NoText => Bucket::NoText,
        AsideBucket::Withdrawn => Bucket::Withdrawn,
        AsideBucket::Unreadable => Bucket::Unreadable,
        AsideBucket::NotAComment => Bucket::NotAComment,
    }
}

pub(in crate::report) fn limit(limit: corpus::Limit) -> ReportedLimit {
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
