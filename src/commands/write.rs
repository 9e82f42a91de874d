//! A report in, files out: all of them appear, or none.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use durian::Detection;
use durian::ingest::holds_report;
use durian::report::schema::{DocumentLine, Report};
use durian::report::{self, csv, html::Page};

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
    let n_lines = lines(&staging, detection, &mut documents, &mut comments, |line| {
        page.see(line);
        progress.wrote();
    })?;
    report::check(report, n_lines)?;
    let mut html = staging.create(HTML)?;
    page.write(&mut html.out)
        .with_context(|| staging.cannot_write(HTML))?;
    let mut files = vec![documents, comments, html];
    for (name, write) in WHOLE {
        let mut file = staging.create(name)?;
        write(report, &mut file.out).with_context(|| staging.cannot_write(name))?;
        files.push(file);
    }
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

/// Goes through all inputs once, for every file that has a line for each. Gives their number.
fn lines(
    staging: &Staging,
    detection: &Detection,
    documents: &mut NewFile,
    comments: &mut NewFile,
    mut each: impl FnMut(&DocumentLine),
) -> Result<usize> {
    let mut table =
        csv::Comments::new(&mut comments.out).with_context(|| staging.cannot_write(COMMENTS))?;
    let mut n_lines = 0;
    for line in report::document_lines(detection) {
        serde_json::to_writer(&mut documents.out, &line)
            .map_err(anyhow::Error::from)
            .and_then(|()| Ok(documents.out.write_all(b"\n")?))
            .with_context(|| staging.cannot_write(DOCUMENTS))?;
        table
            .row(&line)
            .with_context(|| staging.cannot_write(COMMENTS))?;
        each(&line);
        n_lines += 1;
    }
    table
        .finish()
        .with_context(|| staging.cannot_write(COMMENTS))?;
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
