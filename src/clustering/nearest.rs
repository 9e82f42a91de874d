//! Single comments and their candidates in, the nearest text of each out, and why the two are no copies: near misses
//! are part of an answer.
//!
//! Nearest is the candidate from which the comment diverges least, KL(comment‖candidate): what a copy adds is paid for,
//! what it leaves out is not. Of the texts that retrieval found those are looked at that share most phrases with it, and of
//! copies of letters what they added: a comment may be sent by itself and below somebody's letter.

use std::cmp::{Ordering, Reverse};

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::links::Context;
use super::neighbors::Neighbors;
use super::{Clusters, rules};
use crate::compare::{Evidence, Shares};
use crate::corpus::{DocId, TermId, TokenText};
use crate::ngrams::{COPIED, COUNTED, NGram, counts, covered, distinct_ngrams};
use crate::retrieval::Candidates;
use crate::thresholds::HALF;

/// The text that is nearest to a comment like no other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The text.
    pub text: DocId,
    /// The seed of the cluster that it is in, if it is in one.
    pub cluster: Option<DocId>,
    /// KL(comment‖text) in nats.
    pub divergence: f64,
    /// What parts of the two the other has, too.
    pub shares: Shares,
    /// Why the comment is no copy of it.
    pub why: Apart,
}

/// Why a comment is no copy of the text that is nearest to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Apart {
    /// The analyst keeps them apart.
    Analyst,
    /// They cite different dockets.
    DifferentDockets,
    /// They say opposite things in the same words.
    Opposite,
    /// Most of what they share is boilerplate.
    Boilerplate,
    /// One of them is so short that only nearly the same words would make it a copy.
    TooShort,
    /// Hardly anything that they share stands outside quotation marks.
    Quotation,
    /// They share too few words.
    TooFewWords,
    /// They are alike, but that text is itself a copy, and this comment is not like its letter.
    LetterDiffers,
}

/// For each text the candidates that may be nearest to it, and whether the two have a passage in common that may be
/// evidence.
pub(super) type Near = FxHashMap<DocId, Vec<(DocId, bool)>>;

/// What retrieval found of texts that are copies of no form letter: the letters that they are candidates of.
pub(super) fn of_letters(candidates: &Candidates, unplaced: &[DocId], n_most: usize) -> Near {
    let asked: FxHashSet<DocId> = unplaced.iter().copied().collect();
    let mut near = Near::default();
    for set in candidates {
        for id in set.documents.iter().filter(|id| asked.contains(id)) {
            let letters = near.entry(*id).or_default();
            if letters.len() < n_most {
                letters.push((set.seed, true));
            }
        }
    }
    near
}

/// Adds the texts among which the texts without a letter were clustered.
pub(super) fn add_others(near: &mut Near, candidates: &Candidates, neighbors: &Neighbors) {
    for set in candidates.iter().filter(|set| !set.first.is_empty()) {
        let own = neighbors.of(set.seed);
        let others = set.first.iter().map(|id| (*id, own.binary_search(id).is_ok()));
        near.entry(set.seed).or_default().extend(others);
    }
}

/// Clusters around texts that several sent and a text near to them that says the opposite, where not both are form
/// letters: those are known (`letters`).
pub(super) fn rivals(context: &Context<'_>, found: &Clusters, near: &Near) -> Vec<(DocId, DocId)> {
    let seeds = found.clusters.par_iter().map(|cluster| cluster.seed);
    seeds
        .filter(|seed| !context.references.is_reference(*seed) && context.is_sent_by_several(*seed))
        .flat_map_iter(|seed| near.get(&seed).into_iter().flatten().map(move |near| (seed, *near)))
        .filter(|(seed, (text, may_be_alike))| {
            *may_be_alike && text != seed && context.is_sent_by_several(*text) && {
                let rival = context.seed(*text);
                why_apart(context, &context.evidence(&rival, *seed)) == Apart::Opposite
            }
        })
        .map(|(seed, (text, _))| (seed, text))
        .collect()
}

impl Nearest {
    /// The cluster whose letter the comment turns around.
    pub fn opposed(&self) -> Option<DocId> {
        self.cluster.filter(|_| self.why == Apart::Opposite)
    }
}

/// The nearest text of each comment that is alone in its cluster, where retrieval found any.
pub fn nearest(
    context: &Context<'_>,
    clusters: &Clusters,
    near: &Near,
) -> FxHashMap<DocId, Nearest> {
    let tables = context.tables;
    let additions = additions(context, clusters);
    let singles = clusters.clusters.par_iter().filter(|cluster| cluster.is_singleton());
    let mut pairs: Vec<Pair> = singles
        .map(|cluster| cluster.seed)
        .filter(|id| !tables.text(*id).is_empty())
        .filter_map(|id| {
            let known = near.get(&id).into_iter().flatten();
            let whole = known
                .map(|(text, may_be_alike)| (*text, tables.text(*text), *may_be_alike))
                .filter(|(text, words, _)| *text != id && !words.is_empty());
            let added = additions.get(&id).into_iter().flatten();
            let texts: Vec<(DocId, &TokenText, bool)> =
                whole.chain(added.map(|(copy, added)| (*copy, added, true))).collect();
            let divergences = tables.divergences(id, texts.iter().map(|(_, words, _)| *words));
            texts
                .iter()
                .zip(divergences)
                .map(|((text, _, may_be_alike), divergence)| Pair {
                    text: *text,
                    id,
                    divergence,
                    may_be_alike: *may_be_alike,
                })
                .min_by(|a, b| a.cmp(b, context))
        })
        .collect();
    // A text is made ready once for all comments that it is nearest to.
    pairs.par_sort_unstable_by_key(|pair| (pair.text, pair.id));
    pairs
        .par_chunk_by(|a, b| a.text == b.text)
        .flat_map(|pairs| {
            let text = pairs[0].text;
            let (seed, home) = (context.seed(text), clusters.of(text));
            let cluster = (!home.is_singleton()).then_some(home.seed);
            pairs.into_par_iter().map(move |pair| {
                let evidence = context.evidence(&seed, pair.id);
                let why = if pair.may_be_alike {
                    why_apart(context, &evidence)
                } else if evidence.overlap.n_phrases > 0 {
                    Apart::Boilerplate
                } else {
                    Apart::TooFewWords
                };
                let (divergence, shares) = (pair.divergence, evidence.shares());
                (pair.id, Nearest { text, cluster, divergence, shares, why })
            })
        })
        .collect()
}

/// By single comment the copies of letters with which they added half of it, each with what it added.
fn additions(
    context: &Context<'_>,
    clusters: &Clusters,
) -> FxHashMap<DocId, Vec<(DocId, TokenText)>> {
    let tables = context.tables;
    let singles = clusters.clusters.par_iter().filter(|cluster| cluster.is_singleton());
    let held: FxHashMap<DocId, Vec<NGram>> = singles
        .map(|it| (it.seed, distinct_ngrams(tables.text(it.seed).terms(), COUNTED)))
        .filter(|(_, own)| {
            let held = own.iter().filter(|ngram| tables.frequencies().of(**ngram) > 1);
            HALF.is_met(held.count(), own.len())
        })
        .collect();
    if held.is_empty() {
        return FxHashMap::default();
    }
    let mut holders: FxHashMap<NGram, Vec<DocId>> = FxHashMap::default();
    for (id, ngrams) in &held {
        ngrams.iter().for_each(|ngram| holders.entry(*ngram).or_default().push(*id));
    }
    let letters = clusters.clusters.par_iter().filter(|cluster| !cluster.members.is_empty());
    let found = letters.flat_map_iter(|cluster| {
        let letter = distinct_ngrams(tables.text(cluster.seed).terms(), COPIED);
        let copies = cluster.members.par_iter().map(|member| member.document);
        let found = copies.flat_map_iter(|copy| {
            let added = added(tables.text(copy).terms(), &letter);
            let ngrams = distinct_ngrams(added.terms(), COUNTED);
            let n_shared = counts(ngrams.iter().filter_map(|ngram| holders.get(ngram)).flatten());
            let singles: Vec<DocId> = n_shared
                .into_iter()
                .filter(|(id, n)| HALF.is_met(*n, held[*id].len()))
                .map(|(id, _)| *id)
                .collect();
            singles.into_iter().map(move |id| (id, (copy, added.clone())))
        });
        found.collect::<Vec<_>>()
    });
    let mut additions: FxHashMap<DocId, Vec<(DocId, TokenText)>> = FxHashMap::default();
    for (single, added) in found.collect::<Vec<_>>() {
        additions.entry(single).or_default().push(added);
    }
    additions
}

/// The words of a copy that are not its letter's, which has these n-grams, ascending.
fn added(copy: &[TermId], letter: &[NGram]) -> TokenText {
    let is_letters = covered(copy, COPIED, |ngram| letter.binary_search(&ngram).is_ok());
    let own = copy.iter().enumerate().filter(|(at, _)| !is_letters[*at]);
    TokenText::from_blocks([&*own.map(|(_, term)| *term).collect::<Vec<_>>()])
}

/// A comment and the text that is nearest to it.
struct Pair {
    text: DocId,
    id: DocId,
    divergence: f64,
    /// Whether the two have a passage in common that may be evidence.
    may_be_alike: bool,
}

impl Pair {
    /// The nearer text comes first; of texts as near what most sent, and of these the first.
    fn cmp(&self, other: &Self, context: &Context<'_>) -> Ordering {
        let [own, others] = [self.text, other.text]
            .map(|text| (Reverse(context.references.redundancy(text)), context.order(text)));
        self.divergence.total_cmp(&other.divergence).then(own.cmp(&others))
    }
}

/// Why a comment is no copy of a text, by the rules that would have made it one.
fn why_apart(context: &Context<'_>, evidence: &Evidence<'_>) -> Apart {
    if evidence.by_analyst.cannot {
        return Apart::Analyst;
    }
    if rules::joins(evidence, context.config, |_| true).is_some() {
        return if !rules::is_parted(evidence, context.config) {
            Apart::LetterDiffers
        } else if evidence.cite_other_dockets() {
            Apart::DifferentDockets
        } else {
            Apart::Opposite
        };
    }
    let overlap = &evidence.overlap;
    if rules::rests_on_a_quotation(evidence) {
        Apart::Quotation
    } else if overlap.n_phrases > 2 * overlap.phrases.all {
        Apart::Boilerplate
    } else if evidence.shorter() < evidence.thresholds().words.short_text {
        Apart::TooShort
    } else {
        Apart::TooFewWords
    }
}

#[cfg(test)]
mod tests {
    use super::{Apart, DocId, Near, nearest, of_letters};
    use crate::clustering::examples;
    use crate::corpus::examples::{corpus, docket};
    use crate::retrieval::{self, RetrievalConfig, Searched};

    /// A copy of a letter of sixty words added what somebody else sent by itself, word for word, or 17 of its 35 n-grams.
    /// Each of the forty words is one in forty here, and of what was added, smoothed by two of two hundred words of the docket,
    /// 1.01 in 41.
    #[test]
    fn what_a_copy_added_is_nearest_to_who_sent_it_alone() {
        for (added, is_near) in [("x:40", true), ("x:22 y:18", false)] {
            let texts = ["l:60", &format!("l:60|{added}"), "x:40"];
            let found = examples::with_context(&texts, |context| {
                let clusters = examples::clusters(context.references, "0 1 / 2");
                nearest(context, &clusters, &Near::default()).get(&DocId(2)).copied()
            });
            assert_eq!(found.map(|near| near.text), is_near.then_some(DocId(1)), "{added}");
            assert!(found.is_none_or(|near| near.why == Apart::LetterDiffers));
            let divergence = (41.0_f64 / 40.0 / 1.01).ln();
            assert!(found.is_none_or(|near| (near.divergence - divergence).abs() < 1e-6));
        }
    }

    /// Forty letters cite what a text consists of.
    #[test]
    fn a_text_is_held_against_the_first_32_letters() {
        let corpus = corpus(&docket("41x p:20 own#:4"));
        let documents: Vec<Searched<'_>> =
            corpus.ids().map(|id| (id, corpus.token_text(id))).collect();
        let config = RetrievalConfig::default();
        let candidates = retrieval::of_letters(&corpus, &documents[..40], &documents, &config);
        let (own, _) = documents[40];
        let near = of_letters(&candidates.expect("candidates"), &[own], 32);
        assert_eq!(near[&own].len(), 32);
    }
}
