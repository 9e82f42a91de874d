//! Reference copies in, form letters out: a letter is a reference copy with its versions.
//!
//! Where a campaign is large, edited copies of its letter are sent often enough to be reference copies
//! themselves. Were each of them a seed, work would grow with the square of a campaign: they join the
//! letter before it is compared with anything else, and what only they say is asked for among what is left.

use std::cell::OnceCell;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::links::{Citation, Context, Link};
use super::pass::{self, Star};
use super::rules::Version;
use super::{Clusters, Member};
use crate::compare::{Seed, Tables};
use crate::corpus::{DocId, TermId};
use crate::ngrams::{
    COUNTED, NGram, PHRASE, RepeatedFilter, counts, distinct_ngrams, held_by_several, ngrams,
    pairs, sorted_dedup,
};
use crate::retrieval::{self, Candidates, RetrievalConfig, Searched};
use crate::thresholds::{HALF, Share, Thresholds};

/// The form letters of a docket.
#[derive(Clone, Debug, Default)]
pub struct Letters {
    /// Reference copies, the most redundant first, each with those that are edits of it, by redundancy.
    letters: Vec<(DocId, Vec<Member>)>,
    /// Pairs of seeds of one wording that say the opposite.
    pub(super) opposed: Vec<(DocId, DocId)>,
    /// What those that are no versions of each other have in common: it is evidence for none of them.
    shared: FxHashSet<NGram>,
}

impl Letters {
    /// What near-duplicates are sought of, in the order of the letters.
    pub fn seeds<'a>(&self, tables: &'a Tables<'_>) -> Vec<Searched<'a>> {
        self.letters.iter().map(|(seed, _)| (*seed, tables.text(*seed))).collect()
    }

    /// The letters with their links to their candidates, which come in their order, and to their versions; and which of
    /// the candidates cite them.
    pub(super) fn stars(
        &self,
        context: &Context<'_>,
        candidates: &Candidates,
    ) -> (Vec<Star>, Vec<Citation>) {
        let (mut stars, citations) = stars(context, candidates, &self.shared);
        for (star, (_, versions)) in stars.iter_mut().zip(&self.letters) {
            star.links.extend(versions.iter().map(Link::from));
        }
        (stars, citations)
    }

    /// Puts what keeps what only a version of a letter says to that letter; and tells which of the others cite it.
    ///
    /// # Errors
    /// Where the search fails.
    pub(super) fn gather_by_versions(
        &self,
        context: &Context<'_>,
        config: &RetrievalConfig,
        found: &mut Clusters,
        left: &mut Vec<DocId>,
    ) -> anyhow::Result<Vec<Citation>> {
        let Thresholds { words, work, .. } = context.tables.thresholds();
        let of_letters = self.letters.iter().flat_map(|(letter, versions)| {
            let saying_more = versions.iter().filter(|version| {
                let n_words = context.tables.text(version.document).len();
                n_words >= version.n_shared_words + words.passage
            });
            saying_more.take(work.copies).map(|version| (version.document, *letter))
        });
        gather_by(context, config, (&of_letters.collect(), &self.shared), found, left)
    }
}

/// Puts members to texts around which other clusters started, and that several sent, where they have more of these: two letters
/// may have a paragraph in common.
///
/// # Errors
/// Where the search fails.
pub(super) fn gather_by_circulating(
    context: &Context<'_>,
    config: &RetrievalConfig,
    found: &mut Clusters,
) -> anyhow::Result<()> {
    let seeds = found.clusters.iter().map(|cluster| cluster.seed);
    let circulating = seeds.filter(|id| {
        context.config.links.must
            && !context.references.is_reference(*id)
            && context.is_sent_by_several(*id)
    });
    let asking = circulating.map(|id| (id, id)).collect();
    gather_by(context, config, (&asking, &FxHashSet::default()), found, &mut Vec::new())?;
    Ok(())
}

/// Puts what is `left`, and members of which less than half stands in their letter, to the texts that ask, where they have more of
/// these; and tells which of the others cite them. Of each text that asks it is told whose letter it is a version of; what is
/// `shared` with other letters is no evidence.
fn gather_by(
    context: &Context<'_>,
    config: &RetrievalConfig,
    (letter_of, shared): (&FxHashMap<DocId, DocId>, &FxHashSet<NGram>),
    found: &mut Clusters,
    left: &mut Vec<DocId>,
) -> anyhow::Result<Vec<Citation>> {
    if letter_of.is_empty() {
        return Ok(Vec::new());
    }
    let members = found.clusters.iter().flat_map(|cluster| &cluster.members);
    let doubtful: FxHashMap<DocId, Member> = members
        .filter(|member| {
            member.shares.is_some_and(|shares| shares.of_comment < HALF.part())
                && !context.references.is_reference(member.document)
        })
        .map(|member| (member.document, member.clone()))
        .collect();
    let asking = context.searched(&sorted_dedup(letter_of.keys().copied()));
    let placed = sorted_dedup(left.iter().chain(doubtful.keys()).copied());
    // A phrase counts that another document holds: they are searched, too.
    let searched = [context.searched(&placed), asking.clone()].concat();
    let candidates = retrieval::of_letters(context.tables.corpus(), &asking, &searched, config)?;
    let (stars, mut citations) = stars(context, &candidates, shared);
    let known: Vec<Link> = doubtful.values().map(Link::from).collect();
    let links = stars.iter().flat_map(|star| &star.links);
    let with_others = links.filter(|link| !letter_of.contains_key(&link.document));
    for member in pass::best_links(context, known.iter().chain(with_others)) {
        let before = doubtful.get(&member.document);
        if before.is_some_and(|before| before.compared_with == member.compared_with) {
            continue;
        }
        let noted = before.map(|it| [&it.also_contains[..], &[it.compared_with]].concat());
        let anchor = letter_of[&member.compared_with];
        found.put(anchor, Member { also_contains: noted.unwrap_or_default(), ..member });
    }
    left.retain(|id| found.find(*id).is_none());
    for cluster in &mut found.clusters {
        cluster.members.sort_by_key(|member| member.document);
    }
    citations.iter_mut().for_each(|citation| citation.seed = letter_of[&citation.seed]);
    Ok(citations)
}

/// What asked with its links to its candidates, but for reference copies, which have joined their letters; and which of the
/// candidates cite it.
fn stars(
    context: &Context<'_>,
    candidates: &Candidates,
    shared: &FxHashSet<NGram>,
) -> (Vec<Star>, Vec<Citation>) {
    let of_sets = candidates.par_iter().map(|set| {
        let mut others = set.documents.clone();
        others.retain(|id| !context.references.is_reference(*id));
        let (links, citations) =
            context.links(&Seed::of_letter(context.tables, set.seed, shared), &others);
        (Star { seed: set.seed, links }, citations)
    });
    let (stars, citations): (Vec<Star>, Vec<Vec<Citation>>) = of_sets.unzip();
    (stars, citations.concat())
}

/// Joins reference copies that are versions of a more redundant one by a must-link, and not where the two
/// are opposed.
pub fn letters(context: &Context<'_>) -> Letters {
    let references = context.references.references();
    let tables = context.tables;
    let some = tables.thresholds().shares.some;
    let mut letters: Vec<(usize, Vec<Member>)> = Vec::new();
    // Most are never asked for.
    let mut seeds: Vec<OnceCell<Seed>> = Vec::new();
    let mut roots: FxHashMap<DocId, DocId> = FxHashMap::default();
    let mut opposed = Vec::new();
    let mut phrases = PhraseIndex::default();
    // What they share is known once they are told apart.
    let none = FxHashSet::default();
    for ((nth, reference), ngrams) in
        references.iter().enumerate().zip(shared_phrases(tables, references))
    {
        let text = tables.text(*reference);
        let mut best: Option<(usize, Link)> = None;
        for at in phrases.may_be_versions(&ngrams, text.len(), some) {
            let seed = references[letters[at].0];
            let letter = seeds[at].get_or_init(|| Seed::of_letter(tables, seed, &none));
            match context.version(letter, *reference) {
                (Version::Opposed, _) => opposed.push((seed, *reference)),
                (_, Some(link))
                    if best.is_none_or(|(_, known)| context.is_better(&link, &known)) =>
                {
                    best = Some((at, link));
                }
                _ => {}
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
    let seeds: Vec<DocId> = letters.iter().map(|(nth, _)| references[*nth]).collect();
    Letters {
        shared: shared_by_letters(tables, &seeds),
        letters: seeds.into_iter().zip(letters.into_iter().map(|(_, versions)| versions)).collect(),
        opposed: sorted_dedup(opposed.into_iter().filter(|(a, b)| a != b)),
    }
}

/// The phrases of each reference copy that another one may hold, too.
fn shared_phrases(tables: &Tables<'_>, references: &[DocId]) -> Vec<Vec<NGram>> {
    let texts = references.par_iter().map(|id| tables.text(*id).terms());
    let mut phrases: Vec<Vec<NGram>> = texts.map(|it| distinct_ngrams(it, PHRASE)).collect();
    let filter = RepeatedFilter::with_room_for(phrases.iter().map(Vec::len).sum());
    phrases.par_iter().flatten().for_each(|phrase| filter.add(*phrase));
    phrases.par_iter_mut().for_each(|phrases| {
        phrases.retain(|phrase| filter.may_repeat(*phrase));
        phrases.shrink_to_fit();
    });
    phrases
}

/// The n-grams of letters that are no versions of each other: rule citations and courtesy lines.
fn shared_by_letters(tables: &Tables<'_>, letters: &[DocId]) -> FxHashSet<NGram> {
    let texts: Vec<&[TermId]> = letters.iter().map(|id| tables.text(*id).terms()).collect();
    let n_words = texts.iter().map(|text| text.len()).sum();
    let held = held_by_several(texts.len(), n_words, |at| ngrams(texts[at], COUNTED));
    let by_ngram = held.chunk_by(|a, b| a.0 == b.0);
    // Those that share half of the shorter one are versions of each other.
    let mut n_shared = counts(by_ngram.clone().flat_map(|holders| pairs(holders, usize::MAX)));
    n_shared.retain(|(a, b), n| *n * 2 <= texts[*a as usize].len().min(texts[*b as usize].len()));
    by_ngram
        .filter(|holders| pairs(holders, usize::MAX).any(|pair| n_shared.contains_key(&pair)))
        .map(|holders| holders[0].0)
        .collect()
}

/// Which letters hold an n-gram.
#[derive(Default)]
struct PhraseIndex {
    holders: FxHashMap<NGram, Vec<u32>>,
    lengths: Vec<usize>,
}

impl PhraseIndex {
    /// Adds a letter by its n-grams, each once, and how many words it has; it is known by how many were added before it.
    fn add(&mut self, ngrams: &[NGram], n_words: usize) {
        let letter = self.lengths.len() as u32;
        self.lengths.push(n_words);
        for ngram in ngrams {
            self.holders.entry(*ngram).or_default().push(letter);
        }
    }

    /// The letters that share some n-grams with a text, as versions of each other do, ascending: where these have half of their
    /// words in common in the shortest pieces, each n-gram of five shares its first word with four others, and an eighth of the
    /// shorter one's are common.
    fn may_be_versions(&self, ngrams: &[NGram], n_words: usize, some: Share) -> Vec<usize> {
        let holders = ngrams.iter().filter_map(|ngram| self.holders.get(ngram)).flatten();
        let n_shared = counts(holders.copied());
        sorted_dedup(n_shared.into_iter().filter_map(|(number, n_shared)| {
            let shorter = self.lengths[number as usize].min(n_words);
            some.is_met(n_shared, shorter).then_some(number as usize)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::{PhraseIndex, shared_by_letters};
    use crate::compare::examples::with_tables;
    use crate::corpus::DocId;
    use crate::thresholds::Share;

    /// A paragraph of two letters is evidence for neither: 20 words have 15 n-grams of six. What versions share is evidence for
    /// both: 36 of 60 words are 31 n-grams, more than half of 60; 35 are 30, which is half.
    #[test]
    fn n_grams_of_two_letters_are_no_evidence() {
        for (letters, expect) in [
            (["a:40|p:20", "b:40|p:20"], 15),
            (["a:40|p:20", "b:20 p:20 c:20"], 15),
            (["a:40|p:20", "b:40|c:20"], 0),
            (["a:60", "a:36 b:40"], 0),
            (["a:60", "a:35 b:40"], 30),
        ] {
            let n_shared = with_tables(&letters, |tables| {
                let letters: Vec<DocId> = tables.corpus().ids().collect();
                shared_by_letters(tables, &letters).len()
            });
            assert_eq!(n_shared, expect, "{letters:?}");
        }
    }

    /// Of the n-grams of the shorter of two texts a tenth is enough: of ten words one, of eleven two.
    #[test]
    fn all_letters_that_hold_a_run_are_found() {
        let mut index = PhraseIndex::default();
        for (ngrams, n_words) in [([1, 2], 10), ([2, 3], 10), ([2, 4], 11)] {
            index.add(&ngrams, n_words);
        }
        for (ngrams, n_words, expect) in [
            (&[2][..], 20, &[0, 1][..]),
            (&[2, 4], 20, &[0, 1, 2]),
            (&[2], 10, &[0, 1, 2]),
            (&[5], 8, &[]),
        ] {
            assert_eq!(index.may_be_versions(ngrams, n_words, Share(1, 10)), expect);
        }
    }
}
