//! A report in, files out: all of them appear, or none.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use durian::Detection;
use durian::ingest::holds_report;
use durian::report::schema::{DocumentLine, Report};
use durian::report::{self, csv, html::Page};
use rayon::prelude::*;

use super::progress::Line;
use super::staging::{self, NewFile, Staging};

pub(super) const REPORT: &str = "report.json";
pub(super) const DOCUMENTS: &str = "documents.jsonl";
const COMMENTS: &str = "comments.csv";
const HTML: &str = "report.html";
const CAMPAIGNS: &str = "campaigns.csv";
const ADDED_TEXT: &str = "added-text.csv";

/// The files of a report folder.
pub(super) const FILES: [&str; 6] = [REPORT, DOCUMENTS, COMMENTS, HTML, CAMPAIGNS, ADDED_TEXT];

/// Writes a report in one of its forms.
type Rendering = fn(&Report, &mut dyn Write) -> Result<()>;

/// The files that are made from the report alone, the JSON first.
const WHOLE: [(&str, Rendering); 3] = [
    (REPORT, json),
    (CAMPAIGNS, |report, out| csv::campaigns(report, out)),
    (ADDED_TEXT, |report, out| csv::added_text(report, out)),
];

/// What is wanted of a report folder.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// Nothing but the JSON.
    pub(super) json_only: bool,
    /// The files are read back before they stand.
    pub(super) verify: bool,
}

/// The files for people that have something of every input.
struct ForPeople<'a> {
    comments: csv::Comments<NewFile>,
    page: Page<'a>,
}

impl<'a> ForPeople<'a> {
    fn begin(staging: &Staging, report: &'a Report) -> Result<Self> {
        let comments = csv::Comments::new(staging.create(COMMENTS)?);
        Ok(Self {
            comments: comments.with_context(|| staging.cannot_write(COMMENTS))?,
            page: Page::new(report),
        })
    }

    fn see(&mut self, line: &DocumentLine) -> Result<()> {
        self.page.see(line);
        self.comments.row(line)
    }

    /// The page is written once everything was seen.
    fn end(self, staging: &Staging) -> Result<[NewFile; 2]> {
        let comments = self.comments.finish();
        let mut html = staging.create(HTML)?;
        let written = self.page.write(&mut html.out);
        written.with_context(|| staging.cannot_write(HTML))?;
        Ok([
            comments.with_context(|| staging.cannot_write(COMMENTS))?,
            html,
        ])
    }
}

/// Refuses a folder that holds something else than an earlier report, or that cannot be written,
/// before any work is done.
pub(super) fn check_folder(folder: &Path) -> Result<()> {
    // What a run left behind that was killed while it moved its files in one by one.
    let has_only_ours = || {
        !folder.join(REPORT).exists()
            && fs::read_dir(folder).is_ok_and(|mut entries| {
                entries.all(|entry| entry.is_ok_and(|entry| staging::is_ours(&entry.file_name())))
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
    detection: &Detection,
    report: &Report,
    wanted: Wanted,
    progress: &Line,
) -> Result<()> {
    let staging = Staging::new(folder, REPORT)?;
    let mut documents = staging.create(DOCUMENTS)?;
    let for_people = (!wanted.json_only).then(|| ForPeople::begin(&staging, report));
    let mut for_people = for_people.transpose()?;
    progress.writing(report.totals.inputs);
    let n_lines = lines(
        &staging,
        detection,
        (&mut documents, for_people.as_mut()),
        progress,
    )?;
    report::check(report, n_lines)?;
    let for_people = || for_people.map(|files| files.end(&staging)).transpose();
    let whole = |(name, write): &(&str, Rendering)| -> Result<NewFile> {
        let mut file = staging.create(name)?;
        write(report, &mut file.out).with_context(|| staging.cannot_write(name))?;
        Ok(file)
    };
    let n_whole = if wanted.json_only { 1 } else { WHOLE.len() };
    let whole = WHOLE[..n_whole].par_iter().map(whole);
    let (for_people, whole) = rayon::join(for_people, || whole.collect::<Result<Vec<_>>>());
    let mut files = vec![documents];
    files.extend(for_people?.into_iter().flatten());
    files.extend(whole?);
    files.into_iter().try_for_each(NewFile::finish)?;
    if wanted.verify {
        verify(detection, staging.path())?;
    }
    staging.publish()
}

/// Reads back what was written, before it takes the place of what was there.
fn verify(detection: &Detection, folder: &Path) -> Result<()> {
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

/// Lines that are made and written together, while the next ones are made.
const LINES_AT_ONCE: usize = 2048;

/// Goes through all inputs once, for every file that has a line for each. Gives their number.
fn lines(
    staging: &Staging,
    detection: &Detection,
    (documents, mut for_people): (&mut NewFile, Option<&mut ForPeople<'_>>),
    progress: &Line,
) -> Result<usize> {
    let mut lines = report::document_lines(detection);
    let mut next = || -> Vec<DocumentLine> { lines.by_ref().take(LINES_AT_ONCE).collect() };
    let mut made = next();
    let mut n_lines = 0;
    while !made.is_empty() {
        let json = || {
            let line = |line| -> Result<()> {
                serde_json::to_writer(&mut documents.out, line)?;
                Ok(documents.out.write_all(b"\n")?)
            };
            let written = made.iter().try_for_each(line);
            written.with_context(|| staging.cannot_write(DOCUMENTS))
        };
        let for_people = || {
            let Some(files) = &mut for_people else {
                return Ok(());
            };
            let written = made.iter().try_for_each(|line| files.see(line));
            written.with_context(|| staging.cannot_write(COMMENTS))
        };
        let ((json, people), following) = rayon::join(|| rayon::join(json, for_people), &mut next);
        json.and(people)?;
        n_lines += made.len();
        progress.wrote(made.len());
        made = following;
    }
    Ok(n_lines)
}

/// Writes the report to standard output.
pub(super) fn standard_output(detection: &Detection, report: &Report, verify: bool) -> Result<()> {
    report::check(report, report::document_lines(detection).count())?;
    if verify {
        report::verify(detection, report, report::document_lines(detection).map(Ok))?;
    }
    let mut out = BufWriter::new(std::io::stdout().lock());
    json(report, &mut out)?;
    out.flush()?;
    Ok(())
}

fn json(report: &Report, mut out: &mut dyn Write) -> Result<()> {
    serde_json::to_writer_pretty(&mut out, report)?;
    out.write_all(b"\n")?;
    Ok(())
}
