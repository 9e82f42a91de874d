//! Stretches of a decoded text in, where they stand in its paragraphs out, and where its sender's own words begin.

use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::corpus::sentences;

/// A stretch of a paragraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ParagraphPlace {
    /// Which of `paragraphs`, from 0.
    pub paragraph: usize,
    /// Bytes of it, from here
    pub start: usize,
    /// to here.
    pub end: usize,
}

/// The paragraphs of a document, each with its bytes of the decoded text.
type Blocks<'a> = [(Range<usize>, &'a str)];

/// Where some stretches of the decoded text stand in its paragraphs.
pub fn places(blocks: &Blocks<'_>, stretches: &[Range<usize>]) -> Vec<ParagraphPlace> {
    let mut places = Vec::new();
    for (paragraph, (block, _)) in blocks.iter().enumerate() {
        for stretch in stretches {
            let (start, end) = (stretch.start.max(block.start), stretch.end.min(block.end));
            if start < end {
                let (start, end) = (start - block.start, end - block.start);
                places.push(ParagraphPlace { paragraph, start, end });
            }
        }
    }
    places
}

/// The first sentence with a word that is in none of some places, such as form text and quotations, where sentences of
/// these alone come before it.
pub fn own_words(blocks: &Blocks<'_>, others: &[ParagraphPlace]) -> Option<ParagraphPlace> {
    others.first()?;
    for (paragraph, (_, text)) in blocks.iter().enumerate() {
        for Range { start, end } in sentences(text) {
            let mut words = text[start..end].char_indices().filter(|(_, c)| c.is_alphanumeric());
            let is_known = words.all(|(at, _)| {
                others.iter().any(|other| {
                    other.paragraph == paragraph && (other.start..other.end).contains(&(start + at))
                })
            });
            if !is_known {
                let is_first = (paragraph, start) == (0, 0);
                return (!is_first).then_some(ParagraphPlace { paragraph, start, end });
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{own_words, places};

    /// Of a text whose paragraphs stand one line feed apart, and what of it is form text. Own words never begin within a sentence,
    /// even where its head is what everybody wrote.
    #[test]
    fn own_words_begin_at_a_sentence() {
        let own = "I do not agree with the bridge. It is old.";
        let (heading, address) = ("Re: the bridge plan.", "To whom it may concern.");
        for (paragraphs, form_text, expect) in [
            (&[own][..], &["I do not agree with the"][..], None),
            (&[heading, own], &[heading], Some(own)),
            (&["To whom it may concern. Keep it.", own], &[address], Some("Keep it.")),
            (&[heading, own], &["Re: the bridge plan.\nI do not"], Some(own)),
            (&[own], &[], None),
            (&[own], &[own], None),
        ] {
            let text = paragraphs.join("\n");
            let [blocks, form] = [paragraphs, form_text].map(|parts| {
                let places = parts.iter().map(|part| {
                    let start = text.find(part).expect("a part of the text");
                    (start..start + part.len(), *part)
                });
                places.collect::<Vec<_>>()
            });
            let form_places: Vec<_> = form.into_iter().map(|(place, _)| place).collect();
            let found = own_words(&blocks, &places(&blocks, &form_places))
                .map(|own| &paragraphs[own.paragraph][own.start..]);
            assert_eq!(found, expect, "{text}");
        }
    }
}
