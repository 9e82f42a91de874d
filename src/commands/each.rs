//! `durian cluster --each`: folders of dockets in, a report for each docket and an index of them out.

use std::ffi::OsString;
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail, ensure};
use durian::config::Config;
use durian::guard;
use durian::ingest::{Input, UNFINISHED, holds_report};
use durian::report::counted;
use durian::report::printable::line as printable;
use durian::report::schema::{DocketState, Index, IndexedDocket, Report};

use super::cluster::{Docket, cluster};
use super::names::{INDEX, INDEX_TABLE, REPORT};
use super::{Outcome, index};
use crate::cli::ClusterArguments;

/// A docket that was found: a folder, or the files that lie in a folder beside the others.
struct Found {
    name: OsString,
    folder: PathBuf,
    /// Folders in it that are no part of it.
    exclude: Vec<PathBuf>,
}

/// Clusters every docket, one after the other, and lists what became of them.
pub(super) fn run(arguments: &ClusterArguments, config: &Config) -> Result<Outcome> {
    let (out, quiet) = (&arguments.output, arguments.reading.options.quiet);
    index::check_folder(out)?;
    let mut dockets = dockets(arguments)?;
    if let Some(name) = &arguments.only {
        dockets.retain(|docket| docket.name.as_ref() == Some(name));
        let docket = dockets.first();
        let docket = docket.with_context(|| format!("there is no docket `{}`", printable(name)))?;
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
                index::in_short(totals)
            );
        }
        listed.push(row);
    }
    index::finish(out, &Index::new(listed), quiet)
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
    let dockets = dockets(arguments)?.into_iter();
    Ok(dockets.filter_map(|docket| docket.name).collect())
}

/// Clusters a docket. That it fails stops no other: it is said, and listed.
fn clustered(arguments: &ClusterArguments, config: &Config, docket: &Docket) -> IndexedDocket {
    let name = docket.name.clone().unwrap_or_default();
    let run = || cluster(arguments, config.clone(), docket);
    let run = guard::guarded(run).unwrap_or_else(|said| {
        Err(anyhow!(
            "the program broke off: {said}; please report this defect"
        ))
    });
    match run {
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
/// Where a folder cannot be read, two dockets would have the same report folder, or there is no docket.
fn dockets(arguments: &ClusterArguments) -> Result<Vec<Docket>> {
    let mut found = Vec::new();
    for input in arguments.reading.inputs() {
        match input {
            Input::Path(folder) if folder.is_dir() => {
                found.extend(in_folder(&folder, arguments)?);
            }
            Input::Path(path) => bail!(
                "`{}` is no folder; `--each` takes folders with a folder for each docket",
                path.display()
            ),
            Input::Shard(path) => bail!(
                "`{}` is a shard; `--each` takes folders with a folder for each docket",
                path.display()
            ),
            Input::StandardInput => bail!("`--each` takes folders, not standard input"),
        }
    }
    ensure!(
        !found.is_empty(),
        "no docket found; `--each` takes folders with a folder for each docket"
    );
    found.sort_by(|a, b| a.name.cmp(&b.name));
    for pair in found.windows(2) {
        ensure!(
            pair[0].name != pair[1].name,
            "`{}` and `{}` would have the same report folder; rename one, or give each its own --output",
            pair[0].folder.display(),
            pair[1].folder.display()
        );
    }
    if let Some(earlier) = &arguments.since {
        ensure!(
            found.iter().any(|docket| has_report(earlier, docket)),
            "`{}` holds no report of any of these dockets; name the folder that `--each` wrote before",
            earlier.display()
        );
    }
    Ok(found
        .into_iter()
        .map(|found| docket(arguments, found))
        .collect())
}

fn has_report(earlier: &Path, docket: &Found) -> bool {
    earlier.join(&docket.name).join(REPORT).is_file()
}

fn docket(arguments: &ClusterArguments, found: Found) -> Docket {
    let earlier = arguments.since.as_ref();
    let earlier = earlier.filter(|earlier| has_report(earlier, &found));
    Docket {
        since: earlier.map(|earlier| earlier.join(&found.name)),
        output: arguments.output.join(&found.name),
        name: Some(found.name.to_string_lossy().into_owned()),
        inputs: vec![Input::Path(found.folder)],
        exclude: found.exclude,
    }
}

/// The dockets in a folder: every folder directly in it but hidden ones and what this program wrote, and the files
/// directly in it, where there are some that are not hidden, as one more with the name of the folder.
fn in_folder(folder: &Path, arguments: &ClusterArguments) -> Result<Vec<Found>> {
    let context = || format!("cannot read `{}`", folder.display());
    let whole = folder.canonicalize().with_context(context)?;
    let written = [Some(&arguments.output), arguments.since.as_ref()];
    let written = written.into_iter().flatten();
    let written: Vec<PathBuf> = written.filter_map(|it| it.canonicalize().ok()).collect();
    ensure!(
        arguments.output.canonicalize().ok() != Some(whole.clone()),
        "`{}` holds the dockets; name another folder for their reports",
        folder.display()
    );
    let (mut dockets, mut folders, mut has_files) = (Vec::new(), Vec::new(), false);
    for entry in fs::read_dir(folder).with_context(context)? {
        let entry = entry.with_context(context)?;
        let (name, path) = (entry.file_name(), entry.path());
        let is_hidden = name.as_encoded_bytes().starts_with(b".");
        if !entry.file_type().with_context(context)?.is_dir() {
            has_files |= !is_hidden;
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
                name != INDEX && name != INDEX_TABLE,
                "`{}` would have its report where the index stands; rename it",
                path.display()
            );
            dockets.push(Found {
                name,
                folder: path.clone(),
                exclude: Vec::new(),
            });
        }
        folders.push(path);
    }
    if has_files {
        dockets.push(Found {
            name: whole.file_name().unwrap_or(whole.as_os_str()).to_owned(),
            folder: folder.to_owned(),
            exclude: folders,
        });
    }
    Ok(dockets)
}
