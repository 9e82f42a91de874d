//! A pair of texts and the docket's tables in, evidence out: what the two share that speaks for one origin.
//!
//! Evidence is a function of its pair and of the tables ([`Tables`]), never of which other texts came
//! along: anybody can compute it again. The tables are sums over the unique documents.
//!
//! # Invariants
//! - The order of the documents and their ids change no evidence.
//! - Common property and form text are evidence for nothing.

mod acquaintance;
pub mod common_property;
#[cfg(test)]
mod common_property_tests;
mod evidence;
mod form_ends;
mod form_text;
mod held_runs;
pub mod language_model;
mod met_twice;
pub mod opposition;
pub mod passages;
pub mod quotation;
mod run_places;
mod runs;
mod sorted_runs;
mod tables;
mod word_diff;

pub use evidence::{ByAnalyst, Evidence, Seed, are_of_one_family};
pub use met_twice::MetTwice;
pub use run_places::RunPlaces;
pub use runs::{RunCounts, counted_runs};
pub(crate) use sorted_runs::once_each;
pub use tables::Tables;
pub(crate) use word_diff::is_coarse;
pub use word_diff::{Differences, DifferingPlace, WordDiff};
