//! Paths in, sources out: which files a docket has, in byte order of their paths.

use std::io::Read;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::formats::aside;
use crate::corpus::{AsideBucket, SetAside};

/// What the user named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A file or a folder.
    Path(PathBuf),
    /// JSONL on standard input.
    StandardInput,
}

/// One file to read, or a reason why there is none.
#[derive(Debug)]
pub(super) struct Source {
    /// The path relative to the docket, or `-`.
    pub(super) place: String,
    pub(super) n_bytes: u64,
    content: Content,
}

#[derive(Debug)]
enum Content {
    File(PathBuf),
    StandardInput,
    Refused(AsideBucket, String),
}

impl Source {
    pub(super) fn is_standard_input(&self) -> bool {
        matches!(self.content, Content::StandardInput)
    }

    /// The file's bytes, or why there are none.
    pub(super) fn bytes(&self) -> Result<Vec<u8>, Box<SetAside>> {
        match &self.content {
            Content::Refused(bucket, reason) => Err(Box::new(aside(&self.place, *bucket, reason))),
            Content::File(path) => std::fs::read(path).map_err(|error| self.unreadable(&error)),
            Content::StandardInput => Ok(Vec::new()),
        }
    }

    /// A reader over the file, or why there is none.
    pub(super) fn open(&self) -> Result<Box<dyn Read + Send>, Box<SetAside>> {
        match &self.content {
            Content::Refused(bucket, reason) => Err(Box::new(aside(&self.place, *bucket, reason))),
            Content::File(path) => match std::fs::File::open(path) {
                Ok(file) => Ok(Box::new(file)),
                Err(error) => Err(self.unreadable(&error)),
            },
            Content::StandardInput => Ok(Box::new(std::io::stdin())),
        }
    }

    /// Makes the source one that is not read by itself, and returns the path it had.
    pub(super) fn refuse(&mut self, bucket: AsideBucket, reason: &str) -> Option<PathBuf> {
        self.n_bytes = 0;
        match std::mem::replace(
            &mut self.content,
            Content::Refused(bucket, reason.to_owned()),
        ) {
            Content::File(path) => Some(path),
            Content::StandardInput | Content::Refused(..) => None,
        }
    }

    /// What is said of a file that the system does not give.
    pub(super) fn unreadable(&self, error: &std::io::Error) -> Box<SetAside> {
        let reason = format!("cannot be read: {error}; check its permissions");
        Box::new(aside(&self.place, AsideBucket::Unreadable, &reason))
    }
}

/// Every file below the inputs, in byte order of their places.
pub(super) fn sources(inputs: &[Input], exclude: &[PathBuf]) -> Vec<Source> {
    let exclude = exclude.iter().filter_map(|path| path.canonicalize().ok());
    let exclude: Vec<PathBuf> = exclude.collect();
    let mut sources = Vec::new();
    for input in inputs {
        match input {
            Input::StandardInput => {
                sources.push(Source {
                    place: "-".to_owned(),
                    n_bytes: 0,
                    content: Content::StandardInput,
                });
            }
            Input::Path(root) => {
                let prefix = if inputs.len() > 1 {
                    file_name(root)
                } else {
                    String::new()
                };
                walk(root, &prefix, &exclude, &mut sources);
            }
        }
    }
    sources.sort_by(|a, b| a.place.cmp(&b.place));
    sources
}

fn walk(root: &Path, prefix: &str, exclude: &[PathBuf], sources: &mut Vec<Source>) {
    let is_excluded = |path: &Path| {
        path.canonicalize()
            .is_ok_and(|path| exclude.contains(&path))
    };
    let entries = WalkDir::new(root)
        .follow_links(false)
        .into_iter()
        .filter_entry(|entry| !entry.file_type().is_dir() || !is_excluded(entry.path()));
    for entry in entries {
        let (path, content, n_bytes) = match entry {
            Ok(entry) if entry.file_type().is_dir() => continue,
            Ok(entry) => {
                let n_bytes = entry.metadata().map_or(0, |metadata| metadata.len());
                (entry.path().to_owned(), content_of(&entry), n_bytes)
            }
            Err(error) => {
                let path = error.path().unwrap_or(root).to_owned();
                let reason = match error.io_error().map(std::io::Error::kind) {
                    Some(std::io::ErrorKind::NotFound) => {
                        "no such file or folder; check the spelling".to_owned()
                    }
                    _ => format!(
                        "cannot be read: {}; check its permissions",
                        error
                            .io_error()
                            .map_or_else(|| error.to_string(), ToString::to_string)
                    ),
                };
                (path, Content::Refused(AsideBucket::Unreadable, reason), 0)
            }
        };
        sources.push(Source {
            place: place(root, prefix, &path),
            n_bytes,
            content,
        });
    }
}

fn content_of(entry: &walkdir::DirEntry) -> Content {
    let refuse = |reason: &str| Content::Refused(AsideBucket::NotAComment, reason.to_owned());
    if entry.path_is_symlink() && entry.depth() > 0 {
        refuse("a symbolic link; links are not followed")
    } else if !entry.file_type().is_file() && !entry.path_is_symlink() {
        refuse("neither a file nor a folder")
    } else if entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.') {
        refuse("a hidden file")
    } else {
        Content::File(entry.path().to_owned())
    }
}

/// The path relative to the docket, with `/` on every system; the file's name where the docket is a file.
fn place(root: &Path, prefix: &str, path: &Path) -> String {
    let relative = path.strip_prefix(root).unwrap_or(path);
    let parts: Vec<_> = relative
        .components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    let relative = parts.join("/");
    match (prefix.is_empty(), relative.is_empty()) {
        (true, true) => file_name(path),
        (true, false) => relative,
        (false, true) => prefix.to_owned(),
        (false, false) => format!("{prefix}/{relative}"),
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(
        || path.to_string_lossy().into_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}
