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
use rapidfuzz::distance::osa;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::corpus::tokens::for_each_token;
use crate::corpus::{self, Corpus, DocId, PairTerms, TermId, TokenText, Vocabulary};
use crate::ingest::KnownText;
use crate::ngrams::{CLAUSE, NGram, PROBE, PositionalIndex, ngram};
use crate::thresholds::Thresholds;
use crate::thresholds::work::MOST_PLACES;

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
pub struct Quotes(Arc<FxHashMap<u32, Quoting>>);

/// A text that quotes.
#[derive(Debug)]
struct Quoting {
    quotes: Vec<Quote>,
    /// The words that it quotes, in order and apart from each other.
    words: Vec<Range<usize>>,
    /// What is left without them.
    own: TokenText,
}

impl Quotes {
    /// Finds the quotations in every distinct text.
    pub fn find(corpus: &Corpus, known: &[KnownText]) -> Self {
        if known.is_empty() {
            return Self::default();
        }
        let index = KnownIndex::new(corpus.vocabulary(), known, corpus.thresholds());
        let canonical_copies: Vec<DocId> =
            corpus.ids().filter(|id| corpus.entry(*id).keeps_text).collect();
        let found = canonical_copies.into_par_iter().filter_map(|id| {
            let text = corpus.token_text(id);
            let quotes = index.quotes(text.terms());
            let words = joined(quotes.iter().map(|quote| quote.words.clone()));
            let quoting = Quoting { own: text.without(&words), quotes, words };
            (!quoting.quotes.is_empty()).then_some((corpus.entry(id).text, quoting))
        });
        Self(Arc::new(found.collect()))
    }

    /// How many texts have some.
    pub fn n_texts(&self) -> usize {
        self.0.len()
    }

    /// Those of a document, in order.
    pub fn of(&self, corpus: &Corpus, id: DocId) -> &[Quote] {
        self.quoting(corpus, id).map_or(&[], |quoting| &quoting.quotes)
    }

    /// The words of a document that are quoted, in order and apart from each other.
    pub fn words(&self, corpus: &Corpus, id: DocId) -> &[Range<usize>] {
        self.quoting(corpus, id).map_or(&[], |quoting| &quoting.words)
    }

    /// The words of a document that are not quoted.
    pub fn own_text<'a>(&'a self, corpus: &'a Corpus, id: DocId) -> &'a TokenText {
        self.quoting(corpus, id).map_or_else(|| corpus.token_text(id), |quoting| &quoting.own)
    }

    /// Words of a document's own text as they are numbered in all of it.
    pub fn in_main_text(
        &self,
        corpus: &Corpus,
        id: DocId,
        own: Vec<Range<usize>>,
    ) -> Vec<Range<usize>> {
        let quoted = self.words(corpus, id);
        if own.is_empty() || quoted.is_empty() {
            return own;
        }
        let places: Vec<usize> = (0..corpus.token_text(id).len())
            .filter(|word| !quoted.iter().any(|words| words.contains(word)))
            .collect();
        joined(own.into_iter().flatten().map(|word| places[word]..places[word] + 1))
    }

    fn quoting(&self, corpus: &Corpus, id: DocId) -> Option<&Quoting> {
        self.0.get(&corpus.entry(id).text)
    }
}

/// The words of a text that are quoted, in order and apart from each other.
pub fn quoted_words(
    vocabulary: &Vocabulary,
    known: &[KnownText],
    thresholds: &Thresholds,
    terms: &[TermId],
) -> Vec<Range<usize>> {
    let index = KnownIndex::new(vocabulary, known, thresholds);
    joined(index.quotes(terms).into_iter().map(|quote| quote.words))
}

/// Ranges that follow each other, those that touch as one.
fn joined(ranges: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut joined: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match joined.last_mut().filter(|last| last.end == range.start) {
            Some(last) => last.end = range.end,
            None => joined.push(range),
        }
    }
    joined
}

/// The words of all known texts in one row, and where their n-grams stand.
struct KnownIndex<'a> {
    thresholds: &'a Thresholds,
    /// Words of the docket, by number.
    forms: Vec<&'a str>,
    pairs: PairTerms,
    words: Vec<KnownWord>,
    sentences: Vec<Sentence>,
    /// The words of each text.
    texts: Vec<Range<usize>>,
    anchors: PositionalIndex,
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
    /// Which text, and which of its paragraphs.
    paragraph: (usize, usize),
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
    fn new(vocabulary: &'a Vocabulary, known: &[KnownText], thresholds: &'a Thresholds) -> Self {
        let (mut words, mut sentences): (Vec<KnownWord>, Vec<Sentence>) = Default::default();
        let (mut texts, mut anchors): (Vec<Range<usize>>, Vec<(NGram, u32)>) = Default::default();
        for (known, text) in known.iter().enumerate() {
            let first = words.len();
            for (paragraph, block) in text.paragraphs.iter().enumerate() {
                for sentence in corpus::sentences(block) {
                    let start = words.len();
                    for_each_token(&block[sentence], |form, _| {
                        words.push(KnownWord {
                            term: vocabulary.number(form),
                            form: form.into(),
                            sentence: sentences.len() as u32,
                        });
                    });
                    if words.len() > start {
                        let (words, paragraph) = (start..words.len(), (known, paragraph));
                        sentences.push(Sentence { words, paragraph });
                    }
                }
            }
            for (at, words) in words[first..].windows(PROBE).enumerate() {
                let terms: Option<Vec<TermId>> = words.iter().map(|word| word.term).collect();
                anchors.extend(terms.map(|terms| (ngram(&terms), (first + at) as u32)));
            }
            texts.push(first..words.len());
        }
        Self {
            thresholds,
            forms: vocabulary.forms(),
            pairs: vocabulary.character_pairs(),
            words,
            sentences,
            texts,
            anchors: PositionalIndex::new(anchors.into_iter()),
        }
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
        for (at, anchor) in terms.windows(PROBE).enumerate() {
            let places = self.anchors.of(ngram(anchor));
            if places.is_empty() {
                continue;
            }
            open.retain(|agreement| found[*agreement].place().end > at);
            for place in places.iter().take(MOST_PLACES).map(|(_, place)| *place as usize) {
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
        let text = &self.texts[self.sentence(place).paragraph.0];
        let before = self.follow(
            |nth| terms[..at].iter().nth_back(nth).copied(),
            |nth| (text.start..place).nth_back(nth),
        );
        let behind =
            self.follow(|nth| terms.get(at + nth).copied(), |nth| (place..text.end).nth(nth));
        let mut agreement = Agreement {
            start: at - before.len(),
            words: before.into_iter().rev().chain(behind).collect(),
        };
        self.trim(&mut agreement);
        (!agreement.words.is_empty()).then_some(agreement)
    }

    /// For each word, from the first on, the known word that stands there, as far as the two texts agree, whose words are
    /// asked for in the order in which they are compared. Where they do not, the fewest words of each are passed over for the
    /// two to agree again.
    fn follow(
        &self,
        term: impl Fn(usize) -> Option<TermId>,
        place: impl Fn(usize) -> Option<usize>,
    ) -> Vec<Agreed> {
        let most = self.thresholds.words.slip;
        let mut words = Vec::new();
        let (mut own, mut known) = (0, 0);
        while let (Some(_), Some(at)) = (term(own), place(known)) {
            if self.are_alike(term(own), place(known)) {
                words.push((at, true));
                (own, known) = (own + 1, known + 1);
                continue;
            }
            let slips = (1..=2 * most).flat_map(|n| (0..=n).map(move |n_own| (n_own, n - n_own)));
            let mut short = slips.filter(|(n_own, n_known)| *n_own.max(n_known) <= most);
            let Some((n_own, n_known)) = short.find(|(n_own, n_known)| {
                let behind = (own + n_own..).zip(known + n_known..).take(most);
                behind.into_iter().all(|(own, known)| self.are_alike(term(own), place(known)))
            }) else {
                break;
            };
            words.extend(std::iter::repeat_n((at, false), n_own));
            (own, known) = (own + n_own, known + n_known);
        }
        words
    }

    /// Whether two words are there, and the same but for letters that are mistyped. A number is another one.
    fn are_alike(&self, term: Option<TermId>, place: Option<usize>) -> bool {
        let (Some(term), Some(place)) = (term, place) else { return false };
        let known = &self.words[place];
        if known.term == Some(term) {
            return true;
        }
        let form = self.forms[term.0 as usize];
        let n_slips = known.form.chars().count() / self.thresholds.known.letters_per_slip;
        n_slips > 0
            && !form.contains(char::is_numeric)
            && !known.form.contains(char::is_numeric)
            && osa::distance(form.chars(), known.form.chars()) <= n_slips
    }

    fn sentence(&self, place: usize) -> &Sentence {
        &self.sentences[self.words[place].sentence as usize]
    }

    /// Takes away what may be chance at both ends: a few words of one more sentence, which is not quoted whole.
    fn trim(&self, agreement: &mut Agreement) {
        loop {
            let same = agreement
                .words
                .chunk_by(|a, b| self.words[a.0].sentence == self.words[b.0].sentence);
            let (first, last) = (same.clone().next(), same.last());
            match (first, last) {
                (Some(words), _) if self.is_chance(words) => agreement.drop_first(words.len()),
                (_, Some(words)) if self.is_chance(words) => {
                    agreement.words.truncate(agreement.words.len() - words.len());
                }
                _ => return,
            }
        }
    }

    /// Whether words of one sentence agree by chance.
    fn is_chance(&self, words: &[Agreed]) -> bool {
        n_same(words) < PROBE.min(self.sentence(words[0].0).words.len())
    }

    /// Whether it is more than chance: a clause, or a whole sentence.
    fn is_quotation(&self, agreement: &Agreement, terms: &[TermId]) -> bool {
        let n_slipped = agreement.words.len() - n_same(&agreement.words);
        let mut start = agreement.start;
        self.pairs.n_words(&terms[agreement.place()]) >= CLAUSE + n_slipped
            || agreement
                .words
                .chunk_by(|a, b| self.words[a.0].sentence == self.words[b.0].sentence)
                .any(|words| {
                    let place = start..start + words.len();
                    start = place.end;
                    self.pairs.n_words(&terms[place]) >= self.thresholds.known.shortest_sentence
                        && n_same(words) >= self.sentence(words[0].0).words.len()
                })
    }

    /// A quotation cut where a paragraph of the known text ends.
    fn by_paragraph<'b>(&'b self, agreement: &'b Agreement) -> impl Iterator<Item = Quote> + 'b {
        let mut start = agreement.start;
        let same = agreement
            .words
            .chunk_by(|a, b| self.sentence(a.0).paragraph == self.sentence(b.0).paragraph);
        same.map(move |words| {
            let (known, paragraph) = self.sentence(words[0].0).paragraph;
            let place = start..start + words.len();
            start = place.end;
            Quote { words: place, known, paragraph }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Quotes;
    use crate::corpus::cases::cells;
    use crate::corpus::examples::{document, words};
    use crate::corpus::{Corpus, DocId};
    use crate::ingest::KnownText;

    /// A docket of one comment, and its quotations of a text.
    fn found(known: &str, comment: &str) -> (Corpus, Quotes) {
        let corpus = Corpus::of(vec![document(0, &words(comment))]);
        let text = KnownText {
            paragraphs: words(known).split("\n\n").map(str::to_owned).collect(),
            ..KnownText::default()
        };
        let quotes = Quotes::find(&corpus, &[text]);
        (corpus, quotes)
    }

    #[test]
    fn quotations_are_found_in_comments() {
        for case in cells(include_str!("known.txt")) {
            let (corpus, quotes) = found(case[0], case[1]);
            let shown = quotes.of(&corpus, DocId(0)).iter().map(|quote| {
                format!("{}-{} of {}", quote.words.start, quote.words.end, quote.paragraph)
            });
            assert_eq!(shown.collect::<Vec<_>>().join(", "), case[2], "{}", case[1]);
        }
    }

    /// Of twelve words 2 to 9 are quoted: what is left is words 0, 1, 10, and 11.
    #[test]
    fn own_words_are_numbered_anew() {
        let known = "the warden opens the north gate at dawn and shuts it at dusk every day";
        let (corpus, quotes) =
            found(known, "we saw, warden opens the north gate at dawn and no more");
        let id = DocId(0);
        assert_eq!(quotes.words(&corpus, id).first(), Some(&(2..10)));
        assert_eq!(quotes.own_text(&corpus, id).len(), 4);
        let own = std::iter::once(1..3).collect();
        assert_eq!(quotes.in_main_text(&corpus, id, own), [1..2, 10..11]);
    }
}
