//! What steps leave for each other: lists, and lists cut into ranges.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ingest;
use crate::sections::{Sections, write_end, write_list, write_one};
use crate::whole_file;

/// Entries of a list that are packed together.
const IN_SECTION: usize = 1 << 14;

/// A kind of file with a list of something, by how its name ends.
pub(super) struct FileOf<T>(&'static str, PhantomData<fn() -> T>);

impl<T> Clone for FileOf<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for FileOf<T> {}

impl<T> FileOf<T> {
    pub(super) const fn named(ending: &'static str) -> Self {
        Self(ending, PhantomData)
    }

    pub(super) fn ending(self) -> &'static str {
        self.0
    }

    /// The file of a part.
    pub(super) fn of_part(self, folder: &Path, number: usize) -> PathBuf {
        ingest::part_of_plan(folder, number).with_extension(self.0)
    }

    /// The file of all parts.
    pub(super) fn of_all(self, folder: &Path) -> PathBuf {
        folder.join(self.0)
    }
}

impl<T: Serialize + Sync> FileOf<T> {
    pub(super) fn write(self, path: &Path, list: &[T]) -> Result<()> {
        whole_file::write(path, |out| write_all(out, list))
    }

    /// Writes a list that is cut into ranges, of which each can be read alone: their lengths in bytes come first.
    pub(super) fn write_ranges(
        self,
        path: &Path,
        ranges: impl Iterator<Item = Vec<T>>,
    ) -> Result<()> {
        let packed = |list: Vec<T>| {
            let mut bytes = Vec::new();
            write_all(&mut bytes, &list).map(|()| bytes)
        };
        let packed: Vec<Vec<u8>> = ranges.map(packed).collect::<Result<_>>()?;
        whole_file::write(path, |out| {
            for range in &packed {
                out.write_all(&(range.len() as u64).to_le_bytes())?;
            }
            for range in &packed {
                out.write_all(range)?;
            }
            Ok(())
        })
    }
}

impl<T: DeserializeOwned + Send> FileOf<T> {
    pub(super) fn read(self, path: &Path) -> Result<Vec<T>> {
        let read = || read_all(BufReader::with_capacity(1 << 20, File::open(path)?));
        read().with_context(|| cannot_read(path))
    }

    /// One of so many ranges.
    pub(super) fn read_range(self, path: &Path, range: usize, n_ranges: usize) -> Result<Vec<T>> {
        let read = || {
            let mut file = BufReader::new(File::open(path)?);
            let mut start = 8 * n_ranges as u64;
            for _ in 0..range {
                let mut length = [0; 8];
                file.read_exact(&mut length)?;
                start = start.saturating_add(u64::from_le_bytes(length));
            }
            let mut length = [0; 8];
            file.read_exact(&mut length)?;
            file.seek(SeekFrom::Start(start))?;
            read_all(BufReader::new(file.take(u64::from_le_bytes(length))))
        };
        read().with_context(|| cannot_read(path))
    }
}

fn cannot_read(path: &Path) -> String {
    format!("cannot read `{}`", path.display())
}

fn write_all<T: Serialize + Sync>(out: &mut dyn Write, list: &[T]) -> Result<()> {
    write_one(out, &list.len())?;
    write_list(out, list, IN_SECTION)?;
    write_end(out)
}

fn read_all<T: DeserializeOwned + Send>(file: impl std::io::BufRead) -> Result<Vec<T>> {
    let mut sections = Sections::new(file);
    let n: usize = sections.one()?;
    let list = sections.list(n)?;
    sections.end()?;
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::FileOf;

    #[test]
    fn a_range_is_read_alone() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let lists = FileOf::<u32>::named("lists");
        let ranges = [vec![1, 2], vec![], vec![7], vec![1 << 30, 4]];
        lists.write_ranges(file.path(), ranges.clone().into_iter()).expect("written");
        for (number, range) in ranges.into_iter().enumerate() {
            let read = lists.read_range(file.path(), number, 4);
            assert_eq!(read.expect("sound"), range);
        }
        assert!(lists.read_range(file.path(), 0, 3).is_err());
        assert!(lists.read(file.path()).is_err());
    }
}
