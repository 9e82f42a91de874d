//! A text with the places of its words, and a letter made ready for its copies: what each of them is held against is made
//! once.

use std::ops::Range;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use crate::compare::WordDiff;
use crate::corpus::tokens::for_each_token;
use crate::corpus::{Corpus, DocId, TermId, TokenText, sentences};
use crate::ngrams::{COPIED, NGram, PositionalIndex, ngram};

/// A main text with its words, their places, and its blocks and sentences as word ranges.
#[derive(Clone)]
pub(super) struct LetterText {
    pub(super) terms: Vec<TermId>,
    /// Byte ranges in the decoded text.
    pub(super) places: Vec<Range<usize>>,
    pub(super) blocks: Vec<Range<usize>>,
    /// Which block of the document each is: a block without a word is none here.
    pub(super) block_numbers: Vec<u32>,
    pub(super) sentences: Vec<Range<usize>>,
    /// Byte range of each sentence in the decoded text.
    pub(super) sentence_places: Vec<Range<usize>>,
    /// Words that quote known texts, in order and apart from each other.
    pub(super) quoted: Vec<Range<usize>>,
}

impl LetterText {
    pub(crate) fn new(corpus: &Corpus, id: DocId) -> Self {
        let terms = corpus.token_text(id).terms().to_vec();
        Self::of_blocks(terms, corpus.text(id).blocks())
    }

    /// A text of known terms, from its blocks and their places.
    pub(crate) fn of_blocks<'a>(
        terms: Vec<TermId>,
        blocks: impl Iterator<Item = (Range<usize>, &'a str)>,
    ) -> Self {
        Self { terms, ..Self::placed(blocks, |_| ()) }
    }

    /// A text whose words are numbered here, from its blocks and their places.
    pub(super) fn numbered<'a>(
        blocks: impl Iterator<Item = (Range<usize>, &'a str)>,
        numbers: &mut FxHashMap<String, TermId>,
    ) -> Self {
        let mut terms = Vec::new();
        let text = Self::placed(blocks, |form| {
            let next = TermId(numbers.len() as u32);
            // Most words of a copy are its letter's: no string is made of those.
            let number = numbers.get(form).copied();
            terms.push(number.unwrap_or_else(|| *numbers.entry(form.to_owned()).or_insert(next)));
        });
        Self { terms, ..text }
    }

    /// Texts of one block each, whose words are numbered alike.
    #[cfg(test)]
    pub(super) fn examples(texts: &[impl AsRef<str>]) -> Vec<Self> {
        let mut numbers = FxHashMap::default();
        let plain = texts.iter().map(AsRef::as_ref);
        plain
            .map(|text| Self::numbered([(0..text.len(), text)].into_iter(), &mut numbers))
            .collect()
    }

    /// The places of a text, whose words are told one after the other.
    fn placed<'a>(
        blocks: impl Iterator<Item = (Range<usize>, &'a str)>,
        mut each: impl FnMut(&str),
    ) -> Self {
        let mut text = Self {
            terms: Vec::new(),
            places: Vec::new(),
            blocks: Vec::new(),
            block_numbers: Vec::new(),
            sentences: Vec::new(),
            sentence_places: Vec::new(),
            quoted: Vec::new(),
        };
        for (number, (span, block)) in blocks.enumerate() {
            let block_start = text.places.len();
            for_each_token(block, |form, place| {
                each(form);
                text.places.push(span.start + place.start..span.start + place.end);
            });
            if text.places.len() > block_start {
                text.blocks.push(block_start..text.places.len());
                text.block_numbers.push(number as u32);
            }
            let mut start = block_start;
            for sentence in sentences(block) {
                let place = span.start + sentence.start..span.start + sentence.end;
                let end =
                    start + text.places[start..].partition_point(|word| word.start < place.end);
                if end > start {
                    text.sentences.push(start..end);
                    text.sentence_places.push(place);
                }
                start = end;
            }
        }
        text
    }

    /// The same with words that quote known texts. Where a quotation begins or ends within a sentence, the sentence is
    /// cut: whatever is said of sentences is said of quotations, or of what their sender wrote.
    pub(crate) fn quoting(mut self, quoted: &[Range<usize>]) -> Self {
        if quoted.is_empty() {
            return self;
        }
        let (mut sentences, mut places) = (Vec::new(), Vec::new());
        for (sentence, place) in self.sentences.iter().zip(&self.sentence_places) {
            let cuts = quoted.iter().flat_map(|words| [words.start, words.end]);
            let mut start = sentence.start;
            for end in cuts.filter(|cut| sentence.contains(cut)).chain([sentence.end]) {
                if start == end {
                    continue;
                }
                let (first, last) = (&self.places[start], &self.places[end - 1]);
                let from = if start == sentence.start { place.start } else { first.start };
                let to = if end == sentence.end { place.end } else { last.end };
                sentences.push(start..end);
                places.push(from..to);
                start = end;
            }
        }
        (self.sentences, self.sentence_places) = (sentences, places);
        self.quoted = quoted.to_vec();
        self
    }

    /// Whether a word quotes a known text.
    pub(super) fn is_quoted(&self, word: usize) -> bool {
        self.quoted.iter().any(|words| words.contains(&word))
    }

    /// Its words, block by block.
    pub(super) fn tokens(&self) -> TokenText {
        TokenText::from_blocks(self.blocks.iter().map(|block| &self.terms[block.clone()]))
    }

    /// Which block of the document a sentence stands in.
    pub(super) fn block_of(&self, sentence: u32) -> usize {
        let first = self.sentences[sentence as usize].start;
        let at = self.blocks.partition_point(|block| block.end <= first);
        self.block_numbers[at] as usize
    }

    /// The stretches of wanted words of a text, with the punctuation that belongs to them. A stretch ends with its block.
    pub(super) fn stretches(
        &self,
        block: &Range<usize>,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Vec<Range<usize>> {
        let words: Vec<usize> = block.clone().collect();
        words
            .chunk_by(|a, b| is_wanted(*a) == is_wanted(*b))
            .filter(|same| is_wanted(same[0]))
            .map(|same| self.place(same[0]..same[same.len() - 1] + 1))
            .collect()
    }

    /// The bytes of some words: whole sentences come with their first and last marks.
    pub(super) fn place(&self, words: Range<usize>) -> Range<usize> {
        let mut place = self.places[words.start].start..self.places[words.end - 1].end;
        for (sentence, bytes) in self.sentences.iter().zip(&self.sentence_places) {
            if sentence.start == words.start {
                place.start = bytes.start;
            }
            if sentence.end == words.end {
                place.end = bytes.end;
            }
        }
        place
    }
}

/// A letter, its words numbered for the diff, and its n-grams of [`COPIED`] words.
pub(super) struct Letter<'a> {
    pub(super) text: &'a LetterText,
    pub(super) words: WordDiff,
    index: PositionalIndex,
}

/// What a letter and a document have in common, wherever it stands.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Copied {
    /// Which words of the document lie in an n-gram that stands in the letter.
    pub(super) document: Vec<bool>,
    /// Which words of the letter lie in an n-gram that stands in the document.
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

    /// Where an n-gram begins in it, in ascending order.
    pub(super) fn places(&self, ngram: NGram) -> &[(NGram, u32)] {
        self.index.of(ngram)
    }

    /// Finds what a document has of the letter.
    pub(super) fn copied(&self, document: &[TermId]) -> Copied {
        let mut copied = Copied {
            document: vec![false; document.len()],
            letter: vec![false; self.text.terms.len()],
            n_pieces: 0,
        };
        let mut met = FixedBitSet::with_capacity(self.text.terms.len());
        // Of the n-gram before; where that does not stand in the letter, the piece it ends is over.
        let mut before: &[(NGram, u32)] = &[];
        for (at, words) in document.windows(COPIED).enumerate() {
            let places = self.index.of(ngram(words));
            if let Some((_, first)) = places.first() {
                copied.document[at..at + COPIED].fill(true);
                copied.n_pieces += usize::from(!go_on(before, places));
                if !met.put(*first as usize) {
                    places
                        .iter()
                        .map(|(_, place)| *place as usize)
                        .for_each(|start| copied.letter[start..start + COPIED].fill(true));
                }
            }
            before = places;
        }
        copied
    }
}

/// Whether one of some places is next to one of those before. Both ascend.
fn go_on(before: &[(NGram, u32)], places: &[(NGram, u32)]) -> bool {
    let mut next = before.iter().map(|(_, place)| place + 1).peekable();
    places.iter().any(|(_, place)| {
        while next.next_if(|next| next < place).is_some() {}
        next.peek() == Some(place)
    })
}

#[cfg(test)]
mod tests {
    use super::{Letter, LetterText};
    use crate::corpus::examples::letters;

    /// "abc" and "defg" of the letter stand in the document, in two pieces; "cab" and "bca" stand twice in the
    /// second, and go on with each other.
    #[test]
    fn runs_of_three_are_found_wherever_they_stand() {
        fn shown(held: &[bool]) -> String {
            held.iter().map(|is_held| if *is_held { '=' } else { '-' }).collect()
        }
        for (letter, document, own, other, n_pieces) in [
            ("abcdefg", "xdefgyabcz", "=======", "-====-===-", 2),
            ("abcabcab", "cabcay", "========", "=====-", 1),
            ("abcdef", "abdcef", "------", "------", 0),
            ("abcdef", "abcdef", "======", "======", 1),
            ("ab", "ab", "--", "--", 0),
        ] {
            let text = LetterText::of_blocks(letters(letter), std::iter::empty());
            let copied = Letter::new(&text).copied(&letters(document));
            assert_eq!((&*shown(&copied.letter), &*shown(&copied.document)), (own, other));
            assert_eq!(copied.n_pieces, n_pieces);
        }
    }
}
