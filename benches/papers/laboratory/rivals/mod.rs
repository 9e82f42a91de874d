//! The methods that the papers compare, each behind one door: `(&Corpus, &ReferenceCopies) →`
//! [`Clustering`], over the main texts of the unique documents, as in the pipeline. Exact copies go where
//! their representative goes.
//!
//! | file | method | finds | misses |
//! |---|---|---|---|
//! | [`fingerprints`] | all 3-word substrings | nearly all edits | one kept paragraph among much else |
//! | [`fingerprints`] | every fifth of them | the same, less surely | by place: whatever follows an added block |
//! | [`i_match`] | one hash of the telling words | exact copies in another order | any change of a telling word |
//! | [`spot_signatures`] | chains after common words | news stories in other frames | texts with few such words |
//! | [`rare_phrases`] | weighted samples of rare phrases | stories among boilerplate | large campaigns: their letter *is* the common phrase |
//! | [`infoshield`] | rare phrases in common, in chains | letters worded anew | where one campaign ends: one phrase of chance ties two |
//! | [`sim_hash`] | 64 bits of word counts | small changes in long texts | added and deleted blocks |
//! | [`unconstrained_divergence`] | distance alone | changes that keep the vocabulary | key blocks |
//! | [`pipeline`] | DURIAN | | |
//!
//! "We assume that the form letters are known" (dg.o 2006 §4.2), so every method is run around the
//! reference copies; methods that can cluster without them are also run on their own.

pub(crate) mod fingerprints;
pub(crate) mod hashing;
pub(crate) mod i_match;
pub(crate) mod infoshield;
mod letters;
pub(crate) mod pipeline;
pub(crate) mod rare_phrases;
pub(crate) mod sim_hash;
pub(crate) mod spot_signatures;
pub(crate) mod statistics;
pub(crate) mod unconstrained_divergence;
pub(crate) mod weighted_sampling;

use anyhow::Result;

use self::fingerprints::{ONE_OF, Selection};
use super::clusters::Clustering;
use durian::corpus::Corpus;
use durian::reference::ReferenceCopies;

/// A method as it is listed and run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Method {
    /// Name in tables and on the command line.
    pub(crate) name: &'static str,
    /// Whether the form letters are given to it.
    pub(crate) is_given_letters: bool,
    run: Run,
}

impl Method {
    /// Clusters the unique documents.
    ///
    /// # Errors
    /// Where the search engine behind DURIAN fails; no other method can.
    pub(crate) fn cluster(
        &self,
        corpus: &Corpus,
        references: &ReferenceCopies,
    ) -> Result<Clustering> {
        (self.run)(corpus, references)
    }
}

type Run = fn(&Corpus, &ReferenceCopies) -> Result<Clustering>;

const fn given(name: &'static str, run: Run) -> Method {
    Method { name, is_given_letters: true, run }
}

const fn alone(name: &'static str, run: Run) -> Method {
    Method { name, is_given_letters: false, run }
}

/// All methods: first those around the letters, in the order of SIGIR 2006 Table 2, then the others.
/// DURIAN finds its letters itself, the same ones.
pub(crate) const METHODS: &[Method] = &[
    given("full fingerprinting", |corpus, references| {
        Ok(fingerprints::cluster(corpus, references, Selection::Full))
    }),
    given("DSC by position", |corpus, references| {
        Ok(fingerprints::cluster(corpus, references, Selection::Position(ONE_OF)))
    }),
    given("DSC by hash", |corpus, references| {
        Ok(fingerprints::cluster(corpus, references, Selection::Modulus(ONE_OF as u64)))
    }),
    given("I-Match", |corpus, references| Ok(i_match::cluster(corpus, references))),
    given("DURIAN", pipeline::cluster),
    given("KL without links", |corpus, references| {
        Ok(unconstrained_divergence::cluster(corpus, references))
    }),
    given("SpotSigs", |corpus, references| Ok(spot_signatures::cluster(corpus, references))),
    given("rare phrases", |corpus, references| Ok(rare_phrases::cluster(corpus, references))),
    given("SimHash", |corpus, references| Ok(sim_hash::cluster(corpus, references))),
    alone("I-Match, alone", |corpus, references| Ok(i_match::on_its_own(corpus, references))),
    alone("KL without links, alone", pipeline::without_links),
    alone("SpotSigs, alone", |corpus, references| {
        Ok(spot_signatures::on_its_own(corpus, references))
    }),
    alone("rare phrases, alone", |corpus, references| {
        Ok(rare_phrases::on_its_own(corpus, references))
    }),
    alone("rare phrases, supershingles", |corpus, references| {
        Ok(rare_phrases::by_supershingles(corpus, references))
    }),
    alone("SimHash, alone", |corpus, references| Ok(sim_hash::on_its_own(corpus, references))),
    alone("InfoShield, alone", |corpus, references| {
        Ok(infoshield::on_its_own(corpus, references, infoshield::TEN_PHRASES))
    }),
    alone("InfoShield, a tenth, alone", |corpus, references| {
        Ok(infoshield::on_its_own(corpus, references, infoshield::TENTH_OF_PHRASES))
    }),
];
