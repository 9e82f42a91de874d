//! Reference copies in, clusters out: stars around seeds, held together by must-links, family-links and
//! Dirichlet-smoothed KL divergence, parted by cannot-links (SIGIR 2006 §4.2, §4.4 and Figure 3).
//!
//! One pass (`pass.rs`) runs twice: around the form letters, then around what is left, with the best-linked
//! text first. Why a document belongs to a seed is told by one table ([`rules`]).
//!
//! Deviations from Figure 3, whose print cannot be run as it stands:
//! - It adds a document to a cluster and eliminates it from the same cluster; it never adds it to
//!   the nearest seed found so far. Here all seeds of a pass are compared first, then the document
//!   goes to the best.
//! - It never tests (s_ij, d_i) ∈ Cannot. Here a cannot-link always holds.
//! - It seeds the second run with documents that are placed already. Here only unplaced ones seed.
//! - The order of the second run is not given. Here the document that links most others comes first, then
//!   the earliest.
//! - It forgets a seed whose documents all move to another one. Here it is tried again.
//!
//! # Invariants
//! - The clusters partition the unique documents.
//! - A member's link is a function of it, of the document it was compared with, and of the docket's tables.
//! - No cluster holds a document that a cannot-link parts from its seed, unless the analyst or an earlier
//!   report says so.
//! - Other ids for the same comments give the same clusters.

pub mod analyst;
mod constraints;
pub mod earlier;
mod every_letter;
#[cfg(test)]
pub(crate) mod examples;
mod letters;
mod links;
pub mod nearest;
mod neighbors;
mod notes;
mod partition;
mod pass;
pub mod rules;
#[cfg(test)]
mod rules_tests;
mod short_copies;
mod spun;

use anyhow::Result;
use rustc_hash::FxHashSet;

pub use crate::compare::Shares;
use crate::corpus::DocId;
use crate::retrieval::{self, RetrievalConfig};
use crate::spun::SpunLetter;
pub use analyst::AnalystLinks;
pub use letters::{Letters, letters};
pub use links::{Citation, Context, hold_against_letter};
pub use nearest::{Apart, Nearest, nearest};
use neighbors::Neighbors;
pub use notes::{Cited, cited};
pub use partition::Clusters;
pub use rules::{Links, Rule};
pub use spun::{Wordings, wordings};

/// What the user can choose about clustering.
#[derive(Clone, Debug)]
pub struct ClusteringConfig {
    /// Cut-off θ₀ in nats.
    pub threshold: f64,
    /// What a family-link takes off a distance: α (Figure 3 A).
    pub family_bonus: f64,
    /// Which links are used.
    pub links: Links,
    /// The analyst's own links, which are always used.
    pub constraints: Vec<analyst::Constraint>,
    /// The report whose clusters are kept.
    pub earlier: Option<earlier::EarlierReport>,
}

impl Default for ClusteringConfig {
    /// θ₀ = 0.7: in simulated dockets (three profiles, 28 letters) letters lie 3.3 to 6.0 nats apart, and
    /// edited copies within 0.7 of their letter nine times of ten, key blocks excepted (2.7 to 3.4 at the
    /// median: they need links). With all links θ₀ from 0.5 to 1.0 changes no score of eighteen dockets.
    ///
    /// α = 0.5, where Figure 3 A has 0.05: what comes from one mass mailer with one footer may be as far as the
    /// tenth copy of ten, 1.2. With 0.05 family-links by themselves move nobody in a docket of 2,000 (hard),
    /// with 0.5 they move 105; in another (ntf) 18 and 42.
    fn default() -> Self {
        Self {
            threshold: 0.7,
            family_bonus: 0.5,
            links: Links::ALL,
            constraints: Vec::new(),
            earlier: None,
        }
    }
}

/// A unique document in a cluster, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Member<Id = DocId> {
    /// The document.
    pub document: Id,
    /// The seed it was compared with: the cluster's own, or what the analyst or an earlier report says.
    pub compared_with: Id,
    /// Why it is here.
    pub rule: Rule,
    /// Distance to that seed in nats.
    pub distance: f64,
    /// Words of the document that stand in that seed.
    pub n_shared_words: usize,
    /// What parts of the two are the other's; earlier reports may not tell.
    pub shares: Option<Shares>,
    /// Blocks of that seed of which the document keeps at least half.
    pub n_blocks_kept: usize,
    /// Seeds of other clusters whose letters it also holds, or a paragraph of them; ascending.
    pub also_contains: Vec<Id>,
}

/// A seed and what gathered around it.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// The document the cluster started from.
    pub seed: DocId,
    /// Members besides the seed, by `DocId`.
    pub members: Vec<Member>,
    /// How many exact copies the seed has, itself included.
    pub redundancy: usize,
    /// Whether the seed is the reference copy of a form letter.
    pub is_form_letter: bool,
    /// The distance in nats up to which documents join by distance alone: θ₀.
    pub cut_off: f64,
    /// Seeds of clusters around letters of the same wording that say the opposite.
    pub opposed: Vec<DocId>,
    /// Seeds of clusters of the same kit of passages, each with how many members of the two clusters hold
    /// a passage of both letters; ascending.
    pub shares_passages: Vec<(DocId, usize)>,
}

impl Cluster {
    /// Whether it is a spun letter.
    pub fn is_spun(&self) -> bool {
        !self.is_form_letter && self.members.iter().any(|member| member.rule == Rule::Reworded)
    }

    /// All documents, the seed first.
    pub fn documents(&self) -> impl Iterator<Item = DocId> {
        std::iter::once(self.seed).chain(self.members.iter().map(|member| member.document))
    }

    /// Whether the cluster is one comment, nobody else's.
    pub fn is_singleton(&self) -> bool {
        self.members.is_empty() && self.redundancy == 1
    }
}

/// A partition of the unique documents, and how it came about.
#[derive(Debug)]
pub struct Found {
    /// The clusters.
    pub clusters: Clusters,
    /// Spun letters.
    pub spun: Vec<SpunLetter>,
    /// Documents that a first look knew as copies of such letters. They are compared with nothing else.
    pub n_known_early: usize,
    /// Documents that are copies of no form letter.
    pub n_without_letter: usize,
    /// Candidates left out because a seed had too many.
    pub n_candidates_cut: usize,
    /// What may be nearest to texts that are copies of no form letter.
    pub(crate) near: nearest::Near,
    /// Which documents cite the seeds of clusters.
    pub citations: Vec<Citation>,
}

/// Clusters the unique documents: around form letters, then what is left around its most linked texts, then what
/// repeats a wording that nobody holds as it is.
///
/// `watch` is called with how many of the texts that are copies of no form
/// letter are compared, and of how many.
///
/// # Errors
/// Where the search fails.
pub fn cluster(
    context: &Context<'_>,
    config: &RetrievalConfig,
    watch: &dyn Fn(usize, usize),
) -> Result<Found> {
    let (tables, references) = (context.tables, context.references);
    let letters = letters(context);
    let candidates = retrieval::of_letters(
        tables.corpus(),
        &letters.seeds(tables),
        &context.searched(tables.unique()),
        config,
    )?;
    let (stars, mut citations) = letters.stars(context, &candidates);
    let (mut around_letters, mut left) =
        pass::gather(context, &stars, tables.unique(), |seed| references.is_reference(seed));
    citations.extend(letters.gather_by_versions(
        context,
        config,
        &mut around_letters,
        &mut left,
    )?);
    notes::note_other_letters(&mut around_letters, stars.iter().flat_map(|star| &star.links));
    for (a, b) in &letters.opposed {
        around_letters.oppose(*a, *b);
    }
    let mut near = nearest::of_letters(&candidates, &left, tables.thresholds().work.postings);
    let n_without_letter = left.len();
    let mut spun_letters = spun::frequent(context, config, &left)?;
    let known: FxHashSet<DocId> =
        spun_letters.iter().flat_map(|letter| letter.documents.iter().copied()).collect();
    let (known_early, unknown): (Vec<DocId>, Vec<DocId>) =
        left.into_iter().partition(|id| known.contains(id));
    let others = around_others(context, config, &unknown, watch)?;
    nearest::add_others(&mut near, &others.candidates, &others.neighbors);
    let mut all = around_letters.clusters;
    all.extend(others.clusters.clusters);
    all.extend(known_early.iter().map(|id| context.cluster(*id, Vec::new())));
    let mut found = Clusters::new(all);
    letters::gather_by_circulating(context, config, &mut found)?;
    // What a member of a cluster added is no letter.
    citations.extend(others.citations);
    citations.retain(|citation| found.around(citation.seed).is_some());
    for (a, b) in nearest::rivals(context, &found, &near) {
        found.oppose(a, b);
    }
    spun::find(context, &found, &mut spun_letters);
    spun::gather(context, &mut found, &spun_letters);
    short_copies::gather(context, &mut found);
    constraints::apply(context, &mut found);
    Ok(Found {
        clusters: found.in_order(context.tables.thresholds()),
        spun: spun_letters,
        n_known_early: known_early.len(),
        n_without_letter,
        n_candidates_cut: others.candidates.iter().map(|set| set.n_cut).sum(),
        near,
        citations,
    })
}

/// Clusters of documents that are copies of no form letter.
struct Others {
    clusters: Clusters,
    candidates: retrieval::Candidates,
    neighbors: Neighbors,
    citations: Vec<Citation>,
}

/// Clusters documents around those of them that are linked most.
fn around_others(
    context: &Context<'_>,
    config: &RetrievalConfig,
    documents: &[DocId],
    watch: &dyn Fn(usize, usize),
) -> Result<Others> {
    let texts = context.searched(documents);
    let candidates = retrieval::of_others(context.tables.corpus(), &texts, config)?;
    let neighbors = Neighbors::new(context.tables, &candidates, documents);
    let (clusters, links, citations) =
        pass::around_most_linked(context, &neighbors, documents, watch);
    let mut gathered = every_letter::gather(context, config, clusters, &texts)?;
    notes::note_other_letters(&mut gathered, links.iter());
    Ok(Others { clusters: gathered, candidates, neighbors, citations })
}
