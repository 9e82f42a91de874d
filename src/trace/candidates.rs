//! What a text has of a sentence of the final text.

use std::ops::Range;

use crate::compare::{WordDiff, in_both};
use crate::corpus::TermId;
use crate::ngrams::PROBE;
use crate::report::schema::SourceKind;
use crate::thresholds::{Shares, Words};

/// What a text has of a sentence of the final text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Candidate {
    /// Which text.
    pub(super) text: usize,
    /// Words of the sentence, numbered within it.
    pub(super) words: Range<usize>,
    /// Words of the text.
    pub(super) source: Range<usize>,
    /// How it has them.
    pub(super) kind: SourceKind,
    /// For each of `words` where the text has it, if it does; of one that is reworded, that it does.
    pub(super) places: Vec<Option<usize>>,
}

impl Candidate {
    /// Where the text has a word of the sentence.
    pub(super) fn place(&self, word: usize) -> Option<usize> {
        let at = word.checked_sub(self.words.start)?;
        self.places.get(at).copied().flatten()
    }

    /// Whether the text has a word of the sentence.
    pub(super) fn has(&self, word: usize) -> bool {
        self.place(word).is_some()
    }
}

/// Of all words that the diff aligns the stretch that is densest: each word in common counts one; a gap between two takes
/// away one, and one for each of its words, in whichever text there are more (the affine gaps of Gotoh 1982, with words for
/// letters).
fn densest(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let (mut best, mut best_sum) = (0..0, 0);
    let (mut start, mut sum) = (0, 0);
    for at in 0..pairs.len() {
        if at > start {
            let (before, now) = (pairs[at - 1], pairs[at]);
            let gap = (now.0 - before.0 - 1).max(now.1 - before.1 - 1) as i64;
            sum -= if gap > 0 { gap + 1 } else { 0 };
        }
        if sum <= 0 {
            (start, sum) = (at, 0);
        }
        sum += 1;
        if sum > best_sum {
            (best, best_sum) = (start..at + 1, sum);
        }
    }
    pairs[best].to_vec()
}

/// What a text has of a sentence within some of its words, where it has enough. A few words of one more sentence of the text
/// are chance. Where both sentences go on at an end of what they have in common, with few words (as many as a quotation may
/// slip), other words stand there in the place of others, and belong to the passage; where one of them ends there, the
/// passage is a part of the other one.
pub(super) fn candidate(
    (sentence, n_words): (&WordDiff, usize),
    text: usize,
    terms: &[TermId],
    window: Range<usize>,
    sentence_of: impl Fn(usize) -> Range<usize>,
) -> Option<Candidate> {
    let aligned = sentence.with(&terms[window.clone()]).aligned;
    let all: Vec<(usize, usize)> =
        in_both(&aligned).map(|(word, place)| (word, window.start + place)).collect();
    let mut pairs = densest(&all);
    // What goes on in another sentence of the text behind other words is another passage.
    let goes_on = |a: &(usize, usize), b: &(usize, usize)| {
        (b.0 - a.0, b.1 - a.1) == (1, 1) || sentence_of(a.1).contains(&b.1)
    };
    pairs = pairs.chunk_by(goes_on).rev().max_by_key(|same| same.len())?.to_vec();
    let end = sentence_of(pairs.first()?.1).end;
    let n_first = pairs.iter().take_while(|(_, place)| *place < end).count();
    if n_first < PROBE && n_first < pairs.len() {
        pairs.drain(..n_first);
    }
    let start = sentence_of(pairs.last()?.1).start;
    let n_last = pairs.iter().rev().take_while(|(_, place)| *place >= start).count();
    if n_last < PROBE && n_last < pairs.len() {
        pairs.truncate(pairs.len() - n_last);
    }
    let (first, last) = (*pairs.first()?, *pairs.last()?);
    let (mut words, mut source) = (first.0..last.0 + 1, first.1..last.1 + 1);
    let n_same = pairs.len();
    let fits = |words: &Range<usize>, source: &Range<usize>, own: usize, others: usize| {
        let longer = (words.len() + own).max(source.len() + others);
        let is_short = |n: usize| (1..=Words::slip).contains(&n);
        is_short(own) && is_short(others) && Shares::mostly_kept.is_met(n_same, longer)
    };
    let before = source.start - sentence_of(source.start).start;
    if fits(&words, &source, words.start, before) {
        (words.start, source.start) = (0, source.start - before);
    }
    let behind = sentence_of(source.end - 1).end - source.end;
    if fits(&words, &source, n_words - words.end, behind) {
        (words.end, source.end) = (n_words, source.end + behind);
    }
    // Where other words stand at an end, some behind them may be the same again.
    let is_in = |(word, place): &(usize, usize)| words.contains(word) && source.contains(place);
    let pairs: Vec<(usize, usize)> = all.into_iter().filter(is_in).collect();
    let longer = words.len().max(source.len());
    let is_verbatim = pairs.len() == longer;
    if !is_verbatim && !Shares::most.is_met(pairs.len(), longer) {
        return None;
    }
    let kind = if is_verbatim { SourceKind::Verbatim } else { SourceKind::Edited };
    let mut places = vec![None; words.len()];
    pairs.into_iter().for_each(|(word, place)| places[word - words.start] = Some(place));
    Some(Candidate { text, words, source, kind, places })
}

#[cfg(test)]
mod tests {
    use super::{Candidate, candidate};
    use crate::compare::WordDiff;
    use crate::corpus::examples::letters;
    use crate::report::schema::SourceKind::{self, Edited, Verbatim};

    /// What a sentence, a letter a word, has in common with a text of one sentence: its words, those of the text, and how.
    fn check(sentence: &str, text: &str, expect: Option<(&str, &str, SourceKind)>) {
        let (own, terms) = (letters(sentence), letters(text));
        let found = candidate((&WordDiff::new(&own), own.len()), 0, &terms, 0..terms.len(), |_| {
            0..terms.len()
        });
        let shown = found.as_ref().map(|Candidate { words, source, kind, .. }| {
            (&sentence[words.clone()], &text[source.clone()], *kind)
        });
        assert_eq!(shown, expect, "{sentence} {text}");
        // Every word that stands in both at its place is in common: here none stands in both elsewhere.
        for one in found.into_iter().filter(|one| one.words.len() == one.source.len()) {
            let pairs = one.words.clone().zip(one.source.clone());
            let same = pairs.filter(|(word, place)| own[*word] == terms[*place]);
            let n_same = one.places.iter().flatten().count();
            assert_eq!(n_same, same.count(), "{sentence} {text}");
        }
    }

    #[test]
    fn passages_are_found_in_sentences() {
        check("abcdefgh", "abcdefgh", Some(("abcdefgh", "abcdefgh", Verbatim)));
        // The whole text is a part of the sentence, and the other way round.
        check("xyabcdefgh", "abcdefgh", Some(("abcdefgh", "abcdefgh", Verbatim)));
        check("abcdefgh", "xyabcdefghz", Some(("abcdefgh", "abcdefgh", Verbatim)));
        // One word for another, within and at both ends.
        check("abcdefgh", "abcxefgh", Some(("abcdefgh", "abcxefgh", Edited)));
        check("abcdefgh", "abcdefgx", Some(("abcdefgh", "abcdefgx", Edited)));
        check("abcdefgh", "xbcdefgh", Some(("abcdefgh", "xbcdefgh", Edited)));
        // The last word but one: the last one is in common, too.
        check("abcdefgh", "abcdefxh", Some(("abcdefgh", "abcdefxh", Edited)));
        check("abcdefgh", "axcdefgh", Some(("abcdefgh", "axcdefgh", Edited)));
        // One left out: 7 words of 8.
        check("abcdefgh", "abcefgh", Some(("abcdefgh", "abcefgh", Edited)));
        // Five words for five are no edit: 8 of 13 are less than seven tenths.
        check("abcdefghijklm", "abcdefghuvwxy", Some(("abcdefgh", "abcdefgh", Verbatim)));
        // A word far from the others is chance.
        check("abcdefgh", "hxxxabcdef", Some(("abcdef", "abcdef", Verbatim)));
        check("abcd", "wxyz", None);
    }
}
