//! Many dockets: `index.csv`.

use super::{Cell, Row};
use crate::report::schema::{Bucket, Index, Totals};

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
