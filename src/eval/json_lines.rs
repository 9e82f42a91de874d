//! JSONL in, values out, many lines at a time on all threads.

use anyhow::{Context, Result};
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

/// Tells a field that is null from one that is absent.
pub(super) fn present<'de, D: Deserializer<'de>>(
    value: D,
) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(value).map(Some)
}

/// Bytes that one thread parses at a time.
const PIECE: usize = 1 << 17;
/// Pieces that are handed out together: a large file need not be held twice.
const PIECES: usize = 256;

/// The values of a text's lines, some thousands at a time, in order; blank lines hold none. `check` says
/// what is wrong with a value.
///
/// # Errors
/// A line that does not parse is named by its number, and `needed` says what a line must have.
pub(super) fn chunks<'a, T: DeserializeOwned + Send>(
    text: &'a str,
    needed: &'a str,
    check: impl Fn(&T) -> Result<()> + Sync + Copy + 'a,
) -> impl Iterator<Item = Result<Vec<T>>> + 'a {
    let mut pieces = pieces(text).peekable();
    std::iter::from_fn(move || {
        pieces.peek()?;
        let chunk: Vec<(usize, &str)> = pieces.by_ref().take(PIECES).collect();
        let values = chunk.into_par_iter().map(|(start, piece)| {
            let lines = piece.split('\n').filter(|line| !line.trim_start().is_empty());
            let value = |line: &str| -> Result<T> {
                let value = serde_json::from_str(line)?;
                check(&value)?;
                Ok(value)
            };
            let value = |line: &str| {
                value(line).with_context(|| {
                    let place = start + (line.as_ptr() as usize - piece.as_ptr() as usize);
                    let number = text[..place].matches('\n').count() + 1;
                    format!("line {number}; {needed}")
                })
            };
            lines.map(value).collect::<Result<Vec<T>>>()
        });
        let values: Result<Vec<Vec<T>>> = values.collect();
        Some(values.map(|values| values.into_iter().flatten().collect()))
    })
}

/// Stretches of whole lines, each with its place.
fn pieces(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let end = rest.as_bytes().iter().skip(PIECE).position(|byte| *byte == b'\n');
        let piece = end.map_or(rest, |end| &rest[..PIECE + end + 1]);
        start += piece.len();
        Some((start - piece.len(), piece))
    })
}

#[cfg(test)]
mod tests {
    use super::chunks;

    fn read(text: &str) -> Vec<u64> {
        chunks(text, "a number", |_| Ok(())).flat_map(|chunk| chunk.expect("numbers")).collect()
    }

    #[test]
    fn every_line_is_read_once_in_order() {
        let numbers: Vec<u64> = (0..100_000).collect();
        let text: Vec<String> = numbers.iter().map(u64::to_string).collect();
        assert_eq!(read(&text.join("\n")), numbers);
        assert_eq!(read(&format!("\n{}\n\n", text.join("\r\n"))), numbers);
        assert!(read("").is_empty());
    }

    #[test]
    fn a_bad_line_is_named_wherever_it_is() {
        let text = "1\n".repeat(99_999) + "x\n1\n";
        let error =
            chunks::<u64>(&text, "a number", |_| Ok(())).find_map(Result::err).expect("an error");
        assert!(format!("{error:#}").starts_with("line 100000; a number"));
    }
}
