//! Texts in, how often each term occurs out. The threads count parts of the texts, and the parts are summed.

use std::borrow::Borrow;

use rayon::prelude::*;

use super::TokenText;

/// Parts that are counted at once, at the most: each has a number for every term.
const MOST_PARTS: usize = 8;

/// How many tokens of the texts are of each term; every `TermId` is below `n_terms`.
pub fn collection_frequencies(texts: &[impl Borrow<TokenText> + Sync], n_terms: usize) -> Vec<u64> {
    counted(texts, n_terms, |part, counts| {
        for term in part.iter().flat_map(|text| text.borrow().terms()) {
            counts[term.0 as usize] += 1;
        }
    })
}

/// In how many of the texts each term occurs; every `TermId` is below `n_terms`.
pub fn document_frequencies(texts: &[impl Borrow<TokenText> + Sync], n_terms: usize) -> Vec<u64> {
    counted(texts, n_terms, |part, counts| {
        // The text that held each term last, counted from 1.
        let mut last = vec![0; n_terms];
        for (nth, text) in part.iter().enumerate() {
            for term in text.borrow().terms() {
                let last = &mut last[term.0 as usize];
                counts[term.0 as usize] += u64::from(*last != nth + 1);
                *last = nth + 1;
            }
        }
    })
}

fn counted<T: Sync>(
    texts: &[T],
    n_terms: usize,
    count: impl Fn(&[T], &mut [u64]) + Sync,
) -> Vec<u64> {
    let n_parts = rayon::current_num_threads().min(MOST_PARTS);
    let sum = texts
        .par_chunks(texts.len().div_ceil(n_parts).max(1))
        .map(|part| {
            let mut counts = vec![0; n_terms];
            count(part, &mut counts);
            counts
        })
        .reduce_with(|mut sum, part| {
            sum.iter_mut().zip(part).for_each(|(sum, n)| *sum += n);
            sum
        });
    sum.unwrap_or_else(|| vec![0; n_terms])
}

#[cfg(test)]
mod tests {
    use super::{collection_frequencies, document_frequencies};
    use crate::corpus::examples::token_text;

    /// "0 0 1", "0 2" and "2": 0 occurs three times in two texts, 1 once, 2 twice in two, 3 never.
    #[test]
    fn a_term_counts_for_each_token_or_for_each_text() {
        let texts = [&[0, 0, 1][..], &[0, 2], &[2]].map(token_text);
        assert_eq!(collection_frequencies(&texts, 4), [3, 1, 2, 0]);
        assert_eq!(document_frequencies(&texts, 4), [2, 1, 2, 0]);
        assert_eq!(document_frequencies(&texts[..0], 2), [0, 0]);
    }
}
