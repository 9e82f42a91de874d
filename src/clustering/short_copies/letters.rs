//! Clusters of short texts in, further copies of each out: those near to what its texts share.
//!
//! Where every copy of a short letter has other words exchanged, two of them share too little with each other, and of
//! thousands only a few are compared. What most of them share is nearer to each than they are among themselves, and is held
//! against all: by letters alone, for two foreign words outweigh by their rarity what ten others tell.

use std::cmp::Reverse;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::every_letter::shared_text;
use super::super::links::Context;
use super::super::{Cluster, Clusters};
use super::{Letters, ShortText, ShortTexts, take};
use crate::compare::Seed;
use crate::corpus::{DocId, TermId, TokenText};
use crate::ngrams::{COUNTED, counts, sorted_dedup};
use crate::thresholds::{HALF, Work};

/// What the short texts of a cluster share.
struct SharedLetter {
    seed: DocId,
    /// Comments of the cluster.
    n_comments: usize,
    /// Those that are no boilerplate.
    words: FxHashSet<TermId>,
    letters: Letters,
}

/// Puts clusters of short texts, and single ones, to the largest cluster whose letter theirs, or their one text, is a copy of.
pub(super) fn gather(context: &Context<'_>, texts: &ShortTexts<'_>, clusters: &mut Clusters) {
    let by_document: FxHashMap<DocId, &ShortText<'_>> =
        texts.texts.iter().map(|text| (text.document, text)).collect();
    let Work { rounds, copies: n_at_once, .. } = texts.thresholds.work;
    for _ in 0..rounds {
        let seeds = texts.texts.par_iter().map(|text| (text, clusters.of(text.document)));
        let seeds: Vec<(&ShortText<'_>, &Cluster)> =
            seeds.filter(|(text, cluster)| cluster.seed == text.document).collect();
        let mut letters: Vec<SharedLetter> = seeds
            .par_iter()
            .filter_map(|(_, cluster)| letter(context, &texts.forms, &by_document, cluster))
            .collect();
        letters.sort_by_key(|letter| (Reverse(letter.n_comments), context.order(letter.seed)));
        let mut holders: FxHashMap<TermId, Vec<usize>> = FxHashMap::default();
        for (at, letter) in letters.iter().enumerate() {
            letter.words.iter().for_each(|word| holders.entry(*word).or_default().push(at));
        }
        let places: FxHashMap<DocId, usize> =
            letters.iter().enumerate().map(|(at, letter)| (letter.seed, at)).collect();
        let near: Vec<(DocId, DocId)> = seeds
            .par_iter()
            .filter_map(|(text, cluster)| {
                let own: FxHashSet<TermId> = text.terms.iter().copied().collect();
                // A cluster stands for what it shares: what each puts around a slogan parts their texts, and not what they say.
                let place = places.get(&text.document).copied();
                let own_letters = place.map_or(&text.letters, |own| &letters[own].letters);
                let n_comments = context.n_comments(cluster);
                let n_as_large = letters.partition_point(|letter| letter.n_comments >= n_comments);
                let n_larger = place.unwrap_or(n_as_large).min(n_as_large);
                // Most are copies of one of the largest, and need be held against no others.
                let letter = (0..n_larger).step_by(n_at_once).find_map(|from| {
                    let held = own.iter().filter_map(|word| holders.get(word)).flat_map(|held| {
                        let [from, until] = [from, n_larger.min(from + n_at_once)]
                            .map(|at| held.partition_point(|letter| *letter < at));
                        &held[from..until]
                    });
                    let may_be = counts(held)
                        .into_iter()
                        .filter(|(_, n)| *n >= COUNTED && HALF.is_met(*n, own.len()));
                    let may_be = sorted_dedup(may_be.map(|(at, _)| *at));
                    may_be
                        .into_iter()
                        .map(|at| &letters[at])
                        .find(|letter| letter.letters.are_like(own_letters, texts.thresholds))
                })?;
                Some((letter.seed, text.document))
            })
            .collect();
        let joined = near.into_iter().filter(|(letter, document)| {
            take(context, clusters, &Seed::of(context.tables, *letter), *document)
        });
        if joined.count() == 0 {
            break;
        }
    }
}

/// The letter of a cluster, where most of its texts are short and near to it.
fn letter(
    context: &Context<'_>,
    forms: &[&str],
    by_document: &FxHashMap<DocId, &ShortText<'_>>,
    cluster: &Cluster,
) -> Option<SharedLetter> {
    let thresholds = context.tables.thresholds();
    let n_texts = cluster.members.len() + 1;
    let short: Vec<DocId> = cluster.documents().filter(|id| by_document.contains_key(id)).collect();
    if n_texts < thresholds.counts.several || !HALF.is_met(short.len(), n_texts) {
        return None;
    }
    let corpus = context.tables.corpus();
    let sample = corpus.first_by_content(short.into_iter(), thresholds.work.copies);
    let token_texts: Vec<&TokenText> = sample.iter().map(|id| context.tables.text(*id)).collect();
    let text = shared_text(&token_texts, thresholds)?;
    let letters = Letters::of(forms, text.terms());
    let near = sample.iter().filter(|id| letters.are_like(&by_document[id].letters, thresholds));
    let is_letter = thresholds.shares.most.is_met(near.count(), sample.len());
    let seed = cluster.seed;
    let boilerplate = context.tables.boilerplate(seed);
    let of_seed = context.tables.text(seed).terms().iter().enumerate();
    let own: FxHashSet<TermId> =
        of_seed.filter(|(at, _)| !boilerplate[*at]).map(|(_, term)| *term).collect();
    let words = text.terms().iter().copied().filter(|term| own.contains(term)).collect();
    let n_comments = context.n_comments(cluster);
    is_letter.then_some(SharedLetter { seed, n_comments, words, letters })
}
