//! Paths that are written down: names of files need not be text.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// The path of a file, as text where it is text, else as bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub(super) struct FilePath(pub(super) PathBuf);

impl FilePath {
    /// Makes it the same path from wherever the program runs.
    pub(super) fn make_absolute(&mut self) {
        if let Ok(absolute) = std::path::absolute(&self.0) {
            self.0 = absolute;
        }
    }
}

impl AsRef<Path> for FilePath {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Bytes(Vec<u8>),
}

impl From<FilePath> for Written {
    fn from(path: FilePath) -> Self {
        let text = path.0.into_os_string().into_string();
        text.map_or_else(|name| Self::Bytes(name.as_encoded_bytes().to_vec()), Self::Text)
    }
}

impl From<Written> for FilePath {
    fn from(written: Written) -> Self {
        Self(match written {
            Written::Text(text) => text.into(),
            Written::Bytes(bytes) => of_bytes(bytes),
        })
    }
}

#[cfg(unix)]
fn of_bytes(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(bytes).into()
}

/// Elsewhere such names are no bytes of their own; the file will not be found, and told.
#[cfg(not(unix))]
fn of_bytes(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(all(test, unix))]
mod tests {
    use super::FilePath;

    #[test]
    fn names_that_are_no_text_come_back() {
        use std::os::unix::ffi::OsStrExt;
        for name in [&b"in/a.eml"[..], b"in/caf\xE9.eml"] {
            let path = FilePath(std::ffi::OsStr::from_bytes(name).into());
            let json = serde_json::to_string(&path).expect("it can be written");
            let read: FilePath = serde_json::from_str(&json).expect("and read");
            assert_eq!(read, path);
        }
    }
}
