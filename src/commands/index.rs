//! `durian index`: report folders in, an index of them out. `durian cluster --each` ends with the same.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use durian::ingest::{holds_report, names_program};
use durian::report::printable::line as printable;
use durian::report::schema::{DocketState, Index, IndexedDocket, Totals};
use durian::report::{counted, csv, html, not_none, tables};
use durian::whole_file::{self, UNFINISHED};
use rayon::prelude::*;
use serde::Deserialize;

use super::names::{HTML, INDEX, INDEX_PAGE, INDEX_TABLE, REPORT};
use super::{Outcome, cannot_read, cannot_write, read, read_parsed, shell, staging, write_json};
use crate::cli::IndexArguments;

/// Dockets that failed and are named in the summary; the index names all.
const MOST_NAMED: usize = 10;
/// How an index in CSV begins.
const TABLE_HEAD: &[u8] = b"\xEF\xBB\xBFdocket,state,";
/// How its page does.
const PAGE_HEAD: &[u8] = b"<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"generator\" content=\"durian";

pub(super) fn run(arguments: &IndexArguments) -> Result<Outcome> {
    let folder = &arguments.folder;
    ensure!(
        folder.is_dir(),
        "`{}` is no folder; name the one with the report folders",
        folder.display()
    );
    check_folder(folder)?;
    // The dockets to list, each with why it failed, where it did.
    let wanted: Option<BTreeMap<String, Option<String>>> = arguments
        .dockets
        .as_deref()
        .map(|path| {
            read_parsed(path, "the names of dockets in ", |json| Ok(serde_json::from_str(json)?))
        })
        .transpose()?;
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| cannot_read(folder))? {
        let name = entry.with_context(|| cannot_read(folder))?.file_name();
        let text = name.to_string_lossy();
        let is_wanted =
            wanted.as_ref().is_none_or(|dockets| dockets.get(&*text).is_some_and(Option::is_none));
        if !text.starts_with(UNFINISHED) && is_wanted && holds_report(&folder.join(&name)) {
            names.push(name);
        }
    }
    let mut dockets: Vec<IndexedDocket> = names
        .par_iter()
        .map(|name| {
            let text = name.to_string_lossy().into_owned();
            match standing(&folder.join(name)) {
                Ok((title, totals)) => IndexedDocket::done(text, title, totals),
                Err(error) => IndexedDocket::failed(text, format!("{error:#}")),
            }
        })
        .collect();
    for (name, reason) in wanted.into_iter().flatten() {
        dockets.extend(reason.map(|reason| IndexedDocket::failed(name, reason)));
    }
    ensure!(
        !dockets.is_empty(),
        "`{}` holds no report folder; name the folder that has one for each docket",
        folder.display()
    );
    let index = Index::new(dockets)?;
    for docket in &index.dockets {
        if let Some(reason) = &docket.reason {
            super::say(&format!("{}: {reason}", printable(&docket.docket)));
        }
    }
    finish(folder, &index, arguments.quiet, arguments.open)
}

/// Title and totals of a report that stands.
fn standing(folder: &Path) -> Result<(String, Totals)> {
    #[derive(Deserialize)]
    #[serde(rename = "Report")]
    struct Standing {
        title: String,
        totals: Totals,
    }
    let report: Standing = read::report(&read::folder(folder)?)?;
    Ok((report.title, report.totals))
}

/// Refuses a folder that holds a report of its own, or an index of somebody else's, or that cannot be written,
/// before any work is done.
pub(super) fn check_folder(folder: &Path) -> Result<()> {
    ensure!(
        !folder.join(REPORT).exists(),
        "`{}` holds the report of one docket; name another folder for those of many",
        folder.display()
    );
    let [index, table, page] = [INDEX, INDEX_TABLE, INDEX_PAGE].map(|name| folder.join(name));
    for (path, is_ours) in [
        (&index, holds_index(folder)),
        (&table, begins(&table, TABLE_HEAD)),
        (&page, begins(&page, PAGE_HEAD)),
    ] {
        ensure!(
            is_ours || fs::symlink_metadata(path).is_err(),
            "`{}` exists and is no index of ours; name another folder",
            path.display()
        );
    }
    staging::probe(&index)?;
    Ok(())
}

/// Whether a folder holds the reports of many dockets.
pub(super) fn holds_index(folder: &Path) -> bool {
    names_program(&folder.join(INDEX))
}

fn begins(path: &Path, with: &[u8]) -> bool {
    let mut head = vec![0; with.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok() && head == with
}

/// Writes the index, says what is in it, and how the command ends.
pub(super) fn finish(folder: &Path, index: &Index, quiet: bool, open: bool) -> Result<Outcome> {
    write(folder, index).with_context(|| cannot_write(&folder.join(INDEX)))?;
    if !quiet {
        super::tell(&summary(folder, index));
    }
    let n_failed = index.n_dockets(DocketState::Failed);
    if n_failed == index.dockets.len() {
        bail!("no docket has a report; `{}` says why", folder.join(INDEX).display());
    }
    if open {
        shell::open(&folder.join(INDEX_PAGE), "")?;
    }
    Ok(Outcome::with_unreadable(index.n_dockets(DocketState::Done) < index.dockets.len()))
}

/// Writes the three files. None takes its place before all are complete.
fn write(folder: &Path, index: &Index) -> Result<()> {
    fs::create_dir_all(folder)?;
    let table = whole_file::complete(folder, |out| {
        csv::write(INDEX_TABLE, tables::index(index), out).map(drop)
    })?;
    let page = whole_file::complete(folder, |out| html::write_index(index, HTML, out))?;
    let json = whole_file::complete(folder, |out| write_json(out, index))?;
    page.persist(folder.join(INDEX_PAGE))?;
    table.persist(folder.join(INDEX_TABLE))?;
    json.persist(folder.join(INDEX))?;
    staging::synchronize(folder).ok();
    Ok(())
}

/// What became of all dockets, in a few lines, and what to do next.
fn summary(folder: &Path, index: &Index) -> String {
    let mut lines =
        vec![format!("{}: {}", counted(index.dockets.len(), "docket"), index.totals.in_short())];
    for (state, words) in [
        (DocketState::SomeUnreadable, "with inputs that could not be read"),
        (DocketState::Failed, "failed"),
    ] {
        let n = index.n_dockets(state);
        if n > 0 {
            lines.push(format!("{} {words}", counted(n, "docket")));
        }
    }
    let mut failed =
        index.dockets.iter().filter_map(|docket| Some((docket, docket.reason.as_ref()?)));
    for (docket, reason) in failed.by_ref().take(MOST_NAMED) {
        lines.push(format!("  {}: {}", printable(&docket.docket), printable(reason)));
    }
    lines.extend(not_none([(failed.count(), "more that failed")]).map(|n| format!("  and {n}")));
    lines.push(format!("next: open {} in a browser", folder.join(INDEX_PAGE).display()));
    lines.join("\n") + "\n"
}
