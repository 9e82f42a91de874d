//! Reference copies in, form letters out: a letter is a reference copy with its versions.
//!
//! Where a campaign is large, edited copies of its letter are sent often enough to be reference copies
//! themselves. Were each of them a seed, work would grow with the square of a campaign: they join the
//! letter before it is compared with anything else.

use std::cell::OnceCell;
use std::collections::hash_map::Entry;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::Member;
use super::links::{Citation, Context, Link};
use super::pass::Star;
use super::rules::{self, Rule, Version};
use crate::compare::{Seed, Tables};
use crate::corpus::DocId;
use crate::ngrams::{NGram, PHRASE, RepeatedFilter, distinct_ngrams, sorted_dedup};
use crate::retrieval::{Candidates, RetrievalSeed};
use crate::thresholds::Share;

/// A reference copy and its versions.
#[derive(Clone, Debug)]
struct Letter {
    /// The most redundant of them, which stands for all.
    seed: DocId,
    /// Reference copies that are edits of it, by redundancy.
    versions: Vec<Member>,
}

/// The form letters of a docket.
#[derive(Clone, Debug, Default)]
pub struct Letters {
    /// The most redundant first.
    letters: Vec<Letter>,
    opposed: Vec<(DocId, DocId)>,
}

impl Letters {
    /// What near-duplicates are sought of, in the order of the letters.
    pub fn seeds<'a>(&self, tables: &'a Tables<'_>) -> Vec<RetrievalSeed<'a>> {
        let seeds = self.letters.iter().map(|letter| letter.seed);
        seeds.map(|document| RetrievalSeed { document, text: tables.text(document) }).collect()
    }

    /// What documents are compared with: the letter around a seed, or a document by itself.
    pub fn seed(&self, tables: &Tables<'_>, seed: DocId) -> Seed {
        match self.letters.iter().find(|letter| letter.seed == seed) {
            Some(_) => Seed::of_letter(tables, seed),
            None => Seed::of(tables, seed),
        }
    }

    /// The letters with their links to their candidates, which come in their order, and to their versions; and which of
    /// the candidates cite them.
    pub(super) fn stars(
        &self,
        context: &Context<'_>,
        candidates: &Candidates,
    ) -> (Vec<Star>, Vec<Citation>) {
        let (stars, citations): (Vec<Star>, Vec<Vec<Citation>>) = self
            .letters
            .par_iter()
            .zip(candidates.sets())
            .map(|(letter, set)| {
                let mut others = set.documents.clone();
                others.retain(|id| !context.references.is_reference(*id));
                let seed = Seed::of_letter(context.tables, letter.seed);
                let (mut links, citations) = context.links(&seed, &others);
                links.extend(letter.versions.iter().map(Link::from));
                (Star { seed: letter.seed, links }, citations)
            })
            .unzip();
        (stars, citations.concat())
    }

    /// Pairs of seeds of one wording that say the opposite.
    pub(super) fn opposed(&self) -> &[(DocId, DocId)] {
        &self.opposed
    }
}

/// Joins reference copies that are versions of a more redundant one by a must-link, and not where the two
/// are opposed.
pub fn letters(context: &Context<'_>) -> Letters {
    let references = context.references.references();
    let tables = context.tables;
    let mut letters: Vec<(usize, Vec<Member>)> = Vec::new();
    // Most are never asked for.
    let mut seeds: Vec<OnceCell<Seed>> = Vec::new();
    let mut roots: FxHashMap<DocId, DocId> = FxHashMap::default();
    let mut opposed = Vec::new();
    let mut phrases = PhraseIndex::default();
    let ngrams = shared_ngrams(tables, references);
    for ((nth, reference), ngrams) in references.iter().enumerate().zip(ngrams) {
        let text = tables.text(*reference);
        let mut best: Option<(usize, Link)> = None;
        for at in phrases.may_be_versions(&ngrams, text.len()) {
            let seed = references[letters[at].0];
            let letter = seeds[at].get_or_init(|| Seed::of_letter(tables, seed));
            match relation(context, letter, *reference) {
                Relation::None => {}
                Relation::Opposed => opposed.push((seed, *reference)),
                Relation::Version(link) => {
                    if best.is_none_or(|(_, known)| context.is_better(&link, &known)) {
                        best = Some((at, link));
                    }
                }
            }
        }
        match best {
            Some((at, link)) => {
                roots.insert(*reference, link.compared_with);
                letters[at].1.push(context.member(&link));
            }
            None => {
                letters.push((nth, Vec::new()));
                seeds.push(OnceCell::new());
                phrases.add(&ngrams, text.len());
            }
        }
    }
    for (a, b) in &mut opposed {
        [*a, *b] = [*a, *b].map(|id| roots.get(&id).copied().unwrap_or(id));
    }
    Letters {
        letters: letters
            .into_iter()
            .map(|(seed, versions)| Letter { seed: references[seed], versions })
            .collect(),
        opposed: sorted_dedup(opposed.into_iter().filter(|(a, b)| a != b)),
    }
}

/// The n-grams of each reference copy that another one may hold, too.
fn shared_ngrams(tables: &Tables<'_>, references: &[DocId]) -> Vec<Vec<NGram>> {
    let mut ngrams: Vec<Vec<NGram>> =
        references.par_iter().map(|id| distinct_ngrams(tables.text(*id).terms(), PHRASE)).collect();
    let filter = RepeatedFilter::with_room_for(ngrams.iter().map(Vec::len).sum());
    ngrams.par_iter().flatten().for_each(|ngram| filter.add(*ngram));
    ngrams.par_iter_mut().for_each(|ngrams| {
        ngrams.retain(|ngram| filter.may_repeat(*ngram));
        ngrams.shrink_to_fit();
    });
    ngrams
}

/// Of the n-grams of the shorter of two versions they share at least one in eight: half of its words, of which each n-gram of
/// five shares its first word with four others, where the pieces are short.
const FEWEST_SHARED: Share = Share(1, 8);

/// Which letters hold an n-gram.
#[derive(Default)]
struct PhraseIndex {
    /// The last one that holds an n-gram.
    last: FxHashMap<NGram, Holder>,
    /// Holders before others, which most n-grams do not have.
    before: Vec<Holder>,
    lengths: Vec<usize>,
}

/// A letter that holds an n-gram.
#[derive(Clone, Copy)]
struct Holder {
    letter: u32,
    /// Where the one before it is.
    before: Option<u32>,
}

impl PhraseIndex {
    /// Adds a letter by its n-grams, each once, and how many words it has; it is known by how many were added before it.
    fn add(&mut self, ngrams: &[NGram], n_words: usize) {
        let letter = self.lengths.len() as u32;
        self.lengths.push(n_words);
        self.last.reserve(ngrams.len());
        for ngram in ngrams {
            let own = Holder { letter, before: None };
            match self.last.entry(*ngram) {
                Entry::Vacant(place) => _ = place.insert(own),
                Entry::Occupied(mut place) => {
                    let before = Some(self.before.len() as u32);
                    self.before.push(place.insert(Holder { before, ..own }));
                }
            }
        }
    }

    /// The letters that share as many n-grams with a text as two do of which one holds half of the other in
    /// one piece at the least: an eighth of the shorter one's n-grams, ascending.
    fn may_be_versions(&self, ngrams: &[NGram], n_words: usize) -> Vec<usize> {
        let mut n_shared: FxHashMap<u32, usize> = FxHashMap::default();
        for ngram in ngrams {
            let mut holder = self.last.get(ngram);
            while let Some(Holder { letter, before }) = holder {
                *n_shared.entry(*letter).or_default() += 1;
                holder = before.map(|before| &self.before[before as usize]);
            }
        }
        sorted_dedup(n_shared.into_iter().filter_map(|(number, n_shared)| {
            let shorter = self.lengths[number as usize].min(n_words);
            FEWEST_SHARED.is_met(n_shared, shorter).then_some(number as usize)
        }))
    }
}

/// What one reference copy is to another.
enum Relation {
    None,
    Opposed,
    Version(Link),
}

/// Whether a reference copy is a version of the letter around a seed, or its opposite. A kept paragraph is
/// not enough: letters of one sender share those.
fn relation(context: &Context<'_>, seed: &Seed, reference: DocId) -> Relation {
    let shared = seed.compare(context.tables, reference);
    let mut evidence = context.evidence(seed, reference, &shared);
    evidence.is_between_letters = true;
    match rules::version(&evidence, context.config) {
        Version::No => Relation::None,
        Version::Opposed => Relation::Opposed,
        Version::By(rule) => Relation::Version(Link::new(&evidence, rule)),
    }
}

/// The rule that holds between a seed and a document, recomputed from the two and the docket's tables.
pub fn rule_between(
    context: &Context<'_>,
    letters: &Letters,
    seed: DocId,
    document: DocId,
) -> Option<Rule> {
    let references = context.references;
    if references.is_reference(seed) && references.is_reference(document) {
        let tables = context.tables;
        let seed = Seed::of_letter(tables, seed);
        return match relation(context, &seed, document) {
            Relation::Version(link) => Some(link.rule),
            Relation::None | Relation::Opposed => None,
        };
    }
    let seed = letters.seed(context.tables, seed);
    Some(context.link(&seed, document)?.rule)
}

#[cfg(test)]
mod tests {
    use super::PhraseIndex;

    /// Of the n-grams of the shorter of two texts an eighth is enough: of eight words one, of nine two.
    #[test]
    fn all_letters_that_hold_a_run_are_found() {
        let mut index = PhraseIndex::default();
        for (ngrams, n_words) in [([1, 2], 8), ([2, 3], 8), ([2, 4], 9)] {
            index.add(&ngrams, n_words);
        }
        for (ngrams, n_words, expect) in [
            (&[2][..], 20, &[0, 1][..]),
            (&[2, 4], 20, &[0, 1, 2]),
            (&[2], 8, &[0, 1, 2]),
            (&[5], 8, &[]),
        ] {
            assert_eq!(index.may_be_versions(ngrams, n_words), expect);
        }
    }
}
