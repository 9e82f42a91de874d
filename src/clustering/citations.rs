//! What seeds have in common with documents that are no copies of them in, what single comments cite out.
//!
//! Who writes a comment of their own and quotes a passage of a letter is no sender of that letter, but has read it.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::Clusters;
use super::links::Citation;
use super::pass::assignments;
use crate::corpus::DocId;

/// For each comment that is alone, the seeds of the clusters of several comments whose letters it cites, each with how
/// many words.
pub type Cited = FxHashMap<DocId, BTreeMap<DocId, usize>>;

/// Of what was found while documents were compared, what still tells something: a seed may stand in another cluster now,
/// and a document, too.
pub fn cited(clusters: &Clusters, citations: &[Citation]) -> Cited {
    let clusters = clusters.clusters();
    let assignments = assignments(clusters);
    let mut cited = Cited::default();
    for Citation { document, seed, n_words } in citations {
        if let [Some(own), Some(letters)] =
            [document, seed].map(|id| assignments.get(id).map(|at| &clusters[*at]))
            && own.is_singleton()
            && !letters.is_singleton()
        {
            let known = cited.entry(*document).or_default().entry(letters.seed()).or_default();
            *known = (*known).max(*n_words);
        }
    }
    cited
}

#[cfg(test)]
mod tests {
    use super::cited;
    use crate::clustering::examples::clusters;
    use crate::clustering::links::Citation;
    use crate::corpus::DocId;
    use crate::reference::ReferenceCopies;

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
