//! Clusters of an earlier report and those of all comments in, clusters out in which the earlier ones
//! are as they were: late comments are placed without moving what an analyst has read.
//!
//! All comments are clustered first, old and new. Then every comment that the earlier report placed goes
//! back there, with the evidence of then, and a new one goes
//! 1. where the comment is that it was compared with,
//! 2. else to the earlier cluster that most of its company comes from, where a link holds with that
//!    cluster's reference copy,
//! 3. else into a new cluster, with its new company and with comments that were alone until now.
//!
//! What was alone stays alone, or founds a new cluster with a new comment. The comments that would be
//! elsewhere without the earlier report are known, and counted in the report.
//!
//! # Invariants
//! - The clusters partition the unique documents.
//! - A comment whose text is unchanged stays in its cluster, as long as the docket holds the text of that
//!   cluster's reference copy and of the one the comment was compared with.
//! - Where nothing is new and nothing is gone, the clusters are those of the earlier report.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::assignment::links_of;
use super::{Cluster, Clusters, Config, Member, Models, Rule};
use crate::corpus::{Corpus, Digest, DocId};

/// As much of an earlier report as clustering needs.
#[derive(Clone, Debug, Default)]
pub struct EarlierReport {
    /// The digest over its inputs.
    pub input_digest: String,
    /// Whether the same version made it, with the same settings.
    pub same_settings: bool,
    /// Its inputs.
    pub inputs: Vec<EarlierInput>,
}

/// An input of an earlier report.
#[derive(Clone, Debug)]
pub struct EarlierInput {
    /// Its id.
    pub id: String,
    /// Id of its cluster; none where it had none.
    pub cluster: Option<String>,
    /// What it was there.
    pub place: Place,
}

/// What an input was in an earlier report.
#[derive(Clone, Debug)]
pub enum Place {
    /// It was not compared.
    Aside,
    /// It had the same words as the comment named.
    CopyOf(String),
    /// A text of its own: alone, or the reference copy of its cluster.
    Text(Digest),
    /// A text of its own that was compared with the comment named.
    Member(Digest, String, Held),
}

/// Why a comment was where it was: see [`Member`].
#[derive(Clone, Debug)]
pub struct Held {
    /// The rule that placed it.
    pub rule: Rule,
    /// Distance in nats.
    pub distance: f64,
    /// Words that it shared.
    pub n_shared_words: usize,
    /// Blocks of which it kept at least half.
    pub n_blocks_kept: usize,
    /// Ids of other clusters whose letters it held.
    pub also_contains: Vec<String>,
}

/// What an earlier report says of the documents of a corpus.
#[derive(Debug, Default)]
pub struct Earlier {
    places: Places,
    late: Late,
}

/// The clusters of an earlier report, as far as their texts are still there.
#[derive(Debug, Default)]
struct Places {
    /// Ascending by id.
    clusters: Vec<EarlierCluster>,
    /// Unique documents that were in no cluster.
    alone: FxHashSet<DocId>,
    /// Clusters without the text of their reference copy.
    n_clusters_gone: usize,
}

#[derive(Debug)]
struct EarlierCluster {
    id: String,
    seed: DocId,
    members: Vec<Member>,
}

/// What is to be told of late comments.
#[derive(Clone, Debug, Default)]
pub struct Late {
    /// Ids of the clusters that were kept, by seed.
    pub ids: FxHashMap<DocId, String>,
    /// Comments that the earlier report did not compare, or not with this text.
    pub new: FxHashSet<DocId>,
    /// Ids of inputs that the earlier report set aside.
    pub aside: FxHashSet<String>,
    /// Unique documents that were alone and are no more, ascending.
    pub joined: Vec<DocId>,
    /// Unique documents that would be in another cluster without the earlier report, ascending.
    pub differing: Vec<DocId>,
    /// Comments whose text changed; they are among the new ones.
    pub n_changed: usize,
    /// Inputs of the earlier report that the docket holds no more.
    pub n_gone: usize,
    /// Clusters that could not be kept: the text of their reference copy is gone.
    pub n_clusters_gone: usize,
}

impl Earlier {
    /// Looks up the comments of an earlier report. `representatives` tells for each document the one
    /// that stands for its text.
    pub fn new(corpus: &Corpus, representatives: &[DocId], report: &EarlierReport) -> Self {
        let find = |id: &str| corpus.find(id);
        let of = |id: DocId| representatives[id.index()];
        // The texts by the id they had, wherever a copy of them is left.
        let mut texts: FxHashMap<&str, DocId> = FxHashMap::default();
        let mut n_changed = 0;
        for input in &report.inputs {
            if let (Some(id), Place::Text(digest) | Place::Member(digest, ..)) =
                (find(&input.id), &input.place)
            {
                if corpus.document(id).digest == *digest {
                    texts.insert(&input.id, of(id));
                } else {
                    n_changed += 1;
                }
            }
        }
        for input in &report.inputs {
            if let (Some(id), Place::CopyOf(original)) = (find(&input.id), &input.place) {
                texts.entry(original).or_insert_with(|| of(id));
            }
        }
        let mut known: FxHashSet<DocId> = FxHashSet::default();
        let mut aside: FxHashSet<String> = FxHashSet::default();
        let mut n_gone = 0;
        let set_aside: FxHashSet<&str> =
            corpus.set_aside().iter().map(|it| it.id.as_str()).collect();
        for input in &report.inputs {
            let text = match &input.place {
                Place::Aside => {
                    aside.insert(input.id.clone());
                    None
                }
                Place::CopyOf(original) => texts.get(original.as_str()),
                Place::Text(_) | Place::Member(..) => texts.get(input.id.as_str()),
            };
            match find(&input.id) {
                Some(id) if text == Some(&of(id)) => _ = known.insert(id),
                Some(_) => n_changed += usize::from(matches!(input.place, Place::CopyOf(_))),
                None => n_gone += usize::from(!set_aside.contains(input.id.as_str())),
            }
        }
        let places = places(report, &texts);
        Self {
            late: Late {
                new: corpus.ids().filter(|id| !known.contains(id)).collect(),
                aside,
                n_changed,
                n_gone,
                n_clusters_gone: places.n_clusters_gone,
                ..Late::default()
            },
            places,
        }
    }
}

fn places(report: &EarlierReport, texts: &FxHashMap<&str, DocId>) -> Places {
    let mut seeds: BTreeMap<&str, DocId> = BTreeMap::new();
    let mut taken: FxHashSet<DocId> = FxHashSet::default();
    let mut alone: FxHashSet<DocId> = FxHashSet::default();
    let mut n_clusters = 0;
    for input in &report.inputs {
        if let Place::Text(_) = input.place {
            n_clusters += usize::from(input.cluster.is_some());
            let Some(&text) = texts.get(input.id.as_str()) else {
                continue;
            };
            match &input.cluster {
                Some(id) if taken.insert(text) => _ = seeds.insert(id, text),
                Some(_) => {}
                None => _ = alone.insert(text),
            }
        }
    }
    let mut members: BTreeMap<&str, Vec<Member>> = BTreeMap::new();
    for input in &report.inputs {
        if let (Place::Member(_, compared_with, held), Some(id)) = (&input.place, &input.cluster)
            && seeds.contains_key(id.as_str())
            && let Some(&document) = texts.get(input.id.as_str())
            && let Some(&compared_with) = texts.get(compared_with.as_str())
            && taken.insert(document)
        {
            let also_contains = held.also_contains.iter();
            members.entry(id).or_default().push(Member {
                document,
                compared_with,
                rule: held.rule,
                distance: held.distance,
                n_shared_words: held.n_shared_words,
                n_blocks_kept: held.n_blocks_kept,
                also_contains: also_contains
                    .filter_map(|id| seeds.get(id.as_str()).copied())
                    .collect(),
            });
        }
    }
    alone.retain(|document| !taken.contains(document));
    let n_clusters_gone = n_clusters - seeds.len();
    let clusters = seeds.into_iter().map(|(id, seed)| EarlierCluster {
        id: id.to_owned(),
        seed,
        members: members.remove(id).unwrap_or_default(),
    });
    Places {
        clusters: clusters.collect(),
        alone,
        n_clusters_gone,
    }
}

/// Puts back what the earlier report placed, and what is new beside it.
pub fn keep(
    models: &Models<'_>,
    found: &Clusters,
    earlier: Earlier,
    config: &Config,
) -> (Clusters, Late) {
    let Earlier { places, mut late } = earlier;
    let cut_offs: FxHashMap<DocId, f64> = found
        .clusters
        .iter()
        .map(|cluster| (cluster.seed, cluster.cut_off))
        .collect();
    let mut keeping = Keeping {
        models,
        config,
        alone: places.alone,
        clusters: Vec::new(),
        homes: FxHashMap::default(),
    };
    for EarlierCluster { id, seed, members } in places.clusters {
        let cut_off = cut_offs.get(&seed).copied().unwrap_or(config.threshold);
        late.ids.insert(seed, id);
        keeping.add(models.cluster(seed, members, cut_off));
    }
    for cluster in &found.clusters {
        keeping.place(cluster);
    }
    let clusters = keeping.finish(found);
    let is_alone: FxHashSet<DocId> = clusters
        .clusters
        .iter()
        .filter(|cluster| cluster.is_singleton())
        .map(Cluster::seed)
        .collect();
    let joined = keeping.alone.iter().copied();
    late.joined = joined.filter(|id| !is_alone.contains(id)).collect();
    late.joined.sort_unstable();
    (clusters, late)
}

/// Clusters as they grow.
struct Keeping<'a> {
    models: &'a Models<'a>,
    config: &'a Config,
    alone: FxHashSet<DocId>,
    clusters: Vec<Cluster>,
    homes: FxHashMap<DocId, usize>,
}

impl Keeping<'_> {
    fn add(&mut self, cluster: Cluster) {
        let at = self.clusters.len();
        self.homes.insert(cluster.seed, at);
        let members = cluster.members.iter();
        self.homes
            .extend(members.map(|member| (member.document, at)));
        self.clusters.push(cluster);
    }

    /// Places what has no place yet of a cluster of all comments.
    fn place(&mut self, found: &Cluster) {
        let (with_seed, with_others): (Vec<&Member>, Vec<&Member>) = found
            .members
            .iter()
            .partition(|member| member.compared_with == found.seed);
        let members = with_seed.into_iter().chain(with_others);
        let documents: Vec<(DocId, Option<&Member>)> = std::iter::once((found.seed, None))
            .chain(members.map(|member| (member.document, Some(member))))
            .collect();
        let main = self.main(&documents);
        let mut left = Vec::new();
        for (document, member) in documents {
            if self.homes.contains_key(&document) {
                continue;
            }
            let place = (!self.alone.contains(&document))
                .then(|| self.place_of(document, member, main))
                .flatten();
            match place {
                Some((home, member)) => {
                    self.homes.insert(document, home);
                    self.clusters[home].members.push(member);
                }
                None => left.push((document, member)),
            }
        }
        self.form(found, &left);
    }

    /// The cluster that most comments of some documents are in.
    fn main(&self, documents: &[(DocId, Option<&Member>)]) -> Option<usize> {
        let mut n_comments: BTreeMap<usize, usize> = BTreeMap::new();
        for (document, _) in documents {
            if let Some(home) = self.homes.get(document) {
                let n_copies = self.models.references().redundancy(*document);
                *n_comments.entry(*home).or_default() += n_copies;
            }
        }
        let most = n_comments.into_iter();
        let most = most.max_by_key(|(home, n)| (*n, std::cmp::Reverse(*home)));
        most.map(|(home, _)| home)
    }

    /// The earlier cluster that a new document belongs to, and why.
    fn place_of(
        &self,
        document: DocId,
        member: Option<&Member>,
        main: Option<usize>,
    ) -> Option<(usize, Member)> {
        if let Some(member) = member
            && let Some(home) = self.homes.get(&member.compared_with)
        {
            return Some((*home, member.clone()));
        }
        let home = main?;
        let Cluster {
            seed,
            is_form_letter,
            ..
        } = self.clusters[home];
        let links = links_of(
            self.models,
            seed,
            is_form_letter,
            &[document],
            |_| false,
            self.config,
        );
        Some((home, links.into_iter().next()?))
    }

    /// Makes a new cluster of what belongs to no earlier one, where one of it is new; the rest is alone.
    fn form(&mut self, found: &Cluster, left: &[(DocId, Option<&Member>)]) {
        let is_left: FxHashSet<DocId> = left.iter().map(|(document, _)| *document).collect();
        let seed = if is_left.contains(&found.seed) {
            Some(found.seed)
        } else {
            let mut compared = left.iter().filter_map(|(_, member)| *member);
            let seed = compared.find(|member| is_left.contains(&member.compared_with));
            seed.map(|member| member.compared_with)
        };
        let mut inside: FxHashSet<DocId> = seed.into_iter().collect();
        let mut members = Vec::new();
        for (document, member) in left {
            if let Some(member) = member
                && inside.contains(&member.compared_with)
                && inside.insert(*document)
            {
                members.push((*member).clone());
            }
        }
        if inside.iter().all(|document| self.alone.contains(document)) {
            inside.clear();
        } else if let Some(seed) = seed {
            let cut_off = if seed == found.seed {
                found.cut_off
            } else {
                self.config.threshold
            };
            self.add(self.models.cluster(seed, members, cut_off));
        }
        for (document, _) in left {
            if !inside.contains(document) {
                let threshold = self.config.threshold;
                self.add(self.models.cluster(*document, Vec::new(), threshold));
            }
        }
    }

    /// The clusters in order. What told of other clusters tells of those in their place.
    fn finish(&self, found: &Clusters) -> Clusters {
        let seed_at = |document: DocId| {
            let home = self.homes.get(&document);
            home.map_or(document, |home| self.clusters[*home].seed)
        };
        let mut clusters = self.clusters.clone();
        for cluster in &mut clusters {
            for member in &mut cluster.members {
                let others = member.also_contains.iter();
                let others = others.map(|other| seed_at(*other));
                member.also_contains = others.filter(|other| *other != cluster.seed).collect();
                member.also_contains.sort_unstable();
                member.also_contains.dedup();
            }
            cluster.members.sort_by_key(|member| member.document);
        }
        clusters.sort_by_key(Cluster::seed);
        let mut clusters = Clusters {
            clusters,
            unplaced: Vec::new(),
        };
        for cluster in &found.clusters {
            for other in &cluster.related {
                let (seed, other) = (seed_at(cluster.seed), seed_at(*other));
                if seed != other {
                    clusters.relate(seed, other);
                }
            }
        }
        clusters
    }
}

/// Unique documents that two partitions place otherwise, ascending: those that are not in the common
/// part of two clusters which, each, share more comments with one another than with any other.
pub fn differing(models: &Models<'_>, a: &Clusters, b: &Clusters) -> Vec<DocId> {
    let homes = |clusters: &Clusters| -> FxHashMap<DocId, DocId> {
        let each = clusters.clusters.iter();
        let documents = each.flat_map(|cluster| {
            let members = cluster.members.iter().map(|member| member.document);
            let documents = std::iter::once(cluster.seed).chain(members);
            documents.map(|document| (document, cluster.seed))
        });
        documents.collect()
    };
    let (of_a, of_b) = (homes(a), homes(b));
    let mut documents: Vec<DocId> = of_a.keys().copied().collect();
    documents.sort_unstable();
    let main = |from: &FxHashMap<DocId, DocId>, to: &FxHashMap<DocId, DocId>| {
        let mut shared: BTreeMap<(DocId, DocId), usize> = BTreeMap::new();
        for document in &documents {
            let n_copies = models.references().redundancy(*document);
            *shared.entry((from[document], to[document])).or_default() += n_copies;
        }
        let mut main: FxHashMap<DocId, (usize, DocId)> = FxHashMap::default();
        for ((cluster, other), n) in shared {
            let best = main.entry(cluster).or_insert((n, other));
            if n > best.0 {
                *best = (n, other);
            }
        }
        main
    };
    let (main_of_a, main_of_b) = (main(&of_a, &of_b), main(&of_b, &of_a));
    let differs = |document: &DocId| {
        let (home, other) = (of_a[document], of_b[document]);
        main_of_a[&home].1 != other || main_of_b[&other].1 != home
    };
    documents.iter().copied().filter(differs).collect()
}
