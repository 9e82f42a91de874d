//! Texts and the boilerplate in them in, their form text out: what a form, an alert, a mail program or the agency put at
//! the head or at the end of many comments.
//!
//! Form text is not compared: a heading with a title and an address, or a trailer, would make short
//! comments the same for the most part. A quotation in the midst of a text stays, and is no evidence.
//!
//! Who fills in a form shares its trailer with everybody else who does. It stands at the end of all of them, or at the head:
//! what an alert asks to write stands at the head of some and at the end of others.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::boilerplate::{Boilerplate, Origin, edge};
use crate::corpus::{TermId, TokenText};
use crate::ngrams::{COUNTED, NGram, ngram, ngrams};
use crate::thresholds::{Share, Thresholds};

/// Which words of a text are form text, in order: its edges, and the notice behind its sender's name.
pub(super) fn of(
    text: &TokenText,
    boilerplate: &Boilerplate,
    notice: Option<Range<usize>>,
    thresholds: &Thresholds,
) -> Vec<Range<usize>> {
    let terms = text.terms();
    let end = notice.as_ref().map_or(terms.len(), |notice| notice.start);
    let n_words = COUNTED.min(end);
    let mut found = edges(end, n_words, thresholds, |at| {
        boilerplate.origin(ngram(&terms[at..at + n_words])) == Some(Origin::FormText)
    });
    found.iter_mut().for_each(|words| *words = without_overhang(words, text.block_ranges()));
    found.extend(notice);
    found
}

/// The words at an edge without those that only an n-gram over the bound of a block makes form text: behind the same heading many
/// begin with "I am".
fn without_overhang(
    words: &Range<usize>,
    blocks: impl Iterator<Item = Range<usize>>,
) -> Range<usize> {
    let mut left = words.clone();
    for Range { start, end } in blocks {
        if words.start < start && start < words.end && words.end < end.min(start + COUNTED) {
            left.end = start;
        }
        let overhang = start.max(end.saturating_sub(COUNTED)) + 1..end;
        if end < words.end && overhang.contains(&words.start) {
            left.start = end;
        }
    }
    left
}

/// The words of a text that are form text, in order, apart from each other: none, one range or two. The text has so
/// many words, its n-grams so many each; `is_form` tells of the n-gram that begins at a word. Most are not asked about:
/// most texts have neither a heading nor a trailer.
fn edges(
    n_words: usize,
    n_in_ngram: usize,
    thresholds: &Thresholds,
    is_form: impl Fn(usize) -> bool,
) -> Vec<Range<usize>> {
    if n_words == 0 {
        return Vec::new();
    }
    let (fewest_left, loose_words) =
        (thresholds.boilerplate.fewest_left, thresholds.boilerplate.loose_words);
    let last = n_words - n_in_ngram;
    // Whether a word at the head is covered by an n-gram that begins there or before it, at the tail by one that ends there
    // or behind it: the last one that was found reaches farthest.
    let mut end = 0;
    let of_head = (0..n_words).map(|word| {
        if word <= last && is_form(word) {
            end = word + n_in_ngram;
        }
        word < end
    });
    let head = edge(of_head, loose_words);
    let tail = tail(n_words, n_in_ngram, loose_words, is_form).min(n_words - head);
    if head + tail == 0 || n_words < head + tail + fewest_left {
        return Vec::new();
    }
    [0..head, n_words - tail..n_words].into_iter().filter(|range| !range.is_empty()).collect()
}

/// Words at the end that lie in n-grams of a kind, or stand loose between such words.
fn tail(
    n_words: usize,
    n_in_ngram: usize,
    loose_words: usize,
    is_wanted: impl Fn(usize) -> bool,
) -> usize {
    let mut start = n_words;
    let of_tail = (0..n_words).rev().map(|word| {
        if let Some(first) = (word + 1).checked_sub(n_in_ngram)
            && is_wanted(first)
        {
            start = first;
        }
        word >= start
    });
    edge(of_tail, loose_words)
}

/// How often n-grams that many hold stand in the last stretch of such words, and how often elsewhere.
#[derive(Debug)]
pub(super) struct FormEnds {
    ends: FxHashMap<NGram, (usize, usize)>,
    few: Share,
    loose_words: usize,
}

impl FormEnds {
    /// Counts the n-grams of some texts.
    pub(super) fn of<'a>(
        texts: impl Iterator<Item = &'a [TermId]>,
        boilerplate: &Boilerplate,
        thresholds: &Thresholds,
    ) -> Self {
        let loose_words = thresholds.boilerplate.loose_words;
        let mut found =
            Self { ends: FxHashMap::default(), few: thresholds.shares.some, loose_words };
        for terms in texts {
            let held = boilerplate.held_by_many(terms);
            let n_last = edge((0..terms.len()).rev().map(|word| held.contains(word)), loose_words);
            let last = terms.len() - n_last..terms.len();
            // Of a text that many hold wholly nothing is known: its letter ends where the text does.
            if held.is_clear() || thresholds.shares.wholly.is_met(last.len(), terms.len()) {
                continue;
            }
            for (at, ngram) in ngrams(terms, COUNTED).enumerate() {
                let words = at..(at + COUNTED).min(terms.len());
                if held.contains_all_in_range(words) {
                    let (elsewhere, end) = found.ends.entry(ngram).or_default();
                    *(if last.contains(&at) { end } else { elsewhere }) += 1;
                }
            }
        }
        found
    }

    /// Whether some words stand at the same end of nearly all texts that hold them.
    pub(super) fn stand_at_one_end(&self, words: &[TermId]) -> bool {
        let (elsewhere, end) = self.sums(words);
        !self.few.is_met(elsewhere.min(end), elsewhere + end)
    }

    /// The last words of a text, where a form or a mail program put them there; else none.
    pub(super) fn trailer(&self, terms: &[TermId], boilerplate: &Boilerplate) -> Range<usize> {
        let n_in_ngram = COUNTED.min(terms.len());
        let n_last = tail(terms.len(), n_in_ngram, self.loose_words, |at| {
            boilerplate.origin(ngram(&terms[at..at + n_in_ngram])).is_some()
        });
        let start = terms.len() - n_last;
        let (elsewhere, end) = self.sums(&terms[start..]);
        if self.few.is_met(elsewhere, elsewhere + end) {
            terms.len()..terms.len()
        } else {
            start..terms.len()
        }
    }

    fn sums(&self, words: &[TermId]) -> (usize, usize) {
        ngrams(words, COUNTED)
            .filter_map(|ngram| self.ends.get(&ngram))
            .fold((0, 0), |sum, ends| (sum.0 + ends.0, sum.1 + ends.1))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::{FormEnds, Share, edges, tail, without_overhang};
    use crate::corpus::{TermId, cases};
    use crate::ngrams::ngram;
    use crate::thresholds::Thresholds;

    fn ranges(text: &str) -> Vec<Range<usize>> {
        let ranges = text.split_whitespace().filter_map(|range| range.split_once('-'));
        ranges
            .map(|range| <[&str; 2]>::from(range).map(|digits| digits.parse().expect("a number")))
            .map(|[from, to]| from..to)
            .collect()
    }

    #[test]
    fn headings_and_trailers_are_form_text_and_quotations_are_not() {
        for case in cases::cells(include_str!("form_text.txt")) {
            let (n_words, common) = (case[0].parse::<usize>().expect("a number"), ranges(case[1]));
            // N-grams of six words, or a shorter text as a whole.
            let n_in_ngram = n_words.min(6);
            let found = edges(n_words, n_in_ngram, &Thresholds::default(), |at| {
                common.iter().any(|words| words.start <= at && at + n_in_ngram <= words.end)
            });
            assert_eq!(found, ranges(case[2]), "{case:?}");
        }
    }

    /// Of blocks of 20, 40, and 20 words, what lies in n-grams of six: five words of the second block are there for the heading or
    /// the trailer beside it, six are of it. Within the first or the last block nothing is over a bound.
    #[test]
    fn an_edge_ends_with_its_block() {
        for (held, left) in [
            ("0-25", 0..20),
            ("0-26", 0..26),
            ("55-80", 60..80),
            ("54-80", 54..80),
            ("0-18", 0..18),
        ] {
            let blocks = [0..20, 20..60, 60..80];
            assert_eq!(without_overhang(&ranges(held)[0], blocks.into_iter()), left);
        }
    }

    /// Of twelve words two behind the trailer belong to it, three do not; two loose words part no trailer.
    #[test]
    fn a_trailer_reaches_the_end() {
        let cases = [("6-10", 6), ("6-9", 12), ("3-4 6-8 10-12", 3), ("2-3 6-8 10-12", 6)];
        for (held, start) in cases {
            // N-grams of one word.
            let n_last = tail(12, 1, 2, |at| ranges(held).iter().any(|words| words.contains(&at)));
            assert_eq!(n_last, 12 - start, "{held}");
        }
    }

    /// Ten of eleven stand at the end of their texts, or nine of ten.
    #[test]
    fn form_text_stands_at_one_end_of_all_but_one_in_ten() {
        let words = [1, 2, 3, 4, 5, 6].map(TermId);
        for (end, expect) in [(10, true), (9, false)] {
            let ends = [(ngram(&words), (1, end))].into_iter().collect();
            let found = FormEnds { ends, few: Share(1, 10), loose_words: 2 };
            assert_eq!(found.stand_at_one_end(&words), expect, "{end}");
        }
    }
}
