//! Report in, letters out that say the opposite in nearly the same words, with the sentences that do.

use rustc_hash::FxHashMap;

use super::linked::Linked;
use crate::report::printable;
use crate::report::schema::{Related, Report, ReportedCluster};

/// Characters of a sentence.
const SENTENCE: usize = 240;

/// Two campaigns that are opposed.
pub(super) struct OpposedPair {
    pub(super) here: Linked,
    pub(super) n_here: usize,
    pub(super) there: OpposedView,
}

/// The campaign that another one is opposed to.
pub(super) struct OpposedView {
    pub(super) campaign: Linked,
    pub(super) n_comments: usize,
    /// The first sentence of the one, and that of the other.
    pub(super) sentences: Option<(String, String)>,
    pub(super) n_more_sentences: usize,
}

/// Finds campaigns by their ids.
pub(super) struct Opposed<'a> {
    clusters: FxHashMap<&'a str, &'a ReportedCluster>,
    report: &'a Report,
}

impl<'a> Opposed<'a> {
    pub(super) fn new(report: &'a Report) -> Self {
        Self { clusters: report.clusters_by_id(), report }
    }

    /// Every pair once, that of the largest campaign first.
    pub(super) fn pairs(&self) -> Vec<OpposedPair> {
        let pairs = self.report.opposed_pairs().filter_map(|(cluster, related, _)| {
            Some(OpposedPair {
                here: Linked::campaign(cluster),
                n_here: cluster.n_comments,
                there: self.view(related)?,
            })
        });
        pairs.collect()
    }

    /// What a campaign is opposed to.
    pub(super) fn of(&self, cluster: &ReportedCluster) -> Vec<OpposedView> {
        cluster.related.iter().filter_map(|related| self.view(related)).collect()
    }

    /// A letter by its title.
    pub(super) fn linked(&self, cluster: &str) -> Option<Linked> {
        Some(Linked::campaign(self.clusters.get(cluster)?))
    }

    fn view(&self, related: &Related) -> Option<OpposedView> {
        let other = self.clusters.get(related.cluster.as_str())?;
        Some(OpposedView {
            campaign: Linked::campaign(other),
            n_comments: other.n_comments,
            sentences: related.sentences.first().map(|pair| {
                (
                    printable::excerpt(&pair.here, SENTENCE),
                    printable::excerpt(&pair.there, SENTENCE),
                )
            }),
            n_more_sentences: related.sentences.len().saturating_sub(1),
        })
    }
}
