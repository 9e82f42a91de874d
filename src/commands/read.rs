//! A report folder in, its report and lines out.

use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use durian::report::schema::DocumentLine;
use durian::report::{csv, printable};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::cannot_read;
use super::documents::{self, Documents};
use super::names::REPORT;

/// Ids that are named where none is the one sought.
const MOST_ALIKE: usize = 5;

/// A report folder that stays the same while it is read: where a run puts a new one in its place, the
/// files of the old one are still those that are opened.
pub(super) struct Folder {
    path: PathBuf,
    #[cfg(unix)]
    handle: File,
}

impl Folder {
    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Opens one of its files.
    pub(super) fn open(&self, name: &str) -> Result<File> {
        let path = self.path.join(name);
        #[cfg(unix)]
        let file = rustix::fs::openat(
            &self.handle,
            name,
            rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::CLOEXEC,
            rustix::fs::Mode::empty(),
        );
        #[cfg(not(unix))]
        let file = File::open(&path);
        Ok(file.with_context(|| cannot_read(&path))?.into())
    }
}

/// A report folder, named by itself or by a file in it.
pub(super) fn folder(path: &Path) -> Result<Folder> {
    let folder = match path.parent() {
        Some(parent) if path.is_file() && parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) if path.is_file() => parent,
        _ => path,
    };
    ensure!(
        folder.join(REPORT).is_file(),
        "`{}` holds no report; name the folder that `durian cluster` wrote",
        path.display()
    );
    Ok(Folder {
        #[cfg(unix)]
        handle: File::open(folder).with_context(|| cannot_read(folder))?,
        path: folder.to_owned(),
    })
}

/// The report of a folder, in full or as much of it as `T` takes.
pub(super) fn report<T: DeserializeOwned>(folder: &Folder) -> Result<T> {
    let mut bytes = Vec::new();
    let mut file = folder.open(REPORT)?;
    file.read_to_end(&mut bytes)
        .map_err(anyhow::Error::from)
        .and_then(|_| Ok(serde_json::from_slice(&bytes)?))
        .with_context(|| cannot_read(&folder.path.join(REPORT)))
}

/// The lines of a report, to be read in order or by their places.
pub(super) fn documents(folder: &Folder) -> Result<Documents> {
    let name = documents::name_in(&folder.path);
    Ok(Documents::new(folder.open(name)?, name))
}

/// What is said where the lines of a report cannot be read, or are none.
pub(super) fn cannot_read_lines(folder: &Folder) -> String {
    cannot_read(&folder.path.join(documents::name_in(&folder.path)))
}

/// The lines of a report as JSON, each with its place.
pub(super) fn json_lines(folder: &Folder) -> Result<impl Iterator<Item = Result<(u64, String)>>> {
    Ok(documents(folder)?.map(|line| line.with_context(|| cannot_read_lines(folder))))
}

/// The lines of a report, or as much of them as `T` takes.
pub(super) fn lines<T: DeserializeOwned>(
    folder: &Folder,
) -> Result<impl Iterator<Item = Result<T>>> {
    let lines = json_lines(folder)?;
    Ok(lines.map(|line| serde_json::from_str(&line?.1).with_context(|| cannot_read_lines(folder))))
}

/// What was found for an id.
pub(super) enum FoundLine {
    Line(Box<DocumentLine>),
    /// Nothing; some ids that hold what was sought.
    Alike(Vec<String>),
}

/// The line of a comment. An id is also known by its printable form, as the reports show it, and as tables show it.
pub(super) fn line(folder: &Folder, id: &str) -> Result<FoundLine> {
    #[derive(Deserialize)]
    struct Id<'a> {
        #[serde(borrow)]
        id: Cow<'a, str>,
    }
    let (mut found, mut alike) = (None, Vec::new());
    let sought = id.to_lowercase();
    for read in json_lines(folder)? {
        let (_, json) = read?;
        let parsed = serde_json::from_str::<Id<'_>>(&json);
        let own = parsed.with_context(|| cannot_read_lines(folder))?.id;
        let is_first = found.is_none();
        if own == id
            || is_first && printable::line(&own) == id
            || is_first && id.starts_with('\'') && csv::shown(&own) == id
        {
            let line = serde_json::from_str(&json);
            found = Some(line.with_context(|| cannot_read_lines(folder))?);
        } else if alike.len() < MOST_ALIKE && own.to_lowercase().contains(&sought) {
            alike.push(printable::line(&own));
        }
        if own == id {
            break;
        }
    }
    Ok(found.map_or(FoundLine::Alike(alike), FoundLine::Line))
}
