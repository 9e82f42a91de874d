//! `documents.jsonl` of a report folder, as it is or compressed: its lines in order, or each by its place.
//!
//! Compressed it is BGZF (SAM specification, section 4.1): gzip that any program reads, in blocks of 64 KiB that stand by
//! themselves, so that a line is found without reading what stands before it.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::num::NonZero;
use std::path::Path;

use anyhow::{Context, Result};
use flate2::read::MultiGzDecoder;
use noodles_bgzf::VirtualPosition;
use noodles_bgzf::io::{MultithreadedWriter, Reader};

use super::cannot_read;
use super::names::{COMPRESSED_DOCUMENTS, DOCUMENTS};
use super::staging::Staging;

/// Bytes that are read at once: some lines, for those that are read by their places.
const BUFFER_BYTES: usize = 1 << 16;

/// Reads the lines of a report.
pub(super) enum Documents {
    Plain { file: BufReader<File>, place: u64 },
    Compressed(Reader<File>),
}

impl Documents {
    /// Those of a file with one of its two names.
    pub(super) fn new(file: File, name: &str) -> Self {
        if name == COMPRESSED_DOCUMENTS {
            Self::Compressed(Reader::new(file))
        } else {
            Self::Plain { file: BufReader::with_capacity(BUFFER_BYTES, file), place: 0 }
        }
    }

    /// Where the next line stands.
    fn place(&self) -> u64 {
        match self {
            Self::Plain { place, .. } => *place,
            Self::Compressed(file) => file.virtual_position().into(),
        }
    }

    /// Goes to the line that stands at a place.
    pub(super) fn seek(&mut self, to: u64) -> io::Result<()> {
        match self {
            Self::Plain { file, place } => *place = file.seek(SeekFrom::Start(to))?,
            Self::Compressed(file) => _ = file.seek(VirtualPosition::from(to))?,
        }
        Ok(())
    }

    fn read_line(&mut self, line: &mut String) -> io::Result<()> {
        match self {
            Self::Plain { file, place } => *place += file.read_line(line)? as u64,
            Self::Compressed(file) => _ = file.read_line(line)?,
        }
        Ok(())
    }
}

/// The lines from the present place on, each with its own.
impl Iterator for Documents {
    type Item = io::Result<(u64, String)>;

    fn next(&mut self) -> Option<Self::Item> {
        let (place, mut line) = (self.place(), String::new());
        match self.read_line(&mut line) {
            Ok(()) if line.is_empty() => None,
            read => Some(read.map(|()| (place, line))),
        }
    }
}

/// Which of its two names the file has in a folder.
pub(super) fn name_in(folder: &Path) -> &'static str {
    if folder.join(COMPRESSED_DOCUMENTS).is_file() { COMPRESSED_DOCUMENTS } else { DOCUMENTS }
}

/// The whole of a file that has such lines; gzip, whoever made it, where its name ends in `.gz`.
pub(super) fn whole(path: &Path) -> Result<String> {
    let mut text = String::new();
    let read = File::open(path).and_then(|mut file| match path.extension() {
        Some(ending) if ending == "gz" => MultiGzDecoder::new(file).read_to_string(&mut text),
        _ => file.read_to_string(&mut text),
    });
    read.with_context(|| cannot_read(path))?;
    Ok(text)
}

/// Puts the compressed file in the place of the other. Its bytes are the same on any number of threads.
pub(super) fn compress(staging: &Staging) -> Result<()> {
    let plain = staging.path().join(DOCUMENTS);
    let n_threads = NonZero::new(rayon::current_num_threads()).unwrap_or(NonZero::<usize>::MIN);
    let file = staging.create(COMPRESSED_DOCUMENTS)?.into_inner()?;
    let mut out = MultithreadedWriter::with_worker_count(n_threads, file);
    File::open(&plain)
        .and_then(|mut lines| io::copy(&mut lines, &mut out))
        .and_then(|_| out.finish())
        .and_then(|_| fs::remove_file(&plain))
        .with_context(|| staging.cannot_write(COMPRESSED_DOCUMENTS))
}
