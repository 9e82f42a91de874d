//! A text with the places of its words, and a letter made ready for its copies: what each of them is held against is made
//! once.

use std::ops::Range;
use std::sync::Arc;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use crate::compare::{Tables, WordDiff};
use crate::corpus::tokens::for_each_token;
use crate::corpus::{Corpus, DocId, TermId, TokenText, sentences};
use crate::ngrams::{COPIED, NGram, PositionalIndex, ngram, stretches};

/// A main text with its words, their places, and its blocks and sentences as word ranges.
#[derive(Clone, Default)]
pub(super) struct LetterText {
    /// The decoded text of a document, or the paragraphs of a letter one behind the other.
    pub(super) decoded: Arc<str>,
    pub(super) terms: Vec<TermId>,
    /// Byte ranges in the decoded text.
    pub(super) places: Vec<Range<usize>>,
    pub(super) blocks: Vec<Range<usize>>,
    /// Which block of the document each is: a block without a word is none here.
    pub(super) block_numbers: Vec<u32>,
    /// Byte range of each block of the document in the decoded text.
    pub(super) block_places: Vec<Range<usize>>,
    pub(super) sentences: Vec<Range<usize>>,
    /// Byte range of each sentence in the decoded text.
    pub(super) sentence_places: Vec<Range<usize>>,
    /// Words that quote known texts.
    pub(super) quoted: FixedBitSet,
    /// These, and words that a form put there: nobody's own.
    pub(super) of_others: FixedBitSet,
}

/// Numbers of words.
pub(super) type WordNumbers = FxHashMap<String, TermId>;

impl LetterText {
    pub(crate) fn new(corpus: &Corpus, id: DocId) -> Self {
        let terms = corpus.token_text(id).terms().to_vec();
        let text = corpus.text(id);
        let blocks = text.blocks().map(|(place, _)| place).collect();
        Self { terms, ..Self::placed(&text.decoded, blocks, |_| ()) }
    }

    /// A document with what it quotes from known texts and what a form put there. Where a quotation begins or ends within a
    /// sentence, the sentence is cut: whatever is said of sentences is said of quotations, or of what their sender wrote.
    pub(super) fn told_apart(tables: &Tables<'_>, id: DocId) -> Self {
        let mut text = Self::new(tables.corpus(), id).cut(tables.quoted_words(id));
        text.quoted = word_set(tables.quoted_words(id), text.terms.len());
        text.of_others = &text.quoted | &word_set(tables.form_text(id), text.terms.len());
        text
    }

    /// A text from its paragraphs; its words are told one after the other, to be numbered.
    pub(super) fn of_paragraphs(paragraphs: &[impl AsRef<str>], each: impl FnMut(&str)) -> Self {
        let (mut whole, mut blocks) = (String::new(), Vec::new());
        for paragraph in paragraphs.iter().map(AsRef::as_ref) {
            blocks.push(whole.len()..whole.len() + paragraph.len());
            whole.push_str(paragraph);
        }
        Self::placed(&whole.into(), blocks, each)
    }

    /// A text whose words are numbered here, from its paragraphs: those of its letter as they are there, the others behind
    /// them.
    pub(super) fn numbered(
        paragraphs: &[impl AsRef<str>],
        of_letter: &WordNumbers,
    ) -> (Self, WordNumbers) {
        let mut others = WordNumbers::default();
        let mut terms = Vec::new();
        let text = Self::of_paragraphs(paragraphs, |form| {
            let next = TermId((of_letter.len() + others.len()) as u32);
            let known = of_letter.get(form).or_else(|| others.get(form)).copied();
            terms.push(known.unwrap_or_else(|| *others.entry(form.to_owned()).or_insert(next)));
        });
        (Self { terms, ..text }, others)
    }

    /// Texts of one block each, whose words are numbered alike.
    #[cfg(test)]
    pub(super) fn examples(texts: &[impl AsRef<str>]) -> Vec<Self> {
        let mut numbers = WordNumbers::default();
        texts
            .iter()
            .map(|text| {
                let (text, others) = Self::numbered(std::slice::from_ref(text), &numbers);
                numbers.extend(others);
                text
            })
            .collect()
    }

    /// The places of a text, whose words are told one after the other.
    fn placed(
        decoded: &Arc<str>,
        block_places: Vec<Range<usize>>,
        mut each: impl FnMut(&str),
    ) -> Self {
        let mut text = Self { decoded: Arc::clone(decoded), ..Self::default() };
        for (number, span) in block_places.iter().enumerate() {
            let block = &decoded[span.clone()];
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
        Self { block_places, ..text }
    }

    /// The same with its sentences cut where some of its words begin or end.
    fn cut(mut self, quoted: &[Range<usize>]) -> Self {
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
        self
    }

    /// Its words, block by block.
    pub(super) fn tokens(&self) -> TokenText {
        TokenText::from_blocks(self.blocks.iter().map(|block| &self.terms[block.clone()]))
    }

    /// Some words as they stand there, parted by single spaces.
    pub(super) fn written(&self, words: Range<usize>) -> String {
        let places = &self.places[words];
        let (Some(first), Some(last)) = (places.first(), places.last()) else {
            return String::new();
        };
        in_one_line(&self.decoded[first.start..last.end])
    }

    /// The stretches of wanted words of a text, with the punctuation that belongs to them, block by block; of blocks without
    /// any nothing.
    pub(super) fn passages(&self, is_wanted: impl Fn(usize) -> bool) -> Vec<Vec<Range<usize>>> {
        let wanted = self.blocks.iter().map(|block| stretches(block.clone(), &is_wanted));
        let passages = wanted.map(|words| words.map(|words| self.place(words)).collect());
        passages.filter(|passages: &Vec<Range<usize>>| !passages.is_empty()).collect()
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

/// The words in some ranges of so many.
fn word_set(ranges: &[Range<usize>], n_words: usize) -> FixedBitSet {
    let mut words = FixedBitSet::with_capacity(n_words);
    ranges.iter().for_each(|range| words.insert_range(range.clone()));
    words
}

/// A text with its words parted by single spaces.
pub(super) fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
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
    pub(super) document: FixedBitSet,
    /// Which words of the letter lie in an n-gram that stands in the document.
    pub(super) letter: FixedBitSet,
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
            document: FixedBitSet::with_capacity(document.len()),
            letter: FixedBitSet::with_capacity(self.text.terms.len()),
            n_pieces: 0,
        };
        let mut met = FixedBitSet::with_capacity(self.text.terms.len());
        // Of the n-gram before; where that does not stand in the letter, the piece it ends is over.
        let mut before: &[(NGram, u32)] = &[];
        for (at, words) in document.windows(COPIED).enumerate() {
            let places = self.index.of(ngram(words));
            if let Some((_, first)) = places.first() {
                copied.document.insert_range(at..at + COPIED);
                copied.n_pieces += usize::from(!go_on(before, places));
                if !met.put(*first as usize) {
                    for (_, place) in places {
                        let start = *place as usize;
                        copied.letter.insert_range(start..start + COPIED);
                    }
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
    use super::{FixedBitSet, Letter, LetterText};
    use crate::corpus::examples::letters;

    /// "abc" and "defg" of the letter stand in the document, in two pieces; "cab" and "bca" stand twice in the
    /// second, and go on with each other.
    #[test]
    fn runs_of_three_are_found_wherever_they_stand() {
        fn shown(held: &FixedBitSet) -> String {
            (0..held.len()).map(|word| if held[word] { '=' } else { '-' }).collect()
        }
        for (letter, document, own, other, n_pieces) in [
            ("abcdefg", "xdefgyabcz", "=======", "-====-===-", 2),
            ("abcabcab", "cabcay", "========", "=====-", 1),
            ("abcdef", "abdcef", "------", "------", 0),
            ("abcdef", "abcdef", "======", "======", 1),
            ("ab", "ab", "--", "--", 0),
        ] {
            let text = LetterText { terms: letters(letter), ..LetterText::default() };
            let copied = Letter::new(&text).copied(&letters(document));
            assert_eq!((&*shown(&copied.letter), &*shown(&copied.document)), (own, other));
            assert_eq!(copied.n_pieces, n_pieces);
        }
    }
}
