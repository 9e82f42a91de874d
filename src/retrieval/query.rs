//! A seed's tokens in, phrases out.

use std::hash::{BuildHasher, BuildHasherDefault};
use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::FxHasher;

use super::{RetrievalConfig, Searched};
use crate::corpus::{Corpus, TermId, TokenText, document_frequencies};
use crate::ngrams::{NGram, RepeatedFilter, SPAN, sorted_dedup};

/// Which terms and phrases of the seeds occur in more than one document.
struct SharedSpans {
    /// In how many documents each term occurs.
    document_frequency: Vec<u64>,
    /// Phrases that documents hold.
    phrases: RepeatedFilter,
}

impl SharedSpans {
    fn count(corpus: &Corpus, documents: &[Searched<'_>], seeds: &[Searched<'_>]) -> Self {
        // Where every document is a seed, all their phrases are asked for.
        let asked = (seeds.len() < documents.len()).then(|| phrases_of(seeds));
        let n_tokens = documents.iter().map(|(_, text)| text.len()).sum();
        let filter = RepeatedFilter::with_room_for(n_tokens);
        let texts: Vec<&TokenText> = documents.iter().map(|(_, text)| *text).collect();
        texts.par_iter().for_each(|text| {
            let asked = phrases(text)
                .filter(|phrase| asked.as_ref().is_none_or(|asked| asked.may_hold(*phrase)));
            sorted_dedup(asked).into_iter().for_each(|phrase| filter.add(phrase));
        });
        let n_terms = corpus.vocabulary().len();
        Self { document_frequency: document_frequencies(&texts, n_terms), phrases: filter }
    }

    fn rarest(&self, span: &[TermId]) -> u64 {
        span.iter().map(|term| self.document_frequency[term.0 as usize]).min().unwrap_or(u64::MAX)
    }
}

/// The phrases of the seeds.
fn phrases_of(seeds: &[Searched<'_>]) -> RepeatedFilter {
    let n_phrases = seeds.iter().map(|(_, text)| phrases(text).len()).sum();
    let filter = RepeatedFilter::with_room_for(n_phrases);
    seeds.par_iter().for_each(|(_, text)| phrases(text).for_each(|phrase| filter.add(phrase)));
    filter
}

/// The phrases of a text, in order.
pub(super) fn phrases(text: &TokenText) -> impl ExactSizeIterator<Item = NGram> {
    text.terms().windows(SPAN).map(hash)
}

fn hash(span: &[TermId]) -> NGram {
    // The low bits of this hash are weak for short keys, and those before them are the best.
    BuildHasherDefault::<FxHasher>::default().hash_one(span).rotate_left(26).reverse_bits()
}

/// The phrases that stand for each seed. What is counted to choose them takes more memory than they do, and is gone.
pub(super) fn of_seeds(
    corpus: &Corpus,
    documents: &[Searched<'_>],
    seeds: &[Searched<'_>],
    config: &RetrievalConfig,
) -> Vec<Vec<u64>> {
    let shared = SharedSpans::count(corpus, documents, seeds);
    seeds.par_iter().map(|(_, text)| spans(text, &shared, config)).collect()
}

/// The phrases that stand for a seed: of each chunk the one with the rarest term that occurs in
/// another document too, ties to the first.
fn spans(text: &TokenText, shared: &SharedSpans, config: &RetrievalConfig) -> Vec<u64> {
    sorted_dedup(chunks(text, config).into_iter().filter_map(|chunk| {
        let (mut rarest, mut found) = (u64::MAX, None);
        for span in text.terms()[chunk].windows(SPAN) {
            // Few are rarer than all before them: only of these is asked whether another document holds them.
            if shared.rarest(span) < rarest && shared.phrases.may_repeat(hash(span)) {
                (rarest, found) = (shared.rarest(span), Some(hash(span)));
            }
        }
        found
    }))
}

/// Cuts a text into chunks that do not cross a block (dg.o 2006 eq. 1): of m words in a text of more
/// than N words, else of an n-th of it. A rest too short for a phrase goes with the chunk before it.
fn chunks(text: &TokenText, config: &RetrievalConfig) -> Vec<Range<usize>> {
    let words = if text.len() > config.long_document_words {
        config.chunk_words
    } else {
        text.len().div_ceil(config.chunks).max(SPAN)
    };
    let mut chunks = Vec::new();
    for block in text.block_ranges() {
        let mut start = block.start;
        while block.end - start >= SPAN {
            let rest = block.end - start;
            let end = if rest < words + SPAN { block.end } else { start + words };
            chunks.push(start..end);
            start = end;
        }
    }
    chunks
}

#[cfg(test)]
mod tests {
    use super::{RetrievalConfig, Searched, chunks, of_seeds, phrases};
    use crate::corpus::DocId;
    use crate::corpus::examples::{corpus, docket};

    /// Chunks follow equation 1 and never cross a block: of 24 words an eighth is 3. 210 words have chunks of 40; 90 = 40 + 40 + 10;
    /// the 2 words left over of 42 go with the 40.
    #[test]
    fn chunks_are_an_eighth_of_a_text() {
        for (text, ends) in [
            ("a:6|b:18", &[3, 6, 9, 12, 15, 18, 21, 24][..]),
            ("a:90|b:42|c:78", &[40, 80, 90, 132, 172, 210]),
            ("a:2", &[]),
        ] {
            let found = chunks(corpus(&[text]).token_text(DocId(0)), &RetrievalConfig::default());
            assert!(found.iter().map(|chunk| chunk.end).eq(ends.iter().copied()), "{text}");
            let starts = std::iter::once(0).chain(ends.iter().copied());
            assert!(found.iter().zip(starts).all(|(chunk, start)| chunk.start == start), "{text}");
        }
    }

    /// Where in the first text, a seed of one chunk, the phrase stands that is asked for. Its first three words stand in three
    /// texts, its last three in two; of phrases as rare the first is asked for. Where its third word is mistyped no other text
    /// has it, and the rarest phrase that another one has is behind it.
    #[test]
    fn of_a_chunk_the_rarest_phrase_is_asked_for() {
        for (texts, expect) in [
            ("a:6 / a:3 b:1 / a:3 c:1 / a:3-6 d:1", Some(3)),
            ("a:6 / a:3-6 b:1 / a:3-6 c:1 / a:3 d:1", Some(0)),
            ("a:6 / a:6 b:1", Some(0)),
            ("a:2 typo:1 a:2-5 / a:5 b:1", Some(3)),
            ("a:6 / b:6", None),
        ] {
            let corpus = corpus(&docket(texts));
            let documents: Vec<Searched<'_>> =
                corpus.ids().map(|id| (id, corpus.token_text(id))).collect();
            let (_, text) = documents[0];
            let config = RetrievalConfig { chunks: 1, ..RetrievalConfig::default() };
            let phrases: Vec<u64> = phrases(text).collect();
            let asked: Vec<u64> = expect.iter().map(|at: &usize| phrases[*at]).collect();
            let found = of_seeds(&corpus, &documents, &documents[..1], &config);
            assert_eq!(found, [asked], "{texts}");
        }
    }
}
