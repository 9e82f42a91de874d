//! A report in, files out: each file appears whole or not at all.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use durian::Detection;
use durian::report::schema::{DocumentLine, Report};
use durian::report::{self, csv, html::Page};
use tempfile::NamedTempFile;

use super::progress::Line;

pub(super) const REPORT: &str = "report.json";
pub(super) const DOCUMENTS: &str = "documents.jsonl";
const COMMENTS: &str = "comments.csv";
const HTML: &str = "report.html";

/// Writes a report in one of its forms.
type Rendering = fn(&Report, &mut dyn Write) -> Result<()>;

/// The files that are made from the report alone.
const WHOLE: [(&str, Rendering); 3] = [
    ("campaigns.csv", |report, out| csv::campaigns(report, out)),
    ("added-text.csv", |report, out| csv::added_text(report, out)),
    (REPORT, json),
];

/// Refuses a folder that holds something else than an earlier report, before any work is done.
pub(super) fn check_folder(folder: &Path) -> Result<()> {
    let is_empty = !folder.exists()
        || folder.is_dir()
            && fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
    ensure!(
        is_empty || folder.join(REPORT).is_file(),
        "`{}` exists and holds no report of ours; name another folder with --output",
        folder.display()
    );
    Ok(())
}

/// Writes the report folder. `report.json` comes last: where it stands, the rest is complete.
pub(super) fn folder(
    folder: &Path,
    detection: &Detection,
    report: &Report,
    progress: &Line,
) -> Result<()> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot create the folder `{}`", folder.display()))?;
    let mut documents = NewFile::create(folder, DOCUMENTS)?;
    let mut comments = NewFile::create(folder, COMMENTS)?;
    let mut page = Page::new(report);
    progress.writing(report.totals.inputs);
    let n_lines = lines(folder, detection, &mut documents, &mut comments, |line| {
        page.see(line);
        progress.wrote();
    })?;
    report::check(report, n_lines)?;
    let mut html = NewFile::create(folder, HTML)?;
    page.write(&mut html.out)
        .with_context(|| cannot_write(folder, HTML))?;
    let mut files = vec![documents, comments, html];
    for (name, write) in WHOLE {
        let mut file = NewFile::create(folder, name)?;
        write(report, &mut file.out).with_context(|| cannot_write(folder, name))?;
        files.push(file);
    }
    // Nothing appears before everything is safe on disk.
    let complete: Result<Vec<_>> = files.into_iter().map(NewFile::complete).collect();
    for (file, path) in complete? {
        file.persist(&path)
            .with_context(|| format!("cannot write `{}`", path.display()))?;
    }
    Ok(())
}

/// Goes through all inputs once, for every file that has a line for each. Gives their number.
fn lines(
    folder: &Path,
    detection: &Detection,
    documents: &mut NewFile,
    comments: &mut NewFile,
    mut each: impl FnMut(&DocumentLine),
) -> Result<usize> {
    let mut table =
        csv::Comments::new(&mut comments.out).with_context(|| cannot_write(folder, COMMENTS))?;
    let mut n_lines = 0;
    for line in report::document_lines(detection) {
        serde_json::to_writer(&mut documents.out, &line)
            .map_err(anyhow::Error::from)
            .and_then(|()| Ok(documents.out.write_all(b"\n")?))
            .with_context(|| cannot_write(folder, DOCUMENTS))?;
        table
            .row(&line)
            .with_context(|| cannot_write(folder, COMMENTS))?;
        each(&line);
        n_lines += 1;
    }
    table
        .finish()
        .with_context(|| cannot_write(folder, COMMENTS))?;
    Ok(n_lines)
}

/// Writes the report to standard output.
pub(super) fn standard_output(detection: &Detection, report: &Report) -> Result<()> {
    report::check(report, report::document_lines(detection).count())?;
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

fn cannot_write(folder: &Path, name: &str) -> String {
    format!("cannot write `{}`", folder.join(name).display())
}

/// A file that has a temporary name until it is complete.
struct NewFile {
    out: BufWriter<NamedTempFile>,
    path: PathBuf,
}

impl NewFile {
    fn create(folder: &Path, name: &str) -> Result<Self> {
        let mut file = tempfile::Builder::new();
        // As other programs write files: for whom the user's umask says.
        #[cfg(unix)]
        file.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = file
            .tempfile_in(folder)
            .with_context(|| format!("cannot write into `{}`", folder.display()))?;
        Ok(Self {
            out: BufWriter::with_capacity(1 << 20, file),
            path: folder.join(name),
        })
    }

    /// The file safe on disk, and the path it is to have.
    fn complete(self) -> Result<(NamedTempFile, PathBuf)> {
        let context = || format!("cannot write `{}`", self.path.display());
        let file = self
            .out
            .into_inner()
            .map_err(std::io::IntoInnerError::into_error)
            .with_context(context)?;
        file.as_file().sync_all().with_context(context)?;
        Ok((file, self.path))
    }
}
