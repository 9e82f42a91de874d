//! Many dockets: `index.csv`.

use super::{Cell, Column, column};
use crate::report::schema::{Bucket, Index, IndexedDocket, Totals};

pub(in crate::report) const INDEX: [Column; 19] = [
    column(
        "docket",
        30,
        "Name of the folder with its comments, or of its report where they are in a file with others; empty in the row of the sum.",
    ),
    column(
        "state",
        16,
        "done; some_unreadable: done, but some inputs could not be read; failed; in the last row sum.",
    ),
    column("reason", 50, "Why it failed."),
    column(
        "report",
        30,
        "The folder of its report, below that of this table; empty where it failed.",
    ),
    column("title", 40, "Title of the report."),
    column("inputs", 10, "Inputs: comments and what is none."),
    column("submissions", 10, "The same with every bundle counted as often as the agency says."),
    // Named so that a later run does not take the table for one of comments.
    column("comments_compared", 10, "Comments whose texts were compared."),
    column("distinct_texts", 10, "Distinct texts among them."),
    column("clusters", 10, "Clusters of two comments and more."),
    column("form_letters", 10, "Those around the reference copy of a form letter."),
    column(
        "added_passages",
        10,
        "Passages that senders added to letters, the same words once for each letter.",
    ),
    column(
        "exact_copy",
        10,
        "Inputs that are an exact copy of a comment in another bucket. This and the next six are all inputs.",
    ),
    column("clustered", 10, "Distinct texts in clusters."),
    column("singleton", 10, "Comments like no other."),
    column("no_text", 10, "Inputs without text of their own."),
    column("withdrawn", 10, "Inputs withdrawn, as the agency says."),
    column("unreadable", 10, "Inputs that could not be read."),
    column("not_a_comment", 10, "Inputs that are no comment."),
];

/// A row of `index.csv`.
pub(in crate::report) fn docket(docket: &IndexedDocket) -> [Cell<'_>; INDEX.len()] {
    row(
        [
            (&docket.docket).into(),
            docket.state.name().into(),
            (&docket.reason).into(),
            (&docket.report).into(),
            (&docket.title).into(),
        ],
        docket.totals.as_ref(),
    )
}

/// The last row of `index.csv`.
pub(in crate::report) fn sum(index: &Index) -> [Cell<'_>; INDEX.len()] {
    let [docket, reason, report, title] = [Cell::EMPTY; 4];
    row([docket, "sum".into(), reason, report, title], Some(&index.totals))
}

/// Columns before the counts.
const WORDS: usize = 5;

/// What a docket is and its counts, empty where it failed.
fn row<'a>(words: [Cell<'a>; WORDS], totals: Option<&'a Totals>) -> [Cell<'a>; INDEX.len()] {
    let mut cells = words.into_iter().chain(totals.into_iter().flat_map(counts));
    std::array::from_fn(|_| cells.next().unwrap_or(Cell::EMPTY))
}

fn counts(totals: &Totals) -> [Cell<'_>; INDEX.len() - WORDS] {
    let [copies, clustered, single, no_text, withdrawn, unreadable, no_comment] = [
        Bucket::ExactCopy,
        Bucket::Clustered,
        Bucket::Singleton,
        Bucket::NoText,
        Bucket::Withdrawn,
        Bucket::Unreadable,
        Bucket::NotAComment,
    ]
    .map(|bucket| totals.buckets.get(&bucket).copied().unwrap_or_default().into());
    [
        totals.inputs.into(),
        totals.submissions.into(),
        totals.comments.into(),
        totals.distinct_texts.into(),
        totals.clusters.into(),
        totals.form_letters.into(),
        totals.added_passages.into(),
        copies,
        clustered,
        single,
        no_text,
        withdrawn,
        unreadable,
        no_comment,
    ]
}
