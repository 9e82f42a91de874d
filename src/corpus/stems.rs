//! A language in, how its words are stemmed out.

use rust_stemmers::Algorithm;
use whichlang::Lang;

/// How the words of a language are stemmed, where that is known.
pub(crate) fn stemming(language: Lang) -> Option<Algorithm> {
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
