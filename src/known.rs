//! Corpus and known texts in, which words of which comment quote which paragraph out.
//!
//! What the agency or the law wrote stands in comments because people answer it. It is boilerplate wherever it stands:
//! evidence for nothing, and nobody's own words. An n-gram index of the known texts finds where a quotation may stand;
//! from there it is followed word by word in both directions, as far as the two texts agree but for slips.
//!
//! # Invariants
//! - The quotations of a text are a function of its words and of the known texts, whatever else the docket holds.
//! - They are in order and do not overlap, and each is of one paragraph.
//! - Without known texts there are none.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Arc;

use fixedbitset::FixedBitSet;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use strsim::osa_distance;

use crate::corpus::tokens::{for_each_token, is_unspaced_token};
use crate::corpus::{Corpus, DocId, TermId, sentences};
use crate::ingest::KnownText;

/// Words of the n-grams by which quotations are found.
const ANCHOR: usize = 4;
/// Places of one n-gram that are looked at. One that stands in more is a title or a refrain, and quotations have others.
const MOST_PLACES: usize = 32;
/// Words of a quotation: a clause, which people hardly ever share by chance.
const SHORTEST: usize = 8;
/// Words of a sentence that is quoted as soon as it is quoted whole: a question of the agency may be short.
const SHORTEST_SENTENCE: usize = 5;
/// Words that are left out, put in, or replaced within a quotation,
const MOST_SLIPPED: usize = 3;
/// and those that must agree behind them for it to go on.
const RESUMED: usize = 3;
/// Letters of a word for each that is mistyped in it: one in a word of four.
const LETTERS_PER_SLIP: usize = 4;

/// A quotation of a known text in a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// Words of the main text.
    pub words: Range<usize>,
    /// Which known text.
    pub known: usize,
    /// Which of its paragraphs, from 0.
    pub paragraph: usize,
}

/// The quotations of all texts that have some.
#[derive(Clone, Debug, Default)]
pub struct Quotes(Arc<FxHashMap<u32, Vec<Quote>>>);

impl Quotes {
    /// Finds the quotations in every distinct text.
    pub fn find(corpus: &Corpus, known: &[KnownText]) -> Self {
        if known.is_empty() {
            return Self::default();
        }
        let index = KnownIndex::new(corpus, known);
        let keepers: Vec<DocId> = corpus.keepers().into_iter().flatten().collect();
        let found = keepers.into_par_iter().filter_map(|id| {
            let quotes = index.quotes(corpus.token_text(id).terms());
            (!quotes.is_empty()).then(|| (corpus.entry(id).keeper, quotes))
        });
        Self(Arc::new(found.collect()))
    }

    /// Those of a document, in order.
    pub fn of(&self, corpus: &Corpus, id: DocId) -> &[Quote] {
        self.0.get(&corpus.entry(id).keeper).map_or(&[], Vec::as_slice)
    }

    /// Whether no text has any.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The words of some quotations, in order and apart from each other.
pub fn quoted_words(quotes: &[Quote]) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    for quote in quotes {
        match words.last_mut().filter(|last| last.end == quote.words.start) {
            Some(last) => last.end = quote.words.end,
            None => words.push(quote.words.clone()),
        }
    }
    words
}

/// The words of all known texts in one row, and where their n-grams stand.
struct KnownIndex<'a> {
    /// Words of the docket, by number.
    forms: Vec<&'a str>,
    words: Vec<KnownWord>,
    sentences: Vec<Sentence>,
    places: FxHashMap<[TermId; ANCHOR], Vec<u32>>,
}

struct KnownWord {
    /// None of a word that no comment has.
    term: Option<TermId>,
    form: Box<str>,
    /// The sentence that it stands in.
    sentence: u32,
}

/// A sentence of a known text.
struct Sentence {
    words: Range<usize>,
    known: usize,
    paragraph: usize,
}

/// Words of a comment, and words of the known texts, in the order in which they are compared.
struct Direction<'a> {
    terms: &'a [TermId],
    known: Range<usize>,
    is_backward: bool,
}

impl Direction<'_> {
    fn term(&self, nth: usize) -> Option<TermId> {
        let at = if self.is_backward { self.terms.len().checked_sub(nth + 1)? } else { nth };
        self.terms.get(at).copied()
    }

    fn place(&self, nth: usize) -> Option<usize> {
        match self.is_backward {
            _ if nth >= self.known.len() => None,
            true => Some(self.known.end - nth - 1),
            false => Some(self.known.start + nth),
        }
    }
}

/// A word of the known texts that stands in a comment, and whether it does so but for letters that are mistyped: false
/// of what stands in its place.
type Agreed = (usize, bool);

/// A stretch of a comment that agrees with a stretch of the known texts.
struct Agreement {
    /// Its first word in the comment.
    start: usize,
    /// For each of its words the known one.
    words: Vec<Agreed>,
}

impl Agreement {
    fn place(&self) -> Range<usize> {
        self.start..self.start + self.words.len()
    }

    /// Whether a word of the comment stands for a known one.
    fn holds(&self, word: usize, place: usize) -> bool {
        let own = word.checked_sub(self.start).and_then(|nth| self.words.get(nth));
        own == Some(&(place, true))
    }

    fn drop_first(&mut self, n: usize) {
        self.words.drain(..n);
        self.start += n;
    }

    /// Leaves words at both ends to others.
    fn leave(&mut self, taken: &FixedBitSet) {
        let n_last = self.place().rev().take_while(|word| taken.contains(*word)).count();
        self.words.truncate(self.words.len() - n_last);
        self.drop_first(self.place().take_while(|word| taken.contains(*word)).count());
    }
}

fn n_same(words: &[Agreed]) -> usize {
    words.iter().filter(|(_, is_same)| *is_same).count()
}

impl<'a> KnownIndex<'a> {
    fn new(corpus: &'a Corpus, known: &[KnownText]) -> Self {
        let vocabulary = corpus.vocabulary();
        let mut index = Self {
            forms: vocabulary.forms(),
            words: Vec::new(),
            sentences: Vec::new(),
            places: FxHashMap::default(),
        };
        for (known, text) in known.iter().enumerate() {
            let first = index.words.len();
            for (paragraph, block) in text.paragraphs.iter().enumerate() {
                for sentence in sentences(block) {
                    let start = index.words.len();
                    for_each_token(&block[sentence], |form, _| {
                        index.words.push(KnownWord {
                            term: vocabulary.number(form),
                            form: form.into(),
                            sentence: index.sentences.len() as u32,
                        });
                    });
                    let words = start..index.words.len();
                    if !words.is_empty() {
                        index.sentences.push(Sentence { words, known, paragraph });
                    }
                }
            }
            for (at, words) in index.words[first..].windows(ANCHOR).enumerate() {
                let terms: Option<Vec<TermId>> = words.iter().map(|word| word.term).collect();
                if let Some(Ok(terms)) = terms.map(TryInto::try_into) {
                    let places: &mut Vec<u32> = index.places.entry(terms).or_default();
                    if places.len() < MOST_PLACES {
                        places.push((first + at) as u32);
                    }
                }
            }
        }
        index
    }

    /// The quotations in a text.
    fn quotes(&self, terms: &[TermId]) -> Vec<Quote> {
        let mut found = self.agreements(terms);
        // The longest first: what two paragraphs have in common is of the one that is quoted whole.
        found.sort_by_key(|found| (Reverse(n_same(&found.words)), found.start, found.words[0].0));
        let mut taken = FixedBitSet::with_capacity(terms.len());
        let mut quotes = Vec::new();
        for mut found in found {
            found.leave(&taken);
            if self.is_quotation(&found, terms) && taken.count_ones(found.place()) == 0 {
                taken.insert_range(found.place());
                quotes.extend(self.by_paragraph(&found));
            }
        }
        quotes.sort_unstable_by_key(|quote| quote.words.start);
        quotes
    }

    /// All that a text has in common with the known texts, from one n-gram on.
    fn agreements(&self, terms: &[TermId]) -> Vec<Agreement> {
        let mut found: Vec<Agreement> = Vec::new();
        // Those that reach beyond the word that is looked at.
        let mut open: Vec<usize> = Vec::new();
        for (at, anchor) in terms.windows(ANCHOR).enumerate() {
            let Some(places) = self.places.get(anchor) else {
                continue;
            };
            open.retain(|agreement| found[*agreement].place().end > at);
            for place in places.iter().map(|place| *place as usize) {
                let is_known = open.iter().any(|agreement| found[*agreement].holds(at, place));
                if !is_known && let Some(agreement) = self.agreement(terms, at, place) {
                    open.push(found.len());
                    found.push(agreement);
                }
            }
        }
        found
    }

    /// Follows a quotation from an n-gram that both texts have; none where too little of it is left.
    fn agreement(&self, terms: &[TermId], at: usize, place: usize) -> Option<Agreement> {
        let of_text = self.of_text(place);
        let before = self.follow(&Direction {
            terms: &terms[..at],
            known: of_text.start..place,
            is_backward: true,
        });
        let behind = self.follow(&Direction {
            terms: &terms[at..],
            known: place..of_text.end,
            is_backward: false,
        });
        let mut agreement = Agreement {
            start: at - before.len(),
            words: before.into_iter().rev().chain(behind).collect(),
        };
        self.trim(&mut agreement);
        (!agreement.words.is_empty()).then_some(agreement)
    }

    /// Words of the known text that a word stands in.
    fn of_text(&self, place: usize) -> Range<usize> {
        let known = self.sentence(place).known;
        let first = self.sentences.partition_point(|sentence| sentence.known < known);
        let end = self.sentences.partition_point(|sentence| sentence.known <= known);
        self.sentences[first].words.start..self.sentences[end - 1].words.end
    }

    /// For each word, from the first on, the known word that stands there, as far as the two texts agree.
    fn follow(&self, direction: &Direction<'_>) -> Vec<Agreed> {
        let mut words = Vec::new();
        let (mut own, mut known) = (0, 0);
        while let (Some(term), Some(place)) = (direction.term(own), direction.place(known)) {
            if self.are_alike(term, place) {
                words.push((place, true));
                (own, known) = (own + 1, known + 1);
            } else if let Some((n_own, n_known)) = self.slip(direction, own, known) {
                words.extend(std::iter::repeat_n((place, false), n_own));
                (own, known) = (own + n_own, known + n_known);
            } else {
                break;
            }
        }
        words
    }

    /// How many words of each text are passed over for the two to agree again: the fewest.
    fn slip(&self, direction: &Direction<'_>, own: usize, known: usize) -> Option<(usize, usize)> {
        let slips =
            (1..=2 * MOST_SLIPPED).flat_map(|n| (0..=n).map(move |n_own| (n_own, n - n_own)));
        slips.filter(|(n_own, n_known)| (*n_own).max(*n_known) <= MOST_SLIPPED).find(
            |(n_own, n_known)| {
                (0..RESUMED).all(|nth| {
                    let word = direction.term(own + n_own + nth);
                    let place = direction.place(known + n_known + nth);
                    word.zip(place)
                        .is_some_and(|(word, place)| self.words[place].term == Some(word))
                })
            },
        )
    }

    /// Whether two words are the same but for letters that are mistyped. A number is another one.
    fn are_alike(&self, term: TermId, place: usize) -> bool {
        let known = &self.words[place];
        if known.term == Some(term) {
            return true;
        }
        let form = self.forms[term.0 as usize];
        let shorter = form.chars().count().min(known.form.chars().count());
        let has_digits = |form: &str| form.contains(|letter: char| letter.is_numeric());
        shorter >= LETTERS_PER_SLIP
            && !has_digits(form)
            && !has_digits(&known.form)
            && osa_distance(form, &known.form) <= shorter / LETTERS_PER_SLIP
    }

    fn sentence(&self, place: usize) -> &Sentence {
        &self.sentences[self.words[place].sentence as usize]
    }

    /// Takes away what may be chance at both ends: a few words of one more sentence, which is not quoted whole.
    fn trim(&self, agreement: &mut Agreement) {
        let is_chance = |words: &[Agreed]| {
            let sentence = self.sentence(words[0].0).words.len();
            n_same(words) < ANCHOR.min(sentence)
        };
        loop {
            let same = agreement
                .words
                .chunk_by(|a, b| self.words[a.0].sentence == self.words[b.0].sentence);
            let (first, last) = (same.clone().next(), same.last());
            match (first, last) {
                (Some(words), _) if is_chance(words) => agreement.drop_first(words.len()),
                (_, Some(words)) if is_chance(words) => {
                    agreement.words.truncate(agreement.words.len() - words.len());
                }
                _ => return,
            }
        }
    }

    /// Whether it is more than chance: a clause, or a whole sentence.
    fn is_quotation(&self, agreement: &Agreement, terms: &[TermId]) -> bool {
        // A pair of characters tells half of what a word does.
        let n_words = |place: Range<usize>| {
            let own = terms[place].iter().map(|term| self.forms[term.0 as usize]);
            own.map(|form| if is_unspaced_token(form) { 1 } else { 2 }).sum::<usize>() / 2
        };
        let n_slipped = agreement.words.len() - n_same(&agreement.words);
        let mut start = agreement.start;
        n_words(agreement.place()) >= SHORTEST + n_slipped
            || agreement
                .words
                .chunk_by(|a, b| self.words[a.0].sentence == self.words[b.0].sentence)
                .any(|words| {
                    let place = start..start + words.len();
                    start = place.end;
                    n_words(place) >= SHORTEST_SENTENCE
                        && n_same(words) >= self.sentence(words[0].0).words.len()
                })
    }

    /// A quotation cut where a paragraph of the known text ends.
    fn by_paragraph<'b>(&'b self, agreement: &'b Agreement) -> impl Iterator<Item = Quote> + 'b {
        let paragraph = |place: usize| {
            let sentence = self.sentence(place);
            (sentence.known, sentence.paragraph)
        };
        let mut start = agreement.start;
        agreement.words.chunk_by(move |a, b| paragraph(a.0) == paragraph(b.0)).map(move |words| {
            let (known, paragraph) = paragraph(words[0].0);
            let words = start..start + words.len();
            start = words.end;
            Quote { words, known, paragraph }
        })
    }
}
