//! A letter made ready for its copies: what each of them is held against is made once.

use fixedbitset::FixedBitSet;

use super::alignment::LetterText;
use crate::compare::WordDiff;
use crate::corpus::TermId;
use crate::ngrams::{COPIED, NGram, PositionalIndex, ngram};

/// A letter, its words numbered for the diff, and its n-grams of [`COPIED`] words.
pub(super) struct Letter<'a> {
    pub(super) text: &'a LetterText,
    pub(super) words: WordDiff,
    index: PositionalIndex,
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
        let ngrams = text.terms.windows(COPIED).map(ngram);
        Self {
            text,
            words: WordDiff::new(&text.terms),
            index: PositionalIndex::new(ngrams.zip(0..)),
        }
    }

    /// Where a run of words begins in it, in ascending order.
    pub(super) fn places(&self, run: NGram) -> &[(NGram, u32)] {
        self.index.of(run)
    }

    /// Finds what a document has of the letter.
    pub(super) fn copied(&self, document: &[TermId]) -> Copied {
        let mut copied = Copied {
            document: vec![false; document.len()],
            letter: vec![false; self.text.terms.len()],
            n_pieces: 0,
        };
        let mut met = FixedBitSet::with_capacity(self.text.terms.len());
        // Of the run before; where that does not stand in the letter, the piece it ends is over.
        let mut before: &[(NGram, u32)] = &[];
        for (at, run) in document.windows(COPIED).enumerate() {
            let places = self.index.of(ngram(run));
            if let Some((_, first)) = places.first() {
                copied.document[at..at + COPIED].fill(true);
                copied.n_pieces += usize::from(!go_on(before, places));
                if !met.put(*first as usize) {
                    let starts = places.iter().map(|(_, place)| *place as usize);
                    starts.for_each(|start| copied.letter[start..start + COPIED].fill(true));
                }
            }
            before = places;
        }
        copied
    }
}

/// Whether one of some places is next to one of those before. Both ascend.
fn go_on(before: &[(NGram, u32)], places: &[(NGram, u32)]) -> bool {
    let mut before = before.iter().map(|(_, place)| place + 1).peekable();
    places.iter().any(|(_, place)| {
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
