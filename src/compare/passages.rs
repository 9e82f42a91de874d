//! A seed and a document in, their shared passages out: what of the seed's blocks stands in the
//! document, wherever and in whatever order.
//!
//! KL cannot carry key blocks: they lie further from their letter than some unrelated comments do.
//! Passages can. A word of the seed is *covered* when an n-gram of [`COPIED`] words around it stands in the
//! document.
//!
//! Not every passage is evidence: see [`super::boilerplate`].

use std::ops::Range;

use fixedbitset::FixedBitSet;

use super::boilerplate::Origin;
use crate::corpus::{TermId, TokenText};
use crate::ngrams::{CLAUSE, COPIED, COUNTED, PHRASE, PositionalIndex, ngram, stretches};
use crate::thresholds::work::MOST_PLACES;
use crate::thresholds::{HALF, Share};

/// A seed made ready for comparison with many documents.
#[derive(Debug)]
pub struct SeedPassages {
    index: PositionalIndex,
    blocks: Vec<Range<usize>>,
    /// Its words that are known to be distinctive.
    confirmed: FixedBitSet,
    /// Its words that are known to be distinctive, or assumed to be. All others are boilerplate.
    distinctive: FixedBitSet,
    /// Of a form letter, where n-grams begin that are known to be distinctive and reach into boilerplate; ascending.
    reaching: Vec<usize>,
}

/// What a seed and a document share.
struct Shared<'a> {
    seed: &'a SeedPassages,
    /// Words of the seed in runs of [`COPIED`] words and more.
    covered: FixedBitSet,
    /// Words of the seed in runs of [`PHRASE`] words and more.
    phrases: FixedBitSet,
    /// Words of the seed in runs of [`CLAUSE`] words and more.
    long: FixedBitSet,
    /// Words of the document that stand in the seed.
    in_document: WordsInRuns,
    /// Words of the document in runs of [`PHRASE`] words and more.
    phrases_in_document: WordsInRuns,
    /// Where n-grams begin in the seed that reach into boilerplate and stand in one run.
    reaching: FixedBitSet,
}

/// A number of words that are evidence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Distinctive {
    /// Those that are known to be distinctive.
    pub confirmed: usize,
    /// Those and the ones that are assumed to be: few texts hold them.
    pub all: usize,
}

/// A block of the seed as it stands in the document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockOverlap {
    /// Words that are evidence and stand in the document.
    pub distinctive: Distinctive,
    /// Words that stand in the document.
    pub n_kept: usize,
    /// Words from the first to the last of these.
    pub n_spanned: usize,
    /// Words of the block.
    pub n_words: usize,
    /// "A whole paragraph, or most of it".
    pub is_mostly_kept: bool,
}

/// How much a seed and a document share, in words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlap {
    /// Words of the seed that stand in the document.
    pub n_seed: usize,
    /// Words of the document that stand in the seed.
    pub n_document: usize,
    /// Words of the document in runs of five words and more.
    pub n_document_phrases: usize,
    /// Words of the seed in runs of five words and more.
    pub n_phrases: usize,
    /// Evidence among the words of the seed in runs of five words and more.
    pub phrases: Distinctive,
    /// Evidence within long runs.
    pub long: Distinctive,
    /// Words of the seed in long runs.
    pub n_long: usize,
    /// Words of the seed that stand in the document: of a block that it keeps, all of them; of any other, those in
    /// stretches of [`PHRASE`] and more. A few words that the two share by chance, or because a run goes on into the next
    /// block, are not counted. Never more than `n_document`: who puts two letters together may say a sentence twice.
    pub n_within_blocks: usize,
    /// The best block.
    pub best_block: BlockOverlap,
    /// How many blocks of the seed are kept: at least half of their words.
    pub n_blocks_kept: usize,
}

impl SeedPassages {
    /// A seed by its text and the origins of its n-grams, as far as they are judged. Of a form letter every word is somebody's
    /// that is not boilerplate, of other texts those that are known to be.
    pub fn new(text: &TokenText, is_letter: bool, origins: &[Option<Origin>]) -> Self {
        let terms = text.terms();
        let mut confirmed = FixedBitSet::with_capacity(terms.len());
        confirmed.set_range(.., is_letter);
        // A word is boilerplate where one of the n-grams around it is.
        let mut boilerplate = FixedBitSet::with_capacity(terms.len());
        for (at, origin) in origins.iter().enumerate() {
            let words = at..(at + COUNTED).min(terms.len());
            match origin {
                Some(Origin::Distinctive) => confirmed.insert_range(words),
                Some(_) => boilerplate.insert_range(words),
                None => {}
            }
        }
        confirmed.difference_with(&boilerplate);
        let reaching_ngrams = origins.iter().enumerate().filter(|(at, origin)| {
            let words = *at..(at + COUNTED).min(terms.len());
            is_letter
                && **origin == Some(Origin::Distinctive)
                && boilerplate.contains_any_in_range(words)
        });
        let reaching = reaching_ngrams.map(|(at, _)| at).collect();
        boilerplate.toggle_range(..);
        let index = PositionalIndex::new(terms.windows(COPIED).map(ngram).zip(0..));
        let (blocks, distinctive) = (text.block_ranges().collect(), boilerplate);
        Self { index, blocks, confirmed, distinctive, reaching }
    }

    /// Which words of the seed stand in some words of a document.
    pub(super) fn covered(&self, document: &[TermId]) -> FixedBitSet {
        self.compare(document).covered
    }

    /// Finds what the words of a document share with the seed.
    fn compare(&self, document: &[TermId]) -> Shared<'_> {
        let mut shared = Shared::of(self);
        // Words of the longest run that goes on.
        let mut longest = 0;
        let mut open: Vec<OpenRun> = Vec::new();
        let mut next = Vec::new();
        let (mut before, mut is_settled) = (None, false);
        for (at, words) in document.windows(COPIED).enumerate() {
            let ngram = ngram(words);
            let end = at + COPIED;
            let repeats = before.replace(ngram) == Some(ngram);
            if repeats && is_settled {
                // As before: each place goes on from the last one, and the runs that end are the same.
                shared.add(end, longest);
                continue;
            }
            is_settled = false;
            // Most words of a copy: the one run goes on.
            if let [only] = &mut open[..]
                && self.index.stands_only_at(only.next_place(), ngram)
            {
                only.end += 1;
                only.words += 1;
                longest = only.words as usize;
                shared.add(end, longest);
                continue;
            }
            let places = self.index.of(ngram);
            if places.is_empty() {
                // Most words of most documents: no run ends there.
                shared.close(&mut open);
                continue;
            }
            next.clear();
            // Both ascend.
            let mut going_on = open.iter_mut().peekable();
            next.extend(places.iter().take(MOST_PLACES).map(|(_, place)| {
                while going_on.next_if(|open| open.next_place() < *place).is_some() {}
                let before = going_on.next_if(|open| open.next_place() == *place);
                let words = before.map_or(COPIED as u32, |before| {
                    before.goes_on = true;
                    before.words + 1
                });
                OpenRun { end: place + COPIED as u32, words, goes_on: false }
            }));
            longest = next.iter().map(|run| run.words as usize).max().unwrap_or_default();
            shared.add(end, longest);
            is_settled =
                repeats && open.iter().map(|run| run.words).eq(next.iter().map(|run| run.words));
            shared.close(&mut open);
            std::mem::swap(&mut open, &mut next);
        }
        shared.close(&mut open);
        shared
    }

    /// Sums up what the words of a document share with the seed.
    pub fn overlap(&self, document: &[TermId], mostly_kept: Share) -> Overlap {
        let shared = self.compare(document);
        // Most of what is compared shares nothing.
        if shared.in_document.n_words == 0 {
            return Overlap::default();
        }
        let (covered, all) = (&shared.covered, 0..self.distinctive.len());
        let n_in_document = shared.in_document.n_words;
        let n_in_phrases = shared.phrases_in_document.n_words;
        let mut overlap = Overlap {
            n_seed: covered.count_ones(..),
            n_document: n_in_document,
            n_document_phrases: n_in_phrases,
            n_phrases: shared.phrases.count_ones(..),
            phrases: SharedEvidence::of(&shared, &shared.phrases).within(&all, n_in_phrases),
            long: SharedEvidence::of(&shared, &shared.long).within(&all, n_in_phrases),
            n_long: shared.long.count_ones(..),
            ..Overlap::default()
        };
        let evidence = SharedEvidence::of(&shared, covered);
        for words in &self.blocks {
            let n_kept = covered.count_ones(words.clone());
            // Nothing is kept of most blocks of most seeds.
            if n_kept == 0 {
                continue;
            }
            let first = words.clone().find(|at| covered[*at]).unwrap_or(words.start);
            let last = words.clone().rfind(|at| covered[*at]).unwrap_or(first);
            let block = BlockOverlap {
                distinctive: evidence.within(words, n_in_document),
                n_kept,
                n_spanned: last + 1 - first,
                n_words: words.len(),
                is_mostly_kept: mostly_kept.is_met(n_kept, words.len()),
            };
            let is_kept = HALF.is_met(n_kept, words.len());
            overlap.n_blocks_kept += usize::from(is_kept);
            overlap.n_within_blocks += if is_kept {
                n_kept
            } else {
                let kept = stretches(words.clone(), |at| covered[at]);
                kept.map(|words| words.len()).filter(|n| *n >= PHRASE).sum()
            };
            // One that is mostly kept counts before one that is not, then the most evidence.
            let [rank, best] =
                [block, overlap.best_block].map(|it| (it.is_mostly_kept, it.distinctive));
            if rank > best {
                overlap.best_block = block;
            }
        }
        overlap.n_within_blocks = overlap.n_within_blocks.min(overlap.n_document);
        overlap
    }
}

/// What some of the words that a seed and a document share are as evidence.
struct SharedEvidence<'a> {
    shared: &'a Shared<'a>,
    words: &'a FixedBitSet,
    confirmed: FixedBitSet,
    distinctive: FixedBitSet,
}

impl<'a> SharedEvidence<'a> {
    fn of(shared: &'a Shared<'a>, words: &'a FixedBitSet) -> Self {
        let SeedPassages { confirmed, distinctive, .. } = shared.seed;
        Self { shared, words, confirmed: words & confirmed, distinctive: words & distinctive }
    }

    /// Those within a range, at most as many as the document has of them: what a seed says twice is evidence once.
    fn within(&self, range: &Range<usize>, n_in_document: usize) -> Distinctive {
        let n_reached = self.n_reached(range);
        let [confirmed, all] = [&self.confirmed, &self.distinctive]
            .map(|words| (words.count_ones(range.clone()) + n_reached).min(n_in_document));
        Distinctive { confirmed, all }
    }

    /// Words of a range that are boilerplate, but stand in n-grams of it that are somebody's. Many may quote one sentence of a
    /// letter each, and each sentence is boilerplate then; who goes on from one to the next has them from the letter.
    fn n_reached(&self, range: &Range<usize>) -> usize {
        let mut reached = FixedBitSet::new();
        for at in self.shared.reaching.ones() {
            let ngram = at..at + COUNTED;
            if range.start <= ngram.start
                && ngram.end <= range.end
                && self.words.contains_all_in_range(ngram.clone())
            {
                reached.grow(ngram.end);
                reached.insert_range(ngram);
            }
        }
        reached.difference_count(&self.shared.seed.distinctive)
    }
}

/// Words of a document in runs, each once, as far as it has been read.
#[derive(Default)]
struct WordsInRuns {
    n_words: usize,
    end: usize,
}

impl WordsInRuns {
    /// Adds the last words up to `end`. All that is to be added of words before the last end has been: the longest run
    /// that goes on reaches back as far as any other.
    fn add(&mut self, end: usize, n_words: usize) {
        self.n_words += end - self.end.max(end - n_words);
        self.end = end;
    }
}

/// A run of the document's words in the seed that may go on with the next word.
struct OpenRun {
    /// Where it ends in the seed.
    end: u32,
    words: u32,
    goes_on: bool,
}

impl OpenRun {
    /// Where in the seed the next n-gram of [`COPIED`] words begins if this one goes on.
    fn next_place(&self) -> u32 {
        self.end - (COPIED as u32 - 1)
    }

    /// The words of a run that goes no further.
    fn closed(self) -> Option<Range<usize>> {
        let end = self.end as usize;
        (!self.goes_on).then(|| end - self.words as usize..end)
    }
}

impl<'a> Shared<'a> {
    /// Nothing yet.
    fn of(seed: &'a SeedPassages) -> Self {
        Self {
            seed,
            covered: FixedBitSet::new(),
            phrases: FixedBitSet::new(),
            long: FixedBitSet::new(),
            in_document: WordsInRuns::default(),
            phrases_in_document: WordsInRuns::default(),
            reaching: FixedBitSet::new(),
        }
    }

    /// Adds words of the document up to `end`, of which the longest run that goes on has so many words.
    fn add(&mut self, end: usize, longest: usize) {
        self.in_document.add(end, COPIED);
        if longest >= PHRASE {
            self.phrases_in_document.add(end, longest);
        }
    }

    /// Takes in the runs that go no further.
    fn close(&mut self, open: &mut Vec<OpenRun>) {
        // Behind most words of most documents none does.
        if open.is_empty() {
            return;
        }
        // Room is made where there is something to keep: most of what is compared shares nothing.
        let n_words = self.seed.distinctive.len();
        for words in [&mut self.covered, &mut self.phrases, &mut self.long] {
            words.grow(n_words);
        }
        for run in open.drain(..).filter_map(OpenRun::closed) {
            if run.len() >= PHRASE {
                self.phrases.insert_range(run.clone());
            }
            if run.len() >= CLAUSE {
                self.long.insert_range(run.clone());
            }
            let from = self.seed.reaching.partition_point(|at| *at < run.start);
            let reaching = self.seed.reaching[from..].iter();
            self.reaching.extend(reaching.copied().take_while(|at| at + COUNTED <= run.end));
            self.covered.insert_range(run);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        BlockOverlap, COUNTED, Distinctive, Origin, Overlap, SeedPassages, Share, Shared, ngram,
    };
    use crate::corpus::examples::corpus;
    use crate::corpus::{DocId, TermId, TokenText};
    use crate::ngrams::ngrams;

    /// What a seed shares with a text.
    fn overlap(seed: &str, text: &str) -> Overlap {
        let corpus = corpus(&[seed, text]);
        let [seed, text] = [0, 1].map(|id| corpus.token_text(DocId(id)));
        SeedPassages::new(seed, false, &[]).overlap(text.terms(), Share(7, 10))
    }

    /// Of twenty words 17; seven of ten are the block for the most part, or one less of twenty.
    #[test]
    fn a_kept_block_is_found_inside_other_words() {
        let overlap = overlap("s:10|s:10-30", "x:50|s:10-27|y:10");
        assert_eq!((overlap.n_seed, overlap.n_document, overlap.n_phrases), (17, 17, 17));
        let distinctive = Distinctive { confirmed: 0, all: 17 };
        assert_eq!((overlap.long, overlap.phrases), (distinctive, distinctive));
        let block = BlockOverlap {
            distinctive,
            n_kept: 17,
            n_spanned: 17,
            n_words: 20,
            is_mostly_kept: true,
        };
        assert_eq!((overlap.best_block, overlap.n_blocks_kept), (block, 1));
        let [enough, less] = ["s:14", "s:13"].map(|text| self::overlap("s:20", text).best_block);
        assert!(enough.is_mostly_kept && !less.is_mostly_kept);
    }

    /// Of ten words of a form letter the first six are boilerplate; of another text they are
    /// somebody's, and the last four unjudged.
    #[test]
    fn words_of_boilerplate_are_no_evidence() {
        let corpus = corpus(&["s:6", "s:10"]);
        let [judged, text] = [0, 1].map(|id| corpus.token_text(DocId(id)));
        for (is_letter, origin, expect) in [
            (true, Origin::Boilerplate, (4, 4)),
            (false, Origin::Boilerplate, (0, 4)),
            (false, Origin::Distinctive, (6, 10)),
        ] {
            let origins: Vec<_> = ngrams(text.terms(), COUNTED)
                .map(|other| (other == ngram(judged.terms())).then_some(origin))
                .collect();
            let seed = SeedPassages::new(text, is_letter, &origins);
            let block = seed.overlap(text.terms(), Share(7, 10)).best_block;
            assert_eq!((block.distinctive.confirmed, block.distinctive.all), expect);
        }
    }

    /// Of a form letter's twenty words the first ten and the last ten are boilerplate, but the five n-grams from one to the other
    /// are the letter's: who holds all twenty has five words of each from it, who holds one half, or both apart, has none.
    #[test]
    fn who_goes_on_from_sentence_to_sentence_has_the_letter() {
        let corpus = corpus(&["s:20", "s:10 x:9", "s:10 x:9 s:10-20"]);
        let [letter, quoting, both] = [0, 1, 2].map(|id| corpus.token_text(DocId(id)));
        let mut origins = [Some(Origin::Boilerplate); 15];
        origins[5..10].fill(Some(Origin::Distinctive));
        for (is_letter, text, n_words) in
            [(true, letter, 10), (true, quoting, 0), (true, both, 0), (false, letter, 0)]
        {
            let seed = SeedPassages::new(letter, is_letter, &origins);
            let block = seed.overlap(text.terms(), Share(7, 10)).best_block;
            assert_eq!(block.distinctive, Distinctive { confirmed: n_words, all: n_words });
        }
    }

    /// A million times one word against a hundred times: of the seed the first places are looked at. To go through them
    /// for each word of the document would take minutes, and gigabytes. The seed begins and ends with five others: its places
    /// 5 to 36 are looked at, the last of which reaches to word 38; two of three go on with the others.
    #[test]
    fn a_word_repeated_is_looked_at_until_nothing_changes() {
        fn words(n_before: usize, n: usize, n_behind: usize) -> Vec<TermId> {
            let before = (100..).map(TermId).take(n_before);
            let behind = (200..).map(TermId).take(n_behind);
            before.chain(std::iter::repeat_n(TermId(7), n)).chain(behind).collect()
        }
        let text = TokenText::from_blocks([&words(5, 100, 5)[..]]);
        let seed = SeedPassages::new(&text, false, &[]);
        for (n_before, n, n_behind, expect) in [
            (0, 1_000_000, 0, [34, 1_000_000, 1_000_000]),
            (5, 1_000_000, 5, [5 + 34 + 2 + 5, 1_000_010, 1_000_010]),
            (5, 40, 0, [5 + 34, 45, 45]),
            (0, 3, 5, [34 + 2 + 5, 8, 2 + 5]),
        ] {
            let shared = seed.compare(&words(n_before, n, n_behind));
            let Shared { covered, in_document, phrases_in_document, .. } = shared;
            let n_seed = covered.count_ones(..);
            assert_eq!([n_seed, in_document.n_words, phrases_in_document.n_words], expect);
        }
    }

    /// Words of the seed and of the text, and those in phrases, each counted once: two shared words are chance. A text repeats
    /// words 2 to 7 of the seed, and three others of it that are no phrase. Words 0 to 4 and 3 to 8 stand in different places:
    /// five and six words in a row are covered, but no run of eight is. Five words that stand in the seed twice count once, and
    /// a clause that it says twice is evidence once.
    #[test]
    fn words_in_runs_are_counted_each_once() {
        for (seed, text, n_seed, n_document, n_long) in [
            ("s:10", "s:2|s:5-7", [0, 0, 0], (0, 0), 0),
            ("s:12", "s:8|x:3|s:2-8|y:2|s:9-12", [8 + 3, 8, 8 + 3], (8 + 6 + 3, 8 + 6), 8),
            ("s:9", "s:5|x:10|s:3-9", [9, 9, 9], (11, 11), 0),
            ("s:20|x:10 s:5", "s:20|y:9", [25, 25, 20], (20, 20), 20),
            ("s:12|x:10 s:12", "s:12|y:9", [24, 24, 12], (12, 12), 12),
        ] {
            let overlap = overlap(seed, text);
            let of_seed = [overlap.n_seed, overlap.n_phrases, overlap.n_within_blocks];
            assert_eq!(of_seed, n_seed, "{text}");
            assert_eq!((overlap.n_document, overlap.n_document_phrases), n_document, "{text}");
            assert_eq!(overlap.long.all, n_long, "{text}");
        }
    }
}
