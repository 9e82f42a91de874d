//! Clusters in, out which comments their senders had sent before.
//!
//! "Documents with just a few exact duplicates are usually comments that a person accidentally submitted several times"
//! (SIGIR 2006 §4.3, footnote 2). So are edited copies of one sender: the first of them, by time, is the voice, and the
//! others are sent again.

use std::num::NonZeroU64;

use rustc_hash::FxHashMap;

use crate::clustering::Clusters;
use crate::corpus::{Corpus, DocId, Timestamp};
use crate::exact::ExactGroups;

/// Comments that their senders had sent before, and clusters of one sender.
#[derive(Debug, Default)]
pub(super) struct Resubmissions {
    /// For each of the comments the first that its sender sent.
    pub(super) first: FxHashMap<DocId, DocId>,
    /// Of clusters whose comments are all of one sender who that is, by their seeds.
    pub(super) of_one: FxHashMap<DocId, NonZeroU64>,
}

/// Finds the comments of each cluster that have one sender.
pub(super) fn find(corpus: &Corpus, groups: &ExactGroups, clusters: &Clusters) -> Resubmissions {
    let mut found = Resubmissions::default();
    for cluster in clusters.clusters.iter().filter(|cluster| !cluster.is_singleton()) {
        let mut n_comments = 0;
        let mut sent: Vec<(NonZeroU64, Timestamp, DocId)> = Vec::new();
        for text in cluster.documents() {
            let comments = groups.of_representative(text).map_or(&[][..], |group| &group.members);
            n_comments += comments.len();
            sent.extend(comments.iter().filter_map(|id| {
                let entry = corpus.entry(*id);
                Some((entry.sender?, entry.time, *id))
            }));
        }
        sent.sort_unstable();
        for of_sender in sent.chunk_by(|a, b| a.0 == b.0) {
            let (sender, _, first) = of_sender[0];
            if of_sender.len() == n_comments {
                found.of_one.insert(cluster.seed, sender);
            }
            found.first.extend(of_sender[1..].iter().map(|(_, _, id)| (*id, first)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use rustc_hash::FxHashMap;

    use super::find;
    use crate::clustering::examples;
    use crate::corpus::examples::document;
    use crate::corpus::{Corpus, DocId, Document};
    use crate::exact;
    use crate::reference::ReferenceCopies;

    /// One sender sent three of four copies: the first was received second, the third first; of the last nobody knows when.
    #[test]
    fn what_was_received_first_was_sent_first() {
        let received = [(7, Some(30)), (8, Some(10)), (7, Some(20)), (7, None)];
        let documents = received.iter().enumerate().map(|(at, (sender, timestamp))| {
            let mut document = Document { text: document(0, "a").text, ..document(at, "") };
            document.attributes.sender = NonZeroU64::new(*sender);
            document.attributes.timestamp = *timestamp;
            document
        });
        let corpus = Corpus::of(documents.collect());
        let groups = exact::group(&corpus, true, &FxHashMap::default());
        let references = ReferenceCopies::of(&corpus);
        let clusters = examples::clusters(&references, &references.others()[0].0.to_string());
        let found = find(&corpus, &groups, &clusters);
        let expect = [(DocId(0), DocId(2)), (DocId(3), DocId(2))];
        assert_eq!(found.first, expect.into_iter().collect());
        assert!(found.of_one.is_empty());
    }
}
