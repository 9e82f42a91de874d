//! Every choice a user has, one sub-struct per stage. Defaults live in the stages.

use std::sync::Arc;

use crate::clustering;
use crate::clustering::earlier::EarlierReport;
use crate::corpus::Flags;
use crate::edits::EarlierEdits;
use crate::ingest::{IngestConfig, KnownText};
use crate::reference::ReferenceConfig;
use crate::retrieval::RetrievalConfig;
use crate::thresholds::Thresholds;

/// The settings of a run, all present and valid.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Title of the report; the docket's own by default.
    pub title: Option<String>,
    /// Day of the run that the report names, `2031-05-04`; none by default.
    pub date: Option<String>,
    /// The inputs of the report that this one is to replace, as their digest: others are refused.
    pub replaces: Option<String>,
    /// How inputs are read.
    pub ingest: IngestConfig,
    /// What the agency or the law wrote, which comments quote.
    pub known: Vec<KnownText>,
    /// What people say of the comments.
    pub flags: Flags,
    /// What makes a form letter.
    pub reference: ReferenceConfig,
    /// How candidates are found.
    pub retrieval: RetrievalConfig,
    /// What makes a cluster.
    pub clustering: clustering::ClusteringConfig,
    /// What an earlier report says of letters and edits, which stays.
    pub earlier_edits: EarlierEdits,
    /// The numbers that decide.
    pub thresholds: Thresholds,
}

impl Config {
    /// How inputs are read: the texts that an earlier report compared keep their place.
    pub fn ingest(&self) -> IngestConfig {
        let earlier = self.clustering.earlier.as_ref();
        IngestConfig {
            standing: Arc::new(earlier.map(EarlierReport::texts).unwrap_or_default()),
            ..self.ingest.clone()
        }
    }
}
