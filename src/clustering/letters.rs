//! Reference copies in, form letters out: a letter is a reference copy with its versions.
//!
//! Where a campaign is large, edited copies of its letter are sent often enough to be reference copies
//! themselves. Were each of them a seed, work would grow with the square of a campaign: they join the
//! letter before it is compared with anything else. What only they say belongs to the letter, too.

use std::cell::OnceCell;
use std::collections::hash_map::Entry;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::links::{Citation, Context, Link};
use super::pass::Star;
use super::rules::{self, Rule, Version};
use super::shared_by_letters::shared_by_letters;
use super::{Cluster, Member};
use crate::compare::{Seed, Tables};
use crate::corpus::{DocId, TermId, TokenText};
use crate::ngrams::{
    COPIED, COUNTED, NGram, PHRASE, RepeatedFilter, distinct_ngrams, ngram, sorted_dedup,
};
use crate::retrieval::{Candidates, RetrievalSeed};
use crate::thresholds::Share;

/// A reference copy and its versions.
#[derive(Clone, Debug)]
struct Letter {
    /// The most redundant of them, which stands for all.
    seed: DocId,
    /// Reference copies that are edits of it, by redundancy.
    versions: Vec<Member>,
    /// Its words, then the passages that only its versions hold, each a block.
    text: TokenText,
}

/// The form letters of a docket.
#[derive(Clone, Debug, Default)]
pub struct Letters {
    /// The most redundant first.
    letters: Vec<Letter>,
    opposed: Vec<(DocId, DocId)>,
    /// What those that are no versions of each other have in common: it is evidence for none of them.
    shared: FxHashSet<NGram>,
}

impl Letters {
    /// What near-duplicates are sought of, in the order of the letters.
    pub fn seeds(&self) -> Vec<RetrievalSeed<'_>> {
        self.letters
            .iter()
            .map(|letter| RetrievalSeed { document: letter.seed, text: &letter.text })
            .collect()
    }

    /// What documents are compared with: the letter around a seed, or a document by itself.
    pub fn seed(&self, tables: &Tables<'_>, seed: DocId) -> Seed {
        match self.letters.iter().find(|letter| letter.seed == seed) {
            Some(letter) => self.of_letter(tables, letter),
            None => Seed::of(tables, seed),
        }
    }

    fn of_letter(&self, tables: &Tables<'_>, letter: &Letter) -> Seed {
        Seed::of_letter(tables, letter.seed, &letter.text, |ngram| self.shared.contains(&ngram))
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
                let seed = self.of_letter(context.tables, letter);
                let (mut links, citations) = context.links(&seed, &others);
                links.extend(letter.versions.iter().map(Link::from));
                (Star { seed: letter.seed, links }, citations)
            })
            .unzip();
        (stars, citations.concat())
    }

    /// Names for members of which most of what they share with a letter stands in a version of it the version of which they
    /// share most: the evidence is there, not in the text that stands for the letter.
    pub(super) fn name_versions(&self, context: &Context<'_>, clusters: &mut [Cluster]) {
        let tables = context.tables;
        let versions: FxHashMap<DocId, &[Member]> =
            self.letters.iter().map(|letter| (letter.seed, &*letter.versions)).collect();
        clusters.par_iter_mut().for_each(|cluster| {
            let versions = versions.get(&cluster.seed).copied().unwrap_or_default();
            if versions.is_empty() {
                return;
            }
            let n_words = tables.text(cluster.seed).len();
            let seeds: OnceCell<Vec<Seed>> = OnceCell::new();
            for member in &mut cluster.members {
                let of_seed = member.shares.map_or(1.0, |shares| shares.of_seed);
                if context.references.is_reference(member.document)
                    || of_seed * n_words as f64 * 2.0 >= member.n_shared_words as f64
                {
                    continue;
                }
                let seeds = seeds.get_or_init(|| {
                    let documents = versions.iter().map(|version| version.document);
                    documents
                        .map(|id| Seed::of_letter(tables, id, tables.text(id), |_| false))
                        .collect()
                });
                let links = seeds.iter().filter_map(|seed| context.link(seed, member.document));
                let best = links.reduce(|a, b| if context.is_better(&b, &a) { b } else { a });
                if let Some(link) = best.filter(|link| link.rule.is_must()) {
                    let also_contains = std::mem::take(&mut member.also_contains);
                    *member = Member { also_contains, ..context.member(&link) };
                }
            }
        });
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
            let letter = seeds[at]
                .get_or_init(|| Seed::of_letter(tables, seed, tables.text(seed), |_| false));
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
    let texts = texts(tables, references, &letters);
    let seeds: Vec<DocId> = letters.iter().map(|(seed, _)| references[*seed]).collect();
    Letters {
        shared: shared_by_letters(tables, &seeds),
        letters: letters
            .into_iter()
            .zip(texts)
            .map(|((seed, versions), text)| Letter { seed: references[seed], versions, text })
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

/// The words of each letter, then the passages that only its versions hold: those that stand in no other
/// letter nor in its versions.
fn texts(
    tables: &Tables<'_>,
    references: &[DocId],
    letters: &[(usize, Vec<Member>)],
) -> Vec<TokenText> {
    let shortest = tables.thresholds().words.passage;
    let additions: Vec<Vec<&[TermId]>> = letters
        .par_iter()
        .map(|(seed, versions)| {
            additions(
                tables.text(references[*seed]),
                versions.iter().map(|member| tables.text(member.document)),
                shortest,
            )
        })
        .collect();
    // The letter that holds an n-gram of an addition, or none where several do.
    let mut holders: FxHashMap<NGram, Option<usize>> = FxHashMap::default();
    for (at, additions) in additions.iter().enumerate() {
        for words in additions.iter().flat_map(|passage| passage.windows(COUNTED)) {
            let holder = holders.entry(ngram(words)).or_insert(Some(at));
            *holder = holder.filter(|holder| *holder == at);
        }
    }
    if !holders.is_empty() {
        for (at, (seed, _)) in letters.iter().enumerate() {
            for words in tables.text(references[*seed]).terms().windows(COUNTED) {
                if let Some(holder) = holders.get_mut(&ngram(words)) {
                    *holder = holder.filter(|holder| *holder == at);
                }
            }
        }
    }
    letters
        .par_iter()
        .zip(&additions)
        .map(|((seed, _), additions)| {
            let own = additions.iter().flat_map(|passage| {
                where_not(passage, COUNTED, shortest, |words| holders[&ngram(words)].is_none())
            });
            let text = tables.text(references[*seed]);
            TokenText::from_blocks(text.block_ranges().map(|block| &text.terms()[block]).chain(own))
        })
        .collect()
}

/// The passages of a letter's versions that stand neither in it nor in an earlier version.
fn additions<'a>(
    letter: &TokenText,
    versions: impl Iterator<Item = &'a TokenText>,
    shortest: usize,
) -> Vec<&'a [TermId]> {
    let mut known: FxHashSet<NGram> = letter.terms().windows(COPIED).map(ngram).collect();
    let mut additions = Vec::new();
    for version in versions {
        for block in version.block_ranges() {
            let block = &version.terms()[block];
            let own = where_not(block, COPIED, shortest, |words| known.contains(&ngram(words)));
            additions.extend(own);
        }
        known.extend(version.terms().windows(COPIED).map(ngram));
    }
    additions
}

/// The passages of a block, long enough to be a paragraph, of which no word lies in an n-gram of `n_words`
/// that `is_known`.
fn where_not(
    block: &[TermId],
    n_words: usize,
    shortest: usize,
    is_known: impl Fn(&[TermId]) -> bool,
) -> Vec<&[TermId]> {
    let mut passages = Vec::new();
    let mut start = 0;
    let known = block.windows(n_words).enumerate().filter(|(_, words)| is_known(words));
    for at in known.map(|(at, _)| at).chain([block.len()]) {
        if at >= start + shortest {
            passages.push(&block[start..at]);
        }
        start = start.max(at + n_words);
    }
    passages
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
        let seed = Seed::of_letter(tables, seed, tables.text(seed), |_| false);
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
    use super::{PhraseIndex, where_not};
    use crate::corpus::TermId;

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

    #[test]
    fn ten_words_that_only_a_version_holds_are_a_passage() {
        let n_passages = [10, 9].map(|n| where_not(&vec![TermId(0); n], 3, 10, |_| false).len());
        assert_eq!(n_passages, [1, 0]);
    }
}
