//! Clusters and links in, notes out: what clusters have in common.
//!
//! Some campaigns hand out no letter but a kit of passages, and everybody puts together their own. Each
//! passage then becomes a cluster, and who holds two of them goes to one. To merge such clusters would
//! chain letters together that share one passage each with a third; instead each member names the other
//! letters it holds a passage of, and clusters with many such members name each other.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::Clusters;
use super::links::{Citation, Link};
use super::rules::Rule;
use crate::corpus::DocId;

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
            let letter = other.seed;
            let members = &mut clusters.of_mut(link.document).members;
            if let Ok(at) = members.binary_search_by_key(&link.document, |member| member.document)
                && let Err(place) = members[at].also_contains.binary_search(&letter)
            {
                members[at].also_contains.insert(place, letter);
            }
        }
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
    use super::{Citation, cited, note_other_letters};
    use crate::clustering::examples::{clusters, member};
    use crate::clustering::links::Link;
    use crate::corpus::DocId;
    use crate::reference::ReferenceCopies;

    /// Text 2 holds a passage of the letter 1, too, which its letter does not, and one of its own letter's.
    #[test]
    fn members_name_other_letters() {
        let [letter, other, copy] = [0, 1, 2].map(DocId);
        let references = ReferenceCopies::none_among((0..3).map(DocId));
        let mut all = clusters(&references, "0 2 / 1");
        let links = [other, letter].map(|seed| Link::from(&member(copy, seed, 30)));
        note_other_letters(&mut all, links.iter());
        assert_eq!(all.clusters[0].members[0].also_contains, [other]);
    }

    /// Text 1 is a copy of the letter 0. Text 2 cites both, and text 3, which is alone as it is; text 1 cites nobody's letter
    /// but its own.
    #[test]
    fn single_comments_cite_letters_of_several() {
        let [letter, copy, single, other] = [0, 1, 2, 3].map(DocId);
        let references = ReferenceCopies::none_among((0..4).map(DocId));
        let all = clusters(&references, "0 1 / 2 / 3");
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
