//! The tables of other commands: the index of many dockets, what was found, what is posted, what was traced.

use serde::Serialize;

use super::cell::time;
use super::{Cell, Row, first_ids};
use crate::report::joined;
use crate::report::posting::{Role, Sample};
use crate::report::schema::{Bucket, DocumentLine, Index, Totals, TracedPassage};

/// The rows of `index.csv`: one for each docket, and one for the sum.
pub fn index(index: &Index) -> impl Iterator<Item = Row<'_>> {
    let dockets = index.dockets.iter().map(|docket| {
        let words: [Cell<'_>; 5] = [
            (&docket.docket).into(),
            docket.state.name().into(),
            (&docket.reason).into(),
            (&docket.report).into(),
            (&docket.title).into(),
        ];
        row(words, docket.totals.as_ref())
    });
    let [docket, reason, report, title] = [Cell::EMPTY; 4];
    let sum = [docket, "sum".into(), reason, report, title];
    dockets.chain([row(sum, Some(&index.totals))])
}

/// What a docket is and its counts, empty where it failed.
fn row<'a>(words: [Cell<'a>; 5], totals: Option<&Totals>) -> Row<'a> {
    let Some(totals) = totals else {
        return [&words[..], &[Cell::EMPTY; 7 + Bucket::ALL.len()]].concat();
    };
    let all = [
        totals.inputs as u64,
        totals.submissions,
        totals.comments as u64,
        totals.distinct_texts as u64,
        totals.clusters as u64,
        totals.form_letters as u64,
        totals.added_passages as u64,
    ];
    let in_buckets = Bucket::ALL.map(|bucket| totals.n_in(bucket) as u64);
    words.into_iter().chain(all.into_iter().chain(in_buckets).map(Cell::from)).collect()
}

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

/// The row of `posting.csv` of an input.
pub fn posting<'a>(line: &'a DocumentLine, role: Role, to_check: &'a str) -> Row<'a> {
    vec![(&line.id).into(), role.name().into(), (&line.campaign).into(), to_check.into()]
}

/// The row of `campaigns-to-post.csv` of a campaign.
pub fn sample<'a>(sample: &'a Sample<'a>) -> Row<'a> {
    vec![
        (&sample.campaign.id).into(),
        sample.title().into(),
        sample.campaign.kind.words().into(),
        sample.campaign.n_comments.into(),
        sample.campaign.n_submissions.into(),
        (&sample.representative).into(),
        if sample.is_composite { "yes" } else { "no" }.into(),
        sample.file().into(),
        sample.to_check().into(),
    ]
}

/// The row of `senders.csv` or `singles.csv` of a comment.
pub fn sender(line: &DocumentLine, n_own_words: usize) -> Row<'_> {
    vec![
        (&line.campaign).into(),
        (&line.id).into(),
        (&line.author).into(),
        (&line.organization).into(),
        (&line.city).into(),
        (&line.state).into(),
        time(&line.timestamp),
        n_own_words.into(),
    ]
}

/// The row of `set-aside.csv` of an input.
pub fn aside<'a>(line: &'a DocumentLine, to_do: &'a str) -> Row<'a> {
    let reasons = joined(line.reason.iter().cloned().chain(line.kept_back()), "; ");
    vec![(&line.id).into(), line.bucket.name().into(), reasons.into(), to_do.into()]
}

/// The row of `sample.csv` of a comment.
pub fn checked<'a>(id: &'a str, role: Role, compared_with: &'a str) -> Row<'a> {
    vec![id.into(), role.name().into(), compared_with.into(), Cell::EMPTY]
}

/// The row of `trace.csv` of a passage.
pub fn passage(passage: &TracedPassage) -> Row<'_> {
    let first = passage.sources.first();
    let ids: Vec<String> = passage.sources.iter().map(|source| source.id.clone()).collect();
    vec![
        passage.paragraph.into(),
        (&passage.text).into(),
        passage.kind.name().into(),
        (&passage.first).into(),
        first.map(|first| &first.campaign).into(),
        first.map(|first| &first.author).into(),
        first.map(|first| &first.organization).into(),
        time(&passage.first_date),
        passage.n_comments.into(),
        first.map(|first| &first.text).into(),
        first_ids(&ids).into(),
    ]
}
