//! A report in, files out: all of them appear, or none. What is written of every input, its line, its rows of the tables, and
//! what the page and the workbook take of it, is made some inputs at a time.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use durian::corpus::Stretches;
use durian::detection::Detection;
use durian::ingest::holds_report;
use durian::report::html::{Page, Record, Records, WriteVolume};
use durian::report::schema::{DocumentLine, Report};
use durian::report::tables::{Campaigns, FLAGGED, KNOWN, OF_LINES, OF_REPORT};
use durian::report::workbook::{CarriedOver, Contents, Workbook};
use durian::report::{self, Proved, counted, csv, tables};
use rayon::prelude::*;

use super::documents;
use super::filled::Filled;
use super::names::{self, DOCUMENTS, HTML, INPUTS, REPORT, REPORT_FOLDER, VOLUMES, WORKBOOK};
use super::progress::ProgressLine;
use super::staging::{self, Staging};
use super::{is_as_written, write_json};
use crate::cli::ClusterArguments;

/// What became of a report folder.
#[derive(Default)]
pub(super) struct Written {
    /// What was proved, where that is wanted.
    pub(super) proved: Option<Proved>,
    /// What became of the rows that analysts filled in, in words; none where there are none.
    pub(super) filled: Option<String>,
}

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
struct Made {
    /// As they stand in the file.
    json: Vec<u8>,
    /// Where each of them ends there.
    ends: Vec<usize>,
    /// Their rows of each of [`durian::report::tables::OF_LINES`].
    tables: [Vec<u8>; 3],
    /// Each of them and its record in the volumes beside the page.
    paged: Vec<(DocumentLine, Record)>,
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
            let with_record = lines.into_iter().map(|line| {
                let record = records.of(&line);
                (line, record)
            });
            made.paged = with_record.collect();
        }
        Ok(made)
    }
}

/// The lines of a detection, which are made batch by batch.
struct Batches<'a> {
    lines: report::Lines<'a>,
    wanted: Option<ForFolder<'a>>,
    start: usize,
}

impl<'a> Batches<'a> {
    /// The batches, for the folder of a report where that is given, and otherwise for the JSON alone.
    fn of(detection: &'a Detection, report: Option<&'a Report>) -> Self {
        let wanted = report.map(|report| (Campaigns::new(report), Records::new(report)));
        Self { lines: report::Lines::of(detection), wanted, start: 0 }
    }

    /// The next batches; none at the end.
    fn next(&mut self) -> Result<Vec<Made>> {
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

/// The files for people that have something of every input.
struct ForPeople<'a> {
    /// As many of [`OF_LINES`] as there are.
    tables: Vec<(&'static str, BufWriter<File>)>,
    workbook: Option<Workbook<'a>>,
    page: Page<'a>,
}

impl<'a> ForPeople<'a> {
    fn begin(
        staging: &Staging,
        (report, workbook): (&'a Report, Option<&'a Contents>),
        write_volume: &'a WriteVolume<'a>,
    ) -> Result<Self> {
        let n_tables = OF_LINES.len() - usize::from(report.questions.is_empty());
        let tables = OF_LINES[..n_tables].iter();
        let begun = workbook.map(|contents| Workbook::new(report, contents, staging.path()));
        Ok(Self {
            tables: tables
                .map(|name| Ok((*name, csv::write(name, [], staging.create(name)?)?)))
                .collect::<Result<_>>()?,
            workbook: begun.transpose().with_context(|| staging.cannot_write(WORKBOOK))?,
            page: Page::new(report, write_volume),
        })
    }

    fn see(&mut self, staging: &Staging, made: &[Made]) -> Result<()> {
        let Self { tables, workbook, page } = self;
        let mut lines = made.iter().flat_map(|batch| &batch.paged);
        let mut paged_lines = lines.clone();
        let (written, paged, tables) = join(
            || match workbook {
                Some(workbook) => lines.try_for_each(|(line, _)| workbook.see(line)),
                None => Ok(()),
            },
            || paged_lines.try_for_each(|(line, record)| page.see(line, record)),
            || {
                made.iter().try_for_each(|batch| {
                    let mut rows = tables.iter_mut().zip(&batch.tables);
                    rows.try_for_each(|((name, table), rows)| {
                        table.write_all(rows).with_context(|| staging.cannot_write(name))
                    })
                })
            },
        );
        written.with_context(|| staging.cannot_write(WORKBOOK))?;
        paged.and(tables)
    }

    /// The page and the workbook are written once everything was seen. Tells what became of the rows that
    /// were filled in.
    fn end(self, staging: &Staging, lines: &Stretches) -> Result<CarriedOver> {
        let Self { tables, workbook, page } = self;
        let find = &|number| {
            let json = lines.read(number).context(READ_BACK)?;
            serde_json::from_slice(&json).context(READ_BACK)
        };
        let (html, tables, carried) = join(
            || staging.write(HTML, |out| page.write(find, out)),
            || tables.into_iter().try_for_each(|(name, table)| staging.finish(name, table)),
            || {
                let Some(workbook) = workbook else { return Ok(CarriedOver::default()) };
                let written = workbook.finish(find, staging.create(WORKBOOK)?);
                let (file, carried) = written.with_context(|| staging.cannot_write(WORKBOOK))?;
                staging.finish(WORKBOOK, file)?;
                Ok(carried)
            },
        );
        html.and(tables)?;
        carried
    }
}

/// Refuses a folder that holds something else than an earlier report, or that cannot be written,
/// before any work is done. Tells where it is made ready.
pub(super) fn check_folder(folder: &Path) -> Result<PathBuf> {
    // What a run left behind that was killed while it moved its files in one by one.
    let has_only_ours = !folder.join(REPORT).exists()
        && fs::read_dir(folder).is_ok_and(|mut entries| {
            entries.all(|entry| entry.is_ok_and(|entry| names::is_ours(&entry.file_name())))
        });
    ensure!(
        fs::symlink_metadata(folder).is_err()
            || folder.is_dir() && (holds_report(folder) || has_only_ours),
        "`{}` exists and is not a DURIAN report; name another folder with --output",
        folder.display()
    );
    staging::probe(folder)
}

/// Writes the report folder, all of it or nothing: besides the files of every folder a workbook, where that is wanted, which
/// carries over what was filled in.
pub(super) fn folder(
    (folder, arguments): (&Path, &ClusterArguments),
    (detection, report): (&Detection, &Report),
    (with_workbook, filled): (bool, &Filled),
    progress: &ProgressLine,
) -> Result<Written> {
    let json_only = arguments.json_only;
    let staging = Staging::new(folder, REPORT_FOLDER)?;
    let mut documents = staging.create(DOCUMENTS)?;
    let contents = (!json_only && with_workbook).then_some(&filled.contents);
    let write_volume: &WriteVolume<'_> =
        &|name, bytes| staging.write_bytes(&format!("{VOLUMES}/{name}.js"), bytes);
    let mut for_people = if json_only {
        None
    } else {
        Some(ForPeople::begin(&staging, (report, contents), write_volume)?)
    };
    progress.writing(report.totals.inputs);
    staging.write_bytes(INPUTS, detection.corpus.parts().input_list.as_bytes())?;
    let batches = Batches::of(detection, (!json_only).then_some(report));
    let files = (&mut documents, for_people.as_mut());
    let lines = write_lines(&staging, batches, files, progress)?;
    report::check(report, lines.ends.len())?;
    let (lines_written, people, whole) = join(
        || staging.finish(DOCUMENTS, documents),
        || for_people.map_or(Ok(CarriedOver::default()), |files| files.end(&staging, &lines)),
        || {
            staging.write(REPORT, |out| write_json(out, report))?;
            let tables = OF_REPORT.par_iter().filter(|name| match **name {
                FLAGGED => !report.kept_back.is_empty(),
                KNOWN => !report.known.is_empty(),
                _ => true,
            });
            let shown = tables.filter(|_| !json_only);
            shown.try_for_each(|name| {
                staging.write(name, |out| {
                    csv::write(name, tables::of_report(report, name), out).map(drop)
                })
            })
        },
    );
    let carried = people?;
    lines_written.and(whole)?;
    let told = match contents {
        Some(_) if carried.n_of_other_docket == 0 => carried_over(carried),
        _ => filled.keep_in(staging.path())?.map(kept),
    };
    let mut proved = None;
    if arguments.verify {
        progress.stage("proving the report");
        let holds = prove(detection, report, staging.path());
        proved = Some(holds.context("the report contradicts itself; please report this bug")?);
    }
    if arguments.compress {
        progress.stage("compressing");
        documents::compress(&staging)?;
    }
    staging.synchronize()?;
    filled.check()?;
    staging.publish()?;
    Ok(Written { proved, filled: told })
}

/// Does three things at once.
fn join<A: Send, B: Send, C: Send>(
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B + Send,
    c: impl FnOnce() -> C + Send,
) -> (A, B, C) {
    let (a, (b, c)) = rayon::join(a, || rayon::join(b, c));
    (a, b, c)
}

/// What became of the rows that analysts filled in.
fn carried_over(CarriedOver { n_rows, n_gone, .. }: CarriedOver) -> Option<String> {
    let gone = match n_gone {
        0 => String::new(),
        n => format!(", {n} of them at the end: their passages are not in this report"),
    };
    (n_rows > 0).then(|| {
        format!("{WORKBOOK} carries over {} filled in by hand{gone}", counted(n_rows, "row"))
    })
}

fn kept((n_rows, name): (usize, &str)) -> String {
    let rows = counted(n_rows, "row");
    if name == WORKBOOK {
        format!(
            "{WORKBOOK} of the earlier report stays as it is, with {rows} filled in by hand; a run that writes a workbook \
             carries over what was filled in"
        )
    } else {
        format!(
            "{WORKBOOK} of the report that was replaced has {rows} filled in by hand about other inputs: it stays as {name}, \
             and nothing of it is carried over"
        )
    }
}

/// Reads back what was written, before it takes the place of what was there: the report is the one that was made, and agrees
/// with its lines, and all other files with these.
fn prove(detection: &Detection, report: &Report, folder: &Path) -> Result<Proved> {
    is_as_written(&folder.join(REPORT), report)?;
    let proved = report::verify(detection, report, written_lines(folder)?)?;
    report::verify_files(report, written_lines(folder)?, &|name| {
        Ok(if folder.join(name).exists() { Some(Box::new(open(folder, name)?)) } else { None })
    })?;
    Ok(proved)
}

fn open(folder: &Path, name: &str) -> Result<BufReader<File>> {
    Ok(BufReader::with_capacity(1 << 20, File::open(folder.join(name))?))
}

fn written_lines(folder: &Path) -> Result<impl Iterator<Item = Result<DocumentLine>>> {
    Ok(open(folder, DOCUMENTS)?.lines().map(|line| Ok(serde_json::from_str(&line?)?)))
}

/// Goes through all inputs once, for every file that has a line for each.
fn write_lines(
    staging: &Staging,
    mut batches: Batches<'_>,
    (documents, mut for_people): (&mut BufWriter<File>, Option<&mut ForPeople<'_>>),
    progress: &ProgressLine,
) -> Result<Stretches> {
    let mut ends = Vec::new();
    let mut made = batches.next()?;
    while !made.is_empty() {
        let (json, people, following) = join(
            || made.iter().try_for_each(|batch| documents.write_all(&batch.json)),
            || for_people.as_mut().map_or(Ok(()), |files| files.see(staging, &made)),
            || batches.next(),
        );
        json.with_context(|| staging.cannot_write(DOCUMENTS)).and(people)?;
        let n_before = ends.len();
        for batch in &made {
            let start = ends.last().copied().unwrap_or_default();
            ends.extend(batch.ends.iter().map(|end| start + *end as u64));
        }
        progress.wrote(ends.len() - n_before);
        made = following?;
    }
    documents.flush().with_context(|| staging.cannot_write(DOCUMENTS))?;
    let file = File::open(staging.path().join(DOCUMENTS)).context(READ_BACK)?;
    Ok(Stretches { file, ends })
}

/// What is said where the lines cannot be read again.
const READ_BACK: &str = "cannot read back `documents.jsonl`";

/// Writes the report to standard output. Tells what was proved, where that is wanted.
pub(super) fn standard_output(
    detection: &Detection,
    report: &Report,
    verify: bool,
) -> Result<Option<Proved>> {
    report::check(report, detection.n_placed())?;
    let proved = if verify {
        Some(report::verify(detection, report, report::document_lines(detection).map(Ok))?)
    } else {
        None
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    write_json(&mut out, report)?;
    out.flush()?;
    Ok(proved)
}
