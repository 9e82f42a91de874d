//! Texts in, each of them by its place out. Where there are many they are most of what a corpus takes, and each is read a
//! few times: then they stand in a file.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::PathBuf;
use std::sync::Arc;

use super::Text;

const GIVEN_BACK: &str = "a disk gives back the texts that were written to it";

/// Where texts go that are too many for memory.
#[derive(Clone, Debug)]
pub struct Overflow {
    /// The folder of their file, which has no name there and is gone with the program.
    pub folder: PathBuf,
    /// So many bytes of decoded texts stay in memory.
    pub beyond: u64,
}

/// The texts of a corpus, each of them once.
#[derive(Debug, Default)]
pub(super) struct Texts {
    /// By place; without zones and decoded texts, where these are in the file.
    pub(super) in_memory: Vec<Text>,
    /// The zones and the decoded text of each place.
    file: Option<Stretches>,
}

/// Stretches of a file, one behind the other, each found again by its number.
#[derive(Debug)]
pub struct Stretches {
    /// The file, open for reading.
    pub file: File,
    /// Where each of them ends.
    pub ends: Vec<u64>,
}

impl Stretches {
    /// The bytes of one of them.
    ///
    /// # Errors
    /// Where there is none with this number, or the disk does not give it back.
    pub fn read(&self, number: usize) -> io::Result<Vec<u8>> {
        let end = self.ends.get(number).ok_or(io::ErrorKind::NotFound)?;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        let mut bytes = vec![0; (end - start) as usize];
        read_exact_at(&self.file, &mut bytes, start)?;
        Ok(bytes)
    }
}

impl Texts {
    /// Keeps texts, in a file if they are too many.
    ///
    /// # Errors
    /// Where it cannot be made or written.
    pub(super) fn new(mut texts: Vec<Text>, overflow: Option<&Overflow>) -> io::Result<Self> {
        texts.shrink_to_fit();
        let n_bytes: u64 = texts.iter().map(|text| text.decoded.len() as u64).sum();
        let file = match overflow.filter(|overflow| n_bytes > overflow.beyond) {
            Some(overflow) => Some(taken(&mut texts, overflow)?),
            None => None,
        };
        Ok(Self { in_memory: texts, file })
    }

    /// The text of a place.
    ///
    /// # Panics
    /// Where the disk does not give back what was written to it.
    pub(super) fn get(&self, place: usize) -> Cow<'_, Text> {
        let in_memory = &self.in_memory[place];
        self.file.as_ref().map_or(Cow::Borrowed(in_memory), |file| {
            let packed = file.read(place).expect(GIVEN_BACK);
            let (zones, decoded) = postcard::from_bytes(&packed).expect(GIVEN_BACK);
            let dockets = Arc::clone(&in_memory.dockets);
            Cow::Owned(Text { zones, decoded, dockets, ..*in_memory })
        })
    }
}

/// Moves zones and decoded texts out of memory.
fn taken(texts: &mut [Text], overflow: &Overflow) -> io::Result<Stretches> {
    let mut file = BufWriter::new(tempfile::tempfile_in(&overflow.folder)?);
    let (mut packed, mut end) = (Vec::new(), 0);
    let mut ends = Vec::with_capacity(texts.len());
    for text in texts {
        packed.clear();
        let parts = (std::mem::take(&mut text.zones), std::mem::take(&mut text.decoded));
        packed = postcard::to_extend(&parts, packed).map_err(io::Error::other)?;
        file.write_all(&packed)?;
        end += packed.len() as u64;
        ends.push(end);
    }
    Ok(Stretches { file: file.into_inner()?, ends })
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
    use super::{Overflow, Texts};
    use crate::corpus::{Text, Zone, ZoneKind};

    /// Ten bytes in all.
    fn texts() -> Vec<Text> {
        let texts = ["a lamp", "", "é.."].map(|decoded| Text {
            zones: [Zone { kind: ZoneKind::Main, span: 0..2 }].into(),
            decoded: decoded.into(),
            wording: decoded.len() as u64,
            ..Text::default()
        });
        texts.into()
    }

    #[test]
    fn texts_are_in_a_file_where_they_are_too_many() {
        for (beyond, are_filed) in [(10, false), (9, true)] {
            let overflow = Overflow { folder: std::env::temp_dir(), beyond };
            let kept = Texts::new(texts(), Some(&overflow)).expect("a file");
            let has_text = kept.in_memory.iter().any(|text| !text.decoded.is_empty());
            assert_eq!(has_text, !are_filed);
            for (place, text) in texts().iter().enumerate() {
                assert_eq!(*kept.get(place), *text);
                assert_eq!(kept.in_memory[place].wording, text.wording);
            }
        }
    }

    #[test]
    fn texts_are_refused_where_no_file_can_be_made() {
        let folder = tempfile::tempdir().expect("a folder").path().join("gone");
        assert!(Texts::new(texts(), Some(&Overflow { folder, beyond: 9 })).is_err());
    }
}
