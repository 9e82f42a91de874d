//! The experiment of the papers: "we assume that the form letters are known" (dg.o 2006 §4.2), so each
//! document goes to the letter it is most like, if it is like one, and else is alone.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::corpus::{Corpus, DocId};
use crate::eval::clusters::Clusters;
use crate::reference::ReferenceCopies;

/// Clusters around the given letters. `choose` names the letter of a document that is none itself.
pub(super) fn around_letters(
    references: &ReferenceCopies,
    choose: impl Fn(DocId) -> Option<DocId> + Sync,
) -> Clusters {
    let chosen: FxHashMap<DocId, DocId> = references
        .others()
        .par_iter()
        .filter_map(|id| Some((*id, choose(*id)?)))
        .collect();
    Clusters::around(references, |id| chosen.get(&id).copied())
}

/// Clusters around the letters by a similarity of features: the most similar letter at `threshold` and
/// above, of equals the most redundant.
pub(super) fn by_similarity<F: Sync + Send>(
    corpus: &Corpus,
    references: &ReferenceCopies,
    threshold: f64,
    features: impl Fn(&Corpus, DocId) -> F + Sync,
    similarity: impl Fn(&F, &F) -> f64 + Sync,
) -> Clusters {
    let letters: Vec<(DocId, F)> = references
        .references()
        .par_iter()
        .map(|id| (*id, features(corpus, *id)))
        .collect();
    around_letters(references, |id| {
        let own = features(corpus, id);
        best(
            letters
                .iter()
                .map(|(letter, theirs)| (*letter, similarity(&own, theirs))),
            threshold,
        )
    })
}

/// The first of the highest scores that reach the threshold.
pub(super) fn best(scores: impl Iterator<Item = (DocId, f64)>, threshold: f64) -> Option<DocId> {
    let reached = scores.filter(|(_, score)| *score >= threshold);
    reached
        .reduce(|best, next| if next.1 > best.1 { next } else { best })
        .map(|(letter, _)| letter)
}
