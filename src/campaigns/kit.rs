//! The letters of a kit and its comments in, out how many comments hold which passage.
//!
//! A text holds a passage where it has half of its 5-grams. A passage is a paragraph of a letter, or
//! neighboring sentences of one that the same letters hold: what one letter sets as one paragraph others take
//! apart. Two are the same where the longer holds the shorter.

use std::cmp::Reverse;
use std::hash::BuildHasher as _;
use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::corpus::tokens::for_each_token;
use crate::corpus::{Corpus, DocId, sentences};
use crate::exact::{ExactGroup, ExactGroups};
use crate::ngrams::{CLAUSE, NGram, PHRASE, counts, sorted_dedup};
use crate::thresholds::{HALF, Thresholds};

/// A passage of a kit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "HeldPassage")]
pub struct KitPassage {
    /// Its words, as the first letter has them.
    pub text: String,
    /// Comments that hold it. Equals the sum of the next two.
    pub n_comments: usize,
    /// Comments of each of `clusters`.
    pub of_letters: Vec<usize>,
    /// Comments of `members`.
    pub n_alone: usize,
}

/// A letter's paragraphs, and the distinct texts of its cluster.
pub(super) type KitLetter = (Vec<String>, Vec<DocId>);

/// The passages of a kit, the one that most comments hold first.
pub(super) fn passages(
    corpus: &Corpus,
    groups: &ExactGroups,
    letters: &[KitLetter],
    singles: &[DocId],
) -> Vec<KitPassage> {
    let letters_with =
        holders(letters.iter().map(|(paragraphs, _)| paragraphs.iter().map(String::as_str)));
    let mut kit = Kit::default();
    for paragraph in letters.iter().flat_map(|(paragraphs, _)| paragraphs) {
        let passages = passages_of(paragraph, &letters_with).into_iter();
        passages.for_each(|passage| kit.add(passage, corpus.thresholds()));
    }
    let of_letters = letters.iter().enumerate();
    let documents: Vec<(usize, DocId)> = of_letters
        .flat_map(|(at, (_, documents))| documents.iter().map(move |id| (at, *id)))
        .chain(singles.iter().map(|id| (letters.len(), *id)))
        .collect();
    let held: Vec<Vec<u32>> =
        documents.par_iter().map(|(_, id)| kit.held_by(corpus, *id)).collect();
    let mut n_holders = vec![vec![0; letters.len() + 1]; kit.passages.len()];
    for ((column, id), held) in documents.into_iter().zip(held) {
        let n_copies = groups.of_representative(id).map_or(0, ExactGroup::redundancy);
        held.into_iter().for_each(|passage| n_holders[passage as usize][column] += n_copies);
    }
    let mut passages: Vec<KitPassage> = kit
        .passages
        .into_iter()
        .zip(n_holders)
        .filter_map(|((text, _), mut of_letters)| {
            let n_alone = of_letters.pop()?;
            let n_comments = of_letters.iter().sum::<usize>() + n_alone;
            Some(KitPassage { text: text.to_owned(), n_comments, of_letters, n_alone })
        })
        .collect();
    passages.sort_by_key(|passage| Reverse(passage.n_comments));
    passages
}

/// The passages of a kit.
#[derive(Default)]
struct Kit<'a> {
    /// Each with the number of its n-grams.
    passages: Vec<(&'a str, usize)>,
    passages_with: FxHashMap<NGram, Vec<u32>>,
}

impl<'a> Kit<'a> {
    fn add(&mut self, text: &'a str, thresholds: &Thresholds) {
        let ngrams = ngrams_of([text]);
        let is_known = shared(&ngrams, &self.passages_with).into_iter().any(|(at, n_shared)| {
            HALF.is_met(n_shared, ngrams.len().min(self.passages[at as usize].1))
        });
        let is_short = ngrams.len() + PHRASE <= CLAUSE;
        if is_known || is_short || self.passages.len() == thresholds.kit.most_passages {
            return;
        }
        for ngram in &ngrams {
            self.passages_with.entry(*ngram).or_default().push(self.passages.len() as u32);
        }
        self.passages.push((text, ngrams.len()));
    }

    /// The passages that a document holds.
    fn held_by(&self, corpus: &Corpus, id: DocId) -> Vec<u32> {
        let ngrams = ngrams_of(corpus.text(id).blocks().map(|(_, paragraph)| paragraph));
        shared(&ngrams, &self.passages_with)
            .into_iter()
            .filter(|(at, n_shared)| HALF.is_met(*n_shared, self.passages[*at as usize].1))
            .map(|(at, _)| at)
            .collect()
    }
}

/// How many of some n-grams each letter, or each passage, has.
fn shared(
    ngrams: &FxHashSet<NGram>,
    holders: &FxHashMap<NGram, Vec<u32>>,
) -> FxHashMap<u32, usize> {
    counts(ngrams.iter().filter_map(|ngram| holders.get(ngram)).flatten().copied())
}

/// The letters, given by their paragraphs, that have each n-gram.
fn holders<'a, Paragraphs: IntoIterator<Item = &'a str>>(
    letters: impl Iterator<Item = Paragraphs>,
) -> FxHashMap<NGram, Vec<u32>> {
    let mut holders: FxHashMap<NGram, Vec<u32>> = FxHashMap::default();
    for (letter, paragraphs) in (0..).zip(letters) {
        for ngram in ngrams_of(paragraphs) {
            holders.entry(ngram).or_default().push(letter);
        }
    }
    holders
}

/// A paragraph of a letter, cut where other letters hold the next sentence.
fn passages_of<'a>(paragraph: &'a str, letters_with: &FxHashMap<NGram, Vec<u32>>) -> Vec<&'a str> {
    let mut passages: Vec<(Vec<u32>, Range<usize>)> = Vec::new();
    for sentence in sentences(paragraph) {
        let ngrams = ngrams_of([&paragraph[sentence.clone()]]);
        let letters = shared(&ngrams, letters_with)
            .into_iter()
            .filter(|(_, n_shared)| HALF.is_met(*n_shared, ngrams.len()))
            .map(|(letter, _)| letter);
        let holders = sorted_dedup(letters);
        match passages.last_mut() {
            // Too short a sentence goes with the one before.
            Some((last, passage)) if *last == holders || ngrams.is_empty() => {
                passage.end = sentence.end;
            }
            _ => passages.push((holders, sentence)),
        }
    }
    passages.into_iter().map(|(_, passage)| &paragraph[passage]).collect()
}

/// The n-grams of some paragraphs, each once; none goes from one paragraph to the next. A letter that an earlier report
/// shows may have words that no comment has.
fn ngrams_of<'a>(paragraphs: impl IntoIterator<Item = &'a str>) -> FxHashSet<NGram> {
    let mut ngrams = FxHashSet::default();
    let mut words = Vec::new();
    for paragraph in paragraphs {
        words.clear();
        for_each_token(paragraph, |word, _| words.push(FxBuildHasher.hash_one(word)));
        ngrams.extend(words.windows(PHRASE).map(|words| FxBuildHasher.hash_one(words)));
    }
    ngrams
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::{Kit, holders, passages, passages_of};
    use crate::corpus::DocId;
    use crate::corpus::examples::{corpus, docket, words};
    use crate::exact;
    use crate::thresholds::Thresholds;

    #[test]
    fn a_paragraph_is_cut_where_letters_take_it_apart() {
        let trout =
            "Trout turn back at the weir every autumn. So do the eels that we used to smoke.";
        let flood = "The gauge downstream rose by the width of a hand.";
        let (both, own) = (&*format!("{trout} {flood}"), &*format!("{flood} Yes!"));
        for (letter, other, expect) in [
            (both, "", &[both][..]),
            (both, both, &[both]),
            (both, &format!("{flood}\nWe ask for more."), &[trout, flood]),
            (own, trout, &[own]),
            ("", trout, &[]),
        ] {
            let letters_with = holders([letter, other].iter().map(|letter| letter.split('\n')));
            assert_eq!(passages_of(letter, &letters_with), expect);
        }
    }

    /// Half of the 5-grams of a passage are asked for, and exact copies count: of twenty words sixteen 5-grams. Twelve words are
    /// eight 5-grams, and five are one.
    #[test]
    fn a_passage_is_held_by_who_holds_half_of_it() {
        let texts = ["a:20|b:20", "a:20", "a:20", "a:12 x:9|b:5 y:9", "a:11 z:9|b:20"];
        let corpus = corpus(&texts);
        let groups = exact::group(&corpus, false, &FxHashMap::default());
        let letter = (vec![words("a:20"), words("b:20")], [0, 1, 3].map(DocId).to_vec());
        let found = passages(&corpus, &groups, &[letter], &[DocId(4)]);
        let counts = found
            .iter()
            .map(|passage| (&passage.text[..3], &passage.of_letters[..], passage.n_alone));
        assert!(counts.eq([("a0x", &[4][..], 0), ("b0x", &[1], 1)]));
    }

    /// Eight words are a passage, seven are not; of 61 passages the last one is not looked for.
    #[test]
    fn a_kit_has_sixty_passages_of_eight_words() {
        let (mut kit, thresholds) = (Kit::default(), Thresholds::default());
        let texts: Vec<String> = docket("b:7 / 61x a#:8").iter().map(|text| words(text)).collect();
        kit.add(&texts[0], &thresholds);
        assert_eq!(kit.passages.len(), 0);
        texts[1..].iter().for_each(|text| kit.add(text, &thresholds));
        assert_eq!(kit.passages.len(), 60);
    }
}
