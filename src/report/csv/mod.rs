//! Report and lines in, tables for a spreadsheet out: `campaigns.csv`, `clusters.csv`, `comments.csv`,
//! `added-text.csv`, `said_by_many.csv`, `known.csv`, `answers.csv`, `to-fetch.csv`, and those of `durian post` and `durian trace`; many dockets in,
//! `index.csv` out.
//!
//! # Invariants
//! - No cell is a formula, whatever a comment holds.
//! - No text is taken for a number or a date and changed: an id keeps its zeros.
//! - Times are what spreadsheets take for times.
//! - No cell is longer than a spreadsheet takes; where one was cut, it says so.

mod cell;

use std::collections::BTreeMap;
use std::io::{Read, Write};

use anyhow::Result;
use csv::{IntoInnerError, Terminator, Writer, WriterBuilder};
use rustc_hash::FxHashSet;

pub(super) use self::cell::is_taken_otherwise;
pub use self::cell::shown;
use super::posting::{self, Drawn, Posting, Role};
use super::schema::{DocumentLine, Index, Report, Trace};
use super::tables::{
    self, ADDED, ANSWERS, ASIDE, CAMPAIGNS, CHECKED, CLUSTERS, COMMENTS, CampaignName, Cell,
    Column, CommentRows, FLAGGED, FOUND, FoundComment, INDEX, KNOWN, POSTING, SAID, SAMPLES,
    SENDERS, TO_FETCH, TRACE,
};

/// Without it, spreadsheets take UTF-8 for a local charset.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A table being written, of so many columns.
struct Table<W: Write, const N: usize> {
    writer: Writer<W>,
}

impl<W: Write, const N: usize> Table<W, N> {
    fn new(mut out: W, columns: &[Column; N]) -> Result<Self> {
        out.write_all(BYTE_ORDER_MARK)?;
        let mut table = Self::without_head(out);
        table.writer.write_record(columns.iter().map(|column| column.name))?;
        Ok(table)
    }

    fn without_head(out: W) -> Self {
        let mut writer = WriterBuilder::new();
        Self { writer: writer.terminator(Terminator::CRLF).from_writer(out) }
    }

    fn row(&mut self, cells: &[Cell<'_>; N]) -> Result<()> {
        for cell in cells {
            self.writer.write_field(cell::cell(cell).as_bytes())?;
        }
        self.writer.write_record(None::<&[u8]>)?;
        Ok(())
    }

    /// Gives back what was written to.
    fn finish(self) -> Result<W> {
        let inner = self.writer.into_inner();
        Ok(inner.map_err(IntoInnerError::into_error)?)
    }
}

/// `campaigns.csv`: a row for each campaign, the largest first.
///
/// # Errors
/// Where `out` cannot be written to.
pub fn campaigns(report: &Report, out: impl Write) -> Result<()> {
    let mut table = Table::new(out, &CAMPAIGNS)?;
    tables::Campaigns::new(report).rows().try_for_each(|row| table.row(&row))?;
    table.finish()?;
    Ok(())
}

/// `clusters.csv`: a row for each cluster, the largest first.
///
/// # Errors
/// Where `out` cannot be written to.
pub fn clusters(report: &Report, out: impl Write) -> Result<()> {
    let mut table = Table::new(out, &CLUSTERS)?;
    tables::letters(report).try_for_each(|row| table.row(&row))?;
    table.finish()?;
    Ok(())
}

/// `added-text.csv`: a row for each passage that was added to a letter, the most substantial of each
/// cluster first.
///
/// # Errors
/// Where `out` cannot be written to.
pub fn added_text(report: &Report, out: impl Write) -> Result<()> {
    let mut table = Table::new(out, &ADDED)?;
    for cluster in &report.clusters {
        for (rank, added) in cluster.added.iter().enumerate() {
            table.row(&tables::added(cluster, rank, added))?;
        }
    }
    table.finish()?;
    Ok(())
}

/// `said_by_many.csv`: a row for each passage and each set of facts, what most say first.
///
/// # Errors
/// Where `out` cannot be written to.
pub fn said_by_many(report: &Report, out: impl Write) -> Result<()> {
    let mut table = Table::new(out, &SAID)?;
    report.said_by_many.iter().try_for_each(|said| table.row(&tables::said(said)))?;
    table.finish()?;
    Ok(())
}

/// `known.csv`: a row for each paragraph of a known text that is quoted, in their order.
///
/// # Errors
/// Where `out` cannot be written to.
pub fn known(report: &Report, out: impl Write) -> Result<()> {
    let mut table = Table::new(out, &KNOWN)?;
    for text in &report.known {
        text.quoted.iter().try_for_each(|paragraph| table.row(&tables::known(text, paragraph)))?;
    }
    table.finish()?;
    Ok(())
}

/// `index.csv`: a row for each docket, and one for the sum.
///
/// # Errors
/// Where `out` cannot be written to.
pub fn index(index: &Index, out: impl Write) -> Result<()> {
    let mut table = Table::new(out, &INDEX)?;
    for docket in &index.dockets {
        table.row(&tables::docket(docket))?;
    }
    table.row(&tables::sum(index))?;
    table.finish()?;
    Ok(())
}

/// `flagged.csv`: a row for each reason for which an input is not to be posted.
///
/// # Errors
/// Where `out` cannot be written to.
pub fn flagged(report: &Report, out: impl Write) -> Result<()> {
    let mut table = Table::new(out, &FLAGGED)?;
    report.kept_back.iter().try_for_each(|kept| table.row(&tables::flagged(kept)))?;
    table.finish()?;
    Ok(())
}

/// What comes before all rows of `answers.csv`.
///
/// # Errors
/// None that is known: a vector takes all.
pub fn answers_head() -> Result<Vec<u8>> {
    Table::new(Vec::new(), &ANSWERS)?.finish()
}

/// `answers.csv`: the rows of an input, one for each answer.
///
/// # Errors
/// None that is known: a vector takes all.
pub fn answers(line: &DocumentLine) -> Result<Vec<u8>> {
    // Who only ticked has rows, too.
    if line.answers.is_empty() && line.chosen.is_empty() {
        return Ok(Vec::new());
    }
    let mut table: Table<Vec<u8>, { ANSWERS.len() }> = Table::without_head(Vec::new());
    tables::answers(line).try_for_each(|row| table.row(&row))?;
    table.finish()
}

/// What comes before all rows of `to-fetch.csv`.
///
/// # Errors
/// None that is known: a vector takes all.
pub fn to_fetch_head() -> Result<Vec<u8>> {
    Table::new(Vec::new(), &TO_FETCH)?.finish()
}

/// `to-fetch.csv`: the rows of an input, one for each file that came with it and was not read.
///
/// # Errors
/// None that is known: a vector takes all.
pub fn to_fetch(line: &DocumentLine) -> Result<Vec<u8>> {
    if line.not_read().next().is_none() {
        return Ok(Vec::new());
    }
    let mut table: Table<Vec<u8>, { TO_FETCH.len() }> = Table::without_head(Vec::new());
    tables::to_fetch(line).try_for_each(|row| table.row(&row))?;
    table.finish()
}

/// `comments.csv`: a row for each input, in the order of the lines. It is made some rows at a time.
pub struct Comments(CommentRows);

impl Comments {
    /// The table of a docket with these campaigns.
    pub fn new(campaigns: Vec<CampaignName>) -> Self {
        Self(CommentRows::new(campaigns))
    }

    /// What comes before all rows.
    ///
    /// # Errors
    /// None that is known: a vector takes all.
    pub fn head() -> Result<Vec<u8>> {
        Table::new(Vec::new(), &COMMENTS)?.finish()
    }

    /// Some rows one after the other, and the length of each in bytes.
    ///
    /// # Errors
    /// None that is known: a vector takes all.
    pub fn rows<'a>(
        &self,
        lines: impl Iterator<Item = &'a DocumentLine>,
    ) -> Result<(Vec<u8>, Vec<usize>)> {
        let mut table: Table<Vec<u8>, { COMMENTS.len() }> = Table::without_head(Vec::new());
        let (mut lengths, mut end) = (Vec::new(), 0);
        for line in lines {
            table.row(&self.0.row(line, None))?;
            table.writer.flush()?;
            let before = std::mem::replace(&mut end, table.writer.get_ref().len());
            lengths.push(end - before);
        }
        Ok((table.finish()?, lengths))
    }
}

/// The comments that `durian search` finds, row by row.
pub struct FoundTable<W: Write>(Table<W, { FOUND.len() }>);

impl<W: Write> FoundTable<W> {
    /// Begins the table.
    ///
    /// # Errors
    /// Where `out` cannot be written to.
    pub fn begin(out: W) -> Result<Self> {
        Ok(Self(Table::new(out, &FOUND)?))
    }

    /// The row of a comment.
    ///
    /// # Errors
    /// As [`Self::begin`].
    pub fn row(&mut self, comment: &FoundComment<'_>) -> Result<()> {
        self.0.row(&tables::found_row(comment))
    }

    /// Ends the table.
    ///
    /// # Errors
    /// As [`Self::begin`].
    pub fn finish(self) -> Result<()> {
        self.0.finish()?;
        Ok(())
    }
}

/// The tables of `durian post` that have a row for each input.
pub struct PostingTables<W: Write> {
    posting: Table<W, { POSTING.len() }>,
    senders: Table<W, { SENDERS.len() }>,
    singles: Table<W, { SENDERS.len() }>,
    aside: Table<W, { ASIDE.len() }>,
}

impl<W: Write> PostingTables<W> {
    /// Begins `posting.csv`, `senders.csv`, `singles.csv`, and `set-aside.csv`.
    ///
    /// # Errors
    /// Where one of them cannot be written to.
    pub fn begin([posting, senders, singles, aside]: [W; 4]) -> Result<Self> {
        Ok(Self {
            posting: Table::new(posting, &POSTING)?,
            senders: Table::new(senders, &SENDERS)?,
            singles: Table::new(singles, &SENDERS)?,
            aside: Table::new(aside, &ASIDE)?,
        })
    }

    /// The rows of an input.
    ///
    /// # Errors
    /// As [`Self::begin`].
    pub fn see(&mut self, line: &DocumentLine, role: Role, to_check: &str) -> Result<()> {
        self.posting.row(&tables::posting(line, role, to_check))?;
        match role {
            Role::SetAside => self.aside.row(&tables::aside(line, posting::to_do(line))),
            Role::Single => self.singles.row(&tables::sender(line, posting::n_own_words(line))),
            Role::Representative | Role::Copy => {
                self.senders.row(&tables::sender(line, posting::n_own_words(line)))
            }
        }
    }

    /// Gives back what was written to.
    ///
    /// # Errors
    /// As [`Self::begin`].
    pub fn finish(self) -> Result<[W; 4]> {
        let Self { posting, senders, singles, aside } = self;
        Ok([posting.finish()?, senders.finish()?, singles.finish()?, aside.finish()?])
    }
}

/// `campaigns-to-post.csv`: a row for each campaign, the largest first.
///
/// # Errors
/// None that is known: a vector takes all.
pub fn samples(posting: &Posting<'_>) -> Result<Vec<u8>> {
    let mut table = Table::new(Vec::new(), &SAMPLES)?;
    posting.samples().try_for_each(|sample| table.row(&tables::sample(sample)))?;
    table.finish()
}

/// `sample.csv`: a row for each comment that was drawn.
///
/// # Errors
/// None that is known: a vector takes all.
pub fn drawn(drawn: &Drawn) -> Result<Vec<u8>> {
    let mut table = Table::new(Vec::new(), &CHECKED)?;
    drawn.all().try_for_each(|(role, id, other)| table.row(&tables::checked(id, role, other)))?;
    table.finish()
}

/// `trace.csv`: a row for each passage.
///
/// # Errors
/// Where `out` cannot be written to.
pub fn trace(trace: &Trace, out: impl Write) -> Result<()> {
    let mut table = Table::new(out, &TRACE)?;
    trace.passages.iter().try_for_each(|passage| table.row(&tables::passage(passage)))?;
    table.finish()?;
    Ok(())
}

/// Of a written `posting.csv` the number of its rows, of different ids in it, and of rows by the name of their role.
///
/// # Errors
/// Where it cannot be read.
pub fn roles_of_posting(table: impl Read) -> Result<(usize, usize, BTreeMap<String, usize>)> {
    let mut ids: FxHashSet<String> = FxHashSet::default();
    let (mut n_rows, mut roles) = (0, BTreeMap::new());
    for row in csv::Reader::from_reader(table).records() {
        let row = row?;
        n_rows += 1;
        ids.insert(row.get(0).unwrap_or_default().to_owned());
        *roles.entry(row.get(1).unwrap_or_default().to_owned()).or_default() += 1;
    }
    Ok((n_rows, ids.len(), roles))
}
