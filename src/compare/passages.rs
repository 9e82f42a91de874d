//! A seed and a document in, their shared passages out: what of the seed's blocks stands in the
//! document, wherever and in whatever order.
//!
//! KL cannot carry key blocks: they lie further from their letter than some unrelated comments do.
//! Passages can. A word of the seed is *covered* when a run of [`RUN`] words around it stands in the
//! document.
//!
//! Not every passage is evidence: see [`super::common_property`].

use std::ops::Range;

use fixedbitset::FixedBitSet;

use super::RunPlaces;
use super::common_property::Origin;
use super::runs::counted_runs;
use super::sorted_runs::once_each;
use crate::corpus::{TermId, TokenText};

/// Words in the shortest run that counts as copied. Shorter ones are chance.
pub const RUN: usize = 3;
/// Words in a run that is hardly ever chance: long enough for a clause.
pub const LONG_RUN: usize = 8;

/// Words in a run that makes two letters cite the same thing. Shorter ones ("do not let", "their way
/// out of") stand in many letters by chance and are evidence all the same.
pub const COMMON_RUN: usize = 6;

/// Places of one run of words in a seed that are looked at. More than a few are a refrain, and a text
/// of nothing but refrains would cost the square of its length.
const MOST_PLACES: usize = 32;

/// A run of words, as one number.
pub type Gram = u64;

/// The number of a run: a hash, so that runs of any length fit.
pub fn gram(run: &[TermId]) -> Gram {
    run.iter().fold(run.len() as u64, |gram, term| {
        (gram.rotate_left(23) ^ u64::from(term.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    })
}

/// The distinct runs of so many words of a text, or a shorter text as a whole; ascending.
pub fn distinct_runs(terms: &[TermId], n_words: usize) -> Vec<Gram> {
    once_each(runs(terms, n_words))
}

/// The runs of so many words of a text, or a shorter text as a whole, in their order.
pub fn runs(terms: &[TermId], n_words: usize) -> impl Iterator<Item = Gram> {
    terms.windows(n_words.min(terms.len()).max(1)).map(gram)
}

/// Words in a run that two versions of a letter share: "runs of 5 and more".
const PHRASE: usize = 5;

/// What a word of a seed is worth as evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Worth {
    /// It is common property.
    Nothing,
    /// It is a letter that another letter cites.
    Cited,
    /// Nobody knows: few texts hold it.
    Unjudged,
    /// It is known to be somebody's wording.
    Somebodys,
}

/// A seed made ready for comparison with many documents.
#[derive(Debug)]
pub struct SeedPassages {
    runs: RunPlaces,
    blocks: Vec<Range<usize>>,
    /// Words of the seed itself; what follows only its versions hold.
    n_own: usize,
    worth: Vec<Worth>,
}

/// What a seed and a document share, as word ranges of the seed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shared {
    /// Words that lie in a run of [`RUN`] words; in order, apart from each other.
    covered: Vec<Range<usize>>,
    /// Words that lie in a run of five and more; likewise.
    phrases: Vec<Range<usize>>,
    /// Words that lie in a run of [`LONG_RUN`] and more; likewise.
    long: Vec<Range<usize>>,
    /// Words of the document that stand in the seed.
    n_document: usize,
}

/// A number of words that are evidence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Telling {
    /// Those that are known to be somebody's wording.
    pub known: usize,
    /// Those and the ones of which it is not known whose they are.
    pub all: usize,
}

/// A block of the seed as it stands in the document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockOverlap {
    /// Words that are evidence and stand in the document.
    pub telling: Telling,
    /// Words that stand in the document.
    pub n_kept: usize,
    /// Words of the block.
    pub n_words: usize,
}

/// How much a seed and a document share, in words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlap {
    /// Words of the seed itself that stand in the document.
    pub n_seed: usize,
    /// Words of the document that stand in the seed.
    pub n_document: usize,
    /// Words of the seed itself in runs of five words and more.
    pub n_phrases: usize,
    /// Evidence among the words of the seed in runs of five words and more.
    pub phrases: Telling,
    /// Words among these of a letter that another letter cites.
    pub n_cited: usize,
    /// Evidence within long runs.
    pub long: Telling,
    /// The best block.
    pub best_block: BlockOverlap,
    /// How many blocks of the seed itself are kept: at least half of their words.
    pub n_blocks_kept: usize,
}

impl SeedPassages {
    /// A seed by its text. Of a form letter every word is somebody's that is not `common`, of other texts
    /// those of which it is known.
    pub fn new(text: &TokenText, is_letter: bool, common: impl Fn(Gram) -> Option<Origin>) -> Self {
        let terms = text.terms();
        Self {
            runs: RunPlaces::new(terms),
            blocks: text.block_ranges().collect(),
            n_own: terms.len(),
            worth: worth(terms, is_letter, common),
        }
    }

    /// Tells that only the first `n_own` words are the seed's; the blocks behind them are of its versions.
    #[must_use]
    pub fn with_own_words(self, n_own: usize) -> Self {
        Self { n_own, ..self }
    }

    /// Which words of the seed itself stand in some words of a document.
    pub(super) fn covered(&self, document: &[TermId]) -> FixedBitSet {
        let mut covered = FixedBitSet::with_capacity(self.worth.len());
        self.compare(document).covered.into_iter().for_each(|words| covered.insert_range(words));
        covered.remove_range(self.n_own..);
        covered
    }

    /// Finds what the words of a document share with the seed.
    pub fn compare(&self, document: &[TermId]) -> Shared {
        let mut runs: Vec<Range<usize>> = Vec::new();
        let mut n_document = 0;
        let mut document_end = 0;
        let mut open: Vec<OpenRun> = Vec::new();
        let mut next = Vec::new();
        let (mut before, mut is_settled) = (None, false);
        for (at, run) in document.windows(RUN).enumerate() {
            let run = gram(run);
            let repeats = before.replace(run) == Some(run);
            if repeats && is_settled {
                // As before: each place goes on from the last one, and the runs that end are the same.
                n_document += 1;
                document_end = at + RUN;
                continue;
            }
            is_settled = false;
            // Most words of a copy: the one run goes on.
            if let [only] = &mut open[..]
                && self.runs.stands_only_at(only.next_place(), run)
            {
                n_document += 1;
                document_end = at + RUN;
                only.end += 1;
                only.words += 1;
                continue;
            }
            let places = self.runs.of(run);
            if places.is_empty() {
                // Most words of most documents: no run ends there.
                if !open.is_empty() {
                    runs.extend(open.drain(..).filter_map(OpenRun::closed));
                }
                continue;
            }
            n_document += at + RUN - document_end.max(at);
            document_end = at + RUN;
            next.clear();
            // Both ascend.
            let mut going_on = open.iter_mut().peekable();
            next.extend(places.iter().take(MOST_PLACES).map(|(_, place)| {
                while going_on.next_if(|open| open.next_place() < *place).is_some() {}
                let before = going_on.next_if(|open| open.next_place() == *place);
                let words = before.map_or(RUN as u32, |before| {
                    before.goes_on = true;
                    before.words + 1
                });
                OpenRun { end: place + RUN as u32, words, goes_on: false }
            }));
            is_settled =
                repeats && open.iter().map(|run| run.words).eq(next.iter().map(|run| run.words));
            runs.extend(open.drain(..).filter_map(OpenRun::closed));
            std::mem::swap(&mut open, &mut next);
        }
        runs.extend(open.drain(..).filter_map(OpenRun::closed));
        runs.sort_unstable_by_key(|run| (run.start, run.end));
        let at_least = |n_words: usize| union(runs.iter().filter(|run| run.len() >= n_words));
        Shared {
            covered: at_least(RUN),
            phrases: at_least(PHRASE),
            long: at_least(LONG_RUN),
            n_document,
        }
    }

    /// Sums up what is shared.
    pub fn overlap(&self, shared: &Shared) -> Overlap {
        let mut covered = vec![false; self.worth.len()];
        shared.covered.iter().for_each(|words| covered[words.clone()].fill(true));
        let mut overlap = Overlap {
            n_seed: n_true(&covered[..self.n_own]),
            n_document: shared.n_document,
            n_phrases: own_words(&shared.phrases, self.n_own),
            phrases: self.telling(shared.phrases.iter().cloned().flatten()),
            n_cited: shared
                .phrases
                .iter()
                .cloned()
                .flatten()
                .filter(|word| self.worth[*word] == Worth::Cited)
                .count(),
            long: self.telling(shared.long.iter().cloned().flatten()),
            ..Overlap::default()
        };
        for words in &self.blocks {
            let kept = words.clone().filter(|word| covered[*word]);
            let block = BlockOverlap {
                telling: self.telling(kept),
                n_kept: n_true(&covered[words.clone()]),
                n_words: words.len(),
            };
            let is_own = words.end <= self.n_own;
            overlap.n_blocks_kept += usize::from(is_own && block.n_kept * 2 >= block.n_words);
            // A block that is mostly kept counts before one that is not, then the most evidence.
            let merit = |block: &BlockOverlap| (block.is_mostly_kept(), block.telling);
            if merit(&block) > merit(&overlap.best_block) {
                overlap.best_block = block;
            }
        }
        overlap
    }

    fn telling(&self, words: impl Iterator<Item = usize>) -> Telling {
        let mut telling = Telling::default();
        for word in words {
            telling.known += usize::from(self.worth[word] == Worth::Somebodys);
            telling.all += usize::from(self.worth[word] >= Worth::Unjudged);
        }
        telling
    }
}

impl BlockOverlap {
    /// "A whole paragraph, or most of it".
    pub fn is_mostly_kept(&self) -> bool {
        self.n_words > 0 && self.n_kept * 10 >= self.n_words * MOSTLY_KEPT
    }
}

/// Words of a block that stand in another text, of ten, for it to be kept for the most part.
const MOSTLY_KEPT: usize = 7;

/// How many of the words in some ranges are among the first `n_own`.
fn own_words(ranges: &[Range<usize>], n_own: usize) -> usize {
    let clipped = ranges.iter().map(|range| range.start.min(n_own)..range.end.min(n_own));
    clipped.map(|range| range.len()).sum()
}

fn n_true(words: &[bool]) -> usize {
    words.iter().filter(|word| **word).count()
}

/// What each word is worth: nothing where one of the runs around it is common property, or of a letter that others cite.
fn worth(terms: &[TermId], is_letter: bool, origin: impl Fn(Gram) -> Option<Origin>) -> Vec<Worth> {
    let unjudged = if is_letter { Worth::Somebodys } else { Worth::Unjudged };
    let mut worth = vec![unjudged; terms.len()];
    let origins: Vec<Option<Origin>> = counted_runs(terms).map(origin).collect();
    let worth_of = |origin: Origin| match origin {
        Origin::FormText | Origin::CommonProperty => Worth::Nothing,
        Origin::CitedLetter => Worth::Cited,
        Origin::Somebody => Worth::Somebodys,
    };
    for value in [Worth::Somebodys, Worth::Cited, Worth::Nothing] {
        for (at, origin) in origins.iter().enumerate() {
            if origin.map(worth_of) == Some(value) {
                worth[at..(at + COMMON_RUN).min(terms.len())].fill(value);
            }
        }
    }
    worth
}

/// A run of the document's words in the seed that may go on with the next word.
struct OpenRun {
    /// Where it ends in the seed.
    end: u32,
    words: u32,
    goes_on: bool,
}

impl OpenRun {
    /// Where in the seed the next run of [`RUN`] words begins if this one goes on.
    fn next_place(&self) -> u32 {
        self.end - (RUN as u32 - 1)
    }

    /// The words of a run that goes no further.
    fn closed(self) -> Option<Range<usize>> {
        let end = self.end as usize;
        (!self.goes_on).then(|| end - self.words as usize..end)
    }
}

/// What some ranges cover, which are ordered by their beginnings.
fn union<'a>(ranges: impl Iterator<Item = &'a Range<usize>>) -> Vec<Range<usize>> {
    let mut union: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match union.last_mut().filter(|last| range.start <= last.end) {
            Some(last) => last.end = last.end.max(range.end),
            None => union.push(range.clone()),
        }
    }
    union
}

#[cfg(test)]
mod tests {
    use super::{BlockOverlap, Origin, Overlap, SeedPassages, Telling, gram};
    use crate::corpus::{TermId, TokenText};

    type Range = (u32, u32);

    fn text(blocks: &[Range]) -> TokenText {
        let blocks: Vec<Vec<TermId>> =
            blocks.iter().map(|(from, to)| (*from..*to).map(TermId).collect()).collect();
        TokenText::from_blocks(blocks.iter().map(Vec::as_slice))
    }

    fn overlap(seed: &[Range], document: &[Range]) -> Overlap {
        let seed = SeedPassages::new(&text(seed), false, |_| None);
        seed.overlap(&seed.compare(text(document).terms()))
    }

    #[test]
    fn a_kept_block_is_found_inside_other_words() {
        let overlap = overlap(&[(0, 10), (10, 30)], &[(100, 150), (10, 27), (200, 210)]);
        assert_eq!((overlap.n_seed, overlap.n_document, overlap.n_phrases), (17, 17, 17));
        let telling = Telling { known: 0, all: 17 };
        assert_eq!((overlap.long, overlap.phrases), (telling, telling));
        let block = BlockOverlap { telling, n_kept: 17, n_words: 20 };
        assert_eq!(overlap.best_block, block);
        assert!(block.is_mostly_kept());
        assert!(!BlockOverlap { n_kept: 13, ..block }.is_mostly_kept());
        assert_eq!(overlap.n_blocks_kept, 1);
    }

    /// Of ten words of a form letter the first six are common property; of another text they are
    /// somebody's, and the last four unjudged.
    #[test]
    fn words_of_common_property_are_no_evidence() {
        let run: Vec<TermId> = (0..6).map(TermId).collect();
        let check = |is_letter: bool, origin: Origin, expect: (usize, usize)| {
            let of_run = |other| (other == gram(&run)).then_some(origin);
            let seed = SeedPassages::new(&text(&[(0, 10)]), is_letter, of_run);
            let block = seed.overlap(&seed.compare(text(&[(0, 10)]).terms())).best_block;
            assert_eq!((block.telling.known, block.telling.all), expect);
        };
        check(true, Origin::CommonProperty, (4, 4));
        check(false, Origin::CommonProperty, (0, 4));
        check(false, Origin::Somebody, (6, 10));
    }

    #[test]
    fn two_shared_words_are_chance() {
        assert_eq!(overlap(&[(0, 10)], &[(0, 2), (5, 7)]).n_seed, 0);
    }

    /// A million times one word against a hundred times: of the seed the first places are looked at. To go through them
    /// for each word of the document would take minutes, and gigabytes.
    #[test]
    fn a_word_repeated_is_looked_at_until_nothing_changes() {
        let check = |n_before: usize, n: usize, n_behind: usize, expect: (usize, usize)| {
            let words = |n_before: usize, n: usize, n_behind: usize| -> Vec<TermId> {
                let own = |from: u32, n: usize| (from..from + n as u32).map(TermId);
                let repeated = std::iter::repeat_n(TermId(7), n);
                own(100, n_before).chain(repeated).chain(own(200, n_behind)).collect()
            };
            let seed = words(5, 100, 5);
            let seed = SeedPassages::new(&TokenText::from_blocks([&seed[..]]), false, |_| None);
            let shared = seed.compare(&words(n_before, n, n_behind));
            let n_words =
                |ranges: &[std::ops::Range<usize>]| ranges.iter().map(ExactSizeIterator::len).sum();
            assert_eq!((n_words(&shared.covered), shared.n_document), expect);
        };
        // The seed begins with five others: its places 5 to 36 are looked at, the last of which reaches to word 38.
        check(0, 1_000_000, 0, (34, 1_000_000));
        check(5, 1_000_000, 5, (5 + 34 + 2 + 5, 1_000_010));
        check(5, 40, 0, (5 + 34, 45));
        check(0, 3, 5, (34 + 2 + 5, 8));
    }

    /// Words 0–4 and 3–8 of the seed stand in different places of the document: five and six words
    /// in a row are covered, but no run of eight is.
    #[test]
    fn short_runs_do_not_add_up_to_a_long_one() {
        let overlap = overlap(&[(0, 9)], &[(0, 5), (50, 60), (3, 9)]);
        assert_eq!((overlap.n_seed, overlap.n_phrases, overlap.long.all), (9, 9, 0));
    }
}
