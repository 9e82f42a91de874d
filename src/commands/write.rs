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

/// The files that are made from the report alone.
const WHOLE: [(&str, Rendering); 3] = [
    (CAMPAIGNS, |report, out| csv::campaigns(report, out)),
    (ADDED_TEXT, |report, out| csv::added_text(report, out)),
    (REPORT, json),
];

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
    verify: bool,
    progress: &Line,
) -> Result<()> {
    let staging = Staging::new(folder, REPORT)?;
    let mut documents = staging.create(DOCUMENTS)?;
    let mut comments = staging.create(COMMENTS)?;
    let mut page = Page::new(report);
    progress.writing(report.totals.inputs);
    let n_lines = lines(
        &staging,
        detection,
        (&mut documents, &mut comments, &mut page),
        progress,
    )?;
    report::check(report, n_lines)?;
    let html = || -> Result<NewFile> {
        let mut html = staging.create(HTML)?;
        page.write(&mut html.out)
            .with_context(|| staging.cannot_write(HTML))?;
        Ok(html)
    };
    let whole = |(name, write): &(&str, Rendering)| -> Result<NewFile> {
        let mut file = staging.create(name)?;
        write(report, &mut file.out).with_context(|| staging.cannot_write(name))?;
        Ok(file)
    };
    let whole = || WHOLE.par_iter().map(whole).collect::<Result<Vec<_>>>();
    let (html, whole) = rayon::join(html, whole);
    let mut files = vec![documents, comments, html?];
    files.extend(whole?);
    files.into_iter().try_for_each(NewFile::finish)?;
    if verify {
        self::verify(detection, staging.path())?;
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
    (documents, comments, page): (&mut NewFile, &mut NewFile, &mut Page<'_>),
    progress: &Line,
) -> Result<usize> {
    let cannot_write_comments = || staging.cannot_write(COMMENTS);
    let mut table = csv::Comments::new(&mut comments.out).with_context(cannot_write_comments)?;
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
        let tables = || {
            made.iter().for_each(|line| page.see(line));
            let written = made.iter().try_for_each(|line| table.row(line));
            written.with_context(cannot_write_comments)
        };
        let ((json, tables), following) = rayon::join(|| rayon::join(json, tables), &mut next);
        json.and(tables)?;
        n_lines += made.len();
        progress.wrote(made.len());
        made = following;
    }
    table.finish().with_context(cannot_write_comments)?;
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
