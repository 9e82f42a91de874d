//! Clusters in, letters of which every copy is worded anew out.
//!
//! No two copies of such a letter are near each other. But each is made of phrases that others have, too: texts
//! that are among each other's nearest by their phrases hang together ([`super::ties`]), the phrases that they
//! repeat and that stand hardly elsewhere are their wording ([`super::wording`]), and a text belongs to them
//! where four in five of its words are of it. Group and wording grow by each other.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::phrases::{self, Phrase};
use super::ties::{self, Features, TieRule};
use super::wording::Wording;
use crate::clustering::{Cluster, Clusters, Grounds};
use crate::compare::Tables;
use crate::corpus::{Digest, DocId, TermId};

/// Texts of a reworded letter at the least.
const FEWEST_TEXTS: usize = 5;
/// Texts among which ties are sought: all phrases of each are asked for.
const SAMPLE: usize = 4096;
/// Words of these texts at the most.
const SAMPLE_WORDS: usize = 1 << 19;
/// Two texts are tied that are among each other's 20 nearest by their phrases. Where a phrase weighs the root of
/// its idf, the cosine is the share of idf that two texts have in common; from .08 to .15 the groups are
/// the same.
const TIES: TieRule = TieRule {
    n_nearest: 20,
    n_common: 0,
    least: 0.10,
    idf_power: 0.5,
};
/// Texts of one cluster among them: more would be each other's nearest and nobody else's.
const OF_ONE_CLUSTER: usize = 10;
/// Words of a text, of ten, that must be a group's wording to belong to it, round by round: what hangs together
/// by its nearest neighbours may be a small part of a campaign, whose wording becomes known as it grows. In the
/// end it is four in five (DESIGN §5c).
const ROUNDS: [usize; 6] = [5, 6, 7, 8, 8, 8];

/// A letter of which every copy is worded anew.
#[derive(Clone, Debug)]
struct Reworded {
    /// Its texts, ascending.
    documents: Vec<DocId>,
    /// What they repeat.
    wording: Wording,
    /// Words of it in a copy, at the median.
    n_words: usize,
}

/// A text that is looked at.
pub(super) struct CampaignText<'a> {
    document: DocId,
    pub(super) terms: &'a [TermId],
    /// Its phrases that another text holds, too, ascending; by chance a few more.
    pub(super) phrases: Vec<Phrase>,
    /// How many others it holds.
    n_single: usize,
    pub(super) cluster: &'a Cluster,
}

/// The texts among which ties are sought, and what is counted in them.
pub(super) struct TextSample<'a> {
    pub(super) texts: Vec<CampaignText<'a>>,
    /// How many of them hold each of their phrases.
    pub(super) n_holders: FxHashMap<Phrase, u32>,
    /// Words in all of them.
    pub(super) n_words: usize,
}

/// Finds reworded letters among the texts that are no copies of form letters.
fn reworded(grounds: &Grounds<'_>, clusters: &Clusters) -> Vec<Reworded> {
    let sample = sample(grounds.tables, clusters);
    let texts = &sample.texts;
    let mut is_taken = vec![false; texts.len()];
    let mut found = Vec::new();
    let features: Vec<Features> = texts
        .par_iter()
        .map(|text| Features {
            shared: text.phrases.iter().map(|phrase| (*phrase, 1.0)).collect(),
            n_single: text.n_single,
        })
        .collect();
    for group in ties::groups(&features, TIES) {
        if group.len() < FEWEST_TEXTS {
            break;
        }
        let group: Vec<u32> = group
            .into_iter()
            .filter(|at| !is_taken[*at as usize])
            .collect();
        let Some((group, wording)) = settle(&sample, group, &is_taken) else {
            continue;
        };
        let documents = documents(texts, &group);
        if documents.is_empty() {
            continue;
        }
        for (is_taken, text) in is_taken.iter_mut().zip(texts) {
            *is_taken |= documents.binary_search(&text.document).is_ok();
        }
        let copies = group.iter().map(|at| texts[*at as usize].terms);
        found.push(Reworded {
            n_words: wording.typical_length(copies),
            documents,
            wording,
        });
    }
    if !found.is_empty() {
        grow(grounds.tables, clusters, &mut found);
    }
    found
}

/// Adds the clusters to the letters found that no sample held.
fn grow(tables: &Tables<'_>, clusters: &Clusters, letters: &mut [Reworded]) {
    let taken: FxHashSet<DocId> = letters
        .iter()
        .flat_map(|letter| letter.documents.iter().copied())
        .collect();
    let clusters = clusters.clusters().par_iter();
    let free =
        clusters.filter(|cluster| !cluster.is_form_letter() && !taken.contains(&cluster.seed()));
    let letter_of = |cluster: &Cluster| -> Option<usize> {
        let texts = first_texts(tables, cluster);
        let belongs = |letter: &Reworded| {
            let is_copy = |id: &DocId| {
                let terms = tables.text(*id).terms();
                let is_wording = letter.wording.holds(terms, ROUNDS[ROUNDS.len() - 1]);
                is_wording || letter.wording.n_dense(terms) * 2 >= letter.n_words
            };
            texts.iter().filter(|id| is_copy(id)).count() * 2 >= texts.len()
        };
        letters.iter().position(belongs)
    };
    let joining: Vec<(usize, &Cluster)> = free
        .filter_map(|cluster| Some((letter_of(cluster)?, cluster)))
        .collect();
    for (letter, cluster) in joining {
        letters[letter].documents.extend(cluster.documents());
    }
    for letter in letters {
        letter.documents.sort_unstable();
    }
}

/// The first few texts of a cluster by digest.
fn first_texts(tables: &Tables<'_>, cluster: &Cluster) -> Vec<DocId> {
    let digest = |id: DocId| (tables.document(id).digest, id);
    let mut documents: Vec<(Digest, DocId)> = cluster.documents().map(digest).collect();
    documents.sort_unstable();
    documents.truncate(OF_ONE_CLUSTER);
    documents.into_iter().map(|(_, id)| id).collect()
}

/// Texts by digest: of each cluster around no form letter the first few.
fn sample<'a>(tables: &'a Tables<'_>, clusters: &'a Clusters) -> TextSample<'a> {
    let no_letters = clusters
        .clusters()
        .iter()
        .filter(|cluster| !cluster.is_form_letter());
    let mut texts: Vec<(Digest, DocId, &Cluster)> = no_letters
        .flat_map(|cluster| {
            let documents = first_texts(tables, cluster).into_iter();
            documents.map(move |id| (tables.document(id).digest, id, cluster))
        })
        .collect();
    texts.sort_unstable_by_key(|(digest, id, _)| (*digest, *id));
    let terms = |id: DocId| tables.text(id).terms();
    let mut n_words = 0;
    let fits = |(_, id, _): &&(Digest, DocId, &Cluster)| {
        n_words += terms(*id).len();
        n_words <= SAMPLE_WORDS
    };
    let n_texts = texts.iter().take(SAMPLE).take_while(fits).count();
    texts.truncate(n_texts);
    let counts = phrases::PhraseCounters::of(texts.iter().map(|(_, id, _)| terms(*id)).collect());
    let texts: Vec<CampaignText<'_>> = texts
        .into_par_iter()
        .map(|(_, document, cluster)| {
            let terms = terms(document);
            let mut phrases = phrases::of(terms);
            let n_all = phrases.len();
            phrases.retain(|phrase| counts.is_shared(*phrase));
            phrases.shrink_to_fit();
            CampaignText {
                document,
                terms,
                n_single: n_all - phrases.len(),
                phrases,
                cluster,
            }
        })
        .collect();
    let mut n_holders: FxHashMap<Phrase, u32> = FxHashMap::default();
    for phrase in texts.iter().flat_map(|text| &text.phrases) {
        *n_holders.entry(*phrase).or_default() += 1;
    }
    TextSample {
        n_words: texts.iter().map(|text| text.terms.len()).sum(),
        n_holders,
        texts,
    }
}

/// The texts that a wording of theirs holds, and it, where there are enough of them.
fn settle(
    sample: &TextSample<'_>,
    mut group: Vec<u32>,
    is_taken: &[bool],
) -> Option<(Vec<u32>, Wording)> {
    let texts = &sample.texts;
    for of_ten in ROUNDS {
        if n_clusters(texts, &group) < FEWEST_TEXTS {
            return None;
        }
        let wording = Wording::of(sample, &group);
        group = held(texts, is_taken, |_, text| wording.holds(text.terms, of_ten));
    }
    if n_clusters(texts, &group) < FEWEST_TEXTS {
        return None;
    }
    let wording = Wording::of(sample, &group);
    let letter = wording.typical_length(group.iter().map(|at| texts[*at as usize].terms));
    let group = held(texts, is_taken, |at, text| {
        let is_among = group.binary_search(&at).is_ok();
        is_among || wording.n_dense(text.terms) * 2 >= letter
    });
    let wording = Wording::of(sample, &group);
    Some((group, wording))
}

/// How many clusters the texts of a group are of.
fn n_clusters(texts: &[CampaignText<'_>], group: &[u32]) -> usize {
    let clusters = group.iter().map(|at| texts[*at as usize].cluster.seed());
    clusters.collect::<FxHashSet<DocId>>().len()
}

/// The texts that belong to a group, if no other one has them.
fn held(
    texts: &[CampaignText<'_>],
    is_taken: &[bool],
    belongs: impl Fn(u32, &CampaignText<'_>) -> bool + Sync,
) -> Vec<u32> {
    let free = (0..texts.len() as u32)
        .into_par_iter()
        .filter(|at| !is_taken[*at as usize]);
    free.filter(|at| belongs(*at, &texts[*at as usize]))
        .collect()
}

/// The documents of the clusters of which half are in a group, ascending; none where one cluster has more than
/// a third of them: then its letter circulates, and the others are versions of it or of its kit. Of three
/// hundred spun copies the largest cluster has a fifth.
fn documents(texts: &[CampaignText<'_>], group: &[u32]) -> Vec<DocId> {
    let mut in_group: FxHashMap<DocId, usize> = FxHashMap::default();
    for at in group {
        *in_group
            .entry(texts[*at as usize].cluster.seed())
            .or_default() += 1;
    }
    let clusters = group.iter().map(|at| texts[*at as usize].cluster);
    let n_texts = |cluster: &Cluster| cluster.members().len() + 1;
    let mut clusters: Vec<&Cluster> = clusters
        .filter(|cluster| in_group[&cluster.seed()] * 2 >= n_texts(cluster).min(OF_ONE_CLUSTER))
        .collect();
    clusters.sort_unstable_by_key(|cluster| cluster.seed());
    clusters.dedup_by_key(|cluster| cluster.seed());
    let mut documents: Vec<DocId> = clusters
        .iter()
        .flat_map(|cluster| cluster.documents())
        .collect();
    let largest = clusters.iter().map(|cluster| n_texts(cluster)).max();
    if documents.len() < FEWEST_TEXTS || largest.unwrap_or_default() * 3 > documents.len() {
        return Vec::new();
    }
    documents.sort_unstable();
    documents
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
                    .covered(tables.text(id).terms())
                    .count_ones(..)
            };
            (letter.documents.as_slice(), n_words)
        })
        .collect();
    let clusters = clusters.with_reworded(grounds, &given);
    drop(given);
    let seeds = clusters.clusters().iter();
    let mut seeds: Vec<DocId> = seeds
        .filter(|cluster| cluster.is_reworded())
        .map(Cluster::seed)
        .collect();
    let wordings = letters.into_iter().filter_map(|letter| {
        let is_its = |seed: &DocId| letter.documents.binary_search(seed).is_ok();
        let at = seeds.iter().position(is_its)?;
        Some((seeds.swap_remove(at), letter.wording))
    });
    let wordings = wordings.collect();
    (clusters, wordings)
}
