//! `durian cluster --each`: folders of dockets and exports of many in, a report for each docket and an index of them
//! out.

use std::ffi::OsString;
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail, ensure};
use durian::config::Config;
use durian::guard;
use durian::ingest::{Input, Shard, holds_report};
use durian::report::counted;
use durian::report::printable::line as printable;
use durian::report::schema::{DocketState, Index, IndexedDocket, Report};
use durian::whole_file::{self, UNFINISHED};
use tempfile::TempDir;

use super::docket::{self, Docket};
use super::names::{INDEX, INDEX_PAGE, INDEX_TABLE, REPORT};
use super::{Outcome, cannot_read, exports, index, settings};
use crate::cli::ClusterArguments;

/// What `--each` takes, for messages.
const TAKES: &str =
    "`--each` takes folders with a folder for each docket, and files with records of many";

/// A docket that was found.
#[derive(Default)]
struct Found {
    name: OsString,
    /// The folder that it is, or whose files it is, beside folders that are no part of it.
    folder: PathBuf,
    exclude: Vec<PathBuf>,
    /// What files with the records of many hold of it, where it is in no folder.
    part: Option<Shard>,
}

impl Found {
    /// Where it was found, for messages.
    fn place(&self) -> String {
        match &self.part {
            None => format!("`{}`", self.folder.display()),
            Some(_) => format!("the records of `{}`", self.name.display()),
        }
    }
}

/// Clusters every docket, one after the other, and lists what became of them.
pub(super) fn run(arguments: &ClusterArguments, config: &Config) -> Result<Outcome> {
    let (out, quiet) = (&arguments.output, arguments.reading.options.quiet);
    index::check_folder(out)?;
    let mut found = found(arguments, config)?;
    if let Some(name) = &arguments.only {
        found.retain(|docket| docket.name.to_string_lossy() == name.as_str());
        ensure!(!found.is_empty(), "there is no docket `{}`", printable(name));
    }
    let mut parts = None;
    let dockets = found
        .into_iter()
        .enumerate()
        .map(|(nth, found)| docket(arguments, nth, found, &mut parts))
        .collect::<Result<Vec<_>>>()?;
    if arguments.only.is_some()
        && let Some(docket) = dockets.first()
    {
        return only(&clustered(arguments, config, docket));
    }
    let mut listed = Vec::new();
    for (nth, docket) in dockets.iter().enumerate() {
        let start = Instant::now();
        let row = clustered(arguments, config, docket);
        if let Some(totals) = &row.totals
            && !quiet
            && std::io::stderr().is_terminal()
        {
            let seconds = start.elapsed().as_secs_f64();
            eprintln!(
                "{seconds:>6.1} s  {} of {}: {}: {}",
                nth + 1,
                counted(dockets.len(), "docket"),
                printable(&row.docket),
                totals.in_short()
            );
        }
        listed.push(row);
    }
    index::finish(out, &Index::new(listed)?, quiet, arguments.open)
}

/// What became of one docket of which others make the index: why it failed is for them.
fn only(row: &IndexedDocket) -> Result<Outcome> {
    if let Some(reason) = &row.reason {
        writeln!(std::io::stdout(), "{}", serde_json::to_string(reason)?)?;
        return Ok(Outcome::Failed);
    }
    Ok(match row.state {
        DocketState::SomeUnreadable => Outcome::SomeUnreadable,
        DocketState::Done | DocketState::Failed => Outcome::Done,
    })
}

/// The names of all dockets, in byte order.
///
/// # Errors
/// As [`run`], where they cannot be told apart or found.
pub(super) fn names(arguments: &ClusterArguments) -> Result<Vec<String>> {
    let found = found(arguments, &settings::of_run(arguments)?)?.into_iter();
    Ok(found.map(|docket| docket.name.to_string_lossy().into_owned()).collect())
}

/// Clusters a docket. That it fails stops no other: it is said, and listed.
fn clustered(arguments: &ClusterArguments, config: &Config, docket: &Docket) -> IndexedDocket {
    let name = docket.name.clone().unwrap_or_default();
    let clustered = guard::guarded(|| docket::cluster(arguments, config.clone(), docket))
        .unwrap_or_else(|said| {
            Err(anyhow!("the program broke off: {said}; please report this defect"))
        });
    match clustered {
        Ok((_, Report { title, totals, .. })) => IndexedDocket::done(name, title, totals),
        Err(error) => {
            let reason = format!("{error:#}");
            docket.say(&reason);
            IndexedDocket::failed(name, reason)
        }
    }
}

/// All dockets, in byte order of their names.
///
/// # Errors
/// Where an input cannot be read, two dockets would have the same report folder, or there is no docket.
fn found(arguments: &ClusterArguments, config: &Config) -> Result<Vec<Found>> {
    let (mut in_folders, mut files) = (Vec::new(), Vec::new());
    for input in arguments.reading.inputs() {
        match input {
            Input::Path(folder) if folder.is_dir() => {
                in_folders.extend(in_folder(&folder, arguments)?);
            }
            Input::Path(path) => {
                ensure!(path.exists(), "`{}` is no folder and no file; {TAKES}", path.display());
                files.push(Input::Path(path));
            }
            Input::Shard(path) => bail!("`{}` is a shard; {TAKES}", path.display()),
            Input::StandardInput => bail!("{TAKES}, not standard input"),
        }
    }
    let mut found = in_order(in_folders)?;
    if !files.is_empty() {
        let parts = exports::read(&files, arguments, config)?.into_iter();
        found.extend(parts.map(|(name, part)| Found {
            name: name.into(),
            part: Some(part),
            ..Found::default()
        }));
        found = in_order(found)?;
    }
    ensure!(!found.is_empty(), "no docket found; {TAKES}");
    if let Some(earlier) = &arguments.since {
        ensure!(
            found.iter().any(|docket| has_report(earlier, docket)),
            "`{}` holds no report of any of these dockets; name the folder that `--each` wrote before",
            earlier.display()
        );
    }
    Ok(found)
}

/// Dockets in byte order of their names, which must be different.
fn in_order(mut found: Vec<Found>) -> Result<Vec<Found>> {
    found.sort_by(|a, b| a.name.cmp(&b.name));
    for pair in found.windows(2) {
        ensure!(
            pair[0].name != pair[1].name,
            "{} and {} would have the same report folder; rename one, or give each its own --output",
            pair[0].place(),
            pair[1].place()
        );
    }
    Ok(found)
}

fn has_report(earlier: &Path, docket: &Found) -> bool {
    earlier.join(&docket.name).join(REPORT).is_file()
}

/// The docket, ready to be clustered. What was read of it already waits for its turn on disk, in the folder `parts`.
fn docket(
    arguments: &ClusterArguments,
    nth: usize,
    found: Found,
    parts: &mut Option<TempDir>,
) -> Result<Docket> {
    let since = arguments
        .since
        .as_ref()
        .filter(|earlier| has_report(earlier, &found))
        .map(|earlier| earlier.join(&found.name));
    let is_part = found.part.is_some();
    let input = match found.part {
        None => Input::Path(found.folder),
        Some(part) => Input::Shard(written(nth, &part, parts)?),
    };
    Ok(Docket {
        output: arguments.output.join(&found.name),
        name: Some(found.name.to_string_lossy().into_owned()),
        inputs: vec![input],
        is_part,
        exclude: found.exclude,
        since,
    })
}

/// Writes a shard into a folder that goes when the run ends.
fn written(nth: usize, part: &Shard, parts: &mut Option<TempDir>) -> Result<PathBuf> {
    let folder = match parts {
        Some(folder) => folder,
        None => {
            let made = TempDir::new().context("cannot make a folder for temporary files");
            parts.insert(made?)
        }
    };
    let path = folder.path().join(nth.to_string());
    whole_file::write(&path, |out| part.write(out))?;
    Ok(path)
}

/// The dockets in a folder: every folder directly in it but hidden ones and what this program wrote, and the files
/// directly in it, where there are some that are not hidden, as one more with the name of the folder.
fn in_folder(folder: &Path, arguments: &ClusterArguments) -> Result<Vec<Found>> {
    let whole = folder.canonicalize().with_context(|| cannot_read(folder))?;
    // Reports and known texts.
    let written: Vec<PathBuf> = std::iter::once(&arguments.output)
        .chain(&arguments.since)
        .chain(&arguments.known)
        .filter_map(|path| path.canonicalize().ok())
        .collect();
    ensure!(
        arguments.output.canonicalize().ok() != Some(whole.clone()),
        "`{}` contains the dockets; name another folder for their reports",
        folder.display()
    );
    let (mut dockets, mut folders, mut has_files) = (Vec::new(), Vec::new(), false);
    for found in fs::read_dir(folder).with_context(|| cannot_read(folder))? {
        let entry = found.with_context(|| cannot_read(folder))?;
        let (name, path) = (entry.file_name(), entry.path());
        let is_hidden = name.as_encoded_bytes().starts_with(b".");
        if !entry.file_type().with_context(|| cannot_read(folder))?.is_dir() {
            has_files |= !is_hidden && !written.contains(&whole.join(&name));
            continue;
        }
        let is_written = name.to_string_lossy().starts_with(UNFINISHED)
            || written.contains(&whole.join(&name))
            || holds_report(&path)
            || index::holds_index(&path);
        if is_hidden && !is_written && !arguments.reading.options.quiet {
            super::say(&format!(
                "{}: a hidden folder, which is no docket",
                printable(&path.display().to_string())
            ));
        }
        if !is_hidden && !is_written {
            ensure!(
                ![INDEX, INDEX_TABLE, INDEX_PAGE].iter().any(|index| name == *index),
                "`{}` would have its report where the index stands; rename it",
                path.display()
            );
            dockets.push(Found { name, folder: path.clone(), ..Found::default() });
        }
        folders.push(path);
    }
    if has_files {
        dockets.push(Found {
            name: whole.file_name().unwrap_or(whole.as_os_str()).to_owned(),
            folder: folder.to_owned(),
            exclude: folders,
            part: None,
        });
    }
    Ok(dockets)
}
