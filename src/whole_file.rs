//! Files that appear whole or not at all: each has a name of its own until it is complete.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result};
use tempfile::{Builder, NamedTempFile};

/// What the names of files and folders begin with that are not complete.
pub const UNFINISHED: &str = ".durian-";
/// Bytes that are gathered before they are written.
const BUFFER_BYTES: usize = 1 << 20;

/// Writes a file, whole or not at all.
///
/// # Errors
/// Where its folder cannot be written into, or as `write`; the file is named.
pub fn write(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> Result<()>,
) -> Result<()> {
    complete(folder_of(path), write)
        .and_then(|file| Ok(file.persist(path).map(drop)?))
        .with_context(|| format!("cannot write `{}`", path.display()))
}

/// A file in a folder that is written, and safe on disk, and has no name of its own yet.
///
/// # Errors
/// Where the folder cannot be written into, or as `write`.
pub fn complete(
    folder: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> Result<()>,
) -> Result<NamedTempFile> {
    let mut file = temporary(folder)?;
    let mut out = BufWriter::with_capacity(BUFFER_BYTES, file.as_file_mut());
    write(&mut out)?;
    out.flush()?;
    drop(out);
    file.as_file().sync_all()?;
    Ok(file)
}

/// A file in a folder that has a temporary name until it is complete.
///
/// # Errors
/// Where the folder cannot be written into.
pub fn temporary(folder: &Path) -> std::io::Result<NamedTempFile> {
    builder(0o666).tempfile_in(folder).map_err(|error| without_path(&error))
}

/// An error of a file with a temporary name, without that name: whoever reads it knows the file by another one.
pub fn without_path(error: &std::io::Error) -> std::io::Error {
    error.kind().into()
}

/// Makes what has a temporary name, as other programs write: for whom the user's umask says.
pub fn builder(mode: u32) -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(UNFINISHED);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    // Elsewhere files have the permissions of their folder.
    #[cfg(not(unix))]
    let _ = mode;
    builder
}

/// The folder that a file or folder stands in.
pub fn folder_of(path: &Path) -> &Path {
    let above = path.parent().unwrap_or(path);
    if above.as_os_str().is_empty() { Path::new(".") } else { above }
}
