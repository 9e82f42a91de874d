//! A report in, files out: all of them appear, or none.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use durian::Detection;
use durian::ingest::holds_report;
use durian::report::schema::{DocumentLine, Report};
use durian::report::workbook::{Contents, Workbook};
use durian::report::{self, Proved, counted, csv, html::Page};
use rayon::prelude::*;

use super::filled::Filled;
use super::names::{
    self, ADDED_TEXT, CAMPAIGNS, CLUSTERS, COMMENTS, DOCUMENTS, HTML, REPORT, REPORT_FOLDER,
    WORKBOOK,
};
use super::progress::ProgressLine;
use super::staging::{self, NewFile, Staging};
use super::steps::LinesOfParts;

/// Writes a report in one of its forms.
type Rendering = fn(&Report, &mut dyn Write) -> Result<()>;

/// The files that are made from the report alone, the JSON first.
const WHOLE: [(&str, Rendering); 4] = [
    (REPORT, json),
    (CAMPAIGNS, |report, out| csv::campaigns(report, out)),
    (CLUSTERS, |report, out| csv::clusters(report, out)),
    (ADDED_TEXT, |report, out| csv::added_text(report, out)),
];

/// What is wanted of a report folder.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    /// Nothing but the JSON.
    pub(super) json_only: bool,
    /// The workbook besides, where not the JSON alone is wanted.
    pub(super) workbook: bool,
    /// What was filled in in earlier workbooks.
    pub(super) filled: &'a Filled,
    /// The files are read back before they stand.
    pub(super) verify: bool,
}

/// What became of a report folder.
#[derive(Default)]
pub(super) struct Written {
    /// What was proved, where that is wanted.
    pub(super) proved: Option<Proved>,
    /// What became of the rows that analysts filled in, in words; none where there are none.
    pub(super) filled: Option<String>,
}

/// The files for people that have something of every input.
struct ForPeople<'a> {
    comments: csv::Comments<'a, NewFile>,
    workbook: Option<Workbook<'a>>,
    page: Page<'a>,
}

impl<'a> ForPeople<'a> {
    fn begin(
        staging: &Staging,
        report: &'a Report,
        workbook: Option<&'a Contents>,
    ) -> Result<Self> {
        let comments = csv::Comments::new(report, staging.create(COMMENTS)?);
        let workbook = workbook.map(|contents| {
            let workbook = Workbook::new(report, contents, staging.path());
            workbook.with_context(|| staging.cannot_write(WORKBOOK))
        });
        Ok(Self {
            comments: comments.with_context(|| staging.cannot_write(COMMENTS))?,
            workbook: workbook.transpose()?,
            page: Page::new(report),
        })
    }

    fn see<'b>(
        &mut self,
        staging: &Staging,
        lines: impl Iterator<Item = &'b DocumentLine> + Clone + Send,
    ) -> Result<()> {
        let Self {
            comments,
            workbook,
            page,
        } = self;
        let (mut rows, mut of_sheet) = (lines.clone(), lines.clone());
        let (written, ((), table)) = rayon::join(
            || {
                let mut workbook = workbook.iter_mut();
                workbook.try_for_each(|it| of_sheet.try_for_each(|line| it.see(line)))
            },
            || {
                rayon::join(
                    || lines.for_each(|line| page.see(line)),
                    || rows.try_for_each(|line| comments.row(line)),
                )
            },
        );
        written.with_context(|| staging.cannot_write(WORKBOOK))?;
        table.with_context(|| staging.cannot_write(COMMENTS))
    }

    /// The page and the workbook are written once everything was seen. Tells how many rows that were filled in have
    /// no place any more.
    fn end(self, staging: &Staging) -> Result<usize> {
        let Self {
            comments,
            workbook,
            page,
        } = self;
        let html = || {
            let mut html = staging.create(HTML)?;
            let written = page.write(&mut html.out);
            written.with_context(|| staging.cannot_write(HTML))?;
            html.finish()
        };
        let workbook = || {
            let Some(workbook) = workbook else {
                return Ok(0);
            };
            let finished = workbook.finish(staging.create(WORKBOOK)?);
            let (file, n_gone) = finished.with_context(|| staging.cannot_write(WORKBOOK))?;
            file.finish()?;
            Ok(n_gone)
        };
        let comments = || {
            let finished = comments.finish();
            finished
                .with_context(|| staging.cannot_write(COMMENTS))?
                .finish()
        };
        let ((html, comments), n_gone) = rayon::join(|| rayon::join(html, comments), workbook);
        html.and(comments)?;
        n_gone
    }
}

/// Refuses a folder that holds something else than an earlier report, or that cannot be written,
/// before any work is done.
pub(super) fn check_folder(folder: &Path) -> Result<()> {
    // What a run left behind that was killed while it moved its files in one by one.
    let has_only_ours = || {
        !folder.join(REPORT).exists()
            && fs::read_dir(folder).is_ok_and(|mut entries| {
                entries.all(|entry| entry.is_ok_and(|entry| names::is_ours(&entry.file_name())))
            })
    };
    let is_free = fs::symlink_metadata(folder).is_err()
        || folder.is_dir() && (holds_report(folder) || has_only_ours());
    ensure!(
        is_free,
        "`{}` exists and holds no report of ours; name another folder with --output",
        folder.display()
    );
    staging::probe(folder)
}

/// Writes the report folder, all of it or nothing.
pub(super) fn folder(
    folder: &Path,
    report: &Report,
    lines: LineSource<'_>,
    wanted: Wanted<'_>,
    progress: &ProgressLine,
) -> Result<Written> {
    let staging = Staging::new(folder, REPORT_FOLDER)?;
    let mut documents = staging.create(DOCUMENTS)?;
    let contents = (!wanted.json_only && wanted.workbook).then_some(&wanted.filled.contents);
    let for_people = (!wanted.json_only).then(|| ForPeople::begin(&staging, report, contents));
    let mut for_people = for_people.transpose()?;
    progress.writing(report.totals.inputs);
    let detection = lines.detection();
    let files = (&mut documents, for_people.as_mut());
    let n_lines = write_lines(&staging, lines, files, progress)?;
    report::check(report, n_lines)?;
    let for_people = || -> Result<usize> {
        let n_gone = for_people.map(|files| files.end(&staging)).transpose()?;
        Ok(n_gone.unwrap_or_default())
    };
    let whole = |(name, write): &(&str, Rendering)| -> Result<()> {
        let mut file = staging.create(name)?;
        write(report, &mut file.out).with_context(|| staging.cannot_write(name))?;
        file.finish()
    };
    let n_whole = if wanted.json_only { 1 } else { WHOLE.len() };
    let whole = || WHOLE[..n_whole].par_iter().try_for_each(whole);
    // To bring a file to the disk is to wait: the others are made meanwhile.
    let (documents, (for_people, whole)) =
        rayon::join(|| documents.finish(), || rayon::join(for_people, whole));
    let n_gone = for_people.and_then(|n_gone| documents.and(whole).map(|()| n_gone))?;
    let filled = match contents {
        Some(contents) => carried_over(contents, n_gone),
        None => wanted.filled.keep_in(staging.path())?.map(kept),
    };
    let proved = detection.filter(|_| wanted.verify).map(|detection| {
        progress.stage("proving the report");
        verify(detection, staging.path())
    });
    let proved = proved.transpose()?;
    wanted.filled.check()?;
    staging.publish()?;
    Ok(Written { proved, filled })
}

/// What became of the rows that analysts filled in.
fn carried_over(contents: &Contents, n_gone: usize) -> Option<String> {
    let n_rows = contents.responses.n_rows();
    let gone = match n_gone {
        0 => String::new(),
        n => format!(", {n} of them at the end: their passages are not in this report"),
    };
    let rows = counted(n_rows, "row");
    (n_rows > 0).then(|| format!("{WORKBOOK} carries over {rows} filled in by hand{gone}"))
}

fn kept(n_rows: usize) -> String {
    format!(
        "{WORKBOOK} of the earlier report stays as it is, with {} filled in by hand; a run that writes a workbook \
         carries over what was filled in",
        counted(n_rows, "row")
    )
}

/// Reads back what was written, before it takes the place of what was there.
fn verify(detection: &Detection, folder: &Path) -> Result<Proved> {
    let read = |name: &str| -> Result<BufReader<File>> {
        Ok(BufReader::with_capacity(
            1 << 20,
            File::open(folder.join(name))?,
        ))
    };
    let report: Report = serde_json::from_reader(read(REPORT)?)?;
    let lines = read(DOCUMENTS)?.lines();
    let lines = lines.map(|line| Ok(serde_json::from_str(&line?)?));
    report::verify(detection, &report, lines)
        .context("the report does not hold together; please report this defect")
}

/// Lines that one thread makes at a time.
const LINES_IN_PART: usize = 256;
/// Parts that are made together, while those before them are written. Texts may be long: no more lines
/// are held than that.
const PARTS_AT_ONCE: usize = 8;

/// Some lines, made and not yet written.
#[derive(Default)]
struct Made {
    /// As they stand in the file.
    json: Vec<u8>,
    n_lines: usize,
    /// Where somebody needs them besides.
    lines: Vec<DocumentLine>,
}

impl Made {
    fn of(lines: impl Iterator<Item = DocumentLine>, are_kept: bool) -> Result<Self> {
        let mut made = Self::default();
        for line in lines {
            serde_json::to_writer(&mut made.json, &line)?;
            made.json.push(b'\n');
            made.n_lines += 1;
            made.lines.extend(are_kept.then_some(line));
        }
        Ok(made)
    }

    /// Of lines that others made.
    fn of_written(lines: &[Vec<u8>], are_kept: bool) -> Result<Self> {
        let read = |line: &Vec<u8>| Ok(serde_json::from_slice(line)?);
        let kept = if are_kept { lines } else { &[] };
        Ok(Self {
            json: lines.concat(),
            n_lines: lines.len(),
            lines: kept.iter().map(read).collect::<Result<_>>()?,
        })
    }
}

/// Where the lines come from.
pub(super) enum LineSource<'a> {
    /// They are made here.
    Detection(&'a Detection, Box<report::Lines<'a>>, usize),
    /// Others made them.
    Parts(LinesOfParts),
}

impl<'a> LineSource<'a> {
    /// Lines that are made here.
    pub(super) fn of(detection: &'a Detection) -> Self {
        Self::Detection(detection, Box::new(report::Lines::of(detection)), 0)
    }

    fn detection(&self) -> Option<&'a Detection> {
        match self {
            Self::Detection(detection, ..) => Some(detection),
            Self::Parts(_) => None,
        }
    }

    /// The next parts, each of some lines; none at the end.
    fn next(&mut self, are_kept: bool) -> Result<Vec<Made>> {
        match self {
            Self::Detection(_, lines, start) => {
                let n_lines = lines.n_lines();
                let starts: Vec<usize> = (*start..n_lines)
                    .step_by(LINES_IN_PART)
                    .take(PARTS_AT_ONCE)
                    .collect();
                *start += starts.len() * LINES_IN_PART;
                let ranges = starts.into_par_iter();
                let ranges = ranges.map(|start| start..(start + LINES_IN_PART).min(n_lines));
                let made = ranges.map(|range| Made::of(lines.range(range), are_kept));
                made.collect()
            }
            Self::Parts(parts) => {
                let lines = parts.next(LINES_IN_PART * PARTS_AT_ONCE)?;
                let some = lines.par_chunks(LINES_IN_PART);
                some.map(|some| Made::of_written(some, are_kept)).collect()
            }
        }
    }
}

/// Goes through all inputs once, for every file that has a line for each. Gives their number.
fn write_lines(
    staging: &Staging,
    mut lines: LineSource<'_>,
    (documents, mut for_people): (&mut NewFile, Option<&mut ForPeople<'_>>),
    progress: &ProgressLine,
) -> Result<usize> {
    let are_kept = for_people.is_some();
    let mut n_lines = 0;
    let mut made = lines.next(are_kept)?;
    while !made.is_empty() {
        let json = || {
            let mut parts = made.iter();
            let written = parts.try_for_each(|part: &Made| documents.out.write_all(&part.json));
            written.with_context(|| staging.cannot_write(DOCUMENTS))
        };
        let for_people = || {
            let Some(files) = &mut for_people else {
                return Ok(());
            };
            files.see(staging, made.iter().flat_map(|part| &part.lines))
        };
        let (written, following) =
            rayon::join(|| rayon::join(json, for_people), || lines.next(are_kept));
        let (json, people) = written;
        json.and(people)?;
        let n_written = made.iter().map(|part| part.n_lines).sum();
        progress.wrote(n_written);
        n_lines += n_written;
        made = following?;
    }
    Ok(n_lines)
}

/// Writes the report to standard output. Tells what was proved, where that is wanted.
pub(super) fn standard_output(
    detection: &Detection,
    report: &Report,
    verify: bool,
) -> Result<Option<Proved>> {
    report::check(report, report::document_lines(detection).count())?;
    let lines = report::document_lines(detection).map(Ok);
    let proved = verify.then(|| report::verify(detection, report, lines));
    let proved = proved.transpose()?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    json(report, &mut out)?;
    out.flush()?;
    Ok(proved)
}

fn json(report: &Report, mut out: &mut dyn Write) -> Result<()> {
    serde_json::to_writer_pretty(&mut out, report)?;
    out.write_all(b"\n")?;
    Ok(())
}
