//! Paths that are written down: names of files need not be text.

use std::ffi::OsString;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// The path of a file, as text where it is text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum FilePath {
    Text(String),
    Other(OsString),
}

impl FilePath {
    pub(super) fn of(path: &Path) -> Self {
        let text = path.to_str().map(|text| Self::Text(text.to_owned()));
        text.unwrap_or_else(|| Self::Other(path.into()))
    }

    /// Makes it the same path from wherever the program runs.
    pub(super) fn make_absolute(&mut self) {
        if let Ok(absolute) = std::path::absolute(&*self) {
            *self = Self::of(&absolute);
        }
    }
}

impl AsRef<Path> for FilePath {
    fn as_ref(&self) -> &Path {
        match self {
            Self::Text(text) => text.as_ref(),
            Self::Other(name) => name.as_ref(),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::FilePath;

    #[test]
    fn names_that_are_no_text_come_back() {
        use std::os::unix::ffi::OsStrExt;
        for name in [&b"in/a.eml"[..], b"in/caf\xE9.eml"] {
            let path = FilePath::of(std::ffi::OsStr::from_bytes(name).as_ref());
            let json = serde_json::to_string(&path).expect("it can be written");
            let read: FilePath = serde_json::from_str(&json).expect("and read");
            assert_eq!(read, path);
        }
    }
}
