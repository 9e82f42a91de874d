//! Dockets made on the spot: form letters, edited copies and comments of their own words.
//!
//! Words are drawn from a vocabulary with Zipf-like frequencies by a generator with a fixed seed, so
//! every run measures the same docket. Real mail has more vocabulary and mark-up.

#![allow(dead_code, reason = "each bench takes the docket it needs")]

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

/// Words in the vocabulary.
const VOCABULARY: u64 = 30_000;
/// Comments that are exact copies, of a hundred.
const EXACT: usize = 73;
/// Comments that are edited copies, of a hundred.
const EDITED: usize = 20;

/// Writes a docket with `n` comments as JSONL, one form letter for every hundred.
///
/// # Errors
/// Where it cannot be written.
pub(crate) fn write_file(n: usize, path: &Path) -> io::Result<()> {
    let mut lines = BufWriter::new(File::create(path)?);
    write(n, &mut lines)?;
    lines.flush()
}

/// The same docket in memory.
pub(crate) fn lines(n: usize) -> String {
    let mut lines = Vec::new();
    write(n, &mut lines).expect("a vector takes all");
    String::from_utf8(lines).expect("JSON is UTF-8")
}

fn write(n: usize, lines: &mut impl io::Write) -> io::Result<()> {
    let mut random = Random(n as u64);
    let letters: Vec<Vec<String>> =
        (0..(n / 100).max(1)).map(|_| paragraphs(&mut random, 5)).collect();
    for id in 0..n {
        let letter = &letters[id % letters.len()];
        let text = match id % 100 {
            kind if kind < EXACT => letter.clone(),
            kind if kind < EXACT + EDITED => edited(letter, &mut random),
            _ => paragraphs(&mut random, 2),
        };
        let text = format!(
            "Dear Commissioners:\n\n{}\n\nSincerely,\n\nPat Example {id}",
            text.join("\n\n")
        );
        let text = text.replace('\n', "\\n");
        writeln!(lines, "{{\"id\":\"c{id:07}\",\"text\":\"{text}\"}}")?;
    }
    Ok(())
}

/// JSONL of a docket with `n` copies of one letter, each with its sender's name and address.
pub(crate) fn copies(n: usize) -> String {
    let letter = paragraphs(&mut Random(1), 5).join("\\n\\n");
    let mut random = Random(n as u64);
    let mut lines = String::new();
    for id in 0..n {
        let [name, street, town] = [0; 3].map(|_| random.below(VOCABULARY));
        let signature = format!(
            "Sincerely,\\n\\nPat Name{name}\\n{id} Street{street} Road\\nTown{town}, OH 43210"
        );
        writeln!(
            lines,
            "{{\"id\":\"c{id:07}\",\"first_name\":\"Pat\",\"last_name\":\"Name{name}\",\"text\":\"Dear Commissioners:\\n\\n{letter}\\n\\n{signature}\"}}"
        )
        .expect("a string");
    }
    lines
}

fn edited(letter: &[String], random: &mut Random) -> Vec<String> {
    let mut own = letter.to_vec();
    match random.below(3) {
        0 => own.insert(1, random.paragraph(40)),
        1 => drop(own.remove(2)),
        _ => own[0].push_str(" indeed truly."),
    }
    own
}

fn paragraphs(random: &mut Random, n: usize) -> Vec<String> {
    (0..n).map(|_| random.paragraph(48)).collect()
}

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % limit
    }

    pub(crate) fn word(&mut self) -> String {
        // The product of two uniform numbers favours small ones, as language does.
        format!("w{}", self.below(VOCABULARY) * self.below(VOCABULARY) / VOCABULARY)
    }

    /// Sentences of twelve words.
    pub(crate) fn paragraph(&mut self, n_words: usize) -> String {
        let word = |at: usize| self.word() + if at % 12 == 11 { "." } else { "" };
        (0..n_words).map(word).collect::<Vec<_>>().join(" ")
    }
}
