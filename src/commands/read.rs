//! A report folder in, its report and lines out.

use std::borrow::Cow;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use durian::report::printable;
use durian::report::schema::DocumentLine;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::write::{DOCUMENTS, REPORT};

/// Ids that are named where none is the one sought.
const MOST_ALIKE: usize = 5;

/// A report folder, named by itself or by a file in it.
pub(super) fn folder(path: &Path) -> Result<PathBuf> {
    let folder = match path.parent() {
        Some(parent) if path.is_file() => parent,
        _ => path,
    };
    ensure!(
        folder.join(REPORT).is_file(),
        "`{}` holds no report; name the folder that `durian cluster` wrote",
        path.display()
    );
    Ok(folder.to_owned())
}

/// The report of a folder, in full or as much of it as `T` takes.
pub(super) fn report<T: DeserializeOwned>(folder: &Path) -> Result<T> {
    let path = folder.join(REPORT);
    let context = || format!("cannot read `{}`", path.display());
    let bytes = std::fs::read(&path).with_context(context)?;
    serde_json::from_slice(&bytes).with_context(context)
}

/// Calls `each` with the JSON of every line, until it says that it has enough.
pub(super) fn lines(folder: &Path, mut each: impl FnMut(&str) -> Result<bool>) -> Result<()> {
    let path = folder.join(DOCUMENTS);
    let context = || format!("cannot read `{}`", path.display());
    let mut file = BufReader::with_capacity(1 << 20, File::open(&path).with_context(context)?);
    let mut line = String::new();
    while file.read_line(&mut line).with_context(context)? > 0 {
        if each(&line).with_context(context)? {
            break;
        }
        line.clear();
    }
    Ok(())
}

/// What was found for an id.
pub(super) enum Found {
    Line(Box<DocumentLine>),
    /// Nothing; some ids that hold what was sought.
    Alike(Vec<String>),
}

/// The line of a comment. An id is also known by its printable form, as the reports show it.
pub(super) fn line(folder: &Path, id: &str) -> Result<Found> {
    #[derive(Deserialize)]
    struct Id<'a> {
        #[serde(borrow)]
        id: Cow<'a, str>,
    }
    let (mut found, mut alike) = (None, Vec::new());
    let sought = id.to_lowercase();
    lines(folder, |json| {
        let own: Id<'_> = serde_json::from_str(json)?;
        if own.id == id || found.is_none() && printable::line(&own.id) == id {
            found = Some(serde_json::from_str(json)?);
        } else if alike.len() < MOST_ALIKE && own.id.to_lowercase().contains(&sought) {
            alike.push(printable::line(&own.id));
        }
        Ok(own.id == id)
    })?;
    Ok(found.map_or(Found::Alike(alike), Found::Line))
}
