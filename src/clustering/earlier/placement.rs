//! What an earlier report says and the clusters of all comments in, clusters that keep the earlier ones out.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Earlier, Late};
use crate::clustering::places::{Places, in_order};
use crate::clustering::{Cluster, Clusters, Context, Found, Member, spun};
use crate::corpus::DocId;
use crate::ngrams::sorted_dedup;
use crate::spun::SpunLetter;

/// Puts back what the earlier report placed, where there is one, and what is new beside it. The analyst's links come
/// before it. `representatives` tells for each document the one that stands for its text.
pub fn keep(context: &Context<'_>, representatives: &[DocId], found: &mut Found) -> Option<Late> {
    let report = context.config.earlier.as_ref()?;
    let earlier = Earlier::new(context.tables.corpus(), representatives, report);
    let (clusters, late) = kept(context, found, earlier);
    let mut places = Places::of(clusters);
    places.apply_links(context);
    found.clusters = places.into_clusters(context);
    Some(late)
}

fn kept(context: &Context<'_>, found: &Found, earlier: Earlier) -> (Clusters, Late) {
    let Earlier { clusters, alone, mut late } = earlier;
    let mut keeping =
        Keeping { context, alone, clusters: Vec::new(), assignments: FxHashMap::default() };
    for (id, seed, members) in clusters {
        late.ids.insert(seed, id);
        keeping.add(context.cluster(seed, members));
    }
    for cluster in &found.clusters.clusters {
        let letter = found.spun.iter().find(|letter| letter.has(cluster.seed));
        keeping.place(cluster, letter.filter(|_| cluster.is_spun()));
    }
    let clusters = keeping.finish(&found.clusters);
    let is_alone: FxHashSet<DocId> = clusters
        .clusters
        .iter()
        .filter(|cluster| cluster.is_singleton())
        .map(|cluster| cluster.seed)
        .collect();
    late.joined = sorted_dedup(keeping.alone.difference(&is_alone).copied());
    (clusters, late)
}

/// Clusters as they grow.
struct Keeping<'a> {
    context: &'a Context<'a>,
    alone: FxHashSet<DocId>,
    clusters: Vec<Cluster>,
    assignments: FxHashMap<DocId, usize>,
}

impl Keeping<'_> {
    fn add(&mut self, cluster: Cluster) {
        let at = self.clusters.len();
        self.assignments.extend(cluster.documents().map(|document| (document, at)));
        self.clusters.push(cluster);
    }

    /// Places what has no place yet of a cluster of all comments, which may be a spun letter.
    fn place(&mut self, found: &Cluster, letter: Option<&SpunLetter>) {
        let (with_seed, with_others): (Vec<&Member>, Vec<&Member>) =
            found.members.iter().partition(|member| member.compared_with == found.seed);
        let members = with_seed.into_iter().chain(with_others);
        let documents: Vec<(DocId, Option<&Member>)> = std::iter::once((found.seed, None))
            .chain(members.map(|member| (member.document, Some(member))))
            .collect();
        let main = self.main(documents.iter().map(|(document, _)| *document));
        let mut left = Vec::new();
        for (document, member) in documents {
            if self.assignments.contains_key(&document) {
                continue;
            }
            let place = (!self.alone.contains(&document))
                .then(|| self.place_of(document, member, main, letter))
                .flatten();
            match place {
                Some((assigned, member)) => {
                    self.assignments.insert(document, assigned);
                    self.clusters[assigned].members.push(member);
                }
                None => left.push((document, member)),
            }
        }
        self.form(found, &left);
    }

    /// The cluster that most comments of some documents are in.
    fn main(&self, documents: impl Iterator<Item = DocId>) -> Option<usize> {
        let mut n_comments: BTreeMap<usize, usize> = BTreeMap::new();
        for document in documents {
            if let Some(assigned) = self.assignments.get(&document) {
                let n_copies = self.context.references.redundancy(document);
                *n_comments.entry(*assigned).or_default() += n_copies;
            }
        }
        n_comments
            .into_iter()
            .max_by_key(|(assigned, n)| (*n, Reverse(*assigned)))
            .map(|(assigned, _)| assigned)
    }

    /// The earlier cluster that a new document belongs to, and why.
    fn place_of(
        &self,
        document: DocId,
        member: Option<&Member>,
        main: Option<usize>,
        letter: Option<&SpunLetter>,
    ) -> Option<(usize, Member)> {
        if let Some(member) = member
            && let Some(assigned) = self.assignments.get(&member.compared_with)
            && !self.context.are_parted(self.clusters[*assigned].seed, document)
        {
            return Some((*assigned, member.clone()));
        }
        let assigned = main?;
        let seed = self.clusters[assigned].seed;
        if let Some(letter) = letter.filter(|_| self.clusters[assigned].is_spun()) {
            let member = spun::member(self.context, letter, seed, document);
            return (!self.context.are_parted(seed, document)).then_some((assigned, member));
        }
        let link = self.context.link(&self.context.seed(seed), document)?;
        Some((assigned, self.context.member(&link)))
    }

    /// Makes a new cluster of what belongs to no earlier one, where one of it is new; the rest is alone.
    fn form(&mut self, found: &Cluster, left: &[(DocId, Option<&Member>)]) {
        let is_left: FxHashSet<DocId> = left.iter().map(|(document, _)| *document).collect();
        let seed = if is_left.contains(&found.seed) {
            Some(found.seed)
        } else {
            left.iter()
                .filter_map(|(_, member)| Some(member.as_ref()?.compared_with))
                .find(|compared_with| is_left.contains(compared_with))
        };
        let mut inside: FxHashSet<DocId> = seed.into_iter().collect();
        let mut members = Vec::new();
        for (document, member) in left {
            if let (Some(member), Some(seed)) = (member, seed)
                && inside.contains(&member.compared_with)
                && !self.context.are_parted(seed, *document)
                && inside.insert(*document)
            {
                members.push((*member).clone());
            }
        }
        if inside.iter().all(|document| self.alone.contains(document)) {
            inside.clear();
        } else if let Some(seed) = seed {
            self.add(self.context.cluster(seed, members));
        }
        for (document, _) in left {
            if !inside.contains(document) {
                self.add(self.context.cluster(*document, Vec::new()));
            }
        }
    }

    /// The clusters in order. What told of other clusters tells of those in their place.
    fn finish(&self, found: &Clusters) -> Clusters {
        let mut clusters = in_order(self.context, self.clusters.clone());
        for cluster in &found.clusters {
            for other in &cluster.opposed {
                let [seed, other] = [cluster.seed, *other].map(|document| {
                    self.assignments
                        .get(&document)
                        .map_or(document, |assigned| self.clusters[*assigned].seed)
                });
                if seed != other {
                    clusters.oppose(seed, other);
                }
            }
        }
        clusters
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::{FxHashMap, FxHashSet};

    use super::Keeping;
    use crate::clustering::examples::{clusters, with_context};
    use crate::corpus::DocId;

    /// An earlier report has a cluster around the first text, which has three copies, and one around the second, with the third as
    /// its member. Late comments go where most comments are: three copies of one text are more than two texts. What was opposed
    /// to a member of an earlier letter is opposed to that letter; within one letter nothing is.
    #[test]
    fn late_comments_and_letters_go_to_earlier_letters() {
        with_context(&["a:20", "b:20", "b:18 c:2", "a:20", "a:20"], |context| {
            let (alone, assignments) = (FxHashSet::default(), FxHashMap::default());
            let mut keeping = Keeping { context, alone, clusters: Vec::new(), assignments };
            let earlier = [(DocId(0), &[][..]), (DocId(1), &[(DocId(2), 18)])];
            let earlier = clusters(context.references, &earlier).clusters;
            earlier.into_iter().for_each(|cluster| keeping.add(cluster));
            for (late, expect) in [(&[0, 1, 2][..], Some(0)), (&[1, 2], Some(1)), (&[], None)] {
                assert_eq!(keeping.main(late.iter().copied().map(DocId)), expect);
            }
            for (seed, opposed) in [(0, [&[DocId(1)][..], &[DocId(0)]]), (1, [&[], &[]])] {
                let seeds = [DocId(seed), DocId(2)].map(|seed| (seed, &[][..]));
                let mut found = clusters(context.references, &seeds);
                found.oppose(seeds[0].0, seeds[1].0);
                let found = keeping.finish(&found).clusters;
                assert!(found.iter().map(|cluster| &cluster.opposed[..]).eq(opposed), "{seed}");
            }
        });
    }
}
