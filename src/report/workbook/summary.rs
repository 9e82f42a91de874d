//! The docket in numbers, and what did not fit into the workbook: sheet *Summary*.

use anyhow::Result;

use super::sheet::{Book, LeftOut, Look, SheetLimits};
use super::{RESPONSES, SUMMARY};
use crate::report::printable;
use crate::report::schema::{Bucket, Report, Since};
use crate::report::tables::{self, Cell};
use crate::report::words::EXACT;

/// Height of a row in points: one line of text.
const ONE_LINE: u32 = 15;
/// Warnings that are shown; the others stand in `report.json`.
const MOST_WARNINGS: usize = 100;

/// A row: what, how many, and what to know about it.
type Row = tables::Row<'static>;

fn words(what: &'static str, words: impl Into<String>) -> Row {
    vec![what.into(), Cell::EMPTY, words.into().into()]
}

/// Writes the sheet; all others are written.
pub(super) fn write(report: &Report, book: &mut Book, left_out: &[LeftOut]) -> Result<()> {
    let columns = vec![("what", 40), ("how_many", 12), ("remarks", 110)];
    let look = Look { sheet: SUMMARY, columns, height: ONE_LINE, offers: None };
    let mut rows = in_numbers(report);
    rows.push(words(
        RESPONSES,
        "fill in issue, reviewer, response and status: a later `durian cluster` with --since, or into the same folder, \
         carries them over. Sort, filter, and add rows and columns as you like; leave the column `passage` as it is",
    ));
    rows.extend(left_out.iter().flat_map(what_is_left_out));
    let warnings = report.warnings.iter().take(MOST_WARNINGS);
    rows.extend(warnings.map(|warning| words("warning", printable::line(warning))));
    let n_more = report.warnings.len().saturating_sub(MOST_WARNINGS);
    if n_more > 0 {
        rows.push(vec!["more warnings, in report.json".into(), n_more.into(), Cell::EMPTY]);
    }
    rows.push(words("made by", format!("{} {}", report.tool.name, report.tool.version)));
    rows.push(words("digest of the inputs", report.input_digest.clone()));
    rows.extend(report.known.iter().map(|text| {
        let quoted = crate::report::counted(text.n_comments, "comment");
        words(
            "known text",
            format!("{}, SHA-1 {}, quoted by {quoted}", printable::line(&text.name), text.digest),
        )
    }));
    // It says what the others leave out.
    book.write(&look, SheetLimits::default(), rows.into_iter())?;
    Ok(())
}

fn in_numbers(report: &Report) -> Vec<Row> {
    let totals = &report.totals;
    let submissions = "comments, with every bundle counted as often as the agency says";
    let identical = "byte for byte the same as another comment, as received";
    let left = "each letter, each added passage and each unique comment once";
    let numbers: [(&str, Cell<'static>, &str); 17] = [
        ("inputs", totals.inputs.into(), ""),
        ("submissions", totals.submissions.into(), submissions),
        ("comments compared", totals.comments.into(), ""),
        ("distinct texts among them", totals.distinct_texts.into(), ""),
        ("campaigns", totals.n_campaigns.into(), ""),
        ("letters in them", totals.n_letters.into(), ""),
        ("comments in campaigns", totals.in_campaigns.into(), ""),
        ("comments that are a letter", totals.letters_sent.into(), ""),
        ("copies with the same words", totals.n_same().into(), EXACT),
        ("edited copies", totals.n_edited().into(), ""),
        ("identical among letters and same words", totals.n_identical.into(), identical),
        ("unique comments", totals.n_unique.into(), "comments like no other"),
        ("unique comments in campaigns", totals.unique_in_campaigns.into(), ""),
        ("added passages", totals.added_passages.into(), "the same words once for each letter"),
        ("passages and sets of facts said by many", report.said_by_many.len().into(), ""),
        ("words in all comments", totals.n_words.into(), ""),
        ("words left to read", totals.n_words_left.into(), left),
    ];
    let mut rows: Vec<Row> =
        numbers.into_iter().map(|(what, n, remark)| vec![what.into(), n, remark.into()]).collect();
    rows.extend(Bucket::ALL.into_iter().filter_map(|bucket| {
        let n = totals.buckets.get(&bucket)?;
        Some(vec![format!("inputs: {}", bucket.words()).into(), (*n).into(), Cell::EMPTY])
    }));
    rows.extend(totals.campaigns.iter().map(|(kind, n)| {
        let what = format!("campaigns: {}", kind.words());
        vec![what.into(), (*n).into(), kind.meaning().into()]
    }));
    rows.push(vec!["form letters".into(), totals.form_letters.into(), Cell::EMPTY]);
    for told in report.since.iter().flat_map(Since::words) {
        rows.push(words("since the earlier report", told));
    }
    rows
}

/// What did not fit into a sheet.
fn what_is_left_out(left_out: &LeftOut) -> Vec<Row> {
    [
        (
            left_out.n_rows,
            "rows for which the sheet has no room; the CSV files and documents.jsonl have them",
        ),
        (
            left_out.n_links,
            "links to campaigns: a sheet holds 65,530; the campaign's id is there all the same",
        ),
        (
            left_out.n_cut,
            "texts cut at the 32,767 characters that a cell holds; each says so, and documents.jsonl has all of it",
        ),
    ]
    .into_iter()
    .filter(|(n, _)| *n > 0)
    .map(|(n, what)| vec![format!("left out of {}", left_out.sheet).into(), n.into(), what.into()])
    .collect()
}
