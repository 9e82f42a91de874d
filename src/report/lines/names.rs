//! What the stages found in, the words that the report has for it out.

use std::ops::Range;

use crate::clustering;
use crate::corpus::{self, AsideBucket};
use crate::detection::Detection;
use crate::edits;
use crate::report::schema::{
    Bucket, Change, ReportedEvidence, ReportedLimit, ReportedPassage, ReportedRule,
};

pub(super) fn evidence(detection: &Detection, member: &clustering::Member) -> ReportedEvidence {
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
            clustering::Rule::ShortCopy => ReportedRule::ShortCopy,
        },
        compared_with: detection.corpus.document(member.compared_with).id.clone(),
        distance: six_decimals(member.distance),
        n_shared_words: member.n_shared_words,
        n_paragraphs_kept: member.n_blocks_kept,
    }
}

/// The rule that a line's evidence names; none where it is that of a seed.
pub(in crate::report) fn clustering_rule(rule: ReportedRule) -> Option<clustering::Rule> {
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
        ReportedRule::ShortCopy => Some(clustering::Rule::ShortCopy),
    }
}

/// Stretches of a text with their places.
pub(in crate::report) fn passages(text: &str, spans: &[Range<usize>]) -> Vec<ReportedPassage> {
    let passage = |span: &Range<usize>| ReportedPassage {
        start: span.start,
        end: span.end,
        text: text[span.clone()].to_owned(),
    };
    spans.iter().map(passage).collect()
}

/// What a text says where its letter says something else.
pub(in crate::report) fn changes(text: &str, changes: &[edits::Change]) -> Vec<Change> {
    changes
        .iter()
        .map(|change| Change {
            letter: change.letter.clone(),
            here: text[change.here.clone()].to_owned(),
        })
        .collect()
}

pub(super) fn own_evidence(rule: ReportedRule, compared_with: String) -> ReportedEvidence {
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
