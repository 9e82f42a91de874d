//! Lists on disk: sections, each with its length and SHA-1, so that what is damaged or cut off is told.
//!
//! A section is packed by postcard and compressed by LZ4. Long lists take several, which all threads pack and unpack.
//! The last section is empty: a file that lacks it was cut off.

use std::io::{BufRead, Write};

use anyhow::{Context, Result, anyhow, ensure};
use rayon::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha1::{Digest as _, Sha1};

/// Sections that are packed or unpacked at once.
const AT_ONCE: usize = 32;
/// Bytes of a section at the most.
const LONGEST: u64 = 1 << 36;
/// Bytes of a SHA-1.
const DIGEST: usize = 20;
/// How many bytes LZ4 unpacks from one at the most: each byte of a length adds 255 (LZ4 block format).
const MOST_FROM_BYTE: usize = 255;

/// Writes something into a section of its own.
///
/// # Errors
/// Where `out` cannot be written.
pub fn write_one<T: Serialize>(out: &mut dyn Write, what: &T) -> Result<()> {
    write_section(out, &packed(what)?)
}

/// Writes a list, so many of it in a section.
///
/// # Errors
/// Where `out` cannot be written.
pub fn write_list<T: Serialize + Sync>(
    out: &mut dyn Write,
    list: &[T],
    in_section: usize,
) -> Result<()> {
    for batch in list.chunks(in_section * AT_ONCE) {
        let sections: Vec<Vec<u8>> =
            batch.par_chunks(in_section).map(|some| packed(&some)).collect::<Result<_>>()?;
        write_one(out, &sections.len())?;
        sections.iter().try_for_each(|section| write_section(out, section))?;
    }
    Ok(())
}

/// Ends a file.
///
/// # Errors
/// Where `out` cannot be written.
pub fn write_end(out: &mut dyn Write) -> Result<()> {
    write_section(out, &[])
}

/// What is said of a file that is not as it was written.
pub fn damaged(what: &str) -> String {
    format!("it is damaged or cut off ({what})")
}

/// The sections of a file, one after the other.
pub struct Sections<R: BufRead>(pub R);

impl<R: BufRead> Sections<R> {
    /// What stands in the next section.
    ///
    /// # Errors
    /// Where it is not what was written.
    pub fn one<T: DeserializeOwned>(&mut self) -> Result<T> {
        unpacked(&self.next()?)
    }

    /// The next list, of so many.
    ///
    /// # Errors
    /// Where it is not what was written.
    pub fn list<T: DeserializeOwned + Send>(&mut self, n: usize) -> Result<Vec<T>> {
        let mut all = Vec::new();
        while all.len() < n {
            let n_sections: usize = self.one()?;
            ensure!((1..=AT_ONCE).contains(&n_sections), damaged("a list"));
            let sections: Vec<Vec<u8>> =
                (0..n_sections).map(|_| self.next()).collect::<Result<_>>()?;
            let mut lists: Vec<Vec<T>> =
                sections.par_iter().map(|section| unpacked(section)).collect::<Result<_>>()?;
            all.reserve(lists.iter().map(Vec::len).sum());
            lists.iter_mut().for_each(|list| all.append(list));
        }
        ensure!(all.len() == n, damaged("a list"));
        Ok(all)
    }

    /// Tells that the file ends here.
    ///
    /// # Errors
    /// Where it does not.
    pub fn end(mut self) -> Result<()> {
        let is_end = self.next()?.is_empty() && self.0.fill_buf()?.is_empty();
        ensure!(is_end, damaged("its end"));
        Ok(())
    }

    /// The next section, as it stands in the file.
    fn next(&mut self) -> Result<Vec<u8>> {
        let mut bytes = [0; 8];
        self.0.read_exact(&mut bytes).with_context(|| damaged("its end"))?;
        let length = u64::from_le_bytes(bytes);
        ensure!(length < LONGEST, damaged("a length"));
        let mut digest = [0; DIGEST];
        self.0.read_exact(&mut digest).with_context(|| damaged("its end"))?;
        let mut section = Vec::new();
        let mut rest = std::io::Read::take(&mut self.0, length);
        let n_read = std::io::Read::read_to_end(&mut rest, &mut section)?;
        ensure!(n_read as u64 == length, damaged("its end"));
        ensure!(Sha1::digest(&section)[..] == digest, damaged("a checksum"));
        Ok(section)
    }
}

fn write_section(out: &mut dyn Write, section: &[u8]) -> Result<()> {
    out.write_all(&(section.len() as u64).to_le_bytes())?;
    out.write_all(&Sha1::digest(section))?;
    out.write_all(section)?;
    Ok(())
}

fn packed<T: Serialize>(what: &T) -> Result<Vec<u8>> {
    let bytes = postcard::to_allocvec(what)?;
    Ok(lz4_flex::block::compress_prepend_size(&bytes))
}

fn unpacked<T: DeserializeOwned>(section: &[u8]) -> Result<T> {
    let bytes = decompressed(section).with_context(|| damaged("a section"))?;
    postcard::from_bytes(&bytes).map_err(|error| anyhow!(damaged(&error.to_string())))
}

/// What was compressed with its size before it; nothing where it is damaged. The size is believed only as far as the
/// bytes may unpack to it.
pub fn decompressed(bytes: &[u8]) -> Option<Vec<u8>> {
    let (n_bytes, packed) = lz4_flex::block::uncompressed_size(bytes).ok()?;
    if n_bytes > packed.len().saturating_mul(MOST_FROM_BYTE) {
        return None;
    }
    lz4_flex::block::decompress(packed, n_bytes).ok()
}

#[cfg(test)]
mod tests {
    use lz4_flex::block::compress_prepend_size;

    use super::{Sections, decompressed, write_end, write_list, write_one};

    #[test]
    fn a_size_is_believed_as_far_as_the_bytes_reach() {
        for bytes in [&b""[..], b"a ferry", &[7; 1 << 20]] {
            assert_eq!(decompressed(&compress_prepend_size(bytes)).as_deref(), Some(bytes));
        }
        let mut huge = compress_prepend_size(&[7; 1 << 20]);
        huge[..4].fill(0xFF);
        assert_eq!(decompressed(&huge), None);
        assert_eq!(decompressed(b"abc"), None);
    }

    fn read(file: &[u8]) -> anyhow::Result<(String, Vec<u32>)> {
        let mut sections = Sections(file);
        let read = (sections.one()?, sections.list(100)?);
        sections.end()?;
        Ok(read)
    }

    #[test]
    fn what_was_written_comes_back_and_what_was_not_is_told() {
        let list: Vec<u32> = (0..100).collect();
        let mut file = Vec::new();
        write_one(&mut file, &"head").expect("a vector takes all");
        write_list(&mut file, &list, 3).expect("a vector takes all");
        write_end(&mut file).expect("a vector takes all");
        assert_eq!(read(&file).expect("sound"), ("head".to_owned(), list));
        for at in 0..file.len() {
            let mut bad = file.clone();
            bad[at] ^= 4;
            assert!(read(&bad).is_err() && read(&file[..at]).is_err(), "{at}");
        }
        assert!(read(&[&file[..], b"x"].concat()).is_err());
    }
}
