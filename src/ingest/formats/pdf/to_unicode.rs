//! A font's ToUnicode map in, the text of each character code out.

use rustc_hash::FxHashMap;

use super::utf16;

/// Codes of two bytes; a map that claims more is damaged or hostile.
const MOST_CODES: usize = 1 << 16;

/// Ranges of codes; no known map has more than a dozen.
const MOST_RANGES: usize = 256;

/// What a map tells.
#[derive(Default)]
pub(super) struct CodeMap {
    /// The text of each code.
    pub(super) texts: FxHashMap<u32, Box<str>>,
    /// The first and the last code of each range of codes, which tell how many bytes a code has.
    pub(super) ranges: Vec<(Vec<u8>, Vec<u8>)>,
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
    let mut texts = Texts::default();
    let mut code_ranges = Vec::new();
    let mut tokens = Tokens { rest: map };
    while let Some(token) = tokens.next() {
        match token {
            MapToken::Word(b"begincodespacerange") => {
                while let (Some(MapToken::Hex(first)), Some(MapToken::Hex(last))) =
                    (tokens.next(), tokens.next())
                {
                    if !first.is_empty() && code_ranges.len() < MOST_RANGES {
                        code_ranges.push((first, last));
                    }
                }
            }
            MapToken::Word(b"beginbfchar") => characters(&mut tokens, &mut texts),
            MapToken::Word(b"beginbfrange") => ranges(&mut tokens, &mut texts),
            _ => {}
        }
    }
    CodeMap { texts: texts.texts, ranges: code_ranges }
}

#[derive(Default)]
struct Texts {
    texts: FxHashMap<u32, Box<str>>,
    /// Repetitions count too, so that the work is bounded.
    n_codes: usize,
}

/// `<code> <text>` pairs up to `endbfchar`.
fn characters(tokens: &mut Tokens<'_>, texts: &mut Texts) {
    while let (Some(MapToken::Hex(code)), Some(MapToken::Hex(units))) =
        (tokens.next(), tokens.next())
    {
        insert(texts, number(&code), &units);
    }
}

/// `<first> <last> <text of the first>` and `<first> <last> [<text> …]` up to `endbfrange`.
fn ranges(tokens: &mut Tokens<'_>, texts: &mut Texts) {
    while let (Some(MapToken::Hex(first)), Some(MapToken::Hex(last))) =
        (tokens.next(), tokens.next())
    {
        let (first, last) = (number(&first), number(&last));
        match tokens.next() {
            Some(MapToken::Hex(mut units)) => {
                for code in first..=last {
                    if texts.n_codes >= MOST_CODES {
                        return;
                    }
                    insert(texts, code, &units);
                    increment(&mut units);
                }
            }
            Some(MapToken::Open) => {
                let mut code = first;
                while let Some(MapToken::Hex(units)) = tokens.next() {
                    insert(texts, code, &units);
                    code = code.saturating_add(1);
                }
            }
            _ => return,
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

fn insert(texts: &mut Texts, code: u32, units: &[u8]) {
    let text = match units {
        [unit] => char::from(*unit).to_string(),
        _ => utf16(units, u16::from_be_bytes),
    };
    texts.n_codes += 1;
    if texts.n_codes <= MOST_CODES && !text.contains('\0') {
        texts.texts.insert(code, text.into_boxed_str());
    }
}

enum MapToken<'a> {
    Hex(Vec<u8>),
    Open,
    Close,
    Word(&'a [u8]),
}

/// The few kinds of PostScript token that such a map needs.
struct Tokens<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Tokens<'a> {
    type Item = MapToken<'a>;

    fn next(&mut self) -> Option<MapToken<'a>> {
        self.rest = self.rest.trim_ascii_start();
        let (first, rest) = self.rest.split_first()?;
        match first {
            b'<' if rest.first() != Some(&b'<') => {
                let end = rest.iter().position(|byte| *byte == b'>')?;
                let digits: Vec<u8> = rest[..end]
                    .iter()
                    .filter_map(|byte| char::from(*byte).to_digit(16))
                    .map(|digit| digit as u8)
                    .collect();
                self.rest = &rest[end + 1..];
                let bytes = digits
                    .chunks(2)
                    .map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or(0))
                    .collect();
                Some(MapToken::Hex(bytes))
            }
            b'[' => {
                self.rest = rest;
                Some(MapToken::Open)
            }
            b']' => {
                self.rest = rest;
                Some(MapToken::Close)
            }
            _ => {
                let end = rest.iter().position(|byte| {
                    byte.is_ascii_whitespace() || matches!(byte, b'<' | b'[' | b']')
                });
                let (word, rest) = self.rest.split_at(1 + end.unwrap_or(rest.len()));
                self.rest = rest;
                Some(MapToken::Word(word))
            }
        }
    }
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
        check(map, 3, Some(" "));
        check(map, 4, Some("fi"));
        check(map, 0x12, Some("C"));
        check(map, 0x21, Some("😀"));
        check(map, 0x22, None);
    }

    #[test]
    fn a_map_of_four_billion_codes_ends() {
        check("beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange", 0, Some("A"));
        check("beginbfrange <00 <", 0, None);
    }
}
