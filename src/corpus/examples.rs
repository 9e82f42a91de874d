//! Texts for tests, told by their words.

use super::{Corpus, Document, TermId, Text, TokenText, Zone, ZoneKind};

/// Texts by their words: `a0 … a9` for `a:10`, `a3 … a5` for `a:3-6`; `a:9~2` is `a:9` with every second word first, so that
/// no n-gram is left. A bar begins a paragraph, and what has no numbers is a word.
pub(crate) fn words(text: &str) -> String {
    let paragraphs = text.split('|').map(|paragraph| {
        paragraph.split_whitespace().flat_map(stretch).collect::<Vec<_>>().join(" ")
    });
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

fn stretch(stretch: &str) -> Vec<String> {
    let Some((name, numbers)) = stretch.split_once(':') else { return vec![stretch.to_owned()] };
    let (numbers, step) = numbers.split_once('~').unwrap_or((numbers, "1"));
    let (from, to) = numbers.split_once('-').unwrap_or(("0", numbers));
    let [from, to, step]: [usize; 3] =
        [from, to, step].map(|digits| digits.parse().expect("a number"));
    (from..to).map(|at| format!("{name}{}x", from + (at - from) * step % (to - from))).collect()
}

/// Texts parted by strokes, for [`words`]: `3x own#:60` is three, each with a number of its own in place of `#`, and the next
/// one in place of `#+`.
pub(crate) fn docket(line: &str) -> Vec<String> {
    let described = line.split('/').map(str::trim).filter(|text| !text.is_empty());
    let texts = described.flat_map(|text| {
        let times = text.split_once("x ").and_then(|(n, text)| Some((n.parse().ok()?, text)));
        let (n, text): (usize, &str) = times.unwrap_or((1, text));
        std::iter::repeat_n(text, n)
    });
    let numbered = texts.enumerate().map(|(at, text)| {
        text.replace("#+", &format!("{}z", at + 1)).replace('#', &format!("{at}z"))
    });
    numbered.collect()
}

/// A word for each character.
pub(crate) fn letters(text: &str) -> Vec<TermId> {
    text.bytes().map(|word| TermId(u32::from(word))).collect()
}

/// A text of one block, told by its terms.
pub(crate) fn token_text(terms: &[u32]) -> TokenText {
    let block: Vec<TermId> = terms.iter().copied().map(TermId).collect();
    TokenText::from_blocks([block.as_slice()])
}

/// A document of a text; the digest of a later one is greater.
pub(crate) fn document(at: usize, text: &str) -> Document {
    let mut zones = Vec::new();
    let mut start = 0;
    for paragraph in text.split("\n\n") {
        zones.push(Zone { kind: ZoneKind::Main, span: start..start + paragraph.len() });
        start += paragraph.len() + 2;
    }
    let mut digest = [0; 20];
    digest[..8].copy_from_slice(&(at as u64).to_be_bytes());
    Document {
        id: format!("{at:04}"),
        text: Text { digest, zones: zones.into(), decoded: text.into(), ..Text::default() },
        ..Document::default()
    }
}

/// A corpus of such texts, in their order; the same words are exact copies.
pub(crate) fn corpus(texts: &[impl AsRef<str>]) -> Corpus {
    let told: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
    let documents = told.iter().enumerate().map(|(at, text)| {
        let first = told.iter().position(|other| other == text).unwrap_or(at);
        let mut own = document(at, &words(text));
        own.text.digest = document(first, "").text.digest;
        own
    });
    Corpus::of(documents.collect())
}
