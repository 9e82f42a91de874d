//! A sentence of the final text in, the sentences of comments that say it in other words out.
//!
//! tantivy ranks sentences by the rare words that they share (BM25). Of the nearest is looked at what the two have in
//! common, as sets of stems, each with its weight: the geometric mean of the shares that this is of both, the cosine of the
//! angle between the two sets. Words in common must besides tell more than chance explains, and what known texts say of it is
//! not counted.

use anyhow::Result;

use super::Context;
use super::candidates::{Candidate, candidate};
use super::weights::{Sentences, Weights};
use crate::corpus::TermId;
use crate::ngrams::sorted_dedup;
use crate::report::schema::SourceKind;
use crate::search::PassageIndex;
use crate::thresholds::trace::{NEAREST, RAREST, REWORDED};
use crate::thresholds::{HALF, Known};

/// The sentences of all texts as sets of stems.
pub(super) fn index(sentences: &Sentences<'_>, weights: &Weights) -> Result<PassageIndex> {
    PassageIndex::new(sentences.terms.iter().map(|terms| weights.rare(&weights.set(terms))))
}

/// What texts have of a sentence in other words, or with many edits.
pub(super) fn find(context: &Context<'_>, nth: usize) -> Result<Vec<Candidate>> {
    let words = context.text.sentences[nth].clone();
    let (weights, own) = (context.weights, &context.text.terms[words.clone()]);
    let n_own = context.is_known[words].iter().filter(|known| !**known).count();
    let set = weights.set(own);
    let mut asked = weights.rare(&set);
    asked.truncate(RAREST);
    if n_own < Known::shortest_sentence || asked.is_empty() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    let mut near = context.index.nearest(&asked, NEAREST)?;
    if near.len() == NEAREST {
        near.extend(as_near(context, &set, &near)?);
    }
    for nearest in sorted_dedup(near) {
        let theirs = context.sentences.terms[nearest];
        let holders = &context.sentences.holders[nearest];
        let (first, start) = holders[0];
        let whole = start..start + theirs.len();
        let in_order =
            candidate(&context.diffs[nth], (first, &context.docket.texts[first]), whole.clone())
                .filter(|one| one.words.len() * 2 > own.len());
        let shared = in_common(weights, &set, theirs);
        let says_half = shared.as_ref().is_some_and(|(_, cosine)| *cosine >= HALF.part());
        let in_any_order = shared.map(|(shared, _)| Candidate {
            text: first,
            words: 0..own.len(),
            source: whole,
            kind: SourceKind::Reworded,
            places: own.iter().map(|term| weights.is_in(*term, &shared).then_some(start)).collect(),
        });
        for holder in holders.iter().copied() {
            // Who says less than half of it in other words may be its source, but makes it no known text's.
            let is_near = says_half || context.docket.holders.get(holder.0).is_some();
            let reworded = in_any_order.as_ref().filter(|_| is_near);
            found.extend(in_order.iter().chain(reworded).map(|one| one.moved(start, holder)));
        }
    }
    Ok(found)
}

/// Of copies that differ elsewhere there may be more than are looked at: all sentences that have what the best one has.
fn as_near(context: &Context<'_>, set: &[TermId], near: &[usize]) -> Result<Vec<usize>> {
    let Context { weights, sentences, .. } = context;
    let best = near
        .iter()
        .filter_map(|nearest| in_common(weights, set, sentences.terms[*nearest]))
        .map(|(shared, _)| shared)
        .max_by(|a, b| weights.weight(a).total_cmp(&weights.weight(b)));
    let asked = weights.rare(&best.unwrap_or_default());
    if asked.is_empty() { Ok(Vec::new()) } else { context.index.holding(&asked) }
}

/// The stems that two sentences have in common and the cosine, where that is enough for the one to be the other in other
/// words.
fn in_common(weights: &Weights, set: &[TermId], theirs: &[TermId]) -> Option<(Vec<TermId>, f64)> {
    let other = weights.set(theirs);
    let stems: Vec<TermId> =
        set.iter().copied().filter(|stem| other.binary_search(stem).is_ok()).collect();
    let [own, theirs, shared] = [set, &other, &stems].map(|stems| weights.weight(stems));
    let cosine = shared / (own * theirs).sqrt().max(f64::MIN_POSITIVE);
    (cosine >= REWORDED).then_some((stems, cosine))
}
