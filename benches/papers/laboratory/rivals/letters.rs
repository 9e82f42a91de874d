//! The experiment of the papers: "we assume that the form letters are known" (dg.o 2006 §4.2), so each
//! document goes to the letter it is most like, if it is like one, and else is alone.
//!
//! In a large docket an edited letter that six people sent is a reference copy too. The papers' letters
//! were different letters; here a letter that the method itself finds like a more redundant one joins
//! it, so that no method is blamed for what its own measure would mend.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::laboratory::clusters::Clustering;
use durian::corpus::{Corpus, DocId, TokenText};
use durian::reference::ReferenceCopies;

/// Clusters around the given letters. `choose` names the letter of a document among the first so many,
/// by their place.
pub(super) fn around_letters(
    references: &ReferenceCopies,
    choose: impl Fn(DocId, usize) -> Option<usize> + Sync,
) -> Clustering {
    let letters = references.references();
    let joined: Vec<Option<usize>> =
        letters.par_iter().enumerate().map(|(nth, letter)| choose(*letter, nth)).collect();
    let mut roots: Vec<DocId> = Vec::with_capacity(letters.len());
    for (letter, joins) in letters.iter().zip(joined) {
        roots.push(joins.map_or(*letter, |earlier| roots[earlier]));
    }
    let mut seeds: FxHashMap<DocId, DocId> = references
        .others()
        .par_iter()
        .filter_map(|id| Some((*id, roots[choose(*id, letters.len())?])))
        .collect();
    seeds.extend(letters.iter().copied().zip(roots));
    Clustering::around(references, |id| seeds.get(&id).copied())
}

/// Clusters around the letters by a similarity of features: the most similar letter at `threshold` and
/// above, of equals the most redundant.
pub(super) fn by_similarity<F: Sync + Send>(
    corpus: &Corpus,
    references: &ReferenceCopies,
    threshold: f64,
    features: impl Fn(&TokenText) -> F + Sync,
    similarity: impl Fn(&F, &F) -> f64 + Sync,
) -> Clustering {
    let letters: Vec<F> =
        references.references().par_iter().map(|id| features(corpus.token_text(*id))).collect();
    around_letters(references, |id, n_letters| {
        let own = features(corpus.token_text(id));
        best(
            letters[..n_letters]
                .iter()
                .map(|letter| Some(similarity(&own, letter)).filter(|score| *score >= threshold)),
        )
    })
}

/// The place of the highest score; of equals the first.
pub(super) fn best<S: PartialOrd>(scores: impl Iterator<Item = Option<S>>) -> Option<usize> {
    scores
        .enumerate()
        .filter_map(|(nth, score)| Some((nth, score?)))
        .reduce(|best, next| if next.1 > best.1 { next } else { best })
        .map(|(nth, _)| nth)
}

#[cfg(test)]
mod tests {
    use super::best;

    #[test]
    fn of_equal_letters_the_first_is_chosen() {
        assert_eq!(best([None, Some(0.9), Some(0.95), Some(0.95)].into_iter()), Some(2));
        assert_eq!(best([None::<f64>, None].into_iter()), None);
        assert_eq!(best([None::<f64>; 0].into_iter()), None);
    }
}
