//! The terms of a corpus and a language in, which of them are forms of one word out.

use std::borrow::Cow;

use rayon::prelude::*;
use rust_stemmers::{Algorithm, Stemmer};
use whichlang::Lang;

use super::{TermId, Vocabulary};

/// For each term the first one with its stem; none of figures, and of names with figures in them.
pub(crate) fn stems(vocabulary: &Vocabulary, language: Lang) -> Vec<Option<u32>> {
    let stemmer = stemming(language).map(Stemmer::create);
    let mut by_stem: Vec<(Cow<'_, str>, TermId)> = vocabulary
        .terms()
        .filter(|(form, _)| !form.contains(char::is_numeric))
        .map(|(form, term)| match &stemmer {
            Some(stemmer) => (stemmer.stem(form), term),
            None => (Cow::Borrowed(form), term),
        })
        .collect();
    by_stem.par_sort_unstable();
    let mut stems = vec![None; vocabulary.len()];
    for same in by_stem.chunk_by(|a, b| a.0 == b.0) {
        for (_, term) in same {
            stems[term.0 as usize] = Some(same[0].1.0);
        }
    }
    stems
}

/// How the words of a language are stemmed, where that is known.
fn stemming(language: Lang) -> Option<Algorithm> {
    match language {
        Lang::Ara => Some(Algorithm::Arabic),
        Lang::Deu => Some(Algorithm::German),
        Lang::Eng => Some(Algorithm::English),
        Lang::Fra => Some(Algorithm::French),
        Lang::Ita => Some(Algorithm::Italian),
        Lang::Nld => Some(Algorithm::Dutch),
        Lang::Por => Some(Algorithm::Portuguese),
        Lang::Rus => Some(Algorithm::Russian),
        Lang::Spa => Some(Algorithm::Spanish),
        Lang::Swe => Some(Algorithm::Swedish),
        Lang::Tur => Some(Algorithm::Turkish),
        _ => None,
    }
}
