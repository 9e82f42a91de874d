//! A sentence of the final text in, the sentences of comments that say it in other words out.
//!
//! tantivy ranks sentences by the rare words that they share (BM25). Of the nearest is looked at what the two have in
//! common, as sets of stems, each weighed by its idf among all sentences: the geometric mean of the shares that this is
//! of both, the cosine of the angle between the two sets. Rare words in common must besides tell more than chance explains,
//! and what known texts say of it is not counted.

use std::ops::Range;

use anyhow::Result;
use rust_stemmers::Stemmer;
use rustc_hash::FxHashMap;
use whichlang::detect_language;

use super::FinalWords;
use super::candidates::{Candidate, candidate};
use super::information::Sentences;
use crate::corpus::{TermId, Vocabulary, stemming};
use crate::ngrams::sorted_dedup;
use crate::report::schema::SourceKind;
use crate::search::PassageIndex;
use crate::thresholds::trace::{BEYOND_CHANCE, FEW_ENOUGH, NEAREST, RAREST, REWORDED};
use crate::thresholds::{HALF, Known, Share, Shares};

/// The sentences of all texts as sets of stems.
pub(super) struct Rewordings<'a> {
    sentences: &'a Sentences<'a>,
    /// Texts of the docket; those behind them are known.
    n_texts: usize,
    /// For each word its stem.
    stems: Vec<TermId>,
    /// For each stem what it tells, ln (N / df) in bits.
    idf: Vec<f64>,
    /// In how many sentences that tell how people write each stem stands,
    frequencies: Vec<u32>,
    /// and of one by which sentences are found, at the most.
    most: u32,
    index: PassageIndex,
    /// What is beyond chance.
    least: f64,
}

impl<'a> Rewordings<'a> {
    /// Makes the index. The language that words are stemmed in is that of the final text.
    ///
    /// # Errors
    /// Where the engine fails.
    pub(super) fn new(
        sentences: &'a Sentences<'a>,
        n_texts: usize,
        vocabulary: &Vocabulary,
        of: &FinalWords<'_>,
    ) -> Result<Self> {
        let stemmer = stemming(detect_language(&of.opening)).map(Stemmer::create);
        let mut numbers: FxHashMap<String, TermId> = FxHashMap::default();
        let mut stems = Vec::new();
        for (form, term) in vocabulary.forms().into_iter().zip((0..).map(TermId)) {
            let stem = match &stemmer {
                Some(stemmer) if !form.contains(char::is_numeric) => {
                    stemmer.stem(form).into_owned()
                }
                _ => form.to_owned(),
            };
            stems.push(*numbers.entry(stem).or_insert(term));
        }
        let mut frequencies = vec![0_u32; stems.len()];
        let counted = || sentences.counted().map(|terms| set_of(&stems, terms));
        counted().flatten().for_each(|stem| frequencies[stem.0 as usize] += 1);
        let n = counted().count();
        let idf = frequencies
            .iter()
            .map(|df| (n.max(1) as f64 / f64::from(*df).max(1.0)).log2())
            .collect();
        let Share(one, ten) = Shares::some;
        let most = (n * one / ten).max(FEW_ENOUGH) as u32;
        let index = PassageIndex::new(sentences.terms.iter().map(|terms| {
            let set = set_of(&stems, terms);
            set.into_iter().filter(|stem| frequencies[stem.0 as usize] <= most).collect()
        }))?;
        let pairs = (n.max(1) as f64).log2() + (of.text.sentences.len().max(1) as f64).log2();
        Ok(Self {
            sentences,
            n_texts,
            stems,
            idf,
            frequencies,
            most,
            index,
            least: pairs + BEYOND_CHANCE,
        })
    }

    /// What texts have of a sentence in other words, or with many edits.
    ///
    /// # Errors
    /// Where the engine fails.
    pub(super) fn find(&self, of: &FinalWords<'_>, nth: usize) -> Result<Vec<Candidate>> {
        let words = of.text.sentences[nth].clone();
        let own = &of.text.terms[words.clone()];
        let n_own = of.is_known[words.clone()].iter().filter(|known| !**known).count();
        if n_own < Known::shortest_sentence {
            return Ok(Vec::new());
        }
        let set = self.set(own);
        let mut asked: Vec<TermId> =
            set.iter().copied().filter(|stem| self.is_telling(*stem)).collect();
        asked.sort_unstable_by_key(|stem| (self.frequencies[stem.0 as usize], *stem));
        asked.truncate(RAREST);
        if asked.is_empty() {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        let mut near = self.index.nearest(&asked, NEAREST)?;
        if near.len() == NEAREST {
            near.extend(self.as_near(&set, &near)?);
        }
        for nearest in sorted_dedup(near) {
            let theirs = self.sentences.terms[nearest];
            let whole = 0..theirs.len();
            let edited =
                candidate((&of.diffs[nth], own.len()), 0, theirs, whole.clone(), |_| whole.clone())
                    .filter(|one| one.words.len() * 2 > own.len());
            let shared = self.in_common(&set, theirs);
            let says_half = shared.as_ref().is_some_and(|(_, cosine)| *cosine >= HALF.part());
            let reworded = shared.map(|(shared, _)| self.reworded(own, whole, &shared));
            for one in edited.into_iter().chain(reworded) {
                let is_near = one.kind != SourceKind::Reworded || says_half;
                let holders = self.sentences.holders(nearest);
                for (text, start) in holders.filter(|(text, _)| is_near || *text < self.n_texts) {
                    let source = start + one.source.start..start + one.source.end;
                    let places =
                        one.places.iter().map(|place| place.map(|place| start + place)).collect();
                    found.push(Candidate { text, source, places, ..one.clone() });
                }
            }
        }
        Ok(found)
    }

    /// Of copies that differ elsewhere there may be more than are looked at: all sentences that have what the best one has.
    fn as_near(&self, set: &[TermId], near: &[usize]) -> Result<Vec<usize>> {
        let shared = near
            .iter()
            .filter_map(|nearest| self.in_common(set, self.sentences.terms[*nearest]))
            .map(|(shared, _)| shared)
            .max_by(|a, b| self.weight(a).total_cmp(&self.weight(b)));
        let mut asked = shared.unwrap_or_default();
        asked.retain(|stem| self.is_telling(*stem));
        if asked.is_empty() { Ok(Vec::new()) } else { self.index.holding(&asked) }
    }

    /// Whether sentences are found by a stem.
    fn is_telling(&self, stem: TermId) -> bool {
        self.frequencies[stem.0 as usize] <= self.most
    }

    fn reworded(&self, own: &[TermId], whole: Range<usize>, shared: &[TermId]) -> Candidate {
        let is_shared = |term: &TermId| shared.binary_search(&self.stem(*term)).is_ok();
        Candidate {
            text: 0,
            words: 0..own.len(),
            source: whole,
            kind: SourceKind::Reworded,
            places: own.iter().map(|term| is_shared(term).then_some(0)).collect(),
        }
    }

    /// The stems that two sentences have in common and the cosine, where that is enough for the one to be the other in other
    /// words.
    fn in_common(&self, set: &[TermId], theirs: &[TermId]) -> Option<(Vec<TermId>, f64)> {
        let other = self.set(theirs);
        let stems: Vec<TermId> =
            set.iter().copied().filter(|stem| other.binary_search(stem).is_ok()).collect();
        let product = self.weight(set) * self.weight(&other);
        let cosine = self.weight(&stems) / product.sqrt().max(f64::MIN_POSITIVE);
        (cosine >= REWORDED).then_some((stems, cosine))
    }

    /// Whether what words tell in any order, each once, is beyond chance.
    pub(super) fn are_telling(&self, terms: impl Iterator<Item = TermId>) -> bool {
        self.weight(&sorted_dedup(terms.map(|term| self.stem(term)))) >= self.least
    }

    /// What words tell that few sentences have, in millionths of a bit: others are shared by chance.
    pub(super) fn strength(&self, terms: impl Iterator<Item = TermId>) -> u64 {
        let mut stems = sorted_dedup(terms.map(|term| self.stem(term)));
        stems.retain(|stem| self.is_telling(*stem));
        (self.weight(&stems) * 1e6).round() as u64
    }

    fn weight(&self, stems: &[TermId]) -> f64 {
        stems.iter().map(|stem| self.idf[stem.0 as usize]).sum()
    }

    fn set(&self, terms: &[TermId]) -> Vec<TermId> {
        set_of(&self.stems, terms)
    }

    fn stem(&self, term: TermId) -> TermId {
        self.stems[term.0 as usize]
    }
}

/// The stems of some words, each once, ascending.
fn set_of(stems: &[TermId], terms: &[TermId]) -> Vec<TermId> {
    sorted_dedup(terms.iter().map(|term| stems[term.0 as usize]))
}
