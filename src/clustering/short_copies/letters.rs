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
use super::{ShortText, ShortTexts, take};
use crate::compare::Seed;
use crate::corpus::{DocId, TermId, TokenText};
use crate::ngrams::COUNTED;
use crate::thresholds::HALF;

/// What the short texts of a cluster share.
struct ShortLetter {
    seed: DocId,
    n_texts: usize,
    text: TokenText,
    letters: String,
    n_letters: usize,
}

/// Puts clusters of short texts, and single ones, to the largest cluster whose letter their seed is a copy of.
pub(super) fn gather(context: &Context<'_>, texts: &ShortTexts<'_>, clusters: &mut Clusters) {
    for _ in 0..context.tables.thresholds().work.rounds {
        let near = near_letters(context, texts, clusters);
        let mut n_moved = 0;
        for (letter, document) in near {
            let seed = Seed::of(context.tables, letter);
            n_moved += usize::from(take(context, clusters, &seed, document));
        }
        if n_moved == 0 {
            break;
        }
    }
}

/// The seeds of short texts, each after that of the letter that it is a copy of.
fn near_letters(
    context: &Context<'_>,
    texts: &ShortTexts<'_>,
    clusters: &Clusters,
) -> Vec<(DocId, DocId)> {
    let by_document: FxHashMap<DocId, &ShortText<'_>> =
        texts.texts.iter().map(|text| (text.document, text)).collect();
    let clusters = clusters.there();
    let mut letters: Vec<ShortLetter> = clusters
        .par_iter()
        .filter_map(|cluster| letter(context, texts, &by_document, cluster))
        .collect();
    letters.sort_by_key(|letter| (Reverse(letter.n_texts), context.order(letter.seed)));
    let mut holders: FxHashMap<TermId, Vec<usize>> = FxHashMap::default();
    for (at, letter) in letters.iter().enumerate() {
        let words: FxHashSet<TermId> = letter.text.terms().iter().copied().collect();
        words.into_iter().for_each(|word| holders.entry(word).or_default().push(at));
    }
    let seeds: Vec<(&ShortText<'_>, usize)> = clusters
        .iter()
        .filter_map(|cluster| Some((*by_document.get(&cluster.seed)?, cluster.members.len() + 1)))
        .collect();
    let near = seeds.par_iter().filter_map(|(text, n_texts)| {
        let boilerplate = context.tables.boilerplate(text.document);
        let terms = text.terms.iter().enumerate().filter(|(at, _)| !boilerplate.contains(*at));
        let own: FxHashSet<TermId> = terms.map(|(_, term)| *term).collect();
        let mut n_shared: FxHashMap<usize, usize> = FxHashMap::default();
        for at in own.iter().filter_map(|word| holders.get(word)).flatten() {
            *n_shared.entry(*at).or_default() += 1;
        }
        let mut may_be: Vec<usize> = n_shared
            .into_iter()
            .filter(|(_, n)| *n >= COUNTED && HALF.is_met(*n, own.len()))
            .map(|(at, _)| at)
            .collect();
        may_be.sort_unstable();
        let letter = may_be.into_iter().map(|at| &letters[at]).find(|letter| {
            letter.seed != text.document && letter.n_texts > *n_texts && letter.is_near(texts, text)
        })?;
        Some((letter.seed, text.document))
    });
    near.collect()
}

/// The letter of a cluster, where most of its texts are short and near to it.
fn letter(
    context: &Context<'_>,
    texts: &ShortTexts<'_>,
    by_document: &FxHashMap<DocId, &ShortText<'_>>,
    cluster: &Cluster,
) -> Option<ShortLetter> {
    let thresholds = context.tables.thresholds();
    let n_texts = cluster.members.len() + 1;
    if n_texts < thresholds.counts.letter {
        return None;
    }
    let short: Vec<DocId> = cluster.documents().filter(|id| by_document.contains_key(id)).collect();
    if !HALF.is_met(short.len(), n_texts) {
        return None;
    }
    let sample = context.tables.corpus().first_by_content(&short, thresholds.work.copies);
    let token_texts: Vec<&TokenText> = sample.iter().map(|id| context.tables.text(*id)).collect();
    let text = shared_text(&token_texts, thresholds)?;
    let letters = texts.letters(text.terms());
    let n_letters = letters.chars().count();
    let found = ShortLetter { seed: cluster.seed, n_texts, text, letters, n_letters };
    let n_near = sample.iter().filter(|id| found.is_near(texts, by_document[id])).count();
    thresholds.shares.most.is_met(n_near, sample.len()).then_some(found)
}

impl ShortLetter {
    fn is_near(&self, texts: &ShortTexts<'_>, text: &ShortText<'_>) -> bool {
        texts.have_same_letters((&self.letters, self.n_letters), (&text.letters, text.n_letters))
    }
}
