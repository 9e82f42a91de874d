//! A large file in, its comments out, block by block: a docket need not fit into memory.

use std::io::Read;

use anyhow::Result;
use sha1::{Digest as _, Sha1};

use super::discover::{self, Source};
use super::formats::{self, InputBytes};
use super::gather::{Gathering, Prepared};
use super::raw::beyond;
use super::{PORTION_BYTES, Reading, decode, normalize};
use crate::corpus::Limit;

/// Reads one file in blocks, where its format has seams to cut at; else whole. The next block is read
/// while one is decoded. `progress` is told how many bytes are done.
///
/// # Errors
/// Where standard input cannot be read, or `progress` says that it is enough.
pub(super) fn read(
    source: &Source,
    reading: &Reading<'_>,
    gathering: &mut Gathering,
    progress: &dyn Fn(&Gathering, u64) -> Result<()>,
) -> Result<()> {
    let mut reader = match source.open() {
        Ok(reader) => reader,
        Err(refusal) => {
            gathering.note_input(&format!("{}\0{}\n", source.place, refusal.reason));
            gathering.add(vec![Prepared::Aside(*refusal)]);
            return Ok(());
        }
    };
    let mut hasher = Sha1::new();
    let mut fill = |buffer: &mut Vec<u8>| -> std::io::Result<usize> {
        let held = buffer.len();
        buffer.reserve(PORTION_BYTES as usize);
        let read = reader.by_ref().take(PORTION_BYTES).read_to_end(buffer);
        hasher.update(&buffer[held..]);
        read
    };
    // Two that take turns: fresh memory for every block would cost as much as reading it.
    let (mut buffer, mut next) = (Vec::new(), Vec::new());
    let (mut n_before, mut n_read) = (0, 0);
    let mut filled = fill(&mut buffer);
    loop {
        let is_last = match (filled, source.is_standard_input()) {
            (Ok(n_read), _) => n_read == 0,
            (Err(error), true) => {
                return Err(anyhow::Error::new(error).context("cannot read standard input"));
            }
            (Err(error), false) => {
                gathering.add(vec![Prepared::Aside(*discover::unreadable(
                    &source.place,
                    &error,
                ))]);
                true
            }
        };
        let file = InputBytes {
            place: &source.place,
            bytes: &buffer,
            is_block: !is_last || n_before > 0,
            n_before,
            config: reading.config,
        };
        let seam = if is_last {
            Some(buffer.len())
        } else {
            formats::last_seam(&file)
        };
        // A format without seams is read whole: the buffer grows until the end.
        let Some(seam) = seam else {
            if buffer.len() as u64 > reading.config.limits.file_bytes {
                let refusal = beyond(&source.place, Limit::FileSize);
                gathering.add(vec![Prepared::Aside(refusal)]);
                break;
            }
            filled = fill(&mut buffer);
            continue;
        };
        let block = InputBytes {
            bytes: &buffer[..seam],
            ..file
        };
        let pieces = if block.bytes.is_empty() && n_before > 0 {
            Vec::new()
        } else {
            formats::split(&block)
        };
        n_before += formats::n_records(&block, &pieces);
        if is_last {
            decode(pieces, reading, gathering);
            break;
        }
        n_read += seam as u64;
        progress(gathering, n_read)?;
        next.clear();
        next.extend_from_slice(&buffer[seam..]);
        (_, filled) = rayon::join(|| decode(pieces, reading, gathering), || fill(&mut next));
        std::mem::swap(&mut buffer, &mut next);
    }
    let digest = normalize::hexadecimal(&hasher.finalize());
    gathering.note_input(&format!("{}\0{digest}\n", source.place));
    Ok(())
}
