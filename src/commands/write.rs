//! A report in, files out: each file appears whole or not at all.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use durian::Detection;
use durian::report::{self, schema::Report};
use tempfile::NamedTempFile;

const REPORT: &str = "report.json";
const DOCUMENTS: &str = "documents.jsonl";

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
pub(super) fn folder(folder: &Path, detection: &Detection, report: &Report) -> Result<()> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot create the folder `{}`", folder.display()))?;
    let mut n_lines = 0;
    let documents = whole_file(folder, |out| {
        for line in report::document_lines(detection) {
            serde_json::to_writer(&mut *out, &line)?;
            out.write_all(b"\n")?;
            n_lines += 1;
        }
        Ok(())
    })?;
    report::check(report, n_lines)?;
    let report = whole_file(folder, |out| json(report, out))?;
    for (file, name) in [(documents, DOCUMENTS), (report, REPORT)] {
        let path = folder.join(name);
        file.persist(&path)
            .with_context(|| format!("cannot write `{}`", path.display()))?;
    }
    Ok(())
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

/// A complete file under a temporary name in the folder, safe on disk.
fn whole_file(
    folder: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<()>,
) -> Result<NamedTempFile> {
    let file = NamedTempFile::new_in(folder)
        .with_context(|| format!("cannot write into `{}`", folder.display()))?;
    let mut out = BufWriter::with_capacity(1 << 20, file);
    write(&mut out).with_context(|| format!("cannot write into `{}`", folder.display()))?;
    let file = out
        .into_inner()
        .map_err(std::io::IntoInnerError::into_error)
        .with_context(|| format!("cannot write into `{}`", folder.display()))?;
    file.as_file()
        .sync_all()
        .with_context(|| format!("cannot write into `{}`", folder.display()))?;
    Ok(file)
}
