//! A letter made ready for its copies: what each of them is held against is made once.

use std::ops::Range;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::alignment::LetterText;
use crate::compare::WordDiff;
use crate::compare::passages::{Gram, RUN, gram};
use crate::corpus::TermId;

/// A letter, its words numbered for the diff, and its runs of [`RUN`] words.
pub(super) struct Letter<'a> {
    pub(super) text: &'a LetterText,
    pub(super) words: WordDiff,
    /// Where the places of each run are among all.
    runs: FxHashMap<Gram, Range<usize>>,
    /// Places of runs in the letter, those of one run together and ascending.
    places: Vec<usize>,
}

/// What a letter and a document have in common, wherever it stands.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Copied {
    /// Which words of the document lie in a run that stands in the letter.
    pub(super) document: Vec<bool>,
    /// Which words of the letter lie in a run that stands in the document.
    pub(super) letter: Vec<bool>,
    /// In how many pieces the document's copied words come from the letter.
    pub(super) n_pieces: usize,
}

impl<'a> Letter<'a> {
    pub(super) fn new(text: &'a LetterText) -> Self {
        let runs = text.terms.windows(RUN).map(gram);
        let mut sorted: Vec<(Gram, usize)> = runs.zip(0..).collect();
        sorted.sort_unstable();
        let mut runs = FxHashMap::default();
        let mut start = 0;
        for places in sorted.chunk_by(|a, b| a.0 == b.0) {
            runs.insert(places[0].0, start..start + places.len());
            start += places.len();
        }
        Self {
            text,
            words: WordDiff::new(&text.terms),
            runs,
            places: sorted.into_iter().map(|(_, place)| place).collect(),
        }
    }

    /// Finds what a document has of the letter.
    pub(super) fn copied(&self, document: &[TermId]) -> Copied {
        let mut copied = Copied {
            document: vec![false; document.len()],
            letter: vec![false; self.text.terms.len()],
            n_pieces: 0,
        };
        let mut met = FixedBitSet::with_capacity(self.places.len());
        // Places of the run before; none where it does not stand in the letter.
        let mut before: &[usize] = &[];
        for (at, run) in document.windows(RUN).enumerate() {
            let Some(range) = self.runs.get(&gram(run)) else {
                // Words that straddle two pieces are in no run: the piece before them is over.
                before = &[];
                continue;
            };
            let places = &self.places[range.clone()];
            copied.document[at..at + RUN].fill(true);
            copied.n_pieces += usize::from(!go_on(before, places));
            if !met.put(range.start) {
                let words = places.iter().map(|place| *place..place + RUN);
                words.for_each(|words| copied.letter[words].fill(true));
            }
            before = places;
        }
        copied
    }
}

/// Whether one of some places is next to one of those before. Both ascend.
fn go_on(before: &[usize], places: &[usize]) -> bool {
    let mut before = before.iter().map(|place| place + 1).peekable();
    places.iter().any(|place| {
        while before.next_if(|next| next < place).is_some() {}
        before.peek() == Some(place)
    })
}

#[cfg(test)]
mod tests {
    use super::Letter;
    use crate::corpus::TermId;
    use crate::edits::alignment::LetterText;

    /// A word for each character.
    fn terms(text: &str) -> Vec<TermId> {
        text.bytes().map(|word| TermId(u32::from(word))).collect()
    }

    /// "abc" and "defg" of the letter stand in the document, in two pieces; "cab" and "bca" stand twice in the
    /// second, and go on with each other.
    #[test]
    fn runs_of_three_are_found_wherever_they_stand() {
        let check = |letter: &str, document: &str, own: &str, other: &str, n_pieces: usize| {
            let text = LetterText::of_blocks(terms(letter), std::iter::empty());
            let copied = Letter::new(&text).copied(&terms(document));
            let shown = |held: &[bool]| -> String {
                held.iter().map(|it| if *it { '=' } else { '-' }).collect()
            };
            let found = (shown(&copied.letter), shown(&copied.document));
            assert_eq!((found.0.as_str(), found.1.as_str()), (own, other));
            assert_eq!(copied.n_pieces, n_pieces);
        };
        check("abcdefg", "xdefgyabcz", "=======", "-====-===-", 2);
        check("abcabcab", "cabcay", "========", "=====-", 1);
        check("abcdef", "abdcef", "------", "------", 0);
        check("abcdef", "abcdef", "======", "======", 1);
        check("ab", "ab", "--", "--", 0);
    }
}
