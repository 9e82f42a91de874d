//! Comments that were found: what `durian search` prints as a table or as JSON.

use serde::Serialize;

use super::{Cell, Row};
use crate::report::schema::{Bucket, DocumentLine};

/// A comment that was found.
#[derive(Serialize)]
pub struct FoundComment<'a> {
    id: &'a str,
    bucket: Bucket,
    cluster: Option<&'a str>,
    campaign: Option<&'a str>,
    author: Option<&'a str>,
    organization: Option<&'a str>,
    date: Option<&'a str>,
    copy_of: Option<&'a str>,
    snippet: &'a str,
}

impl<'a> FoundComment<'a> {
    /// The comment of a line, and what it says where the words are.
    pub fn new(line: &'a DocumentLine, snippet: &'a str) -> Self {
        let copied = line.evidence.as_ref().filter(|_| line.bucket == Bucket::ExactCopy);
        Self {
            id: &line.id,
            bucket: line.bucket,
            cluster: line.cluster.as_deref(),
            campaign: line.campaign.as_deref(),
            author: line.author.as_deref(),
            organization: line.organization.as_deref(),
            date: line.day(),
            copy_of: copied.map(|evidence| evidence.compared_with.as_str()),
            snippet,
        }
    }
}

/// The row of a comment that was found.
pub fn found_row<'a>(comment: &FoundComment<'a>) -> Row<'a> {
    vec![
        comment.id.into(),
        comment.bucket.name().into(),
        comment.cluster.into(),
        comment.campaign.into(),
        comment.author.into(),
        comment.organization.into(),
        comment.date.map(|day| Cell::Time(format!("{day}T00:00:00Z").into())).into(),
        comment.copy_of.into(),
        comment.snippet.into(),
    ]
}
