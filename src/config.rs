//! Every choice a user has, one sub-struct per stage. Defaults live in the stages.

use crate::{clustering, ingest, reference, retrieval};

/// The settings of a run, all present and valid.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// How inputs are read.
    pub ingest: ingest::Config,
    /// What makes a form letter.
    pub reference: reference::Config,
    /// How candidates are found.
    pub retrieval: retrieval::Config,
    /// What makes a cluster.
    pub clustering: clustering::Config,
}
