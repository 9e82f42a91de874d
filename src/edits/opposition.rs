//! Clusters around opposed letters in, the sentences that stand opposite each other out.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::letter::{LetterText, in_one_line};
use crate::clustering::Clusters;
use crate::compare::{Tables, WordDiff};
use crate::corpus::tokens::for_each_token;
use crate::corpus::{DocId, Text};

/// A sentence of this reference copy, and the one in its place in a letter that says the opposite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpposedSentences {
    /// The sentence of this reference copy.
    pub here: String,
    /// The sentence of the other one.
    pub there: String,
}

/// The opposed sentences of every pair of opposed letters, in text order, each pair of sentences once.
pub(super) fn of(
    tables: &Tables<'_>,
    clusters: &Clusters,
) -> FxHashMap<(DocId, DocId), Vec<OpposedSentences>> {
    clusters
        .clusters
        .iter()
        .flat_map(|cluster| cluster.opposed.iter().map(|other| (cluster.seed, *other)))
        .map(|(seed, other)| ((seed, other), between(tables, seed, other)))
        .collect()
}

/// Words that stand in the one text more often than in the other, and the other way round, in their order.
pub fn words_apart(one: &Text, other: &Text) -> [Vec<String>; 2] {
    let mut balance: BTreeMap<String, isize> = BTreeMap::new();
    for (text, step) in [(one, 1), (other, -1)] {
        for (_, block) in text.blocks() {
            for_each_token(block, |form, _| *balance.entry(form.to_owned()).or_default() += step);
        }
    }
    balance.retain(|_, balance| *balance != 0);
    let (one, other): (Vec<_>, Vec<_>) = balance.into_iter().partition(|(_, balance)| *balance > 0);
    [one, other].map(|words| words.into_iter().map(|(word, _)| word).collect())
}

fn between(tables: &Tables<'_>, seed: DocId, other: DocId) -> Vec<OpposedSentences> {
    let corpus = tables.corpus();
    let (here, there) = (LetterText::new(corpus, seed), LetterText::new(corpus, other));
    let differing = WordDiff::new(&here.terms).with(&there.terms).places();
    let mut found: Vec<OpposedSentences> = Vec::new();
    for place in tables.stance().opposed_places(&here.terms, &there.terms, &differing) {
        let sentences = OpposedSentences {
            here: sentence_at(&here, place.a.start),
            there: sentence_at(&there, place.b.start),
        };
        if found.last() != Some(&sentences) {
            found.push(sentences);
        }
    }
    found
}

/// The sentence around a word, or the last one where the text ends before it.
fn sentence_at(text: &LetterText, word: usize) -> String {
    let at = text.sentences.partition_point(|sentence| sentence.end <= word);
    let place = text.sentence_places.get(at).or(text.sentence_places.last());
    in_one_line(place.map_or("", |place| &text.decoded[place.clone()]))
}
