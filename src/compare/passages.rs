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
use crate::ngrams::{CLAUSE, COPIED, COUNTED, PHRASE, PositionalIndex, ngram, sorted_dedup};
use crate::thresholds::work::MOST_PLACES;
use crate::thresholds::{HALF, Share};

/// What a word of a seed weighs as evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// It is boilerplate.
    Nothing,
    /// Nobody knows: few texts hold it.
    Assumed,
    /// It is known to be distinctive.
    Confirmed,
}

/// A seed made ready for comparison with many documents.
#[derive(Debug)]
pub struct SeedPassages {
    index: PositionalIndex,
    blocks: Vec<Range<usize>>,
    /// What all words before each word are as evidence, and what all of them are.
    sums: Vec<Distinctive>,
    /// Of a form letter, where n-grams begin that are known to be distinctive and reach into boilerplate; ascending.
    reaching: Vec<usize>,
}

/// What a seed and a document share, as word ranges of the seed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shared {
    /// Words that lie in a run of [`COPIED`] words; in order, apart from each other.
    covered: Vec<Range<usize>>,
    /// Words that lie in a run of [`PHRASE`] and more; likewise.
    phrases: Vec<Range<usize>>,
    /// Words that lie in a run of [`CLAUSE`] and more; likewise.
    long: Vec<Range<usize>>,
    /// Words of the document that stand in the seed.
    pub(crate) n_document: usize,
    /// Words of the document that lie in a run of [`PHRASE`] and more.
    n_document_phrases: usize,
    /// Of the n-grams that reach into boilerplate those in one run, by where they begin in the seed; ascending.
    reaching: Vec<usize>,
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
    /// block, are not counted.
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
        let weights = weights(terms.len(), is_letter, origins);
        let places = origins.iter().enumerate().filter(|(at, origin)| {
            is_letter
                && **origin == Some(Origin::Distinctive)
                && weights[*at..].iter().take(COUNTED).any(|weight| *weight == Weight::Nothing)
        });
        Self {
            index: PositionalIndex::new(terms.windows(COPIED).map(ngram).zip(0..)),
            blocks: text.block_ranges().collect(),
            reaching: places.map(|(at, _)| at).collect(),
            sums: sums(&weights),
        }
    }

    /// Which words of the seed stand in some words of a document.
    pub(super) fn covered(&self, document: &[TermId]) -> FixedBitSet {
        let mut covered = FixedBitSet::with_capacity(self.sums.len() - 1);
        self.compare(document).covered.into_iter().for_each(|words| covered.insert_range(words));
        covered
    }

    /// Finds what the words of a document share with the seed.
    pub fn compare(&self, document: &[TermId]) -> Shared {
        let mut runs = Runs { of_seed: &self.reaching, ..Runs::default() };
        let (mut all, mut phrases) = (WordsInRuns::default(), WordsInRuns::default());
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
                all.add(end, COPIED);
                phrases.add_long(end, longest);
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
                all.add(end, COPIED);
                phrases.add_long(end, longest);
                continue;
            }
            let places = self.index.of(ngram);
            if places.is_empty() {
                // Most words of most documents: no run ends there.
                if !open.is_empty() {
                    runs.close(&mut open);
                }
                continue;
            }
            all.add(end, COPIED);
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
            phrases.add_long(end, longest);
            is_settled =
                repeats && open.iter().map(|run| run.words).eq(next.iter().map(|run| run.words));
            runs.close(&mut open);
            std::mem::swap(&mut open, &mut next);
        }
        runs.close(&mut open);
        runs.unite();
        let (n_document, n_document_phrases) = (all.n_words, phrases.n_words);
        let [covered, phrases, long] = runs.covered;
        let reaching = sorted_dedup(runs.reaching);
        Shared { covered, phrases, long, n_document, n_document_phrases, reaching }
    }

    /// Sums up what is shared.
    pub fn overlap(&self, shared: &Shared, mostly_kept: Share) -> Overlap {
        let mut overlap = Overlap {
            n_seed: n_words(&shared.covered),
            n_document: shared.n_document,
            n_document_phrases: shared.n_document_phrases,
            n_phrases: n_words(&shared.phrases),
            phrases: self.sum(shared, shared.phrases.iter().cloned()),
            long: self.sum(shared, shared.long.iter().cloned()),
            n_long: n_words(&shared.long),
            ..Overlap::default()
        };
        // Both ascend, and what is covered may go on in the next block.
        let mut covered = &shared.covered[..];
        for words in &self.blocks {
            let n_before = covered.iter().take_while(|range| range.end <= words.start).count();
            covered = &covered[n_before..];
            let kept = covered
                .iter()
                .take_while(|range| range.start < words.end)
                .map(|range| range.start.max(words.start)..range.end.min(words.end));
            let n_kept = kept.clone().map(|range| range.len()).sum();
            let block = BlockOverlap {
                distinctive: self.sum(shared, kept.clone()),
                n_kept,
                n_spanned: kept.clone().last().map_or(0, |last| last.end)
                    - kept.clone().next().map_or(0, |first| first.start),
                n_words: words.len(),
                is_mostly_kept: !words.is_empty() && mostly_kept.is_met(n_kept, words.len()),
            };
            let is_kept = HALF.is_met(block.n_kept, block.n_words);
            overlap.n_blocks_kept += usize::from(is_kept);
            overlap.n_within_blocks += if is_kept {
                block.n_kept
            } else {
                kept.map(|range| range.len()).filter(|n| *n >= PHRASE).sum()
            };
            if block.rank() > overlap.best_block.rank() {
                overlap.best_block = block;
            }
        }
        overlap
    }

    /// What the words in some ranges are as evidence.
    fn sum(&self, shared: &Shared, ranges: impl Iterator<Item = Range<usize>>) -> Distinctive {
        ranges.fold(Distinctive::default(), |sum, range| {
            let (before, with) = (self.sums[range.start], self.sums[range.end]);
            let n_reached = self.n_reached(shared, range);
            Distinctive {
                confirmed: sum.confirmed + with.confirmed - before.confirmed + n_reached,
                all: sum.all + with.all - before.all + n_reached,
            }
        })
    }

    /// Words of a range that are boilerplate, but stand in n-grams of it that are somebody's. Many may quote one sentence of a
    /// letter each, and each sentence is boilerplate then; who goes on from one to the next has them from the letter.
    fn n_reached(&self, Shared { reaching, .. }: &Shared, range: Range<usize>) -> usize {
        let from = reaching.partition_point(|at| *at < range.start);
        let (mut n_reached, mut counted) = (0, range.start);
        for at in reaching[from..].iter().take_while(|at| *at + COUNTED <= range.end) {
            let words = counted.max(*at)..at + COUNTED;
            counted = words.end;
            n_reached += words.filter(|word| self.sums[*word] == self.sums[word + 1]).count();
        }
        n_reached
    }
}

impl BlockOverlap {
    /// A block that is mostly kept counts before one that is not, then the most evidence.
    fn rank(&self) -> (bool, Distinctive) {
        (self.is_mostly_kept, self.distinctive)
    }
}

/// How many words some ranges have.
fn n_words(ranges: &[Range<usize>]) -> usize {
    ranges.iter().map(ExactSizeIterator::len).sum()
}

/// Nothing, and for each word what it and all before it are.
fn sums(weights: &[Weight]) -> Vec<Distinctive> {
    let mut sum = Distinctive::default();
    let of_words = weights.iter().map(|weight| {
        sum.confirmed += usize::from(*weight == Weight::Confirmed);
        sum.all += usize::from(*weight >= Weight::Assumed);
        sum
    });
    std::iter::once(Distinctive::default()).chain(of_words).collect()
}

/// What each word weighs: nothing where one of the n-grams around it is boilerplate.
fn weights(n_words: usize, is_letter: bool, origins: &[Option<Origin>]) -> Vec<Weight> {
    let assumed = if is_letter { Weight::Confirmed } else { Weight::Assumed };
    let mut weights = vec![assumed; n_words];
    for value in [Weight::Confirmed, Weight::Nothing] {
        for (at, origin) in origins.iter().enumerate() {
            if origin.map(|origin| match origin {
                Origin::FormText | Origin::Boilerplate => Weight::Nothing,
                Origin::Distinctive => Weight::Confirmed,
            }) == Some(value)
            {
                weights[at..(at + COUNTED).min(n_words)].fill(value);
            }
        }
    }
    weights
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

    /// The same where they are a phrase.
    fn add_long(&mut self, end: usize, n_words: usize) {
        if n_words >= PHRASE {
            self.add(end, n_words);
        }
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

/// Runs that go no further, and what of the seed they cover.
#[derive(Default)]
struct Runs<'a> {
    /// Those that are not counted yet.
    closed: Vec<Range<usize>>,
    /// What those cover that have at least as many words as [`LENGTHS`] tells.
    covered: [Vec<Range<usize>>; 3],
    /// Where the seed's n-grams begin that reach into boilerplate, and those of them that lie in one run.
    of_seed: &'a [usize],
    reaching: Vec<usize>,
}

/// Words of the runs by which it is told how much two texts share.
const LENGTHS: [usize; 3] = [COPIED, PHRASE, CLAUSE];

impl Runs<'_> {
    /// Takes in the runs that go no further. A text of few different words has dozens that end at each of its words, so
    /// they are united from time to time.
    fn close(&mut self, open: &mut Vec<OpenRun>) {
        self.closed.extend(open.drain(..).filter_map(OpenRun::closed));
        if self.closed.len() >= 1 << 16 {
            self.unite();
        }
    }

    /// Adds what the closed runs cover.
    fn unite(&mut self) {
        for run in self.closed.iter().filter(|run| run.len() >= COUNTED) {
            let from = self.of_seed.partition_point(|at| *at < run.start);
            let of_run = self.of_seed[from..].iter().take_while(|at| **at + COUNTED <= run.end);
            self.reaching.extend(of_run);
        }
        self.closed.sort_unstable_by_key(|range| (range.start, range.end));
        for (n_words, covered) in LENGTHS.into_iter().zip(&mut self.covered) {
            covered.reserve(self.closed.len());
            covered.extend(self.closed.iter().filter(|run| run.len() >= n_words).cloned());
            // What is in order up to here, and from here on: a stable sort only merges them.
            covered.sort_by_key(|range| (range.start, range.end));
            covered.dedup_by(|range, before| {
                let goes_on = range.start <= before.end;
                before.end = if goes_on { before.end.max(range.end) } else { before.end };
                goes_on
            });
        }
        self.closed.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::{
        BlockOverlap, COUNTED, Distinctive, Origin, Overlap, Runs, SeedPassages, Share, ngram,
    };
    use crate::corpus::examples::corpus;
    use crate::corpus::{DocId, TermId, TokenText};
    use crate::ngrams::ngrams;

    /// What a seed shares with a text.
    fn overlap(seed: &str, text: &str) -> Overlap {
        let corpus = corpus(&[seed, text]);
        let [seed, text] = [0, 1].map(|id| corpus.token_text(DocId(id)));
        let seed = SeedPassages::new(seed, false, &[]);
        seed.overlap(&seed.compare(text.terms()), Share(7, 10))
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
        let is_mostly_kept = |text| self::overlap("s:20", text).best_block.is_mostly_kept;
        assert_eq!(["s:14", "s:13"].map(is_mostly_kept), [true, false]);
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
            let origin = |other| (other == ngram(judged.terms())).then_some(origin);
            let origins: Vec<_> = ngrams(text.terms(), COUNTED).map(origin).collect();
            let seed = SeedPassages::new(text, is_letter, &origins);
            let block = seed.overlap(&seed.compare(text.terms()), Share(7, 10)).best_block;
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
            let block = seed.overlap(&seed.compare(text.terms()), Share(7, 10)).best_block;
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
        let seed = words(5, 100, 5);
        let seed = SeedPassages::new(&TokenText::from_blocks([&seed[..]]), false, &[]);
        for (n_before, n, n_behind, expect) in [
            (0, 1_000_000, 0, [34, 1_000_000, 1_000_000]),
            (5, 1_000_000, 5, [5 + 34 + 2 + 5, 1_000_010, 1_000_010]),
            (5, 40, 0, [5 + 34, 45, 45]),
            (0, 3, 5, [34 + 2 + 5, 8, 2 + 5]),
        ] {
            let shared = seed.compare(&words(n_before, n, n_behind));
            let n_seed = shared.covered.iter().map(ExactSizeIterator::len).sum();
            assert_eq!([n_seed, shared.n_document, shared.n_document_phrases], expect);
        }
    }

    /// Words of the seed and of the text, and those in phrases, each counted once: two shared words are chance. A text repeats
    /// words 2 to 7 of the seed, and three others of it that are no phrase. Words 0 to 4 and 3 to 8 stand in different places:
    /// five and six words in a row are covered, but no run of eight is.
    #[test]
    fn words_in_runs_are_counted_each_once() {
        for (seed, text, n_seed, n_document, n_long) in [
            ("s:10", "s:2|s:5-7", (0, 0), (0, 0), 0),
            ("s:12", "s:8|x:3|s:2-8|y:2|s:9-12", (8 + 3, 8), (8 + 6 + 3, 8 + 6), 8),
            ("s:9", "s:5|x:10|s:3-9", (9, 9), (11, 11), 0),
        ] {
            let overlap = overlap(seed, text);
            assert_eq!((overlap.n_seed, overlap.n_phrases), n_seed, "{text}");
            assert_eq!((overlap.n_document, overlap.n_document_phrases), n_document, "{text}");
            assert_eq!(overlap.long.all, n_long, "{text}");
        }
    }

    /// Runs that are united in two goes cover what they do in one, and two short ones that touch are no long one.
    #[test]
    fn runs_are_united_from_time_to_time() {
        let mut runs = Runs::default();
        for closed in [vec![10..18, 0..3], vec![30..40, 18..21, 3..6]] {
            runs.closed = closed;
            runs.unite();
        }
        let long = vec![10..18, 30..40];
        assert_eq!(runs.covered, [vec![0..6, 10..21, 30..40], long.clone(), long]);
    }
}
