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
use crate::corpus::DocId;
use crate::eval::clusters::Clustering;
use crate::eval::measures::categories::by_category;
use crate::eval::measures::partition::Contingency;
use crate::eval::rivals::durian::{self, FoundLinks};
use crate::eval::rivals::hashing::keyed;
use crate::eval::rivals::unconstrained_divergence::DocumentDistances;
use crate::eval::schema::LinkScores;

/// Links per kind: the abscissa of Figure 4.
const NUMBERS: [usize; 6] = [0, 10, 20, 30, 40, 50];
/// Draws that are averaged.
const DRAWS: u64 = 10;

type LinkedPair = (DocId, DocId);

/// The links given to one run.
#[derive(Clone, Copy, Default)]
struct Given<'a> {
    must: &'a [LinkedPair],
    cannot: &'a [LinkedPair],
    family: &'a [LinkedPair],
}

/// F1 at every number of links, of each kind and of all kinds.
pub(super) fn against_f1(docket: Docket<'_>, labelled: &Labelled) -> Result<Vec<LinkScores>> {
    let found = durian::links(docket.corpus, docket.references)?;
    let baseline = Baseline::new(docket)?;
    let draws: Vec<FoundLinks> = (0..DRAWS).map(|draw| drawn(&found, draw)).collect();
    let available = [found.must.len(), found.cannot.len(), found.family.len()];
    let kinds = [
        ("must", [true, false, false]),
        ("cannot", [false, true, false]),
        ("family", [false, false, true]),
        ("all", [true; 3]),
    ];
    let settings: Vec<_> = kinds.iter().flat_map(|kind| NUMBERS.map(|n| (kind, n))).collect();
    let scores = settings.into_par_iter().map(|((kind, is_used), n)| {
        let mut sum = (0.0, 0.0);
        for draw in &draws {
            let [must, cannot, family] =
                [&draw.must, &draw.cannot, &draw.family].map(|links| &links[..n.min(links.len())]);
            let [must, cannot, family] =
                [(must, is_used[0]), (cannot, is_used[1]), (family, is_used[2])]
                    .map(|(links, is_used)| if is_used { links } else { &[] });
            let (pairwise, categories) =
                f1(docket, labelled, &baseline.with(Given { must, cannot, family }));
            sum = (sum.0 + pairwise, sum.1 + categories);
        }
        LinkScores {
            kind,
            links: n,
            available: available
                .iter()
                .zip(is_used)
                .filter(|(_, is_used)| **is_used)
                .map(|(n, _)| n)
                .sum(),
            pairwise_f1: sum.0 / DRAWS as f64,
            category_f1: sum.1 / DRAWS as f64,
        }
    });
    let mut scores: Vec<LinkScores> = scores.collect();
    let (pairwise_f1, category_f1) =
        f1(docket, labelled, &durian::cluster(docket.corpus, docket.references)?);
    let every = available.iter().sum();
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
fn drawn(found: &FoundLinks, draw: u64) -> FoundLinks {
    let first = |links: &[LinkedPair], kind: u64| {
        let order = |link: &LinkedPair| {
            keyed(u64::from(link.0.0) << 32 | u64::from(link.1.0), draw * 3 + kind)
        };
        let mut links = links.to_vec();
        let most = NUMBERS[NUMBERS.len() - 1];
        if links.len() > most {
            links.select_nth_unstable_by_key(most, order);
            links.truncate(most);
        }
        links.sort_unstable_by_key(order);
        links
    };
    FoundLinks {
        must: first(&found.must, 0),
        cannot: first(&found.cannot, 1),
        family: first(&found.family, 2),
    }
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
        let clusters = durian::without_links(corpus, references)?;
        let distances = DocumentDistances::new(corpus, references);
        let reach = durian::threshold() + durian::family_bonus();
        let near = references.others().par_iter().map(|id| {
            let letters = references
                .references()
                .iter()
                .map(|letter| (distances.between(*letter, *id), *letter));
            let mut near: Vec<(f64, DocId)> =
                letters.filter(|(distance, _)| *distance < reach).collect();
            near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            (*id, near)
        });
        let near = near.collect();
        let seed_of = |id: DocId| clusters.seed_of(id).filter(|seed| *seed != id);
        let seeds = references.unique().into_iter().filter_map(seed_of).collect();
        Ok(Self {
            docket,
            near,
            letters: references.references().iter().copied().collect(),
            seeds,
            clusters,
        })
    }

    /// The clusters when links are given.
    fn with(&self, given: Given<'_>) -> Clustering {
        let cannot: FxHashSet<LinkedPair> = given.cannot.iter().copied().collect();
        let family: FxHashSet<LinkedPair> = given.family.iter().copied().collect();
        let mut moved: FxHashMap<DocId, DocId> = FxHashMap::default();
        for (_, document) in cannot.iter().chain(&family).filter(|(_, id)| !self.seeds.contains(id))
        {
            if let Some(seed) = self.placed(*document, &cannot, &family) {
                moved.insert(*document, seed);
            }
        }
        // A must-link outweighs distances; between two clusters it joins them.
        let mut joined: Vec<LinkedPair> = Vec::new();
        for (seed, document) in given.must {
            let home = self.clusters.seed_of(*seed).unwrap_or(*seed);
            if self.seeds.contains(document) || self.letters.contains(document) {
                joined.push((home, *document));
            } else {
                moved.insert(*document, home);
            }
        }
        let seed_of =
            |id: DocId| moved.get(&id).copied().or_else(|| self.clusters.seed_of(id)).unwrap_or(id);
        let pairs = self.docket.references.unique().into_iter().map(|id| (id, seed_of(id)));
        Clustering::components(self.docket.references, pairs.chain(joined))
    }

    /// Where a document goes among the letters; none where links change nothing.
    fn placed(
        &self,
        document: DocId,
        cannot: &FxHashSet<LinkedPair>,
        family: &FxHashSet<LinkedPair>,
    ) -> Option<DocId> {
        let allowed = self
            .near
            .get(&document)?
            .iter()
            .filter(|(_, letter)| !cannot.contains(&(*letter, document)));
        let adjusted = allowed.map(|(distance, letter)| {
            let bonus =
                if family.contains(&(*letter, document)) { durian::family_bonus() } else { 0.0 };
            (distance - bonus, *letter)
        });
        let nearest = adjusted
            .filter(|(distance, _)| *distance < durian::threshold())
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
