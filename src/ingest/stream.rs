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
        // As much again: what has no seam is looked through for one each time that there is more of it.
        let n_more = PORTION_BYTES.max(held as u64);
        buffer.try_reserve(n_more as usize)?;
        let read = reader.by_ref().take(n_more).read_to_end(buffer);
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
        // What has no seam is read whole: the buffer grows until its end.
        let Some(seam) = seam else {
            let (most, limit) = formats::most_bytes(&file);
            let is_whole = limit == Limit::FileSize && n_before == 0;
            if buffer.len() as u64 <= most && !(is_whole && source.n_bytes > most) {
                filled = fill(&mut buffer);
                continue;
            }
            if limit == Limit::FileSize {
                gathering.add(vec![Prepared::Aside(beyond(&source.place, limit))]);
                break;
            }
            // A record too long is left out, and what follows it is read.
            n_before += 1;
            let place = format!("{}#{n_before}", source.place);
            gathering.add(vec![Prepared::Aside(beyond(&place, limit))]);
            n_read += buffer.len() as u64;
            filled = skip_line(&mut buffer, &mut fill);
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

/// Reads on until a line has ended; what stands behind it is left in the buffer.
fn skip_line(
    buffer: &mut Vec<u8>,
    mut fill: impl FnMut(&mut Vec<u8>) -> std::io::Result<usize>,
) -> std::io::Result<usize> {
    loop {
        buffer.clear();
        let n_filled = fill(buffer)?;
        if let Some(end) = buffer.iter().position(|byte| *byte == b'\n') {
            buffer.drain(..=end);
            return Ok(n_filled);
        }
        if n_filled == 0 {
            return Ok(0);
        }
    }
}
