//! A seed's tokens in, phrases out.

use std::hash::{BuildHasher, BuildHasherDefault};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use rustc_hash::FxHasher;

use super::{RetrievalConfig, RetrievalSeed, Searched};
use crate::corpus::{Corpus, TermId, TokenText, document_frequencies};

/// Words in a phrase: "a text span around term t*" (dg.o 2005 slide 16), three in its example.
pub(super) const SPAN_WORDS: usize = 3;

/// Which terms and phrases of the seeds occur in more than one document.
pub(super) struct SharedSpans {
    /// In how many documents each term occurs.
    document_frequency: Vec<u64>,
    /// Set when a second document held a phrase.
    twice: Phrases,
}

impl SharedSpans {
    pub(super) fn count(
        corpus: &Corpus,
        documents: &[Searched<'_>],
        seeds: &[RetrievalSeed<'_>],
    ) -> Self {
        let of_seeds = Phrases::of(
            seeds.iter().map(|seed| phrases(seed.text).len()).sum(),
            seeds.par_iter().flat_map_iter(|seed| phrases(seed.text)),
        );
        let n_phrases = documents.iter().map(|(_, text)| text.len()).sum();
        let (once, twice) = (Phrases::with_room(n_phrases), Phrases::with_room(n_phrases));
        let texts: Vec<&TokenText> = documents.iter().map(|(_, text)| *text).collect();
        texts.par_iter().for_each(|text| {
            // Whoever comes second, in whatever order they come.
            let mut own: Vec<u64> =
                phrases(text).filter(|phrase| of_seeds.contains(*phrase)).collect();
            own.sort_unstable();
            own.dedup();
            for phrase in own {
                if once.insert(phrase) {
                    twice.insert(phrase);
                }
            }
        });
        let n_terms = corpus.vocabulary().len();
        Self { document_frequency: document_frequencies(&texts, n_terms), twice }
    }

    fn rarest(&self, span: &[TermId]) -> u64 {
        span.iter().map(|term| self.document_frequency[term.0 as usize]).min().unwrap_or(u64::MAX)
    }
}

/// A set of phrases, a bit for each by its hash. It may claim too much, never too little. All threads fill
/// it at once.
pub(super) struct Phrases(Vec<AtomicU64>);

impl Phrases {
    /// Bits for each phrase.
    const BITS: usize = 8;

    /// An empty set with room for so many phrases.
    fn with_room(n_phrases: usize) -> Self {
        let n_places = (n_phrases * Self::BITS).next_power_of_two().max(1 << 12);
        Self((0..n_places / 64).map(|_| AtomicU64::new(0)).collect())
    }

    pub(super) fn of(n_phrases: usize, phrases: impl ParallelIterator<Item = u64>) -> Self {
        let set = Self::with_room(n_phrases);
        phrases.for_each(|phrase| _ = set.insert(phrase));
        set
    }

    /// Puts a phrase in, and tells whether it was in before.
    fn insert(&self, phrase: u64) -> bool {
        let place = self.place(phrase);
        let bit = 1 << (place % 64);
        self.0[place / 64].fetch_or(bit, Ordering::Relaxed) & bit != 0
    }

    pub(super) fn contains(&self, phrase: u64) -> bool {
        let place = self.place(phrase);
        self.0[place / 64].load(Ordering::Relaxed) & (1 << (place % 64)) != 0
    }

    fn place(&self, phrase: u64) -> usize {
        phrase as usize & (self.0.len() * 64 - 1)
    }
}

/// The phrases of a text, in order.
pub(super) fn phrases(text: &TokenText) -> impl ExactSizeIterator<Item = u64> {
    text.terms().windows(SPAN_WORDS).map(hash)
}

fn hash(span: &[TermId]) -> u64 {
    // The low bits of this hash are weak for short keys.
    BuildHasherDefault::<FxHasher>::default().hash_one(span).rotate_left(26)
}

/// The phrases that stand for a seed: of each chunk the one with the rarest term that occurs in
/// another document too, ties to the first.
pub(super) fn spans(text: &TokenText, shared: &SharedSpans, config: &RetrievalConfig) -> Vec<u64> {
    let mut spans: Vec<u64> = chunks(text, config)
        .into_iter()
        .filter_map(|chunk| {
            let windows = text.terms()[chunk].windows(SPAN_WORDS);
            let shared_ones = windows.filter(|span| shared.twice.contains(hash(span)));
            shared_ones.min_by_key(|span| shared.rarest(span)).map(hash)
        })
        .collect();
    spans.sort_unstable();
    spans.dedup();
    spans
}

/// Cuts a text into chunks that do not cross a block (dg.o 2006 eq. 1): of m words in a text of more
/// than N words, else of an n-th of it. A rest too short for a phrase goes with the chunk before it.
fn chunks(text: &TokenText, config: &RetrievalConfig) -> Vec<Range<usize>> {
    let words = if text.len() > config.long_document_words {
        config.chunk_words
    } else {
        text.len().div_ceil(config.chunks).max(SPAN_WORDS)
    };
    let mut chunks = Vec::new();
    for block in text.block_ranges() {
        let mut start = block.start;
        while block.end - start >= SPAN_WORDS {
            let rest = block.end - start;
            let end = if rest < words + SPAN_WORDS { block.end } else { start + words };
            chunks.push(start..end);
            start = end;
        }
    }
    chunks
}

#[cfg(test)]
mod tests {
    use super::{RetrievalConfig, RetrievalSeed, Searched, SharedSpans, chunks, phrases, spans};
    use crate::corpus::examples::corpus;
    use crate::corpus::{TermId, TokenText};

    fn check(blocks: &[u32], expect: &[(usize, usize)]) {
        let blocks: Vec<Vec<TermId>> =
            blocks.iter().map(|n| (0..*n).map(TermId).collect()).collect();
        let text = TokenText::from_blocks(blocks.iter().map(Vec::as_slice));
        let found: Vec<(usize, usize)> = chunks(&text, &RetrievalConfig::default())
            .into_iter()
            .map(|chunk| (chunk.start, chunk.end))
            .collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn chunks_follow_equation_1_and_never_cross_a_block() {
        // 24 words: an eighth is 3.
        check(&[6, 18], &[(0, 3), (3, 6), (6, 9), (9, 12), (12, 15), (15, 18), (18, 21), (21, 24)]);
        // 210 words: chunks of 40; 90 = 40 + 40 + 10; the 2 words left over of 42 go with the 40.
        check(&[90, 42, 78], &[(0, 40), (40, 80), (80, 90), (90, 132), (132, 172), (172, 210)]);
        check(&[2], &[]);
    }

    /// Where in a seed of one chunk the phrase stands that is asked for, in a docket of it and others.
    fn check_phrase(seed: &str, others: &[&str], expect: Option<usize>) {
        let corpus = corpus(&[&[seed], others].concat());
        let documents = corpus.ids().map(|id| (id, corpus.token_text(id)));
        let documents: Vec<Searched<'_>> = documents.collect();
        let (document, text) = documents[0];
        let shared = SharedSpans::count(&corpus, &documents, &[RetrievalSeed { document, text }]);
        let config = RetrievalConfig { chunks: 1, ..RetrievalConfig::default() };
        let phrases: Vec<u64> = phrases(text).collect();
        let expect: Vec<u64> = expect.iter().map(|at| phrases[*at]).collect();
        assert_eq!(spans(text, &shared, &config), expect, "{seed}");
    }

    /// The first three words stand in three texts, the last three in two.
    #[test]
    fn of_a_chunk_the_rarest_phrase_is_asked_for() {
        check_phrase("a:6", &["a:3 b:1", "a:3 c:1", "a:3-6 d:1"], Some(3));
        check_phrase("a:6", &["a:3-6 b:1", "a:3-6 c:1", "a:3 d:1"], Some(0));
    }

    #[test]
    fn of_phrases_as_rare_the_first_is_asked_for() {
        check_phrase("a:6", &["a:6 b:1"], Some(0));
    }

    /// The third word is mistyped: no other text has it, and the rarest that another one has is behind it.
    #[test]
    fn what_one_document_has_finds_nothing() {
        check_phrase("a:2 typo:1 a:2-5", &["a:5 b:1"], Some(3));
        check_phrase("a:6", &["b:6"], None);
    }
}
