//! Files in, a folder out that holds all of them or none.
//!
//! The files are written into a folder of their own beside the one asked for and brought to disk, all at once; then
//! both folders change places in one step of the file system. Whoever opens the folder finds the old
//! files or the new ones, whenever the program or the machine stops, and of two runs the last one stays.
//!
//! Where two folders cannot change places (the folder is a mount point, its parent is read-only, the
//! file system has no such step), the files move in one by one: the seal, without which a folder counts
//! as no report, is taken away first and comes back last.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use durian::whole_file::{self, UNFINISHED, folder_of};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use tempfile::TempDir;
use walkdir::WalkDir;

use super::names::{self, FolderNames};
use super::{cannot_write, cannot_write_into, interrupt};

/// Bytes that are gathered before they are written.
const BUFFER_BYTES: usize = 1 << 20;
/// Files that are brought to disk at the same time: a disk that is asked for several writes them in one step, and who waits for
/// each before the next is asked for waits for as many steps.
const AT_ONCE: usize = 16;
/// Files that are too many for that, where the system can bring all that it holds to disk.
#[cfg(target_os = "linux")]
const MANY: usize = 1_000;

/// A folder under way.
pub(super) struct Staging {
    folder: TempDir,
    /// Held as long as the run: what a killed run left behind is known by its lock being free.
    _lock: Option<File>,
    target: PathBuf,
    names: FolderNames,
}

impl Staging {
    /// Begins a folder that is to stand at `path`.
    ///
    /// # Errors
    /// Where neither the folder above nor the folder itself can be written into.
    pub(super) fn new(path: &Path, names: FolderNames) -> Result<Self> {
        // A link stays; what it points to changes.
        let target = path.canonicalize().unwrap_or(path.to_owned());
        let above = folder_of(&target);
        fs::create_dir_all(above)
            .with_context(|| format!("cannot create the folder `{}`", above.display()))?;
        remove_stale(above);
        remove_stale(&target);
        let beside = is_same_file_system(above, &target).then(|| held(above));
        let made = match beside {
            Some(Ok(made)) => Ok(made),
            _ if target.is_dir() => held(&target),
            Some(Err(error)) => Err(error),
            None => held(above),
        };
        let (folder, lock) = made.with_context(|| cannot_write_into(above))?;
        if let Ok(old) = fs::metadata(&target) {
            fs::set_permissions(folder.path(), old.permissions())
                .with_context(|| cannot_write_into(above))?;
        }
        interrupt::begun(folder.path());
        Ok(Self { folder, _lock: lock, target, names })
    }

    /// Begins a file of the folder; `name` may lie in a folder below.
    pub(super) fn create(&self, name: &str) -> Result<BufWriter<File>> {
        let is_ours = Path::new(name).iter().next().is_some_and(names::is_ours);
        debug_assert!(is_ours, "`{name}` is not in `names.rs`: no later run would replace it");
        let path = self.folder.path().join(name);
        let below = path.parent().unwrap_or(&path);
        fs::create_dir_all(below)
            .and_then(|()| File::create_new(&path))
            .map(|file| BufWriter::with_capacity(BUFFER_BYTES, file))
            .with_context(|| self.cannot_write(name))
    }

    /// Ends a file; [`Self::synchronize`] brings it to disk.
    pub(super) fn finish(&self, name: &str, mut file: BufWriter<File>) -> Result<()> {
        file.flush().with_context(|| self.cannot_write(name))
    }

    /// Writes a whole file of the folder.
    pub(super) fn write(
        &self,
        name: &str,
        write: impl FnOnce(&mut BufWriter<File>) -> Result<()>,
    ) -> Result<()> {
        let mut file = self.create(name)?;
        write(&mut file).with_context(|| self.cannot_write(name))?;
        self.finish(name, file)
    }

    /// Writes a whole file of these bytes.
    pub(super) fn write_bytes(&self, name: &str, bytes: &[u8]) -> Result<()> {
        self.write(name, |out| Ok(out.write_all(bytes)?))
    }

    /// Where the files stand until they are published.
    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// What is said where a file cannot be written, under the name it is to have.
    pub(super) fn cannot_write(&self, name: &str) -> String {
        cannot_write(&self.target.join(name))
    }

    /// Makes all files, and the names of them, safe on disk.
    pub(super) fn synchronize(&self) -> Result<()> {
        let paths: Vec<PathBuf> = WalkDir::new(self.folder.path())
            .into_iter()
            .map(|entry| Ok(entry?.into_path()))
            .collect::<walkdir::Result<_>>()
            .with_context(|| cannot_write(&self.target))?;
        #[cfg(target_os = "linux")]
        if paths.len() > MANY {
            return File::open(self.folder.path())
                .and_then(|folder| Ok(rustix::fs::syncfs(folder)?))
                .with_context(|| cannot_write(&self.target));
        }
        match ThreadPoolBuilder::new().num_threads(AT_ONCE.min(paths.len())).build() {
            Ok(threads) => {
                threads.install(|| paths.par_iter().try_for_each(|path| self.bring_to_disk(path)))
            }
            // Where there are no more threads this one does it.
            Err(_) => paths.iter().try_for_each(|path| self.bring_to_disk(path)),
        }
    }

    fn bring_to_disk(&self, path: &Path) -> Result<()> {
        let name = path.strip_prefix(self.folder.path()).unwrap_or(path);
        synchronize(path).with_context(|| self.cannot_write(&name.to_string_lossy()))
    }

    /// Puts the folder in its place. All its files must be finished, and synchronized.
    ///
    /// # Errors
    /// Where the file system refuses; then what stood there still stands.
    pub(super) fn publish(self) -> Result<()> {
        let ending = interrupt::ending(self.folder.path());
        let is_beside = self.folder.path().parent() != Some(&self.target);
        // Who works in the folder would find it gone.
        let is_here = std::env::current_dir().is_ok_and(|here| here.starts_with(&self.target));
        let swapped =
            is_beside && !is_here && self.swap().with_context(|| cannot_write(&self.target))?;
        if swapped {
            // What the path names now is the old folder: only what was replaced may go.
            clear_away(&self.folder.keep(), &self.target, self.names);
        } else {
            self.move_in().with_context(|| cannot_write(&self.target))?;
        }
        // The files are safe already; this makes their new place as safe.
        synchronize(folder_of(&self.target)).ok();
        ending.complete();
        Ok(())
    }

    /// One step from the old folder to the new one; false where the file system does not have it.
    fn swap(&self) -> std::io::Result<bool> {
        loop {
            match exchange(self.folder.path(), &self.target) {
                Ok(()) => return Ok(true),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(_) => return Ok(false),
            }
            match fs::rename(self.folder.path(), &self.target) {
                Ok(()) => return Ok(true),
                // Another run has come first.
                Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn move_in(&self) -> std::io::Result<()> {
        fs::create_dir_all(&self.target)?;
        match fs::remove_file(self.target.join(self.names.seal)) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => synchronize(&self.target)?,
        }
        let names: Vec<_> = fs::read_dir(self.folder.path())?
            .map(|entry| Ok(entry?.file_name()))
            .collect::<std::io::Result<_>>()?;
        for stale in self.names.replaced() {
            if !names.iter().any(|name| name == stale) {
                remove(&self.target.join(stale)).ok();
            }
        }
        for name in names.iter().filter(|name| **name != *self.names.seal) {
            self.move_one(name)?;
        }
        synchronize(&self.target)?;
        self.move_one(OsStr::new(self.names.seal))?;
        synchronize(&self.target)
    }

    fn move_one(&self, name: &OsStr) -> std::io::Result<()> {
        let (from, to) = (self.folder.path().join(name), self.target.join(name));
        // A folder takes no other one's place.
        if from.is_dir() && to.is_dir() {
            fs::remove_dir_all(&to)?;
        }
        fs::rename(from, to)
    }
}

/// Tries whether a folder can be written at `path`, before any work is done, and tells where it is made ready.
pub(super) fn probe(path: &Path) -> Result<PathBuf> {
    let target = path.canonicalize().unwrap_or(path.to_owned());
    let existing =
        folder_of(&target).ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("."));
    let probed = match unfinished(existing) {
        Err(_) if target.is_dir() => unfinished(&target),
        probed => probed,
    };
    let made = probed.with_context(|| cannot_write_into(existing))?;
    Ok(folder_of(made.path()).to_owned())
}

/// A new folder whose name says that it is not finished.
fn unfinished(above: &Path) -> std::io::Result<TempDir> {
    whole_file::builder(0o777).tempdir_in(above).map_err(|error| whole_file::without_path(&error))
}

/// Other runs that may take away a folder before it is held, one after the other.
const MOST_RIVALS: usize = 64;

/// A folder under way and its lock, where the file system has locks. Between the two another run may take
/// the folder for one that was left behind: then there is a fresh one. Windows locks no folder, and what a
/// killed run left behind stays there.
fn held(above: &Path) -> std::io::Result<(TempDir, Option<File>)> {
    let n_tries = if cfg!(unix) { MOST_RIVALS } else { 0 };
    for _ in 0..n_tries {
        let folder = unfinished(above)?;
        let Ok(lock) = File::open(folder.path()) else {
            continue;
        };
        match lock.try_lock() {
            Ok(()) if folder.path().exists() => return Ok((folder, Some(lock))),
            Ok(()) | Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(_)) => return Ok((folder, None)),
        }
    }
    Ok((unfinished(above)?, None))
}

/// Lets two folders change places.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn exchange(one: &Path, other: &Path) -> std::io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn exchange(_: &Path, other: &Path) -> std::io::Result<()> {
    fs::metadata(other)?;
    Err(ErrorKind::Unsupported.into())
}

#[cfg(unix)]
fn is_same_file_system(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(one), Ok(other)) => one.dev() == other.dev(),
        (_, other) => other.is_err(),
    }
}

#[cfg(not(unix))]
fn is_same_file_system(_: &Path, _: &Path) -> bool {
    true
}

/// Removes the files that were replaced, and brings the others, which are not ours, to the new folder. A file
/// that cannot be moved stays where it is.
fn clear_away(old: &Path, new: &Path, names: FolderNames) {
    for entry in fs::read_dir(old).into_iter().flatten().flatten() {
        let (path, new) = (entry.path(), new.join(entry.file_name()));
        if names.replaces(&entry.file_name()) || new.exists() {
            remove(&path).ok();
        } else {
            fs::rename(path, new).ok();
        }
    }
    fs::remove_dir(old).ok();
}

/// Removes what killed runs left behind: folders under way that no run holds, and in them only files
/// of ours.
fn remove_stale(above: &Path) {
    for entry in fs::read_dir(above).into_iter().flatten().flatten() {
        let is_unfinished = entry.file_name().to_string_lossy().starts_with(UNFINISHED)
            && entry.file_type().is_ok_and(|kind| kind.is_dir());
        if !is_unfinished {
            continue;
        }
        // Held until it is gone, so that nobody begins to work in it.
        if let Ok(folder) = File::open(entry.path())
            && folder.try_lock().is_ok()
        {
            for file in fs::read_dir(entry.path()).into_iter().flatten().flatten() {
                if names::is_ours(&file.file_name()) {
                    remove(&file.path()).ok();
                }
            }
            fs::remove_dir(entry.path()).ok();
        }
    }
}

/// Removes a file, or a folder with all that is in it.
fn remove(path: &Path) -> std::io::Result<()> {
    if fs::symlink_metadata(path)?.is_dir() {
        fs::remove_dir_all(path)
    } else {
        fs::remove_file(path)
    }
}

/// Makes a file, or the names in a folder, safe on disk, where the system can do that.
pub(super) fn synchronize(path: &Path) -> std::io::Result<()> {
    // Windows brings to disk only what may be written, and no folder.
    if cfg!(unix) || path.is_file() {
        File::options().read(true).write(cfg!(windows)).open(path)?.sync_all()?;
    }
    Ok(())
}
