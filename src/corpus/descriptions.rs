//! What is known of comments besides their texts, packed: a large docket has millions of them, and they are looked at once
//! more only when their report lines are written.
//!
//! Descriptions stand one after the other in blocks of [`IN_BLOCK`], in the order they were read, and
//! each block is compressed: subjects, closings and footers repeat from copy to copy.

use std::ops::Range;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Attributes, Document, Entry, ZoneLines, without_number};
use crate::sections::decompressed;

/// Descriptions that are compressed together. More compress better, but one that
/// is not read in its turn costs the unpacking of its whole block.
const IN_BLOCK: usize = 128;

const ANY_NUMBER: &str = "a vector takes any number of bytes";

/// A description's number in the order of packing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DescriptionId(u32);

impl DescriptionId {
    /// The same description, once so many blocks stand before those it was packed with.
    #[must_use]
    pub fn behind(self, n_blocks: usize) -> Self {
        Self(self.0.saturating_add((n_blocks * IN_BLOCK) as u32))
    }

    /// Which block, and which of its descriptions.
    fn place(self) -> (usize, usize) {
        let index = self.0 as usize;
        (index / IN_BLOCK, index % IN_BLOCK)
    }
}

/// Packed descriptions.
#[derive(Debug, Default)]
pub struct Descriptions {
    blocks: Vec<Block>,
    /// The block that is being filled, not yet compressed.
    open: Vec<u8>,
    n_open: u32,
    renumberings: Vec<Renumbering>,
}

/// Descriptions that are compressed together, each after its length.
#[derive(Debug, Serialize, Deserialize)]
pub struct Block {
    n_descriptions: u32,
    compressed: Box<[u8]>,
    /// By what the records' numbers in it are changed, where they are.
    renumbering: Option<u32>,
}

impl Block {
    /// Its descriptions, one behind the other, and where each of them is; none where that is not what was packed.
    fn unpacked(&self) -> Option<(Vec<u8>, Vec<Range<usize>>)> {
        let bytes = decompressed(&self.compressed)?;
        let mut rest = &bytes[..];
        let mut places = Vec::with_capacity(IN_BLOCK);
        while !rest.is_empty() {
            let (description, behind) = postcard::take_from_bytes::<&[u8]>(rest).ok()?;
            let end = bytes.len() - behind.len();
            places.push(end - description.len()..end);
            rest = behind;
        }
        (places.len() == self.n_descriptions as usize).then_some((bytes, places))
    }
}

impl Descriptions {
    /// Packs what is known of a document besides its text and its entry.
    pub fn push(&mut self, document: &Document) -> DescriptionId {
        let source = Some(&*document.source).filter(|source| *source != document.id);
        let description = (source, &document.attributes, &document.lines);
        let packed = postcard::to_allocvec(&description).expect(ANY_NUMBER);
        // As bytes in a row: serde takes a slice of them one by one.
        self.open =
            postcard::to_extend(&packed.len(), std::mem::take(&mut self.open)).expect(ANY_NUMBER);
        self.open.extend_from_slice(&packed);
        self.n_open += 1;
        let number = self.blocks.len() * IN_BLOCK + self.n_open as usize - 1;
        if self.n_open as usize == IN_BLOCK {
            self.close_block();
        }
        DescriptionId(number as u32)
    }

    /// The blocks, all of them compressed.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Adds blocks whose records have other numbers by now. Tells how many blocks there were before.
    pub fn append(&mut self, blocks: Vec<Block>, renumbering: Option<&Renumbering>) -> usize {
        self.finish();
        let n_before = self.blocks.len();
        let number = renumbering.map(|_| self.renumberings.len() as u32);
        self.renumberings.extend(renumbering.cloned());
        self.blocks.extend(blocks.into_iter().map(|block| Block { renumbering: number, ..block }));
        n_before
    }

    /// Takes the blocks away.
    pub fn into_blocks(mut self) -> Vec<Block> {
        self.finish();
        self.blocks
    }

    /// Whether there is a place for a description.
    pub fn holds(&self, description: DescriptionId) -> bool {
        let (block, nth) = description.place();
        self.blocks.get(block).is_some_and(|block| nth < block.n_descriptions as usize)
    }

    /// Whether all blocks hold what was packed.
    pub fn are_sound(&self) -> bool {
        self.blocks.par_iter().all(|block| {
            block.n_descriptions as usize <= IN_BLOCK
                && block.unpacked().is_some_and(|(bytes, places)| {
                    let mut packed = places.into_iter().map(|place| &bytes[place]);
                    packed.all(|packed| postcard::from_bytes::<Description<'_>>(packed).is_ok())
                })
        })
    }

    /// Compresses what is left.
    pub fn finish(&mut self) {
        if self.n_open > 0 {
            self.close_block();
        }
        self.blocks.shrink_to_fit();
        self.open = Vec::new();
    }

    fn close_block(&mut self) {
        self.blocks.push(Block {
            n_descriptions: std::mem::take(&mut self.n_open),
            compressed: lz4_flex::block::compress_prepend_size(&self.open).into_boxed_slice(),
            renumbering: None,
        });
        self.open.clear();
    }
}

/// How many records of a file stand before those of a range that was read by itself: its records are numbered from its first
/// one on, until that is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Renumbering {
    place: Box<str>,
    n_before: usize,
}

impl Renumbering {
    /// Of the range of a file, known by its place, before which so many records stand.
    pub fn new(place: &str, n_before: usize) -> Self {
        Self { place: place.into(), n_before }
    }

    /// Gives the record that a text begins with, `place#17`, its number in the file.
    pub fn apply(&self, text: &mut String) {
        let behind = text.strip_prefix(&*self.place);
        let Some(behind) = behind.and_then(|behind| behind.strip_prefix('#')) else {
            return;
        };
        let n_digits = behind.bytes().take_while(u8::is_ascii_digit).count();
        let start = text.len() - behind.len();
        if let Ok(number) = behind[..n_digits].parse::<usize>() {
            let in_file = (number + self.n_before).to_string();
            text.replace_range(start..start + n_digits, &in_file);
        }
    }
}

/// Reads descriptions, best in the order they were packed in: the last block stays unpacked.
#[derive(Debug)]
pub struct DescriptionReader<'a> {
    descriptions: &'a Descriptions,
    block: Option<usize>,
    bytes: Vec<u8>,
    places: Vec<Range<usize>>,
}

impl<'a> DescriptionReader<'a> {
    /// Reads from the first block on.
    pub fn new(descriptions: &'a Descriptions) -> Self {
        Self { descriptions, block: None, bytes: Vec::new(), places: Vec::new() }
    }

    /// A document with the id that it has now, without its text, relayer, and dockets: what was packed of it, and what its entry
    /// tells.
    pub fn document(&mut self, entry: &Entry) -> Document {
        let (number, nth) = entry.description.place();
        let block = &self.descriptions.blocks[number];
        if self.block != Some(number) {
            (self.bytes, self.places) = block.unpacked().expect("a block is what was compressed");
            self.block = Some(number);
        }
        let (source, attributes, lines): Description<'_> =
            postcard::from_bytes(&self.bytes[self.places[nth].clone()])
                .expect("a description is what was packed");
        let came_with = if entry.is_renamed { without_number(&entry.id) } else { &entry.id };
        let mut document = Document {
            id: entry.id.to_string(),
            source: source.unwrap_or(came_with).to_owned(),
            attributes: Attributes {
                timestamp: entry.timestamp(),
                sender: entry.sender,
                ..attributes
            },
            lines,
            ..Document::default()
        };
        // What is told by the id has its number already.
        if let Some(number) = block.renumbering.filter(|_| source.is_some()) {
            self.descriptions.renumberings[number as usize].apply(&mut document.source);
        }
        document
    }
}

/// What is packed of a document: its source, where that is not its id, its attributes without dockets, time, relayer, and
/// sender, and its lines. The rest stands with its text (digest, wording, dockets) or in its entry.
type Description<'a> = (Option<&'a str>, Attributes, ZoneLines);

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use super::{DescriptionReader, Descriptions, IN_BLOCK, Renumbering};
    use crate::corpus::{Answer, Attributes, Document, Entry, Home, Vocabulary, ZoneLines};

    fn document(number: usize) -> Document {
        Document {
            id: format!("c{number}"),
            source: format!("inbox.mbox#{number}"),
            attributes: Attributes {
                author: number.is_multiple_of(2).then(|| format!("Ada {number}")),
                home: Home { city: Some(format!("Marrow Falls {number}")), ..Home::default() },
                recipients: vec!["rules@agency.example".to_owned(); number % 3],
                timestamp: number.is_multiple_of(5).then_some(number as i64),
                n_signers: Some(number as u64),
                restricted: number.is_multiple_of(7).then(|| "sensitive".to_owned()),
                answers: vec![Answer { column: number as u32, ..Answer::default() }; number % 2],
                sender: NonZeroU64::new(number as u64),
                ..Attributes::default()
            },
            lines: ZoneLines {
                signature: format!("Regards\nAda {number}").into(),
                ..ZoneLines::default()
            },
            ..Document::default()
        }
    }

    #[test]
    fn what_was_packed_comes_back_in_any_order() {
        let (mut descriptions, mut names) = (Descriptions::default(), Vocabulary::default());
        let entries: Vec<Entry> = (0..2 * IN_BLOCK + 1)
            .map(|number| Entry::take(&mut document(number), &mut descriptions, &mut names))
            .collect();
        descriptions.finish();
        let mut reader = DescriptionReader::new(&descriptions);
        for (number, entry) in entries.iter().enumerate().rev() {
            assert_eq!(reader.document(entry), document(number));
        }
    }

    #[test]
    fn records_of_a_range_get_their_numbers_in_the_file() {
        fn check(text: &str, expect: &str) {
            let mut renumbered = text.to_owned();
            Renumbering::new("in/box.mbox", 40).apply(&mut renumbered);
            assert_eq!(renumbered, expect);
        }
        check("in/box.mbox#2", "in/box.mbox#42");
        check("in/box.mbox#12#1: cut off", "in/box.mbox#52#1: cut off");
        check("in/box.mbox", "in/box.mbox");
        check("in/box.mbox#a", "in/box.mbox#a");
        check("out/box.mbox#2", "out/box.mbox#2");
    }
}
