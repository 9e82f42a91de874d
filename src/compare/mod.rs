//! A pair of texts and the docket's tables in, evidence out: what the two share that speaks for one origin.
//!
//! Evidence is a function of its pair and of the tables ([`Tables`]), never of which other texts came
//! along: anybody can compute it again. The tables are sums over the unique documents.
//!
//! # Invariants
//! - The order of the documents and their ids change no evidence.
//! - Boilerplate and form text are evidence for nothing.

pub mod boilerplate;
mod evidence;
#[cfg(test)]
pub(crate) mod examples;
mod form_text;
pub mod language_model;
mod notices;
pub mod opposition;
pub mod passages;
pub mod quotation;
mod tables;
mod word_diff;

pub use evidence::{ByAnalyst, Evidence, Seed, Shares, are_of_one_family};
pub use tables::Tables;
pub(crate) use word_diff::is_coarse;
pub use word_diff::{Differences, DifferingPlace, WordDiff, in_both};
