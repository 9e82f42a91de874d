//! Clusters of texts in, a sample of their texts out, with what is counted in it.

use fixedbitset::FixedBitSet;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::phrases::{self, Phrase, Shape};
use crate::compare::Tables;
use crate::corpus::{Digest, DocId, TermId};
use crate::ngrams::RepeatedFilter;
use crate::thresholds::Thresholds;

/// A text that is looked at.
pub(super) struct SampledText<'a> {
    pub(super) document: DocId,
    pub(super) terms: &'a [TermId],
    /// Its phrases that another text holds, too, by their numbers, in the order of the phrases; by chance a few more.
    pub(super) phrases: Vec<u32>,
    /// The numbers of those that another one holds, and where they stand, in order.
    pub(super) placed: Vec<(u32, u32, Shape)>,
    /// How many others it holds.
    pub(super) n_single: usize,
    /// The place of its cluster among all.
    pub(super) cluster: usize,
}

/// The texts among which ties are sought, and what is counted in them.
pub(super) struct TextSample<'a> {
    pub(super) thresholds: &'a Thresholds,
    pub(super) texts: Vec<SampledText<'a>>,
    /// Their phrases, by number.
    pub(super) phrases: Vec<Phrase>,
    /// How many of them hold each, by number.
    pub(super) n_holders: Vec<u32>,
    /// The texts that hold each, by number, once for each place; none where only one text does.
    pub(super) holders: Vec<Vec<u32>>,
    /// Words in all of them.
    pub(super) n_words: usize,
}

impl<'a> TextSample<'a> {
    /// Texts by digest: of each cluster the first few. What some of those who hold a passage mark as quoted, and some do not, is
    /// the wording of none of them.
    pub(super) fn of(tables: &'a Tables<'_>, clusters: &[Vec<DocId>]) -> Self {
        let thresholds = tables.thresholds();
        let mut texts: Vec<(Digest, DocId, usize)> = clusters
            .iter()
            .enumerate()
            .flat_map(|(at, cluster)| {
                let (corpus, n_most) = (tables.corpus(), thresholds.spun.of_one_cluster);
                let documents = corpus.first_by_content(cluster.iter().copied(), n_most);
                documents.into_iter().map(move |id| (corpus.digest(id), id, at))
            })
            .collect();
        texts.sort_unstable();
        let mut n_words = 0;
        let n_texts = texts
            .iter()
            .take(thresholds.work.texts)
            .take_while(|(_, id, _)| {
                n_words += tables.text(*id).len();
                n_words <= thresholds.spun.words
            })
            .count();
        texts.truncate(n_texts);
        // Most phrases are of one text: they need not be kept.
        let n_phrases = texts.iter().map(|(_, id, _)| 3 * tables.text(*id).len()).sum();
        let filter = RepeatedFilter::with_room_for(n_phrases);
        let quoted: Vec<FixedBitSet> =
            texts.par_iter().map(|(_, id, _)| tables.quoted_by_some(*id)).collect();
        texts.par_iter().zip(&quoted).for_each(|((_, id, _), quoted)| {
            for phrase in phrases::of(tables.text(*id).terms(), quoted) {
                filter.add(phrases::as_ngram(phrase));
            }
        });
        let mut texts: Vec<SampledText<'_>> = texts
            .into_par_iter()
            .zip(&quoted)
            .map(|((_, document, cluster), quoted)| {
                let terms = tables.text(document).terms();
                let mut phrases = phrases::of(terms, quoted);
                let n_all = phrases.len();
                phrases.retain(|phrase| filter.may_repeat(phrases::as_ngram(*phrase)));
                phrases.shrink_to_fit();
                let n_single = n_all - phrases.len();
                SampledText { document, terms, phrases, placed: Vec::new(), n_single, cluster }
            })
            .collect();
        let mut numbers: FxHashMap<Phrase, u32> = FxHashMap::default();
        let (mut phrases, mut n_holders) = (Vec::new(), Vec::new());
        for phrase in texts.iter_mut().flat_map(|text| &mut text.phrases) {
            let number = *numbers.entry(*phrase).or_insert_with(|| {
                phrases.push(*phrase);
                n_holders.push(0);
                phrases.len() as u32 - 1
            });
            n_holders[number as usize] += 1;
            *phrase = number;
        }
        texts.par_iter_mut().zip(&quoted).for_each(|(text, quoted)| {
            phrases::for_each(text.terms, quoted, |phrase, at, shape| {
                let number = numbers.get(&phrase).filter(|number| n_holders[**number as usize] > 1);
                text.placed.extend(number.map(|number| (*number, at as u32, shape)));
            });
        });
        let mut holders = vec![Vec::new(); phrases.len()];
        for (text, sampled) in (0..).zip(&texts) {
            sampled.placed.iter().for_each(|(phrase, ..)| holders[*phrase as usize].push(text));
        }
        let n_words = texts.iter().map(|text| text.terms.len()).sum();
        Self { thresholds, n_words, phrases, n_holders, holders, texts }
    }
}
