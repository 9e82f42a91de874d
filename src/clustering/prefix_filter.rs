//! Texts in, those that may be an edit of another one out: a prefix filter (Chaudhuri, Ganti and Kaushik,
//! ICDE 2006, §4.1), extended by some words (Wang, Li and Feng, SIGMOD 2012, §3).
//!
//! Sought are texts that hold all words of each other or share more than 95 % of the longer one's
//! ([`MUST_OVERLAP`]). Of n words of the shorter one at most 5 % can then be strange to the other, whichever
//! words are looked at. So its *prefix* is: its rarest terms, with 5 % of its words and [`MORE_WORDS`]
//! more, all but 5 % of which the other holds. Rare terms have few holders, so few pairs are left, and
//! none that is sought is lost.

use rustc_hash::FxHashMap;

use super::constraints::MUST_OVERLAP;
use super::language_model::{CollectionModel, DocumentModel};
use crate::corpus::TermId;

/// Words of a prefix beyond those that may be strange. With none, one term in common would do: in a
/// docket of 4,000 letters each was compared with a fifth of the others.
const MORE_WORDS: usize = 8;

/// Texts by their terms.
pub(super) struct PrefixFilter<'a> {
    collection: &'a CollectionModel,
    /// Texts that hold a term, ascending.
    holders: FxHashMap<TermId, Vec<u32>>,
    /// Texts in whose prefix a term is, ascending, with how often they hold it.
    prefixes: FxHashMap<TermId, Vec<(u32, u32)>>,
    /// Of each text the words of its prefix that another one must hold.
    needed: Vec<u32>,
}

/// The rarest terms of a text, with how often it holds them.
struct Prefix {
    terms: Vec<(TermId, u32)>,
    /// Words that another text must hold.
    needed: u32,
}

impl<'a> PrefixFilter<'a> {
    pub(super) fn new(collection: &'a CollectionModel) -> Self {
        Self {
            collection,
            holders: FxHashMap::default(),
            prefixes: FxHashMap::default(),
            needed: Vec::new(),
        }
    }

    /// Adds a text; it is known by how many were added before it.
    pub(super) fn add(&mut self, text: &DocumentModel) {
        let number = self.needed.len() as u32;
        for (term, _) in text.terms() {
            self.holders.entry(*term).or_default().push(number);
        }
        let prefix = self.prefix(text);
        for (term, count) in prefix.terms {
            let prefixes = self.prefixes.entry(term).or_default();
            prefixes.push((number, count));
        }
        self.needed.push(prefix.needed);
    }

    /// The texts that may be an edit of another one, ascending.
    pub(super) fn may_be_edits(&self, text: &DocumentModel) -> Vec<usize> {
        let prefix = self.prefix(text);
        let (mut as_longer, mut as_shorter) = (FxHashMap::default(), FxHashMap::default());
        for (term, count) in &prefix.terms {
            for number in self.holders.get(term).into_iter().flatten() {
                *as_longer.entry(*number).or_insert(0) += count;
            }
        }
        for (term, _) in text.terms() {
            for (number, count) in self.prefixes.get(term).into_iter().flatten() {
                *as_shorter.entry(*number).or_insert(0) += count;
            }
        }
        as_longer.retain(|_, n_held| *n_held >= prefix.needed);
        as_shorter.retain(|number, n_held| *n_held >= self.needed[*number as usize]);
        let found = as_longer.into_keys().chain(as_shorter.into_keys());
        let mut found: Vec<usize> = found.map(|number| number as usize).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    fn prefix(&self, text: &DocumentModel) -> Prefix {
        let mut terms = text.terms().to_vec();
        terms.sort_unstable_by_key(|(term, _)| (self.collection.count(*term), *term));
        let most_strange = ((1.0 - MUST_OVERLAP) * text.n_words() as f64).floor() as usize;
        let (mut n_words, mut n_terms) = (0, 0);
        while n_terms < terms.len() && n_words < most_strange + MORE_WORDS {
            n_words += terms[n_terms].1 as usize;
            n_terms += 1;
        }
        terms.truncate(n_terms);
        Prefix {
            terms,
            needed: n_words.saturating_sub(most_strange).max(1) as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PrefixFilter;
    use crate::clustering::language_model::{CollectionModel, DocumentModel};
    use crate::corpus::{TermId, TokenText};

    fn text(terms: impl IntoIterator<Item = u32>) -> TokenText {
        let terms: Vec<TermId> = terms.into_iter().map(TermId).collect();
        TokenText::from_blocks([terms.as_slice()])
    }

    /// 60 words, of which 3 may be strange: the prefix has 11 words, 8 of which are needed. Words 50 to 59
    /// stand in one text, 0 to 49 in two.
    #[test]
    fn the_prefix_is_the_rarest_words_and_more_than_may_be_strange() {
        let texts = [text(0..60), text(0..50)];
        let collection = CollectionModel::new(&texts, 60);
        let prefix =
            PrefixFilter::new(&collection).prefix(&DocumentModel::new(&texts[0], &collection));
        let rarest = (50..60).chain([0]).map(|term| (TermId(term), 1));
        assert_eq!(prefix.terms, rarest.collect::<Vec<_>>());
        assert_eq!(prefix.needed, 8);
    }

    #[test]
    fn no_pair_that_is_sought_is_lost() {
        let texts = [
            text(0..100),
            // Four words of a hundred are others.
            text((4..100).chain(200..204)),
            // The first quarter of the first, and it with something added.
            text(0..25),
            text((0..25).chain(300..400)),
            // Half of the first.
            text((50..100).chain(500..550)),
        ];
        let collection = CollectionModel::new(&texts, 600);
        let models = texts.map(|text| DocumentModel::new(&text, &collection));
        let mut filter = PrefixFilter::new(&collection);
        models.iter().for_each(|model| filter.add(model));
        let check = |at: usize, expect: &[usize]| {
            assert_eq!(filter.may_be_edits(&models[at]), expect, "{at}");
        };
        check(0, &[0, 1, 2]);
        check(1, &[0, 1]);
        check(2, &[0, 2, 3]);
        check(4, &[4]);
    }
}
