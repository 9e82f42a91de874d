//! What two texts share, and what their attributes say: everything that a rule may ask.

use std::cell::OnceCell;
use std::sync::OnceLock;

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::boilerplate::Origin;
use super::language_model::{DocumentModel, InCommon};
use super::passages::{Overlap, SeedPassages};
use super::word_diff::DifferingPlace;
use super::{Tables, WordDiff};
use crate::corpus::{Corpus, DocId, TermId, TokenText, ZoneKind};
use crate::ngrams::{COUNTED, NGram, PHRASE, ngrams};
use crate::thresholds::{Share, Thresholds};

/// What documents are compared with.
#[derive(Debug)]
pub struct Seed {
    /// The document that stands for it.
    pub document: DocId,
    /// Whether it is the reference copy of a form letter.
    pub is_letter: bool,
    /// What its tokens are worth, in words, and how many they are.
    worth: (usize, usize),
    passages: SeedPassages,
    /// Its words, made ready for a diff where one is asked for.
    words: OnceLock<WordDiff>,
    /// Which words of the document that stands for it are known to be somebody's.
    known: OnceLock<FixedBitSet>,
    /// Its language model, where that is not the document's.
    model: Option<DocumentModel>,
    /// Where its model has each term.
    places: OnceLock<FxHashMap<TermId, usize>>,
}

impl Seed {
    /// A document by itself.
    pub fn of(tables: &Tables<'_>, document: DocId) -> Self {
        Self::new(tables, document, tables.text(document), false, &FxHashSet::default())
    }

    /// The reference copy of a form letter. What is `shared` with other letters is no evidence.
    pub fn of_letter(tables: &Tables<'_>, document: DocId, shared: &FxHashSet<NGram>) -> Self {
        Self::new(tables, document, tables.text(document), true, shared)
    }

    /// A letter that no one document is, which stands for it.
    pub fn of_consensus(tables: &Tables<'_>, document: DocId, text: &TokenText) -> Self {
        let model = Some(tables.model_of(text));
        Self { model, ..Self::new(tables, document, text, true, &FxHashSet::default()) }
    }

    fn new(
        tables: &Tables<'_>,
        document: DocId,
        text: &TokenText,
        is_letter: bool,
        shared: &FxHashSet<NGram>,
    ) -> Self {
        let terms = text.terms();
        let mut origins = tables.origins().origins(ngrams(terms, COUNTED));
        if !shared.is_empty() {
            let of_others = ngrams(terms, COUNTED).zip(&mut origins);
            of_others
                .filter(|(ngram, _)| shared.contains(ngram))
                .for_each(|(_, origin)| *origin = Some(Origin::Boilerplate));
        }
        Self {
            document,
            is_letter,
            worth: (tables.n_words(terms), terms.len()),
            passages: SeedPassages::new(text, is_letter, &origins),
            words: OnceLock::new(),
            known: OnceLock::new(),
            model: None,
            places: OnceLock::new(),
        }
    }
}

/// What stands for a word that is quoted: no text has it.
const QUOTED: TermId = TermId(u32::MAX);

/// What the analyst says of two texts.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByAnalyst {
    /// They are in different clusters.
    pub cannot: bool,
    /// They are of one family.
    pub family: bool,
}

/// What parts of a comment and of what it was compared with the two share, from 0 to 1, with three decimals: words that lie in
/// runs of five and more of the other text, or where one of the two has less than ten words, those in common. Of a copy of
/// a letter worded anew they are the words of that wording, of those of the comment and of those that a copy has at the
/// median.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Shares {
    /// Of the words of the comment that are compared.
    pub of_comment: f64,
    /// Of the words of the letter, or of the other text that it was compared with (`evidence.compared_with`).
    pub of_letter: f64,
}

impl Shares {
    /// So many tokens of so many, of the document and of what it was compared with.
    pub fn new(of_comment: (usize, usize), of_letter: (usize, usize)) -> Self {
        let [of_comment, of_letter] =
            [of_comment, of_letter].map(|(n, n_all)| (n as f64 / n_all.max(1) as f64).min(1.0));
        Self { of_comment, of_letter }
    }

    /// As reports have them.
    pub fn rounded(self) -> Self {
        let [of_comment, of_letter] =
            [self.of_comment, self.of_letter].map(|share| (share * 1e3).round() / 1e3);
        Self { of_comment, of_letter }
    }
}

/// What speaks for one origin of a seed and a document, and what against it.
#[derive(Debug)]
pub struct Evidence<'a> {
    tables: &'a Tables<'a>,
    /// The seed.
    pub seed: &'a Seed,
    /// The document that is compared with it.
    pub document: DocId,
    /// Whether several comments have the document's very words.
    pub is_sent_by_several: bool,
    /// What the analyst says of them.
    pub by_analyst: ByAnalyst,
    /// Tokens of the seed and of the document.
    pub lengths: (usize, usize),
    /// The passages they share.
    pub overlap: Overlap,
    in_common: OnceCell<InCommon>,
    distance: OnceCell<f64>,
    differing: OnceCell<Vec<DifferingPlace>>,
}

impl<'a> Evidence<'a> {
    /// What a seed shares with a document.
    pub fn new(tables: &'a Tables<'a>, seed: &'a Seed, document: DocId) -> Self {
        let terms = tables.text(document).terms();
        Self {
            tables,
            seed,
            document,
            is_sent_by_several: false,
            by_analyst: ByAnalyst::default(),
            lengths: (seed.worth.1, terms.len()),
            overlap: seed.passages.overlap(terms, tables.thresholds().shares.mostly_kept),
            in_common: OnceCell::new(),
            distance: OnceCell::new(),
            differing: OnceCell::new(),
        }
    }

    /// The numbers that decide.
    pub fn thresholds(&self) -> &'a Thresholds {
        self.tables.thresholds()
    }

    /// What so many tokens of the seed are worth, in words: what is counted where a number decides, and not a share.
    pub fn in_words(&self, n_tokens: usize) -> usize {
        let (n_words, n_all) = self.seed.worth;
        n_tokens * n_words / n_all.max(1)
    }

    /// What parts of the two lie in runs of five words and more of the other: in long texts shorter runs are chance. In a
    /// text of less than two such runs one other word may leave none, so there all words in common count.
    pub fn shares(&self) -> Shares {
        let (seed, document) = self.lengths;
        let (of_document, of_seed) = if self.shorter() < 2 * PHRASE {
            let n_shared = self.in_common().n_shared();
            (n_shared, n_shared)
        } else {
            (self.overlap.n_document_phrases, self.overlap.n_phrases)
        };
        Shares::new((of_document, document), (of_seed, seed))
    }

    /// Tokens of the shorter text.
    pub fn shorter(&self) -> usize {
        self.lengths.0.min(self.lengths.1)
    }

    /// Whether one of them is nothing but boilerplate.
    pub fn is_boilerplate(&self) -> bool {
        self.tables.is_boilerplate(self.document) || self.tables.is_boilerplate(self.seed.document)
    }

    /// Whether enough tokens of the seed stand in the document, outside what either of them quotes or known to be somebody's: a
    /// letter may quote, and what is quoted may circulate. Nothing is asked where neither quotes anything.
    pub fn shares_unquoted(&self, is_enough: impl Fn(usize) -> bool) -> bool {
        let of_document = self.tables.quoted(self.document);
        // What no one document is quotes nothing.
        let of_seed = self.seed.model.is_none().then(|| self.tables.quoted(self.seed.document));
        if of_document.is_clear() && of_seed.is_none_or(FixedBitSet::is_clear) {
            return true;
        }
        let text = self.tables.text(self.document).terms();
        let mut terms = text.to_vec();
        of_document.ones().for_each(|at| terms[at] = QUOTED);
        let mut unquoted = self.seed.passages.covered(&terms);
        if let Some(of_seed) = of_seed {
            unquoted.difference_with(of_seed);
        }
        // Most texts share enough beside what they quote.
        is_enough(unquoted.count_ones(..)) || {
            let mut known = self.seed.passages.covered(text);
            known.intersect_with(
                self.seed.known.get_or_init(|| self.tables.known(self.seed.document)),
            );
            is_enough(unquoted.union_count(&known))
        }
    }

    /// Whether the word overlap Σ min(tf) / max(|a|, |b|) is above a share.
    pub fn word_overlap_above(&self, share: Share) -> bool {
        // Texts of different lengths share fewer of the longer one's words: no need to count them.
        share.is_exceeded(self.shorter(), self.lengths.0.max(self.lengths.1))
            && self.in_common().word_overlap() > share.part()
    }

    /// The distance in nats, or where it is beyond `threshold` some number above that.
    pub fn distance_within(&self, threshold: f64) -> f64 {
        if self.distance.get().is_none() {
            let least = self.in_common().least_distance();
            if least >= threshold {
                return least;
            }
        }
        *self.distance.get_or_init(|| {
            self.tables.distance_of(self.model(), &self.tables.model_in_passing(self.document))
        })
    }

    /// The distance, where it is known.
    pub fn known_distance(&self) -> Option<f64> {
        self.distance.get().copied()
    }

    /// Whether both cite dockets, and none in common.
    pub fn cite_other_dockets(&self) -> bool {
        !self.tables.may_meet(self.seed.document, self.document)
    }

    /// Whether nobody else in the docket names what one of them cites.
    pub fn cites_what_nobody_else_does(&self) -> bool {
        [self.seed.document, self.document].iter().any(|id| self.tables.names_a_docket_alone(*id))
    }

    /// Whether they came from the same mass mailer, cite the same dockets and end with the same footer.
    pub fn are_of_one_family(&self) -> bool {
        are_of_one_family(self.tables.corpus(), self.seed.document, self.document)
    }

    /// Whether they say the opposite in so many places.
    pub fn are_opposed(&self, n_places: usize) -> bool {
        let [a, b] = self.texts();
        let stance = self.tables.stance();
        stance.may_oppose(a, b) && {
            let [own, other] = self.token_texts();
            stance.opposed_places(own, other, self.differing()).take(n_places).count() == n_places
        }
    }

    /// Whether one of them turns a request of the other around, or the side that it takes, be it in one place.
    pub fn are_opposed_in_request(&self) -> bool {
        let [a, b] = self.texts();
        let stance = self.tables.stance();
        (stance.may_oppose(a, b) || stance.may_reverse(a, b)) && {
            let [own, other] = self.token_texts();
            stance.turns_around(own, other, self.differing())
        }
    }

    /// Where the two differ.
    fn differing(&self) -> &[DifferingPlace] {
        self.differing.get_or_init(|| {
            let [own, other] = self.token_texts();
            self.seed.words.get_or_init(|| WordDiff::new(own)).with(other).places()
        })
    }

    /// What is compared of the two.
    fn texts(&self) -> [&'a [TermId]; 2] {
        [self.seed.document, self.document].map(|id| self.tables.text(id).terms())
    }

    /// All words of the two.
    fn token_texts(&self) -> [&'a [TermId]; 2] {
        [self.seed.document, self.document].map(|id| self.tables.corpus().token_text(id).terms())
    }

    fn in_common(&self) -> &InCommon {
        self.in_common.get_or_init(|| {
            let places = self.seed.places.get_or_init(|| self.model().places());
            self.model().in_common(self.tables.text(self.document), places)
        })
    }

    /// The seed's language model.
    fn model(&self) -> &'a DocumentModel {
        self.seed.model.as_ref().unwrap_or_else(|| self.tables.model(self.seed.document))
    }
}

/// Whether two documents came from the same mass mailer, cite the same dockets and end with the same
/// footer (SIGIR 2006 §4.4.3).
pub fn are_of_one_family(corpus: &Corpus, a: DocId, b: DocId) -> bool {
    let [relayer, other] = [a, b].map(|id| corpus.entry(id).relayer);
    relayer.is_some() && relayer == other && corpus.dockets(a) == corpus.dockets(b) && {
        let [a, b] = [a, b].map(|id| corpus.text(id));
        a.lines_of_kind(ZoneKind::Footer).eq(b.lines_of_kind(ZoneKind::Footer))
    }
}
