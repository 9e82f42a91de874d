//! Reference copies in, form letters out: a letter is a reference copy with its versions.
//!
//! Where a campaign is large, edited copies of its letter are sent often enough to be reference copies
//! themselves. Were each of them a seed, work would grow with the square of a campaign: they join the
//! letter before it is compared with anything else. What only they say belongs to the letter, too.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::constraints::{self, MustLink};
use super::passages::{COMMON_RUN, Gram, RUN, SeedPassages, gram};
use super::prefix_filter::PrefixFilter;
use super::{Config, Member, Models, Rule};
use crate::corpus::{DocId, TermId, TokenText};
use crate::retrieval;

/// Words that a letter has at least for another one to be its extension.
const SHORTEST_CONTAINED_LETTER: usize = 25;
/// Words that two texts share, of ten of the shorter one, before one of them can contain the other.
const SHARED_BY_CONTAINED: f64 = 0.8;
/// Words of a passage that only a version holds, before it is a passage of the letter.
const SHORTEST_ADDITION: usize = 10;

/// A reference copy and its versions.
#[derive(Clone, Debug)]
pub struct Letter {
    /// The most redundant of them, which stands for all.
    pub seed: DocId,
    /// Reference copies that are edits of it, by redundancy.
    pub versions: Vec<Member>,
    /// Its words, then the passages that only its versions hold, each a block.
    pub text: TokenText,
}

/// The form letters of a docket.
#[derive(Clone, Debug, Default)]
pub struct Letters {
    letters: Vec<Letter>,
    opposed: Vec<(DocId, DocId)>,
}

impl Letters {
    /// The letters, the most redundant first.
    pub fn letters(&self) -> &[Letter] {
        &self.letters
    }

    /// What near-duplicates are sought of, in the order of the letters.
    pub fn seeds(&self) -> Vec<retrieval::Seed<'_>> {
        let letters = self.letters.iter();
        letters
            .map(|letter| retrieval::Seed {
                document: letter.seed,
                text: &letter.text,
            })
            .collect()
    }

    /// Pairs of seeds that are nearly equal but for a word of stance.
    pub(super) fn opposed(&self) -> &[(DocId, DocId)] {
        &self.opposed
    }
}

/// Joins reference copies that are edits of a more redundant one: by containment or word overlap above
/// 95 % only, never by distance, and not where the stance differs.
pub fn letters(models: &Models<'_>, config: &Config) -> Letters {
    let references = models.references().references();
    let passages: Vec<SeedPassages> = references
        .par_iter()
        .map(|id| SeedPassages::new(models.text(*id), |_| false))
        .collect();
    let mut letters: Vec<(usize, Vec<Member>)> = Vec::new();
    let mut roots: FxHashMap<DocId, DocId> = FxHashMap::default();
    let mut opposed = Vec::new();
    let mut filter = PrefixFilter::new(models.collection());
    for (nth, reference) in references.iter().enumerate() {
        let mut version = None;
        for at in filter.may_be_edits(models.of(*reference)) {
            let seed = letters[at].0;
            match relation(models, references[seed], &passages[seed], *reference) {
                Relation::None => {}
                Relation::Opposed => opposed.push((references[seed], *reference)),
                Relation::Edit(member) => {
                    version = Some((at, member));
                    break;
                }
            }
        }
        match version {
            Some((at, member)) => {
                roots.insert(*reference, member.compared_with);
                letters[at].1.push(member);
            }
            None => {
                letters.push((nth, Vec::new()));
                // Without must-links no letter is a version of another.
                if config.links.must {
                    filter.add(models.of(*reference));
                }
            }
        }
    }
    let root = |id: DocId| roots.get(&id).copied().unwrap_or(id);
    let texts = texts(models, references, &letters);
    let letters = letters.into_iter().zip(texts);
    Letters {
        letters: letters
            .map(|((seed, versions), text)| Letter {
                seed: references[seed],
                versions,
                text,
            })
            .collect(),
        opposed: opposed
            .into_iter()
            .map(|(a, b)| (root(a), root(b)))
            .collect(),
    }
}

/// The words of each letter, then the passages that only its versions hold: those that stand in no other
/// letter nor in its versions.
fn texts(
    models: &Models<'_>,
    references: &[DocId],
    letters: &[(usize, Vec<Member>)],
) -> Vec<TokenText> {
    let own_text = |seed: usize| models.text(references[seed]);
    let additions: Vec<Vec<&[TermId]>> = letters
        .par_iter()
        .map(|(seed, versions)| {
            let versions = versions.iter().map(|member| models.text(member.document));
            additions(own_text(*seed), versions)
        })
        .collect();
    // The letter that holds a run, or none where several do.
    let mut holders: FxHashMap<Gram, Option<usize>> = FxHashMap::default();
    for (at, ((seed, _), additions)) in letters.iter().zip(&additions).enumerate() {
        let passages = [own_text(*seed).terms()]
            .into_iter()
            .chain(additions.iter().copied());
        for run in passages.flat_map(|passage| passage.windows(COMMON_RUN)) {
            let holder = holders.entry(gram(run)).or_insert(Some(at));
            *holder = holder.filter(|holder| *holder == at);
        }
    }
    let texts = letters
        .par_iter()
        .zip(&additions)
        .map(|((seed, _), additions)| {
            let is_own = |run: &[TermId]| holders[&gram(run)].is_some();
            let own = additions
                .iter()
                .flat_map(|passage| where_not(passage, COMMON_RUN, |run| !is_own(run)));
            let text = own_text(*seed);
            let blocks = text.block_ranges().map(|block| &text.terms()[block]);
            TokenText::from_blocks(blocks.chain(own))
        });
    texts.collect()
}

/// The passages of a letter's versions that stand neither in it nor in an earlier version.
fn additions<'a>(
    letter: &TokenText,
    versions: impl Iterator<Item = &'a TokenText>,
) -> Vec<&'a [TermId]> {
    let mut known: FxHashSet<Gram> = letter.terms().windows(RUN).map(gram).collect();
    let mut additions = Vec::new();
    for version in versions {
        for block in version.block_ranges() {
            let block = &version.terms()[block];
            additions.extend(where_not(block, RUN, |run| known.contains(&gram(run))));
        }
        known.extend(version.terms().windows(RUN).map(gram));
    }
    additions
}

/// The passages of a block, long enough to be a paragraph, of which no word lies in a run of `n_words`
/// that `is_known`.
fn where_not(
    block: &[TermId],
    n_words: usize,
    is_known: impl Fn(&[TermId]) -> bool,
) -> Vec<&[TermId]> {
    let mut passages = Vec::new();
    let mut start = 0;
    let known = block
        .windows(n_words)
        .enumerate()
        .filter(|(_, run)| is_known(run));
    for at in known.map(|(at, _)| at).chain([block.len()]) {
        if at >= start + SHORTEST_ADDITION {
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
    Edit(Member),
}

/// Whether `reference` is an edit of the letter `seed`, or its opposite.
fn relation(
    models: &Models<'_>,
    seed: DocId,
    passages: &SeedPassages,
    reference: DocId,
) -> Relation {
    let (own, other) = (models.of(seed), models.of(reference));
    let (seed_words, reference_words) = (models.text(seed).len(), models.text(reference).len());
    let shorter = seed_words.min(reference_words);
    let word_overlap = own.word_overlap(other);
    let n_shared = word_overlap * seed_words.max(reference_words) as f64;
    if n_shared < SHARED_BY_CONTAINED * shorter as f64
        || constraints::cannot_link(models.document(seed), models.document(reference))
    {
        return Relation::None;
    }
    let overlap = passages.overlap(&passages.compare(models.text(reference)));
    let is_contained = if seed_words <= reference_words {
        overlap.n_seed == seed_words
    } else {
        overlap.n_document == reference_words
    };
    let rule = if word_overlap > constraints::MUST_OVERLAP {
        if constraints::opposite_stance(own, other, models.corpus().vocabulary()) {
            return Relation::Opposed;
        }
        MustLink::WordOverlap
    } else if is_contained && shorter >= SHORTEST_CONTAINED_LETTER {
        MustLink::Containment
    } else {
        return Relation::None;
    };
    Relation::Edit(Member {
        document: reference,
        compared_with: seed,
        rule: Rule::Must(rule),
        distance: models.distance(seed, reference),
        n_shared_words: overlap.n_document,
        n_blocks_kept: overlap.n_blocks_kept,
        also_contains: Vec::new(),
    })
}
