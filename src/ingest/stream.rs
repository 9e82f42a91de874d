//! A large file in, its comments out, block by block: a docket need not fit into memory.
//!
//! Of a range of a file the records are read that begin in it. Where the first of them begins is told by the bytes
//! around the range's first one, so that ranges can be read apart. Where all records of a file must be known before any of
//! them is read, it is gone through twice.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::sync::Arc;

use anyhow::{Result, ensure};
use sha1::{Digest as _, Sha1};

use super::discover::{self, FileRange, Source};
use super::files::decode;
use super::formats::{self, FilePart, InputBytes, Records, Structure};
use super::prepare::Prepared;
use super::raw::beyond;
use super::shard::Packing;
use super::{IngestConfig, PORTION_BYTES, Reading};
use crate::corpus::{Limit, hexadecimal};

/// Bytes of a file by which its format is told before it is cut.
const HEAD_BYTES: u64 = 1 << 16;

/// Reads one file in blocks, where its format has boundaries to cut at; else whole. The next block is read
/// while one is decoded. `progress` is told how many bytes are done.
///
/// # Errors
/// Where standard input or a part of a file cannot be read, or `progress` says that it is enough.
pub(super) fn read(
    source: &Source,
    reading: &Reading<'_>,
    packing: &mut Packing,
    progress: &dyn Fn(&Packing, u64) -> Result<()>,
) -> Result<()> {
    let input = packing.begin(&source.place, source.range);
    let opened = match (source.range, source.open()) {
        (Some(range), _) => of_range(source, range, reading.config),
        (None, Ok(reader)) => whole(source, reader, reading.config),
        (None, Err(refusal)) => {
            packing.add(input, vec![Prepared::Aside(*refusal)]);
            packing.end(input, None, 0);
            return Ok(());
        }
    };
    let mut bytes = match opened {
        Ok(bytes) => bytes,
        Err(error) => {
            packing.add(input, vec![unreadable(source, error)?]);
            packing.end(input, source.digest(), 0);
            return Ok(());
        }
    };
    let n_records = read_blocks(source, &mut bytes, reading, (packing, input), progress)?;
    // Whoever reads the first byte of a file digests all of it.
    let begins = source.range.is_none_or(|range| range.start == 0);
    let digest = match bytes.digest {
        Some(digest) => Some(hexadecimal(&digest.finalize())),
        None => source.digest().filter(|_| begins),
    };
    packing.end(input, digest, n_records);
    Ok(())
}

/// Bytes of a file in their order, digested as they are read.
struct FileBytes {
    reader: Box<dyn Read + Send>,
    at: u64,
    end: u64,
    /// Of all of them, where all are read.
    digest: Option<Sha1>,
    /// What the records in them tell together, where that must be known before.
    records: Option<Arc<Records>>,
}

impl FileBytes {
    fn new(reader: Box<dyn Read + Send>) -> Self {
        Self { reader, at: 0, end: u64::MAX, digest: None, records: None }
    }

    /// Whether reading began with the file and goes on to its end.
    fn is_whole(&self) -> bool {
        self.end == u64::MAX
    }

    /// Adds a portion to a buffer, and as much again where it holds more: what has no boundary is looked through for
    /// one each time that there is more of it.
    fn fill(&mut self, buffer: &mut Vec<u8>) -> io::Result<usize> {
        let held = buffer.len();
        let n_more = PORTION_BYTES.max(held as u64).min(self.end - self.at);
        buffer.try_reserve(n_more as usize)?;
        let n_read = self.reader.by_ref().take(n_more).read_to_end(buffer);
        let read = &buffer[held..];
        self.at += read.len() as u64;
        if let Some(digest) = &mut self.digest {
            digest.update(read);
        }
        n_read
    }
}

/// What becomes of a file that the system does not give. Where that is standard input, or a range that others go on behind,
/// the run ends.
fn unreadable(source: &Source, error: io::Error) -> Result<Prepared> {
    let what = match source.range {
        _ if source.is_standard_input() => "standard input".to_owned(),
        Some(_) => format!("`{}`", source.place),
        None => return Ok(Prepared::Aside(*discover::unreadable(&source.place, &error))),
    };
    Err(anyhow::Error::new(error).context(format!("cannot read {what}")))
}

fn whole(
    source: &Source,
    mut reader: Box<dyn Read + Send>,
    config: &IngestConfig,
) -> io::Result<FileBytes> {
    let mut head = Vec::new();
    reader.by_ref().take(HEAD_BYTES).read_to_end(&mut head)?;
    let learning = formats::learning(&InputBytes::whole(&source.place, &head, config));
    let mut all = Cursor::new(head).chain(reader);
    let digest = Some(Sha1::new());
    let Some(learning) = learning else {
        return Ok(FileBytes { digest, ..FileBytes::new(Box::new(all)) });
    };
    let mut file = match source.file() {
        Ok(file) => file,
        // What comes through a pipe is read again from the disk.
        Err(_) => {
            let mut copy = tempfile::tempfile()?;
            io::copy(&mut all, &mut copy)?;
            copy.rewind()?;
            copy
        }
    };
    let records = Some(Arc::new(formats::learned(learning, BufReader::new(&file), config)?));
    file.rewind()?;
    Ok(FileBytes { digest, records, ..FileBytes::new(Box::new(file)) })
}

/// The bytes in which the records of a range stand.
fn of_range(source: &Source, range: FileRange, config: &IngestConfig) -> io::Result<FileBytes> {
    let structure = cut_into_ranges(source, config)?;
    let mut file = source.file()?;
    let boundary = |structure, at| match at {
        0 => Ok(0),
        at if at >= range.n_bytes => Ok(u64::MAX),
        at => boundary_from(source.file()?, structure, at),
    };
    let (start, end) = match structure {
        // Whoever reads the first byte of what is not cut reads all of it.
        None if range.start == 0 => return whole(source, Box::new(file), config),
        None => (range.end, range.end),
        Some(own) => (boundary(own, range.start)?, boundary(own, range.end)?),
    };
    // A record that ends in the range and began before it does not belong to it.
    let end = if start < range.end { end } else { start };
    file.seek(SeekFrom::Start(start))?;
    Ok(FileBytes { at: start, end, ..FileBytes::new(Box::new(file)) })
}

/// How a file is cut so that ranges of it can be read apart, told by its first bytes.
pub(super) fn cut_into_ranges(
    source: &Source,
    config: &IngestConfig,
) -> io::Result<Option<&'static dyn Structure>> {
    let mut head = Vec::new();
    source.file()?.take(HEAD_BYTES).read_to_end(&mut head)?;
    let head = InputBytes::whole(&source.place, &head, config);
    Ok(formats::structure(&head).filter(|own| own.has_ranges(&head)))
}

/// Where the first record at or behind a byte begins; the file's end where there is none.
fn boundary_from(mut file: File, structure: &dyn Structure, at: u64) -> io::Result<u64> {
    let n_before = (formats::BEFORE_BOUNDARY as u64).min(at);
    file.seek(SeekFrom::Start(at - n_before))?;
    let mut bytes = Vec::new();
    loop {
        let n_more = HEAD_BYTES.max(bytes.len() as u64);
        let is_end = file.by_ref().take(n_more).read_to_end(&mut bytes)? == 0;
        let found = structure.first_boundary(&bytes, n_before as usize, is_end);
        if let Some(found) = found.or(is_end.then_some(bytes.len())) {
            return Ok(at - n_before + found as u64);
        }
    }
}

/// Reads what stands in some bytes of a file. Tells how far they take the numbers of its records.
fn read_blocks(
    source: &Source,
    bytes: &mut FileBytes,
    reading: &Reading<'_>,
    (packing, input): (&mut Packing, usize),
    progress: &dyn Fn(&Packing, u64) -> Result<()>,
) -> Result<usize> {
    let begins = bytes.at == 0;
    let records = bytes.records.clone();
    // Two that take turns: fresh memory for every block would cost as much as reading it.
    let (mut buffer, mut next) = (Vec::new(), Vec::new());
    let (mut n_blocks, mut n_before, mut n_read) = (0, 0, 0);
    let mut filled = bytes.fill(&mut buffer);
    loop {
        let is_last = match filled {
            Ok(n_read) => n_read == 0,
            Err(error) => {
                packing.add(input, vec![unreadable(source, error)?]);
                true
            }
        };
        let is_first = begins && n_blocks == 0;
        ensure!(
            !(source.is_standard_input() && is_first && is_last && buffer.is_empty()),
            "standard input is empty; give it comments as JSONL, or name files"
        );
        let file = InputBytes {
            part: if is_first && is_last && bytes.is_whole() {
                FilePart::Whole
            } else if is_first {
                FilePart::First
            } else {
                FilePart::Later(n_before)
            },
            records: records.as_ref(),
            ..InputBytes::whole(&source.place, &buffer, reading.config)
        };
        let structure = formats::structure(&file);
        let boundary = match is_last {
            true => Some(buffer.len()),
            false => structure.and_then(|own| own.last_boundary(&file)),
        };
        // What has no boundary is read whole: the buffer grows until its end.
        let Some(boundary) = boundary else {
            let whole = (reading.config.limits.file_bytes, Limit::FileSize);
            let (most, limit) = structure.map_or(whole, |own| own.most_bytes(&file));
            let is_whole = limit == Limit::FileSize && is_first;
            let n_bytes = source.range.map_or(source.n_bytes, |range| range.n_bytes);
            if buffer.len() as u64 <= most && !(is_whole && n_bytes > most) {
                filled = bytes.fill(&mut buffer);
                continue;
            }
            if limit == Limit::FileSize {
                packing.add(input, vec![Prepared::Aside(beyond(&source.place, limit))]);
                // It is not read to its end.
                bytes.digest = None;
                return Ok(n_before);
            }
            // A record too long is left out, and what follows it is read.
            n_before += 1;
            n_blocks += 1;
            let place = format!("{}#{n_before}", source.place);
            packing.add(input, vec![Prepared::Aside(beyond(&place, limit))]);
            n_read += buffer.len() as u64;
            filled = skip_line(&mut buffer, bytes);
            continue;
        };
        let block = InputBytes { bytes: &buffer[..boundary], ..file };
        let pieces =
            if block.bytes.is_empty() && !is_first { Vec::new() } else { formats::split(&block) };
        // The rows of a table are numbered from its beginning.
        n_before += formats::structure(&block).map_or(0, |own| own.n_records(&block, &pieces));
        let numbered = pieces.into_iter().map(|piece| (input, piece)).collect();
        n_blocks += 1;
        if is_last {
            decode(numbered, reading, packing);
            return Ok(n_before);
        }
        n_read += boundary as u64;
        progress(packing, n_read)?;
        next.clear();
        next.extend_from_slice(&buffer[boundary..]);
        (_, filled) = rayon::join(|| decode(numbered, reading, packing), || bytes.fill(&mut next));
        std::mem::swap(&mut buffer, &mut next);
    }
}

/// Reads on until a line has ended; what stands behind it is left in the buffer.
fn skip_line(buffer: &mut Vec<u8>, bytes: &mut FileBytes) -> io::Result<usize> {
    loop {
        buffer.clear();
        let n_filled = bytes.fill(buffer)?;
        if let Some(end) = buffer.iter().position(|byte| *byte == b'\n') {
            buffer.drain(..=end);
            return Ok(n_filled);
        }
        if n_filled == 0 {
            return Ok(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::ingest::{IngestConfig, Input, Limits, read_shard};

    /// Answers to two questions in 9 kB, of which 4 kB may be held in one piece, and to a third one in the last line alone:
    /// however the file is read, each respondent has them all.
    #[test]
    fn answers_in_lines_are_read_alike_whatever_may_be_held() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("answers.jsonl");
        let mut lines: String = (1..=100)
            .map(|n| format!("{{\"Why?\":\"The ferry was late on day {n}.\",\"What else?\":\"Lamp {n} by the quay is out.\"}}\n"))
            .collect();
        lines += "{\"Why?\":\"It rains.\",\"What else?\":\"Nothing.\",\"Any other comment?\":\"Mend the steps before winter comes.\"}";
        fs::write(&path, lines).expect("a file");
        let [held, streamed] = [Limits::default().file_bytes, 1 << 12].map(|file_bytes| {
            let limits = Limits { file_bytes, ..Limits::default() };
            let config = IngestConfig { limits, ..IngestConfig::default() };
            let shard = read_shard(&[Input::Path(path.clone())], &config, &|_, _| ());
            let shard = shard.expect("it is read");
            assert!(shard.set_aside().is_empty(), "{:?}", shard.set_aside().first());
            shard.documents().map(|(own, text)| format!("{own:?} {text:?}")).collect::<Vec<_>>()
        });
        assert_eq!(held.len(), 101);
        assert!(
            held.last().is_some_and(|last| last.contains("Mend the steps before winter comes."))
        );
        assert_eq!(held, streamed);
    }
}
