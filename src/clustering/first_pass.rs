//! First pass: the seeds are the reference copies.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::assignment::{best_links, finish, links_of};
use super::constraints::{self, MustLink};
use super::kits::note_other_letters;
use super::passages::{COMMON_RUN, Gram, SeedPassages, gram};
use super::{Clusters, Config, Member, Models, Rule};
use crate::corpus::{Corpus, DocId, TokenText};
use crate::retrieval::Candidates;

/// Words that a letter has at least for another one to be its extension.
const SHORTEST_CONTAINED_LETTER: usize = 25;

/// Places the near-duplicates of form letters; the rest stays unplaced.
pub fn around_reference_copies(
    models: &Models<'_>,
    candidates: &Candidates,
    config: &Config,
) -> Clusters {
    let references = models.references().references();
    let joined = join_references(models, references, config);
    let is_reference: FxHashSet<DocId> = references.iter().copied().collect();
    let common = CommonRuns::of(models.corpus(), references, &joined.members);
    let root = |seed: DocId| {
        let join = joined.members.get(&seed);
        join.map_or(seed, |join| join.compared_with)
    };
    let links: Vec<Vec<Member>> = candidates
        .sets()
        .par_iter()
        .map(|set| {
            let others = set
                .documents
                .iter()
                .copied()
                .filter(|id| !is_reference.contains(id));
            links_of(
                models,
                set.seed,
                true,
                &others.collect::<Vec<_>>(),
                |run| common.is_common(root(set.seed), run),
                &[],
                config,
            )
        })
        .collect();
    let links: Vec<Member> = links.into_iter().flatten().collect();
    let best = best_links(links.iter().cloned());
    let mut clusters: FxHashMap<DocId, Vec<Member>> = references
        .iter()
        .map(|reference| (root(*reference), Vec::new()))
        .collect();
    let mut unplaced = Vec::new();
    for document in references.iter().chain(models.references().others()) {
        match joined.members.get(document).or_else(|| best.get(document)) {
            Some(member) => clusters
                .entry(root(member.compared_with))
                .or_default()
                .push(member.clone()),
            None if is_reference.contains(document) => {}
            None => unplaced.push(*document),
        }
    }
    let mut clusters = finish(models, clusters, unplaced, config);
    note_other_letters(&mut clusters.clusters, links.iter());
    for (a, b) in joined.opposed {
        clusters.relate(root(a), root(b));
    }
    clusters
}

/// What reference copies are to each other.
#[derive(Default)]
struct Joined {
    /// Edits of a more redundant one.
    members: FxHashMap<DocId, Member>,
    /// Pairs that are nearly equal but for a word of stance.
    opposed: Vec<(DocId, DocId)>,
}

/// Reference copies that are edits of a more redundant one: they join its cluster, by containment or
/// word overlap above 95 % only, never by distance, and not where the stance differs.
fn join_references(models: &Models<'_>, references: &[DocId], config: &Config) -> Joined {
    let mut joined = Joined::default();
    if !config.links.must {
        return joined;
    }
    let passages: Vec<SeedPassages> = references
        .par_iter()
        .map(|id| SeedPassages::new(models.text(*id), |_| false))
        .collect();
    for (nth, reference) in references.iter().enumerate() {
        for (seed, passages) in references[..nth].iter().zip(&passages) {
            if joined.members.contains_key(seed) {
                continue;
            }
            match relation(models, *seed, passages, *reference) {
                Relation::None => {}
                Relation::Opposed => joined.opposed.push((*seed, *reference)),
                Relation::Edit(member) => {
                    joined.members.insert(*reference, member);
                    break;
                }
            }
        }
    }
    joined
}

/// What one reference copy is to another.
enum Relation {
    None,
    Opposed,
    Edit(Member),
}

/// Words that two texts share, of ten of the shorter one, before one of them can contain the other.
const SHARED_BY_CONTAINED: f64 = 0.8;

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

/// What letters that are no versions of each other have in common.
#[derive(Default)]
struct CommonRuns {
    /// Runs of words in two letters: rule citations and courtesy lines, no evidence for either.
    runs: FxHashSet<Gram>,
    /// Those that make up a whole paragraph of one letter, while the others hold them inside longer
    /// paragraphs: they quote, and it is evidence for the first.
    quoted_from: FxHashMap<DocId, FxHashSet<Gram>>,
}

impl CommonRuns {
    fn of(corpus: &Corpus, references: &[DocId], joined: &FxHashMap<DocId, Member>) -> Self {
        let letters: Vec<DocId> = references
            .iter()
            .copied()
            .filter(|id| !joined.contains_key(id))
            .collect();
        let mut places: Vec<(Gram, u32, u32)> = Vec::new();
        for (letter, id) in letters.iter().enumerate() {
            let runs = corpus.token_text(*id).terms().windows(COMMON_RUN);
            let place = |(at, run)| (gram(run), letter as u32, at as u32);
            places.extend(runs.enumerate().map(place));
        }
        places.sort_unstable();
        let mut n_shared: FxHashMap<(u32, u32), usize> = FxHashMap::default();
        let shared_runs = || {
            let same = places.chunk_by(|a, b| a.0 == b.0);
            same.filter(|holders| holders[0].1 != holders[holders.len() - 1].1)
        };
        for holders in shared_runs() {
            pairs(holders).for_each(|pair| *n_shared.entry(pair).or_default() += 1);
        }
        let length = |letter: u32| corpus.token_text(letters[letter as usize]).len();
        let are_versions =
            |pair: (u32, u32)| n_shared[&pair] * 2 > length(pair.0).min(length(pair.1));
        let common: Vec<&[(Gram, u32, u32)]> = shared_runs()
            .filter(|holders| !pairs(holders).all(are_versions))
            .collect();
        Self {
            runs: common.iter().map(|holders| holders[0].0).collect(),
            quoted_from: quoted_from(corpus, &letters, &common),
        }
    }

    /// Whether a run is no evidence for a letter.
    fn is_common(&self, letter: DocId, run: Gram) -> bool {
        let is_own = |runs: &FxHashSet<Gram>| runs.contains(&run);
        self.runs.contains(&run) && !self.quoted_from.get(&letter).is_some_and(is_own)
    }
}

/// Words of a paragraph that stand in other letters, of ten, for it to stand there whole.
const WHOLE_PARAGRAPH: usize = 9;

/// Common runs in a paragraph that only one letter holds as a paragraph of its own.
fn quoted_from(
    corpus: &Corpus,
    letters: &[DocId],
    common: &[&[(Gram, u32, u32)]],
) -> FxHashMap<DocId, FxHashSet<Gram>> {
    let texts: Vec<&TokenText> = letters.iter().map(|id| corpus.token_text(*id)).collect();
    let mut is_shared: Vec<Vec<bool>> = texts.iter().map(|text| vec![false; text.len()]).collect();
    for (_, letter, at) in common.iter().copied().flatten() {
        is_shared[*letter as usize][*at as usize..*at as usize + COMMON_RUN].fill(true);
    }
    let is_whole = |letter: u32, at: u32| {
        let run = at as usize..at as usize + COMMON_RUN;
        let mut blocks = texts[letter as usize].block_ranges();
        let block = blocks.find(|block| block.start <= run.start && run.end <= block.end);
        block.is_some_and(|block| {
            let words = &is_shared[letter as usize][block.clone()];
            let n_shared = words.iter().filter(|shared| **shared).count();
            n_shared * 10 >= block.len() * WHOLE_PARAGRAPH
        })
    };
    let mut quoted: FxHashMap<DocId, FxHashSet<Gram>> = FxHashMap::default();
    for holders in common {
        let mut whole = holders
            .iter()
            .filter(|(_, letter, at)| is_whole(*letter, *at));
        if let (Some((run, letter, _)), None) = (whole.next(), whole.next()) {
            let letter = letters[*letter as usize];
            quoted.entry(letter).or_default().insert(*run);
        }
    }
    quoted
}

/// Every pair of letters that hold a run.
fn pairs(holders: &[(Gram, u32, u32)]) -> impl Iterator<Item = (u32, u32)> {
    let tails = (1..holders.len()).map(|nth| &holders[nth..]);
    holders
        .iter()
        .zip(tails)
        .flat_map(|(a, rest)| rest.iter().map(|b| (a.1, b.1)))
        .filter(|(a, b)| a != b)
}
