//! A seed and a document in, their shared passages out: what of the seed's blocks stands in the
//! document, wherever and in whatever order.
//!
//! KL cannot carry key blocks: they lie further from their letter than some unrelated comments do.
//! Passages can. A word of the seed is *covered* when a run of [`RUN`] words around it stands in the
//! document.
//!
//! Not every passage is evidence. What two letters cite ([`COMMON_RUN`]) is not, nor is a
//! *quotation*: a passage that many documents hold which share nothing else with the seed, such as
//! the title of the rule, a question of the agency or a courtesy line. Members of a campaign that
//! keep a single paragraph are in company with others that keep more; those who quote are not.

use std::ops::Range;

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

/// Documents that hold a passage before it can be a quotation.
const QUOTATION_HOLDERS: u32 = 10;
/// Documents of a whole docket that may hold a passage before it counts that most of them are no
/// candidates of the seed: what hundreds hold is a rule's title, or the campaign of another seed.
const HOLDERS_EVERYWHERE: u32 = 200;
/// Of the holders of a quotation fewer than one in this many share more with the seed.
const QUOTATION_SHARE: u32 = 4;
/// Words elsewhere in the seed that make sharing more than a quotation.
const MORE_WORDS: usize = 10;
/// Words of a passage that is no quotation where it is most of a paragraph: what is cited is mostly
/// shorter. The title of the longest-named rule met has 23 words, as the heading of a comment 27.
const WHOLE_PARAGRAPH: usize = 30;
/// Words around a passage that still belong to it: a quotation may have a slip in it.
const PASSAGE_MARGIN: usize = 15;

/// A seed made ready for comparison with many documents.
pub struct SeedPassages {
    /// Runs of [`RUN`] words with their places, sorted.
    grams: Vec<(Gram, u32)>,
    /// A bit for each of the runs, by hash: most runs of other documents are told off by it.
    filter: Vec<u64>,
    blocks: Vec<Range<usize>>,
    /// Words of the seed itself; what follows only its versions hold.
    n_own: usize,
    /// Words that count as evidence: distinctive ones.
    distinctive: Vec<bool>,
}

/// What a seed and a document share, as word ranges of the seed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shared {
    /// Words that lie in a run of [`RUN`] words; in order, apart from each other.
    covered: Vec<Range<usize>>,
    /// Words that lie in a run of [`COMMON_RUN`] and more; likewise.
    verbatim: Vec<Range<usize>>,
    /// Words that lie in a run of [`LONG_RUN`] and more; likewise.
    long: Vec<Range<usize>>,
    /// Words of the document that stand in the seed.
    n_document: usize,
}

/// How much a seed and a document share, in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Overlap {
    /// Words of the seed itself that stand in the document.
    pub n_seed: usize,
    /// Words of the document that stand in the seed.
    pub n_document: usize,
    /// Words of the seed in runs of [`COMMON_RUN`] words and more.
    pub n_verbatim: usize,
    /// Distinctive words of the seed within long runs.
    pub n_long: usize,
    /// The best block: (distinctive words covered, covered words, words).
    pub best_block: (usize, usize, usize),
    /// How many blocks of the seed itself are kept: at least half of their words.
    pub n_blocks_kept: usize,
}

impl SeedPassages {
    /// `is_common` tells of runs of [`COMMON_RUN`] words whether they are no evidence.
    pub fn new(text: &TokenText, is_common: impl Fn(Gram) -> bool) -> Self {
        let terms = text.terms();
        let mut grams: Vec<(Gram, u32)> = terms
            .windows(RUN)
            .enumerate()
            .map(|(at, run)| (gram(run), at as u32))
            .collect();
        grams.sort_unstable();
        let n_bits = (grams.len() * BITS_PER_RUN).next_power_of_two().max(64);
        let mut filter = vec![0u64; n_bits / 64];
        for (run, _) in &grams {
            let (word, bit) = bit_of(*run, filter.len());
            filter[word] |= bit;
        }
        let mut distinctive = vec![true; terms.len()];
        for (at, run) in terms.windows(COMMON_RUN).enumerate() {
            if is_common(gram(run)) {
                distinctive[at..at + COMMON_RUN].fill(false);
            }
        }
        Self {
            grams,
            filter,
            blocks: text.block_ranges().collect(),
            n_own: terms.len(),
            distinctive,
        }
    }

    /// Tells that only the first `n_own` words are the seed's; the blocks behind them are of its versions.
    #[must_use]
    pub fn with_own_words(self, n_own: usize) -> Self {
        Self { n_own, ..self }
    }

    /// Finds what a document shares with the seed.
    pub fn compare(&self, document: &TokenText) -> Shared {
        let mut runs: Vec<Range<usize>> = Vec::new();
        let mut n_document = 0;
        let mut document_end = 0;
        let mut open: Vec<OpenRun> = Vec::new();
        let mut next = Vec::new();
        for (at, run) in document.terms().windows(RUN).enumerate() {
            let run = gram(run);
            let (word, bit) = bit_of(run, self.filter.len());
            if self.filter[word] & bit == 0 {
                runs.extend(open.drain(..).filter_map(OpenRun::closed));
                continue;
            }
            let first = self.grams.partition_point(|(own, _)| *own < run);
            let places = self.grams[first..]
                .iter()
                .take_while(|(own, _)| *own == run)
                .take(MOST_PLACES);
            next.clear();
            next.extend(places.map(|(_, place)| {
                let before = open.binary_search_by_key(place, |run| run.end - (RUN as u32 - 1));
                let words = before.map_or(RUN as u32, |before| {
                    open[before].goes_on = true;
                    open[before].words + 1
                });
                OpenRun {
                    end: place + RUN as u32,
                    words,
                    goes_on: false,
                }
            }));
            if !next.is_empty() {
                n_document += at + RUN - document_end.max(at);
                document_end = at + RUN;
            }
            runs.extend(open.drain(..).filter_map(OpenRun::closed));
            std::mem::swap(&mut open, &mut next);
        }
        runs.extend(open.drain(..).filter_map(OpenRun::closed));
        runs.sort_unstable_by_key(|run| (run.start, run.end));
        let at_least = |n_words: usize| union(runs.iter().filter(|run| run.len() >= n_words));
        Shared {
            covered: at_least(RUN),
            verbatim: at_least(COMMON_RUN),
            long: at_least(LONG_RUN),
            n_document,
        }
    }

    /// Takes quotations out of the evidence, seeing what all candidates share with the seed.
    /// `n_everywhere` tells for each word how many documents of the docket hold the passage around it,
    /// candidates or not; it may be empty.
    pub fn discount_quotations(&mut self, candidates: &[Shared], n_everywhere: &[u32]) {
        let (mut n_holders, mut n_with_more) = (
            vec![0u32; self.distinctive.len()],
            vec![0u32; self.distinctive.len()],
        );
        for shared in candidates {
            for passage in &shared.verbatim {
                let is_more = self.is_more_than_quotation(passage, shared);
                for word in passage.clone() {
                    n_holders[word] += 1;
                    n_with_more[word] += u32::from(is_more);
                }
            }
        }
        for (word, distinctive) in self.distinctive.iter_mut().enumerate() {
            let n_everywhere = n_everywhere.get(word).copied().unwrap_or_default();
            let n_holders = if n_everywhere >= HOLDERS_EVERYWHERE {
                n_everywhere
            } else {
                n_holders[word]
            };
            let is_quotation =
                n_holders >= QUOTATION_HOLDERS && n_with_more[word] * QUOTATION_SHARE < n_holders;
            *distinctive &= !is_quotation;
        }
    }

    /// Whether a document that holds a passage holds more of the seed than a quotation.
    fn is_more_than_quotation(&self, passage: &Range<usize>, shared: &Shared) -> bool {
        let is_mostly = |of: usize, words: usize| words * 10 >= of * 7;
        // Who holds most of a short seed holds what there is.
        if is_mostly(self.n_own, passage.len()) {
            return true;
        }
        let within = |block: &Range<usize>| {
            let end = passage.end.min(block.end);
            end.saturating_sub(passage.start.max(block.start))
        };
        let mut blocks = self.blocks.iter().map(|block| (block.len(), within(block)));
        if blocks.any(|(of, words)| words >= WHOLE_PARAGRAPH && is_mostly(of, words)) {
            return true;
        }
        let around = passage.start.saturating_sub(PASSAGE_MARGIN)..passage.end + PASSAGE_MARGIN;
        let elsewhere = shared.verbatim.iter();
        let elsewhere =
            elsewhere.filter(|other| other.end <= around.start || other.start >= around.end);
        elsewhere.map(Range::len).sum::<usize>() >= MORE_WORDS
    }

    /// Sums up what is shared.
    pub fn overlap(&self, shared: &Shared) -> Overlap {
        let mut covered = vec![false; self.distinctive.len()];
        shared
            .covered
            .iter()
            .for_each(|words| covered[words.clone()].fill(true));
        let telling = |words: Range<usize>| {
            words
                .filter(|word| covered[*word] && self.distinctive[*word])
                .count()
        };
        let mut overlap = Overlap {
            n_seed: covered[..self.n_own]
                .iter()
                .filter(|covered| **covered)
                .count(),
            n_document: shared.n_document,
            n_verbatim: shared.verbatim.iter().map(Range::len).sum(),
            n_long: shared.long.iter().map(|words| telling(words.clone())).sum(),
            best_block: (0, 0, 0),
            n_blocks_kept: 0,
        };
        for block in &self.blocks {
            let kept = covered[block.clone()]
                .iter()
                .filter(|covered| **covered)
                .count();
            let is_own = block.end <= self.n_own;
            overlap.n_blocks_kept += usize::from(is_own && kept * 2 >= block.len());
            let block = (telling(block.clone()), kept, block.len());
            // A block that is mostly kept counts before one that is not, then the most evidence.
            if (is_mostly_kept(block), block.0)
                > (is_mostly_kept(overlap.best_block), overlap.best_block.0)
            {
                overlap.best_block = block;
            }
        }
        overlap
    }
}

/// Bits of the filter for each run: a run of another text passes by chance once in this many times.
const BITS_PER_RUN: usize = 16;

/// A run's place in a filter of `n_words` words, a power of two. The upper bits are mixed best.
fn bit_of(run: Gram, n_words: usize) -> (usize, u64) {
    let at = (run >> 32) as usize;
    ((at / 64) & (n_words - 1), 1 << (at % 64))
}

/// A run of the document's words in the seed that may go on with the next word.
struct OpenRun {
    /// Where it ends in the seed.
    end: u32,
    words: u32,
    goes_on: bool,
}

impl OpenRun {
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

/// "A whole paragraph, or most of it": seven words of ten.
pub fn is_mostly_kept((_, kept, words): (usize, usize, usize)) -> bool {
    words > 0 && kept * 10 >= words * 7
}

#[cfg(test)]
mod tests {
    use super::{Overlap, SeedPassages, gram};
    use crate::corpus::{TermId, TokenText};

    type Range = (u32, u32);

    fn text(blocks: &[Range]) -> TokenText {
        let blocks: Vec<Vec<TermId>> = blocks
            .iter()
            .map(|(from, to)| (*from..*to).map(TermId).collect())
            .collect();
        TokenText::from_blocks(blocks.iter().map(Vec::as_slice))
    }

    fn overlap(seed: &[Range], document: &[Range]) -> Overlap {
        let seed = SeedPassages::new(&text(seed), |_| false);
        seed.overlap(&seed.compare(&text(document)))
    }

    #[test]
    fn a_kept_block_is_found_inside_other_words() {
        let overlap = overlap(&[(0, 10), (10, 30)], &[(100, 150), (10, 27), (200, 210)]);
        assert_eq!(
            (overlap.n_seed, overlap.n_document, overlap.n_long),
            (17, 17, 17)
        );
        assert_eq!(overlap.best_block, (17, 17, 20));
        assert_eq!(overlap.n_blocks_kept, 1);
    }

    #[test]
    fn words_of_common_runs_are_no_evidence() {
        let run: Vec<TermId> = (0..6).map(TermId).collect();
        let seed = SeedPassages::new(&text(&[(0, 10)]), |other| other == gram(&run));
        assert_eq!(
            seed.overlap(&seed.compare(&text(&[(0, 10)]))).best_block,
            (4, 10, 10)
        );
    }

    #[test]
    fn two_shared_words_are_chance() {
        assert_eq!(overlap(&[(0, 10)], &[(0, 2), (5, 7)]).n_seed, 0);
    }

    /// Words 0–4 and 3–8 of the seed stand in different places of the document: five and six words
    /// in a row are covered, but no run of eight is.
    #[test]
    fn short_runs_do_not_add_up_to_a_long_one() {
        let overlap = overlap(&[(0, 9)], &[(0, 5), (50, 60), (3, 9)]);
        assert_eq!((overlap.n_seed, overlap.n_long), (9, 0));
    }

    /// Twenty documents hold 30 (29) words, from the 10th on, of a paragraph of 42, and nothing else.
    #[test]
    fn most_of_a_paragraph_is_no_quotation() {
        let check = |n_kept: u32, expect: usize| {
            let mut seed = SeedPassages::new(&text(&[(0, 42), (42, 200)]), |_| false);
            let holding = seed.compare(&text(&[(9, 9 + n_kept), (300, 350)]));
            seed.discount_quotations(&vec![holding.clone(); 20], &[]);
            assert_eq!(seed.overlap(&holding).n_long, expect);
        };
        check(30, 30);
        check(29, 0);
    }

    /// Of words 0–11 the docket has 200 holders; 50 candidates hold more, or 49.
    #[test]
    fn what_everybody_cites_is_no_evidence() {
        let check = |n_keeping: usize, n_everywhere: u32, expect: usize| {
            let mut seed = SeedPassages::new(&text(&[(0, 12), (12, 80)]), |_| false);
            let keeping = seed.compare(&text(&[(0, 80)]));
            let n_everywhere: Vec<u32> = (0..80)
                .map(|word| if word < 12 { n_everywhere } else { 1 })
                .collect();
            seed.discount_quotations(&vec![keeping.clone(); n_keeping], &n_everywhere);
            assert_eq!(seed.overlap(&keeping).n_long, expect);
        };
        check(50, 200, 80);
        check(49, 200, 68);
        check(49, 199, 80);
    }

    /// Ten documents hold words 0–11 of the seed and nothing else, two hold all of it.
    #[test]
    fn a_quotation_is_no_evidence() {
        let check = |n_quoting: usize, n_keeping: usize, expect: usize| {
            let mut seed = SeedPassages::new(&text(&[(0, 12), (12, 80)]), |_| false);
            let quoting = seed.compare(&text(&[(0, 12), (100, 150)]));
            let keeping = seed.compare(&text(&[(0, 80)]));
            let mut candidates = vec![quoting.clone(); n_quoting];
            candidates.extend(vec![keeping; n_keeping]);
            seed.discount_quotations(&candidates, &[]);
            assert_eq!(seed.overlap(&quoting).best_block.0, expect);
        };
        check(10, 2, 0);
        check(10, 4, 12);
        check(9, 0, 12);
    }
}
