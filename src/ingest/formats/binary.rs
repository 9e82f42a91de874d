//! What is no text, told by its bytes: which kind of file it is, and what to do with it.
//!
//! What may show or hold somebody's letter is unreadable, and somebody has to look at it; what can hold none is no
//! comment.

use file_format::{FileFormat, Kind};

use super::format::{Attached, Format};
use super::tnef;
use crate::corpus::AsideBucket;
use crate::ingest::decode;
use crate::ingest::discover::SHARD_HEAD;
use crate::ingest::patterns::holds;
use crate::ingest::raw::refuse;

/// Bytes that are looked at: what is no text shows it early.
const SAMPLE: usize = 4096;
/// Of so many bytes of a text at most one is a control character. Of random bytes one in ten is.
const BYTES_FOR_CONTROL: usize = 30;
/// Control characters that stray into the shortest text.
const STRAY: usize = 2;
/// Where a tar archive says that it is one.
const TAR: (usize, &[u8]) = (257, b"ustar");

pub(super) const FORMAT: Format = Format::of(
    Attached::Foreign,
    |file| refusal(file.bytes).is_some(),
    |input| {
        let refusal = refusal(input.bytes).into_iter();
        refusal.map(|(foreign, reason)| refuse(input.place, foreign.bucket(), &reason)).collect()
    },
);

/// XML. That of pages is asked for before.
pub(super) const FOREIGN_XML: Format = Format::of(
    Attached::Text,
    |file| {
        let bytes = file.bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file.bytes);
        let start = bytes.trim_ascii_start();
        start.starts_with(b"<?xml ") || start.starts_with(b"<svg")
    },
    |input| {
        let reason = "XML of a kind that is not read; save it as PDF, .txt, .csv or .json";
        vec![refuse(input.place, AsideBucket::Unreadable, reason)]
    },
);

/// What a file without text may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Foreign {
    /// A document or an archive of a kind that is not read.
    Document,
    /// It may show or speak a letter, as a picture or a recording does.
    Unknown,
    /// A font, a program, a certificate.
    NoLetter,
}

impl Foreign {
    /// Where such a file ends.
    fn bucket(self) -> AsideBucket {
        match self {
            Self::Document | Self::Unknown => AsideBucket::Unreadable,
            Self::NoLetter => AsideBucket::NotAComment,
        }
    }
}

/// What a file without text is, and what to do with it; nothing where it is text.
pub(super) fn refusal(bytes: &[u8]) -> Option<(Foreign, String)> {
    let is_marked = bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF");
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    // Most files have no control character, which is soon seen.
    if is_marked || !holds(sample, is_control) || decode::utf32(bytes).is_some() {
        return None;
    }
    let n_controls = sample.iter().filter(|byte| is_control(**byte)).count();
    let is_odd = n_controls.saturating_sub(STRAY) * BYTES_FOR_CONTROL > sample.len();
    // Names of formats may begin a sentence, too: "BMW drivers…".
    if !is_odd && !sample.contains(&0) {
        return None;
    }
    if bytes.starts_with(tnef::SIGNATURE) {
        let reason = "a mail as Outlook packs it (winmail.dat), which is not read; open it there and save it as .eml or .txt";
        return Some((Foreign::Document, reason.to_owned()));
    }
    if bytes.starts_with(SHARD_HEAD) {
        let reason = "a shard of durian's; to cluster its comments, name it on the command line";
        return Some((Foreign::NoLetter, reason.to_owned()));
    }
    let format = format(bytes, sample);
    let name = format.short_name().unwrap_or(format.name());
    let (foreign, reason) = match (format, format.kind()) {
        (FileFormat::ArbitraryBinaryData | FileFormat::Empty | FileFormat::PlainText, _) => {
            if !is_odd || decode::utf16_without_mark(sample).is_some() {
                return None;
            }
            let reason =
                "a binary file of unknown kind; if it is a letter, save it as .docx, PDF or .txt";
            (Foreign::Unknown, reason.to_owned())
        }
        (_, Kind::Image) => (
            Foreign::Unknown,
            format!("a picture ({name}); if it shows a letter, have its text typed or recognised"),
        ),
        (FileFormat::Mpeg4Part14, _) | (_, Kind::Audio | Kind::Video) => (
            Foreign::Unknown,
            format!("a recording ({name}); if it contains a comment, have it transcribed"),
        ),
        (_, Kind::Archive | Kind::Compressed) => (
            Foreign::Document,
            format!("an archive ({name}), which is not read; pack the files as .zip"),
        ),
        (_, Kind::Document | Kind::Ebook | Kind::Presentation | Kind::Spreadsheet) => {
            let name = format.name();
            let advice = "which is not read; save it as .docx, PDF or .txt";
            (Foreign::Document, format!("a document ({name}), {advice}"))
        }
        _ => (Foreign::NoLetter, format!("no letter: {name}")),
    };
    Some((foreign, reason))
}

fn format(bytes: &[u8], sample: &[u8]) -> FileFormat {
    let is_tar = bytes.get(TAR.0..).is_some_and(|rest| rest.starts_with(TAR.1));
    match FileFormat::from_bytes(sample) {
        _ if is_tar => FileFormat::TapeArchive,
        // Tags that stand before music, and a type that is told as slides and is that of letters.
        FileFormat::Id3v2 => FileFormat::Mpeg12AudioLayer3,
        FileFormat::WordperfectPresentations => FileFormat::WordperfectDocument,
        format => format,
    }
}

/// Whether a byte stands in no text: tab, line feed, page feed and the escapes of Japanese mails do.
fn is_control(byte: u8) -> bool {
    byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r' | b'\x0C' | b'\x1B')
}

#[cfg(test)]
mod tests {
    use percent_encoding::percent_decode_str;

    use super::{Foreign, refusal};
    use crate::ingest::cases;
    use crate::ingest::tests::in_utf16;

    #[test]
    fn files_without_text_are_named() {
        for case in cases::cells(include_str!("binary.txt")) {
            let mut bytes: Vec<u8> = percent_decode_str(case[0]).collect();
            if case[1].is_empty() {
                assert_eq!(refusal(&bytes), None, "{case:?}");
                continue;
            }
            bytes.extend([0, 1, 2, 0x90, 0xE3, 5, 6, 7].repeat(80));
            let (foreign, reason) = refusal(&bytes).expect("no text");
            assert!(reason.contains(case[1]), "{case:?}: {reason}");
            assert_eq!(foreign == Foreign::NoLetter, case[1].starts_with("no letter"), "{reason}");
        }
    }

    #[test]
    fn text_is_text_in_any_width() {
        let [little, big] = [u32::to_le_bytes, u32::to_be_bytes]
            .map(|unit| "The wells are dry.".chars().map(u32::from).flat_map(unit).collect());
        for text in [
            in_utf16("The wells are dry, and nobody measures them."),
            little,
            big,
            in_utf16("\u{FEFF}Plain words."),
            "Brunnen fallen trocken. Überall. 井戸が涸れた。".into(),
            Vec::new(),
        ] {
            assert_eq!(refusal(&text), None, "{text:?}");
        }
    }
}
