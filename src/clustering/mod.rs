//! Candidates in, clusters out: Dirichlet-smoothed KL divergence with must-, cannot- and
//! family-links, in two passes (SIGIR 2006 §4.2, §4.4 and Figure 3).
//!
//! In the first pass the seeds are the reference copies, in the second the documents that are still
//! unplaced. A document goes to the seed with which a must-link holds, the one it shares most words
//! with; else to the nearest seed within the cut-off θ; never across a cannot-link.
//!
//! Deviations from Figure 3, whose print cannot be run as it stands:
//! - It adds a document to a cluster and eliminates it from the same cluster; it never adds it to
//!   the nearest seed found so far. Here all seeds of a pass are compared first, then the document
//!   goes to the best.
//! - It never tests (s_ij, d_i) ∈ Cannot. Here a cannot-link always holds.
//! - It seeds the second pass with documents that are placed already. Here only unplaced ones seed.
//! - The order of the second pass is not given. Here the document that links most others comes
//!   first, then the earliest: clusters are stars around their most typical member, and no chain
//!   of small edits can grow.
//!
//! # Invariants
//! - The clusters partition the unique documents.
//! - No cluster holds a document whose docket its seed's excludes.
//! - Every member's evidence names the seed it was compared with.

pub mod constraints;
pub mod language_model;
pub mod passages;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::corpus::{Corpus, DocId};
use crate::reference::ReferenceCopies;
use crate::retrieval::{CandidateSet, Candidates};
use constraints::{Links, MustLink};
use language_model::{CollectionModel, DocumentModel};
use passages::{COMMON_RUN, Gram, SeedPassages, gram};

/// What the user can choose about clustering.
#[derive(Clone, Debug)]
pub struct Config {
    /// Cut-off θ₀ in nats.
    pub threshold: f64,
    /// What a family-link takes off a distance: α = 0.05 (Figure 3 A).
    pub family_bonus: f64,
    /// Which links are used.
    pub links: Links,
}

impl Default for Config {
    /// θ₀ = 1.0: half of what the nearest two of the letters met lie apart (2.0 to 4.5), and above what
    /// heavy edits of one letter do (0.2 to 0.9).
    fn default() -> Self {
        Self {
            threshold: 1.0,
            family_bonus: 0.05,
            links: Links::ALL,
        }
    }
}

/// Documents below this many words never join by distance: a few words can look like anything.
pub const SHORT_DOCUMENT: usize = 25;
/// Members between two looks at the cut-off (dg.o 2005 slide 23, "at 10 document intervals").
const CUT_OFF_INTERVAL: usize = 10;
/// A step larger than this share of θ₀ within an interval lowers the cut-off (slide 23, "5%").
const CUT_OFF_STEP: f64 = 0.05;

/// Why a document is in its cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// A must-link with the seed.
    Must(MustLink),
    /// The distance to the seed is below the cut-off.
    Distance {
        /// Whether a family-link brought it below.
        family: bool,
    },
}

/// A unique document in a cluster, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The document.
    pub document: DocId,
    /// The seed it was compared with: the cluster's own, or a reference copy that joined the cluster.
    pub compared_with: DocId,
    /// Why it is here.
    pub rule: Rule,
    /// Distance to that seed in nats.
    pub distance: f64,
    /// Words of the document that stand in that seed.
    pub n_shared_words: usize,
    /// Blocks of that seed of which the document keeps at least half.
    pub n_blocks_kept: usize,
}

/// A seed and what gathered around it.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    seed: DocId,
    members: Vec<Member>,
    redundancy: usize,
    is_form_letter: bool,
}

impl Cluster {
    /// The document the cluster started from.
    pub fn seed(&self) -> DocId {
        self.seed
    }

    /// Members besides the seed, by `DocId`.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// How many exact copies the seed has, itself included.
    pub fn redundancy(&self) -> usize {
        self.redundancy
    }

    /// Whether the seed is the reference copy of a form letter.
    pub fn is_form_letter(&self) -> bool {
        self.is_form_letter
    }

    /// Whether the cluster is one comment, nobody else's.
    pub fn is_singleton(&self) -> bool {
        self.members.is_empty() && self.redundancy == 1
    }
}

/// A partition of the unique documents.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clusters {
    clusters: Vec<Cluster>,
    unplaced: Vec<DocId>,
}

impl Clusters {
    /// The clusters, by seed. Some have no member besides it.
    pub fn clusters(&self) -> &[Cluster] {
        &self.clusters
    }

    /// Documents that no seed attracted, ascending.
    pub fn unplaced(&self) -> &[DocId] {
        &self.unplaced
    }
}

/// The models that both passes compare with.
pub struct Models<'a> {
    corpus: &'a Corpus,
    references: &'a ReferenceCopies,
    collection: CollectionModel,
    documents: FxHashMap<DocId, DocumentModel>,
}

impl<'a> Models<'a> {
    /// Estimates the models of all unique documents.
    pub fn new(corpus: &'a Corpus, references: &'a ReferenceCopies) -> Self {
        let unique = references.unique();
        let collection = CollectionModel::new(
            unique.iter().map(|id| corpus.token_text(*id)),
            corpus.vocabulary().len(),
        );
        let models: Vec<DocumentModel> = unique
            .par_iter()
            .map(|id| DocumentModel::new(corpus.token_text(*id), &collection))
            .collect();
        Self {
            corpus,
            references,
            collection,
            documents: unique.into_iter().zip(models).collect(),
        }
    }

    fn distance(&self, a: DocId, b: DocId) -> f64 {
        language_model::distance(&self.documents[&a], &self.documents[&b], &self.collection)
    }

    fn length(&self, id: DocId) -> usize {
        self.corpus.token_text(id).len()
    }

    fn cluster(&self, seed: DocId, members: Vec<Member>) -> Cluster {
        let is_form_letter = self.references.references().contains(&seed);
        Cluster {
            seed,
            members,
            redundancy: self.references.redundancy(seed),
            is_form_letter,
        }
    }
}

/// First pass: the seeds are the reference copies.
pub fn around_reference_copies(
    models: &Models<'_>,
    candidates: &Candidates,
    config: &Config,
) -> Clusters {
    let references = models.references;
    let joined = join_references(models, references.references(), config);
    let is_reference: FxHashSet<DocId> = references.references().iter().copied().collect();
    let common = common_grams(models.corpus, references.references(), &joined);
    let links: Vec<Vec<Member>> = candidates
        .sets()
        .par_iter()
        .map(|set| {
            let passages = SeedPassages::new(models.corpus.token_text(set.seed), &common);
            let others = set
                .documents
                .iter()
                .filter(|document| !is_reference.contains(document));
            others
                .filter_map(|document| link(models, &passages, set.seed, *document, true, config))
                .collect()
        })
        .collect();
    let best = best_links(links.into_iter().flatten());
    let mut clusters: FxHashMap<DocId, Vec<Member>> = references
        .references()
        .iter()
        .filter(|id| !joined.contains_key(id))
        .map(|id| (*id, Vec::new()))
        .collect();
    for (reference, join) in &joined {
        clusters
            .entry(join.compared_with)
            .or_default()
            .push(Member {
                document: *reference,
                ..join.clone()
            });
    }
    let mut unplaced = Vec::new();
    for document in references.others() {
        match best.get(document) {
            Some(member) => {
                let seed = joined
                    .get(&member.compared_with)
                    .map_or(member.compared_with, |join| join.compared_with);
                clusters.entry(seed).or_default().push(member.clone());
            }
            None => unplaced.push(*document),
        }
    }
    finish(models, clusters, unplaced, config)
}

/// Second pass: the seeds are the documents the first pass left, those that link most others first.
pub fn around_others(
    models: &Models<'_>,
    candidates: &Candidates,
    first: Clusters,
    config: &Config,
) -> Clusters {
    let unplaced: FxHashSet<DocId> = first.unplaced.iter().copied().collect();
    let links: Vec<Vec<Member>> = candidates
        .sets()
        .par_iter()
        .map(|set| links_of_other(models, set, &unplaced, config))
        .collect();
    let mut order: Vec<usize> = (0..links.len())
        .filter(|at| !links[*at].is_empty())
        .collect();
    let timestamp = |at: usize| {
        models
            .corpus
            .document(candidates.sets()[at].seed)
            .attributes
            .timestamp
            .unwrap_or(i64::MAX)
    };
    order.sort_by_key(|at| {
        (
            std::cmp::Reverse(links[*at].len()),
            timestamp(*at),
            candidates.sets()[*at].seed,
        )
    });
    let mut attracted: FxHashSet<DocId> = FxHashSet::default();
    let mut seeds = Vec::new();
    for at in order {
        let seed = candidates.sets()[at].seed;
        if attracted.contains(&seed) {
            continue;
        }
        attracted.insert(seed);
        attracted.extend(links[at].iter().map(|member| member.document));
        seeds.push(at);
    }
    let seed_ids: FxHashSet<DocId> = seeds.iter().map(|at| candidates.sets()[*at].seed).collect();
    let best = best_links(
        seeds
            .iter()
            .flat_map(|at| &links[*at])
            .filter(|member| !seed_ids.contains(&member.document))
            .cloned(),
    );
    let mut clusters: FxHashMap<DocId, Vec<Member>> =
        seed_ids.iter().map(|seed| (*seed, Vec::new())).collect();
    let mut left = Vec::new();
    for document in first.unplaced {
        match best.get(&document) {
            Some(member) => clusters
                .entry(member.compared_with)
                .or_default()
                .push(member.clone()),
            None if seed_ids.contains(&document) => {}
            None => left.push(document),
        }
    }
    let mut second = finish(models, clusters, left, config);
    second.clusters.extend(first.clusters);
    let lone = std::mem::take(&mut second.unplaced);
    second.clusters.extend(
        lone.into_iter()
            .map(|seed| models.cluster(seed, Vec::new())),
    );
    second.clusters.sort_by_key(Cluster::seed);
    second
}

fn links_of_other(
    models: &Models<'_>,
    set: &CandidateSet,
    unplaced: &FxHashSet<DocId>,
    config: &Config,
) -> Vec<Member> {
    let passages = SeedPassages::new(models.corpus.token_text(set.seed), &FxHashSet::default());
    let others = set
        .documents
        .iter()
        .filter(|document| unplaced.contains(document));
    others
        .filter_map(|document| link(models, &passages, set.seed, *document, false, config))
        .collect()
}

/// What holds between a seed and a document, if anything does.
fn link(
    models: &Models<'_>,
    passages: &SeedPassages,
    seed: DocId,
    document: DocId,
    is_reference: bool,
    config: &Config,
) -> Option<Member> {
    let (own, other) = (
        models.corpus.document(seed),
        models.corpus.document(document),
    );
    if config.links.cannot && constraints::cannot_link(own, other) {
        return None;
    }
    let overlap = passages.overlap(models.corpus.token_text(document));
    if overlap.n_seed == 0 {
        return None;
    }
    let lengths = (models.length(seed), models.length(document));
    let member = |rule, distance| Member {
        document,
        compared_with: seed,
        rule,
        distance,
        n_shared_words: overlap.n_document,
        n_blocks_kept: overlap.n_blocks_kept,
    };
    if config.links.must {
        let word_overlap = models.documents[&seed].word_overlap(&models.documents[&document]);
        if let Some(must) = constraints::must_link(&overlap, lengths.0, word_overlap, is_reference)
        {
            return Some(member(Rule::Must(must), models.distance(seed, document)));
        }
    }
    if lengths.0.min(lengths.1) < SHORT_DOCUMENT {
        return None;
    }
    let distance = models.distance(seed, document);
    let family = config.links.family && constraints::family_link(own, other, lengths);
    let adjusted = if family {
        distance - config.family_bonus
    } else {
        distance
    };
    (adjusted < config.threshold).then(|| {
        member(
            Rule::Distance {
                family: family && distance >= config.threshold,
            },
            distance,
        )
    })
}

/// Of the links of each document the best: a must-link before a distance, then most words in
/// common, then the smaller distance, then the smaller seed.
fn best_links(links: impl Iterator<Item = Member>) -> FxHashMap<DocId, Member> {
    let mut best: FxHashMap<DocId, Member> = FxHashMap::default();
    for link in links {
        match best.get_mut(&link.document) {
            Some(known) if !is_better(&link, known) => {}
            Some(known) => *known = link,
            None => {
                best.insert(link.document, link);
            }
        }
    }
    best
}

fn is_better(link: &Member, known: &Member) -> bool {
    let is_must = |member: &Member| matches!(member.rule, Rule::Must(_));
    let by_rule = is_must(known).cmp(&is_must(link));
    let by_words = if is_must(link) {
        known.n_shared_words.cmp(&link.n_shared_words)
    } else {
        std::cmp::Ordering::Equal
    };
    by_rule
        .then(by_words)
        .then(link.distance.total_cmp(&known.distance))
        .then(link.compared_with.cmp(&known.compared_with))
        .is_lt()
}

/// Reference copies that are edits of a more redundant one: they join its cluster, by containment or
/// word overlap above 95 % only, never by distance, and not where the stance differs.
fn join_references(
    models: &Models<'_>,
    references: &[DocId],
    config: &Config,
) -> FxHashMap<DocId, Member> {
    let mut joined: FxHashMap<DocId, Member> = FxHashMap::default();
    if !config.links.must {
        return joined;
    }
    let passages: Vec<SeedPassages> = references
        .par_iter()
        .map(|id| SeedPassages::new(models.corpus.token_text(*id), &FxHashSet::default()))
        .collect();
    for (nth, reference) in references.iter().enumerate() {
        let join = references[..nth]
            .iter()
            .zip(&passages)
            .find_map(|(seed, seed_passages)| {
                if joined.contains_key(seed)
                    || constraints::cannot_link(
                        models.corpus.document(*seed),
                        models.corpus.document(*reference),
                    )
                {
                    return None;
                }
                let (own, other) = (&models.documents[seed], &models.documents[reference]);
                let overlap = seed_passages.overlap(models.corpus.token_text(*reference));
                let (shorter, n_shorter) = match (models.length(*seed), models.length(*reference)) {
                    (seed, reference) if seed <= reference => (seed, overlap.n_seed),
                    (_, reference) => (reference, overlap.n_document),
                };
                let rule = if own.word_overlap(other) > constraints::MUST_OVERLAP {
                    (!constraints::opposite_stance(own, other, models.corpus.vocabulary()))
                        .then_some(MustLink::WordOverlap)
                } else {
                    (shorter >= SHORT_DOCUMENT && n_shorter == shorter)
                        .then_some(MustLink::Containment)
                }?;
                Some(Member {
                    document: *reference,
                    compared_with: *seed,
                    rule: Rule::Must(rule),
                    distance: models.distance(*seed, *reference),
                    n_shared_words: overlap.n_document,
                    n_blocks_kept: overlap.n_blocks_kept,
                })
            });
        joined.extend(join.map(|member| (*reference, member)));
    }
    joined
}

/// Runs of words that stand in the reference copies of two letters that are no versions of each
/// other: rule citations and courtesy lines, no evidence for either.
fn common_grams(
    corpus: &Corpus,
    references: &[DocId],
    joined: &FxHashMap<DocId, Member>,
) -> FxHashSet<Gram> {
    let letters: Vec<DocId> = references
        .iter()
        .copied()
        .filter(|id| !joined.contains_key(id))
        .collect();
    let mut places: Vec<(Gram, u32)> = Vec::new();
    for (letter, id) in letters.iter().enumerate() {
        places.extend(
            corpus
                .token_text(*id)
                .terms()
                .windows(COMMON_RUN)
                .map(|run| (gram(run), letter as u32)),
        );
    }
    places.sort_unstable();
    places.dedup();
    let length = |letter: u32| corpus.token_text(letters[letter as usize]).len();
    let mut n_shared: FxHashMap<(u32, u32), usize> = FxHashMap::default();
    let holders = || {
        places
            .chunk_by(|a, b| a.0 == b.0)
            .filter(|same| same.len() > 1)
    };
    let pairs = |same: &[(Gram, u32)]| {
        let letters: Vec<u32> = same.iter().map(|(_, letter)| *letter).collect();
        letters
            .iter()
            .enumerate()
            .flat_map(|(nth, a)| letters[nth + 1..].iter().map(move |b| (*a, *b)))
            .collect::<Vec<_>>()
    };
    for same in holders() {
        pairs(same)
            .into_iter()
            .for_each(|pair| *n_shared.entry(pair).or_default() += 1);
    }
    let are_versions = |pair: &(u32, u32)| n_shared[pair] * 2 > length(pair.0).min(length(pair.1));
    holders()
        .filter(|same| !pairs(same).iter().all(are_versions))
        .map(|same| same[0].0)
        .collect()
}

/// Applies the adaptive cut-off and puts the members in order.
fn finish(
    models: &Models<'_>,
    clusters: FxHashMap<DocId, Vec<Member>>,
    mut unplaced: Vec<DocId>,
    config: &Config,
) -> Clusters {
    let mut clusters: Vec<Cluster> = clusters
        .into_iter()
        .map(|(seed, members)| models.cluster(seed, members))
        .collect();
    for cluster in &mut clusters {
        unplaced.extend(cut_off(&mut cluster.members, config.threshold));
        cluster.members.sort_by_key(|member| member.document);
    }
    clusters.sort_by_key(Cluster::seed);
    unplaced.sort_unstable();
    Clusters { clusters, unplaced }
}

/// Adaptive cut-off (dg.o 2005 slide 23): members sorted by distance are looked at every 10
/// documents; where the step within an interval exceeds 5 % of θ₀, the cut-off is its beginning.
///
/// Taken literally it cuts a third of the true members, so it removes only members held by distance
/// alone, in clusters with more than one interval. Returns what it removed.
fn cut_off(members: &mut Vec<Member>, threshold: f64) -> Vec<DocId> {
    if members.len() <= CUT_OFF_INTERVAL {
        return Vec::new();
    }
    members.sort_by(|a, b| {
        a.distance
            .total_cmp(&b.distance)
            .then(a.document.cmp(&b.document))
    });
    let is_held = |member: &Member| matches!(member.rule, Rule::Must(_));
    let distances: Vec<f64> = members.iter().map(|member| member.distance).collect();
    let cut = (0..distances.len())
        .step_by(CUT_OFF_INTERVAL)
        .skip(1)
        .find_map(|end| {
            let begin = end - CUT_OFF_INTERVAL;
            (distances[end] - distances[begin] > CUT_OFF_STEP * threshold
                && !is_held(&members[end]))
            .then_some(distances[begin])
        });
    let Some(cut) = cut else { return Vec::new() };
    let removed = members
        .iter()
        .filter(|member| !is_held(member) && member.distance > cut)
        .map(|member| member.document)
        .collect();
    members.retain(|member| is_held(member) || member.distance <= cut);
    removed
}
