//! Distinct sentences in, what words tell out, in bits: how improbable it is that two people write them by chance.
//!
//! A word tells, in whatever form it stands, log₂ (N + 1) / df, where df of N sentences have its stem, and one more might
//! not. The order of words tells no more: of 28 words and fewer it has less than the 3.5 bits for each that language fixes
//! of it (Montemurro and Zanette, "Universal entropy of word ordering across linguistic families", PLoS ONE 2011). In
//! scripts without spaces a pair of characters overlaps the next, and tells half.
//!
//! Beyond chance is what tells more than it takes to name one pair among all pairs of sentences, and five bits besides.

use rustc_hash::FxHashMap;
use whichlang::detect_language;

use super::docket::{Docket, NumberedText};
use crate::corpus::{PairTerms, TermId, stems};
use crate::ngrams::sorted_dedup;
use crate::thresholds::Shares;
use crate::thresholds::trace::{BEYOND_CHANCE, FEW_ENOUGH};

/// The distinct sentences of all texts, and who has each.
#[derive(Debug, Default)]
pub(super) struct Sentences<'a> {
    /// Their words.
    pub(super) terms: Vec<&'a [TermId]>,
    /// The texts that have each, and where it begins there.
    pub(super) holders: Vec<Vec<(usize, usize)>>,
}

impl<'a> Sentences<'a> {
    pub(super) fn of(texts: &'a [NumberedText]) -> Self {
        let mut numbers: FxHashMap<&[TermId], usize> = FxHashMap::default();
        let mut all = Self::default();
        for (nth, text) in texts.iter().enumerate() {
            for sentence in &text.sentences {
                let words = &text.terms[sentence.clone()];
                let number = *numbers.entry(words).or_insert(all.terms.len());
                if number == all.terms.len() {
                    all.terms.push(words);
                    all.holders.push(Vec::new());
                }
                all.holders[number].push((nth, sentence.start));
            }
        }
        all
    }
}

/// What words tell.
pub(super) struct Weights {
    /// For each word its stem.
    stems: Vec<TermId>,
    /// In how many sentences each stem stands,
    frequencies: Vec<u32>,
    /// of how many,
    n_sentences: f64,
    /// and of one by which sentences are found, at the most.
    most: u32,
    pub(super) pairs: PairTerms,
    /// What is beyond chance.
    pub(super) least: f64,
}

impl Weights {
    /// What words tell of which some stand in a final text of so many sentences. The language that they are stemmed in is
    /// that of its opening.
    pub(super) fn new(
        sentences: &Sentences<'_>,
        docket: &Docket,
        opening: &str,
        n_final_sentences: usize,
    ) -> Self {
        let stems = stems(&docket.vocabulary, detect_language(opening)).into_iter().zip(0..);
        let all = sentences.terms.iter().zip(&sentences.holders);
        // What copies of one letter repeat does not tell how people write.
        let counted: Vec<&[TermId]> = all
            .filter(|(_, texts)| {
                texts.iter().any(|(text, _)| {
                    docket.holders.get(*text).is_some_and(|holders| holders.is_voice)
                })
            })
            .map(|(terms, _)| *terms)
            .collect();
        let n_sentences = counted.len().max(1);
        let n_pairs = n_sentences as f64 * n_final_sentences.max(1) as f64;
        let mut weights = Self {
            stems: stems.map(|(stem, own)| TermId(stem.unwrap_or(own))).collect(),
            frequencies: vec![0; docket.vocabulary.len()],
            n_sentences: n_sentences as f64,
            most: (Shares::some.part() * n_sentences as f64).max(FEW_ENOUGH as f64) as u32,
            pairs: docket.vocabulary.character_pairs(),
            least: n_pairs.log2() + BEYOND_CHANCE,
        };
        for terms in counted {
            for stem in weights.set(terms) {
                weights.frequencies[stem.0 as usize] += 1;
            }
        }
        weights
    }

    /// The stems of some words, each once, ascending.
    pub(super) fn set(&self, terms: &[TermId]) -> Vec<TermId> {
        sorted_dedup(terms.iter().map(|term| self.stems[term.0 as usize]))
    }

    /// Whether the stem of a word is among some.
    pub(super) fn is_in(&self, term: TermId, stems: &[TermId]) -> bool {
        stems.binary_search(&self.stems[term.0 as usize]).is_ok()
    }

    /// What stems tell, each once.
    pub(super) fn weight(&self, stems: &[TermId]) -> f64 {
        let bits = stems.iter().map(|stem| {
            let df = self.frequencies[stem.0 as usize].max(1);
            let rarity = ((self.n_sentences + 1.0) / f64::from(df)).log2();
            if self.pairs.contains(*stem) { rarity / 2.0 } else { rarity }
        });
        bits.sum()
    }

    /// Those of some stems that few sentences have, the rarest first: others are shared by chance.
    pub(super) fn rare(&self, stems: &[TermId]) -> Vec<TermId> {
        let mut rare = stems.to_vec();
        rare.retain(|stem| self.frequencies[stem.0 as usize] <= self.most);
        rare.sort_by_key(|stem| self.frequencies[stem.0 as usize]);
        rare
    }
}

#[cfg(test)]
mod tests {
    use super::{Sentences, Weights};
    use crate::corpus::TermId;
    use crate::trace::docket::tests::docket;

    /// Of four distinct sentences "mole" stands in one and tells log₂ 5 bits; "guards" and "guard" in two, "the" in three.
    /// Among four and eight sentences there are 32 pairs: 5 bits, and 5 besides.
    #[test]
    fn words_tell_what_is_rare() {
        let texts = [
            "The mole guards the harbor. An ox draws carts.",
            "The mole guards the harbor. We guard the lamp. The boats and the gulls fly.",
        ];
        let docket = docket(&texts.map(|text| ("", "singleton", None, "", text)));
        let sentences = Sentences::of(&docket.texts);
        assert_eq!(sentences.holders[0], [(0, 0), (1, 0)]);
        let weights = Weights::new(&sentences, &docket, "The harbor master guards the harbor", 8);
        for (words, rarity) in [("mole", 5.0), ("guard", 2.5), ("the ox guards the", 62.5 / 3.0)] {
            let terms: Vec<TermId> =
                words.split(' ').filter_map(|word| docket.vocabulary.number(word)).collect();
            let told = weights.weight(&weights.set(&terms));
            assert!((told - f64::log2(rarity)).abs() < 1e-9, "{words}: {told}");
        }
        assert!((weights.least - 10.0).abs() < 1e-9);
    }
}
