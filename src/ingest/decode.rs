//! Bytes in, text out.

use super::patterns::Pattern;
use super::{divided, mojibake, rewritten_links};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use mail_parser::decoders::quoted_printable::quoted_printable_decode;

/// Where comments come from, as far as a charset can tell: a lone pound or section sign in English text
/// looks Polish or Czech to the detector, unless it knows whom the letter was written to.
const DOMAIN: &[u8] = b"gov";

/// Decodes text whose charset nobody declared: UTF-32, byte order mark, UTF-16 by its zero
/// bytes, valid UTF-8, what chardetng guesses.
pub(super) fn text(bytes: &[u8]) -> String {
    if let Some(unit) = utf32(bytes) {
        return bytes
            .chunks_exact(UTF_32_BYTES)
            .filter_map(|bytes| bytes.try_into().ok())
            .map(|bytes| char::from_u32(unit(bytes)).unwrap_or(char::REPLACEMENT_CHARACTER))
            .skip_while(|character| *character == BYTE_ORDER_MARK)
            .collect();
    }
    if let Some(text) = wide(bytes) {
        return text;
    }
    let utf8 = std::str::from_utf8(bytes).ok();
    // ISO-2022-JP is ASCII with escapes between, and so always valid UTF-8.
    if let Some(text) = utf8
        && !bytes.windows(2).any(|pair| pair == b"\x1b$")
    {
        return text.to_owned();
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    let guess = detector.guess(Some(DOMAIN), Utf8Detection::Allow);
    if let Some(text) = utf8
        && guess != ISO_2022_JP
    {
        return text.to_owned();
    }
    // Bytes that only UTF-8 explains but that are damaged somewhere still read best as UTF-8.
    let encoding = if guess == WINDOWS_1252 && mostly_utf8(bytes) { UTF_8 } else { guess };
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

/// The encoding of bytes that have its mark in front, or zeros as UTF-16 has.
pub(super) fn encoding_told(bytes: &[u8]) -> Option<&'static Encoding> {
    let marked = Encoding::for_bom(bytes).map(|(encoding, _)| encoding);
    marked.or_else(|| utf16_without_mark(bytes))
}

/// The text of such bytes.
pub(super) fn wide(bytes: &[u8]) -> Option<String> {
    encoding_told(bytes).map(|encoding| encoding.decode(bytes).0.into_owned())
}

/// Repairs what was decoded wrongly, or rewritten, before it came here, and words that were divided.
pub(super) fn repaired(text: String) -> String {
    let text = without_transport_marks(text);
    divided::whole(rewritten_links::undone(mojibake::undo(with_windows_1252_marks(text))))
}

/// Text that kept the marks of quoted-printable, without them. That encoding leaves no other equals sign, breaks long
/// lines, and writes letters of other languages in bytes.
fn without_transport_marks(text: String) -> String {
    static MARK: Pattern = Pattern::new(
        r"=20\r?\n|=3D|=(?:C[2-9A-F]|D[0-9A-F]|E[0-9A-F]=[89AB][0-9A-F])=[89AB][0-9A-F]|[^\n]{60}=\r?\n",
    );
    static OTHER: Pattern = Pattern::new(r"=(?:[^0-9A-F\r\n]|[0-9A-F][^0-9A-F]|[0-9A-F]?$)");
    if !text.contains('=') || !MARK.is_match(&text) || OTHER.is_match(&text) {
        return text;
    }
    quoted_printable_decode(text.as_bytes()).map_or(text, |bytes| self::text(&bytes))
}

/// Text whose lines end as those of a corpus do.
pub(super) fn with_line_feeds(text: String) -> String {
    if memchr::memchr(b'\r', text.as_bytes()).is_none() {
        return text;
    }
    let paired = text.replace("\r\n", "\n");
    if paired.contains('\r') { paired.replace('\r', "\n") } else { paired }
}

/// Characters 128–159 are no text: they are bytes of windows-1252 that were read as another charset.
fn with_windows_1252_marks(text: String) -> String {
    // In UTF-8 all of them begin with C2.
    if memchr::memchr(0xC2, text.as_bytes()).is_none()
        || !text.contains(|character| matches!(character, '\u{80}'..='\u{9F}'))
    {
        return text;
    }
    text.chars().map(windows_1252).collect()
}

/// What a character stands for that is one of these, and no other.
pub(super) fn windows_1252(character: char) -> char {
    match u8::try_from(u32::from(character)) {
        Ok(byte @ 0x80..=0x9F) => {
            let byte = [byte];
            let (text, _) = WINDOWS_1252.decode_without_bom_handling(&byte);
            text.chars().next().unwrap_or(character)
        }
        _ => character,
    }
}

const UTF_32_BYTES: usize = 4;
const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// How to read a character of UTF-32, where a text is in it, marked or not. No other text has zeros in so regular places:
/// all of its characters are such that stand in texts.
pub(super) fn utf32(bytes: &[u8]) -> Option<fn([u8; UTF_32_BYTES]) -> u32> {
    let sample = &bytes[..bytes.len().min(4096)];
    if sample.len() < 2 * UTF_32_BYTES {
        return None;
    }
    [u32::from_le_bytes as fn([u8; UTF_32_BYTES]) -> u32, u32::from_be_bytes].into_iter().find(
        |unit| {
            sample.chunks_exact(UTF_32_BYTES).all(|bytes| {
                let character = bytes.try_into().ok().and_then(|bytes| char::from_u32(unit(bytes)));
                character.is_some_and(|c| !c.is_control() || c.is_ascii_whitespace())
            })
        },
    )
}

/// UTF-16 of a Latin script: every second byte is zero, for the most part, and nearly none of the others.
pub(super) fn utf16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = &bytes[..bytes.len().min(4096)];
    // Most text has no zero, which is soon seen.
    memchr::memchr(0, sample)?;
    let [even, odd] = [0, 1]
        .map(|parity| sample.iter().skip(parity).step_by(2).filter(|byte| **byte == 0).count());
    let is_such = even.max(odd) * 4 > sample.len() && even.min(odd) * 20 < sample.len();
    is_such.then_some(if even > odd { UTF_16BE } else { UTF_16LE })
}

fn mostly_utf8(bytes: &[u8]) -> bool {
    let lossy = String::from_utf8_lossy(bytes);
    let damaged = lossy.chars().filter(|c| *c == '\u{FFFD}').count();
    let sound = lossy.chars().filter(|c| !c.is_ascii() && *c != '\u{FFFD}').count();
    sound > damaged * 4
}

#[cfg(test)]
mod tests {
    use super::text;
    use crate::ingest::tests::in_utf16;

    #[test]
    fn one_sentence_in_many_charsets() {
        let sentence = "It’s the café’s “right”.";
        let mut written: Vec<Vec<u8>> =
            vec![sentence.into(), in_utf16(&format!("\u{FEFF}{sentence}"))];
        written.push(b"It\x92s the caf\xE9\x92s \x93right\x94.".into());
        for marked in [sentence, &format!("\u{FEFF}{sentence}")] {
            written.push(marked.into());
            for bytes_of in [u32::to_le_bytes, u32::to_be_bytes] {
                written.push(marked.chars().map(u32::from).flat_map(bytes_of).collect());
            }
        }
        written.iter().for_each(|bytes| assert_eq!(text(bytes), sentence));
        assert_eq!(text(&in_utf16("plain words")), "plain words");
    }

    #[test]
    fn a_few_marks_in_english_are_western() {
        assert_eq!(text(b"They paid \xA3750m for it."), "They paid £750m for it.");
        assert_eq!(text(b"See \xA7 553 and the fianc\xE9e."), "See § 553 and the fiancée.");
    }
}
