//! Decoded texts in, a file of them out: where there are many they are most of what a corpus takes, and each is read a few
//! times.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::PathBuf;
use std::sync::Arc;

use super::Text;

const GIVEN_BACK: &str = "a disk gives back the texts that were written to it";

/// Where decoded texts go that are too many for memory.
#[derive(Clone, Debug)]
pub struct Overflow {
    /// The folder of their file, which has no name there and is gone with the program.
    pub folder: PathBuf,
    /// So many bytes of them stay in memory.
    pub beyond: u64,
}

/// Decoded texts one behind the other.
#[derive(Debug)]
pub(super) struct FiledTexts {
    file: File,
    /// Where each ends.
    ends: Vec<u64>,
}

impl FiledTexts {
    /// Moves the decoded texts out of some, if they are too many.
    ///
    /// # Errors
    /// Where the file cannot be made or written; then the texts are as they were.
    pub(super) fn take(texts: &mut [Text], overflow: &Overflow) -> io::Result<Option<Self>> {
        let mut end = 0;
        let ends: Vec<u64> = texts
            .iter()
            .map(|text| {
                end += text.decoded.len() as u64;
                end
            })
            .collect();
        if end <= overflow.beyond {
            return Ok(None);
        }
        let mut file = BufWriter::new(tempfile::tempfile_in(&overflow.folder)?);
        texts.iter().try_for_each(|text| file.write_all(text.decoded.as_bytes()))?;
        let file = file.into_inner()?;
        texts.iter_mut().for_each(|text| text.decoded = Arc::default());
        Ok(Some(Self { file, ends }))
    }

    /// The decoded text of a place.
    ///
    /// # Panics
    /// Where the disk does not give back what was written to it.
    pub(super) fn read(&self, place: usize) -> String {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        let mut bytes = vec![0; (self.ends[place] - start) as usize];
        read_exact_at(&self.file, &mut bytes, start).expect(GIVEN_BACK);
        String::from_utf8(bytes).expect(GIVEN_BACK)
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, bytes: &mut [u8], start: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, start)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut bytes: &mut [u8], mut start: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, start)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            n_read => {
                bytes = &mut bytes[n_read..];
                start += n_read as u64;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{FiledTexts, Overflow};
    use crate::corpus::Text;

    /// Ten bytes in all.
    fn texts() -> Vec<Text> {
        ["a lamp", "", "é.."].map(|text| Text { decoded: text.into(), ..Text::default() }).into()
    }

    #[test]
    fn texts_are_filed_where_they_are_too_many() {
        let folder = std::env::temp_dir();
        let mut kept = texts();
        let room = Overflow { folder: folder.clone(), beyond: 10 };
        assert!(FiledTexts::take(&mut kept, &room).expect("nothing is written").is_none());
        assert_eq!(kept, texts());
        let room = Overflow { folder, beyond: 9 };
        let filed = FiledTexts::take(&mut kept, &room).expect("a file").expect("they are too many");
        assert!(kept.iter().all(|text| text.decoded.is_empty()));
        for (place, text) in texts().iter().enumerate() {
            assert_eq!(filed.read(place), *text.decoded);
        }
    }

    #[test]
    fn texts_stay_where_no_file_can_be_made() {
        let folder = tempfile::tempdir().expect("a folder").path().join("gone");
        let mut kept = texts();
        assert!(FiledTexts::take(&mut kept, &Overflow { folder, beyond: 0 }).is_err());
        assert_eq!(kept, texts());
    }
}
