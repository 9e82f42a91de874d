//! A font's dictionary in, the text and width of each character code out.

use lopdf::{Dictionary, Document, Object};
use rustc_hash::FxHashMap;

use super::standard;
use super::to_unicode::{self, CodeMap};
use super::{dictionary, list};

/// Widths are told in thousandths of the font's size.
const UNITS: f64 = 1000.0;
/// Width of a code that nothing is told about.
const USUAL_WIDTH: f64 = 500.0;
/// Codes of two bytes; a font that gives more widths is damaged or hostile.
const MOST_WIDTHS: usize = 1 << 16;

/// Bytes of the largest ToUnicode map; two bytes of code and of text make 1 MB in long writing.
const LARGEST_MAP: usize = 2 << 20;

/// How a string is cut into codes.
enum Codes {
    OfBytes(usize),
    /// The map for copying knows codes of one byte; some programs show them in two all the same, the
    /// first of which is zero.
    OneOrZeroAndOne,
    Told(CodeMap),
}

pub(super) struct Font {
    codes: Codes,
    texts: FxHashMap<u32, Box<str>>,
    /// In parts of the font's size.
    widths: FxHashMap<u32, f64>,
    usual_width: f64,
    /// How much larger than others its letters are in the same size: those of Type 3 are drawn in units of their own.
    pub(super) scale: f64,
    /// Whether all that tells its texts and widths is there.
    pub(super) is_whole: bool,
}

/// One character code as it is shown.
pub(super) struct Glyph<'a> {
    /// Empty where the font does not tell.
    pub(super) text: &'a str,
    /// In parts of the font's size.
    pub(super) width: f64,
    /// Whether word spacing applies.
    pub(super) is_space: bool,
}

impl Font {
    pub(super) fn new(font: &Dictionary, document: &Document) -> Self {
        let is_composite = name(font, b"Subtype") == b"Type0";
        let mut texts = if is_composite { FxHashMap::default() } else { encoding(font, document) };
        // What the font says for copying goes before the names of its glyphs.
        let map = map(font, b"ToUnicode", document).unwrap_or_default();
        let codes = if is_composite { codes(font, &map, document) } else { Codes::OfBytes(1) };
        texts.extend(map.texts);
        let (widths, usual_width) = if is_composite {
            composite_widths(font, document)
        } else {
            simple_widths(font, document, &texts)
        };
        let scale = unit(font, document) * UNITS;
        Self { codes, texts, widths, usual_width, scale, is_whole: is_whole(font, document) }
    }

    pub(super) fn glyphs<'a>(&'a self, bytes: &'a [u8]) -> impl Iterator<Item = Glyph<'a>> {
        let mut rest = bytes;
        let usual = match &self.codes {
            Codes::OfBytes(length) => *length,
            Codes::OneOrZeroAndOne => 1 + usize::from(bytes.chunks(2).all(|code| code[0] == 0)),
            Codes::Told(map) => map.ranges.iter().map(|(first, _)| first.len()).min().unwrap_or(2),
        };
        std::iter::from_fn(move || {
            let told = match &self.codes {
                Codes::Told(map) => map.code_bytes(rest),
                _ => None,
            };
            let code;
            (code, rest) = rest.split_at(told.unwrap_or(usual).min(rest.len()));
            (!code.is_empty()).then(|| self.glyph(code))
        })
    }

    fn glyph(&self, code: &[u8]) -> Glyph<'_> {
        let number = to_unicode::number(code);
        Glyph {
            text: self.texts.get(&number).map_or("", |text| text),
            width: self.widths.get(&number).copied().unwrap_or(self.usual_width),
            is_space: code == b" ",
        }
    }
}

fn name<'a>(dictionary: &'a Dictionary, key: &[u8]) -> &'a [u8] {
    dictionary.get(key).and_then(Object::as_name).unwrap_or_default()
}

/// A map of codes that the font holds.
fn map(font: &Dictionary, key: &[u8], document: &Document) -> Option<CodeMap> {
    let stream = font.get_deref(key, document).ok()?.as_stream().ok()?;
    let map = stream.get_plain_content_with_limit(LARGEST_MAP).ok()?;
    Some(to_unicode::parse(&map))
}

/// How a composite font's strings are cut: as its own code says, else as the map for copying does.
fn codes(font: &Dictionary, for_copying: &CodeMap, document: &Document) -> Codes {
    let own = map(font, b"Encoding", document).filter(|map| !map.ranges.is_empty());
    let lengths: Vec<usize> = for_copying.ranges.iter().map(|(first, _)| first.len()).collect();
    match (own, lengths.iter().min(), lengths.iter().max()) {
        (Some(own), ..) => Codes::Told(own),
        (None, Some(1), Some(1)) if for_copying.texts.keys().all(|code| *code <= 0xFF) => {
            Codes::OneOrZeroAndOne
        }
        (None, Some(1), Some(2)) => {
            Codes::Told(CodeMap { ranges: for_copying.ranges.clone(), ..CodeMap::default() })
        }
        _ => Codes::OfBytes(2),
    }
}

/// The text of each code of a simple font: its base encoding and the glyphs that differ from it.
fn encoding(font: &Dictionary, document: &Document) -> FxHashMap<u32, Box<str>> {
    let is_symbolic = is_symbolic(font, document);
    let told = font.get_deref(b"Encoding", document).ok();
    let (base, differences) = match told {
        Some(Object::Name(base)) => (base.as_slice(), None),
        Some(Object::Dictionary(encoding)) => {
            (name(encoding, b"BaseEncoding"), list(encoding, b"Differences", document))
        }
        _ => (b"".as_slice(), None),
    };
    let base = match base {
        b"MacRomanEncoding" | b"MacExpertEncoding" | b"WinAnsiEncoding" => base,
        // A subset font without an encoding is, as a rule, in the code of the system that made it.
        _ if is_symbolic => b"WinAnsiEncoding",
        _ => b"StandardEncoding",
    };
    let mut texts: FxHashMap<u32, Box<str>> = FxHashMap::default();
    let base = Object::Name(base.to_vec());
    for code in 0..=u8::MAX {
        texts.insert(u32::from(code), decoded(&base, code).into());
    }
    let mut code = 0u32;
    for difference in differences.into_iter().flatten() {
        match difference {
            Object::Integer(first) => code = u32::try_from(*first).unwrap_or(0),
            Object::Name(glyph) => {
                texts.insert(code, glyph_text(glyph).into());
                code = code.saturating_add(1);
            }
            _ => {}
        }
    }
    texts
}

fn is_symbolic(font: &Dictionary, document: &Document) -> bool {
    dictionary(font, b"FontDescriptor", document)
        .and_then(|descriptor| descriptor.get(b"Flags").ok()?.as_i64().ok())
        .is_some_and(|flags| flags & 4 != 0)
}

/// The text of a glyph by its name: `a`, `quoteright`, `uni2019`, `u1F600`, `a.alt`, `f_i`.
fn glyph_text(glyph: &[u8]) -> String {
    let stem = glyph.split(|byte| *byte == b'.').next().unwrap_or(glyph);
    stem.split(|byte| *byte == b'_').map(part_text).collect()
}

/// The text of a part of a glyph's name.
fn part_text(part: &[u8]) -> String {
    let differences = vec![Object::Integer(1), Object::Name(part.to_vec())];
    let mut encoding = Dictionary::new();
    encoding.set("Differences", Object::Array(differences));
    let known = decoded(&Object::Dictionary(encoding), 1);
    if known.is_empty() { by_number(part).map_or_else(String::new, String::from) } else { known }
}

/// `uni2019` and `u2019`.
fn by_number(glyph: &[u8]) -> Option<char> {
    let glyph = std::str::from_utf8(glyph).ok()?;
    let digits = glyph.strip_prefix("uni").or_else(|| glyph.strip_prefix('u'))?;
    char::from_u32(u32::from_str_radix(digits.get(..4.max(digits.len().min(6)))?, 16).ok()?)
}

/// What a one-byte font with this encoding shows for a code.
fn decoded(encoding: &Object, code: u8) -> String {
    let mut font = Dictionary::new();
    font.set("Type", Object::Name(b"Font".to_vec()));
    font.set("Encoding", encoding.clone());
    let document = Document::new();
    font.get_font_encoding(&document)
        .and_then(|encoding| encoding.bytes_to_string(&[code]))
        .unwrap_or_default()
}

type Widths = (FxHashMap<u32, f64>, f64);

fn number(object: &Object, document: &Document) -> Option<f64> {
    let (_, object) = document.dereference(object).ok()?;
    object.as_float().ok().map(f64::from)
}

/// The unit that a font's glyphs are drawn in, in parts of its size.
fn unit(font: &Dictionary, document: &Document) -> f64 {
    list(font, b"FontMatrix", document)
        .and_then(|matrix| number(matrix.first()?, document))
        .map_or(1.0 / UNITS, f64::abs)
}

fn simple_widths(
    font: &Dictionary,
    document: &Document,
    texts: &FxHashMap<u32, Box<str>>,
) -> Widths {
    let first = font.get_deref(b"FirstChar", document).and_then(Object::as_i64).unwrap_or(0);
    let unit = unit(font, document);
    let widths = match list(font, b"Widths", document) {
        Some(told) => (u32::try_from(first).unwrap_or(0)..)
            .zip(told)
            .filter_map(|(code, width)| Some((code, number(width, document)? * unit)))
            .collect(),
        None => texts
            .iter()
            .map(|(code, text)| (*code, standard::width(name(font, b"BaseFont"), text)))
            .collect(),
    };
    (widths, USUAL_WIDTH / UNITS)
}

/// The font that a composite font draws with.
fn descendant<'a>(font: &'a Dictionary, document: &'a Document) -> Option<&'a Dictionary> {
    let first = list(font, b"DescendantFonts", document)?.first()?;
    document.dereference(first).ok()?.1.as_dict().ok()
}

/// Whether the document has what the font refers to; a file that is cut off may not.
fn is_whole(font: &Dictionary, document: &Document) -> bool {
    let parts: [&[u8]; 4] = [b"ToUnicode", b"Encoding", b"Widths", b"FontDescriptor"];
    parts.iter().all(|part| has_told(font, part, document))
        && (!font.has(b"DescendantFonts")
            || descendant(font, document).is_some_and(|font| has_told(font, b"W", document)))
}

fn has_told(font: &Dictionary, key: &[u8], document: &Document) -> bool {
    font.get(key).ok().is_none_or(|told| document.dereference(told).is_ok())
}

fn composite_widths(font: &Dictionary, document: &Document) -> Widths {
    let mut widths = FxHashMap::default();
    let Some(descendant) = descendant(font, document) else { return (widths, USUAL_WIDTH / UNITS) };
    let usual =
        descendant.get(b"DW").ok().and_then(|usual| number(usual, document)).unwrap_or(UNITS);
    let mut told = list(descendant, b"W", document).into_iter().flatten();
    let mut n_told = 0;
    // `first [width …]` or `first last width`.
    while let (Some(first), Some(next)) = (told.next(), told.next()) {
        let first = number(first, document).unwrap_or(0.0) as u32;
        match document.dereference(next) {
            Ok((_, Object::Array(list))) => {
                for (code, width) in (first..).zip(list) {
                    widths.insert(code, number(width, document).unwrap_or(usual) / UNITS);
                }
            }
            Ok((_, last)) => {
                let last = number(last, document).unwrap_or(0.0) as u32;
                let width = told.next().and_then(|width| number(width, document));
                for code in first..=last {
                    n_told += 1;
                    if n_told > MOST_WIDTHS {
                        break;
                    }
                    widths.insert(code, width.unwrap_or(usual) / UNITS);
                }
            }
            Err(_) => break,
        }
    }
    (widths, usual / UNITS)
}
