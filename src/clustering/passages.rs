//! A seed and a document in, their shared passages out: what of the seed's blocks stands in the
//! document, wherever and in whatever order.
//!
//! KL cannot carry key blocks: they lie further from their letter than some unrelated comments do.
//! Passages can. A word of the seed is *covered* when a run of [`RUN`] words around it stands in the
//! document.

use std::ops::Range;

use rustc_hash::FxHashSet;

use crate::corpus::{TermId, TokenText};

/// Words in the shortest run that counts as copied. Shorter ones are chance.
pub const RUN: usize = 3;
/// Words in a run that is hardly ever chance: long enough for a clause.
pub const LONG_RUN: usize = 8;

/// Words in a run that makes two letters cite the same thing. Shorter ones ("do not let", "their way
/// out of") stand in many letters by chance and are evidence all the same.
pub const COMMON_RUN: usize = 6;

/// A run of words, as one number.
pub type Gram = u64;

/// The number of a run: a hash, so that runs of any length fit.
pub fn gram(run: &[TermId]) -> Gram {
    run.iter().fold(run.len() as u64, |gram, term| {
        (gram.rotate_left(23) ^ u64::from(term.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    })
}

/// A seed made ready for comparison with many documents.
pub struct SeedPassages {
    grams: Vec<(Gram, u32)>,
    blocks: Vec<Range<usize>>,
    /// Words that count as evidence: distinctive ones.
    distinctive: Vec<bool>,
    length: usize,
}

/// How much a seed and a document share, in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Overlap {
    /// Words of the seed that stand in the document.
    pub n_seed: usize,
    /// Words of the document that stand in the seed.
    pub n_document: usize,
    /// Distinctive words of the seed within long runs.
    pub n_long: usize,
    /// The best block: (distinctive words covered, covered words, words).
    pub best_block: (usize, usize, usize),
    /// How many blocks of the seed are kept: at least half of their words.
    pub n_blocks_kept: usize,
}

impl SeedPassages {
    /// `common` holds runs of [`COMMON_RUN`] words that are no evidence: they stand in other letters too.
    pub fn new(text: &TokenText, common: &FxHashSet<Gram>) -> Self {
        let terms = text.terms();
        let mut grams: Vec<(Gram, u32)> = terms
            .windows(RUN)
            .enumerate()
            .map(|(at, run)| (gram(run), at as u32))
            .collect();
        grams.sort_unstable();
        let mut distinctive = vec![true; terms.len()];
        for (at, run) in terms.windows(COMMON_RUN).enumerate() {
            if common.contains(&gram(run)) {
                distinctive[at..at + COMMON_RUN].fill(false);
            }
        }
        Self {
            grams,
            blocks: text.block_ranges().collect(),
            distinctive,
            length: terms.len(),
        }
    }

    /// Words in the seed.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Compares with a document.
    pub fn overlap(&self, document: &TokenText) -> Overlap {
        let mut covered = vec![false; self.length];
        let mut n_document = 0;
        let mut document_end = 0;
        for (at, run) in document.terms().windows(RUN).enumerate() {
            let run = gram(run);
            let first = self.grams.partition_point(|(own, _)| *own < run);
            let mut places = self.grams[first..]
                .iter()
                .take_while(|(own, _)| *own == run)
                .peekable();
            if places.peek().is_none() {
                continue;
            }
            n_document += at + RUN - document_end.max(at);
            document_end = at + RUN;
            for (_, place) in places {
                covered[*place as usize..*place as usize + RUN].fill(true);
            }
        }
        self.summarize(&covered, n_document)
    }

    fn summarize(&self, covered: &[bool], n_document: usize) -> Overlap {
        let mut overlap = Overlap {
            n_seed: covered.iter().filter(|covered| **covered).count(),
            n_document,
            n_long: 0,
            best_block: (0, 0, 0),
            n_blocks_kept: 0,
        };
        let mut at = 0;
        for run in covered.chunk_by(|a, b| a == b) {
            if run[0] && run.len() >= LONG_RUN {
                overlap.n_long += self.distinctive[at..at + run.len()]
                    .iter()
                    .filter(|distinctive| **distinctive)
                    .count();
            }
            at += run.len();
        }
        for block in &self.blocks {
            let words = block.len();
            let kept = covered[block.clone()]
                .iter()
                .filter(|covered| **covered)
                .count();
            let telling = block
                .clone()
                .filter(|at| covered[*at] && self.distinctive[*at])
                .count();
            overlap.n_blocks_kept += usize::from(kept * 2 >= words);
            let block = (telling, kept, words);
            // The block with the largest kept share counts, among those with the most evidence.
            if (is_mostly_kept(block), telling)
                > (is_mostly_kept(overlap.best_block), overlap.best_block.0)
            {
                overlap.best_block = block;
            }
        }
        overlap
    }
}

/// "A whole paragraph, or most of it": seven words of ten.
pub fn is_mostly_kept((_, kept, words): (usize, usize, usize)) -> bool {
    words > 0 && kept * 10 >= words * 7
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashSet;

    use super::{SeedPassages, gram};
    use crate::corpus::{TermId, TokenText};

    fn text(blocks: &[Range]) -> TokenText {
        let blocks: Vec<Vec<TermId>> = blocks
            .iter()
            .map(|(from, to)| (*from..*to).map(TermId).collect())
            .collect();
        TokenText::from_blocks(blocks.iter().map(Vec::as_slice))
    }

    type Range = (u32, u32);

    #[test]
    fn a_kept_block_is_found_inside_other_words() {
        let seed = SeedPassages::new(&text(&[(0, 10), (10, 30)]), &FxHashSet::default());
        let overlap = seed.overlap(&text(&[(100, 150), (10, 27), (200, 210)]));
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
        let common: FxHashSet<_> = [gram(&run)].into_iter().collect();
        let seed = SeedPassages::new(&text(&[(0, 10)]), &common);
        assert_eq!(seed.overlap(&text(&[(0, 10)])).best_block, (4, 10, 10));
    }

    #[test]
    fn two_shared_words_are_chance() {
        let seed = SeedPassages::new(&text(&[(0, 10)]), &FxHashSet::default());
        assert_eq!(seed.overlap(&text(&[(0, 2), (5, 7)])).n_seed, 0);
    }
}
