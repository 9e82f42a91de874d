//! Pairs of documents to judge similarities by (msr2013 §4.1, §4.8).
//!
//! All pairs of distinct labelled texts are taken, as on the SpotSigs GoldSet (§4.8); of a large docket
//! those of a thousand texts drawn with a fixed seed. Drawing pairs that share a phrase, as the paper
//! does in its web collection (§4.1), would leave little to judge here: comments that share a telling
//! phrase are nearly always of one campaign (19 of 20 such pairs in a docket of 20,000).

use rustc_hash::FxHashMap;

use super::{Docket, Labelled};
use crate::corpus::DocId;
use crate::eval::rivals::hashing::mix;

/// Most texts of which all pairs are taken.
const TEXTS: usize = 1_000;

/// Two documents, and whether the labels put them into one cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LabelledPair {
    pub(super) a: DocId,
    pub(super) b: DocId,
    pub(super) is_near: bool,
}

/// The pairs, and whether they are all there are.
pub(super) fn draw(docket: Docket<'_>, labelled: &Labelled) -> (Vec<LabelledPair>, bool) {
    let documents = labelled
        .documents
        .iter()
        .zip(labelled.clusters.of_documents());
    let clusters: FxHashMap<DocId, u32> = documents
        .filter_map(|(id, cluster)| Some(((*id)?, *cluster)))
        .collect();
    let mut texts = docket.references.unique();
    texts.retain(|id| clusters.contains_key(id));
    let is_all = texts.len() <= TEXTS;
    if !is_all {
        texts.sort_unstable_by_key(|id| mix(u64::from(id.0)));
        texts.truncate(TEXTS);
        texts.sort_unstable();
    }
    let pairs = texts
        .iter()
        .enumerate()
        .flat_map(|(nth, a)| texts[nth + 1..].iter().map(|b| (*a, *b)));
    let pair = |(a, b): (DocId, DocId)| LabelledPair {
        a,
        b,
        is_near: clusters[&a] == clusters[&b],
    };
    (pairs.map(pair).collect(), is_all)
}
