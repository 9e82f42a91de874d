//! What an earlier report says and the clusters of all comments in, clusters that keep the earlier ones out.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;

use super::{Earlier, Late};
use crate::clustering::{Cluster, Clusters, Context, Found, Member, constraints, spun};
use crate::corpus::DocId;
use crate::ngrams::{sorted_dedup, sums};
use crate::spun::SpunLetter;

/// Puts back what the earlier report placed, where there is one, and what is new beside it. The analyst's links come
/// before it. `representatives` tells for each document the one that stands for its text.
pub fn keep(context: &Context<'_>, representatives: &[DocId], found: &mut Found) -> Option<Late> {
    let report = context.config.earlier.as_ref()?;
    let Earlier { clusters, alone, mut late } =
        Earlier::new(context.tables.corpus(), representatives, report);
    let mut keeping = Keeping { context, alone, clusters: Clusters::default() };
    for (id, seed, members) in clusters {
        late.ids.insert(seed, id);
        keeping.clusters.form(context.cluster(seed, members));
    }
    for cluster in &found.clusters.clusters {
        let letter = found.spun.iter().find(|letter| letter.has(cluster.seed));
        keeping.place(cluster, letter.filter(|_| cluster.is_spun()));
    }
    let Keeping { clusters: mut kept, alone, .. } = keeping;
    for cluster in &found.clusters.clusters {
        for other in &cluster.opposed {
            kept.oppose(cluster.seed, *other);
        }
    }
    late.joined = sorted_dedup(alone.into_iter().filter(|id| !kept.of(*id).is_singleton()));
    constraints::apply(context, &mut kept);
    found.clusters = kept.in_order(context.tables.thresholds());
    Some(late)
}

/// Clusters as they grow.
struct Keeping<'a> {
    context: &'a Context<'a>,
    /// What was alone.
    alone: FxHashSet<DocId>,
    clusters: Clusters,
}

impl Keeping<'_> {
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
            if self.clusters.find(document).is_some() {
                continue;
            }
            let place = (!self.alone.contains(&document))
                .then(|| self.place_of(document, member, main, letter))
                .flatten();
            match place {
                Some((seed, member)) => self.clusters.add(seed, member),
                None => left.push((document, member)),
            }
        }
        self.form(found, &left);
    }

    /// The seed of the cluster that most comments of some documents are in.
    fn main(&self, documents: impl Iterator<Item = DocId>) -> Option<DocId> {
        let n_comments = documents.filter_map(|id| {
            Some((self.clusters.find(id)?.seed, self.context.references.redundancy(id)))
        });
        sums(n_comments)
            .into_iter()
            .max_by_key(|(seed, n)| (*n, Reverse(self.context.order(*seed))))
            .map(|(seed, _)| seed)
    }

    /// The seed of the earlier cluster that a new document belongs to, and why.
    fn place_of(
        &self,
        document: DocId,
        member: Option<&Member>,
        main: Option<DocId>,
        letter: Option<&SpunLetter>,
    ) -> Option<(DocId, Member)> {
        if let Some(member) = member
            && let Some(cluster) = self.clusters.find(member.compared_with)
            && !self.context.are_parted(cluster.seed, document)
        {
            return Some((cluster.seed, member.clone()));
        }
        let seed = main?;
        if let Some(letter) = letter.filter(|_| self.clusters.of(seed).is_spun()) {
            let member = spun::member(self.context, letter, seed, document);
            return (!self.context.are_parted(seed, document)).then_some((seed, member));
        }
        let link = self.context.link(&self.context.seed(seed), document)?;
        Some((seed, self.context.member(&link)))
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
            self.clusters.form(self.context.cluster(seed, members));
        }
        for (document, _) in left {
            if !inside.contains(document) {
                self.clusters.form(self.context.cluster(*document, Vec::new()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FxHashSet, Keeping};
    use crate::clustering::examples::{clusters, with_context};
    use crate::corpus::DocId;

    /// An earlier report has a cluster around the first text, which has three copies, and one around the second, with the third as
    /// its member. Late comments go where most comments are: three copies of one text are more than two texts. What was opposed
    /// to a member of an earlier letter is opposed to that letter; within one letter nothing is.
    #[test]
    fn late_comments_and_letters_go_to_earlier_letters() {
        with_context(&["a:20", "b:20", "b:18 c:2", "a:20", "a:20"], |context| {
            let kept = clusters(context.references, "0 / 1 2");
            let keeping = Keeping { context, alone: FxHashSet::default(), clusters: kept.clone() };
            for (late, expect) in [(&[0, 1, 2][..], Some(0)), (&[1, 2], Some(1)), (&[], None)] {
                let found = keeping.main(late.iter().copied().map(DocId));
                assert_eq!(found, expect.map(DocId));
            }
            for (seed, opposed) in [(0, [&[DocId(1)][..], &[DocId(0)]]), (1, [&[], &[]])] {
                let mut opposing = kept.clone();
                opposing.oppose(DocId(seed), DocId(2));
                let found = opposing.in_order(context.tables.thresholds()).clusters;
                assert!(found.iter().map(|cluster| &cluster.opposed[..]).eq(opposed), "{seed}");
            }
        });
    }
}
