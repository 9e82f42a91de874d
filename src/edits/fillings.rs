//! A template and a copy of it in, out the copy with the words that fill its slots.
//!
//! Copies order sentences as they like and leave some out. A copy is therefore read as stretches of the template:
//! of all readings the one with the most fixed words, less what it costs to miss a fixed word and to leap to
//! another place of the template.

use std::ops::Range;

use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::template::TemplatePart;
use crate::corpus::tokens::for_each_token;
use crate::thresholds::fillings::{ALIKE, LEAP, MISS, MOST_MISSED, WORD};

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

/// The fixed words of a template, each with its places.
pub struct FixedWords {
    places: FxHashMap<String, Vec<usize>>,
    /// As they are written.
    written: Vec<String>,
}

/// A word of a copy.
struct CopyWord {
    paragraph: usize,
    span: Range<usize>,
    form: String,
    part: CopyPart,
}

/// A way to read a copy as far as one of its words.
struct Reading {
    word: usize,
    before: Option<usize>,
    worth: i32,
}

impl FixedWords {
    /// The fixed words of a template.
    pub fn of(template: &[TemplatePart]) -> Self {
        let mut places: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        let mut written = Vec::new();
        for part in template {
            if let TemplatePart::Fixed(text) = part {
                for_each_token(text, |form, span| {
                    places.entry(form.to_owned()).or_default().push(written.len());
                    written.push(text[span].to_owned());
                });
            }
        }
        Self { places, written }
    }

    /// A copy, paragraph by paragraph, in stretches. What stands in `own` is the sender's own.
    pub fn stretches(&self, paragraphs: &[String], own: &[&str]) -> Vec<Vec<(CopyPart, String)>> {
        let mut words = Vec::new();
        for (paragraph, text) in paragraphs.iter().enumerate() {
            for_each_token(text, |form, span| {
                words.push(CopyWord {
                    paragraph,
                    span,
                    form: form.to_owned(),
                    part: CopyPart::Filling,
                });
            });
        }
        for at in self.fixed(paragraphs, &words) {
            words[at].part = CopyPart::Fixed;
        }
        for passage in own {
            let place = paragraphs
                .iter()
                .enumerate()
                .find_map(|(at, text)| Some((at, text.find(passage)?)));
            let Some((paragraph, start)) = place else {
                continue;
            };
            let end = start + passage.len();
            for word in &mut words {
                if word.paragraph == paragraph && word.span.start >= start && word.span.end <= end {
                    word.part = CopyPart::Own;
                }
            }
        }
        paragraphs
            .iter()
            .enumerate()
            .map(|(at, text)| {
                let first = words.partition_point(|word| word.paragraph < at);
                let end = words.partition_point(|word| word.paragraph <= at);
                parted(text, &words[first..end])
            })
            .collect()
    }

    /// Which words of a copy are fixed ones, the last first.
    fn fixed(&self, paragraphs: &[String], words: &[CopyWord]) -> Vec<usize> {
        let mut readings: Vec<Reading> = Vec::new();
        // The best reading that ends at each fixed word, and of all.
        let mut at_place: Vec<Option<usize>> = vec![None; self.written.len()];
        let mut best: Option<usize> = None;
        for (word, copy_word) in words.iter().enumerate() {
            let n_before = readings.len();
            let written = &paragraphs[copy_word.paragraph][copy_word.span.clone()];
            let places = self.places.get(&copy_word.form).map_or(&[][..], Vec::as_slice);
            for place in places {
                let going_on = (0..=MOST_MISSED).filter_map(|n_missed| {
                    let before = at_place[place.checked_sub(n_missed + 1)?]?;
                    let cost = if n_missed > 0 { MISS } else { 0 };
                    Some((readings[before].worth - cost, before))
                });
                let leap = best.map(|before| (readings[before].worth - LEAP, before));
                let onward = going_on.chain(leap).max().filter(|(worth, _)| *worth > -LEAP);
                let alike = if self.written[*place] == written { ALIKE } else { 0 };
                readings.push(Reading {
                    word,
                    before: onward.map(|(_, before)| before),
                    worth: WORD + alike + onward.map_or(-LEAP, |(worth, _)| worth),
                });
            }
            for (at, place) in (n_before..).zip(places) {
                let worth = readings[at].worth;
                if at_place[*place].is_none_or(|other| worth >= readings[other].worth) {
                    at_place[*place] = Some(at);
                }
                if best.is_none_or(|other| worth > readings[other].worth) {
                    best = Some(at);
                }
            }
        }
        let last = best.filter(|at| readings[*at].worth > 0);
        std::iter::successors(last, |at| readings[*at].before).map(|at| readings[at].word).collect()
    }
}

/// A paragraph with the words of one kind together, sentence by sentence. What stands between two words of one
/// kind is theirs.
fn parted(text: &str, words: &[CopyWord]) -> Vec<(CopyPart, String)> {
    let mut stretches: Vec<(CopyPart, Range<usize>)> = Vec::new();
    for word in words {
        match stretches.last_mut() {
            Some((part, range))
                if *part == word.part
                    && !ends_sentence(text.get(range.end..word.span.start).unwrap_or_default()) =>
            {
                range.end = word.span.end;
            }
            last => {
                // Words may overlap.
                let end = last.map_or(0, |(_, range)| range.end);
                let start = word.span.start.max(end);
                stretches.push((word.part, start..word.span.end.max(start)));
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

fn ends_sentence(between: &str) -> bool {
    between.contains(['.', '!', '?']) && between.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::{CopyPart, FixedWords, TemplatePart};

    /// "I [] about the": fixed words, and slots as brackets.
    fn template(text: &str) -> Vec<TemplatePart> {
        let parts = text.split("[]").map(|text| TemplatePart::Fixed(text.trim().to_owned()));
        parts.flat_map(|fixed| [fixed, TemplatePart::Slot(vec![("any".to_owned(), 1)])]).collect()
    }

    fn check(fixed: &str, copy: &str, own: &[&str], expect: &str) {
        let paragraphs: Vec<String> = copy.split("\n\n").map(str::to_owned).collect();
        let parts = FixedWords::of(&template(fixed)).stretches(&paragraphs, own);
        let shown: Vec<String> = parts
            .iter()
            .map(|paragraph| {
                let parts = paragraph.iter().map(|(part, text)| match part {
                    CopyPart::Fixed => text.clone(),
                    CopyPart::Filling => format!("[{text}]"),
                    CopyPart::Own => format!("{{{text}}}"),
                });
                parts.collect()
            })
            .collect();
        assert_eq!(shown.join("\n\n"), expect);
        let whole: String = parts.iter().flatten().map(|(_, text)| text.as_str()).collect();
        assert_eq!(whole, paragraphs.concat());
    }

    const LETTER: &str =
        "I [] about the [] bus to Alder Point [] keep the last departure until [] is finished";

    #[test]
    fn words_between_fixed_ones_fill_slots() {
        check(
            LETTER,
            "I am writing about the late bus to Alder Point. Please keep the last departure until a study is finished.",
            &[],
            "I [am writing] about the [late] bus to Alder Point. [Please] keep the last departure until [a study] is finished.",
        );
    }

    /// The same word may be fixed in one place and fill a slot in another.
    #[test]
    fn a_word_that_is_written_alike_is_the_fixed_one() {
        check(
            "The [] who ride at the mill",
            "The agency does not count the people who ride at the mill. Never! Not once.",
            &[],
            "The [agency does not count the people] who ride at the mill. [Never]! [Not once].",
        );
    }

    /// The sentences stand in another order, a fixed word is missing, and one sentence is the sender's own.
    #[test]
    fn a_copy_need_not_keep_the_order_of_the_template() {
        check(
            LETTER,
            "We ask: keep the departure until a study is finished!\n\nI write about the night bus to Alder Point. My aunt drives it.",
            &["My aunt drives it."],
            "[We ask]: keep the departure until [a study] is finished!\n\nI [write] about the [night] bus to Alder Point. {My aunt drives it}.",
        );
    }

    #[test]
    fn a_text_of_other_words_has_nothing_fixed() {
        check(
            LETTER,
            "Nobody asked about us, did they?",
            &[],
            "[Nobody asked about us, did they]?",
        );
        check(LETTER, "", &[], "");
        check("", "One two.", &[], "[One two].");
        check("the 池は村の蔵を守る", "池は村の米を守る。", &[], "池は村の[米を]守る。");
    }

    /// Three fixed words may be missed, four may not. To miss some costs as much as a word that is written otherwise tells.
    #[test]
    fn few_fixed_words_are_missed() {
        let fixed = "one two three four five six seven eight";
        check(fixed, "one two three four eight", &[], "one two three four eight");
        check(fixed, "one two three eight", &[], "one two three [eight]");
        check(fixed, "one two three five", &[], "one two three five");
        check(fixed, "one two three Five", &[], "one two three [Five]");
    }

    /// Two words are not worth a leap, three are, though they are written otherwise.
    #[test]
    fn a_leap_is_worth_three_words() {
        let fixed = "one two three [] seven eight nine";
        check(fixed, "seven eight nine one two", &[], "seven eight nine [one two]");
        check(fixed, "seven eight nine One Two Three", &[], "seven eight nine One Two Three");
    }

    /// Five words that are written otherwise are worth no more than four that are written alike, four more than three.
    #[test]
    fn what_is_written_alike_is_worth_a_fourth_more() {
        let copy = "keep the old pond";
        let longer = format!("{copy} here");
        check(
            "Keep The Old Pond Here [] keep the old pond",
            &longer,
            &[],
            "keep the old pond [here]",
        );
        check("Keep The Old Pond [] keep the old", copy, &[], copy);
    }
}
