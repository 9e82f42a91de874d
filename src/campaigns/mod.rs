//! Clusters in, campaigns out: what one origin set going, as one cluster, as several, or as texts that no
//! cluster holds.

mod phrases;
mod ties;
mod wording;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::clustering::{Cluster, Clusters, Grounds};
use crate::compare::Tables;
use crate::corpus::{Digest, DocId};
use phrases::Phrase;
pub use wording::Wording;

/// Texts of a reworded letter at the least.
const FEWEST_TEXTS: usize = 5;
/// Texts among which ties are sought: all phrases of each are asked for.
const SAMPLE: usize = 4096;
/// Words of a text, of ten, that must be a group's wording to belong to it, round by round: what hangs together
/// by its nearest neighbours may be a small part of a campaign, whose wording becomes known as it grows. In the
/// end it is four in five (DESIGN §5c).
const ROUNDS: [usize; 6] = [5, 6, 7, 8, 8, 8];

/// A letter of which every copy is worded anew.
#[derive(Clone, Debug)]
pub struct Reworded {
    /// Its texts, ascending.
    pub documents: Vec<DocId>,
    /// What they repeat.
    pub wording: Wording,
}

/// Finds reworded letters among the texts that are no copies of form letters.
pub fn reworded(grounds: &Grounds<'_>, clusters: &Clusters) -> Vec<Reworded> {
    let tables = grounds.tables;
    let mut heads: Vec<(Digest, &Cluster)> = clusters
        .clusters()
        .iter()
        .filter(|cluster| !cluster.is_form_letter())
        .map(|cluster| (tables.document(cluster.seed()).digest, cluster))
        .collect();
    heads.sort_unstable_by_key(|(digest, cluster)| (*digest, cluster.seed()));
    let sample = &heads[..heads.len().min(SAMPLE)];
    let terms = |cluster: &Cluster| tables.text(cluster.seed()).terms();
    let texts: Vec<Vec<Phrase>> = sample
        .par_iter()
        .map(|(_, cluster)| phrases::of(terms(cluster)))
        .collect();
    let mut is_taken = vec![false; sample.len()];
    let mut found = Vec::new();
    for group in ties::groups(&texts) {
        if group.len() < FEWEST_TEXTS {
            break;
        }
        let group: Vec<u32> = group
            .into_iter()
            .filter(|at| !is_taken[*at as usize])
            .collect();
        let Some((group, wording)) = settle(tables, sample, &texts, group, &is_taken) else {
            continue;
        };
        let n_texts = |at: &u32| sample[*at as usize].1.documents().count();
        let n_all: usize = group.iter().map(n_texts).sum();
        let largest = group.iter().map(n_texts).max().unwrap_or_default();
        if largest * 2 > n_all {
            continue;
        }
        group.iter().for_each(|at| is_taken[*at as usize] = true);
        let mut documents: Vec<DocId> = group
            .iter()
            .flat_map(|at| sample[*at as usize].1.documents())
            .collect();
        documents.sort_unstable();
        found.push(Reworded { documents, wording });
    }
    found
}

/// The texts that a wording of theirs holds, and it, where there are enough of them.
fn settle(
    tables: &Tables<'_>,
    sample: &[(Digest, &Cluster)],
    texts: &[Vec<Phrase>],
    mut group: Vec<u32>,
    is_taken: &[bool],
) -> Option<(Vec<u32>, Wording)> {
    let terms = |at: u32| tables.text(sample[at as usize].1.seed()).terms();
    for of_ten in ROUNDS {
        if group.len() < FEWEST_TEXTS {
            return None;
        }
        let wording = Wording::of(texts, &group);
        let held: Vec<u32> = (0..sample.len() as u32)
            .into_par_iter()
            .filter(|at| !is_taken[*at as usize])
            .filter(|at| wording.holds(terms(*at), group.binary_search(at).is_ok(), of_ten))
            .collect();
        group = held;
    }
    let wording = Wording::of(texts, &group);
    (group.len() >= FEWEST_TEXTS).then_some((group, wording))
}

/// By the seeds of the clusters that the letters became.
pub type Wordings = FxHashMap<DocId, Wording>;

/// Puts reworded letters in the place of the clusters that held their texts.
pub fn with_reworded(grounds: &Grounds<'_>, clusters: Clusters) -> (Clusters, Wordings) {
    let letters = reworded(grounds, &clusters);
    let tables = grounds.tables;
    let given: Vec<_> = letters
        .iter()
        .map(|letter| {
            let n_words = |id: DocId| {
                letter
                    .wording
                    .covered(tables.text(id).terms(), true)
                    .count_ones(..)
            };
            (letter.documents.clone(), n_words)
        })
        .collect();
    let clusters = clusters.with_reworded(grounds, &given);
    drop(given);
    let by_document: FxHashMap<DocId, Wording> = letters
        .into_iter()
        .flat_map(|letter| {
            letter
                .documents
                .into_iter()
                .map(move |id| (id, letter.wording.clone()))
        })
        .collect();
    let seeds = clusters
        .clusters()
        .iter()
        .filter(|cluster| cluster.is_reworded());
    let wordings = seeds
        .filter_map(|cluster| Some((cluster.seed(), by_document.get(&cluster.seed())?.clone())))
        .collect();
    (clusters, wordings)
}
