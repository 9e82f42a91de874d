//! What is written of every input: its line, its rows of the tables, and what the page and the workbook take of it. All of
//! it is made some inputs at a time.

use anyhow::Result;
use durian::detection::Detection;
use durian::report::html::{Record, Records};
use durian::report::schema::{DocumentLine, Report};
use durian::report::tables::Campaigns;
use durian::report::{self, csv};
use rayon::prelude::*;

/// Lines that one thread makes at a time.
const LINES_IN_BATCH: usize = 128;
/// Batches that are made together, while those before them are written. Texts may be long: no more lines
/// are held than that.
const BATCHES_AT_ONCE: usize = 16;

/// What a report folder takes of every input besides its line is made from this: what its row says of its campaign, and its
/// record in the volumes beside the page.
type ForFolder<'a> = (Campaigns<'a>, Records<'a>);

/// Some lines, made and not yet written.
#[derive(Default)]
pub(super) struct Made {
    /// As they stand in the file.
    pub(super) json: Vec<u8>,
    /// Where each of them ends there.
    pub(super) ends: Vec<usize>,
    /// Their rows of each of [`durian::report::tables::OF_LINES`].
    pub(super) tables: [Vec<u8>; 3],
    /// Each of them and its record in the volumes beside the page.
    pub(super) paged: Vec<(DocumentLine, Record)>,
}

impl Made {
    fn of(lines: Vec<DocumentLine>, wanted: Option<&ForFolder<'_>>) -> Result<Self> {
        let mut made = Self::default();
        for line in &lines {
            serde_json::to_writer(&mut made.json, line)?;
            made.json.push(b'\n');
            made.ends.push(made.json.len());
        }
        if let Some((campaigns, records)) = wanted {
            made.tables = csv::of_lines(campaigns, &lines)?;
            let records: Vec<Record> = lines.iter().map(|line| records.of(line)).collect();
            made.paged = lines.into_iter().zip(records).collect();
        }
        Ok(made)
    }
}

/// The lines of a detection, which are made batch by batch.
pub(super) struct Batches<'a> {
    lines: report::Lines<'a>,
    wanted: Option<ForFolder<'a>>,
    start: usize,
}

impl<'a> Batches<'a> {
    /// The batches, for the folder of a report where that is given, and otherwise for the JSON alone.
    pub(super) fn of(detection: &'a Detection, report: Option<&'a Report>) -> Self {
        let wanted = report.map(|report| (Campaigns::new(report), Records::new(report)));
        Self { lines: report::Lines::of(detection), wanted, start: 0 }
    }

    /// The next batches; none at the end.
    pub(super) fn next(&mut self) -> Result<Vec<Made>> {
        let n_lines = self.lines.n_lines();
        let starts: Vec<usize> =
            (self.start..n_lines).step_by(LINES_IN_BATCH).take(BATCHES_AT_ONCE).collect();
        self.start += starts.len() * LINES_IN_BATCH;
        starts
            .into_par_iter()
            .map(|start| {
                let end = (start + LINES_IN_BATCH).min(n_lines);
                Made::of(self.lines.range(start..end).collect(), self.wanted.as_ref())
            })
            .collect()
    }
}
