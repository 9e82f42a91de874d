//! Paths in, sources out: which files a docket has, in byte order of their paths.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sha1::{Digest as _, Sha1};
use walkdir::{DirEntry, WalkDir};

use super::raw::{aside, beyond};
use crate::corpus::{AsideBucket, Limit, SetAside, hexadecimal};
use crate::whole_file::UNFINISHED;

/// Bytes of a report or an index in which it names its program.
const JSON_HEAD: u64 = 4096;

/// What the user named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A file or a folder.
    Path(PathBuf),
    /// What was read of some files before.
    Shard(PathBuf),
    /// JSONL on standard input.
    StandardInput,
}

impl Input {
    pub(super) fn shard(&self) -> Option<&Path> {
        if let Self::Shard(path) = self { Some(path) } else { None }
    }
}

/// One file to read, or a reason why there is none.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Source {
    /// The path relative to the docket, or `-`.
    pub(super) place: String,
    pub(super) n_bytes: u64,
    /// Which part of the file is read, where it is not all of it.
    pub(super) range: Option<FileRange>,
    content: Content,
}

/// A part of a file. A record belongs to the part in which it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileRange {
    pub(super) start: u64,
    /// The byte behind the last one.
    pub(super) end: u64,
    /// Bytes of the file.
    pub(super) n_bytes: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Content {
    /// As the system has its path, which need not be text.
    File(OsString),
    StandardInput,
    Refused(AsideBucket, String),
    /// Read with another file; why it is no comment of its own.
    Attached(OsString, String),
}

impl Source {
    pub(super) fn is_standard_input(&self) -> bool {
        matches!(self.content, Content::StandardInput)
    }

    /// The path of the file, or why there is nothing to read.
    fn path(&self) -> Result<&Path, Box<SetAside>> {
        let (bucket, reason) = match &self.content {
            Content::File(path) => return Ok(Path::new(path)),
            Content::StandardInput => (AsideBucket::NotAComment, "standard input is no file"),
            Content::Refused(bucket, reason) => (*bucket, &**reason),
            Content::Attached(path, reason) => {
                File::open(path).map_err(|error| unreadable(&self.place, &error))?;
                (AsideBucket::NotAComment, &**reason)
            }
        };
        Err(Box::new(aside(&self.place, bucket, reason)))
    }

    /// The file's bytes, at most so many, or why there are none.
    pub(super) fn bytes(&self, most: u64) -> Result<Vec<u8>, Box<SetAside>> {
        bytes_of(self.path()?, &self.place, self.n_bytes, most)
    }

    pub(super) fn open(&self) -> Result<Box<dyn Read + Send>, Box<SetAside>> {
        if self.is_standard_input() {
            return Ok(Box::new(std::io::stdin()));
        }
        let file = File::open(self.path()?).map_err(|error| unreadable(&self.place, &error))?;
        Ok(Box::new(file))
    }

    /// The file itself, of which a part is to be read.
    pub(super) fn file(&self) -> std::io::Result<File> {
        match &self.content {
            Content::File(path) => File::open(path),
            _ => Err(ErrorKind::Unsupported.into()),
        }
    }

    pub(super) fn part(&self, range: FileRange) -> Self {
        Self { n_bytes: range.end - range.start, range: Some(range), ..self.clone() }
    }

    /// Makes the source one that is read from wherever the program runs.
    pub(super) fn make_absolute(&mut self) {
        if let Content::File(path) | Content::Attached(path, _) = &mut self.content {
            make_absolute(path);
        }
    }

    /// The digest of the whole file, where there is one that can be read. What is no regular file may have no end.
    pub(super) fn digest(&self) -> Option<String> {
        let (Content::File(path) | Content::Attached(path, _)) = &self.content else { return None };
        let (mut file, mut hasher) = (File::open(path).ok()?, Sha1::new());
        if !file.metadata().ok()?.is_file() {
            return None;
        }
        let mut block = vec![0; 1 << 16];
        loop {
            match file.read(&mut block).ok()? {
                0 => return Some(hexadecimal(&hasher.finalize())),
                n_read => hasher.update(&block[..n_read]),
            }
        }
    }

    /// Makes the source one that is read with another, and returns the path it had.
    pub(super) fn attach(&mut self, reason: &str) -> Option<OsString> {
        let Content::File(path) = self.content.clone() else { return None };
        self.n_bytes = 0;
        self.content = Content::Attached(path.clone(), reason.to_owned());
        Some(path)
    }

    pub(super) fn refuse(&mut self, bucket: AsideBucket, reason: &str) {
        self.n_bytes = 0;
        self.content = Content::Refused(bucket, reason.to_owned());
    }
}

/// Makes a path the same from wherever the program runs.
pub(super) fn make_absolute(path: &mut OsString) {
    if let Ok(absolute) = std::path::absolute(&*path) {
        *path = absolute.into();
    }
}

/// What is said of a file that the system does not give.
pub(super) fn unreadable(place: &str, error: &std::io::Error) -> Box<SetAside> {
    let advice = match error.kind() {
        ErrorKind::NotFound => {
            "it was there a moment ago; run again once the docket no longer changes"
        }
        ErrorKind::PermissionDenied => "check its permissions",
        ErrorKind::OutOfMemory => "cut it into smaller files",
        _ => "check the disk that it is on",
    };
    let reason = format!("cannot be read: {error}; {advice}");
    Box::new(aside(place, AsideBucket::Unreadable, &reason))
}

/// The bytes of a file, where it has at most so many. What its size was is not believed: it may grow meanwhile,
/// or never end.
pub(super) fn bytes_of(
    path: &Path,
    place: &str,
    n_bytes: u64,
    most: u64,
) -> Result<Vec<u8>, Box<SetAside>> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| {
        bytes.try_reserve_exact(usize::try_from(n_bytes.min(most)).unwrap_or(usize::MAX))?;
        file.take(most.saturating_add(1)).read_to_end(&mut bytes)
    });
    match read {
        Err(error) => Err(unreadable(place, &error)),
        Ok(_) if bytes.len() as u64 > most => Err(Box::new(beyond(place, Limit::FileSize))),
        Ok(_) => Ok(bytes),
    }
}

/// The place of what is read from standard input.
pub(super) const STANDARD_INPUT: &str = "-";

/// Every file below the inputs, in byte order of their places.
pub(super) fn sources(inputs: &[Input], exclude: &[PathBuf]) -> Vec<Source> {
    let excluded: Vec<PathBuf> =
        exclude.iter().filter_map(|path| path.canonicalize().ok()).collect();
    let mut sources = Vec::new();
    for input in inputs {
        match input {
            Input::Shard(_) => {}
            Input::StandardInput => {
                sources.push(Source {
                    place: STANDARD_INPUT.to_owned(),
                    n_bytes: 0,
                    range: None,
                    content: Content::StandardInput,
                });
            }
            Input::Path(root) => {
                let prefix = if inputs.len() > 1 { file_name(root) } else { String::new() };
                sources.par_extend(
                    walk(root, &excluded).into_par_iter().map(|found| source(root, &prefix, found)),
                );
            }
        }
    }
    sources.par_sort_by(|a, b| a.place.cmp(&b.place));
    sources
}

/// Of the sources of a docket those that the inputs name.
///
/// # Errors
/// Where an input does not lie in the docket.
pub(super) fn named(
    mut sources: Vec<Source>,
    inputs: &[Input],
    docket: &Path,
) -> Result<Vec<Source>> {
    let root = canonical(docket)?;
    let mut places = Vec::new();
    for input in inputs {
        let Input::Path(path) = input else {
            bail!("only files and folders lie in a docket (--within)");
        };
        let path = canonical(path)?;
        let below = path.strip_prefix(&root).ok().with_context(|| {
            format!("`{}` does not lie in `{}` (--within)", path.display(), root.display())
        })?;
        places.push(separated(below));
    }
    sources.retain(|source| places.iter().any(|place| lies_in(&source.place, place)));
    Ok(sources)
}

fn canonical(path: &Path) -> Result<PathBuf> {
    path.canonicalize()
        .with_context(|| format!("cannot find `{}`; check the spelling", path.display()))
}

/// Whether a place is the other one or lies below it.
fn lies_in(place: &str, folder: &str) -> bool {
    folder.is_empty()
        || place.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// How a shard of any version begins.
pub(super) const SHARD_HEAD: &[u8] = b"durian shard ";

/// Whether a file is a shard, of this version or another.
pub fn is_shard(path: &Path) -> bool {
    path.is_file() && head(path, SHARD_HEAD.len() as u64) == SHARD_HEAD
}

/// How a file begins; nothing where it cannot be read.
fn head(path: &Path, n_bytes: u64) -> Vec<u8> {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(n_bytes).read_to_end(&mut head));
    if read.is_ok() { head } else { Vec::new() }
}

/// Whether a folder holds a report of this program: no comment then, whatever its files look like.
pub fn holds_report(folder: &Path) -> bool {
    names_program(&folder.join("report.json"))
}

/// Whether a JSON file names this program near its beginning, as its reports and indexes do.
pub fn names_program(path: &Path) -> bool {
    let head = head(path, JSON_HEAD);
    let text = String::from_utf8_lossy(&head);
    text.contains("\"schema_version\"") && text.contains("\"durian\"")
}

/// What stands below a folder, or why it is not read.
type Found = Result<DirEntry, (PathBuf, AsideBucket, String)>;

/// All that stands below a folder, and is to be read or accounted for.
fn walk(root: &Path, exclude: &[PathBuf]) -> Vec<Found> {
    let mut found = Vec::new();
    let mut entries = WalkDir::new(root).follow_links(false).into_iter();
    while let Some(entry) = entries.next() {
        match entry {
            // A link that the user named is followed, others are not.
            Ok(entry)
                if entry.file_type().is_dir() || entry.depth() == 0 && entry.path().is_dir() =>
            {
                if is_excluded(&entry, exclude) {
                    entries.skip_current_dir();
                } else if holds_report(entry.path()) {
                    entries.skip_current_dir();
                    let reason = "a report of durian's; comments are not read from it".to_owned();
                    found.push(Err((entry.into_path(), AsideBucket::NotAComment, reason)));
                }
            }
            // To ask for the whole path of every file takes its time.
            Ok(entry)
                if exclude.iter().any(|path| path.file_name() == Some(entry.file_name()))
                    && is_excluded(&entry, exclude) => {}
            Ok(entry) => found.push(Ok(entry)),
            Err(error) => {
                let reason = match error.io_error() {
                    Some(error) if error.kind() == ErrorKind::NotFound => {
                        "no such file or folder; check the spelling".to_owned()
                    }
                    Some(error) => format!("cannot be read: {error}; check its permissions"),
                    None => format!("cannot be read: {error}; check its permissions"),
                };
                let path = error.path().unwrap_or(root).to_owned();
                found.push(Err((path, AsideBucket::Unreadable, reason)));
            }
        }
    }
    found
}

fn is_excluded(entry: &DirEntry, exclude: &[PathBuf]) -> bool {
    entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with(UNFINISHED)
        || entry.path().canonicalize().is_ok_and(|path| exclude.contains(&path))
}

/// What is to be read of an entry below `root`. The system is asked for its size.
fn source(root: &Path, prefix: &str, found: Found) -> Source {
    let (path, content, n_bytes) = match found {
        Ok(entry) => {
            let n_bytes = entry.metadata().map_or(0, |metadata| metadata.len());
            (entry.path().to_owned(), content_of(&entry), n_bytes)
        }
        Err((path, bucket, reason)) => (path, Content::Refused(bucket, reason), 0),
    };
    Source { place: place(root, prefix, &path), n_bytes, range: None, content }
}

fn content_of(entry: &DirEntry) -> Content {
    let is_index =
        matches!(entry.file_name().to_str(), Some("index.csv" | "index.html" | "index.json"))
            && names_program(&entry.path().with_file_name("index.json"));
    let reason = if entry.path_is_symlink() && entry.depth() > 0 {
        "a symbolic link; links are not followed"
    } else if !entry.file_type().is_file() && !entry.path_is_symlink() {
        "neither a file nor a folder"
    } else if entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.') {
        "a hidden file"
    } else if is_index {
        "an index of durian's"
    } else {
        return Content::File(entry.path().into());
    };
    Content::Refused(AsideBucket::NotAComment, reason.to_owned())
}

/// The path relative to the docket, with `/` on every system; the file's name where the docket is a file.
fn place(root: &Path, prefix: &str, path: &Path) -> String {
    let relative = match separated(path.strip_prefix(root).unwrap_or(path)) {
        // This stands for standard input.
        name if name == STANDARD_INPUT => format!("./{name}"),
        name => name,
    };
    match (prefix, &*relative) {
        ("", "") => file_name(path),
        ("", _) => relative,
        (_, "") => prefix.to_owned(),
        _ => format!("{prefix}/{relative}"),
    }
}

/// A path as text, with `/` between its parts.
fn separated(path: &Path) -> String {
    lossless(path.as_os_str()).replace(std::path::MAIN_SEPARATOR, "/")
}

fn file_name(path: &Path) -> String {
    lossless(path.file_name().unwrap_or(path.as_os_str()))
}

/// A name as text. Bytes that are no UTF-8 are written `\xFF`, so that different names stay different.
pub(super) fn lossless(name: &OsStr) -> String {
    let mut text = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02X}"));
        }
    }
    text
}
