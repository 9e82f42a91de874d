//! Pairs of documents to judge similarities by (msr2013 §4.1, §4.8).
//!
//! All pairs of distinct labelled texts are taken, as on the SpotSigs GoldSet (§4.8); of a large docket
//! those of a thousand texts drawn with a fixed seed. Drawing pairs that share a phrase, as the paper
//! does in its web collection (§4.1), would leave little to judge here: comments that share a telling
//! phrase are nearly always of one campaign (19 of 20 such pairs in a docket of 20,000). Where an assessor judged
//! pairs, as those of the paper did, they are taken, and no other.

use anyhow::{Result, ensure};
use rustc_hash::FxHashMap;

use super::{Docket, Labelled, known};
use crate::corpus::DocId;
use crate::eval::judged_pairs::{JudgedPair, Judgement};
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

/// Pairs of distinct texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DrawnPairs {
    pub(super) pairs: Vec<LabelledPair>,
    /// Whether they are all pairs of labelled texts.
    pub(super) is_all: bool,
    /// Whether an assessor judged them one by one.
    pub(super) are_judged: bool,
}

impl DrawnPairs {
    /// Pairs of labelled texts.
    pub(super) fn of_labelled(docket: Docket<'_>, labelled: &Labelled) -> Self {
        let documents = labelled.documents.iter().zip(labelled.clusters.of_documents());
        let clusters: FxHashMap<DocId, u32> =
            documents.filter_map(|(id, cluster)| Some(((*id)?, *cluster))).collect();
        let mut texts = docket.references.unique();
        texts.retain(|id| clusters.contains_key(id));
        let is_all = texts.len() <= TEXTS;
        if !is_all {
            texts.sort_unstable_by_key(|id| mix(u64::from(id.0)));
            texts.truncate(TEXTS);
            texts.sort_unstable();
        }
        let pairs =
            texts.iter().enumerate().flat_map(|(nth, a)| texts[nth + 1..].iter().map(|b| (*a, *b)));
        let pair =
            |(a, b): (DocId, DocId)| LabelledPair { a, b, is_near: clusters[&a] == clusters[&b] };
        Self { pairs: pairs.map(pair).collect(), is_all, are_judged: false }
    }

    /// The pairs that an assessor judged. Two copies of one text try no similarity, and are left out.
    ///
    /// # Errors
    /// Where no pair is left.
    pub(super) fn judged(docket: Docket<'_>, judged: &[JudgedPair]) -> Result<Self> {
        let known = known(docket.corpus);
        let groups = docket.groups.groups().iter();
        let text_of: FxHashMap<DocId, DocId> = groups
            .flat_map(|group| {
                let members = group.members().iter();
                members.map(|member| (*member, group.representative()))
            })
            .collect();
        let text = |id: &str| text_of.get(&DocId(known.find(id, None)? as u32)).copied();
        let pair = |judged: &JudgedPair| {
            let (a, b) = (text(&judged.a)?, text(&judged.b)?);
            (a != b).then_some(LabelledPair { a, b, is_near: judged.judgement == Judgement::Same })
        };
        let pairs: Vec<LabelledPair> = judged.iter().filter_map(pair).collect();
        ensure!(
            !pairs.is_empty(),
            "of none of the {} judged pairs both comments are in the docket, with different texts",
            judged.len()
        );
        Ok(Self { pairs, is_all: false, are_judged: true })
    }
}
