//! A font's ToUnicode map in, the text of each character code out.

use lopdf::Object;
use lopdf::content::{Content, Operation};
use rustc_hash::FxHashMap;

use super::utf16;

/// How a section of a map begins, before its kind.
const SECTION: &[u8] = b"begin";

/// Codes of two bytes; a map that claims more is damaged or hostile.
const MOST_CODES: usize = 1 << 16;

/// Ranges of codes; no known map has more than a dozen.
const MOST_RANGES: usize = 256;

#[derive(Default)]
pub(super) struct CodeMap {
    pub(super) texts: FxHashMap<u32, Box<str>>,
    /// The first and the last code of each range of codes, which tell how many bytes a code has.
    pub(super) ranges: Vec<(Vec<u8>, Vec<u8>)>,
    /// Repetitions count too, so that the work is bounded.
    pub(super) n_codes: usize,
}

impl CodeMap {
    /// The bytes of the code that a string begins with, where the map tells them.
    pub(super) fn code_bytes(&self, string: &[u8]) -> Option<usize> {
        self.ranges.iter().find_map(|(first, last)| {
            let bytes = string.get(..first.len()).filter(|_| last.len() == first.len())?;
            let is_in = bytes
                .iter()
                .zip(first.iter().zip(last))
                .all(|(byte, (low, high))| (low..=high).contains(&byte));
            is_in.then_some(first.len())
        })
    }
}

/// What the map tells. What cannot be understood is passed over.
pub(super) fn parse(map: &[u8]) -> CodeMap {
    let mut told = CodeMap::default();
    for at in memchr::memmem::find_iter(map, SECTION) {
        let section = &map[at + SECTION.len()..];
        let length = section.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let (kind, body) = section.split_at(length);
        let read: fn(&mut CodeMap, &[Object]) = match kind {
            b"codespacerange" => CodeMap::add_ranges,
            b"bfchar" => CodeMap::add_characters,
            b"bfrange" => CodeMap::add_texts,
            _ => continue,
        };
        // What stands in a section is written like the operands of the word that ends it.
        if let Some(Ok(Operation { operands, .. })) = Content::decode_iter(body).next() {
            read(&mut told, &operands);
        }
    }
    told
}

impl CodeMap {
    /// `<first> <last>` pairs.
    fn add_ranges(&mut self, operands: &[Object]) {
        for pair in operands.chunks_exact(2) {
            if let [Object::String(first, _), Object::String(last, _)] = pair
                && !first.is_empty()
                && self.ranges.len() < MOST_RANGES
            {
                self.ranges.push((first.clone(), last.clone()));
            }
        }
    }

    /// `<code> <text>` pairs.
    fn add_characters(&mut self, operands: &[Object]) {
        for pair in operands.chunks_exact(2) {
            if let [Object::String(code, _), Object::String(units, _)] = pair {
                self.insert(number(code), units);
            }
        }
    }

    /// `<first> <last> <text of the first>` and `<first> <last> [<text> …]`.
    fn add_texts(&mut self, operands: &[Object]) {
        for range in operands.chunks_exact(3) {
            let [Object::String(first, _), Object::String(last, _), told] = range else { return };
            let codes = number(first)..=number(last);
            match told {
                Object::String(units, _) => {
                    let mut units = units.clone();
                    for code in codes.take(MOST_CODES) {
                        self.insert(code, &units);
                        increment(&mut units);
                    }
                }
                Object::Array(texts) => {
                    for (code, units) in (number(first)..).zip(texts) {
                        self.insert(code, units.as_str().unwrap_or_default());
                    }
                }
                _ => {}
            }
        }
    }

    fn insert(&mut self, code: u32, units: &[u8]) {
        let text = match units {
            [unit] => char::from(*unit).to_string(),
            _ => utf16(units, u16::from_be_bytes),
        };
        self.n_codes += 1;
        if self.n_codes <= MOST_CODES && !text.contains('\0') {
            self.texts.insert(code, text.into_boxed_str());
        }
    }
}

/// Adds one to the last UTF-16 unit.
fn increment(units: &mut [u8]) {
    for byte in units.iter_mut().rev().take(2) {
        let (sum, carried) = byte.overflowing_add(1);
        *byte = sum;
        if !carried {
            return;
        }
    }
}

/// The number that the bytes of a code make.
pub(super) fn number(bytes: &[u8]) -> u32 {
    bytes.iter().take(4).fold(0, |number, byte| number << 8 | u32::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::parse;

    fn check(map: &str, code: u32, expect: Option<&str>) {
        assert_eq!(parse(map.as_bytes()).texts.get(&code).map(|text| &**text), expect);
    }

    #[test]
    fn characters_ranges_and_lists() {
        let map = "1 begincodespacerange <0000><FFFF> endcodespacerange
            2 beginbfchar <0003> <0020> <0004> <00660069> endbfchar
            2 beginbfrange <0010><0012><0041> <0020> <0021> [<0078> <D83DDE00>] endbfrange";
        let codes = [(3, " "), (4, "fi"), (0x12, "C"), (0x21, "😀")];
        codes.iter().for_each(|(code, text)| check(map, *code, Some(text)));
        check(map, 0x22, None);
    }

    #[test]
    fn a_map_of_four_billion_codes_ends() {
        check("beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange", 0, Some("A"));
        check("beginbfrange <00 <", 0, None);
    }
}
