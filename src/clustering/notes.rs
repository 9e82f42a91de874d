//! Clusters and links in, notes out: what clusters have in common.
//!
//! Some campaigns hand out no letter but a kit of passages, and everybody puts together their own. Each
//! passage then becomes a cluster, and who holds two of them goes to one. To merge such clusters would
//! chain letters together that share one passage each with a third; instead each member names the other
//! letters it holds a passage of, and clusters with many such members name each other.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::links::{Citation, Link};
use super::rules::Rule;
use super::{Cluster, Clusters};
use crate::corpus::DocId;
use crate::ngrams::sorted_dedup;
use crate::thresholds::Thresholds;

/// Notes for each member the letters it also holds, or a passage of them: those besides its cluster's own.
pub(super) fn note_other_letters<'a>(
    clusters: &mut Clusters,
    links: impl Iterator<Item = &'a Link>,
) {
    for link in links {
        if matches!(link.rule, Rule::Containment | Rule::Paragraph | Rule::Half)
            && let Some(own) = clusters.find(link.document)
            && let Some(other) = clusters.find(link.compared_with)
            && own.seed != other.seed
        {
            let other = other.seed;
            let members = &mut clusters.of_mut(link.document).members;
            if let Ok(at) = members.binary_search_by_key(&link.document, |member| member.document)
                && let Err(place) = members[at].also_contains.binary_search(&other)
            {
                members[at].also_contains.insert(place, other);
            }
        }
    }
}

/// Names letters by the clusters that are there now, after documents were moved; what is alone is no
/// letter. Then notes again which clusters share passages.
pub(super) fn rename_letters(clusters: &mut [Cluster], thresholds: &Thresholds) {
    let letters = clusters.iter().filter(|cluster| !cluster.is_singleton());
    let letters: FxHashMap<DocId, DocId> = letters
        .flat_map(|cluster| cluster.documents().map(|document| (document, cluster.seed)))
        .collect();
    for cluster in clusters.iter_mut() {
        let of_members = cluster.members.iter_mut().map(|member| &mut member.also_contains);
        for seeds in of_members.chain([&mut cluster.opposed]) {
            *seeds = sorted_dedup(
                seeds
                    .iter()
                    .filter_map(|seed| letters.get(seed).copied())
                    .filter(|seed| *seed != cluster.seed),
            );
        }
    }
    note_shared_passages(clusters, thresholds);
}

/// Notes which clusters share passages, and how many members hold one of both letters.
pub(super) fn note_shared_passages(clusters: &mut [Cluster], thresholds: &Thresholds) {
    let (several, a_third) = (thresholds.counts.several, thresholds.shares.a_third);
    let mut n_sharing: BTreeMap<(DocId, DocId), usize> = BTreeMap::new();
    let mut shares: FxHashMap<DocId, Vec<DocId>> = FxHashMap::default();
    for cluster in clusters.iter() {
        let mut n_by_letter: BTreeMap<DocId, usize> = BTreeMap::new();
        for other in cluster.members.iter().flat_map(|member| &member.also_contains) {
            *n_by_letter.entry(*other).or_default() += 1;
        }
        for (other, n) in n_by_letter {
            let seed = cluster.seed;
            *n_sharing.entry((seed, other)).or_default() += n;
            *n_sharing.entry((other, seed)).or_default() += n;
            if n >= several && a_third.is_met(n, cluster.members.len()) {
                shares.entry(seed).or_default().push(other);
                shares.entry(other).or_default().push(seed);
            }
        }
    }
    for cluster in clusters {
        cluster.shares_passages = sorted_dedup(shares.remove(&cluster.seed).unwrap_or_default())
            .into_iter()
            .map(|other| (other, n_sharing[&(cluster.seed, other)]))
            .collect();
    }
}

/// For each comment that is alone, the seeds of the clusters of several comments whose letters it cites, each with how
/// many words.
pub type Cited = FxHashMap<DocId, BTreeMap<DocId, usize>>;

/// Of what was found while documents were compared, what still tells something: a seed may stand in another cluster now,
/// and a document, too.
pub fn cited(clusters: &Clusters, citations: &[Citation]) -> Cited {
    let mut cited = Cited::default();
    for Citation { document, seed, n_words } in citations {
        if let [Some(own), Some(letters)] = [*document, *seed].map(|id| clusters.find(id))
            && own.is_singleton()
            && !letters.is_singleton()
        {
            let known = cited.entry(*document).or_default().entry(letters.seed).or_default();
            *known = (*known).max(*n_words);
        }
    }
    cited
}

#[cfg(test)]
mod tests {
    use super::{Citation, Thresholds, cited, note_other_letters, note_shared_passages};
    use crate::clustering::Clusters;
    use crate::clustering::examples::{clusters, member};
    use crate::clustering::links::Link;
    use crate::corpus::DocId;
    use crate::reference::ReferenceCopies;

    /// Clusters around 0, 1, and 2: of so many members, from 10 on; of four, from 20 on; of 30.
    fn three(n_first: u32) -> Clusters {
        let numbers = [10..10 + n_first, 20..24, 30..31];
        let members = numbers.map(|ids| ids.map(|id| (DocId(id), 30)).collect::<Vec<_>>());
        let references = ReferenceCopies::none_among((0..3).map(DocId));
        let all = [0, 1, 2].map(|at| (DocId(at), &members[at as usize][..]));
        clusters(&references, &all)
    }

    /// Three of the nine members around 0 hold a passage of 1; of the four around 1, one holds one of 0.
    /// Two of the nine hold one of 2: too few.
    #[test]
    fn clusters_with_many_members_in_common_share_passages() {
        let mut clusters = three(9);
        let links = [(10, 1), (11, 1), (12, 1), (20, 0), (10, 2), (11, 2), (10, 0)]
            .map(|(document, seed)| Link::from(&member(DocId(document), DocId(seed), 30)));
        note_other_letters(&mut clusters, links.iter());
        let clusters = &mut clusters.clusters;
        assert_eq!(clusters[0].members[0].also_contains, [DocId(1), DocId(2)]);
        assert_eq!(clusters[1].members[0].also_contains, [DocId(0)]);
        note_shared_passages(clusters, &Thresholds::default());
        assert_eq!(clusters[0].shares_passages, [(DocId(1), 4)]);
        assert_eq!(clusters[1].shares_passages, [(DocId(0), 4)]);
        assert!(clusters[2].shares_passages.is_empty());
    }

    /// Three of nine members hold a passage of another letter, three of ten, and two of six.
    #[test]
    fn three_members_and_a_third_of_them_share_passages() {
        for (n_members, n_sharing, expect) in [(9, 3, true), (10, 3, false), (6, 2, false)] {
            let mut clusters = three(n_members).clusters;
            for member in &mut clusters[0].members[..n_sharing] {
                member.also_contains.push(DocId(1));
            }
            note_shared_passages(&mut clusters, &Thresholds::default());
            assert_eq!(!clusters[0].shares_passages.is_empty(), expect, "{n_members}");
        }
    }

    /// Text 1 is a copy of the letter 0. Text 2 cites both, and text 3, which is alone as it is; text 1 cites nobody's letter
    /// but its own.
    #[test]
    fn single_comments_cite_letters_of_several() {
        let [letter, copy, single, other] = [0, 1, 2, 3].map(DocId);
        let references = ReferenceCopies::none_among((0..4).map(DocId));
        let all = clusters(&references, &[(letter, &[(copy, 9)]), (single, &[]), (other, &[])]);
        let citations = [
            (single, letter, 40),
            (single, copy, 45),
            (single, letter, 41),
            (single, other, 50),
            (copy, other, 50),
            (letter, other, 50),
        ]
        .map(|(document, seed, n_words)| Citation { document, seed, n_words });
        let found = cited(&all, &citations);
        assert!(found.into_iter().eq([(single, [(letter, 45)].into())]));
    }
}
