//! A text and what is common property in it in, its form text out: what a form, an alert or the agency put
//! at the head or at the end of many comments.
//!
//! Form text is not compared: a heading with a title and an address, or a trailer, would make short
//! comments the same for the most part. A quotation in the midst of a text stays, and is no evidence.

use crate::thresholds::boilerplate::{FEWEST_LEFT, LOOSE_WORDS};
use std::ops::Range;

/// The words of a text that are form text, in order, apart from each other: none, one range or two. The text has so
/// many words, its runs so many each; `is_form` tells of the run that begins at a word. Most runs are not asked about:
/// most texts have neither a heading nor a trailer.
pub(super) fn of(
    n_words: usize,
    n_in_run: usize,
    is_form: impl Fn(usize) -> bool,
) -> Vec<Range<usize>> {
    if n_words == 0 {
        return Vec::new();
    }
    let last_run = n_words - n_in_run;
    // Whether a word at the head is covered by a run that begins there or before it, at the tail by one that ends there
    // or behind it: the last one that was found reaches farthest.
    let mut end = 0;
    let head = edge((0..n_words).map(|word| {
        if word <= last_run && is_form(word) {
            end = word + n_in_run;
        }
        word < end
    }));
    let mut start = n_words;
    let tail = edge((0..n_words).rev().map(|word| {
        let run = (word + 1).checked_sub(n_in_run);
        if let Some(run) = run.filter(|run| is_form(*run)) {
            start = run;
        }
        word >= start
    }));
    let tail = tail.min(n_words - head);
    if head + tail == 0 || n_words < head + tail + FEWEST_LEFT {
        return Vec::new();
    }
    let ranges = [0..head, n_words - tail..n_words];
    ranges.into_iter().filter(|range| !range.is_empty()).collect()
}

/// Words at the beginning that are common property, or stand loose between such words.
fn edge(is_common: impl Iterator<Item = bool>) -> usize {
    let mut end = 0;
    for (at, is_common) in is_common.enumerate() {
        if is_common {
            end = at + 1;
        } else if at >= end + LOOSE_WORDS {
            break;
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::of;

    fn check(common: &[(usize, usize)], n_words: usize, expect: &[(usize, usize)]) {
        let mut is_common = vec![false; n_words];
        for (from, to) in common {
            is_common[*from..*to].fill(true);
        }
        // Runs of six words, or a shorter text as a whole.
        let n_in_run = n_words.min(6);
        let is_form = |run: usize| is_common[run..run + n_in_run].iter().all(|word| *word);
        let found = of(n_words, n_in_run, is_form).into_iter();
        let found: Vec<_> = found.map(|range| (range.start, range.end)).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn headings_and_trailers_are_form_text_and_quotations_are_not() {
        check(&[(0, 20)], 60, &[(0, 20)]);
        check(&[(0, 20), (50, 60)], 60, &[(0, 20), (50, 60)]);
        check(&[(25, 40)], 60, &[]);
        // A label of two words, but not of three, before the heading.
        check(&[(2, 20)], 60, &[(0, 20)]);
        check(&[(3, 20)], 60, &[]);
        // The loose words between two headings.
        check(&[(0, 10), (12, 20)], 60, &[(0, 20)]);
        // Four words of 24 are left, or three.
        check(&[(0, 20)], 24, &[(0, 20)]);
        check(&[(0, 21)], 24, &[]);
        check(&[(0, 24)], 24, &[]);
    }

    #[test]
    fn a_short_text_stays_as_it_is() {
        check(&[(0, 4)], 4, &[]);
        check(&[], 0, &[]);
    }

    /// Of 60 words without heading and trailer, the runs that begin at the first three and end at the last three.
    #[test]
    fn few_runs_are_asked_about() {
        let asked = RefCell::new(Vec::new());
        let is_form = |run: usize| {
            asked.borrow_mut().push(run);
            (25..35).contains(&run)
        };
        assert!(of(60, 6, is_form).is_empty());
        assert_eq!(asked.into_inner(), [0, 1, 2, 54, 53, 52]);
    }
}
