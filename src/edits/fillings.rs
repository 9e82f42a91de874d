//! A copy of a spun letter in, out the copy in stretches: what is fixed, what fills slots, and what its sender added.

use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::corpus::tokens::for_each_token;

/// What a stretch of a copy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CopyPart {
    /// Fixed words of the template.
    Fixed,
    /// What fills a place of the template, or stands between its words.
    Filling,
    /// A sentence of the sender's own.
    Own,
}

/// A copy, paragraph by paragraph, in stretches: from its paragraphs with their places, the places of the words that are
/// fixed in the template, in order, and of what is the sender's own.
pub fn stretches<'a>(
    paragraphs: impl Iterator<Item = (Range<usize>, &'a str)>,
    fixed: &[Range<usize>],
    own: &[Range<usize>],
) -> Vec<Vec<(CopyPart, String)>> {
    paragraphs
        .map(|(place, text)| {
            let mut words = Vec::new();
            for_each_token(text, |_, span| {
                let word = place.start + span.start..place.start + span.end;
                let part = if own
                    .iter()
                    .any(|passage| passage.start <= word.start && word.end <= passage.end)
                {
                    CopyPart::Own
                } else if fixed
                    .binary_search_by_key(&(word.start, word.end), |fixed| (fixed.start, fixed.end))
                    .is_ok()
                {
                    CopyPart::Fixed
                } else {
                    CopyPart::Filling
                };
                words.push((part, span));
            });
            parted(text, words)
        })
        .collect()
}

/// A paragraph with the words of one kind together, sentence by sentence. What stands between two words of one
/// kind is theirs.
fn parted(text: &str, words: Vec<(CopyPart, Range<usize>)>) -> Vec<(CopyPart, String)> {
    let mut stretches: Vec<(CopyPart, Range<usize>)> = Vec::new();
    for (part, word) in words {
        match stretches.last_mut() {
            Some((last, range))
                if *last == part && {
                    let between = text.get(range.end..word.start).unwrap_or_default();
                    !(between.contains(['.', '!', '?']) && between.contains(char::is_whitespace))
                } =>
            {
                range.end = word.end;
            }
            last => {
                // Words may overlap.
                let end = last.map_or(0, |(_, range)| range.end);
                let start = word.start.max(end);
                stretches.push((part, start..word.end.max(start)));
            }
        }
    }
    let mut parts = Vec::new();
    let mut at = 0;
    for (part, range) in stretches {
        parts.push((CopyPart::Fixed, text[at..range.start].to_owned()));
        at = range.end;
        parts.push((part, text[range].to_owned()));
    }
    parts.push((CopyPart::Fixed, text[at..].to_owned()));
    parts.retain(|(_, text)| !text.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::{CopyPart, stretches};
    use crate::corpus::cases;

    /// Where some passages stand, each beginning behind where the one before begins.
    fn places<'a>(text: &str, passages: impl Iterator<Item = &'a str>) -> Vec<Range<usize>> {
        let mut from = 0;
        passages
            .map(|passage| {
                let start = from + text[from..].find(passage).expect("a passage of the text");
                from = text.ceil_char_boundary(start + 1);
                start..start + passage.len()
            })
            .collect()
    }

    #[test]
    fn words_between_fixed_ones_fill_slots_where_they_are_not_the_senders_own() {
        for case in cases::rows(include_str!("fillings.txt")) {
            let [copy, fixed, own, expect] = &case[..] else { panic!("{case:?}") };
            let paragraphs = copy.split("\n\n").map(|paragraph| {
                let start = paragraph.as_ptr().addr() - copy.as_ptr().addr();
                (start..start + paragraph.len(), paragraph)
            });
            let fixed_places = places(copy, fixed.split_whitespace());
            let parts = stretches(paragraphs, &fixed_places, &places(copy, own.lines()));
            let shown = parts.iter().map(|paragraph| {
                let shown = paragraph.iter().map(|(part, text)| match part {
                    CopyPart::Fixed => text.clone(),
                    CopyPart::Filling => format!("[{text}]"),
                    CopyPart::Own => format!("{{{text}}}"),
                });
                shown.collect::<String>()
            });
            assert_eq!(shown.collect::<Vec<_>>().join("\n\n"), *expect);
            let whole: String = parts.iter().flatten().map(|(_, text)| text.as_str()).collect();
            assert_eq!(whole, copy.replace("\n\n", ""));
        }
        assert!(stretches([(0..0, "")].into_iter(), &[], &[]).iter().all(Vec::is_empty));
    }
}
