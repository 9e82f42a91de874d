//! Texts for tests, told by their words.

use super::{Corpus, Document, TermId, TokenText, Zone, ZoneKind};

/// Texts by their words: `a0 … a9` for `a:10`, `a3 … a5` for `a:3-6`; a bar begins a paragraph.
pub(crate) fn words(text: &str) -> String {
    let paragraphs: Vec<String> = text
        .split('|')
        .map(|paragraph| {
            paragraph
                .split_whitespace()
                .flat_map(|stretch| {
                    let (name, numbers) = stretch.split_once(':').expect("a name and numbers");
                    let (from, to) = numbers.split_once('-').unwrap_or(("0", numbers));
                    let [from, to]: [usize; 2] =
                        [from, to].map(|digits| digits.parse().expect("a number"));
                    (from..to).map(move |at| format!("{name}{at}x"))
                })
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    paragraphs.join("\n\n")
}

/// A word for each character.
pub(crate) fn letters(text: &str) -> Vec<TermId> {
    text.bytes().map(|word| TermId(u32::from(word))).collect()
}

/// A text of one block, told by its terms.
pub(crate) fn token_text(terms: &[u32]) -> TokenText {
    let terms: Vec<TermId> = terms.iter().copied().map(TermId).collect();
    TokenText::from_blocks([terms.as_slice()])
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
    Document { id: format!("{at:04}"), zones, digest, text: text.into(), ..Document::default() }
}

/// A corpus of such texts, in their order; the same words are exact copies.
pub(crate) fn corpus(texts: &[&str]) -> Corpus {
    let documents = texts.iter().enumerate().map(|(at, text)| {
        let first = texts.iter().position(|other| other == text).unwrap_or(at);
        Document { digest: document(first, "").digest, ..document(at, &words(text)) }
    });
    Corpus::of(documents.collect())
}
