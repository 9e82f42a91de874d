//! Number and kind of links against F1 (SIGIR 2006 §6.2, Figure 4).
//!
//! The baseline is DURIAN without links. To it 10, 20, … 50 links of a kind are given, drawn from those
//! that the program itself finds in content and attributes (§4.4), which is where the paper has its
//! constraints from; the mean of ten draws is told. A must-link puts a document into the seed's cluster,
//! a cannot-link keeps it out, so that it goes to the next letter in reach, and a family-link takes α off
//! the distance to a letter. "All" has as many links of each kind. The paper's "average F1" is read as
//! the mean of F1 over the edit categories (its Table 2); F1 over pairs is given too.

use anyhow::Result;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Docket, Labelled};
use crate::laboratory::clusters::Clustering;
use crate::laboratory::rivals::hashing::keyed;
use crate::laboratory::rivals::pipeline;
use crate::laboratory::rivals::unconstrained_divergence::DocumentDistances;
use crate::laboratory::schema::LinkScores;
use durian::corpus::DocId;
use durian::eval::measures::categories::by_category;
use durian::eval::measures::partition::Contingency;

/// Links per kind: the abscissa of Figure 4.
const NUMBERS: [usize; 6] = [0, 10, 20, 30, 40, 50];
/// Draws that are averaged.
const DRAWS: u64 = 10;

type LinkedPair = (DocId, DocId);

/// The links given to one run: must, cannot, family.
type Given<'a> = [&'a [LinkedPair]; 3];

/// F1 at every number of links, of each kind and of all kinds.
pub(super) fn against_f1(docket: Docket<'_>, labelled: &Labelled) -> Result<Vec<LinkScores>> {
    let found = pipeline::links(docket.corpus, docket.references)?;
    let baseline = Baseline::new(docket)?;
    let draws: Vec<[Vec<LinkedPair>; 3]> = (0..DRAWS)
        .map(|draw| [0, 1, 2].map(|kind| drawn(&found[kind], draw * 3 + kind as u64)))
        .collect();
    let kinds = [
        ("must", [true, false, false]),
        ("cannot", [false, true, false]),
        ("family", [false, false, true]),
        ("all", [true; 3]),
    ];
    let settings: Vec<_> = kinds.iter().flat_map(|kind| NUMBERS.map(|n| (kind, n))).collect();
    let mut scores: Vec<LinkScores> = settings
        .into_par_iter()
        .map(|((kind, is_used), n)| {
            let (mut pairwise_f1, mut category_f1) = (0.0, 0.0);
            for draw in &draws {
                let given = [0, 1, 2].map(|kind| {
                    let links = if is_used[kind] { &draw[kind][..] } else { &[] };
                    &links[..n.min(links.len())]
                });
                let (pairwise, categories) = f1(docket, labelled, &baseline.with(given));
                pairwise_f1 += pairwise;
                category_f1 += categories;
            }
            LinkScores {
                kind,
                links: n,
                available: found
                    .iter()
                    .zip(is_used)
                    .map(|(links, is_used)| if *is_used { links.len() } else { 0 })
                    .sum(),
                pairwise_f1: pairwise_f1 / DRAWS as f64,
                category_f1: category_f1 / DRAWS as f64,
            }
        })
        .collect();
    let (pairwise_f1, category_f1) =
        f1(docket, labelled, &pipeline::cluster(docket.corpus, docket.references)?);
    let every = found.iter().map(Vec::len).sum();
    scores.push(LinkScores {
        kind: "every one found",
        links: every,
        available: every,
        pairwise_f1,
        category_f1,
    });
    Ok(scores)
}

/// F1 over pairs, and its mean over the edit categories.
fn f1(docket: Docket<'_>, labelled: &Labelled, clusters: &Clustering) -> (f64, f64) {
    let predicted = labelled.partition(&clusters.names(docket.corpus, docket.groups));
    let pairwise = Contingency::new(&labelled.clusters, &predicted).pairs().precision_recall().f1;
    let categories = by_category(&labelled.clusters, &predicted, &labelled.categories);
    let mean = categories.values().map(|scores| scores.scores.f1).sum::<f64>()
        / categories.len().max(1) as f64;
    (pairwise, mean)
}

/// The first links of a draw, which depends on its number only.
fn drawn(links: &[LinkedPair], number: u64) -> Vec<LinkedPair> {
    let mut drawn = links.to_vec();
    drawn.sort_unstable_by_key(|link| {
        keyed(u64::from(link.0.0) << 32 | u64::from(link.1.0), number)
    });
    drawn.truncate(NUMBERS[NUMBERS.len() - 1]);
    drawn
}

/// DURIAN without links, and what a link can change about it.
struct Baseline<'a> {
    docket: Docket<'a>,
    clusters: Clustering,
    /// For every other document the letters in reach of the cut-off and a family-link, nearest first.
    near: FxHashMap<DocId, Vec<(f64, DocId)>>,
    letters: FxHashSet<DocId>,
    /// Documents that others stand around.
    seeds: FxHashSet<DocId>,
}

impl<'a> Baseline<'a> {
    fn new(docket: Docket<'a>) -> Result<Self> {
        let Docket { corpus, references, .. } = docket;
        let clusters = pipeline::without_links(corpus, references)?;
        let distances = DocumentDistances::new(corpus, references);
        let reach = pipeline::threshold() + pipeline::family_bonus();
        let near = references
            .others()
            .par_iter()
            .map(|id| {
                let mut near: Vec<(f64, DocId)> = references
                    .references()
                    .iter()
                    .map(|letter| (distances.between(*letter, *id), *letter))
                    .filter(|(distance, _)| *distance < reach)
                    .collect();
                near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                (*id, near)
            })
            .collect();
        Ok(Self {
            docket,
            near,
            letters: references.references().iter().copied().collect(),
            seeds: references
                .unique()
                .iter()
                .copied()
                .filter_map(|id| clusters.seed_of(id).filter(|seed| *seed != id))
                .collect(),
            clusters,
        })
    }

    /// The clusters when links are given.
    fn with(&self, [must, cannot, family]: Given<'_>) -> Clustering {
        let cannot: FxHashSet<LinkedPair> = cannot.iter().copied().collect();
        let family: FxHashSet<LinkedPair> = family.iter().copied().collect();
        let mut moved: FxHashMap<DocId, DocId> = FxHashMap::default();
        for (_, document) in cannot.iter().chain(&family).filter(|(_, id)| !self.seeds.contains(id))
        {
            if let Some(seed) = self.placed(*document, &cannot, &family) {
                moved.insert(*document, seed);
            }
        }
        // A must-link outweighs distances; between two clusters it joins them.
        let mut joined: Vec<LinkedPair> = Vec::new();
        for (seed, document) in must {
            let home = self.clusters.seed_of(*seed).unwrap_or(*seed);
            if self.seeds.contains(document) || self.letters.contains(document) {
                joined.push((home, *document));
            } else {
                moved.insert(*document, home);
            }
        }
        for id in self.docket.references.unique().iter().copied() {
            let seed = moved.get(&id).copied().or_else(|| self.clusters.seed_of(id));
            joined.push((id, seed.unwrap_or(id)));
        }
        Clustering::components(self.docket.references, joined)
    }

    /// Where a document goes among the letters; none where links change nothing.
    fn placed(
        &self,
        document: DocId,
        cannot: &FxHashSet<LinkedPair>,
        family: &FxHashSet<LinkedPair>,
    ) -> Option<DocId> {
        let nearest = self
            .near
            .get(&document)?
            .iter()
            .filter(|(_, letter)| !cannot.contains(&(*letter, document)))
            .map(|(distance, letter)| {
                let is_family = family.contains(&(*letter, document));
                (if is_family { distance - pipeline::family_bonus() } else { *distance }, *letter)
            })
            .filter(|(distance, _)| *distance < pipeline::threshold())
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let before = self.clusters.seed_of(document)?;
        match nearest {
            Some((_, letter)) => Some(letter),
            None if self.letters.contains(&before) && cannot.contains(&(before, document)) => {
                Some(document)
            }
            None => None,
        }
    }
}
